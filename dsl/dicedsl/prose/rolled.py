"""Which dice an example rolls first: those of the set-up, and those with which the first turn or round begins."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from attrs import evolve, frozen

from dicedsl.prose.material import usual_number
from dicedsl.prose.name_nouns import PLAYER, walk
from dicedsl.prose.phrases import Phrases
from dicedsl.rulebook.parts import acting_parts
from dicedsl.syntax import nodes as n
from dicedsl.text.english import possessive

QUIET_STEPS = (n.Set, n.Add, n.Take, n.Remark, n.Say, n.Let)  # after which it goes on, and nothing has been rolled


@frozen
class Throw:
    """So many dice that are rolled at once, and what they are called."""

    dice: str
    count: int
    in_setup: bool


def throws_by_line(lines: Sequence[n.ExampleLine], phrases: Phrases, seats: Sequence[str]) -> dict[int, list[Throw]]:
    """By the identity of the lines before anything else happens: the throws whose numbers they give."""
    book = phrases.facts.book
    rolls = [node for part in acting_parts(book) for node in walk(part) if isinstance(node, n.Roll)]
    if (
        len({phrases.value(node.dice) for node in rolls if not _is_of_somebody(node.dice)}) < 2
        and "setup" not in book.flows
    ):
        return {}
    if phrases.facts.eliminates and any(isinstance(line, n.Given) for line in lines):
        return {}  # somebody may be out
    laid = {x.text for line in lines if isinstance(line, n.GivenHolds) for x in walk(line) if isinstance(x, n.Phrase)}
    expected = _Expected(phrases, seats, frozenset(laid)).throws()
    by_line: dict[int, list[Throw]] = {}
    for line in lines:
        if isinstance(line, (n.With, n.Given, n.GivenHolds, n.GivenStands, n.Remark)):
            continue
        if not isinstance(line, n.Rolled):
            break
        left = len(line.numbers)
        here: list[Throw] = []
        while left > 0 and expected:
            here.append(expected.pop(0))
            left -= here[-1].count
        if left != 0:
            break
        by_line[id(line)] = here
    return by_line


def _is_of_somebody(dice: n.Expr) -> bool:
    return not isinstance(dice, n.Name)


@frozen
class _Expected:
    phrases: Phrases
    seats: Sequence[str]
    laid: frozenset[str]  # zones that hold something else than usually
    whose: str = ""  # the player for whom steps are followed

    def throws(self) -> list[Throw]:
        book = self.phrases.facts.book
        throws: list[Throw] = []
        setup = book.flows.get("setup")
        if setup is not None and not self._follow(setup.block.steps, self.phrases, True, throws):
            return throws
        first = book.flows.get("round") or book.flows.get("turn")
        if first is not None:
            self._follow(first.block.steps, self.phrases, False, throws)
        return throws

    def _follow(self, steps: Iterable[object], phrases: Phrases, in_setup: bool, throws: list[Throw]) -> bool:
        """Gathers throws; whether it is known what comes after the steps."""
        for step in steps:
            if isinstance(step, n.Roll):
                count = self._count(step.dice)
                if count is None:
                    return False
                dice = phrases.members(step.dice)
                if self.whose:
                    name = step.dice.phrase.text if isinstance(step.dice, (n.Their, n.Apply)) else ""
                    dice = f"{'' if count == 1 else 'the dice in '}{possessive(self.whose)} {name}"
                throws.append(Throw(dice, count, in_setup))
            elif isinstance(step, n.For) and step.source is not None and step.condition is None:
                inner = phrases.over(step.name, step.source)[0]
                local = inner.locals[step.name.text]
                whole = isinstance(step.source, n.Name) and step.source.phrase.text in {"players", "everyone"}
                if local.noun != PLAYER or not whole or step.by is not None or not self.seats:
                    return False
                for seat in self.seats:
                    if not evolve(self, whose=seat)._follow(step.block.steps, inner, in_setup, throws):
                        return False
            elif isinstance(step, n.Do) and not step.arguments and step.rule.text in phrases.facts.book.rules:
                rule = phrases.facts.book.rules[step.rule.text]
                if not self._follow(rule.block.steps, phrases, in_setup, throws):
                    return False
            elif not isinstance(step, QUIET_STEPS):
                return False
        return True

    def _count(self, dice: n.Expr) -> int | None:
        phrase = dice.phrase if isinstance(dice, (n.Name, n.Their, n.Apply)) else None
        zone = None if phrase is None else self.phrases.facts.book.zones.get(phrase.text)
        if zone is None or zone.amount is None or zone.name.text in self.laid:
            return None
        if bool(zone.keys) == isinstance(dice, n.Name) or bool(zone.keys) != bool(self.whose):
            return None
        return usual_number(zone.amount, self.phrases)
