"""Keeping games while they are played: a database of all of them, the one who writes to it, and how they are found again.

A front end needs `GameStore` (list, find, rename, delete, export, import), `Keeper` (follows a session) and `resume_kept_game`.
"""

from __future__ import annotations

from dicedsl.interpreter.play.keeping.claims import WriteClaim
from dicedsl.interpreter.play.keeping.keeper import Keeper
from dicedsl.interpreter.play.keeping.store import GameStore, KeptGame, adopt_old, resume_kept_game, store_path

__all__ = ["GameStore", "Keeper", "KeptGame", "WriteClaim", "adopt_old", "resume_kept_game", "store_path"]
