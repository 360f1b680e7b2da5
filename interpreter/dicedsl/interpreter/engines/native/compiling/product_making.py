"""A program made into machine code: all of its functions written, and compiled."""

from __future__ import annotations

from dicedsl.interpreter.engines.native.compiling.machine import LEVEL, object_code, optimised
from dicedsl.interpreter.engines.native.compiling.product import Product
from dicedsl.interpreter.engines.native.lanes.lanes import lane_width, lanes_of
from dicedsl.interpreter.engines.native.partial_evaluation.fixed_loops import unroll_fixed_loops
from dicedsl.interpreter.engines.native.statements.choices import AnswerRows
from dicedsl.interpreter.engines.native.statements.program_function import ProgramFunction
from dicedsl.interpreter.engines.native.statements.tallying import Tallying, result_cells
from dicedsl.interpreter.engines.native.values.code import Code
from dicedsl.program import ops
from dicedsl.program.value_kinds import SET

MOST_INSTRUCTIONS = 2_500  # of a program for whose whole games a function of their own is written


def play_function(run: ProgramFunction) -> ProgramFunction:
    """The function that plays whole games: one of its own where it gains by that.

    Much code gains little and takes long to compile, and words that are called from one place only become part of it.
    """
    program = run.program
    judged = any(d.looks_ahead or d.reported for d in program.decisions)
    if judged or run.size > MOST_INSTRUCTIONS or run.code.words.are_called:
        return run
    return ProgramFunction(run.code, result_cells(program))


def make_product(program: ops.Program, level: int = LEVEL) -> Product:
    program = unroll_fixed_loops(program)
    code = Code(program)
    run = ProgramFunction(code)
    play = play_function(run)
    lanes = None if play is run else lanes_of(play, lane_width(), optimised)
    name, in_rows = (lanes.function.name, lanes.cells_in_rows) if lanes else ("", ())
    Tallying(code, run.function, play.function, name, in_rows)
    rows = AnswerRows(code)
    columns = tuple(
        tuple(
            tuple((at, words, code.analysis.kinds.variable(p.var) is SET) for p, at, words in rows.columns(alternative))
            for alternative in decision.alternatives
        )
        for decision in program.decisions
    )
    return Product(
        object_code(str(code.module), level, str(lanes.module) if lanes else ""),
        bytes(code.lists.memory) or bytes(8),
        code.layout,
        tuple(code.faults.known),
        columns,
        code.algebra.images.memo_words,
        run.deciding.bundles.widest,
        code.use_of(len(program.decisions), 0) + len(program.rules),
    )
