"""Steps and choices as lines of text."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

from dicedsl.syntax import nodes as n
from dicedsl.syntax.reserved import STEP_WORDS
from dicedsl.syntax.writer.expressions import Level, are, order, phrase, text

INDENT = "    "
REFUSAL_WORDS = "otherwise the player hears"
Lines = Iterator[str]


def indented(lines: Iterable[str]) -> Lines:
    return (f"{INDENT}{line}" if line else line for line in lines)


def quoted(node: n.Text) -> str:
    return f'"{node.value}"'


def remark(node: n.Remark) -> str:
    return f"{'our ruling' if node.word == 'ruling' else node.word} {quoted(node.text)}"


def block(head: str, node: n.Block) -> Lines:
    """A head with a colon, and the steps below or behind it."""
    yield from lines_of(head, node.steps, node.inline)


def lines_of(head: str, nodes: Sequence[n.Must | n.Step], inline: bool) -> Lines:
    """A head with a colon and steps below it, or `inline`: one step behind it, and what tells it below."""
    one = [node for node in nodes if not isinstance(node, n.Remark)]
    if inline and len(one) == 1 and (_is_plain(one[0]) or _holds_plain(one[0])):
        yield f"{head}: {next(step(one[0]))}"
        nodes = [node for node in nodes if isinstance(node, n.Remark)]
    else:
        yield f"{head}:"
    yield from indented(steps(nodes))


def _is_plain(node: n.Must | n.Step) -> bool:
    return type(node) in _SIMPLE


def _holds_plain(node: n.Must | n.Step) -> bool:
    """Whether it is a loop or an `if` with one step behind its own colon."""
    blocks = [node.block] if isinstance(node, n.For) else []
    if isinstance(node, n.If):
        blocks = [branch.block for branch in node.branches]
    return len(blocks) == 1 and blocks[0].inline and len(blocks[0].steps) == 1 and _is_plain(blocks[0].steps[0])


def steps(nodes: Iterable[n.Must | n.Step]) -> Lines:
    for node in nodes:
        yield from step(node)


def step(node: n.Must | n.Step) -> Lines:
    if type(node) in _SIMPLE:
        yield _SIMPLE[type(node)](node)
        return
    write = _HOLDING.get(type(node))
    if write is None:
        raise TypeError(f"cannot write {type(node).__name__}")
    yield from write(node)


# ---------------------------------------------------------------- steps that hold others


def _if(node: n.If) -> Lines:
    word = "if"
    for branch in node.branches:
        head = "otherwise" if branch.condition is None else f"{word} {text(branch.condition)}"
        yield from block(head, branch.block)
        word = "otherwise if"


def _for(node: n.For) -> Lines:
    source = "" if node.source is None else f" in {text(node.source, Level.RANGE)}"
    condition = "" if node.condition is None else f" where {text(node.condition)}"
    members = f"{phrase(node.name)}{source}" if not node.such or node.source is None else text(node.source)
    yield from block(f"for each {members}{condition}{order(node.by)}", node.block)


def _repeat(node: n.Repeat) -> Lines:
    head = "repeat"
    if node.until is not None:
        head = f"repeat until {text(node.until)}"
    elif node.times is not None:
        head = f"repeat {text(node.times, Level.SUM)} times"
    yield from block(head, node.block)


def _in_turn(node: n.InTurn) -> Lines:
    limit = ""
    if node.until is not None:
        limit = f", until {text(node.until)}"
    elif node.times is not None:
        limit = f", {text(node.times, Level.SUM)} times each"
    yield from block(f"in turn from {text(node.start, Level.SUM)}{limit}", node.block)


def _choose(node: n.Choose) -> Lines:
    head = "choose" if node.name is None else f"choose {phrase(node.name)}"
    if node.by is not None:
        head += f" by {text(node.by, Level.SUM)}{' at once' if node.at_once else ''}"
    lines = list(offers(node.alternatives))
    if node.inline and _is_one_offer(node.alternatives) and node.allowed is None and node.nothing_fits is None:
        yield f"{head}: {lines[0]}"
        return
    yield f"{head}:"
    yield from indented(lines)
    if isinstance(node.allowed, n.Situations):
        yield from indented(_situations(node.allowed))
    elif node.allowed is not None:
        raise TypeError("the wide table of the first edition is written as situations")
    if node.nothing_fits is not None:
        yield from indented(block("if nothing fits", node.nothing_fits))


def _attempt(node: n.Attempt) -> Lines:
    by = "" if node.by is None else f" by {text(node.by, Level.SUM)}"
    head = f"attempt {quoted(node.name)}{by}"
    lines = list(offers(node.outcomes))
    if node.inline and _is_one_offer(node.outcomes):
        yield f"{head}: {lines[0]}"
        return
    yield f"{head}:"
    yield from indented(lines)


def _is_one_offer(nodes: Sequence[n.Offer]) -> bool:
    """Whether they are one offer that fits behind a colon."""
    if len(nodes) != 1 or not isinstance(nodes[0], (n.Alternative, n.AsIn)):
        return False
    only = nodes[0]
    return (
        isinstance(only, n.AsIn)
        or not only.steps
        or (only.inline and len(only.steps) == 1 and _is_plain(only.steps[0]))
    )


def offers(nodes: Iterable[n.Offer]) -> Lines:
    for node in nodes:
        if isinstance(node, n.Alternative):
            yield from alternative(node)
        elif isinstance(node, n.AsIn):
            yield _as_in(node)
        else:
            yield from step(node)


def _as_in(node: n.AsIn) -> str:
    return f"as in {phrase(node.choice)}"


def alternative(node: n.Alternative) -> Lines:
    head = quoted(node.name)
    if node.picks:
        head += " " + ", ".join(_pick(pick) for pick in node.picks)
    if not node.steps:
        yield head
    else:
        yield from lines_of(head, node.steps, node.inline)


def _pick(node: n.Pick) -> str:
    condition = "" if node.condition is None else f" where {text(node.condition)}"
    seen = "" if node.seen_by is None else f" seen by {text(node.seen_by, Level.SUM)}"
    source = text(node.source, Level.RANGE)
    return f"{_amount(node.amount)} of {source}{condition} as {phrase(node.name)}{seen}"


def _amount(node: n.Amount) -> str:
    if node.low is None or node.high is None:
        return {"one": "one", "some": "one or more", "any": "any number"}[node.word]
    low, high = text(node.low, Level.SUM), text(node.high, Level.SUM)
    plain = isinstance(node.low, n.Number) and isinstance(node.high, n.Number)
    words = low if node.low == node.high else f"{low} to {high}"
    return words if plain else f"({words})"


def _must(node: n.Must) -> Lines:
    front = ""
    if node.sometimes is not None:
        front = f"{'unless' if node.unless else 'if'} {text(node.sometimes)}, "
    word = "only if after this choice" if isinstance(node, n.MustLeave) else "only if"
    line = f"{front}{word} {text(node.condition)}"
    if node.below:
        yield line
        yield f"{INDENT}{REFUSAL_WORDS} {quoted(node.sentence)}"
    else:
        yield f"{line}; {REFUSAL_WORDS} {quoted(node.sentence)}"


def _situations(node: n.Situations) -> Lines:
    yield "allowed, by the first line that fits:"
    rows = [["", "may choose", REFUSAL_WORDS]]
    after: list[str] = []
    for row in node.rows:
        if isinstance(row, n.Remark):
            after.append(remark(row))
            continue
        names = "everything" if row.names is None else ", ".join(quoted(name) for name in row.names)
        condition = "otherwise" if row.condition is None else text(row.condition)
        rows.append([condition, names, "" if row.sentence is None else quoted(row.sentence)])
    yield from indented(table(rows))
    yield from after


def table(rows: list[list[str]]) -> Lines:
    count = max(len(row) for row in rows)
    widths = [max((len(row[i]) for row in rows if i < len(row) - 1), default=0) for i in range(count)]
    for row in rows:
        padded = [cell.ljust(width) for cell, width in zip(row[:-1], widths, strict=False)]
        yield " | ".join([*padded, row[-1]]).rstrip()


# ---------------------------------------------------------------- steps of one line


def _draw(node: n.Draw) -> str:
    condition = "" if node.condition is None else f" where {text(node.condition)}"
    return f"draw one of {text(node.source, Level.RANGE)}{condition} as {phrase(node.name)}"


def _move(node: n.MoveDice) -> str:
    amount = "" if node.amount is None else f"{_amount(node.amount)} of "
    return f"move {amount}{_moved(node.dice)} to {text(node.target, Level.SUM)}"


def _moved(node: n.Expr) -> str:
    return text(node, Level.SUM)


def _wins(node: n.Wins) -> str:
    verb = "win" if are(node.players) == "are" else "wins"
    return f"{_front(node.players)} {verb}{' the match' if node.match else ''}"


def _best_wins(node: n.BestWins) -> str:
    verb = "win" if are(node.measure) == "are" else "wins"
    ties = ", ties share the win" if node.ties else ""
    if node.breaks:
        ties = f", ties go to the {', then the '.join(map(_best, node.breaks))}"
    return f"{_best(node)} {verb}{' the match' if node.match else ''}{ties}"


def _best(node: n.BestWins | n.TieBreak) -> str:
    return f"{'highest' if node.highest else 'lowest'} {text(node.measure, Level.OF)}"


def _front(node: n.Expr) -> str:
    """A value that a step begins with."""
    words = text(node, Level.SUM)
    return f"({words})" if words.split()[0] in STEP_WORDS else words


def _becomes(node: n.Becomes) -> str:
    return f"{_front(node.subject)} {are(node.subject)} {'no longer' if node.ends else 'now'} {phrase(node.state)}"


def _play_turn(node: n.PlayTurn) -> str:
    return "play turn" if node.player is None else f"play turn of {text(node.player, Level.SUM)}"


def _sum(node: n.Expr) -> str:
    return text(node, Level.SUM)


def _target(node: n.Expr) -> str:
    return text(node, Level.OF)


_SIMPLE: dict[type, Callable[[Any], str]] = {
    n.Roll: lambda s: f"roll {_sum(s.dice)}",
    n.Draw: _draw,
    n.MoveDice: _move,
    n.MoveByLot: lambda s: f"move {_sum(s.dice)} to {_sum(s.places)} by lot",
    n.TurnDie: lambda s: f"turn {_sum(s.die)} to {_sum(s.number)}",
    n.Swap: lambda s: f"swap {_sum(s.left)} with {_sum(s.right)}",
    n.Show: lambda s: f"show {_sum(s.dice)}",
    n.Set: lambda s: f"set {_target(s.target)} to {text(s.value)}",
    n.Add: lambda s: f"add {_sum(s.value)} to {_target(s.target)}",
    n.Take: lambda s: f"take {_sum(s.value)} from {_target(s.target)}",
    n.Let: lambda s: f"let {phrase(s.name)} be {text(s.value)}",
    n.Call: lambda s: ", ".join(_sum(part) for part in s.parts),
    n.Becomes: _becomes,
    n.Stop: lambda s: "stop",
    n.EndTurn: lambda s: "end turn",
    n.EndRound: lambda s: "end round",
    n.PlayTurn: _play_turn,
    n.PlayGame: lambda s: "play game",
    n.ExtraTurn: lambda s: "extra turn",
    n.Wins: _wins,
    n.BestWins: _best_wins,
    n.Say: lambda s: f"say {quoted(s.text)}",
}
_HOLDING: dict[type, Callable[[Any], Lines]] = {
    n.If: _if,
    n.For: _for,
    n.Repeat: _repeat,
    n.InTurn: _in_turn,
    n.Choose: _choose,
    n.Attempt: _attempt,
    n.Must: _must,
    n.MustLeave: _must,
    n.Remark: lambda node: iter((remark(node),)),
}
