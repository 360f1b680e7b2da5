"""An example line by line: what each line changed, and what is to happen next. Its author sees everything, hidden dice too."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from attrs import evolve, frozen

from dicedsl.errors import DiceError, Problem, UsageError
from dicedsl.interpreter.examples.example_failure import ExampleFailure, failure
from dicedsl.interpreter.examples.example_runner import Runner
from dicedsl.interpreter.examples.next_event import with_names
from dicedsl.interpreter.moves.wording import Content
from dicedsl.interpreter.table.game_table import GameTable
from dicedsl.interpreter.table.view import DieView, View, view
from dicedsl.program import examples as ex
from dicedsl.text.source import Span

MOST_NAMED_DICE = 8  # that are named one by one
MOST_NAMED_PLACES = 12


@frozen
class FollowedLine:
    """A line of an example (its number and text in the file), or how it begins; what has changed by it, what is next, and what is wrong."""

    line: int
    text: str
    changes: tuple[str, ...]
    next: str
    problem: Problem | None = None


def lines_of(step: FollowedLine) -> Iterator[str]:
    """A step as it is printed, without what is wrong with it."""
    if step.text:
        yield f"{step.line:>4}  {step.text}"
    for change in step.changes:
        yield f"        {change}"
    if step.next:
        yield f"      next: {step.next}"


def follow(example: ex.Example, table: GameTable | None) -> Iterator[FollowedLine]:
    """Each line as it is run, up to the first that fails. There is no table for an example that cannot begin."""
    if table is None:
        yield _at(example, (), "", example.problems[0])
        return
    runner = Runner(example, table)
    names = runner.names
    problem = _problem(runner, -1)
    yield from _head(example)
    if problem is not None:
        yield _at(example, (), "", problem)
        return
    before = view(table, runner.course.state, None, revealed=True)
    next_before = runner.coming()
    yield FollowedLine(0, "", (), next_before)
    for number, line in enumerate(example.lines):
        problem = _problem(runner, number)
        seen = view(table, runner.course.state, None, revealed=True)
        next_ = runner.coming()
        lines = [_at(line, (), "", None)]
        if isinstance(line, ex.AfterSetup):
            lines += [_written(span) for span in example.head[_above_setup(example) + 1 :]]
        yield from lines[:-1]
        changes = tuple(changed(before, seen, names))
        yield evolve(lines[-1], changes=changes, next="" if next_ == next_before else next_, problem=problem)
        if problem is not None:
            return
        before, next_before = seen, next_
    try:
        runner.finish()
    except ExampleFailure as stopped:
        yield _at(example.lines[-1], (), "", stopped.problem)


def _problem(runner: Runner, number: int) -> Problem | None:
    """Run a line, or begin; what is wrong with it."""
    try:
        if number < 0:
            runner.begin()
        else:
            runner.run_line(number)
    except ExampleFailure as stopped:
        return stopped.problem
    except UsageError as error:
        return failure("X700", error.message, runner.example.span).problem
    except DiceError as error:
        return error.problems[0]
    return None


def _head(example: ex.Example) -> Iterator[FollowedLine]:
    """The title of an example, and the lines that say from where it begins; those of `after setup` come later."""
    source = example.span.source
    yield FollowedLine(
        example.span.line, source.line(example.span.line).strip() if source.text else example.title, (), ""
    )
    yield from map(_written, example.head[: _above_setup(example)])


def _above_setup(example: ex.Example) -> int:
    """How many of the lines that say what is given stand above `after setup`."""
    setup = next((line.span for line in example.lines if isinstance(line, ex.AfterSetup)), None)
    return len(example.head) if setup is None else example.head.index(setup)


def _written(span: Span) -> FollowedLine:
    return FollowedLine(span.line, span.source.line(span.line).strip() if span.source.text else "", (), "")


def _at(what: ex.Line | ex.Example, changes: tuple[str, ...], next_: str, problem: Problem | None) -> FollowedLine:
    return evolve(_written(what.span), changes=changes, next=next_, problem=problem)


# ------------------------------------------------------------------ what has changed


def changed(before: View, after: View, names: Sequence[str]) -> Iterator[str]:
    """What has changed in memory, zones, places, and who is out, as sentences."""
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
        for place, gone, come in other[:MOST_NAMED_PLACES]:
            yield f"({','.join(map(str, place))}) of {board_now.name}: {_die(come)} (was {_die(gone)})"
        if len(other) > MOST_NAMED_PLACES:
            yield f"and {len(other) - MOST_NAMED_PLACES} more places of {board_now.name}"
    for seat in after.out:
        if seat not in before.out:
            yield f"{names[seat]} is out"
    if after.turns != before.turns:
        yield f"turns played is {after.turns} (was {before.turns})"


def _of(name: str, keys: Sequence[str], names: Sequence[str]) -> str:
    return f"{name} of {', '.join(with_names(key, names) for key in keys)}" if keys else name


def _content(content: Content, names: Sequence[str]) -> str:
    if content is None:
        return "none"
    if isinstance(content, bool):
        return "yes" if content else "no"
    if isinstance(content, tuple):
        return " ".join(_content(item, names) for item in content) or "empty"
    return with_names(content, names) if isinstance(content, str) else str(content)


def _dice(dice: Sequence[DieView]) -> str:
    texts = [_die(die) for die in dice]
    if len(texts) > MOST_NAMED_DICE:
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
