"""Answers from text: which alternative is meant, and which values for its picks.

The text of a move reads back as the same move. People may write more freely: names of players, dice by number or name,
places by their names or their coordinates, with or without brackets. Where the words can be shared out among the picks
in several ways, a legal way is meant.

Words are looked up only in what the seat sees: a number means a die that shows it to this seat, and `?` one that is hidden from it.
So what is answered to a question about a move says nothing about hidden dice.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from difflib import get_close_matches
from itertools import islice

from dicedsl.errors import Fault, UsageError
from dicedsl.interpreter.engines.contract import Answering, Answers, Picking, PickValues
from dicedsl.interpreter.moves.wording import HIDDEN_TEXT, Wording
from dicedsl.interpreter.state import Move, State
from dicedsl.masks import mask_of
from dicedsl.program import ops
from dicedsl.program.members import MEMBERS
from dicedsl.program.shapes import shape_of

TOKEN = re.compile(r"\([^)]*\)|[^\s,]+")
NUMBER = re.compile(r"-?\d+", re.ASCII)
TOO_LONG = re.compile(r"\d{19}")
MOST_NAME_WORDS = 4  # in a name or a word of a kind
MOST_READINGS = 60
MOST_SPLIT_TRIES = 20_000  # words looked at, over all the ways to share them out

Names = Mapping[str, int]
Read = tuple[int, list[str]]


class MoveReader:
    """Reads what is said in the choices of one program.

    `seen` gives the cells of a state as a seat may know them and the dice it sees; `judge` says why a move is not legal, or None.
    """

    def __init__(
        self,
        program: ops.Program,
        answers: Answers,
        words: Wording,
        seen: Callable[[State, int], tuple[list[int], int]],
        judge: Callable[[State, int, Move], str | None],
    ) -> None:
        self.program = program
        self.answers = answers
        self.words = words
        self._seen = seen
        self._judge = judge

    def _decision(self, state: State) -> ops.Decision:
        end = self.program.blocks[state.cells[self.program.reg.pc]].end
        if not isinstance(end, ops.Ask):
            raise UsageError("there is nothing to choose now")
        return self.program.decisions[end.decision]

    def read(self, state: State, seat: int, text: str, names: Names | None = None) -> Move:
        """The move a text means to a seat. UsageError if it means none; whether it is legal is another question."""
        decision = self._decision(state)
        if TOO_LONG.search(text):
            raise UsageError("a number has at most eighteen digits")
        plain = " ".join(text.split())
        fits = [
            (a.name, i)
            for i, a in enumerate(decision.alternatives)
            if plain.lower() == a.name.lower() or plain.lower().startswith(a.name.lower() + " ")
        ]
        if not fits:
            offered = ", ".join(f'"{a.name}"' for a in decision.alternatives)
            raise UsageError(f"this {'attempt' if decision.reported else 'choice'} knows {offered}")
        name, index = max(fits, key=lambda f: len(f[0]))
        cells, visible = self._seen(state, seat)
        return self._read_pieces(state, seat, index, TOKEN.findall(plain[len(name) :]), names, cells, visible)

    def read_beginning(
        self, state: State, seat: int, index: int, values: PickValues, text: str, names: Names | None = None
    ) -> list[PickValues]:
        """The values of further picks that a text names, after some that are known: it may name fewer than there are.

        Every way to understand it, at least one; UsageError if there is none.
        """
        if TOO_LONG.search(text):
            raise UsageError("a number has at most eighteen digits")
        decision = self._decision(state)
        cells, visible = self._seen(state, seat)
        if decision.at_once:
            cells[self.program.reg.actor] = seat
        answering = self.answers.of(decision)[index]
        tokens = TOKEN.findall(text)
        misreading: _Misreading | None = None
        for words in (tokens, [t for t in tokens if t != "and"]):
            reader = _PickReader(self, cells, visible, answering, names or {})
            readings = list(islice(reader.beginnings(values, words), MOST_READINGS))
            if readings:
                return readings
            misreading = misreading or reader.misreading
        raise UsageError("that is not understood") if misreading is None else misreading.error

    def read_pieces(
        self, state: State, seat: int, index: int, tokens: Sequence[str], names: Names | None = None
    ) -> Move:
        """The move that pieces of text mean where the alternative is known, read for somebody who sees everything."""
        everything = (1 << len(self.program.dice)) - 1
        return self._read_pieces(state, seat, index, tokens, names, list(state.cells), everything)

    def fits(self, state: State, seat: int, index: int, tokens: Sequence[str], values: PickValues, wild: str) -> bool:
        """Whether words can mean these values, where the word `wild` stands for whatever is picked."""
        decision = self._decision(state)
        cells = list(state.cells)
        if decision.at_once:
            cells[self.program.reg.actor] = seat
        reader = _PickReader(self, cells, (1 << len(self.program.dice)) - 1, self.answers.of(decision)[index], {})
        words = list(tokens)
        return any(reader.fits((), w, values, wild) for w in (words, [t for t in words if t != "and"]))

    def _read_pieces(
        self,
        state: State,
        seat: int,
        index: int,
        tokens: Sequence[str],
        names: Names | None,
        seen_cells: list[int],
        visible: int,
    ) -> Move:
        decision = self._decision(state)
        cells = list(state.cells)
        if decision.at_once:
            cells[self.program.reg.actor] = seen_cells[self.program.reg.actor] = seat
        answering = self.answers.of(decision)[index]
        first: Move | None = None
        misreading: _Misreading | None = None
        # Between two picks `and` may stand; elsewhere it is only for the ear.
        for words in (list(tokens), [t for t in tokens if t != "and"]):
            reader = _PickReader(self, seen_cells, visible, answering, names or {})
            for values in islice(reader.readings((), words), MOST_READINGS):
                if self._judge(state, seat, Move(seat, index, values)) is None:
                    return Move(seat, index, values, self.words.move(decision, cells, index, values))
                first = first or Move(seat, index, values, self.words.move(decision, seen_cells, index, values))
            misreading = misreading or reader.misreading
        if first is None:
            raise UsageError("that is not understood") if misreading is None else misreading.error
        return first


class NoDie(UsageError):
    """What stands where a die is to be named is none."""


class NoSuchThing(UsageError):
    """A place, a die or a number is named as it should be, but there is none."""


class _Misreading:
    """What could not be understood, and how many words were left there."""

    def __init__(self, left: int, error: UsageError) -> None:
        self.left = left
        self.error = error


class _PickReader:
    def __init__(
        self, move_reader: MoveReader, cells: list[int], visible: int, answering: Answering, names: Names
    ) -> None:
        self.answers = move_reader.answers
        self.program = move_reader.program
        self.places = move_reader.words.places
        self.cells = cells
        self.visible = visible
        self.tries = 0
        self.answering = answering
        self.names = {name.lower(): seat for name, seat in names.items()}
        self.misreading: _Misreading | None = None

    def _note_misreading(self, left: int, error: UsageError) -> None:
        if self.misreading is None or left < self.misreading.left:
            self.misreading = _Misreading(left, error)

    # -------------------------------------------------------------- sharing out the words

    def readings(self, earlier: PickValues, tokens: list[str]) -> Iterator[PickValues]:
        """Every way to understand the words as values of the picks that are left."""
        picks = self.answering.picks
        if len(earlier) == len(picks):
            if tokens:
                self._note_misreading(
                    len(tokens), UsageError(f'"{self.answering.op.name}" does not need "{" ".join(tokens)}"')
                )
            else:
                yield earlier
            return
        if earlier and tokens[:1] == ["and"]:
            tokens = tokens[1:]
        pick = picks[len(earlier)]
        for value, rest in self._sets(pick, earlier, tokens) if pick.op.many else self._ones(pick, earlier, tokens):
            yield from self.readings((*earlier, value), rest)

    def beginnings(self, earlier: PickValues, tokens: list[str]) -> Iterator[PickValues]:
        """The values of the first picks, as far as the words reach: they may run out before the picks do."""
        picks = self.answering.picks
        if not tokens:
            yield earlier
            return
        if len(earlier) == len(picks):
            self._note_misreading(
                len(tokens), UsageError(f'"{self.answering.op.name}" does not need "{" ".join(tokens)}"')
            )
            return
        if earlier and tokens[:1] == ["and"]:
            tokens = tokens[1:]
        pick = picks[len(earlier)]
        for value, rest in self._sets(pick, earlier, tokens) if pick.op.many else self._ones(pick, earlier, tokens):
            if rest == tokens:
                continue  # a set of nothing is only meant where that is said
            yield from self.beginnings((*earlier, value), rest)

    def fits(self, earlier: PickValues, tokens: list[str], values: PickValues, wild: str) -> bool:
        """Whether the words can be shared out so that they mean these values."""
        picks = self.answering.picks
        if len(earlier) == len(picks):
            return not tokens
        if earlier and tokens[:1] == ["and"]:
            tokens = tokens[1:]
        value = values[len(earlier)]
        if tokens[:1] == [wild] and self.fits((*earlier, value), tokens[1:], values, wild):
            return True
        pick = picks[len(earlier)]
        read = self._sets(pick, earlier, tokens) if pick.op.many else self._ones(pick, earlier, tokens)
        return any(
            read_value == value and self.fits((*earlier, value), rest, values, wild) for read_value, rest in read
        )

    def _ones(self, pick: Picking, earlier: PickValues, tokens: list[str]) -> Iterator[Read]:
        if not tokens:
            self._note_misreading(0, UsageError(f"say which {pick.op.name} you mean"))
            return
        try:
            member = self._member(pick, earlier, tokens, 0)
        except UsageError as error:
            self._note_misreading(len(tokens), error)
            return
        yield member

    def _sets(self, pick: Picking, earlier: PickValues, tokens: list[str]) -> Iterator[Read]:
        """The members a run of words names: as many words as can be members, then fewer."""
        if tokens[:1] in (["none"], ["nothing"]):
            yield 0, tokens[1:]
            return
        if tokens[:1] == ["all"] and not pick.op.picks_sets:
            yield self._source(pick, earlier), tokens[1:]
            return
        prefixes: list[Read] = [(0, tokens)]
        while prefixes[-1][1] and prefixes[-1][1][0] != "and":
            mask, rest = prefixes[-1]
            try:
                member, left = self._member(pick, earlier, rest, mask)
            except UsageError as error:
                self._note_misreading(len(rest), error)
                break
            if member < 0:
                break
            prefixes.append((mask | 1 << member, left))
        yield from reversed(prefixes)

    # -------------------------------------------------------------- one member

    def _member(self, pick: Picking, earlier: PickValues, tokens: list[str], taken: int) -> Read:
        self.tries += 1
        if self.tries > MOST_SPLIT_TRIES:
            raise UsageError("that can be understood in too many ways; write `and` between what is picked")
        if pick.op.shape == "die":
            everywhere = (1 << len(self.program.dice)) - 1
            return self._die(tokens, (self._source(pick, earlier) & ~taken, everywhere & ~taken))
        return self._other(pick.op.shape, tokens)

    def _source(self, pick: Picking, earlier: PickValues) -> int:
        try:
            return mask_of(pick.members(self.cells, earlier))
        except (Fault, ValueError, IndexError):  # an earlier answer that nobody may give
            return 0

    def _die(self, tokens: list[str], where: tuple[int, ...]) -> Read:
        """A die by its name or number, perhaps with adjectives before it and its owner behind, looked for in one set after the other."""
        token, rest = tokens[0], tokens[1:]
        reg, dice = self.program.reg, self.program.dice
        if rest and self.answers.describes_dice(token):
            return self._die(rest, tuple(self._dice_described(token, mask) for mask in where))
        name = re.fullmatch(r"d([0-9]+)", token)
        if name is None and token != HIDDEN_TEXT and not (token.isascii() and token.isdigit()):
            raise NoDie(f'"{token}" is no die; say what it shows, such as 5, or its name, such as d1')
        owner: int | None = None
        if rest[:1] == ["of"]:
            owner, rest = self._player(rest[1:])
        place, rest = self._standing_on(rest)

        def fits(die: int) -> bool:
            if place is not None and self.cells[reg.location + die] != place:
                return False
            if owner is not None and dice[die].owner != owner:
                return False
            if name:
                return dice[die].index == int(name[1])
            seen = bool(self.visible >> die & 1)
            return not seen if token == HIDDEN_TEXT else seen and self.cells[reg.face + die] == int(token)

        for mask in where:
            fitting = [die for die in MEMBERS[mask] if fits(die)]
            if fitting:
                own = [d for d in fitting if dice[d].owner == self.cells[reg.actor]]
                return (own or fitting)[0], rest
        whose = "" if owner is None else f" of P{owner + 1}"
        whose += " there" if place is not None else ""
        if name:
            raise NoSuchThing(f"there is no die {token}{whose}")
        if token == HIDDEN_TEXT:
            raise NoSuchThing(f"no die{whose} is hidden from you")
        named = sum(fits(die) for die in range(len(dice)) if not where[-1] >> die & 1)
        if named:
            # Others that show it are named already.
            shows = "die shows" if named == 1 else "dice show"
            raise NoSuchThing(f"only {'one' if named == 1 else named} {shows} {token}")
        seen = "" if self.visible == (1 << len(dice)) - 1 else " that you can see"
        raise NoSuchThing(f"no die{whose}{seen} shows {token}")

    def _standing_on(self, tokens: list[str]) -> tuple[int | None, list[str]]:
        """`on b2`, where one of several dice that show the same is meant; a location."""
        if len(tokens) > 1 and tokens[0] == "on":
            for board in self.program.boards:
                with suppress(UsageError, NoSuchThing):
                    place, rest = self._place(board.name, tokens[1:])
                    return len(self.program.zones) + board.first + place, rest
        return None, tokens

    def _dice_described(self, adjective: str, mask: int) -> int:
        try:
            return mask_of([die for die in MEMBERS[mask] if self.answers.is_called(self.cells, adjective, die)])
        except (Fault, ValueError, IndexError):  # an adjective that makes sense only of what is hidden here
            return 0

    def _player(self, tokens: list[str]) -> Read:
        if tokens:
            seat = re.fullmatch(r"[Pp]([0-9]+)", tokens[0])
            if seat and 1 <= int(seat[1]) <= self.program.players:
                return int(seat[1]) - 1, tokens[1:]
        for size in range(min(len(tokens), MOST_NAME_WORDS), 0, -1):
            name = " ".join(tokens[:size]).lower()
            if name in self.names:
                return self.names[name], tokens[size:]
        raise UsageError(f'nobody here is called "{tokens[0]}"' if tokens else "say whose")

    def _other(self, shape: str, tokens: list[str]) -> Read:
        token, rest = tokens[0], tokens[1:]
        what, name = shape_of(shape)
        if what == "number" and NUMBER.fullmatch(token):
            return int(token), rest
        if what == "truth" and token in {"yes", "no"}:
            return int(token == "yes"), rest
        if what == "player":
            return self._player(tokens)
        if what == "place":
            return self._place(name, tokens)
        if what == "kind":
            values = self.program.kinds[name].values
            for size in range(min(len(tokens), MOST_NAME_WORDS), 0, -1):
                word = " ".join(tokens[:size])
                if word in values:
                    return values.index(word), tokens[size:]
            if NUMBER.fullmatch(token) and all(map(NUMBER.fullmatch, values)):
                raise NoSuchThing(f"there is no {name} {token}")
            like = get_close_matches(" ".join(tokens[:MOST_NAME_WORDS]), values, 1) or get_close_matches(
                token, values, 1
            )
            raise UsageError(f'there is no {name} "{token}"{f"; do you mean {like[0]}?" if like else ""}')
        raise UsageError(f'"{token}" is no number' if what == "number" else f'say yes or no, not "{token}"')

    def _place(self, name: str, tokens: list[str]) -> Read:
        board = next(b for b in self.program.boards if b.name == name)
        size = len(board.labels[0]) if board.labels else 2
        called = self.places.key(name, tokens[0])
        if called is not None:
            return called, tokens[1:]
        if tokens[0].startswith("("):
            numbers, rest = tuple(map(int, NUMBER.findall(tokens[0]))), tokens[1:]
        elif len(tokens) >= size and all(NUMBER.fullmatch(t) for t in tokens[:size]):
            numbers, rest = tuple(map(int, tokens[:size])), tokens[size:]
        else:
            like = self.places.name(name, len(board.labels) - 1) if board.labels else f"({','.join('12345678'[:size])})"
            raise UsageError(f'"{tokens[0]}" is no place; a place is written like {like}')
        if numbers not in board.labels:
            raise (NoSuchThing if len(numbers) == size else UsageError)(
                f"there is no place ({','.join(map(str, numbers))})"
            )
        return board.labels.index(numbers), rest
