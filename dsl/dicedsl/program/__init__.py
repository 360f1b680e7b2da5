"""The lowered form of a rulebook: what it is made of, what can be said of it, and what it means."""
