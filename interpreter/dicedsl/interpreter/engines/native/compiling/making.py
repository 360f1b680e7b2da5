"""A program made into machine code: all of its functions written, and compiled."""

from __future__ import annotations

from typing import Any

from dicedsl.interpreter.engines.native.compiling.machine import LEVEL, compiled
from dicedsl.interpreter.engines.native.compiling.product import Product
from dicedsl.interpreter.engines.native.partial_evaluation.fixed_loops import solved
from dicedsl.interpreter.engines.native.statements.choices import AnswerRows
from dicedsl.interpreter.engines.native.statements.tallying import Tallying, counted
from dicedsl.interpreter.engines.native.statements.whole import Whole
from dicedsl.interpreter.engines.native.values.code import Code
from dicedsl.program import ops
from dicedsl.program.value_kinds import SET

SMALL = 2_500  # instructions, up to which whole games have a function of their own


def playing(whole: Whole) -> Any:
    """The function that plays whole games: one of its own where it gains by that.

    Much code gains little and takes long to compile, and words that are called from one place only become part of it.
    """
    program = whole.program
    judged = any(d.looks_ahead or d.reported for d in program.decisions)
    if judged or whole.size > SMALL or whole.code.words.are_called:
        return whole.function
    return Whole(whole.code, counted(program)).function


def make_product(program: ops.Program, level: int = LEVEL) -> Product:
    program = solved(program)
    code = Code(program)
    whole = Whole(code)
    Tallying(code, whole.function, playing(whole))
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
