"""From the lowered form to machine code, for bulk play."""
