"""A program as one Python function that plays a whole game: its blocks laid out one after the other, rolls and choices drawn on the spot.

What is generated holds only numbers and names made here (S, c7, v7, t3): nothing of the author's text.
"""

from __future__ import annotations

from collections.abc import Iterator

from dicedsl.interpreter import helpers
from dicedsl.interpreter.byte_source import LIMITS
from dicedsl.interpreter.play_expressions import Expressions
from dicedsl.interpreter.survey import successors
from dicedsl.ir import ops
from dicedsl.ir.inline import ATOMS

MOST_TAIL = 60  # lines that are repeated rather than jumped to
MOST_DEPTH = 40


class PlayWriter(Expressions):
    """Python source of one function that plays a whole game."""

    def __init__(self, program: ops.Program) -> None:
        super().__init__(program)
        self.suspensions = 0
        self.heads: dict[int, int] = {}
        self.tail: dict[int, int] = {}
        self._find_heads()

    # -------------------------------------------------------------- which blocks are jumped to

    def _next(self, number: int) -> list[int]:
        end = self.p.blocks[number].end
        if isinstance(end, ops.Branch):
            condition = self.fold(end.condition)
            if isinstance(condition, ops.Const):
                return [end.then if condition.value else end.other]
        return successors(self.p, end, self.survey.ways_back)

    def _find_heads(self) -> None:
        """The entry, one block of every circle, and what would be repeated too often."""
        p = self.p
        heads = {p.entry}
        state: dict[int, int] = {}
        order: list[int] = []
        stack: list[tuple[int, Iterator[int]]] = [(p.entry, iter(self._next(p.entry)))]
        state[p.entry] = 1
        leading = dict.fromkeys(self.reached, 0)
        while stack:
            number, rest = stack[-1]
            following = next(rest, None)
            if following is None:
                state[number] = 2
                order.append(number)
                stack.pop()
                continue
            leading[following] += 1
            if state.get(following) == 1:
                heads.add(following)
            elif following not in state:
                state[following] = 1
                stack.append((following, iter(self._next(following))))
        for number in order:
            end = p.blocks[number].end
            if isinstance(end, ops.Back) and len(self._next(number)) > 1:
                heads.update(self._next(number))
        for number in order:
            block = p.blocks[number]
            own = (
                2
                + 2 * sum(1 for _ in self._flat(block.body))
                + (12 if isinstance(block.end, (ops.Ask, ops.RollDice)) else 0)
            )
            own += sum(1 if n in heads else self.tail.get(n, 1) for n in self._next(number))
            self.tail[number] = own
            if leading[number] > 1 and own > MOST_TAIL:
                heads.add(number)
        for number in sorted(heads):
            self._head(number)

    def _head(self, number: int) -> int:
        if number not in self.heads:
            self.heads[number] = len(self.heads)
        return self.heads[number]

    # -------------------------------------------------------------- statements

    def _silent(self, cell: int) -> bool:
        """Cells that only matter to somebody who looks on."""
        return cell in {self.reg.pc, self.reg.asked, self.reg.rolling} and cell not in self.read

    def statements(self, body: list[ops.Stmt] | tuple[ops.Stmt, ...], depth: int, known: dict[int, int]) -> None:
        before = len(self.lines)
        for s in body:
            self._statement(s, depth, known)
        if len(self.lines) == before:
            self.write(depth, "pass")

    def store(self, index: int, value: str, depth: int) -> None:
        if index not in self.survey.fixed and not self._silent(index):
            self.write(depth, f"{self.cell(index)} = {value}")

    def _statement(self, s: ops.Stmt, depth: int, known: dict[int, int]) -> None:
        if isinstance(s, ops.Store):
            if s.index in self.survey.fixed or self._silent(s.index):
                return
            if s.index in self.survey.back_cells:
                known.pop(s.index, None)
                if isinstance(s.value, ops.Const):
                    known[s.index] = s.value.value
            self.store(s.index, self.whole(s.value, depth), depth)
        elif isinstance(s, ops.StoreAt):
            at = self.fold(s.at)
            if isinstance(at, ops.Const) and 0 <= at.value < s.size:
                self._statement(ops.Store(s.base + at.value, s.value), depth, known)
                return
            value = self.whole(s.value, depth)
            index = self.top(s.at, depth)
            if not isinstance(at, ops.Var):
                if not isinstance(at, ATOMS):
                    self.write(depth, f"i = {index}")
                    index = "i"
                self.write(depth, f"if not 0 <= {index} < {s.size}: raise Again")
            self.write(depth, f"S[{s.base} + {index}] = {value}")
        elif isinstance(s, ops.StoreVar):
            self.write(depth, f"v{s.var} = {self.whole(s.value, depth)}")
        elif isinstance(s, ops.Put):
            self._put(s, depth)
        elif isinstance(s, ops.Face):
            dice = self.top(s.dice, depth)
            self.write(depth, f"turned(S, {dice}, {self.top(s.number, depth)})")
        elif isinstance(s, ops.When):
            condition = self.fold(s.condition)
            if isinstance(condition, ops.Const):
                self.statements(s.then if condition.value else s.other, depth, known)
                return
            self.write(depth, f"if {self.top(s.condition, depth)}:")
            inner: dict[int, int] = {}
            self.statements(s.then, depth + 1, inner)
            if s.other:
                self.write(depth, "else:")
                self.statements(s.other, depth + 1, inner)
            for nested in self._flat((*s.then, *s.other)):
                if isinstance(nested, ops.Store):
                    known.pop(nested.index, None)
        elif isinstance(s, ops.Each):
            self._each(s, depth, known)
        elif isinstance(s, ops.Reset):
            for base, values in s.runs:
                for i, first in enumerate(values):
                    known.pop(base + i, None)
                    self.store(base + i, str(first), depth)
        elif isinstance(s, ops.Check):
            self.write(depth, f"if not {self.top(s.condition, depth)}: raise Again")

    def _put(self, s: ops.Put, depth: int) -> None:
        dice = self.top(s.dice, depth)
        if self.p.boards:
            self.write(depth, f"m = {dice}")
            self.write(depth, f"put(S, m, {self.top(s.location, depth)}, 0)")
            return
        if not self._plain_location(s):
            self.write(depth, f"m = {dice}")
            self.write(depth, f"i = {self.top(s.location, depth)}")
            for z in range(len(self.p.zones)):
                self.write(depth, f"S[{self.reg.zone_mask + z}] &= ~m")
            self.write(depth, f"S[{self.reg.zone_mask} + i] |= m")
            return
        where = self.fold(s.location)
        assert isinstance(where, ops.Const)
        self.write(depth, f"m = {dice}")
        for z in range(len(self.p.zones)):
            cell = self.cell(self.reg.zone_mask + z)
            self.write(depth, f"{cell} |= m" if z == where.value else f"{cell} &= ~m")

    def _each(self, s: ops.Each, depth: int, known: dict[int, int]) -> None:
        var = f"v{s.loop.var}"
        self.memo, self.repeated = [{}], set()
        loop = ops.Loop(s.loop.var, self.fold(s.loop.source), None if s.loop.high is None else self.fold(s.loop.high))
        text = self.loop(loop, depth)
        if s.condition is not None or s.by is not None:
            name = self.temp()
            self.write(depth, f"{name} = []")
            self.write(depth, text)
            at = depth + 1
            if s.condition is not None:
                self.write(at, f"if {self.top(s.condition, at)}:")
                at += 1
            if s.by is not None:
                self.write(at, f"{name}.append(({'-' if s.highest else ''}({self.top(s.by, at)}), {var}))")
                text = f"for _, {var} in sorted({name}):"
            else:
                self.write(at, f"{name}.append({var})")
                text = f"for {var} in {name}:"
        self.write(depth, text)
        self.statements(s.body, depth + 1, {})
        for nested in self._flat(s.body):
            if isinstance(nested, ops.Store):
                known.pop(nested.index, None)

    # -------------------------------------------------------------- blocks

    def go(self, number: int, depth: int, known: dict[int, int]) -> None:
        if number in self.heads or depth > MOST_DEPTH:
            if number not in self.heads:
                self._head(number)
            self.write(depth, f"p = {self.heads[number]}")
            self.write(depth, "continue")
        else:
            self.block(number, depth, known)

    def block(self, number: int, depth: int, known: dict[int, int]) -> None:
        block = self.p.blocks[number]
        for s in block.body:
            self._statement(s, depth, known)
        end = block.end
        if isinstance(end, ops.Jump):
            self.go(end.block, depth, known)
        elif isinstance(end, ops.Branch):
            condition = self.fold(end.condition)
            if isinstance(condition, ops.Const):
                self.go(end.then if condition.value else end.other, depth, known)
                return
            self.write(depth, f"if {self.top(end.condition, depth)}:")
            self.go(end.then, depth + 1, dict(known))
            self.go(end.other, depth, known)
        elif isinstance(end, ops.Back):
            self._back(end, depth, known)
        elif isinstance(end, ops.Ask):
            self._ask(self.p.decisions[end.decision], depth, known)
        elif isinstance(end, ops.RollDice):
            self._roll(end, depth, known)
        elif isinstance(end, ops.DrawOne):
            self.suspensions += 1
            self.write(depth, f"m = {self.top(end.members, depth)}")
            self.write(depth, "if not m: raise Again")
            self.store(self.reg.asked, f"1 << {self._value(self.reg.actor)}", depth)
            self.store(end.cell, "nth(m, below(byte, m.bit_count()))", depth)
            self.go(end.next, depth, known)
        else:
            for cell in range(self.p.cells):
                if cell not in self.vectors and cell not in self.survey.fixed and not self._silent(cell):
                    self.write(depth, f"S[{cell}] = c{cell}")
            self.write(depth, f"S[{self.reg.pc}] = {number}")
            self.write(depth, f"S[{self.reg.over}] = 1")
            self.write(depth, f"S[{self.reg.asked}] = S[{self.reg.rolling}] = 0")
            self.write(depth, "return S")

    def _value(self, cell: int) -> str:
        return str(self.survey.fixed[cell]) if cell in self.survey.fixed else self.cell(cell)

    def _back(self, end: ops.Back, depth: int, known: dict[int, int]) -> None:
        ways = sorted(self.survey.ways_back.get(end.cell, ()))
        if end.cell in known:
            ways = [known[end.cell]]
        if len(ways) == 1:
            self.go(ways[0], depth, known)
            return
        for i, way in enumerate(ways):
            self.write(depth, f"{'if' if i == 0 else 'elif'} {self.cell(end.cell)} == {way}: p = {self._head(way)}")
        self.write(depth, "else: raise Again")
        self.write(depth, "continue")

    # -------------------------------------------------------------- rolls

    def _draw(self, name: str, sides: int, depth: int) -> None:
        self.write(depth, f"{name} = byte()")
        if 256 % sides:
            self.write(depth, f"while {name} >= {LIMITS[sides]}: {name} = byte()")

    def _roll(self, end: ops.RollDice, depth: int, known: dict[int, int]) -> None:
        self.suspensions += 1
        p, reg = self.p, self.reg
        mask = self.fold(end.dice)
        text = self.top(end.dice, depth)
        numbered = all(d.numbered for d in p.dice) or not any(len(g) > 1 for g in p.plain_groups)
        faces = {d.faces for d in p.dice}
        if isinstance(mask, ops.Const):
            dice = helpers.B[mask.value]
        if not self._silent(reg.asked) and mask != ops.ZERO:
            self.write(depth, f"if {text}: {self.cell(reg.asked)} = 1 << {self._value(reg.actor)}")
        if isinstance(mask, ops.Const) and numbered and len(dice) <= 2:
            for die in dice:
                self._fall(str(die), str(1 << die), p.dice[die].faces, depth)
        elif numbered and len(faces) == 1 and len(next(iter(faces))) <= 256:
            self.write(depth, f"for d in B[{text}]:")
            self.write(depth + 1, "o = 1 << d")
            self._fall("d", "o", next(iter(faces)), depth + 1)
        else:
            self.write(depth, f"throw(S, {text}, byte)")
            if reg.shown not in self.vectors:
                self._conceal(text, depth)
            self.go(end.next, depth, known)
            return
        self._conceal(text, depth)
        self.go(end.next, depth, known)

    def _conceal(self, dice: str, depth: int) -> None:
        if self.reg.shown not in self.survey.fixed:
            self.write(depth, f"{self.cell(self.reg.shown)} &= ~{dice}")

    def _fall(self, die: str, one: str, faces: tuple[int, ...], depth: int) -> None:
        reg = self.reg
        sides = len(faces)
        self._draw("n", sides, depth)
        if faces == tuple(range(1, sides + 1)):
            self.write(depth, f"n = n % {sides} + 1")
        else:
            self.write(depth, f"n = {faces}[n % {sides}]")
        self.write(depth, f"S[{reg.showing} + S[{reg.face} + {die}]] &= ~{one}")
        self.write(depth, f"S[{reg.showing} + n] |= {one}")
        self.write(depth, f"S[{reg.face} + {die}] = n")

    # -------------------------------------------------------------- choices

    def _ask(self, decision: ops.Decision, depth: int, known: dict[int, int]) -> None:
        self.suspensions += 1
        if self.sorts:
            self.write(depth, "sorted_dice(S)")
        if all(not a.picks for a in decision.alternatives):
            self._ask_plain(decision, depth, known)
            return
        single = len(decision.alternatives) == 1 and len(decision.alternatives[0].picks) == 1
        self.write(depth, "q = []")
        self.write(depth, "found = q.append")
        for i, alternative in enumerate(decision.alternatives):
            self._answers(i, alternative, single, depth)
        self.write(depth, "n = len(q)")
        self.write(depth, "if not n:")
        self._nothing(decision, depth + 1, dict(known))
        self.write(depth, "a = q[byte() % n] if n in EVEN else q[below(byte, n)]")
        for i, alternative in enumerate(decision.alternatives):
            at = depth
            if i + 1 < len(decision.alternatives):
                self.write(depth, f"if a[0] == {i}:")
                at += 1
            for j, pick in enumerate(alternative.picks):
                self.store(pick.cell, "a" if single else f"a[{j + 1}]", at)
            self.go(alternative.block, at, dict(known))

    def _nothing(self, decision: ops.Decision, depth: int, known: dict[int, int]) -> None:
        if decision.nothing < 0:
            self.write(depth, "raise Again")
        else:
            self.go(decision.nothing, depth, known)

    def _ask_plain(self, decision: ops.Decision, depth: int, known: dict[int, int]) -> None:
        conditions: list[ops.Op] = []
        for a in decision.alternatives:
            whole: ops.Op = ops.ONE
            for must in a.musts:
                whole = ops.Bin("and", whole, must.condition)
            conditions.append(self.fold(whole))
        open_ = [i for i, c in enumerate(conditions) if isinstance(c, ops.Const) and c.value]
        unsure = [i for i, c in enumerate(conditions) if not isinstance(c, ops.Const)]
        if len(unsure) <= 2:
            self._tree(conditions, unsure, open_, depth)
        else:
            self.write(depth, "q = []")
            for i, condition in enumerate(conditions):
                if i in unsure:
                    self.write(depth, f"if {self.top(condition, depth)}: q.append({i})")
                elif i in open_:
                    self.write(depth, f"q.append({i})")
            self.write(depth, "a = q[below(byte, len(q))] if q else -1")
        possible = open_ + unsure
        if not open_:
            if not possible:
                self._nothing(decision, depth, known)
                return
            self.write(depth, "if a < 0:")
            self._nothing(decision, depth + 1, dict(known))
        possible.sort(key=lambda i: (self.tail.get(decision.alternatives[i].block, 0), i))
        for i in possible[:-1]:
            self.write(depth, f"if a == {i}:")
            self.go(decision.alternatives[i].block, depth + 1, dict(known))
        self.go(decision.alternatives[possible[-1]].block, depth, known)

    def _tree(self, conditions: list[ops.Op], unsure: list[int], open_: list[int], depth: int) -> None:
        if unsure:
            self.write(depth, f"if {self.top(conditions[unsure[0]], depth)}:")
            self._tree(conditions, unsure[1:], [*open_, unsure[0]], depth + 1)
            self.write(depth, "else:")
            self._tree(conditions, unsure[1:], open_, depth + 1)
            return
        ways = sorted(open_)
        count = len(ways)
        if count == 0:
            self.write(depth, "a = -1")
        elif count == 1:
            self.write(depth, "byte()")
            self.write(depth, f"a = {ways[0]}")
        else:
            self._draw("a", count, depth)
            rest = f"a & {count - 1}" if count & (count - 1) == 0 else f"a % {count}"
            self.write(depth, f"a = {rest}" if ways == list(range(count)) else f"a = {tuple(ways)}[{rest}]")

    def _answers(self, i: int, alternative: ops.AlternativeOp, single: bool, depth: int) -> None:
        depth = self._musts(alternative, 0, depth)
        for j, pick in enumerate(alternative.picks):
            depth = self._pick(pick, depth)
            depth = self._musts(alternative, j + 1, depth)
        values = [f"v{k.var}" for k in alternative.picks]
        self.write(depth, f"found({values[0] if single else f'({i}, {chr(44).join(values)})'})")

    def _musts(self, alternative: ops.AlternativeOp, after: int, depth: int) -> int:
        for must in alternative.musts:
            if must.after == after:
                condition = self.fold(must.condition)
                if isinstance(condition, ops.Const) and condition.value:
                    continue
                self.write(depth, f"if {self.top(must.condition, depth)}:")
                depth += 1
        return depth

    def _pick(self, pick: ops.PickOp, depth: int) -> int:
        source = self.top(pick.source, depth)
        if pick.range_high is not None:
            self.write(depth, f"for v{pick.var} in range({source}, {self.top(pick.range_high, depth)} + 1):")
            if pick.condition is not None:
                self.write(depth + 1, f"v{pick.it} = v{pick.var}")
                self.write(depth + 1, f"if {self.top(pick.condition, depth + 1)}:")
                return depth + 2
            return depth + 1
        if pick.condition is not None:
            name = self.temp()
            self.write(depth, f"{name} = 0")
            self.write(depth, f"for v{pick.it} in B[{source}]:")
            self.write(depth + 1, f"if {self.top(pick.condition, depth + 1)}: {name} |= 1 << v{pick.it}")
            source = name
        plain = pick.shape == "die" and bool(self.p.plain_groups)
        if not pick.many:
            self.write(depth, f"for v{pick.var} in B[{f'alike(S, {source})' if plain else source}]:")
            return depth + 1
        low = self.top(pick.low, depth)
        high = "99999" if pick.high is None else self.top(pick.high, depth)
        chooser = f"plain_subsets(S, {source}, {low}, {high})" if plain else f"subsets({source}, {low}, {high})"
        self.write(depth, f"for v{pick.var} in {chooser}:")
        return depth + 1

    # -------------------------------------------------------------- everything

    def source_text(self) -> str:
        p = self.p
        bodies: dict[int, list[str]] = {}
        while len(bodies) < len(self.heads):
            for number in list(self.heads):
                if number not in bodies:
                    self.lines = []
                    self.block(number, 0, {})
                    bodies[number] = self.lines
        self.lines = []
        for i in sorted(self.functions):
            function = p.functions[i]
            assert function is not None
            self.write(0, f"def f{i}({', '.join(['S', *(f'v{v}' for v in function.params)])}):")
            self.write(1, f"return {self.top(function.body, 1)}")
        self.write(0, "def play(S, byte, limit):")
        varying = [
            c for c in range(p.cells) if c not in self.vectors and c not in self.survey.fixed and not self._silent(c)
        ]
        for cell in varying:
            self.write(1, f"c{cell} = S[{cell}]")
        self.write(1, f"p = {self.heads[p.entry]}")
        self.write(1, f"for _ in range(limit // {max(1, self.suspensions)}):")
        if self.counts_steps:
            self.write(2, "WORK[0] = 0")
        order = sorted(self.heads, key=lambda n: (n == p.entry, self.heads[n]))
        self._dispatch([(self.heads[n], bodies[n]) for n in sorted(order, key=lambda n: self.heads[n])], 2)
        self.write(1, "raise Again")
        return "\n".join(self.lines) + "\n"

    def _dispatch(self, parts: list[tuple[int, list[str]]], depth: int) -> None:
        if len(parts) == 1:
            for line in parts[0][1]:
                self.write(depth, line)
            return
        half = len(parts) // 2
        self.write(depth, f"if p < {parts[half][0]}:")
        self._dispatch(parts[:half], depth + 1)
        self.write(depth, "else:")
        self._dispatch(parts[half:], depth + 1)
