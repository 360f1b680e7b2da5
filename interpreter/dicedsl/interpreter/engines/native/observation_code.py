"""Machine code that tells what the seats of many games see: the pieces of `runtime.observation_pieces` in the order of
a program's observation."""

from __future__ import annotations

import ctypes
from collections.abc import Callable, Sequence
from typing import Any

from attrs import frozen
from llvmlite import ir

from dicedsl.interpreter.engines.native.building.frame import I64, WORDS, Frame, number
from dicedsl.interpreter.engines.native.building.kernel import Kernels
from dicedsl.interpreter.engines.native.compiling.machine import Loaded
from dicedsl.interpreter.engines.native.compiling.shared import shared_code
from dicedsl.interpreter.engines.native.runtime import observation_pieces

Kernel = Callable[..., None]


@frozen
class RowPiece:
    """Some numbers of a row: the kernel that writes them, how many they are, and its last arguments.

    With `who`, the place of those who see it, a number before them says whether they are seen.
    """

    kernel: Kernel
    width: int
    arguments: tuple[int, ...]
    who: int = -1

    def __str__(self) -> str:
        return f"{self.kernel.__name__} {self.width} {self.arguments} {self.who}"


def seeing_text(pieces: Sequence[RowPiece], size: int, seers: int) -> str:
    """The text of `seen(states, seats, seers, tables, rows, count)`, which writes the rows of so many games."""
    module = ir.Module("seeing")
    function = ir.Function(module, ir.FunctionType(I64, [*[WORDS] * 5, I64]), name="seen")
    states, seats, all_seers, tables, rows, count = function.args
    frame, kernels = Frame(function, None, states), Kernels(module)
    b, width = frame.builder, sum(piece.width + (piece.who >= 0) for piece in pieces)

    def game(i: Any, following: Any) -> None:
        state, who, row = (
            frame.word(row, b.mul(i, number(step))) for row, step in ((states, size), (all_seers, seers), (rows, width))
        )
        seat, to = b.load(frame.word(seats, i)), 0

        def call(kernel: Kernel, place: int, *arguments: int) -> None:
            b.call(kernels.get(kernel), [state, seat, who, tables, frame.word(row, place), *map(number, arguments)])

        for piece in pieces:
            if piece.who < 0:
                call(piece.kernel, to, *piece.arguments)
                to += piece.width
                continue
            is_seen = b.and_(b.lshr(b.load(frame.word(who, piece.who)), seat), number(1))
            b.store(is_seen, frame.word(row, to))
            to += 1
            seen, hidden, after = frame.new("seen"), frame.new("hidden"), frame.new("after")
            b.cbranch(b.trunc(is_seen, ir.IntType(1)), seen, hidden)
            frame.at(seen)
            call(piece.kernel, to, *piece.arguments)
            b.branch(after)
            frame.at(hidden)
            call(observation_pieces.nothing, to, piece.width)
            b.branch(after)
            frame.at(after)
            to += piece.width

    frame.numbers(number(0), b.sub(count, number(1)), game)
    b.ret(count)
    frame.close()
    return str(module)


class SeeingCode:
    """The code for one program."""

    def __init__(self, pieces: Sequence[RowPiece], size: int, seers: int) -> None:
        made_of = (*map(str, pieces), str(size), str(seers))
        self._loaded: Loaded = shared_code("seeing", lambda: seeing_text(pieces, size, seers), *made_of)
        pointer = ctypes.c_void_p
        self.call = self._loaded.function("seen", pointer, pointer, pointer, pointer, pointer, ctypes.c_int64)
