"""The page of one seat: what its model of the table holds, and nothing else."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache, partial
from typing import Any

from dicedsl.errors import DiceError, UsageError
from dicedsl.interpreter.model.naming import sentence
from dicedsl.interpreter.model.records import Event, Model
from dicedsl.interpreter.state import State
from dicedsl.interpreter.web import panel
from dicedsl.interpreter.web.advice import advice
from dicedsl.interpreter.web.after_game import AfterGame
from dicedsl.interpreter.web.answer_so_far import AnswerSoFar
from dicedsl.interpreter.web.change_queue import Change
from dicedsl.interpreter.web.click_targets import Spot, Targets, exists, spot_named, targets_for
from dicedsl.interpreter.web.draw_queue import Draw, Preparation, draw_at_once
from dicedsl.interpreter.web.markup import Html, button, join, tag
from dicedsl.interpreter.web.rules_page import rules_html
from dicedsl.interpreter.web.server_drawing import STATIC, Press, ServerDrawing
from dicedsl.interpreter.web.sitting import Sitting
from dicedsl.interpreter.web.table_picture import TablePicture
from dicedsl.program.shapes import place_shape

MOST_SHOWN_EVENTS = 200
MOST_REMEMBERED_STEPS = 20_000  # that are remembered as they were drawn
TABS = {"log": "What happened", "rules": "Rules"}
# What may be done on a page that has not heard of the last change yet: nothing of it touches the game.
ALWAYS = frozenset({"tab", "hint", "named"})
__all__ = ["STATIC", "Page"]


class Page:
    """What one visitor sees of a sitting. It is drawn anew whenever something happens."""

    def __init__(
        self,
        sitting: Sitting,
        seat: int | None,
        go_on: Callable[[], None],
        shares: Sequence[int] = (),
        start: Callable[[Coroutine[Any, Any, None]], object] | None = None,
        draw: Callable[[Draw, Preparation], None] = draw_at_once,
        after_game: AfterGame | None = None,
    ) -> None:
        """`shares` are the seats of all who look at this one screen; whoever is asked sits before it.

        start: how something is begun beside the page, such as thinking about a hint; without it there are none.
        draw: how the page gets drawn after somebody has moved on it; unless something else is said, at once.
        after_game: what comes after the game; without it the page stays as it is then.
        """
        self.sitting = sitting
        self.seat = seat
        self.go_on = go_on
        self.shares = tuple(shares)
        self.after_game = after_game
        self.covers = False  # somebody else is to look at the screen now
        self.ended: State | None = None  # a game of the match that is over: it is looked at before the next one
        self._ends = len(sitting.ended_games())
        self.model: Model = sitting.model(seat)
        self.answer: AnswerSoFar | None = None
        self.refused = ""
        self.tab = "log"
        self.typed: list[int] = []
        self.hints: Html | None = None
        self._at = -1  # how often the game had changed when it was looked at last
        self._heard = len(sitting.session.entries)
        self._told: Sequence[Sequence[Event]] = ()  # what happened so far; and that as it is drawn
        self._steps: list[Html] = []
        self._drawing: ServerDrawing | None = None
        self._start = start
        self._draw = draw
        self._said = ""
        self._version = -1
        self._look()

    # -------------------------------------------------------------- when something happens

    def build(self) -> None:
        self._drawing = ServerDrawing(self.html(), self.handle_press, self.stamp)

    def refresh(self) -> None:
        """Something happened at the table; if the page has heard of it already, nothing is drawn."""
        if self._version == self.sitting.version:
            return
        self._look()
        self._redraw(self._news())

    def preparation(self) -> Draw | None:
        """What has to be worked out before this page is drawn anew, if that takes so long that others would wait for it."""
        if self._version == self.sitting.version:
            return None
        seat = self.sitting.need.seat
        return self.sitting.preparation_for(seat if seat in self.shares else self.seat)

    def _look(self) -> None:
        self._version = self.sitting.version
        if self._at != self.sitting.change_count:
            self._at = self.sitting.change_count
            self.refused, self.hints, self.typed = "", None, []
            ends = self.sitting.ended_games()
            if len(ends) > self._ends and self.sitting.session.result is None:
                self.ended = ends[-1]
            self._ends = len(ends)
        need = self.sitting.need
        if need.is_person and need.seat in self.shares and need.seat != self.seat:
            self.covers = self.sitting.has_secrets
            self.seat = need.seat
        self.sitting.prepare(self.seat)
        self.model = self.sitting.model(self.seat)
        choice = self.sitting.open_choice(self.seat) if self.seat is not None else None
        if choice is None:
            self.answer = None
        elif self.answer is None or self.answer.choice.state is not choice.state:
            self.answer = AnswerSoFar(choice)
        else:  # the question is the same, but somebody has another name
            self.answer = self.answer.for_same_question(choice)

    def _redraw(self, say: str = "") -> None:
        news = bool(say or self.refused)
        if self._drawing is not None:
            say = say or self.refused or self._said
            # The same once more is something new, and is read out again.
            self._said = f"{say} " if say == self._said and news else say
            self._drawing.show(self.html(), self.stamp, self._said)

    def _news(self) -> str:
        """What happened since the page was drawn last, to be read out."""
        if self.covers:
            return ""
        entries = self.sitting.log(self.seat)
        texts = [event.text for entry in entries[self._heard :] for event in entry if not event.minor]
        self._heard = len(entries)
        return " ".join(texts[-12:])

    @property
    def stamp(self) -> str:
        """The question that is shown: an answer to another one is not meant any more."""
        answer = self.answer
        so_far = (answer.index, answer.values, answer.chosen) if answer is not None else ()
        return f"{self._at} {self.seat} {self.covers} {self.ended is None} {so_far} {self.typed}"

    # -------------------------------------------------------------- what somebody does

    def handle_press(self, press: Press) -> None:
        if self.sitting.change_queue.is_busy:
            shown = self.stamp
            self.sitting.change_queue.run_later(lambda: self.handle_press(press.as_of(shown, self.stamp)))
            return
        word, _, rest = press.do.partition(":")
        shown = self.stamp
        if self._version != self.sitting.version:
            self._look()  # something has happened that is not drawn yet
        if not (press.is_fresh and shown == self.stamp) and word not in ALWAYS:
            self._redraw()
            return
        self.refused = ""
        change: Change | None = None
        with self._refusing():
            change = self._act(word, rest, press)
        if change is not None and self._start is not None:
            self._start(self._beside(self.sitting.start_change(change)))
            return
        if change is not None:
            with self._refusing():
                change()
            self.go_on()
        self._answer()

    async def _beside(self, under_way: Coroutine[Any, Any, None]) -> None:
        """Something that waits for the disk; all other tables are answered meanwhile."""
        try:
            with self._refusing():
                await under_way
            self.go_on()
            self._answer()
        finally:
            self.sitting.change_queue.run_waiting()

    @contextmanager
    def _refusing(self) -> Iterator[None]:
        try:
            yield
        except (UsageError, DiceError) as error:
            self.refused = sentence(str(error))

    def _answer(self) -> None:
        if self._version == self.sitting.version or self.refused:
            self._redraw()
        else:
            self._draw(self.refresh, self.preparation)

    def _act(self, word: str, rest: str, press: Press) -> Change | None:
        """What somebody pressed, as far as it changes this page; what changes the game is given back, to be done."""
        number = int(rest) if rest.isascii() and rest.isdigit() and len(rest) <= 6 else -1
        if word == "tab" and rest in TABS and (rest != "rules" or self.sitting.rules is not None):
            self.tab = rest
        elif word == "shown" and self.covers:
            self.covers = False
        elif word == "next" and self.ended is not None:
            self.ended = None
        elif self.seat is None or self.covers or self.ended is not None:
            return None
        elif word == "again" and self.after_game is not None and self.model.ending is not None:
            self.after_game.begin()
            self.after_game.go_to(self.after_game.next_path())
        elif word == "named":
            return partial(self.sitting.sit_down, self.seat, press.typed.get("name", ""))
        elif word == "undo":
            return partial(self.sitting.undo, self.seat)
        elif word in {"fell", "unfell", "typed", "lot"}:
            return self._fell(word, number, press.typed.get("numbers", ""))
        elif word == "hint" and self._start is not None and self.answer is not None:
            self.hints = tag("p", "Thinking about it …", cls="dd-small")
            self._start(self._hint(self.seat, self._at))
        elif self.answer is not None:
            return self._choose(self.answer, word, number, press.do)
        return None

    def _choose(self, answer: AnswerSoFar, word: str, number: int, do: str) -> Change | None:
        spot = spot_named(do)
        if word == "way":
            self._begin(answer, number)
        elif word == "option":
            answer.take_option(number)
        elif word == "set":
            answer.take_set(number)
        elif word == "done":
            answer.finish_set()
        elif word == "back":
            answer.back()
        elif spot is not None and exists(self.model, spot):
            self._take_click(answer, spot)
        if not answer.is_whole:
            return None
        assert self.seat is not None
        move = answer.move
        answer.begin_alternative(answer.index or 0)
        return partial(self.sitting.answer, self.seat, move)

    def _begin(self, answer: AnswerSoFar, index: int) -> None:
        if index in answer.open:
            answer.begin_alternative(index)
        elif self.model.question is not None and 0 <= index < len(self.model.question.alternatives):
            self.refused = self.model.question.alternatives[index].refused or "That cannot be chosen now."

    def _take_click(self, answer: AnswerSoFar, spot: Spot) -> None:
        targets = targets_for(answer, self.model)
        if spot in targets.spots:
            if spot in targets.ways:
                answer.begin_alternative(targets.ways[spot])
            answer.take_option(targets.spots[spot])
        else:
            self.refused = self._why(answer, spot)

    def _why(self, answer: AnswerSoFar, spot: Spot) -> str:
        """Somebody clicked what cannot be picked: the sentence of the rule."""
        if answer.index is None or answer.pick is None:
            return "Say first what you want to do."
        value = self._value_at(answer, spot)
        said = None
        if value is not None:
            chosen = answer.chosen | 1 << value if answer.pick.many else value
            said = answer.choice.why_not(answer.index, (*answer.values, chosen))
        return said or "That cannot be picked now."

    def _value_at(self, answer: AnswerSoFar, spot: Spot) -> int | None:
        kind, number, at = spot
        pick = answer.pick
        assert pick is not None
        if kind not in {"board", "zone"}:
            return None
        if kind == "board":
            board = self.model.boards[number]
            if pick.shape == place_shape(board.name):
                return at
            die = board.places[at].die
        else:
            die = self.model.zones[number].dice[at]
        return die.key if die is not None and pick.shape == "die" and die.key >= 0 else None

    def _fell(self, word: str, number: int, words: str) -> Change | None:
        """Real dice, number by number, or as they are typed; or a lot."""
        sitting, seat = self.sitting, self.seat
        assert seat is not None
        if word == "lot":
            lots = sitting.lot_names()
            if 0 <= number < len(lots):
                return partial(sitting.enter_typed_roll, seat, lots[number])
        elif word == "typed":
            return partial(sitting.enter_typed_roll, seat, words)
        elif word == "unfell":
            del self.typed[-1:]
        elif sitting.enters_roll(seat) and number in sitting.roll_to_enter()[1]:
            self.typed.append(number)
            if len(self.typed) >= sitting.roll_to_enter()[0]:
                numbers, self.typed = self.typed, []
                return partial(sitting.enter_roll, seat, numbers)
        return None

    async def _hint(self, seat: int, at: int) -> None:
        """The best moves as a strong player sees them who knows what this seat knows; the page is answered meanwhile."""
        try:
            lines = await asyncio.to_thread(advice, self.sitting.session, self.sitting.reader(seat))
        except (UsageError, DiceError) as error:
            lines = [sentence(str(error))]
        if at == self._at and seat == self.seat:
            self.hints = tag("div", *(tag("p", line) for line in lines), cls="dd-hints dd-small")
            self._redraw(" ".join(lines))

    # -------------------------------------------------------------- drawing

    def html(self) -> Html:
        """The whole page as it is sent. It is made from the model of the seat alone."""
        if self.covers:
            return self._cover()
        if self.ended is not None:
            return self._end_of_game(self.ended)
        answer = self.answer
        targets, taken = Targets(), frozenset[Spot]()
        if answer is not None:
            targets = targets_for(answer, self.model)
        if answer is not None and answer.pick is not None:
            options = answer.pick.options
            taken = frozenset(spot for spot, number in targets.spots.items() if answer.is_taken(options[number]))
        need = self.sitting.need
        thinking = frozenset({need.seat}) if need.kind == "bot" else frozenset[int]()
        drawing = TablePicture(self.model, targets, taken, lambda spot: None, self._last(), thinking)
        return self._spread(join([self._name_form(), drawing.html()]), self._question(targets))

    def _spread(self, table: Html, question: Html) -> Html:
        beside = tag("aside", question, self._tabs(), cls="dd-beside")
        return tag("main", tag("div", table, cls="dd-table"), beside, cls="dd-page")

    def _end_of_game(self, state: State) -> Html:
        """The whole table as it stood, until the visitor has seen it."""
        model = self.sitting.model_at(state, self.seat)
        number = state.cells[self.sitting.session.table.reg.game]
        result = (
            panel.ending_html(model.ending)
            if model.ending is not None
            else panel.question_text(f"Game {number} is over.")
        )
        go = button(f"On to game {number + 1}", "next", "dd-button dd-main")
        return self._spread(
            TablePicture(model, Targets(), frozenset(), lambda spot: None).html(), panel.question_panel(result, go)
        )

    def _cover(self) -> Html:
        assert self.seat is not None
        name = self.sitting.names[self.seat]
        request = tag("p", f"Pass the screen to {name}. Nobody else looks.", cls="dd-question")
        show = button(f"I am {name}: show my side", "shown", "dd-button dd-main")
        return tag("main", tag("section", request, show, cls="dd-card dd-cover"), cls="dd-page")

    def _name_form(self) -> Html | None:
        if self.seat not in self.sitting.unnamed or self.shares:
            return None
        field = tag("input", name="name", maxlength="24", autocomplete="nickname")
        label = tag("label", "You sit here. What are you called? ", field)
        sit = tag("button", "sit down", type="submit", cls="dd-button")
        return tag("form", label, sit, data_do="named", cls="dd-card dd-row", data_key="name")

    def _last(self) -> frozenset[Spot]:
        """The spots where the last thing happened that was not luck."""
        return frozenset(("board", board, key) for board, key in self.sitting.last_places())

    def _question(self, targets: Targets) -> Html:
        model, question = self.model, self.model.question
        parts: list[Html | None] = [panel.refusal(self.refused)]
        if model.ending is not None:
            parts.append(panel.ending_html(model.ending))
            if self.after_game is not None and (self.seat is not None or self.after_game.next_path()):
                parts.append(panel.after_game_links(self.after_game.next_path(), self.after_game.elsewhere))
        elif self.seat is not None and self.sitting.enters_roll(self.seat):
            count, faces = self.sitting.roll_to_enter()
            parts.append(panel.roll_form(count, faces, self.typed, self.sitting.lot_names()))
        elif self.answer is not None and question is not None and not question.waiting:
            parts += [panel.question_text(question.text), panel.alternatives_html(model, self.answer, targets)]
        else:
            parts.append(panel.question_text(self._waiting()))
        parts.append(self._tools())
        return panel.question_panel(*parts)

    def _waiting(self) -> str:
        need = self.sitting.need
        if need.kind in {"roll", "draw", "odds"}:
            return "The dice are falling …"
        if self.sitting.stop_reason:
            return self.sitting.stop_reason
        name = self.sitting.names[need.seat]
        return f"{name} is thinking …" if need.kind == "bot" else f"Waiting for {name}."

    def _tools(self) -> Html | None:
        tools: list[Html] = []
        if self.seat is not None and self.model.ending is None and self.sitting.session.entries:
            tools.append(button("undo", "undo", "dd-button dd-tiny"))
        if self._start is not None and self.answer is not None:
            tools.append(button("hint", "hint", "dd-button dd-tiny"))
        return join([tag("div", *tools, cls="dd-row dd-tools") if tools else None, self.hints])

    def _tabs(self) -> Html:
        tabs = [
            button(name, f"tab:{key}", "dd-tab", role="tab", aria_selected="true" if self.tab == key else "false")
            for key, name in TABS.items()
            if key != "rules" or self.sitting.rules is not None
        ]
        inside = self._rules() if self.tab == "rules" else self._log()
        shown = tag("div", inside, role="tabpanel", aria_label=TABS[self.tab], tabindex="0", cls="dd-log")
        return tag("section", tag("div", *tabs, cls="dd-row dd-tabs", role="tablist"), shown, cls="dd-card")

    def _log(self) -> Html:
        entries = self.sitting.log(self.seat)
        if entries is not self._told:  # another reader, or something was taken back
            self._told, self._steps = entries, []
        del self._steps[len(entries) :]
        for number in range(len(self._steps), len(entries)):
            self._steps.append(_step(number, tuple(event.text for event in entries[number] if not event.minor)))
        news = [tag("p", line, cls="dd-refused") for line in (self.sitting.keeper.news if self.sitting.keeper else [])]
        # The last action first, and what came of it in the order in which it came.
        return join([*news, *reversed(self._steps[-MOST_SHOWN_EVENTS:])])

    def _rules(self) -> Html:
        assert self.sitting.rules is not None
        question = self.model.question
        names = [a.name for a in question.alternatives] if question is not None and not question.waiting else []
        return rules_html(self.sitting.rules(), names)


@lru_cache(maxsize=MOST_REMEMBERED_STEPS)
def _step(number: int, lines: tuple[str, ...]) -> Html:
    """One action in the list of what happened: it is drawn again and again with all that came before."""
    return join(
        tag("p", line, data_key=f"{number}-{at}", cls="dd-step" if at == 0 else None) for at, line in enumerate(lines)
    )
