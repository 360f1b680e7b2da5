"""The command line as a person uses it: what it prints, what it leaves behind, and its exit codes."""

import json
import os
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from dicedsl.cli import main
from dicedsl.rulebook import library
from dicedsl.rulebook.library import shipped_files

SMALL = """game "Small"
players 2

material:
    cup: 1 die
    each player has score = 0

turn:
    roll cup
    add sum of number of cup to your score

end "ten points" when some p in players has score at least 10: p wins

example "a roll counts":
    with Anna, Ben
    roll 4
    now score of Anna is 4
"""


def run(*arguments: str, input: str | None = None) -> Result:
    return CliRunner().invoke(main, list(arguments), input=input)


@pytest.fixture
def small(tmp_path: Path) -> Path:
    path = tmp_path / "small.dice"
    path.write_text(SMALL, "utf-8")
    return path


def test_help_teaches_the_first_steps() -> None:
    result = run("--help")

    assert result.exit_code == 0
    for verb in ("play", "check", "test", "fmt", "list", "rules", "simulate", "new", "explain", "diff"):
        assert verb in result.output


def test_check_of_a_good_file(small: Path) -> None:
    result = run("check", str(small))

    assert result.exit_code == 0
    assert "1 rulebook checked, no mistakes found" in result.output


def test_check_names_place_and_likely_fix(small: Path) -> None:
    small.write_text(SMALL.replace("to your score", "to your scor"), "utf-8")

    result = run("check", str(small))

    assert result.exit_code == 1
    assert f"{small}:10:38" in result.output
    assert 'did you mean "score"?' in result.output
    assert "Traceback" not in result.output


def test_check_as_json(small: Path) -> None:
    small.write_text(SMALL.replace("to your score", "to your scor"), "utf-8")

    result = run("check", "--format", "json", str(small))
    problems = json.loads(result.output)

    assert result.exit_code == 1
    assert [(p["code"], p["line"]) for p in problems if p["severity"] == "error"] == [("E311", 10)]


def test_several_mistakes_in_one_run(small: Path) -> None:
    text = SMALL.replace("to your score", "to your scor").replace("roll cup\n", "roll cupp\n")
    small.write_text(text, "utf-8")

    problems = json.loads(run("check", "--format", "json", str(small)).output)

    assert [p["line"] for p in problems if p["severity"] == "error"] == [9, 10]


def test_wrong_use_is_one_sentence_and_exit_2() -> None:
    for arguments in (["check", "no-such-game"], ["check"], ["explain", "E999"], ["play", "pig", "--players", "99"]):
        result = run(*arguments)

        assert result.exit_code == 2, arguments
        assert len(result.output.strip().splitlines()) == 1, arguments


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["simulate", "pig", "--games", "-3"], "--games takes a number of 1 or more"),
        (["arena", "pig", "--games=-3"], "--games takes a number of 1 or more"),
        (["arena", "pig", "--playouts", "many"], "--playouts takes a number of 1 or more"),
        (["simulate", "pig", "--jobs", "0"], "--jobs takes a number from 1 to 256"),
        (["simulate", "pig", "--seed", "x"], "--seed takes a whole number"),
        (["table", "pig", "--port", "0"], "--port takes a number from 1 to 65535"),
    ],
)
def test_a_wrong_number_is_one_sentence(arguments: list[str], message: str) -> None:
    result = run(*arguments)

    assert result.exit_code == 2
    assert result.output.strip() == f"dicedsl: {message}"


def test_a_misspelt_name_is_named() -> None:
    assert "did you mean keep-on-rolling?" in run("check", "keep-on-roling").output


def test_examples_run(small: Path) -> None:
    assert "1 of 1 examples hold" in run("test", str(small)).output

    small.write_text(SMALL.replace("is 4", "is 5"), "utf-8")
    result = run("test", str(small))

    assert result.exit_code == 1
    assert "score of Anna is 4" in result.output
    assert "0 of 1 examples hold" in result.output


def test_fmt_changes_a_file_once(small: Path) -> None:
    small.write_text(SMALL.replace("    roll cup", "    roll     cup   # throw it"), "utf-8")

    assert run("fmt", "--check", str(small)).exit_code == 1
    assert run("fmt", str(small)).exit_code == 0
    assert "    roll cup  # throw it\n" in small.read_text("utf-8")
    assert run("fmt", "--check", str(small)).exit_code == 0


def test_fmt_leaves_a_broken_file_alone(small: Path) -> None:
    broken = SMALL.replace("roll cup\n", "rol cup\n")
    small.write_text(broken, "utf-8")

    assert run("fmt", str(small)).exit_code == 1
    assert small.read_text("utf-8") == broken


@pytest.mark.parametrize("command", [["check"], ["test"], ["fmt", "--check"]])
def test_all_means_every_shipped_rulebook(command: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    known = dict(library.games())
    some = {name: path for name, path in shipped_files().items() if name not in known or name in list(known)[::15]}
    monkeypatch.setattr(library, "shipped", lambda: some)
    result = run(*command, "--all")
    assert result.exit_code == 0, result.output


@pytest.mark.soak
def test_shipped_rulebooks_are_clean() -> None:
    for command in (["check", "--all"], ["test", "--all"], ["fmt", "--check", "--all"]):
        result = run(*command)
        assert result.exit_code == 0, result.output


def test_list_names_every_game() -> None:
    names = {entry["name"] for entry in json.loads(run("list", "--json").output)}

    assert {"pig", "perfecto-team", "six-by-six"} <= names
    assert "Keep on Rolling" in run("list").output


def test_rules_are_prose() -> None:
    output = run("rules", "pig", "--variant", "two-dice").output

    assert output.startswith("# Pig")
    assert "## Your turn" in output


def test_new_game_checks_and_its_examples_hold(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)

    assert run("new", "My Own Game").exit_code == 0
    assert run("check", "my-own-game.dice").exit_code == 0
    assert run("test", "my-own-game.dice").exit_code == 0
    assert run("new", "My Own Game").exit_code == 2  # nothing is overwritten


def test_new_variant_of_a_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)

    assert run("new", "Short Pig", "--from", "pig").exit_code == 0
    assert run("check", "short-pig.dice").exit_code == 0
    assert 'changes "pig"' in Path("short-pig.dice").read_text("utf-8")


def test_explain_every_kind_of_code() -> None:
    for code in ("E311", "e112", "F506"):
        result = run("explain", code)
        assert result.exit_code == 0
        assert code.upper() in result.output


def test_diff_speaks_of_rules() -> None:
    output = run("diff", "pig", "pig:Two dice").output

    assert "2 dice" in output
    assert run("diff", "pig", "pig").exit_code == 0


def test_simulate_is_repeatable() -> None:
    first, second = (run("simulate", "pig", "--games", "50", "--seed", "7", "--json") for _ in range(2))

    assert first.exit_code == 0
    assert json.loads(first.output)["games"] == 50
    assert first.output == second.output


def test_skill_decides_attempts() -> None:
    def wins(*skills: str) -> list[int]:
        given = [part for skill in skills for part in ("--skill", skill)]
        found = run("simulate", "07-flickers", "--games", "60", "--seed", "5", "--starter", "1", "--json", *given)
        assert found.exit_code == 0, found.output
        return [seat["wins"]["count"] for seat in json.loads(found.output)["seats"]]

    strong, weak = wins("95", "5"), wins("5", "95")
    assert strong[0] > 2 * strong[1]
    assert weak[1] > 2 * weak[0]
    assert wins("50") == wins() == wins("50", "50")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("pig", "--skill", "80"), "dicedsl: nothing in Pig depends on skill"),
        (
            ("07-flickers", "--skill", "80", "--skill", "70", "--skill", "60"),
            "dicedsl: give --skill once, or once for each of the 2 players, not 3 times",
        ),
    ],
)
def test_skill_that_fits_nobody_is_wrong_use(arguments: tuple[str, ...], message: str) -> None:
    result = run("simulate", *arguments)

    assert result.exit_code == 2
    assert result.output.strip() == message


def test_a_match_of_any_game() -> None:
    result = run("simulate", "pig", "--games", "5", "--match", "2", "--option", "goal=20", "--seed", "1", "--json")

    assert result.exit_code == 0
    assert json.loads(result.output)["reasons"][0]["reason"] == "enough games are won"


def test_play_with_plain_pipes() -> None:
    result = run("play", "pig", "--option", "goal=20", "--seed", "3", "--people", "1", input="roll\nhold\n" * 60)

    assert result.exit_code == 0, result.output
    assert "wins" in result.output or "won" in result.output


def test_all_dice_can_be_named_at_once() -> None:
    answers = "set aside all\nstop\n" * 200
    result = run("play", "keep-on-rolling", "--option", "target=50", "--seed", "3", input=answers)

    assert result.exit_code == 0, result.output
    assert "The game is over" in result.output


def test_a_folder_is_no_rulebook(tmp_path: Path) -> None:
    result = run("check", str(tmp_path))

    assert result.exit_code == 2
    assert result.output.strip() == f"dicedsl: {tmp_path} is a folder, not a file"


def test_an_unknown_variant_is_wrong_use() -> None:
    for given, said in (("Two dise", "; did you mean 'Two dice'?"), ("Zzz", "; it has 'Two dice'")):
        result = run("simulate", "pig", "--variant", given)

        assert result.exit_code == 2
        assert result.output.strip() == f"dicedsl: Pig has no variant '{given}'{said}"


def test_an_option_out_of_range_is_wrong_use() -> None:
    result = run("simulate", "pig", "--option", "goal=5")

    assert result.exit_code == 2
    assert result.output.strip() == 'dicedsl: the option "goal" goes from 10 to 1000, not 5'


LONG = """game "Long"
players 2

material:
    bag: 2 dice
    each player has length = 20000
    each player has tally = 0

turn:
    choose:
        "count": set your tally to sum of (n mod 7 for each n in 1 to your length * your length)

cap 6 turns: nobody wins
"""


def test_a_fault_in_a_simulated_game_names_its_line(tmp_path: Path) -> None:
    path = tmp_path / "long.dice"
    path.write_text(LONG, "utf-8")
    result = run("simulate", str(path), "--games", "3")
    assert result.exit_code == 1
    assert "F507" in result.output
    assert "long.dice:10:5" in result.output


def test_play_and_simulate_refuse_what_check_refuses(tmp_path: Path) -> None:
    path = tmp_path / "never.dice"
    path.write_text('game "T"\nplayers 1\nmaterial:\n    cup: 1 die\nturn:\n    roll cup\n', "utf-8")

    for command in (["check", str(path)], ["play", str(path)], ["simulate", str(path), "--games", "1"]):
        done = run(*command)
        assert done.exit_code == 1
        assert "error[E442]: this game can never end" in done.output


def test_rules_refuses_what_check_refuses(tmp_path: Path) -> None:
    path = tmp_path / "half.dice"
    path.write_text('game "T"\nplayers 2\nmaterial:\n    cup: 1 die\nturn:\n    roll cup\n', "utf-8")

    for more in ([], ["--html"], ["-o", str(tmp_path / "page.md")]):
        done = run("rules", str(path), *more)
        assert done.exit_code == 1
        assert "error[E442]: this game can never end" in done.output
        assert "What you need" not in done.output
    assert not (tmp_path / "page.md").exists()


def test_half_a_file_without_its_examples_is_not_called_right(small: Path) -> None:
    small.write_text(SMALL.partition("end ")[0], "utf-8")

    done = run("test", str(small))

    assert done.exit_code == 1
    assert "error[E442]" in done.output


def test_the_list_begins_with_a_word() -> None:
    assert run("list").output[0].isalpha()


@pytest.mark.parametrize("name", ["a" * 300, "a" * 300 + ".dice", "x/" + "a" * 300, "a\0b"])
def test_a_name_that_no_file_can_have(name: str) -> None:
    for command in (["check", name], ["play", name], ["rules", name], ["fmt", name], ["new", "x", "--from", name]):
        done = run(*command)
        assert done.exit_code == 2
        assert isinstance(done.exception, SystemExit)
        assert len(done.output.splitlines()) == 1


def test_a_new_rulebook_with_an_overlong_name() -> None:
    done = run("new", "a" * 300)

    assert done.exit_code == 2
    assert done.output.startswith("dicedsl: ") and len(done.output.splitlines()) == 1


def test_pipes_and_devices_are_no_rulebooks(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.dice")

    for path in (tmp_path / "pipe.dice", Path("/dev/zero")):
        done = run("check", str(path))
        assert (done.exit_code, done.output) == (2, f"dicedsl: {path}: not a plain file\n")


def test_a_large_file_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "large.dice"
    with path.open("wb") as file:
        file.truncate(3 << 30)

    done = run("check", str(path))

    assert (done.exit_code, done.output) == (2, f"dicedsl: {path}: larger than 1 MiB, which is the limit\n")
