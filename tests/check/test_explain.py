"""Every code has an explanation, and the explanations tell the truth."""

import re
from pathlib import Path

import pytest
from attrs import evolve

from dicedsl.check_door import check
from dicedsl.explain.catalogue import CATALOGUE, GROUPS, Explanation, explanation, whole
from dicedsl.syntax.declared_names import find_declared_names
from dicedsl.syntax.edition_parser import SECOND
from dicedsl.syntax.editions import signs
from dicedsl.text.source import Source

ROOT = Path(__file__).parents[2]
CODE = re.compile(r'"([EFWX]\d{3})"')
SOURCES = [path for top in ("dsl", "interpreter") for path in (ROOT / top).rglob("*.py") if path.name != "explain.py"]
USED = sorted({code for path in SOURCES for code in CODE.findall(path.read_text("utf-8"))})
FRAMES = [
    "file",
    "part",
    "steps",
    "alternative",
    "words",
    "material",
    "memory",
    "options",
    "variant",
    "example",
    "examples",
]
SHOWN = [entry for entry in CATALOGUE.values() if entry.frame != "play"]


@pytest.mark.parametrize("code", USED)
def test_every_code_is_explained(code: str) -> None:
    assert code in CATALOGUE


@pytest.mark.parametrize("code", sorted(CATALOGUE))
def test_every_explanation_is_of_a_code_in_use(code: str) -> None:
    assert code in USED


@pytest.mark.parametrize("entry", CATALOGUE.values(), ids=lambda entry: entry.code)
def test_an_explanation_is_whole(entry: Explanation) -> None:
    assert entry.title
    assert not entry.title.endswith(".")
    assert entry.text.endswith(".")
    assert entry.wrong or entry.frame == "play"


@pytest.mark.parametrize("entry", SHOWN, ids=lambda entry: entry.code)
def test_the_wrong_sample_is_wrong_in_this_way(entry: Explanation) -> None:
    codes = {p.code for p in check(Source("sample.dice", whole(entry, entry.wrong)))}

    assert entry.code in codes


@pytest.mark.parametrize("entry", [e for e in SHOWN if e.right], ids=lambda entry: entry.code)
def test_the_right_sample_is_right(entry: Explanation) -> None:
    problems = check(Source("sample.dice", whole(entry, entry.right)))

    assert [p.message for p in problems if p.is_error or p.code == entry.code] == []


def is_read(entry: Explanation, sample: str) -> bool:
    """Whether the second edition reads a sample; one of frame `play` says not where it stands."""
    frames = FRAMES if entry.frame == "play" else [entry.frame]
    texts = [whole(evolve(entry, frame=frame), sample) for frame in frames]
    return any(SECOND.failure_of(find_declared_names(text).joined(text)) is None for text in texts)


@pytest.mark.parametrize("entry", [e for e in CATALOGUE.values() if e.right], ids=lambda entry: entry.code)
def test_the_right_sample_is_of_the_second_edition(entry: Explanation) -> None:
    assert is_read(entry, entry.right)


@pytest.mark.parametrize("entry", [e for e in CATALOGUE.values() if e.wrong], ids=lambda entry: entry.code)
def test_the_wrong_sample_is_of_the_second_edition(entry: Explanation) -> None:
    """What is wrong with the text itself cannot be read; then nothing in it is of the first."""
    assert signs(entry.wrong)[0] == 0
    assert entry.code.startswith("E1") or is_read(entry, entry.wrong)


def test_every_code_is_explained_once() -> None:
    codes = [code for group in GROUPS for code in group]

    assert len(codes) == len(set(codes))


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
        "        if some of cup show 6: stop"
    )


def test_an_unknown_code_has_no_explanation() -> None:
    assert explanation("E999") is None
