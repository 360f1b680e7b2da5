"""What one seat may know of a position, and nothing more. Positions that the seat cannot tell apart give the same view.

A view is made from visible things only; no number of a hidden die and no hidden memory is ever copied into it.
"""

from __future__ import annotations

from typing import Any
from weakref import ref

from attrs import frozen

from dicedsl.interpreter.as_data import record_data
from dicedsl.interpreter.moves.wording import HIDDEN_TEXT, Content
from dicedsl.interpreter.state import Move, Outcome, Result, State
from dicedsl.interpreter.table.game_table import GameTable
from dicedsl.interpreter.table.memo import Memo
from dicedsl.interpreter.table.sight import Cells
from dicedsl.program import ops
from dicedsl.program.members import MEMBERS


@frozen
class DieView:
    """A die as a seat sees it. `die` and `index` are None for plain dice, which nobody can tell apart."""

    die: int | None
    index: int | None
    sort: int
    colour: str
    owner: int | None
    number: int | None
    hidden: bool
    shown: bool


@frozen
class ZoneView:
    """A zone and the dice in it, numbered ones first."""

    name: str
    keys: tuple[str, ...]
    owner: int | None
    dice: tuple[DieView, ...]

    @property
    def title(self) -> str:
        return f"{self.name} of {', '.join(self.keys)}" if self.keys else self.name


@frozen
class BoardView:
    """A board and what stands on its places, in their order; `form`, `coordinates` and `sides` as in the program."""

    name: str
    places: tuple[tuple[int, ...], ...]
    dice: tuple[DieView | None, ...]
    form: str
    coordinates: tuple[str, ...]
    sides: int


@frozen
class MemoryView:
    """A memory: `entries` pairs the values of its keys with what it holds there (HIDDEN_TEXT if that is not for this seat)."""

    name: str
    scope: str
    keys: tuple[str, ...]
    entries: tuple[tuple[tuple[str, ...], Content], ...]


@frozen
class Question:
    """The choice that is open: its number in the program, its name and the names of its alternatives."""

    number: int
    label: str
    alternatives: tuple[str, ...]


@frozen
class View:
    """Everything a seat (None: a spectator) may know. `kind` and `asked` are as in Turn; seats count from 0."""

    seat: int | None
    players: int
    kind: str
    asked: tuple[int, ...]
    on_turn: int
    acting: int
    starter: int | None
    out: tuple[int, ...]
    question: Question | None
    answer: str | None
    rolling: int
    drawing: bool
    zones: tuple[ZoneView, ...]
    boards: tuple[BoardView, ...]
    memory: tuple[MemoryView, ...]
    turns: int
    rounds: int
    games: int
    turns_of: tuple[int, ...]
    last_turns: bool
    winners: tuple[int, ...]
    result: Result | None

    def as_json(self) -> dict[str, Any]:
        """Plain lists, texts, numbers, yes and no: what json.dumps takes."""
        return record_data(self)


Lying = tuple[tuple[ZoneView, ...], tuple[BoardView, ...], tuple[MemoryView, ...]]
# What was looked at last; a state holds its table, and must not be held by what goes with that.
_LAST: Memo[tuple[ref[State], int, Lying]] = Memo()


# ------------------------------------------------------------------ sight


def has_secrets(table: GameTable) -> bool:
    """Whether anything in this game is hidden from anybody (choices made at once apart)."""
    return table.sight.secrets


def seen_dice(table: GameTable, state: State, seat: int | None, shown: bool = True) -> int:
    """The mask of the dice whose numbers a seat sees; without `shown` only by where they lie."""
    return table.sight.dice(state.cells, seat, shown)


# ------------------------------------------------------------------ the view


def view(table: GameTable, state: State, seat: int | None, revealed: bool = False) -> View:
    """All that a seat may know of a state; None for somebody who only looks on. `revealed`: when all is over, and hands are shown."""
    if seat is not None:
        table.checked_seat(seat)
    cells, reg, program = state.cells, table.reg, table.program
    turn = table.turn(state)
    decision = table.decision(state)
    visible = (1 << len(program.dice)) - 1 if revealed else seen_dice(table, state, seat)
    question = None
    if decision is not None:
        question = Question(decision.number, decision.label, tuple(a.name for a in decision.alternatives))
    seats = range(table.players)
    zones, boards, memory = _lying(table, state, seat, visible, revealed)
    return View(
        seat=seat,
        players=table.players,
        kind=turn.kind,
        asked=turn.seats,
        on_turn=cells[reg.player_on_turn],
        acting=cells[reg.actor],
        starter=cells[reg.starter] if cells[reg.starter] >= 0 else None,
        out=tuple(s for s in seats if not cells[reg.players_inside] >> s & 1),
        question=question,
        answer=_own_answer(table, state, decision, seat),
        rolling=len(table.rolling(state)),
        drawing=isinstance(program.blocks[cells[reg.pc]].end, ops.DrawOne),
        zones=zones,
        boards=boards,
        memory=memory,
        turns=cells[reg.turns_played],
        rounds=cells[reg.rounds],
        games=cells[reg.game],
        turns_of=tuple(cells[reg.turns_of_player + s] for s in seats),
        last_turns=cells[reg.last_lap] > 0,
        winners=MEMBERS[cells[reg.winners]],
        result=table.result(state),
    )


def _lying(table: GameTable, state: State, seat: int | None, visible: int, revealed: bool) -> Lying:
    """The zones, boards and memory as a seat sees them. Where a game has no secrets all see the same, and they are made
    once for all seats."""
    last = None if table.sight.secrets else _LAST.get(table)
    if last is not None and last[0]() is state and last[1] == visible:
        return last[2]
    cells, program = state.cells, table.program
    lying = (
        tuple(_zone(table, cells, zone, visible) for zone in program.zones),
        tuple(_board(table, cells, board, visible) for board in program.boards),
        _memory(table, cells, seat, revealed),
    )
    if not table.sight.secrets:
        _LAST[table] = ref(state), visible, lying
    return lying


def _own_answer(table: GameTable, state: State, decision: ops.Decision | None, seat: int | None) -> str | None:
    """What a seat has answered already to a choice of several at once."""
    if decision is None or not decision.at_once or seat is None:
        return None
    index = state.cells[decision.pending + seat] - 1
    if index < 0:
        return None
    values = [state.cells[pick.pending + seat] for pick in decision.alternatives[index].picks]
    cells = list(state.cells)
    cells[table.reg.actor] = seat
    return table.words.move(decision, cells, index, tuple(values))


def is_number(die: ops.DieInfo, number: int) -> bool:
    """Whether a die shows something: a 0 is nothing unless it is among its faces, and then a die that was never rolled shows it as well."""
    return number != 0 or 0 in die.faces


def _die(table: GameTable, cells: Cells, die: int, visible: int) -> DieView:
    info, reg = table.program.dice[die], table.reg
    seen = bool(visible >> die & 1)
    number = cells[reg.face + die] if seen else 0
    return DieView(
        die=die if info.numbered else None,
        index=info.index if info.numbered else None,
        sort=info.group,
        colour=info.colour,
        owner=info.owner if info.owner >= 0 else None,
        number=number if seen and is_number(info, number) else None,
        hidden=not seen,
        shown=bool(cells[reg.shown] >> die & 1),
    )


def _order(die: DieView) -> tuple[int, int, int, int, bool]:
    """Numbered dice by their number; plain dice by what can be seen of them."""
    return -1 if die.die is None else die.die, die.sort, die.hidden, die.number or 0, die.shown


def _zone(table: GameTable, cells: Cells, zone: ops.ZoneInfo, visible: int) -> ZoneView:
    kinds = table.program.kinds
    keys = tuple(
        table.words.member(kinds[kind].shape, key) for kind, key in zip(zone.key_kinds, zone.keys, strict=True)
    )
    dice = sorted(
        (_die(table, cells, d, visible) for d in MEMBERS[cells[table.reg.zone_mask + zone.number]]), key=_order
    )
    return ZoneView(zone.name, keys, zone.owner if zone.owner >= 0 else None, tuple(dice))


def _board(table: GameTable, cells: Cells, board: ops.BoardInfo, visible: int) -> BoardView:
    base = table.reg.on_place + board.first
    standing = [cells[base + i] - 1 for i in range(len(board.labels))]
    dice = tuple(None if die < 0 else _die(table, cells, die, visible) for die in standing)
    return BoardView(board.name, board.labels, dice, board.form, board.coordinates, board.sides)


def _memory(table: GameTable, cells: Cells, seat: int | None, revealed: bool = False) -> tuple[MemoryView, ...]:
    sight = table.sight
    memories = []
    for slot, lines in sight.slots:
        entries: list[tuple[tuple[str, ...], Content]] = []
        for i, line in enumerate(lines):
            seen = revealed or sight.sees(line.seers, cells, seat)
            content = table.words.content(slot.shape, slot.many, cells[slot.base + i]) if seen else HIDDEN_TEXT
            entries.append((line.keys, content))
        memories.append(MemoryView(slot.name, slot.scope, slot.keys, tuple(entries)))
    return tuple(memories)


# ------------------------------------------------------------------ moves and rolls of others


def move_as_told(table: GameTable, state: State, move: Move, seat: int | None) -> str:
    """A move made in a state, as a seat hears it: of a secret pick only how many, of a hidden plain die no number."""
    decision = table.decision(state)
    if decision is None or seat == move.seat:
        return move.text
    alternative = decision.alternatives[move.alternative]
    visible = seen_dice(table, state, seat)
    parts = [alternative.name]
    for i, (pick, value) in enumerate(zip(alternative.picks, move.values, strict=True)):
        members = MEMBERS[value] if pick.many else (value,)
        if i and table.words.ends_unclear(alternative.picks, i - 1):
            parts.append("and")
        if pick.secret:
            parts.append(f"({len(members)} unseen)" if pick.many else "(unseen)")
            continue
        if pick.many and not members:
            parts.append("none")
        for member in members:
            plain = pick.shape == "die" and member >= 0 and not table.program.dice[member].numbered
            hidden = plain and not visible >> member & 1
            parts.append(HIDDEN_TEXT if hidden else table.words.value(pick.shape, member, state.cells, move.seat))
    return " ".join(parts)


def roll_as_told(table: GameTable, state: State, outcome: Outcome, seat: int | None) -> str:
    """What a seat sees fall: the numbers of dice that lie open to it, and how many others were rolled."""
    dice = table.rolling(state)
    visible = seen_dice(table, state, seat, shown=False)
    parts = []
    unseen = 0
    for die, number in zip(dice, outcome.values, strict=True):
        info = table.program.dice[die]
        if not visible >> die & 1:
            unseen += 1
        elif info.numbered:
            parts.append(f"d{info.index}:{number}")
        else:
            parts.append(str(number) if info.colour == "plain" else f"{info.colour} {number}")
    if unseen:
        noun = "die" if unseen == 1 else "dice"
        parts.append(f"{'and ' if parts else ''}{unseen} {noun}, unseen")
    return " ".join(parts)
