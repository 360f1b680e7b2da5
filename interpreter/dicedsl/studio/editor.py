"""The editor on the page: it sends the text when somebody pauses, and shows what was found in it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import nicegui
from nicegui.element import Element

from dicedsl.author.mistakes import Mistake
from dicedsl.author.proof import ProvedExample
from dicedsl.studio.links import LONGEST_STUDIO_TEXT
from dicedsl.syntax.edition_parser import SECOND
from dicedsl.text.plain import plain

CODEMIRROR = Path(nicegui.__file__).parent / "elements" / "codemirror" / "dist"
MOST_MARKS = 100


class Editor(Element, component="static/editor.js", esm={"nicegui-codemirror": str(CODEMIRROR)}):
    """The text of a rulebook, with signs beside its lines.

    `on_typed` gets a text and the line of the cursor, `on_moved` the line the cursor has come to, `on_sign_clicked` that of a sign.
    """

    def __init__(
        self,
        text: str,
        on_typed: Callable[[str, int], None],
        on_moved: Callable[[int], Any],
        on_sign_clicked: Callable[[int], Any],
        save: Callable[[], Any],
        on_refused: Callable[[str], Any],
    ) -> None:
        super().__init__()
        self.version = 0
        self.text = text  # as it was sent last
        self._on_typed = on_typed
        self._props["text"] = text
        self._props["words"] = sorted(SECOND.keywords)
        self._props["parts"] = sorted(SECOND.part_words)
        self._props["longest"] = LONGEST_STUDIO_TEXT
        self.on("text", lambda event: self._receive(event.args))
        self.on("line", lambda event: on_moved(_number(event.args)))
        self.on("sign", lambda event: on_sign_clicked(_number(event.args)))
        self.on("save", lambda _: save())
        self.on(
            "refused", lambda _: on_refused(f"A rulebook in the studio has at most {LONGEST_STUDIO_TEXT:,} characters.")
        )

    def _receive(self, args: Any) -> None:
        text, version = args.get("text"), args.get("version")
        if isinstance(text, str) and isinstance(version, int) and len(text) <= LONGEST_STUDIO_TEXT:
            self.text, self.version = text, version
            self._on_typed(text, _number(args.get("line")))

    # -------------------------------------------------------------- what it shows

    def show(
        self, version: int, text: str, mistakes: Iterable[Mistake], examples: Iterable[ProvedExample], shown: int
    ) -> None:
        """Show what was found in a text; nothing happens if another one stands there by now."""
        place = BrowserOffsets(text)
        problems = [
            {
                "line": m.line,
                "start": place.of(m.start),
                "end": place.of(m.end),
                "wrong": m.is_error,
                "text": plain(m.text + (f" ({m.help})" if m.help else "")),
            }
            for m in list(mistakes)[:MOST_MARKS]
        ]
        proofs = [{"line": e.line, "wrong": e.wrong, "text": plain(e.text)} for e in examples]
        self.run_method("mark", version, problems, proofs, shown)

    def put(self, text: str) -> None:
        """Put another text there; the one before can be had back as any edit can."""
        self.run_method("put", text)

    def replace(self, start: int, end: int, text: str) -> None:
        place = BrowserOffsets(self.text)
        self.run_method("replace", self.version, place.of(start), place.of(end), text)

    def go(self, start: int, end: int) -> None:
        place = BrowserOffsets(self.text)
        self.run_method("go", place.of(start), place.of(end), True)

    def go_line(self, line: int, focus: bool = False) -> None:
        self.run_method("goLine", line, focus)


class BrowserOffsets:
    """The offsets of characters for a browser, which counts those beyond the first 65,536 twice."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.is_simple = all(char <= "\uffff" for char in text)

    def of(self, at: int) -> int:
        return at if self.is_simple else at + sum(char > "\uffff" for char in self.text[:at])


def _number(given: Any) -> int:
    return given if isinstance(given, int) and 0 < given <= LONGEST_STUDIO_TEXT else 1
