"""What could come next where a text cannot be read: the same that lark itself finds, which is slow."""

from contextlib import suppress
from random import Random

import lark
import pytest

from dicedsl.rulebook.library import shipped_files
from dicedsl.syntax.edition_parser import FIRST, SECOND, Edition
from tests.hostile.pieces import spoilt


@pytest.mark.parametrize("edition", [SECOND, FIRST], ids=["second", "first"])
def test_what_could_come_next_is_what_lark_accepts(edition: Edition) -> None:
    rng, texts = Random(3), [path.read_text("utf-8").split("\n") for path in shipped_files().values()]
    compared = 0
    for _ in range(40):
        text = spoilt(rng, texts)
        failure = edition.failure_of(text, explain=True)
        if failure is None or failure.code:
            continue
        steps = edition.parser.parse_interactive(text + "\n")
        with suppress(lark.exceptions.UnexpectedInput):
            for _ in steps.iter_parse():
                pass
            steps.feed_eof()  # type: ignore[no-untyped-call]
        compared += 1
        assert failure.accepts == frozenset(steps.accepts())  # type: ignore[no-untyped-call]
    assert compared > 10


@pytest.mark.parametrize("edition", [SECOND, FIRST], ids=["second", "first"])
def test_a_game_may_end_after_its_title(edition: Edition) -> None:
    assert "$END" in edition.expected_after('game "T"\n')
    assert "$END" not in edition.expected_after("game ")
