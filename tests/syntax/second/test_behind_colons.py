"""What may stand behind a colon is read as the block that it is, and stays there when it is laid out and written."""

import pytest
from attrs import evolve

from dicedsl.errors import Problem
from dicedsl.syntax import nodes as n
from dicedsl.syntax.edition_parser import SECOND
from dicedsl.syntax.formatter import format_text
from dicedsl.syntax.parser import parse_as
from dicedsl.syntax.walk import walk
from dicedsl.syntax.writer import file_text
from dicedsl.text.source import Source

HEAD = 'game "Test"\n\n'
# Behind the colon, and as a block.
SAME = {
    "an alternative": (
        'turn:\n    choose: "put" one of cup as d: roll d\n',
        'turn:\n    choose:\n        "put" one of cup as d:\n            roll d\n',
    ),
    "an alternative without steps": ('turn:\n    choose by p: "pass"\n', 'turn:\n    choose by p:\n        "pass"\n'),
    "an outcome": ('turn:\n    attempt "throw": "hit": stop\n', 'turn:\n    attempt "throw":\n        "hit": stop\n'),
    "a loop": (
        "turn:\n    for each player: for each die in cup, highest index first: roll it\n",
        "turn:\n    for each player:\n        for each die in cup, highest index first:\n            roll it\n",
    ),
    "an if": (
        "at the end of each turn: if cup is empty: end round\n",
        "at the end of each turn:\n    if cup is empty:\n        end round\n",
    ),
    "a step that is added": ("add to turn: roll cup\n", "add to turn:\n    roll cup\n"),
    "an if that is added": (
        "add to the start of rule go: if x is 5: roll cup\n",
        "add to the start of rule go:\n    if x is 5: roll cup\n",
    ),
    "a simulation": (
        "simulation: break off after 20 turns: nobody wins\n",
        "simulation:\n    break off after 20 turns:\n        nobody wins\n",
    ),
    "a part that opens a block": (
        'simulation: odds of "throw":\n    "hit": 1\n    "miss": 2\n',
        'simulation:\n    odds of "throw":\n        "hit": 1\n        "miss": 2\n',
    ),
    "a table": (
        "words: worth of a die:\n    red       | 2\n    otherwise | 1\n",
        "words:\n    worth of a die:\n        red       | 2\n        otherwise | 1\n",
    ),
    "a part that is told": (
        'material: cup: 1 die\n    in short "A die."\n    note "Any."\n',
        'material:\n    in short "A die."\n    note "Any."\n    cup: 1 die\n',
    ),
    "memory with a note": (
        'to keep track: each turn has a pot, at first 0\n    note "At stake."\n',
        'to keep track:\n    note "At stake."\n    each turn has a pot, at first 0\n',
    ),
    "steps that are told": (
        'setup: for each player: roll their cup\n    in short "Roll."\n    our ruling "All at once."\n',
        'setup:\n    in short "Roll."\n    our ruling "All at once."\n    for each player: roll their cup\n',
    ),
    "a loop of an alternative": (
        'turn:\n    choose:\n        "turn all": for each die in cup: turn it to 1\n            in short "all show 1."\n',
        'turn:\n    choose:\n        "turn all":\n            in short "all show 1."\n            for each die in cup: turn it to 1\n',
    ),
    "an alternative that is told": (
        'turn:\n    choose:\n        "stop": end turn\n            in short "your turn ends."\n        "go on"\n',
        'turn:\n    choose:\n        "stop":\n            in short "your turn ends."\n            end turn\n        "go on"\n',
    ),
}


def read(text: str) -> tuple[n.File | None, list[Problem]]:
    return parse_as(Source("test.dice", HEAD + text), SECOND)


@pytest.mark.parametrize("name", SAME)
def test_it_is_read_as_the_block_that_it_is(name: str) -> None:
    (behind, problems), (below, others) = map(read, SAME[name])

    assert problems == others == []
    assert behind is not None and behind == below


@pytest.mark.parametrize("name", SAME)
def test_it_stays_where_it_stands(name: str) -> None:
    behind = HEAD + SAME[name][0]
    file, _ = read(SAME[name][0])

    assert format_text(Source("test.dice", behind)) == behind
    assert file is not None and file_text(file) == behind


def test_an_otherwise_below_belongs_to_the_if_at_the_margin() -> None:
    file, problems = read("turn:\n    if x is 5: if y is 6: roll cup\n    otherwise: stop\n")

    assert file is not None and problems == []
    outer, inner = (node for node in walk(file) if isinstance(node, n.If))
    assert [len(outer.branches), len(inner.branches)] == [2, 1]


@pytest.mark.parametrize(
    "line",
    [
        "for each player: for each die in cup: if it shows 5: roll it",
        "if x is 5: repeat 3 times: roll cup",
        'for each player: choose: "pass"',
        'roll cup\n        note "This stands behind no colon."',
    ],
)
def test_a_line_does_not_become_a_puzzle(line: str) -> None:
    assert read(f"turn:\n    {line}\n")[1]


def test_a_block_that_has_grown_is_written_below() -> None:
    """An alternative that was given more steps, or a part with more lines, no longer fits behind its colon."""
    file, _ = read('turn:\n    choose: "stop": end turn\nmaterial: cup: 1 die\n')
    assert file is not None
    flow, section = file.items
    assert isinstance(flow, n.Flow) and isinstance(section, n.Section)
    (choose,) = flow.block.steps
    assert isinstance(choose, n.Choose)
    (stop,) = choose.alternatives
    assert isinstance(stop, n.Alternative)
    more = evolve(stop, steps=stop.steps * 2)
    grown = evolve(choose, alternatives=(more,))
    twice = evolve(section, lines=section.lines * 2)
    changed = evolve(file, items=(evolve(flow, block=evolve(flow.block, steps=(grown,))), twice))

    assert read(file_text(changed).removeprefix(HEAD))[0] == changed


def test_a_note_does_not_stand_below_a_line_with_lines_of_its_own() -> None:
    text = 'library "Small"\n\nwords:\n    note "Both."\n    a player is safe when all of these hold:\n        they are ready\n'
    file, problems = parse_as(Source("small", text), SECOND)
    assert file is not None and not problems
    (section,) = file.items
    assert isinstance(section, n.Section)

    assert file_text(evolve(file, items=(evolve(section, inline=True),))) == text
