"""The engine that steps: a program as Python functions."""
