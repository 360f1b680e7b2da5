"""Expressions of a program as functions of the cells of a state, beside the rules: of what is shown and told, and of examples."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from dicedsl.errors import Fault
from dicedsl.interpreter.engines.contract import ExpressionCompiler, Function, PickValues
from dicedsl.program import ops
from dicedsl.program.liveness import CellReads


class TableExpressions:
    """Works out expressions of one program."""

    def __init__(self, compiler: ExpressionCompiler) -> None:
        self._compiler = compiler
        # By identity, since to compare expressions takes long.
        self._compiled_by_id: dict[int, tuple[ops.Op, Callable[..., int]]] = {}

    @property
    def program(self) -> ops.Program:
        """The program with the functions and lists of what is only told."""
        return self._compiler.program

    def function_of(self, op: ops.Op, variables: PickValues = ()) -> Function:
        """An expression as a function of the cells, and of what its `variables` are; it is made once."""
        return self._compiler.compile_condition(op, variables)

    def value_of(self, op: ops.Op, variables: PickValues, given: PickValues, cells: Sequence[int]) -> int | None:
        """What an expression that is only told comes to, its `variables` being `given`; None where it comes to nothing."""
        try:
            compiled = self._compiled_by_id.get(id(op))
            if compiled is None:
                compiled = self._compiled_by_id[id(op)] = (op, self.function_of(op, variables))
            return int(compiled[1](list(cells), *given))
        except (Fault, ArithmeticError, LookupError, ValueError, RecursionError):
            return None

    def reads(self) -> CellReads:
        """Which cells expressions look at, also those that are only told."""
        return CellReads(self.program)
