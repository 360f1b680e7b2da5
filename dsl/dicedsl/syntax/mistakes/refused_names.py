"""Names that begin with a word that none can begin with, each told where it is given, with a name to write instead."""

from __future__ import annotations

import re

from dicedsl.errors import Problem
from dicedsl.syntax.declared_names import BRANCH, DeclaredNames
from dicedsl.syntax.plurals import singular_of
from dicedsl.syntax.reserved import STEP_WORDS, SUGGESTED_WORDS
from dicedsl.text.source import Source, Span

OWNERS = frozenset({"your", "their", "its"})
_RULE = re.compile(r"[ \t]*(?:replace[ \t]+)?rule\b")
_OF_PLAYER = re.compile(r"[ \t]*(?:each player|the player|a player|you)[ \t]+(?:has|have)\b.*,[ \t]*at[ \t]+first\b")


def reserved_word_problems(source: Source, own: DeclaredNames) -> list[Problem]:
    """A plural is not told beside its singular, nor a head of which more is wrong."""
    names = {name for name, _ in own.refused}
    heads = [rule.span for rule in own.split]
    return [
        _told(source, name, at)
        for name, at in own.refused
        if (singular_of(name) == name or singular_of(name) not in names)
        and not any(start <= at < end for start, end in heads)
    ]


def _told(source: Source, name: str, at: int) -> Problem:
    text = source.text
    size = len(name)
    while size < len(text) - at and len(text[at : at + size].split()) < len(name.split()):
        size += 1
    span, line = Span(source, at, at + size), _line(text, at)
    first, _, rest = name.partition(" ")
    if _RULE.match(line) and (first == BRANCH or name in STEP_WORDS):
        message = f'a rule cannot be called "{name}": a step begins with "{first}"'
        help = f"call it `{name.replace(' ', '-')}` wherever it stands, or put another word in front"
        if not rest:
            help = f"let the name of the rule begin with another word, such as `{SUGGESTED_WORDS.get(name, f'{name}-step')}`"
        return Problem("E133", message, span, label="begins a step", help=help)
    if "'" in name:
        instead = name.replace("'", "")
        message = f'"\'" cannot be part of a name ({name})'
        return Problem("E111", message, span, help=f"call it `{instead}` wherever it stands", fix=instead)
    if not rest:
        message = f'"{name}" is a word of the language and no name by itself'
        help = f"put another word in front of it, wherever it stands, such as `own-{name}`"
        return Problem("E113", message, span, label="reserved", help=help)
    instead = name.replace(" ", "-")
    help = f"call it `{instead}` wherever it stands, or put another word in front"
    if first in OWNERS and line.split()[:1] == ["let"]:
        help = f"write `set {name} to ...` to change what is kept; a new name is called otherwise, such as `{instead}`"
    elif first in OWNERS and _OF_PLAYER.match(line):
        instead = rest
        help = f"call it `{instead}`; `{first}` stands in front of it where it is asked for"
    return Problem(
        "E113", f'a name cannot begin with "{first}" ({name})', span,
        label="begins with a word of the language", help=help, fix=instead,
    )  # fmt: skip


def _line(text: str, at: int) -> str:
    end = text.find("\n", at)
    return text[text.rfind("\n", 0, at) + 1 : end if end >= 0 else len(text)]
