"""A program as text that can be read and compared: cells, functions, blocks and decisions."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from attrs import fields

from dicedsl.program import ops
from dicedsl.program.sets import NO_NUMBER
from dicedsl.program.value_kinds import ValueKinds

LONGEST_PRINTED_LINE = 110  # characters of a line before a list is broken
OF_DICE = ("location", "face")
OF_PLAYERS = ("turns_of_player", "skill", "score_of_player", "order_of_leaving")
# Registers that are printed under a short name, as in all programs that were printed before.
PRINTED_NAMES = {
    "player_on_turn": "turn", "players_inside": "inside", "extra_turns": "extra", "turns_played": "turns", "score_order": "measured",
    "players_gone": "gone", "turns_of_player": "turns_of", "score_of_player": "measure", "order_of_leaving": "order_out",
}  # fmt: skip


def program_text(program: ops.Program) -> str:
    """The whole program as text."""
    return "\n".join(Printer(program).lines()) + "\n"


class Printer:
    """Prints the parts of one program."""

    def __init__(self, program: ops.Program) -> None:
        self.program = program
        self.kinds = ValueKinds(program)
        self._rows = self._named_cells()  # first cell, how many, name

    def _named_cells(self) -> list[tuple[int, int, str]]:
        p, reg = self.program, self.program.reg
        rows = {name: len(p.dice) for name in OF_DICE} | dict.fromkeys(OF_PLAYERS, p.players)
        rows |= {"zone_mask": len(p.zones), "on_place": sum(len(b.labels) for b in p.boards)}
        rows |= {"taken": len(p.boards), "showing": p.max_face + 1}
        named = [
            (getattr(reg, f.name), rows.get(f.name, 1), PRINTED_NAMES.get(f.name, f.name))
            for f in fields(ops.Registers)
        ]
        return named + [(slot.base, slot.size, slot.name) for slot in p.slots]

    def cell(self, index: int) -> str:
        for base, size, name in self._rows:
            if base <= index < base + size:
                return name if size == 1 else f"{name}[{index - base}]"
        return f"[{index}]"

    def _row(self, base: int, size: int) -> str:
        """The name of cells that belong together."""
        for first, count, name in self._rows:
            if first <= base and base + size <= first + count:
                return name if first == base else f"{name}+{base - first}"
        return f"[{base}..{base + size - 1}]"

    # -------------------------------------------------------------- the whole

    def lines(self) -> Iterable[str]:
        p = self.program
        yield f"program for {p.players} players, {p.cells} cells, local from {p.first_local}, starts with block {p.entry}"
        yield from self._material()
        yield ""
        yield "memory"
        for slot in p.slots:
            yield f"  {self._slot(slot)}"
        if p.telling.aim is not None:
            yield "aim"
        for shown in p.telling.shown:
            yield f"shown: {shown.name}{' by ' + ', '.join(shown.keys) if shown.keys else ''}"
        if p.telling.quiet:
            yield f"not shown: {', '.join(p.telling.quiet)}"
        for number, values in enumerate(p.lists):
            yield from _wrapped_lines(f"list {number}:", [_number(v) for v in values])
        for number, function in enumerate(p.functions):
            if function is not None:
                params = ", ".join(self._param(var) for var in function.params)
                yield ""
                yield f"function {number} ({function.name})({params}) -> {self.kinds.function(number).value}"
                yield f"  {self.op(function.body)}"
        for block in p.blocks:
            yield ""
            yield from self._block(block)

    def _material(self) -> Iterable[str]:
        p = self.program
        for die in p.dice:
            sort = "numbered" if die.numbered else f"plain, group {die.group}"
            owner = f", of player {die.owner}" if die.owner >= 0 else ""
            yield f"die {die.index}: {die.colour} {sort}{owner}, at home in {die.home}, faces {_row_of(die.faces)}"
        for zone in p.zones:
            keys = f" of {_row_of(zone.keys)}" if zone.keys else ""
            seen = "" if zone.seen_by is None else f", seen by {self.op(zone.seen_by)}"
            yield f"zone {zone.number}: {zone.name}{keys}{seen}"
        for board in p.boards:
            yield f"board {board.name}: {board.form}, {len(board.labels)} places from {board.first}"
        for kind in (kind for kind in p.kinds.values() if kind.values):
            yield f"kind {kind.name}: {', '.join(kind.values)}"

    def _slot(self, slot: ops.Slot) -> str:
        sort = f"set of {slot.shape}" if slot.many else slot.shape
        keys = f" by {', '.join(slot.keys)}" if slot.keys else ""
        seen = "" if slot.seen_by is None else f", seen by {self.op(slot.seen_by)}"
        start = _row_of(self.program.initial[slot.base : slot.base + slot.size])
        return f"[{slot.base}] {slot.name}{keys}: {sort}, {slot.scope}, starts with {start}{seen}"

    def _param(self, var: int) -> str:
        return f"v{var}: {self.kinds.variable(var).value}"

    def _block(self, block: ops.Block) -> Iterable[str]:
        p = self.program
        marks = [f'"{block.label}"'] if block.label else []
        marks += [f"rule {name}" for number, name in p.rules if number == block.number]
        marks += ["rest"] if block.number in p.rests else []
        marks += [f"line {p.spans[block.number].line}"] if block.number in p.spans else []
        yield f"block {block.number}" + (f" ({', '.join(marks)})" if marks else "")
        yield from self._statements(block.body, 1)
        yield f"  {ENDS[type(block.end)](self, block.end)}"
        if isinstance(block.end, ops.Ask):
            yield from self._decision(p.decisions[block.end.decision])

    # -------------------------------------------------------------- decisions

    def _decision(self, decision: ops.Decision) -> Iterable[str]:
        sort = "a report" if decision.reported else "at once" if decision.at_once else "a choice"
        yield f"    {sort}{f' “{decision.label}”' if decision.label else ''} of {self.op(decision.seats)}, line {decision.span.line}"
        if decision.at_once:
            yield f"    kept from {self.cell(decision.pending)} on, then block {decision.after_block}"
        for number, alternative in enumerate(decision.alternatives):
            weight = "" if alternative.weight is None else f", weight {self.op(alternative.weight)}"
            yield f"    {number} “{alternative.name}” -> block {alternative.block}{weight}"
            lots = dict(alternative.lots)
            for i, pick in enumerate(alternative.picks):
                yield f"      {self._pick(pick)}{f', lot {self.op(lots[i])}' if i in lots else ''}"
            for must in alternative.musts:
                yield f"      must, after {must.picks_needed}: {self.op(must.condition)} “{self.program.texts[must.text]}”"
            for must in alternative.leaves:
                yield f"      must leave: {self.op(must.condition)} “{self.program.texts[must.text]}”"
        if decision.nothing_block >= 0:
            yield f"    if nothing fits -> block {decision.nothing_block}"
        for must in decision.always:
            yield f"    always: {self.op(must.condition)} “{self.program.texts[must.text]}”"

    def _pick(self, pick: ops.PickOp) -> str:
        if pick.picks_sets:
            source = f"one of the sets {self.op(pick.source)}"
        elif pick.range_high is not None:
            source = f"one of {self.op(pick.source)}..{self.op(pick.range_high)}"
        elif pick.many:
            high = "all" if pick.high is None else self.op(pick.high)
            source = f"{self.op(pick.low)} to {high} of {self.op(pick.source)}"
        else:
            source = f"one of {self.op(pick.source)}"
        condition = "" if pick.condition is None else f" where v{pick.member_var}: {self.op(pick.condition)}"
        kept = self.cell(pick.answer_cell) + (f" by way of {self.cell(pick.pending)}" if pick.pending >= 0 else "")
        return f"v{pick.var} ({pick.name}, {pick.shape}) {source}{condition}, kept in {kept}{', secret' if pick.secret else ''}"

    # -------------------------------------------------------------- statements

    def _statements(self, body: Iterable[ops.Stmt], depth: int) -> Iterable[str]:
        for statement in body:
            for line in STATEMENTS[type(statement)](self, statement):
                yield "  " * depth + line

    def _store(self, statement: ops.Store) -> Iterable[str]:
        yield f"{self.cell(statement.index)} := {self.op(statement.value)}"

    def _store_at(self, statement: ops.StoreAt) -> Iterable[str]:
        yield f"{self._row(statement.base, statement.size)}[{self.op(statement.at)}] := {self.op(statement.value)}"

    def _store_var(self, statement: ops.StoreVar) -> Iterable[str]:
        yield f"{self._param(statement.var)} := {self.op(statement.value)}"

    def _put(self, statement: ops.Put) -> Iterable[str]:
        yield f"put {self.op(statement.dice)} to {self.op(statement.location)}"

    def _face(self, statement: ops.Face) -> Iterable[str]:
        yield f"turn {self.op(statement.dice)} to show {self.op(statement.number)}"

    def _when(self, statement: ops.When) -> Iterable[str]:
        yield f"when {self.op(statement.condition)}"
        yield from self._statements(statement.then, 1)
        if statement.other:
            yield "else"
            yield from self._statements(statement.other, 1)

    def _each(self, statement: ops.Each) -> Iterable[str]:
        by = (
            ""
            if statement.by is None
            else f" by {'highest' if statement.highest else 'lowest'} {self.op(statement.by)}"
        )
        condition = "" if statement.condition is None else f" if {self.op(statement.condition)}"
        yield f"each {self._loop(statement.loop)}{condition}{by}"
        yield from self._statements(statement.body, 1)

    def _reset(self, statement: ops.Reset) -> Iterable[str]:
        for base, values in statement.runs:
            yield f"reset {self._row(base, len(values))} to {_row_of(values)}"

    def _tell(self, statement: ops.Tell) -> Iterable[str]:
        yield f"tell “{self.program.texts[statement.text]}”"

    def _check(self, statement: ops.Check) -> Iterable[str]:
        yield f"check {self.op(statement.condition)} or {statement.code} “{statement.message}”, line {statement.span.line}"

    # -------------------------------------------------------------- ends

    def _jump(self, end: ops.Jump) -> str:
        return f"-> block {end.block}"

    def _branch(self, end: ops.Branch) -> str:
        return f"-> block {end.then} if {self.op(end.condition)} else block {end.other}"

    def _back(self, end: ops.Back) -> str:
        return f"-> back to {self.cell(end.cell)}"

    def _ask(self, end: ops.Ask) -> str:
        return f"ask decision {end.decision}"

    def _roll(self, end: ops.RollDice) -> str:
        return f"roll {self.op(end.dice)} -> block {end.next}"

    def _draw(self, end: ops.DrawOne) -> str:
        how = "".join([", dealt" if end.dealt else "", ", equal dice as one lot" if end.alike else ""])
        members = self.op(end.members)
        return f"draw {self.cell(end.cell)}, one {end.shape} of {members}{how} -> block {end.next}"

    def _over(self, end: ops.Over) -> str:
        return "over"

    # -------------------------------------------------------------- expressions

    def op(self, op: ops.Op) -> str:
        return OPERATIONS[type(op)](self, op)

    def _loop(self, loop: ops.Loop) -> str:
        if loop.sets:
            return f"set v{loop.var} in {self.op(loop.source)}"
        if loop.binds:
            return f"v{loop.var} = {self.op(loop.source)}"
        if loop.high is not None:
            return f"v{loop.var} in {self.op(loop.source)}..{self.op(loop.high)}"
        return f"v{loop.var} in {self.op(loop.source)}"

    def _const(self, op: ops.Const) -> str:
        return _number(op.value)

    def _address(self, op: ops.Address) -> str:
        return f"block {op.block}"

    def _cell(self, op: ops.Cell) -> str:
        return self.cell(op.index)

    def _cell_at(self, op: ops.CellAt) -> str:
        return f"{self._row(op.base, op.size)}[{self.op(op.index)} else {_number(op.default)}]"

    def _var(self, op: ops.Var) -> str:
        return f"v{op.id}"

    def _bin(self, op: ops.Bin) -> str:
        if op.op in {"min", "max"}:
            return f"{op.op}({self.op(op.left)}, {self.op(op.right)})"
        return f"({self.op(op.left)} {op.op} {self.op(op.right)})"

    def _not(self, op: ops.Not) -> str:
        return f"not {self.op(op.operand)}"

    def _cond(self, op: ops.Cond) -> str:
        return f"({self.op(op.then)} if {self.op(op.condition)} else {self.op(op.other)})"

    def _count(self, op: ops.Count) -> str:
        return f"count({self.op(op.mask)})"

    def _lowest(self, op: ops.Lowest) -> str:
        return f"lowest({self.op(op.mask)})"

    def _highest(self, op: ops.Highest) -> str:
        return f"highest({self.op(op.mask)})"

    def _bit(self, op: ops.Bit) -> str:
        return f"({self.op(op.member)} in {self.op(op.mask)})"

    def _single(self, op: ops.Single) -> str:
        return f"{{{self.op(op.member)}}}"

    def _span(self, op: ops.Range) -> str:
        return f"{{{self.op(op.low)}..{self.op(op.high)}}}"

    def _list_at(self, op: ops.ListAt) -> str:
        return f"list {op.list}[{self.op(op.index)} else {_number(op.default)}]"

    def _call(self, op: ops.Call) -> str:
        return f"function {op.function}({', '.join(map(self.op, op.arguments))})"

    def _fold(self, op: ops.Fold) -> str:
        loops = " for ".join(self._loop(loop) for loop in op.loops)
        condition = "" if op.condition is None else f" if {self.op(op.condition)}"
        return f"{op.kind}({self.op(op.body)} for {loops}{condition})"

    def _reach(self, op: ops.Reach) -> str:
        return f"reach({self.op(op.start)} within {self.op(op.within)} by list {op.links})"

    def _one_piece(self, op: ops.OnePiece) -> str:
        return f"one piece({self.op(op.mask)} by list {op.links})"

    def _groups(self, op: ops.Groups) -> str:
        under = "" if op.under < 0 else f" on list {op.under} or {self.op(op.standing)}"
        return f"groups({self.op(op.count)} of {self.op(op.within)} by list {op.links}{under})"

    def _alike(self, op: ops.Alike) -> str:
        return f"alike({self.op(op.left)} on board {op.left_board}, {self.op(op.right)} on board {op.right_board})"

    def _copies(self, op: ops.Copies) -> str:
        return f"copies({self.op(op.shape)} of board {op.shape_board} in {self.op(op.within)} on board {op.board})"


def _number(value: int) -> str:
    if value == NO_NUMBER:
        return "none"
    return str(value) if value < 1 << 64 else hex(value)


def _row_of(values: Iterable[int]) -> str:
    """Values one after the other, the same ones counted."""
    groups: list[tuple[int, int]] = []
    for value in values:
        if groups and groups[-1][0] == value:
            groups[-1] = (value, groups[-1][1] + 1)
        else:
            groups.append((value, 1))
    return (
        " ".join(_number(value) if count == 1 else f"{count}*{_number(value)}" for value, count in groups) or "nothing"
    )


def _wrapped_lines(start: str, words: list[str]) -> Iterable[str]:
    line = start
    for word in words:
        if len(line) + len(word) > LONGEST_PRINTED_LINE:
            yield line
            line = "   "
        line += f" {word}"
    yield line


OPERATIONS: dict[type, Callable[[Printer, Any], str]] = {
    ops.Const: Printer._const, ops.Address: Printer._address, ops.Cell: Printer._cell, ops.CellAt: Printer._cell_at,
    ops.Var: Printer._var, ops.Bin: Printer._bin, ops.Not: Printer._not, ops.Cond: Printer._cond, ops.Count: Printer._count,
    ops.Lowest: Printer._lowest, ops.Highest: Printer._highest, ops.Bit: Printer._bit, ops.Single: Printer._single,
    ops.Range: Printer._span, ops.ListAt: Printer._list_at, ops.Call: Printer._call, ops.Fold: Printer._fold,
    ops.Reach: Printer._reach, ops.OnePiece: Printer._one_piece, ops.Groups: Printer._groups, ops.Alike: Printer._alike,
    ops.Copies: Printer._copies,
}  # fmt: skip
STATEMENTS: dict[type, Callable[[Printer, Any], Iterable[str]]] = {
    ops.Store: Printer._store, ops.StoreAt: Printer._store_at, ops.StoreVar: Printer._store_var, ops.Put: Printer._put,
    ops.Face: Printer._face, ops.When: Printer._when, ops.Each: Printer._each, ops.Reset: Printer._reset,
    ops.Tell: Printer._tell, ops.Check: Printer._check,
}  # fmt: skip
ENDS: dict[type, Callable[[Printer, Any], str]] = {
    ops.Jump: Printer._jump, ops.Branch: Printer._branch, ops.Back: Printer._back, ops.Ask: Printer._ask,
    ops.RollDice: Printer._roll, ops.DrawOne: Printer._draw, ops.Over: Printer._over,
}  # fmt: skip
