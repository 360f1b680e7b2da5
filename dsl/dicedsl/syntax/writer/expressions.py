"""Expressions and conditions as text, with brackets only where reading needs them."""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum
from typing import Any

from dicedsl.syntax import nodes as n


class Level(IntEnum):
    """How tightly an expression holds together; the names are those of the grammar's rules."""

    OR = 0
    AND = 1
    NOT = 2
    RANGE = 3
    SUM = 4
    PRODUCT = 5
    UNARY = 6
    FOLD = 7
    SHOWN = 8
    OF = 9
    TOLD = 10  # ends with a relative clause: takes no preposition, and is asked of with `of` all the same
    PREPARED = 11
    APPLIED = 12
    ASKED = 13
    REL_APPLIED = 14  # a chain of `of` that holds neither `each of` nor a clause
    PRIMARY = 15


Written = tuple[str, Level]
ORDERS = {"at_least": "at least", "at_most": "at most", "more_than": "more than", "less_than": "less than"}
SUMS = {"+", "-", "except"}


def text(node: n.Expr, level: Level = Level.OR) -> str:
    """An expression where at least `level` is wanted."""
    words, own_level = text_and_level(node)
    return words if own_level >= level else f"({words})"


def text_and_level(node: n.Expr) -> Written:
    try:
        return _WRITERS[type(node)](node)
    except KeyError:
        raise TypeError(f"cannot write {type(node).__name__}") from None


def phrase(node: n.Phrase) -> str:
    return node.written


# ---------------------------------------------------------------- single things


def _plain(words: Callable[[Any], str]) -> Callable[[Any], Written]:
    return lambda node: (words(node), Level.PRIMARY)


def _side_by_side(node: n.SideBySide) -> Written:
    argument = node.argument
    if isinstance(argument, n.EachOf):
        return f"{phrase(node.phrase)} {text(argument)}", Level.ASKED
    bare = isinstance(argument, n.Number | n.Your | n.Its | n.Their | n.You | n.It | n.They) or _bracketed(argument)
    shown = text(argument) if bare else f"({text(argument)})"
    return f"{phrase(node.phrase)} {shown}", Level.PRIMARY


def _bracketed(node: n.Expr) -> bool:
    return isinstance(node, n.Tuple | n.Where | n.Best | n.ForEach | n.Groups | n.LinesOf)


def _tuple(node: n.Tuple) -> str:
    items = [text(item) for item in node.items]
    places = len(items) < 4 and all(_is_number(item) for item in node.items)
    inside = f"({(',' if places else ', ').join(items)})"
    return inside if node.of is None else f"{inside} of {phrase(node.of)}"


def _is_number(node: n.Expr) -> bool:
    return isinstance(node, n.Number) or (isinstance(node, n.Negative) and isinstance(node.operand, n.Number))


def _for_each(node: n.ForEach) -> str:
    binders = " ".join(f"for each {phrase(b.name)} in {text(b.source, Level.RANGE)}" for b in node.binders)
    condition = "" if node.condition is None else f" where {text(node.condition)}"
    return f"({text(node.body)} {binders}{condition})"


def _groups(node: n.Groups) -> str:
    under = "" if node.under is None else f" standing on {phrase(node.under)}"
    return f"(groups of {text(node.count, Level.SUM)} in {text(node.subject, Level.RANGE)} linked by {phrase(node.word)}{under})"


def _lines_of(node: n.LinesOf) -> str:
    count = text(node.count) if isinstance(node.count, n.Number) else f"({text(node.count)})"
    return f"(lines of {count})" if node.source is None else f"(lines of {count} in {text(node.source, Level.RANGE)})"


def _best(node: n.Best) -> str:
    return f"({text(node.subject, Level.RANGE)} with {_highest(node.highest)} {text(node.measure, Level.SUM)})"


def _highest(highest: bool) -> str:
    return "highest" if highest else "lowest"


# ---------------------------------------------------------------- what is asked of something


def _apply(node: n.Apply) -> Written:
    argument, level = text_and_level(node.argument)
    if level is Level.TOLD:
        return f"{phrase(node.phrase)} of {argument}", Level.TOLD
    shown = argument if level >= Level.APPLIED else f"({argument})"
    tight = level >= Level.REL_APPLIED or level < Level.APPLIED
    return f"{phrase(node.phrase)} of {shown}", Level.REL_APPLIED if tight else Level.APPLIED


def _prep(node: n.Prep | n.At) -> Written:
    word, argument = ("at", node.key) if isinstance(node, n.At) else (node.word, node.argument)
    front = text(node.subject, Level.PREPARED)
    if isinstance(argument, n.Described | n.FirstInTurn):
        return f"{front} {word} {text(argument)}", Level.OF
    after, level = text_and_level(argument)
    plain = level >= Level.ASKED and level is not Level.REL_APPLIED and not _runs_on(word, after)
    return f"{front} {word} {after if plain else f'({after})'}", Level.PREPARED


def _runs_on(word: str, after: str) -> bool:
    """Whether a name would be read as part of `at most` and its like."""
    return word == "at" and after.split()[0] in {"first", "least", "most", "once"}


def order(node: n.By | None) -> str:
    """`, lowest layer first`."""
    if node is None:
        return ""
    last = node.measure.argument if isinstance(node.measure, n.Apply) else node.measure
    words = text(node.measure, Level.OF)
    named = isinstance(last, n.Name | n.Its | n.Their | n.Your) and words.split()[-1] not in {"a", "an"}
    return f", {_highest(node.highest)} {words if named else f'({text(node.measure)})'} first"


def _each_of(node: n.EachOf) -> Written:
    return f"each of {text(node.operand, Level.APPLIED)}", Level.ASKED


def _described(node: n.Described) -> Written:
    inner = node.subject
    subject = text_and_level(inner)[0] if isinstance(inner, n.Described) else text(inner, Level.PRIMARY)
    return f"{subject} {clause(node.clause)}", Level.TOLD


def clause(node: n.Clause) -> str:
    if isinstance(node, n.That):
        return f"{'who' if node.person else 'that'} are {_negated(node.negated)}{_rel_test(node.test)}"
    if isinstance(node, n.Whose):
        return f"whose {attribute(node.attribute)} is {_negated(node.negated)}{_rel_test(node.test)}"
    return f"with the {_highest(node.highest)} {attribute(node.attribute)}"


def attribute(node: n.Attribute) -> str:
    words = phrase(node.phrase)
    for word, argument in node.preps:
        after = _primary(argument)
        words += f" {word} {f'({after})' if _runs_on(word, after) else after}"
    return words


def _primary(node: n.Expr) -> str:
    return text(node, Level.PRIMARY)


def _rel_test(node: n.Test) -> str:
    if isinstance(node, n.OneOfTwo):
        first, second = ("neither", "nor") if node.neither else ("either", "or")
        left, right = map(_rel_test, node.tests)
        return f"{first} {left} {second} {right}"
    if isinstance(node, n.Same):
        return _rel(node.other)
    if isinstance(node, n.Order):
        return f"{ORDERS[node.word]} {_rel(node.other)}"
    if isinstance(node, n.Member):
        return f"in {_rel(node.other)}"
    if isinstance(node, n.AllAlike):
        return _alike(node)
    raise TypeError(f"a clause cannot say {type(node).__name__}")


def _rel(node: n.Expr) -> str:
    """The right side of a clause: names asked of names, and prepositions."""
    if isinstance(node, n.Prep | n.At):
        word, argument = ("at", node.key) if isinstance(node, n.At) else (node.word, node.argument)
        after = _primary(argument)
        return f"{_rel(node.subject)} {word} {f'({after})' if _runs_on(word, after) else after}"
    return text(node, Level.REL_APPLIED)


def _first_in_turn(node: n.FirstInTurn) -> Written:
    negated = _negated(node.that.negated)
    return f"the first in turn from {_primary(node.start)} who is {negated}{_rel_test(node.that.test)}", Level.TOLD


# ---------------------------------------------------------------- sets, lines, sums


def _top(node: n.Top) -> Written:
    count = text(node.count) if isinstance(node.count, n.Number) else f"({text(node.count, Level.SUM)})"
    return f"{_highest(node.highest)} {count} of {text(node.operand, Level.FOLD)}", Level.FOLD


def _fold(node: n.Fold) -> Written:
    return f"{node.word} of {text(node.operand, Level.FOLD)}", Level.FOLD


def _line(node: n.StraightLine) -> Written:
    start, end = text(node.start, Level.APPLIED), text(node.end, Level.APPLIED)
    via = "" if node.via is None else f" via {text(node.via, Level.APPLIED)}"
    return f"the line from {start}{via} {'along' if node.along else 'to'} {end}", Level.FOLD


def _between(node: n.Between) -> Written:
    ends = f"{text(node.start, Level.APPLIED)} and {text(node.end, Level.APPLIED)}"
    return f"{phrase(node.places)} between {ends}", Level.FOLD


def _showing(node: n.Showing) -> Written:
    return f"{text(node.subject, Level.SHOWN)} showing {text(node.number, Level.OF)}", Level.SHOWN


def _on(node: n.On) -> Written:
    return f"{text(node.subject, Level.SHOWN)} on {text(node.places, Level.OF)}", Level.SHOWN


def _beside_it(node: n.BesideIt) -> Written:
    return f"{text(node.subject, Level.SHOWN)} beside {text(node.place, Level.OF)}", Level.SHOWN


def _linked_to(node: n.LinkedTo) -> Written:
    start = text(node.start, Level.OF)
    return f"{text(node.subject, Level.SHOWN)} linked to {start} by {phrase(node.word)}", Level.SHOWN


def _negative(node: n.Negative) -> Written:
    return f"-{text(node.operand, Level.UNARY)}", Level.UNARY


def _binary(node: n.Binary) -> Written:
    level = Level.SUM if node.op in SUMS else Level.PRODUCT
    return f"{text(node.left, level)} {node.op} {text(node.right, Level(level + 1))}", level


def _range(node: n.Range) -> Written:
    return f"{text(node.low, Level.SUM)} to {text(node.high, Level.SUM)}", Level.RANGE


# ---------------------------------------------------------------- conditions


def _and(node: n.And) -> Written:
    return f"{text(node.left, Level.AND)} and {text(node.right, Level.NOT)}", Level.AND


def _or(node: n.Or) -> Written:
    # Reading needs no brackets around `and`; a reader does.
    left = f"({text(node.left)})" if isinstance(node.left, n.And) else text(node.left, Level.OR)
    return f"{left} or {text(node.right, Level.NOT)}", Level.OR


def _not(node: n.Not) -> Written:
    return f"not {text(node.operand, Level.NOT)}", Level.NOT


def _is(node: n.Is) -> Written:
    if isinstance(node.test, n.Shows) and not node.negated:
        verb = "show" if are(node.subject) == "are" else "shows"
        return f"{text(node.subject, Level.RANGE)} {verb} {text(node.test.number, Level.RANGE)}", Level.NOT
    return f"{text(node.subject, Level.RANGE)} {is_tail(node.negated, node.test, are(node.subject))}", Level.NOT


def are(node: n.Expr) -> str:
    """`are` of what is spoken of as many, by the look of its name."""
    if isinstance(node, n.You | n.They | n.Described):
        return "are"
    if isinstance(node, n.At | n.Prep):
        return are(node.subject)
    name = getattr(node, "phrase", None)
    return "are" if name is not None and is_plural_name(name) else "is"


def is_plural_name(name: n.Phrase) -> bool:
    last = name.words[-1]
    return (
        last == "dice"
        or (last.endswith("s") and not last.endswith("ss"))
        or any(
            word == "dice" or (word.endswith("s") and len(word) > 4 and not word.endswith("ss"))
            for word in name.words[-2:]
        )
    )


def is_tail(negated: bool, node: n.Test, verb: str = "is") -> str:
    return f"{verb} {_negated(negated)}{test(node)}"


def _negated(negated: bool) -> str:
    return "not " if negated else ""


def _alike(node: n.AllAlike) -> str:
    return "all different" if node.different else "all alike"


def test(node: n.Test) -> str:
    if isinstance(node, n.Same):
        return text(node.other, Level.RANGE)
    if isinstance(node, n.Order):
        return f"{ORDERS[node.word]} {text(node.other, Level.RANGE)}"
    if isinstance(node, n.Member):
        return f"in {text(node.other, Level.RANGE)}"
    if isinstance(node, n.Related):
        return f"{phrase(node.relation)} with {text(node.other, Level.RANGE)}"
    if isinstance(node, n.Linked):
        return f"linked by {phrase(node.word)}"
    if isinstance(node, n.ShapedLike):
        return f"shaped like {text(node.other, Level.RANGE)}"
    if isinstance(node, n.AllAlike):
        return _alike(node)
    if isinstance(node, n.OneOfTwo):
        first, second = ("neither", "nor") if node.neither else ("either", "or")
        left, right = map(test, node.tests)
        return f"{first} {left} {second} {right}"
    if isinstance(node, n.Beside):
        return f"beside {text(node.place, Level.RANGE)}"
    raise TypeError(f"cannot write {type(node).__name__}")


def _tail(node: n.Quantified | n.Several | n.SomeKind, many: bool) -> str:
    if isinstance(node.test, n.Shows):
        return f"{'show' if many else 'shows'} {text(node.test.number, Level.RANGE)}"
    if node.test is not None:
        return is_tail(node.negated, node.test, "are" if many else "is")
    assert node.condition is not None
    verb = "have" if many else "has"
    if isinstance(node.condition, n.HasOrder):
        order = node.condition.order
        attribute = text(node.condition.attribute, Level.OF)
        return f"{verb} {attribute} {ORDERS[order.word]} {text(order.other, Level.RANGE)}"
    inner = isinstance(node.condition, n.Quantified | n.Several | n.SomeKind)
    return f"{verb} ({text(node.condition)})" if inner else f"{verb} {text(node.condition, Level.NOT)}"


def _quantified(node: n.Quantified) -> Written:
    source = text(node.source, Level.RANGE)
    return f"{node.word} {phrase(node.name)} in {source} {_tail(node, False)}", Level.NOT


def _several(node: n.Several) -> Written:
    how = f"{node.word} of" if node.count is None else f"{_how(node.word)} {_count(node.count)} of"
    return f"{how} {text(node.source, Level.FOLD)} {_tail(node, True)}", Level.NOT


def _how(word: str) -> str:
    return ORDERS.get(word, word)


def _count(node: n.Expr) -> str:
    return text(node) if isinstance(node, n.Number) else f"({text(node, Level.SUM)})"


def _some_kind(node: n.SomeKind) -> Written:
    owned = "" if node.owned is None else f"'s {phrase(node.owned)}"
    return f"{node.word} {phrase(node.kind)}{owned} {_tail(node, False)}", Level.NOT


def _there(node: n.There) -> Written:
    if node.count is None:
        subject = text(node.subject, Level.RANGE)
        if subject.startswith("no ") or subject == "no":  # else it would be read as `there is no`
            subject = f"({subject})"
        return f"there is {'no ' if node.word == 'no' else ''}{subject}", Level.NOT
    subject = text(node.subject, Level.FOLD)
    verb = "is" if node.count == n.Number(1) else "are"
    if node.word == "exactly" and not node.said and isinstance(node.count, n.Number):
        return f"there {verb} {text(node.count)} {subject}", Level.NOT
    return f"there {verb} {_how(node.word)} {_count(node.count)} {subject}", Level.NOT


_WRITERS: dict[type, Callable[[Any], Written]] = {
    n.Number: _plain(lambda node: str(node.value)),
    n.Name: _plain(lambda node: phrase(node.phrase)),
    n.Your: _plain(lambda node: f"your {phrase(node.phrase)}"),
    n.Its: _plain(lambda node: f"its {phrase(node.phrase)}"),
    n.Their: _plain(lambda node: f"their {phrase(node.phrase)}"),
    n.You: _plain(lambda node: "you"),
    n.It: _plain(lambda node: "it"),
    n.They: _plain(lambda node: "they"),
    n.Nothing: _plain(lambda node: node.word),
    n.Truth: _plain(lambda node: "yes" if node.value else "no"),
    n.Possessive: _plain(lambda node: f"{_primary(node.owner)}'s {phrase(node.phrase)}"),
    n.Tuple: _plain(_tuple),
    n.Where: _plain(lambda node: f"({text(node.subject, Level.RANGE)} where {text(node.condition)})"),
    n.Best: _plain(_best),
    n.ForEach: _plain(_for_each),
    n.Groups: _plain(_groups),
    n.LinesOf: _plain(_lines_of),
    n.SideBySide: _side_by_side,
    n.Apply: _apply,
    n.At: _prep,
    n.Prep: _prep,
    n.EachOf: _each_of,
    n.Described: _described,
    n.FirstInTurn: _first_in_turn,
    n.Fold: _fold,
    n.Top: _top,
    n.StraightLine: _line,
    n.Between: _between,
    n.Showing: _showing,
    n.On: _on,
    n.BesideIt: _beside_it,
    n.LinkedTo: _linked_to,
    n.Negative: _negative,
    n.Binary: _binary,
    n.Range: _range,
    n.And: _and,
    n.Or: _or,
    n.Not: _not,
    n.Is: _is,
    n.Quantified: _quantified,
    n.Several: _several,
    n.SomeKind: _some_kind,
    n.There: _there,
}
