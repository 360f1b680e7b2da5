"""The typed tree: what a rulebook says, with every name resolved and every kind known. Elsewhere these are `t.Where`, `t.Roll`."""

# ruff: noqa: F403

from dicedsl.typed.tree.base import *
from dicedsl.typed.tree.conditions import *
from dicedsl.typed.tree.examples import *
from dicedsl.typed.tree.expressions import *
from dicedsl.typed.tree.game import *
from dicedsl.typed.tree.material import *
from dicedsl.typed.tree.steps import *
