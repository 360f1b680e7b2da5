"""Each limit where it lies: one less and just as many are taken, one more is refused with its place."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from dicedsl.check_door import check
from dicedsl.errors import UsageError
from dicedsl.rulebook.merge import MOST_NESTED_FILES, MOST_RULES, MOST_STANDING_RULES, MOST_VARIANTS, MOST_WORDS
from dicedsl.text.budget import MOST_CHECKING_STEPS, MOST_TOKENS, TooMuchWork, WorkBudget
from dicedsl.text.source import Source, Span
from dicedsl.typed.choices import MOST_ALTERNATIVES
from dicedsl.typed.words import MOST_CASE_ROWS

HEAD = (
    'game "Edge"\nplayers {players}\nmaterial:\n    cup: {dice}\nto keep track:\n    the game has tally, at first 1\n'
)
TURN = 'turn:\n    choose:\n        "go": set tally to {value}\n        "end": you win\n'


def book(more: str = "", players: str = "1", dice: str = "1 die", value: str = "2", turn: str = TURN) -> str:
    return HEAD.format(players=players, dice=dice) + more + turn.format(value=value)


def words_of(text: str) -> int:
    from dicedsl.syntax.token_lines import words_in

    return words_in(text)


def long(count: int) -> str:
    """A rulebook of so many words and signs."""
    text = book()
    missing = count - words_of(text)
    return text + 'note "x"\n' * (missing // 2) + ("players 1\n" if missing % 2 else "")


LIMITS: dict[str, tuple[int, Callable[[int], str], set[str]]] = {
    "words and signs": (MOST_TOKENS, long, {"E103"}),
    "brackets": (100, lambda n: book(value="(" * n + "1" + ")" * n), {"E104"}),
    "digits": (9, lambda n: book(value="9" * n), {"E105"}),
    "lines of a table": (
        MOST_CASE_ROWS,
        lambda n: book("words:\n    w:\n" + "".join(f"        tally is {i} | {i}\n" for i in range(n - 1)) + "        otherwise | 0\n", value="w"),
        {"E433"},
    ),
    "alternatives": (
        MOST_ALTERNATIVES,
        lambda n: book(turn="turn:\n    choose:\n" + "".join(f'        "a{i}": add {{value}} to tally\n' for i in range(n - 1)) + '        "end": you win\n'),
        {"E211"},
    ),
    "rules": (MOST_RULES, lambda n: book("".join(f"rule r{i}: add 1 to tally\n" for i in range(n))), {"E211"}),
    "words": (MOST_WORDS, lambda n: book("words:\n" + "".join(f"    w{i} is {i}\n" for i in range(n))), {"E211"}),
    "variants": (
        MOST_VARIANTS,
        lambda n: book("".join(f'variant "v{i}":\n    words:\n        w{i} is {i}\n' for i in range(n))),
        {"E211"},
    ),
    "ends": (
        MOST_STANDING_RULES,
        lambda n: book("".join(f'end "e{i}" when tally is {i + 5}: you win\n' for i in range(n))),
        {"E211"},
    ),
    "dice": (10_000, lambda n: book(dice=f"{n} dice"), {"E353"}),
    "sides": (1_000, lambda n: book(dice=f"2 dice with faces 1 to {n}"), {"E355"}),
    "players": (60, lambda n: book(players=f"1 to {n}"), {"E128"}),
    "grid": (60, lambda n: book().replace("    cup", f"    board field: grid 2 by {n}\n    cup"), {"E336", "E337", "E338", "E339", "E344"}),
    "words within words": (
        60,
        lambda n: book("words:\n" + "".join(f"    w{i} is w{i + 1} + tally\n" for i in range(n - 1)) + f"    w{n - 1} is tally\n", value="w0"),
        {"E104"},
    ),
    "rules within rules": (
        60,
        lambda n: book(
            "".join(f"rule r{i}: r{i + 1}\n" for i in range(n - 1)) + f"rule r{n - 1}: add 1 to tally\n",
            turn='turn:\n    choose:\n        "go": set tally to {value}\n        "end": you win\n    r0\n',
        ),
        {"E104", "E431", "E430"},
    ),
}  # fmt: skip


def errors(text: str) -> set[str]:
    return {p.code for p in check(Source("<text>", text)) if p.is_error}


@pytest.mark.parametrize("name", LIMITS)
def test_each_limit_lies_where_it_is_said_to_lie(name: str) -> None:
    limit, make, codes = LIMITS[name]

    assert not errors(make(limit - 1)) & codes
    assert not errors(make(limit)) & codes
    assert errors(make(limit + 1)) & codes, errors(make(limit + 1))


def test_work_is_counted_to_the_step() -> None:
    here = Span(Source("<text>", "abc"), 1, 2)
    budget = WorkBudget()
    budget.spend(MOST_CHECKING_STEPS - 1, here)
    budget.spend(1, here)
    with pytest.raises(TooMuchWork) as caught:
        budget.spend(1, here)

    assert [(p.code, p.span) for p in caught.value.problems] == [("E109", here)]


def test_what_can_wait_leaves_enough_for_what_cannot() -> None:
    budget = WorkBudget()
    while budget.spare(100):
        pass

    budget.spend(10_000, Span(Source("<text>", ""), 0, 0))
    assert not budget.spare(1)


@pytest.mark.parametrize("extra", [-1, 0, 1])
def test_the_size_of_a_file(tmp_path: Path, extra: int) -> None:
    path = tmp_path / "large.dice"
    text = book()
    path.write_text(text + "#" * ((1 << 20) - len(text) + extra), "utf-8")

    if extra <= 0:
        assert not [p for p in check(path) if p.is_error]
    else:
        try:
            assert {p.code for p in check(path)} == {"E103"}
        except UsageError as error:
            assert "larger than 1 MiB" in error.message


@pytest.mark.parametrize("depth", [10, MOST_NESTED_FILES, MOST_NESTED_FILES + 1, MOST_NESTED_FILES + 3])
def test_libraries_within_libraries(tmp_path: Path, depth: int) -> None:
    (tmp_path / "top.dice").write_text(book().replace("players", 'use "l1"\nplayers', 1), "utf-8")
    for i in range(1, depth + 1):
        inner = f'use "l{i + 1}"\n' if i < depth else ""
        (tmp_path / f"l{i}.dice").write_text(f'library "l{i}"\n{inner}words:\n    u{i} is {i}\n', "utf-8")

    found = {p.code for p in check(tmp_path / "top.dice") if p.is_error}

    assert found == (set() if depth <= MOST_NESTED_FILES + 1 else {"E211"})


def test_files_that_name_each_other_come_to_an_end(tmp_path: Path) -> None:
    (tmp_path / "top.dice").write_text(book().replace("players", 'use "a"\nplayers', 1), "utf-8")
    (tmp_path / "a.dice").write_text('library "a"\nuse "b"\nwords:\n    wa is 1\n', "utf-8")
    (tmp_path / "b.dice").write_text('library "b"\nuse "a"\nwords:\n    wb is 1\n', "utf-8")
    (tmp_path / "c.dice").write_text('game "C" changes "d"\n', "utf-8")
    (tmp_path / "d.dice").write_text('game "D" changes "c"\n', "utf-8")

    assert not [p for p in check(tmp_path / "top.dice") if p.is_error]
    assert "E201" in {p.code for p in check(tmp_path / "c.dice")}


# ------------------------------------------------------------------ the command itself, with its start

# Calls of functions, which are as many on a busy machine as on a quiet one: where small files are checked in 0.3 s, two seconds
# are about so many. `make reliability` measures the seconds.
CALLS, MEMORY = 20_000_000, 256 << 20


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A cache in which the tables of the grammar lie already: they are made once for each installation."""
    folder = tmp_path_factory.mktemp("cache")
    small = folder / "small.dice"
    small.write_text(book(), "utf-8")
    assert counted(small, "check", folder)[0] == 0
    return folder


# Started by a small process of its own: a child's peak of memory begins with that of the process that started it.
STARTER = """
import json, resource, subprocess, sys
resource.setrlimit(resource.RLIMIT_CPU, (60, 60))
done = subprocess.run(sys.argv[1:], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
json.dump([done.returncode, done.stdout, resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024], sys.stdout)
"""
COMMAND = """
import cProfile, json, pstats, sys
from dicedsl.cli import main
calls, code = cProfile.Profile(), 0
try:
    code = calls.runcall(main, sys.argv[2:])
except SystemExit as ended:
    code = ended.code
with open(sys.argv[1], "w") as file:
    json.dump(pstats.Stats(calls).total_calls, file)
sys.exit(code)
"""


def counted(path: Path, command: str, cache: Path) -> tuple[int, str, int, int]:
    """Exit code, output, calls of functions and memory of a command on a file."""
    calls = cache / "calls.json"
    calls.unlink(missing_ok=True)
    done = subprocess.run(
        [sys.executable, "-S", "-c", STARTER, sys.executable, "-c", COMMAND, str(calls), command, str(path)],
        stdout=subprocess.PIPE, text=True, check=True, env={**os.environ, "XDG_CACHE_HOME": str(cache)},
    )  # fmt: skip
    code, output, memory = json.loads(done.stdout)
    return code, output, json.loads(calls.read_text("utf-8")), memory


def many_variants() -> dict[str, str]:
    lines = "".join(f"    set tally to tally + {i} * sum of number of cup\n" for i in range(900))
    variants = "".join(f'variant "v{i}":\n    words:\n        w{i} is {i}\n' for i in range(60))
    return {"top": book(variants, dice="2 dice") + lines}


def many_libraries() -> dict[str, str]:
    names = [f"l{i}" for i in range(60)]
    uses = "".join(f'use "{name}"\n' for name in names)
    files = {name: f'library "{name}"\n' + 'note "x"\n' * 5000 for name in names}
    return {"top": book().replace("players", uses + "players", 1), **files}


def many_zones() -> dict[str, str]:
    zones = "".join(f"    z{i}: 1 die\n" for i in range(1000))
    moves = "".join(f"    move z{i} to z{i * 7 % 1000}\n" for i in range(1000))
    return {"top": book().replace("    cup", zones + "    cup", 1) + moves}


def everything_at_once() -> dict[str, str]:
    """As long as may be, with words that are worked out beforehand, and variants."""
    board = "    board field: (x, y, z) from 0 to 11\n"
    words = "words:\n" + "".join(
        f"    place p is w{i} when some q in field has (x of p + y of q is {i} and z of q is {i})\n" for i in range(100)
    )
    variants = "".join(f'variant "v{i}":\n    words:\n        u{i} is {i}\n' for i in range(20))
    text = book(words + variants).replace("    cup", board + "    cup", 1)
    return {"top": text + "".join(f"    set tally to tally + {i} * sum of number of cup\n" for i in range(600))}


def quantifiers() -> dict[str, str]:
    tower = " ".join(f"some x{i} in 1 to 50 has" for i in range(40))
    return {"top": book(turn=TURN + f"    if {tower} tally is 3: set tally to 4\n")}


HOSTILE = [many_variants, many_libraries, many_zones, everything_at_once, quantifiers]


@pytest.mark.parametrize("make", HOSTILE, ids=lambda make: make.__name__)
@pytest.mark.parametrize("command", ["check", "rules"])
def test_no_file_costs_more_work_than_two_seconds_and_256_mebibytes(
    tmp_path: Path, cache: Path, make: Callable[[], dict[str, str]], command: str
) -> None:
    for name, text in make().items():
        (tmp_path / f"{name}.dice").write_text(text, "utf-8")

    code, output, calls, memory = counted(tmp_path / "top.dice", command, cache)

    assert code in (0, 1), output[-300:]
    assert "Traceback" not in output
    assert calls <= CALLS
    assert memory <= MEMORY
