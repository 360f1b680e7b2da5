"""What was made of a file is kept until it, or a file it names, changes; what is damaged is made anew, and room is made."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from dicedsl import compile_door, kept_files
from dicedsl.check_door import check
from dicedsl.errors import Problem
from dicedsl.interpreter.examples import testing
from dicedsl.interpreter.examples.example_runner import ExampleReport, run_example
from dicedsl.interpreter.game import Game
from dicedsl.interpreter.table.game_table import GameTable
from dicedsl.program.examples import Example
from dicedsl.rulebook.library import games

PARENT = """\
game "Parent"
use "words"
players 2
material:
    cup: 2 dice
    each player has total = 0
turn:
    roll cup
    choose:
        "keep": add worth to your total
        "pass"
end "enough" when some p in players has total at least 20: p wins
"""
WORDS = 'library "Words"\nwords:\n    worth is sum of number of cup\n    idle is 3\n'
CHILD = 'game "Child" changes "parent"\nwords:\n    spare is 4\n'


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    kept_files.folder.cache_clear()
    folder = kept_files.folder()
    assert folder is not None and folder.is_relative_to(tmp_path)
    yield folder
    kept_files.folder.cache_clear()


@pytest.fixture
def child(tmp_path: Path) -> Path:
    for name, text in (("parent", PARENT), ("words", WORDS), ("child", CHILD)):
        (tmp_path / f"{name}.dice").write_text(text, "utf-8")
    return tmp_path / "child.dice"


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What was really compiled."""
    found: list[str] = []
    book = compile_door._book

    def counted(*arguments: object, **more: object) -> object:
        found.append("book")
        return book(*arguments, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(compile_door, "_book", counted)
    return found


def told(problems: list[Problem]) -> list[tuple[object, ...]]:
    return [(p.code, p.message, p.span.source.name, p.span.line, p.span.text, p.help, p.severity) for p in problems]


def test_a_program_is_made_once(child: Path, made: list[str]) -> None:
    first = Game.named(str(child)).program()
    assert made == ["book", "book"]  # what it says about itself, and its program
    again = Game.named(str(child)).program()

    assert made == ["book", "book"]
    assert again == first
    assert again is not first
    assert first.kept_as == again.kept_as != ""


@pytest.mark.parametrize("changed", ["child", "parent", "words"])
def test_it_is_made_anew_when_any_of_its_files_changes(child: Path, made: list[str], changed: str) -> None:
    first = Game.named(str(child)).program()
    path = child.with_name(f"{changed}.dice")
    text = path.read_text("utf-8")
    path.write_text(text + "# changed\n", "utf-8")
    other = Game.named(str(child)).program()
    assert len(made) == 4
    assert other.kept_as != first.kept_as
    path.write_text(text.replace("sum of", "2 * sum of").replace("spare is 4", "replace worth is 9"), "utf-8")
    made.clear()
    if changed == "parent":
        path.write_text(text.replace("at least 20", "at least 30"), "utf-8")

    assert Game.named(str(child)).program() != first
    assert len(made) == 2


def test_a_file_that_comes_to_lie_beside_it_counts(child: Path, made: list[str]) -> None:
    child.write_text('game "Child" changes "pig"\n', "utf-8")
    assert Game.named(str(child)).title == "Child"
    shipped = Game.named(str(child)).program()
    child.with_name("pig.dice").write_text(PARENT, "utf-8")

    assert Game.named(str(child)).program() != shipped


def test_settings_and_variants_are_kept_apart(made: list[str]) -> None:
    game = Game.named("pig")
    programs = [game.program(2), game.program(3), game.program(2, {"goal": 50}), game.program(2, variants=["Two dice"])]
    assert len({program.kept_as for program in programs}) == 4
    made.clear()

    again = Game.named("pig")
    assert [again.program(2), again.program(3)] == programs[:2]
    assert [again.program(2, {"goal": 50}), again.program(2, variants=["Two dice"])] == programs[2:]
    assert made == []


def test_a_file_checked_twice_says_the_same_twice(child: Path) -> None:
    child.write_text(PARENT.replace("turn:", "words:\n    unused is 3\nturn:"), "utf-8")
    first = check(child)
    assert [p.severity for p in first] == ["warning"]

    assert told(check(child)) == told(first)
    broken = child.with_name("broken.dice")
    broken.write_text(PARENT.replace("at least 20", "at least twenty").replace("worth", "wort"), "utf-8")
    errors = check(broken)
    assert len(errors) >= 2
    assert told(check(broken)) == told(errors)


def test_what_is_said_of_a_file_depends_on_the_files_it_names(child: Path) -> None:
    assert [p for p in check(child) if p.is_error] == []
    child.with_name("words.dice").write_text(WORDS.replace("worth", "value"), "utf-8")

    assert [p.span.text for p in check(child) if p.is_error] == ["worth"]
    child.with_name("words.dice").unlink()
    assert [p.code for p in check(child) if p.is_error][:1] != []


@pytest.mark.parametrize("damage", ["nothing", "cut", "changed", "foreign", "swapped"])
def test_damaged_entries_are_made_anew(child: Path, own_cache: Path, made: list[str], damage: str) -> None:
    program, problems = Game.named(str(child)).program(), told(check(child))
    entries = sorted(own_cache.iterdir())
    assert len(entries) >= 4
    texts = [entry.read_bytes() for entry in entries]
    for entry, data, other in zip(entries, texts, texts[1:] + texts[:1], strict=True):
        middle = len(data) // 2
        entry.write_bytes(
            {
                "nothing": b"",
                "cut": data[:middle],
                "changed": data[:middle] + bytes([data[middle] ^ 1]) + data[middle + 1 :],
                "foreign": b"not ours",
                "swapped": other,
            }[damage]
        )
    made.clear()

    assert Game.named(str(child)).program() == program
    assert told(check(child)) == problems
    assert len(made) == 2
    made.clear()
    assert Game.named(str(child)).program() == program
    assert made == []


def test_without_a_cache_everything_works(child: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "file").write_text("", "utf-8")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "file"))
    kept_files.folder.cache_clear()

    assert kept_files.folder() is None
    assert Game.named(str(child)).program() == Game.named(str(child)).program()
    assert check(child) is not None


@pytest.mark.skipif(os.name != "posix", reason="rights are told otherwise there")
def test_a_folder_that_others_may_write_to_is_not_used(own_cache: Path) -> None:
    own_cache.chmod(0o777)
    kept_files.folder.cache_clear()

    assert kept_files.folder() is None


def test_texts_that_come_from_no_file_are_not_kept(own_cache: Path) -> None:
    from dicedsl.interpreter.game import load

    assert load(PARENT.replace('use "words"\n', "").replace("worth", "3")).program().kept_as == ""
    assert list(own_cache.iterdir()) == []


def test_room_is_made_for_what_is_new(own_cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept_files, "MOST_CACHE_BYTES", 10_000)
    for number in range(20):
        kept_files.write_entry(f"{number:040}", bytes(1_000))
        os.utime(own_cache / f"{number:040}", (number, number))
        assert sum(entry.stat().st_size for entry in own_cache.iterdir()) <= 10_000

    left = {int(entry.name) for entry in own_cache.iterdir()}
    assert 5 <= len(left) <= 10
    assert 19 in left
    assert left == set(range(20 - len(left), 20))


def test_many_small_entries_make_room_as_well(own_cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept_files, "MOST_CACHE_ENTRIES", 8)
    for number in range(30):
        kept_files.write_entry(f"{number:040}", b"x")

    assert 1 <= len(list(own_cache.iterdir())) <= 8


def test_what_is_used_stays(own_cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept_files, "MOST_CACHE_ENTRIES", 4)
    for number in range(4):
        kept_files.write_entry(f"{number:040}", b"x")
        os.utime(own_cache / f"{number:040}", (number + 1, number + 1))
    assert kept_files.read_entry(f"{0:040}") == b"x"
    kept_files.write_entry(f"{9:040}", b"x")

    assert kept_files.read_entry(f"{0:040}") == b"x"
    assert kept_files.read_entry(f"{1:040}") is None


def test_what_is_too_large_is_not_kept(own_cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept_files, "LARGEST_ENTRY", 100)
    kept_files.write_entry("a" * 40, bytes(101))
    assert list(own_cache.iterdir()) == []
    (own_cache / ("a" * 40)).write_bytes(bytes(101))
    assert kept_files.read_entry("a" * 40) is None


def test_half_written_files_are_cleared_away(own_cache: Path) -> None:
    old, fresh = own_cache / "a.1.part", own_cache / "b.1.part"
    for path in (old, fresh):
        path.write_bytes(b"x")
    os.utime(old, (time.time() - 2 * kept_files.STALE_SECONDS,) * 2)
    kept_files.write_entry("a" * 40, b"x")

    assert not old.exists()
    assert fresh.exists()


def test_two_at_once_leave_whole_entries(tmp_path: Path, child: Path) -> None:
    """Processes that write the same entries at the same time do not disturb each other."""
    script = (
        "import sys; from dicedsl.interpreter.game import Game; from dicedsl.check_door import check\n"
        "for name in sys.argv[1:]: check(name); print(Game.named(name).program().cells)"
    )
    running = [
        subprocess.Popen([sys.executable, "-c", script, str(child), "pig"], stdout=subprocess.PIPE, text=True)
        for _ in range(3)
    ]
    answers = {process.communicate()[0] for process in running}

    assert [process.returncode for process in running] == [0, 0, 0]
    assert len(answers) == 1


def test_nothing_of_the_compiler_is_loaded_for_what_is_known(child: Path) -> None:
    script = (
        "import sys; from dicedsl.interpreter.game import Game; from dicedsl.check_door import check\n"
        "problems, table = check(sys.argv[1]), Game.named(sys.argv[1]).table()\n"
        "table.words, table.start()\n"
        "print(*sorted(m for m in sys.modules if m == 'lark' or m.startswith("
        "('lark.', 'dicedsl.lower', 'dicedsl.typed', 'dicedsl.syntax', 'dicedsl.check.', 'dicedsl.prose', 'rich', 'llvmlite'))))"
    )
    for name in (str(child), "pig"):
        run = [sys.executable, "-c", script, name]
        assert "dicedsl.lower.lower" in subprocess.check_output(run, text=True).split()
        assert subprocess.check_output(run, text=True).split() == []


def test_commands_that_need_no_compiler_load_none() -> None:
    script = (
        "import sys; from dicedsl.cli import main\n"
        "try: main(['--version'])\n"
        "except SystemExit: pass\n"
        "print(*(m for m in sys.modules if m.startswith(('lark', 'attr', 'rich', 'dicedsl.'))))"
    )
    loaded = subprocess.check_output([sys.executable, "-c", script], text=True).splitlines()[-1].split()

    assert set(loaded) <= {"dicedsl.cli", "dicedsl.version"}


def test_shipped_rulebooks_are_kept_like_others(made: list[str]) -> None:
    names = [name for name, _ in games()][::12]
    first = [Game.named(name).program() for name in names]
    assert len(made) == 2 * len(names)

    assert [Game.named(name).program() for name in names] == first
    assert len(made) == 2 * len(names)


def test_entries_lie_where_everybody_looks_for_them(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    from platformdirs import user_cache_path

    for home in (str(tmp_path), "", " "):
        monkeypatch.setenv("XDG_CACHE_HOME", home)
        assert kept_files._user_folder() == user_cache_path("dicedsl")


def test_reports_of_examples_are_made_once(child: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    example = 'example "Keeping":\n    roll 2 3\n    P1 chooses "keep"\n    now total of P1 is 5\n'
    child.write_text(CHILD + example, "utf-8")
    run: list[str] = []

    def counted(example: Example, table: GameTable) -> ExampleReport:
        run.append("example")
        return run_example(example, table)

    monkeypatch.setattr(testing, "run_example", counted)
    first = testing.reports_of(child)
    assert [(report.title, told(report.problems)) for report in first] == [("Keeping", [])]
    assert testing.reports_of(child) == first
    assert run == ["example"]
    # What it depends on lies in another file.
    child.with_name("words.dice").write_text(WORDS.replace("sum of", "2 * sum of"), "utf-8")

    failed = testing.reports_of(child)
    assert [bool(report.problems) for report in failed] == [True]
    assert [told(report.problems) for report in testing.reports_of(child)] == [told(r.problems) for r in failed]
    assert run == ["example"] * 2
