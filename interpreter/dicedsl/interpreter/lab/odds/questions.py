"""Expressions that somebody asks of a game, read in the words of its rulebook: they are lines that it shows beside its own."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from attrs import frozen

from dicedsl.errors import DiceError, UsageError
from dicedsl.interpreter.lab.odds.spread import Item
from dicedsl.interpreter.lab.odds.throws import in_words
from dicedsl.interpreter.table.game_table import GameTable
from dicedsl.interpreter.table.sight import Cells
from dicedsl.program import ops
from dicedsl.program.liveness import run_of
from dicedsl.program.sets import NO_NUMBER
from dicedsl.program.telling import ShownInfo, ToldValue
from dicedsl.text.source import Source

MOST_CHARACTERS = 2000  # characters of a question
ASKED_MARK = "(asked) "  # in front of the names of such lines; no line of a rulebook is called so
LASTING_SCOPES = ("game", "match")  # scopes of memory that a turn leaves behind


def with_questions(source: Source, asked: Sequence[str]) -> Source:
    """The text of a rulebook that shows these expressions as well."""
    if not asked:
        return source
    for text in asked:
        if "#" in text or '"' in text or not text.strip() or len(text) > MOST_CHARACTERS:
            raise UsageError(f"{text[:60]}: this is no expression of the language")
    lines = "".join(f'    ({" ".join(text.split())}) as "{ASKED_MARK}{i}"\n' for i, text in enumerate(asked))
    return Source(source.name, f"{source.text.rstrip()}\n\nshown:\n{lines}")


def misread(error: DiceError, source: Source, written: Source, asked: Sequence[str]) -> UsageError | None:
    """What is wrong with a question, in one sentence; None if it is the rulebook that is wrong."""
    ours = [
        p for p in error.problems if p.span.source.text == written.text and p.span.start >= len(source.text.rstrip())
    ]
    if not ours or not asked:
        return None
    line = ours[0].span.line - written.text.rstrip("\n").count("\n") - 1 + len(asked) - 1
    text = asked[min(max(line, 0), len(asked) - 1)]
    return UsageError(f"{' '.join(text.split())}: {ours[0].message}")


@frozen(eq=False)
class LabQuestion:
    """An expression and what it comes to in a position, where `you` is the player whom it is asked for."""

    text: str
    table: GameTable
    info: ShownInfo
    seat: int

    @property
    def is_condition(self) -> bool:
        return self.worth.shape == "truth"

    @property
    def worth(self) -> ToldValue:
        assert isinstance(self.info.content, ToldValue)
        return self.info.content

    def value(self, cells: Cells, *keys: int) -> int | None:
        """What the expression comes to; None where there is nothing to tell."""
        mine = list(cells)
        mine[self.table.reg.actor] = self.seat
        condition = self.info.condition
        if condition is not None and not self.table.expressions.value_of(condition, self.info.variables, keys, mine):
            return None
        value = self.table.expressions.value_of(self.worth.value, self.info.variables, keys, mine)
        return None if value == NO_NUMBER and self.worth.shape == "number" else value

    def holds(self, cells: Cells) -> bool:
        return bool(self.value(cells))

    def told(self, cells: Cells, *keys: int) -> Item:
        value = self.value(cells, *keys)
        return "none" if value is None else in_words(self.table, self.worth)(value)


def questions(table: GameTable, seat: int, asked: Sequence[str]) -> list[LabQuestion]:
    """The questions that were put into the text of this game, in their order."""
    by_name = {info.name: info for info in table.program.telling.shown}
    read = [LabQuestion(text, table, by_name[f"{ASKED_MARK}{i}"], seat) for i, text in enumerate(asked)]
    for question in read:
        if question.worth.many:
            raise UsageError(
                f"{question.text}: that is several things at once; say sum of, count of or highest of them"
            )
    return read


def reads_counters(table: GameTable, asked: Sequence[LabQuestion]) -> bool:
    """Whether they ask for turns, rounds or games that were played, by which positions are not told apart otherwise."""
    reg = table.reg
    counters = 1 << reg.turns_played | 1 << reg.rounds | 1 << reg.game | run_of(reg.turns_of_player, table.players)
    read: list[ops.Op] = [question.worth.value for question in asked]
    return bool(table.expressions.reads()(*read) & counters)


def numbers(table: GameTable, seat: int) -> Mapping[str, Callable[[Cells], Item]]:
    """The numbers a rulebook shows of a player and of the table, by name."""
    functions: dict[str, Callable[[Cells], Item]] = {}
    for slot, _ in table.sight.slots:
        if slot.shape == "number" and not slot.many and slot.name not in table.program.telling.quiet:
            if slot.keys in {(), ("player",)}:
                functions[slot.name] = _kept(slot.base + (seat if slot.keys else 0))
    for info in table.program.telling.shown:
        worth = info.content
        if (
            info.name in functions
            or info.name.startswith(ASKED_MARK)
            or not isinstance(worth, ToldValue)
            or worth.shape != "number"
            or worth.many
        ):
            continue
        if info.keys in {(), ("player",)}:
            question = LabQuestion(info.name, table, info, seat)
            functions[info.name] = lambda cells, q=question: q.told(cells, *((seat,) if q.info.keys else ()))  # type: ignore[misc]
    return functions


def _kept(cell: int) -> Callable[[Cells], Item]:
    return lambda cells: "none" if cells[cell] == NO_NUMBER else cells[cell]


def belongings(table: GameTable, seat: int) -> Callable[[Cells], tuple[int, ...]] | None:
    """All that a player has beyond the turn: memory of the player and dice in zones of the player; None if there is no such thing."""
    program, quiet = table.program, table.program.telling.quiet
    cells: list[int] = []
    for slot in program.slots:
        if slot.scope in LASTING_SCOPES and slot.keys[:1] == ("player",) and slot.name not in quiet:
            size = slot.size // table.players
            cells += range(slot.base + seat * size, slot.base + (seat + 1) * size)
    cells += [table.reg.zone_mask + zone.number for zone in program.zones if zone.owner == seat]
    return (lambda here: tuple(here[cell] for cell in cells)) if cells else None
