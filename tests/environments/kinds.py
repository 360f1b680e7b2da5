"""Rulebooks of different kinds, which are tried in every run; all others in a soak."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from dicedsl.rulebook.library import games

# Plain, one player, sets, hidden dice, a hidden place, several at once, teams, boards, attempts, nobody chooses.
KINDS = ("pig", "yahtzee", "farkle", "liars-dice", "47-wolf", "perfecto", "snake-eyes", "einstein", "36-slipped", "09-hide-away", "02-dune", "craps")  # fmt: skip
WATCHED = ("craps", "02-dune", "03-faraday", "04-coulomb", "07-flickers", "33-lookout", "43-greedy-grabber")


def every_game(quick: Sequence[str] = KINDS, without: Sequence[str] = ()) -> list[Any]:
    names = [name for name, _ in games() if name not in without]
    return [pytest.param(name, marks=[] if name in quick else [pytest.mark.soak]) for name in names]
