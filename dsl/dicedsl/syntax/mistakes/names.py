"""Words of the language in the middle of names."""

from __future__ import annotations

import re
from collections.abc import Iterator

from dicedsl.built_in import KIND_WORDS, NOUNS
from dicedsl.errors import Problem
from dicedsl.syntax.edition_parser import SECOND
from dicedsl.syntax.mistakes.failed_line import IN_A_NAME, FailedLine
from dicedsl.syntax.mistakes.piece import Edit, Finding
from dicedsl.syntax.plurals import plural_of, singular_of
from dicedsl.syntax.reserved import ARTICLES, JOINING, POINTING
from dicedsl.syntax.token_lines import JOINT
from dicedsl.text.spelling import nearest

# Words that join others: in the wrong place they are not meant as a name.
CONNECTING = frozenset(
    {"and", "as", "at", "be", "by", "for", "from", "if", "is", "it", "of", "or", "then", "to", "with"}
)
SAYING = frozenset({"is", "are", "has", "have", "not", "neither", "nor", "either"})
GIVES_A_VALUE = frozenset({"set", "let"})  # behind them stands a whole name
MOST_JOINED = 3  # words that join, in one name
ALIKE = 0.75  # how much a name of several words is like one that is declared and was meant
STAND_IN = "zz"  # a name, for trying whether a name would do


def inside_a_name(failed: FailedLine) -> Finding | None:
    """A word that joins values, between words that are meant as one name."""
    if failed.edition is not SECOND or failed.token is None or failed.word not in failed.edition.reserved_words:
        return None
    at = failed.tokens.index(failed.token)
    first = at
    while first > 0 and failed.in_a_name(failed.tokens[first - 1]):
        first -= 1
    if first == at:
        return None
    # The opener of a line is no part of the name, but a name may begin like one.
    for last in _ends_of_a_name(failed, at):
        for begin in (first, first + 1):
            name = [t.text for t in failed.tokens[begin : last + 1]]
            edit = Edit(failed.tokens[begin].start, failed.tokens[last].end, "-".join(name))
            if begin < at and failed.passes(edit):
                whole = _undeclared(failed, " ".join(name), begin, last)
                return _misspelt_name(failed, name, begin) or _which(failed, name, begin, at) or Finding(whole, edit)
    return None


def _which(failed: FailedLine, name: list[str], begin: int, at: int) -> Finding | None:
    """`others in your crew`, `player who has no coins`: what stands in front is known, and which of them is meant is said otherwise."""
    if begin > 0 and failed.tokens[begin - 1].text in GIVES_A_VALUE:
        return None
    noun = next((w for w in (" ".join(name[i : at - begin]) for i in range(at - begin)) if _is_known(failed, w)), "")
    if failed.word in {"to", "and", "is", "are"} or (not noun and failed.word not in {"has", "have"}):
        return None
    if failed.word in {"has", "have"}:
        message = f"`{failed.word}` asks whether something of theirs is so"
        help = "name what it is and compare it, such as `some player has total at least 3` or `your total is 3`"
    else:
        several = noun if plural_of(singular_of(noun)) == noun else plural_of(noun)
        message = f"which of `{several}` are meant is said behind `where`"
        help = f"write `({several} where ...)` with what is so of each, or give all of these words a line as a name"
    return failed.said(
        "E114", message, failed.tokens[begin].start, failed.token.end if failed.token else None, help=help
    )


def _is_known(failed: FailedLine, noun: str) -> bool:
    """Whether things are called so: by the language, or by a line of the text."""
    if not {noun, plural_of(noun), singular_of(noun)}.isdisjoint(NOUNS.keys() | KIND_WORDS):
        return True
    said = "|".join(map(re.escape, {noun, plural_of(noun), singular_of(noun)}))
    line = rf"^[ \t]*(?:{said})(?:[ \t]+of[ \t]+each\b[^:\n]*)?:|\bkind[ \t]+(?:{said})[ \t]*,|\bboard[ \t][^:\n]*\b(?:{said})[ \t]*:"
    return re.search(line, failed.piece.source.text, re.MULTILINE) is not None


def _misspelt_name(failed: FailedLine, name: list[str], begin: int) -> Finding | None:
    """A declared name with a slip in it: the part of what stands there that is most like one."""
    for first in range(len(name)):
        for end in range(len(name), first + 1, -1):
            written = " ".join(name[first:end])
            meant = nearest(written, failed.names, ALIKE)
            if meant is None:
                continue
            start, stop = failed.tokens[begin + first].start, failed.tokens[begin + end - 1].end
            edit = Edit(start, stop, meant.replace(" ", JOINT))
            if failed.reach(edit) > failed.failure.start:
                message = f'no name "{written}" is declared; did you mean "{meant}"?'
                return Finding(failed.problem("E113", message, start, stop, "not known as a name"), edit)
    return None


def _ends_of_a_name(failed: FailedLine, at: int) -> Iterator[int]:
    """Where a name may end that goes on with a word that joins: behind the words next to it, or behind another such word and its words."""
    last = at
    for _ in range(MOST_JOINED):
        begin = last
        while last + 1 < len(failed.tokens) and failed.tokens[last + 1].text in ARTICLES:
            last += 1
        after = last
        while last + 1 < len(failed.tokens) and failed.in_a_name(failed.tokens[last + 1]):
            last += 1
        if last == after:
            if begin == last == at and failed.word not in CONNECTING:
                yield at
            return
        yield last
        if last + 1 == len(failed.tokens) or failed.tokens[last + 1].text not in JOINING:
            return
        last += 1


def _undeclared(failed: FailedLine, name: str, begin: int, last: int) -> Problem:
    why = "stands for something" if failed.word in POINTING else "joins values"
    help = f"give `{name}` a line under `material:`, `to keep track:`, `words:` or `options:`, or call it `{name.replace(' ', '-')}`"
    changed = {"add": "to", "take": "from", "set": "set"}
    opener = next((t for t in reversed(failed.tokens[:begin]) if t.text in {*changed, ":"}), None)
    words = [t.text for t in failed.tokens[:begin]]
    if opener is not None and changed.get(opener.text) in words[words.index(opener.text) :]:
        owner = "each player" if words[-1] in {"your", "their", "'s"} else "the game"
        help = f"give it a line under `to keep track:`, such as `{owner} has {name}, at first 0`"
        if failed.word == "by":
            noun, _, keys = name.partition(" by ")
            help = f"`has {name}` keeps {noun} for each of {keys}: write `{noun} of ... at ...`; for a single number call it `{name.replace(' ', '-')}` everywhere"
    return failed.problem(
        "E113", f'no name "{name}" is declared, and "{failed.word}" {why}', failed.tokens[begin].start, failed.tokens[last].end,
        "not known as a name", help,
    )  # fmt: skip


def reserved(failed: FailedLine) -> Finding | None:
    token = failed.token
    if token is None or token.text not in failed.edition.reserved_words or not IN_A_NAME & failed.failure.accepts:
        return None
    at = failed.tokens.index(token)
    if (
        token.text in CONNECTING
        or (failed.edition is SECOND and at == 0)
        or (failed.edition is SECOND and at and failed.tokens[at - 1].text in SAYING)
    ):
        return None
    # The same name may stand on the line more than once.
    text = failed.text
    for again in failed.tokens:
        if again.text == token.text and again.start >= token.start:
            text = text[: again.start] + STAND_IN.ljust(len(again.text), "z") + text[again.end :]
    once = Edit(token.start, token.end, STAND_IN)
    if not failed.passes(once) and not failed.passes(Edit(0, len(failed.text), text)):
        return None
    problem = failed.problem(
        "E113", f'"{token.text}" is a word of the language and cannot be part of a name', label="reserved",
        help="choose another word for the name",
    )  # fmt: skip
    return Finding(problem)
