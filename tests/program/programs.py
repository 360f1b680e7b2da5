"""Generated programs that end: statements, blocks, rules, and suspensions of every kind."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from attrs import define, evolve, field
from hypothesis import strategies as st

from dicedsl.program import ops
from dicedsl.program.work_marking import WorkMarker
from tests.program.expressions import Expressions, make_functions
from tests.program.lots import ByLot, Drawn, Lots
from tests.program.worlds import NUMBER, NUMBERS, Memory, Type, World, made, results, start

ROUNDS = 3
MOST_BLOCKS = 60


def program_by(lots: Lots) -> ops.Program:
    """A whole program. Every way through it ends: it goes back only in loops that count their rounds."""
    world = made(lots)
    make_functions(world, lots)
    return Flow(world, lots).whole()


@st.composite
def programs(draw: st.DrawFn) -> ops.Program:
    """Programs that become smaller and smaller when one of them shows a difference."""
    return program_by(Drawn(draw))


def seeded_program(seed: int) -> ops.Program:
    """A program made by lot: larger, and quicker to make."""
    return program_by(ByLot(Random(seed)))


def statement_types(world: World) -> list[Memory]:
    """Memory that statements may change: all but what the dice keep in order themselves."""
    reg = world.program.reg
    own = {slot.base for slot in world.program.slots}
    own |= {reg.shown, reg.score_of_player, *(cell for _, cell in results(world))}
    return [memory for memory in world.memories if memory.base in own]


def _equal_to(world: World, die: ops.Op, among: ops.Op) -> ops.Op:
    """The dice that nobody can tell from this one: of its sort, in its zone, and seen to show the same."""
    program, reg = world.program, world.program.reg
    count, zones = len(program.dice), len(program.zones)
    groups = {d: sum(1 << other for other in group) for group in program.plain_groups for d in group}
    group = world.list_of(tuple(groups.get(d, 1 << d) for d in range(count)))
    where = ops.CellAt(reg.location, die, count)
    here = ops.Cond(ops.Bin("<", where, ops.Const(zones)), ops.CellAt(reg.zone_mask, where, zones, 0), ops.Single(die))
    equal = ops.Bin("&", ops.Bin("&", among, ops.ListAt(group, die, 0)), here)
    showing = ops.CellAt(reg.showing, ops.CellAt(reg.face, die, count), program.max_face + 1, 0)
    equal, shown = ops.Bin("&", equal, showing), ops.Cell(reg.shown)
    return ops.Bin("&", equal, ops.Cond(ops.Bit(shown, die), shown, ops.Bin("&~", equal, shown)))


@define
class Flow:
    """Writes the blocks of one program, one after the other."""

    world: World
    draw: Lots
    current: ops.Block = field(init=False)
    cells: list[tuple[Type, list[int]]] = field(factory=list)
    rules: list[tuple[int, int]] = field(factory=list)  # entry and cell of the way back

    def whole(self) -> ops.Program:
        program = self.world.program
        program.first_local = program.cells
        self.current = self._new()
        program.entry = self.current.number
        main = self._new()
        self._rules()
        self.current = program.blocks[program.entry]
        self._starter()
        self._roll()
        self._jump(main)
        self._counted(ROUNDS, lambda: self.steps(3))
        self._over()
        program.spans = {b.number: self.world.span() for b in program.blocks if self.draw.flip()}
        program.rests = {b.number for b in program.blocks if b.label == "rest"}
        WorkMarker(program).mark_program()
        return program

    # -------------------------------------------------------------- blocks

    def _new(self, label: str = "") -> ops.Block:
        block = ops.Block(len(self.world.program.blocks), label=label)
        self.world.program.blocks.append(block)
        return block

    def _jump(self, block: ops.Block) -> None:
        self.current.end = ops.Jump(block.number)
        self.current = block

    def emit(self, statement: ops.Stmt) -> None:
        self.current.body.append(statement)

    @property
    def e(self) -> Expressions:
        return Expressions(self.world, self.draw)

    def _chance(self, one_in: int) -> bool:
        return self.draw.integer(1, one_in) == 1

    def cell(self, type_: Type) -> int:
        """A cell of its own for what is picked, drawn or counted; other steps may read it."""
        base = self.world.cells([0])
        self.world.memories.append(Memory(type_, base))
        return base

    # -------------------------------------------------------------- steps

    def steps(self, most: int) -> None:
        for _ in range(self.draw.integer(1, most)):
            self._step(most - 1)

    def _step(self, depth: int) -> None:
        makes: list[Callable[[], None]] = [self._statements, self._roll, self._draw_one, self._choice, self._choice]
        if depth > 0 and len(self.world.program.blocks) < MOST_BLOCKS:
            makes += [
                lambda: self._branch(depth),
                lambda: self._counted(2, lambda: self.steps(depth)),
                self._call,
                self._at_once,
                self._report,
                self._draw_dice,
            ]
        self.draw.one(makes)()
        if self._chance(4):
            self._jump(self._new("rest"))

    def _statements(self) -> None:
        writer = Statements(self.world, self.draw)
        self.current.body.extend(writer.some(self.e, 2))

    def _branch(self, depth: int) -> None:
        then, other, done = self._new(), self._new(), self._new()
        self.current.end = ops.Branch(self.e.truth(), then.number, other.number)
        for block in (then, other):
            self.current = block
            if self._chance(2):
                self.steps(depth)
            if self._chance(12):
                self._over()
            else:
                self.current.end = ops.Jump(done.number)
        self.current = done

    def _counted(self, rounds: int, body: Callable[[], None]) -> None:
        counter = self.world.cells([0])
        head, inside, done = self._new(), self._new(), self._new()
        self.emit(ops.Store(counter, ops.ZERO))
        self._jump(head)
        head.end = ops.Branch(ops.Bin("<", ops.Cell(counter), ops.Const(rounds)), inside.number, done.number)
        self.current = inside
        self.emit(ops.Store(counter, ops.Bin("+", ops.Cell(counter), ops.ONE)))
        body()
        self.current.end = ops.Jump(head.number)
        self.current = done

    def _rules(self) -> None:
        """Blocks that are come to from several places, and go back to where they were called."""
        for _ in range(self.draw.integer(0, 2)):
            back = self.world.cells([0])
            entry = self.current = self._new("rule")
            self.steps(2)
            self.current.end = ops.Back(back)
            self.world.program.rules.append((entry.number, "a rule"))
            self.rules.append((entry.number, back))

    def _call(self) -> None:
        if not self.rules:
            return
        entry, back = self.draw.one(self.rules)
        done = self._new()
        self.emit(ops.Store(back, ops.Address(done.number)))
        self.current.end = ops.Jump(entry)
        self.current = done

    # -------------------------------------------------------------- chance

    def _starter(self) -> None:
        """Who begins, by lot."""
        if self.draw.flip():
            done, reg = self._new(), self.world.program.reg
            self.current.end = ops.DrawOne(ops.Cell(reg.players_inside), reg.starter, done.number, "player")
            self.current = done

    def _over(self) -> None:
        reason = self.draw.integer(0, len(self.world.program.reasons) - 1)
        self.emit(ops.Store(self.world.program.reg.reason, ops.Const(reason)))
        self.current.end = ops.Over()

    def _roll(self) -> None:
        done = self._new()
        everything = ops.Const(self.world.whole("die"))
        dice = self.draw.one([everything, self.e.of(Type("set", "die"), 2)])
        self.current.end = ops.RollDice(dice, done.number)
        self.current = done

    def _draw_one(self) -> None:
        done = self._new()
        kind = self.draw.one(sorted(k for k in self.world.sizes if k != NUMBERS))
        members: ops.Op = self.e.of(Type("set", kind), 2)
        if not self._chance(6):
            members = ops.Cond(ops.Bin("!=", members, ops.ZERO), members, ops.Const(self.world.whole(kind)))
        drawn = self.cell(Type("member", kind))
        self.current.end = ops.DrawOne(members, drawn, done.number, self.world.shape(kind))
        self.current = done

    def _draw_dice(self) -> None:
        """Dice by lot, one after the other. Equal ones are one outcome: the first of them is taken, whichever is drawn."""
        world, program, reg = self.world, self.world.program, self.world.program.reg
        left, drawn = self.cell(Type("set", "die")), self.cell(Type("member", "die"))
        self.emit(ops.Store(left, self.draw.one([ops.Const(world.whole("die")), self.e.of(Type("set", "die"), 2)])))

        def one() -> None:
            draw, taken, done = self._new(), self._new(), self._new()
            self.current.end = ops.Branch(ops.Bin("!=", ops.Cell(left), ops.ZERO), draw.number, done.number)
            draw.end = ops.DrawOne(ops.Cell(left), drawn, taken.number, "die", dealt=True, alike=True)
            self.current = taken
            self.emit(ops.Store(drawn, ops.Lowest(_equal_to(world, ops.Cell(drawn), ops.Cell(left)))))
            self.emit(ops.Store(left, ops.Bin("&~", ops.Cell(left), ops.Single(ops.Cell(drawn)))))
            zone = ops.Const(self.draw.integer(0, len(program.zones) - 1))
            free = ops.Const(len(program.zones) + self.draw.integer(0, max(0, world.places - 1)))
            where = self.draw.one([zone, free]) if world.places else zone
            self.emit(ops.Put(ops.Single(ops.Cell(drawn)), where, world.span()))
            if self._chance(2):
                self.emit(ops.Store(reg.shown, self.e.of(Type("set", "die"), 1)))
            self._jump(done)

        self._counted(2, one)

    # -------------------------------------------------------------- decisions

    def _actor(self) -> None:
        reg = self.world.program.reg
        self.emit(ops.Store(reg.actor, ops.Const(self.draw.integer(0, self.world.program.players - 1))))

    def _choice(self) -> None:
        """A choice of one player."""
        reg = self.world.program.reg
        self._actor()
        seats: ops.Op = ops.Single(ops.Cell(reg.actor))
        if self._chance(60):
            seats = ops.ZERO  # there may be nobody left
        self.emit(ops.Store(reg.asked, seats))
        self._ask(AnswerSoFar(self, looks_ahead=self._chance(3)))

    def _report(self) -> None:
        """Something the table has to tell."""
        reg = self.world.program.reg
        self._actor()
        self.emit(ops.Store(reg.asked, ops.Single(ops.Cell(reg.actor))))
        self._ask(AnswerSoFar(self, looks_ahead=self._chance(3), reported=True))

    def _ask(self, choosing: AnswerSoFar) -> None:
        asking, done = self._new(), self._new()
        self._jump(asking)
        alternatives = tuple(choosing.alternative(i, done) for i in range(self.draw.integer(1, 3)))
        nothing = -1
        if not choosing.reported and not self._chance(6):
            self.current = self._new("nothing fits")
            nothing = self.current.number
            self._statements()
            self.current.end = ops.Jump(done.number)
        self._decide(asking, alternatives, nothing, choosing)
        self.current = done

    def _decide(
        self,
        asking: ops.Block,
        alternatives: tuple[ops.AlternativeOp, ...],
        nothing: int,
        choosing: AnswerSoFar,
        pending: int = -1,
        after: int = -1,
    ) -> None:
        decisions = self.world.program.decisions
        always = tuple(choosing.must((), 0) for _ in range(1 if choosing.looks_ahead and self._chance(3) else 0))
        asking.end = ops.Ask(len(decisions))
        decisions.append(
            ops.Decision(
                len(decisions), ops.Cell(self.world.program.reg.asked), alternatives, nothing, choosing.reported,
                pending >= 0, pending, after, "", always, self.world.span(),
            )
        )  # fmt: skip

    def _at_once(self) -> None:
        """A choice of several at once: what they answer is kept until all have."""
        world, reg = self.world, self.world.program.reg
        self._actor()
        self.emit(ops.Store(reg.asked, ops.Const(self.draw.integer(1, world.whole("player")))))
        asking, after, done = self._new(), self._new(), self._new()
        self._jump(asking)
        choosing = AnswerSoFar(self, looks_ahead=False, at_once=True)
        pending = world.cells([0] * world.program.players)
        world.memories.append(Memory(NUMBER, pending, world.program.players, "player"))
        alternatives = tuple(choosing.alternative(i, done) for i in range(self.draw.integer(1, 3)))
        self._decide(asking, alternatives, -1, choosing, pending, after.number)
        self.current = after
        self._statements()
        columns = [pending, *(pick.pending for a in alternatives for pick in a.picks)]
        self.emit(ops.Reset(tuple((base, (0,) * world.program.players) for base in columns)))
        self._jump(done)


@define
class AnswerSoFar:
    """Alternatives of one decision."""

    flow: Flow
    looks_ahead: bool
    at_once: bool = False
    reported: bool = False

    @property
    def _draw(self) -> Lots:
        return self.flow.draw

    def _chance(self, one_in: int) -> bool:
        return self.flow._chance(one_in)

    def must(self, scope: tuple[tuple[int, Type], ...], after: int) -> ops.MustOp:
        world = self.flow.world
        condition = evolve(self.flow.e, scope=scope).truth(2)
        return ops.MustOp(condition, world.text(), after, world.span())

    def alternative(self, index: int, done: ops.Block) -> ops.AlternativeOp:
        world, flow = self.flow.world, self.flow
        picks: list[ops.PickOp] = []
        scope: tuple[tuple[int, Type], ...] = ()
        if index == 0 and not self._chance(3):
            return self._open(done)
        musts = [self.must((), 0)] if self._chance(3) else []
        lots: list[tuple[int, ops.Op]] = []
        for number in range(self._draw.integer(0, 2)):
            inside = evolve(flow.e, scope=scope)
            pick, item, picked = self._pick(inside)
            if self.reported and self._chance(2):
                lots.append((number, inside.with_variable(pick.member_var, item).number(1)))
            picks.append(pick)
            scope = (*scope, (pick.var, picked))
            if self._chance(3):
                musts.append(self.must(scope, number + 1))
        leaves = [self.must(scope, len(picks))] if self.looks_ahead and self._chance(2) else []
        weight = flow.e.number(1) if self.reported else None
        return ops.AlternativeOp(
            f"answer {index}", tuple(picks), tuple(musts), tuple(leaves), self._block(done), weight, tuple(lots),
            span=world.span(),
        )  # fmt: skip

    def _open(self, done: ops.Block) -> ops.AlternativeOp:
        """An alternative that is always open, so that most games go on."""
        weight = ops.ONE if self.reported else None
        return ops.AlternativeOp("pass", (), (), (), self._block(done), weight, span=self.flow.world.span())

    def _block(self, done: ops.Block) -> int:
        """Where an answer leads."""
        flow = self.flow
        if self.at_once:
            return done.number
        before, flow.current = flow.current, flow._new()
        block = flow.current.number
        flow._statements()
        if self._chance(4) and len(flow.world.program.blocks) < MOST_BLOCKS:
            flow._roll()
        flow.current.end = ops.Jump(done.number)
        flow.current = before
        return block

    def _pick(self, e: Expressions) -> tuple[ops.PickOp, Type, Type]:
        """A pick, with the types of the members it is taken from and of what is picked."""
        world = self.flow.world
        way = self._draw.one(["one", "range", "many", "sets"])
        kind = e.kind()
        item = NUMBER if kind == NUMBERS else Type("member", kind)
        high: ops.Op | None = None
        range_high: ops.Op | None = None
        low: ops.Op = ops.ONE
        if way == "range":
            kind, item = NUMBERS, NUMBER
            source: ops.Op = ops.Bin("max", e.number(1), ops.Const(-2))
            range_high = ops.Bin("min", e.number(1), ops.Const(4))
        elif way == "sets":
            source, item = e.list_of_sets(kind, 1), Type("set", kind)
        else:
            source = e.of(Type("set", kind), 2)
        if way == "many":
            low = self._draw.one([ops.ZERO, ops.ONE, ops.Const(2), e.number(0)])
            high = self._draw.one([None, ops.ONE, ops.Const(3), e.number(0)])
        it, var = world.variable(), world.variable()
        condition = e.with_variable(it, item).truth(1) if self._chance(3) else None
        picked = item if way != "many" else Type("set", kind)
        pending = -1
        if self.at_once:
            pending = world.cells([0] * world.program.players)
            world.memories.append(Memory(picked, pending, world.program.players, "player"))
        pick = ops.PickOp(
            var, self.flow.cell(picked), source, range_high, way in {"many", "sets"}, low, high, condition, it,
            world.shape(kind), f"pick{var}", False, world.span(), way == "sets", pending,
        )  # fmt: skip
        return pick, item, picked


@define
class Statements:
    """Statements that suspend nothing."""

    world: World
    draw: Lots

    def some(self, e: Expressions, depth: int) -> tuple[ops.Stmt, ...]:
        found: list[ops.Stmt] = []
        for _ in range(self.draw.integer(1, 3)):
            made_one, e = self._one(e, depth)
            found.append(made_one)
        return tuple(found)

    def _one(self, e: Expressions, depth: int) -> tuple[ops.Stmt, Expressions]:
        """A statement, and what is known after it."""
        makes: list[Callable[[Expressions], ops.Stmt]] = [
            self._store, self._store, self._put, self._put, self._face, self._reset, self._tell, self._check,
        ]  # fmt: skip
        if depth > 0:
            makes += [lambda e: self._when(e, depth), lambda e: self._each(e, depth)]
        if self.draw.integer(0, 5) == 0:
            return self._store_var(e)
        return self.draw.one(makes)(e), e

    def _store(self, e: Expressions) -> ops.Stmt:
        memory = self.draw.one(statement_types(self.world))
        value = e.of(memory.type)
        if not memory.key:
            return ops.Store(memory.base, value)
        key = e.of(Type("member", memory.key), 1) if self.draw.integer(0, 3) else e.number(1)
        if self.draw.flip():
            key = ops.Bin("%", ops.Bin("max", key, ops.ZERO), ops.Const(memory.size))
        return ops.StoreAt(memory.base, key, memory.size, value, self.world.span())

    def _store_var(self, e: Expressions) -> tuple[ops.Stmt, Expressions]:
        type_ = self.draw.one([NUMBER, Type("set", "die"), Type("member", "player")])
        var = self.world.variable()
        return ops.StoreVar(var, e.of(type_)), e.with_variable(var, type_)

    def _put(self, e: Expressions) -> ops.Stmt:
        zones, places = len(self.world.program.zones), self.world.places
        to_zone = ops.Const(self.draw.integer(0, zones - 1))
        anywhere = ops.Bin("%", e.number(1), ops.Const(zones + places))
        location = self.draw.one([to_zone, to_zone, anywhere, e.number(1)])
        dice = e.of(Type("set", "die"), 2)
        if location is not to_zone and self.draw.flip():
            dice = ops.Single(ops.Lowest(dice))
        return ops.Put(dice, location, self.world.span())

    def _face(self, e: Expressions) -> ops.Stmt:
        return ops.Face(e.of(Type("set", "die"), 2), ops.Const(self.draw.one([1, 1, 1, 1, 1, 0, 3])))

    def _when(self, e: Expressions, depth: int) -> ops.Stmt:
        other = self.some(e, depth - 1) if self.draw.flip() else ()
        return ops.When(e.truth(), self.some(e, depth - 1), other)

    def _each(self, e: Expressions, depth: int) -> ops.Stmt:
        loop, type_ = e.loop(1)
        inside = e.with_variable(loop.var, type_)
        condition = inside.truth(1) if self.draw.flip() else None
        by = inside.number(1) if self.draw.flip() else None
        return ops.Each(loop, condition, self.some(inside, depth - 1), by, self.draw.flip())

    def _reset(self, e: Expressions) -> ops.Stmt:
        found = [m for m in statement_types(self.world) if m.base != self.world.program.reg.shown]
        memories = [self.draw.one(found) for _ in range(self.draw.integer(1, 2))]
        runs = tuple((m.base, tuple(start(self.world, m.type, self.draw) for _ in range(m.size))) for m in memories)
        return ops.Reset(runs)

    def _tell(self, e: Expressions) -> ops.Stmt:
        return ops.Tell(self.world.text())

    def _check(self, e: Expressions) -> ops.Stmt:
        condition = e.truth(1)
        if self.draw.integer(0, 4):
            condition = ops.Bin("or", condition, ops.ONE)
        return ops.Check(condition, "F501", "there are not enough dice to move", self.world.span())
