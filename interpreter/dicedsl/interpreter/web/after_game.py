"""Where a page leads when its game is over."""

from __future__ import annotations

from collections.abc import Callable

from attrs import frozen


@frozen
class AfterGame:
    begin: Callable[[], None]  # the same game once more, for all who sit here
    next_path: Callable[[], str]  # where the visitor of this page finds it; nothing as long as nobody has begun it
    go_to: Callable[[str], None]  # take the visitor to a path
    elsewhere: str = ""  # where another game is chosen, for whoever may
