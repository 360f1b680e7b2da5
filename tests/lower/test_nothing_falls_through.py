"""Wherever classes are told apart, every class is known, and one that is not fails with its name instead of being passed over."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, cast, get_args

import pytest
from attrs import frozen
from tests.test_imports import ROOT

from dicedsl.about import Setting
from dicedsl.check.choices import _Seeker
from dicedsl.check.endless import BlockGraph, writes
from dicedsl.check.full_places import DICE_SPOKEN_OF
from dicedsl.check.reaching import LEAVING as NEVER_GOING_ON
from dicedsl.lower.lower import HANDLERS as LAID_OUT
from dicedsl.lower.lower import lower_or_raise
from dicedsl.lower.step_lowering import ASKING, LEAVING, STAYING, StepContext, StepLowering
from dicedsl.lower.world import HANDLERS as LOWERED
from dicedsl.program import ops
from dicedsl.program.control_flow import next_blocks
from dicedsl.program.survey import Survey
from dicedsl.prose.name_nouns import MOVING_STEPS
from dicedsl.rulebook.alternative_editor import AlternativeEditor
from dicedsl.rulebook.book import Rulebook
from dicedsl.rulebook.desugar import SUGAR_NODES
from dicedsl.rulebook.files import find
from dicedsl.rulebook.loading import load_path
from dicedsl.rulebook.merge import Merger
from dicedsl.syntax import nodes as n
from dicedsl.syntax.declared_names import BRANCH
from dicedsl.syntax.declared_names import STEPS as NAMES_BEGIN_WITH
from dicedsl.syntax.reserved import STEP_WORDS
from dicedsl.typed import conditions, steps
from dicedsl.typed import tree as t
from dicedsl.typed.expressions import HANDLERS as INFERRED
from dicedsl.typed.game import STEPS as ELABORATED
from dicedsl.typed.game import elaborate, elaborator
from dicedsl.typed.name_uses import NameUses
from dicedsl.typed.scope import NameScope

STEPS = set(get_args(n.Step))
BOOK = cast(Rulebook, load_path(find("pig"))[0])


@frozen
class Unheard(n.Node):
    """A step, a condition, a part, a statement or an end of a block that was added and forgotten elsewhere."""

    steps: tuple[n.Step, ...] = ()
    part: Any = None


def laid_out() -> StepLowering:
    return lower_or_raise(elaborate(BOOK), Setting(2))


def program() -> ops.Program:
    return laid_out().world.program


def below(cls: type) -> set[type]:
    """The classes of the typed tree that stand for something, by what they are."""
    return {
        found for found in vars(t).values() if isinstance(found, type) and issubclass(found, cls) and found is not cls
    }


NEW: Any = Unheard()
FALLS: dict[str, Callable[[], object]] = {
    "merging a part": lambda: Merger(lambda *_: None)._items(BOOK.copy(), [NEW], True, ()),
    "merging a replacement": lambda: Merger(lambda *_: None)._replace(BOOK.copy(), n.Replace(NEW)),
    "editing an alternative": lambda: AlternativeEditor("x", lambda old: (old,)).step(NEW),
    "inferring": lambda: elaborator(elaborate(BOOK)).infer(NEW, NameScope()),
    "testing": lambda: conditions.test(elaborator(elaborate(BOOK)), t.Number(1), NEW, NameScope(), NEW),
    "elaborating a step": lambda: steps.block(elaborator(elaborate(BOOK)), (NEW,), steps.StepScope(NameScope())),
    "leaving a block": lambda: laid_out().leaves(NEW),
    "asking": lambda: laid_out().asks(NEW),
    "lowering a step": lambda: laid_out().lower_block((NEW,), StepContext(0)),
    "lowering an expression": lambda: laid_out().expressions.value(NEW),
    "standing": lambda: laid_out().standing._lay_out_item(0, NEW, StepContext(0)),
    "choices": lambda: list(_Seeker(NameUses([])).steps((NEW,), ())),
    "what is written": lambda: writes(NEW, program()),
    "ways on": lambda: list(BlockGraph(program())._next(NEW, {})),
    "blocks that follow": lambda: next_blocks(program(), NEW, {}),
    "statements surveyed": lambda: Survey(program())._statements([NEW]),
}


@pytest.mark.parametrize("where", FALLS)
def test_what_is_new_is_noticed(where: str) -> None:
    with pytest.raises((TypeError, KeyError), match="Unheard"):
        FALLS[where]()


def test_every_step_is_sorted_once() -> None:
    by_parts = {t.If, t.For, t.Repeat, t.Do}
    assert set(LEAVING) | set(STAYING) | by_parts == below(t.TypedStep)
    assert not set(LEAVING) & set(STAYING) and not by_parts & (set(LEAVING) | set(STAYING))
    assert set(ASKING) <= set(LEAVING)


# What each list of steps leaves out. Whoever adds a step says of each whether it belongs to it, or here.
MOVES_NOTHING = {
    n.Add, n.Attempt, n.Becomes, n.BestWins, n.Call, n.Choose, n.Do, n.Draw, n.Eliminate, n.EndRound, n.EndTurn, n.ExtraTurn, n.For, n.If,
    n.InTurn, n.Let, n.PlayGame, n.PlayTurn, n.Remark, n.Repeat, n.Roll, n.Say, n.Set, n.Show, n.Stop, n.Take, n.TurnDie, n.Wins,
}  # fmt: skip
SPEAKS_OF_NO_DICE_THAT_MOVE = {
    t.Attempt, t.BestWins, t.Choose, t.Draw, t.Eliminate, t.EndRound, t.EndTurn, t.ExtraTurn, t.If, t.InTurn, t.PlayGame, t.PlayTurn,
    t.Repeat, t.Roll, t.Say, t.Show, t.Stop, t.TurnDie, t.Wins,
}  # fmt: skip
MAY_GO_ON = {
    n.Add, n.Attempt, n.Becomes, n.Call, n.Do, n.Draw, n.Eliminate, n.ExtraTurn, n.For, n.InTurn, n.Let, n.MoveByLot, n.MoveDice, n.PlayGame,
    n.PlayTurn, n.Remark, n.Repeat, n.Roll, n.Say, n.Set, n.Show, n.Swap, n.Take, n.TurnDie,
}  # fmt: skip
# Steps that begin with a value, and words that begin one only in front of a text or of one word more.
BEGIN_WITH_A_VALUE = {"wins", "becomes", "call"}
BEGIN_WITH_A_NAME_ALONE = {"attempt", "extra", "for", "note", "our"}


def test_every_step_is_sorted_by_whether_dice_get_elsewhere() -> None:
    assert set(MOVING_STEPS) | MOVES_NOTHING == STEPS
    assert not set(MOVING_STEPS) & MOVES_NOTHING


def test_every_step_is_sorted_by_whether_it_speaks_of_dice_that_move() -> None:
    speaking = set(DICE_SPOKEN_OF) - {t.Pick}

    assert speaking | SPEAKS_OF_NO_DICE_THAT_MOVE == below(t.TypedStep)
    assert not speaking & SPEAKS_OF_NO_DICE_THAT_MOVE


def test_every_step_is_sorted_by_whether_anything_is_reached_behind_it() -> None:
    by_parts = {n.If, n.Choose}

    assert set(NEVER_GOING_ON) | MAY_GO_ON | by_parts == STEPS
    assert not set(NEVER_GOING_ON) & MAY_GO_ON
    assert {step.__name__ for step in NEVER_GOING_ON} <= {step.__name__ for step in LEAVING}


def first_words(grammar: str) -> dict[str, set[str]]:
    """The words that the rules of steps begin with; none for one that begins with a value."""
    bodies = dict(re.findall(r"^\??([a-z_]+): (.*(?:\n +\|.*)*)", grammar, re.M))
    words: dict[str, set[str]] = {}
    for rule in re.findall(r"[a-z_]+", f"{bodies['step']} {bodies['simple']}".replace("simple _NL", "")):
        starts = [re.match(r"\(([^)]*)\)|\S+", form) for form in re.split(r"\n +\| *", bodies[rule])]
        tokens = [token for start in starts if start for token in (start[1] or start[0]).split(" | ")]
        words[rule] = {_word_of(token, grammar) for token in tokens if not token.islower() or token.startswith('"')}
    return words


def _word_of(token: str, grammar: str) -> str:
    if token[0] == '"':
        return token.strip('"')
    terminal = re.search(rf'^{token}(?:\.\d+)?: [/"]([a-z]+?)(?:s\?)?(?![a-z])', grammar, re.M)
    assert terminal is not None, token
    return terminal[1]


def test_what_a_step_begins_with_is_no_name() -> None:
    words = first_words((ROOT / "grammar" / "dice.lark").read_text("utf-8"))
    begun = set().union(*words.values())

    assert {rule for rule, first in words.items() if not first} == BEGIN_WITH_A_VALUE
    assert begun - STEP_WORDS == BEGIN_WITH_A_NAME_ALONE | {"play", "say"}  # these two are looked for as what they are
    assert begun - NAMES_BEGIN_WITH == BEGIN_WITH_A_NAME_ALONE | {
        BRANCH,
        "in",
    }  # of which no name begins with one at all


def test_every_step_and_every_expression_is_elaborated() -> None:
    assert set(ELABORATED) == STEPS - {n.Remark} - SUGAR_NODES
    assert set(INFERRED) == set(get_args(n.Expr)) - SUGAR_NODES


def test_every_typed_step_and_expression_is_lowered() -> None:
    assert set(LAID_OUT) == below(t.TypedStep)
    assert set(LOWERED) == below(t.Expr) - {t.Condition, t.Links}


def test_steps_that_hold_steps_are_those_with_blocks_or_alternatives() -> None:
    holding = set(get_args(n.HoldingStep))
    assert holding | set(get_args(n.PlainStep)) == STEPS
    for step in STEPS:
        fields = set(step.__annotations__)  # known before the first of its kind is made
        assert bool(fields & {"block", "branches", "alternatives", "outcomes"}) == (step in holding), step
