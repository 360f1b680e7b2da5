"""Steps that end and play turns, rounds and games, that tell something, and that say who wins."""

from __future__ import annotations

from attrs import evolve

from dicedsl.lower.laying import Context, Handler, Laying
from dicedsl.lower.values import T_PLAYER, Value
from dicedsl.program import ops
from dicedsl.typed import tree as t


def _end_turn(lay: Laying, step: t.EndTurn, context: Context) -> None:
    lay.b.jump(lay.turn_exit)
    lay.b.dead()


def _end_round(lay: Laying, step: t.EndRound, context: Context) -> None:
    lay.b.jump(lay.round_exit)
    lay.b.dead()


def _play_turn(lay: Laying, step: t.PlayTurn, context: Context) -> None:
    reg = lay.reg
    saved = lay.w.layout.cells(1)
    lay.b.store(saved, ops.Cell(reg.actor))
    if step.player is None:
        lay.b.store(reg.turn, ops.Cell(reg.actor))
    else:
        player = lay.e.value(step.player)
        lay.b.store(reg.turn, player.op)
        lay.somebody(evolve(player, op=ops.Cell(reg.turn)), "nobody cannot have a turn", step.player.span)
    assert lay.turn_instance is not None
    lay.call(lay.turn_instance)
    lay.b.store(reg.actor, ops.Cell(saved))


def _play_game(lay: Laying, step: t.PlayGame, context: Context) -> None:
    assert lay.game_instance is not None
    lay.call(lay.game_instance)


def _extra_turn(lay: Laying, step: t.ExtraTurn, context: Context) -> None:
    lay.b.store(lay.reg.extra, ops.Bin("+", ops.Cell(lay.reg.extra), ops.ONE))


def _eliminate(lay: Laying, step: t.Eliminate, context: Context) -> None:
    players = lay.e.value(step.players)
    reg = lay.reg
    var = lay.w.layout.new_var()
    body: tuple[ops.Stmt, ...] = (
        ops.Store(reg.gone, ops.Bin("+", ops.Cell(reg.gone), ops.ONE)),
        ops.StoreAt(reg.order_out, ops.Var(var), lay.w.players, ops.Cell(reg.gone), step.span),
        ops.Store(reg.inside, ops.Bin("&~", ops.Cell(reg.inside), ops.Single(ops.Var(var)))),
    )
    leaving = ops.Bin("&", players.op, ops.Cell(reg.inside))
    lay.b.emit(ops.Each(ops.Loop(var, leaving), None, body))


def _wins(lay: Laying, step: t.Wins, context: Context) -> None:
    lay.b.store(lay.reg.winners, lay.e.value(step.players).op)
    lay.b.store(lay.reg.measured, ops.ZERO)
    _finish(lay, step.match, context)


def _best_wins(lay: Laying, step: t.BestWins, context: Context) -> None:
    reg, layout, players = lay.reg, lay.w.layout, lay.w.players
    var = layout.new_var()
    lay.e.bind(step.local, Value(ops.Var(var), T_PLAYER))
    measure = lay.e.value(step.measure)
    score = ops.Count(measure.op) if measure.ty.many else measure.op
    store = ops.StoreAt(reg.measure, ops.Var(var), players, score, step.span)
    lay.b.emit(ops.Each(ops.Loop(var, ops.Const((1 << players) - 1)), None, (store,)))
    probe = layout.new_var()
    kind = "best_max" if step.highest else "best_min"
    scores = ops.CellAt(reg.measure, ops.Var(probe), players)
    lay.b.store(reg.winners, ops.Fold(kind, (ops.Loop(probe, ops.Cell(reg.inside)),), None, scores))
    lay.b.store(reg.measured, ops.Const(1 if step.highest else 2))
    _finish(lay, step.match, context)


def _finish(lay: Laying, match: bool, context: Context) -> None:
    reg = lay.reg
    lay.b.store(reg.over, ops.ONE)
    if context.reason or not match:
        # A match that ends without a reason of its own ends for that of its last game.
        lay.b.store(reg.reason, ops.Const(context.reason or lay.reason(context.because)))
    if match or context.ends_match:
        lay.b.store(reg.match_over, ops.ONE)
        lay.b.current.end = ops.Over()
    else:
        lay.b.jump(lay.game_exit)
    lay.b.dead()


def _say(lay: Laying, step: t.Say, context: Context) -> None:
    lay.b.emit(ops.Tell(lay.w.layout.text(step.saying.text), lay.said(step.saying)))


HANDLERS: dict[type, Handler] = {
    t.EndTurn: _end_turn, t.EndRound: _end_round, t.PlayTurn: _play_turn, t.PlayGame: _play_game, t.ExtraTurn: _extra_turn,
    t.Eliminate: _eliminate, t.Wins: _wins, t.BestWins: _best_wins, t.Say: _say,
}  # fmt: skip
