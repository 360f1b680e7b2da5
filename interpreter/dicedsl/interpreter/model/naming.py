"""How things are called for a reader: `you` and `your` for one's own, names for the others; and sentences turned round to fit."""

from __future__ import annotations

import re
from collections.abc import Sequence

from attrs import frozen

from dicedsl.text.english import listed, possessive

IRREGULAR = {"are": "is", "have": "has", "do": "does", "were": "was", "aren't": "isn't", "don't": "doesn't"}
REGULAR = {there: here for here, there in IRREGULAR.items() if here != "were"} | {"was": "were"}
UNCHANGED = frozenset("can could may might must shall should will would cannot had did was got".split())
BETWEEN = frozenset("also both each now only still then all just never always alone".split())
STATES = frozenset({"done", "ready", "finished"})  # what somebody is who has made a move of that name
AFTER = frozenset("to of for from by with beside at on in against beats before after behind than between".split())
ABOUT_YOU = re.compile(r"\b(you are|you|your|yours|yourself)\b( [a-z']+)?", re.IGNORECASE)
NAME_AS_TYPED = re.compile(r"[a-z]+\d")
SOMEBODY = re.compile("\x00([0-9]+)\x00( [a-z']+)?")

# What players do in a move of any game, where its name begins so; after other words the name stands for itself.
VERBS = frozenset(
    """add advance aim announce answer ask attack begin bet bid block bluff break build buy call capture carry cash challenge check
    choose claim close collect come continue count cover cross cut deal decline defend discard double draw drop enter exchange fill
    finish flip fold follow free give go grab guard hide hit hold jump keep kill lay lead leave let lift load lock lose make mark
    match mount move name open pass pay peek pick place play point pull push put raise reach recall refuse reject release
    remove repeat replace reroll reserve reveal roll rotate run save say score sell send set shake share shift show skip
    slide spend spin split stack stand start stay steal step stop store strike surrender swap take tell throw trade try turn
    use wait win write""".split()
)
# Other verbs are made of these, or end as only verbs do.
BEFORE_A_VERB = ("out", "over", "re", "side")
END_OF_A_VERB = ("ggle", "ify")


@frozen
class Reader:
    """Who reads, and what everybody is called."""

    seat: int | None
    names: tuple[str, ...]

    def who(self, seat: int) -> str:
        return "you" if seat == self.seat else self.names[seat]

    def whose(self, seat: int) -> str:
        return "your" if seat == self.seat else possessive(self.names[seat])

    def head(self, seat: int, name: str) -> str:
        """What stands before the name of something that a player has: `your score: 3`, but `you: to go 3`."""
        return f"{self.who(seat)}: " if name.split(" ")[0] in AFTER else f"{self.whose(seat)} "

    def does(self, seat: int, verb: str) -> str:
        """`you roll`, `Ben rolls`."""
        return f"{self.who(seat)} {verb if seat == self.seat else third_person(verb)}"

    def all_of(self, seats: Sequence[int]) -> str:
        return listed([self.who(seat) for seat in seats])

    def as_heard(self, text: str, speaker: int | None) -> str:
        """A text of the rulebook that was said to one player, as the reader hears it: `Ben busts` for `You bust`.

        Players whom the text names stand in it as `somebody`, and what they do as it fits he or she.
        """
        if speaker is not None and speaker != self.seat and 0 <= speaker < len(self.names):
            text = self._for_others(text, self.names[speaker])

        def named(match: re.Match[str]) -> str:
            seat, after = int(match[1]), match[2] or ""
            if seat != self.seat:
                return self.names[seat] + after
            verb = after.strip()
            return f"you {second_person(verb)}" if verb and not _is_object(text, match.start()) else f"you{after}"

        heard_text = SOMEBODY.sub(named, text)
        return heard_text[:1].upper() + heard_text[1:]

    def _for_others(self, text: str, name: str) -> str:
        def turned(match: re.Match[str]) -> str:
            word, after = match[1].lower(), match[2] or ""
            if word == "your":
                # Named once, they are `they`: `Ben loses their whole score`.
                whose = "their" if ABOUT_YOU.search(text[: match.start()]) else possessive(name)
                return (whose.capitalize() if match[1][0] == "Y" and whose == "their" else whose) + after
            if word in {"yours", "yourself"}:
                return {"yours": "theirs", "yourself": "themselves"}[word] + after
            if word == "you are":
                return f"{name} is{after}"
            if not after or after.strip() in UNCHANGED | BETWEEN or _is_object(text, match.start()):
                return name + after
            return f"{name} {third_person(after.strip())}"

        return ABOUT_YOU.sub(turned, text)


def somebody(seat: int) -> str:
    """A player in a text that is still to be heard by a reader."""
    return f"\x00{seat}\x00"


def _is_object(text: str, at: int) -> bool:
    """Whether the word there is not the one who does something: `beside you`, `to you`."""
    before = re.findall(r"[a-z]+", text[:at].lower()[-12:])
    return bool(before) and text[:at].rstrip()[-1:].isalpha() and before[-1] in AFTER


def third_person(verb: str) -> str:
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


def second_person(verb: str) -> str:
    """The verb as it goes with "you", of one in the third person."""
    if verb in REGULAR:
        return REGULAR[verb]
    if verb in UNCHANGED or not verb.endswith("s") or verb.endswith("ss"):
        return verb
    if verb.endswith("ies") and len(verb) > 4:
        return verb[:-3] + "y"
    return verb[:-2] if verb.endswith(("sses", "shes", "ches", "xes", "zzes", "oes")) else verb[:-1]


def is_verb(name: str) -> bool:
    """Whether a move's name says what somebody does: `roll on`, but not `block of 8`."""
    words = name.split()
    return (
        bool(words)
        and _says_what_is_done(words[0])
        and words[1:2] != ["of"]
        and not (len(words) > 1 and words[1] in {"die", "dice"})
    )


def _says_what_is_done(word: str) -> bool:
    made_of = (word.removeprefix(begin) for begin in BEFORE_A_VERB if word.startswith(begin))
    return word in VERBS or word.endswith(END_OF_A_VERB) or any(rest in VERBS for rest in made_of)


def count_of(number: int, noun: str, plural: str = "") -> str:
    return f"{number} {noun if number == 1 else plural or noun + 's'}"


def sentence(text: str) -> str:
    """A capital first, a stop last; the name of a place or a die stays as it is typed."""
    text = text.strip()
    if not text:
        return text
    if not NAME_AS_TYPED.match(text):
        text = text[0].upper() + text[1:]
    return text if text[-1] in ".!?:" else text + "."
