"""Servers that are killed at random moments: no move that a page has shown is lost, and the links lead to the games again.

python -m tests.web.kills [HOW MANY] [SEED]

Each server is a process of its own, which is ended by SIGKILL while people press on its pages; the next one serves the same games.
"""

from __future__ import annotations

import asyncio
import os
import random
import re
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from html import unescape
from pathlib import Path

import aiohttp
from attrs import define, field

from dicedsl.interpreter.game import Game
from dicedsl.interpreter.model.events import events_of
from dicedsl.interpreter.play.keeping import GameStore, Keeper
from dicedsl.interpreter.play.session.entries import LogEntry
from dicedsl.interpreter.play.session.session import Session
from dicedsl.interpreter.web.hall import Hall
from dicedsl.interpreter.web.server import new_hall, serve
from dicedsl.interpreter.web.sitting import Sitting
from dicedsl.interpreter.web.table_opening import Books

from .person import Read
from .serving import answers, free_port
from .wire import Wire

GAMES = ("pig", "keep-on-rolling", "farkle", "six-by-six")
MOST = 2  # games that come back in one server; there may be a new one beside them
PATIENCE = 60.0
KILLED = "servers killed"
LATE = 5.0  # seconds in which a press is answered, or the connection has ended
STEP = re.compile(r'<p data-key="(\d+)-(\d+)"[^>]*>(.*?)</p>')
NAMED = re.compile(r"\b(Anna|Ben)\d+")  # people change their names now and then: that changes no move
WORDS = ("way", "option", "done", "zone", "board", "sheet", "player")
Steps = dict[int, list[str]]


@define
class Played:
    """A game as its pages have shown it: the paths of its links, and the steps that each seat was told of."""

    game: str
    paths: list[str]
    shown: list[Steps] = field(factory=lambda: [{}, {}])
    checked: tuple[str, ...] = ()  # actions that were compared with what was shown of them
    names: list[set[str]] = field(factory=lambda: [{"Anna0"}, {"Ben0"}])  # what each may be called now

    @property
    def last(self) -> int:
        return max((number for steps in self.shown for number in steps), default=-1)


def steps_of(html: str) -> Steps:
    """What a page says that happened, by the number of the action; names without their numbers."""
    found: Steps = {}
    for number, at, text in STEP.findall(html):
        lines = found.setdefault(int(number), [])
        assert len(lines) == int(at), f"step {number} has lost a line"
        lines.append(NAMED.sub(r"\1", unescape(text)))
    return found


class Kills:
    def __init__(self, folder: Path, seed: int) -> None:
        self.path = folder / "games.sqlite"
        self.said = folder / "said"
        self.lot = random.Random(seed)
        self.tables = {name: Game.named(name).table(2) for name in GAMES}
        self.games: dict[str, Played] = {}  # those that go on, by the name they are kept by
        self.played: list[str] = []  # those that somebody sits at now
        self.count: Counter[str] = Counter()

    def one(self) -> None:
        """Kill one server, and look at what it left."""
        new = self.lot.choice(GAMES) if len(self.games) < MOST or self.lot.random() < 0.2 else None
        self.played = self.lot.sample(sorted(self.games), min(len(self.games), MOST))
        port = free_port()
        reading, writing = os.pipe()
        child = os.fork()
        if child == 0:
            code = 70
            try:
                os.close(reading)
                self._serve(port, new, writing)
                code = 0
            finally:
                os._exit(code)
        os.close(writing)
        try:
            with os.fdopen(reading, encoding="utf-8") as pipe:
                name, *paths = pipe.readline().split() or [""]
            if paths:
                self.games[name] = Played(new or "", paths)
                self.played.append(name)
            asyncio.run(self._press(port, lambda: os.kill(child, signal.SIGKILL)))
        finally:
            os.kill(child, signal.SIGKILL)
            _, status = os.waitpid(child, 0)
        told = self.said.read_text(encoding="utf-8", errors="replace")
        assert os.WIFSIGNALED(status) and "Traceback" not in told, told[-3000:]
        self.count[KILLED] += 1
        self._judge()

    # -------------------------------------------------------------- a server

    def _serve(self, port: int, new: str | None, writing: int) -> None:
        """A server with a new game, or none: other games come back when somebody opens one of their links."""
        handle = os.open(self.said, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        os.dup2(handle, 1)
        os.dup2(handle, 2)
        hall, store = new_hall(0.0), GameStore(self.path)
        line = "" if new is None else self._opened(hall, store, new)
        os.write(writing, f"{line}\n".encode())
        os.close(writing)
        serve(hall, "127.0.0.1", port, "/", False, store=store, books=Books())

    def _opened(self, hall: Hall, store: GameStore, game: str) -> str:
        session = Session(self.tables[game], ["Anna0", "Ben0"], self.lot.getrandbits(32))
        keeper = Keeper(session, store)
        name = hall.add_sitting(Sitting.of(session, keeper))
        return " ".join([keeper.name, *(hall.link(name, seat) for seat in (0, 1))])

    # -------------------------------------------------------------- people

    async def _press(self, port: int, kill: Callable[[], None]) -> None:
        end = time.monotonic() + PATIENCE
        while not answers(port):
            assert time.monotonic() < end, self.said.read_text()
            await asyncio.sleep(0.02)
        wait = self.lot.choice((0.0, 0.3, 0.8, 1.6)) * self.lot.random()
        async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0)) as session:
            killed = asyncio.Event()
            people = [
                asyncio.create_task(self._sit(session, f"http://127.0.0.1:{port}", played, seat, killed))
                for played in map(self.games.__getitem__, self.played)
                for seat in (0, 1)
            ]
            # Some servers are killed while games come back, most of them while people play.
            if self.lot.random() < 0.9:
                while not self._all_sit(people) and time.monotonic() < end:
                    await asyncio.sleep(0.01)
            await asyncio.sleep(wait)
            kill()
            killed.set()
            for done in await asyncio.gather(*people, return_exceptions=True):
                if isinstance(done, AssertionError):
                    raise done

    def _all_sit(self, people: list[asyncio.Task[None]]) -> bool:
        return all(task.done() or task.get_name() == "sits" for task in people)

    async def _sit(
        self, session: aiohttp.ClientSession, base: str, played: Played, seat: int, killed: asyncio.Event
    ) -> None:
        """One person, who presses as fast as the page answers, until the server is dead."""
        wire = Wire(f"{base}{played.paths[seat]}", session)
        try:
            await wire.open()
        except (OSError, aiohttp.ClientError, TypeError):
            assert killed.is_set(), "a page could not be opened"
            return
        assert "leads to no table" not in wire.html, "a link leads nowhere"
        task = asyncio.current_task()
        assert task is not None
        task.set_name("sits")
        self.count["links that led to their game again"] += bool(played.shown[seat])
        lot = random.Random(self.lot.getrandbits(32))
        while wire.is_open:
            self._note(played, seat, wire.html)
            try:
                await self._act(wire, played, seat, lot)
            except (OSError, aiohttp.ClientError):
                break
        self._note(played, seat, wire.html)  # what came over the wire before the end was shown
        await wire.close()

    async def _act(self, wire: Wire, played: Played, seat: int, lot: random.Random) -> None:
        found = [t for t in Read(wire.html).pressable() if t.do.partition(":")[0] in WORDS]
        if lot.random() < 0.03:
            name = f"{('Anna', 'Ben')[seat]}{lot.randrange(1000)}"
            played.names[seat].add(name)
            await wire.press("named", {"name": name})
            await asyncio.sleep(0.05)
            if f"{name}</b>" in wire.html or f"{name} (you)" in wire.html:
                played.names[seat] = {name}
            return
        if not found:
            await asyncio.sleep(0.01)
            return
        done = [t for t in found if t.do == "done"]
        fresh = [t for t in found if not t.classes & {"dd-taken", "dd-chosen"}]
        wanted = done if done and lot.random() < 0.6 else fresh or found
        try:
            await wire.press_and_wait(lot.choice(wanted).do, LATE)
        except TimeoutError:
            return

    def _note(self, played: Played, seat: int, html: str) -> None:
        """A page shows what it showed before, and perhaps more; when a game comes back, its last dice are yet to fall again."""
        steps = steps_of(html)
        old = played.shown[seat]
        lost = [number for number in old if number in steps and steps[number] != old[number]]
        assert not lost, f"step {lost[0]} was {old[lost[0]]}, and is {steps[lost[0]]} now"
        old.update(steps)

    # -------------------------------------------------------------- what is left of it

    def _judge(self) -> None:
        for name in self.played:
            played = self.games[name]
            store = GameStore(self.path)
            saved = store.read(store.find(name))
            session, actions = Session.resume(self.tables[played.game], saved), saved.actions
            assert actions[: len(played.checked)] == played.checked, f"{name} has changed"
            first, played.checked = len(played.checked), actions
            moves = [at for at, entry in enumerate(session.entries) if entry.need.kind == "choose"]
            sitting = Sitting.of(session)
            while sitting.step():  # what falls by itself falls again as it did
                pass
            for seat, steps in enumerate(played.shown):
                for number, lines in steps.items():
                    assert number < len(session.entries), f"{name}: step {number} was shown and is lost: {lines}"
                    if number >= first:
                        told = self._told(sitting, session.entries[number], seat)
                        assert told == lines, f"{name}: {lines} was shown, {told} is kept"
                called = session.seats[seat].name
                assert called in played.names[seat], f"{called} is kept, not {played.names[seat]}"
                played.names[seat] = {called}
            unseen = sum(at > played.last for at in moves)
            assert unseen <= 1, f"{name}: {unseen} moves are kept that nobody was told of"
            self.count["moves kept before they were shown"] += unseen
            self.count["moves shown and kept"] += sum(first <= at <= played.last for at in moves)
            if session.result is not None:
                self.count["whole games"] += 1
                del self.games[name]
            store.close()

    def _told(self, sitting: Sitting, entry: LogEntry, seat: int) -> list[str]:
        """What a page tells a seat of an action."""
        step = entry.step
        found = events_of(sitting.session.table, step, sitting.reader(seat))
        return [NAMED.sub(r"\1", event.text) for event in found if not event.minor]


def main(arguments: list[str]) -> int:
    most, seed = int(arguments[0]) if arguments else 1_000, int(arguments[1]) if len(arguments) > 1 else 1
    # Told of pytest, NiceGUI would not serve.
    for name in [name for name in os.environ if "PYTEST" in name]:
        del os.environ[name]
    with tempfile.TemporaryDirectory() as folder:
        os.environ["XDG_CACHE_HOME"] = os.environ.get("XDG_CACHE_HOME", folder)
        kills = Kills(Path(folder), seed)
        begun = time.monotonic()
        while kills.count[KILLED] < most:
            kills.one()
            if kills.count[KILLED] == most or kills.count[KILLED] % 20 == 0:
                told = ", ".join(f"{count} {what}" for what, count in kills.count.items())
                print(f"{told}; none lost ({time.monotonic() - begun:.0f} s)", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
