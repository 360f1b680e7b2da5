"""Misspelt words, and words of other languages."""

from __future__ import annotations

from difflib import SequenceMatcher
from functools import cache, lru_cache

from dicedsl.syntax.edition_parser import SECOND, Edition
from dicedsl.syntax.mistakes.failed_line import FailedLine, short
from dicedsl.syntax.mistakes.piece import Edit, Finding
from dicedsl.syntax.token_lines import PlainToken


def foreign(failed: FailedLine) -> Finding | None:
    """A word of another language at the failing place, before it or at the start of the line."""
    before = [t for t in failed.tokens if t.end <= failed.failure.start][-3:]
    for token in [*([failed.token] if failed.token else []), *before, *failed.tokens[:1]]:
        word = token.text.lower()
        known = word in failed.edition.keywords and (token is not failed.tokens[0] or failed.edition is not SECOND)
        if token.kind == "word" and word in failed.forms.foreign and not known:
            instead = failed.forms.foreign[word]
            message = f'"{token.text}" is not a word of the language'
            edit = Edit(token.start, token.end, instead)
            return Finding(
                failed.problem("E111", message, token.start, token.end, help=f"write `{instead}`"),
                edit if instead.isalpha() else None,
            )
    return None


def misspelt(failed: FailedLine) -> Finding | None:
    return _respelt(failed, [t for t in failed.tokens if t.text not in failed.edition.reserved_words])


def confused(failed: FailedLine) -> Finding | None:
    """A word of the language in place of another one that is much like it."""
    return _respelt(failed, [t for t in failed.tokens if t.text in failed.edition.reserved_words])


def _respelt(failed: FailedLine, tokens: list[PlainToken]) -> Finding | None:
    best: list[tuple[tuple[bool, bool, int, int, float], PlainToken, str, Edit]] = []
    start = failed.failure.start
    for token in tokens:
        if token.kind != "word":
            continue
        for distance, word in near(token.text, failed.edition):
            if token.text in failed.edition.reserved_words and min(len(token.text), len(word)) < 4:
                continue  # two short words of the language are not mixed up
            edit = Edit(token.start, token.end, word)
            reach = failed.reach(edit)
            partly = reach > max(start, token.end) and len(token.text) > 3 and distance < 2
            is_known = token.text in failed.edition.keywords
            if reach <= failed.line_end and (not partly or is_known or token.text in failed.forms.foreign):
                continue
            away = start - token.end if token.end <= start else 2 * (token.start - start)
            rank = (reach <= failed.line_end, is_known, distance, away, -_likeness(token.text, word))
            best.append((rank, token, word, edit))
    if not best:
        return None
    best.sort(key=lambda entry: (entry[0], entry[2]))
    rank, token, word, edit = best[0]
    others = [w for r, t, w, _ in best[1:] if t is token and r[:3] == rank[:3]][:2]
    return known_as(failed, edit, token, [word, *others])


def known_as(failed: FailedLine, repair: Edit, token: PlainToken, words: list[str]) -> Finding:
    quoted = [f'"{word}"' for word in words]
    meant = quoted[0] if len(quoted) == 1 else f"{', '.join(quoted[:-1])} or {quoted[-1]}"
    verb = "cannot stand" if token.text in failed.edition.keywords else "is not known"
    message = f'"{short(token.text)}" {verb} here; did you mean {meant}?'
    help = "words of the language are written in small letters" if token.text.lower() == words[0] else ""
    label = "cannot stand here" if token.text in failed.edition.keywords else "not known here"
    problem = failed.problem("E112", message, token.start, token.end, label, help)
    return Finding(problem, repair)


@cache
def _letters(edition: Edition) -> tuple[tuple[str, frozenset[str]], ...]:
    return tuple((keyword, frozenset(keyword)) for keyword in edition.keywords)


@lru_cache(maxsize=10_000)
def near(word: str, edition: Edition) -> tuple[tuple[int, str], ...]:
    """The words of the language that a word may be a misspelling of, nearest first."""
    lower = word.lower()
    limit = 1 if len(word) < 5 else 2
    letters = set(lower)
    words = []
    for keyword, its in _letters(edition):
        # Each change takes away one letter and brings another one at most.
        if keyword != word and abs(len(keyword) - len(lower)) <= limit and len(its ^ letters) <= 2 * limit:
            distance = _distance(lower, keyword)
            if distance <= (limit if len(keyword) > 4 else 1):
                words.append((distance, keyword))
    return tuple(sorted(words, key=lambda f: (f[0], -_likeness(word, f[1]), f[1])))


def _likeness(left: str, right: str) -> float:
    return SequenceMatcher(None, left, right).ratio() + (sorted(left) == sorted(right))


def _distance(left: str, right: str) -> int:
    """Letters to drop, add, change, or swap with their neighbour."""
    before: list[int] = []
    row = list(range(len(right) + 1))
    for i, x in enumerate(left, 1):
        older, before, row = before, row, [i]
        for j, y in enumerate(right, 1):
            row.append(min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (x != y)))
            if i > 1 and j > 1 and x == right[j - 2] and left[i - 2] == y:
                row[j] = min(row[j], older[j - 2] + 1)
    return row[-1]
