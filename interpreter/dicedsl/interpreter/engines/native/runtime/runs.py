"""Runs of the machine code of a program: preparing one, listing what is legal, taking what stands ready, going on to the next choice."""

from __future__ import annotations

from dicedsl.interpreter.engines.kernel_memory import Ints, run_code
from dicedsl.interpreter.engines.native.calling import (
    COUNT,
    FAILED,
    FAULT,
    FULL,
    LIST,
    MEET,
    RESUME,
    ROOM,
    ROOM_LEFT,
    SEAT,
    STEP,
    STEPS,
    WORK,
)
from dicedsl.interpreter.engines.native.runtime.planned import settle


def begin_game(context: Ints, source: Ints, room: int, words: int) -> None:
    """Make ready for a game: its random source, and all the room."""
    for i in range(3):
        context[i] = source[i]
    context[STEPS] = 0
    prepare_run(context, room, words)


def prepare_run(context: Ints, room: int, words: int) -> None:
    """Make ready for one more run of the same game."""
    context[FAULT] = 0
    context[WORK] = 0
    context[COUNT] = 0
    context[FULL] = 0
    context[ROOM] = room
    context[ROOM_LEFT] = words


def list_answers(run: int, context: Ints, state: Ints, seat: int, room: int, words: int) -> int:
    """List the answers of a seat: how that ended. Their number stands in COUNT."""
    prepare_run(context, room, words)
    context[SEAT] = seat
    context[STEPS] = 0
    return run_code(run, context, state, LIST, RESUME)


def take_ready(run: int, context: Ints, state: Ints, answers: int, room: int, words: int) -> int:
    """Take what stands ready, one answer or what fell, and stop before anything falls: how that ended."""
    prepare_run(context, room, words)
    context[STEPS] = 0
    context[COUNT] = answers
    return run_code(run, context, state, STEP, RESUME)


def run_to_choice(run: int, context: Ints, plan: Ints, state: Ints, block: int, room: int, words: int) -> int:
    """Let fall and be reported what comes before the next choice; how that ended."""
    status = run_code(run, context, state, MEET, block)
    while status < FAILED and settle(state, plan):
        prepare_run(context, room, words)
        status = run_code(run, context, state, MEET, RESUME)
    return status
