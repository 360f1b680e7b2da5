"""Names and kinds are resolved once for a rulebook: every mistake is told, each once, and a variant takes over what it does not change."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent, indent

import pytest

from dicedsl.about import Setting
from dicedsl.errors import Problem
from dicedsl.lower.lower import try_lower
from dicedsl.program.fingerprint import fingerprint
from dicedsl.rulebook.book import Rulebook
from dicedsl.rulebook.file_loader import FileLoader
from dicedsl.rulebook.files import find, read
from dicedsl.rulebook.loading import load_source, with_variants
from dicedsl.syntax import nodes as n
from dicedsl.syntax.parser import parse
from dicedsl.text.source import Source
from dicedsl.typed import tree as t
from dicedsl.typed.dependence import nodes_in
from dicedsl.typed.elaborator import Elaborator
from dicedsl.typed.game import elaborate, elaborator
from dicedsl.typed.kinds import DIE, NUMBER, PLAYER, Grouping, Type
from dicedsl.typed.scope import NameScope

BOOK = """\
game "Typed"
players 2 to 4

material:
    board field: grid 4 by 4
    cup: 5 dice
    hand of each player: no dice
    each player has total = 0
    each player has row total by suit = 0
    each turn has chance = none

words:
    kind suit, suits: hearts, spades
    leader is first of (players with highest total of it)
    die d is high when number of d is at least 4
    worth of player p is total of p + count of hand of p
    corners are (1,1) + (4,4)

turn:
{turn}

cap 9 turns: highest worth wins
"""


def book(turn: str = "add 1 to your total") -> Rulebook:
    text = BOOK.replace("{turn}", indent(dedent(turn), "    "))
    found, problems = load_source(Source("<text>", text))
    assert found is not None and not problems, problems
    return found


def problems(turn: str) -> list[Problem]:
    return elaborate(book(turn)).problems


def expression(text: str) -> n.Expr:
    source = Source("<text>", f'game "X"\nplayers 2\nturn:\n    if 1 is {text}: end turn\n')
    file, wrong = parse(source)
    assert file is not None, wrong
    flow = next(item for item in file.items if isinstance(item, n.Flow))
    step = flow.block.steps[0]
    assert isinstance(step, n.If) and isinstance(step.branches[0].condition, n.Is)
    test = step.branches[0].condition.test
    assert isinstance(test, n.Same)
    return test.other


@pytest.fixture
def e() -> Elaborator:
    return elaborator(elaborate(book()))


@pytest.mark.parametrize(
    ("text", "kind", "form"),
    [
        ("cup", DIE, Grouping.SET),
        ("number of cup", NUMBER, Grouping.LIST),
        ("high cup", DIE, Grouping.LIST),
        ("hand of players", DIE, Grouping.HEAPS),
        ("lines of field", None, Grouping.SETS),
        ("leader", PLAYER, Grouping.ONE),
        ("your total", NUMBER, Grouping.ONE),
        ("worth of players", NUMBER, Grouping.LIST),
        ("(2,3)", None, Grouping.ONE),
        ("count of high cup", NUMBER, Grouping.ONE),
        ("your row total at hearts", NUMBER, Grouping.ONE),
    ],
)
def test_what_an_expression_is(e: Elaborator, text: str, kind: object, form: Grouping) -> None:
    found = e.infer(expression(text), NameScope())

    if not isinstance(found, t.Expr):
        found = e.as_single(found, expression(text))
    assert found.type.form is form
    assert found.type.kind is kind or (kind is None and found.type.kind.is_place)
    assert not e.problems


def test_names_stand_for_what_they_name(e: Elaborator) -> None:
    found = e.infer(expression("total of leader"), NameScope())

    assert isinstance(found, t.MemoryValue) and found.memory.name == "total"
    assert isinstance(found.keys[0], t.WordCall) and found.keys[0].word.name == "leader"


def test_what_fits_by_itself_is_a_node(e: Elaborator) -> None:
    each = e.infer(expression("total of players"), NameScope())
    die = e.infer(expression("number of (1,1)"), NameScope())

    assert isinstance(each, t.MemoryValue) and isinstance(each.keys[0], t.EachMember)
    assert isinstance(die, t.BuiltIn) and isinstance(die.arguments[0], t.DieOn)


def test_one_mistake_is_one_message_and_the_rest_is_looked_at() -> None:
    found = problems(
        """\
        let spoils be count of loot
        if spoils is more than 3: add spoils to your total
        add spoils to your score
        for each d in loott: roll d
        """
    )

    assert [(p.code, p.span.text) for p in found] == [("E311", "loot"), ("E311", "score"), ("E311", "loott")]


def test_two_mistakes_in_one_line_are_two_messages() -> None:
    assert [p.span.text for p in problems("add bonus to total of nobody-here")] == ["nobody-here", "bonus"]


def test_what_nothing_uses_is_looked_at_as_well() -> None:
    found = load_source(Source("<text>", BOOK.replace("{turn}", "    end turn") + "\nrule never:\n    roll cupp\n"))[0]
    assert found is not None

    assert [p.span.text for p in elaborate(found).problems] == ["cupp"]


@pytest.mark.parametrize("name", ["pig", "liars-dice", "craps", "six-by-six"])
def test_nothing_wrong_is_left_in_a_tree_without_problems(name: str) -> None:
    path = find(name)
    found = load_source(read(path), files_from=path.parent)[0]
    assert found is not None
    game = elaborate(found)

    everything = [*game.flows.values(), *game.rules.values(), *game.standing, *game.hooks]
    assert not game.problems
    assert not any(isinstance(part, t.Wrong) for part in nodes_in(everything))
    assert all(part.type.kind.name != "something unknown" for part in nodes_in(everything) if isinstance(part, t.Expr))


def variants_of(path: Path) -> list[tuple[t.TypedGame, t.TypedGame, t.TypedGame]]:
    """For each variant: the game without it, with it on its own, and with it beside the one without."""
    files = FileLoader(path.parent)
    file, _ = files.begin(read(path))
    assert file is not None
    base_book = with_variants(file, files, ())[0]
    base = elaborate(base_book)
    found = []
    for title in base_book.variants:
        variant = with_variants(file, files, [title])[0]
        found.append((base, elaborate(variant), elaborate(variant, base=base)))
    return found


@pytest.mark.parametrize("name", ["pig", "23-rasanto", "32-triops", "18-spotted-cow"])
def test_a_variant_takes_over_what_it_does_not_change(name: str) -> None:
    cases = variants_of(find(name))
    assert cases
    for base, alone, beside in cases:
        words = [word for key, word in beside.words.items() if word is base.words.get(key)]
        changed = [k for k in beside.words if beside.book.words[k] is not base.book.words.get(k)]

        assert beside.names.parts.taken_over > 0
        assert len(words) >= len(beside.words) - len(changed) or changed
        count = min(beside.book.players.counts) if beside.book.players else 2
        programs = []
        for game in (alone, beside):
            lay, wrong = try_lower(game, Setting(count))
            assert lay is not None, wrong
            programs.append(fingerprint(lay.world.program))
        assert programs[0] == programs[1]


def test_what_a_changed_name_is_used_in_is_made_anew() -> None:
    text = BOOK.replace("{turn}", "    add worth of you to your total") + (
        '\nvariant "Faces":\n    words:\n        replace die d is high when number of d is 6\n'
        "        replace worth of player p is count of high cup\n"
    )
    file, _ = parse(Source("<text>", text))
    assert file is not None
    files = FileLoader(None)
    base = elaborate(with_variants(file, files, ())[0])
    changed = elaborate(with_variants(file, files, ["Faces"])[0], base=base)

    assert changed.words["leader"] is base.words["leader"]
    assert changed.words["worth"] is not base.words["worth"]
    assert changed.flows["turn"] is not base.flows["turn"]


def test_types_of_the_syntax_can_be_asked_for() -> None:
    made = book("add worth of you to your total")
    game = elaborate(made)
    step = made.flows["turn"].block.steps[0]
    assert isinstance(step, n.Add)

    assert game.types[id(step.value)] == Type(NUMBER)
