"""Expressions, each by its function: from nodes of the syntax to nodes of the typed tree."""

from __future__ import annotations

import re
from collections.abc import Mapping

from dicedsl.syntax import nodes as n
from dicedsl.text.source import Span
from dicedsl.typed import clauses, conditions, lines, name_expressions, nouns, predicates, unknown_names
from dicedsl.typed import tree as t
from dicedsl.typed.elaborator import Brackets, Elaborator, Handler, Meaning, as_set_of_one
from dicedsl.typed.kinds import (
    DICE,
    DIE,
    NOTHING,
    NUMBER,
    ONE_NUMBER,
    PLAYER,
    POINT,
    STEP,
    TRUTH,
    Grouping,
    Type,
    list_of,
    one,
    set_of,
)
from dicedsl.typed.scope import NameScope
from dicedsl.typed.semantic_error import SemanticError

SECOND_EDITION = 2  # edition

# ------------------------------------------------------------------ what is there


def _number(elaborator: Elaborator, node: n.Number, scope: NameScope) -> t.Expr:
    return t.Number(node.value, span=node.span)


def _truth(elaborator: Elaborator, node: n.Truth, scope: NameScope) -> t.Expr:
    return t.Truth(node.value, span=node.span)


def _nothing(elaborator: Elaborator, node: n.Nothing, scope: NameScope) -> t.Expr:
    return t.Absent(type=one(PLAYER if node.word == "nobody" else NOTHING), span=node.span)


def _you(elaborator: Elaborator, node: n.You, scope: NameScope) -> t.Expr:
    return t.You(span=node.span)


def _tuple(elaborator: Elaborator, node: n.Tuple, scope: NameScope) -> Meaning:
    items = []
    for item in node.items:
        meaning = elaborator.infer(item, scope)
        items.append(elaborator.as_single(meaning, item) if isinstance(meaning, Brackets) else meaning)
    brackets = Brackets(items, node)
    if node.of is None:
        return brackets
    board = next((b for b in elaborator.names.boards.values() if node.of.text in (b.name, b.kind.plural)), None)
    if board is None:
        help = (
            f"boards here: {', '.join(elaborator.names.boards)}"
            if elaborator.names.boards
            else "this game has no board"
        )
        raise SemanticError("E345", f'there is no board "{node.of.text}"', node.of.span, help=help)
    if len(items) != len(board.coordinates):
        help = f"it has {len(board.coordinates)} numbers: {', '.join(board.coordinates)}"
        raise SemanticError("E345", f"this is no place of {board.name}", node.span, help=help)
    numbers = tuple(elaborator.as_number(item, node) for item in items)
    return t.Spot(board, numbers, type=one(board.kind), span=node.span)


# ------------------------------------------------------------------ reckoning


def _binary(elaborator: Elaborator, node: n.Binary, scope: NameScope) -> t.Expr:
    left, right = elaborator.value(node.left, scope), elaborator.value(node.right, scope)
    if left.type.is_unknown or right.type.is_unknown:
        return t.Wrong(span=node.span)
    moved = _vector(elaborator, node, left, right)
    if moved is not None:
        return moved
    if node.op in "+-" and (left.type.is_set or right.type.is_set or left.type.kind not in (NUMBER, TRUTH)):
        return _set_arithmetic(elaborator, node, left, right)
    left, right = elaborator.as_number(left, node.left), elaborator.as_number(right, node.right)
    return t.Arithmetic(node.op, left, right, type=ONE_NUMBER, span=node.span)


def _vector(elaborator: Elaborator, node: n.Binary, left: t.Expr, right: t.Expr) -> t.Expr | None:
    """Points and steps: point + step, step + step, step * number, point - point."""
    space = elaborator.names.space
    if space is None or left.type.is_set or right.type.is_set:
        return None
    kinds = (left.type.kind, right.type.kind)
    if node.op == "*" and STEP in kinds and NUMBER in kinds:
        return t.Arithmetic("*", left, right, type=one(STEP), span=node.span)
    places = node.op == "-" and kinds == (space.kind, space.kind)
    if not places and (node.op not in "+-" or not {POINT, STEP} & set(kinds)):
        return None
    left, right = elaborator.fit(left, POINT), elaborator.fit(right, POINT)
    shape = (left.type.kind, node.op, right.type.kind)
    if shape in ((POINT, "+", STEP), (POINT, "-", STEP), (STEP, "+", POINT)):
        return t.Arithmetic(node.op, left, right, type=one(POINT), span=node.span)
    if shape in ((STEP, "+", STEP), (STEP, "-", STEP), (POINT, "-", POINT)):
        return t.Arithmetic(node.op, left, right, type=one(STEP), span=node.span)
    raise SemanticError("E322", f"{left.type.called()} and {right.type.called()} do not go together", node.span)


def _set_arithmetic(elaborator: Elaborator, node: n.Binary, left: t.Expr, right: t.Expr) -> t.Expr:
    if left.type.kind is NOTHING:
        left = t.Absent(type=set_of(right.type.kind), span=left.span)
    if right.type.kind is NOTHING:
        right = t.Absent(type=set_of(left.type.kind), span=right.span)
    left, right = (elaborator.as_place(side) if side.type.kind is POINT else side for side in (left, right))
    if left.type.kind != right.type.kind:
        raise SemanticError(
            "E322",
            f"{left.type.called()} and {right.type.called()} do not go together",
            node.span,
            help="sets are joined only if their members are of one kind",
        )
    left, right = (side if side.type.is_set else as_set_of_one(side) for side in (left, right))
    joined = t.Union if node.op == "+" else t.Without
    return joined(left, right, type=set_of(left.type.kind), span=node.span)


def _negative(elaborator: Elaborator, node: n.Negative, scope: NameScope) -> t.Expr:
    expr = elaborator.value(node.operand, scope)
    if expr.type != one(STEP):
        expr = elaborator.as_number(expr, node.operand)
    return t.Negative(expr, type=expr.type, span=node.span)


def _range(elaborator: Elaborator, node: n.Range, scope: NameScope) -> t.Expr:
    low, high = elaborator.value(node.low, scope), elaborator.value(node.high, scope)
    if low.type.is_unknown or high.type.is_unknown:
        return t.Wrong(span=node.span)
    if low.type != high.type or low.type.is_set or low.type.kind is TRUTH:
        raise SemanticError(
            "E323",
            "a range goes from one number to another",
            node.span,
            help="write two numbers, such as `1 to 6`; beside `+` and `except` put it in brackets: `(1 to 12) except (5 to 6)`",
        )
    return t.Range(low, high, type=set_of(low.type.kind), span=node.span)


# ------------------------------------------------------------------ folds


def _fold(elaborator: Elaborator, node: n.Fold, scope: NameScope) -> t.Expr:
    meaning = elaborator.infer(node.operand, scope)
    if isinstance(meaning, t.Expr) and meaning.type.is_one:
        hidden = unknown_names.hides_fold(elaborator, node.word)
        if hidden is not None:
            raise hidden
    if isinstance(meaning, t.Expr) and meaning.type.is_unknown:
        return t.Wrong(span=node.span, type=ONE_NUMBER if node.word in {"count", "sum", "different"} else meaning.type)
    if node.word == "count":
        if isinstance(meaning, t.Expr) and meaning.type.is_one:
            raise elaborator.clash(node.operand) or SemanticError(
                "E324",
                f"`count of` counts a set, but this is {meaning.type.called()}",
                node.operand.span,
                help="leave out `count of`" if meaning.type.kind.is_number else "",
            )
        is_set = isinstance(meaning, t.Expr) and meaning.type.is_set
        counted = meaning if is_set else elaborator.flat(elaborator.as_list(meaning, node.operand))
        assert isinstance(counted, t.Expr)
        return t.Count(counted, span=node.span)
    if isinstance(meaning, Brackets):
        return _fold_of(elaborator, node, meaning)
    if meaning.type == ONE_NUMBER and elaborator.clash(node.operand) is None:
        raise _fold_of_one(node)
    operand = elaborator.flat(elaborator.as_list(meaning, node.operand))
    kind = operand.type.kind
    if node.word == "different":
        elaborator.as_set(operand, node)  # says what cannot be gathered
        return t.Fold(node.word, operand, type=ONE_NUMBER, span=node.span)
    if kind is DIE and (node.word == "sum" or elaborator.names.book.edition_of(node) == SECOND_EDITION):
        operand = predicates.numbers(elaborator, operand, node.operand)
        kind = NUMBER
    if node.word == "sum":
        if not kind.is_number:
            raise SemanticError(
                "E325",
                f"`sum of` adds numbers, but these are {kind.plural}",
                node.operand.span,
                help="name a number of theirs, or write `count of`",
            )
        return t.Fold(node.word, operand, type=ONE_NUMBER, span=node.span)
    if kind is TRUTH:
        raise SemanticError("E325", f"`{node.word} of` compares numbers", node.operand.span)
    return t.Fold(node.word, operand, type=one(kind), span=node.span)


def _fold_of_one(node: n.Fold) -> SemanticError:
    """`sum of fish of the floe`, `lowest of 24 and pot`."""
    one, whole = node.operand.span, node.span
    behind = whole.source.text[whole.end :].partition("\n")[0]
    joined = re.match(r" and ([A-Za-z0-9 -]+?)(?=$|[:;,|)]| (?:and|or|is|are|has|to|from)\b)", behind)
    said = " ".join(one.text.split())
    help = f"leave out `{node.word} of`"
    if joined and node.word in {"highest", "lowest"}:
        help = f"write `{node.word} of ({said}, {joined[1]})`"
        one = Span(whole.source, whole.start, whole.end + joined.end())
    return SemanticError("E304", f"`{node.word} of` asks for several numbers, but this is one", one, help=help)


def _fold_of(elaborator: Elaborator, node: n.Fold, brackets: Brackets) -> t.Expr:
    items = [elaborator.as_single(item, node) for item in brackets.items]
    if any(not item.type.is_unknown and item.type != ONE_NUMBER for item in items):
        raise SemanticError("E325", f"`{node.word} of` takes numbers here", node.operand.span)
    if node.word == "different":
        raise SemanticError("E325", "`different of` takes a set or a `for each`", node.operand.span)
    return t.FoldOf(node.word, tuple(items), span=node.span)


# ------------------------------------------------------------------ sets and lists


def _showing(elaborator: Elaborator, node: n.Showing, scope: NameScope) -> t.Expr:
    dice = elaborator.expect_members(node.subject, scope, DIE)
    numbers = elaborator.value(node.number, scope)
    if not numbers.type.is_unknown and not numbers.type.kind.is_number:
        message = f"a number is expected after `showing`, but this is {numbers.type.called()}"
        raise SemanticError("E303", message, node.number.span)
    if numbers.type.is_set:
        numbers = elaborator.as_list(numbers, node.number)
    return t.Showing(dice, numbers, span=node.span)


def _on(elaborator: Elaborator, node: n.On, scope: NameScope) -> t.Expr:
    if isinstance(node.subject, n.Apply):
        # `owner of die on p`: the place belongs to the die
        inner = n.On(node.subject.argument, node.places, span=node.span)
        return name_expressions.apply(elaborator, n.Apply(node.subject.phrase, inner, span=node.span), scope)
    if not isinstance(node.subject, n.Name) or node.subject.phrase.words[-1] not in {"die", "dice"}:
        message = "only `die on ...` and `dice on ...` are known"
        standing = re.search(r"\b(?:die|dice) on .*", node.span.text)
        place = " ".join(node.places.span.text.split())
        help = (
            f"write `({standing[0]})`"
            if standing
            else f"`die on {place}` is what stands on one place, `dice on {place}` on several"
        )
        raise SemanticError("E326", message, node.span, help=help)
    adjectives = node.subject.phrase.words[:-1]
    elaborator.note(node.subject.phrase, DIE, len(adjectives))
    places = elaborator.value(node.places, scope)
    if places.type.is_unknown:
        return places
    if not places.type.kind.is_place:
        message = f"dice stand on places, but this is {places.type.called()}"
        raise SemanticError("E326", message, node.places.span, help="name a board, or a place of it")
    if places.type.is_one:
        return t.DieOn(places, span=node.span)
    each = elaborator.as_list(places, node)
    die = t.DieOn(
        t.EachMember(each, type=each.type.member, span=node.span), type=Type(DIE, Grouping.LIST), span=node.span
    )
    dice = t.SetOfList(die, type=DICE, span=node.span)
    if not adjectives:
        return dice
    filtered = nouns.filtered(elaborator, dice, adjectives, node.subject.phrase)
    if filtered is None:
        raise SemanticError("E310", f'"{" ".join(adjectives)}" is no adjective of dice', node.subject.span)
    return filtered


def _where(elaborator: Elaborator, node: n.Where, scope: NameScope) -> t.Expr:
    subject = elaborator.flat(elaborator.as_list(elaborator.infer(node.subject, scope), node.subject))
    it = t.Local("it", subject.type.member)
    condition = elaborator.expect_truth(node.condition, scope.with_it(it))
    return t.Where(subject, it, condition, type=subject.type, span=node.span)


def _best(elaborator: Elaborator, node: n.Best, scope: NameScope) -> t.Expr:
    subject = elaborator.expect_members(node.subject, scope)
    it = t.Local("it", one(subject.type.kind))
    measure = elaborator.expect_number(node.measure, scope.with_it(it))
    return t.Best(subject, it, node.highest, measure, type=subject.type, span=node.span)


def _top(elaborator: Elaborator, node: n.Top, scope: NameScope) -> t.Expr:
    """The dice before which fewer than so many others come, by what they show; of equal ones the first come first."""
    count = elaborator.expect_number(node.count, scope)
    dice = elaborator.expect_members(node.operand, scope, DIE)
    if dice.type.is_unknown:
        return dice
    it, other = t.Local("it", one(DIE)), t.Local("other", one(DIE))
    mine, theirs = nouns.reference_to(it, node), nouns.reference_to(other, node)
    number, others = (t.BuiltIn("number", (die,), type=ONE_NUMBER, span=node.span) for die in (mine, theirs))
    before = (others, mine) if node.highest else (number, mine)
    behind = (number, theirs) if node.highest else (others, theirs)
    listed = elaborator.as_list(dice, node.operand)
    better = t.Where(listed, other, t.Order(">", before, behind, span=node.span), type=listed.type, span=node.span)
    among = t.Order("<", (t.Count(better, span=node.span),), (count,), span=node.span)
    highest = t.Where(elaborator.as_list(dice, node.operand), it, among, type=listed.type, span=node.span)
    return t.SetOfList(highest, type=DICE, span=node.span)


def _for_each(elaborator: Elaborator, node: n.ForEach, scope: NameScope) -> t.Expr:
    binders = []
    for binder in node.binders:
        source = elaborator.as_list(elaborator.infer(binder.source, scope), binder.source)
        local = elaborator.declare_local(binder.name, source.type.member, binder)
        scope = name_expressions.scope_with_unnamed(name_expressions.bind(elaborator, scope, binder.name, local), local)
        binders.append((local, source))
    condition = None if node.condition is None else elaborator.expect_truth(node.condition, scope)
    body = elaborator.infer(node.body, scope)
    expr = body if isinstance(body, t.Expr) else elaborator.as_single(body, node.body)
    ty = expr.type
    if ty.is_list:
        ty = ty.member
    return t.ForEach(tuple(binders), condition, expr, type=list_of(ty), span=node.span)


def _linked_to(elaborator: Elaborator, node: n.LinkedTo, scope: NameScope) -> t.Expr:
    within = elaborator.expect_members(node.subject, scope)
    start = elaborator.expect_members(node.start, scope, None if within.type.is_unknown else within.type.kind)
    if within.type.is_unknown:
        return within
    links = conditions.links(elaborator, node.word, within.type.kind)
    return t.ReachablePlaces(within, start, links, type=within.type, span=node.span)


def _groups(elaborator: Elaborator, node: n.Groups, scope: NameScope) -> t.Expr:
    count = elaborator.expect_number(node.count, scope)
    within = elaborator.expect_members(node.subject, scope)
    if within.type.is_unknown:
        return within
    kind = within.type.kind
    links = conditions.links(elaborator, node.word, kind)
    under = None if node.under is None else conditions.links(elaborator, node.under, kind)
    return t.Groups(count, within, links, under, type=Type(kind, Grouping.SETS), span=node.span)


HANDLERS: Mapping[type, Handler] = {
    n.Number: _number, n.Truth: _truth, n.Nothing: _nothing, n.You: _you, n.Tuple: _tuple,
    n.Name: name_expressions.name, n.Your: name_expressions.your, n.Apply: name_expressions.apply, n.At: name_expressions.at,
    n.Binary: _binary, n.Negative: _negative, n.Range: _range, n.Fold: _fold,
    n.Showing: _showing, n.On: _on, n.Where: _where, n.Best: _best, n.Top: _top, n.ForEach: _for_each, n.LinkedTo: _linked_to, n.Groups: _groups,
    n.And: conditions.both, n.Or: conditions.either, n.Not: conditions.negated, n.Is: conditions.is_,
    n.HasOrder: conditions.has_order, n.Quantified: conditions.quantified, **clauses.HANDLERS, **lines.HANDLERS,
}  # fmt: skip
