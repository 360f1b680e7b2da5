"""A program is written to bytes and read back as the same program; what is damaged or foreign is noticed and never run."""

from __future__ import annotations

import hashlib
import os
import pickle
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve, fields, has
from hypothesis import given, settings
from hypothesis import strategies as st

from dicedsl.errors import Problem
from dicedsl.interpreter.chance import Chance
from dicedsl.interpreter.game import Game
from dicedsl.interpreter.table.game_table import GameTable
from dicedsl.packing import Damaged, Unstorable, pack, unpack
from dicedsl.program import ops
from dicedsl.program.fingerprint import fingerprint
from dicedsl.program.ops import Program
from dicedsl.rulebook.library import games
from dicedsl.text.source import NOWHERE, Source, Span
from tests.parts import some

NAMES = [name for name, _ in games()]


@cache
def pig() -> bytes:
    return pack(Game.named("pig").program())


def programs(name: str) -> list[Program]:
    game = Game.named(name)
    return [game.program(variants=variants) for variants in [(), *((title,) for title in game.variants)]]


def alike(one: Any, other: Any, seen: set[int]) -> bool:
    """Equal to the last field, also those that do not count when records are compared, such as where something stands."""
    if id(one) in seen:
        return True
    if isinstance(one, Span) and isinstance(other, Span):
        return (one.source.name, one.source.text, one.start, one.end) == (
            other.source.name,
            other.source.text,
            other.start,
            other.end,
        )
    if type(one) is not type(other):
        return False
    if isinstance(one, (list, tuple)):
        return len(one) == len(other) and all(alike(a, b, seen) for a, b in zip(one, other, strict=True))
    if isinstance(one, dict):
        return list(one) == list(other) and all(alike(one[key], other[key], seen) for key in one)
    if has(type(one)):
        seen.add(id(one))
        names = [a.name for a in fields(type(one)) if a.name != "kept_as"]
        return all(alike(getattr(one, name), getattr(other, name), seen) for name in names)
    return bool(one == other)


@pytest.mark.parametrize("name", some(NAMES, 3))
def test_every_program_comes_back_as_it_was(name: str) -> None:
    for program in programs(name):
        again = unpack(pack(program), Program)

        assert again == program
        assert alike(program, again, set())
        assert fingerprint(again) == fingerprint(program)


def test_a_program_read_back_plays_the_same_games() -> None:
    program = Game.named("perfecto").program(3, starter=0)
    again = unpack(pack(program), Program)

    for seed in range(3):
        assert GameTable(program).playout(Chance(seed)) == GameTable(again).playout(Chance(seed))


def test_what_stands_nowhere_stays_nowhere() -> None:
    problem = Problem("E101", "somewhere", NOWHERE)

    assert unpack(pack(problem), Problem).span is NOWHERE


@settings(max_examples=300, deadline=None)
@given(st.data())
def test_damaged_bytes_are_noticed(data: st.DataObject) -> None:
    whole = pig()
    at = data.draw(st.integers(0, len(whole) - 1))
    byte = data.draw(st.integers(0, 255).filter(lambda b: b != whole[at]))
    for damaged in (whole[:at], whole[:at] + bytes([byte]) + whole[at + 1 :], whole[at + 1 :]):
        with pytest.raises(Damaged):
            unpack(damaged, Program)


@settings(max_examples=300, deadline=None)
@given(st.binary(max_size=200))
def test_any_bytes_are_no_program(data: bytes) -> None:
    with pytest.raises(Damaged):
        unpack(data, Program)


class _Evil:
    def __init__(self, target: str) -> None:
        self.target = target

    def __reduce__(self) -> tuple[Any, ...]:
        return os.mkdir, (self.target,)


def _signed(body: bytes) -> bytes:
    """As somebody would write it who knows how the checksum is made."""
    whole = pack(())
    mark, check = whole[:10], 16
    signed = mark + hashlib.blake2b(body, digest_size=check).digest() + body
    assert whole == mark + hashlib.blake2b(whole[26:], digest_size=check).digest() + whole[26:]
    return signed


def test_reading_builds_records_and_nothing_else(tmp_path: Path) -> None:
    target = tmp_path / "made"
    foreign = (
        pickle.dumps(_Evil(str(target))),
        pickle.dumps(Path("x")),
        pickle.dumps(Game),
        pickle.dumps(print),
        b"cdicedsl.kept_files\nfolder\n(tR.",
        b"cdicedsl.storing\npickle.loads\n.",
        b"cdicedsl.text.source\nbisect_right\n.",
        b"cdicedsl.errors\nfrozen\n.",
    )
    for body in foreign:
        with pytest.raises(Damaged):
            unpack(_signed(body), object)
    assert not target.exists()


def test_another_sort_of_record_is_refused() -> None:
    with pytest.raises(Damaged, match="not a Program"):
        unpack(pack(ops.Const(3)), Program)


def test_what_cannot_be_written_is_said() -> None:
    deep: ops.Op = ops.ONE
    for _ in range(100_000):
        deep = ops.Not(deep)
    with pytest.raises(Unstorable):
        pack(deep)
    with pytest.raises(Unstorable):
        pack(iter(lambda: 1, 2))
    while isinstance(deep, ops.Not):  # taken apart by hand, since Python would do it in one breath
        deep = deep.operand


# ------------------------------------------------------------------ what it means


RULES = """\
game "Sample"
players 2 to 3
note "To be played quickly."
material:
    cup: 2 dice
    each player has total = 0
turn:
    roll cup
    choose:
        "keep": add sum of number of cup to your total
        "pass"
end "the goal is reached" when some p in players has total at least 50: p wins
"""


def meaning(tmp_path: Path, text: str, name: str = "sample", players: int = 2) -> str:
    path = tmp_path / f"{name}.dice"
    path.write_text(text, "utf-8")
    return fingerprint(Game.named(str(path)).program(players))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("turn:\n", "# A comment.\nturn:\n"),
        ("turn:\n", "\n\nturn:\n"),
        ('note "To be played quickly."\n', ""),
        ("To be played quickly", "To be played slowly"),
        ('game "Sample"', 'game "Another name"'),
        ("p wins\n", 'p wins\nexample "One":\n    roll 1 2\n    P1 chooses "pass"\n'),
    ],
)
def test_a_comment_changes_no_meaning(tmp_path: Path, old: str, new: str) -> None:
    assert old in RULES
    assert meaning(tmp_path, RULES) == meaning(tmp_path, RULES.replace(old, new), "other")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("at least 50", "at least 51"),
        ("2 dice", "3 dice"),
        ("total = 0", "total = 1"),
        ('"pass"', '"wait"'),
        ('        "pass"', '        "pass": add 1 to your total'),
        ("    roll cup", "    roll cup\n    roll cup"),
    ],
)
def test_another_rule_has_another_meaning(tmp_path: Path, old: str, new: str) -> None:
    assert old in RULES
    assert meaning(tmp_path, RULES) != meaning(tmp_path, RULES.replace(old, new), "other")


def test_another_setting_has_another_meaning(tmp_path: Path) -> None:
    assert meaning(tmp_path, RULES, players=2) != meaning(tmp_path, RULES, players=3)


def test_meaning_depends_on_no_hash_of_python() -> None:
    script = (
        "import sys; from dicedsl.interpreter.game import Game; from dicedsl.compile_door import compile_book\n"
        "from dicedsl.about import Setting; from dicedsl.program.fingerprint import fingerprint\n"
        "from dicedsl.rulebook.files import find\n"
        "from dicedsl.rulebook.loading import load_path\n"
        "print(*(fingerprint(compile_book(load_path(find(name))[0], Setting(2))) for name in sys.argv[1:]))"
    )
    names = ["pig", "perfecto-advanced", "23-rasanto", "liars-dice"]
    told = set()
    for seed in ("0", "1", "77"):
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        told.add(subprocess.check_output([sys.executable, "-c", script, *names], text=True, env=environment))

    assert len(told) == 1
    assert len(set(told.pop().split())) == len(names)


def test_a_field_that_is_no_part_of_a_program_is_noticed() -> None:
    program = unpack(pig(), Program)

    with pytest.raises(TypeError, match="no part of a program"):
        fingerprint(evolve(program, texts=[Path("x")]))  # type: ignore[list-item]
    assert fingerprint(evolve(program, spans={0: Span(Source("x", "y"), 0, 1)})) == fingerprint(program)
