"""The questions a game puts to a person: how each is shown, and how a typed answer is read."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Protocol

from dicedsl.errors import Fault, UsageError
from dicedsl.interpreter.engines.stepping.odds import unreportable
from dicedsl.interpreter.moves.hearing import TOO_LONG
from dicedsl.interpreter.play.actions import dealt
from dicedsl.interpreter.play.real_dice import Pile, lots
from dicedsl.interpreter.play.reports import explained, misfit, outline, sample
from dicedsl.interpreter.play.session import Need, Session
from dicedsl.interpreter.show.draw import WIDTH
from dicedsl.interpreter.state import Move, Outcome
from dicedsl.interpreter.table import Table
from dicedsl.interpreter.view import has_secrets
from dicedsl.program import ops

MOST_LISTED = 30
FIRST_LISTED = 5
SHORT = 60

HELP = """\
Type a move as it is written in the list, its number in the list, or as much of it as no other move begins with.
  moves          every move you may make now (moves NAME: only those of one kind)
  why MOVE       which rule forbids a move
  look           the table once more
  log            what has happened so far
  rules          the rulebook
  undo           take back your last move, if no dice have fallen and nobody else has decided since
  correct 3 1 5  with real dice: what entry 3 of the log should have been; what came after is repeated
  save FILE      keep the game in a file
  quit           leave; the game is kept
  ?              this help
If a move has the same name as one of these words, write a stroke before the word: /save FILE."""


class Screen(Protocol):
    """Where a question is shown."""

    session: Session
    table: Table
    names: list[str]
    shared: bool

    def say(self, *lines: str) -> None: ...

    def look(self, seat: int) -> None:
        """Show the table as this seat sees it."""


class Asking(ABC):
    """A question to a person: how it is shown and what is done with a line."""

    def __init__(self, screen: Screen, need: Need) -> None:
        self.screen = screen
        # Whether the others at this screen may not see the answer.
        self.secret = screen.shared and has_secrets(screen.table)
        self.need = need
        self.session = screen.session
        self.table = screen.table

    @abstractmethod
    def show(self) -> None:
        """Put the question."""

    @abstractmethod
    def take(self, line: str) -> None:
        """Act on a line. UsageError with a sentence if it means nothing."""

    def claims(self, line: str) -> bool:
        """Whether a line that looks like a command is an answer."""
        return False

    @abstractmethod
    def listed(self, rest: str) -> list[str]:
        """All answers, as lines."""

    def why(self, rest: str) -> list[str]:
        return ["Nothing is to be chosen now."]

    def help(self) -> list[str]:
        return HELP.splitlines()


class Choice(Asking):
    """A choice of a person."""

    def __init__(self, screen: Screen, need: Need) -> None:
        super().__init__(screen, need)
        decision = self.table.decision(self.session.state)
        assert decision is not None
        self.decision = decision
        self.secret = self.secret or (screen.shared and decision.at_once)
        self.moves = self._moves()
        self._numbered = 0

    def _moves(self) -> list[Move] | None:
        """All that may be answered; None if that is too much to list, and it can only be typed."""
        try:
            moves = self.session.moves()
        except Fault:
            return None
        if not moves:
            what = "nothing is allowed here, and the rulebook does not say what happens then"
            raise Fault("F506", what, self.decision.span)
        return moves

    def _question(self) -> str:
        who = self.screen.names[self.need.seat]
        if self.decision.at_once:
            return f"{who}, choose in secret; the answers are shown when all are in."
        return f"{who}, choose."

    def show(self) -> None:
        self.screen.look(self.need.seat)
        self.screen.say("", self._question())
        if self.moves is not None and len(self.moves) <= MOST_LISTED:
            self.screen.say(*self._lines(self.moves))
            self._numbered = len(self.moves)
        else:
            self.screen.say(*self._outline())

    def _lines(self, moves: Sequence[Move]) -> list[str]:
        assert self.moves is not None
        number = {id(m): i for i, m in enumerate(self.moves, start=1)}
        width = len(str(len(self.moves)))
        return [f"  {number[id(m)]:>{width}}  {m.text}" for m in moves]

    def _groups(self) -> list[tuple[ops.AlternativeOp, list[Move]]]:
        moves = self.moves or []
        grouped = [(a, [m for m in moves if m.alternative == i]) for i, a in enumerate(self.decision.alternatives)]
        return [(a, found) for a, found in grouped if found or self.moves is None]

    def _outline(self) -> list[str]:
        lines = []
        for alternative, moves in self._groups():
            how = " ".join([alternative.name, *(f"<{p.name}>" for p in alternative.picks)])
            if self.moves is None:
                lines.append(f"  {how}")
            elif len(moves) == 1:
                lines.append(f"  {moves[0].text}")
            else:
                line = f'  {how}: {len(moves)} ways, such as "{moves[0].text}"'
                for move in moves[1:FIRST_LISTED]:
                    line += f', "{move.text}"' if len(line) + len(move.text) + 4 <= WIDTH else ""
                lines.append(line)
        lines.append("Type one of them" + ("." if self.moves is None else "; `moves` lists them all."))
        return lines

    def listed(self, rest: str) -> list[str]:
        if self.moves is None:
            return ["There are too many to list; type one.", *self._outline()]
        lines = []
        wanted = rest.strip('"').lower()
        for alternative, moves in self._groups():
            if alternative.name.lower().startswith(wanted):
                lines.append(f"{alternative.name}: {len(moves)} {'way' if len(moves) == 1 else 'ways'}")
                lines += _in_columns(self._lines(moves))
        if not lines:
            raise UsageError(f'there is no move called "{rest}" now')
        self._numbered = len(self.moves)
        return lines

    # -------------------------------------------------------------- reading an answer

    def claims(self, line: str) -> bool:
        text = _plain(line)
        return any(text == a.name.lower() or text.startswith(a.name.lower() + " ") for a in self.decision.alternatives)

    def take(self, line: str) -> None:
        move = self._read(line)
        refused = self.table.why_not(self.session.state, self.need.seat, move)
        if refused is not None:
            raise UsageError(refused)
        self.session.answer(move)

    def _read(self, line: str) -> Move:
        text = _plain(line)
        _no_long_numbers(text)
        moves = self.moves or []
        exact = [m for m in moves if _plain(m.text) == text]
        if len(exact) == 1:
            return exact[0]
        if text.isascii() and text.isdigit() and not self.claims(line):
            if 1 <= int(text) <= self._numbered:
                return moves[int(text) - 1]
            raise UsageError(f"there is no number {text} in the list")
        if self.claims(line):
            return self.session.read(line.strip())
        begun = [m for m in moves if _plain(m.text).startswith(text)]
        if len(begun) == 1:
            return begun[0]
        return self._by_short_name(line, begun)

    def _by_short_name(self, line: str, begun: list[Move]) -> Move:
        """`set 5 5` for `set aside 5 5`: the beginning of one alternative's name, then what is picked."""
        tokens = line.split()
        for size in range(len(tokens), 0, -1):
            head = _plain(" ".join(tokens[:size]))
            names = [a.name for a in self.decision.alternatives if a.name.lower().startswith(head)]
            if len(names) > 1:
                either = " or ".join(f'"{name}"' for name in names)
                raise UsageError(f"that could be {either}; type more of it")
            if names:
                rest = " ".join(tokens[size:])
                if not rest and len(begun) > 1:
                    raise UsageError(
                        f'there are {len(begun)} ways to "{names[0]}"; say which, such as "{begun[0].text}"'
                    )
                return self.session.read(f"{names[0]} {rest}".strip())
        known = ", ".join(f'"{a.name}"' for a in self.decision.alternatives)
        raise UsageError(f'"{_plain(line)}" is not understood; you may say {known}, or ? for help')

    def why(self, rest: str) -> list[str]:
        if not rest:
            raise UsageError("say what you would like to do: why MOVE")
        refused = self.table.why_not(self.session.state, self.need.seat, self._read(rest))
        return ["That is allowed." if refused is None else refused]


class Report(Choice):
    """What happened at the table, told by a person. There may be more to tell than anybody could list."""

    def _moves(self) -> list[Move] | None:
        moves = self.table.few_reports(self.session.state)
        if moves == []:
            raise unreportable(self.decision)
        return moves

    def _question(self) -> str:
        who, what = self.screen.names[self.need.seat], self.decision.label
        if self.session.seats[self.need.seat].bot is not None:
            return f'Try "{what}" for {who} at the table. What happened?'
        return f'{who} tries "{what}" at the table. What happened?'

    def _outline(self) -> list[str]:
        if self.moves is not None:
            return super()._outline()
        found = sample(self.table, self.session.state)
        such = "" if found is None else f', such as "{_short(found)}"'
        return [*outline(self.table, self.session.state), f"Type one of them{such}; ? says what can be reported."]

    def help(self) -> list[str]:
        return [*explained(self.table, self.session.state), "", *super().help()]

    def take(self, line: str) -> None:
        move = self._read(line)
        refused = self.table.why_not(self.session.state, self.need.seat, move)
        if refused is not None:
            raise UsageError(self._because(move, refused))
        self.session.answer(move)

    def _because(self, move: Move, refused: str) -> str:
        """The sentence of the rule; where there is none, what was named that is not there."""
        if refused in self.table.program.texts:
            return refused
        return misfit(self.table, self.session.state, move) or refused

    def why(self, rest: str) -> list[str]:
        if not rest:
            return super().why(rest)
        move = self._read(rest)
        refused = self.table.why_not(self.session.state, self.need.seat, move)
        return ["That can be reported." if refused is None else sentence(self._because(move, refused))]


class Roll(Asking):
    """Dice rolled by hand, or a lot drawn by hand, and typed in."""

    pile: Pile | None = None  # what has been typed of many dice

    def show(self) -> None:
        who = self.screen.names[self.need.seat]
        self.screen.look(self.need.seat)
        dice = self.table.rolling(self.session.state)
        self.screen.say("")
        if dice:
            noun = "die" if len(dice) == 1 else "dice"
            pile = Pile(self.table, self.session.state)
            if len(pile.heaps) > 1:
                first = pile.heaps[0]
                self.screen.say(
                    f"{who} rolls {len(dice)} dice; they are told row by row.",
                    f"First {len(first.dice)} of {first.name}; or several rows at once, such as {'1' * len(first.dice)}.",
                )
                return
            names = self._names(dice)
            how = (
                "the number"
                if len(dice) == 1
                else "the numbers, in this order"
                if names
                else "the numbers, in any order"
            )
            self.screen.say(f"{who} rolls {len(dice)} {noun}{': ' if names else ''}{names}.", f"Type {how}.")
        else:
            self.screen.say(f"Draw one by lot: {', '.join(o.text for o in self._lots())}.", "Type which one it is.")
            if dealt(self.table, self.session.state):
                self.screen.say("Many are to be drawn: several can be typed in one line.")

    def _names(self, dice: Sequence[int]) -> str:
        """Which dice, in their order; nothing if no order matters."""
        info, cells = self.table.program.dice, list(self.session.state.cells)
        if len(dice) > 1 and len(self.table.lots(cells, sum(1 << d for d in dice))) == 1:
            return ""
        parts: list[tuple[str, int]] = []
        for die in dice:
            place = self.table.words.place_of(die, cells)
            if place:
                parts.append((f"the die on {place}", 1))
            elif info[die].numbered:
                parts.append((self.table.words.die_name(die), 1))
            if place or info[die].numbered:
                continue
            colour = "" if info[die].colour == "plain" else f" {info[die].colour}"
            whose = "" if info[die].owner < 0 else f" of P{info[die].owner + 1}"
            name = f"equal{colour}{whose}"
            if parts and parts[-1][0] == name:
                parts[-1] = (name, parts[-1][1] + 1)
            else:
                parts.append((name, 1))
        return ", ".join(name if count == 1 and name[0] == "d" else f"{count} {name}" for name, count in parts)

    def _lots(self) -> list[Outcome]:
        return lots(self.table, self.session.state)

    def listed(self, rest: str) -> list[str]:
        return ["Type what you have rolled or drawn at the table."]

    def take(self, line: str) -> None:
        if not self.table.rolling(self.session.state):
            self.session.fall_typed(line)
            return
        if self.pile is None:
            self.pile = Pile(self.table, self.session.state)
        self.pile.take(line)
        if self.pile.heaps:
            raise UsageError(self._next_heap())
        self.session.fall(self.pile.numbers)

    def _next_heap(self) -> str:
        assert self.pile is not None
        heap = self.pile.heaps[0]
        return f"now {len(heap.dice)} of {heap.name}"


# ------------------------------------------------------------------ small things


def _no_long_numbers(text: str) -> None:
    if TOO_LONG.search(text):
        raise UsageError("a number has at most eighteen digits")


def _plain(text: str) -> str:
    return " ".join(text.split()).lower()


def _short(text: str) -> str:
    return text if len(text) <= SHORT else text[: SHORT - 4].rpartition(" ")[0] + " ..."


def sentence(text: str) -> str:
    """A message as a sentence: a capital first, a stop last."""
    if not text:
        return text
    text = text[0].upper() + text[1:]
    return text if text[-1] in ".!?" else text + "."


def _in_columns(lines: list[str]) -> list[str]:
    """Many short lines side by side, read downwards."""
    width = max(map(len, lines)) + 2
    across = max(1, WIDTH // width)
    if across == 1 or len(lines) <= 10:
        return lines
    height = -(-len(lines) // across)
    return ["".join(line.ljust(width) for line in lines[i::height]).rstrip() for i in range(height)]
