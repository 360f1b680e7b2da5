"""Every word of the language at the beginning, in the middle and at the end of names of everything that can be named:
declared, used and asked about."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

import pytest

from dicedsl.built_in import ADJECTIVES, ATTRIBUTES, FOLDS, KIND_WORDS, NOUNS
from dicedsl.check_door import check
from dicedsl.errors import Problem
from dicedsl.interpreter.examples.testing import test_path as examples_of
from dicedsl.syntax.declared_names import PART_WORDS, PREPOSITIONS, STATES, VERBS
from dicedsl.syntax.edition_parser import SECOND
from dicedsl.syntax.plurals import plural_of
from dicedsl.syntax.reserved import ARTICLES, BEGINNING, JOINING, POINTING
from dicedsl.text.source import Source

BUILT_IN = {word for name in (*NOUNS, *ATTRIBUTES, *ADJECTIVES, *KIND_WORDS, *FOLDS) for word in name.split()}
NO_BEGINNING = JOINING | POINTING | BEGINNING | ARTICLES  # cannot begin a name
WORDS = sorted(BUILT_IN | SECOND.keywords | NO_BEGINNING | {"who", "left", "right", "agreed", "remaining", "red"})

# What is declared under the name N (many of it: Ns), by the part in which its lines stand; Q makes further names its
# own. `now` is asked in an
# example, `offered` stands in a choice.
DECLARED = {
    "number option": {
        "options": 'N = 3, from 1 to 5: "x"',
        "turn": 'if N is 3: add N to tally\nsay "{N} and {tally + N}"',
        "with": "N = 4",
        "now": "N is 4",
    },
    "yes-or-no option": {"options": 'N = no: "x"', "turn": "if N is agreed: give up\nif N is not agreed: add 1 to tally"},
    "option of words": {
        "options": 'wayQ = N, or otherQ: "x"',
        "turn": "if wayQ is N: add 1 to tally",
        "now": "wayQ is N",
    },
    "zone": {
        "material": "N: 3 dice\nheapQ: no dice",
        "turn": "roll N\nadd sum of N to tally\nif N is empty: give up\nmove N to heapQ\nmove one of heapQ to N\nmove heapQ to N\nfor each die in N: add its number to tally",
        "offered": '"cQ" one or more of N as hitQ:\n    only if count of N is at most 5; otherwise the player hears "No."\n    roll N',
        "now": "count of N is 3",
    },
    "zone of each player": {
        "material": "N of each player: 2 dice, seen by owner",
        "turn": "roll N of players\nshow your N\nif some player's N is empty: give up",
        "now": "count of N of Anna is 2 and count of Anna's N is 2",
    },
    "board": {
        "material": "board N of spotQs: grid 2 by 2",
        "turn": "for each spotQ in N where it is empty: add 1 to tally",
        "now": "count of N is 4 and count of dice on N is 0",
    },
    "places": {
        "material": "board yardQ of Ns: grid 2 by 2",
        "turn": "if some N is empty: add count of empty Ns to tally\nfor each N: add 1 to tally",
        "now": "count of Ns is 4",
    },
    "memory": {
        "to keep track": "the game has N, at first 0",
        "turn": 'add 1 to N\ntake 1 from N\nset N to 3 + N\nif N is 3 and the N is at least 1: add N to tally\nsay "{N}"\nset N to N - 3',
        "shown": 'N as "x"',
        "now": "N is 0 and the N is less than 1",
    },
    "memory of each player": {
        "to keep track": "each player has N, at first 0",
        "turn": 'add 1 to your N\ntake 1 from N of you\nif your N is 0: add highest of N of players to tally\nfor each player: add their N to tally\nfor each p in players with the highest N: add 1 to tally\nif some player has N at least 5: give up\nsay "{your N}"',
        "shown": "N of each player",
        "now": "N of Anna is 0 and Anna's N is 0",
    },
    "memory of a turn": {"to keep track": "each turn has N, at first 0", "turn": "add 1 to N", "now": "N is 0"},
    "nobody at first": {
        "to keep track": "the game has N, at first nobody",
        "turn": "set N to you\nif there is N: add 1 to tally\nset N to nobody",
        "now": "there is no N and N is nobody",
    },
    "state": {
        "to keep track": "each player is N, at first no",
        "turn": "you are now N\nif you are N: add 1 to tally\nyou are no longer N\nif some player is N: give up\nfor each player where they are not N: add 1 to tally",
        "now": "Anna is not N",
    },
    "sentence": {
        "to keep track": "the tideQ is N, at first no",
        "turn": "the tideQ is now N\nif the tideQ is N: add 1 to tally\nthe tideQ is no longer N",
        "now": "the tideQ is not N",
    },
    "memory by kind": {
        "to keep track": "each player has N by box, at first 0",
        "turn": "add 1 to your N at ones\nset N of you at ones to 0",
        "shown": "N of each player and box",
        "now": "N of Anna at ones is 0",
    },
    "word": {"words": "N is 4", "turn": 'if N is 4: add N + 1 to tally\nsay "{N}"', "now": "N is 4 and the N is 4"},
    "word of a player": {
        "words": "N of a player is their seat",
        "turn": "add N of you + your N to tally\nfor each player: add their N to tally\nadd sum of N of players to tally",
        "now": "N of Anna is 1 and Anna's N is 1",
    },
    "table": {
        "words": "N of a player, by the first line that fits:\n    their seat is 1 | 5\n    otherwise | 6",
        "turn": "add your N to tally",
        "now": "N of Anna is 5 and N of Ben is 6",
    },
    "list": {"words": "N is list 3, 4", "turn": "add N at 1 to tally", "now": "N at 2 is 4"},
    "adjective": {
        "words": "a die is N when its number is 3",
        "turn": "add count of N cup to tally\nif first of cup is N: add 1 to tally\nfor each die in cup where it is N: add 1 to tally",
        "now": "count of N cup is 0",
    },
    "kind": {
        "words": "kind N, Ns: aQ, bQ\nloadQ of a N is its rank",
        "to keep track": "each N has worthQ, at first 0",
        "parts": "rule payQ a N:\n    add its rank to tally",
        "turn": "payQ aQ\nfor each N: add loadQ of the N to tally\nadd 1 to worthQ of aQ",
        "now": "count of Ns is 2 and loadQ of bQ is 2",
    },
    "value of a kind": {
        "words": "kind suitQ, suitQs: N, bQ",
        "turn": "add rank of N to tally",
        "now": "rank of N is 1",
    },
    "rule": {
        "parts": "rule N:\n    add 1 to tally",
        "turn": "N\nif tally is at least 0: N\nfor each player:\n    N",
    },
    "rule with a player": {
        "parts": "rule N a player:\n    add seat of the player to tally",
        "turn": "N you",
    },
    "rule with two": {
        "parts": "rule N the player p, the number n:\n    add n * seat of p to tally",
        "turn": "N you, 3",
    },
    "choice": {"parts": 'choice N:\n    "aQ": add 1 to tally\n    "bQ"', "offered": "as in N"},
    "let": {"turn": 'let N be count of cup\nif N is 3: add N + 1 to tally\nsay "{N}"'},
    "for each": {"turn": "for each N in players: add seat of N to tally"},
    "pick": {
        "offered": '"cQ" one or more of cup as N:\n    only if count of N is at most 2; otherwise the player hears "No."\n    roll N'
    },
}  # fmt: skip
PARTS = ("options", "material", "to keep track", "turn", "words", "shown")
POSITIONS = ("{0} {1}", "{2} {0} {1}", "{1} {0}")
FREE = "yarn tin barn coat fern gull hull jar kiln lamp mast nut oar pond quay rope sail tar urn vest wick yoke zinc arch bell cork drum eel flag".split()


def rulebook(names: Iterable[tuple[str, str]]) -> str:
    """A game in which each of these is declared under a name, used and asked about."""
    lines: dict[str, list[str]] = defaultdict(list)
    for number, (what, name) in enumerate(names):
        for part, said in DECLARED[what].items():
            lines[part] += under(said, name, number).split("\n")
    lines["material"][:0] = ["cup: 3 dice"]
    lines["to keep track"][:0] = ["the game has a tally, at first 0"]
    lines["words"][:0] = ["kind box, boxes: ones, twos"]
    lines["turn"] = ["roll cup", *lines["turn"], "choose:", *(f"    {line}" for line in lines["offered"]), '    "go"']
    written = ['game "Names"', "players 2 to 4, clockwise from anybody"]
    for part in PARTS:
        written += [f"{part}:", *(f"    {line}" for line in lines[part])] if lines[part] else []
    written += ["rule give up:", "    nobody wins", *lines["parts"], 'end "far" when turns played are 6: nobody wins']
    written += ['example "Asked":', f"    with {', '.join(['Anna', 'Ben', *lines['with']])}"]
    return "\n".join([*written, *(f"    now {line}" for line in lines["now"]), ""])


def under(said: str, name: str, number: int) -> str:
    many_of_it = re.sub(r"(?<![A-Za-z-])Ns(?![A-Za-z-])", plural_of(name), said)
    return re.sub(r"(?<![A-Za-z-])N(?![A-Za-z-])", name, many_of_it).replace("Q", f"-x{number}")


def errors(text: str) -> list[Problem]:
    return [problem for problem in check(Source("names", text)) if problem.is_error]


def named(word: str, shift: int) -> list[tuple[str, str]]:
    """Everything under a name with the word in it, each at another place of it."""
    found = []
    for number, what in enumerate(DECLARED):
        place = (number + shift) % len(POSITIONS)
        name = POSITIONS[place].format(word, FREE[number], f"{FREE[number]}-first")
        if can_be_named(word, place, what):
            found.append((what, name))
    return found


# What joins may be taken for what it joins in lines that have it behind the name: verbs, and what a thing is asked of.
WORDS_OF_ONES_OWN = ("word", "word of a player", "table", "list")
MEANT_OTHERWISE = {
    "adjective": {"when"}, "let": {"be"}, "for each": {"in", "where"}, "places": {"of"},
    **{what: {"is", "are", "has"} for what in WORDS_OF_ONES_OWN},
}  # fmt: skip
AT_THE_END = {
    "adjective": {"of"}, "places": {"times"}, "rule": {"a"}, "rule with a player": {"a"}, "rule with two": {"a", *PREPOSITIONS},
    **{what: {"of"} for what in WORDS_OF_ONES_OWN},
}  # fmt: skip
AT_FIRST = {what: {"now"} for what in ("option of words", "state", "sentence", "adjective")}


def can_be_named(word: str, place: int, what: str) -> bool:
    if place == 0:
        return word not in NO_BEGINNING | AT_FIRST.get(what, set()) | {"if", "replace"}
    if word in MEANT_OTHERWISE.get(what, set()):
        return False
    if place == 1:
        return word not in ARTICLES  # another name begins there
    return word not in AT_THE_END.get(what, set()) | {"an", "the"}


@pytest.mark.parametrize("word", WORDS)
def test_a_name_may_hold_it(word: str) -> None:
    text = rulebook(named(word, WORDS.index(word)))

    assert [(p.message, text.split("\n")[p.span.line - 1]) for p in errors(text)] == []


@pytest.mark.parametrize("word", ["highest", "sum", "number", "player", "end", "who", "of", "is", "a", "now", "all"])
def test_what_is_asked_about_is_meant(word: str, tmp_path: Path) -> None:
    path = tmp_path / "names.dice"
    for shift in range(len(POSITIONS)):
        path.write_text(rulebook(named(word, shift)), "utf-8")

        assert [report.holds for report in examples_of(path)] == [True]


@pytest.mark.parametrize("word", sorted(NO_BEGINNING - ARTICLES - {"that"}))
def test_a_name_that_cannot_begin_so_is_told_once_with_a_name_to_write(word: str) -> None:
    # States may begin with prepositions, verbs belong to what stands before them, and an option may be what `it` or `your hand` is.
    states = {"state", "sentence", "adjective"} if word in STATES else {"sentence", "kind"} if word in VERBS else set()
    kinds = [what for what in DECLARED if what not in states | {"option of words"}]
    for number in range(4):
        what = kinds[(sorted(NO_BEGINNING).index(word) + 7 * number) % len(kinds)]
        for name in (word, f"{word} yarn"):
            found = errors(rulebook([(what, name)]))
            if found or what in {"zone", "rule"}:
                instead = said_instead(found, what, name)

                assert instead is None or errors(rulebook([(what, instead)])) == [], (what, name, instead)


def said_instead(found: list[Problem], what: str, name: str) -> str | None:
    """The name that the only message proposes; None if all is well, or if it says what else is meant."""
    if not found:
        return None
    (problem,) = found
    assert name.split()[0] in problem.message, (what, name, problem)
    told = re.search(r"(?:call it|such as) `([^`]*)`", problem.help)
    assert told is not None, (what, name, problem)
    return told[1]


@pytest.mark.parametrize("word", sorted(PART_WORDS))
@pytest.mark.parametrize("what", ["zone", "word", "table", "list"])
def test_a_word_with_which_a_line_begins_is_no_name_by_itself(word: str, what: str) -> None:
    found = errors(rulebook([(what, word)]))
    instead = said_instead(found, what, word)

    assert instead is None or errors(rulebook([(what, instead)])) == []
