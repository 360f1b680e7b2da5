"""Worked examples as lines of text."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from dicedsl.syntax import nodes as n
from dicedsl.syntax.writer.expressions import Level, phrase, text
from dicedsl.syntax.writer.steps import Lines, indented, quoted, remark


def example(node: n.Example) -> Lines:
    after = "" if node.after is None else f" after {quoted(node.after)}"
    yield f"example {quoted(node.title)}{after}:"
    for line in node.lines:
        yield from indented(_line(line))


def _line(node: n.ExampleLine) -> Lines:
    if isinstance(node, n.Again):
        yield f"repeat {node.times} times:"
        for line in node.lines:
            yield from indented(_line(line))
        return
    yield _WRITERS[type(node)](node)


def _setting(node: Any) -> str:
    if isinstance(node, n.WithPlayers):
        return f"{node.count} player{'s' * (node.count != 1)}"
    if isinstance(node, n.WithVariant):
        return f"variant {quoted(node.title)}"
    if isinstance(node, n.WithOption):
        return f"{phrase(node.name)} = {text(node.value, Level.SUM)}"
    return phrase(node.name)


def _holds(node: n.GivenHolds) -> str:
    dice = ", ".join(f"{count} {phrase(sort)}" for count, sort in node.heaps)
    if node.dice:
        dice = " ".join(die.word if die.owner is None else f"{die.word} of {die.owner}" for die in node.dice)
    faces = " ".join("-" if face is None else str(face) for face in node.faces)
    return f"given {text(node.place, Level.SUM)} holds {dice}{f' showing {faces}' if faces else ''}"


def _stands(node: n.GivenStands) -> str:
    places = ", ".join(_places(place) for place in node.places)
    faces = " ".join(map(str, node.faces))
    return f"given {text(node.dice, Level.SUM)} stands on {places}{f' showing {faces}' if faces else ''}"


def _places(node: n.Expr) -> str:
    if isinstance(node, n.Binary) and node.op in {"+", "except"}:
        return f"{_places(node.left)} {node.op} {text(node.right, Level.OF)}"
    return text(node, Level.OF)


def _value(node: n.AnswerValue) -> str:
    if isinstance(node.value, tuple):
        words = f"({','.join(map(str, node.value))})"
    else:
        words = "nobody" if node.value is None else str(node.value)
    if node.owner is not None:
        words += f" of {node.owner}"
    return words if node.seen_from is None else f"{words} seen from {node.seen_from}"


def _answer(node: n.Answer) -> str:
    return " ".join([quoted(node.name), *map(_value, node.values)])


def _chooses(node: n.Chooses) -> str:
    front = "table reports" if node.seat is None else f"{phrase(node.seat)} chooses"
    return f"{front} {', then '.join(map(_answer, node.answers))}"


def _policy(node: n.Policy) -> str:
    wishes = [*map(quoted, node.rather), node.which]
    by = ""
    if node.by is not None:
        by = f" with {'highest' if node.by.highest else 'lowest'} {text(node.by.measure, Level.SUM)}"
    return f"{phrase(node.seat)} always chooses {', otherwise '.join(wishes)}{by}"


def _may_not(node: n.MayNot) -> str:
    front = "table may not report" if node.seat is None else f"{phrase(node.seat)} may not choose"
    hears = "" if node.sentence is None else f" and hears {quoted(node.sentence)}"
    return f"{front} {_answer(node.answer)}{hears}"


_WRITERS: dict[type, Callable[[Any], str]] = {
    n.With: lambda line: f"with {', '.join(map(_setting, line.settings))}",
    n.Given: lambda line: f"given {text(line.condition)}",
    n.GivenHolds: _holds,
    n.GivenStands: _stands,
    n.AfterSetup: lambda line: "after setup",
    n.Rolled: lambda line: f"roll {' '.join(map(str, line.numbers))}",
    n.Drawn: lambda line: f"draw {' '.join(map(_value, (line.value, *line.more)))}",
    n.Chooses: _chooses,
    n.Policy: _policy,
    n.PlayOn: lambda line: "play on" if line.until is None else f"play on until {text(line.until)}",
    n.MayOnly: lambda line: (
        f"{phrase(line.seat)} may {'only ' * (not line.others)}choose {', '.join(map(_answer, line.answers))}"
    ),
    n.MayNot: _may_not,
    n.Ways: lambda line: f"{phrase(line.seat)} has {line.count} ways to {quoted(line.name)}",
    n.MovesCounted: lambda line: f"{phrase(line.seat)} has {line.count} moves",
    n.Now: lambda line: f"now {text(line.condition)}",
    n.Remark: remark,
}
