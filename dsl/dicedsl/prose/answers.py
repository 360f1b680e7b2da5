"""What an author answers in the box at the top of a page, wherever it stands in the file: `in short "Ties: ..."`."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, TypeVar

from attrs import evolve, fields

from dicedsl.prose.items import in_short
from dicedsl.prose.name_nouns import walk
from dicedsl.rulebook.book import Rulebook
from dicedsl.syntax import nodes as n
from dicedsl.text.english import capital

T = TypeVar("T", bound=n.Node)
ANSWER = re.compile(r"(Players|Who begins|Order of play|The game ends|Ties|Playing time|Age): (.+)", re.DOTALL)


def is_answer(node: object) -> bool:
    return ANSWER.match(in_short(node)) is not None


def answers_in(texts: Iterable[str]) -> tuple[list[tuple[str, str]], list[str]]:
    """What an author tells: answers with their questions, and all else."""
    pairs: list[tuple[str, str]] = []
    rest: list[str] = []
    for text in texts:
        answer = ANSWER.fullmatch(text)
        if answer is None:
            rest.append(text)
        else:
            pairs.append((answer[1], capital(answer[2])))
    return pairs, rest


def without_answers(book: Rulebook) -> tuple[Rulebook, list[n.Remark]]:
    """The answers that stand in the midst of parts, in the order of the file, and the rulebook without them."""
    tables = (book.flows, book.rules)
    acting = [*(part for table in tables for part in table.values()), *book.standing, *book.hooks, *book.sections]
    inside = [node for part in acting for node in walk(part) if isinstance(node, n.Remark) and is_answer(node)]
    if not inside:
        return book, []
    new = book.copy()
    new.flows = {name: _bare(flow) for name, flow in book.flows.items()}
    new.rules = {name: _bare(rule) for name, rule in book.rules.items()}
    new.standing = [_bare(part) for part in book.standing]
    new.hooks = [_bare(hook) for hook in book.hooks]
    new.sections = [_bare(section) for section in book.sections]
    return new, inside


def _bare(node: T) -> T:
    """A part without answers in it."""
    updates: dict[str, Any] = {}
    for item in fields(type(node)):
        old = getattr(node, item.name)
        if isinstance(old, n.Node):
            new: object = _bare(old)
        elif isinstance(old, tuple):
            new = tuple(_bare(part) if isinstance(part, n.Node) else part for part in old if not is_answer(part))
            new = old if len(new) == len(old) and all(x is y for x, y in zip(new, old, strict=True)) else new
        else:
            continue
        if new is not old:
            updates[item.name] = new
    return evolve(node, **updates) if updates else node
