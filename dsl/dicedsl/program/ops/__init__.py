"""The lowered form: small, typed, resolved operations over one vector of integers.

A Program is a set of basic blocks over the cells of a state. Expressions are pure trees of integers: numbers, truths (0 and
1), members of a finite kind (their index, -1 for none) and sets (bit masks). Nothing here holds a name or a text of the
author but for showing it; cells, variables, blocks, functions and lists are numbers.
"""

# ruff: noqa: F403  # the rest of the program says `ops.Bin` of all of them, wherever they are written

from dicedsl.program.ops.blocks import *
from dicedsl.program.ops.decisions import *
from dicedsl.program.ops.expressions import *
from dicedsl.program.ops.program import *
from dicedsl.program.ops.statements import *
