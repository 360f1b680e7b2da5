"""Links: each holds a secret that allows something. They are kept with a game, so that they lead to it again after the server was ended."""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterable, Mapping, Sequence
from hmac import compare_digest

from attrs import field, frozen

from dicedsl.interpreter.play.session import fields

TOKEN_BYTES = 16
SHORTEST_TOKEN = 20  # letters of a token that is believed when it is read


@frozen
class Pass:
    """What a link allows: to sit on a seat, to look on (no seat), on all seats that share one screen, or to give out the links."""

    token: str = field(repr=False)
    seat: int | None
    shares: tuple[int, ...] = ()
    is_host: bool = False

    @property
    def name(self) -> str:
        """What it is called where it is kept."""
        if self.is_host:
            return "host"
        if self.shares:
            return "all"
        return "look on" if self.seat is None else f"seat {self.seat + 1}"


def new_token() -> str:
    return secrets.token_urlsafe(TOKEN_BYTES)


def passes_for(people: Sequence[int], known_tokens: Mapping[str, str]) -> list[Pass]:
    """A pass for everything there is; those that are known keep their tokens."""
    made = [Pass(new_token(), seat) for seat in (*people, None)]
    made.append(Pass(new_token(), None, is_host=True))
    if len(people) > 1:
        made.append(Pass(new_token(), people[0], tuple(people)))
    return [Pass(known_tokens.get(p.name, p.token), p.seat, p.shares, p.is_host) for p in made]


def pass_with_token(passes: Iterable[Pass], token: str) -> Pass | None:
    """The pass with this token. All are compared, in the same time whether one fits or not."""
    fitting = None
    for pass_ in passes:
        if compare_digest(pass_.token.encode(), token.encode("utf-8", "replace")):
            fitting = pass_
    return fitting


# ------------------------------------------------------------------ as they are kept


def passes_text(passes: Iterable[Pass], unnamed: Iterable[int]) -> str:
    """`unnamed` are the seats of people who have not said yet what they are called."""
    return json.dumps({"links": {p.name: p.token for p in passes}, "unnamed": sorted(unnamed)}, sort_keys=True)


def read_passes(text: str) -> tuple[dict[str, str], set[int]]:
    """The tokens by what their passes are called, and who is unnamed. What is damaged is as if it had never been there."""
    try:
        body = fields.parse_json(text)
        links = {fields.text(name): fields.text(token) for name, token in body["links"].items()}
        unnamed = set(fields.numbers(body["unnamed"]))
    except (ValueError, TypeError, KeyError, AttributeError):
        return {}, set()
    tokens = set(links.values())
    if len(tokens) < len(links) or any(len(token) < SHORTEST_TOKEN or not token.isascii() for token in tokens):
        return {}, set()
    return links, unnamed
