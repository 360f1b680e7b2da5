"""Games that are killed at random moments: no move that was acknowledged is lost.

python -m tests.saves.kills [HOW MANY] [SEED]
python -m tests.saves.kills [HOW MANY] server [SEED]      the same for the server of the table in the browser

Each game is played through pipes by a process of its own, which is ended by SIGKILL while it plays; then another goes on with it.
"""

from __future__ import annotations

import io
import os
import random
import select
import signal
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from dicedsl.interpreter.game import Game
from dicedsl.interpreter.play.keeping import GameStore, resume_kept_game
from dicedsl.interpreter.play.session.action_texts import action_text
from dicedsl.interpreter.play.session.entries import LogEntry
from dicedsl.interpreter.play.session.session import Session
from dicedsl.interpreter.play.terminal.terminal import play
from dicedsl.interpreter.state import Move
from dicedsl.interpreter.table.game_table import GameTable

GAMES = ("pig", "keep-on-rolling", "farkle", "six-by-six")
SEATS = ["Anna", "Ben"]
ACKNOWLEDGED = "ACCEPTED "
PATIENCE = 60.0
KILLED = "killed while playing"


class Kills:
    def __init__(self, folder: Path, seed: int) -> None:
        self.path = folder / "games.sqlite"
        self.lot = random.Random(seed)
        self.tables = {name: Game.named(name).table(2) for name in GAMES}
        self.known: dict[str, tuple[str, ...]] = {}  # what is known to be kept of each game
        self.count: Counter[str] = Counter()

    def one(self) -> None:
        """Kill one process, and look at what it left."""
        going_on = [game.name for game in self.store().games() if not game.is_over]
        name = self.lot.choice(going_on) if going_on and self.lot.random() < 0.6 else None
        game = self.lot.choice(GAMES)
        before = {kept.name for kept in self.store().games()}
        text = self._killed(game, name)
        self._judge(name, before, text)

    def store(self) -> GameStore:
        return GameStore(self.path)

    # -------------------------------------------------------------- one process

    def _killed(self, game: str, name: str | None) -> str:
        """What a process said before it was killed."""
        reading, writing = os.pipe()
        seed = self.lot.getrandbits(32)
        child = os.fork()
        if child == 0:
            code = 70
            try:
                os.close(reading)
                code = _play(self.tables[game], self.path, name, seed, writing)
            finally:
                os._exit(code)
        os.close(writing)
        wait = self.lot.choice((0.0, 0.02, 0.1, 0.3)) * self.lot.random()
        said = self._read(reading, time.monotonic() + PATIENCE, until=self.lot.choice((b"> ", b"choose", b"\n")))
        said += self._read(reading, time.monotonic() + wait)
        os.kill(child, signal.SIGKILL)
        _, status = os.waitpid(child, 0)
        self.count["ended before" if os.WIFEXITED(status) else KILLED] += 1
        if os.WIFEXITED(status) and os.WEXITSTATUS(status) not in {0, 1}:
            raise AssertionError(f"a game failed: {said.decode('utf-8', 'replace')[-2000:]}")
        said += self._read(reading, time.monotonic() + PATIENCE, to_end=True)
        os.close(reading)
        return said.decode("utf-8")

    def _read(self, handle: int, end: float, until: bytes = b"", to_end: bool = False) -> bytes:
        said = b""
        while (left := end - time.monotonic()) > 0 and not (until and until in said):
            ready, _, _ = select.select([handle], [], [], left)
            part = os.read(handle, 1 << 16) if ready else b""
            if ready and not part:
                break
            said += part
            if not ready and not to_end:
                break
        return said

    # -------------------------------------------------------------- what is left of it

    def _judge(self, name: str | None, before: set[str], text: str) -> None:
        games = {kept.name: kept for kept in self.store().games()}
        lost = before - set(games)
        if lost:
            raise AssertionError(f"games are lost: {lost}")
        new = set(games) - before
        name = name or (new.pop() if new else None)
        acknowledged = _acknowledged(text)
        if name is None:
            if acknowledged:
                raise AssertionError("a game that was played is not kept")
            return
        store = self.store()
        session, kept = resume_kept_game(store, name)
        actions = store.read(kept).actions
        earlier = self.known.get(name, ())
        if actions[: len(earlier)] != earlier:
            raise AssertionError(f"{name}: what was kept before has changed")
        moves = [text for text in actions[len(earlier) :] if text.startswith("P")]
        if moves[: len(acknowledged)] != acknowledged:
            raise AssertionError(f"{name}: acknowledged {acknowledged[-3:]}, kept {moves[-3:]}")
        if len(moves) > len(acknowledged) + 1:
            raise AssertionError(f"{name}: {len(moves)} moves are kept, but only {len(acknowledged)} acknowledged")
        self.count["acknowledged moves"] += len(acknowledged)
        self.count["moves kept before they were acknowledged"] += len(moves) - len(acknowledged)
        self.known[name] = actions
        if session.result is not None:
            self.count["whole games"] += 1


def _play(table: GameTable, path: Path, name: str | None, seed: int, handle: int) -> int:
    output = os.fdopen(handle, "w", buffering=1, encoding="utf-8")
    store = GameStore(path)
    session, kept = (Session(table, SEATS, seed), None) if name is None else resume_kept_game(store, name)
    answer = session.answer

    def told(move: Move) -> LogEntry:
        """A move is acknowledged when the session has taken it: whatever is shown of it comes later."""
        entry = answer(move)
        output.write(f"{ACKNOWLEDGED}{action_text(session.table, entry.before, entry.action)}\n")
        return entry

    session.answer = told  # type: ignore[method-assign]
    return play(session, input=Typing(session, seed), output=output, rules_text=str, store=store, kept=kept)


class Typing(io.StringIO):
    """Somebody who types one legal move after the other."""

    def __init__(self, session: Session, seed: int) -> None:
        super().__init__()
        self.session = session
        self.lot = random.Random(seed)

    def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override]
        return f"{self.lot.choice(self.session.moves()).text}\n"


def _acknowledged(text: str) -> list[str]:
    """The moves that were acknowledged; the last line may be cut off."""
    lines = text.split("\n")[:-1]
    return [line.partition(ACKNOWLEDGED)[2] for line in lines if ACKNOWLEDGED in line]


def main(arguments: list[str]) -> int:
    if "server" in arguments:
        from tests.web.kills import main as of_the_server

        return of_the_server([argument for argument in arguments if argument != "server"])
    most, seed = int(arguments[0]) if arguments else 1_000, int(arguments[1]) if len(arguments) > 1 else 1
    with tempfile.TemporaryDirectory() as folder:
        os.environ["XDG_CACHE_HOME"] = os.environ.get("XDG_CACHE_HOME", folder)
        kills = Kills(Path(folder), seed)
        begun = time.monotonic()
        shown = 0
        while (done := kills.count[KILLED]) < most:
            kills.one()
            if kills.count[KILLED] in {done + 1} & {most, shown + 100}:
                shown += 100
                told = ", ".join(f"{count} {what}" for what, count in kills.count.items())
                print(f"{told}; none lost ({time.monotonic() - begun:.0f} s)", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
