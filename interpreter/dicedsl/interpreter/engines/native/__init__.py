"""From the lowered form to machine code, for bulk play. Needs llvmlite: the extra `speed`."""

from dicedsl.interpreter.engines.native.compiled import Compiled, Suspension, Tally, Unsupported

__all__ = ["Compiled", "Suspension", "Tally", "Unsupported"]
