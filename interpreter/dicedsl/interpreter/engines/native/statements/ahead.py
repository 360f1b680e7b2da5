"""Looking ahead as machine code: answers that lead where they may not are sifted out of a list.

The steps of an answer are tried on a copy of the state, up to the next rest, roll or draw.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from llvmlite import ir

from dicedsl.interpreter.engines.native.building import sets
from dicedsl.interpreter.engines.native.building.frame import I64, WORDS, Frame, number
from dicedsl.interpreter.engines.native.calling import COUNT, FAULT, GIVEN, REST, SPARE
from dicedsl.interpreter.engines.native.statements.choices import AnswerRows
from dicedsl.program import ops

if TYPE_CHECKING:
    from dicedsl.interpreter.engines.native.values.code import Code


class Ahead:
    """Writes the functions that try an answer and judge where it leads, one for each decision that looks ahead."""

    def __init__(self, code: Code, run: Any) -> None:
        self.code = code
        self.run = run
        self.rows = AnswerRows(code)
        self._judges: dict[int, Any] = {}
        self.is_used = any(d.looks_ahead for d in code.program.decisions)

    def sift(self, frame: Frame, decision: ops.Decision, buffer: Any, count: Any, one_is_enough: Any) -> Any:
        """Write the loop that keeps the answers of a list that may be given; how many those are. The state must lie in memory."""
        b = frame.builder
        judge = self._judge(decision)
        width = self.rows.width(decision)
        kept = frame.local()
        b.store(number(0), kept)

        def one(i: Any, following: Any) -> None:
            enough = b.and_(one_is_enough, b.icmp_signed(">", b.load(kept), number(0)))
            frame.skip_if(enough, following)
            row = frame.word(buffer, b.mul(i, number(width)))
            verdict = b.call(judge, [frame.context, frame.state, row])
            frame.fail_if(b.icmp_signed("<", verdict, number(0)), -1)
            frame.skip_if(b.icmp_signed("==", verdict, number(0)), following)
            to = frame.word(buffer, b.mul(b.load(kept), number(width)))
            for word in range(width):
                b.store(b.load(frame.word(row, word)), frame.word(to, word))
            b.store(b.add(b.load(kept), number(1)), kept)

        frame.numbers(number(0), b.sub(count, number(1)), one)
        return b.load(kept)

    def verdict(self, frame: Frame, decision: ops.Decision, row: Any) -> Any:
        """The verdict on an answer: 1 if it may be given, 0 if not, -1 if a rule is at fault."""
        return frame.builder.call(self._judge(decision), [frame.context, frame.state, row])

    def _judge(self, decision: ops.Decision) -> Any:
        if decision.number not in self._judges:
            name = f"ahead{decision.number}"
            function = ir.Function(self.code.module, ir.FunctionType(I64, [WORDS, WORDS, WORDS]), name=name)
            function.linkage = "internal"
            function.attributes.add("noinline")
            self._judges[decision.number] = function
            self._write(function, decision)
        return self._judges[decision.number]

    def _write(self, function: Any, decision: ops.Decision) -> None:
        from dicedsl.interpreter.engines.native.building.cells import CellRoom
        from dicedsl.interpreter.engines.native.values.expressions import Expressions

        code, size = self.code, self.code.layout.size
        context, state, row = function.args
        frame = Frame(function, context, state)
        b = frame.builder

        frame.return_on_fault(number(-1))
        if not decision.always:
            self._pass_by(frame, decision, row)
        after = frame.pointer(SPARE)
        judged_state = frame.word(after, size)
        frame.copy(after, state, 0, size)
        given = b.load(frame.slot(GIVEN))
        b.store(b.ptrtoint(row, I64), frame.slot(GIVEN))
        b.store(number(1), frame.slot(COUNT))
        b.call(self.run, [context, after, number(REST), number(-1)])
        b.store(given, frame.slot(GIVEN))
        frame.fail_if(b.icmp_signed("!=", b.load(frame.slot(FAULT)), number(0)), -1)
        refused = frame.new("refused")
        at_after = Expressions(code, frame, CellRoom(frame, code.layout, code.fixed, state=after))
        # What is remembered under a name, and who `you` is, are as they were when the choice was made.
        local = (
            code.layout.first[code.program.first_local]
            if code.program.first_local < code.program.cells
            else code.layout.cells
        )
        actor = code.layout.first[code.program.reg.actor]
        if any(a.leaves for a in decision.alternatives):
            frame.copy(judged_state, after, 0, local)
            frame.copy(judged_state, state, local, code.layout.cells)
            frame.copy(judged_state, after, code.layout.cells, size)
            b.store(b.load(frame.word(state, actor)), frame.word(judged_state, actor))
        at_judged = Expressions(code, frame, CellRoom(frame, code.layout, code.fixed, state=judged_state))
        always = frame.new("always")
        switch = b.switch(b.load(row), always)
        for i, alternative in enumerate(decision.alternatives):
            if alternative.leaves:
                leads = frame.new("leaves")
                switch.add_case(number(i), leads)
                frame.at(leads)
                for pick, column, words in self.rows.columns(alternative):
                    at_judged.bind(pick.var, sets.load(frame, frame.word(row, column), words))
                for must in alternative.leaves:
                    frame.skip_if(b.not_(at_judged.test(must.condition)), refused)
                b.branch(always)
        frame.at(always)
        for must in decision.always:
            frame.skip_if(b.not_(at_after.test(must.condition)), refused)
        b.ret(number(1))
        frame.at(refused)
        b.ret(number(0))
        frame.close()

    @staticmethod
    def _pass_by(frame: Frame, decision: ops.Decision, row: Any) -> None:
        """Write that answers of which nothing is asked are not tried."""
        b, tried, free = frame.builder, frame.new("tried"), frame.new("free")
        switch = b.switch(b.load(row), tried)
        for i, alternative in enumerate(decision.alternatives):
            if not alternative.leaves:
                switch.add_case(number(i), free)
        frame.at(free)
        b.ret(number(1))
        frame.at(tried)
