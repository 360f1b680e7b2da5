"""What is raised for a program that only the stepping engine can play."""

from __future__ import annotations

from dicedsl.errors import UsageError


class Unsupported(UsageError):
    """This program uses an operation that the bulk engine does not have; the stepping engine plays it."""

    def __init__(self, operation: str) -> None:
        super().__init__(f"the bulk engine does not support {operation}; the stepping engine does")
        self.operation = operation
