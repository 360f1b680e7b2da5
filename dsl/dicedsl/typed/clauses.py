"""Expressions of the second edition that need kinds, each by its function, in the nodes of the core."""

from __future__ import annotations

import re
from collections.abc import Mapping

from attrs import evolve

from dicedsl import built_in
from dicedsl.rulebook.parts import acting_parts
from dicedsl.syntax import nodes as n
from dicedsl.syntax.plurals import plural_of
from dicedsl.syntax.walk import walk
from dicedsl.typed import conditions, name_expressions, nouns, predicates
from dicedsl.typed import tree as t
from dicedsl.typed.elaborator import Elaborator, Handler, Meaning
from dicedsl.typed.kinds import NUMBER, ONE_NUMBER, POINT, STEP, list_of, one, set_of
from dicedsl.typed.names import splits
from dicedsl.typed.predicates import MEMBER, it
from dicedsl.typed.pronouns import they
from dicedsl.typed.scope import NameScope
from dicedsl.typed.semantic_error import SemanticError

# ------------------------------------------------------------------ relative clauses


def described(elaborator: Elaborator, node: n.Described, scope: NameScope) -> t.Expr:
    """A set and which of it are meant: a clause is a `where` that gives `it` no new meaning."""
    return clause(elaborator, elaborator.infer(node.subject, scope), node, scope)


def clause(elaborator: Elaborator, subject: Meaning, node: n.Described, scope: NameScope) -> t.Expr:
    said = node.clause
    if isinstance(said, n.WithTheBest):
        members = elaborator.as_single(subject, node.subject)
        if members.type.is_unknown:
            return members
        member = t.Local(MEMBER, one(members.type.kind))
        measure = elaborator.as_number(
            elaborator.as_single(_attribute(elaborator, said.attribute, member, scope), said), said
        )
        return t.Best(members, member, said.highest, measure, type=members.type, span=node.span)
    listed = elaborator.flat(elaborator.as_list(subject, node.subject))
    member = t.Local(MEMBER, listed.type.member)
    asked = (
        nouns.reference_to(member, node.subject)
        if isinstance(said, n.That)
        else _attribute(elaborator, said.attribute, member, scope)
    )
    test = conditions.test(elaborator, asked, said.test, scope, node.subject)
    condition = t.Not(test, span=said.span) if said.negated else test
    return t.Where(listed, member, condition, type=listed.type, span=node.span)


def _attribute(elaborator: Elaborator, node: n.Attribute, member: t.Local, scope: NameScope) -> t.Expr:
    arguments = [nouns.reference_to(member, node), *(elaborator.value(argument, scope) for _, argument in node.preps)]
    return name_expressions.answer_about(elaborator, node.phrase, arguments, node)


def first_in_turn(elaborator: Elaborator, node: n.FirstInTurn, scope: NameScope) -> t.Expr:
    """The first, clockwise from a player, of those of whom a clause is true."""
    span = node.span
    players = n.Name(n.Phrase(("players",), span=span), span=span)
    everyone = n.Fold("count", n.Name(n.Phrase(("everyone",), span=span), span=span), span=span)
    seats = [n.Apply(n.Phrase(("seat",), span=span), who, span=span) for who in (n.It(span=span), node.start)]
    away = n.Binary("+", n.Binary("-", seats[0], seats[1], span=span), everyone, span=span)
    them = n.Best(
        n.Described(players, node.that, span=span), False, n.Binary("mod", away, everyone, span=span), span=span
    )
    return name_expressions.apply(elaborator, n.Apply(n.Phrase(("first",), span=span), them, span=span), scope)


# ------------------------------------------------------------------ lines


def line(elaborator: Elaborator, node: n.StraightLine, scope: NameScope) -> t.Expr:
    """The places on the way from one place to another, both included."""
    return _way(elaborator, elaborator.value(node.start, scope), elaborator.value(node.end, scope), True, node)


def between(elaborator: Elaborator, node: n.Between, scope: NameScope) -> t.Expr:
    """The places between two others, without these."""
    kind = elaborator.names.kind_of_plural(node.places.text)
    if kind is not None:
        elaborator.note(node.places, t.AllOf(type=set_of(kind), span=node.places.span))
    return _way(elaborator, elaborator.value(node.start, scope), elaborator.value(node.end, scope), False, node)


def _way(elaborator: Elaborator, start: t.Expr, end: t.Expr, ends: bool, node: n.Node) -> t.Expr:
    if start.type.is_unknown or end.type.is_unknown:
        return t.Wrong(span=node.span)
    space = elaborator.names.space
    kinds = [side.type.kind for side in (start, end)]
    board = space if POINT in kinds and space is not None else elaborator.names.boards.get(kinds[0].board)
    if board is None or any(not side.type.is_one for side in (start, end)) or set(kinds) - {POINT, board.kind}:
        help = "name two places of one board"
        raise SemanticError("E304", "a line leads from one place to another of the same board", node.span, help=help)
    in_order = board.has_steps and isinstance(board.node.shape, n.CoordinateBoard)
    spelt = (_walk if in_order else _in_line)(elaborator, board, start, end, ends, node)
    if kinds != [board.kind, board.kind]:
        return spelt
    return t.StraightPath(board, start, end, ends, spelt, type=spelt.type, span=node.span)


def _in_line(elaborator: Elaborator, board: t.Board, start: t.Expr, end: t.Expr, ends: bool, node: n.Node) -> t.Expr:
    """The places in line with two ends, and not beyond them: each coordinate stays, or goes as far as the others."""
    member = t.Local(MEMBER, one(board.kind))

    def at(axis: str, place: t.Expr) -> t.Expr:
        phrase = n.Phrase((axis,), span=node.span)
        # Which side it is seen from makes no difference to a line.
        sides = [] if board.side is None else [t.Constant(0, type=one(board.side), span=node.span)]
        return elaborator.as_number(name_expressions.answer_about(elaborator, phrase, [place, *sides], node), node)

    def times(left: t.Expr, right: t.Expr) -> t.Expr:
        return t.Arithmetic("*", left, right, type=ONE_NUMBER, span=node.span)

    def less(left: t.Expr, right: t.Expr) -> t.Expr:
        return t.Arithmetic("-", left, right, type=ONE_NUMBER, span=node.span)

    here = nouns.reference_to(member, node)
    values = [(at(axis, here), at(axis, start), at(axis, end)) for axis in board.coordinates]
    tests: list[t.Expr] = []
    for x, (_, p, q) in enumerate(values):
        for _, u, v in values[x + 1 :]:
            one_way, other = less(q, p), less(v, u)
            aslant = times(times(one_way, other), less(times(one_way, one_way), times(other, other)))
            tests.append(t.Same((aslant,), (t.Number(0, span=node.span),), span=node.span))
    for x, (r, p, q) in enumerate(values):
        tests.append(t.Order(">=", (times(less(r, p), less(q, r)),), (t.Number(0, span=node.span),), span=node.span))
        for s, u, v in values[x + 1 :]:
            tests.append(t.Same((times(less(r, p), less(v, u)),), (times(less(s, u), less(q, p)),), span=node.span))
    if not ends:
        for side in (start, end):
            tests.append(t.Not(t.Same((here,), (side,), span=node.span), span=node.span))
    condition = tests[0]
    for test in tests[1:]:
        condition = t.And(condition, test, span=node.span)
    places = elaborator.as_list(t.AllOf(type=set_of(board.kind), span=node.span), node)
    listed = t.Where(places, member, condition, type=places.type, span=node.span)
    return elaborator.as_set(listed, node)


def _walk(elaborator: Elaborator, board: t.Board, start: t.Expr, end: t.Expr, ends: bool, node: n.Node) -> t.Expr:
    """The places of a line on a board with steps, in order: as many equal steps as the longest way along a coordinate is long."""
    span = node.span

    def arithmetic(op: str, left: t.Expr, right: t.Expr) -> t.Expr:
        return t.Arithmetic(op, left, right, type=ONE_NUMBER, span=span)

    def at(axis: str, place: t.Expr) -> t.Expr:
        return elaborator.as_number(
            elaborator.as_single(
                name_expressions.answer_about(elaborator, n.Phrase((axis,), span=span), [place], node), node
            ),
            node,
        )

    ways = [arithmetic("-", at(axis, end), at(axis, start)) for axis in board.coordinates]
    sizes = [t.FoldOf("highest", (way, t.Negative(way, type=ONE_NUMBER, span=span)), span=span) for way in ways]
    length = t.FoldOf("highest", tuple(sizes), span=span)
    zero, unit = t.Number(0, span=span), t.Number(1, span=span)
    low, high = (zero, length) if ends else (unit, arithmetic("-", length, unit))
    numbers = elaborator.as_list(t.Range(low, high, type=set_of(NUMBER), span=span), node)
    number = t.Local(MEMBER, ONE_NUMBER)
    here = nouns.reference_to(number, node)
    longest = t.FoldOf("highest", (length, unit), span=span)  # nothing is divided by 0
    parts = tuple(arithmetic("/", arithmetic("*", way, here), longest) for way in ways)
    step = t.BuiltIn("step", parts, type=one(STEP), span=span)
    point = t.Arithmetic("+", elaborator.fit(start, POINT), step, type=one(POINT), span=span)
    # In line means that each coordinate stays or goes along with the longest.
    straight: t.Expr | None = None
    for size in sizes:
        test = t.Or(t.Same((size,), (zero,), span=span), t.Same((size,), (length,), span=span), span=span)
        straight = test if straight is None else t.And(straight, test, span=span)
    return t.ForEach(((number, numbers),), straight, point, type=list_of(one(POINT)), span=span)


# ------------------------------------------------------------------ how many there are


def there(elaborator: Elaborator, node: n.There, scope: NameScope) -> t.Expr:
    """`there is a bidder`: something that may be missing is there, or a set has members."""
    subject = node.subject if node.count is None else _several(elaborator, node.subject)
    meaning = elaborator.infer(in_number(elaborator, subject, scope), scope)
    if isinstance(meaning, t.Expr) and meaning.type.is_unknown:
        return t.Wrong(span=node.span)
    if isinstance(meaning, t.Expr) and meaning.type.is_one:
        if node.count is not None:
            message = f"a set is counted, but this is {meaning.type.called()}"
            raise SemanticError("E324", message, node.subject.span)
        if (
            isinstance(meaning, t.MemoryValue)
            and meaning.type.kind is NUMBER
            and not _may_be_none(elaborator, meaning.memory)
        ):
            said = re.sub("^an? ", "", " ".join(node.subject.span.text.split()))
            message = f"a number is always there: `{meaning.memory.name}` is 0 where there are none"
            help = f"write `{said} {'is 0' if node.word == 'no' else 'is more than 0'}`"
            raise SemanticError("E324", message, node.span, help=help)
        missing = t.IsNone(meaning, span=node.span)
        return missing if node.word == "no" else t.Not(missing, span=node.span)
    count = _count(elaborator, meaning, node.subject)
    if node.count is None:
        op, limit = ("<=", 0) if node.word == "no" else (">=", 1)
        return t.Order(op, (count,), (t.Number(limit, span=node.span),), span=node.span)
    return _compared(elaborator, node.word, count, elaborator.expect_number(node.count, scope), node)


def _may_be_none(elaborator: Elaborator, memory: t.Memory) -> bool:
    """Whether a number may not be there: it is none at first, or set to what is not surely a number."""
    if isinstance(memory.node.initial, n.Nothing):
        return True
    steps = (step for part in acting_parts(elaborator.names.book) for step in walk(part))
    values = (step.value for step in steps if isinstance(step, n.Set) and memory.name in step.target.span.text)
    return not all(
        isinstance(value, n.Number | n.Binary) or (isinstance(value, n.Fold) and value.word in {"count", "sum"})
        for value in values
    )


def _count(elaborator: Elaborator, meaning: Meaning, node: n.Node) -> t.Expr:
    if isinstance(meaning, t.Expr) and meaning.type.is_set:
        return t.Count(meaning, span=node.span)
    return t.Count(elaborator.flat(elaborator.as_list(meaning, node)), span=node.span)


def _compared(elaborator: Elaborator, word: str, count: t.Expr, number: t.Expr, node: n.Node) -> t.Expr:
    if word == "exactly":
        return t.Same((count,), (number,), span=node.span)
    return t.Order(conditions.ORDER[word], (count,), (number,), span=node.span)


def several(elaborator: Elaborator, node: n.Several, scope: NameScope) -> t.Expr:
    """`at least 2 of S show 5`: those of S are counted of which it is true."""
    assert node.count is not None
    source = elaborator.flat(elaborator.as_list(elaborator.infer(node.source, scope), node.source))
    member = t.Local(MEMBER, source.type.member)
    if node.test is not None:
        test = conditions.test(elaborator, nouns.reference_to(member, node.source), node.test, scope, node)
        test = t.Not(test, span=node.span) if node.negated else test
    else:
        assert node.condition is not None
        test = elaborator.expect_truth(node.condition, scope.with_has(member))
    them = t.Where(source, member, test, type=source.type, span=node.span)
    return _compared(
        elaborator, node.word, t.Count(them, span=node.span), elaborator.expect_number(node.count, scope), node
    )


# ------------------------------------------------------------------ in the other number


def _several(elaborator: Elaborator, node: n.Expr) -> n.Expr:
    """`there is 1 player` speaks of all players, also in a word about a player."""
    if not isinstance(node, n.Name | n.Apply):
        return node
    kind = elaborator.names.kinds.get(node.phrase.words[-1])
    if kind is None or node.phrase.words[-1] != kind.name:
        return node
    return evolve(node, phrase=evolve(node.phrase, words=(*node.phrase.words[:-1], kind.plural)))


def in_number(elaborator: Elaborator, node: n.Expr, scope: NameScope) -> n.Expr:
    """`a bystander` where only `bystanders` are known."""
    if isinstance(node, n.Name | n.Apply):
        if not _is_known(elaborator, node.phrase, scope):
            words = (*node.phrase.words[:-1], plural_of(node.phrase.words[-1]))
            other = evolve(node.phrase, words=words)
            if _is_known(elaborator, other, scope):
                return evolve(node, phrase=other)
    elif isinstance(node, n.At):
        return evolve(node, subject=in_number(elaborator, node.subject, scope))
    elif isinstance(node, n.On | n.Showing):
        return evolve(node, subject=in_number(elaborator, node.subject, scope))
    return node


def _is_known(elaborator: Elaborator, phrase: n.Phrase, scope: NameScope) -> bool:
    names = elaborator.names
    for _, text in splits(phrase.words):
        if (
            text in scope.names
            or text in built_in.NOUNS
            or text in built_in.ATTRIBUTES
            or names.kind_of_plural(text) is not None
        ):
            return True
        if names.is_taken(text):
            return True
    return False


def beside_it(elaborator: Elaborator, node: n.BesideIt, scope: NameScope) -> t.Expr:
    listed = elaborator.flat(elaborator.as_list(elaborator.infer(node.subject, scope), node.subject))
    member = t.Local(MEMBER, listed.type.member)
    test = predicates.beside(elaborator, nouns.reference_to(member, node), n.Beside(node.place, span=node.span), scope)
    return t.Where(listed, member, test, type=listed.type, span=node.span)


def side_by_side(elaborator: Elaborator, node: n.SideBySide, scope: NameScope) -> t.Expr:
    help = "put an operator or a preposition between them; a rule is called in a line of its own"
    raise SemanticError("E372", "two values stand side by side", node.span, help=help)


HANDLERS: Mapping[type, Handler] = {
    n.It: it, n.They: they, n.Described: described, n.FirstInTurn: first_in_turn, n.There: there, n.Several: several,
    n.BesideIt: beside_it, n.SideBySide: side_by_side, n.Between: between,
}  # fmt: skip
