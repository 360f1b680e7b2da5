"""Where a game goes, on its lowered form: loops that nothing leaves, games that never end, ends that never come nearer."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from itertools import chain

from attrs import define, field

from dicedsl.check.checked_file import CheckedFile, head, warning
from dicedsl.check.settings import of_programs
from dicedsl.components import strong_components
from dicedsl.errors import Problem, raise_unhandled
from dicedsl.lower.step_lowering import StepLowering
from dicedsl.program import ops
from dicedsl.program.constants import constant_of
from dicedsl.program.control_flow import ReturnAddresses, next_blocks, return_addresses
from dicedsl.program.simplify import Simplifier
from dicedsl.program.walk import children
from dicedsl.text.source import Span
from dicedsl.typed import tree as t


def endless(checked: CheckedFile) -> Iterator[Problem]:
    """Report loops that nothing leaves, games that never end, and ends that never come nearer."""
    yield from of_programs(checked, lambda lowering: _in_program(checked, lowering))


def _in_program(checked: CheckedFile, lowering: StepLowering) -> Iterator[Problem]:
    graph = BlockGraph.of(lowering.world.program)
    yield from _endless(lowering, graph)
    yield from _only_rolls(lowering, graph)
    yield from _never_over(lowering, graph)
    yield from _fixed_ends(lowering, graph, lowering.world.game.book is not checked.book)


# ------------------------------------------------------------------ blocks and the ways between them


@define(eq=False, repr=False, slots=False)
class BlockGraph:
    program: ops.Program
    ways: dict[int, tuple[int, ...]] = field(factory=dict)
    pausing: set[int] = field(factory=set)
    reached: set[int] = field(factory=set)

    @staticmethod
    def of(program: ops.Program) -> BlockGraph:
        graph = BlockGraph(program)
        back = return_addresses(program)
        for block in program.blocks:
            graph.ways[block.number] = tuple(graph._next(block.end, back))
            if isinstance(block.end, (ops.Ask, ops.RollDice, ops.DrawOne, ops.Over)):
                graph.pausing.add(block.number)
        graph.reached = graph.from_([program.entry])
        return graph

    def _next(self, end: ops.End, back: ReturnAddresses) -> list[int]:
        """What may follow, without ways that are never gone: what an author wrote may always or never hold."""
        truth = constant_of(end.condition) if isinstance(end, ops.Branch) else None
        if isinstance(end, ops.Branch) and truth is not None:
            return [end.then if truth else end.other]
        return next_blocks(self.program, end, back)

    def from_(self, starts: list[int], through_pauses: bool = True, without: int = -1) -> set[int]:
        seen: set[int] = set()
        todo = list(starts)
        while todo:
            block = todo.pop()
            if block in seen or block == without:
                continue
            seen.add(block)
            if through_pauses or block not in self.pausing:
                todo.extend(self.ways[block])
        return seen

    def loops(self, through: Collection[int] = ()) -> Iterator[set[int]]:
        """Groups of blocks that lead to each other without a choice, a roll or a draw, but for those it may go `through`."""
        for group in strong_components(sorted(self.reached), lambda block: self._plain(block, through)):
            if len(group) > 1 or group[0] in self._plain(group[0], through):
                yield set(group)

    def _plain(self, block: int, through: Collection[int]) -> tuple[int, ...]:
        return () if block in self.pausing and block not in through else self.ways[block]


# ------------------------------------------------------------------ what is read and written

Cells = set[int]


def reads(op: object, program: ops.Program, done: set[int] | None = None) -> Cells:
    """The cells an operation looks at."""
    done = set() if done is None else done
    cells: Cells = set()
    if isinstance(op, ops.Cell):
        cells.add(op.index)
    elif isinstance(op, ops.CellAt):
        cells.update(range(op.base, op.base + op.size))
    elif isinstance(op, ops.Call) and op.function not in done:
        done.add(op.function)
        function = program.functions[op.function]
        if function is not None:
            cells |= reads(function.body, program, done)
    for child in children(op):
        cells |= reads(child, program, done)
    return cells


def writes(statement: ops.Stmt, program: ops.Program) -> Iterable[int]:
    reg = program.reg
    if isinstance(statement, ops.Store):
        return {statement.index}
    if isinstance(statement, ops.StoreAt):
        return range(statement.base, statement.base + statement.size)
    if isinstance(statement, ops.Put):
        return chain(range(reg.location, reg.face), range(reg.zone_mask, reg.showing))
    if isinstance(statement, ops.Face):
        return _faces(program)
    if isinstance(statement, ops.When):
        return cells_written((*statement.then, *statement.other), program)
    if isinstance(statement, ops.Each):
        return cells_written(statement.body, program)
    if isinstance(statement, (ops.StoreVar, ops.Tell, ops.Check, ops.Reset)):
        return ()  # a reset brings back what a cell began with, which changes nothing by itself
    raise_unhandled(statement)


def cells_written(statements: Iterable[ops.Stmt], program: ops.Program) -> Cells:
    """The cells that some of these statements write. Of statements that all write the same, such as moves of dice, one is looked at."""
    cells: Cells = set()
    alike: set[type] = set()
    for statement in statements:
        if isinstance(statement, (ops.Put, ops.Face)):
            if type(statement) in alike:
                continue
            alike.add(type(statement))
        cells.update(writes(statement, program))
    return cells


def _faces(program: ops.Program) -> Iterable[int]:
    reg = program.reg
    dice = range(reg.face, reg.face + len(program.dice))
    return chain(dice, range(reg.showing, reg.showing + program.max_face + 1))


def block_writes(block: ops.Block, program: ops.Program) -> Cells:
    cells = cells_written(block.body, program)
    if isinstance(block.end, ops.RollDice):
        cells.update(_faces(program))
        cells.add(program.reg.shown)
    elif isinstance(block.end, ops.DrawOne):
        cells.add(block.end.cell)
    elif isinstance(block.end, ops.Ask):
        cells.update(p.answer_cell for a in program.decisions[block.end.decision].alternatives for p in a.picks)
    return cells


# ------------------------------------------------------------------ the checks


def _place(group: set[int], lowering: StepLowering) -> Span:
    spans = [lowering.world.program.spans[b] for b in group if b in lowering.world.program.spans]
    return head(min(spans, key=lambda s: s.end - s.start)) if spans else lowering.world.game.book.head.title.span


def _endless(lowering: StepLowering, graph: BlockGraph) -> Iterator[Problem]:
    program = lowering.world.program
    for group in graph.loops():
        leaving = [b for b in group if any(way not in group for way in graph.ways[b])]
        if not leaving:
            yield Problem(
                "E441", "this goes on for ever: there is no choice, no roll and no way out of it", _place(group, lowering),
                help="let it ask or roll, or leave it with `stop`, `end turn` or a winner",
            )  # fmt: skip
            continue
        if any(not isinstance(program.blocks[b].end, ops.Branch) for b in leaving):
            continue
        changed: Cells = set().union(*(block_writes(program.blocks[b], program) for b in group))
        begun = _begun_anew(group, program, changed)
        if not any(_may_leave(program.blocks[b].end, group, program, changed, begun) for b in leaving):
            yield Problem(
                "E441", "this can go on for ever: nothing in it changes what it waits for", _place(group, lowering),
                help="roll, ask or change something in it before it looks again",
            )  # fmt: skip


def _begun_anew(group: set[int], program: ops.Program, changed: Cells) -> dict[int, int]:
    """The cells that begin anew in a loop, with their values, but for those that it changes as well."""
    resets = [s for b in group for s in program.blocks[b].body if isinstance(s, ops.Reset)]
    begun = {first + i: value for s in resets for first, values in s.runs for i, value in enumerate(values)}
    return {cell: value for cell, value in begun.items() if cell not in changed}


def _may_leave(end: ops.End, group: set[int], program: ops.Program, changed: Cells, begun: dict[int, int]) -> bool:
    """Whether a branch can lead out of a loop that was not left at once: by what changes in it, or begins anew."""
    assert isinstance(end, ops.Branch)
    looked = reads(end.condition, program)
    if looked & changed:
        return True
    if not looked & begun.keys():
        return False
    truth = constant_of(Simplifier(program, begun)(end.condition))
    return truth is None or (end.then if truth else end.other) not in group


def _only_rolls(lowering: StepLowering, graph: BlockGraph) -> Iterator[Problem]:
    """Loops in which dice fall for ever. Where the whole game is one, that is told otherwise."""
    if not _can_be_over(graph):
        return
    chance = {b.number for b in graph.program.blocks if isinstance(b.end, (ops.RollDice, ops.DrawOne))}
    for group in graph.loops(through=chance):
        if group & chance and not any(way not in group for b in group for way in graph.ways[b]):
            yield Problem(
                "E441", "this goes on for ever: it only rolls, and there is no way out of it", _place(group, lowering),
                help="leave it with `stop`, `end turn` or a winner",
            )  # fmt: skip


def _can_be_over(graph: BlockGraph) -> bool:
    return any(isinstance(graph.program.blocks[b].end, ops.Over) for b in graph.reached)


def _never_over(lowering: StepLowering, graph: BlockGraph) -> Iterator[Problem]:
    book = lowering.world.game.book
    if _can_be_over(graph):
        return
    if lowering.game_exit.number in graph.reached and "match" in book.flows:
        yield Problem(
            "E442", "this match can never end", head(book.flows["match"].span),
            help='write `match ends "enough games" when ...: ... wins the match`',
        )  # fmt: skip
        return
    yield Problem(
        "E442", "this game can never end: nobody ever wins", book.head.title.span,
        help='write `end "the goal is reached" when ...: ... wins`, or let a rule say who wins',
    )  # fmt: skip


def _fixed_ends(lowering: StepLowering, graph: BlockGraph, of_variant: bool) -> Iterator[Problem]:
    program = lowering.world.program
    changed: Cells = set().union(*(block_writes(program.blocks[b], program) for b in graph.reached))
    for ending in lowering.standing.endings:
        item = ending.item
        if not isinstance(item, (t.End, t.Whenever)):
            continue
        if not reads(ending.condition, program) & changed:
            what = "`whenever`" if isinstance(item, t.Whenever) else "end"
            yield warning(
                "W611", f"nothing in the rules ever changes what this {what} waits for", item.condition.span,
                _help_with_fixed(item, of_variant),
            )  # fmt: skip


def _help_with_fixed(item: t.End | t.Whenever, of_variant: bool) -> str:
    """What can be written, in the variant if it is wrong only there."""
    if not of_variant:
        return "change it in a rule, or let it wait for something else"
    if isinstance(item, t.Whenever):
        return "let a rule of the variant change it, or `replace` this line there"
    return f'let a rule of the variant change it, or take the end away there: `remove end "{item.caption}"`'
