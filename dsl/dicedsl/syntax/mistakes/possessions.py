"""What somebody has, `you have a carrot`: it is asked for by its name, in the way in which it is declared."""

from __future__ import annotations

import re
from collections.abc import Iterator

from attrs import frozen

from dicedsl.syntax.edition_parser import SECOND
from dicedsl.syntax.mistakes.failed_line import FailedLine
from dicedsl.syntax.mistakes.piece import Edit, Finding
from dicedsl.syntax.plurals import plural_of, singular_of
from dicedsl.syntax.token_lines import JOINT
from dicedsl.syntax.word_heads import PARTICIPLE

_BEFORE = r"(?<=if |or )|(?<=and )|(?<=now )|(?<=when )|(?<=where )|(?<=until )|(?<=ever )|(?<=ways )|(?<=given )|(?<=[(|] )|(?<=\()"
_ORDER = r"(?:at least|at most|more than|less than|fewer than|exactly)"
_AMOUNT = rf"(?:an?|some|any|no|the|your|their|its|(?:{_ORDER} )?[0-9]+|{_ORDER} [a-z][a-z ]*?)"
_NO_SUBJECT = r"(?:somebody|someone|anybody|anyone|everybody|everyone|nobody|one|except|if|where|when|whenever|and|or|until|has|have|who|now|only|given)\b"
_HAS = re.compile(
    rf"(?:{_BEFORE})(?P<who>(?:(?!{_NO_SUBJECT})[A-Za-z0-9'-]+ )*?(?!{_NO_SUBJECT})[A-Za-z0-9'-]+) (?:still |also )?(?P<not>do not |does not |don't )?(?:has|have) (?:still )?(?:(?P<amount>{_AMOUNT}) )?"
    rf"(?P<noun>(?!(?:more|less|fewer|as|one|two|three|four|five|six|not|already|just|never)\b)[a-z][a-z0-9 -]*?)(?: left)?(?=$|[:;,|)]| and | or )"
)
_COUNTED = re.compile(rf"(?P<order>{_ORDER}) (?P<size>.+)")
_ZONE_STOCK = r"(?:no|[0-9]+|\([^\n]*\))[ \t]"
_ARTICLE = re.compile(r"(?:an?|the)[ \t]+")
_IN = re.compile(r"(?P<noun>.+) (?:in|on) (?:the |your |their |its )?(?P<holder>.+)")
NUMBER, TRUTH, DICE, THING = "number", "truth", "dice", "thing"
FORMS = "`your total is at least 1` asks for a number, `your hand is not empty` for dice, and `you are safe` for what is so or not"


def possession(failed: FailedLine) -> Finding | None:
    """The first way to ask for what somebody has that lets reading go on."""
    for match, begin in _matches(failed):
        for text in _instead(failed, match):
            edit = Edit(begin + match.start(), begin + match.end(), failed.joined(text))
            if failed.reaches_past(edit):
                message = f"`{match[0]}` is asked by the name of what is counted"
                return Finding(failed.problem("E111", message, edit.start, edit.end, help=f"write `{text}`"), edit)
    return None


def unknown_possession(failed: FailedLine) -> Finding | None:
    """What nobody can have, with the forms in which it could be asked for."""
    if failed.word not in {"has", "have", "still"}:
        return None
    for match, begin in _matches(failed):
        message = f"nothing here is called `{match['noun']}`, so that nobody can have it"
        if any(_instead(failed, match)):
            message = f"`{match[0]}` is asked by the name of what is counted"
        help = f"say it by the name of what is kept: {FORMS}"
        return failed.said("E111", message, begin + match.start(), begin + match.end(), help=help)
    return None


def _matches(failed: FailedLine) -> list[tuple[re.Match[str], int]]:
    """Where the line says at the place that cannot be read that somebody has something; and where the line begins."""
    if failed.edition is not SECOND or not failed.tokens or failed.run[0] is not failed.run[-1]:
        return []
    begin = failed.tokens[0].start
    line = failed.text[begin : failed.code_end].replace(JOINT, " ")
    at = failed.failure.start - begin
    return [(m, begin) for m in _HAS.finditer(line) if m.start() <= at <= m.end() and not _is_told_elsewhere(m)]


def _is_told_elsewhere(match: re.Match[str]) -> bool:
    """What somebody has done, and how many points a player has, are said otherwise."""
    counted = match["amount"] is not None and match["amount"][-1].isdigit()
    done = match["amount"] is None and PARTICIPLE.search(match["noun"].split(" ")[0]) is not None
    return done or (counted and re.match(r"(?:an?|some|every|no) ", match["who"]) is not None)


def _instead(failed: FailedLine, match: re.Match[str]) -> Iterator[str]:
    who, noun, amount = match["who"], match["noun"], match["amount"] or "a"
    if match["not"]:
        amount = "no"
    kept = Declared.of(failed.piece.source.text, noun)
    inside = _IN.fullmatch(noun)
    if kept is None and inside is not None:
        kept = Declared.of(failed.piece.source.text, inside["holder"])
    several = re.match(r"(an?|some|every|no) (.+)", who)
    if kept is not None:
        if several is not None:
            word = "some" if several[1] in {"a", "an"} else several[1]
            yield f"{word} {several[2]} has ({_test(kept.name, kept, amount, True)})"
        else:
            yield _test(_whose(who, kept.name, kept), kept, amount)
        return
    holder = Declared.of(failed.piece.source.text, re.sub(r"^(?:the|your|their|its) |^.* of ", "", who))
    holder = holder or Declared.of(failed.piece.source.text, re.sub(r"^the | of .*$", "", who))
    if holder is not None and holder.sort == DICE:
        adjective = noun.rpartition(" ")[0] or singular_of(noun)
        is_said = re.search(
            rf"\b(?:is|are)[ \t]+(?:an?[ \t]+)?{re.escape(adjective)}[ \t]+when\b", failed.piece.source.text
        )
        members = f"({who} that are {adjective})" if is_said else who
        yield (
            _test(members, Declared(who, DICE), amount)
            if amount in {"no"}
            else f"count of {members} is {_size(amount)}"
        )


def _whose(who: str, name: str, kept: Declared) -> str:
    if kept.is_shared:
        return name
    own = {"you": "your", "they": "their", "it": "its", "the player": "their", "he": "their", "she": "their"}.get(who)
    return f"{own} {name}" if own else f"{name} of {who}"


def _size(amount: str) -> str:
    counted = _COUNTED.fullmatch(amount)
    if counted is not None:
        order = counted["order"].replace("fewer", "less").replace("exactly", "")
        return f"{order} {counted['size']}".strip()
    return amount if amount.isdigit() else "0" if amount == "no" else "at least 1"


def _test(value: str, kept: Declared, amount: str, is_of_several: bool = False) -> str:
    """That a value says so: a number, dice, what is so or not, or something that may be missing."""
    verb = (
        "is"
        if singular_of(kept.name.split(" ")[0]) == kept.name.split(" ")[0] and singular_of(kept.name) == kept.name
        else "are"
    )
    if kept.sort == TRUTH:
        return f"{value} {verb} {'no' if amount == 'no' else 'yes'}"
    if kept.sort == THING:
        return f"{value} {verb} {'' if amount == 'no' else 'not '}none"
    if kept.sort == DICE or is_of_several:
        verb = "is"
    if kept.sort == DICE and _size(amount) in {"0", "at least 1"}:
        return f"{value} {verb} {'' if amount == 'no' else 'not '}empty"
    return f"{'count of ' * (kept.sort == DICE)}{value} {'is' if kept.sort == DICE else verb} {_size(amount)}"


@frozen
class Declared:
    """What a text gives a name to: how it is called there, and of what sort it is."""

    name: str
    sort: str
    is_shared: bool = False  # of the game, and of nobody

    @staticmethod
    def of(text: str, noun: str) -> Declared | None:
        names = dict.fromkeys((noun, plural_of(noun), singular_of(noun)))
        for name in names:
            spaced = r"[ \t]+".join(map(re.escape, name.split()))
            memory = re.search(
                rf"^[ \t]*(?:to keep track:[ \t]*)?(?P<owner>each[ \t][^\n]*?|(?:the )?[a-z]+)[ \t]has[ \t](?:[^\n]*,[ \t]*)?(?:(?:an?|the)[ \t]+)?{spaced}(?:,[^\n]*?)?,[ \t]*at[ \t]+first[ \t]+(?P<value>[^\n,]+)",
                text, re.MULTILINE,
            )  # fmt: skip
            if memory is not None:
                value = memory["value"].strip()
                sort = TRUTH if value in {"yes", "no"} else THING if value in {"none", "nobody"} else NUMBER
                owner = _ARTICLE.sub("", memory["owner"])
                return Declared(name, sort, owner in {"game", "match", "each turn", "each round"})
            zone = re.search(
                rf"^[ \t]+{spaced}(?P<each>[ \t]+of[ \t]+each[ \t][^\n:]*)?:[ \t]*{_ZONE_STOCK}", text, re.MULTILINE
            )
            if zone is not None:
                return Declared(name, DICE, zone["each"] is None)
            word = re.search(
                rf"^[ \t]+(?:(?:an?|the)[ \t]+)?{spaced}[ \t]+of[ \t]+(?:an?|the)[ \t][^\n]*?(?:(?:[ \t](?:is|are)[ \t]+(?P<body>[^\n]*))|:[ \t]*$)",
                text,
                re.MULTILINE,
            )
            if word is not None:
                body = word["body"] or ""
                is_set = re.match(r"\(?(?:all )?(?:players|dice|others|everyone)\b", body) is not None
                return Declared(name, DICE if is_set else NUMBER)
        return None
