"""The table stands right above the prompt and is no higher than the screen, in every shipped game."""

import io

import pytest

from dicedsl.interpreter.play.terminal.terminal import play
from dicedsl.interpreter.show.text import width
from dicedsl.rulebook.library import games
from tests.parts import some
from tests.play.people import Person, session_of

QUESTIONS = 14
SIZES = [(80, 24), (100, 35)]
NAMES = [name for name, _ in games()]
MORE = "there is more: look all"
# What does not fit on the smaller screen is told: no more games than this may need that.
MOST_CUT = {(80, 24): 7, (100, 35): 0}


def screens(name: str, columns: int, rows: int, monkeypatch: pytest.MonkeyPatch) -> tuple[list[list[str]], list[str]]:
    """What stands on the screen at each question, from the title of the table to the prompt, and all lines."""
    monkeypatch.setenv("COLUMNS", str(columns))
    monkeypatch.setenv("LINES", str(rows))
    session = session_of(name)
    output = io.StringIO()
    person = Person(session, QUESTIONS, seed=3)
    found: list[list[str]] = []

    def seen() -> None:
        lines = output.getvalue().splitlines()
        rules = [at for at, line in enumerate(lines) if line.startswith("── ")]
        found.append(lines[rules[-1] :])

    person.seen = seen
    play(session, input=person, output=output, rules_text=str)
    return found, output.getvalue().splitlines()


@pytest.mark.parametrize(("columns", "rows"), SIZES)
@pytest.mark.parametrize("name", some(NAMES, 2))
def test_the_table_fits_on_the_screen(name: str, columns: int, rows: int, monkeypatch: pytest.MonkeyPatch) -> None:
    found, lines = screens(name, columns, rows, monkeypatch)

    # What was typed is as long as it is.
    assert [line for line in lines if width(line) > columns and not line.startswith("you> ")] == []
    for screen in found:
        assert len(screen) <= rows, "\n".join(screen)
    if rows >= 35:
        assert not any(MORE in line for line in lines)


@pytest.mark.soak
def test_few_games_need_more_than_a_small_screen(monkeypatch: pytest.MonkeyPatch) -> None:
    cut = [name for name in NAMES if any(MORE in line for line in screens(name, *SIZES[0], monkeypatch)[1])]

    assert len(cut) <= MOST_CUT[SIZES[0]], cut
