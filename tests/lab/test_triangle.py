"""Where games stand of which it is known: dice alone, hands alone, choices alone, and each beside another that decides nothing."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from dicedsl.cli import main
from dicedsl.errors import DiceError
from dicedsl.interpreter.game import load
from dicedsl.interpreter.lab.triangle import results_file
from dicedsl.interpreter.lab.triangle.placement import PlacedGame, TrianglePlan, place_game
from dicedsl.interpreter.lab.triangle.report import picture, triangle_page, triangle_text
from dicedsl.interpreter.lab.triangle.shares import SKILL, TACTICS, Evidence, Gain, explained, shares, with_intervals

DICE = "material: cup: 1 die with faces 1 to 6\n"
HEAD = 'game "<i>Known</i>"\nplayers 2, clockwise from anybody\n'
DOORS = 'choose:\n        "left": you win\n        "right": left neighbour of you wins\n'
MEANS_NOTHING = 'choose:\n        "red": add 1 to seen\n        "blue": add 2 to seen\n'
KEPT = "to keep track: the game has seen, at first 0\n"
FLICK = 'attempt "flick":\n        "hit": you win\n        "miss": left neighbour of you wins\n'
ODDS = 'simulation:\n    odds of "flick":\n        "hit": skill of you\n        "miss": 100 - skill of you\n'
TOSS = "roll cup\n    if sum of cup is at least 4: you win\n    left neighbour of you wins\n"


def game(*parts: str) -> str:
    return HEAD + "".join(parts)


ALL_DICE = game(DICE, f"turn:\n    {TOSS}")
ALL_CHOICE = game(f"turn:\n    {DOORS}")
ALL_HANDS = game(f"turn:\n    {FLICK}", ODDS)
CHOICE_BEFORE_DICE = game(DICE, KEPT, f"turn:\n    {MEANS_NOTHING}    {TOSS}")
DICE_BEFORE_CHOICE = game(DICE, f"turn:\n    roll cup\n    {DOORS}")
DICE_BEFORE_HANDS = game(DICE, f"turn:\n    roll cup\n    {FLICK}", ODDS)


def found_of(text: str, **asked: Any) -> PlacedGame:
    return place_game("known", load(text), TrianglePlan(**{"seconds": 3.0, "games": 30, "by": "quick:20p", **asked}))


def values(found: PlacedGame) -> list[float]:
    return [share.value for share in found.shares]


@pytest.mark.parametrize(
    ("text", "known"), [(ALL_DICE, [100, 0, 0]), (ALL_HANDS, [0, 100, 0]), (ALL_CHOICE, [0, 0, 100])]
)
def test_what_is_alone_decides_everything(text: str, known: list[float]) -> None:
    found = found_of(text)

    assert values(found) == known
    assert [(share.low, share.high) for share in found.shares] == [(value, value) for value in known]


@pytest.mark.parametrize(("text", "part"), [(CHOICE_BEFORE_DICE, 0), (DICE_BEFORE_HANDS, 1), (DICE_BEFORE_CHOICE, 2)])
def test_what_is_there_and_decides_nothing_has_next_to_no_share(text: str, part: int) -> None:
    found = found_of(text, games=60)

    assert sum(values(found)) == pytest.approx(100)
    assert values(found)[part] > 85
    assert found.met == 60 and found.looked > 1
    for share in found.shares:
        assert 0 <= share.low <= share.value <= share.high <= 100


def test_steady_hands_and_thinking_explain_what_they_decide() -> None:
    hands, choices = found_of(DICE_BEFORE_HANDS, games=200), found_of(DICE_BEFORE_CHOICE, games=100)

    # Who begins hits with 80 or 20 of 100, and wins by it: the correlation is 0.6.
    assert 0.4 < hands.hands < 0.8 and hands.thinking == 0 and hands.by == ""
    # Who thinks wins if it begins, and half of the other games.
    assert 0.3 < choices.thinking < 0.7


def test_the_same_seed_finds_the_same_while_there_is_time() -> None:
    first, again, other = (found_of(CHOICE_BEFORE_DICE, seconds=60.0, games=6, seed=seed) for seed in (1, 1, 2))

    assert first == again and first.shares != other.shares


def met(*got: float) -> tuple[tuple[Gain, ...], ...]:
    """Games of two in which the first thinks and gets so much; hands are steady in every second game."""
    return tuple((Gain(one, True, i % 2 == 0), Gain(1 - one, False, i % 2 == 1)) for i, one in enumerate(got))


def test_who_always_wins_explains_all_and_who_loses_explains_nothing() -> None:
    assert explained(met(*[1.0] * 10), TACTICS) == pytest.approx(1)
    assert explained(met(*[0.0] * 10), TACTICS) == 0
    assert explained(met(*[0.5] * 10), TACTICS) == 0
    assert explained(met(*[1.0] * 10), SKILL) == 0
    # Three games of four: a correlation of a half, a quarter of the variance, less what luck brings in 400 games.
    assert explained(met(*[1.0, 1.0, 1.0, 0.0] * 100), TACTICS) == pytest.approx(0.25 - 0.75 / 399)


def test_the_rest_is_split_by_what_changes_the_chances() -> None:
    found = Evidence(frozenset((0, 1, 2)), met(*[*[1.0] * 6, 0.0, 0.0] * 50), ((0.1, 0.3, 0.1),) * 5)
    thinking = explained(found.met, TACTICS)

    assert shares(found) == pytest.approx(((1 - thinking) * 0.2, (1 - thinking) * 0.6, thinking + (1 - thinking) * 0.2))


def test_few_victories_are_not_taken_for_certainty() -> None:
    swings = ((0.5, 0.0, 0.0),) * 5
    few, many = (
        with_intervals(Evidence(frozenset((0, 2)), met(*[1.0] * count), swings), 1)[TACTICS] for count in (6, 60)
    )

    assert few.value == many.value == pytest.approx(100)
    assert few.low < 60 < many.low


def test_text_page_and_picture_tell_every_game_and_obey_none() -> None:
    found = [found_of(text) for text in (ALL_DICE, ALL_HANDS, ALL_CHOICE, ALL_CHOICE)]
    page, text = triangle_page(found, 5), triangle_text(found, 5)

    assert "4 of 5 games" in text and "4 of 5 games" in page
    assert "Mostly chance: <i>Known</i>." in text and "Mostly skill" in text and "Mostly tactics" in text
    assert "<i>Known" not in page and page.count("&lt;i&gt;Known") >= 8
    assert "<script" not in page and "http" not in page and 'role="img"' in page
    # Two games at one place are one dot with both numbers.
    assert picture(found).count("<circle") == 3 and ">3, 4<" in picture(found)


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, ["triangle", *arguments])


def written(folder: Path, name: str, text: str) -> str:
    file = folder / f"{name}.dice"
    file.write_text(text.replace("<i>Known</i>", name.title()), "utf-8")
    return str(file)


def test_the_command_goes_on_where_it_was_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    names = [written(tmp_path, "dice", ALL_DICE), written(tmp_path, "doors", ALL_CHOICE)]
    kept, real = tmp_path / "kept.json", place_game

    def stopping(name: str, *rest: Any) -> PlacedGame:
        if name == names[1]:
            raise KeyboardInterrupt
        return real(name, *rest)

    monkeypatch.setattr(results_file, "place_game", stopping)
    stopped = run(*names, "--keep", str(kept), "--jobs", "1")
    assert stopped.exit_code == 130 and "1 of 2 games" in stopped.stdout and "Mostly" not in stopped.stdout

    def other_only(name: str, *rest: Any) -> PlacedGame:
        assert name == names[1]
        return real(name, *rest)

    monkeypatch.setattr(results_file, "place_game", other_only)
    whole = run(*names, "--keep", str(kept), "--jobs", "1")
    assert whole.exit_code == 0 and "2 games" in whole.stdout and "Mostly chance: Dice." in whole.stdout
    assert set(json.loads(kept.read_text("utf-8"))) == set(names)

    # Other rules under the same name, or another question, are done anew.
    written(tmp_path, "dice", ALL_HANDS)
    with pytest.raises(AssertionError):
        list(results_file.place_all(names, TrianglePlan(), 1, kept))


def test_the_command_gives_data_and_a_page(tmp_path: Path) -> None:
    name, page = written(tmp_path, "dice", ALL_DICE), tmp_path / "page.html"
    data = json.loads(run(name, "--json", "--html", str(page)).stdout)

    assert [share["value"] for share in data["games"][0]["shares"]] == [100, 0, 0]
    assert data["wanted"] == 1 and not data["stopped"]
    assert page.read_text("utf-8").startswith("<!DOCTYPE html>")


def test_the_command_refuses_in_a_sentence(tmp_path: Path) -> None:
    spoilt = tmp_path / "spoilt.json"
    spoilt.write_text('{"x": 3}', "utf-8")

    for arguments in (
        (),
        ("no-such-game",),
        (written(tmp_path, "dice", ALL_DICE), "--keep", str(spoilt)),
        ("--all", "--by", "nobody"),
    ):
        refused = run(*arguments)
        assert refused.exit_code == 2 and refused.stderr.count("\n") < 4


def test_a_game_that_goes_wrong_does_not_end_the_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    names = [written(tmp_path, "doors", ALL_CHOICE), written(tmp_path, "dice", ALL_DICE)]
    real = place_game

    def failing(name: str, *rest: Any) -> PlacedGame:
        if name == names[0]:
            raise DiceError([])
        return real(name, *rest)

    monkeypatch.setattr(results_file, "place_game", failing)
    found: Iterator[PlacedGame | DiceError] = results_file.place_all(names, TrianglePlan(), 1)

    assert [type(one) for one in found] == [DiceError, PlacedGame]
