"""How things are called for a reader: `you` and `your` for one's own, names for the others; and sentences turned round to fit."""

from __future__ import annotations

import re
from collections.abc import Sequence

from attrs import frozen

IRREGULAR = {"are": "is", "have": "has", "do": "does", "were": "was", "aren't": "isn't", "don't": "doesn't"}
UNCHANGED = frozenset("can could may might must shall should will would cannot had did was got".split())
BETWEEN = frozenset("also both each now only still then all just never always".split())
ABOUT_YOU = re.compile(r"\b(you are|you|your|yours|yourself)\b( [a-z']+)?", re.IGNORECASE)


@frozen
class Reader:
    """Who reads, and what everybody is called."""

    seat: int | None
    names: tuple[str, ...]

    def who(self, seat: int) -> str:
        return "you" if seat == self.seat else self.names[seat]

    def whose(self, seat: int) -> str:
        return "your" if seat == self.seat else possessive(self.names[seat])

    def does(self, seat: int, verb: str) -> str:
        """`you roll`, `Ben rolls`."""
        return f"{self.who(seat)} {verb if seat == self.seat else third(verb)}"

    def all_of(self, seats: Sequence[int]) -> str:
        return listed([self.who(seat) for seat in seats])

    def heard(self, text: str, speaker: int | None) -> str:
        """A text of the rulebook that was said to one player, as the reader hears it: `Ben busts` for `You bust`."""
        if speaker is None or speaker == self.seat:
            return text
        name = self.names[speaker]

        def turned(match: re.Match[str]) -> str:
            word, after = match[1].lower(), match[2] or ""
            if word == "your":
                return f"{'Their' if match[1][0] == 'Y' else 'their'}{after}"
            if word in {"yours", "yourself"}:
                return {"yours": "theirs", "yourself": "themselves"}[word] + after
            if word == "you are":
                return f"{name} is{after}"
            if not after or after.strip() in UNCHANGED or after.strip() in BETWEEN or _is_object(text, match.start()):
                return name + after
            return f"{name} {third(after.strip())}"

        return ABOUT_YOU.sub(turned, text)


def _is_object(text: str, at: int) -> bool:
    """Whether `you` is not the one who does something: `beside you`, `to you`."""
    before = re.findall(r"[a-z]+", text[:at].lower()[-12:])
    return bool(before) and before[-1] in {
        "to",
        "of",
        "for",
        "from",
        "by",
        "with",
        "beside",
        "at",
        "on",
        "beats",
        "before",
    }


def third(verb: str) -> str:
    """The verb as it goes with he, she or it."""
    if verb in IRREGULAR:
        return IRREGULAR[verb]
    if verb in UNCHANGED:
        return verb
    if verb.endswith(("s", "x", "z", "ch", "sh", "o")):
        return verb + "es"
    if verb.endswith("y") and verb[-2:-1] not in "aeiou":
        return verb[:-1] + "ies"
    return verb + "s"


def possessive(name: str) -> str:
    return f"{name}'" if name.endswith("s") else f"{name}'s"


def listed(parts: Sequence[str], word: str = "and") -> str:
    """`a, b and c`."""
    if len(parts) < 2:
        return "".join(parts)
    return f"{', '.join(parts[:-1])} {word} {parts[-1]}"


def counted(number: int, noun: str, plural: str = "") -> str:
    return f"{number} {noun if number == 1 else plural or noun + 's'}"


def sentence(text: str) -> str:
    """A capital first, a stop last."""
    text = text.strip()
    if not text:
        return text
    text = text[0].upper() + text[1:]
    return text if text[-1] in ".!?:" else text + "."
