"""From text to the tree of a rulebook."""
