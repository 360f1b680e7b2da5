"""Every code has an explanation, and the explanations tell the truth."""

import re
from pathlib import Path

import pytest

from dicedsl.checking import check
from dicedsl.explain import CATALOGUE, Entry, explanation, whole
from dicedsl.source import Source

ROOT = Path(__file__).parents[2]
CODE = re.compile(r'"([EFWX]\d{3})"')
SOURCES = [path for top in ("dsl", "interpreter") for path in (ROOT / top).rglob("*.py") if path.name != "explain.py"]
USED = sorted({code for path in SOURCES for code in CODE.findall(path.read_text("utf-8"))})
SHOWN = [entry for entry in CATALOGUE.values() if entry.frame != "play"]


@pytest.mark.parametrize("code", USED)
def test_every_code_is_explained(code: str) -> None:
    assert code in CATALOGUE


@pytest.mark.parametrize("code", sorted(CATALOGUE))
def test_every_explanation_is_of_a_code_in_use(code: str) -> None:
    assert code in USED


@pytest.mark.parametrize("entry", CATALOGUE.values(), ids=lambda entry: entry.code)
def test_an_explanation_is_whole(entry: Entry) -> None:
    assert entry.title
    assert not entry.title.endswith(".")
    assert entry.text.endswith(".")
    assert entry.wrong or entry.frame == "play"


@pytest.mark.parametrize("entry", SHOWN, ids=lambda entry: entry.code)
def test_the_wrong_sample_is_wrong_in_this_way(entry: Entry) -> None:
    codes = {p.code for p in check(Source("sample.dice", whole(entry, entry.wrong)))}

    assert entry.code in codes


@pytest.mark.parametrize("entry", [e for e in SHOWN if e.right], ids=lambda entry: entry.code)
def test_the_right_sample_is_right(entry: Entry) -> None:
    problems = check(Source("sample.dice", whole(entry, entry.right)))

    assert [p.message for p in problems if p.is_error or p.code == entry.code] == []


def test_what_is_printed() -> None:
    assert explanation("e401") == (
        "E401: there is nothing to stop\n"
        "\n"
        "`stop` leaves the innermost `repeat` or `in turn` around it. To end the turn write `end turn`.\n"
        "\n"
        "Wrong:\n"
        "\n"
        "    roll cup\n"
        "    stop\n"
        "\n"
        "Right:\n"
        "\n"
        "    repeat:\n"
        "        roll cup\n"
        "        if cup showing 6 is not empty: stop"
    )


def test_an_unknown_code_has_no_explanation() -> None:
    assert explanation("E999") is None
