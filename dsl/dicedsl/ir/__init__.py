"""From a checked rulebook to its lowered form."""
