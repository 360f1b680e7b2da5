"""The questions a game puts to a person: how each is shown, and how a typed answer is read."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Protocol

from dicedsl.errors import Fault, UsageError
from dicedsl.interpreter.model.aspects import is_seen_from_sides
from dicedsl.interpreter.model.model import open_choice_of
from dicedsl.interpreter.model.naming import Reader, sentence
from dicedsl.interpreter.model.records import Model
from dicedsl.interpreter.play.questions.dialogue import Dialogue
from dicedsl.interpreter.play.questions.phrases import begins_with
from dicedsl.interpreter.play.questions.report_help import report_forms, report_help, sample_report, what_is_not_there
from dicedsl.interpreter.play.session.action_texts import dealt
from dicedsl.interpreter.play.session.attempts import is_by_lot
from dicedsl.interpreter.play.session.entries import Need
from dicedsl.interpreter.play.session.real_dice import lots
from dicedsl.interpreter.play.session.session import Session
from dicedsl.interpreter.show.boards import Offer, place_names_explanation, reading_order
from dicedsl.interpreter.show.dice import Letters, all_dice
from dicedsl.interpreter.show.text import wrapped
from dicedsl.interpreter.state import Move, Outcome
from dicedsl.interpreter.table.game_table import GameTable
from dicedsl.interpreter.table.view import has_secrets
from dicedsl.program.faults import nothing_fits, unreportable
from dicedsl.text.english import listed

LONGEST_QUOTED_SENTENCE = 60
# What may be typed at any question; some only at some of them. An answer of the same name goes before it.
COMMANDS = ("help", "moves", "why", "rules", "log", "look", "back", "undo", "correct", "see", "games", "fair", "save", "quit",
            "auto", "hint", "real")  # fmt: skip
OF_REAL_DICE = frozenset({"correct", "see"})

HELP = """\
Answer with a number or a letter of the list, a word of it or as much of the word as is clear, or a whole move in one line, such \
as "set aside 5 5" or "put a19"; several moves with ; between them. Tab completes, the arrow up brings back what you typed.
  Enter, look    the table once more (look all: bookkeeping as well)
  moves          everything you may do now, and why the rest is closed (moves NAME: all of one kind)
  keep 6 6       where dice are rolled again, all but these; where dice are set aside, these
  why MOVE       which rule forbids a move
  hint           the best moves, as far as a short search can tell, and what speaks for each
  back           pick something else
  log            what has happened so far
  rules          what the rulebook says of your choice (rules all: everything; rules WORD: what it says of that)
  undo           take back your last move and what bots answered, if no dice have fallen and no other person has decided since
  correct 3 1 5  with real dice: what entry 3 of the log should have been; what came after is repeated
  see i11 4      with real dice: what a die shows that could not be seen before
  real           you try with real dice what the odds have decided so far, and say what happened
  games          the games that are kept
  fair           how the dice can be checked
  save FILE      keep the game in a file
  quit, q        leave at once; the game is kept (only after a text, such as this one, q asks first)
  help, ?        this help
Where an answer begins with one of these words, the answer is meant; write a stroke before the command then: /save FILE."""


class Asker(Protocol):
    """The table at which a question is put, as far as a question has to know it."""

    session: Session
    table: GameTable
    names: list[str]
    seats_by_typed_name: dict[str, int]
    is_shared: bool

    def model(self, seat: int) -> Model:
        """The table as it is shown when this seat is asked."""

    def confirm(self, doubt: str) -> bool:
        """Whether somebody means what they typed, although there is a doubt."""


class TypedQuestion(ABC):
    """A question to a person: how it is shown and what is done with a line."""

    def __init__(self, asker: Asker, need: Need) -> None:
        self.asker = asker
        self.session = asker.session
        self.table = asker.table
        self.need = need
        # Whether the others at this screen may not see the answer.
        self.secret = asker.is_shared and has_secrets(asker.table)
        self.model = asker.model(need.seat)

    @property
    def name(self) -> str:
        return self.asker.names[self.need.seat]

    @abstractmethod
    def lines(self, size: int, more: str) -> list[str]:
        """The question, in lines no longer than that."""

    @abstractmethod
    def answer_with(self, line: str) -> bool:
        """Act on a line: whether the question is answered by it. UsageError with a sentence if it means nothing."""

    def offered(self) -> dict[str, Offer]:
        return {}

    def claims(self, line: str) -> bool:
        """Whether a line that looks like a command is an answer."""
        return False

    def may_begin(self, word: str) -> bool:
        """Whether something that can be answered begins with a word."""
        return False

    def label_of(self, move: Move) -> str:
        """What may be typed for a move in short, as the question is put now; nothing if there is no such sign."""
        return ""

    def typed_text(self, move: Move) -> str:
        """A move as it can be typed."""
        return move.text

    @abstractmethod
    def listed(self, rest: str, size: int) -> list[str]:
        """All answers, as lines."""

    def completions(self) -> Sequence[str]:
        return ()

    def answer_with_only_move(self) -> bool:
        """Do what there is no choice about; whether there is such a thing."""
        return False

    def back(self) -> bool:
        """Forget what has been picked so far; whether there was anything."""
        return False

    def choices(self) -> list[str]:
        """The names of what can be chosen."""
        return []

    def why(self, rest: str) -> list[str]:
        return ["Nothing is to be chosen now."]

    def help(self) -> list[str]:
        return HELP.splitlines()


class ChoiceQuestion(TypedQuestion):
    """A choice of a person, made pick by pick or in one line."""

    def __init__(self, asker: Asker, need: Need) -> None:
        super().__init__(asker, need)
        decision = self.table.decision(self.session.state)
        assert decision is not None
        self.decision = decision
        self.secret = self.secret or (asker.is_shared and decision.at_once)
        reader = Reader(need.seat, tuple(asker.names))
        choice = open_choice_of(self.table, self.session.state, reader)
        if choice.rows == []:
            raise self._nothing()
        dice = {die.key: die for die in all_dice(self.model) if die.key >= 0}
        letters = Letters(self.model)
        standing = {
            (board.name, place.key): letters.of(place.die)
            for board in self.model.boards
            for place in board.places
            if place.die is not None
        }
        sided = {board.name for board in self.model.boards if is_seen_from_sides(board)}
        for aspect in reversed(self.model.aspects):  # what one sees on one's own side, which is the first, goes before
            if aspect.board in sided:
                standing |= {(aspect.board, key): value for key, value in aspect.values}
        order = {board.name: reading_order(board) for board in self.model.boards}
        self.dialogue = Dialogue(choice, choice.question(""), asker.seats_by_typed_name, dice, standing, order)

    def _nothing(self) -> Fault:
        return nothing_fits(self.decision)

    def lines(self, size: int, more: str) -> list[str]:
        return [*self._heading(size), *self.dialogue.lines(size, more), *self._stroke_lines(size)]

    def _stroke_lines(self, size: int) -> list[str]:
        """How commands are given that would be answers here."""
        known = [c for c in COMMANDS if c not in OF_REAL_DICE or self.session.dice == "ask"]
        words = [word for word in known if self.dialogue.begins_an_answer(word)]
        if not words:
            return []
        strokes = listed([f"/{word}" for word in words])
        alone = len(words) == 1
        text = f"{strokes} {'is the command' if alone else 'are the commands'}; without the stroke {'it is an answer' if alone else 'they are answers'}."
        return wrapped(text, size, "  ")

    def _heading(self, size: int) -> list[str]:
        if self.decision.at_once:
            who = f"{self.name}, choose" if self.asker.is_shared else "Choose"
            return wrapped(f"{who} {self.dialogue.choice.secrecy_words()}", size)
        return [f"{self.name}, your choice:"] if self.asker.is_shared else []

    def offered(self) -> dict[str, Offer]:
        return self.dialogue.offered()

    def label_of(self, move: Move) -> str:
        return self.dialogue.label_of(move)

    def typed_text(self, move: Move) -> str:
        return self.dialogue.choice.typed_text(move.alternative, move.values)

    def listed(self, rest: str, size: int) -> list[str]:
        return self.dialogue.all_lines(size, rest)

    def completions(self) -> Sequence[str]:
        return self.dialogue.completions()

    def claims(self, line: str) -> bool:
        return self.dialogue.claims(line)

    def may_begin(self, word: str) -> bool:
        return any(text.lower().startswith(word) for text in self.dialogue.completions())

    def back(self) -> bool:
        begun = self.dialogue.is_begun
        self.dialogue.back()
        return begun

    def choices(self) -> list[str]:
        return [a.name for a in self.dialogue.question.alternatives]

    def help(self) -> list[str]:
        """Where places have names of their own, also how the rulebook calls them."""
        texts = [place_names_explanation(board) for board in self.model.boards]
        return [*super().help(), *(f"{text} Both can be typed." for text in dict.fromkeys(texts) if ";" in text)]

    def answer_with(self, line: str) -> bool:
        # What the list names with a letter is meant.
        listed = (
            bool(self.dialogue.named_sets) and len(line.strip().removesuffix(")")) == 1 and line.strip()[0].isalpha()
        )
        move = self.dialogue.read_line(line)
        if move is None:
            return False
        doubt = "" if listed else self.dialogue.doubt(move)
        if doubt and not self.asker.confirm(doubt):
            return False
        self.session.answer(move)
        return True

    def answer_with_only_move(self) -> bool:
        move = self.dialogue.only_move
        if move is not None:
            self.session.answer(move)
        return move is not None

    def why(self, rest: str) -> list[str]:
        if not rest:
            raise UsageError("say what you would like to do: why MOVE")
        elsewhere = self._offered_elsewhere(rest)
        if elsewhere:
            return [elsewhere]
        refused = self._refused(rest)
        return ["That is allowed." if refused is None else sentence(refused)]

    def _offered_elsewhere(self, line: str) -> str:
        """That a move belongs to another choice, where one of this game is called so and none of those that are open."""
        lower = " ".join(line.lower().split())
        here = [a.name for a in self.decision.alternatives]
        if any(begins_with(lower, name.lower()) for name in here):
            return ""
        for decision in self.table.program.decisions:
            names = [a.name for a in decision.alternatives]
            name = max((n for n in names if begins_with(lower, n.lower())), key=len, default="")
            if name:
                others = listed([f'"{other}"' for other in dict.fromkeys(names) if other != name], "or")
                beside = f": it is offered together with {others}" if others else ""
                now = listed([f'"{other}"' for other in here], "or")
                return f'"{name}" is not on offer now{beside}. Now you choose {now}.'
        return ""

    def _refused(self, line: str) -> str | None:
        return self.dialogue.choice.why_not(*self.dialogue.read_beginning(line))


class ReportQuestion(ChoiceQuestion):
    """What happened at the table, told by a person. There may be more to tell than anybody could list."""

    def _nothing(self) -> Fault:
        return unreportable(self.decision)

    def _heading(self, size: int) -> list[str]:
        whose = f" for {self.name}" if self.session.seats[self.need.seat].bot is not None else ""
        who = f"{self.name}: try" if self.asker.is_shared and not whose else "Try"
        text = f'{who} "{self.decision.label}"{whose} at the table, then say what happened; or auto: by the odds.'
        return wrapped(text, size)

    def lines(self, size: int, more: str) -> list[str]:
        lines = super().lines(size, more)
        if self.dialogue.choice.rows is None and not self.dialogue.is_begun:
            example = sample_report(self.table, self.session.state)
            forms = report_forms(self.table, self.session.state)
            if example is not None and any("<" in form for form in forms):
                lines += wrapped(f'In one line: "{_short(example)}". ? says more.', size, "  ")
        return lines

    def help(self) -> list[str]:
        return [*report_help(self.table, self.session.state), "", *super().help()]

    def answer_with(self, line: str) -> bool:
        if is_by_lot(line):
            self.session.answer(self.session.read(line))
            return True
        try:
            return super().answer_with(line)
        except UsageError as error:
            raise UsageError(self._because(line, error.message)) from None

    def _because(self, line: str, refused: str) -> str:
        """The sentence of the rule; where there is none, what was named that is not there."""
        if refused in self.table.program.texts:
            return refused
        try:
            index, values = self.dialogue.read_beginning(line)
        except UsageError:
            return refused
        if len(values) < len(self.decision.alternatives[index].picks):
            return refused
        return what_is_not_there(self.table, self.session.state, self.dialogue.choice.move(index, values)) or refused

    def why(self, rest: str) -> list[str]:
        if not rest:
            return super().why(rest)
        refused = self._refused(rest)
        return ["That can be reported." if refused is None else sentence(self._because(rest, refused))]


class RollQuestion(TypedQuestion):
    """Dice rolled by hand, or a lot drawn by hand, and typed in."""

    def __init__(self, asker: Asker, need: Need) -> None:
        super().__init__(asker, need)
        self.dice = self.table.rolling(self.session.state)
        self.typed_roll = self.session.typed_roll() if self.dice else None  # what has been typed of many dice

    def lines(self, size: int, more: str) -> list[str]:
        if self.typed_roll is None:
            many = " Many are to be drawn: several can be typed in one line." if self._is_dealt() else ""
            named = ", ".join(dict.fromkeys(self._lot(o) for o in self._lots()))
            return wrapped(f"Draw one by lot: {named}. Type which one it is.{many}", size)
        who = "You roll" if self.name == "you" else f"{self.name} rolls"
        heaps = self.typed_roll.heaps
        if heaps and heaps[0].name:
            row = f"{len(heaps[0].dice)} of {heaps[0].name}"
            if len(heaps) < len(self.session.typed_roll().heaps):
                return [f"Now {row}."]
            text = f"{who} {len(self.dice)} dice, told row by row. First {row}, or several rows at once."
            unseen = "A die that cannot be seen yet is a question mark, and `rest` stands for all that are left."
            return [*wrapped(text, size), *wrapped(unseen, size)]
        noun = "die" if len(self.dice) == 1 else "dice"
        names = self._names(self.dice)
        one = len(self.dice) == 1
        how = "the number" if one else "the numbers, in this order" if names else "the numbers, in any order"
        return wrapped(f"{who} {len(self.dice)} {noun}{': ' if names else ''}{names}. Type {how}.", size)

    def _is_dealt(self) -> bool:
        return dealt(self.table, self.session.state)

    def _lot(self, lot: Outcome) -> str:
        """What is drawn, players by their names."""
        seat = lot.text.removeprefix("P")
        if lot.text.startswith("P") and seat.isdigit() and 1 <= int(seat) <= len(self.asker.names):
            return self.asker.names[int(seat) - 1]
        return lot.text

    def _names(self, dice: Sequence[int]) -> str:
        """Which dice, in their order; nothing if no order matters."""
        info, cells = self.table.program.dice, list(self.session.state.cells)
        if len(dice) > 1 and len(self.table.outcome_lister.equal_groups(cells, sum(1 << d for d in dice))) == 1:
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
            whose = "" if info[die].owner < 0 else f" of {self.asker.names[info[die].owner]}"
            name = f"equal{colour}{whose}"
            if parts and parts[-1][0] == name:
                parts[-1] = (name, parts[-1][1] + 1)
            else:
                parts.append((name, 1))
        return ", ".join(name if count == 1 and name[0] == "d" else f"{count} {name}" for name, count in parts)

    def _lots(self) -> list[Outcome]:
        return lots(self.table, self.session.state)

    def claims(self, line: str) -> bool:
        """What can be drawn may be called like a command."""
        return self.typed_roll is None and line.lower() in {self._lot(lot).lower() for lot in self._lots()}

    def listed(self, rest: str, size: int) -> list[str]:
        return ["Type what you have rolled or drawn at the table."]

    def answer_with(self, line: str) -> bool:
        if self.typed_roll is None:
            wanted = " ".join(line.split()).lower()
            called = {self._lot(o).lower(): o.text for o in self._lots()}
            seat = self.asker.seats_by_typed_name.get(wanted)
            text = called.get(wanted, line) if seat is None else f"P{seat + 1}"
            self.session.enter_typed_roll(text)
            return True
        self.typed_roll.take(line)
        if self.typed_roll.heaps:
            return False
        self.session.enter_roll(self.typed_roll.numbers)
        return True

    def back(self) -> bool:
        if self.typed_roll is None or len(self.typed_roll.heaps) == len(self.session.typed_roll().heaps):
            return False
        self.typed_roll.back()
        return True


# ------------------------------------------------------------------ small things


def _short(text: str) -> str:
    return (
        text
        if len(text) <= LONGEST_QUOTED_SENTENCE
        else text[: LONGEST_QUOTED_SENTENCE - 4].rpartition(" ")[0] + " ..."
    )
