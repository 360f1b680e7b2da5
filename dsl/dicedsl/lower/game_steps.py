"""Steps that end and play turns, rounds and games, that tell something, and that say who wins."""

from __future__ import annotations

from attrs import evolve

from dicedsl.lower.step_lowering import Handler, StepContext, StepLowering
from dicedsl.lower.values import T_PLAYER, Value
from dicedsl.program import ops
from dicedsl.typed import tree as t


def _end_turn(lowering: StepLowering, step: t.EndTurn, context: StepContext) -> None:
    lowering.blocks.jump(lowering.turn_exit)
    lowering.blocks.start_unreachable()


def _end_round(lowering: StepLowering, step: t.EndRound, context: StepContext) -> None:
    lowering.blocks.jump(lowering.round_exit)
    lowering.blocks.start_unreachable()


def _play_turn(lowering: StepLowering, step: t.PlayTurn, context: StepContext) -> None:
    reg = lowering.reg
    saved = lowering.world.layout.cells(1)
    lowering.blocks.store(saved, ops.Cell(reg.actor))
    if step.player is None:
        lowering.blocks.store(reg.player_on_turn, ops.Cell(reg.actor))
    else:
        player = lowering.expressions.value(step.player)
        lowering.blocks.store(reg.player_on_turn, player.op)
        lowering.check_somebody(
            evolve(player, op=ops.Cell(reg.player_on_turn)), "nobody cannot have a turn", step.player.span
        )
    assert lowering.turn_instance is not None
    lowering.emit_call(lowering.turn_instance)
    lowering.blocks.store(reg.actor, ops.Cell(saved))


def _play_game(lowering: StepLowering, step: t.PlayGame, context: StepContext) -> None:
    assert lowering.game_instance is not None
    lowering.emit_call(lowering.game_instance)


def _extra_turn(lowering: StepLowering, step: t.ExtraTurn, context: StepContext) -> None:
    lowering.blocks.store(lowering.reg.extra_turns, ops.Bin("+", ops.Cell(lowering.reg.extra_turns), ops.ONE))


def _eliminate(lowering: StepLowering, step: t.Eliminate, context: StepContext) -> None:
    players = lowering.expressions.value(step.players)
    reg = lowering.reg
    var = lowering.world.layout.new_var()
    body: tuple[ops.Stmt, ...] = (
        ops.Store(reg.players_gone, ops.Bin("+", ops.Cell(reg.players_gone), ops.ONE)),
        ops.StoreAt(reg.order_of_leaving, ops.Var(var), lowering.world.players, ops.Cell(reg.players_gone), step.span),
        ops.Store(reg.players_inside, ops.Bin("&~", ops.Cell(reg.players_inside), ops.Single(ops.Var(var)))),
    )
    leaving = ops.Bin("&", players.op, ops.Cell(reg.players_inside))
    lowering.blocks.emit(ops.Each(ops.Loop(var, leaving), None, body))


def _wins(lowering: StepLowering, step: t.Wins, context: StepContext) -> None:
    lowering.blocks.store(lowering.reg.winners, lowering.expressions.value(step.players).op)
    lowering.blocks.store(lowering.reg.score_order, ops.ZERO)
    _finish(lowering, step.match, context)


def _best_wins(lowering: StepLowering, step: t.BestWins, context: StepContext) -> None:
    reg, players = lowering.reg, lowering.world.players
    first, *breaks = step.rankings
    var, score = _score(lowering, first)
    store = ops.StoreAt(reg.score_of_player, ops.Var(var), players, score, step.span)
    lowering.blocks.emit(ops.Each(ops.Loop(var, ops.Const((1 << players) - 1)), None, (store,)))
    probe = lowering.world.layout.new_var()
    _keep_best(lowering, first, probe, ops.CellAt(reg.score_of_player, ops.Var(probe), players), reg.players_inside)
    for ranking in breaks:
        _keep_best(lowering, ranking, *_score(lowering, ranking), reg.winners)
    lowering.blocks.store(reg.score_order, ops.Const(1 if first.highest else 2))
    _finish(lowering, step.match, context)


def _score(lowering: StepLowering, ranking: t.Ranking) -> tuple[int, ops.Op]:
    """What a player is ranked by, and the variable that is this player."""
    var = lowering.world.layout.new_var()
    lowering.expressions.bind(ranking.local, Value(ops.Var(var), T_PLAYER))
    measure = lowering.expressions.value(ranking.measure)
    return var, ops.Count(measure.op) if measure.ty.many else measure.op


def _keep_best(lowering: StepLowering, ranking: t.Ranking, player: int, score: ops.Op, among: int) -> None:
    """Those win who are best among the players in a cell."""
    kind = "best_max" if ranking.highest else "best_min"
    lowering.blocks.store(lowering.reg.winners, ops.Fold(kind, (ops.Loop(player, ops.Cell(among)),), None, score))


def _finish(lowering: StepLowering, match: bool, context: StepContext) -> None:
    reg = lowering.reg
    lowering.blocks.store(reg.over, ops.ONE)
    if context.reason or not match:
        # A match that ends without a reason of its own ends for that of its last game.
        lowering.blocks.store(reg.reason, ops.Const(context.reason or lowering.reason_number(context.because)))
    if match or context.ends_match:
        lowering.blocks.store(reg.match_over, ops.ONE)
        lowering.blocks.current.end = ops.Over()
    else:
        lowering.blocks.jump(lowering.game_exit)
    lowering.blocks.start_unreachable()


def _say(lowering: StepLowering, step: t.Say, context: StepContext) -> None:
    lowering.blocks.emit(ops.Tell(lowering.world.layout.text(step.saying.text), lowering.add_saying(step.saying)))


HANDLERS: dict[type, Handler] = {
    t.EndTurn: _end_turn, t.EndRound: _end_round, t.PlayTurn: _play_turn, t.PlayGame: _play_game, t.ExtraTurn: _extra_turn,
    t.Eliminate: _eliminate, t.Wins: _wins, t.BestWins: _best_wins, t.Say: _say,
}  # fmt: skip
