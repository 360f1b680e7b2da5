"""Examples: players, options, variants, seats, places and alternatives that the game does not have."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Iterator

from dicedsl.check.case import Case
from dicedsl.errors import Problem
from dicedsl.geometry import FORMS, Board
from dicedsl.program.about import About, OptionInfo
from dicedsl.rulebook.frames import Frame, all_examples, frame_of, set_apart, value_of, with_value
from dicedsl.rulebook.merge import Rulebook
from dicedsl.rulebook.setting import Unfit, fits, judged_option, many_players
from dicedsl.rulebook.walk import parts, walk
from dicedsl.source import Span
from dicedsl.syntax import nodes as n
from dicedsl.typed.examples import Examples


def frames(case: Case) -> Iterator[Frame]:
    """Every example of the file under test, also those inside its variants."""
    options = {name for book in case.books for name in book.options}
    for example, variants in all_examples(case.file):
        yield set_apart(frame_of(example, variants), options)


def examples(case: Case) -> Iterator[Problem]:
    missing: set[str] = set()
    for frame in frames(case):
        book = case.with_variants(frame.variants)
        yield from _variants(case, frame)
        yield from _players(frame, book, case.about(book))
        yield from _options(frame, book, case.about(book))
        yield from _lines(frame, book, missing)


def example_lines(case: Case) -> Iterator[Problem]:
    """Names and kinds in the lines of examples."""
    for frame in frames(case):
        book = case.with_variants(frame.variants)
        count = frame.players(book)
        if book.players is None or not book.players.counts or not fits(case.about(book), count):
            continue
        lines = Examples.of(case.game(book), frame.seats(book), case.budget)
        for problem in lines.problems_in(frame.example, lambda: case.world(book, count)):  # noqa: B023
            if problem.code in {"E311", "E333"} and problem.span.text[:1].isupper():
                yield nobody(problem.span.text, problem.span, frame)
            else:
                yield problem


def suggestion(name: str, known: Iterable[str]) -> str:
    listed = [other for other in dict.fromkeys(known) if other != name]
    close = difflib.get_close_matches(name, listed, n=1)
    if close:
        return f'did you mean "{close[0]}"?'
    return "known: " + ", ".join(listed[:6]) if listed else ""


def _variants(case: Case, frame: Frame) -> Iterator[Problem]:
    for node in walk(frame.example):
        if isinstance(node, n.WithVariant) and node.title.value not in case.book.variants:
            yield Problem(
                "E447", f'there is no variant "{node.title.value}"', node.title.span,
                help=suggestion(node.title.value, case.book.variants) or "this rulebook has no variants",
            )  # fmt: skip


def _players(frame: Frame, book: Rulebook, said: About) -> Iterator[Problem]:
    count = frame.players(book)
    if book.players is not None and book.players.counts and frame.where is not None and not fits(said, count):
        yield Problem(
            "E446",
            f"this game is not for {many_players(count)}",
            frame.where.span,
            help=f"it says `{book.players.span.text.strip()}`",
        )


def _options(frame: Frame, book: Rulebook, said: About) -> Iterator[Problem]:
    for name, node in frame.options.items():
        option = said.option(name)
        if option is None:
            yield Problem("E445", f'there is no option "{name}"', node.name.span, help=suggestion(name, book.options))
            continue
        value = value_of(node)
        try:
            judged_option(said, name, value)
        except Unfit as unfit:
            yield Problem("E445", unfit.message, node.value.span, help=_fitting(option, value))
    for phrase in frame.bare:
        yield Problem(
            "E445", f'"{phrase.text}" is an option and no player', phrase.span, help=with_value(phrase.text, book)
        )


def _fitting(option: OptionInfo, value: object) -> str:
    """What could be written instead of a value that an option cannot have."""
    if option.values:
        return f"write one of {', '.join(map(str, option.values))}"
    if option.sort == "number" and isinstance(value, int) and not isinstance(value, bool):
        return "choose a number in between"
    return f"write `{option.name} = {'yes' if option.sort == 'truth' else option.low or 1}`"


def boards_of(book: Rulebook) -> list[Board]:
    """The boards whose places can be told from the text alone; none if there are others as well."""
    found = []
    for board in book.boards.values():
        shape = board.shape
        if isinstance(shape, n.CoordinateBoard):
            return []
        if (
            isinstance(shape, n.SizedBoard)
            and shape.form.text in FORMS
            and 1 <= shape.rows <= 60
            and 1 <= shape.columns <= 60
        ):
            sides = len(board.seen_from) or 1
            if sides == 1 or shape.rows == shape.columns:
                found.append(
                    FORMS[shape.form.text](shape.rows, shape.columns, [p.coordinates for p in board.without], sides)
                )
    return found


def _lines(frame: Frame, book: Rulebook, missing: set[str]) -> Iterator[Problem]:
    """`missing` holds what has been missed already: each is told once."""
    seats = frame.seats(book)
    offered = {a.name.value for part in parts(book) for a in walk(part) if isinstance(a, n.Alternative)}
    boards = boards_of(book)
    strangers: set[str] = set()
    refused = {id(value) for node in frame.example.lines if isinstance(node, n.MayNot) for value in node.answer.values}
    for node in walk(frame.example):
        if (
            isinstance(node, (n.Chooses, n.Policy, n.MayOnly, n.MayNot, n.Ways))
            and node.seat is not None
            and node.seat.text not in seats
            and not (isinstance(node, n.Policy) and node.seat.text == "everyone")
        ):
            if node.seat.text in strangers:
                continue
            strangers.add(node.seat.text)
            yield nobody(node.seat.text, node.seat.span, frame)
        elif isinstance(node, (n.DieName, n.AnswerValue)) and node.owner is not None and node.owner not in seats:
            yield nobody(node.owner, node.span, frame)
        elif isinstance(node, n.AnswerValue) and isinstance(node.value, tuple) and id(node) not in refused:
            if boards and not any(board.number(node.value) is not None for board in boards):
                yield Problem(
                    "E345", f"there is no place {_point(node.value)} on the board", node.span, help=_corners(boards[0])
                )
        if isinstance(node, (n.Answer, n.Ways)) and node.name.value not in offered | missing:
            missing.add(node.name.value)
            yield Problem(
                "E451", f'no choice of this game offers "{node.name.value}"', node.name.span,
                help=suggestion(node.name.value, sorted(offered)) or "this game has no choices",
            )  # fmt: skip


def nobody(name: str, span: Span, frame: Frame) -> Problem:
    if not frame.names:
        return Problem(
            "E450",
            f'nobody here is called "{name}"',
            span,
            help=f"give names with `with {name}, {'Anna' if name == 'Ben' else 'Ben'}`, or write P1, P2",
        )
    return Problem("E450", f'nobody here is called "{name}"', span, help=suggestion(name, frame.names))


def _point(coordinates: tuple[int, ...]) -> str:
    return "(" + ",".join(map(str, coordinates)) + ")"


def _corners(board: Board) -> str:
    return f"the places go from {_point(board.places[0])} to {_point(board.places[-1])}" if board.places else ""
