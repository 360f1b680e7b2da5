"""What only examples can name: a die by its name, with or without its owner, and a place as somebody sees it."""

from __future__ import annotations

import re
from collections.abc import Mapping

from attrs import evolve

from dicedsl.syntax import nodes as n
from dicedsl.typed import name_expressions
from dicedsl.typed import tree as t
from dicedsl.typed.elaborator import Elaborator, Handler, Meaning
from dicedsl.typed.expressions import HANDLERS
from dicedsl.typed.kinds import ONE_NUMBER, PLAYER, Kind, list_of, one, set_of
from dicedsl.typed.scope import NameScope
from dicedsl.typed.semantic_error import SemanticError

DIE_NAME = re.compile(r"d([0-9]{1,9})", re.ASCII)


def die_number(elaborator: Elaborator, phrase: n.Phrase) -> int | None:
    """Which die of its line this names; None if the rulebook itself calls something so."""
    match = DIE_NAME.fullmatch(phrase.text)
    return None if match is None or elaborator.names.is_taken(phrase.text) else int(match[1])


def _name(elaborator: Elaborator, node: n.Name, scope: NameScope) -> Meaning:
    number = die_number(elaborator, node.phrase)
    if number is None or node.phrase.text in scope.names:
        return name_expressions.name(elaborator, node, scope)
    die = t.DieNamed(number, None, span=node.span)
    elaborator.note(node.phrase, die)
    return die


def _apply(elaborator: Elaborator, node: n.Apply, scope: NameScope) -> Meaning:
    number = die_number(elaborator, node.phrase)
    if number is None:
        return name_expressions.apply(elaborator, node, scope)
    owner = elaborator.expect_one(node.argument, scope, PLAYER)
    if not isinstance(owner, (t.Seat, t.Wrong)):
        help = f"write `{node.phrase.text} of Anna`"
        raise SemanticError("E305", "whose die it is, is said by a name", node.argument.span, help=help)
    die = t.DieNamed(number, owner.seat if isinstance(owner, t.Seat) else None, span=node.span)
    elaborator.note(node.phrase, die)
    return die


def _at(elaborator: Elaborator, node: n.At, scope: NameScope) -> Meaning:
    if not isinstance(node.subject, n.Tuple):
        return name_expressions.at(elaborator, node, scope)
    return seen_from(elaborator, evolve(node.subject, span=node.span), elaborator.value(node.key, scope), scope)


def seen_from(elaborator: Elaborator, place: n.Tuple, who: t.Expr, scope: NameScope) -> t.Expr:
    """`(2,3) seen from Ben`: column and row as they are counted from the side where Ben sits. `place` spans all of it."""
    board = _board_with_sides(elaborator, place)
    assert board.side is not None
    if who.type.kind is PLAYER:
        who = _side_of(elaborator, board.side, who)
    if who.type.is_unknown:
        return t.Wrong(span=place.span)
    if who.type != one(board.side):
        sides = ", ".join(board.side.values)
        raise SemanticError(
            "E336", f"a place is seen from a player or a side, not from {who.type.called()}", place.span, sides
        )
    numbers = [elaborator.expect_number(item, scope) for item in place.items]
    if len(numbers) != 2:
        raise SemanticError("E345", "a place that is seen from a side has a column and a row", place.span)
    it = t.Local("it", one(board.kind))
    member = t.LocalValue(it, type=it.type, span=place.span)
    column, row = (
        t.BuiltIn(name, (member, who), type=ONE_NUMBER, span=place.span) for name in ("column", "row")
    )  # fmt: skip
    fits = t.Same((column, row), (numbers[0], numbers[1]), span=place.span)
    every = t.Members(t.AllOf(type=set_of(board.kind), span=place.span), type=list_of(one(board.kind)), span=place.span)
    fitting = t.Where(every, it, fits, type=every.type, span=place.span)
    return t.BuiltIn("first", (elaborator.as_set(fitting, place),), type=one(board.kind), span=place.span)


def _board_with_sides(elaborator: Elaborator, place: n.Tuple) -> t.Board:
    boards = list(elaborator.names.boards.values())
    if place.of is not None:
        boards = [board for board in boards if board.name == place.of.text]
    sided = next((board for board in boards if board.side is not None), None)
    if sided is None:
        help = "leave out `seen from`, or say in the material from where the board is seen"
        raise SemanticError("E336", "this board is not seen from several sides", place.span, help=help)
    return sided


def _side_of(elaborator: Elaborator, side: Kind, player: t.Expr) -> t.Expr:
    """Where a player sits: the one memory, or else the one word, that is a side of a player."""
    names = elaborator.names
    memories = [m for m in names.memories.all() if m.keys == (PLAYER,) and m.type == one(side)]
    if len(memories) == 1:
        return t.MemoryValue(memories[0], (player,), type=memories[0].type, span=player.span)
    words = [w for w in names.words.all() if w.type == one(side) and [p.type for p in w.params] == [one(PLAYER)]]
    if not memories and len(words) == 1:
        return t.WordCall(words[0], (player,), type=words[0].type, span=player.span)
    message = "the rulebook does not say in one word at which side a player sits"
    raise SemanticError("E336", message, player.span, help=f"name the side: {', '.join(side.values)}")


EXAMPLE_HANDLERS: Mapping[type, Handler] = {**HANDLERS, n.Name: _name, n.Apply: _apply, n.At: _at}
