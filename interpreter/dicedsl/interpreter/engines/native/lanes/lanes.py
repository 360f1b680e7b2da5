"""The code that plays whole games in lanes, for a program whose code is known to lanes in all its parts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import llvmlite.binding as llvm

from dicedsl.interpreter.engines.native.building.placing import arrays
from dicedsl.interpreter.engines.native.lanes.graph import GraphNumber, GraphPlace, GraphValue, UnknownToLanes
from dicedsl.interpreter.engines.native.lanes.lane_function import LaneFunction
from dicedsl.interpreter.engines.native.lanes.reading import GraphReader
from dicedsl.interpreter.engines.native.lanes.shape import GraphShape
from dicedsl.interpreter.engines.native.lanes.simplifying import simplify
from dicedsl.interpreter.engines.native.statements.program_function import ProgramFunction

Optimising = Callable[[str, Sequence[str]], Any]  # runs passes on the text of a module

WIDTH = 16  # games at a time, two registers of eight: one does not fill the time that the other waits
NEEDED = "avx512dq"  # what a processor must have: with shorter registers games one by one are faster
MOST_VALUES = 1_000  # of a graph: in a larger one most games would wait where few others stand


def lane_width() -> int:
    """How many games this processor plays side by side; 0 if one by one is faster."""
    return WIDTH if llvm.get_host_cpu_features().get(NEEDED) else 0


def lanes_of(play: ProgramFunction, width: int, optimised: Optimising) -> LaneFunction | None:
    """The function that plays games in lanes as `play` does one by one; None if anything in it has no code over lanes."""
    code = play.code
    assert play.results is not None
    results = sorted(play.results - code.fixed.keys())
    if width == 0 or any(code.layout.words[cell] > 1 for cell in results) or not _may_be_known(play.function):
        return None
    try:
        return _written(play, results, width, optimised)
    except (UnknownToLanes, LookupError, ValueError):  # the last two: another release of LLVM writes its code otherwise
        return None


def _may_be_known(function: Any) -> bool:
    """Whether it calls nothing that stays a function of its own: that can be seen before LLVM has looked at it."""
    calls = (node for block in function.blocks for node in block.instructions if node.opname == "call")
    return all(
        "alwaysinline" in node.callee.attributes or (not node.callee.blocks and node.callee.name.startswith("llvm."))
        for node in calls
    )


# What is done with a program before its games are put side by side: nothing that would make more ways out of few.
PASSES = (
    "always_inliner", "sroa", "simplify_cfg", "instruction_combine", "loop_simplify", "loop_rotate", "loop_unroll", "sccp",
    "simplify_cfg", "instruction_combine", "new_gvn", "dead_store_elimination", "aggressive_dce", "simplify_cfg",
    "instruction_combine",
)  # fmt: skip


def _written(play: ProgramFunction, results: list[int], width: int, optimised: Optimising) -> LaneFunction:
    code, layout = play.code, play.code.layout
    turning_points = [block.name for block in (*play.blocks.values(), *play.resumes.values())]
    block = GraphValue("argument", 64, ())
    arguments = (GraphPlace("context"), GraphPlace("state"), GraphNumber(0, 64), block)
    module = optimised(str(code.module), PASSES)
    graph = GraphReader(str(module), str(module.get_function("play")), arguments, turning_points)
    simplify(graph.entry)
    shape = GraphShape(graph.entry)
    if sum(len(block.values) for block in shape.order) > MOST_VALUES:
        raise UnknownToLanes("too much")
    stretches = []
    for base, size in arrays(code.program):
        if size > 1:
            if any(layout.words[base + i] > 1 for i in range(size)):
                continue
            stretches.append((layout.first[base], size))
    return LaneFunction(shape, stretches, {cell: layout.first[cell] for cell in results}, width, block)
