"""Every scenario of the catalogue of rules stands in its rulebook as an example that begins with the scenario's id."""

import re
from pathlib import Path

import pytest

from dicedsl.rulebook.example_unfolding import all_examples
from dicedsl.rulebook.files import read
from dicedsl.rulebook.library import shipped_files
from dicedsl.syntax.parser import parse_or_raise

SCENARIOS = {
    "catch-6": ("C6", 7),
    "keep-on-rolling": ("KR", 8),
    "two-out-of-three": ("TT", 7),
    "grand-poobah": ("GP", 8),
    "perfecto": ("PF", 9),
    "perfecto-advanced": ("PA", 8),
    "perfecto-team": ("PT", 7),
    "diangle": ("DG", 9),
    "spicy-dice": ("SD", 9),
    "spicy-dice-extra": ("SE", 7),
    "spicy-dice-junior": ("SJ", 5),
    "six-by-six": ("BB", 9),
}

# How many scenarios each game of "Das Spiel" has, from game 1 on; game 7 has the ids 07-S1, 07-S2, 07-S3.
DAS_SPIEL = (
    5, 5, 6, 4, 4, 5, 3, 4, 4, 5,
    5, 4, 5, 5, 4, 4, 5, 6, 5, 6,
    6, 4, 5, 4, 5, 6, 5, 5, 4, 5,
    5, 5, 5, 5, 4, 5, 5, 5, 4, 4,
    5, 4, 5, 6, 5, 5, 5, 4, 4, 4,
    5, 4, 5, 5, 4, 4, 4,
)  # fmt: skip
OWN_GAME = {"turned-over": ("MG", 3)}  # made on the same material, without a number


def in_das_spiel(games: dict[str, Path]) -> dict[str, tuple[str, int]]:
    """The shipped games of the box, each with the prefix of its ids and how many there are."""
    found = {name: OWN_GAME[name] for name in games if name in OWN_GAME}
    for name, path in games.items():
        number = re.match(r"(\d\d)-", path.name)
        if number is not None and path.parent.name == "das-spiel":
            found[name] = (number[1], DAS_SPIEL[int(number[1]) - 1])
    return found


BOX = in_das_spiel(shipped_files())
NUMBERS = sorted(int(prefix) for prefix, _ in BOX.values() if prefix.isdigit())


def titles_of(path: Path) -> list[str]:
    return [placed.example.title.value for placed in all_examples(parse_or_raise(read(path)))]


def ids(titles: list[str], prefix: str) -> set[int]:
    return {int(m[1]) for title in titles if (m := re.match(rf"{prefix}-S(\d+)\b", title))}


@pytest.mark.parametrize("name", SCENARIOS)
def test_every_scenario_is_an_example(name: str) -> None:
    prefix, count = SCENARIOS[name]

    found = {int(m[1]) for title in titles_of(shipped_files()[name]) if (m := re.match(rf"{prefix}-(\d+)\b", title))}

    assert found == set(range(1, count + 1))


@pytest.mark.parametrize("name", BOX)
def test_every_scenario_of_das_spiel_is_an_example(name: str) -> None:
    prefix, count = BOX[name]
    titles = titles_of(shipped_files()[name])

    assert ids(titles, prefix) == set(range(1, count + 1))
    assert ids(titles, r"(?:\d\d|MG)") == ids(titles, prefix), "an id of another game"


@pytest.mark.parametrize("there", [NUMBERS], ids=[f"{len(NUMBERS)} of {len(DAS_SPIEL)}"])
def test_the_games_of_das_spiel_that_are_there(there: list[int]) -> None:
    missing = sorted(set(range(1, len(DAS_SPIEL) + 1)) - set(there))
    print(f"{len(there)} of {len(DAS_SPIEL)} games are there; missing: {', '.join(map(str, missing)) or 'none'}")

    assert len(DAS_SPIEL) == 57
    assert len(set(there)) == len(there), "two rulebooks for one game"
    assert set(there) <= set(range(1, 58))
    # Every file of the folder is one of these games.
    folder = {path.name for path in shipped_files().values() if path.parent.name == "das-spiel"}
    assert folder == {shipped_files()[name].name for name in BOX if shipped_files()[name].parent.name == "das-spiel"}


def test_a_scenario_that_is_missing_is_noticed() -> None:
    path = shipped_files()["23-rasanto"]
    titles = [title for title in titles_of(path) if not title.startswith("23-S4")]

    assert ids(titles, "23") == {1, 2, 3, 5}
    assert in_das_spiel({"07-other": path.with_name("07-other.dice")}) == {"07-other": ("07", 3)}
