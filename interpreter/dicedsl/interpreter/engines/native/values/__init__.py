"""Expressions as machine code: loops, sets of members judged together, what hangs together, whose dice stand where."""
