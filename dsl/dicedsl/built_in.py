"""The words that the language brings along, in one table: nouns, attributes (`X of y`) and adjectives.

Checks, printed rules, the manual and `dicedsl words` read it; how each is worked out stands in `lower/built_in.py`.
"""

from __future__ import annotations

from collections.abc import Iterable

from attrs import frozen

KIND_WORDS = frozenset(
    "number numbers player players die dice place places point points step steps colour colours orientation orientations".split()
)
# The colours that dice are given, each with the letter that stands for it wherever a colour alone would have to be understood.
COLOURS = {
    "red": "R", "green": "G", "black": "K", "blue": "B", "white": "W", "gold": "D", "yellow": "Y", "orange": "O", "purple": "P",
}  # fmt: skip
NO_COLOUR = "plain"  # the word for dice that were given none
FOLDS = frozenset({"count", "sum", "highest", "lowest", "different"})  # asked of several, they give one answer


@frozen
class BuiltIn:
    """A word and what it means. `of`: what an attribute or an adjective is asked of. `gives`: the kind of what it gives, if that is
    always the same; `many` if it gives several, `sets` if each of these is a set itself. `needs_board`: it says nothing without one.
    `asks`: the kind of the one thing it is asked of, where that is all there is to say; what asks for more stands in `typed/built_in.py`.
    `changes`: the answer depends on what has been played. `own`: a rulebook may give it a meaning of its own. `by_players`: the answer
    depends on who plays, and how many. `by_directions`: it goes by the directions, of which a rulebook may say what they are. `from_side`:
    on a board that is seen from several sides it is asked of a side as well. `also`: its other names."""

    name: str
    meaning: str
    of: str = ""
    gives: str = ""
    many: bool = False
    sets: bool = False
    needs_board: bool = False
    asks: str = ""
    changes: bool = False
    own: bool = False
    by_players: bool = False
    by_directions: bool = False
    from_side: bool = False
    also: tuple[str, ...] = ()


def _by_name(words: Iterable[BuiltIn]) -> dict[str, BuiltIn]:
    return {word.name: word for word in words}


def _aliases(words: dict[str, BuiltIn]) -> dict[str, str]:
    return {other: word.name for word in words.values() for other in word.also}


NOUNS = _by_name(
    [
        BuiltIn(
            "players",
            "the players still in, in seat order; also called `remaining players`",
            gives="player",
            many=True,
            changes=True,
            also=("remaining players",),
        ),
        BuiltIn(
            "everyone",
            "all players, also those who are out; also called `all players`",
            gives="player",
            many=True,
            by_players=True,
            also=("all players",),
        ),
        BuiltIn("others", "the players still in, without you", gives="player", many=True, changes=True),
        BuiltIn("other players", "the same as `others`", gives="player", many=True, changes=True),
        BuiltIn(
            "last player left",
            "the players still in; for `the last player left wins`",
            gives="player",
            many=True,
            changes=True,
        ),
        BuiltIn("winners", "who has won; empty before the end", gives="player", many=True, changes=True),
        BuiltIn("mover", "whose turn it is, also while another one chooses", gives="player", changes=True),
        BuiltIn("turns played", "finished turns of this game, of all players together", gives="number", changes=True),
        BuiltIn("rounds played", "finished rounds of this game", gives="number", changes=True),
        BuiltIn("games played", "the number of this game in its match, from 1", gives="number", changes=True),
        BuiltIn("finished", "yes once the game is over; for examples", gives="yes or no", changes=True),
        BuiltIn("dice", "all dice of the game, wherever they are", gives="die", many=True),
        BuiltIn(
            "directions",
            "the steps along lines: eight on a grid, else one either way along each coordinate, unless you give them yourself",
            gives="step",
            many=True,
            needs_board=True,
            own=True,
        ),
        BuiltIn(
            "straight directions",
            "one step either way along each coordinate",
            gives="step",
            many=True,
            needs_board=True,
            own=True,
        ),
        BuiltIn(
            "diagonal directions",
            "the steps along several coordinates at once, such as the four slanting ones of a grid",
            gives="step",
            many=True,
            needs_board=True,
            own=True,
        ),
    ]
)

ATTRIBUTES = _by_name(
    [
        BuiltIn("number", "the number it shows", "a die", "number", asks="die", changes=True),
        BuiltIn("index", "its place in the line of dice it was made with, from 1", "a die", "number", asks="die"),
        BuiltIn("owner", "the player in whose own zone it started, or nobody", "a die", "player", asks="die"),
        BuiltIn("colour", "its colour; `plain` if none was given", "a die", "colour", asks="die"),
        BuiltIn(
            "orientation",
            "which way it stands, or none",
            "a standing die",
            "orientation",
            needs_board=True,
            asks="die",
            changes=True,
        ),
        BuiltIn(
            "face",
            "the number that looks that way",
            "a standing die, a place or an orientation, and a step",
            "number",
            needs_board=True,
            changes=True,
        ),
        BuiltIn(
            "place", "the place of the board it stands on, or none", "a die", "place", needs_board=True, changes=True
        ),
        BuiltIn("seat", "the number of the seat, from 1", "a player", "number", asks="player", by_players=True),
        BuiltIn(
            "left",
            "the next player clockwise who is still in; also called `left neighbour`",
            "a player",
            "player",
            asks="player",
            changes=True,
            also=("left neighbour",),
        ),
        BuiltIn(
            "right",
            "the next player the other way round who is still in; also called `right neighbour`",
            "a player",
            "player",
            asks="player",
            changes=True,
            also=("right neighbour",),
        ),
        BuiltIn("skill", "0 to 100, 50 unless set; for odds", "a player", "number", asks="player"),
        BuiltIn("turns", "how many turns that player has finished", "a player", "number", asks="player", changes=True),
        BuiltIn("dice", "all dice that player owns, wherever they are", "a player", "die", many=True, asks="player"),
        BuiltIn(
            "rank",
            "its number in the list, or on its board in natural order, from 1",
            "a word of a kind, a place",
            "number",
        ),
        BuiltIn("first", "its first member in natural order, or none", "a set"),
        BuiltIn("last", "its last member in natural order, or none", "a set"),
        BuiltIn(
            "row",
            "its row; `row of s seen from north` on a board seen from several sides",
            "a place",
            "number",
            needs_board=True,
            from_side=True,
        ),
        BuiltIn(
            "column",
            "its column; `column of s seen from north` likewise",
            "a place",
            "number",
            needs_board=True,
            from_side=True,
        ),
        BuiltIn(
            "ahead",
            "the next place away from that side, or none: `ahead of s seen from north`",
            "a place and a side",
            "place",
            needs_board=True,
            from_side=True,
        ),
        BuiltIn("step", "the way from one point of a board to another", "numbers, one for each coordinate", "step"),
        BuiltIn(
            "copies",
            "all sets of places of the same shape, turned and moved any way; each is a set",
            "a set of places",
            many=True,
            sets=True,
            needs_board=True,
        ),
        BuiltIn(
            "neighbours",
            "the places that share an edge with it; on a board given by coordinates those one of `directions` away",
            "a place",
            "place",
            many=True,
            needs_board=True,
            by_directions=True,
        ),
        BuiltIn(
            "lines",
            "its full rows, columns and diagonals without their holes, or what lies in line along `directions`; each is a set of places",
            "a board",
            many=True,
            sets=True,
            needs_board=True,
            by_directions=True,
        ),
    ]
)

ADJECTIVES = _by_name(
    [
        BuiltIn(
            "empty", "has no members; has no die on it", "a set, a place", needs_board=True, asks="place", changes=True
        ),
        BuiltIn("taken", "has a die on it", "a place", needs_board=True, asks="place", changes=True),
        BuiltIn("out", "was eliminated", "a player", asks="player", changes=True),
        BuiltIn("next", "is asked to choose now", "a player", asks="player", changes=True),
        BuiltIn("winner", "has won", "a player", asks="player", changes=True),
    ]
)

NOUN_ALIASES, ATTRIBUTE_ALIASES = _aliases(NOUNS), _aliases(ATTRIBUTES)
