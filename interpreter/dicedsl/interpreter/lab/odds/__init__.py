"""Exact questions about a game: what can happen and how likely it is, worked out by walking it."""
