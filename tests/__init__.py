"""The tests of dicedsl."""
