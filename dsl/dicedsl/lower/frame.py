"""The frame of matches, games, rounds and turns around the author's steps."""

from __future__ import annotations

from attrs import define, evolve

from dicedsl.lower.describing import describe_words
from dicedsl.lower.dice_steps import settle_lots
from dicedsl.lower.laying import Context, Instance, Laying
from dicedsl.lower.standing import MATCH
from dicedsl.lower.telling import tell
from dicedsl.program import ops
from dicedsl.program.constants import constant_of


@define(eq=False, repr=False, slots=False)
class GameFrame:
    lay: Laying

    # -------------------------------------------------------------- the whole

    def lay_out(self) -> None:
        lay, b, w, reg = self.lay, self.lay.b, self.lay.w, self.lay.reg
        entry = b.current
        w.program.entry = entry.number
        w.program.reasons = [""]  # while it goes on
        lay.game_cells_end = w.program.first_local = w.layout.next_cell
        main = Context(len(w.game.standing))
        lay.standing.lay_out(main)
        lay.turn_instance = self._turn(main)
        lay.game_instance = Instance(b.new("game"), back=w.layout.cells(1))
        self._game(lay.game_instance, main)
        b.start(entry)
        if w.setting.starter >= 0:
            b.store(reg.starter, ops.Const(w.setting.starter))
        else:
            after = b.new("starter drawn")
            entry.end = ops.DrawOne(ops.Const((1 << w.players) - 1), reg.starter, after.number, "player")
            b.start(after)
        self._first_values("match")
        self._match(lay.game_instance, main)
        lay.game_exit.end = ops.Back(lay.game_instance.back)
        settle_lots(lay)
        w.program.rules = [(block, name) for block, name in w.program.rules if name not in lay.uncounted]
        describe_words(w)
        tell(w, lay.sayings)
        w.layout.finish()

    def _match(self, game: Instance, main: Context) -> None:
        lay, b = self.lay, self.lay.b
        flow = lay.w.game.flows.get("match")
        if flow is None:
            lay.call(game)
            b.current.end = ops.Over()
            return
        head = b.new("match")
        b.jump(head)
        b.start(head)
        lay.block(flow.block, evolve(main, limit=MATCH))
        lay.standing.match_ends()
        b.jump(head)
        lay.w.program.spans[head.number] = flow.span

    # -------------------------------------------------------------- memory

    def _first_values(self, *scopes: str) -> None:
        """A memory whose first value is no constant gets it by a step; what others begin with comes before them."""
        lay, b = self.lay, self.lay.b
        for slot in lay.w.material.slots.values():
            initial = slot.memory.initial
            if slot.memory.scope not in scopes or initial is None:
                continue
            value = lay.e.value(initial).op
            if constant_of(value) is not None:
                continue
            if not slot.sizes:
                b.store(slot.base, value)
                continue
            var = lay.w.layout.new_var()
            body = (ops.StoreAt(slot.base, ops.Var(var), slot.size, value, slot.memory.node.span),)
            b.emit(ops.Each(ops.Loop(var, ops.ZERO, ops.Const(slot.size - 1)), None, body))

    def _reset(self, *scopes: str) -> None:
        """Memory of a turn, a round or a game takes its first values again."""
        for scope in scopes:
            slots = [slot for slot in self.lay.w.material.slots.values() if slot.memory.scope == scope]
            if slots:
                self.lay.b.emit(ops.Reset(tuple((slot.base, self._initial(slot.base, slot.size)) for slot in slots)))
        self._first_values(*scopes)

    def _initial(self, base: int, count: int) -> tuple[int, ...]:
        return tuple(self.lay.w.layout.initial(base + i) for i in range(count))

    def _reset_table(self) -> None:
        """Dice back home and everyone in: the start of a further game of a match."""
        w, reg, p = self.lay.w, self.lay.reg, self.lay.w.program
        single = (
            reg.inside, reg.extra, reg.turns, reg.rounds, reg.winners, reg.over, reg.reason, reg.shown, reg.last_lap, reg.measured, reg.gone,
        )  # fmt: skip
        runs = [(cell, 1) for cell in single]
        runs += [(cell, w.players) for cell in (reg.turns_of, reg.measure, reg.order_out)]
        runs += [(reg.location, len(p.dice)), (reg.face, len(p.dice)), (reg.zone_mask, len(p.zones))]
        runs += [(reg.on_place, w.boards.places), (reg.taken, len(w.boards.made)), (reg.showing, p.max_face + 1)]
        runs += [(cell, 1) for cells in self.lay.standing.last_turns.values() for cell in cells]
        self.lay.b.emit(ops.Reset(tuple((base, self._initial(base, count)) for base, count in runs if count)))

    # -------------------------------------------------------------- a game

    def _game(self, game: Instance, main: Context) -> None:
        lay, b, reg = self.lay, self.lay.b, self.lay.reg
        flows = lay.w.game.flows
        b.start(game.entry)
        if "match" in flows:
            self._reset_table()
        self._reset("game", "round", "turn")
        b.store(reg.turn, ops.Cell(reg.starter))
        b.store(reg.actor, ops.Cell(reg.starter))
        b.store(reg.game, ops.Bin("+", ops.Cell(reg.game), ops.ONE))
        mark = b.new("set-up mark")
        lay.w.program.setup_mark = mark.number
        b.jump(mark)
        b.start(mark)
        if "setup" in flows:
            lay.block(flows["setup"].block, main)
            b.store(reg.turn, ops.Cell(reg.starter))
            b.store(reg.actor, ops.Cell(reg.starter))
            lay.standing.settle(main, "rest")
        if "round" in flows:
            self._rounds(main)
        elif "turn" in flows:
            self._turns(main)
        else:
            b.jump(lay.game_exit)

    def _rounds(self, main: Context) -> None:
        lay, b, reg = self.lay, self.lay.b, self.lay.reg
        head = b.new("round")
        b.jump(head)
        b.start(head)
        self._reset("round")
        self._hooks("start_of_round", main)
        self._mark()
        flow = lay.w.game.flows["round"]
        lay.w.program.spans[head.number] = flow.span
        lay.block(flow.block, main)
        b.jump(lay.round_exit)
        b.start(lay.round_exit)
        self._hooks("end_of_round", main)
        b.store(reg.rounds, ops.Bin("+", ops.Cell(reg.rounds), ops.ONE))
        lay.standing.settle(main, "round")
        b.jump(head)

    def _mark(self) -> None:
        """Where a turn, or a round if there are rounds, begins for who reads the game."""
        mark = self.lay.b.new("mark")
        self.lay.w.program.mark = mark.number
        self.lay.b.jump(mark)
        self.lay.b.start(mark)

    def _turns(self, main: Context) -> None:
        lay, b, reg = self.lay, self.lay.b, self.lay.reg
        assert lay.turn_instance is not None
        self._hooks("start_of_round", main)
        head = b.new("turns")
        b.jump(head)
        b.start(head)
        flow = lay.w.game.flows["turn"]
        lay.w.program.spans[head.number] = flow.span
        lay.call(lay.turn_instance)
        # The next player still in, clockwise; passing the starter completes a round.
        inside, turn = ops.Cell(reg.inside), ops.Cell(reg.turn)
        later = ops.Bin("&~", inside, ops.Span2(ops.ZERO, turn))
        following = lay.w.layout.cells(1)
        b.emit(ops.Check(ops.Bin("!=", inside, ops.ZERO), "F512", "there is nobody left to play", flow.span))
        b.store(following, ops.Cond(later, ops.Lowest(later), ops.Lowest(inside)))
        lap, on = b.new("lap complete"), b.new("next turn")
        count = ops.Const(lay.w.players)
        start = ops.Cell(reg.starter)

        def distance(seat: ops.Op) -> ops.Op:
            return ops.Bin("%", ops.Bin("+", ops.Bin("-", seat, start), count), count)

        b.branch(ops.Bin("<=", distance(ops.Cell(following)), distance(turn)), lap, on)
        b.start(lap)
        self._hooks("end_of_round", main)
        b.store(reg.rounds, ops.Bin("+", ops.Cell(reg.rounds), ops.ONE))
        lay.standing.settle(main, "round")
        self._reset("round")
        self._hooks("start_of_round", main)
        b.jump(on)
        b.start(on)
        b.store(reg.turn, ops.Cell(following))
        b.jump(head)

    def _turn(self, main: Context) -> Instance:
        lay, b, reg = self.lay, self.lay.b, self.lay.reg
        instance = Instance(b.new("turn"), back=lay.w.layout.cells(1))
        flow = lay.w.game.flows.get("turn")
        if flow is None:
            return instance
        lay.turn_instance = instance
        b.start(instance.entry)
        turn = ops.Cell(reg.turn)
        begin = b.new("turn begins")
        b.jump(begin)
        b.start(begin)
        b.store(reg.actor, turn)
        self._reset("turn")
        self._hooks("start_of_turn", main)
        if "round" not in lay.w.game.flows:
            self._mark()
        first_frame = lay.w.layout.next_cell
        lay.block(flow.block, main)
        b.jump(lay.turn_exit)
        last_frame = lay.w.layout.next_cell
        b.start(lay.turn_exit)
        b.store(reg.actor, turn)
        self._hooks("end_of_turn", main)
        if last_frame > first_frame:
            # What the turn kept for itself is forgotten, so that equal positions are equal states.
            b.emit(ops.Reset(((first_frame, (0,) * (last_frame - first_frame)),)))
        b.store(reg.turns, ops.Bin("+", ops.Cell(reg.turns), ops.ONE))
        mine = ops.CellAt(reg.turns_of, turn, lay.w.players)
        b.emit(ops.StoreAt(reg.turns_of, turn, lay.w.players, ops.Bin("+", mine, ops.ONE), flow.span))
        lay.standing.settle(main, "turn")
        again, back = b.new("extra turn"), b.new("turn over")
        more = ops.Bin("and", ops.Bin(">", ops.Cell(reg.extra), ops.ZERO), ops.Bit(ops.Cell(reg.inside), turn))
        b.branch(more, again, back)
        b.start(again)
        b.store(reg.extra, ops.Bin("-", ops.Cell(reg.extra), ops.ONE))
        b.jump(begin)
        b.start(back)
        b.store(reg.extra, ops.ZERO)
        b.current.end = ops.Back(instance.back)
        return instance

    def _hooks(self, moment: str, main: Context) -> None:
        for hook in self.lay.w.game.hooks:
            if hook.moment == moment:
                self.lay.block(hook.block, main)
