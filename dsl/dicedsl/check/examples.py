"""Examples: players, options, variants, seats, places and alternatives that the game does not have."""

from __future__ import annotations

from collections.abc import Iterator

from dicedsl.about import About, OptionInfo
from dicedsl.check.checked_file import CheckedFile
from dicedsl.errors import Problem
from dicedsl.geometry import FORMS, Board
from dicedsl.lower.boards import MOST_BOARD_ROWS
from dicedsl.rulebook.book import Rulebook
from dicedsl.rulebook.desugar import desugar_part
from dicedsl.rulebook.example_frames import ExampleFrame, frame_of, set_apart, value_of, with_value
from dicedsl.rulebook.example_unfolding import all_examples, each_once
from dicedsl.rulebook.parts import acting_parts
from dicedsl.rulebook.setting import Unfit, checked_option, fits, many_players
from dicedsl.syntax import nodes as n
from dicedsl.syntax.walk import walk
from dicedsl.text.source import Span
from dicedsl.text.spelling import suggest_or_list
from dicedsl.typed.examples import Examples


def frames(checked: CheckedFile) -> Iterator[ExampleFrame]:
    """Every example of the file under test that can begin, also those inside its variants."""
    options = {name for book in checked.books for name in book.options}
    for placed in all_examples(checked.file):
        if placed.problem is None:
            yield set_apart(frame_of(placed), options)


def examples(checked: CheckedFile) -> Iterator[Problem]:
    missing: set[str] = set()
    reported: set[tuple[str, int]] = set()
    for problem in _examples(checked, missing):
        # What is wrong with an example is not told again for those that begin with it.
        if (problem.code, problem.span.start) not in reported:
            reported.add((problem.code, problem.span.start))
            yield problem


def _examples(checked: CheckedFile, missing: set[str]) -> Iterator[Problem]:
    yield from (placed.problem for placed in all_examples(checked.file) if placed.problem is not None)
    for frame in frames(checked):
        book = checked.with_variants(frame.variants)
        yield from _variants(checked, frame)
        yield from _players(frame, book, checked.about(book))
        yield from _options(frame, book, checked.about(book))
        yield from _lines(frame, book, missing)
        yield from _set_up_twice(frame)


def example_lines(checked: CheckedFile) -> Iterator[Problem]:
    """Report mistakes of names and kinds in the lines of examples."""
    if checked.is_broken:
        return
    for frame in frames(checked):
        book = checked.with_variants(frame.variants)
        count = frame.players(book)
        if book.players is None or not book.players.counts or not fits(checked.about(book), count):
            continue
        lines = Examples.of(checked.game(book), frame.seats(book), checked.budget)
        said = desugar_part(book, frame.example)
        agreed = tuple((name, value_of(node)) for name, node in frame.options.items())
        for problem in lines.problems_in(said, lambda: checked.world(book, count, agreed)):  # noqa: B023
            if problem.code in {"E311", "E333"} and problem.span.text[:1].isupper():
                yield nobody(problem.span.text, problem.span, frame)
            else:
                yield problem
        lines.note_lines(frame.example)
        checked.in_examples += lines.elaborator.uses
        checked.kinds_in_examples |= {ty.kind for ty in lines.elaborator.types.values()}


def _variants(checked: CheckedFile, frame: ExampleFrame) -> Iterator[Problem]:
    for node in walk(frame.example):
        if isinstance(node, n.WithVariant) and node.title.value not in checked.book.variants:
            yield Problem(
                "E447", f'there is no variant "{node.title.value}"', node.title.span,
                help=suggest_or_list(node.title.value, checked.book.variants) or "this rulebook has no variants",
            )  # fmt: skip


def _players(frame: ExampleFrame, book: Rulebook, said: About) -> Iterator[Problem]:
    count = frame.players(book)
    if book.players is not None and book.players.counts and frame.where is not None and not fits(said, count):
        yield Problem(
            "E446",
            f"this game is not for {many_players(count)}",
            frame.where.span,
            help=f"it says `{book.players.span.text.strip()}`",
        )


def _options(frame: ExampleFrame, book: Rulebook, said: About) -> Iterator[Problem]:
    for name, node in frame.options.items():
        option = said.option(name)
        if option is None:
            yield Problem(
                "E445", f'there is no option "{name}"', node.name.span, help=suggest_or_list(name, book.options)
            )
            continue
        value = value_of(node)
        try:
            checked_option(said, name, value)
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
    boards = []
    for board in book.boards.values():
        shape = board.shape
        if isinstance(shape, n.CoordinateBoard) or any(size is not None for size in shape.sizes):
            return []
        if (
            isinstance(shape, n.SizedBoard)
            and shape.form.text in FORMS
            and 1 <= shape.rows <= MOST_BOARD_ROWS
            and 1 <= shape.columns <= MOST_BOARD_ROWS
        ):
            sides = len(board.seen_from) or 1
            if sides == 1 or shape.rows == shape.columns:
                boards.append(
                    FORMS[shape.form.text](shape.rows, shape.columns, [p.coordinates for p in board.without], sides)
                )
    return boards


def _lines(frame: ExampleFrame, book: Rulebook, missing: set[str]) -> Iterator[Problem]:
    """`missing` holds what has been missed already: each is told once."""
    seats = frame.seats(book)
    offered = {a.name.value for part in acting_parts(book) for a in walk(part) if isinstance(a, n.Alternative)}
    boards = boards_of(book)
    strangers: set[str] = set()
    lines = each_once(frame.example.lines)
    refused = {id(value) for node in lines if isinstance(node, n.MayNot) for value in node.answer.values}
    for node in walk(frame.example):
        if (
            isinstance(node, (n.Chooses, n.Policy, n.MayOnly, n.MayNot, n.Ways, n.MovesCounted))
            and node.seat is not None
            and node.seat.text not in seats
            and not (isinstance(node, n.Policy) and node.seat.text == "everyone")
        ):
            if node.seat.text in strangers:
                continue
            strangers.add(node.seat.text)
            yield nobody(node.seat.text, node.seat.span, frame)
        elif isinstance(node, n.AnswerValue) and isinstance(node.value, tuple):
            if node.seen_from is None:
                yield from _place(node, node.value, book, [] if id(node) in refused else boards)
        elif isinstance(node, (n.DieName, n.AnswerValue)) and node.owner is not None and node.owner not in seats:
            yield nobody(node.owner, node.span, frame)
        named = (node.name,) if isinstance(node, (n.Answer, n.Ways)) else ()
        for name in node.rather if isinstance(node, n.Policy) else named:
            if name.value in offered | missing:
                continue
            missing.add(name.value)
            yield Problem(
                "E451", f'no choice of this game offers "{name.value}"', name.span,
                help=suggest_or_list(name.value, sorted(offered)) or "this game has no choices",
            )  # fmt: skip


def _place(node: n.AnswerValue, place: tuple[int, ...], book: Rulebook, boards: list[Board]) -> Iterator[Problem]:
    """A place that is not there, or that is said to be on a board that is not there."""
    if node.owner is not None:
        names = [name.text for board in book.boards.values() for name in (board.name, board.places) if name is not None]
        if node.owner not in names:
            help = suggest_or_list(node.owner, names) or "this game has no board"
            yield Problem("E345", f'there is no board "{node.owner}"', node.span, help=help)
            return
    if boards and not any(board.number(place) is not None for board in boards):
        message = f"there is no place {_point(place)} on the board"
        yield Problem("E345", message, node.span, help=_corners(boards[0]))


def _set_up_twice(frame: ExampleFrame) -> Iterator[Problem]:
    lines = [
        line for example in (*frame.begins, frame.example) for line in example.lines if isinstance(line, n.AfterSetup)
    ]
    if len(lines) > 1:
        yield Problem("E459", "set-up is over once", lines[1].span, help=f"line {lines[0].span.line} says so already")


def nobody(name: str, span: Span, frame: ExampleFrame) -> Problem:
    if not frame.names:
        return Problem(
            "E450",
            f'nobody here is called "{name}"',
            span,
            help=f"give names with `with {name}, {'Anna' if name == 'Ben' else 'Ben'}`, or write P1, P2",
        )
    return Problem("E450", f'nobody here is called "{name}"', span, help=suggest_or_list(name, frame.names))


def _point(coordinates: tuple[int, ...]) -> str:
    return "(" + ",".join(map(str, coordinates)) + ")"


def _corners(board: Board) -> str:
    return f"the places go from {_point(board.places[0])} to {_point(board.places[-1])}" if board.places else ""
