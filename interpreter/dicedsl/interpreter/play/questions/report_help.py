"""What can be reported of an attempt, in words: for a person who types what happened at the table.

Nothing is listed but what there is to pick from. The answers themselves may be more than anybody could read.
"""

from __future__ import annotations

from collections.abc import Sequence

from dicedsl.errors import Fault
from dicedsl.interpreter.engines.contract import Answering, Picking, PickValues
from dicedsl.interpreter.state import Move, State
from dicedsl.interpreter.table.game_table import GameTable
from dicedsl.program import ops
from dicedsl.program.shapes import place_shape, shape_of
from dicedsl.program.walk import uses

MOST_NAMED_PARTS = 12
FIRST_NAMED_PARTS = 3


def report_forms(table: GameTable, state: State) -> list[str]:
    """One line for each outcome that is possible: how it is written."""
    decision = _attempt(table, state)
    cells = list(state.cells)
    return [f"  {_form(o.op)}" for o in table.answers.of(decision) if o.open(cells)]


def sample_report(table: GameTable, state: State) -> str | None:
    """Something that could be reported now, as it is typed; with picks, if there are any."""
    decision = _attempt(table, state)
    outcomes = sorted(range(len(decision.alternatives)), key=lambda i: -len(decision.alternatives[i].picks))
    seat = table.turn(state).seats[0]
    for index in outcomes:
        values = table.alternatives.some_values(state, seat, index)
        if values is not None:
            return table.words.move(decision, state.cells, index, values)
    return None


def report_help(table: GameTable, state: State) -> list[str]:
    """Every outcome with what may be named in it and the conditions it must meet."""
    decision = _attempt(table, state)
    cells = list(state.cells)
    lines = [f'What can be reported of "{decision.label}":']
    for outcome in table.answers.of(decision):
        alternative = outcome.op
        if not outcome.open(cells):
            seat = table.turn(state).seats[0]
            lines.append(
                f"  {alternative.name}: not now. {_reason_closed(table, state, seat, decision, alternative)}".rstrip()
            )
            continue
        lines.append(f"  {_form(alternative)}")
        lines += [f"      {text}" for text in _picks(table, cells, outcome)]
        after = (*(m for m in alternative.musts if m.picks_needed), *alternative.leaves)
        lines += [f"      {table.program.texts[m.text]}" for m in after]
    example = sample_report(table, state)
    if example is not None:
        lines.append(f'For example: "{example}".')
    lines += _writing(table, decision)
    return lines


def what_is_not_there(table: GameTable, state: State, move: Move) -> str | None:
    """Which part of a report names something that is not there to be named."""
    decision = _attempt(table, state)
    cells = list(state.cells)
    outcome = table.answers.of(decision)[move.alternative]
    words = table.words
    for i, pick in enumerate(outcome.picks):
        try:
            members = set(pick.members(cells, move.values[:i]))
            low, high = pick.bounds(cells, move.values[:i], len(members))
        except Fault:
            return None
        named = _members(pick, move.values[i])
        wrong = [words.name_of(pick.op.shape, m, cells, move.seat) for m in named if m not in members]
        if wrong:
            return f"not {' and '.join(wrong)}: {pick.op.name} is {_rule(pick.op)}"
        if pick.op.many and not low <= len(named) <= high:
            return f"not {len(named)} of them: {pick.op.name} is {_rule(pick.op)}"
    return None


# ------------------------------------------------------------------ small things


def _attempt(table: GameTable, state: State) -> ops.Decision:
    decision = table.decision(state)
    assert decision is not None and decision.reported
    return decision


def _form(alternative: ops.AlternativeOp) -> str:
    return " ".join([alternative.name, *(f"<{p.name}>" for p in alternative.picks)])


def _rule(pick: ops.PickOp) -> str:
    """The pick as the rulebook has it: `one of empty field`."""
    return " ".join(pick.span.text.rpartition(" as ")[0].split())


def _members(pick: Picking, value: int) -> Sequence[int]:
    if not pick.op.many:
        return (value,)
    return [i for i in range(value.bit_length()) if value >> i & 1]


def _reason_closed(
    table: GameTable, state: State, seat: int, decision: ops.Decision, alternative: ops.AlternativeOp
) -> str:
    index = decision.alternatives.index(alternative)
    nothing = Move(seat, index, (0,) * len(alternative.picks), "")
    return table.why_not(state, seat, nothing) or ""


def _picks(table: GameTable, cells: list[int], outcome: Answering) -> list[str]:
    lines = []
    variables: list[int] = []
    for pick in outcome.picks:
        op = pick.op
        parts = (op.source, op.range_high, op.condition, op.low, op.high)
        if any(uses(part, var) for part in parts if part is not None for var in variables):
            lines.append(f"{op.name}: {_rule(op)}")
        else:
            earlier = (0,) * len(variables)  # not looked at
            lines.append(f"{op.name}: {_amount(pick, cells, earlier)} {_there(table, cells, pick, earlier)}")
        variables.append(op.var)
    return lines


def _amount(pick: Picking, cells: list[int], earlier: PickValues) -> str:
    if not pick.op.many:
        return "one of"
    low, high = pick.bounds(cells, earlier, len(pick.members(cells, earlier)))
    if pick.op.high is None:
        return "none or more of" if low == 0 else "one or more of"
    return f"{low} of" if low == high else f"{low} to {high} of"


def _there(table: GameTable, cells: list[int], pick: Picking, earlier: PickValues) -> str:
    members = pick.members(cells, earlier)
    if isinstance(members, range) and len(members) > 1:
        return f"the numbers {members[0]} to {members[-1]}"
    actor = cells[table.reg.actor]
    first = [table.words.name_of(pick.op.shape, m, cells, actor) for m in members[:MOST_NAMED_PARTS]]
    if not first:
        return "nothing (there is none now)"
    if len(members) <= MOST_NAMED_PARTS:
        return ", ".join(first)
    return f"{len(members)} {_noun(table, pick.op.shape)}, such as {', '.join(first[:FIRST_NAMED_PARTS])}"


def _noun(table: GameTable, shape: str) -> str:
    what, name = shape_of(shape)
    if what == "kind" and name in table.program.kinds:
        return table.program.kinds[name].plural
    return {"die": "dice", "player": "players", "place": "places", "number": "numbers"}.get(what, "of them")


def _writing(table: GameTable, decision: ops.Decision) -> list[str]:
    """How the things are written that can be named here."""
    picks = [p for a in decision.alternatives for p in a.picks]
    shapes = {shape_of(p.shape).sort for p in picks}
    how = []
    if "place" in shapes:
        board = next(b for b in table.program.boards for p in picks if p.shape == place_shape(b.name))
        how.append(f"places as ({','.join(map(str, board.labels[0]))})")
    if "die" in shapes:
        dice = table.program.dice
        whose = ", with the owner as d1 of P2" if any(d.owner >= 0 for d in dice) else ""
        how.append(f"{'dice as d1' if any(d.numbered for d in dice) else 'dice by the numbers they show'}{whose}")
    if "player" in shapes:
        how.append("players by name or as P1")
    if any(p.many for p in picks):
        how.append("`none` for nothing, `all` for everything")
        if any(table.words.ends_unclear(a.picks, i) for a in decision.alternatives for i in range(len(a.picks))):
            how.append("`and` between two sets")
    return [f"Written: {'; '.join(how)}."] if how else []


__all__ = ["report_forms", "report_help", "sample_report", "what_is_not_there"]
