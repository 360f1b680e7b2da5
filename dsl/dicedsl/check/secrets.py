"""Secrets: nothing a player is offered or refused may depend on dice or memory that this player does not see.

Looked at on the lowered form. For every choice: which zones' faces, and which memory, do its picks and conditions read? A
player may read what he sees himself. `show` opens dice until the next roll.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import define, field, frozen

from dicedsl.check.checked_file import CheckedFile, head, warning
from dicedsl.check.endless import BlockGraph
from dicedsl.check.numbers import meaning_of
from dicedsl.check.settings import of_books, of_programs
from dicedsl.errors import Label, Problem
from dicedsl.lower.step_lowering import StepLowering
from dicedsl.program import ops
from dicedsl.program.constants import constant_of
from dicedsl.program.walk import children
from dicedsl.rulebook.book import Rulebook
from dicedsl.rulebook.parts import acting_parts
from dicedsl.syntax import nodes as n
from dicedsl.syntax.walk import walk
from dicedsl.text.source import Span
from dicedsl.typed import tree as t

MOST_CALLS = 12
ALL = "*"


@frozen
class Origin:
    """Where dice come from: a zone (or ALL dice), the chooser's own or anybody's."""

    zone: str
    own: bool


@frozen
class Seeable:
    """What is known of a value: where it comes from if it is dice, and whether it is the one who chooses."""

    dice: frozenset[Origin] = frozenset()
    me: bool = False


NOTHING = Seeable()
Env = dict[int, Seeable]


def secrets(checked: CheckedFile) -> Iterator[Problem]:
    yield from of_programs(checked, _in_program)
    yield from of_books(checked, lambda book: _public_picks(checked, book))


def _public_picks(checked: CheckedFile, book: Rulebook) -> Iterator[Problem]:
    """A pick that is told to all goes straight into memory that not all may see."""
    uses = checked.name_uses(book)
    for way in (node for part in acting_parts(book) for node in walk(part) if isinstance(node, n.Alternative)):
        for pick in way.picks:
            if pick.seen_by is not None or not checked.owns(pick.span):
                continue
            for step in walk(way):
                if not isinstance(step, n.Set) or not isinstance(step.value, n.Name):
                    continue
                named = meaning_of(step.target, uses)
                is_secret = isinstance(named, t.Memory) and named.seen_by is not None
                if isinstance(named, t.Memory) and is_secret and uses.speaks_of(step.value, [pick.name]):
                    yield warning(
                        "W612",
                        f'all players hear what is picked here, but not all may see "{named.name}"',
                        pick.span,
                        f"write `as {pick.name.text} seen by you`",
                        also=(Label(step.span, "it is kept here"),),
                    )
                    break


def _in_program(lowering: StepLowering) -> Iterator[Problem]:
    program = lowering.world.program
    if any(z.seen_by is not None for z in program.zones) or any(s.seen_by is not None for s in program.slots):
        yield from _SecretFinder(lowering).problems()


@define(eq=False, repr=False, slots=False)
class _SecretFinder:
    lowering: StepLowering
    program: ops.Program = field(init=False)
    reg: ops.Registers = field(init=False)
    stored: dict[int, list[ops.Op]] = field(factory=dict)
    following: set[int] = field(factory=set)
    public: set[int] = field(factory=set)

    def __attrs_post_init__(self) -> None:
        self.program = self.lowering.world.program
        self.reg = self.program.reg
        self.public = {ending.block.number for ending in self.lowering.standing.endings}
        for block in self.program.blocks:
            for statement in block.body:
                if isinstance(statement, ops.Store):
                    self.stored.setdefault(statement.index, []).append(statement.value)
        for decision in self.program.decisions:
            for alternative in decision.alternatives:
                for pick in alternative.picks:
                    self.stored.setdefault(pick.answer_cell, []).append(pick.source)

    # -------------------------------------------------------------- the choices

    def problems(self) -> Iterator[Problem]:
        graph = BlockGraph.of(self.program)
        hidden = self._hidden(graph)
        for number in sorted(graph.reached):
            block = self.program.blocks[number]
            covered = hidden[number]
            for statement in block.body:
                covered = self._after(statement, covered)
            if isinstance(block.end, ops.Ask):
                decision = self.program.decisions[block.end.decision]
                if not decision.reported:
                    yield from self._decision(decision, covered)
            elif isinstance(block.end, ops.Branch):
                yield from self._branch(block.end, covered, graph)

    def _hidden(self, graph: BlockGraph) -> dict[int, bool]:
        """For each block: may dice be covered when it begins?"""
        state = dict.fromkeys(graph.ways, False)
        todo = sorted(graph.reached)
        while todo:
            number = todo.pop()
            block = self.program.blocks[number]
            covered = state[number]
            for statement in block.body:
                covered = self._after(statement, covered)
            if isinstance(block.end, ops.RollDice):
                covered = True
            for way in graph.ways[number]:
                if covered and not state[way]:
                    state[way] = True
                    todo.append(way)
        return state

    def _after(self, statement: ops.Stmt, covered: bool) -> bool:
        if isinstance(statement, ops.Store) and statement.index == self.reg.shown:
            return False
        if isinstance(statement, ops.Each) and any(
            isinstance(s, ops.Store) and s.index == self.reg.shown for s in statement.body
        ):
            return False
        return covered or isinstance(statement, ops.Face)

    def _decision(self, decision: ops.Decision, covered: bool) -> Iterator[Problem]:
        env: Env = {}
        for must in decision.always:
            yield from self._problems_of(must.condition, env, covered, must.span, "being refused this")
        for alternative in decision.alternatives:
            inner = dict(env)
            for pick in alternative.picks:
                seeable = self.seeable(pick.source, inner)
                inner[pick.var] = inner[pick.member_var] = seeable
                for op in (pick.source, pick.range_high, pick.low, pick.high, pick.condition):
                    if op is not None:
                        yield from self._problems_of(op, inner, covered, pick.span, "what can be picked here")
                if covered and pick.shape == "die" and any(not d.numbered for d in self.program.dice):
                    secret = next((o for o in seeable.dice if self._covers(o)), None)
                    if secret is not None:
                        yield self._problem(self._name_of(secret), pick.span, "choosing among them by number")
            for must in (*alternative.musts, *alternative.leaves):
                yield from self._problems_of(must.condition, inner, covered, must.span, "being refused this")

    def _branch(self, end: ops.Branch, covered: bool, graph: BlockGraph) -> Iterator[Problem]:
        secret = self._secret(end.condition, {}, covered)
        if secret is None:
            return
        if end.then in self.public:
            return  # whether an end has come is for all to see
        for way in (end.then, end.other):
            # What can be reached by this way only, before anything else is asked or rolled.
            elsewhere = graph.from_([self.program.entry], without=way)
            asked = self._asks(graph.from_([way], through_pauses=False) - elsewhere)
            if asked:
                span = head(self.program.decisions[min(asked)].span)
                yield self._problem(secret, span, "being asked this or not")

    def _asks(self, ahead: set[int]) -> set[int]:
        """The choices among some blocks."""
        ends = (self.program.blocks[b].end for b in ahead)
        return {e.decision for e in ends if isinstance(e, ops.Ask) and not self.program.decisions[e.decision].reported}

    def _problems_of(self, op: ops.Op, env: Env, covered: bool, span: Span, how: str) -> Iterator[Problem]:
        secret = self._secret(op, env, covered)
        if secret is not None:
            yield self._problem(secret, head(span), how)

    def _problem(self, what: str, span: Span, how: str) -> Problem:
        is_memory = what.startswith('"')
        dice = f", or let all see it: leave out `seen by` behind {what}" if is_memory else ", or `show` the dice first"
        return Problem(
            "E449", f"a player would learn {what} from {how}", span,
            help=f"use only what the player who chooses can see{dice}",
        )  # fmt: skip

    def _name_of(self, origin: Origin) -> str:
        return "what hidden dice show" if origin.zone == ALL else f'what hidden dice in "{origin.zone}" show'

    # -------------------------------------------------------------- what is seen

    def _covers(self, origin: Origin) -> bool:
        zones = [z for z in self.program.zones if origin.zone in (ALL, z.name) and z.seen_by is not None]
        return any(not self._sees(z.seen_by, z.owner, origin.own) for z in zones)

    def _sees(self, seen_by: ops.Op | None, owner: int, own: bool) -> bool:
        if seen_by is None:
            return True
        mask = constant_of(seen_by)
        everyone = (1 << self.program.players) - 1
        if mask is None:
            return seen_by == ops.Cell(self.reg.players_inside)
        return mask & everyone == everyone or (own and owner >= 0 and bool(mask >> owner & 1))

    def _slot_secret(self, op: ops.Cell | ops.CellAt, env: Env) -> str | None:
        base = op.index if isinstance(op, ops.Cell) else op.base
        for slot in self.program.slots:
            if slot.seen_by is None or not slot.base <= base < slot.base + slot.size:
                continue
            own = isinstance(op, ops.CellAt) and "player" in slot.keys and self._own_index(op.index, env)
            if self._sees_slot(slot.seen_by, slot.owner_var, own) is False:
                return f'"{slot.name}"'
        return None

    def _sees_slot(self, seen_by: ops.Op, owner: int, own: bool) -> bool | None:
        """Does the one who chooses see it? None where that depends on the game."""
        mask = constant_of(seen_by)
        if mask is not None:
            everyone = (1 << self.program.players) - 1
            return True if mask & everyone == everyone else (False if mask == 0 else None)
        if seen_by == ops.Single(ops.Var(owner)):
            return own
        if seen_by == ops.Cell(self.reg.players_inside):
            return True
        if seen_by == ops.Bin("&~", ops.Cell(self.reg.players_inside), ops.Single(ops.Cell(self.reg.actor))):
            return False
        if seen_by == ops.Bin("&~", ops.Cell(self.reg.players_inside), ops.Single(ops.Var(owner))):
            return False if own else None
        return None

    # -------------------------------------------------------------- what is read

    def _secret(self, op: ops.Op, env: Env, covered: bool, calls: int = 0) -> str | None:
        """A secret that this operation reads, as it is called, or None."""
        if isinstance(op, (ops.Cell, ops.CellAt)):
            secret = self._slot_secret(op, env)
            if secret is not None:
                return secret
        if isinstance(op, ops.CellAt) and op.base == self.reg.face and covered:
            secret = self._first_covered(self.seeable(op.index, env))
            if secret is not None:
                return secret
        if isinstance(op, ops.Bin) and op.op in {"&", "&~"}:
            sides = [(op.left, op.right), (op.right, op.left)]
            for dice, shown in sides:
                if covered and self._is_showing(shown):
                    secret = self._first_covered(self.seeable(dice, env))
                    if secret is not None:
                        return secret
        if isinstance(op, ops.Fold):
            inner = dict(env)
            for loop in op.loops:
                secret = self._secret(loop.source, inner, covered, calls)
                secret = secret or (self._secret(loop.high, inner, covered, calls) if loop.high is not None else None)
                if secret is not None:
                    return secret
                inner[loop.var] = self._member(loop.source, inner)
            rest = [op.body] if op.condition is None else [op.condition, op.body]
            return next((f for r in rest if (f := self._secret(r, inner, covered, calls)) is not None), None)
        if isinstance(op, ops.Call):
            function = self.program.functions[op.function]
            if function is not None and calls < MOST_CALLS:
                bound = {p: self.seeable(a, env) for p, a in zip(function.params, op.arguments, strict=True)}
                secret = self._secret(function.body, bound, covered, calls + 1)
                if secret is not None:
                    return secret
        if (
            isinstance(op, ops.Cell)
            and op.index in self.stored
            and op.index not in self.following
            and self._is_local(op.index)
        ):
            # A name given by `let`, a parameter: what was read to find it.
            self.following.add(op.index)
            try:
                return next(
                    (f for v in self.stored[op.index] if (f := self._secret(v, {}, covered, calls)) is not None), None
                )
            finally:
                self.following.discard(op.index)
        return next((f for c in children(op) if (f := self._secret(c, env, covered, calls)) is not None), None)

    def _is_local(self, cell: int) -> bool:
        """Neither the engine's own nor memory of the rulebook."""
        return cell >= self.lowering.game_cells_end

    def _first_covered(self, seeable: Seeable) -> str | None:
        return next((self._name_of(o) for o in sorted(seeable.dice, key=str) if self._covers(o)), None)

    def _is_showing(self, op: ops.Op) -> bool:
        if isinstance(op, ops.CellAt):
            return op.base == self.reg.showing
        if isinstance(op, ops.Cond):
            return self._is_showing(op.then) or self._is_showing(op.other)
        return isinstance(op, ops.Fold) and op.kind == "union" and self._is_showing(op.body)

    # -------------------------------------------------------------- where values come from

    def _own_index(self, index: ops.Op, env: Env) -> bool:
        if isinstance(index, ops.Bin) and index.op == "+" and isinstance(index.left, ops.Bin) and index.left.op == "*":
            return self.seeable(index.left.left, env).me
        return self.seeable(index, env).me

    def _member(self, source: ops.Op, env: Env) -> Seeable:
        """One of a set; a written-out set of dice means all of them."""
        if isinstance(source, ops.Const):
            return Seeable(frozenset({Origin(ALL, False)}))
        return self.seeable(source, env)

    def seeable(self, op: ops.Op, env: Env, calls: int = 0) -> Seeable:
        if isinstance(op, ops.Var):
            return env.get(op.id, NOTHING)
        if isinstance(op, ops.Cell):
            return self._cell(op)
        if isinstance(op, ops.CellAt):
            zone = self._zone(op.base)
            return NOTHING if zone is None else Seeable(frozenset({Origin(zone, self._own_index(op.index, env))}))
        if isinstance(op, (ops.Single, ops.Lowest, ops.Highest)):
            return self.seeable(op.member if isinstance(op, ops.Single) else op.mask, env, calls)
        if isinstance(op, ops.Bin) and op.op in {"&", "|", "&~"}:
            left, right = self.seeable(op.left, env, calls), self.seeable(op.right, env, calls)
            if op.op == "|":
                return Seeable(left.dice | right.dice)
            return Seeable(left.dice or right.dice if op.op == "&" else left.dice)
        if isinstance(op, ops.Cond):
            then, other = self.seeable(op.then, env, calls), self.seeable(op.other, env, calls)
            return Seeable(then.dice | other.dice, then.me and other.me)
        if isinstance(op, ops.Fold):
            inner = dict(env)
            for loop in op.loops:
                inner[loop.var] = self._member(loop.source, inner)
            return self.seeable(op.body, inner, calls) if op.kind == "union" else inner[op.loops[0].var]
        if isinstance(op, ops.ListAt):
            return Seeable(frozenset({Origin(ALL, self.seeable(op.index, env, calls).me)}))
        if isinstance(op, ops.Call) and calls < MOST_CALLS:
            function = self.program.functions[op.function]
            if function is not None:
                bound = {p: self.seeable(a, env, calls) for p, a in zip(function.params, op.arguments, strict=True)}
                return self.seeable(function.body, bound, calls + 1)
        return NOTHING

    def _cell(self, op: ops.Cell) -> Seeable:
        if op.index == self.reg.actor:
            return Seeable(me=True)
        zone = self._zone(op.index)
        if zone is not None:
            return Seeable(frozenset({Origin(zone, False)}))
        values = self.stored.get(op.index, [])
        if not values or op.index in self.following:
            return NOTHING
        self.following.add(op.index)
        try:
            seeable = [self.seeable(v, {}) for v in values]
        finally:
            self.following.discard(op.index)
        return Seeable(
            frozenset().union(*(f.dice for f in seeable)), all(f.me for f in seeable) and self._is_local(op.index)
        )

    def _zone(self, cell: int) -> str | None:
        number = cell - self.reg.zone_mask
        return self.program.zones[number].name if 0 <= number < len(self.program.zones) else None
