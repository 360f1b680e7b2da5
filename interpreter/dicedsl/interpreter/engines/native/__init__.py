"""The native engine: a program as machine code, through llvmlite."""

from dicedsl.interpreter.engines.native.native import Native

__all__ = ["Native"]
