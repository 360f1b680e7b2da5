"""Why something is not offered: what sets it apart from all that is, or else what is, in the words of the rulebook."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Sequence

from attrs import frozen

from dicedsl.interpreter.engines.contract import Answering, Answers, Picking
from dicedsl.interpreter.moves.wording import Wording
from dicedsl.program import ops
from dicedsl.program.members import MEMBERS
from dicedsl.program.shapes import place_shape, shape_of

NOT_NOW = "That cannot be chosen now."
MOST_NAMED_VALUES = 8  # things that are read out
PLAIN_WORDS = re.compile(r"[a-z -]+")
CALCULATING_WORDS = frozenset({"of", "where", "it", "with", "for", "to", "-"})  # words by which a set is worked out


@frozen
class RefusalReasons:
    """Says why a move of one who is asked is refused: `cells` are the position, `seen` what that seat knows of it."""

    words: Wording
    answers: Answers
    cells: list[int]
    seen: Sequence[int]

    def reason(self, alternative: Answering, values: tuple[int, ...]) -> str:
        """Why these values cannot be picked; NOT_NOW where nothing better can be said."""
        if not alternative.open(self.cells):
            return NOT_NOW
        for number, (picking, value) in enumerate(zip(alternative.picks, values, strict=True)):
            sentence = self._pick(
                alternative.op.name, picking, values[:number], value, self._origin(alternative, values[:number])
            )
            if sentence:
                return sentence
        return NOT_NOW

    def _origin(self, alternative: Answering, earlier: tuple[int, ...]) -> str:
        """The place that was picked last before, from which a further one would be gone to."""
        if not earlier:
            return ""
        op = alternative.picks[len(earlier) - 1].op
        is_place = shape_of(op.shape).sort == "place" and not op.gathered and not op.picks_sets
        return self._name_of(op.shape, earlier[-1]) if is_place else ""

    def _pick(self, name: str, picking: Picking, earlier: tuple[int, ...], value: int, origin: str) -> str:
        op, members = picking.op, picking.members(self.cells, earlier)
        named = MEMBERS[value] if op.gathered else (value,)
        offered = set(members)
        outside = next((member for member in named if member not in offered), None)
        if outside is not None:
            return self._outside(name, op, members, outside, origin)
        if op.gathered:
            low, high = picking.bounds(self.cells, earlier, len(members))
            if not low <= len(named) <= high:
                return f"Pick {low if low == high else f'{low} to {high}'}, not {len(named)}."
        return ""

    def _outside(self, name: str, op: ops.PickOp, members: Sequence[int], value: int, origin: str) -> str:
        """Why a value is none of those that can be picked."""
        from_place = bool(origin) and shape_of(op.shape).sort == "place" and not op.picks_sets
        if not members:
            return (
                f"From {origin} you can {name} nowhere now."
                if from_place
                else f'There is nothing to pick for "{name}" now.'
            )
        if op.picks_sets:
            return f'That is not one of those you can pick for "{name}".'
        if op.shape == "number":
            return _out_of_range(members, value)
        if not 0 <= value < self._size(op.shape):
            return NOT_NOW
        name_of_value = self._name_of(op.shape, value)
        few = self._few(op, members)
        if from_place:
            return (
                f"From {origin} you can {name} to {few}, not to {name_of_value}."
                if few
                else f"From {origin} you cannot {name} to {name_of_value}."
            )
        apart = ""
        if shape_of(op.shape).sort == "place":
            apart = self._place(op, members, value, name_of_value)
        elif op.shape == "die":
            apart = self._die(op, members, value, name_of_value)
        apart = apart or self._missing_adjective(op, value, name_of_value) or self._in_words(op, name_of_value)
        if apart:
            return apart
        return f'{_capitalised(name_of_value)} cannot be picked for "{name}" now{f": pick {few}" if few else ""}.'

    def _few(self, op: ops.PickOp, members: Sequence[int]) -> str:
        """What can be picked instead, if that is little."""
        if len(members) > MOST_NAMED_VALUES:
            return ""
        *some, last = dict.fromkeys(self._name_of(op.shape, member) for member in members)
        return f"{', '.join(some)} or {last}" if some else last

    def _in_words(self, op: ops.PickOp, name_of_value: str) -> str:
        """A set in the words of the rulebook, where these are the name of a zone or of several things, and not a calculation."""
        words = op.words.split()
        if not words or not PLAIN_WORDS.fullmatch(op.words) or not CALCULATING_WORDS.isdisjoint(words):
            return ""
        if op.shape == "die" and any(op.words in {zone.name, f"your {zone.name}"} for zone in self.words.program.zones):
            return f"{_capitalised(name_of_value)} is not in {'' if words[0] == 'your' else 'the '}{op.words}."
        return (
            f"{_capitalised(name_of_value)} is none of {'' if words[0] == 'your' else 'the '}{op.words}."
            if words[-1].endswith("s")
            else ""
        )

    def _size(self, shape: str) -> int:
        """How many things of a shape there are."""
        program = self.words.program
        what, name = shape_of(shape)
        if what == "place":
            return len(next(b for b in program.boards if b.name == name).labels)
        if what == "kind":
            return len(program.kinds[name].values)
        return {"die": len(program.dice), "player": program.players, "truth": 2}[what]

    def _name_of(self, shape: str, value: int) -> str:
        text = self.words.name_of(shape, value, list(self.seen))
        return text if shape != "die" or self.words.program.dice[value].numbered else f"the {text}"

    # -------------------------------------------------------------- what sets it apart

    def _missing_adjective(self, op: ops.PickOp, value: int, name_of_value: str) -> str:
        """The first adjective of the rulebook before the set that does not hold: `a73 is not ready`."""
        program, (first, *rest) = self.words.program, op.words.split() or [""]
        if op.shape == place_shape(" ".join(rest)) and first.isalpha():
            return f"{_capitalised(name_of_value)} is not {first}."  # all places of the board that are
        if tuple(self.seen) != tuple(self.cells):
            return ""  # which of them fails may be a secret
        for word in (first, *rest):
            adjective = next((a for a in program.adjectives if (a.name, a.shape) == (word, op.shape)), None)
            if adjective is None:
                break
            if not self.answers.adjective(adjective)(self.cells, value):
                return f"{_capitalised(name_of_value)} is not {word}."
        return ""

    def _place(self, op: ops.PickOp, members: Sequence[int], value: int, name_of_value: str) -> str:
        program = self.words.program
        board = next(b for b in program.boards if b.name == shape_of(op.shape).name)

        def die_on(place: int) -> int:
            return self.cells[program.reg.on_place + board.first + place] - 1

        if _has_common_trait_without(members, value, lambda place: die_on(place) >= 0):
            return f"There is {'a die' if die_on(value) >= 0 else 'no die'} on {name_of_value}{' already' * (die_on(value) >= 0)}."
        if die_on(value) < 0:
            return ""
        offered = [die_on(place) for place in members]
        return self._kind(op, offered, die_on(value), f"the die on {name_of_value}") if min(offered) >= 0 else ""

    def _die(self, op: ops.PickOp, members: Sequence[int], value: int, name_of_value: str) -> str:
        reg, zones = self.words.program.reg, self.words.program.zones

        def zone_of(die: int) -> str:
            location = self.cells[reg.location + die]
            return zones[location].name if 0 <= location < len(zones) else ""

        offered = {zone_of(die) for die in members}
        if len(offered) == 1 and zone_of(value) not in offered and zone_of(value):
            return f"{_capitalised(name_of_value)} is in the {zone_of(value)}, and one from the {offered.pop() or 'board'} is needed."
        return self._kind(op, members, value, name_of_value)

    def _kind(self, op: ops.PickOp, offered: Iterable[int], die: int, name_of_value: str) -> str:
        """What dice have in common, by owner, and by a colour that the rulebook names here: that a few are of one colour may be chance."""
        dice, offered = self.words.program.dice, list(offered)
        if _has_common_trait_without(offered, die, lambda other: dice[other].owner) and dice[die].owner >= 0:
            return f"{_capitalised(name_of_value)} belongs to P{dice[die].owner + 1}."
        colour = dice[offered[0]].colour
        if colour and colour in op.words.split() and dice[die].colour != colour:
            return f"{_capitalised(name_of_value)} is {dice[die].colour or 'of no colour'}, and only {colour or 'plain'} ones can be picked."
        return ""


def _has_common_trait_without(members: Sequence[int], value: int, trait: Callable[[int], Hashable]) -> bool:
    """Whether all that can be picked have a trait in common that the value has not."""
    common = {trait(member) for member in members}
    return len(common) == 1 and trait(value) not in common


def _out_of_range(members: Sequence[int], value: int) -> str:
    low, high = min(members), max(members)
    if value < low:
        return f"{value} is too small: the least is {low}."
    if value > high:
        return f"{value} is too much: the most is {high}."
    return f"{value} cannot be picked now."


def _capitalised(words: str) -> str:
    """A text as it stands at the beginning of a sentence; the name of a die stays as it is typed."""
    return f"The {words[4:]}" if words.startswith("the ") else words
