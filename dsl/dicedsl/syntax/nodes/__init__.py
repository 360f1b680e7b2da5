"""The tree of a rulebook: one frozen class for each construct, with a span on every node."""

# ruff: noqa: F403  # the rest of the program says `n.Move` of all of them, wherever they are written

from dicedsl.syntax.nodes.base import *
from dicedsl.syntax.nodes.examples import *
from dicedsl.syntax.nodes.expressions import *
from dicedsl.syntax.nodes.files import *
from dicedsl.syntax.nodes.flow import *
from dicedsl.syntax.nodes.material import *
from dicedsl.syntax.nodes.steps import *
