"""Images of sets by fixed relations: right from nothing, after small changes and after large ones."""

import ctypes
from random import Random
from typing import Any

import pytest

pytest.importorskip("llvmlite")

from llvmlite import ir

from dicedsl.interpreter.engines.native.building import sets
from dicedsl.interpreter.engines.native.building.frame import WORDS, Frame
from dicedsl.interpreter.engines.native.compiling.machine import Loaded, object_code
from dicedsl.interpreter.engines.native.values.images import MOST_BELONGING, MOST_FOLLOWED, Shape, Writing, tables

POINTER = ctypes.c_void_p


def image_function(shape: Shape) -> tuple[Any, Loaded]:
    """`asked(tables, memo, set, image)`, with the sets in memory."""
    module = ir.Module("image")
    kind = ir.FunctionType(sets.kind(shape.result), [WORDS, WORDS, sets.kind(shape.bits)])
    image = ir.Function(module, kind, name="image")
    Writing(image, shape).write()
    outer = ir.Function(module, ir.FunctionType(ir.IntType(64), [WORDS] * 4), name="asked")
    table, memo, mask, found = outer.args
    frame = Frame(outer, table, table)
    value = frame.builder.call(image, [table, memo, sets.load(frame, mask, shape.words)])
    sets.store(frame, value, found)
    frame.builder.ret(ir.Constant(ir.IntType(64), 0))
    frame.close()
    loaded = Loaded(object_code(str(module)))
    return loaded.function("asked", *[POINTER] * 4), loaded


def words(value: int, count: int) -> Any:
    return (ctypes.c_uint64 * count)(*(value >> 64 * i & (1 << 64) - 1 for i in range(count)))


@pytest.mark.parametrize("most", [0, 1, 3, MOST_BELONGING])
@pytest.mark.parametrize(("bits", "result"), [(64, 64), (64, 192), (192, 64), (192, 192)])
def test_an_image_follows_its_set(bits: int, result: int, most: int) -> None:
    lots = Random(bits + result + most)
    rows = [sum({1 << lots.randrange(result) for _ in range(lots.randint(0, most or 20))}) for _ in range(bits)]
    shape = Shape(bits, result, most)
    asked, loaded = image_function(shape)
    table, memo = ctypes.create_string_buffer(tables(shape, rows)), words(0, shape.words + shape.stride)
    mask = 0
    for _ in range(300):
        changed = lots.sample(range(bits), lots.choice([0, 1, 1, 2, MOST_FOLLOWED, MOST_FOLLOWED + 1, bits // 2]))
        mask ^= sum(1 << member for member in changed)
        given, found = words(mask, shape.words), words(0, shape.stride)
        asked(*map(ctypes.addressof, (table, memo, given, found)))
        expected = 0
        for member, row in enumerate(rows):
            if mask >> member & 1:
                expected |= row
        assert sum(word << 64 * i for i, word in enumerate(found)) == expected
    assert loaded is not None
