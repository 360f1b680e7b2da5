"""All steps: those of flow, dice and memory, and those that end turns, rounds and games."""

from __future__ import annotations

from attrs import evolve

from dicedsl.lower.dice_steps import DiceSteps
from dicedsl.lower.flow import Context, Instance
from dicedsl.lower.kinds import PLAYER, Ty, Value
from dicedsl.lower.scope import Bad
from dicedsl.program import ops
from dicedsl.syntax import nodes as n


class Steps(DiceSteps):
    """Lowers blocks of steps. The frame of the game (turns, rounds, ends) is laid by ir.lower."""

    def _end_turn(self, step: n.EndTurn, context: Context) -> None:
        if "turn" not in self.w.book.flows:
            raise Bad("E413", "there is no `turn:` to end", step.span, help="`end round` ends the round")
        self.b.jump(self.turn_exit)
        self.b.dead()

    def _end_round(self, step: n.EndRound, context: Context) -> None:
        if "round" not in self.w.book.flows:
            raise Bad("E414", "there is no `round:` to end", step.span, help="`end turn` ends the turn")
        self.b.jump(self.round_exit)
        self.b.dead()

    def _play_turn(self, step: n.PlayTurn, context: Context) -> None:
        if "turn" not in self.w.book.flows:
            raise Bad(
                "E415", "there is no `turn:` to play", step.span, help="add a part `turn:` that says what a player does"
            )
        if context.in_turn:
            raise Bad(
                "E418",
                "a turn cannot be played inside a turn",
                step.span,
                help="`extra turn` gives another one after it",
            )
        reg = self.reg
        saved = self.w.cells(1)
        self.b.store(saved, ops.Cell(reg.actor))
        if step.player is None:
            self.b.store(reg.turn, ops.Cell(reg.actor))
        else:
            player = self.e.one(step.player, context.scope, PLAYER)
            self.b.store(reg.turn, player.op)
            self.somebody(evolve(player, op=ops.Cell(reg.turn)), "nobody cannot have a turn", step.player)
        assert self.turn_instance is not None
        self.call(self.turn_instance)
        self.b.store(reg.actor, ops.Cell(saved))

    def _play_game(self, step: n.PlayGame, context: Context) -> None:
        if not context.in_match or self.game_instance is None:
            raise Bad(
                "E416",
                "`play game` stands in `match:`",
                step.span,
                help="add a part `match:` for what happens around each game",
            )
        self.call(self.game_instance)

    def _extra_turn(self, step: n.ExtraTurn, context: Context) -> None:
        self.b.store(self.reg.extra, ops.Bin("+", ops.Cell(self.reg.extra), ops.ONE))

    def _eliminate(self, step: n.Eliminate, context: Context) -> None:
        players = self.e.members(step.players, context.scope, PLAYER)
        reg = self.reg
        var = self.w.new_var()
        body: tuple[ops.Stmt, ...] = (
            ops.Store(reg.gone, ops.Bin("+", ops.Cell(reg.gone), ops.ONE)),
            ops.StoreAt(reg.order_out, ops.Var(var), self.w.players, ops.Cell(reg.gone), step.span),
            ops.Store(reg.inside, ops.Bin("&~", ops.Cell(reg.inside), ops.Single(ops.Var(var)))),
        )
        leaving = ops.Bin("&", players.op, ops.Cell(reg.inside))
        self.b.emit(ops.Each(ops.Loop(var, leaving), None, body))

    def _wins(self, step: n.Wins, context: Context) -> None:
        if isinstance(step.players, n.Nothing):
            mask: ops.Op = ops.ZERO
        else:
            mask = self.e.members(step.players, context.scope, PLAYER).op
        self.b.store(self.reg.winners, mask)
        self.b.store(self.reg.measured, ops.ZERO)
        self._finish(step.match, context, step)

    def _best_wins(self, step: n.BestWins, context: Context) -> None:
        reg = self.reg
        everyone = ops.Const((1 << self.w.players) - 1)
        var = self.w.new_var()
        player = Value(ops.Var(var), Ty(PLAYER))
        measure = self._measure(step.measure, player, context)
        store = ops.StoreAt(reg.measure, ops.Var(var), self.w.players, measure, step.span)
        self.b.emit(ops.Each(ops.Loop(var, everyone), None, (store,)))
        probe = self.w.new_var()
        kind = "best_max" if step.highest else "best_min"
        scores = ops.CellAt(reg.measure, ops.Var(probe), self.w.players)
        self.b.store(reg.winners, ops.Fold(kind, (ops.Loop(probe, ops.Cell(reg.inside)),), None, scores))
        self.b.store(reg.measured, ops.Const(1 if step.highest else 2))
        self._finish(step.match, context, step)

    def _measure(self, node: n.Expr, player: Value, context: Context) -> ops.Op:
        scope = context.scope.with_has(player)
        if isinstance(node, n.Name):
            value = self.e.single(self.e.access(node.phrase, [player], scope, node), node)
        else:
            value = self.e.value(node, scope)
        if value.ty.many:
            return ops.Count(value.op)
        if not value.ty.kind.is_number:
            raise Bad(
                "E417",
                f"players are ranked by a number, but this is {value.ty.called()}",
                node.span,
                help="name a memory or a word that is a number",
            )
        return value.op

    def _finish(self, match: bool, context: Context, node: n.Node) -> None:
        reg = self.reg
        self.b.store(reg.over, ops.ONE)
        if context.reason or not match:
            # A match that ends without a reason of its own ends for that of its last game.
            self.b.store(reg.reason, ops.Const(context.reason or self._reason(context.because)))
        if match or context.ends_match:
            self.b.store(reg.match_over, ops.ONE)
            self.b.current.end = ops.Over()
        else:
            self.b.jump(self.game_exit)
        self.b.dead()

    def _reason(self, words: str) -> int:
        reasons = self.w.program.reasons
        if words not in reasons:
            reasons.append(words)
        return reasons.index(words)

    def _say(self, step: n.Say, context: Context) -> None:
        spoken = -1
        if step.values:
            spoken = len(self.sayings)
            self.sayings.append((step, context.scope))
        self.b.emit(ops.Tell(self.w.text(step.text.value), spoken))


Steps.handlers = {
    n.If: Steps._if, n.For: Steps._for, n.Repeat: Steps._repeat, n.InTurn: Steps._in_turn, n.Choose: Steps._choose,
    n.Attempt: Steps._attempt, n.Roll: Steps._roll, n.Draw: Steps._draw, n.Move: Steps._move, n.MoveByLot: Steps._move_by_lot, n.TurnDie: Steps._turn_die,
    n.Swap: Steps._swap, n.Show: Steps._show, n.Set: Steps._set, n.Add: Steps._change, n.Take: Steps._change, n.Do: Steps._do,
    n.Stop: Steps._stop, n.EndTurn: Steps._end_turn, n.EndRound: Steps._end_round, n.PlayTurn: Steps._play_turn,
    n.PlayGame: Steps._play_game, n.ExtraTurn: Steps._extra_turn, n.Eliminate: Steps._eliminate, n.Wins: Steps._wins,
    n.BestWins: Steps._best_wins, n.Say: Steps._say,
}  # fmt: skip


__all__ = ["Context", "Instance", "Steps"]
