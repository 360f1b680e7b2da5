"""A rulebook as a piece of a link, and back."""

from __future__ import annotations

import base64
import zlib

from dicedsl.errors import UsageError

LONGEST_STUDIO_TEXT = 50_000  # characters of a rulebook in the studio: what a page may send at once
LONGEST_LINK = 30_000
OPEN_PATH = "/studio/open/"  # where a link leads that holds a text


def link_piece_of(text: str) -> str:
    """The text as a piece of a link. UsageError if it is too long."""
    piece = base64.urlsafe_b64encode(zlib.compress(text.encode(), 9)).decode().rstrip("=")
    if len(piece) > LONGEST_LINK:
        raise UsageError("This rulebook is too long for a link; share the file.")
    return piece


def text_of_link(link: str) -> str:
    """The text that a link, or its last piece, holds. UsageError if it holds none."""
    piece = link.strip().rpartition("/")[2]
    if len(piece) > LONGEST_LINK:
        raise UsageError("This link is too long.")
    try:
        data = base64.urlsafe_b64decode(piece + "=" * (-len(piece) % 4))
        opened = zlib.decompressobj()
        text = opened.decompress(data, 4 * LONGEST_STUDIO_TEXT)
        if opened.unconsumed_tail:
            raise UsageError("This link holds too much.")
        if not opened.eof:
            raise ValueError
        text_ = text.decode()
    except (ValueError, zlib.error):
        raise UsageError("This link holds no rulebook.") from None
    if len(text_) > LONGEST_STUDIO_TEXT:
        raise UsageError("This link holds too much.")
    return text_


def is_link(text: str) -> bool:
    return text.startswith(("http://", "https://")) and "/studio/" in text
