"""What a model of the table is made of. All of it is plain data: texts, numbers, yes and no, and rows of these."""

from __future__ import annotations

from enum import StrEnum
from typing import Any

from attrs import field, frozen

from dicedsl.interpreter.as_data import record_data


@frozen
class Die:
    """A die as a reader sees it. `key` names it while a choice is open, so that it can be clicked on; -1 if nobody may tell.

    `marks` are the words of the rulebook that hold of it.
    """

    key: int
    name: str  # d3, or nothing for a plain die
    colour: str
    number: int | None
    hidden: bool
    owner: int | None
    marks: tuple[str, ...] = ()


@frozen
class Zone:
    """Dice that lie together. `title` is right for the reader: your hand, Ben's hand.

    Of zones that somebody has for each member of a kind, `family` is what all are called, and `key` which one it is.
    """

    name: str
    title: str
    owner: int | None
    dice: tuple[Die, ...]
    family: str = ""
    key: str = ""


@frozen
class Place:
    """A place of a board. `key` is its number on this board, `text` its name, by which it can be picked."""

    key: int
    text: str
    at: tuple[int, ...]
    die: Die | None
    open: bool  # the rulebook calls it open
    parts: tuple[str, ...] = ()  # words of the rulebook that hold of it whatever happens


@frozen
class Layer:
    """Places that lie in one plane, by row and column; `level` 1 is the lowest."""

    level: int
    total: int
    rows: tuple[tuple[int, tuple[tuple[int, int], ...]], ...]  # the row, then column and key of each place in it


class Form(StrEnum):
    """How the places of a board lie: in rows and columns, in the layers of a pyramid (larger coordinates lie lower) or of a heap
    (larger ones lie higher), in planes one above the other, in one row."""

    GRID = "grid"
    PYRAMID = "pyramid"
    HEAP = "heap"
    LEVELS = "levels"
    ROW = "row"


@frozen
class Board:
    name: str
    form: Form
    coordinates: tuple[str, ...]
    sides: int
    places: tuple[Place, ...]
    layers: tuple[Layer, ...]
    marks_open: bool  # whether `open` of its places says anything


@frozen
class Fact:
    """Something worth knowing that is not a die: `whose` is a seat, or None for what concerns all.

    `value` is a text; a truth that holds is told by its name alone, with no value.
    """

    name: str
    value: str
    whose: int | None = None


@frozen
class Sheet:
    """A table of values: a row for each member of a kind, a column for each player."""

    name: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[str, ...]], ...]


@frozen
class Aspect:
    """What the rulebook shows for places of a board, such as one side of a pile: the keys of the places, and the value of each."""

    name: str
    board: str
    values: tuple[tuple[int, str], ...]


@frozen
class Player:
    """Somebody at the table. `you` if the reader sits there."""

    seat: int
    name: str
    bot: str
    you: bool
    is_on_turn: bool
    is_asked: bool
    is_out: bool
    facts: tuple[Fact, ...]


@frozen
class PickOption:
    """One answer to a pick: a die, a place, a number, a player, or a word. `worth` is what is known to come of it.

    `refused` is the sentence of the rule that forbids it; then it cannot be picked.
    """

    value: int
    text: str
    refused: str = ""
    worth: str = ""


@frozen
class Pick:
    """What is to be picked next. `shape` says what the options are, as in the program; of `many`, several may be picked together."""

    name: str
    shape: str
    many: bool
    least: int
    most: int
    options: tuple[PickOption, ...]
    done: bool = False  # of `many`: what has been picked so far can stand as it is
    closed: tuple[PickOption, ...] = ()  # what a rule forbids, with its sentence
    worth: str = ""  # of `many`: what is known to come of what has been picked so far


@frozen
class Alternative:
    """One way to answer. `ways` is how many moves it has, -1 where nobody could count them."""

    index: int
    name: str
    picks: tuple[str, ...]
    ways: int
    refused: str = ""
    worth: str = ""


@frozen
class Question:
    """What somebody is asked: `kind` is choice, report or roll. `waiting` if it is not the reader who is asked."""

    seat: int
    kind: str
    text: str
    label: str
    alternatives: tuple[Alternative, ...]
    waiting: bool
    secret: bool


@frozen
class Ending:
    """How a game came to its end, in the rulebook's words."""

    text: str
    reason: str
    places: tuple[tuple[int, str, str], ...]  # the place, the name, and the number that counted or was reached


class EventKind(StrEnum):
    """What an event is about."""

    MOVE = "move"
    ROLL = "roll"
    DRAW = "draw"
    REPORT = "report"
    SAID = "said"
    SHOWN = "shown"
    MOVED = "moved"
    CHANGED = "changed"
    OUT = "out"
    TURN = "turn"
    ROUND = "round"
    GAME = "game"  # of a match: its end
    NEXT = "next"  # of a match: a further game begins
    OVER = "over"


@frozen
class Event:
    """Something that happened, in a sentence that is right for the reader. `seat` is whom it is about.

    minor: it follows from what was told before, and only those who want to know everything are told.
    deed: of a move or a report, its name in the rulebook, and `what` was picked for it, as it stands in the text.
    private: a roll that not everybody sees.
    head: of something that holds another number now, the words before its name: several of one player are told in one breath.
    by: how much more that is than it was.
    came: the number that something holds now which the move itself names, where it held none.
    together: it is one of the answers of several who chose at once; what follows comes of all of them.
    """

    kind: EventKind
    text: str
    seat: int | None = None
    dice: tuple[int, ...] = ()  # the keys of dice that it is about
    places: tuple[tuple[str, int], ...] = ()  # and of places: the board and the key
    minor: bool = False
    deed: str = ""
    what: str = ""
    private: bool = False
    head: str = ""
    by: int = 0
    came: str = ""
    together: bool = False


@frozen
class Model:
    """The whole table for one reader; `seat` is None for somebody who only looks on."""

    title: str
    aim: str  # what the game is about; empty if its rulebook does not say
    seat: int | None
    players: tuple[Player, ...]
    zones: tuple[Zone, ...]
    boards: tuple[Board, ...]
    facts: tuple[Fact, ...]
    sheets: tuple[Sheet, ...]
    background: tuple[Fact, ...]  # bookkeeping, for those who ask for everything
    question: Question | None
    ending: Ending | None
    round: int
    turn: int
    said: tuple[str, ...] = field(default=())
    aspects: tuple[Aspect, ...] = ()  # of boards, in place of which they are shown

    def as_json(self) -> dict[str, Any]:
        """Plain lists, texts, numbers, yes and no: what json.dumps takes."""
        return record_data(self)
