"""From AST to a checked rulebook, with every problem found on the way."""
