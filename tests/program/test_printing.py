"""The lowered form as text: a change of what rulebooks become shows as a difference."""

import pytest

from dicedsl.program.printing import program_text
from tests.program.programs import seeded_program
from tests.program.update_goldens import BOOKS, LOWERED, lowered


@pytest.mark.parametrize("name", BOOKS)
def test_rulebooks_are_lowered_as_before(name: str) -> None:
    assert lowered(BOOKS[name]) == (LOWERED / f"{name}.txt").read_text("utf-8")


def test_no_text_is_left_over() -> None:
    assert {path.stem for path in LOWERED.glob("*.txt")} == set(BOOKS)


def test_programs_that_differ_are_printed_differently() -> None:
    texts = {program_text(seeded_program(seed)) for seed in range(20)}
    assert len(texts) == 20
