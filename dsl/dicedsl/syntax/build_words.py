"""Trees of material, memory and words become nodes."""

from __future__ import annotations

import difflib
from typing import Any

from attrs import evolve, frozen
from lark import Token, Tree

from dicedsl.syntax import nodes as n
from dicedsl.syntax.handlers import Builder, BuildProblem, Handler, as_param, check_name, children_of, whole_number
from dicedsl.text.source import Span


def _counted(builder: Builder, tree: Tree[Token], span: Span) -> n.Expr:
    return builder.all(children_of(tree))[0]  # type: ignore[no-any-return]


def _faces(builder: Builder, tree: Tree[Token], span: Span) -> n.Faces:
    parts = children_of(tree)
    if isinstance(parts[0], Token):
        return n.Faces(tuple(int(x) for x in parts), None, span=span)
    only = builder.build(parts[0])
    return n.Faces((), only, span=span)


def _seen_by(builder: Builder, tree: Tree[Token], span: Span) -> n.Expr:
    return builder.build(children_of(tree)[-1])  # type: ignore[no-any-return]


def _for_match(builder: Builder, tree: Tree[Token], span: Span) -> None:
    return None


def _zone(builder: Builder, tree: Tree[Token], span: Span) -> n.Zone:
    name, keys, stock, *qualities = children_of(tree)
    seen = next((builder.build(q) for q in qualities if q is not None), None)
    amount: Any = None
    faces = None
    named = ""
    if stock.data == "no_dice":
        sort = builder.name(next(c for c in children_of(stock) if isinstance(c, Tree)))
    else:
        number, phrase, names, sides = children_of(stock)
        amount, sort, faces = builder.build(number), builder.name(phrase), builder.build(sides)
        if names is not None:
            named = " ".join(names.split())
            _check_names(builder, names, amount)
            sort = n.Phrase((*sort.words[:-1], "numbered", sort.words[-1]), sort.article, span=sort.span)
    return n.Zone(
        builder.name(name),
        builder.names(children_of(keys)) if keys else (),
        amount,
        sort,
        faces,
        seen,
        named,
        span=span,
    )


def _check_names(builder: Builder, token: Token, amount: n.Expr) -> None:
    """`6 dice named d1 to d6`: the last name fits the number."""
    last = token.split()[-1]
    if isinstance(amount, n.Number) and last not in {"on", f"d{amount.value}"}:
        message = f"{amount.value} dice have the names d1 to d{amount.value}"
        raise BuildProblem("E134", message, builder.span(token), help=f"write `named d1 to d{amount.value}`")
    if not isinstance(amount, n.Number) and last != "on":
        message = "how many names there are is known only when the game begins"
        raise BuildProblem("E134", message, builder.span(token), help="write `named d1 and so on`")


def _size(builder: Builder, tree: Tree[Token], span: Span) -> n.Expr:
    only = children_of(tree)[0]
    return whole_number(builder, only) if isinstance(only, Token) else builder.build(only)


def _board(builder: Builder, tree: Tree[Token], span: Span) -> n.Board:
    name, places, shape, without, seen = children_of(tree)
    return n.Board(
        builder.name(name), builder.build(shape), builder.build(without) or (), builder.build(seen) or (),
        None if places is None else builder.name(places), span=span,
    )  # fmt: skip


def _sized(builder: Builder, tree: Tree[Token], span: Span) -> n.SizedBoard:
    form, rows, columns = (builder.build(k) for k in children_of(tree))
    numbers = [size.value if isinstance(size, n.Number) else 0 for size in (rows, columns)]
    sizes = (None if numbers[0] else rows, None if numbers[1] else columns)
    return n.SizedBoard(form, numbers[0], numbers[1], sizes, span=span)


def _each_scope(builder: Builder, tree: Tree[Token], span: Span) -> n.Scope:
    kind = builder.name(children_of(tree)[0])
    if kind.text in {"turn", "round"}:
        return n.Scope(kind.text, span=span)
    return n.Scope("each", kind, span=span)


def _one_scope(builder: Builder, tree: Tree[Token], span: Span) -> n.Scope:
    subject = builder.name(children_of(tree)[0])
    if subject.text in {"game", "match"} and subject.article == "the":
        return n.Scope(subject.text, span=span)
    if subject.text == "there":
        help = "say of what: `a storm is coming, at first no`, `the storm is over, at first no`"
        raise BuildProblem(
            "E135", "what there is cannot be remembered, only what is so or not", subject.span, help=help
        )
    return n.Scope("sentence", subject, span=span)


def _has_memory(builder: Builder, tree: Tree[Token], span: Span) -> n.Memory:
    scope, *rest = children_of(tree)
    names = [k for k in rest if isinstance(k, Tree) and k.data == "phrase"]
    built = builder.build(scope)
    if built.word == "sentence":
        first, *others = built.kind.text.split()
        if others and difflib.get_close_matches(first, ["each"], 1, 0.7):
            raise BuildProblem("E135", f'"{first}" is not understood here; did you mean "each"?', built.span)
        named = built.kind.text in builder.declared.kinds
        owner = f"each {built.kind.text}" if named else "the game"
        message = f'say whose it is: "{owner}", "each turn", "each round" or "the match"'
        raise BuildProblem("E135", message, built.span, help=f"write `{owner}`")
    first, *more = builder.names(names)
    kept, initial, *qualities = rest[len(names) :]
    key = builder.build(kept)
    numbers = None if isinstance(key, n.Name) else key
    kind = key.phrase if isinstance(key, n.Name) else None
    memory = n.Memory(
        built, first, kind, builder.build(initial), None, None, False, more=tuple(more), numbers=numbers, span=span
    )  # fmt: skip
    return _memory(builder, memory, qualities)


def _is_memory(builder: Builder, tree: Tree[Token], span: Span) -> n.Memory:
    scope, name, initial, *qualities = children_of(tree)
    built = builder.build(initial)
    if not isinstance(built, n.Truth):
        raise BuildProblem("E135", "what is said with `is` holds or does not: at first `yes` or `no`", built.span)
    memory = n.Memory(builder.build(scope), builder.name(name), None, built, None, None, False, state=True, span=span)
    return _memory(builder, memory, qualities)


def _memory(builder: Builder, memory: n.Memory, qualities: list[Any]) -> n.Memory:
    changes: dict[str, Any] = {}
    for quality in qualities:
        if quality.data == "bounds":
            changes["bounds"] = builder.build(quality)
        elif quality.data == "seen_by":
            changes["seen_by"] = builder.build(quality)
        elif quality.data == "not_shown":
            changes["quiet"] = True
        elif quality.data == "for_match":
            changes["for_match"] = True
        else:
            changes["lasting"] = str(quality.data).removeprefix("for_")
    return evolve(memory, **changes) if changes else memory


def _coordinates(builder: Builder, tree: Tree[Token], span: Span) -> n.CoordinateBoard:
    parts = children_of(tree)
    condition = builder.build(parts[-1])
    names = builder.names([p for p in parts if isinstance(p, Tree) and p.data == "phrase"])
    low, high = (builder.build(p) for p in parts[len(names) : -1])
    return n.CoordinateBoard(names, low, high, condition, span=span)


def _without(builder: Builder, tree: Tree[Token], span: Span) -> tuple[n.Point, ...]:
    return builder.all(children_of(tree))


def _seen_from(builder: Builder, tree: Tree[Token], span: Span) -> tuple[n.Phrase, ...]:
    return builder.all([k for k in children_of(tree) if isinstance(k, Tree)])


def _point(builder: Builder, tree: Tree[Token], span: Span) -> n.Point:
    values = [(-1 if k.data == "minus_int" else 1) * int(children_of(k)[-1]) for k in children_of(tree)]
    return n.Point(tuple(values), span=span)


def _kind(builder: Builder, tree: Tree[Token], span: Span) -> n.Kind:
    singular, plural, *values = builder.names(children_of(tree))
    return n.Kind(singular, plural, tuple(values), span=span)


def _columns(builder: Builder, tree: Tree[Token], span: Span) -> n.Columns:
    by, *heads = children_of(tree)
    built = (None if isinstance(head, Token) else builder.build(head) for head in heads)
    return n.Columns(builder.name(by), tuple(built), span=span)


def _params(builder: Builder, tree: Tree[Token], span: Span) -> tuple[n.Param, ...]:
    return builder.all(children_of(tree))


def _param(builder: Builder, tree: Tree[Token], span: Span) -> n.Param:
    return as_param(builder.name(children_of(tree)[0]), builder.declared.kinds)


def _prep_param(builder: Builder, tree: Tree[Token], span: Span) -> n.Param:
    prep, phrase = children_of(tree)
    return as_param(builder.name(phrase), builder.declared.kinds, builder.build(prep))


PREPS = {"for_p": "for", "seen_from_p": "seen from", "apart_from": "apart from"}


def _prep(builder: Builder, tree: Tree[Token], span: Span) -> str:
    return PREPS.get(str(tree.data), str(tree.data))


def _word_head(builder: Builder, tree: Tree[Token], span: Span) -> Head:
    parts = [k for k in children_of(tree) if k is not None]
    names = tuple(builder.build(k) for k in parts if k.data == "phrase")
    params = tuple(p for k in parts if k.data == "params" for p in builder.build(k))
    preps = tuple(builder.build(k) for k in parts if k.data == "prep_param")
    return Head(names, params + preps, span)


@frozen
class Head:
    """What a word, or several in one table, are called and asked of."""

    names: tuple[n.Phrase, ...]
    params: tuple[n.Param, ...]
    span: Span

    def single(self, builder: Builder) -> n.Phrase:
        if len(self.names) > 1:
            message = "only a table defines several words at once"
            raise BuildProblem("E136", message, self.span, help="write a line for each of them")
        return self.checked()[0]

    def checked(self) -> tuple[n.Phrase, ...]:
        for name in self.names:
            check_name(name)
        return self.names


def _value_word(builder: Builder, tree: Tree[Token], span: Span) -> n.ValueWord:
    head, body = builder.all(children_of(tree))
    return n.ValueWord(head.single(builder), head.params, body, span=span)


def _list_word(builder: Builder, tree: Tree[Token], span: Span) -> n.ListWord | n.ValueWord:
    head, *items = builder.all(children_of(tree))
    if head.params or len(items) == 1:
        if len(items) > 1:
            raise BuildProblem("E127", "a list that is asked of something is written with `for each`", span)
        return n.ValueWord(head.single(builder), head.params, items[0], listed=True, span=span)
    return n.ListWord(head.single(builder), tuple(items), span=span)


def _case_word(builder: Builder, tree: Tree[Token], span: Span) -> n.CaseWord:
    head, said, columns, *rows = children_of(tree)
    built = builder.build(head)
    name, *more = built.checked()
    return n.CaseWord(
        name, built.params, builder.build(columns), builder.all(rows), tuple(more), said is not None, span=span
    )  # fmt: skip


def _adjective(builder: Builder, tree: Tree[Token], span: Span) -> n.AdjectiveWord:
    head, what, other, conditions = (builder.build(k) for k in children_of(tree))
    if len(head.names) > 1 or head.params:
        help = "write it as `a funnel is open when ...` or `funnel f is above funnel g when ...`"
        raise BuildProblem("E136", "what is said with `when` is said of one thing", head.span, help=help)
    subject = as_param(head.names[0], builder.declared.kinds, alone=True)
    if isinstance(what, n.Apply) and isinstance(what.argument, n.Name) and other is None:
        other = as_param(what.argument.phrase, builder.declared.kinds, "of")
        what = n.Name(what.phrase, span=what.phrase.span)
    elif isinstance(what, n.Prep | n.At) and other is None:
        word = "at" if isinstance(what, n.At) else what.word
        argument = what.key if isinstance(what, n.At) else what.argument
        if isinstance(argument, n.Name):
            other, what = as_param(argument.phrase, builder.declared.kinds, word), what.subject
    elif other is not None:
        other = evolve(other, prep="with")
    if not isinstance(what, n.Name):
        help = "explain a word by one thing more at most, as in `a player is king of a sort when ...` or `a die is better against die d when ...`"
        raise BuildProblem("E136", "here stands what is said of it: a name", what.span, help=help)
    check_name(what.phrase)
    join, parts = conditions
    return n.AdjectiveWord(subject, what.phrase, other, join, parts, span=span)


def _row(builder: Builder, tree: Tree[Token], span: Span) -> n.Row:
    first, *cells = children_of(tree)
    condition = None if isinstance(first, Token) else builder.build(first)
    dashes = tuple(c.data == "dash" for c in cells)
    return n.Row(condition, tuple(builder.build(c) for c in cells), dashes, span=span)


def _cell(builder: Builder, tree: Tree[Token], span: Span) -> n.Expr | None:
    return builder.build(children_of(tree)[0]) if children_of(tree) else None


def _dash(builder: Builder, tree: Tree[Token], span: Span) -> None:
    return None


def _conditions(builder: Builder, tree: Tree[Token], span: Span) -> tuple[str, tuple[n.Expr, ...]]:
    parts = builder.all([k for k in children_of(tree) if isinstance(k, Tree)])
    return str(tree.data).split("_")[0], parts


HANDLERS: dict[str, Handler] = {
    "counted": _counted, "faces": _faces, "seen_by": _seen_by, "for_match": _for_match, "not_shown": _for_match,
    "for_turn": _for_match, "for_round": _for_match, "zone": _zone, "size": _size, "board": _board,
    "sized_board": _sized, "each_scope": _each_scope, "one_scope": _one_scope, "has_memory": _has_memory,
    "is_memory": _is_memory, "coordinate_board": _coordinates, "without": _without, "seen_from": _seen_from,
    "point": _point, "kind": _kind, "columns": _columns, "params": _params, "param": _param,
    "prep_param": _prep_param, "at": _prep, "for_p": _prep, "towards": _prep, "against": _prep, "behind": _prep,
    "along": _prep, "seen_from_p": _prep, "apart_from": _prep, "word_head": _word_head, "value_word": _value_word,
    "list_word": _list_word, "case_word": _case_word, "adjective_word": _adjective, "row": _row, "cell": _cell,
    "dash": _dash, "one_condition": _conditions, "all_conditions": _conditions, "any_condition": _conditions,
}  # fmt: skip
