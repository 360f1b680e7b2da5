"""Choices and attempts: alternatives, picks, conditions and tables become decisions with a block for each answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

from attrs import evolve

from dicedsl.lower.kinds import PLAYER, Stream, Ty, Value
from dicedsl.lower.scope import Bad, Scope, suggest
from dicedsl.program import ops
from dicedsl.program.walk import uses
from dicedsl.syntax import nodes as n

if TYPE_CHECKING:
    from dicedsl.lower.blocks import Blocks
    from dicedsl.lower.expressions import Expressions
    from dicedsl.lower.steps import Context
    from dicedsl.lower.world import World

MOST_ALTERNATIVES = 250


class Choices:
    """The part of Steps that lowers `choose` and `attempt`."""

    w: World
    e: Expressions
    b: Blocks
    reg: ops.Registers
    picked: dict[int, Value]

    def _choose(self, step: n.Choose, context: Context) -> None:
        reg, w = self.reg, self.w
        alternatives = [a for a in step.alternatives if isinstance(a, n.Alternative)]
        self._unique(alternatives)
        if step.at_once:
            self._nothing_ahead(alternatives)
        saved = -1
        seats: ops.Op = ops.Single(ops.Cell(reg.actor))
        self.settle(context, "rest")  # type: ignore[attr-defined]
        if step.by is not None and not step.at_once:
            player = self.e.one(step.by, context.scope, PLAYER)
            saved = w.cells(1)
            self.b.store(saved, ops.Cell(reg.actor))
            self.b.store(reg.actor, player.op)
        if step.at_once:
            if step.by is None:
                raise Bad("E420", "say who chooses: `choose by others at once:`", step.span)
            if step.nothing_fits is not None:
                help = 'give everybody something to choose, such as an alternative "nothing"'
                raise Bad(
                    "E419",
                    "`if nothing fits` cannot stand in a choice of several at once",
                    step.nothing_fits.span,
                    help=help,
                )
            seats = self.e.members(step.by, context.scope, PLAYER).op
            saved = w.cells(1)
            self.b.store(saved, ops.Cell(reg.actor))
        asking, done = self.b.new("ask"), self.b.new("chosen")
        self.b.store(reg.asked, seats)
        todo = pending = -1
        if step.at_once:
            todo = w.cells(1)
            self.b.store(todo, ops.Cell(reg.asked))
            self.b.branch(ops.Bin("!=", ops.Cell(reg.asked), ops.ZERO), asking, done)
        else:
            self.b.jump(asking)
        self.b.start(asking)
        refusals = self._refusals(step, context) if step.allowed else {}
        lowered = [self._alternative(a, context, refusals.get(a.name.value, []), done) for a in alternatives]
        nothing = -1
        if step.nothing_fits is not None:
            block = self.b.new("nothing fits")
            nothing = block.number
            self.b.start(block)
            self.block(step.nothing_fits, evolve(context, because="nothing fits"))  # type: ignore[attr-defined]
            self.b.jump(done)
        after = -1
        if step.at_once:
            pending = self._pending("number", False)
            lowered = [
                evolve(a, picks=tuple(evolve(p, pending=self._pending(p.shape, p.many)) for p in a.picks))
                for a in lowered
            ]
            after = self._answers_in_turn(lowered, todo, pending, done)
            # Each body returns to the loop over seats, not to what follows the choice.
        label = step.name.text if step.name else ""
        number = len(w.program.decisions)
        w.program.decisions.append(
            ops.Decision(
                number, ops.Cell(reg.asked), tuple(lowered), nothing, False, step.at_once, pending, after, label,
                tuple(self.invariants), step.span,  # type: ignore[attr-defined]
            )
        )  # fmt: skip
        asking.end = ops.Ask(number)
        self.b.start(done)
        if saved >= 0:
            self.b.store(reg.actor, ops.Cell(saved))

    def _unique(self, alternatives: list[n.Alternative]) -> None:
        seen: dict[str, n.Alternative] = {}
        if len(alternatives) > MOST_ALTERNATIVES:
            message = f"a choice has at most {MOST_ALTERNATIVES} alternatives"
            over = alternatives[MOST_ALTERNATIVES].name.span
            raise Bad("E211", message, over, help="let one alternative have a pick: `one of ... as ...`")
        for alternative in alternatives:
            name = alternative.name.value
            if name in seen:
                raise Bad(
                    "E421",
                    f'"{name}" is offered twice in one choice',
                    alternative.name.span,
                    help="give one of them another name",
                )
            seen[name] = alternative
            if not name.strip():
                raise Bad(
                    "E422",
                    "an alternative needs a name in its quotes",
                    alternative.name.span,
                    help='write what the player says, such as "stop"',
                )

    def _nothing_ahead(self, alternatives: list[n.Alternative]) -> None:
        for alternative in alternatives:
            for step in alternative.steps:
                if isinstance(step, n.MustLeave):
                    raise Bad(
                        "E437",
                        "`must leave` cannot stand in a choice of several at once",
                        step.span,
                        help="nobody knows what the others answer; say it with `must`, or ask one after the other",
                    )

    def _pending(self, shape: str, many: bool) -> int:
        """Cells for one part of the answers of several at once: one for each seat, all of one kind."""
        first = self.w.cells(self.w.players)
        self.w.slot("pending", first, self.w.players, shape, "pending", many=many)
        return first

    def _answers_in_turn(self, lowered: list[ops.AlternativeOp], todo: int, pending: int, done: ops.Block) -> int:
        """After a secret choice of several: each one's effects in seat order."""
        reg, w = self.reg, self.w
        head, one = self.b.new("answers"), self.b.new("answer")
        self.b.start(head)
        self.b.branch(ops.Bin("!=", ops.Cell(todo), ops.ZERO), one, done)
        self.b.start(one)
        self.b.store(reg.actor, ops.Lowest(ops.Cell(todo)))
        self.b.store(todo, ops.Bin("&~", ops.Cell(todo), ops.Single(ops.Cell(reg.actor))))
        seat, size = ops.Cell(reg.actor), w.players
        answer = w.cells(1)
        self.b.store(answer, ops.CellAt(pending, seat, size))
        for i, alternative in enumerate(lowered):
            chosen, other = self.b.new("answer is"), self.b.new("answer is not")
            self.b.branch(ops.Bin("==", ops.Cell(answer), ops.Const(i + 1)), chosen, other)
            self.b.start(chosen)
            for pick in alternative.picks:
                self.b.store(pick.cell, ops.CellAt(pick.pending, seat, size))
            for first in (pending, *(p.pending for p in alternative.picks)):
                self.b.emit(ops.StoreAt(first, seat, size, ops.ZERO, alternative.span))
            self.b.jump(w.program.blocks[alternative.block])
            self.b.start(other)
        self.b.jump(head)
        # Bodies end by jumping to `done`; send them to the next seat instead.
        for block in w.program.blocks[min(a.block for a in lowered) : head.number]:
            if isinstance(block.end, ops.Jump) and block.end.block == done.number and block.label != "nothing fits":
                block.end = ops.Jump(head.number)
        return int(head.number)

    # -------------------------------------------------------------- alternatives

    def _alternative(
        self,
        node: n.Alternative,
        context: Context,
        refusals: list[ops.MustOp],
        done: ops.Block,
        odds: n.Odd | None = None,
    ) -> ops.AlternativeOp:
        w = self.w
        entry = self.b.new(f"chosen {node.name.value}")
        weight: ops.Op | None = None
        lots: tuple[tuple[int, ops.Op], ...] = ()
        try:
            picks, judging, acting = self._picks(node, context)
            own = self._musts(node, picks, judging[-1])
            musts = [*refusals, *(m for m, after in own if not after)]
            leaves = [m for m, after in own if after]
            if odds is not None:
                weight = self.e.number(odds.weight, context.scope).op
                lots = self._lots(odds, picks, judging)
        except Bad as bad:
            w.report(bad)
            picks, musts, leaves, acting = [], [], [], None
        saved = self.b.current
        self.b.start(entry)
        if acting is not None:
            inner = evolve(context, scope=acting, because=f"the answer was “{node.name.value}”")
            if any(p.shape == "die" for p in picks) and any(self.asks(s) for s in node.steps):  # type: ignore[attr-defined]
                w.program.remembers_dice = True
            self.steps(node.steps, inner)  # type: ignore[attr-defined]
        self.b.jump(done)
        self.b.start(saved)
        return ops.AlternativeOp(
            node.name.value, tuple(picks), tuple(musts), tuple(leaves), entry.number, weight, lots, span=node.span
        )

    def _picks(self, node: n.Alternative, context: Context) -> tuple[list[ops.PickOp], list[Scope], Scope]:
        """The picks; what is known before each of them and after the last while they are judged; and what the steps know."""
        judging, acting = [context.scope], context.scope
        picks: list[ops.PickOp] = []
        for pick in node.picks:
            lowered, value = self._pick(pick, judging[-1])
            picks.append(lowered)
            judging.append(self.e.bind(judging[-1], pick.name, value))
            kept = self.picked[lowered.cell] = evolve(value, op=ops.Cell(lowered.cell))
            acting = self.e.bind(acting, pick.name, kept)
        return picks, judging, acting

    def _pick(self, node: n.Pick, scope: Scope) -> tuple[ops.PickOp, Value]:
        w = self.w
        meaning = self.e.meaning(node.source, scope)
        if isinstance(meaning, Value) and not meaning.ty.many:
            raise Bad(
                "E423",
                f"something is picked from a set, but this is {meaning.ty.called()}",
                node.source.span,
                help="write a range such as `1 to 6`"
                if meaning.ty.kind.is_number
                else "name a zone, a kind or another set",
            )
        if isinstance(meaning, Stream) and meaning.of_sets:
            return self._pick_set(node, meaning, scope)
        value = self.e.single(meaning, node.source)
        var, cell, it = w.new_var(), w.cells(1), w.new_var()
        condition = None
        if node.condition is not None:
            item = Value(ops.Var(it), Ty(value.ty.kind), value.low, value.high)
            condition = self.e.truth(node.condition, scope.with_it(item))
        word = node.amount.word
        many = word != "one"
        low: ops.Op = ops.ZERO if word == "any" else ops.ONE
        high: ops.Op | None = None
        if word == "span":
            assert node.amount.low is not None and node.amount.high is not None
            low = self.e.number(node.amount.low, scope).op
            high = self.e.number(node.amount.high, scope).op
        source, range_high = value.op, None
        if isinstance(value.op, ops.Span2) and not many:
            source, range_high = value.op.low, value.op.high
        shape = w.shape(value.ty.kind)
        lowered = ops.PickOp(
            var,
            cell,
            source,
            range_high,
            many,
            low,
            high,
            condition,
            it,
            shape,
            node.name.text,
            node.seen_by is not None,
            node.span,
            words=_offered(node),
        )
        ty = Ty(value.ty.kind, many=many)
        return lowered, Value(ops.Var(var), ty, value.low, value.high)

    def _pick_set(self, node: n.Pick, stream: Stream, scope: Scope) -> tuple[ops.PickOp, Value]:
        """`one of` a list of sets: the answer is one whole set."""
        w, ty = self.w, stream.item.ty
        if node.amount.word != "one":
            raise Bad("E370", "of a list of sets one is picked", node.span, help="write `one of`")
        var, cell, it = w.new_var(), w.cells(1), w.new_var()
        condition = None
        if node.condition is not None:
            condition = self.e.truth(node.condition, scope.with_it(Value(ops.Var(it), ty)))
        lowered = ops.PickOp(
            var,
            cell,
            ops.Fold("sets", stream.loops, stream.condition, stream.item.op),
            None,
            True,
            ops.ONE,
            None,
            condition,
            it,
            w.shape(ty.kind),
            node.name.text,
            node.seen_by is not None,
            node.span,
            sets=True,
            words=_offered(node),
        )
        return lowered, Value(ops.Var(var), ty)

    def _musts(self, node: n.Alternative, picks: list[ops.PickOp], scope: Scope) -> list[tuple[ops.MustOp, bool]]:
        """The conditions of an alternative, and whether each is judged after its steps."""
        musts: list[tuple[ops.MustOp, bool]] = []
        acted = False
        for step in node.steps:
            if isinstance(step, n.Remark):
                continue
            if not isinstance(step, n.Must):
                acted = True
                continue
            if acted:
                raise Bad(
                    "E424",
                    "a `must` stands before the effects of its alternative",
                    step.span,
                    help=f'move it up, right below "{node.name.value}"',
                )
            condition = self.e.truth(step.condition, scope)
            if not step.sentence.value.strip():
                raise Bad(
                    "E425",
                    "a `must` needs the sentence a player hears",
                    step.sentence.span,
                    help='write it between the quotes, such as "You need five points."',
                )
            leaves = isinstance(step, n.MustLeave)
            needed = len(picks) if leaves else _needed(condition, picks)
            musts.append((ops.MustOp(condition, self.w.text(step.sentence.value), needed, step.span), leaves))
        return musts

    def _refusals(self, step: n.Choose, context: Context) -> dict[str, list[ops.MustOp]]:
        """The `allowed:` table as conditions: each dash is a refusal with its line's sentence."""
        table = step.allowed
        assert table is not None
        known = {a.name.value for a in step.alternatives if isinstance(a, n.Alternative)}
        for name in table.names:
            if name.value not in known:
                raise Bad(
                    "E426",
                    f'there is no alternative "{name.value}" in this choice',
                    name.span,
                    help=suggest(name.value, known),
                )
        refusals: dict[str, list[ops.MustOp]] = {name.value: [] for name in table.names}
        earlier: ops.Op | None = None
        for row in table.rows:
            if len(row.cells) != len(table.names):
                raise Bad(
                    "E360",
                    f"this line has {len(row.cells)} cells, but there are {len(table.names)} columns",
                    row.span,
                    help="give each alternative one cell with `yes` or `-`",
                )
            here = ops.ONE if row.condition is None else self.e.truth(row.condition, context.scope)
            fits = here if earlier is None else ops.Bin("and", ops.Not(earlier), here)
            earlier = here if earlier is None else ops.Bin("or", earlier, here)
            if not all(row.cells) and row.sentence is None:
                raise Bad(
                    "E427",
                    "this line refuses something without a sentence",
                    row.span,
                    help="write in the last column what the player hears",
                )
            for name, allowed in zip(table.names, row.cells, strict=True):
                if not allowed:
                    assert row.sentence is not None
                    refusals[name.value].append(ops.MustOp(ops.Not(fits), self.w.text(row.sentence.value), 0, row.span))
        return refusals

    # -------------------------------------------------------------- attempts

    def _attempt(self, step: n.Attempt, context: Context) -> None:
        reg, w = self.reg, self.w
        outcomes = [a for a in step.outcomes if isinstance(a, n.Alternative)]
        self._unique(outcomes)
        self.settle(context, "rest")  # type: ignore[attr-defined]
        saved = -1
        if step.by is not None:
            player = self.e.one(step.by, context.scope, PLAYER)
            saved = w.cells(1)
            self.b.store(saved, ops.Cell(reg.actor))
            self.b.store(reg.actor, player.op)
        self.b.store(reg.asked, ops.Single(ops.Cell(reg.actor)))
        asking, done = self.b.new("attempt"), self.b.new("reported")
        self.b.jump(asking)
        self.b.start(asking)
        lowered = []
        names = {o.name.value: o for o in outcomes}
        told: set[str] = set()
        for odd in step.odds:
            if odd.outcome.value not in names:
                raise Bad(
                    "E428",
                    f'there is no outcome "{odd.outcome.value}" in this attempt',
                    odd.outcome.span,
                    help=suggest(odd.outcome.value, names),
                )
            if odd.outcome.value in told:
                raise Bad(
                    "E435",
                    f'the odds of "{odd.outcome.value}" are given twice',
                    odd.outcome.span,
                    help="leave one of the lines out",
                )
            told.add(odd.outcome.value)
        for outcome in outcomes:
            odds = next((o for o in step.odds if o.outcome.value == outcome.name.value), None)
            built = self._alternative(outcome, context, [], done, odds)
            lowered.append(built if built.weight is not None else evolve(built, weight=ops.ONE))
        number = len(w.program.decisions)
        w.program.decisions.append(
            ops.Decision(number, ops.Cell(reg.asked), tuple(lowered), -1, True, False, -1, -1, step.name.value, (), step.span)
        )  # fmt: skip
        asking.end = ops.Ask(number)
        self.b.start(done)
        if saved >= 0:
            self.b.store(reg.actor, ops.Cell(saved))

    def _lots(self, odds: n.Odd, picks: list[ops.PickOp], judging: list[Scope]) -> tuple[tuple[int, ops.Op], ...]:
        """What the odds say of single picks; each expression speaks of a member as `it`."""
        lots: dict[int, ops.Op] = {}
        for lot in odds.picks:
            name = lot.name.text
            index = next((i for i, p in enumerate(picks) if p.name == name), None)
            if index is None:
                raise Bad(
                    "E429",
                    f'this outcome has no pick "{name}"',
                    lot.name.span,
                    help=suggest(name, [p.name for p in picks]),
                )
            if index in lots:
                raise Bad("E435", f'the odds of "{name}" are given twice', lot.name.span, help="leave one of them out")
            pick = picks[index]
            if pick.many is not isinstance(lot, n.OddEach):
                raise Bad(
                    "E434",
                    f'"{name}" is a set, and `by` weighs the members where one is picked'
                    if pick.many
                    else f'"{name}" is one thing, and `each ... percent` is for the members of a set',
                    lot.span,
                    help=f"write `{name} each 20 percent`" if pick.many else f"write `{name} by` and a weight",
                )
            picked = judging[index + 1].names[name]
            assert isinstance(picked, Value)
            scope = judging[index].with_it(evolve(picked, op=ops.Var(pick.it), ty=Ty(picked.ty.kind)))
            lots[index] = self.e.number(lot.percent if isinstance(lot, n.OddEach) else lot.weight, scope).op
        return tuple(lots.items())


def _needed(condition: ops.Op, picks: list[ops.PickOp]) -> int:
    """How many picks must be known before a condition can be judged."""
    return max((i + 1 for i, p in enumerate(picks) if uses(condition, p.var)), default=0)


__all__ = ["Choices", "Stream"]


def _offered(node: n.Pick) -> str:
    """What is picked from, in the words of the rulebook."""
    parts = [node.source] if node.condition is None else [node.source, node.condition]
    return " where ".join(" ".join(part.span.text.split()) for part in parts)
