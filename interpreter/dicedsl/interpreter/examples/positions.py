"""The position an example starts from: what its `given` lines say, laid out on the table."""

from __future__ import annotations

from attrs import define, field

from dicedsl.errors import Problem
from dicedsl.interpreter.engines.stepping.helpers import B
from dicedsl.interpreter.table import Table
from dicedsl.lower.kinds import DIE, PLAYER, Value
from dicedsl.lower.scope import Bad, Scope
from dicedsl.lower.steps import Context
from dicedsl.program import ops
from dicedsl.syntax import nodes as n


class Failed(Exception):
    """A line of an example that does not hold, or cannot."""

    def __init__(self, code: str, message: str, node: n.Node, help: str = "") -> None:
        super().__init__(message)
        self.problem = Problem(code, message, node.span, help=help)


@define
class GivenPosition:
    """The `given` lines of one example, for one table."""

    table: Table
    lines: tuple[n.Node, ...]
    seats: dict[str, int]
    scope: Scope
    stands: bool = field(init=False)  # whether it says what stands on the boards

    def __attrs_post_init__(self) -> None:
        self.stands = any(isinstance(line, n.GivenStands) for line in self.lines)

    def put(self, cells: list[int], standing: bool) -> None:
        if standing and self.stands:
            self._clear_boards(cells)
        for line in self.lines:
            try:
                if isinstance(line, n.Given):
                    self._given(line, cells)
                elif isinstance(line, n.GivenHolds):
                    self._given_holds(line, cells)
                elif isinstance(line, n.GivenStands) and standing:
                    self._given_stands(line, cells)
            except Bad as bad:
                raise Failed(bad.code, bad.message, line, help=bad.help) from None
        for line in self.lines:
            if isinstance(line, n.GivenHolds):
                self._held(line, cells)

    def _clear_boards(self, cells: list[int]) -> None:
        """The lines `given ... stands on` say all that stands: what set-up put there goes back to where it started."""
        zones = len(self.table.program.zones)
        for number, die in enumerate(self.table.program.dice):
            if cells[self.table.reg.location + number] >= zones:
                self.table.engine.space["put"](cells, 1 << number, die.home, 0)

    def _given(self, line: n.Given, cells: list[int]) -> None:
        for part in parts_of(line.condition):
            self._given_part(part, cells)

    def _given_part(self, part: n.Expr, cells: list[int]) -> None:
        e = self.table.lowering.e
        value: Value
        if isinstance(part, n.Not):
            target, value = part.operand, Value(ops.ZERO, e.value(n.Truth(False), self.scope).ty)
        elif isinstance(part, n.Is) and isinstance(part.test, n.Same) and not part.negated:
            if isinstance(part.test.other, n.Name) and part.test.other.phrase.text == "out":
                self._out(part.subject, cells)
                return
            target = part.subject
            counter = self._counter(target, cells)
            value = e.value(part.test.other, self.scope)
            if counter is not None:
                cells[counter] = int(self.table.engine.compile_condition(value.op)(cells))
                return
            if isinstance(target, n.Name) and target.phrase.text == "starter":
                self._starts(int(self.table.engine.compile_condition(value.op)(cells)), cells)
                return
        else:
            target, value = part, Value(ops.ONE, e.value(n.Truth(True), self.scope).ty)
        slot, index = e.slot_target(target, self.scope)
        op = self.table.lowering._fitted(value, slot, part)
        where = slot.base
        if index is not None:
            where += self.table.engine.compile_condition(index)(cells)
        cells[where] = int(self.table.engine.compile_condition(op)(cells))

    def _starts(self, seat: int, cells: list[int]) -> None:
        """Set-up may have named another starter; what is given counts."""
        reg = self.table.reg
        for cell in (reg.turn, reg.actor):
            if cells[cell] == cells[reg.starter]:
                cells[cell] = seat
        cells[reg.starter] = seat

    def _counter(self, target: n.Expr, cells: list[int]) -> int | None:
        reg = self.table.reg
        if isinstance(target, n.Name):
            return {"turns played": reg.turns, "rounds played": reg.rounds}.get(target.phrase.text)
        if isinstance(target, n.Apply) and target.phrase.text == "turns":
            player = self.table.lowering.e.one(target.argument, self.scope, PLAYER)
            return reg.turns_of + int(self.table.engine.compile_condition(player.op)(cells))
        return None

    def _out(self, subject: n.Expr, cells: list[int]) -> None:
        reg = self.table.reg
        players = self.table.lowering.e.members(subject, self.scope, PLAYER)
        for seat in B[int(self.table.engine.compile_condition(players.op)(cells))]:
            cells[reg.gone] += 1
            cells[reg.order_out + seat] = cells[reg.gone]
            cells[reg.inside] &= ~(1 << seat)

    def _die(self, name: n.DieName, place: n.Expr, used: int) -> int:
        dice = self.table.program.dice
        number = int(name.word[1:]) if name.word[:1] == "d" and name.word[1:].isdigit() else None
        if number is None:
            raise Failed("X705", f'dice are called d1, d2, ...; "{name.word}" is none', name)
        owner = self.seats.get(name.owner) if name.owner else self._owner_of(place)
        if name.owner and owner is None:
            raise Failed("X702", f'nobody here is called "{name.owner}"', name)
        fits = [
            i
            for i, d in enumerate(dice)
            if d.index == number and (owner is None or d.owner in (owner, -1)) and not used >> i & 1
        ]
        # A die of the owner comes before one that belongs to nobody.
        fits.sort(key=lambda i: owner is not None and dice[i].owner != owner)
        if not fits:
            raise Failed("X705", f"there is no die {name.word} here", name)
        return fits[0]

    def _owner_of(self, place: n.Expr) -> int | None:
        if isinstance(place, n.At):
            return self._owner_of(place.subject)
        if isinstance(place, n.Apply) and isinstance(place.argument, n.Name):
            return self.seats.get(place.argument.phrase.text)
        return None

    def _given_holds(self, line: n.GivenHolds, cells: list[int]) -> None:
        location = self.table.lowering._location(line.place, Context(self.scope, 0))
        where = int(self.table.engine.compile_condition(location)(cells))
        used = 0
        for i, name in enumerate(line.dice):
            die = self._die(name, line.place, used)
            used |= 1 << die
            self.table.engine.space["put"](cells, 1 << die, where, 0) if self.table.program.boards else self._lay(
                cells, die, where
            )
            number = line.faces[i] if i < len(line.faces) else None
            if number is not None:
                self._show(cells, die, number, line)
        if line.faces and len(line.faces) != len(line.dice):
            raise Failed("X706", f"{len(line.dice)} dice, but {len(line.faces)} numbers after `showing`", line)

    def _given_stands(self, line: n.GivenStands, cells: list[int]) -> None:
        """A die of a player, or of a set, on each of the places."""
        e, engine = self.table.lowering.e, self.table.engine
        subject = e.value(line.dice, self.scope)
        mask = int(engine.compile_condition(subject.op)(cells))
        if subject.ty.kind is PLAYER:
            dice = [i for i, d in enumerate(self.table.program.dice) if d.owner == mask]
        elif subject.ty.kind is DIE:
            dice = list(B[mask if subject.ty.many else 1 << mask])
        else:
            raise Failed("X705", "only dice, or the dice of a player, can stand somewhere", line.dice)
        zones = len(self.table.program.zones)
        loose = [d for d in dice if cells[self.table.reg.location + d] < zones]
        standing: list[int] = []
        for node in line.places:
            places = e.members(node, self.scope)
            board = self.table.lowering.w.board_of(places.ty.kind)
            if board is None:
                raise Failed("X705", f"dice stand on places, but this is {places.ty.called()}", node)
            first = zones + self.table.lowering.w.first_place(board)
            for place in B[int(engine.compile_condition(places.op)(cells))]:
                if cells[self.table.reg.on_place + first - zones + place]:
                    raise Failed("X707", "something stands on one of these places already", node)
                if not loose:
                    raise Failed("X707", "there are not enough dice to stand on all these places", line)
                standing.append(loose.pop(0))
                engine.space["put"](cells, 1 << standing[-1], first + place, 0)
        if line.faces and len(line.faces) not in (1, len(standing)):
            raise Failed("X706", f"{len(standing)} dice, but {len(line.faces)} numbers after `showing`", line)
        for i, die in enumerate(standing if line.faces else ()):
            self._show(cells, die, line.faces[i % len(line.faces)], line)

    def _show(self, cells: list[int], die: int, number: int, node: n.Node) -> None:
        if number not in self.table.program.dice[die].faces:
            raise Failed("X706", f"no die here can show {number}", node)
        self.table.engine.roll_dice(cells, 1 << die, (number,))

    def _lay(self, cells: list[int], die: int, zone: int) -> None:
        self.table.engine.space["put"](cells, 1 << die, zone, 0)

    def _held(self, line: n.GivenHolds, cells: list[int]) -> None:
        """A zone holds exactly the dice named."""
        zone = self.table.lowering._zone_target(line.place, Context(self.scope, 0))
        if zone is None:
            return
        where = int(self.table.engine.compile_condition(zone)(cells))
        held = cells[self.table.reg.zone_mask + where].bit_count()
        if held != len(line.dice):
            raise Failed(
                "X707",
                f"{len(line.dice)} dice are named here, but {held} lie there",
                line,
                help="say with another `given ... holds` where the others are",
            )


def parts_of(condition: n.Expr) -> list[n.Expr]:
    if isinstance(condition, n.And):
        return [*parts_of(condition.left), *parts_of(condition.right)]
    return [condition]
