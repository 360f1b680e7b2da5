"""Classes that are finished when they are first needed behave as if they had been finished at once."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import attrs
import pytest

from dicedsl.records import Record, frozen


def fresh() -> tuple[Any, Any]:
    @frozen(eq=False, repr=False, slots=False)
    class Base(Record):
        first: int

    @frozen(eq=False, repr=False, slots=False)
    class Derived(Base):
        second: str = "b"

    return Base, Derived


def test_the_first_of_its_kind_is_like_the_others() -> None:
    base, derived = fresh()
    one = derived(1, second="x")
    assert (one.first, one.second) == (1, "x")
    assert one == derived(1, "x") != derived(1)
    assert repr(one).endswith("Derived(first=1, second='x')")
    assert attrs.evolve(one, first=2) == derived(2, "x")
    assert isinstance(one, base) and not hasattr(derived, "_unfinished")
    with pytest.raises(attrs.exceptions.FrozenInstanceError):
        one.first = 3
    with pytest.raises(TypeError, match="missing"):
        base()


def test_a_class_that_attrs_makes_knows_the_fields_of_its_base() -> None:
    base, _ = fresh()

    @attrs.frozen(eq=False, repr=False, slots=False)
    class Other(base):  # type: ignore[misc, valid-type]
        third: int

    assert [field.name for field in attrs.fields(Other)] == ["first", "third"]


def test_many_may_begin_with_it_at_once() -> None:
    for _ in range(20):
        _, derived = fresh()
        start = Barrier(4)

        def make(number: int, derived: Any = derived, start: Barrier = start) -> object:
            start.wait()
            return derived(number)

        with ThreadPoolExecutor(4) as pool:
            made = list(pool.map(make, range(4)))
        assert made == [derived(number) for number in range(4)]
