"""What a rulebook declares, by the way it can be asked for."""

from __future__ import annotations

from attrs import define, field

from dicedsl.rulebook.merge import Rulebook
from dicedsl.syntax import nodes as n

BUILT_IN_KINDS = frozenset(
    {"number", "player", "players", "die", "dice", "place", "places", "point", "points", "step", "steps", "side", "sides", "colour", "colours", "orientation", "orientations"}
)  # fmt: skip


@define
class Declared:
    """`plain` names stand alone, `asked` ones with `of`, `at` or `your`."""

    plain: set[str] = field(factory=set)
    asked: set[str] = field(factory=set)
    kinds: set[str] = field(factory=set)
    adjectives: set[str] = field(factory=set)
    options: set[str] = field(factory=set)
    choices: set[str] = field(factory=set)  # words between which options choose
    rules: set[str] = field(factory=set)

    @classmethod
    def of(cls, book: Rulebook) -> Declared:
        found = cls(options=set(book.options), rules=set(book.rules))
        found.plain |= found.options
        for zone in book.zones.values():
            found._add(zone.name.text, bool(zone.keys))
        for memory in book.memories.values():
            found._add(memory.name.text, memory.scope.kind is not None or memory.key is not None)
        for board in book.boards.values():
            found.plain |= {board.name.text, *(side.text for side in board.seen_from)}
            if isinstance(board.shape, n.CoordinateBoard):
                found.asked |= {name.text for name in board.shape.names}
        for kind in book.kinds.values():
            found.kinds |= {kind.singular.text, kind.plural.text}
            found.plain |= {kind.plural.text, *(value.text for value in kind.values)}
        for option in book.options.values():
            values = (value for value in (option.default, *option.choices) if isinstance(value, n.Name))
            found.choices |= {value.phrase.text for value in values} - found.plain
        found.plain |= found.choices
        for word in book.words.values():
            if isinstance(word, n.AdjectiveWord):
                found.adjectives.add(word.name.text)
            elif isinstance(word, n.ListWord):
                found.asked.add(word.name.text)
            else:
                found._add(word.name.text, bool(word.params))
        return found

    def _add(self, name: str, is_asked: bool) -> None:
        (self.asked if is_asked else self.plain).add(name)

    def join(self, other: Declared) -> None:
        for name in ("plain", "asked", "kinds", "adjectives", "options", "choices", "rules"):
            getattr(self, name).update(getattr(other, name))
