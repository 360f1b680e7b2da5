"""Numbers that a lone player writes down for the end, and the pages on which they are kept."""
