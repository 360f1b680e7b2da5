"""What an explanation of a code consists of."""

from __future__ import annotations

from attrs import frozen


@frozen
class Explanation:
    code: str
    title: str
    text: str
    wrong: str
    right: str
    frame: str


Group = dict[str, tuple[str, str, str, str, str]]  # frame, title, text, wrong, right
