"""Marks a second home of `dicedsl` for type checkers; never installed."""
