"""Where a game stands between chance, skill of hand and tactics: measured, with intervals."""
