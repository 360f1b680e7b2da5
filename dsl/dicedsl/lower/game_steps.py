"""Steps that end and play turns, rounds and games, that tell something, and that say who wins."""

from __future__ import annotations

from attrs import evolve

from dicedsl.lower.laying import Context, Handler, Laying
from dicedsl.lower.values import T_PLAYER, Value
from dicedsl.program import ops
from dicedsl.typed import tree as t


def _end_turn(lay: Laying, step: t.EndTurn, context: Context) -> None:
    lay.blocks.jump(lay.turn_exit)
    lay.blocks.dead()


def _end_round(lay: Laying, step: t.EndRound, context: Context) -> None:
    lay.blocks.jump(lay.round_exit)
    lay.blocks.dead()


def _play_turn(lay: Laying, step: t.PlayTurn, context: Context) -> None:
    reg = lay.reg
    saved = lay.world.layout.cells(1)
    lay.blocks.store(saved, ops.Cell(reg.actor))
    if step.player is None:
        lay.blocks.store(reg.turn, ops.Cell(reg.actor))
    else:
        player = lay.expressions.value(step.player)
        lay.blocks.store(reg.turn, player.op)
        lay.somebody(evolve(player, op=ops.Cell(reg.turn)), "nobody cannot have a turn", step.player.span)
    assert lay.turn_instance is not None
    lay.call(lay.turn_instance)
    lay.blocks.store(reg.actor, ops.Cell(saved))


def _play_game(lay: Laying, step: t.PlayGame, context: Context) -> None:
    assert lay.game_instance is not None
    lay.call(lay.game_instance)


def _extra_turn(lay: Laying, step: t.ExtraTurn, context: Context) -> None:
    lay.blocks.store(lay.reg.extra, ops.Bin("+", ops.Cell(lay.reg.extra), ops.ONE))


def _eliminate(lay: Laying, step: t.Eliminate, context: Context) -> None:
    players = lay.expressions.value(step.players)
    reg = lay.reg
    var = lay.world.layout.new_var()
    body: tuple[ops.Stmt, ...] = (
        ops.Store(reg.gone, ops.Bin("+", ops.Cell(reg.gone), ops.ONE)),
        ops.StoreAt(reg.order_out, ops.Var(var), lay.world.players, ops.Cell(reg.gone), step.span),
        ops.Store(reg.inside, ops.Bin("&~", ops.Cell(reg.inside), ops.Single(ops.Var(var)))),
    )
    leaving = ops.Bin("&", players.op, ops.Cell(reg.inside))
    lay.blocks.emit(ops.Each(ops.Loop(var, leaving), None, body))


def _wins(lay: Laying, step: t.Wins, context: Context) -> None:
    lay.blocks.store(lay.reg.winners, lay.expressions.value(step.players).op)
    lay.blocks.store(lay.reg.measured, ops.ZERO)
    _finish(lay, step.match, context)


def _best_wins(lay: Laying, step: t.BestWins, context: Context) -> None:
    reg, players = lay.reg, lay.world.players
    first, *breaks = step.rankings
    var, score = _score(lay, first)
    store = ops.StoreAt(reg.measure, ops.Var(var), players, score, step.span)
    lay.blocks.emit(ops.Each(ops.Loop(var, ops.Const((1 << players) - 1)), None, (store,)))
    probe = lay.world.layout.new_var()
    _keep_best(lay, first, probe, ops.CellAt(reg.measure, ops.Var(probe), players), reg.inside)
    for ranking in breaks:
        _keep_best(lay, ranking, *_score(lay, ranking), reg.winners)
    lay.blocks.store(reg.measured, ops.Const(1 if first.highest else 2))
    _finish(lay, step.match, context)


def _score(lay: Laying, ranking: t.Ranking) -> tuple[int, ops.Op]:
    """What a player is ranked by, and the variable that is this player."""
    var = lay.world.layout.new_var()
    lay.expressions.bind(ranking.local, Value(ops.Var(var), T_PLAYER))
    measure = lay.expressions.value(ranking.measure)
    return var, ops.Count(measure.op) if measure.ty.many else measure.op


def _keep_best(lay: Laying, ranking: t.Ranking, player: int, score: ops.Op, among: int) -> None:
    """Those win who are best among the players in a cell."""
    kind = "best_max" if ranking.highest else "best_min"
    lay.blocks.store(lay.reg.winners, ops.Fold(kind, (ops.Loop(player, ops.Cell(among)),), None, score))


def _finish(lay: Laying, match: bool, context: Context) -> None:
    reg = lay.reg
    lay.blocks.store(reg.over, ops.ONE)
    if context.reason or not match:
        # A match that ends without a reason of its own ends for that of its last game.
        lay.blocks.store(reg.reason, ops.Const(context.reason or lay.reason(context.because)))
    if match or context.ends_match:
        lay.blocks.store(reg.match_over, ops.ONE)
        lay.blocks.current.end = ops.Over()
    else:
        lay.blocks.jump(lay.game_exit)
    lay.blocks.dead()


def _say(lay: Laying, step: t.Say, context: Context) -> None:
    lay.blocks.emit(ops.Tell(lay.world.layout.text(step.saying.text), lay.said(step.saying)))


HANDLERS: dict[type, Handler] = {
    t.EndTurn: _end_turn, t.EndRound: _end_round, t.PlayTurn: _play_turn, t.PlayGame: _play_game, t.ExtraTurn: _extra_turn,
    t.Eliminate: _eliminate, t.Wins: _wins, t.BestWins: _best_wins, t.Say: _say,
}  # fmt: skip
