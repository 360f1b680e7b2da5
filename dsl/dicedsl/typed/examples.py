"""Worked examples among the names of their game and of the players they give names to."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import Any, Protocol, TypeVar

from attrs import define

from dicedsl.errors import Problem, errors_of
from dicedsl.rulebook.example_unfolding import each_once
from dicedsl.syntax import nodes as n
from dicedsl.syntax.walk import walk
from dicedsl.text.budget import WorkBudget
from dicedsl.text.source import Span
from dicedsl.typed import conditions, name_expressions, steps
from dicedsl.typed import tree as t
from dicedsl.typed.dependence import nodes_in
from dicedsl.typed.elaborator import Elaborator
from dicedsl.typed.example_names import EXAMPLE_HANDLERS, seen_from
from dicedsl.typed.game import elaborator
from dicedsl.typed.kinds import DIE, PLAYER, one
from dicedsl.typed.name_uses import NameUse
from dicedsl.typed.names import splits
from dicedsl.typed.scope import NameScope
from dicedsl.typed.semantic_error import AlreadyReported, SemanticError

T = TypeVar("T")


class ExampleWorld(Protocol):
    """The material of a game for a setting, where expressions can be worked out."""

    expressions: Any


COUNTERS = ("turns played", "rounds played")
AWAITED = ("roll", "draw")
ANSWERING = (n.Rolled, n.Drawn, n.Chooses, n.MayOnly, n.MayNot, n.Ways, n.MovesCounted)


def parts_of(condition: n.Expr) -> list[n.Expr]:
    """What `and` joins."""
    if isinstance(condition, n.And):
        return [*parts_of(condition.left), *parts_of(condition.right)]
    return [condition]


@define(eq=False, repr=False, slots=False)
class Examples:
    """Elaborates the lines of examples, each by itself: what is wrong with one does not stop the others."""

    game: t.TypedGame
    elaborator: Elaborator
    scope: NameScope

    @classmethod
    def of(cls, game: t.TypedGame, seats: dict[str, int], budget: WorkBudget | None = None) -> Examples:
        asked = elaborator(game, budget)
        asked.handlers = EXAMPLE_HANDLERS
        return cls(game, asked, NameScope(seats=seats))

    def _try(self, make: Callable[[], T]) -> T | Problem:
        """What is made of a line, or the first thing that is wrong with it."""
        self.elaborator.problems.clear()
        self.elaborator.forget()
        try:
            result = make()
        except SemanticError as error:
            return self.elaborator.problems[0] if self.elaborator.problems else error.problem
        return self.elaborator.problems[0] if self.elaborator.problems else result

    def _or_wrong(self, make: Callable[[], T], span: Span) -> T | t.WrongLine:
        result = self._try(make)
        if isinstance(result, Problem):
            return t.WrongLine(
                self._nobody(result) or Problem(result.code, result.message, span, help=result.help), span=span
            )
        return result

    def _nobody(self, problem: Problem) -> Problem | None:
        """A name that looks like that of a player is no matter of words."""
        name = problem.span.text
        if problem.code not in {"E311", "E333"} or not name[:1].isupper():
            return None
        listed = ", ".join(self.scope.seats)
        return Problem("X702", f'nobody here is called "{name}"', problem.span, help=f"known: {listed}")

    # -------------------------------------------------------------- what is wrong

    def problems_in(self, example: n.Example, world: Callable[[], ExampleWorld | None]) -> Iterator[Problem]:
        """Everything that is wrong with the lines of an example; `world` knows the places of boards."""
        for line in each_once(example.lines):
            if isinstance(line, n.Policy) and line.by is not None and errors_of(self.game.problems):
                continue
            self.elaborator.problems.clear()
            self.elaborator.forget()
            try:
                for expr in self._looked_at(line):
                    if any(isinstance(part, (t.Spot, t.DieNamed)) for part in nodes_in(expr)):
                        made = None if self.elaborator.problems else world()
                        if made is not None:
                            made.expressions.value(expr)
            except SemanticError as error:
                self.elaborator.report(error)
            except AlreadyReported:  # a word of the game is wrong
                pass
            yield from list(self.elaborator.problems)

    def _looked_at(self, line: n.Node) -> list[t.Expr]:
        elaborator, scope = self.elaborator, self.scope
        if isinstance(line, (n.Given, n.Now)):
            return [
                elaborator.expect_truth(part, scope)
                for part in parts_of(line.condition)
                if not self._note_awaited(part)
            ]
        if isinstance(line, n.PlayOn) and line.until is not None:
            return [elaborator.expect_truth(line.until, scope)]
        if isinstance(line, n.Policy) and line.by is not None:
            self.measures(line.by.measure)
        elif isinstance(line, n.GivenHolds):
            target = steps.target(elaborator, line.place, scope)
            return [target.place] if isinstance(target, t.OnPlace) else list(target.keys)
        elif isinstance(line, n.GivenStands):
            return [elaborator.expect_members(node, scope) for node in (line.dice, *line.places)]
        elif isinstance(line, ANSWERING):
            return list(self._seen(line))
        return []

    def _note_awaited(self, part: n.Expr) -> bool:
        """Whether it asks what is awaited; then its words are the language's own."""
        awaited = _awaited(part)
        if awaited is None:
            return False
        for phrase in (inner for inner in walk(part) if isinstance(inner, n.Phrase)):
            self.elaborator.note(phrase, awaited)
        return True

    def _seen(self, line: n.Node) -> Iterator[t.Expr]:
        """The places of a line that are written as somebody sees them."""
        for value in (inner for inner in walk(line) if isinstance(inner, n.AnswerValue)):
            if value.seen_from is not None and isinstance(value.value, tuple):
                numbers = tuple(n.Number(number, span=value.span) for number in value.value)
                phrase = n.Phrase((value.seen_from,), span=value.span)
                who = self.elaborator.value(n.Name(phrase, span=value.span), self.scope)
                yield seen_from(self.elaborator, n.Tuple(numbers, span=value.span), who, self.scope)

    # -------------------------------------------------------------- what its names stand for

    def name_uses_in(self, example: n.Example, offered: Mapping[str, n.Alternative]) -> list[NameUse]:
        """Every name in the lines of an example, with what it stands for; `offered` are the alternatives of the game."""
        self.note_lines(example, offered)
        for _ in self.problems_in(example, lambda: None):
            pass  # told by whoever checks the rulebook
        return self.elaborator.uses

    def note_lines(self, example: n.Example, offered: Mapping[str, n.Alternative] = MappingProxyType({})) -> None:
        """The names that are no expressions: players, options, alternatives and what is answered."""
        for line in example.lines:
            for node in walk(line):
                self._note(node, offered)

    def _note(self, node: n.Node, offered: Mapping[str, n.Alternative]) -> None:
        elaborator = self.elaborator
        seated = (n.Chooses, n.Policy, n.MayOnly, n.MayNot, n.Ways, n.MovesCounted)
        if isinstance(node, seated) and node.seat is not None:
            self._note_seat(node.seat)
        elif isinstance(node, (n.AnswerValue, n.DieName)) and node.owner is not None:
            self._note_seat(n.Phrase((node.owner,), span=node.span))
        elif isinstance(node, n.AnswerValue) and node.seen_from is not None:
            self._note_seat(n.Phrase((node.seen_from,), span=node.span))
        elif isinstance(node, n.Drawn):
            self._note_values((node.value, *node.more))
        elif isinstance(node, n.WithName):
            self._note_seat(node.name)
        elif isinstance(node, n.WithOption):
            option = elaborator.names.option(node.name.text)
            if option is not None:
                elaborator.note(node.name, option)
            if isinstance(node.value, n.Name):
                self._note_value(node.value.phrase)
        named = (node.name,) if isinstance(node, (n.Answer, n.Ways)) else ()
        for name in node.rather if isinstance(node, n.Policy) else named:
            if name.value in offered:
                elaborator.note_text(name, offered[name.value])
        if isinstance(node, n.Answer):
            self._note_values(node.values)

    def _note_seat(self, phrase: n.Phrase) -> bool:
        seat = self.scope.seats.get(phrase.text)
        if seat is not None:
            self.elaborator.note(phrase, t.Seat(seat, span=phrase.span))
        return seat is not None

    def _note_value(self, phrase: n.Phrase) -> bool:
        constant = self.elaborator.names.constant(phrase.text)
        if constant is not None:
            self.elaborator.note(phrase, t.Constant(constant[1], type=one(constant[0]), span=phrase.span))
        return constant is not None

    def _note_values(self, values: Sequence[n.AnswerValue]) -> None:
        """Words that are answered: the longest run that is a name, then what follows it."""
        words = [v for v in values if isinstance(v.value, str) and v.owner is None]
        while words:
            for size in range(len(words), 0, -1):
                run = words[:size]
                phrase = n.Phrase(tuple(str(v.value) for v in run), span=run[0].span.to(run[-1].span))
                if self._note_seat(phrase) or self._note_value(phrase):
                    break
            words = words[size:]

    # -------------------------------------------------------------- the position

    def givens(self, lines: Iterable[n.Node]) -> Iterator[t.Given]:
        for line in lines:
            if isinstance(line, n.Given):
                for part in parts_of(line.condition):
                    yield self._or_wrong(partial(self._given, part, line), line.span)
            elif isinstance(line, n.GivenHolds):
                yield self._or_wrong(partial(self._holds, line), line.span)
            elif isinstance(line, n.GivenStands):
                yield self._or_wrong(partial(self._stands, line), line.span)

    def _given(self, part: n.Expr, line: n.Node) -> t.Given:
        elaborator, scope = self.elaborator, self.scope
        if isinstance(part, n.Not):
            return self._memory(part.operand, t.Truth(False), part, line)
        if isinstance(part, n.Is) and isinstance(part.test, n.Same) and isinstance(part.test.other, n.Name):
            state = part.test.other.phrase
            kept = self.game.memories.get(state.text)
            if kept is not None and kept.node.state:
                whose = n.Apply(state, part.subject, span=part.span)
                return self._memory(whose, t.Truth(not part.negated), part, line)
        if not (isinstance(part, n.Is) and isinstance(part.test, n.Same) and not part.negated):
            return self._memory(part, t.Truth(True), part, line)
        target, other = part.subject, part.test.other
        if isinstance(other, n.Name) and other.phrase.text == "out":
            return t.GivenOut(elaborator.expect_members(target, scope, PLAYER), span=line.span)
        if isinstance(other, n.Name) and other.phrase.text == "next":
            return t.GivenNext(elaborator.expect_one(target, scope, PLAYER), span=line.span)
        if isinstance(target, n.Name) and target.phrase.text in COUNTERS:
            return t.GivenCount(target.phrase.text, None, elaborator.value(other, scope), span=line.span)
        if isinstance(target, n.Apply) and target.phrase.text == "turns":
            player = elaborator.expect_one(target.argument, scope, PLAYER)
            return t.GivenCount("turns", player, elaborator.value(other, scope), span=line.span)
        if isinstance(target, n.Name) and target.phrase.text == "starter":
            return t.GivenStarter(elaborator.value(other, scope), span=line.span)
        value = conditions.value_of_type(
            elaborator, other, name_expressions.cell(elaborator, target, scope).memory.type, scope
        )
        return self._memory(target, value, part, line)

    def _memory(self, target: n.Expr, value: t.Expr, part: n.Expr, line: n.Node) -> t.Given:
        cell = name_expressions.cell(self.elaborator, target, self.scope)
        return t.GivenMemory(cell, steps.fit_to_memory(self.elaborator, value, cell.memory, part), span=line.span)

    def _holds(self, line: n.GivenHolds) -> t.Given:
        return t.GivenHolds(steps.target(self.elaborator, line.place, self.scope), line, span=line.span)

    def _stands(self, line: n.GivenStands) -> t.Given:
        subject = self.elaborator.value(line.dice, self.scope)
        kind = subject.type.kind
        if not subject.type.is_unknown and kind is not DIE and not (kind is PLAYER and subject.type.is_one):
            message = "only dice, or the dice of a player, can stand somewhere"
            return t.WrongLine(Problem("X705", message, line.dice.span), span=line.dice.span)
        return t.GivenStands(subject, tuple(map(self._places, line.places)), line, span=line.span)

    def _places(self, node: n.Expr) -> t.Expr | Problem:
        places = self.elaborator.expect_members(node, self.scope)
        if places.type.is_unknown or places.type.kind.is_place:
            return places
        return Problem("X705", f"dice stand on places, but this is {places.type.called()}", node.span)

    def places(self, text: str, node: n.Expr) -> t.Expr | Problem:
        """The places that an expression means."""
        result = self._try(lambda: self.elaborator.expect_members(node, self.scope))
        if isinstance(result, Problem):
            return Problem("X705", f"{text}: {result.message}", result.span)
        return result if result.type.kind.is_place else Problem("X705", f"{text}: these are no places", node.span)

    # -------------------------------------------------------------- what is said along the way

    def statement_of(self, line: n.Node, below: Sequence[n.Node] = ()) -> t.Said | None:
        """What a line says, if it says something along the way; `given` lines below `after setup` belong to that."""
        if isinstance(line, n.Now):
            claims = [self._or_wrong(partial(self._claim, part), line.span) for part in parts_of(line.condition)]
            return t.Now(tuple(claims), span=line.span)
        if isinstance(line, n.PlayOn):
            return self._or_wrong(partial(self._play_on, line), line.span)
        if isinstance(line, n.Policy):
            return self._or_wrong(partial(self._policy, line), line.span)
        if isinstance(line, n.AfterSetup):
            return t.AfterSetup(tuple(self.givens(below)), span=line.span)
        if isinstance(line, ANSWERING):
            return self._or_wrong(lambda: t.CheckedLine(line, tuple(self._seen(line)), span=line.span), line.span)
        return None

    def _claim(self, part: n.Expr) -> t.Claim | t.Awaited:
        awaited = _awaited(part)
        if awaited is not None:
            return awaited
        condition = self.elaborator.expect_truth(part, self.scope)
        subject = None
        if isinstance(part, n.Is) and not self.elaborator.problems:  # what is wrong already must not be forgotten
            result = self._try(lambda: self.elaborator.value(part.subject, self.scope))
            subject = None if isinstance(result, Problem) else result
        return t.Claim(condition, _asks_for_next(part), subject, span=part.span)

    def _play_on(self, line: n.PlayOn) -> t.PlayOn:
        until = None if line.until is None else self.elaborator.expect_truth(line.until, self.scope)
        return t.PlayOn(until, span=line.span)

    def _policy(self, line: n.Policy) -> t.Policy:
        measures = () if line.by is None else self.measures(line.by.measure)
        return t.Policy(line, measures, span=line.span)

    def measures(self, node: n.Expr) -> tuple[tuple[t.Alternative, t.Expr], ...]:
        """The measure of the moves of each alternative. One that does not pick every name the measure speaks of has none."""
        own = {inner.name.text for inner in walk(node) if isinstance(inner, (n.Binder, n.Quantified))}
        offered = []
        for choice in nodes_in(
            [*self.game.flows.values(), *self.game.rules.values(), *self.game.hooks, *self.game.standing]
        ):
            if isinstance(choice, t.Choose):
                for alternative in choice.alternatives:
                    picks = {p.local.name: p.local for p in alternative.picks if p.local.name not in own}
                    offered.append((alternative, picks))
        locals_of = {name: local for _, picks in offered for name, local in picks.items()}
        before = len(self.elaborator.problems)
        # Finds names that nothing picks.
        self.elaborator.expect_number(node, NameScope(locals_of, seats=self.scope.seats))
        if len(self.elaborator.problems) > before:
            return ()
        wanted = _wanted(node, set(locals_of), {*self.elaborator.names.known_names(), *self.scope.seats})
        measures = [
            (alternative, self.elaborator.expect_number(node, NameScope(picks, seats=self.scope.seats)))
            for alternative, picks in offered
            if wanted <= set(picks)
        ]
        if wanted and not measures:
            both = " and ".join(f'"{name}"' for name in sorted(wanted))
            help = "compare moves by what one alternative picks"
            raise SemanticError("E453", f"no alternative of this game picks {both} together", node.span, help=help)
        return tuple(measures)


def _wanted(node: n.Expr, picked: set[str], game_names: set[str]) -> set[str]:
    """The names among those picked that the measure speaks of; a longer name that the game knows comes first."""
    names: set[str] = set()
    for inner in walk(node):
        if isinstance(inner, n.Name):
            nouns = [noun for _, noun in splits(inner.phrase.words)]
            first = next((noun for noun in nouns if noun in picked or noun in game_names), None)
            if first in picked:
                names.add(str(first))
    return names


def _awaited(part: n.Expr) -> t.Awaited | None:
    """`a roll is awaited`, unless something of the game is called so."""
    if (
        isinstance(part, n.Is)
        and isinstance(part.test, n.Same)
        and isinstance(part.subject, n.Name)
        and part.subject.phrase.text in AWAITED
        and isinstance(part.test.other, n.Name)
        and part.test.other.phrase.text == "awaited"
    ):
        return t.Awaited(part.subject.phrase.text, part.negated, span=part.span)
    return None


def _asks_for_next(part: n.Expr) -> bool:
    return (
        isinstance(part, n.Is)
        and not part.negated
        and isinstance(part.test, n.Same)
        and isinstance(part.test.other, n.Name)
        and part.test.other.phrase.text == "next"
    )
