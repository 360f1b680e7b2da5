"""What has happened since somebody looked last, in few lines: from the events of the model."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from dicedsl.interpreter.model.events import Step, events_of
from dicedsl.interpreter.model.naming import Reader
from dicedsl.interpreter.model.things import Event, Kind
from dicedsl.interpreter.play.session import Entry
from dicedsl.interpreter.show.text import Paint, painted, wrapped
from dicedsl.interpreter.table import Table

# What begins a line of its own; everything else follows what it came of.
STARTS = {Kind.MOVE, Kind.REPORT, Kind.GAME, Kind.NEXT, Kind.OVER, Kind.DRAW, Kind.SHOWN}
BEFORE_ROLLS = {Kind.MOVE, Kind.ROLL, Kind.SAID}  # after anything else a roll begins a line
PLACE = re.compile(r"\(\d+(?:,\d+)+\)")
MOST_POINTED_OUT = 4  # places that are shown in the picture because the news name them
WEIGHTY = {Kind.SHOWN, Kind.GAME, Kind.NEXT, Kind.OVER, Kind.OUT}


def events(table: Table, entries: Iterable[Entry], reader: Reader) -> list[Event]:
    found: list[Event] = []
    for entry in entries:
        step = Step(entry.before, entry.action, entry.after, entry.told, entry.need.seat)
        found += events_of(table, step, reader)
    return found


def named_places(told: Iterable[Event], reader: int | None) -> set[str]:
    """The places that are named in what has happened since the reader's own move; of many only those of moves, or none."""
    found: list[tuple[Kind, str]] = []
    for event in told:
        if event.kind == Kind.MOVE and event.seat == reader:
            found = []
            continue
        if event.minor:
            continue
        found += [(event.kind, place) for place in PLACE.findall(event.text)]
    every = {place for _, place in found}
    if len(every) > MOST_POINTED_OUT:
        every = {place for kind, place in found if kind == Kind.MOVE}
    return every if len(every) <= MOST_POINTED_OUT else set()


def sentences(told: Sequence[Event], minor: bool = False) -> list[str]:
    """A text for each thing that was done, with what came of it. Dice laid out by lot in the same words are told once."""
    texts: list[str] = []
    heard = ""  # the last of them without its paint
    turn, last = "", None
    for event in told:
        if event.minor and not minor:
            continue
        if event.kind == Kind.TURN:
            turn = event.text  # said with what happens in it
            continue
        text = painted(event.text, Paint.BOLD) if event.kind in WEIGHTY else event.text
        starts = event.kind in STARTS or turn or not texts or (event.kind == Kind.ROLL and last not in BEFORE_ROLLS)
        last = event.kind
        if starts:
            if event.kind != Kind.DRAW or heard != event.text:
                texts.append(text)
            heard = event.text
        elif not heard.lower().endswith(event.text.lower()):
            texts[-1] += f" {text}"
            heard += f" {event.text}"
        turn = ""
    return texts


def news_lines(told: Sequence[Event], size: int, most: int | None = None, more: str = "...") -> list[str]:
    """The newest last; of very many only the last ones."""
    lines: list[str] = []
    texts = sentences(told)
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
