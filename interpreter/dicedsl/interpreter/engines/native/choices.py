"""Choices as LLVM code: the legal answers counted or listed, and one of them drawn."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from llvmlite import ir

from dicedsl.interpreter.engines.native.parts import I1, I64
from dicedsl.interpreter.engines.native.statements import Statements
from dicedsl.interpreter.engines.native.unsupported import Unsupported
from dicedsl.program import ops

MOST_SUBSET_DICE = 16
MOST_MOVES = 65_536


class Choices(Statements):
    def _ask(self, number: int, decision: ops.Decision) -> None:
        b = self.b
        self.put(self.reg.pc, self.const(number))
        if self.p.sorts_dice:
            self._sort_dice()
        nothing = self.failed if decision.nothing < 0 else self.blocks[decision.nothing]
        if all(not a.picks for a in decision.alternatives):
            self._ask_plain(decision, nothing)
            return
        width = 1 + max(len(a.picks) for a in decision.alternatives)
        count = self.local()
        b.store(self.const(0), count)
        for i, alternative in enumerate(decision.alternatives):
            after = self.new()
            self._answers(i, alternative, width, count, after)
            self.at(after)
        total = b.load(count)
        some = self.new("some")
        b.cbranch(b.icmp_signed("==", total, self.const(0)), nothing, some)
        self.at(some)
        self._rest()
        chosen = self.draw(total)
        self._record(self.const(decision.number), chosen)
        base = b.mul(chosen, self.const(width))
        ways = [self.new() for _ in decision.alternatives]
        switch = b.switch(b.load(b.gep(self.buffer, [base])), self.failed)
        for i, (alternative, way) in enumerate(zip(decision.alternatives, ways, strict=True)):
            switch.add_case(self.const(i), way)
            self.at(way)
            for j, pick in enumerate(alternative.picks):
                self.put(pick.cell, b.load(b.gep(self.buffer, [b.add(base, self.const(j + 1))])))
            b.branch(self.blocks[alternative.block])

    def _ask_plain(self, decision: ops.Decision, nothing: Any) -> None:
        b = self.b
        open_: list[Any] = []
        for alternative in decision.alternatives:
            whole: ops.Op = ops.ONE
            for must in alternative.musts:
                whole = ops.Bin("and", whole, must.condition)
            open_.append(self.test(whole) if alternative.musts else ir.Constant(I1, 1))
        sure = all(not a.musts for a in decision.alternatives)
        if sure:
            self._rest()
            chosen = self.draw_known(len(open_))
        else:
            total = self.const(0)
            for flag in open_:
                total = b.add(total, b.zext(flag, I64))
            some = self.new("some")
            b.cbranch(b.icmp_signed("==", total, self.const(0)), nothing, some)
            self.at(some)
            self._rest()
            if len(open_) <= 4:
                # For few alternatives each count has its own way to draw, by a known number.
                done = self.new("drawn")
                ends = []
                switch = b.switch(total, self.failed)
                for n in range(1, len(open_) + 1):
                    way = self.new()
                    switch.add_case(self.const(n), way)
                    self.at(way)
                    ends.append((self.draw_known(n), self.b.block))
                    b.branch(done)
                self.at(done)
                chosen = b.phi(I64)
                for value, block in ends:
                    chosen.add_incoming(value, block)
            else:
                chosen = self.draw(total)
        self._record(self.const(decision.number), chosen)
        for flag, alternative in zip(open_, decision.alternatives, strict=True):
            on = self.new()
            here = b.and_(flag, b.icmp_signed("==", chosen, self.const(0)))
            b.cbranch(here, self.blocks[alternative.block], on)
            self.at(on)
            chosen = b.sub(chosen, b.zext(flag, I64))
        b.branch(self.failed)

    def _answers(self, i: int, alternative: ops.AlternativeOp, width: int, count: Any, after: Any) -> None:
        b = self.b

        def musts(j: int, following: Any) -> None:
            for must in alternative.musts:
                if must.after == j:
                    self.skip_if(b.not_(self.test(must.condition)), following)

        def picks(j: int, following: Any) -> None:
            musts(j, following)
            if j == len(alternative.picks):
                at = b.load(count)
                self.fail_if(b.icmp_unsigned(">=", at, self.const(MOST_MOVES)))
                base = b.mul(at, self.const(width))
                b.store(self.const(i), b.gep(self.buffer, [base]))
                for k, pick in enumerate(alternative.picks):
                    b.store(b.load(self.var(pick.var)), b.gep(self.buffer, [b.add(base, self.const(k + 1))]))
                b.store(b.add(at, self.const(1)), count)
                b.branch(following)
            else:
                self._pick(alternative.picks[j], lambda inner: picks(j + 1, inner))
                b.branch(following)

        picks(0, after)

    def _pick(self, pick: ops.PickOp, body: Callable[[Any], None]) -> None:
        b, condition = self.b, pick.condition
        room = self.var(pick.var)
        if pick.range_high is not None:
            if pick.many:
                raise Unsupported("a pick of several numbers of a range (PickOp.range_high)")
            low = self.whole(pick.source)

            def number(value: Any, following: Any) -> None:
                b.store(value, room)
                if condition is not None:
                    b.store(value, self.var(pick.it))
                    self.skip_if(b.not_(self.test(condition)), following)
                body(following)

            self.numbers(low, self.whole(pick.range_high), number)
            return
        mask = self.whole(pick.source)
        if condition is not None:
            kept = self.local()
            b.store(self.const(0), kept)

            def judge(member: Any, following: Any) -> None:
                b.store(member, self.var(pick.it))
                self.skip_if(b.not_(self.test(condition)), following)
                b.store(b.or_(b.load(kept), b.shl(self.const(1), member)), kept)

            self.members(mask, judge)
            mask = b.load(kept)
        plain = pick.shape == "die" and bool(self.p.plain_groups)
        lower = self._lower_equals(mask) if plain else None
        if not pick.many:

            def member(value: Any, following: Any) -> None:
                b.store(value, room)
                if lower is not None:
                    self.skip_if(b.icmp_signed("!=", b.load(self.element(lower, value)), self.const(0)), following)
                body(following)

            self.members(mask, member)
            return
        self._subsets(pick, mask, lower, room, body)

    def _lower_equals(self, mask: Any) -> Any:
        """For each die of a mask those below it that no rule can tell from it: of its sort, showing its number."""
        b, p = self.b, self.p
        lower = self.local(max(2, len(p.dice)))
        groups = self._sorts()
        sorts = tuple(0 if d.numbered else groups[d.group] for d in p.dice)

        def one(die: Any, following: Any) -> None:
            number = b.load(self.cell_at(self.reg.face, die, len(p.dice)))
            alike = b.and_(b.load(self.cell_at(self.reg.showing, number, p.max_face + 1)), self.entry_of(sorts, die))
            below = b.sub(b.shl(self.const(1), die), self.const(1))
            b.store(b.and_(b.and_(alike, below), mask), self.element(lower, die))

        self.members(mask, one)
        return lower

    def _subsets(self, pick: ops.PickOp, mask: Any, lower: Any | None, room: Any, body: Callable[[Any], None]) -> None:
        """Every set of `low` to `high` members, in ascending order of masks."""
        b = self.b
        low = self.whole(pick.low)
        high = None if pick.high is None else self.whole(pick.high)
        folded = self.fold(pick.low)
        some = high is None and folded == ops.ONE
        self.fail_if(b.icmp_signed(">", self.intrinsic("ctpop", mask), self.const(MOST_SUBSET_DICE)))
        at = self.local()
        head, step, after = self.new("subset"), self.new("step"), self.new("after")
        if some:
            b.store(b.and_(b.neg(mask), mask), at)
            b.cbranch(b.icmp_signed("==", mask, self.const(0)), after, head)
        else:
            b.store(self.const(0), at)
            b.branch(head)
        self.at(head)
        subset = b.load(at)
        b.store(subset, room)
        if not some:
            size = self.intrinsic("ctpop", subset)
            fits = b.icmp_signed("<=", low, size)
            if high is not None:
                fits = b.and_(fits, b.icmp_signed("<=", size, high))
            self.skip_if(b.not_(fits), step)
        if lower is not None:

            def first_of_its_kind(die: Any, following: Any) -> None:
                missing = b.and_(b.load(self.element(lower, die)), b.not_(subset))
                self.skip_if(b.icmp_signed("!=", missing, self.const(0)), step)

            self.members(subset, first_of_its_kind)
        body(step)
        self.at(step)
        subset = b.load(at)
        b.store(b.and_(b.sub(subset, mask), mask), at)
        b.cbranch(b.icmp_signed("==", subset, mask), after, head)
        self.at(after)
