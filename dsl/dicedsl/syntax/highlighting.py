"""Colours for rulebooks in editors: a TextMate grammar and a syntax file for Vim, both made from the grammar of the language."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable

from dicedsl.built_in import ADJECTIVES, ATTRIBUTES, NOUNS
from dicedsl.syntax.edition_parser import SECOND
from dicedsl.syntax.reserved import BEGINNING

BEFORE, AFTER = r"(?<![A-Za-z0-9-])", r"(?![A-Za-z0-9-])"
VALUES = frozenset({"yes", "no", "none", "nobody"})
REMARKS = frozenset({"in short", "note", "our"})
MADE_BY = "Made by `dicedsl words --format {}`; do not change it by hand."


def _words() -> list[str]:
    """The words that are no part of names, and no values."""
    return sorted((SECOND.reserved_words | BEGINNING) - VALUES)


def _openers() -> list[str]:
    """The words that mean something where a line begins, and may be part of a name elsewhere."""
    return sorted(SECOND.free_words - REMARKS)


def _parts() -> frozenset[str]:
    return SECOND.part_words - REMARKS


def _phrases() -> list[str]:
    return sorted(
        {text for text in SECOND.spellings.values() if len(text.split()) > 1}, key=lambda text: (-len(text), text)
    )


def _built_in() -> list[str]:
    """The author's own names may be the same words; they are coloured as these are."""
    return sorted({*NOUNS, *ATTRIBUTES, *ADJECTIVES} - SECOND.reserved_words, key=lambda text: (-len(text), text))


def _any(words: Iterable[str]) -> str:
    return "|".join(re.escape(word).replace(r"\ ", r"[ \t]+") for word in words)


def textmate() -> str:
    """The TextMate grammar, as VS Code and others read it."""
    rules = {
        "comment": {"match": r"#.*$", "name": "comment.line.number-sign.dice"},
        "text": {
            "begin": '"',
            "end": '"|$',
            "name": "string.quoted.double.dice",
            "patterns": [{"match": r"\{[^}\"]*\}", "name": "variable.other.interpolated.dice"}],
        },
        "remark": {"match": rf"{BEFORE}(?:{_any(sorted(REMARKS))}){AFTER}", "name": "keyword.other.remark.dice"},
        "part": {"match": rf"^(?:{_any(sorted(_parts()))}){AFTER}", "name": "keyword.declaration.dice"},
        "opener": {"match": rf"(?:^[ \t]+|(?<=: ))(?:{_any(_openers())}){AFTER}", "name": "keyword.control.dice"},
        "phrase": {"match": rf"{BEFORE}(?:{_any(_phrases())}){AFTER}", "name": "keyword.control.dice"},
        "value": {"match": rf"{BEFORE}(?:{_any(sorted(VALUES))}){AFTER}", "name": "constant.language.dice"},
        "word": {"match": rf"{BEFORE}(?:{_any(_words())}){AFTER}", "name": "keyword.control.dice"},
        "built-in": {"match": rf"{BEFORE}(?:{_any(_built_in())}){AFTER}", "name": "support.function.dice"},
        "name": {"match": r"[A-Za-z][A-Za-z0-9]*(?:-[A-Za-z0-9]+)*", "name": "variable.other.dice"},
        "number": {"match": r"[0-9]+", "name": "constant.numeric.dice"},
        "operator": {"match": r"[-+*/=|]", "name": "keyword.operator.dice"},
    }
    grammar = {
        "information_for_contributors": [MADE_BY.format("textmate")],
        "name": "dice",
        "scopeName": "source.dice",
        "fileTypes": ["dice"],
        "patterns": [{"include": f"#{name}"} for name in rules],
        "repository": rules,
    }
    return json.dumps(grammar, indent=2) + "\n"


def vim() -> str:
    """The syntax file for Vim and Neovim."""

    def of(words: Iterable[str]) -> str:
        return r"\%(" + r"\|".join(word.replace(" ", r"[ \t]\+") for word in words) + r"\)"

    first, last = r"[A-Za-z0-9-]\@<!", r"[A-Za-z0-9-]\@!"
    # Of two that match at one place Vim takes the later one.
    lines = [
        f'" {MADE_BY.format("vim")}',
        'if exists("b:current_syntax")',
        "  finish",
        "endif",
        "syntax case match",
        r"syntax match diceNumber /\<[0-9]\+/",
        "syntax match diceOperator /[-+*\\/=|]/",
        r"syntax match diceName /[A-Za-z][A-Za-z0-9]*\%(-[A-Za-z0-9]\+\)*/",
        f"syntax match diceBuiltIn /{first}{of(_built_in())}{last}/",
        f"syntax match diceWord /{first}{of(_words())}{last}/",
        f"syntax match diceWord /\\%(^[ \\t]\\+\\|: \\)\\@<={of(_openers())}{last}/",
        f"syntax match diceValue /{first}{of(sorted(VALUES))}{last}/",
        f"syntax match diceWord /{first}{of(_phrases())}{last}/",
        f"syntax match dicePart /^{of(sorted(_parts()))}{last}/",
        f"syntax match diceRemark /{first}{of(sorted(REMARKS))}{last}/",
        r'syntax match diceShown /{[^}"]*}/ contained',
        'syntax region diceText start=/"/ end=/"\\|$/ contains=diceShown oneline',
        "syntax match diceComment /#.*$/",
        *(f"highlight default link {name} {group}" for name, group in LINKS.items()),
        'let b:current_syntax = "dice"',
    ]
    return "\n".join(lines) + "\n"


LINKS = {
    "diceNumber": "Number", "diceOperator": "Operator", "diceName": "Identifier", "diceBuiltIn": "Function",
    "diceWord": "Statement", "diceValue": "Constant", "dicePart": "Structure", "diceRemark": "PreProc",
    "diceShown": "Special", "diceText": "String", "diceComment": "Comment",
}  # fmt: skip
