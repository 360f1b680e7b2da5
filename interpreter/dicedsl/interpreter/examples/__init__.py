"""Worked examples of rulebooks, run."""
