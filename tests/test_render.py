"""Problems as text and as data."""

import pytest

from dicedsl.errors import Label, Problem
from dicedsl.text.render import as_json, render, render_all
from dicedsl.text.source import NOWHERE, Source, Span

TEXT = 'game "A"\n\nturn:\n    roll cup\n    stop\n'


def at(text: str, part: str, name: str = "a.dice") -> Span:
    start = text.index(part)
    return Span(Source(name, text), start, start + len(part))


def lines(*wanted: str) -> str:
    return "\n".join(wanted)


def test_all_parts() -> None:
    span = at(TEXT, "cup")
    also = Label(Span(span.source, 10, 14), "in this turn")
    problem = Problem("E200", "no such zone", span, "not known", ("a note",), (also,), "write `box`")

    assert render(problem) == lines(
        "error[E200]: no such zone",
        " --> a.dice:4:10",
        "  |",
        "3 | turn:",
        "  | ---- in this turn",
        "4 |     roll cup",
        "  |          ^^^ not known",
        "  |",
        "  = note: a note",
        "  = help: write `box`",
    )


def test_lines_far_apart_and_two_marks_in_one_line() -> None:
    text = "a b\nc\nd\ne\nf g\nh\ni\n"
    source = Source("a.dice", text)
    also = (Label(Span(source, 2, 3), "second"), Label(at_offset(source, "f"), "third"), Label(at_offset(source, "i")))

    assert render(Problem("E1", "x", Span(source, 0, 1), "first", also=also)) == lines(
        "error[E1]: x",
        " --> a.dice:1:1",
        "  |",
        "1 | a b",
        "  | ^ first",
        "  |   - second",
        "...",
        "5 | f g",
        "  | - third",
        "6 | h",
        "7 | i",
        "  | -",
    )


def at_offset(source: Source, part: str) -> Span:
    start = source.text.index(part)
    return Span(source, start, start + len(part))


def test_two_files() -> None:
    also = (Label(at("x\ny\n", "y", "b.dice"), "first said here"),)

    assert render(Problem("E1", "said twice", at(TEXT, "cup"), also=also)) == lines(
        "error[E1]: said twice",
        " --> a.dice:4:10",
        "  |",
        "4 |     roll cup",
        "  |          ^^^",
        " ::: b.dice:2:1",
        "  |",
        "2 | y",
        "  | - first said here",
    )


@pytest.mark.parametrize(
    ("text", "start", "end", "shown"),
    [
        ("", 0, 0, ["1 |", "  | ^"]),
        ("ab", 2, 2, ["1 | ab", "  |   ^"]),
        ("ab\n", 3, 3, ["2 |", "  | ^"]),
        ("ab\n", 2, 3, ["1 | ab", "  |   ^"]),
        ("ab", 90, 95, ["1 | ab", "  |   ^"]),
        ("a\tb", 2, 3, ["1 | a   b", "  |     ^"]),
        ("\t\tb", 1, 2, ["1 |         b", "  |     ^^^^"]),
        ("\u4e2d\u6587 b", 0, 2, ["1 | \u4e2d\u6587 b", "  | ^^^^"]),
        ("\u4e2d\u6587 b", 3, 4, ["1 | \u4e2d\u6587 b", "  |      ^"]),
        ("e\u0301 b", 3, 4, ["1 | e\u0301 b", "  |   ^"]),
        ("a\x1b[1m b", 6, 7, ["1 | a?[1m b", "  |       ^"]),
        ("ab\r\ncd", 4, 6, ["2 | cd", "  | ^^"]),
    ],
)
def test_places(text: str, start: int, end: int, shown: list[str]) -> None:
    problem = Problem("E1", "x", Span(Source("a", text), start, end))

    assert render(problem).split("\n")[3:] == shown


def test_a_place_of_several_lines() -> None:
    short = Problem("E1", "x", at("a (b\n  c)\nd", "(b\n  c)"), "here")
    long = Problem("E1", "x", at("a (b\nc\nd\ne\n  f)\ng", "(b\nc\nd\ne\n  f)"), "here")

    assert render(short).split("\n")[3:] == ["1 | a (b", "  |   ^^", "2 |   c)", "  |   ^^ here"]
    assert render(long).split("\n")[3:] == ["1 | a (b", "  |   ^^", "...", "5 |   f)", "  |   ^^ here"]


@pytest.mark.parametrize("where", [0, 3, 150, 400, 796])
def test_a_long_line_is_cut_around_the_place(where: int) -> None:
    text = "".join(f"{i:<4}" for i in range(200))
    _, _, _, line, marks = render(Problem("E1", "x", Span(Source("a", text), where, where + 3))).split("\n")

    assert len(line) <= 160 + len("1 | ")
    assert line[marks.index("^") : marks.index("^") + 3].strip() == text[where : where + 3].strip()


def test_long_help_is_wrapped() -> None:
    drawn = render(Problem("E1", "x", at(TEXT, "cup"), help="word " * 60, notes=("note " * 40,)))

    assert max(len(line) for line in drawn.split("\n")) <= 100
    assert drawn.count("word") == 60
    assert "\n          word" in drawn


def test_something_built_in_has_no_place() -> None:
    assert render(Problem("E1", "x", NOWHERE, help="y")) == "error[E1]: x\n  = help: y"


def test_plain_text_is_ascii_and_colours_only_add_to_it() -> None:
    problem = Problem("E1", "x", at(TEXT, "cup"), "label", ("note",), (Label(at(TEXT, "game")),), "help", "warning")
    plain, coloured = render(problem), render(problem, colour=True)

    assert plain.isascii() and "\x1b" not in plain
    assert "\x1b[1;33m" in coloured
    stripped = "".join(part.partition("m")[2] if i else part for i, part in enumerate(coloured.split("\x1b[")))
    assert [line.rstrip() for line in stripped.split("\n")] == plain.split("\n")


def test_count() -> None:
    error, warning = Problem("E1", "x", at(TEXT, "cup")), Problem("W1", "y", at(TEXT, "stop"), severity="warning")

    assert render_all([]) == ""
    assert render_all([error]).endswith("\n\n1 error")
    assert render_all([warning]).endswith("\n\n1 warning")
    assert render_all([error, warning, error]).endswith("\n\n2 errors, 1 warning")
    assert render_all([error, warning], summary=False) == render(error) + "\n\n" + render(warning)
    assert render_all([error, warning]).startswith(render(error) + "\n\n" + render(warning))


def test_data() -> None:
    also = (Label(at("x\ny", "y", "b.dice"), "there"),)
    problem = Problem("E1", "x", at(TEXT, "cup\n    stop"), "l", ("n",), also, "h")

    assert as_json([problem]) == [
        {
            "code": "E1",
            "severity": "error",
            "message": "x",
            "file": "a.dice",
            "line": 4,
            "column": 10,
            "end_line": 5,
            "end_column": 9,
            "label": "l",
            "notes": ["n"],
            "help": "h",
            "also": [{"file": "b.dice", "line": 2, "column": 1, "end_line": 2, "end_column": 2, "label": "there"}],
        }
    ]
