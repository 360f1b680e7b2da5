"""Material: options, dice, zones and memory become cells and tables."""

from __future__ import annotations

from math import prod

from attrs import evolve

from dicedsl.geometry.standing import ORIENTATIONS
from dicedsl.lower import builtins_table as built_in
from dicedsl.lower.boards import MAX_DICE, Boards
from dicedsl.lower.kinds import (
    DIE,
    NOTHING,
    NUMBER,
    PLAYER,
    POINT,
    STEP,
    T_NUMBER,
    T_TRUTH,
    TRUTH,
    Kind,
    Ty,
    Value,
    absent,
    or_none,
)
from dicedsl.lower.layout import MAX_CELLS
from dicedsl.lower.scope import Bad, Scope, SlotDecl, ZoneDecl, suggest
from dicedsl.program import ops
from dicedsl.program.constants import constant_of
from dicedsl.program.sets import NO_NUMBER
from dicedsl.syntax import nodes as n

MAX_SIDES = 1_000
COLOURS = ("plain", "red", "green", "black", "blue", "white", "gold", "yellow", "orange", "purple")


class Material(Boards):
    """Declares what lies on the table."""

    def _option(self, node: n.Option) -> None:
        name = node.name.text
        given = dict(self.setting.options).get(name)
        words = [node.default, *node.choices]
        if all(isinstance(x, n.Name) for x in words) and (node.choices or node.default.phrase.text not in self.options):  # type: ignore[union-attr]
            values = tuple(x.phrase.text for x in words if isinstance(x, n.Name))
            known = [self.constants[v].ty.kind for v in values if v in self.constants]
            kind = known[0] if len(known) == len(values) and len(set(known)) == 1 else None
            if kind is None:
                kind = Kind(name if name not in self.kinds else f"option {name}", f"values of {name}", values)
                self._add_kind(kind, node)
            word = values[0] if given is None else str(given)
            if word not in values:
                raise Bad("E346", f'the option "{name}" is one of {", ".join(values)}, not "{word}"', node.span)
            self.options[name] = Value(ops.Const(kind.values.index(word)), Ty(kind))
            return
        default = self.e.value(node.default, Scope())
        constant = constant_of(default.op)
        if constant is None:
            raise Bad(
                "E347",
                "the default of an option is fixed before the game starts",
                node.default.span,
                help="use numbers and `count of everyone` only",
            )
        if default.ty.kind is TRUTH:
            self.options[name] = Value(ops.Const(constant if given is None else int(bool(given))), T_TRUTH)
            return
        value = constant if given is None else int(given)
        if node.bounds is not None:
            low = constant_of(self.e.number(node.bounds.low, Scope()).op)
            high = constant_of(self.e.number(node.bounds.high, Scope()).op)
            if low is None or high is None or low > high:
                raise Bad(
                    "E348",
                    "the bounds of an option are two fixed numbers, the lower one first",
                    node.bounds.span,
                    help="write `from 1 to 10`",
                )
            if not low <= constant <= high:
                # What uses the option is not to blame: it goes on with a value that could stand here.
                self.options[name] = Value(ops.Const(min(max(constant, low), high)), T_NUMBER)
                raise Bad(
                    "E349",
                    f"the default {constant} is not within {low} to {high}",
                    node.default.span,
                    help=f"choose a number from {low} to {high}, or widen the bounds",
                )
            if not low <= value <= high:
                raise Bad("E346", f'the option "{name}" goes from {low} to {high}, not {value}', node.span)
        elif node.choices:
            allowed = [constant_of(self.e.number(c, Scope()).op) for c in node.choices] + [constant]
            if value not in allowed:
                raise Bad(
                    "E346",
                    f'the option "{name}" is one of {", ".join(map(str, sorted(a for a in allowed if a is not None)))}',
                    node.span,
                )
        self.options[name] = Value(ops.Const(value), T_NUMBER, value, value)

    def _zone(self, node: n.Zone) -> None:
        keys = tuple(self._key_kind(k) for k in node.keys)
        sizes = tuple(self.kind_size(k) for k in keys)
        first = len(self.program.zones)
        name = node.name.text
        decl = ZoneDecl(name, first, keys, sizes, node)
        self.zones[name] = decl
        sort = node.sort.words
        if sort[-1] not in {"dice", "die"}:
            raise Bad(
                "E350",
                f'a zone holds dice, such as "6 dice" or "no dice", not "{node.sort.text}"',
                node.sort.span,
                help=f"write `{name}: 6 dice` or `{name}: no dice`",
            )
        for word in sort[:-1]:
            if word not in {"numbered", "standing"} and word not in COLOURS:
                raise Bad(
                    "E351",
                    f'"{word}" is no sort of dice',
                    node.sort.span,
                    help="known: numbered, standing, " + ", ".join(COLOURS[1:]),
                )
        amount = 0
        if node.amount is not None:
            found = constant_of(self.e.number(node.amount, Scope()).op)
            if found is None:
                raise Bad(
                    "E352",
                    "the number of dice is fixed before the game starts",
                    node.amount.span,
                    help="use numbers, options and `count of everyone` only",
                )
            amount = found
        faces = self._faces(node)
        if prod(sizes) > MAX_DICE:
            raise Bad("E353", f"a game has at most {MAX_DICE} zones", node.span, help="keep it for fewer things")
        combos = _combinations(sizes)
        if amount < 0:
            assert node.amount is not None
            raise Bad(
                "E371",
                f'the number of dice in "{name}" is below 0: it is {amount}',
                node.amount.span,
                help=f"put bounds on its options, or write `(highest of ({node.amount.span.text}, 0))`",
            )
        if len(self.program.dice) + amount * len(combos) > MAX_DICE:
            raise Bad("E353", f"a game has at most {MAX_DICE} dice", node.span, help="give each zone fewer dice")
        colour = next((w for w in sort if w in COLOURS), "plain")
        for combo in combos:
            owner = combo[keys.index(PLAYER)] if PLAYER in keys else -1
            number = len(self.program.zones)
            info = ops.ZoneInfo(number, name, combo, tuple(k.name for k in keys), owner, None)
            self.program.zones.append(info)
            group = len(self.program.plain_groups)
            members = []
            for i in range(amount):
                members.append(len(self.program.dice))
                self.program.dice.append(ops.DieInfo(i + 1, "numbered" in sort, colour, owner, faces, group, number))
            if members and "numbered" not in sort:
                self.program.plain_groups.append(tuple(members))
        self.program.max_face = max(self.program.max_face, *(faces or (0,)))

    def _faces(self, node: n.Zone) -> tuple[int, ...]:
        if "standing" in node.sort.words:
            if node.faces is not None or "orientation" not in self.kinds:
                raise Bad(
                    "E368",
                    "standing dice have the faces 1 to 6, and need a board with three coordinates",
                    node.sort.span,
                    help="leave out `standing`, or give the game such a board",
                )
            return ORIENTATIONS
        if node.faces is None:
            return (1, 2, 3, 4, 5, 6)
        if node.faces.listed:
            faces = node.faces.listed
        else:
            ranged = self.e.value(node.faces.span_of, Scope()) if node.faces.span_of is not None else None
            low = constant_of(ranged.op.low) if ranged and isinstance(ranged.op, ops.Span2) else None
            high = constant_of(ranged.op.high) if ranged and isinstance(ranged.op, ops.Span2) else None
            if low is None or high is None or low > high:
                raise Bad(
                    "E354",
                    "the faces of a die are numbers, such as `with faces 1 2 2 3 3 4` or `with faces 1 to 8`",
                    node.faces.span,
                )
            if high - low >= MAX_SIDES:
                raise Bad("E355", f"a die has at most {MAX_SIDES} sides", node.faces.span)
            faces = tuple(range(low, high + 1))
        if len(faces) > MAX_SIDES or max(faces) > MAX_SIDES:
            raise Bad("E355", f"a die has at most {MAX_SIDES} sides, numbered up to {MAX_SIDES}", node.faces.span)
        return faces

    def _key_kind(self, phrase: n.Phrase) -> Kind:
        kind = self.kinds.get(phrase.text)
        known = [name for name, known in self.kinds.items() if known not in (NUMBER, POINT, STEP)]
        if kind is None or kind in (NUMBER, POINT, STEP):
            raise Bad(
                "E356",
                f'"{phrase.text}" is no kind that something can be kept for',
                phrase.span,
                help=suggest(phrase.text, known) or f"known: {', '.join(known)}",
            )
        return kind

    def _dice_cells(self) -> None:
        p, r = self.program, self.reg
        dice, zones = len(p.dice), len(p.zones)
        for zone in self.zones.values():
            if DIE in zone.keys and zone.sizes[zone.keys.index(DIE)] != dice:
                help = "give the zones that hold dice at the start first"
                self._complain(
                    "E356", f'"{zone.name}" is kept for each die, but dice are named after it', zone.node, help
                )
        places = sum(len(b.places) for b in self.boards.values())
        r.location = self.cells(dice)
        r.face = self.cells(dice)
        r.zone_mask = self.cells(zones)
        r.on_place = self.cells(places, 0)
        r.taken = self.cells(len(self.boards))
        r.showing = self.cells(p.max_face + 1)
        masks = [0] * zones
        for d, die in enumerate(p.dice):
            masks[die.home] |= 1 << d
            self.set_initial(r.location + d, die.home)
        for z, mask in enumerate(masks):
            self.set_initial(r.zone_mask + z, mask)
        self.set_initial(r.showing, (1 << dice) - 1)
        for name, zone in self.zones.items():
            if zone.node.seen_by is not None:
                self._guard(lambda name=name, zone=zone: self._zone_sight(zone), zone.node)

    def _zone_sight(self, zone: ZoneDecl) -> None:
        total = 1
        for size in zone.sizes:
            total *= size
        for i in range(zone.first, min(zone.first + total, len(self.program.zones))):  # fewer if its stock was refused
            info = self.program.zones[i]
            owner = Value(ops.Const(info.owner), Ty(PLAYER)) if info.owner >= 0 else None
            assert zone.node.seen_by is not None
            seen = self.e.members(zone.node.seen_by, Scope(owner=owner), PLAYER)
            self.program.zones[i] = evolve(info, seen_by=seen.op)

    def die_table(self, what: str) -> int:
        dice = self.program.dice
        colours = self.kinds["colour"].values
        values = {
            "index": tuple(d.index for d in dice),
            "owner": tuple(d.owner for d in dice),
            "colour": tuple(colours.index(d.colour) for d in dice),
        }[what]
        return self.list_of(values)

    def owned_table(self) -> int:
        masks = [0] * self.players
        for d, die in enumerate(self.program.dice):
            if die.owner >= 0:
                masks[die.owner] |= 1 << d
        return self.list_of(tuple(masks))

    def showing(self, number: Value) -> ops.Op:
        """The mask of all dice that show a number; none if no die has it."""
        return ops.CellAt(self.reg.showing, number.op, self.program.max_face + 1, 0)

    def _memory(self, node: n.Memory) -> None:
        name = node.name.text
        if name in self.slots or name in self.zones:
            raise Bad("E207", f'"{name}" is given twice', node.name.span)
        if name in built_in.NOUNS or name in built_in.ATTRIBUTES:
            raise Bad(
                "E357",
                f'"{name}" is built in and cannot be given again',
                node.name.span,
                help="choose another name for it",
            )
        keys: list[Kind] = []
        scope = node.scope.word
        if scope == "each":
            assert node.scope.kind is not None
            keys.append(self._key_kind(node.scope.kind))
            scope = "game"
        if node.key is not None:
            keys.append(self._key_kind(node.key))
        if node.for_match:
            scope = "match"
        item, initial = self._memory_type(node)
        sizes = tuple(self.kind_size(k) for k in keys)
        total = 1
        for size in sizes:
            total *= size
        if total > MAX_CELLS:
            raise Bad("E340", "this memory is too large", node.span)
        base = self.cells(total, initial)
        if node.bounds is not None:
            low, high = (constant_of(self.e.number(b, Scope()).op) for b in (node.bounds.low, node.bounds.high))
            if low is None or high is None or low > high:
                raise Bad(
                    "E348",
                    "the bounds of a memory are two fixed numbers, the lower one first",
                    node.bounds.span,
                    help="write `from 1 to 10`",
                )
            item = evolve(item, low=low, high=high)
        self.slots[name] = SlotDecl(name, base, tuple(keys), sizes, item, scope, node)
        if item.ty.kind is DIE or DIE in keys:
            self.program.remembers_dice = True
        seen = None
        if node.seen_by is not None:
            owner_var = self.new_var()
            owner = Value(ops.Var(owner_var), Ty(PLAYER)) if PLAYER in keys else None
            seen = self.e.members(node.seen_by, Scope(owner=owner), PLAYER).op
            self.slot(
                name,
                base,
                total,
                self.shape(item.ty.kind),
                scope,
                keys=tuple(k.name for k in keys),
                seen_by=seen,
                owner_var=owner_var,
                many=item.ty.many,
            )
            return
        self.slot(
            name, base, total, self.shape(item.ty.kind), scope, keys=tuple(k.name for k in keys), many=item.ty.many
        )

    def _memory_type(self, node: n.Memory) -> tuple[Value, int]:
        """The kind of a memory follows from what it starts with; after `none` from the last word of its name."""
        if isinstance(node.initial, n.Nothing):
            if node.initial.word == "nobody":
                return Value(ops.NONE, Ty(PLAYER, maybe=True)), -1
            last = node.name.words[-1]
            for kind in self.kinds.values():
                if last == kind.name and kind is not NUMBER:
                    return Value(ops.Const(absent(Ty(kind))), Ty(kind, maybe=True)), absent(Ty(kind))
                if last == kind.plural:
                    return Value(ops.ZERO, Ty(kind, many=True)), 0
            return Value(ops.NONE, Ty(NUMBER, maybe=True)), NO_NUMBER
        value = self.e.value(node.initial, Scope())
        constant = constant_of(value.op)
        if value.ty.kind is NOTHING:
            raise Bad(
                "E358",
                "what this memory holds is not clear",
                node.initial.span,
                help="start it with a number, a player, or a value of a kind",
            )
        return Value(value.op, or_none(value.ty)), 0 if constant is None else constant

    def shape(self, kind: Kind) -> str:
        if kind is NUMBER:
            return "number"
        if kind is TRUTH:
            return "truth"
        if kind is PLAYER:
            return "player"
        if kind is DIE:
            return "die"
        board = self.board_of(kind)
        return f"place:{board}" if board is not None else f"kind:{kind.name}"


def _combinations(sizes: tuple[int, ...]) -> list[tuple[int, ...]]:
    combos: list[tuple[int, ...]] = [()]
    for size in sizes:
        combos = [(*c, i) for c in combos for i in range(size)]
    return combos
