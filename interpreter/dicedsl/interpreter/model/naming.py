"""How things are called for a reader: `you` and `your` for one's own, names for the others; and sentences turned round to fit."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from attrs import frozen

from dicedsl.text.english import listed, possessive

IRREGULAR = {"are": "is", "have": "has", "do": "does", "were": "was", "aren't": "isn't", "don't": "doesn't"}
REGULAR = {there: here for here, there in IRREGULAR.items() if here != "were"} | {"was": "were"}
UNCHANGED = frozenset("can could may might must shall should will would cannot had did was got".split())
ADVERBS = frozenset("also both each now only still then all just never always alone".split())
STATES = frozenset({"done", "ready", "finished"})  # what somebody is who has made a move of that name
PREPOSITIONS = frozenset(
    "to of for from by with beside at on in against beats before after behind than between".split()
)
ABOUT_YOU = re.compile(r"\b(you are|you|your|yours|yourself)\b((?:, who)? [a-z']+)?", re.IGNORECASE)
ABOUT_WHO_MAKES_IT = re.compile(r"\byour(s|self|)\b")
NAME_AS_TYPED = re.compile(r"[a-z]+\d")
SOMEBODY = re.compile("\x00([0-9]+)\x00((?:, who)? [a-z']+)?")
JOINED = re.compile(r"( and (?:then |also )?)([a-z]+)")  # what somebody does as well
OF_A_VERB = re.compile(  # what stands behind one, and behind no noun
    r" (?:an?|the|your|their|its?|them|one|two|three|four|five|six|\d+|on|off|up|out|again|all|both|another|no|some|every|each)\b"
)
STOPS = re.compile(r"[.!?;:,]| to | (?:if|when|who|that|which|may|can|must) ")  # where that ends

# What players do in a move of any game, where its name begins so; after other words the name stands for itself.
VERBS = frozenset(
    """abandon accept accuse add admit advance agree aim ambush announce answer appoint arrange arrest arrive ask assign attack bake banish
    bargain beckon begin bet betray bid bite block blow bluff boil borrow break brew bribe bring build bury buy call capture carry cash
    catch challenge change charge chase check cheer choose chop claim climb close collect combine come conceal confess conquer continue
    convert cook correct count cover crack crawl create cross crown cry curse cut dance dare deal decide declare decline defend deliver
    demand deny deploy destroy dig discard dismiss distribute dive divide dodge double drag draw drink drive drop drown eat eject elect
    enlist enter escape examine exchange exile expel explore extinguish feed fetch fight fill finish fire fish flatter flee flip float
    fly fold follow forage forge forget free gain gather give go grab greet grow guard harvest hatch haul heal help hide hire hit hoist
    hold hunt hurry ignite ignore improve inspect invade invent invest invite join juggle jump keep kill kindle kneel knock land launch
    lay lead learn leave lend let lift linger listen load lock lose lower lure lurk make march mark match meet melt mend mix mount move
    name navigate negotiate nibble nod obey occupy offer open order overtake pack paint pardon pass pay peek perform persuade pick
    pilfer place plan plant play plead plough pluck plunder point polish ponder pour praise pray predict prepare press produce promise
    promote protect provoke prune pull punish push put quarrel quit race raid raise rally reach read reap rebuild recall receive recover
    recruit refill refresh refuse reject release relight remove repeat replace reroll rescue reserve resign resist rest resume retire
    retreat return reveal ride rinse roam rob roll rotate row run rush sacrifice sail save say scare scatter score scout scribble seal
    search seize sell send serve set settle sew shake share sharpen shift shoot shoulder shout shovel show signal sing sink sit skip
    slide smash smuggle snatch sneak sniff snuff soothe sow spare speak spend spill spin split spy squeeze stab stack stalk stand start
    stay steal steer step stir stitch stop store strike strip study stumble submit summon surrender swap swear sweep swim swing switch
    take talk taste tease tell tend test thank threaten throw tickle tie tighten tiptoe toss tow trade trap travel tread trick try tuck
    turn unite unload unlock untie unveil upgrade urge use vote wade wager wait wake walk wander warn wash watch wave weave whisper
    whistle win wipe wish withdraw work wrap write yield""".split()
)
# Of these some are as often nouns: behind `and` they are verbs only where what follows says so.
NOUNS_TOO = frozenset(
    """answer attack bargain bet bid bite block blow bluff bribe build call cash catch challenge change chase check claim count cover crown cry
    cut dance deal defend demand discard double draw drink drive drop escape exchange fight fire fish flip gain grab guard help hide
    hire hit hold hunt jump land lead load mark match mount move name nod offer order paint pass pay pick place plan plant play plough
    plunder point press promise push quarrel race raid raise rally rest retreat return reveal ride roll row run rush sail score scout
    seal search share shift shout show signal skip snatch sniff spill spin split spy stack stand start steal step stop store strike
    strip study swap swim swing switch talk taste test throw tie toss trade trap travel tread trick try turn urge use vote wager wait
    walk wash watch wave whisper whistle win wish work wrap yield""".split()
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
        return f"{self.who(seat)}: " if name.split(" ")[0] in PREPOSITIONS else f"{self.whose(seat)} "

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
        heard_text, at = "", 0
        for match in SOMEBODY.finditer(text):
            if match.start() < at:
                continue
            seat, after = int(match[1]), match[2] or ""
            heard_text += text[at : match.start()]
            at = match.end()
            if seat != self.seat:
                heard_text += self.names[seat] + after
                continue
            who, _, verb = after.rpartition(" ")
            if not verb or _is_object(text, match.start()):
                heard_text += f"you{after}"
                continue
            heard_text += f"you{who} {second_person(verb)}"
            joined, at = _joined_verbs(text, at, second_person)
            heard_text += joined
        heard_text += text[at:]
        return heard_text[:1].upper() + heard_text[1:]

    def _for_others(self, text: str, name: str) -> str:
        turned, at = "", 0
        for match in ABOUT_YOU.finditer(text):
            if match.start() < at:
                continue
            turned += text[at : match.start()]
            at = match.end()
            word, after = match[1].lower(), match[2] or ""
            if word == "your":
                # Named once, they are `they`: `Ben loses their whole score`.
                whose = "their" if ABOUT_YOU.search(text[: match.start()]) else possessive(name)
                turned += (whose.capitalize() if match[1][0] == "Y" and whose == "their" else whose) + after
            elif word in {"yours", "yourself"}:
                turned += {"yours": "theirs", "yourself": "themselves"}[word] + after
            elif word == "you are":
                turned += f"{name} is{after}"
            else:
                who, _, verb = after.rpartition(" ")
                if not verb or verb in UNCHANGED | ADVERBS or _is_object(text, match.start()):
                    turned += name + after
                    continue
                turned += f"{name}{who} {third_person(verb)}"
                joined, at = _joined_verbs(text, at, third_person)
                turned += joined
        return turned + text[at:]


def _joined_verbs(text: str, at: int, turn: Callable[[str], str]) -> tuple[str, int]:
    """The rest of a clause in which more is done than one thing, `stop at a station and take on mail`, with those verbs turned; and
    where it ends."""
    stop = STOPS.search(text, at)
    end = len(text) if stop is None else stop.start()
    # Another player who is named does what comes then.
    named = min((m.start() for m in (SOMEBODY.search(text, at), ABOUT_YOU.search(text, at)) if m), default=end)
    end = min(end, named)

    def turned(match: re.Match[str]) -> str:
        base = second_person(match[2])
        if base in NOUNS_TOO and not OF_A_VERB.match(text, at + match.end()):
            return match[0]
        return match[1] + turn(match[2]) if _says_what_is_done(base) or base in IRREGULAR else match[0]

    return JOINED.sub(turned, text[at:end]), end


def somebody(seat: int) -> str:
    """A player in a text that is still to be heard by a reader."""
    return f"\x00{seat}\x00"


def _is_object(text: str, at: int) -> bool:
    """Whether the word there is not the one who does something: `beside you`, `to you`."""
    before = re.findall(r"[a-z]+", text[:at].lower()[-12:])
    return bool(before) and text[:at].rstrip()[-1:].isalpha() and before[-1] in PREPOSITIONS


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


# What stands between a verb and a noun, and seldom behind another word.
OF_A_NOUN = re.compile(r" (?:an?|the|your|their|its)\b")
NO_VERB = re.compile(
    r"(?:all|both|half|no|not|once|one|out|over|under|off|up|down|only|as|if|when|what|\w*(?:[^s]s|ed|ing|ly))$"
)


def is_verb(name: str) -> bool:
    """Whether a move's name says what somebody does: `roll on`, but not `block of 8`."""
    words = name.split()
    return (
        bool(words)
        and (_says_what_is_done(words[0]) or _has_an_object(name))
        and words[1:2] != ["of"]
        and not (len(words) > 1 and words[1] in {"die", "dice"})
    )


def _has_an_object(name: str) -> bool:
    """Whether the first word can only be a verb by what follows it: `serenade the Queen`."""
    first = name.partition(" ")[0]
    known = first in PREPOSITIONS | ADVERBS | UNCHANGED or NO_VERB.match(first)
    return first.isalpha() and first.islower() and not known and OF_A_NOUN.match(name, len(first)) is not None


def with_their(name: str) -> str:
    """The name of a move that speaks to whoever makes it, as others hear of it: `talk their way out`."""
    return ABOUT_WHO_MAKES_IT.sub(lambda match: {"": "their", "s": "theirs", "self": "themselves"}[match[1]], name)


def _says_what_is_done(word: str) -> bool:
    made_of = (word.removeprefix(begin) for begin in BEFORE_A_VERB if word.startswith(begin))
    return word in VERBS or word.endswith(END_OF_A_VERB) or any(rest in VERBS for rest in made_of)


def state_text(name: str, when: str = "") -> str:
    """A state of something as it is said, `points are set`; nothing else has `is` in its name."""
    subject, verb, state = name.partition(" is ")
    several = subject.endswith("s") and not subject.endswith("ss")
    return " ".join(part for part in (subject, "are" if several else "is", when, state) if part) if verb else name


AFTER_NUMBERS = frozenset(
    "beats brings comes costs counts equals fits gets gives goes is makes means needs stands wins was has as".split()
)


def of_one(text: str) -> str:
    """What stands behind a number that is 1, though it was written for several: `1 star` for `1 stars`."""
    match = re.match(r"( )([a-z]+)(?![a-z'])", text)
    if match is None or match[2] in AFTER_NUMBERS:
        return text
    return f" {_singular(match[2])}{text[match.end() :]}"


def _singular(word: str) -> str:
    if word == "dice":
        return "die"
    if not word.endswith("s") or word.endswith(("ss", "us", "is")):
        return word
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    return word[:-2] if word.endswith(("sses", "shes", "ches", "xes")) else word[:-1]


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
