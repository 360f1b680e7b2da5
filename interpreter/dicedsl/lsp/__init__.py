"""A language server: what editors show of a rulebook while somebody writes it."""
