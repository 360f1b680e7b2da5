"""What the worked examples of a file are played with: the variant they stand in, and what their `with` lines say."""

from __future__ import annotations

from collections.abc import Iterable

from attrs import define, field

from dicedsl.about import OptionValue
from dicedsl.rulebook.book import Rulebook
from dicedsl.rulebook.unfolding import Placed
from dicedsl.syntax import nodes as n
from dicedsl.syntax.walk import constant


@define(eq=False, repr=False, slots=False)
class ExampleFrame:
    """What an example is played with: variants, names of the seats, number of players and options."""

    example: n.Example
    variants: list[str] = field(factory=list)
    names: list[str] = field(factory=list)
    options: dict[str, n.WithOption] = field(factory=dict)
    bare: list[n.Phrase] = field(factory=list)  # options without a value, which look like names of players
    count: int | None = None
    where: n.Node | None = None
    begins: tuple[n.Example, ...] = ()

    def seats(self, book: Rulebook) -> dict[str, int]:
        seats = {f"P{i + 1}": i for i in range(self.players(book))}
        seats.update({name: i for i, name in enumerate(self.names)})
        return seats

    def players(self, book: Rulebook) -> int:
        if self.names:
            return len(self.names)
        if self.count is not None:
            return self.count
        return min(book.players.counts) if book.players is not None and book.players.counts else 2


def frame_of(placed: Placed) -> ExampleFrame:
    frame = ExampleFrame(placed.example, list(placed.variants), begins=placed.begins)
    for line in (line for example in placed.chain for line in example.lines):
        if not isinstance(line, n.With):
            continue
        for setting in line.settings:
            if isinstance(setting, n.WithPlayers):
                frame.count, frame.where = setting.count, setting
            elif isinstance(setting, n.WithVariant):
                frame.variants.append(setting.title.value)
            elif isinstance(setting, n.WithOption):
                frame.options[setting.name.text] = setting
            else:
                frame.names.append(setting.name.text)
                frame.bare.append(setting.name)
                frame.where = line
    return frame


def set_apart(frame: ExampleFrame, options: Iterable[str]) -> ExampleFrame:
    """Names that are options are no players: they stand in `bare` alone, and the names of players nowhere but in `names`."""
    names = set(options)
    frame.bare = [name for name in frame.bare if name.text in names]
    frame.names = [name for name in frame.names if name not in names]
    return frame


def with_value(name: str, book: Rulebook) -> str:
    """How an option is set in an example."""
    option = book.options.get(name)
    is_number = option is not None and not isinstance(option.default, n.Truth)
    return f"write `{name} = {option.default.span.text if option is not None and is_number else 'yes'}`"


def value_of(node: n.WithOption) -> OptionValue | None:
    """The value that an example gives an option; None if it is none that an option can have."""
    if isinstance(node.value, n.Truth):
        return node.value.value
    if isinstance(node.value, n.Name):
        return node.value.phrase.text
    return constant(node.value)
