"""Moves as text: the canonical form is the alternative's name and the values picked, in order. `move_reader` reads it back."""

from __future__ import annotations

from collections.abc import Callable

from dicedsl.interpreter.moves.place_names import PlaceNames
from dicedsl.program import ops, sets
from dicedsl.program.members import MEMBERS
from dicedsl.program.sets import NO_NUMBER
from dicedsl.program.shapes import shape_of

# Stands for what a seat may not know. No name in a rulebook can be written like this.
HIDDEN_TEXT = "?"

Item = int | bool | str | None
Content = Item | tuple[Item, ...]


def text_of(content: Content) -> str:
    """A content as text: members of a set with blanks between them, empty if there are none."""
    if isinstance(content, tuple):
        return " ".join(map(str, content))
    if isinstance(content, bool):
        return "yes" if content else "no"
    return str(content)


class Wording:
    """Puts values, moves and lots of one program into words."""

    def __init__(self, program: ops.Program) -> None:
        self.program = program
        self.places = PlaceNames(program.boards, program.dice)
        self.owners: dict[str, set[int]] = {}  # by colour
        for die in program.dice:
            self.owners.setdefault(die.colour, set()).add(die.owner)

    def value(
        self, shape: str, value: int, cells: list[int] | tuple[int, ...] | None = None, actor: int | None = None
    ) -> str:
        """A value of a shape as text. For `actor`, another player's die is told with its owner."""
        if shape == "number":
            return "none" if value == NO_NUMBER else str(value)
        if value < 0:
            return "nobody" if shape == "player" else "none"
        if shape == "truth":
            return "yes" if value else "no"
        if shape == "player":
            return f"P{value + 1}"
        if shape == "die":
            info = self.program.dice[value]
            whose = f" of P{info.owner + 1}" if actor is not None and info.owner not in (-1, actor) else ""
            if info.numbered or cells is None:
                return f"d{info.index}{whose}"
            return f"{cells[self.program.reg.face + value]}{whose}"
        what, name = shape_of(shape)
        if what == "place":
            board = next(b for b in self.program.boards if b.name == name)
            return "(" + ",".join(map(str, board.labels[value])) + ")"
        return self.program.kinds[name].values[value]

    def name_of(
        self, shape: str, value: int, cells: list[int] | tuple[int, ...] | None = None, actor: int | None = None
    ) -> str:
        """A value of a shape as people are told of it: a place by its name."""
        what, board = shape_of(shape)
        return (
            self.places.name(board, value) if what == "place" and value >= 0 else self.value(shape, value, cells, actor)
        )

    def member(self, shape: str, value: int) -> str:
        """A member of a kind as text where no state is at hand, such as the key of a memory."""
        return self.die_name(value) if shape == "die" else self.value(shape, value)

    def member_name(self, shape: str, value: int) -> str:
        """A member of a kind as people are told of it, where no state is at hand."""
        return self.die_name(value) if shape == "die" else self.name_of(shape, value)

    def content(self, shape: str, many: bool, value: int, name: Callable[[str, int], str] | None = None) -> Content:
        """What a value stands for, or a set of values; None for no number, nobody and nothing.

        `name` says how the members of a kind are called, by shape and number; as `member` does if it is not given.
        """
        name = self.member if name is None else name
        if many:
            return tuple(member if shape == "number" else name(shape, member) for member in MEMBERS[value])
        if shape == "number":
            return None if value == NO_NUMBER else value
        if value < 0:
            return None
        return bool(value) if shape == "truth" else name(shape, value)

    def content_text(self, shape: str, many: bool, value: int) -> str:
        """What `content` gives, as text."""
        content = self.content(shape, many, value)
        if content is None:
            return "nobody" if shape == "player" else "none"
        return text_of(content) or "none"

    def die_name(self, die: int) -> str:
        """A die as text: d3, or `d3 of P2` where several are numbered 3."""
        dice = self.program.dice
        info = dice[die]
        if not info.numbered:
            return "die"
        if info.owner >= 0 and sum(d.numbered and d.index == info.index for d in dice) > 1:
            return f"d{info.index} of P{info.owner + 1}"
        return f"d{info.index}"

    def place_of(self, die: int, cells: list[int] | tuple[int, ...]) -> str:
        """The name of the place a die stands on; nothing if it lies in a zone."""
        place = cells[self.program.reg.location + die] - len(self.program.zones) if self.program.boards else -1
        for board in self.program.boards:
            if board.first <= place < board.first + len(board.labels):
                return self.places.name(board.name, place - board.first)
        return ""

    def members(
        self, shape: str, mask: int, cells: list[int] | tuple[int, ...] | None = None, actor: int | None = None
    ) -> str:
        if mask == 0:
            return "none"
        return " ".join(self.value(shape, m, cells, actor) for m in MEMBERS[mask])

    def move(
        self, decision: ops.Decision, cells: list[int] | tuple[int, ...], index: int, values: tuple[int, ...]
    ) -> str:
        return self._move(decision, cells, index, values, self.value)

    def move_for_people(
        self, decision: ops.Decision, cells: list[int] | tuple[int, ...], index: int, values: tuple[int, ...]
    ) -> str:
        """A move as text with the names that places have for people; it can be typed as well."""
        return self._move(decision, cells, index, values, self.name_of)

    def _move(
        self,
        decision: ops.Decision,
        cells: list[int] | tuple[int, ...],
        index: int,
        values: tuple[int, ...],
        say: Callable[[str, int, list[int] | tuple[int, ...], int], str],
    ) -> str:
        alternative = decision.alternatives[index]
        actor = cells[self.program.reg.actor]
        parts = [alternative.name]
        for i, (pick, value) in enumerate(zip(alternative.picks, values, strict=True)):
            members = MEMBERS[value] if pick.many else (value,)
            parts.append(" ".join(say(pick.shape, member, cells, actor) for member in members) or "none")
            if self.ends_unclear(alternative.picks, i):
                parts.append("and")
        return " ".join(parts)

    def ends_unclear(self, picks: tuple[ops.PickOp, ...], at: int) -> bool:
        """Whether nobody could tell where this set ends and the next pick begins."""
        if not picks[at].many or not any(p.many for p in picks[at + 1 :]):
            return False
        return bool(self._signs(picks[at].shape) & self._signs(picks[at + 1].shape))

    def _signs(self, shape: str) -> set[str]:
        """What words for a shape look like."""
        if shape == "number":
            return {"digits"}
        if shape == "die":
            return {"dice"} | ({"digits"} if any(not d.numbered for d in self.program.dice) else set())
        return {shape}

    def lots(self, cells: tuple[int, ...], mask: int, dice: list[int]) -> list[str]:
        """How dice of a mask are called that may be drawn: by colour, by owner if that colour has several, and by number."""
        info, owners, reg = self.program.dice, self.owners, self.program.reg
        nameless = len(owners) == 1 and all(len(seats) == 1 for seats in owners.values())
        shows_numbers = not any(zone.seen_by is not None for zone in self.program.zones)
        first = cells[reg.face + sets.low(mask)]
        differ = mask & ~cells[reg.showing + first] != 0
        shows_numbers = shows_numbers and (differ or (nameless and not mask & cells[reg.showing]))
        texts = []
        for d in dice:
            parts = [info[d].colour] if len(owners) > 1 else []
            parts += [self.value("player", info[d].owner)] if len(owners[info[d].colour]) > 1 else []
            parts += [str(cells[reg.face + d])] if shows_numbers else []
            texts.append(f"d{info[d].index}" if info[d].numbered else " ".join(parts) or "die")
        return texts
