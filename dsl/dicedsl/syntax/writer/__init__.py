"""A tree as the text of a rulebook: reading that text gives the tree again."""

from dicedsl.syntax.writer.parts import file_text

__all__ = ["file_text"]
