"""The door for whoever searches or solves with kernels of its own: what they may build on, and nothing else of the native engine.

A search is handed an engine (`Native`), whose `memory` holds what a run needs, and a plan (`plan_of`), which tells its kernels about the
program. Kernels run the machine code by `list_answers`, `take_ready` and `run_to_choice`, and are compiled by `KernelCode`.
"""

from __future__ import annotations

from dicedsl.interpreter.engines.native.batches import plan_of
from dicedsl.interpreter.engines.native.calling import COUNT, FAILED, OVER, PLAY, RESUME, SEAT, STEPS, SUSPENDED
from dicedsl.interpreter.engines.native.compiling.shared import KernelCode
from dicedsl.interpreter.engines.native.native import ROOM_WORDS, Native
from dicedsl.interpreter.engines.native.runtime.planned import (
    ASKED,
    BLOCKS,
    FACE,
    LOCATION,
    PC,
    SHOWN,
    ZONES,
    decision_of,
    settle,
    width_of,
)
from dicedsl.interpreter.engines.native.runtime.runs import list_answers, prepare_run, run_to_choice, take_ready
from dicedsl.interpreter.engines.native.runtime.source import below
from dicedsl.interpreter.engines.native.runtime.tallies import seed_of

__all__ = [
    "ASKED",
    "BLOCKS",
    "COUNT",
    "FACE",
    "FAILED",
    "LOCATION",
    "OVER",
    "PC",
    "PLAY",
    "RESUME",
    "ROOM_WORDS",
    "SEAT",
    "SHOWN",
    "STEPS",
    "SUSPENDED",
    "ZONES",
    "KernelCode",
    "Native",
    "below",
    "decision_of",
    "list_answers",
    "plan_of",
    "prepare_run",
    "run_to_choice",
    "seed_of",
    "settle",
    "take_ready",
    "width_of",
]
