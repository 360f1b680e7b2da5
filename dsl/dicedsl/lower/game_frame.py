"""The frame of matches, games, rounds and turns around the author's steps."""

from __future__ import annotations

from attrs import define, evolve

from dicedsl.lower.descriptions import describe_words
from dicedsl.lower.dice_steps import lay_out_lot_blocks
from dicedsl.lower.standing_rules import MATCH
from dicedsl.lower.step_lowering import RuleInstance, StepContext, StepLowering
from dicedsl.lower.told_texts import tell
from dicedsl.program import ops
from dicedsl.program.constants import constant_of


@define(eq=False, repr=False, slots=False)
class GameFrame:
    lowering: StepLowering

    # -------------------------------------------------------------- the whole

    def lay_out(self) -> None:
        lowering, blocks, world, reg = self.lowering, self.lowering.blocks, self.lowering.world, self.lowering.reg
        entry = blocks.current
        world.program.entry = entry.number
        world.program.reasons = [""]  # while it goes on
        lowering.game_cells_end = world.program.first_local = world.layout.next_cell
        main = StepContext(len(world.game.standing))
        lowering.standing.lay_out(main)
        lowering.turn_instance = self._lay_out_turn(main)
        lowering.game_instance = RuleInstance(blocks.new("game"), back=world.layout.cells(1))
        self._lay_out_game(lowering.game_instance, main)
        blocks.start(entry)
        if world.setting.starter >= 0:
            blocks.store(reg.starter, ops.Const(world.setting.starter))
        else:
            after = blocks.new("starter drawn")
            entry.end = ops.DrawOne(ops.Const((1 << world.players) - 1), reg.starter, after.number, "player")
            blocks.start(after)
        self._store_first_values("match")
        self._lay_out_match(lowering.game_instance, main)
        lowering.game_exit.end = ops.Back(lowering.game_instance.back)
        lay_out_lot_blocks(lowering)
        world.program.rules = [(block, name) for block, name in world.program.rules if name not in lowering.uncounted]
        describe_words(world)
        tell(world, lowering.sayings)
        world.layout.finish()

    def _lay_out_match(self, game: RuleInstance, main: StepContext) -> None:
        lowering, blocks = self.lowering, self.lowering.blocks
        flow = lowering.world.game.flows.get("match")
        if flow is None:
            lowering.emit_call(game)
            blocks.current.end = ops.Over()
            return
        head = blocks.new("match")
        blocks.jump(head)
        blocks.start(head)
        lowering.lower_block(flow.block, evolve(main, rules_before=MATCH))
        lowering.standing.lay_out_match_ends()
        blocks.jump(head)
        lowering.world.program.spans[head.number] = flow.span

    # -------------------------------------------------------------- memory

    def _store_first_values(self, *scopes: str) -> None:
        """A memory whose first value is no constant gets it by a step; what others begin with comes before them."""
        lowering, blocks = self.lowering, self.lowering.blocks
        for slot in lowering.world.material.slots.values():
            initial = slot.memory.initial
            if slot.memory.scope not in scopes or initial is None:
                continue
            value = lowering.expressions.value(initial).op
            if constant_of(value) is not None:
                continue
            if not slot.sizes:
                blocks.store(slot.base, value)
                continue
            var = lowering.world.layout.new_var()
            body = (ops.StoreAt(slot.base, ops.Var(var), slot.size, value, slot.memory.node.span),)
            blocks.emit(ops.Each(ops.Loop(var, ops.ZERO, ops.Const(slot.size - 1)), None, body))

    def _reset(self, *scopes: str) -> None:
        """Memory of a turn, a round or a game takes its first values again."""
        for scope in scopes:
            slots = [slot for slot in self.lowering.world.material.slots.values() if slot.memory.scope == scope]
            if slots:
                self.lowering.blocks.emit(
                    ops.Reset(tuple((slot.base, self._initial(slot.base, slot.size)) for slot in slots))
                )
        self._store_first_values(*scopes)

    def _initial(self, base: int, count: int) -> tuple[int, ...]:
        return tuple(self.lowering.world.layout.initial(base + i) for i in range(count))

    def _reset_table(self) -> None:
        """Dice back home and everyone in: the start of a further game of a match."""
        world, reg, p = self.lowering.world, self.lowering.reg, self.lowering.world.program
        single = (
            reg.players_inside, reg.extra_turns, reg.turns_played, reg.rounds, reg.winners, reg.over, reg.reason, reg.shown, reg.last_lap, reg.score_order, reg.players_gone,
        )  # fmt: skip
        runs = [(cell, 1) for cell in single]
        runs += [(cell, world.players) for cell in (reg.turns_of_player, reg.score_of_player, reg.order_of_leaving)]
        runs += [(reg.location, len(p.dice)), (reg.face, len(p.dice)), (reg.zone_mask, len(p.zones))]
        runs += [
            (reg.on_place, world.boards.places),
            (reg.taken, len(world.boards.made)),
            (reg.showing, p.max_face + 1),
        ]
        runs += [(cell, 1) for cells in self.lowering.standing.last_turns.values() for cell in cells]
        self.lowering.blocks.emit(ops.Reset(tuple((base, self._initial(base, count)) for base, count in runs if count)))

    # -------------------------------------------------------------- a game

    def _lay_out_game(self, game: RuleInstance, main: StepContext) -> None:
        lowering, blocks, reg = self.lowering, self.lowering.blocks, self.lowering.reg
        flows = lowering.world.game.flows
        blocks.start(game.entry)
        if "match" in flows:
            self._reset_table()
        self._reset("game", "round", "turn")
        blocks.store(reg.player_on_turn, ops.Cell(reg.starter))
        blocks.store(reg.actor, ops.Cell(reg.starter))
        blocks.store(reg.game, ops.Bin("+", ops.Cell(reg.game), ops.ONE))
        mark = blocks.new("set-up mark")
        lowering.world.program.setup_mark = mark.number
        blocks.jump(mark)
        blocks.start(mark)
        if "setup" in flows:
            lowering.lower_block(flows["setup"].block, main)
            blocks.store(reg.player_on_turn, ops.Cell(reg.starter))
            blocks.store(reg.actor, ops.Cell(reg.starter))
            lowering.standing.lay_out_checks(main, "rest")
        if "round" in flows:
            self._lay_out_rounds(main)
        elif "turn" in flows:
            self._lay_out_turns(main)
        else:
            blocks.jump(lowering.game_exit)

    def _lay_out_rounds(self, main: StepContext) -> None:
        lowering, blocks, reg = self.lowering, self.lowering.blocks, self.lowering.reg
        head = blocks.new("round")
        blocks.jump(head)
        blocks.start(head)
        self._reset("round")
        self._lay_out_hooks("start_of_round", main)
        self._mark_beginning()
        flow = lowering.world.game.flows["round"]
        lowering.world.program.spans[head.number] = flow.span
        lowering.lower_block(flow.block, main)
        blocks.jump(lowering.round_exit)
        blocks.start(lowering.round_exit)
        self._lay_out_hooks("end_of_round", main)
        blocks.store(reg.rounds, ops.Bin("+", ops.Cell(reg.rounds), ops.ONE))
        lowering.standing.lay_out_checks(main, "round")
        blocks.jump(head)

    def _mark_beginning(self) -> None:
        """Mark where a turn, or a round if there are rounds, begins for who reads the program."""
        mark = self.lowering.blocks.new("mark")
        self.lowering.world.program.mark = mark.number
        self.lowering.blocks.jump(mark)
        self.lowering.blocks.start(mark)

    def _lay_out_turns(self, main: StepContext) -> None:
        lowering, blocks, reg = self.lowering, self.lowering.blocks, self.lowering.reg
        assert lowering.turn_instance is not None
        self._lay_out_hooks("start_of_round", main)
        head = blocks.new("turns")
        blocks.jump(head)
        blocks.start(head)
        flow = lowering.world.game.flows["turn"]
        lowering.world.program.spans[head.number] = flow.span
        lowering.emit_call(lowering.turn_instance)
        # The next player still in, clockwise; passing the starter completes a round.
        inside, turn = ops.Cell(reg.players_inside), ops.Cell(reg.player_on_turn)
        later = ops.Bin("&~", inside, ops.Range(ops.ZERO, turn))
        following = lowering.world.layout.cells(1)
        blocks.emit(ops.Check(ops.Bin("!=", inside, ops.ZERO), "F512", "there is nobody left to play", flow.span))
        blocks.store(following, ops.Cond(later, ops.Lowest(later), ops.Lowest(inside)))
        lap, on = blocks.new("lap complete"), blocks.new("next turn")
        count = ops.Const(lowering.world.players)
        start = ops.Cell(reg.starter)

        def distance(seat: ops.Op) -> ops.Op:
            return ops.Bin("%", ops.Bin("+", ops.Bin("-", seat, start), count), count)

        blocks.branch(ops.Bin("<=", distance(ops.Cell(following)), distance(turn)), lap, on)
        blocks.start(lap)
        self._lay_out_hooks("end_of_round", main)
        blocks.store(reg.rounds, ops.Bin("+", ops.Cell(reg.rounds), ops.ONE))
        lowering.standing.lay_out_checks(main, "round")
        self._reset("round")
        self._lay_out_hooks("start_of_round", main)
        blocks.jump(on)
        blocks.start(on)
        blocks.store(reg.player_on_turn, ops.Cell(following))
        blocks.jump(head)

    def _lay_out_turn(self, main: StepContext) -> RuleInstance:
        lowering, blocks, reg = self.lowering, self.lowering.blocks, self.lowering.reg
        instance = RuleInstance(blocks.new("turn"), back=lowering.world.layout.cells(1))
        flow = lowering.world.game.flows.get("turn")
        if flow is None:
            return instance
        lowering.turn_instance = instance
        blocks.start(instance.entry)
        turn = ops.Cell(reg.player_on_turn)
        begin = blocks.new("turn begins")
        blocks.jump(begin)
        blocks.start(begin)
        blocks.store(reg.actor, turn)
        self._reset("turn")
        self._lay_out_hooks("start_of_turn", main)
        if "round" not in lowering.world.game.flows:
            self._mark_beginning()
        first_frame = lowering.world.layout.next_cell
        lowering.lower_block(flow.block, main)
        blocks.jump(lowering.turn_exit)
        last_frame = lowering.world.layout.next_cell
        blocks.start(lowering.turn_exit)
        blocks.store(reg.actor, turn)
        self._lay_out_hooks("end_of_turn", main)
        if last_frame > first_frame:
            # What the turn kept for itself is forgotten, so that equal positions are equal states.
            blocks.emit(ops.Reset(((first_frame, (0,) * (last_frame - first_frame)),)))
        blocks.store(reg.turns_played, ops.Bin("+", ops.Cell(reg.turns_played), ops.ONE))
        mine = ops.CellAt(reg.turns_of_player, turn, lowering.world.players)
        blocks.emit(
            ops.StoreAt(reg.turns_of_player, turn, lowering.world.players, ops.Bin("+", mine, ops.ONE), flow.span)
        )
        lowering.standing.lay_out_checks(main, "turn")
        again, back = blocks.new("extra turn"), blocks.new("turn over")
        more = ops.Bin(
            "and", ops.Bin(">", ops.Cell(reg.extra_turns), ops.ZERO), ops.Bit(ops.Cell(reg.players_inside), turn)
        )
        blocks.branch(more, again, back)
        blocks.start(again)
        blocks.store(reg.extra_turns, ops.Bin("-", ops.Cell(reg.extra_turns), ops.ONE))
        blocks.jump(begin)
        blocks.start(back)
        blocks.store(reg.extra_turns, ops.ZERO)
        blocks.current.end = ops.Back(instance.back)
        return instance

    def _lay_out_hooks(self, moment: str, main: StepContext) -> None:
        for hook in self.lowering.world.game.hooks:
            if hook.moment == moment:
                self.lowering.lower_block(hook.block, main)
