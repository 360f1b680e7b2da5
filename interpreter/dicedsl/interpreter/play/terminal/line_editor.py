"""A line editor for a terminal: completion with Tab, and a history. Where prompt_toolkit is not installed there is none."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from prompt_toolkit import PromptSession
from prompt_toolkit.completion import WordCompleter, merge_completers
from prompt_toolkit.history import DummyHistory, InMemoryHistory
from prompt_toolkit.input.typeahead import clear_typeahead
from prompt_toolkit.shortcuts import CompleteStyle


class LineEditor:
    """The lines of one person."""

    def __init__(self) -> None:
        self._open: PromptSession[str] = PromptSession(history=InMemoryHistory())

    def forget(self) -> None:
        """What was typed before it was asked for means nothing."""
        clear_typeahead(self._open.input)

    def __call__(self, prompt: str, secret: bool, complete: Callable[[], Sequence[str]]) -> str:
        """A line; what is secret is not remembered."""
        session: PromptSession[str] = PromptSession(history=DummyHistory()) if secret else self._open
        words = list(dict.fromkeys(complete()))
        whole = WordCompleter(words, ignore_case=True, sentence=True)
        last = WordCompleter(words, ignore_case=True, WORD=True)
        return session.prompt(
            prompt,
            completer=merge_completers([whole, last], deduplicate=True),
            complete_while_typing=False,
            complete_style=CompleteStyle.READLINE_LIKE,
            reserve_space_for_menu=0,  # the table stays where it is
            enable_history_search=True,
        )
