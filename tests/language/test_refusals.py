"""What may not be chosen or reported: what does not exist is refused, what cannot be read is a mistake of the example."""

from pathlib import Path

import pytest

from dicedsl.interpreter.examples.testing import test_path as examples_of

GAME = (Path(__file__).parent / "refusals.dice").read_text("utf-8").partition("example ")[0]


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ('Anna may not choose "put" (9,9,9)', ""),
        ('Anna may not choose "put" (0,0,0)', "X717"),
        ('Anna may not choose "put" (1,1)', "X704"),
        ('Anna may not choose "put" corner', "X704"),
        ('Anna may not choose "set" (0,0,0)', "X704"),
        ('Anna may not choose "put" (9,9,9) 5', ""),
        ('Anna may not choose "put" (0,0,0) 5', "X704"),
        ('Anna may not choose "put" (9,9,9): "It is too far."', "X718"),
        ('Anna chooses "put" (9,9,9)', "X714"),
        ('Anna may only choose "put" (9,9,9)', "X704"),
        ('table may not report "misses"', "X711"),
        ('Anna chooses "put" (1,0,0)\n    table may not report "misses"', "X717"),
        ('Anna chooses "put" (1,0,0)\n    table may not report "hits" (1,0,0): "It is too far."', "X718"),
        ('Anna chooses "put" (1,0,0)\n    table may not report "hits" (1,0,0): "It is out of reach."', ""),
    ],
)
def test_refusals(line: str, code: str, tmp_path: Path) -> None:
    path = tmp_path / "game.dice"
    path.write_text(f'{GAME}example "One":\n    with Anna, Ben\n    {line}\n', "utf-8")
    (report,) = examples_of(path)

    assert [p.code for p in report.problems] == ([code] if code else [])
