"""Records that compare and show themselves by their fields.

Written once for all: having attrs write these methods for each of some three hundred classes would double the time a command
needs to start.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

import attrs
from attrs import fields

if TYPE_CHECKING:
    from attrs import frozen as frozen
else:

    def frozen(**settings: Any) -> Callable[[type[T]], type[T]]:
        """`attrs.frozen`, for classes of which a command needs a few: each is finished when the first of its kind is made.

        For what is neither kept in a file nor made by anything but a call of its class.
        """

        def begun(cls: type[T]) -> type[T]:
            def first(self: Any, *values: Any, **named: Any) -> None:
                _finish(cls)
                self.__init__(*values, **named)

            cls.__init__ = first
            cls._unfinished = settings
            return cls

        return begun


T = TypeVar("T")
_FINISHING = threading.RLock()


def _finish(cls: type) -> None:
    with _FINISHING:
        for each in reversed(cls.__mro__):
            settings = each.__dict__.get("_unfinished")
            if settings is not None:
                attrs.frozen(**settings, init=True)(each)
                del each._unfinished  # type: ignore[attr-defined]


class Record:
    """Base of attrs classes made with `eq=False, repr=False`: equal if all is equal that is not marked `eq=False`."""

    def __init_subclass__(cls) -> None:
        """What a class is derived from is finished, so that its fields are known."""
        _finish(cls.__mro__[1])

    def __eq__(self, other: object) -> bool:
        return type(self) is type(other) and _compared(self) == _compared(other)

    def __hash__(self) -> int:
        return hash((type(self), _compared(self)))

    def __repr__(self) -> str:
        shown = ", ".join(f"{a.name}={getattr(self, a.name)!r}" for a in fields(type(self)) if a.repr)  # type: ignore[arg-type]
        return f"{type(self).__name__}({shown})"


def _compared(record: object) -> tuple[object, ...]:
    return tuple(getattr(record, a.name) for a in fields(type(record)) if a.eq)  # type: ignore[arg-type]
