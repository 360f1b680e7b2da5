"""What it takes to add something, as CONTRIBUTING counts it: a toy of each, added here and taken away again."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path
from types import ModuleType
from typing import Any

import click
import pytest
from attrs import evolve, frozen
from click.testing import CliRunner

from dicedsl import built_in as words_of_language
from dicedsl import cli
from dicedsl.about import Setting
from dicedsl.check_door import check
from dicedsl.cli import main
from dicedsl.geometry import FORMS, Board
from dicedsl.interpreter.bots import LEVELS, BotLevel, Knowledge
from dicedsl.interpreter.chance import Chance
from dicedsl.interpreter.game import load
from dicedsl.interpreter.show.draw import table_lines
from dicedsl.interpreter.state import Move
from dicedsl.lower import built_in
from dicedsl.lower.lower import lower_or_raise
from dicedsl.lower.values import T_NUMBER, Value
from dicedsl.program import ops
from dicedsl.program.printing import program_text
from dicedsl.rulebook.book import Rulebook
from dicedsl.rulebook.loading import load_source
from dicedsl.syntax import nodes as n
from dicedsl.text.source import Source
from dicedsl.typed import expressions, name_expressions, steps
from dicedsl.typed import tree as t
from dicedsl.typed.elaborator import Elaborator
from dicedsl.typed.game import STEPS, elaborate
from dicedsl.typed.scope import NameScope

BOOK = """\
game "Toys"
players 2

material:
    cup: 2 dice
    each player has total = 0

turn:
    roll cup
    if {condition}: add 1 to your total

cap 9 turns: highest total wins
"""


def book(condition: str) -> Rulebook:
    found, problems = load_source(Source("<text>", BOOK.replace("{condition}", condition)))
    assert found is not None, problems
    return found


def text(made: Rulebook) -> str:
    game = elaborate(made)
    assert not game.problems
    return program_text(lower_or_raise(game, Setting(2)).world.program)


def with_step(made: Rulebook, step: Any) -> Rulebook:
    """The rulebook with one more step at the start of its turn."""
    flow = made.flows["turn"]
    block = evolve(flow.block, steps=(step, *flow.block.steps))
    return evolve(made, flows={"turn": evolve(flow, block=block)})


def test_a_built_in_of_a_die_is_a_line_of_the_table_and_how_it_is_worked_out(monkeypatch: pytest.MonkeyPatch) -> None:
    word = words_of_language.BuiltIn("double", "twice the number it shows", "a die", "number", asks="die", changes=True)
    monkeypatch.setitem(words_of_language.ATTRIBUTES, "double", word)

    def double(expressions: Any, die: Value) -> Value:
        shown = built_in.ATTRIBUTES["number"](expressions, die)
        assert isinstance(shown, Value)
        return Value(ops.Bin("*", shown.op, ops.Const(2)), T_NUMBER)

    monkeypatch.setitem(built_in.ATTRIBUTES, "double", double)

    assert "* 2" in text(book("sum of double of cup is 24"))


@frozen(eq=False, repr=False, slots=False)
class Shows(n.Node):
    """`X shows 5`, a condition that the grammar does not have."""

    subject: n.Expr
    number: n.Expr


def test_sugar_is_one_function_that_builds_nodes_of_the_core(monkeypatch: pytest.MonkeyPatch) -> None:
    def shows(elaborator: Elaborator, node: Shows, scope: NameScope) -> t.Expr:
        number = name_expressions.answer_about(
            elaborator, n.Phrase(("number",), span=node.span), [elaborator.value(node.subject, scope)], node
        )
        return t.Same((number,), (elaborator.expect_number(node.number, scope),), span=node.span)

    monkeypatch.setitem(expressions.HANDLERS, Shows, shows)
    made = book("number of first of cup is 5")
    branch = made.flows["turn"].block.steps[1]
    assert isinstance(branch, n.If)
    plain = branch.branches[0].condition
    assert isinstance(plain, n.Is) and isinstance(plain.subject, n.Apply) and isinstance(plain.test, n.Same)
    sweet: Any = Shows(plain.subject.argument, plain.test.other, span=plain.span)
    flow = made.flows["turn"]
    steps_ = (flow.block.steps[0], evolve(branch, branches=(evolve(branch.branches[0], condition=sweet),)))
    sugared = evolve(made, flows={"turn": evolve(flow, block=evolve(flow.block, steps=steps_))})

    assert text(sugared) == text(made)


@frozen(eq=False, repr=False, slots=False)
class RollTwice(n.Node):
    dice: n.Expr


def test_a_step_that_the_core_can_say_is_one_function(monkeypatch: pytest.MonkeyPatch) -> None:
    def roll_twice(elaborator: Elaborator, node: RollTwice, place: steps.StepScope) -> t.TypedStep:
        rolls = t.Roll(elaborator.value(node.dice, place.scope), span=node.span)
        return t.Repeat(t.Number(2), (rolls,), span=node.span)

    monkeypatch.setitem(STEPS, RollTwice, roll_twice)
    made = book("count of cup is 2")
    roll = made.flows["turn"].block.steps[0]
    assert isinstance(roll, n.Roll)

    assert text(with_step(made, RollTwice(roll.dice))).count("roll") > text(made).count("roll")


def test_what_is_forgotten_is_noticed() -> None:
    made = book("count of cup is 2")

    with pytest.raises(KeyError, match="RollTwice"):
        elaborate(with_step(made, RollTwice(n.Number(1))))


def ring(rows: int, columns: int, without: Iterable[tuple[int, ...]] = (), sides: int = 1) -> Board:
    """Places in a circle, a form of board that the language does not have."""
    count = rows * columns
    places = tuple((1, i + 1) for i in range(count))
    near = tuple(frozenset({(i - 1) % count, (i + 1) % count}) for i in range(count))
    ahead = tuple((i + 1) % count for i in range(count))
    return Board("ring", 1, count, places, near, (), ((1,) * count,), (tuple(range(1, count + 1)),), (ahead,))


RING = """\
game "Round and round"
players 2

material:
    board track: ring 1 by 6
    cup: 1 die

setup:
    roll cup
    move cup to (1,1)

turn:
    choose:
        "go" one of (neighbours of first of taken track) as there: move dice to there

cap 4 turns: you wins

example "The ends meet":
    roll 3
    P1 chooses "go" (1,6)
    P2 chooses "go" (1,1)
    now (1,1) is taken and (1,6) is empty
"""


def test_a_form_of_board_is_a_function_and_its_line(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """It is checked, played and drawn as any other; a picture of its own would be a second thing."""
    path = tmp_path / "ring.dice"
    path.write_text(RING, "utf-8")
    assert [problem.code for problem in check(path)] == ["E343"]
    monkeypatch.setitem(FORMS, "ring", ring)
    source = Source("<ring>", RING)

    assert check(source) == []
    assert CliRunner().invoke(main, ["test", str(path)]).exit_code == 0
    table = load(RING).table(2)
    assert table_lines(table, table.start(), 0, ("Ann", "Ben"))[-1].count(".") == 6


def test_a_command_is_a_file_and_its_line(monkeypatch: pytest.MonkeyPatch) -> None:
    @click.command("greet")
    def command() -> None:
        """Say hello."""
        click.echo("hello")

    module = ModuleType("dicedsl.cli.greet")
    module.command = command  # type: ignore[attr-defined]
    assert CliRunner().invoke(main, ["greet"]).exit_code == 2
    monkeypatch.setitem(sys.modules, "dicedsl.cli.greet", module)
    monkeypatch.setattr(cli, "COMMANDS", (*cli.COMMANDS, "greet"))

    assert CliRunner().invoke(main, ["list", "--help"]).exit_code == 0
    assert CliRunner().invoke(main, ["greet"]).output == "hello\n"
    assert "Say hello." in CliRunner().invoke(main, ["--help"]).output


class First:
    def choose(self, knowledge: Knowledge, chance: Chance) -> Move:
        return knowledge.moves[0]


def test_a_bot_is_a_class_and_a_line_in_a_table(monkeypatch: pytest.MonkeyPatch) -> None:
    seats = ["arena", "pig", "--seats", "first,random", "--games", "2", "--seed", "1"]
    assert "there is no bot 'first'" in CliRunner().invoke(main, seats).output
    monkeypatch.setitem(LEVELS, "first", BotLevel(lambda budget: First()))

    done = CliRunner().invoke(main, seats)
    assert done.exit_code == 0 and "first" in done.output
