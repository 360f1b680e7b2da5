"""Heads of words that cannot be meant as they stand, each with the head to write: they are told where they are, not where the word is used.

`gap from a number to number goal is ...` would be one long name, and `a player likes the dish when ...` says nothing with `is`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection

from attrs import frozen

from dicedsl.syntax.plurals import singular_of
from dicedsl.syntax.reserved import ARTICLES, JOINING
from dicedsl.syntax.token_lines import JOINT

# What joins things elsewhere, and what to write for it in a head behind which something is asked for.
SUGGESTED_JOINTS = {
    "from": "towards", "to": "towards", "in": "at", "by": "for", "via": "along", "with": "for", "without": "for", "between": "for",
    "and": "for", "as": "for",
}  # fmt: skip
ALLOWED = "behind `of` stands what a word is asked of, behind `at`, `for`, `towards`, `against`, `behind` or `along` what else"
# How a participle ends, which says with `is` what it says with `has`: `the hammer has fallen`.
PARTICIPLE = re.compile(r"(?:ed|en|wn|id|lt|pt|ft|st|ght|ne|un|ung|on)$")
DOUBLED = re.compile(r"^[^aeiou]*[aeiou][bdgklmnprt]$")  # `win`, `winning`


@frozen
class WordHead:
    message: str
    label: str
    help: str
    span: tuple[int, int]
    uses: tuple[tuple[int, int], ...] = ()  # where it is spoken of: told at the head alone
    code: str = "E136"


def spaced(words: Collection[str]) -> str:
    """A pattern of words with any blanks between them."""
    return rf"[ \t{JOINT}]+".join(map(re.escape, words))


def uses_of(pattern: str, text: str, head: tuple[int, int]) -> tuple[tuple[int, int], ...]:
    """Where words stand, apart from their own head."""
    matches = re.finditer(rf"(?<![A-Za-z0-9-])(?:{pattern})(?![A-Za-z0-9-])", text)
    return tuple(m.span() for m in matches if not head[0] <= m.start() < head[1])


# ------------------------------------------------------------------ prepositions


def misjoined(
    tokens: list[str],
    given: Callable[[list[str]], list[str] | None],
    text: str,
    span: tuple[int, int],
    is_sentence: bool,
) -> WordHead | None:
    """A head that is asked of things behind words that join no such; its uses tell that it is no name. `given` says
    whether words are a thing that is given."""
    begin, parts = _parts(tokens, given)
    wrong = next((joint for joint, _ in parts if joint in SUGGESTED_JOINTS), None)
    if wrong is None or uses_of(spaced(tokens), text, span):
        return None
    uses = uses_of(spaced([*tokens[:begin], parts[0][0]]), text, span)
    if not uses:
        return None
    joints = [SUGGESTED_JOINTS.get(joint, joint) for joint, _ in parts]
    if parts[0][0] in SUGGESTED_JOINTS:
        joints[0] = "for" if is_sentence else "of"
    name = " ".join(tokens[:begin])
    head = " ".join([name, *(f"{joint} {' '.join(asked)}" for joint, (_, asked) in zip(joints, parts, strict=True))])
    call = " ".join([name, *(f"{joint} ..." for joint in joints)])
    message = f"nothing is asked for behind `{wrong}` in the head of a word, so that all of this is one name"
    return WordHead(message, ALLOWED, f"write `{head}`, and `{call}` where it is asked for", span, uses)


def _parts(
    tokens: list[str], given: Callable[[list[str]], list[str] | None]
) -> tuple[int, list[tuple[str, list[str]]]]:
    """Where a name ends, and what it is asked of behind which words: to the end of the head, or nothing."""
    joints = {i for i, token in enumerate(tokens) if i and (token in SUGGESTED_JOINTS or token in JOINING)}
    for begin in sorted(joints):
        parts: list[tuple[str, list[str]]] = []
        at = begin
        while at < len(tokens) and at in joints:
            end = next((i for i in range(at + 1, len(tokens)) if i in joints), len(tokens))
            if given(tokens[at + 1 : end]) is None:
                break
            parts.append((tokens[at], tokens[at + 1 : end]))
            at = end
        if at == len(tokens):
            return begin, parts
    return 0, []


# ------------------------------------------------------------------ verbs


def without_is(line: str, kinds: Collection[str], text: str, at: int) -> WordHead | None:
    """`a player likes the dish when ...`, `the hammer has fallen when ...`: what is so is said with `is`."""
    head, when, said = line.partition(" when ")
    tokens = head.split(" ")
    verb = _verb(tokens, kinds)
    if (
        not when
        or verb is None
        or {"is", "are"} & set(tokens)
        or not all(re.fullmatch(r"[A-Za-z0-9-]+", x) for x in tokens)
    ):
        return None
    place = re.compile(spaced(tokens)).search(text, at)
    name = tokens[1:] if tokens[0] in ARTICLES else tokens
    if place is None or uses_of(spaced([*name, "when", said.split(" ")[0]]), text, place.span()):
        return None
    subject, rest = " ".join(tokens[:verb]), tokens[verb + 1 :]
    is_are = "are" if _is_many(tokens[:verb], kinds) else "is"
    state = _owned(tokens[verb:]) if tokens[verb] in {"has", "have"} else " ".join([doing(tokens[verb]), *rest])
    forms = {tokens[verb], _base(tokens[verb]), f"{tokens[verb]}s"}
    if tokens[verb] in {"has", "have"}:
        forms = {"has", "have", "has not", "have not"}
    uses = tuple(
        use for form in sorted(forms) for use in uses_of(spaced([*form.split(" "), *rest]), text, place.span())
    )
    if tokens[0] in {"all", "each", "every", "everybody", "everyone", "nobody", "no", "some"}:
        return WordHead(
            f"what is so of something is said with `is` or `are`, not with `{tokens[verb]}`",
            "a word cannot be explained so",
            "say it of the game as a whole, such as `the end is near when ...`, and `if the end is near` where it is asked for",
            place.span(),
            uses,
        )
    return WordHead(
        f"what is so of something is said with `is` or `are`, not with `{tokens[verb]}`",
        "a word cannot be explained so",
        f"write `{subject} {is_are} {state} when ...`, and `is {state}` or `are {state}` where it is used",
        place.span(),
        uses,
    )


def _verb(tokens: list[str], kinds: Collection[str]) -> int | None:
    """Which of the words of a sentence is its verb."""
    owned = next((i for i, token in enumerate(tokens) if i and token in {"has", "have"}), None)
    if owned is not None:
        return owned if owned + 1 < len(tokens) else None
    start = 1 if tokens[0] in ARTICLES else 0
    of_kind = next((end for end in range(len(tokens), start, -1) if " ".join(tokens[start:end]) in kinds), None)
    if of_kind is not None and _is_many(tokens[:of_kind], kinds):
        return of_kind + 1 if of_kind + 1 < len(tokens) else None
    first = start + 1 if of_kind is None else of_kind
    if of_kind is None and not start:
        return None  # it may be a name
    return next((i for i in range(first, len(tokens)) if _looks_like_verb(tokens[i])), None)


def _looks_like_verb(word: str) -> bool:
    return word.endswith("s") and not word.endswith("ss") and len(word) > 2 and word not in JOINING - {"shows", "wins"}


def _is_many(subject: list[str], kinds: Collection[str]) -> bool:
    words = subject[1:] if subject[0] in ARTICLES else subject
    name = next((" ".join(words[:end]) for end in range(len(words), 0, -1) if " ".join(words[:end]) in kinds), "")
    return name != "" and singular_of(name) != name


def _owned(words: list[str]) -> str:
    """What is said with `is` for `has ...`."""
    first, *more = words[1:]
    if first == "no":
        return " ".join(["without", *more])
    if not PARTICIPLE.search(first) or first in ARTICLES:
        return " ".join(["with", first, *more])
    return " ".join([first, *more])


def _base(verb: str) -> str:
    """`like` of `likes`, `carry` of `carries`."""
    if verb.endswith("ies"):
        return f"{verb[:-3]}y"
    if verb.endswith(("sses", "xes", "ches", "shes", "zzes", "oes")):
        return verb[:-2]
    return verb.removesuffix("s")


def doing(verb: str) -> str:
    """`liking` of `likes`."""
    base = _base(verb)
    if base.endswith("ie"):
        return f"{base[:-2]}ying"
    if base.endswith("e") and not base.endswith(("ee", "oe", "ye")):
        return f"{base[:-1]}ing"
    return f"{base}{base[-1]}ing" if DOUBLED.match(base) else f"{base}ing"
