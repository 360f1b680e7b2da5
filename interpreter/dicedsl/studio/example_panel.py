"""The examples beside their rulebook: whether each holds, and the position after any of its lines."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from nicegui import ui

from dicedsl.author.proof import ProvedExample
from dicedsl.errors import DiceError, UsageError
from dicedsl.interpreter.model.model import model_of
from dicedsl.interpreter.model.naming import sentence
from dicedsl.interpreter.model.records import Model
from dicedsl.interpreter.web.table_picture import TablePicture
from dicedsl.studio.edited_rulebook import EditedRulebook
from dicedsl.studio.widgets import button, in_a_thread, say
from dicedsl.text.plain import plain

SAMPLE = """\
example "What happens":
    with Anna, Ben
    roll 6 3
    now Anna is next"""


class ExamplePanel:
    """`go` is told of the line that somebody wants to see in the editor."""

    def __init__(self, rulebook: EditedRulebook, go: Callable[[int], None]) -> None:
        self.rulebook = rulebook
        self.go = go
        self.line = 0  # the line whose position is shown
        self._model: Model | None = None
        self._why = ""
        self._wanted = 0
        self._list = ui.refreshable(self._draw)

    def build(self) -> None:
        self._list()

    def refresh(self) -> None:
        self._list.refresh()

    async def show(self, line: int) -> bool:
        """The position after a line; False if no example stands there."""
        example = self.rulebook.example_at(line)
        if example is None:
            return False
        self._wanted = line
        if line == example.line:  # its title: all of it, as far as it holds
            line = example.wrong if example.line < example.wrong <= example.last else example.last
        wanted = self._wanted
        model, why = await in_a_thread(self._look, line)
        if wanted == self._wanted:
            self.line, self._model, self._why = line, model, why
            self._list.refresh()
        return True

    def _look(self, line: int) -> tuple[Model | None, str]:
        try:
            position = self.rulebook.position(line)
            if position is None:
                return None, "There is no position here: the example goes wrong before this line."
            return model_of(position.table, position.state, None, position.names), ""
        except (DiceError, UsageError) as error:
            return None, sentence(str(error))

    def _show_line(self, line: int) -> object:
        self.go(line)
        return self.show(line)

    # -------------------------------------------------------------- drawing

    def _draw(self) -> None:
        if not self.rulebook.examples:
            say("Examples are rules you can test: they stand in the rulebook, and each is green when it holds.")
            ui.html(f"<pre class='ds-sample'>{SAMPLE}</pre>", sanitize=False)
            return
        if not self.rulebook.is_sound:
            say("As they were before the last mistake:", "dd-small")
        for example in self.rulebook.examples:
            self._example(example)

    def _example(self, example: ProvedExample) -> None:
        is_open = example.line <= self.line <= example.last
        with ui.element("section").classes("ds-example " + ("ds-holds" if example.holds else "ds-fails")):
            sign = "✔ holds" if example.holds else f"✘ fails in line {example.wrong}"
            head = ui.element("button").classes("ds-head").props('type="button"')
            head.props["aria-expanded"] = "true" if is_open else "false"
            with head:
                say(sign, "ds-verdict")
                say(example.title, "ds-name")
            head.on("click", partial(self._show_line, example.line))
            if example.text:
                say(sentence(example.text), "dd-refused")
            if is_open:
                with ui.element("div").classes("ds-lines").props('role="group" aria-label="its lines"'):
                    for number, text in example.lines:
                        self._line(number, text, example)
                self._position()

    def _line(self, number: int, text: str, example: ProvedExample) -> None:
        made = button(f"{number}  {text}", partial(self._show_line, number), "ds-step")
        if number == self.line:
            made.classes("ds-now")
            made.props["aria-current"] = "true"
        if number == example.wrong:
            made.classes("ds-wrong")

    def _position(self) -> None:
        with ui.element("div").classes("ds-position").props('role="region" aria-live="polite"') as region:
            region.props["aria-label"] = plain(f"the position after line {self.line}")
            say(f"After line {self.line}", "dd-small")
            if self._model is None:
                say(self._why)
            else:
                TablePicture(self._model).build()
