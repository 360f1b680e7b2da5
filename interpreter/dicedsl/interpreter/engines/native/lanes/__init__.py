"""Whole games several at a time, each in a lane of vector registers."""
