"""English: lists, articles, plurals, sentences."""

from __future__ import annotations

import re

from dicedsl.text.english import capital

NUMBER_WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
ARTICLES = frozenset({"a", "an", "the"})
# Words behind a noun that do not change whether it is one or many: `games won`, `points so far`, `lamps nearby`.
TRAILERS = frozenset(
    {
        "left",
        "won",
        "lost",
        "so",
        "far",
        "up",
        "bid",
        "due",
        "made",
        "held",
        "taken",
        "thrown",
        "before",
        "lying",
        "standing",
        *"away back bought broken built burnt caught chosen drawn eaten fallen fed found given hidden hit kept known laid led met nearby paid "
        "seen sent shown sold spent stolen sunk there together told turned worn written".split(),
    }
)
# Words that lead somewhere by themselves: `one step inward`.
ADVERB = re.compile(r"(?:in|out|for|back|on|up|down|left|right)wards?|up|down|ahead|back|left|right")


# Names of what lies somewhere: `the places beside it`, not `the beside of it`.
WHEREABOUTS = frozenset({"beside", "around", "behind", "above", "below", "ahead"})
PARTICIPLE = re.compile(
    r"(?:\w+ )?(?:\w{2,}ed|kept|taken|chosen|thrown|laid|held|drawn|shown|given|hit|lost|won|fallen)"
)


def is_letter(name: str) -> bool:
    return re.fullmatch(r"[a-zA-Z][0-9]?", name) is not None


def is_participle(name: str) -> bool:
    return PARTICIPLE.fullmatch(name) is not None


def escape(text: str) -> str:
    """A text of the author as Markdown that shows it unchanged."""
    return re.sub(r"([\\`*_\[\]<>|~])", r"\\\1", text)


def sentence(text: str) -> str:
    text = capital(text)
    bare = text.rstrip("*”)")
    if re.search(r"(?:^|[.!?] )\([^()]*[.!?]\)$", text):
        return text  # a whole sentence in brackets
    return text if bare.endswith((".", ":", "!", "?", ",", ";")) and text[-1] != ")" else f"{text}."


def has_article(words: str) -> bool:
    """Whether the words start with an article; a name that is nothing but `a` has none."""
    first, blank, _ = words.partition(" ")
    return bool(blank) and first in ARTICLES


def article(words: str) -> str:
    """The words with `a` or `an` in front, where they take one."""
    head = re.split(" (?:of|at|in|on|showing) ", words)[0]
    if has_article(words) or is_plural(head):
        return words
    vowel = words[:1].lower() in "aeiou" and not re.match(r"(?i)(one|once|use|uni)", words)
    return f"{'an' if vowel else 'a'} {words}"


# What leads away from the noun itself: `coins in the purse`, `wishes that came true`, `herons still out`.
WORDS_AFTER_HEAD = frozenset(
    "about against ahead along among around at before behind below beneath beside between beyond by for from in inside near of off on "
    "out outside over per still that to towards under up upon who with within without".split()
)
# One thing, although the word ends as those for several do; so do words such as `glass`, `bus` and `iris`.
SINGULAR = frozenset(
    "alias atlas bias canvas chaos cosmos gas lens news pancreas pathos series species summons thermos".split()
)
IRREGULAR = frozenset("children dice feet geese men mice oxen people teeth women".split())


def head_of(words: str) -> str:
    """A noun without what only tells which one it is."""
    parts = words.split(" ")
    at = next((i for i, part in enumerate(parts) if i and part in WORDS_AFTER_HEAD), len(parts))
    return " ".join(parts[:at])


def is_plural(words: str) -> bool:
    parts = head_of(words).split(" ")
    while len(parts) > 1 and (parts[-1] in TRAILERS or (parts[-1].endswith("ed") and len(parts[-1]) > 3)):
        parts.pop()
    last = parts[-1]
    return last in IRREGULAR or (last not in SINGULAR and last.endswith("s") and not last.endswith(("ss", "us", "is")))


def state_sentence(text: str, how: str = "") -> str:
    """`the points is set` as it is said, also with `not`, `now` or `no longer` in it."""
    subject, _, rest = text.partition(" is ")
    return f"{subject} {'are' if is_plural(without_the(subject)) else 'is'} {f'{how} ' if how else ''}{rest}"


def when_played(text: str) -> str:
    """`after the round in which 6 rounds have been played` is after 6 rounds."""
    return re.sub(
        r"^after (?:the|a) round(?: in which|, when) (\d+ rounds|one round) ha(?:s|ve) been played", r"after \1", text
    )


def extreme(highest: bool, measure: str) -> str:
    """`the most points`, but `the highest score`."""
    if is_plural(measure.split(" of ")[0]):
        return "most" if highest else "fewest"
    return "highest" if highest else "lowest"


def without_the(text: str) -> str:
    return text.removeprefix("the ").removeprefix("all ")
