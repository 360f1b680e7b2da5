"""An example line by line: what each line changed, and what is to happen next. Its author sees everything, hidden dice too."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from attrs import frozen

from dicedsl.errors import DiceError, Problem, UsageError
from dicedsl.interpreter.examples.failing import Failed, failed
from dicedsl.interpreter.examples.running import Runner
from dicedsl.interpreter.state import State
from dicedsl.interpreter.table import Table
from dicedsl.interpreter.view import Content, DieView, View, view
from dicedsl.program import examples as ex

MOST_DICE = 8  # that are named one by one
MOST_PLACES = 12


@frozen
class Followed:
    """A line of an example (its number and text in the file), or how it begins; what has changed by it, what is next, and what is wrong."""

    line: int
    text: str
    changes: tuple[str, ...]
    next: str
    problem: Problem | None = None


def lines_of(step: Followed) -> Iterator[str]:
    """A step as it is printed, without what is wrong with it."""
    if step.text:
        yield f"{step.line:>4}  {step.text}"
    for change in step.changes:
        yield f"        {change}"
    if step.next:
        yield f"      next: {step.next}"


def follow(example: ex.Example, table: Table | None) -> Iterator[Followed]:
    """Each line as it is run, up to the first that fails. There is no table for an example that cannot begin."""
    if table is None:
        yield _at(example, (), "", example.problems[0])
        return
    runner = Runner(example, table)
    names = example.names or tuple(f"P{seat + 1}" for seat in range(table.players))
    problem = _problem(runner, -1)
    yield from _head(example)
    if problem is not None:
        yield _at(example, (), "", problem)
        return
    before = view(table, runner.course.state, None, revealed=True)
    told = coming(table, runner.course.state, names)
    yield Followed(0, "", (), told)
    for number, line in enumerate(example.lines):
        problem = _problem(runner, number)
        seen = view(table, runner.course.state, None, revealed=True)
        next_ = coming(table, runner.course.state, names)
        yield _at(line, tuple(changed(before, seen, names)), "" if next_ == told else next_, problem)
        if problem is not None:
            return
        before, told = seen, next_
    try:
        runner.finish()
    except Failed as stopped:
        yield _at(example.lines[-1], (), "", stopped.problem)


def _problem(runner: Runner, number: int) -> Problem | None:
    """Run a line, or begin; what is wrong with it."""
    try:
        if number < 0:
            runner.course.begin()
        else:
            runner.run_line(number)
    except Failed as stopped:
        return stopped.problem
    except UsageError as error:
        return failed("X700", error.message, runner.example.span).problem
    except DiceError as error:
        return error.problems[0]
    return None


def _head(example: ex.Example) -> Iterator[Followed]:
    """Its title, and the lines that say from where it begins."""
    source, first = example.span.source, example.span.line
    last = example.lines[0].span.line if example.lines else first + 1
    for number in range(first, last):
        text = source.line(number).strip() if source.text else example.title
        if text and not text.startswith("#"):
            yield Followed(number, text, (), "")


def _at(what: ex.Line | ex.Example, changes: tuple[str, ...], next_: str, problem: Problem | None) -> Followed:
    source, number = what.span.source, what.span.line
    return Followed(number, source.line(number).strip() if source.text else "", changes, next_, problem)


# ------------------------------------------------------------------ what has changed


def changed(before: View, after: View, names: Sequence[str]) -> Iterator[str]:
    """Memory, zones, places, and who is out, as sentences."""
    for was, now in zip(before.memory, after.memory, strict=True):
        for (keys, old), (_, new) in zip(was.entries, now.entries, strict=True):
            if old != new:
                yield f"{_of(now.name, keys, names)} is {_content(new, names)} (was {_content(old, names)})"
    for zone_was, zone_now in zip(before.zones, after.zones, strict=True):
        if zone_was.dice != zone_now.dice:
            title = _of(zone_now.name, zone_now.keys, names)
            yield f"{title} holds {_dice(zone_now.dice)} (held {_dice(zone_was.dice)})"
    for board_was, board_now in zip(before.boards, after.boards, strict=True):
        pairs = zip(board_now.places, board_was.dice, board_now.dice, strict=True)
        other = [(place, gone, come) for place, gone, come in pairs if gone != come]
        for place, gone, come in other[:MOST_PLACES]:
            yield f"({','.join(map(str, place))}) of {board_now.name}: {_die(come)} (was {_die(gone)})"
        if len(other) > MOST_PLACES:
            yield f"and {len(other) - MOST_PLACES} more places of {board_now.name}"
    for seat in after.out:
        if seat not in before.out:
            yield f"{names[seat]} is out"
    if after.turns != before.turns:
        yield f"turns played is {after.turns} (was {before.turns})"


def coming(table: Table, state: State, names: Sequence[str]) -> str:
    """What is to happen next: who may choose what, or what falls."""
    turn = table.turn(state)
    who = " and ".join(names[seat] for seat in turn.seats) or "the table"
    if turn.kind == "over":
        result = table.result(state)
        winners = " and ".join(names[seat] for seat in result.winners) if result is not None else ""
        return f"the game is over: {winners or 'nobody'} won"
    if turn.kind == "choice":
        decision = table.decision(state)
        assert decision is not None
        legal = {move.alternative for seat in turn.seats for move in table.moves(state, seat)}
        offered = [f'"{decision.alternatives[index].name}"' for index in sorted(legal)]
        return f"{who} {'chooses' if len(turn.seats) == 1 else 'choose'} {', '.join(offered)}"
    if turn.kind == "report":
        return f"{who} {'reports' if len(turn.seats) <= 1 else 'report'} what happened"
    dice = len(table.rolling(state))
    if not dice:
        return "something is drawn by lot"
    return "1 die is rolled" if dice == 1 else f"{dice} dice are rolled"


def _of(name: str, keys: Sequence[str], names: Sequence[str]) -> str:
    return f"{name} of {', '.join(_called(key, names) for key in keys)}" if keys else name


def _called(text: str, names: Sequence[str]) -> str:
    """A seat by the name that the example gives it."""
    return names[int(text[1:]) - 1] if text[:1] == "P" and text[1:].isdigit() else text


def _content(content: Content, names: Sequence[str]) -> str:
    if content is None:
        return "none"
    if isinstance(content, bool):
        return "yes" if content else "no"
    if isinstance(content, tuple):
        return " ".join(_content(item, names) for item in content) or "empty"
    return _called(content, names) if isinstance(content, str) else str(content)


def _dice(dice: Sequence[DieView]) -> str:
    texts = [_die(die) for die in dice]
    if len(texts) > MOST_DICE:
        return ", ".join(f"{count} x {text}" if count > 1 else text for text, count in Counter(texts).items())
    return " ".join(texts) or "nothing"


def _die(die: DieView | None) -> str:
    if die is None:
        return "empty"
    parts = [] if die.index is None else [f"d{die.index}"]
    if die.colour != "plain":
        parts.append(die.colour)
    parts.append("-" if die.number is None else str(die.number))
    return ":".join(parts)
