"""The `given` lines of an example, lowered: cells that take values, and dice that lie or stand somewhere."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import prod

from attrs import frozen

from dicedsl.errors import Problem
from dicedsl.lower.example_lines import parts_of
from dicedsl.lower.kinds import DIE, PLAYER, POINT, Value
from dicedsl.lower.lower import Lowering
from dicedsl.lower.scope import Bad, Scope
from dicedsl.lower.steps import Context
from dicedsl.program import examples as ex
from dicedsl.program import ops
from dicedsl.syntax import nodes as n


def trouble(code: str, message: str, node: n.Node, help: str = "") -> ex.Trouble:
    return ex.Trouble(Problem(code, message, node.span, help=help))


@frozen
class GivenLines:
    lowering: Lowering
    scope: Scope

    def of(self, lines: Iterable[n.Node]) -> Iterator[ex.GivenLine]:
        for line in lines:
            try:
                if isinstance(line, n.Given):
                    for part in parts_of(line.condition):
                        yield self._given(part, line)
                elif isinstance(line, n.GivenHolds):
                    yield self._holds(line)
                elif isinstance(line, n.GivenStands):
                    yield self._stands(line)
            except Bad as bad:
                yield trouble(bad.code, bad.message, line, bad.help)

    # -------------------------------------------------------------- memory

    def _given(self, part: n.Expr, line: n.Node) -> ex.GivenLine:
        e = self.lowering.e
        target: n.Expr
        if isinstance(part, n.Not):
            target, value = part.operand, Value(ops.ZERO, e.value(n.Truth(False), self.scope).ty)
        elif isinstance(part, n.Is) and isinstance(part.test, n.Same) and not part.negated:
            other = part.test.other
            if isinstance(other, n.Name) and other.phrase.text == "out":
                return ex.SetOut(e.members(part.subject, self.scope, PLAYER).op, line.span)
            target = part.subject
            counter = self._counter(target)
            value = e.value(other, self.scope)
            if counter is not None:
                return ex.SetCell(*counter, value.op, line.span)
            if isinstance(target, n.Name) and target.phrase.text == "starter":
                return ex.SetStarter(value.op, line.span)
        else:
            target, value = part, Value(ops.ONE, e.value(n.Truth(True), self.scope).ty)
        slot, index = e.slot_target(target, self.scope)
        return ex.SetCell(slot.base, index, prod(slot.sizes), self.lowering._fitted(value, slot, part), line.span)

    def _counter(self, target: n.Expr) -> tuple[int, ops.Op | None, int] | None:
        """What the game itself counts, and only an example may set."""
        reg = self.lowering.reg
        if isinstance(target, n.Name):
            cell = {"turns played": reg.turns, "rounds played": reg.rounds}.get(target.phrase.text)
            return (cell, None, 1) if cell is not None else None
        if isinstance(target, n.Apply) and target.phrase.text == "turns":
            player = self.lowering.e.one(target.argument, self.scope, PLAYER)
            return reg.turns_of, player.op, self.lowering.w.players
        return None

    # -------------------------------------------------------------- dice

    def _holds(self, line: n.GivenHolds) -> ex.Hold:
        first, offset, is_zone = self._location(line.place)
        dice: list[int | ex.Trouble] = []
        for name in line.dice:
            dice.append(self._die(name, line.place, {die for die in dice if isinstance(die, int)}))
        return ex.Hold(first, offset, is_zone, tuple(dice), line.faces, line.span)

    def _location(self, node: n.Expr) -> tuple[int, ops.Op | None, bool]:
        """Where dice are put: the number of the first location of a zone or a board, and which of them is meant."""
        lowering, w = self.lowering, self.lowering.w
        zone = lowering._zone_target(node, Context(self.scope, 0))
        if zone is not None:
            if isinstance(zone, ops.Bin) and zone.op == "+" and isinstance(zone.left, ops.Const):
                return zone.left.value, zone.right, True
            return 0, zone, True
        value = lowering.e.value(node, self.scope)
        if value.ty.kind is POINT and not value.ty.many:
            value = lowering.e.as_place(value)
        board = w.board_of(value.ty.kind)
        if board is None or value.ty.many:
            lowering._location(node, Context(self.scope, 0))  # says what is wrong
        assert board is not None
        return len(w.program.zones) + w.first_place(board), value.op, False

    def _die(self, name: n.DieName, place: n.Expr, used: set[int]) -> int | ex.Trouble:
        dice = self.lowering.w.program.dice
        number = int(name.word[1:]) if name.word[:1] == "d" and name.word[1:].isdecimal() else None
        if number is None:
            return trouble("X705", f'dice are called d1, d2, ...; "{name.word}" is none', name)
        owner = self.scope.seats.get(name.owner) if name.owner else self._owner_of(place)
        if name.owner and owner is None:
            return trouble("X702", f'nobody here is called "{name.owner}"', name)
        fitting = [
            i
            for i, d in enumerate(dice)
            if d.index == number and (owner is None or d.owner in (owner, -1)) and i not in used
        ]
        # A die of the owner comes before one that belongs to nobody.
        fitting.sort(key=lambda i: owner is not None and dice[i].owner != owner)
        return fitting[0] if fitting else trouble("X705", f"there is no die {name.word} here", name)

    def _owner_of(self, place: n.Expr) -> int | None:
        if isinstance(place, n.At):
            return self._owner_of(place.subject)
        if isinstance(place, n.Apply) and isinstance(place.argument, n.Name):
            return self.scope.seats.get(place.argument.phrase.text)
        return None

    def _stands(self, line: n.GivenStands) -> ex.Stand | ex.Trouble:
        """A die of a player, or of a set, on each of the places."""
        e = self.lowering.e
        subject = e.value(line.dice, self.scope)
        whose = dice = None
        if subject.ty.kind is PLAYER and not subject.ty.many:
            whose = subject.op
        elif subject.ty.kind is DIE:
            dice = subject.op if subject.ty.many else ops.Single(subject.op)
        else:
            return trouble("X705", "only dice, or the dice of a player, can stand somewhere", line.dice)
        return ex.Stand(whose, dice, tuple(self._places(node) for node in line.places), line.faces, line.span)

    def _places(self, node: n.Expr) -> ex.Places | ex.Trouble:
        w = self.lowering.w
        places = self.lowering.e.members(node, self.scope)
        board = w.board_of(places.ty.kind)
        if board is None:
            return trouble("X705", f"dice stand on places, but this is {places.ty.called()}", node)
        return ex.Places(places.op, len(w.program.zones) + w.first_place(board), node.span)
