"""What has happened since somebody looked last, in few lines: from the events of the model."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from attrs import evolve

from dicedsl.interpreter.model.events import events_of
from dicedsl.interpreter.model.naming import Reader
from dicedsl.interpreter.model.records import Event, EventKind
from dicedsl.interpreter.play.session.entries import LogEntry
from dicedsl.interpreter.show.text import Paint, painted, wrapped
from dicedsl.interpreter.table.game_table import GameTable

# What begins a line of its own; everything else follows what it came of.
UNIT_BEGINNINGS = {
    EventKind.MOVE,
    EventKind.REPORT,
    EventKind.GAME,
    EventKind.NEXT,
    EventKind.OVER,
    EventKind.DRAW,
    EventKind.SHOWN,
}
BEFORE_ROLLS = {EventKind.MOVE, EventKind.ROLL, EventKind.SAID}  # after anything else a roll begins a line
CHANGE_SUFFIX = re.compile(r" \([+-]\d+\)\.$")
LONG_RUN = 3  # moves of one kind in a row that are told together
MOST_NAMED_ROLLS = 8  # of these that are named
ACCOMPANYING_KINDS = {EventKind.REPORT, EventKind.MOVED, EventKind.CHANGED}  # what may come of each of them
MOST_POINTED_OUT = 4  # places that are shown in the picture because the news name them
WEIGHTY_KINDS = {EventKind.SHOWN, EventKind.GAME, EventKind.NEXT, EventKind.OVER, EventKind.OUT}


def events_of_entries(table: GameTable, entries: Iterable[LogEntry], reader: Reader) -> list[Event]:
    events: list[Event] = []
    last: Event | None = None  # the roll of which nothing has come yet
    fallen: set[int] = set()  # the dice of it, and of those told with it
    for entry in entries:
        own = events_of(table, entry.step, reader)
        worth = [event for event in own if not event.minor]
        roll = worth[0] if len(worth) == 1 and _can_be_joined(worth[0]) else None
        dice = set(table.rolling(entry.before)) if roll is not None else set()
        if roll is not None and last is not None and _head(roll) == _head(last) and not dice & fallen:
            joined = evolve(
                last,
                text=f"{_head(last)}{last.what} {roll.what}.",
                what=f"{last.what} {roll.what}",
                dice=last.dice + roll.dice,
            )
            events[events.index(last)] = last = joined
            events += [event for event in own if event is not roll]
            fallen |= dice
            continue
        events += own
        if roll is not None or worth:
            last, fallen = roll, dice
    return events


def _can_be_joined(event: Event) -> bool:
    """Whether a roll can be told together with others, of other dice by the same player: all that is known of it is its numbers."""
    plain = event.what.replace(" ", "").isalnum()
    return event.kind == EventKind.ROLL and plain and event.text.endswith(f" {event.what}.")


def _head(event: Event) -> str:
    return event.text.removesuffix(f"{event.what}.")


def named_places(events: Iterable[Event], reader: int | None) -> set[tuple[str, int]]:
    """The places that are named in what has happened since the reader's own move; of many only those of moves, or none.

    Each with its board. What is said last may be about what is asked now: that is always pointed out.
    """
    places: list[tuple[EventKind, tuple[str, int]]] = []
    said: set[tuple[str, int]] = set()
    for event in events:
        if event.kind == EventKind.MOVE and event.seat == reader:
            places = []
        elif not event.minor:
            places += [(event.kind, place) for place in event.places]
        said = set(event.places) if event.kind == EventKind.SAID else said
    every = {place for _, place in places} | said
    if len(every) > MOST_POINTED_OUT:
        every = {place for kind, place in places if kind == EventKind.MOVE} | said
    return every if len(every) <= MOST_POINTED_OUT else said


def with_runs_folded(events: Sequence[Event]) -> list[Event]:
    """A run of one player's moves of one kind in a few words: all but the last of them are told together."""
    folded: list[Event] = []
    run: list[list[Event]] = []
    for unit in _units(events):
        if run and not (_is_plain(run[-1]) and _may_follow(run[-1][0], unit[0])):
            folded += _run(run)
            run = []
        run.append(unit)
    return [*folded, *_run(run)]


def _units(events: Sequence[Event]) -> Iterator[list[Event]]:
    """Each move with what came of it."""
    unit: list[Event] = []
    for event in events:
        if event.kind == EventKind.MOVE and not event.minor and unit:
            yield unit
            unit = []
        unit.append(event)
    if unit:
        yield unit


def _is_plain(unit: list[Event]) -> bool:
    return all(event.minor or event.kind in ACCOMPANYING_KINDS for event in unit[1:])


def _may_follow(before: Event, event: Event) -> bool:
    same = (before.kind, before.seat, before.deed) == (event.kind, event.seat, event.deed)
    return same and event.kind == EventKind.MOVE and bool(event.deed)


def _run(units: list[list[Event]]) -> Iterator[Event]:
    """What is told of moves that belong together."""
    if len(units) < LONG_RUN:
        for unit in units:
            yield from unit
        return
    *early, last = units
    head = early[0][0]
    does = head.text.rstrip(".").removesuffix(head.what).strip() if head.what else head.text.rstrip(".")
    each = [unit[0].what for unit in early[:MOST_NAMED_ROLLS]]
    named = _between(each).join(each)
    more = f" and {len(early) - MOST_NAMED_ROLLS} more" if len(early) > MOST_NAMED_ROLLS else ""
    came = Counter(event.deed for unit in early for event in unit if event.kind == EventKind.REPORT)
    of_it = ", ".join(f"{count} times “{deed}”" if count > 1 else f"once “{deed}”" for deed, count in came.items())
    text = f"{does} {named}{more}{f': {of_it}' if of_it else ''}."
    yield evolve(head, text=text, places=())
    changed = {
        event.text.partition(":")[0]: evolve(event, text=CHANGE_SUFFIX.sub(".", event.text))
        for unit in early
        for event in unit
        if event.kind == EventKind.CHANGED and not event.minor
    }
    again = {event.text.partition(":")[0] for event in last if event.kind == EventKind.CHANGED}
    yield from (event for name, event in changed.items() if name not in again)
    yield from last


def _between(each: Sequence[str]) -> str:
    """What stands between things that were picked: as much as is needed to tell where one ends."""
    if any("," in what for what in each):
        return "; "
    return ", " if any(" " in what for what in each) else " "


def sentences(events: Sequence[Event], minor: bool = False) -> list[str]:
    """A text for each thing that was done, with what came of it. Dice laid out by lot in the same words are told once."""
    texts: list[str] = []
    heard = ""  # the last of them without its paint
    turn = ""
    last: EventKind | None = None
    roller: int | None = None  # whose roll the last text begins with
    deed = ""  # the name of the last move
    together = False  # whether several have just answered at once
    told_together = ""  # how the last text ends: something that one player has, which has another number now
    for event in events:
        if event.minor and not minor:
            continue
        if event.kind == EventKind.TURN:
            turn = event.text  # said with what happens in it
            continue
        text = painted(event.text, Paint.BOLD) if event.kind in WEIGHTY_KINDS else event.text
        tried = event.kind == EventKind.REPORT and last == EventKind.MOVE  # what comes of a move stands with it
        starts = (
            (event.kind in UNIT_BEGINNINGS and not tried)
            or turn
            or not texts
            or (last, event.kind) == (EventKind.SHOWN, EventKind.SAID)
            # What comes of the answers of several is not what the last of them did.
            or together
        )
        if event.kind == EventKind.ROLL:
            # A line for each throw, with what was done with it.
            starts = (
                starts
                or last not in BEFORE_ROLLS
                or (last == EventKind.MOVE and roller is not None and roller == event.seat)
            )
        elif event.kind == EventKind.MOVE and last == EventKind.ROLL and roller == event.seat is not None and not turn:
            starts = False
        if starts:
            roller = event.seat if event.kind == EventKind.ROLL else None
        last = event.kind
        if starts:
            if event.kind != EventKind.DRAW or heard != event.text:
                texts.append(text)
            heard = event.text
        elif tried and deed and f"“{deed}”: " in event.text and texts[-1].endswith("."):
            # `Ben pulls a1: out.`
            came = f": {event.text.partition(f'“{deed}”: ')[2]}"
            texts[-1], heard = texts[-1][:-1] + came, heard[:-1] + came
        elif told_together and event.head == told_together and heard.endswith("."):
            # `Your total: 12, upper part: 12.`
            more = f", {event.text.removeprefix(event.head)}"
            texts[-1], heard = texts[-1][:-1] + more, heard[:-1] + more
        elif not heard.lower().endswith(event.text.lower()):
            texts[-1] += f" {text}"
            heard += f" {event.text}"
        turn = ""
        told_together, together = event.head, event.together
        deed = event.deed if event.kind == EventKind.MOVE else deed
    return texts


def without_secret_rolls(events: Sequence[Event]) -> list[Event]:
    """The news for somebody who sees the table: that all roll for themselves is said once, without the numbers of one's own hand."""
    shorter: list[Event] = []
    run: list[Event] = []
    for event in (*events, None):
        if event is not None and event.kind == EventKind.ROLL and event.private:
            run.append(event)
            continue
        if run and event is not None and (event.minor or event.kind == EventKind.TURN):
            continue
        if len({roll.seat for roll in run}) > 1 or any(roll.seat is None for roll in run):
            shorter.append(Event(EventKind.ROLL, "All roll in secret.", private=True))
        else:
            shorter += run
        run = []
        if event is not None:
            shorter.append(event)
    return shorter


def news_lines(events: Sequence[Event], size: int, most: int | None = None, more: str = "...") -> list[str]:
    """The newest last; of very many only the last ones."""
    lines: list[str] = []
    texts = sentences(events)
    for number in range(len(texts) - 1, -1, -1):
        own = wrapped(texts[number], size, "", "  ")
        left = number > 0
        if most is not None and len(lines) + len(own) + left > most:
            if not lines:
                lines = own[:most]
                continue
            return [painted(f"{more} and {number + 1} more: log", Paint.DIM), *lines]
        lines = own + lines
    return lines
