"""A program made into machine code: all of its functions written, and compiled."""

from __future__ import annotations

from dicedsl.interpreter.engines.native.building.code import Code
from dicedsl.interpreter.engines.native.compiling.machine import LEVEL, compiled
from dicedsl.interpreter.engines.native.compiling.product import Product
from dicedsl.interpreter.engines.native.foreseen.solving import solved
from dicedsl.interpreter.engines.native.steps.choices import AnswerRows
from dicedsl.interpreter.engines.native.steps.tallying import Tallying
from dicedsl.interpreter.engines.native.steps.whole import Whole
from dicedsl.program import ops
from dicedsl.program.kinds import SET


def made(program: ops.Program, level: int = LEVEL) -> Product:
    program = solved(program)
    code = Code(program)
    whole = Whole(code)
    Tallying(code, whole.function)
    rows = AnswerRows(code)
    columns = tuple(
        tuple(
            tuple((at, words, code.analysis.kinds.variable(p.var) is SET) for p, at, words in rows.columns(alternative))
            for alternative in decision.alternatives
        )
        for decision in program.decisions
    )
    return Product(
        compiled(str(code.module), level),
        bytes(code.lists.memory) or bytes(8),
        code.layout,
        tuple(code.faults.known),
        columns,
        code.algebra.images.memo_words,
        whole.deciding.bundles.widest,
        code.use_of(len(program.decisions), 0) + len(program.rules),
    )
