"""Games written by hand in C, compiled when they are asked for."""

from __future__ import annotations

import ctypes
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

from dicedsl.interpreter.engines.contract import Tally

HERE = Path(__file__).parent / "c"
PLAYERS, MOST = 2, 4096
WORD = ctypes.c_int64


class CTally(ctypes.Structure):
    """As in common.h."""

    _fields_ = [
        ("games", WORD),
        ("winners", (WORD * (1 << PLAYERS)) * PLAYERS),
        ("lengths", WORD * MOST),
        ("scores", (WORD * MOST) * PLAYERS),
    ]


class InC:
    def __init__(self, name: str, folder: Path) -> None:
        if shutil.which("gcc") is None:
            sys.exit("nothing to measure: these games are written in C, and gcc is not installed (apt install gcc)")
        library = folder / f"{name}.so"
        command = ["gcc", "-O2", "-shared", "-fPIC", "-o", str(library), str(HERE / f"{name}.c")]
        subprocess.run(command, check=True)
        self._play = ctypes.CDLL(str(library)).play
        self._play.argtypes = [ctypes.c_uint64, WORD, WORD, ctypes.c_void_p]

    def play(self, seed: int, first: int, games: int) -> CTally:
        out = CTally()
        self._play(seed, first, games, ctypes.addressof(out))
        return out


def differences(ours: Tally, theirs: CTally) -> list[str]:
    """What is not the same to the last digit: winners by who began, lengths in turns or rounds, and scores."""
    found = []
    if ours.games != theirs.games:
        found.append(f"{ours.games} and {theirs.games} games")
    for starter in range(PLAYERS):
        for mask in range(1 << PLAYERS):
            a, b = ours.winners[starter, mask], theirs.winners[starter][mask]
            if a != b:
                found.append(f"seat {starter + 1} begins and {mask:b} win: {a} and {b} games")
    lengths = ours.turns if any(ours.turns) else ours.rounds
    if {k: n for k, n in lengths.items() if n} != _counted(theirs.lengths):
        found.append("lengths")
    for seat, scores in enumerate(ours.scores):
        if scores.total() and {k: n for k, n in scores.items() if n} != _counted(theirs.scores[seat]):
            found.append(f"scores of seat {seat + 1}")
    return found


def _counted(counts: ctypes.Array[WORD]) -> Counter[int]:
    return Counter({number: count for number, count in enumerate(counts) if count})
