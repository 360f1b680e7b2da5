"""The odds of a throw, asked in the words of the language: `sum of highest 3 of 4 dice`, `at least 2 of 5 dice show 6`.

An expression becomes the one line that a tiny rulebook shows, so that it is read, checked and worked out as in any game. Dice that
are named in it, such as `4 dice`, become zones of that rulebook. Equal dice are counted together and not one by one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from fractions import Fraction
from math import comb, prod
from typing import Any

from attrs import define, field, frozen

from dicedsl.built_in import COLOURS
from dicedsl.errors import DiceError, Fault, Problem, UsageError
from dicedsl.interpreter.game import load
from dicedsl.interpreter.lab.odds.spread import Item, Spread, chance_data, chance_told, is_short
from dicedsl.interpreter.state import State
from dicedsl.interpreter.table.game_table import GameTable
from dicedsl.program import ops
from dicedsl.program.sets import NO_NUMBER
from dicedsl.program.telling import ToldValue

MOST_ROLLS = 1_000_000  # different ones that are looked at
MOST_WRITTEN = 100  # digits
MOST_CHARACTERS = 2000  # characters of an expression
ANSWER = "answer"
ZONE = "throw"
NUMBERS = r"\d+\s+to\s+\d+|\d+(?:\s+\d+)+"
DICE = re.compile(
    rf"(?<![\w-])\d+\s+(?:(?:{'|'.join(COLOURS)})\s+)?(?:dice|die)(?![\w-])(?:\s+with\s+faces\s+(?:{NUMBERS}))?"
)
# `there are 2 dice showing 6` counts dice that are there; everywhere else a number in front of `dice` throws so many.
THERE = re.compile(r"\bthere\s+(?:is|are)\s+(?:(?:at\s+(?:least|most)|(?:more|less|fewer)\s+than|exactly)\s+)?$")
BEST = re.compile(r"\b(best|worst)(?=\s+(?:\d+|\([^()]*\))\s+of\b)")
RULEBOOK = """game "A throw"
players 1

material:
    {zones}

turn:
    roll dice
    choose:
        "done": you win

shown:
    ({asked}) as "{answer}"
"""


@frozen
class ThrowOdds:
    """What an expression comes to: a spread of numbers or words, or the chance that it holds."""

    expression: str
    rolls: int  # that differ
    ways: int | None  # that are equally likely; None where they are too many to be written down
    spread: Spread
    is_condition: bool

    @property
    def chance(self) -> Fraction:
        """How likely a condition holds."""
        return self.spread.chances.get("yes", Fraction(0))

    def as_json(self) -> dict[str, Any]:
        head = {"expression": self.expression, "rolls": self.rolls, "ways": self.ways}
        return {**head, **(chance_data(self.chance) if self.is_condition else self.spread.as_json())}

    def text(self) -> str:
        if self.is_condition:
            chance, ways = self.chance, self.ways
            counted = "" if ways is None else f" ({chance.numerator * (ways // chance.denominator)} of {ways} ways)"
            return f"{self.expression}: {chance_told(chance)}{counted}"
        figures = f": {self.spread.figures()}" if self.spread.is_of_numbers else ""
        return "\n".join([f"{self.expression}{figures}", *self.spread.lines()])


def odds_of(expression: str, dice: Sequence[str] = (), faces: str | None = None) -> ThrowOdds:
    """The odds of an expression. `dice` are lines of material, such as `attack: 3 dice`; `faces` those of dice that name none.

    UsageError if it cannot be read, or has more rolls than can be looked at.
    """
    asked = _Asked.read(expression, dice, faces)
    table = asked.table()
    state = table.start()
    rolling = table.rolling(state)
    if not rolling:
        raise UsageError(f"{asked.expression}: no dice are thrown here")
    rolls, every = ways_to_fall(table, state), prod(len(table.program.dice[die].faces) for die in rolling)
    ways = every if is_short(Fraction(every), MOST_WRITTEN) else None
    if rolls > MOST_ROLLS:
        raise UsageError(f"this throw has {rolls:,} different rolls, and at most {MOST_ROLLS:,} can be looked at")
    worth = next(info.content for info in table.program.telling.shown if info.name == ANSWER)
    assert isinstance(worth, ToldValue)
    if worth.many or (isinstance(worth.value, ops.Count) and not asked.is_number()):
        raise UsageError(f"{asked.expression}: that is several things at once; say sum of, count of or highest of them")
    words_of, value = in_words(table, worth), table.expressions.function_of(worth.value)
    end = table.program.blocks[state.cells[table.reg.pc]].end
    chances: dict[int, Fraction] = {}
    try:
        for outcome in table.outcomes(state):
            cells = list(state.cells)
            table.write_outcome(cells, end, outcome)
            answer = int(value(cells))
            chances[answer] = chances.get(answer, Fraction(0)) + outcome.probability
    except Fault as fault:
        raise UsageError(f"{asked.expression}: {fault.message}") from None
    spread = Spread.of(((words_of(answer), chance) for answer, chance in chances.items()), ways)
    return ThrowOdds(asked.expression, rolls, ways, spread, worth.shape == "truth")


def ways_to_fall(table: GameTable, state: State) -> int:
    """How many different outcomes the roll that is to come has, when equal dice are not told apart."""
    dice = table.program.dice
    lots = table.outcome_lister.equal_groups(list(state.cells), sum(1 << die for die in table.rolling(state)))
    return prod(comb(len(set(dice[lot[0]].faces)) + len(lot) - 1, len(lot)) for lot in lots)


def in_words(table: GameTable, worth: ToldValue) -> Callable[[int], Item]:
    """How what a value comes to is told: a number as such, yes or no, or the name of something."""
    if worth.shape == "number" and not worth.many:
        return lambda answer: "none" if answer == NO_NUMBER else answer
    if worth.shape == "truth" and not worth.many:
        return lambda answer: "yes" if answer else "no"
    return lambda answer: table.words.content_text(worth.shape, worth.many, answer)


@define
class _Asked:
    """An expression as it was typed, and as it stands in a rulebook: `zones` by the words that were typed for them."""

    expression: str
    written: str
    zones: list[str]
    typed: dict[str, str] = field(factory=dict)

    @classmethod
    def read(cls, expression: str, dice: Sequence[str], faces: str | None) -> _Asked:
        """An expression with the dice it throws. UsageError if it cannot be one."""
        if len(expression) + sum(map(len, dice)) > MOST_CHARACTERS:
            raise UsageError(f"an expression has at most {MOST_CHARACTERS:,} characters")
        if faces is not None and not re.fullmatch(NUMBERS, faces.strip()):
            raise UsageError(f"faces are a range such as 1 to 8, or numbers such as 1 2 2 3 3 4, but not {faces}")
        asked = cls(" ".join(expression.split()), "", [])
        if "#" in expression or not asked.expression:
            raise UsageError("write an expression of the language, such as sum of 3 dice")
        for line in dice:
            asked.zones.append(_with_faces(" ".join(line.split()), faces))
        asked.written = asked._with_zones(faces)
        if not asked.zones:
            raise UsageError(
                f"{asked.expression}: no dice are thrown here; write how many, as in sum of 3 dice, or give them with --dice"
            )
        return asked

    def _with_zones(self, faces: str | None) -> str:
        """The expression with a zone for each number of dice that is named in it."""
        pieces, at, text = [], 0, BEST.sub(lambda best: "highest" if best[1] == "best" else "lowest", self.expression)
        for match in DICE.finditer(text):
            if THERE.search(text, 0, match.start()):
                continue
            name = f"{ZONE}-{len(self.typed) + 1}"
            self.typed[name] = match[0]
            self.zones.append(f"{name}: {_with_faces(match[0], faces)}")
            pieces += [text[at : match.start()], name]
            at = match.end()
        return "".join([*pieces, text[at:]])

    def table(self) -> GameTable:
        return self._made(self.written)

    def is_number(self) -> bool:
        """Whether that can be reckoned with. A set of dice is shown as how many they are; who asks for its odds means something else."""
        try:
            self._made(f"{self.written} + 0")
        except UsageError:
            return False
        return True

    def _made(self, written: str) -> GameTable:
        text = RULEBOOK.format(zones="\n    ".join(self.zones), asked=written, answer=ANSWER)
        try:
            return load(text, "<odds>").table(1, starter=0)
        except DiceError as error:
            raise UsageError(self._said(error.problems[0])) from None

    def _said(self, problem: Problem) -> str:
        """What is wrong in one sentence, in the words that were typed."""
        written, at = problem.span.source.text, problem.span.start
        if at >= written.rfind(f') as "{ANSWER}"'):
            return f"{self.expression}: the end of this cannot be read"
        # How the lines of a rulebook are written, and that words can be explained there, is no help here.
        helps = problem.help and not problem.code.startswith("E1") and "`words:`" not in problem.help
        text = f"{self.expression}: {problem.message}{f'; {problem.help}' if helps else ''}"
        for name in reversed(self.typed):
            text = text.replace(name, self.typed[name])
        return text


def _with_faces(dice: str, faces: str | None) -> str:
    return dice if faces is None or "with faces" in dice else f"{dice} with faces {' '.join(faces.split())}"
