"""The door for whoever steps many games at once: the games, the plan they are stepped by, and the pieces of what their seats see."""

from __future__ import annotations

from dicedsl.interpreter.engines.native.batches import NativeBatch, plan_of
from dicedsl.interpreter.engines.native.building.layout import Layout
from dicedsl.interpreter.engines.native.observation_code import Kernel, RowPiece, SeeingCode
from dicedsl.interpreter.engines.native.runtime import observation_pieces

__all__ = ["Kernel", "Layout", "NativeBatch", "RowPiece", "SeeingCode", "observation_pieces", "plan_of"]
