"""Same seed, same moves, same states: the stepping engine, its whole-game function and the machine code."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator

import pytest

from dicedsl.errors import DiceError, Fault, UsageError
from dicedsl.interpreter.byte_source import Bytes, below, next_bytes
from dicedsl.interpreter.chance import Chance
from dicedsl.interpreter.playouts import Player
from dicedsl.interpreter.table import Table
from dicedsl.ir import ops
from dicedsl.ir.world import Setting
from dicedsl.library import shipped
from dicedsl.loading import find, load_path, load_source
from dicedsl.source import Source

pytest.importorskip("llvmlite")

from dicedsl.interpreter.native import Compiled, Suspension, Unsupported
from dicedsl.interpreter.native import emit as emitting

GAMES = 200
Options = tuple[tuple[str, int | str | bool], ...]
SETTINGS: list[tuple[str, tuple[str, ...], int, Options, int]] = [
    ("pig", (), 2, (), 0),
    ("pig", (), 3, (("strict", True),), -1),
    ("pig", (), 10, (("idle hold", True), ("goal", 30)), 4),
    ("pig", ("Two dice",), 2, (), 0),
    ("pig", ("Two dice",), 4, (("strict", True), ("idle hold", True), ("goal", 60)), -1),
    ("keep-on-rolling", (), 2, (), 0),
    ("keep-on-rolling", (), 3, (("target", 120),), -1),
    ("keep-on-rolling", (), 7, (("target", 50),), 3),
]


def set_up(
    name: str, variants: tuple[str, ...] = (), players: int = 2, options: Options = (), starter: int = 0
) -> Table:
    book, _ = load_path(find(name), variants)
    assert book is not None
    return Table(book, Setting(players, options, starter=starter))


def from_text(text: str, players: int = 2) -> Table:
    book, problems = load_source(Source("test.dice", text))
    assert book is not None and not [p for p in problems if p.is_error], problems
    return Table(book, Setting(players, starter=0))


def walk(table: Table, chance: Chance) -> Iterator[Suspension]:
    """A game played by the stepping engine from one suspension to the next."""
    engine, program, reg = table.engine, table.program, table.reg
    cells = list(program.initial)
    engine.run(cells, program.entry)
    while True:
        before = tuple(cells)
        end = program.blocks[cells[reg.pc]].end
        if isinstance(end, ops.Ask):
            decision = program.decisions[end.decision]
            moves = engine.list_moves[decision.number](cells)
            chosen = chance.below(len(moves))
            alternative = decision.alternatives[moves[chosen][0]]
            for pick, value in zip(alternative.picks, moves[chosen][1:], strict=True):
                cells[pick.cell] = value
            yield Suspension(decision.number, chosen, before)
            engine.run(cells, alternative.block)
        elif isinstance(end, (ops.RollDice, ops.DrawOne)):
            state = table.decode(",".join(map(str, cells)))
            outcome = table.sample(state, chance)
            yield Suspension(-1, -1, before)
            cells = list(table.apply(state, outcome).cells)
        else:
            yield Suspension(-2, -1, before)
            return


@pytest.mark.parametrize(("name", "variants", "players", "options", "starter"), SETTINGS)
def test_same_seed_same_moves_same_states(
    name: str, variants: tuple[str, ...], players: int, options: Options, starter: int
) -> None:
    table = set_up(name, variants, players, options, starter)
    native = Compiled(table)
    for seed in range(GAMES):
        if seed % 5 == 0:
            trace = native.trace(seed)

            assert trace == list(walk(table, Chance(seed)))
            assert list(trace[-1].cells) == native.playout(seed)
        by_steps = table.playout_by_steps(Chance(seed))

        assert native.playout(seed) == by_steps
        assert table.playout(Chance(seed)) == by_steps


@pytest.mark.parametrize("name", ["pig", "keep-on-rolling"])
def test_every_state_of_many_games(name: str) -> None:
    table = set_up(name, players=2, options=(("goal", 25),) if name == "pig" else (("target", 50),))
    native = Compiled(table)
    for seed in range(GAMES):
        assert native.trace(seed) == list(walk(table, Chance(seed)))


@pytest.mark.parametrize("name", ["pig", "keep-on-rolling"])
def test_one_source_serves_many_games(name: str) -> None:
    table = set_up(name, players=3)
    native = Compiled(table)
    chances = [Chance(5), Chance(5), Chance(5)]
    wins, turns = [0, 0, 0], 0
    for _ in range(60):
        cells = table.playout(chances[0])
        assert native.playout(chances[1]) == cells
        wins = [w + (cells[table.reg.winners] >> seat & 1) for seat, w in enumerate(wins)]
        turns += cells[table.reg.turns]
    tally = native.playouts(chances[2], 60)

    assert (tally.games, tally.wins, tally.turns) == (60, tuple(wins), turns)
    assert len({c.byte() for c in chances}) == 1


@pytest.mark.parametrize("name", sorted(shipped()))
def test_whole_games_of_every_rulebook(name: str) -> None:
    book, problems = load_path(shipped()[name])
    if book is None or book.head.word != "game" or any(p.is_error for p in problems):
        pytest.skip("no game")
    for players in (4, 2, 3):
        try:
            table = Table(book, Setting(players, starter=-1))
            expected = table.playout_by_steps(Chance(0), 20_000)
        except DiceError:
            continue
        assert table.playout(Chance(0), 20_000) == expected
        for seed in (1, 2):
            a, b = Chance(seed), Chance(seed)
            try:
                assert table.playout(a, 20_000) == table.playout_by_steps(b, 20_000)
            except UsageError:
                continue
            assert a.byte() == b.byte()
        return


@pytest.mark.soak
@pytest.mark.parametrize("name", sorted(shipped()))
def test_machine_code_of_every_rulebook(name: str) -> None:
    book, _ = load_path(shipped()[name])
    assert book is not None
    try:
        table = Table(book, Setting(4, starter=-1))
        native = Compiled(table)
        for seed in range(20):
            assert native.playout(seed) == table.playout(Chance(seed))
    except DiceError as error:
        pytest.skip(str(error))


# ------------------------------------------------------------------ the random source


def test_many_bytes_at_once_are_the_same_bytes() -> None:
    chance = Chance(12345)
    state, data = next_bytes(12345)
    state, more = next_bytes(state)

    assert data + more == bytes(chance.byte() for _ in range(len(data + more)))


@pytest.mark.parametrize("n", [1, 2, 3, 6, 7, 255, 256, 257, 1000, 65_536, 65_537, 1_000_000])
def test_draws_are_the_same_draws(n: int) -> None:
    a, b = Chance(n), Chance(n)
    a.byte(), b.byte()
    source = Bytes(b)
    expected = [a.below(n) for _ in range(300)]

    assert [below(source.next, n) for _ in range(300)] == expected
    source.done()
    assert a.byte() == b.byte()


# ------------------------------------------------------------------ what is refused


HEAD = 'game "Small"\nplayers 2 to 4\n'
AT_ONCE = f"""{HEAD}
material:
    the game has total = 0

turn:
    choose by players at once:
        "more": add 1 to total
        "less": take 1 from total

cap 3 turns: nobody wins
"""
TABLE = f"""{HEAD}
material:
    the game has total = 0

turn:
    attempt "flick":
        "on": add 1 to total
        "off": take 1 from total
        odds:
            "on": 50
            "off": 50

cap 3 turns: nobody wins
"""
MANY_DICE = f"""{HEAD}
material:
    cup: 70 numbered dice

turn:
    roll cup

cap 3 turns: nobody wins
"""
GROWS = f"""{HEAD}
material:
    the game has total = 3

turn:
    choose:
        "more": set total to total * total
        "yet more": set total to total * total

cap 9 turns: nobody wins
"""


@pytest.mark.parametrize(
    ("text", "operation"),
    [(AT_ONCE, "several players at once"), (TABLE, "attempt"), (MANY_DICE, "more than 63 dice")],
    ids=["at once", "attempt", "dice"],
)
def test_what_is_not_supported_is_named(text: str, operation: str) -> None:
    table = from_text(text)

    with pytest.raises(Unsupported) as caught:
        Compiled(table)
    assert operation in caught.value.operation
    assert "\n" not in caught.value.message
    assert len(table.playout(Chance(1))) == table.program.cells


def test_numbers_beyond_64_bits_are_a_fault_of_the_rulebook_everywhere() -> None:
    table = from_text(GROWS)
    native = Compiled(table)

    ways: list[Callable[[], object]] = [
        lambda: native.playout(1),
        lambda: table.playout_by_steps(Chance(1)),
        lambda: table.playout(Chance(1)),
    ]
    for play in ways:
        with pytest.raises(Fault, match="too large"):
            play()


def test_without_llvmlite_one_line_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    table = set_up("pig")
    import dicedsl.interpreter.native as package

    for module in ("emit", "machine"):
        monkeypatch.delitem(sys.modules, f"dicedsl.interpreter.native.{module}", raising=False)
        monkeypatch.delattr(package, module, raising=False)
    monkeypatch.setitem(sys.modules, "llvmlite", None)

    with pytest.raises(UsageError) as caught:
        Compiled(table)
    assert "dicedsl[speed]" in caught.value.message and "\n" not in caught.value.message


def test_generated_code_holds_no_text_of_the_author() -> None:
    table = set_up("keep-on-rolling")
    native = Compiled(table)
    code = str(emitting.Emitter(table.program, native._survey, True).module) + Player(table.program).source
    words = set(re.findall(r"[A-Za-z]{3,}", code))

    assert not words & {
        "loose",
        "saved",
        "pile",
        "bank",
        "sudden",
        "death",
        "kept",
        "worth",
        "red",
        "stop",
        "aside",
    }
