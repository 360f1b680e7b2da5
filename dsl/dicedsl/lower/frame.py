"""The frame of matches, games, rounds and turns around the author's steps."""

from __future__ import annotations

from attrs import define, evolve

from dicedsl.lower.describing import describe_words
from dicedsl.lower.dice_steps import settle_lots
from dicedsl.lower.laying import Context, Instance, Laying
from dicedsl.lower.standing_rules import MATCH
from dicedsl.lower.telling import tell
from dicedsl.program import ops
from dicedsl.program.constants import constant_of


@define(eq=False, repr=False, slots=False)
class GameFrame:
    lay: Laying

    # -------------------------------------------------------------- the whole

    def lay_out(self) -> None:
        lay, blocks, world, reg = self.lay, self.lay.blocks, self.lay.world, self.lay.reg
        entry = blocks.current
        world.program.entry = entry.number
        world.program.reasons = [""]  # while it goes on
        lay.game_cells_end = world.program.first_local = world.layout.next_cell
        main = Context(len(world.game.standing))
        lay.standing.lay_out(main)
        lay.turn_instance = self._turn(main)
        lay.game_instance = Instance(blocks.new("game"), back=world.layout.cells(1))
        self._game(lay.game_instance, main)
        blocks.start(entry)
        if world.setting.starter >= 0:
            blocks.store(reg.starter, ops.Const(world.setting.starter))
        else:
            after = blocks.new("starter drawn")
            entry.end = ops.DrawOne(ops.Const((1 << world.players) - 1), reg.starter, after.number, "player")
            blocks.start(after)
        self._first_values("match")
        self._match(lay.game_instance, main)
        lay.game_exit.end = ops.Back(lay.game_instance.back)
        settle_lots(lay)
        world.program.rules = [(block, name) for block, name in world.program.rules if name not in lay.uncounted]
        describe_words(world)
        tell(world, lay.sayings)
        world.layout.finish()

    def _match(self, game: Instance, main: Context) -> None:
        lay, blocks = self.lay, self.lay.blocks
        flow = lay.world.game.flows.get("match")
        if flow is None:
            lay.call(game)
            blocks.current.end = ops.Over()
            return
        head = blocks.new("match")
        blocks.jump(head)
        blocks.start(head)
        lay.block(flow.block, evolve(main, limit=MATCH))
        lay.standing.match_ends()
        blocks.jump(head)
        lay.world.program.spans[head.number] = flow.span

    # -------------------------------------------------------------- memory

    def _first_values(self, *scopes: str) -> None:
        """A memory whose first value is no constant gets it by a step; what others begin with comes before them."""
        lay, blocks = self.lay, self.lay.blocks
        for slot in lay.world.material.slots.values():
            initial = slot.memory.initial
            if slot.memory.scope not in scopes or initial is None:
                continue
            value = lay.expressions.value(initial).op
            if constant_of(value) is not None:
                continue
            if not slot.sizes:
                blocks.store(slot.base, value)
                continue
            var = lay.world.layout.new_var()
            body = (ops.StoreAt(slot.base, ops.Var(var), slot.size, value, slot.memory.node.span),)
            blocks.emit(ops.Each(ops.Loop(var, ops.ZERO, ops.Const(slot.size - 1)), None, body))

    def _reset(self, *scopes: str) -> None:
        """Memory of a turn, a round or a game takes its first values again."""
        for scope in scopes:
            slots = [slot for slot in self.lay.world.material.slots.values() if slot.memory.scope == scope]
            if slots:
                self.lay.blocks.emit(
                    ops.Reset(tuple((slot.base, self._initial(slot.base, slot.size)) for slot in slots))
                )
        self._first_values(*scopes)

    def _initial(self, base: int, count: int) -> tuple[int, ...]:
        return tuple(self.lay.world.layout.initial(base + i) for i in range(count))

    def _reset_table(self) -> None:
        """Dice back home and everyone in: the start of a further game of a match."""
        world, reg, p = self.lay.world, self.lay.reg, self.lay.world.program
        single = (
            reg.inside, reg.extra, reg.turns, reg.rounds, reg.winners, reg.over, reg.reason, reg.shown, reg.last_lap, reg.measured, reg.gone,
        )  # fmt: skip
        runs = [(cell, 1) for cell in single]
        runs += [(cell, world.players) for cell in (reg.turns_of, reg.measure, reg.order_out)]
        runs += [(reg.location, len(p.dice)), (reg.face, len(p.dice)), (reg.zone_mask, len(p.zones))]
        runs += [
            (reg.on_place, world.boards.places),
            (reg.taken, len(world.boards.made)),
            (reg.showing, p.max_face + 1),
        ]
        runs += [(cell, 1) for cells in self.lay.standing.last_turns.values() for cell in cells]
        self.lay.blocks.emit(ops.Reset(tuple((base, self._initial(base, count)) for base, count in runs if count)))

    # -------------------------------------------------------------- a game

    def _game(self, game: Instance, main: Context) -> None:
        lay, blocks, reg = self.lay, self.lay.blocks, self.lay.reg
        flows = lay.world.game.flows
        blocks.start(game.entry)
        if "match" in flows:
            self._reset_table()
        self._reset("game", "round", "turn")
        blocks.store(reg.turn, ops.Cell(reg.starter))
        blocks.store(reg.actor, ops.Cell(reg.starter))
        blocks.store(reg.game, ops.Bin("+", ops.Cell(reg.game), ops.ONE))
        mark = blocks.new("set-up mark")
        lay.world.program.setup_mark = mark.number
        blocks.jump(mark)
        blocks.start(mark)
        if "setup" in flows:
            lay.block(flows["setup"].block, main)
            blocks.store(reg.turn, ops.Cell(reg.starter))
            blocks.store(reg.actor, ops.Cell(reg.starter))
            lay.standing.settle(main, "rest")
        if "round" in flows:
            self._rounds(main)
        elif "turn" in flows:
            self._turns(main)
        else:
            blocks.jump(lay.game_exit)

    def _rounds(self, main: Context) -> None:
        lay, blocks, reg = self.lay, self.lay.blocks, self.lay.reg
        head = blocks.new("round")
        blocks.jump(head)
        blocks.start(head)
        self._reset("round")
        self._hooks("start_of_round", main)
        self._mark()
        flow = lay.world.game.flows["round"]
        lay.world.program.spans[head.number] = flow.span
        lay.block(flow.block, main)
        blocks.jump(lay.round_exit)
        blocks.start(lay.round_exit)
        self._hooks("end_of_round", main)
        blocks.store(reg.rounds, ops.Bin("+", ops.Cell(reg.rounds), ops.ONE))
        lay.standing.settle(main, "round")
        blocks.jump(head)

    def _mark(self) -> None:
        """Where a turn, or a round if there are rounds, begins for who reads the game."""
        mark = self.lay.blocks.new("mark")
        self.lay.world.program.mark = mark.number
        self.lay.blocks.jump(mark)
        self.lay.blocks.start(mark)

    def _turns(self, main: Context) -> None:
        lay, blocks, reg = self.lay, self.lay.blocks, self.lay.reg
        assert lay.turn_instance is not None
        self._hooks("start_of_round", main)
        head = blocks.new("turns")
        blocks.jump(head)
        blocks.start(head)
        flow = lay.world.game.flows["turn"]
        lay.world.program.spans[head.number] = flow.span
        lay.call(lay.turn_instance)
        # The next player still in, clockwise; passing the starter completes a round.
        inside, turn = ops.Cell(reg.inside), ops.Cell(reg.turn)
        later = ops.Bin("&~", inside, ops.Range(ops.ZERO, turn))
        following = lay.world.layout.cells(1)
        blocks.emit(ops.Check(ops.Bin("!=", inside, ops.ZERO), "F512", "there is nobody left to play", flow.span))
        blocks.store(following, ops.Cond(later, ops.Lowest(later), ops.Lowest(inside)))
        lap, on = blocks.new("lap complete"), blocks.new("next turn")
        count = ops.Const(lay.world.players)
        start = ops.Cell(reg.starter)

        def distance(seat: ops.Op) -> ops.Op:
            return ops.Bin("%", ops.Bin("+", ops.Bin("-", seat, start), count), count)

        blocks.branch(ops.Bin("<=", distance(ops.Cell(following)), distance(turn)), lap, on)
        blocks.start(lap)
        self._hooks("end_of_round", main)
        blocks.store(reg.rounds, ops.Bin("+", ops.Cell(reg.rounds), ops.ONE))
        lay.standing.settle(main, "round")
        self._reset("round")
        self._hooks("start_of_round", main)
        blocks.jump(on)
        blocks.start(on)
        blocks.store(reg.turn, ops.Cell(following))
        blocks.jump(head)

    def _turn(self, main: Context) -> Instance:
        lay, blocks, reg = self.lay, self.lay.blocks, self.lay.reg
        instance = Instance(blocks.new("turn"), back=lay.world.layout.cells(1))
        flow = lay.world.game.flows.get("turn")
        if flow is None:
            return instance
        lay.turn_instance = instance
        blocks.start(instance.entry)
        turn = ops.Cell(reg.turn)
        begin = blocks.new("turn begins")
        blocks.jump(begin)
        blocks.start(begin)
        blocks.store(reg.actor, turn)
        self._reset("turn")
        self._hooks("start_of_turn", main)
        if "round" not in lay.world.game.flows:
            self._mark()
        first_frame = lay.world.layout.next_cell
        lay.block(flow.block, main)
        blocks.jump(lay.turn_exit)
        last_frame = lay.world.layout.next_cell
        blocks.start(lay.turn_exit)
        blocks.store(reg.actor, turn)
        self._hooks("end_of_turn", main)
        if last_frame > first_frame:
            # What the turn kept for itself is forgotten, so that equal positions are equal states.
            blocks.emit(ops.Reset(((first_frame, (0,) * (last_frame - first_frame)),)))
        blocks.store(reg.turns, ops.Bin("+", ops.Cell(reg.turns), ops.ONE))
        mine = ops.CellAt(reg.turns_of, turn, lay.world.players)
        blocks.emit(ops.StoreAt(reg.turns_of, turn, lay.world.players, ops.Bin("+", mine, ops.ONE), flow.span))
        lay.standing.settle(main, "turn")
        again, back = blocks.new("extra turn"), blocks.new("turn over")
        more = ops.Bin("and", ops.Bin(">", ops.Cell(reg.extra), ops.ZERO), ops.Bit(ops.Cell(reg.inside), turn))
        blocks.branch(more, again, back)
        blocks.start(again)
        blocks.store(reg.extra, ops.Bin("-", ops.Cell(reg.extra), ops.ONE))
        blocks.jump(begin)
        blocks.start(back)
        blocks.store(reg.extra, ops.ZERO)
        blocks.current.end = ops.Back(instance.back)
        return instance

    def _hooks(self, moment: str, main: Context) -> None:
        for hook in self.lay.world.game.hooks:
            if hook.moment == moment:
                self.lay.block(hook.block, main)
