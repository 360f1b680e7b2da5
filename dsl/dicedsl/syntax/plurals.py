"""One of something and many of it: `goat` and `goats`, `price of entry` and `prices of entry`."""

from __future__ import annotations

import re
from collections.abc import Callable

from dicedsl.syntax.reserved import ARTICLES, JOINING, POINTING

# Nouns whose plural no rule of spelling gives, and their plurals.
IRREGULAR = {
    "die": "dice", "man": "men", "woman": "women", "child": "children", "foot": "feet", "tooth": "teeth", "goose": "geese",
    "mouse": "mice", "louse": "lice", "ox": "oxen", "person": "people", "wolf": "wolves", "elf": "elves", "half": "halves",
    "shelf": "shelves", "leaf": "leaves", "sheaf": "sheaves", "loaf": "loaves", "thief": "thieves", "knife": "knives", "life": "lives",
    "wife": "wives", "calf": "calves", "dwarf": "dwarves", "wharf": "wharves", "scarf": "scarves", "hoof": "hooves", "werewolf": "werewolves",
    "hero": "heroes", "potato": "potatoes", "tomato": "tomatoes", "echo": "echoes", "volcano": "volcanoes", "quiz": "quizzes",
    "oasis": "oases", "crisis": "crises", "thesis": "theses", "hypothesis": "hypotheses", "antithesis": "antitheses", "ellipsis": "ellipses",
    **{each: each for each in ("deer", "salmon", "sheep", "trout")},
}  # fmt: skip
_ONE = {plural: word for word, plural in IRREGULAR.items()}
# Whose plural looks as if they ended otherwise: with -e before the -s of it, or with an -s of their own.
_WITH_E = frozenset(
    "ache aloe axe backhoe cache canoe cookie doe floe foe genie gumshoe hoe horseshoe lie magpie mistletoe movie niche oboe overshoe pie pixie prairie"
    " roe shoe sloe snowshoe throe tie tiptoe toe woe zombie".split()
)
_WITH_S = frozenset("atlas bonus bus campus canvas circus gas genius lens octopus virus".split())
# Words that look as if they were put together with `man` or `men`.
_NO_MEN = frozenset("abdomen caiman german human omen ottoman regimen roman shaman specimen stamen talisman".split())
_HISSING = ("s", "x", "z", "ch", "sh")


def plural_of(name: str) -> str:
    """The plural of a name, which its noun takes: the word before the first that joins."""
    return _spelt(name, _plural)


def singular_of(name: str) -> str:
    """The singular of a plural."""
    words, at = _noun(name)
    at = (
        next((i for i in range(at, -1, -1) if words[i] in _ONE or words[i].endswith("s")), at)
        if at + 1 < len(words)
        else at
    )
    return _with(words, at, _singular(words[at]))


def singular_in(text: str, name: str) -> str:
    """The singular of a plural. Where the spelling allows several (`zoes` of `zoe` or `zo`), the one that occurs in the text."""
    words, at = _noun(name)
    several = words[at]
    usual = singular_of(name)
    others = [several[:-1], several[:-2]] if several.endswith("es") and several not in _ONE else []
    spelt = [usual, *(_with(words, at, word) for word in others if len(word) > 2)]
    return next((one for one in spelt if _stands_in(text, one)), usual)


def _stands_in(text: str, name: str) -> bool:
    return re.search(rf"(?<![A-Za-z0-9-]){re.escape(name)}(?![A-Za-z0-9-])", text) is not None


def _spelt(name: str, spell: Callable[[str], str]) -> str:
    """A name with its noun spelt otherwise."""
    words, at = _noun(name)
    return _with(words, at, spell(words[at]))


def noun_of(name: str) -> str:
    """The word that says what is named: the last, or the one before the first that joins."""
    words, at = _noun(name)
    return words[at]


def with_noun(name: str, noun: str) -> str:
    """A name that goes on with another noun: `list of guests` of players is the `list players of guests`."""
    words, at = _noun(name)
    if noun in words:  # `players still in the race` are the `still players in the race`
        front = [word for word in words[: at + 1] if word != noun]
        return " ".join([*front, noun, *(word for word in words[at + 1 :] if word != noun)])
    while words[-1] in JOINING:  # a `way in` that is a gate is the `way gate`
        words = words[:-1]
    return _with(words, at, f"{words[at]} {noun}")


def _plural(word: str) -> str:
    if "-" in word:
        return _in_hyphens(word, _plural)
    if word in IRREGULAR:
        return IRREGULAR[word]
    if word.endswith("man") and word not in _NO_MEN:
        return f"{word[:-3]}men"
    if word.endswith("y") and word[-2:-1] not in "aeiou":
        return f"{word[:-1]}ies"
    return f"{word}es" if word.endswith(_HISSING) else f"{word}s"


def _singular(word: str) -> str:
    if "-" in word:
        return _in_hyphens(word, _singular)
    if word in _ONE:
        return _ONE[word]
    if word.endswith("men") and word not in _NO_MEN:
        return f"{word[:-3]}man"
    if not word.endswith("s") or word.endswith("ss") or word in _WITH_S or word in IRREGULAR:
        return word
    if word[:-1] in _WITH_E or not word.endswith("es"):
        return word[:-1]
    if word.endswith("ies") and len(word) > 4:
        return f"{word[:-3]}y"
    stem = word[:-2]
    return stem if stem in _WITH_S or stem.endswith(("ss", "x", "zz", "ch", "sh", "o")) else word[:-1]


def _in_hyphens(word: str, spell: Callable[[str], str]) -> str:
    """Of several words that hyphens join the noun is spelt otherwise: `man-at-arms`, `men-at-arms`."""
    name = _spelt(word.replace("-", " "), spell)
    return name.replace(" ", "-")


def _noun(name: str) -> tuple[list[str], int]:
    words = name.split(" ")
    ends = JOINING | POINTING | ARTICLES
    return words, next((i for i, word in enumerate(words) if i and word in ends), len(words)) - 1


def _with(words: list[str], at: int, word: str) -> str:
    return " ".join([*words[:at], word, *words[at + 1 :]])
