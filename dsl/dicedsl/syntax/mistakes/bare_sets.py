"""Sets that lack their brackets, or what says that they are sets: `count of cup where it shows 1`, `for each die on the bridge`."""

from __future__ import annotations

import re

from attrs import evolve

from dicedsl.built_in import ATTRIBUTES, FOLDS
from dicedsl.syntax.mistakes.failed_line import FailedLine
from dicedsl.syntax.mistakes.piece import Edit, Finding
from dicedsl.syntax.plurals import plural_of
from dicedsl.syntax.reserved import ARTICLES, JOINING
from dicedsl.syntax.token_lines import JOINT

# Behind which, with `of`, a set begins.
BEFORE_OF = frozenset(FOLDS) | {"all", "each", "more", "none", "one", "some"}
# Behind which a value begins that may be a list.
BEFORE_LIST = frozenset({"|", "is", "are", "to", "be", "in"})
OWNERS = frozenset({"its", "their", "your"})


def bare_set(failed: FailedLine) -> Finding | None:
    """Brackets round a set with its clause that let reading go on past the line."""
    if failed.edition.number == 1 or failed.token is None:
        return None
    upto = failed.tokens.index(failed.token)
    clauses = [i for i, token in enumerate(failed.tokens[: upto + 1]) if token.text == "where" and i]
    for clause in reversed(clauses):
        first = _begin_of_set(failed, clause)
        if first == clause:
            continue
        start = failed.tokens[first].start
        for last in range(len(failed.tokens) - 1, clause + 1, -1):
            stop = failed.tokens[last].end
            said = failed.text[start:stop]
            edit = Edit(start, stop, f"({said})")
            if "\n" not in said and said.count("(") == said.count(")") and failed.passes(edit):
                message = "a set and the `where` that chooses from it stand in brackets inside another phrase"
                help = f"write `({' '.join(said.split())})`"
                return Finding(failed.problem("E123", message, start, stop, "brackets are missing", help), edit)
    return None


def bare_lines(failed: FailedLine) -> Finding | None:
    """`lines of 3 in taken squares` inside another phrase."""
    if failed.edition.number == 1 or failed.token is None:
        return None
    words = [token.text for token in failed.tokens]
    begins = (i for i, word in enumerate(words) if i and word == "lines" and words[i + 1 : i + 2] == ["of"])
    for first in begins:
        joint = next((i for i in range(first + 2, len(words)) if words[i] == "in"), len(words))
        start = failed.tokens[first].start
        for last in range(len(words) - 1, joint, -1):
            stop = failed.tokens[last].end
            said = failed.text[start:stop]
            edit = Edit(start, stop, f"({said})")
            if said.count("(") == said.count(")") and failed.passes(edit):
                help = f"write `({' '.join(said.split())})`"
                message = "lines and the places in which they lie stand in brackets inside another phrase"
                return Finding(failed.problem("E123", message, start, stop, "brackets are missing", help), edit)
    return None


def bare_list(failed: FailedLine) -> Finding | None:
    """`mill | smithy, school`: several things with commas between them are joined to a set."""
    if failed.edition.number == 1 or failed.word != "," or failed.token is None:
        return None
    at = failed.tokens.index(failed.token)
    first = next((i + 1 for i in range(at - 1, -1, -1) if failed.tokens[i].text in BEFORE_LIST), 0)
    last = next(
        (i for i in range(at, len(failed.tokens)) if failed.tokens[i].text in {"|", ":", ";"}), len(failed.tokens)
    )
    if not 0 < first < at or last - at < 2:
        return None
    start, stop = failed.tokens[first].start, failed.tokens[last - 1].end
    items = [item for item in re.split(r"\s*,\s*(?:and |or )?|\s+(?:and|or)\s+", failed.text[start:stop]) if item]
    if any({"otherwise", "if", "when", "where"} & set(item.split()) for item in items):
        return None
    message = "several things are joined with `+`, or stand in brackets if they are numbers"
    ways = []
    for said in (" + ".join(items), f"({', '.join(items)})"):
        edit = Edit(start, stop, said)
        if failed.passes(edit):
            ways.append(Finding(failed.problem("E123", message, start, stop, help=f"write `{said}`"), edit))
    return evolve(ways[0], others=tuple(ways[1:])) if ways else None


def bare_numbers(failed: FailedLine) -> Finding | None:
    """`add lowest of 24 and pot to bank`: several numbers stand in brackets."""
    if failed.edition.number == 1 or failed.word != "and" or failed.token is None:
        return None
    at = failed.tokens.index(failed.token)
    first = next((i for i in range(at - 1, 0, -1) if failed.tokens[i].text in {"highest", "lowest"}), None)
    if first is None or failed.tokens[first + 1].text != "of" or first + 2 == at:
        return None
    start, begin = failed.tokens[first].start, failed.tokens[first + 2].start
    one = failed.text[begin : failed.tokens[at - 1].end]
    for last in range(at + 1, len(failed.tokens)):
        stop = failed.tokens[last].end
        said = f"{failed.tokens[first].text} of ({one}, {failed.text[failed.tokens[at + 1].start : stop]})"
        edit = Edit(start, stop, said)
        if "\n" not in said and said.count("(") == said.count(")") and failed.passes(edit):
            message = "several numbers stand in brackets, with commas between them"
            return Finding(failed.problem("E123", message, start, stop, help=f"write `{said}`"), edit)
    return None


def _begin_of_set(failed: FailedLine, clause: int) -> int:
    """Where the set begins that stands before a clause; the word that opens the line is no part of it."""
    first = clause
    while first:
        token = failed.tokens[first - 1]
        if token.text == "of":
            before = failed.tokens[first - 2] if first > 1 else token
            if before.text in BEFORE_OF or before.kind == "number":
                break
        elif not (failed.in_a_name(token) or token.text in ARTICLES | OWNERS):
            break
        first -= 1
    opens_line = first == 0 or failed.tokens[first - 1].text == ":"
    return first + opens_line


def bare_members(failed: FailedLine) -> Finding | None:
    """`for each die on the bridge:`, without the set whose members are meant."""
    if failed.edition.number == 1 or failed.token is None:
        return None
    words = [token.text for token in failed.tokens]
    at = next((i for i in range(len(words) - 1) if words[i : i + 2] == ["for", "each"]), None)
    if at is None:
        return None
    joint = next((i for i in range(at + 2, len(words)) if words[i] in JOINING), len(words))
    end = next((i for i in range(joint, len(words)) if words[i] in {":", "where", ","}), len(words))
    if not at + 2 < joint < end - 1 or words[joint] in {"in", "where"}:
        return None
    start, stop = failed.tokens[at].start, failed.tokens[end - 1].end
    noun = failed.text[failed.tokens[at + 2].start : failed.tokens[joint - 1].end]
    place = failed.text[failed.tokens[joint + 1].start : stop]
    several = f"{plural_of(noun)} {words[joint]} {place}"
    if not _is_known(failed, noun, words[joint]):
        return None
    sets = (place,) if noun == "die" and _is_zone(failed, place) else (several, f"({several})")
    for members in sets:
        instead = f"for each {noun} in {members}"
        edit = Edit(start, stop, instead)
        if failed.passes(edit):
            message = f"which {plural_of(noun)} are meant is said behind `in`"
            return Finding(failed.problem("E123", message, start, stop, help=f"write `{instead}`"), edit)
    return None


def _is_zone(failed: FailedLine, said: str) -> bool:
    """Whether dice lie there that are called by it: `for each die at the cup`."""
    name = re.escape(re.sub(r"^(?:the|your|their)[ \t]+", "", said))
    zone = rf"^[ \t]*{name}(?:[ \t]+of[ \t]+each[ \t][^:\n]*)?:[ \t]*(?:no|[0-9]+|\([^\n]*\))[ \t]"
    return re.search(zone, failed.piece.source.text, re.MULTILINE) is not None


def _is_known(failed: FailedLine, noun: str, joint: str) -> bool:
    """Whether there is a set of such, or what is asked so: `neighbours of` something, `mice at` it."""
    name = plural_of(noun)
    if noun in {"die", "player"} or name in ATTRIBUTES:
        return True
    said = rf"(?<![A-Za-z0-9-]){re.escape(name)}(?:[ \t{JOINT}]+{joint}\b|[ \t]*:|[ \t]+of[ \t]+each\b)"
    kind = rf"(?:\bof[ \t]+|,[ \t]*){re.escape(name)}[ \t]*:"
    return any(re.search(pattern, failed.piece.source.text) for pattern in (said, kind))
