"""Material for a setting: options, dice, zones and memory become constants, cells and tables."""

from __future__ import annotations

from itertools import product
from math import prod
from typing import TYPE_CHECKING

from attrs import define, evolve, field, frozen

from dicedsl.geometry.corners import ORIENTATIONS
from dicedsl.lower.boards import MOST_MATERIAL
from dicedsl.lower.cell_layout import MOST_STATE_CELLS
from dicedsl.lower.values import T_NUMBER, T_TRUTH, LoweredType, Value, absent, lowered_type, or_none, shape_of
from dicedsl.program import ops
from dicedsl.program.constants import constant_of
from dicedsl.typed import tree as t
from dicedsl.typed.kinds import DIE, NUMBER, PLAYER, TRUTH
from dicedsl.typed.semantic_error import SemanticError

if TYPE_CHECKING:
    from dicedsl.lower.world import World

MOST_SIDES = 1_000


@frozen(eq=False, repr=False, slots=False)
class SlotDecl:
    """A memory: where its cells start, how many each key has, and what each cell holds."""

    memory: t.Memory
    base: int
    sizes: tuple[int, ...]
    item: Value
    numbers: tuple[int, int] | None = None  # its last key is a number from one to the other

    @property
    def size(self) -> int:
        return prod(self.sizes)


@frozen(eq=False, repr=False, slots=False)
class ZoneDecl:
    zone: t.Zone
    first: int
    sizes: tuple[int, ...]


@define(eq=False, repr=False, slots=False)
class Material:
    """What lies on the table and what is remembered, laid out in cells."""

    world: World
    options: dict[str, Value] = field(factory=dict)
    zones: dict[str, ZoneDecl] = field(factory=dict)
    slots: dict[str, SlotDecl] = field(factory=dict)

    # -------------------------------------------------------------- options

    def option(self, option: t.Option) -> Value:
        """The value of an option, worked out when it is first asked for."""
        if option.name not in self.options:
            self.options[option.name] = self._word_option(option) if option.words else self._plain_option(option)
        return self.options[option.name]

    def _given(self, option: t.Option) -> object:
        return dict(self.world.setting.options).get(option.name)

    def _word_option(self, option: t.Option) -> Value:
        given = self._given(option)
        word = option.words[0] if given is None else str(given)
        if word not in option.words:
            message = f'the option "{option.name}" is one of {", ".join(option.words)}, not "{word}"'
            raise SemanticError("E346", message, option.node.span)
        return Value(ops.Const(option.type.kind.values.index(word)), lowered_type(option.type))

    def _plain_option(self, option: t.Option) -> Value:
        node, given = option.node, self._given(option)
        assert option.default is not None
        constant = self.world.constant(option.default)
        if constant is None:
            raise SemanticError(
                "E347",
                "the default of an option is fixed before the game starts",
                node.default.span,
                help="use numbers and `count of all players` only",
            )
        if option.type.kind is TRUTH:
            return Value(ops.Const(constant if given is None else int(bool(given))), T_TRUTH)
        value = constant if given is None else int(given)  # type: ignore[call-overload]
        if option.bounds is not None:
            low, high = self._bounds(option.bounds, "an option")
            if not low <= constant <= high:
                # What uses the option is not to blame: it goes on with a value that could stand here.
                self.options[option.name] = Value(ops.Const(min(max(constant, low), high)), T_NUMBER)
                raise SemanticError(
                    "E349",
                    f"the default {constant} is not within {low} to {high}",
                    node.default.span,
                    help=f"choose a number from {low} to {high}, or widen the bounds",
                )
            if not low <= value <= high:
                raise SemanticError(
                    "E346", f'the option "{option.name}" goes from {low} to {high}, not {value}', node.span
                )
        elif option.choices:
            allowed = [*(self.world.constant(choice) for choice in option.choices), constant]
            if value not in allowed:
                listed = ", ".join(map(str, sorted(a for a in allowed if a is not None)))
                raise SemanticError("E346", f'the option "{option.name}" is one of {listed}', node.span)
        return Value(ops.Const(value), T_NUMBER, value, value)

    def _bounds(self, bounds: t.Bounds, of: str, written: str = "from 1 to 10") -> tuple[int, int]:
        low, high = self.world.constant(bounds.low), self.world.constant(bounds.high)
        if low is None or high is None or low > high:
            raise SemanticError(
                "E348",
                f"the bounds of {of} are two fixed numbers, the lower one first",
                bounds.node.span,
                help=f"write `{written}`",
            )
        return low, high

    # -------------------------------------------------------------- dice and zones

    def zone(self, zone: t.Zone) -> None:
        world, program, node = self.world, self.world.program, zone.node
        sizes = tuple(map(world.kind_size, zone.keys))
        self.zones[zone.name] = ZoneDecl(zone, len(program.zones), sizes)
        amount = self._amount(zone)
        faces = self._faces(zone)
        if prod(sizes) > MOST_MATERIAL:
            raise SemanticError(
                "E353", f"a game has at most {MOST_MATERIAL} zones", node.span, help="keep it for fewer things"
            )
        if amount < 0:
            assert node.amount is not None
            raise SemanticError(
                "E371",
                f'the number of dice in "{zone.name}" is below 0: it is {amount}',
                node.amount.span,
                help=f"put bounds on its options, or write `(highest of ({node.amount.span.text}, 0))`",
            )
        if len(program.dice) + amount * prod(sizes) > MOST_MATERIAL:
            raise SemanticError(
                "E353", f"a game has at most {MOST_MATERIAL} dice", node.span, help="give each zone fewer dice"
            )
        for combo in product(*map(range, sizes)):
            owner = combo[zone.keys.index(PLAYER)] if PLAYER in zone.keys else -1
            number = len(program.zones)
            kinds = tuple(kind.name for kind in zone.keys)
            program.zones.append(ops.ZoneInfo(number, zone.name, combo, kinds, owner, None))
            group = len(program.plain_groups)
            members = []
            for i in range(amount):
                members.append(len(program.dice))
                program.dice.append(ops.DieInfo(i + 1, zone.is_numbered, zone.colour, owner, faces, group, number))
            if members and not zone.is_numbered:
                program.plain_groups.append(tuple(members))
        program.max_face = max(program.max_face, *(faces or (0,)))

    def _amount(self, zone: t.Zone) -> int:
        if zone.amount is None:
            return 0
        amount = self.world.constant(zone.amount)
        if amount is None:
            raise SemanticError(
                "E352",
                "the number of dice is fixed before the game starts",
                zone.amount.span,
                help="use numbers, options and `count of all players` only",
            )
        return amount

    def _faces(self, zone: t.Zone) -> tuple[int, ...]:
        node = zone.node.faces
        if zone.is_standing:
            return ORIENTATIONS
        if node is None:
            return (1, 2, 3, 4, 5, 6)
        faces = node.listed
        if not faces:
            span = zone.faces
            low = high = None
            if isinstance(span, t.Range):
                low, high = self.world.constant(span.low), self.world.constant(span.high)
            if low is None or high is None or low > high:
                raise SemanticError(
                    "E354",
                    "the faces of a die are numbers, such as `with faces 1 2 2 3 3 4` or `with faces 1 to 8`",
                    node.span,
                )
            if high - low >= MOST_SIDES:
                raise SemanticError("E355", f"a die has at most {MOST_SIDES} sides", node.span)
            faces = tuple(range(low, high + 1))
        if len(faces) > MOST_SIDES or max(faces) > MOST_SIDES:
            raise SemanticError("E355", f"a die has at most {MOST_SIDES} sides, numbered up to {MOST_SIDES}", node.span)
        return faces

    def dice_cells(self) -> None:
        """Lay out the cells that say where dice are and what they show."""
        layout, p, r = self.world.layout, self.world.program, self.world.reg
        dice, zones = len(p.dice), len(p.zones)
        for decl in self.zones.values():
            keys = decl.zone.keys
            if DIE in keys and decl.sizes[keys.index(DIE)] != dice:
                message = f'"{decl.zone.name}" is kept for each die, but dice are named after it'
                help = "give the zones that hold dice at the start first"
                self.world.report(SemanticError("E356", message, decl.zone.node.span, help=help))
        r.location = layout.cells(dice)
        r.face = layout.cells(dice)
        r.zone_mask = layout.cells(zones)
        r.on_place = layout.cells(self.world.boards.places, 0)
        r.taken = layout.cells(len(self.world.boards.made))
        r.showing = layout.cells(p.max_face + 1)
        masks = [0] * zones
        for d, die in enumerate(p.dice):
            masks[die.home] |= 1 << d
            layout.set_initial(r.location + d, die.home)
        for z, mask in enumerate(masks):
            layout.set_initial(r.zone_mask + z, mask)
        layout.set_initial(r.showing, (1 << dice) - 1)

    def zone_sight(self, zone: t.Zone) -> None:
        """Lower who sees the dice of a zone; that may ask for anything, so all memory is laid out by then."""
        if zone.seen_by is None:
            return
        program, decl, seen_by = self.world.program, self.zones[zone.name], zone.seen_by
        last = min(decl.first + prod(decl.sizes), len(program.zones))  # fewer if its stock was refused
        for i in range(decl.first, last):
            info = program.zones[i]
            if info.owner >= 0:
                self.world.expressions.bind(decl.zone.owner, Value(ops.Const(info.owner), LoweredType(PLAYER)))
            program.zones[i] = evolve(info, seen_by=self.world.expressions.value(seen_by).op)

    def die_table(self, what: str) -> int:
        dice = self.world.program.dice
        colours = self.world.game.kinds["colour"].values
        values = {
            "index": tuple(d.index for d in dice),
            "owner": tuple(d.owner for d in dice),
            "colour": tuple(colours.index(d.colour) for d in dice),
        }[what]
        return self.world.layout.list_of(values)

    def owner_table(self) -> int:
        masks = [0] * self.world.players
        for d, die in enumerate(self.world.program.dice):
            if die.owner >= 0:
                masks[die.owner] |= 1 << d
        return self.world.layout.list_of(tuple(masks))

    def showing(self, number: Value) -> ops.Op:
        """The mask of all dice that show a number; none if no die has it."""
        return ops.CellAt(self.world.reg.showing, number.op, self.world.program.max_face + 1, 0)

    # -------------------------------------------------------------- memory

    def starter(self, memory: t.Memory) -> None:
        """Lay out who begins, a memory of the match that rules may set; counters can be set in examples only."""
        item = Value(ops.NONE, LoweredType(PLAYER))
        self.slots[memory.name] = SlotDecl(memory, self.world.reg.starter, (), item)

    def memory(self, memory: t.Memory) -> SlotDecl:
        """A memory, laid out when it is first asked for: each may begin with what another one holds, in any order."""
        if memory.name not in self.slots:
            self._lay_out(memory)
        return self.slots[memory.name]

    def _lay_out(self, memory: t.Memory) -> None:
        layout, node = self.world.layout, memory.node
        item, initial = self._first(memory)
        numbers = None if memory.numbers is None else self._bounds(memory.numbers, "a memory by numbers", "by 0 to 25")
        sizes = tuple(map(self.world.kind_size, memory.keys if numbers is None else memory.keys[:-1]))
        if numbers is not None:
            sizes = (*sizes, numbers[1] - numbers[0] + 1)
        total = prod(sizes)
        if total > MOST_STATE_CELLS:
            raise SemanticError("E340", "this memory is too large", node.span)
        base = layout.cells(total, initial)
        if memory.bounds is not None:
            low, high = self._bounds(memory.bounds, "a memory")
            item = evolve(item, low=low, high=high)
        self.slots[memory.name] = SlotDecl(memory, base, sizes, item, numbers)
        if item.ty.kind is DIE or DIE in memory.keys:
            self.world.program.remembers_dice = True

    def memory_sight(self, memory: t.Memory) -> None:
        """A memory as it is told of, and to whom; that may ask for anything, so all memory is laid out by then."""
        layout, slot = self.world.layout, self.slots[memory.name]
        sight: dict[str, object] = {}
        if memory.seen_by is not None:
            owner = layout.new_var()
            self.world.expressions.bind(memory.owner, Value(ops.Var(owner), LoweredType(PLAYER)))
            sight = {"seen_by": self.world.expressions.value(memory.seen_by).op, "owner_var": owner}
        keys = tuple(kind.name for kind in memory.keys)
        if slot.numbers is not None:
            keys = (*keys[:-1], self._numbered(*slot.numbers))
        shape, many = shape_of(slot.item.ty.kind), slot.item.ty.many
        layout.slot(memory.name, slot.base, slot.size, shape, memory.scope, keys=keys, many=many, **sight)

    def _numbered(self, low: int, high: int) -> str:
        """The numbers from one to another as a kind of which memory is told."""
        name, values = f"{low} to {high}", tuple(map(str, range(low, high + 1)))
        self.world.program.kinds[name] = ops.KindInfo(name, name, values, f"kind:{name}", len(values))
        return name

    def _first(self, memory: t.Memory) -> tuple[Value, int]:
        """What a memory holds, and what each cell of it begins with; what is worked out when play begins comes by a step."""
        if memory.initial is None:
            ty = lowered_type(memory.type)
            nothing = absent(ty)
            if ty.kind is NUMBER and not ty.many:
                return Value(ops.NONE, LoweredType(NUMBER, maybe=True)), nothing
            return Value(ops.Const(nothing), evolve(ty, maybe=not ty.many)), nothing
        value = self.world.expressions.value(memory.initial)
        constant = constant_of(value.op)
        return Value(value.op, or_none(value.ty)), 0 if constant is None else constant
