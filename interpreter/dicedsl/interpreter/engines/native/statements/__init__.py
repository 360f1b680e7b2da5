"""Statements, choices, reports and whole games as machine code."""
