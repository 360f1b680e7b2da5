"""The worked examples of a file, lowered: for each the program it is played with, its position and its lines."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from attrs import define, evolve, field

from dicedsl.about import OptionValue, Setting
from dicedsl.errors import DiceError, Problem, UsageError
from dicedsl.lower.about import about_book
from dicedsl.lower.example_lines import ExampleLines
from dicedsl.lower.lower import lower_or_raise
from dicedsl.lower.positions import GivenLines
from dicedsl.lower.shared_tables import SharedTables
from dicedsl.lower.step_lowering import StepLowering
from dicedsl.program import ops
from dicedsl.program.examples import Example, Line, Trouble, Worked
from dicedsl.program.work_marking import WorkMarker
from dicedsl.rulebook.book import Rulebook
from dicedsl.rulebook.desugar import desugar_part
from dicedsl.rulebook.example_frames import ExampleFrame, frame_of, value_of, with_value
from dicedsl.rulebook.setting import Unfit, checked_option, fits, many_players
from dicedsl.rulebook.unfolding import SETTING, Placed, all_examples, line_remark, played_lines
from dicedsl.rulebook.unfolding import PlayedLine as Unfolded
from dicedsl.syntax import nodes as n
from dicedsl.typed import tree as t
from dicedsl.typed.examples import Examples, parts_of
from dicedsl.typed.semantic_error import SemanticError

Load = Callable[[tuple[str, ...]], t.TypedGame]  # the game with these variants; DiceError if it has mistakes
Key = tuple[tuple[str, ...], Setting]


class CannotBegin(Exception):
    """What an example is to be played with does not fit its game."""

    def __init__(self, code: str, message: str, node: n.Node, help: str = "") -> None:
        super().__init__(message)
        self.problem = Problem(code, message, node.span, help=help)


def lower_examples(
    file: n.File, load: Load, title: str | None = None, places: Sequence[tuple[str, n.Expr]] = ()
) -> Worked:
    """The examples of a file, or those of one title; `places` are expressions to be worked out at the end of each."""
    lowered = _ExampleLowering(load, places)
    for placed in all_examples(file):
        if title is None or placed.example.title.value == title:
            lowered.add(placed)
    works = [WorkMarker(lowering.world.program) for lowering in lowered.lowerings]
    for work in works:
        work.mark_program()
    examples = [e if e.program < 0 else works[e.program].mark_all_in(e) for e in lowered.examples]
    return Worked(tuple(lowering.world.program for lowering in lowered.lowerings), tuple(examples))


@define(eq=False, repr=False, slots=False)
class _ExampleLowering:
    load: Load
    places: Sequence[tuple[str, n.Expr]]
    examples: list[Example] = field(factory=list)
    lowerings: list[StepLowering] = field(factory=list)
    _numbers: dict[Key, int] = field(factory=dict)
    _known: SharedTables = field(factory=SharedTables)

    def add(self, placed: Placed) -> None:
        example = placed.example
        if placed.problem is not None:
            self._cannot_begin(example, [placed.problem])
            return
        try:
            self.examples.append(self._example(placed, frame_of(placed)))
        except CannotBegin as wrong:
            self._cannot_begin(example, [wrong.problem])
        except UsageError as error:
            self._cannot_begin(example, [Problem("X700", error.message, example.title.span)])
        except DiceError as error:
            self._cannot_begin(example, error.problems)

    def _cannot_begin(self, example: n.Example, problems: Sequence[Problem]) -> None:
        self.examples.append(Example(example.title.value, -1, tuple(problems), span=example.title.span))

    def _example(self, placed: Placed, frame: ExampleFrame) -> Example:
        game = self.load(tuple(frame.variants))
        book = game.book
        for name in frame.bare:
            if name.text in book.options:
                raise CannotBegin(
                    "X703", f'"{name.text}" is an option and no player', name, with_value(name.text, book)
                )
        number = self._lower(tuple(frame.variants), game, _setting(placed, frame, book))
        lowering = self.lowerings[number]
        seats = frame.seats(book)
        typed = Examples.of(game, seats)
        lines = list(played_lines(_desugar(book, placed)))
        nodes = [line.node for line in lines]
        setup_over = next((i for i, node in enumerate(nodes) if isinstance(node, n.AfterSetup)), len(nodes))
        played = _Played(typed, ExampleLines(lowering, seats), placed.example.title.value)
        played.all(lines)
        return Example(
            title=frame.example.title.value,
            program=number,
            problems=(),
            names=tuple(frame.names),
            given=tuple(GivenLines(lowering, seats).of(typed.givens(nodes[:setup_over]))),
            lines=tuple(played.lines),
            places=tuple((text, _places(lowering, text, typed.places(text, node))) for text, node in self.places),
            begun=played.begun,
            told=tuple(played.told),
            head=tuple(node.span for node in nodes if isinstance(node, SETTING)),
            span=frame.example.title.span,
        )

    def _lower(self, variants: tuple[str, ...], game: t.TypedGame, setting: Setting) -> int:
        key = (variants, setting)
        if key not in self._numbers:
            lowering = lower_or_raise(game, setting, self._known)
            # What an example says is no step of the game: what lowering it may leave behind goes where nobody comes.
            lowering.blocks.start(lowering.blocks.new("examples"))
            program = lowering.world.program
            program.telling.join(program.functions, program.lists)  # those of examples come after them
            self._numbers[key] = len(self.lowerings)
            self.lowerings.append(lowering)
        return self._numbers[key]


@define
class _Played:
    """The lines of an example as they are played; what is repeated is lowered once."""

    typed: Examples
    lower: ExampleLines
    title: str
    lines: list[Line] = field(factory=list)
    told: list[str] = field(factory=list)
    begun: int = 0
    _known: dict[int, Line | None] = field(factory=dict)

    def all(self, lines: Sequence[Unfolded]) -> None:
        last = lines[-1].example
        for number, line in enumerate(lines):
            if id(line.node) not in self._known:
                said = self.typed.statement_of(line.node, [below.node for below in lines[number + 1 :]])
                self._known[id(line.node)] = None if said is None else self.lower.of(said)
            made = self._known[id(line.node)]
            if made is not None:
                self.lines.append(made)
                self.told.append(line_remark(line, last))
                self.begun += line.example is not last


def _desugar(book: Rulebook, placed: Placed) -> Placed:
    """In the words of the rulebook."""
    begins = tuple(desugar_part(book, example) for example in placed.begins)
    return evolve(placed, example=desugar_part(book, placed.example), begins=begins)


def _places(lowering: StepLowering, text: str, expr: t.Expr | Problem) -> ops.Op | Trouble:
    if isinstance(expr, Problem):
        return Trouble(expr)
    try:
        return lowering.expressions.value(expr).op
    except SemanticError as error:
        return Trouble(Problem("X705", f"{text}: {error.message}", error.span))


def _setting(placed: Placed, frame: ExampleFrame, book: Rulebook) -> Setting:
    count = frame.players(book)
    said = about_book(book)
    if said.counts and not fits(said, count):
        raise CannotBegin("X701", f"this game is not for {many_players(count)}", frame.example.title)
    starter = _starter(placed, frame.seats(book))
    values: dict[str, OptionValue] = {}
    for name, node in frame.options.items():
        value = value_of(node)
        if value is None:
            raise CannotBegin("X703", "an option is given as a number, a word, yes or no", node.value)
        try:
            values[name] = checked_option(said, name, value)
        except Unfit as unfit:
            raise CannotBegin("X703", unfit.message, node.name) from None
    return Setting(count, tuple(sorted(values.items())), starter)


def _starter(placed: Placed, seats: dict[str, int]) -> int:
    """`given starter is Ben` says who begins; otherwise the first seat."""
    for line in (line for example in placed.chain for line in example.lines):
        for part in parts_of(line.condition) if isinstance(line, n.Given) else ():
            if (
                isinstance(part, n.Is)
                and isinstance(part.test, n.Same)
                and isinstance(part.subject, n.Name)
                and part.subject.phrase.text == "starter"
                and isinstance(part.test.other, n.Name)
            ):
                phrase = part.test.other.phrase
                if phrase.text not in seats:
                    help = f"known: {', '.join(seats)}"
                    raise CannotBegin("X702", f'nobody here is called "{phrase.text}"', phrase, help)
                return seats[phrase.text]
    return 0
