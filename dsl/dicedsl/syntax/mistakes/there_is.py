"""One of something that is asked for by another name: `there is a lamp in the wind` of `lamps in the wind`, `there is a stone in soup` of dice."""

from __future__ import annotations

import re
from collections.abc import Iterator

from attrs import evolve

from dicedsl.built_in import KIND_WORDS
from dicedsl.syntax.edition_parser import SECOND
from dicedsl.syntax.mistakes.failed_line import FailedLine, short
from dicedsl.syntax.mistakes.piece import Edit, Finding
from dicedsl.syntax.plurals import plural_of, singular_of
from dicedsl.syntax.token_lines import JOINT

_ORDER = r"(?:at least|at most|more than|less than|exactly)"
_AMOUNT = rf"(?P<amount>an?|some|no|(?:{_ORDER} )?[0-9]+)"
_THERE = re.compile(rf"\bthere (?:is|are) {_AMOUNT} (?P<rest>[a-z][^:;,|]*)")
_SOME = re.compile(r"\b(?P<amount>some|every|no) (?P<rest>[a-z][^:;,|]*)")
_IN = re.compile(
    rf"\bthere (?:is|are) {_AMOUNT} (?P<said>[a-z-]+(?: [a-z-]+)*?) in (?P<set>[^:;,|]+?)(?=$|[:;,|]| and | or )"
)
_VERB = re.compile(r" (is|are|has|have|shows?)\b")
_OF = {"a": "some of", "an": "some of", "some": "some of", "no": "none of", "every": "all of"}
_OF_SEVERAL = {"is": "are", "has": "have", "shows": "show"}


def there_is(failed: FailedLine) -> Finding | None:
    """What is there, or some of it: the first way to say it here that lets reading go on."""
    if failed.edition is not SECOND or not failed.tokens or failed.run[0] is not failed.run[-1]:
        return None
    begin = failed.tokens[0].start
    line = failed.text[begin : failed.code_end]
    ways: list[Finding] = []
    for start, end, written, help in (*_declared(failed, line), *_such(failed, line)):
        edit = Edit(begin + start, begin + end, written)
        if failed.passes(edit):
            said = line[start:end].replace(JOINT, " ")
            message = f"`{short(said, 60)}` is said in other words here"
            is_whole = help.count("`") == 2
            ways.append(Finding(failed.problem("E111", message, begin + start, begin + end, help=help), edit, is_whole))
    return evolve(ways[0], others=tuple(ways[1:])) if ways else None


def _declared(failed: FailedLine, line: str) -> Iterator[tuple[int, int, str, str]]:
    """One of those that are declared together: `a lamp in the wind` of `lamps in the wind`."""
    for match in (*_THERE.finditer(line), *_SOME.finditer(line)):
        words = match["rest"].split(" ")
        for size in range(len(words), 1, -1):
            said = " ".join(words[:size])
            several = next((name for name in (said, plural_of(said)) if name in failed.names), None)
            if several is None:
                continue
            end = match.start("rest") + len(said)
            there = match.re is _THERE
            verb = None if there else _VERB.match(line, end)
            if verb is not None:
                end = verb.end()
                text = f"{_OF[match['amount']]} {several} {_OF_SEVERAL.get(verb[1], verb[1])}"
            elif there:
                text = _how_many(match["amount"], several)
            else:
                continue
            yield match.start(), end, text.replace(several, several.replace(" ", JOINT)), f"write `{text}`"


def _how_many(amount: str, several: str) -> str:
    """That there are so many."""
    if amount[-1].isdigit():
        return f"count of {several} is {amount.removeprefix('exactly ')}"
    return f"there are {'no ' if amount == 'no' else ''}{several}"


def _such(failed: FailedLine, line: str) -> Iterator[tuple[int, int, str, str]]:
    """Members of a set of which something is said: `a stone in soup`, `2 red dice in cup`."""
    for match in _IN.finditer(line):
        amount, words, members = match["amount"], match["said"].split(" "), match["set"]
        noun = singular_of(words[-1])
        before = " ".join(words[:-1])  # of `a deadly token`: it is a die that is said to be so
        adjective = before if _is_kind(failed, noun) or _is_said(failed, before) else " ".join([*words[:-1], noun])
        counted = amount[-1].isdigit() and len(words) == 1 and not _is_said(failed, adjective)
        if not adjective or counted or plural_of(noun) in members.replace(JOINT, " ").split():
            if amount[-1].isdigit():  # of `a die in hand`, `an egg in eggs under the heron` any will do
                text = f"count of {members} is {amount.removeprefix('exactly ')}"
                yield match.start(), match.end(), text, f"write `{text}`".replace(JOINT, " ")
            continue
        so_many = amount if not amount.isdigit() else f"exactly {amount}"
        text = f"{_OF.get(amount, f'{so_many} of')} {members} {'is' if so_many == 'exactly 1' else 'are'} {adjective}"
        help = f"write `{text}`"
        if len(words) == 1 and not _is_said(failed, adjective):
            any_of = {"no": f"{members} is empty"}.get(amount, f"{members} is not empty")
            if amount[-1].isdigit():
                any_of = f"count of {members} is {amount.removeprefix('exactly ')}"
            help += f" and say under `words:` which are, such as `a die is {adjective} when ...`; if all that lies there is meant, `{any_of}`"
        yield match.start(), match.end(), text, help.replace(JOINT, " ")


def _is_kind(failed: FailedLine, noun: str) -> bool:
    """Whether things are called so: dice, players, and the kinds and places that the text declares."""
    several = re.escape(plural_of(noun))
    declared = rf"\bkind[ \t]+(?:an?[ \t]+)?{re.escape(noun)}[ \t]*,|\bboard[ \t][^:\n]*\bof[ \t]+(?:[^:\n]*[ \t])?{several}[ \t]*(?::|,|seen\b)"
    return noun in KIND_WORDS or re.search(declared, failed.piece.source.text) is not None


def _is_said(failed: FailedLine, adjective: str) -> bool:
    """Whether a line explains of what it is said."""
    if not adjective:
        return False
    line = rf"\b(?:is|are)[ \t]+(?:an?[ \t]+)?{re.escape(adjective)}[ \t]+when\b"
    return re.search(line, failed.piece.source.text) is not None
