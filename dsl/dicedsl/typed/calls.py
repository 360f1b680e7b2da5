"""Which rule carries out which: none may come back to itself, and some steps have their place in turns or matches only."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import define, evolve, field

from dicedsl.typed import tree as t
from dicedsl.typed.dependence import steps_in
from dicedsl.typed.semantic_error import SemanticError

MOST_NESTED_CALLS = 60


@define(eq=False, repr=False, slots=False)
class _CallPlace:
    """Where a rule is carried out from."""

    in_turn: bool = False
    in_match: bool = False
    rules: tuple[str, ...] = ()


def calls(game: t.TypedGame) -> Iterator[SemanticError]:
    """What is wrong with the ways that lead into rules."""
    seeker = _Seeker(game)
    for item in game.standing:
        if not isinstance(item, t.Always):
            yield from seeker.block(item.block, _CallPlace())
    for word in ("turn", "setup", "round", "match"):
        if word in game.flows:
            yield from seeker.block(game.flows[word].block, _CallPlace(word == "turn", word == "match"))
    for hook in game.hooks:
        yield from seeker.block(hook.block, _CallPlace())
    for name in game.rules:
        if name not in seeker.carried_out:
            yield from seeker.rule(name, _CallPlace())


@define(eq=False, repr=False, slots=False)
class _Seeker:
    game: t.TypedGame
    carried_out: set[str] = field(factory=set)
    _seen: set[tuple[str, bool, bool]] = field(factory=set)

    def rule(self, name: str, place: _CallPlace) -> Iterator[SemanticError]:
        self.carried_out.add(name)
        key = (name, place.in_turn, place.in_match)
        rule = self.game.rules.get(name)
        if key not in self._seen and rule is not None:
            self._seen.add(key)
            yield from self.block(rule.block, evolve(place, rules=(*place.rules, name)))

    def block(self, block: t.Block, place: _CallPlace) -> Iterator[SemanticError]:
        for step in steps_in(block):
            if isinstance(step, t.Do):
                if len(place.rules) >= MOST_NESTED_CALLS:
                    yield SemanticError("E104", "rules call rules too deeply; 60 levels is the limit", step.span)
                elif step.rule in place.rules:
                    help = "use `repeat` for what happens again and again"
                    yield SemanticError("E404", f'the rule "{step.rule}" calls itself', step.span, help=help)
                else:
                    yield from self.rule(step.rule, place)
            elif isinstance(step, t.PlayTurn) and place.in_turn:
                help = "`extra turn` gives another one after it"
                yield SemanticError("E418", "a turn cannot be played inside a turn", step.span, help=help)
            elif isinstance(step, t.PlayGame) and not place.in_match:
                help = "add a part `match:` for what happens around each game"
                yield SemanticError("E416", "`play game` stands in `match:`", step.span, help=help)
