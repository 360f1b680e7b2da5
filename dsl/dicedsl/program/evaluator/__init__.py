"""The definition of a program: a small, slow and plain evaluator that every engine is held to."""

from dicedsl.program.evaluator.evaluator import Evaluator

__all__ = ["Evaluator"]
