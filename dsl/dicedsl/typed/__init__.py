"""Names and kinds, resolved once for a rulebook: its syntax becomes a tree of its own, and every mistake in them a problem."""
