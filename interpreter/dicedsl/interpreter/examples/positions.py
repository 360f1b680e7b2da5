"""The position an example starts from: what its `given` lines say, laid out on the table."""

from __future__ import annotations

from attrs import define, field

from dicedsl.interpreter.examples.example_failure import ExampleFailure, failure, raise_if_wrong
from dicedsl.interpreter.table.game_table import GameTable
from dicedsl.program import examples as ex
from dicedsl.program.members import MEMBERS
from dicedsl.program.ops import Op
from dicedsl.text.source import Span


@define
class _Laid:
    """What has been laid so far, and by which line: none may undo another."""

    cells: dict[int, tuple[int, Span]] = field(factory=dict)
    dice: dict[int, Span] = field(factory=dict)

    def cell(self, cell: int, value: int, span: Span) -> None:
        before = self.cells.get(cell)
        if before is not None and before[0] != value:
            raise _undone("this says otherwise than another `given` line", span, before[1])
        self.cells[cell] = (value, span)

    def die(self, die: int, span: Span) -> None:
        before = self.dice.get(die)
        if before is not None:
            raise _undone("a die that is put here has been put somewhere by another `given` line", span, before)
        self.dice[die] = span


def _undone(message: str, span: Span, other: Span) -> Exception:
    where = f"line {other.line}" if other.line != span.line else "this line"
    return failure("X727", message, span, help=f"see {where}; each thing is given once")


@define
class GivenPosition:
    """The `given` lines of one example, for one table."""

    table: GameTable
    lines: tuple[ex.GivenLine, ...]
    stands: bool = field(init=False)  # whether it says what stands on the boards

    says_next: bool = field(init=False)  # whether it says whose turn comes first

    def __attrs_post_init__(self) -> None:
        self.stands = any(isinstance(line, ex.Stand) for line in self.lines)
        self.says_next = any(isinstance(line, ex.SetNext) for line in self.lines)

    def put(self, cells: list[int], standing: bool) -> None:
        """Lay the position out; where dice stand on the boards only if `standing`."""
        laid = _Laid()
        if standing and self.stands:
            self._clear_boards(cells)
        for line in self.lines:
            if isinstance(line, ex.SetCell):
                self._set(line, cells, laid)
            elif isinstance(line, ex.SetStarter):
                self._starts(line, cells, laid)
            elif isinstance(line, ex.SetOut):
                self._out(line, cells)
            elif isinstance(line, ex.Hold):
                self._hold(line, cells, laid)
            elif isinstance(line, ex.Stand):
                if standing:
                    self._stand(line, cells, laid)
            elif not isinstance(line, ex.SetNext):
                raise_if_wrong(line)
        for line in self.lines:
            if isinstance(line, ex.Hold) and line.is_zone:
                self._raise_unless_held(line, cells)

    def _value(self, op: Op, cells: list[int]) -> int:
        return int(self.table.expressions.function_of(op)(cells))

    def _clear_boards(self, cells: list[int]) -> None:
        """The lines `given ... stands on` say all that stands: what set-up put there goes back to where it started."""
        zones = len(self.table.program.zones)
        for number, die in enumerate(self.table.program.dice):
            if cells[self.table.reg.location + number] >= zones:
                self.table.position_editor.put(cells, 1 << number, die.home)

    # -------------------------------------------------------------- memory

    def _set(self, line: ex.SetCell, cells: list[int], laid: _Laid) -> None:
        index = 0 if line.index is None else self._value(line.index, cells)
        if not 0 <= index < line.size:
            raise failure("X704", "there is no such memory: it belongs to nobody here", line.span)
        value = self._value(line.value, cells)
        laid.cell(line.base + index, value, line.span)
        cells[line.base + index] = value

    def _starts(self, line: ex.SetStarter, cells: list[int], laid: _Laid) -> None:
        """Set who begins. Set-up may have named another; what is given counts."""
        reg = self.table.reg
        seat = self._value(line.seat, cells)
        if not 0 <= seat < self.table.players:
            raise failure("X704", "nobody would begin", line.span)
        laid.cell(reg.starter, seat, line.span)
        for cell in (reg.player_on_turn, reg.actor):
            if cells[cell] == cells[reg.starter]:
                cells[cell] = seat
        cells[reg.starter] = seat

    def put_next(self, cells: list[int]) -> None:
        """Set whose turn comes first, before that turn has begun."""
        reg, laid = self.table.reg, _Laid()
        for line in self.lines:
            if isinstance(line, ex.SetNext):
                seat = self._value(line.seat, cells)
                out = {
                    s
                    for gone in self.lines
                    if isinstance(gone, ex.SetOut)
                    for s in MEMBERS[self._value(gone.players, cells)]
                }
                if seat in out or not cells[reg.players_inside] >> seat & 1:
                    raise failure("X704", "who is out cannot be next", line.span)
                laid.cell(reg.player_on_turn, seat, line.span)
                cells[reg.player_on_turn] = cells[reg.actor] = seat

    def _out(self, line: ex.SetOut, cells: list[int]) -> None:
        reg = self.table.reg
        for seat in MEMBERS[self._value(line.players, cells)]:
            if cells[reg.players_inside] >> seat & 1:
                cells[reg.players_gone] += 1
                cells[reg.order_of_leaving + seat] = cells[reg.players_gone]
                cells[reg.players_inside] &= ~(1 << seat)

    # -------------------------------------------------------------- dice

    def _where(self, line: ex.Hold, cells: list[int]) -> int:
        offset = 0 if line.offset is None else self._value(line.offset, cells)
        zones = len(self.table.program.zones)
        where = line.first + offset
        if offset < 0 or (line.is_zone and where >= zones):
            message = "this belongs to nobody here" if line.is_zone else "there is no such place"
            raise failure("X704", message, line.span)
        return where

    def _hold(self, line: ex.Hold, cells: list[int], laid: _Laid) -> None:
        where = self._where(line, cells)
        dice = self._meant(line, where, cells, laid)
        if line.faces and len(line.faces) != len(dice):
            raise failure("X706", f"{len(dice)} dice, but {len(line.faces)} numbers after `showing`", line.span)
        for i, die in enumerate(dice):
            laid.die(die, line.span)
            self.table.position_editor.put(cells, 1 << die, where)
            number = line.faces[i] if line.faces else None
            if number is not None:
                self._show(cells, die, number, line.span)

    def _meant(self, line: ex.Hold, where: int, cells: list[int], laid: _Laid) -> list[int]:
        """The dice that a line names. Of so many of a sort, those are taken that lie there, then any that no line names."""
        dice: list[int] = []
        location = self.table.reg.location
        for part in line.dice:
            if isinstance(part, ex.LineProblem):
                raise ExampleFailure(part.problem)
            if isinstance(part, int):
                dice.append(part)
                continue
            taken = {*dice, *laid.dice, *self._named()}
            free = [die for die in part.dice if die not in taken]
            if len(free) < part.count:
                left = "none is" if not free else "only 1 is" if len(free) == 1 else f"only {len(free)} are"
                raise failure("X707", f"{part.count} {part.sort} are wanted here, but {left} left", part.span)
            free.sort(key=lambda die: cells[location + die] != where)
            dice += free[: part.count]
        return dice

    def _named(self) -> set[int]:
        """The dice that some line calls by their names."""
        return {die for hold in self.lines if isinstance(hold, ex.Hold) for die in hold.dice if isinstance(die, int)}

    def _raise_unless_held(self, line: ex.Hold, cells: list[int]) -> None:
        """Raise a failure unless a zone holds exactly the dice named."""
        held = cells[self.table.reg.zone_mask + self._where(line, cells)].bit_count()
        wanted = sum(part.count if isinstance(part, ex.DiceOfSort) else 1 for part in line.dice)
        if held != wanted:
            zone = self._where(line, cells)
            alike = [other for other in self.lines if isinstance(other, ex.Hold) and self._where(other, cells) == zone]
            if len(alike) > 1:
                message = "two lines say what lies there, and each says all of it"
                raise failure(
                    "X707", message, line.span, help="write all of it in one line, such as `given nest holds d1 d2 d3`"
                )
            raise failure(
                "X707",
                f"{wanted} {'die is' if wanted == 1 else 'dice are'} named here, but {held} lie{'s' * (held == 1)} there",
                line.span,
                help="say with another `given ... holds` where the others are",
            )

    def _stand(self, line: ex.Stand, cells: list[int], laid: _Laid) -> None:
        """Put a die of a player, or of a set, on each of the places."""
        reg, zones = self.table.reg, len(self.table.program.zones)
        named = self._named()
        loose = [die for die in self._offered(line, cells) if die not in named and die not in laid.dice]
        standing: list[int] = []
        for part in line.places:
            places = raise_if_wrong(part)
            for place in MEMBERS[self._value(places.members, cells)]:
                if cells[reg.on_place + places.first - zones + place]:
                    raise failure("X707", "something stands on one of these places already", places.span)
                if not loose:
                    raise self._too_few(line)
                standing.append(loose.pop(0))
                laid.die(standing[-1], line.span)
                self.table.position_editor.put(cells, 1 << standing[-1], places.first + place)
        if line.faces and len(line.faces) not in (1, len(standing)):
            raise failure("X706", f"{len(standing)} dice, but {len(line.faces)} numbers after `showing`", line.span)
        for i, die in enumerate(standing if line.faces else ()):
            self._show(cells, die, line.faces[i % len(line.faces)], line.span)

    def _offered(self, line: ex.Stand, cells: list[int]) -> list[int]:
        """The dice that may stand. Those of a player are taken from where they began: what set-up put aside stays there."""
        location, zones = self.table.reg.location, len(self.table.program.zones)
        if line.whose is None:
            assert line.dice is not None
            return [die for die in MEMBERS[self._value(line.dice, cells)] if cells[location + die] < zones]
        owner = self._value(line.whose, cells)
        dice = self.table.program.dice
        return [i for i, die in enumerate(dice) if die.owner == owner and cells[location + i] == die.home]

    def _too_few(self, line: ex.Stand) -> Exception:
        help = ""
        if line.whose is not None:
            help = "only dice that lie where they began are taken; name a zone instead of the player for others"
        return failure("X707", "there are not enough dice to stand on all these places", line.span, help=help)

    def _show(self, cells: list[int], die: int, number: int, span: Span) -> None:
        if number not in self.table.program.dice[die].faces:
            raise failure("X706", f"no die here can show {number}", span)
        self.table.position_editor.roll_dice(cells, 1 << die, (number,))
