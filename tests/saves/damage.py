"""Saved games that were damaged: bits changed, ends cut off, blocks of zeros. Each is refused in a sentence, or is as it was.

python -m tests.saves.damage [HOW MANY] [SEED]
"""

from __future__ import annotations

import random
import re
import shutil
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

from attrs import evolve

from dicedsl.errors import UsageError
from dicedsl.interpreter.play.keeping import GameStore, Keeper
from dicedsl.interpreter.play.session.game_files import read_saved
from dicedsl.interpreter.play.session.saved_game import SavedGame
from dicedsl.interpreter.play.session.session import Session
from tests.saves.playing import go_on, new_session

OLD = Path(__file__).with_name("old") / "pig.json"
LONGEST = 400  # letters of a sentence, with a path in it
BOOKS = ("pig", "keep-on-rolling", "liars-dice")
PAGE = 4096


def damaged(data: bytes, lot: random.Random) -> bytes:
    """The bytes with one thing wrong."""
    at = lot.randrange(len(data))
    how = lot.choice(("bit", "bit", "bits", "cut", "end", "zeros", "twice", "byte"))
    changed = bytearray(data)
    if how == "bit":
        changed[at] ^= 1 << lot.randrange(8)
    elif how == "bits":
        for _ in range(lot.randrange(2, 40)):
            changed[lot.randrange(len(data))] ^= 1 << lot.randrange(8)
    elif how == "cut":
        del changed[at:]
    elif how == "end":
        del changed[max(0, len(data) - lot.randrange(1, PAGE)) :]
    elif how == "zeros":
        size = lot.choice((16, 512, PAGE))
        changed[at : at + size] = bytes(len(changed[at : at + size]))
    elif how == "twice":
        changed[at:at] = data[at : at + lot.randrange(1, 600)]
    else:
        changed[at] = lot.randrange(256)
    return bytes(changed)


class Damage:
    """Whole games, and what is read of them once they are damaged."""

    def __init__(self, folder: Path, seed: int) -> None:
        self.folder = folder
        self.lot = random.Random(seed)
        self.count: Counter[str] = Counter()
        self.sentences: Counter[str] = Counter()
        self.sessions = [self._played(name) for name in BOOKS]
        self.whole: dict[str, SavedGame] = {}
        store = GameStore(folder / "whole.sqlite")
        for session in self.sessions:
            keeper = Keeper(session, store)
            self.whole[keeper.name] = session.as_saved()
            keeper.release()
        self.sessions[0].save(folder / "whole.jsonl")
        self.data = {
            "database": (folder / "whole.sqlite").read_bytes(),
            "lines": (folder / "whole.jsonl").read_bytes(),
            "old file": OLD.read_bytes(),
        }
        self.old = read_saved(OLD)

    def _played(self, name: str) -> Session:
        return go_on(new_session(name, ["Anna", "bot"]), 200)

    def one(self) -> None:
        sort = self.lot.choice(("database", "database", "lines", "old file"))
        data = damaged(self.data[sort], self.lot)
        path = self.folder / f"damaged{self.lot.randrange(1 << 40)}"
        path.write_bytes(data)
        reads = self._in_database(path) if sort == "database" else self._in_file(path, sort)
        for read in reads:
            try:
                read()
            except UsageError as error:
                self._sentence(error.message)
                self.count[f"{sort}: refused"] += 1
            else:
                self.count[f"{sort}: as it was"] += 1
        path.unlink(missing_ok=True)
        self.count["damaged"] += 1

    def _sentence(self, text: str) -> None:
        assert text and "\n" not in text and len(text) < LONGEST, text
        assert not any(word in text for word in ("Traceback", "sqlite3.", "Error(")), text
        self.sentences[re.sub(r"\S*/damaged\d+", "FILE", text)[:60]] += 1

    # -------------------------------------------------------------- what is read

    def _in_database(self, path: Path) -> Iterator[Callable[[], None]]:
        found: list[Callable[[], None]] = []

        def read() -> None:
            store = GameStore(path)
            try:
                for game in store.games():
                    found.append(lambda game=game: self._same_game(store, game))  # type: ignore[misc]
            finally:
                store.close()

        yield read
        yield from found
        for end in ("-wal", "-shm"):
            path.with_name(path.name + end).unlink(missing_ok=True)

    def _same_game(self, store: GameStore, game: object) -> None:
        try:
            saved = store.read(game)  # type: ignore[arg-type]
        finally:
            store.close()
        # A name may have suffered: nothing hangs on it. What was played is one of the games, whole.
        assert saved in self.whole.values(), "another game is read than was kept"
        session = self.sessions[list(self.whole.values()).index(saved)]
        assert Session.resume(session.table, saved).state == session.state

    def _in_file(self, path: Path, sort: str) -> Iterator[Callable[[], None]]:
        whole = next(iter(self.whole.values())) if sort == "lines" else self.old

        def read() -> None:
            saved = read_saved(path)
            assert saved.actions == whole.actions[: len(saved.actions)], "other actions are read than were kept"
            if len(saved.actions) < len(whole.actions) or saved.ended != whole.ended:
                assert sort == "lines", "an old file has lost its end unseen"
                assert path.read_bytes() == self.data[sort][: path.stat().st_size] or saved.is_cut
                self.count["lines: good up to where it was cut"] += 1
            rest = evolve(saved, actions=whole.actions, times=whole.times, ended=whole.ended, is_cut=False)
            assert rest == whole, "another game is read than was kept"

        yield read


def main(arguments: list[str]) -> int:
    most, seed = int(arguments[0]) if arguments else 1_000, int(arguments[1]) if len(arguments) > 1 else 1
    folder = Path(tempfile.mkdtemp())
    try:
        damage = Damage(folder, seed)
        begun = time.monotonic()
        for _ in range(most):
            damage.one()
        for what, count in sorted(damage.count.items()):
            print(f"{count:6} {what}")
        print(f"{time.monotonic() - begun:.0f} s; the sentences:")
        for text, count in damage.sentences.most_common(12):
            print(f"{count:6} {text}")
    finally:
        shutil.rmtree(folder)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
