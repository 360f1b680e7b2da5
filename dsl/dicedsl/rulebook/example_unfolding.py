"""Examples written out: those that begin with another one have its lines first, and what is repeated stands there so many times."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from attrs import evolve, frozen

from dicedsl.errors import Problem
from dicedsl.syntax import nodes as n

MOST_EXAMPLE_LINES = 5_000  # of one example, written out
SETTING = (n.With, n.Given, n.GivenHolds, n.GivenStands, n.AfterSetup)  # said once, so never repeated

Variants = tuple[str, ...]


@frozen
class PlacedExample:
    """An example, the variant it stands in, and those whose lines come first, the first of all at the front."""

    example: n.Example
    variants: Variants
    begins: tuple[n.Example, ...] = ()
    problem: Problem | None = None

    @property
    def chain(self) -> tuple[n.Example, ...]:
        return (*self.begins, self.example)

    @property
    def naming(self) -> n.Example:
        """The one that says who plays."""
        return next((example for example in self.chain if _players_in(example)), self.example)


@frozen
class PlayedLine:
    """A line as it is played: of which example it is, and in which pass of how many, if it is repeated."""

    node: n.ExampleLine
    example: n.Example
    passes: tuple[tuple[int, int], ...] = ()


def all_examples(file: n.File) -> Iterator[PlacedExample]:
    """The examples of a file in their order, also those inside its variants."""
    titled: dict[tuple[Variants, str], n.Example] = {}
    examples = list(_examples_with_variants(file))
    for example, variants in examples:
        titled.setdefault((variants, example.title.value), example)
    for example, variants in examples:
        begins, problem = _begins(example, variants, titled)
        problem = problem or _named_twice(begins, example) or _repeated(example) or _too_long((*begins, example))
        yield PlacedExample(example, variants, begins, problem)


def _examples_with_variants(file: n.File) -> Iterator[tuple[n.Example, Variants]]:
    for item in file.items:
        if isinstance(item, n.Example):
            yield item, ()
        elif isinstance(item, n.Variant):
            for inner in item.items:
                if isinstance(inner, n.Example):
                    yield inner, (item.title.value,)


def _begins(
    example: n.Example, variants: Variants, titled: Mapping[tuple[Variants, str], n.Example]
) -> tuple[tuple[n.Example, ...], Problem | None]:
    """The examples that come first. One in a variant may begin with one of the game itself, not the other way round."""
    chain: list[n.Example] = []
    here = example
    while here.after is not None:
        title = here.after
        before = titled.get((variants, title.value))
        if (
            before is None or before is here
        ):  # one of a variant may be called like that of the game which it begins with
            before = titled.get(((), title.value))
        if before is None:
            return (), _unknown(title, titled)
        if any(before is other for other in (example, *chain)):
            message = f'the example "{example.title.value}" would begin with itself'
            return (), Problem("E455", message, title.span, help="name one that begins by itself")
        chain.insert(0, before)
        here = before
    return tuple(chain), None


def _unknown(title: n.Text, titled: Mapping[tuple[Variants, str], n.Example]) -> Problem:
    elsewhere = next((variants for variants, name in titled if name == title.value), None)
    if elsewhere is not None:
        help = f'it stands in the variant "{elsewhere[0]}": write this example there as well'
    else:
        titles = list(dict.fromkeys(f'"{name}"' for _, name in titled))
        help = f"known: {', '.join(titles[:6])}"
    return Problem("E454", f'there is no example "{title.value}" here', title.span, help=help)


def _named_twice(begins: tuple[n.Example, ...], example: n.Example) -> Problem | None:
    """The problem that an example says who plays, and one that it goes on from says so too."""
    earlier = next((before for before in begins if _players_in(before)), None)
    own = _players_in(example)
    if earlier is None or not own:
        return None
    message = f'who plays is said in "{earlier.title.value}" already'
    return Problem("E458", message, own[0].span, help="leave it out here; options and variants may be added")


def _players_in(example: n.Example) -> list[n.Node]:
    lines = [line for line in example.lines if isinstance(line, n.With)]
    return [s for line in lines for s in line.settings if isinstance(s, (n.WithName, n.WithPlayers))]


def _repeated(example: n.Example) -> Problem | None:
    for line in example.lines:
        if not isinstance(line, n.Again):
            continue
        for inner in each_once(line.lines):
            if isinstance(inner, SETTING):
                message = "this is said once and cannot be repeated"
                return Problem("E456", message, inner.span, help="write it above `repeat`")
    return None


def _too_long(chain: Iterable[n.Example]) -> Problem | None:
    whole = list(chain)
    if sum(_length(example.lines) for example in whole) <= MOST_EXAMPLE_LINES:
        return None
    message = f"this example has more than {MOST_EXAMPLE_LINES} lines, written out"
    return Problem(
        "E457", message, whole[-1].title.span, help="`play on until ...` goes on without a line for each choice"
    )


def _length(lines: Iterable[n.ExampleLine]) -> int:
    return sum(line.times * _length(line.lines) if isinstance(line, n.Again) else 1 for line in lines)


def each_once(lines: Iterable[n.ExampleLine]) -> Iterator[n.ExampleLine]:
    """All lines as they are written, those of `repeat` among them."""
    for line in lines:
        if isinstance(line, n.Again):
            yield from each_once(line.lines)
        else:
            yield line


def played_lines(placed: PlacedExample) -> Iterator[PlayedLine]:
    """All lines as they are played, one after the other."""
    for example in placed.chain:
        for node, passes in _repeats(example.lines, ()):
            yield PlayedLine(node, example, passes)


def _repeats(
    lines: Iterable[n.ExampleLine], passes: tuple[tuple[int, int], ...]
) -> Iterator[tuple[n.ExampleLine, tuple[tuple[int, int], ...]]]:
    for line in lines:
        if isinstance(line, n.Again):
            for number in range(1, line.times + 1):
                yield from _repeats(line.lines, (*passes, (number, line.times)))
        else:
            yield line, passes


def line_remark(line: PlayedLine, of: n.Example) -> str:
    """What a reader must know of a line that does not stand in the example, or is played several times."""
    parts = []
    if line.example is not of:
        parts.append(f'this line is of "{line.example.title.value}", with which "{of.title.value}" begins')
    parts += [f"this is pass {number} of {times}" for number, times in line.passes]
    return "; ".join(parts)


def example_with_lines(example: n.Example, lines: Iterable[n.ExampleLine]) -> n.Example:
    """An example with these lines, which begins by itself."""
    return evolve(example, lines=tuple(lines), after=None)
