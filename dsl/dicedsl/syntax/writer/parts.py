"""A file and its parts as text."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from dicedsl.syntax import nodes as n
from dicedsl.syntax.writer.examples import example
from dicedsl.syntax.writer.expressions import Level, is_plural_name, order, phrase, text
from dicedsl.syntax.writer.steps import (
    INDENT,
    REFUSAL_WORDS,
    Lines,
    alternative,
    block,
    indented,
    lines_of,
    offers,
    quoted,
    remark,
    table,
)

HEAD = (n.Use, n.FromSource, n.Aim, n.Players, n.Remark)
TITLES = {"memory": "to keep track"}
MOMENTS = {"rest": "", "turn": " after each turn", "round": " after each round", "last_turn": " after one last turn"}


def file_text(node: n.File) -> str:
    changes = "" if node.changes is None else f" changes {quoted(node.changes)}"
    lines = [f"{node.word} {quoted(node.title)}{changes}"]
    before: n.Node | None = None
    for item_ in node.items:
        if not (before is None or isinstance(before, HEAD)) or not isinstance(item_, HEAD):
            if not isinstance(before, n.Remark):
                lines.append("")
        lines.extend(item(item_))
        before = item_
    return "\n".join(lines) + "\n"


def item(node: n.Item) -> Lines:
    write = _ITEMS.get(type(node))
    if write is None:
        raise TypeError(f"cannot write {type(node).__name__}")
    yield from write(node)


# ---------------------------------------------------------------- the head


def _players(node: n.Players) -> Lines:
    counts = [str(count) for count in node.counts]
    words = " or ".join(counts)
    if node.more:
        words = f"{counts[0]} or more"
    elif node.form == "span":
        words = f"{counts[0]} to {counts[-1]}"
    yield f"players {words}{', clockwise from anybody' if node.clockwise else ''}"


# ---------------------------------------------------------------- sections


def _section(node: n.Section) -> Lines:
    title = "" if node.title is None else f" {quoted(node.title)}"
    head = f"{TITLES.get(node.word, node.word)}{title}"
    yield from _lines_of(head, node.lines, node.inline)


def _lines_of(head: str, nodes: Iterable[Any], inline: bool) -> Lines:
    """A head and lines below it, or `inline`: one line behind it, and what tells it below, where it has no lines of its own."""
    nodes = list(nodes)
    remarks = [node for node in nodes if isinstance(node, n.Remark)]
    others = [node for node in nodes if not isinstance(node, n.Remark)]
    behind = list(line(others[0])) if inline and len(others) == 1 else []
    if behind and (len(behind) == 1 or not remarks):
        yield f"{head}: {behind[0]}"
        yield from behind[1:]
        nodes = remarks
    else:
        yield f"{head}:"
    for node in nodes:
        yield from indented(line(node))


def line(node: Any) -> Lines:
    if isinstance(node, n.Replaced):
        first, *rest = line(node.line)
        yield f"replace {first}"
        yield from rest
        return
    write = _LINES.get(type(node))
    if write is None:
        raise TypeError(f"cannot write {type(node).__name__}")
    yield from write(node)


def _option(node: n.Option) -> Lines:
    values = "" if node.bounds is None else _bounds(node.bounds)
    values += "".join(f", or {text(choice, Level.SUM)}" for choice in node.choices)
    said = "" if node.text is None else f": {quoted(node.text)}"
    yield f"{phrase(node.name)} = {text(node.default, Level.SUM)}{values}{said}"


def _bounds(node: n.Bounds) -> str:
    return f", from {text(node.low, Level.SUM)} to {text(node.high, Level.SUM)}"


def _zone(node: n.Zone) -> Lines:
    keys = f" of each {' and '.join(map(phrase, node.keys))}" if node.keys else ""
    sort = node.sort
    named = ""
    if "numbered" in sort.words:
        sort = n.Phrase(tuple(word for word in sort.words if word != "numbered"), sort.article)
        count = node.amount.value if isinstance(node.amount, n.Number) else None
        named = f" {node.named}" if node.named else f" named d1 {'and so on' if count is None else f'to d{count}'}"
    amount = "no" if node.amount is None else _size(node.amount)
    faces = ""
    if node.faces is not None:
        sides = " ".join(map(str, node.faces.listed))
        faces = f" with faces {sides if node.faces.span_of is None else text(node.faces.span_of, Level.RANGE)}"
    seen = "" if node.seen_by is None else f", seen by {text(node.seen_by, Level.SUM)}"
    yield f"{phrase(node.name)}{keys}: {amount} {phrase(sort)}{named}{faces}{seen}"


def _size(node: int | n.Expr) -> str:
    if isinstance(node, int):
        return str(node)
    return str(node.value) if isinstance(node, n.Number) else f"({text(node, Level.SUM)})"


def _memory(node: n.Memory) -> Lines:
    qualities = "" if node.bounds is None else _bounds(node.bounds)
    qualities += "" if node.seen_by is None else f", seen by {text(node.seen_by, Level.SUM)}"
    qualities += f", each {node.lasting}" if node.lasting else ""
    qualities += ", for the match" * node.for_match + ", not shown" * node.quiet
    names = ", ".join(map(phrase, (node.name, *node.more)))
    if node.key is not None:
        names += f" by {phrase(node.key)}"
    elif node.numbers is not None:
        names += f" by {text(node.numbers, Level.RANGE)}"
    verb = "is" if node.state else "has"
    yield f"{_scope(node.scope)} {verb} {names}, at first {text(node.initial)}{qualities}"


def _scope(node: n.Scope) -> str:
    if node.word in {"turn", "round"}:
        return f"each {node.word}"
    if node.word in {"game", "match"}:
        return f"the {node.word}"
    assert node.kind is not None
    return phrase(node.kind) if node.word == "sentence" else f"each {phrase(node.kind)}"


def _board(node: n.Board) -> Lines:
    shape = node.shape
    if isinstance(shape, n.SizedBoard):
        rows, columns = (size or number for size, number in zip(shape.sizes, (shape.rows, shape.columns), strict=True))
        words = f"{phrase(shape.form)} {_size(rows)} by {_size(columns)}"
    else:
        names = ", ".join(map(phrase, shape.names))
        condition = "" if shape.condition is None else f" where {text(shape.condition)}"
        words = f"({names}) from {text(shape.low, Level.SUM)} to {text(shape.high, Level.SUM)}{condition}"
    if node.without:
        words += " without " + " ".join(f"({','.join(map(str, point.coordinates))})" for point in node.without)
    if node.seen_from:
        words += f", seen from {', '.join(map(phrase, node.seen_from))}"
    places = "" if node.places is None else f" of {phrase(node.places)}"
    yield f"board {phrase(node.name)}{places}: {words}"


def _kind(node: n.Kind) -> Lines:
    yield f"kind {phrase(node.singular)}, {phrase(node.plural)}: {', '.join(map(phrase, node.values))}"


def param(node: n.Param) -> str:
    """A parameter, without the preposition in front of it."""
    article = f"{node.article} " if node.article else ""
    if node.unnamed:
        return f"{article}{node.kind}"
    # `the player with no luck` says the kind itself.
    return f"{article}{'' if node.name.text.startswith(f'{node.kind} ') else f'{node.kind} '}{phrase(node.name)}"


def _head(names: tuple[n.Phrase, ...], params: tuple[n.Param, ...]) -> str:
    plain = [param(p) for p in params if not p.prep]
    asked = f" of {', '.join(plain)}" if plain else ""
    preps = "".join(f" {p.prep} {param(p)}" for p in params if p.prep)
    return f"{', '.join(map(phrase, names))}{asked}{preps}"


def _value_word(node: n.ValueWord) -> Lines:
    body = f"list {text(node.body, Level.SUM)}" if node.listed else text(node.body)
    yield f"{_head((node.name,), node.params)} {_is(node.name)} {body}"


def _is(name: n.Phrase) -> str:
    return "are" if is_plural_name(name) else "is"


def _list_word(node: n.ListWord) -> Lines:
    yield f"{phrase(node.name)} {_is(node.name)} list {', '.join(text(item_, Level.SUM) for item_ in node.items)}"


def _case_word(node: n.CaseWord) -> Lines:
    said = ", by the first line that fits" if node.first_line else ""
    yield f"{_head((node.name, *node.more), node.params)}{said}:"
    rows = []
    if node.columns is not None:
        heads = ["otherwise" if head is None else text(head) for head in node.columns.heads]
        rows.append([f"by {phrase(node.columns.by)}", *heads])
    for row in node.rows:
        cells = [_cell(row, at) for at in range(len(row.cells))]
        rows.append(["otherwise" if row.condition is None else text(row.condition), *cells])
    yield from indented(table(rows))


def _cell(row: n.Row, at: int) -> str:
    cell = row.cells[at]
    if cell is not None:
        return text(cell)
    return "-" if at < len(row.dashes) and row.dashes[at] else ""


def _adjective(node: n.AdjectiveWord) -> Lines:
    other = "" if node.other is None else f" {node.other.prep or 'with'} {param(node.other)}"
    head = f"{param(node.subject)} is {phrase(node.name)}{other} when"
    if node.join == "one":
        yield f"{head} {text(node.conditions[0])}"
        return
    yield f"{head} {'all of these hold' if node.join == 'all' else 'any of these holds'}:"
    for condition in node.conditions:
        yield f"{INDENT}{text(condition)}"


def _shown(node: n.Shown) -> Lines:
    if isinstance(node.value, n.Saying):
        value = quoted(node.value.text)
    else:
        value = text(node.value, Level.SUM)
    if node.keys:
        value += f" of each {' and '.join(map(phrase, node.keys))}"
    label = "" if node.label is None else f" as {quoted(node.label)}"
    condition = "" if node.condition is None else f" when {text(node.condition)}"
    yield f"{value}{label}{condition}"


def _odds_of(node: n.OddsOf) -> Lines:
    yield f"odds of {quoted(node.name)}:"
    for odd in node.odds:
        picks = "".join(f", {_odd_pick(pick)}" for pick in odd.picks)
        yield f"{INDENT}{quoted(odd.outcome)}: {text(odd.weight, Level.SUM)}{picks}"


def _odd_pick(node: n.OddEach | n.OddBy) -> str:
    if isinstance(node, n.OddEach):
        return f"{phrase(node.name)} each {text(node.percent, Level.SUM)} percent"
    return f"{phrase(node.name)} by {text(node.weight, Level.SUM)}"


def _break_off(node: n.BreakOff) -> Lines:
    yield from block(f"break off after {_size(node.count)} {node.unit}", node.block)


def _simulation(node: n.Simulation) -> Lines:
    yield from _lines_of("simulation", node.lines, node.inline)


# ---------------------------------------------------------------- how play goes


def _rule(node: n.Rule) -> Lines:
    params = ""
    for number, p in enumerate(node.params):
        shown = param(p) if p.article or p.prep or number else f"the {param(p)}"
        params += f" {p.prep} {shown}" if p.prep else f"{',' if number else ''} {shown}"
    yield from block(f"rule {phrase(node.name)}{params}", node.block)


def _choice(node: n.Choice) -> Lines:
    yield f"choice {phrase(node.name)}:"
    yield from indented(offers(node.offers))


def _whenever(node: n.Whenever) -> Lines:
    yield from block(f"whenever {text(node.condition)}{order(node.by)}", node.block)


def _always(node: n.Always) -> Lines:
    yield f"always {text(node.condition)}; {REFUSAL_WORDS} {quoted(node.sentence)}"


def _end(node: n.End) -> Lines:
    yield from block(f"end {quoted(node.caption)}{MOMENTS[node.moment]} when {text(node.condition)}", node.block)


def _match_end(node: n.MatchEnd) -> Lines:
    yield from block(f"match ends {quoted(node.caption)} when {text(node.condition)}", node.block)


def _hook(node: n.Hook) -> Lines:
    when, _, what = node.moment.partition("_of_")
    yield from block(f"at the {when} of each {what}", node.block)


# ---------------------------------------------------------------- differences


def _replace(node: n.Replace) -> Lines:
    part = node.part
    first, *rest = alternative(part) if isinstance(part, n.Alternative) else item(part)
    yield f"replace {first}"
    yield from rest


def _name(what: str, name: str) -> str:
    if what in {"alternative"}:
        return f'"{name}"'
    return name if what in {"flow", "word"} else f"{what} {name}"


def _remove(node: n.Remove) -> Lines:
    quotes = {"end": f'end "{node.name}"', "always": f'always "{node.name}"'}
    yield f"remove {quotes.get(node.sort) or _name(node.sort, node.name)}"


def _add_beside(node: n.AddBeside) -> Lines:
    yield f"add beside {quoted(node.name)}:"
    yield from indented(offers(node.alternatives))


def _add_to(node: n.AddTo) -> Lines:
    head = f"add to {'the start of ' if node.first else ''}{_name(node.sort, node.name)}"
    yield from lines_of(head, node.steps, node.inline)


def _in_place(node: n.InPlace) -> Lines:
    first, *rest = item(node.change)
    yield f"in {_name(node.sort, node.name)}, {first}"
    yield from rest


def _variant(node: n.Variant) -> Lines:
    yield f"variant {quoted(node.title)}:"
    for item_ in node.items:
        yield from indented(item(item_))


_LINES: dict[type, Callable[[Any], Lines]] = {
    n.Option: _option,
    n.Zone: _zone,
    n.Memory: _memory,
    n.Board: _board,
    n.Kind: _kind,
    n.ValueWord: _value_word,
    n.ListWord: _list_word,
    n.CaseWord: _case_word,
    n.AdjectiveWord: _adjective,
    n.Shown: _shown,
    n.OddsOf: _odds_of,
    n.BreakOff: _break_off,
    n.Remark: lambda node: iter((remark(node),)),
}
_ITEMS: dict[type, Callable[[Any], Lines]] = {
    n.Use: lambda node: iter((f"use {quoted(node.file)}",)),
    n.FromSource: lambda node: iter((f"from {quoted(node.text)}",)),
    n.Aim: lambda node: iter((f"aim {quoted(node.saying.text)}",)),
    n.Players: _players,
    n.Remark: lambda node: iter((remark(node),)),
    n.Section: _section,
    n.Simulation: _simulation,
    n.Flow: lambda node: block(node.word, node.block),
    n.Rule: _rule,
    n.Choice: _choice,
    n.Whenever: _whenever,
    n.Always: _always,
    n.End: _end,
    n.MatchEnd: _match_end,
    n.Hook: _hook,
    n.Example: example,
    n.Variant: _variant,
    n.Replace: _replace,
    n.Remove: _remove,
    n.AddBeside: _add_beside,
    n.AddTo: _add_to,
    n.InPlace: _in_place,
}
