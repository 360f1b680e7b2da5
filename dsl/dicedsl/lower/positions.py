"""The `given` lines of an example, lowered: cells that take values, and dice that lie or stand somewhere."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from attrs import frozen

from dicedsl.errors import Problem, raise_unhandled
from dicedsl.lower.dice_names import named_at, of_sort
from dicedsl.lower.dice_steps import first_location, zone_number
from dicedsl.lower.memory_steps import cell_of
from dicedsl.lower.step_lowering import StepLowering
from dicedsl.program import examples as ex
from dicedsl.program import ops
from dicedsl.syntax import nodes as n
from dicedsl.typed import tree as t
from dicedsl.typed.kinds import PLAYER
from dicedsl.typed.semantic_error import SemanticError


def trouble(code: str, message: str, node: n.Node, help: str = "") -> ex.LineProblem:
    return ex.LineProblem(Problem(code, message, node.span, help=help))


@frozen(eq=False, repr=False, slots=False)
class GivenLines:
    lowering: StepLowering
    seats: dict[str, int]

    def of(self, lines: Iterable[t.Given]) -> Iterator[ex.GivenLine]:
        for line in lines:
            try:
                yield self._given(line)
            except SemanticError as error:
                yield ex.LineProblem(Problem(error.code, error.message, line.span, help=error.help))

    # -------------------------------------------------------------- memory

    def _given(self, line: t.Given) -> ex.GivenLine:
        expressions, reg = self.lowering.expressions, self.lowering.reg
        if isinstance(line, t.WrongLine):
            return ex.LineProblem(line.problem)
        if isinstance(line, t.GivenOut):
            return ex.SetOut(expressions.value(line.players).op, line.span)
        if isinstance(line, t.GivenStarter):
            return ex.SetStarter(expressions.value(line.player).op, line.span)
        if isinstance(line, t.GivenNext):
            return self._next(line)
        if isinstance(line, t.GivenCount):
            value = expressions.value(line.value).op
            if line.player is not None:
                return ex.SetCell(
                    reg.turns_of_player,
                    expressions.value(line.player).op,
                    self.lowering.world.players,
                    value,
                    line.span,
                )
            cell = reg.turns_played if line.counter == "turns played" else reg.rounds
            return ex.SetCell(cell, None, 1, value, line.span)
        if isinstance(line, t.GivenMemory):
            slot, index = cell_of(self.lowering, line.cell)
            return ex.SetCell(slot.base, index, slot.size, expressions.value(line.value).op, line.span)
        if isinstance(line, t.GivenHolds):
            return self._holds(line)
        if isinstance(line, t.GivenStands):
            return self._stands(line)
        raise_unhandled(line)

    def _next(self, line: t.GivenNext) -> ex.GivenLine:
        if "round" in self.lowering.world.game.flows:
            help = "give what the round goes by, such as `given starter is Ben`, or play up to there"
            message = "in this game the round says whose turn comes first"
            return ex.LineProblem(Problem("X704", message, line.span, help=help))
        return ex.SetNext(self.lowering.expressions.value(line.player).op, line.span)

    # -------------------------------------------------------------- dice

    def _holds(self, line: t.GivenHolds) -> ex.Hold:
        first, offset, is_zone = self._location(line.target)
        dice: list[int | ex.DiceOfSort | ex.LineProblem] = []
        for name in line.node.dice:
            dice.append(self._die(name, line.node.place, {die for die in dice if isinstance(die, int)}))
        dice += [self._heap(count, sort, line.node.place) for count, sort in line.node.heaps]
        return ex.Hold(first, offset, is_zone, tuple(dice), line.node.faces, line.span)

    def _location(self, target: t.Target) -> tuple[int, ops.Op | None, bool]:
        """Where dice are put: the number of the first location of a zone or a board, and which of them is meant."""
        if isinstance(target, t.InZone):
            zone = zone_number(self.lowering, target)
            if isinstance(zone, ops.Bin) and zone.op == "+" and isinstance(zone.left, ops.Const):
                return zone.left.value, zone.right, True
            return 0, zone, True
        place = self.lowering.expressions.value(target.place)
        return first_location(self.lowering, place), place.op, False

    def _die(self, name: n.DieName, place: n.Expr, used: set[int]) -> int | ex.LineProblem:
        dice = self.lowering.world.program.dice
        number = int(name.word[1:]) if name.word[:1] == "d" and name.word[1:].isdecimal() else None
        if number is None:
            return trouble("X705", f'dice are called d1, d2, ...; "{name.word}" is none', name)
        owner = self.seats.get(name.owner) if name.owner else self._owner_of(place)
        if name.owner and owner is None:
            return trouble("X702", f'nobody here is called "{name.owner}"', name)
        die = named_at(dice, number, owner, used)
        return trouble("X705", f"there is no die {name.word} here", name) if die is None else die

    def _heap(self, count: int, sort: n.Phrase, place: n.Expr) -> ex.DiceOfSort | ex.LineProblem:
        dice = self.lowering.world.program.dice
        members = of_sort(dice, sort.words, self._owner_of(place))
        if members is None:
            colours = ", ".join(dict.fromkeys(die.colour for die in dice if die.colour != "plain"))
            help = f"colours of dice here: {colours}" if colours else f"no die here has a colour: write `{count} dice`"
            return trouble("X705", f'there are no dice that are called "{sort.text}"', sort, help)
        return ex.DiceOfSort(count, members, sort.text, sort.span)

    def _owner_of(self, place: n.Expr) -> int | None:
        if isinstance(place, n.At):
            return self._owner_of(place.subject)
        if isinstance(place, n.Apply) and isinstance(place.argument, n.Name):
            return self.seats.get(place.argument.phrase.text)
        return None

    def _stands(self, line: t.GivenStands) -> ex.Stand:
        """A die of a player, or of a set, on each of the places."""
        subject = self.lowering.expressions.value(line.subject)
        whose = dice = None
        if subject.ty.kind is PLAYER:
            whose = subject.op
        else:
            dice = subject.op if subject.ty.many else ops.Single(subject.op)
        return ex.Stand(whose, dice, tuple(map(self._places, line.places)), line.node.faces, line.span)

    def _places(self, expr: t.Expr | Problem) -> ex.Places | ex.LineProblem:
        if isinstance(expr, Problem):
            return ex.LineProblem(expr)
        places = self.lowering.expressions.value(expr)
        return ex.Places(places.op, first_location(self.lowering, places), expr.span)
