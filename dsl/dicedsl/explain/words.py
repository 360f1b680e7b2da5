"""Every word of the language with a line of what it is for, as text."""

from __future__ import annotations

from dicedsl.built_in import ADJECTIVES, ATTRIBUTES, NOUNS
from dicedsl.syntax.edition_parser import SECOND
from dicedsl.syntax.forms import FORMS, in_signs
from dicedsl.syntax.reserved import BEGINNING


def word_lines() -> list[str]:
    """All of them, by what they are."""
    reserved = sorted(SECOND.reserved_words)
    phrases = sorted({text for text in SECOND.spellings.values() if " " in text.strip()})
    return [
        "Nouns",
        *_rows([(word.name, word.meaning) for word in NOUNS.values()]),
        "",
        "Attributes",
        *_rows([(f"{word.name} of", f"{word.of}: {word.meaning}") for word in ATTRIBUTES.values()]),
        "",
        "Adjectives",
        *_rows([(word.name, f"{word.of}: {word.meaning}") for word in ADJECTIVES.values()]),
        "",
        "Lines and steps, by the word they begin with",
        *_rows([(word, in_signs(form)) for word, form in sorted(FORMS.items())]),
        "",
        f"Words that a name can hold where it is declared, but not begin with ({len(reserved)})",
        *_filled(reserved),
        "",
        f"Words that begin a value, and so cannot begin a name ({len(BEGINNING)})",
        *_filled(sorted(BEGINNING)),
        "",
        "Phrases that mean something together; each of their words is free otherwise, unless it stands above",
        *_filled(phrases),
        "",
        "Words that mean something in some places, and are free in names",
        *_filled(sorted(SECOND.free_words)),
    ]


def lines_about(word: str) -> list[str]:
    """What is known of one word; nothing if it means nothing."""
    word = " ".join(word.lower().split())
    lines = []
    if word in NOUNS:
        lines.append(f"{word}: {NOUNS[word].meaning}")
    if word in ATTRIBUTES:
        lines.append(f"{word} of {ATTRIBUTES[word].of}: {ATTRIBUTES[word].meaning}")
    if word in ADJECTIVES:
        lines.append(f"{word}, of {ADJECTIVES[word].of}: {ADJECTIVES[word].meaning}")
    if word in FORMS:
        lines.append(f"a line that begins with {word}: {in_signs(FORMS[word])}")
    phrases = sorted({text for text in SECOND.spellings.values() if " " in text and word in (*text.split(), text)})
    if phrases:
        lines.append(f"part of: {', '.join(phrases)}" if word not in phrases else "a phrase of the language")
    if word in SECOND.reserved_words:
        lines.append(f"{word} cannot begin a name; inside one it is free where the name is declared")
    elif word in BEGINNING:
        lines.append(f"{word} cannot be the first word of a name")
    elif word in SECOND.free_words:
        lines.append(f"{word} means something in some places, and is free in names")
    return lines


def _rows(rows: list[tuple[str, str]]) -> list[str]:
    broad = max(len(name) for name, _ in rows)
    return [f"  {name.ljust(broad)}  {text}" for name, text in rows]


def _filled(words: list[str], width: int = 100) -> list[str]:
    lines = [""]
    for word in words:
        if len(lines[-1]) + len(word) + 4 > width:
            lines.append("")
        lines[-1] += ("  " if not lines[-1] else ", ") + word
    return lines
