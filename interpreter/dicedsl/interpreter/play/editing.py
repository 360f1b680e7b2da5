"""A line editor for a terminal: completion with Tab, and a history. Where prompt_toolkit is not installed there is none."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.formatted_text import ANSI
from prompt_toolkit.history import DummyHistory, InMemoryHistory
from prompt_toolkit.shortcuts import CompleteStyle


class Editor:
    """The lines of one person."""

    def __init__(self) -> None:
        self._open: PromptSession[str] = PromptSession(history=InMemoryHistory())

    def __call__(self, prompt: str, secret: bool, complete: Callable[[], Sequence[str]]) -> str:
        session: PromptSession[str] = PromptSession(history=DummyHistory()) if secret else self._open
        return session.prompt(
            ANSI(prompt),
            completer=Words(complete),
            complete_while_typing=False,
            complete_style=CompleteStyle.READLINE_LIKE,
            reserve_space_for_menu=0,
            enable_history_search=True,
        )


class Words(Completer):
    """Completes the whole line where it is the beginning of something, else its last word."""

    def __init__(self, known: Callable[[], Sequence[str]]) -> None:
        self._known = known

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterable[Completion]:
        line = document.text_before_cursor.lstrip()
        word = line.rpartition(" ")[2]
        words = list(dict.fromkeys(self._known()))
        whole = [w for w in words if w.lower().startswith(line.lower())]
        if whole:
            yield from (Completion(w, -len(line)) for w in whole)
        elif word != line:
            yield from (Completion(w, -len(word)) for w in words if w.lower().startswith(word.lower()))
