"""From the lowered form to games that can be played."""
