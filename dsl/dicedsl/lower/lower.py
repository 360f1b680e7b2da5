"""From a rulebook and a setting to a Program: the frame of matches, games, rounds and turns around the author's steps."""

from __future__ import annotations

from attrs import evolve

from dicedsl.budget import Budget
from dicedsl.errors import Problem, unknown
from dicedsl.lower.blocks import TooLarge
from dicedsl.lower.describing import describe_words
from dicedsl.lower.flow import in_its_words
from dicedsl.lower.kinds import DIE, PLAYER, Ty, Value
from dicedsl.lower.scope import Bad, Scope
from dicedsl.lower.steps import Context, Instance, Steps
from dicedsl.lower.telling import tell
from dicedsl.lower.world import Setting, World, constant_of
from dicedsl.program import ops
from dicedsl.rulebook.merge import Rulebook, Standing
from dicedsl.rulebook.walk import walk
from dicedsl.syntax import nodes as n

Ending = tuple[str, ops.Op, ops.Block, n.Node]  # moment, condition, what happens, the item
MATCH = 1_000_000  # `limit` of the match: no standing rule of the game is looked at


def lower(book: Rulebook, setting: Setting, budget: Budget | None = None) -> tuple[Lowering, list[Problem]]:
    """The program and all problems found on the way; with errors the program must not be run. TooMuchWork if the budget is spent."""
    world = World(book, setting, budget)
    world.build()
    lowering = Lowering(world)
    try:
        lowering.lay()
    except TooLarge:
        world.problems.append(
            Problem("E430", "this rulebook unfolds to more than the engine can hold", book.head.title.span)
        )
    except RecursionError:
        world.problems.append(Problem("E104", "this rulebook is nested too deeply", book.head.title.span))
    return lowering, world.problems


class Lowering(Steps):
    def __init__(self, world: World) -> None:
        super().__init__(world)
        self.invariants: list[ops.MustOp] = []
        self.endings: list[Ending] = []
        self.whenevers: dict[int, tuple[ops.Block, int]] = {}
        self._last_turns: dict[int, tuple[int, int]] = {}
        self._others_act = "turn" in world.book.flows and any(_others_act(part) for part in _parts(world.book))
        self._looks_ahead = any(_looks_ahead(part) for part in _parts(world.book))
        self._settling: dict[tuple[int, str], tuple[ops.Block, int]] = {}
        self._standing_ready = False
        self._game_cells_end = 0

    # -------------------------------------------------------------- the whole

    def lay(self) -> None:
        w, reg, book = self.w, self.reg, self.w.book
        entry = self.b.current
        w.program.entry = entry.number
        w.program.reasons = [""]  # while it goes on
        scope = Scope()
        limit = len(book.standing)
        self._game_cells_end = w.program.first_local = w._next_cell
        main = Context(scope, limit)
        self._lay_standing(main)
        self.turn_instance = self._lay_turn(main)
        self.game_instance = Instance(self.b.new("game"), back=w.cells(1))
        self._lay_game(main)
        self.b.start(entry)
        if w.setting.starter >= 0:
            self.b.store(reg.starter, ops.Const(w.setting.starter))
        else:
            after = self.b.new("starter drawn")
            entry.end = ops.DrawOne(ops.Const((1 << w.players) - 1), reg.starter, after.number, "player")
            self.b.start(after)
        self._match_memory()
        flow = book.flows.get("match")
        if flow is None:
            self.call(self.game_instance)
            self.b.current.end = ops.Over()
        else:
            head = self.b.new("match")
            self.b.jump(head)
            self.b.start(head)
            match = evolve(main, limit=MATCH, in_match=True)
            self.block(flow.block, match)
            self._match_ends(match)
            self.b.jump(head)
            w.program.spans[head.number] = flow.span
        self.game_exit.end = ops.Back(self.game_instance.back)
        self._check_flows()
        self.settle_lots()
        w.program.rules = [(block, name) for block, name in w.program.rules if name not in self.uncounted]
        describe_words(w)
        tell(w, self.sayings, self.unclear)
        w.finish()

    def _check_flows(self) -> None:
        book = self.w.book
        if (
            "turn" not in book.flows
            and "round" not in book.flows
            and "setup" not in book.flows
            and book.head.word == "game"
        ):
            self.w._complain(
                "E431",
                "this game has no `turn:` or `round:`, so nothing can happen in it",
                book.head.title,
                help="add a part `turn:` that says what a player does",
            )

    # -------------------------------------------------------------- memory

    def _match_memory(self) -> None:
        for slot in self.w.slots.values():
            if slot.scope == "match" and slot.name != "starter":
                self._initial_store(slot.name)

    def _initial_store(self, name: str) -> None:
        """A memory whose first value is no constant gets it by a step."""
        slot = self.w.slots[name]
        try:
            if isinstance(slot.node.initial, n.Nothing):
                return
            value = self.e.value(slot.node.initial, Scope())
        except Bad as bad:
            self.w.report(bad)
            return
        if constant_of(value.op) is not None:
            return
        self._store_all(slot.base, slot.sizes, value.op, slot.node)

    def _store_all(self, base: int, sizes: tuple[int, ...], value: ops.Op, node: n.Node) -> None:
        total = 1
        for size in sizes:
            total *= size
        if not sizes:
            self.b.store(base, value)
            return
        var = self.w.new_var()
        body = (ops.StoreAt(base, ops.Var(var), total, value, node.span),)
        self.b.emit(ops.Each(ops.Loop(var, ops.ZERO, ops.Const(total - 1)), None, body))

    def _reset(self, scope: str) -> None:
        """Memory of a turn, a round or a game takes its first values again."""
        runs: list[tuple[int, tuple[int, ...]]] = []
        computed: list[str] = []
        for slot in self.w.slots.values():
            if slot.scope != scope:
                continue
            total = 1
            for size in slot.sizes:
                total *= size
            runs.append((slot.base, tuple(self.w.initial(slot.base + i) for i in range(total))))
            computed.append(slot.name)
        if runs:
            self.b.emit(ops.Reset(tuple(runs)))
        for name in computed:
            self._initial_store(name)

    def _reset_table(self) -> None:
        """Dice back home and everyone in: the start of a further game of a match."""
        w, reg = self.w, self.reg
        runs: list[tuple[int, tuple[int, ...]]] = []

        def run(base: int, count: int) -> None:
            if count:
                runs.append((base, tuple(w.initial(base + i) for i in range(count))))

        for cell in (
            reg.inside,
            reg.extra,
            reg.turns,
            reg.rounds,
            reg.winners,
            reg.over,
            reg.reason,
            reg.shown,
            reg.last_lap,
            reg.measured,
            reg.gone,
        ):
            run(cell, 1)
        dice, zones = len(w.program.dice), len(w.program.zones)
        places = sum(len(b.places) for b in w.boards.values())
        run(reg.turns_of, w.players)
        run(reg.measure, w.players)
        run(reg.order_out, w.players)
        run(reg.location, dice)
        run(reg.face, dice)
        run(reg.zone_mask, zones)
        run(reg.on_place, places)
        run(reg.taken, len(w.boards))
        run(reg.showing, w.program.max_face + 1)
        for begun, left in self._last_turns.values():
            run(begun, 1)
            run(left, 1)
        self.b.emit(ops.Reset(tuple(runs)))

    # -------------------------------------------------------------- a game

    def _lay_game(self, main: Context) -> None:
        reg, book = self.reg, self.w.book
        assert self.game_instance is not None
        self.b.start(self.game_instance.entry)
        if "match" in book.flows:
            self._reset_table()
        self._reset("game")
        self._reset("round")
        self._reset("turn")
        self.b.store(reg.turn, ops.Cell(reg.starter))
        self.b.store(reg.actor, ops.Cell(reg.starter))
        self.b.store(reg.game, ops.Bin("+", ops.Cell(reg.game), ops.ONE))
        mark = self.b.new("set-up mark")
        self.w.program.setup_mark = mark.number
        self.b.jump(mark)
        self.b.start(mark)
        setup = book.flows.get("setup")
        if setup is not None:
            self.block(setup.block, main)
            self.b.store(reg.turn, ops.Cell(reg.starter))
            self.b.store(reg.actor, ops.Cell(reg.starter))
            self.settle(main, "rest")
        if "round" in book.flows:
            self._lay_rounds(main)
        elif "turn" in book.flows:
            self._lay_turns(main)
        else:
            self.b.jump(self.game_exit)

    def _lay_rounds(self, main: Context) -> None:
        reg = self.reg
        head = self.b.new("round")
        self.b.jump(head)
        self.b.start(head)
        self._reset("round")
        self._hooks("start_of_round", main)
        mark = self.b.new("mark")
        self.w.program.mark = mark.number
        self.b.jump(mark)
        self.b.start(mark)
        flow = self.w.book.flows["round"]
        self.w.program.spans[head.number] = flow.span
        self.block(flow.block, main)
        self.b.jump(self.round_exit)
        self.b.start(self.round_exit)
        self._hooks("end_of_round", main)
        self.b.store(reg.rounds, ops.Bin("+", ops.Cell(reg.rounds), ops.ONE))
        self.settle(main, "round")
        self.b.jump(head)

    def _lay_turns(self, main: Context) -> None:
        reg = self.reg
        assert self.turn_instance is not None
        self._hooks("start_of_round", main)
        head = self.b.new("turns")
        self.b.jump(head)
        self.b.start(head)
        self.w.program.spans[head.number] = self.w.book.flows["turn"].span
        self.call(self.turn_instance)
        # The next player still in, clockwise; passing the starter completes a round.
        inside, turn = ops.Cell(reg.inside), ops.Cell(reg.turn)
        later = ops.Bin("&~", inside, ops.Span2(ops.ZERO, turn))
        following = self.w.cells(1)
        flow = self.w.book.flows["turn"]
        self.b.emit(ops.Check(ops.Bin("!=", inside, ops.ZERO), "F512", "there is nobody left to play", flow.span))
        self.b.store(following, ops.Cond(later, ops.Lowest(later), ops.Lowest(inside)))
        lap, on = self.b.new("lap complete"), self.b.new("next turn")
        count = ops.Const(self.w.players)
        start = ops.Cell(reg.starter)

        def distance(seat: ops.Op) -> ops.Op:
            return ops.Bin("%", ops.Bin("+", ops.Bin("-", seat, start), count), count)

        self.b.branch(ops.Bin("<=", distance(ops.Cell(following)), distance(turn)), lap, on)
        self.b.start(lap)
        self._hooks("end_of_round", main)
        self.b.store(reg.rounds, ops.Bin("+", ops.Cell(reg.rounds), ops.ONE))
        self.settle(main, "round")
        self._reset("round")
        self._hooks("start_of_round", main)
        self.b.jump(on)
        self.b.start(on)
        self.b.store(reg.turn, ops.Cell(following))
        self.b.jump(head)

    def _lay_turn(self, main: Context) -> Instance:
        reg = self.reg
        instance = Instance(self.b.new("turn"), back=self.w.cells(1))
        flow = self.w.book.flows.get("turn")
        if flow is None:
            return instance
        self.turn_instance = instance
        self.b.start(instance.entry)
        turn = ops.Cell(reg.turn)
        begin = self.b.new("turn begins")
        self.b.jump(begin)
        self.b.start(begin)
        self.b.store(reg.actor, turn)
        self._reset("turn")
        self._hooks("start_of_turn", main)
        if "round" not in self.w.book.flows:
            mark = self.b.new("mark")
            self.w.program.mark = mark.number
            self.b.jump(mark)
            self.b.start(mark)
        first_frame = self.w._next_cell
        self.block(flow.block, evolve(main, in_turn=True))
        self.b.jump(self.turn_exit)
        last_frame = self.w._next_cell
        self.b.start(self.turn_exit)
        self.b.store(reg.actor, turn)
        self._hooks("end_of_turn", main)
        if last_frame > first_frame:
            # What the turn kept for itself is forgotten, so that equal positions are equal states.
            self.b.emit(ops.Reset(((first_frame, (0,) * (last_frame - first_frame)),)))
        self.b.store(reg.turns, ops.Bin("+", ops.Cell(reg.turns), ops.ONE))
        mine = ops.CellAt(reg.turns_of, turn, self.w.players)
        self.b.emit(ops.StoreAt(reg.turns_of, turn, self.w.players, ops.Bin("+", mine, ops.ONE), flow.span))
        self.settle(main, "turn")
        again, back = self.b.new("extra turn"), self.b.new("turn over")
        more = ops.Bin("and", ops.Bin(">", ops.Cell(reg.extra), ops.ZERO), ops.Bit(ops.Cell(reg.inside), turn))
        self.b.branch(more, again, back)
        self.b.start(again)
        self.b.store(reg.extra, ops.Bin("-", ops.Cell(reg.extra), ops.ONE))
        self.b.jump(begin)
        self.b.start(back)
        self.b.store(reg.extra, ops.ZERO)
        self.b.current.end = ops.Back(instance.back)
        return instance

    def _hooks(self, moment: str, main: Context) -> None:
        for hook in self.w.book.hooks:
            if hook.moment == moment:
                self.block(hook.block, main)

    # -------------------------------------------------------------- standing rules and ends

    def _lay_standing(self, main: Context) -> None:
        """A block for each end and each `whenever`, with its condition."""
        saved = self.b.current
        for i, item in enumerate(self.w.book.standing):
            try:
                self._lay_item(i, item, evolve(main, limit=i))
            except Bad as bad:
                self.w.report(bad)
        self.b.start(saved)

    def _lay_item(self, i: int, item: Standing, context: Context) -> None:
        reg = self.reg
        if isinstance(item, n.Always):
            condition = self.e.truth(item.condition, context.scope)
            self.invariants.append(ops.MustOp(condition, self.w.text(item.sentence.value), 0, item.span))
        elif isinstance(item, n.End):
            condition = self.e.truth(item.condition, context.scope)
            block = self.b.new(f"end {item.caption.value}")
            self.b.start(block)
            scope = self._witness(item, context.scope)
            self.block(item.block, evolve(context, scope=scope, reason=self._reason(item.caption.value)))
            self.b.jump(self.game_exit)
            self.endings.append((item.moment, condition, block, item))
        elif isinstance(item, n.MatchEnd):
            condition = self.e.truth(item.condition, context.scope)
            block = self.b.new(f"match ends {item.caption.value}")
            self.b.start(block)
            scope = self._witness(item, context.scope)
            reason = self._reason(item.caption.value)
            self.block(item.block, evolve(context, scope=scope, reason=reason, ends_match=True))
            self.b.current.end = ops.Over()
            self.endings.append(("rest", condition, block, item))
        elif isinstance(item, n.Cap):
            block = self.b.new("cap")
            unit = "turns" if item.unit == "turns" else "rounds"
            limit = self.e.number(item.count, context.scope)
            most = constant_of(limit.op)
            reason = self._reason(f"{'all' if most is None else most} {unit} have been played")
            self.b.start(block)
            self.block(item.block, evolve(context, reason=reason))
            self.b.jump(self.game_exit)
            counter = reg.turns if item.unit == "turns" else reg.rounds
            condition = ops.Bin(">=", ops.Cell(counter), limit.op)
            self.endings.append(("turn" if item.unit == "turns" else "round", condition, block, item))
        elif isinstance(item, n.Whenever):
            condition = self.e.truth(item.condition, context.scope)
            block = self.b.new("whenever")
            back = self.w.cells(1)
            self.b.start(block)
            scope = self._witness(item, context.scope)
            self.block(item.block, evolve(context, scope=scope))
            self.b.current.end = ops.Back(back)
            self.w.program.spans[block.number] = item.span
            self.w.program.rules.append((block.number, f"whenever {in_its_words(item.condition)}"))
            self.endings.append(("whenever", condition, block, item))
            self.whenevers[block.number] = (block, back)
        else:
            unknown(item)

    def _witness(self, item: n.End | n.MatchEnd | n.Whenever, scope: Scope) -> Scope:
        """`some x in S ...` names its witness: all of them together in an end, the first one in a `whenever`."""
        node = item.condition
        while isinstance(node, n.And):
            node = node.right
        if not isinstance(node, n.Quantified) or node.word != "some":
            return scope
        loops, where, test = self.e.quantifier_parts(node, scope)
        if len(loops) != 1:
            return scope
        stream = self.e.stream(self.e.meaning(node.source, scope), node.source)
        kind = stream.item.ty.kind
        if not isinstance(stream.item.op, ops.Var):
            return scope
        full = test if where is None else ops.Bin("and", where, test)
        found: ops.Op = ops.Fold("union", loops, full, ops.Single(ops.Var(loops[0].var)))
        cell = self.w.cells(1)
        if kind is DIE:
            self.w.program.dice_cells.add(cell)
        if any(self.asks(step) for step in item.block.steps):
            self.remembers(Ty(kind), cell)
        if not isinstance(item, n.Whenever):
            self.b.store(cell, found)
            return scope.bind(node.name.text, Value(ops.Cell(cell), Ty(kind, many=True)))
        if item.by is not None:
            all_found, var = self.w.new_var(), self.w.new_var()
            self.b.emit(ops.StoreVar(all_found, found))
            measure = self.e.number(item.by.measure, scope.bind(node.name.text, Value(ops.Var(var), Ty(kind))))
            found = ops.Fold(
                "best_max" if item.by.highest else "best_min", (ops.Loop(var, ops.Var(all_found)),), None, measure.op
            )
        self.b.store(cell, ops.Lowest(found))
        return scope.bind(node.name.text, Value(ops.Cell(cell), Ty(kind)))

    def settle(self, context: Context, moment: str) -> None:
        """The table is at rest: the first standing rule or end that holds acts, then all are looked at again."""
        if context.limit == MATCH:
            return
        relevant = [
            e
            for e in self._items_before(context.limit)
            if e[0] in {"rest", "whenever"} or e[0] == moment or (e[0] == "last_turn" and moment == "turn")
        ]
        if not relevant and not self.invariants and not self._looks_ahead:
            return
        acting = -1
        if self._others_act:
            # What stands or ends speaks to the player on turn, whoever is choosing.
            acting = self.w.cells(1)
            self.b.store(acting, ops.Cell(self.reg.actor))
            self.b.store(self.reg.actor, ops.Cell(self.reg.turn))
        self._judge()
        self._settle(context, moment, relevant)
        if acting >= 0:
            self.b.store(self.reg.actor, ops.Cell(acting))

    def _judge(self) -> None:
        """Here answers are judged by what they have led to, and rules that always hold, before anything else reacts."""
        if not self.invariants and not self._looks_ahead:
            return
        rest = self.b.new("rest")
        self.w.program.rests.add(rest.number)
        self.b.jump(rest)
        self.b.start(rest)
        for must in self.invariants:
            message = "something that always holds has been broken, though no choice could prevent it"
            self.b.emit(ops.Check(must.condition, "F511", message, must.span))

    def _settle(self, context: Context, moment: str, relevant: list[Ending]) -> None:
        if not any(e[0] == "whenever" for e in relevant):
            self._look(relevant, None)
            return
        key = (context.limit, moment)
        if key not in self._settling:
            entry, back = self.b.new("settle"), self.w.cells(1)
            self._settling[key] = (entry, back)
            saved = self.b.current
            self.b.start(entry)
            self._look(relevant, entry)
            self.b.current.end = ops.Back(back)
            self.b.start(saved)
        entry, back = self._settling[key]
        after = self.b.new("settled")
        self.b.store(back, ops.Address(after.number))
        self.b.jump(entry)
        self.b.start(after)

    def _items_before(self, limit: int) -> list[Ending]:
        order = {id(item): i for i, item in enumerate(self.w.book.standing)}
        return [e for e in self.endings if order[id(e[3])] < limit]

    def _look(self, items: list[Ending], entry: ops.Block | None) -> None:
        for moment, condition, block, _ in items:
            go = self.b.new("looked")
            if moment == "last_turn":
                self._look_at_last_turn(condition, block, go)
            elif moment == "whenever":
                assert entry is not None
                act = self.b.new("act")
                self.b.branch(condition, act, go)
                self.b.start(act)
                self.b.store(self.whenevers[block.number][1], ops.Address(entry.number))
                self.b.jump(block)
            else:
                self.b.branch(condition, block, go)
            self.b.start(go)

    def _look_at_last_turn(self, condition: ops.Op, block: ops.Block, go: ops.Block) -> None:
        """Once the condition holds, everybody else still in has one more turn; then the end comes."""
        reg = self.reg
        begun, left = self._last_turns.setdefault(block.number, (self.w.cells(1), self.w.cells(1)))
        inside, mover = ops.Cell(reg.inside), ops.Single(ops.Cell(reg.turn))
        first = ops.Bin("and", ops.Not(ops.Cell(begun)), condition)
        others = ops.Bin("&~", inside, mover)
        start = (ops.Store(begun, ops.ONE), ops.Store(reg.last_lap, ops.ONE), ops.Store(left, others))
        waiting = ops.Bin("&", ops.Bin("&~", ops.Cell(left), mover), inside)
        self.b.emit(ops.When(first, start, (ops.Store(left, waiting),)))
        over = ops.Bin("and", ops.Cell(begun), ops.Bin("==", ops.Cell(left), ops.ZERO))
        self.b.branch(over, block, go)

    def _match_ends(self, context: Context) -> None:
        for _moment, condition, block, item in self.endings:
            if isinstance(item, n.MatchEnd):
                on = self.b.new("match goes on")
                self.b.branch(condition, block, on)
                self.b.start(on)


def _parts(book: Rulebook) -> list[n.Node]:
    return [*book.flows.values(), *book.rules.values(), *book.hooks, *book.standing]


def _others_act(part: n.Node) -> bool:
    """Can somebody else than the player on turn be `you` in here?"""
    return any(
        isinstance(node, n.InTurn) or (isinstance(node, (n.Choose, n.Attempt)) and node.by is not None)
        for node in walk(part)
    )


def _looks_ahead(part: n.Node) -> bool:
    """Is an answer judged by what it leads to?"""
    return any(isinstance(node, n.MustLeave) for node in walk(part))


__all__ = ["DIE", "PLAYER", "Lowering", "lower"]
