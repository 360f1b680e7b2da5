"""The native engine keeps the contract of engines: from any state, in any thread, with the same faults in the same places."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from dicedsl.errors import Fault, UsageError
from dicedsl.interpreter.chance import Chance
from dicedsl.interpreter.engines.contract import Cells
from dicedsl.interpreter.engines.stepping.stepping import Stepping
from dicedsl.interpreter.game import Game, load
from dicedsl.program import ops, sets
from tests.program.engines import definition

native = pytest.importorskip("dicedsl.interpreter.engines.native.native")

LANGUAGE = Path(__file__).parents[1] / "language"


def both(program: ops.Program) -> tuple[Stepping, Any]:
    return Stepping(program), native.Native(program)


def rulebook(name: str) -> ops.Program:
    return Game.named(str(LANGUAGE / f"{name}.dice")).table(starter=0).program


def stepped(engine: Stepping, steps: int, seed: int) -> Cells:
    """The cells after so many answers, rolls, draws and reports by lot."""
    program, chance, cells = engine.program, Chance(seed), engine.start()
    for _ in range(steps):
        end = program.blocks[cells[program.reg.pc]].end
        if isinstance(end, (ops.RollDice, ops.DrawOne)):
            cells = engine.fall(cells, engine.draw(cells, chance))
            continue
        if isinstance(end, ops.Over):
            break
        assert isinstance(end, ops.Ask)
        seat = sets.low(cells[program.reg.asked])
        if program.decisions[end.decision].reported:
            answer = engine.report(list(cells), chance)
        else:
            answers = engine.moves(cells, seat)
            answer = answers[chance.below(len(answers))]
        cells = engine.answer(cells, seat, answer)
    return cells


def told(ask: Callable[[], Any]) -> Any:
    """What comes of it: a result, or the fault with its place."""
    try:
        return ask()
    except Fault as fault:
        problem = fault.problems[0]
        return problem.code, problem.message, problem.span.start, problem.span.end, problem.help
    except UsageError as error:
        return str(error)


# -------------------------------------------------------------- from any state


@pytest.mark.parametrize("name", ["aiming", "leaving", "secrets", "match", "attempts"])
def test_games_from_a_state_in_the_middle(name: str) -> None:
    stepping, engine = both(rulebook(name))
    for steps in (1, 4, 9):
        cells = stepped(stepping, steps, steps)
        assert stepping.playouts(cells, 7, 2, 3) == engine.playouts(cells, 7, 2, 3)
        here, there = Chance(steps), Chance(steps)
        assert stepping.play(cells, here) == engine.play(cells, there)
        assert here.words() == there.words()


def test_tallies_of_parts_add_up() -> None:
    _, engine = both(rulebook("attempts"))
    whole, parts = engine.playouts(None, 3, 0, 20), engine.playouts(None, 3, 0, 8)
    parts.add(engine.playouts(None, 3, 8, 12))

    assert parts == whole


def test_a_state_is_not_changed_by_what_is_asked_of_it() -> None:
    stepping, engine = both(rulebook("aiming"))
    cells = stepped(stepping, 5, 1)
    kept = tuple(cells)
    first = engine.playouts(cells, 1, 0, 4)
    engine.play(cells, Chance(1))

    assert cells == kept
    assert engine.playouts(cells, 1, 0, 4) == first


def test_a_state_of_another_game_is_refused() -> None:
    engine, other = native.Native(rulebook("attempts")), Stepping(rulebook("aiming"))
    asks: list[Callable[[Cells], Any]] = [
        lambda cells: engine.play(cells, Chance(1)),
        lambda cells: engine.playouts(cells, 1, 0, 1),
        lambda cells: engine.moves(cells, 0),
        lambda cells: engine.answer(cells, 0, (0,)),
        lambda cells: engine.fall(cells, (1,)),
        lambda cells: engine.report(cells, Chance(1)),
    ]
    for ask in asks:
        with pytest.raises(UsageError, match="this state belongs to another game"):
            ask((*other.start()[:3], *other.start()))

    start = list(engine.start())
    start[engine.reg.location] = 99
    with pytest.raises(UsageError, match="no game of these rules can come to this state"):
        engine.playouts(tuple(start), 1, 0, 1)


def test_nobody_else_is_asked() -> None:
    engine = native.Native(rulebook("leaving"))
    cells = engine.start()

    assert engine.moves(cells, 0)
    assert not engine.moves(cells, 1)
    assert not engine.moves(cells, -1)


def test_a_game_that_takes_too_long() -> None:
    for engine in both(rulebook("aiming")):
        with pytest.raises(Fault, match="did not end within 5 steps"):
            engine.play(None, Chance(1), limit=5)
        with pytest.raises(Fault, match="did not end within 5 steps"):
            engine.playouts(None, 1, 0, 3, limit=5)


WAITING = """\
game "Waiting"
players 2
material:
    cup: 1 die
    pot: no dice
    the game has tally = 0
turn:
    roll cup
    choose:
        "take" one of pot as d: you win
        if nothing fits: add 1 to tally
    choose by everyone at once:
        "red"
        "blue"
    choose:
        "on"
        "further"
"""


def test_a_game_that_takes_too_long_is_told_where_it_stands() -> None:
    program = load(WAITING).table(starter=0).program
    engines = [definition(program), *both(program)]
    said = []
    for limit in range(13):
        found = set()
        for engine in engines:
            with pytest.raises(Fault) as caught:
                engine.play(None, Chance(3), limit=limit)
            problem = caught.value.problems[0]
            assert problem.code == "F517"
            found.add((problem.message, problem.span.line, problem.span.source.name))
        assert len(found) == 1, found
        said.append(found.pop()[1])

    # A roll, two answers at once, one answer; then the next turn. A choice that offers nothing is never where it stands.
    assert said == [8, 12, 12, 15] * 3 + [8]


# -------------------------------------------------------------- threads


def test_threads_do_not_notice_each_other() -> None:
    _, engine = both(rulebook("aiming"))
    alone = [engine.playouts(None, seed, 0, 30) for seed in range(6)]
    ends = [engine.play(None, Chance(seed)) for seed in range(6)]

    with ThreadPoolExecutor(4) as pool:
        together = list(pool.map(lambda seed: engine.playouts(None, seed, 0, 30), range(6)))
        played = list(pool.map(lambda seed: engine.play(None, Chance(seed)), range(6)))
    assert together == alone
    assert played == ends


# -------------------------------------------------------------- faults

FAULTY = """\
game "Faulty"
players 2
material:
    cup: 2 dice
    bag: no dice
    stock of each player: 2 numbered dice
    board squares: grid 2 by 2
    the game has tally = 0
    the game has ghost = nobody
    the game has level = 0, from 0 to 5
turn:
    choose:
        "go"
{}
cap 50 turns: nobody wins
"""
STEPS = {
    "F501": "    move 3 of cup to bag",
    "F502": "    add 7 to level",
    "F503": "    move cup to stock of ghost",
    "F504": "    move first of your stock to (1,1)",
    "F505": "    draw one of bag as d\n    move d to cup",
    "F506": '    choose:\n        "take" one of bag as d: add 1 to tally',
    "F508": "    set tally to 6 / tally",
    "F509": '    choose:\n        "take" some of 1 to 40 as x: add 1 to tally',
    "F510": "    turn first of cup to (9 + tally)",
    "F512": '    choose by ghost:\n        "take"',
    "F514": "    set tally to (tally + 2) * (tally + 2)",
    "F516": '    attempt "throw":\n        "take" one of bag as d',
}


@pytest.mark.parametrize("code", STEPS)
def test_faults_and_where_they_are(code: str) -> None:
    stepping, engine = both(load(FAULTY.format(STEPS[code])).table(starter=0).program)

    expected, found = (told(lambda e=e: e.play(None, Chance(1))) for e in (stepping, engine))  # type: ignore[misc]
    assert expected[0] == code
    assert found == expected
    assert told(lambda: engine.playouts(None, 1, 0, 3)) == told(lambda: stepping.playouts(None, 1, 0, 3))
    # And whoever plays on after a fault begins anew.
    assert told(engine.start) == told(stepping.start)


WHERE = {
    "a weight": '        "a"\n        "b"\n        odds:\n            "a": 5 / tally',
    "the odds of a member": '        "a" one of cup as d\n        odds:\n            "a": 5, d by 6 / tally',
    "a chance": '        "a" any of cup as d\n        odds:\n            "a": 5, d each 6 / tally percent',
    "a condition": '        "a" one of cup as d:\n            must 6 / tally is 2: "No."',
    "a condition of the outcome": '        "a":\n            must 6 / tally is 2: "No."\n        "b"',
    "what it leads to": '        "a" one of cup as d:\n            must leave 6 / tally is 2: "No."\n            move d to bag',
    "its steps": '        "a" one of cup as d:\n            set tally to 6 / tally',
}


@pytest.mark.parametrize("lines", WHERE.values(), ids=WHERE)
def test_faults_of_attempts(lines: str) -> None:
    stepping, engine = both(load(FAULTY.format(f'    attempt "throw":\n{lines}')).table(starter=0).program)

    expected = told(lambda: stepping.play(None, Chance(1)))
    assert expected[0] == "F508"
    assert told(lambda: engine.play(None, Chance(1))) == expected


ORDERED = [
    "for each g in (groups of 2 in squares linked by neighbours):",
    "for each g in (groups of 2 in squares linked by neighbours) where (1,1) is not in g:",
    "for each g in (groups of 3 in squares linked by neighbours), by highest column of first of g:",
]


@pytest.mark.parametrize("line", ORDERED)
def test_going_through_a_list_of_sets(line: str) -> None:
    step = f"    {line}\n        set tally to (tally * 5 + 2 * row of first of g + column of last of g) mod 9973"
    stepping, engine = both(load(FAULTY.format(step)).table(starter=0).program)
    end = stepping.play(None, Chance(1))

    assert any(end[slot.base] for slot in stepping.program.slots if slot.name == "tally")
    assert engine.play(None, Chance(1)) == end
