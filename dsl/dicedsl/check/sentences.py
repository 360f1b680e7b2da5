"""The head and the sentences of a rulebook: players given, sentences that read like sentences, none twice."""

from __future__ import annotations

import re
from collections.abc import Iterator

from dicedsl.check.checked_file import CheckedFile, warning
from dicedsl.errors import Label, Problem
from dicedsl.rulebook.book import Rulebook
from dicedsl.rulebook.parts import acting_parts
from dicedsl.rulebook.set_up_starter import STARTER
from dicedsl.syntax import nodes as n
from dicedsl.syntax.old_spelling import old_spellings
from dicedsl.syntax.walk import walk
from dicedsl.text.spelling import nearest

VALUE = re.compile(r"\{([^{}]+)\}")
SIGNS = re.compile(r"\s*(?:[0-9]+\.(?=\s|$))?[\s|*.-]*")  # how points and tables are told, with nothing in them


def sentences(checked: CheckedFile) -> Iterator[Problem]:
    if not checked.is_library and checked.book.players is None:
        yield Problem(
            "E440", "this game does not say how many can play it", checked.file.title.span,
            help="add a line such as `players 2 to 4, clockwise from anybody` or `players 2 or more`",
        )  # fmt: skip
    for span, new in old_spellings(checked.file) if checked.file.edition > 1 else ():
        message = "a note means nothing by how it begins: what tells the whole of a rule has a word of its own"
        help = f'write `{new}..."`; `dicedsl fmt --upgrade` writes it everywhere'
        yield Problem("W625", message, span, help=help, severity="warning", fix=new)
    yield from _nothing_told(checked)
    yield from _values_told(checked)
    for book in checked.books:
        if book.players is not None and (not book.players.counts or min(book.players.counts) < 1):
            yield Problem(
                "E446", "a game is for one player at least, the lower number first", book.players.span,
                help="write `players 2 to 4`",
            )  # fmt: skip
        yield from _clockwise(book)
        for part in acting_parts(book):
            for node in walk(part):
                if isinstance(node, n.Alternative):
                    yield from _twice(node)
                for text in _refusal_texts(node):
                    if checked.owns(text.span):
                        yield from _well_formed(text)


def _nothing_told(checked: CheckedFile) -> Iterator[Problem]:
    """A page would have an empty point or table there."""
    for node in walk(checked.file):
        if isinstance(node, n.Remark) and node.word == "in short" and SIGNS.fullmatch(node.text.value):
            yield Problem(
                "E438", "this tells nothing", node.text.span,
                help="say in a few words what happens, or leave out the line",
            )  # fmt: skip


def _values_told(checked: CheckedFile) -> Iterator[Problem]:
    """Only options have a value before anybody plays; of a library nobody knows which options there will be."""
    options = {name for book in checked.books for name in book.options}
    for node in () if checked.is_library else walk(checked.file):
        if not isinstance(node, n.Remark) or node.word != "in short":
            continue
        for value in VALUE.finditer(node.text.value):
            if value[1] not in options:
                close = nearest(value[1], options)
                help = f"write {{{close}}}" if close else "name an option, or leave out the braces"
                yield warning(
                    "W626", f'"{value[1]}" is no option, so the page prints it as it stands', node.text.span, help
                )


def _clockwise(book: Rulebook) -> Iterator[Problem]:
    """`clockwise from anybody` is for the reader, so it must be true."""
    if book.players is None or not book.players.clockwise:
        return
    setup = book.flows.get("setup")
    for node in () if setup is None else walk(setup):
        if isinstance(node, n.Set) and node.target == STARTER:
            help = "leave out `, clockwise from anybody`; the set-up says who begins"
            label = Label(node.span, "this says who begins")
            yield Problem("E214", "not anybody begins here", book.players.span, also=(label,), help=help)
            return


def _refusal_texts(node: n.Node) -> Iterator[n.Text]:
    """The sentences a player hears when something is refused."""
    if isinstance(node, (n.Must, n.Always)):
        yield node.sentence
    elif isinstance(node, n.AllowedRow) and node.sentence is not None:
        yield node.sentence


def _well_formed(text: n.Text) -> Iterator[Problem]:
    sentence = text.value.strip()
    if not sentence:
        return  # found elsewhere
    first, last = sentence[0], sentence[-1]
    better = first.upper() + sentence[1:] + ("" if last in ".!?" else ".")
    if VALUE.search(sentence):
        yield warning(
            "W626", "this sentence is said as it stands, with its braces", text.span, "say it without a value"
        )
    if first.isalpha() and not first.isupper():
        yield warning("W622", "this sentence does not start with a capital letter", text.span, f'write "{better}"')
    elif last not in ".!?":
        yield warning("W622", "this sentence has no full stop at its end", text.span, f'write "{better}"')


def _twice(node: n.Alternative) -> Iterator[Problem]:
    seen: dict[str, n.Text] = {}
    for step in node.steps:
        if not isinstance(step, n.Must):
            continue
        old = seen.get(step.sentence.value)
        if old is not None and step.sentence.value.strip():
            yield warning(
                "W621", f'two conditions of "{node.name.value}" are refused with the same sentence', step.sentence.span,
                "say for each of them what is missing, or join them with `and`", also=(Label(old.span, "first here"),),
            )  # fmt: skip
        seen[step.sentence.value] = step.sentence
