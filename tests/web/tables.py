"""Fifty seats at twenty tables for some minutes: every press is answered, and how fast.

python -m tests.web.tables 120     for how many seconds; TMPDIR=/dev/shm: without the disk
"""

from __future__ import annotations

import asyncio
import random
import re
import sys
import time
from itertools import count
from typing import Any

import aiohttp

from .serving import free_port
from .wire import Wire

GAMES = (
    "pig",
    "farkle",
    "yahtzee",
    "liars-dice",
    "perfecto",
    "six-by-six",
    "46-reducto",
    "turned-over",
    "23-rasanto",
    "26-dora",
)
TABLES = 20
SEATS = (2, 3)  # in turn: twenty tables are fifty seats
BEAT = 0.005
SLOW_DISK = 0.05  # seconds; the clock is one for all processes
BETWEEN = 1.0  # seconds somebody looks before the next press
BUTTON = re.compile(r"<button ([^>]*)>")
DO = re.compile(r'data-do="([^"]*)"')
CLOSED = re.compile(r'tabindex="-1"|aria-disabled|\bdisabled\b')
Press = tuple[float, float]  # when, and how long until the answer
WORDS = ("way", "option", "done", "zone", "board", "sheet", "player")


def serve(port: int) -> None:
    """The server with all its tables; the links are printed."""
    from nicegui import app

    from dicedsl.interpreter.game import Game
    from dicedsl.interpreter.play.keeping import GameStore, Keeper
    from dicedsl.interpreter.play.session.session import Session
    from dicedsl.interpreter.web.server import new_hall, serve
    from dicedsl.interpreter.web.sitting import Sitting
    from dicedsl.rulebook.setting import fits

    hall, store = new_hall(0.0), GameStore()
    seeds = count()
    open_ = 0

    async def renew() -> None:
        """Where a game is over, the same people begin another one: they play for as long as it takes."""
        while True:
            await asyncio.sleep(1)
            for name, sitting in hall.sittings.items():
                if sitting.session.result is not None:
                    names = [seat.name for seat in sitting.session.seats]
                    session = Session(sitting.session.table, names, next(seeds))
                    keeper = await asyncio.to_thread(Keeper, session, store)
                    sitting.session, sitting.keeper = session, keeper
                    sitting._logs.clear()
                    sitting.version += 1
                    sitting.change_count += 1
                    sitting.notify()
                    hall.go_on(name)

    for number in range(TABLES):
        game = Game.named(GAMES[number % len(GAMES)])
        wanted = SEATS[number % 2]
        players = wanted if fits(game.about, wanted) else 2
        session = Session(game.table(players), [f"N{i}" for i in range(players)], next(seeds))
        sitting = Sitting.of(session, Keeper(session, store))
        name = hall.add_sitting(sitting)
        for seat in session.people:
            print(f"link http://127.0.0.1:{port}{hall.link(name, seat)}")
            open_ += 1
        for _ in range(wanted - players):  # who finds no seat looks on
            print(f"link http://127.0.0.1:{port}{hall.link(name, None)}")
            open_ += 1
    print(f"ready {open_}", flush=True)
    app.on_startup(renew)
    _watch_the_disk()
    _watch_the_processor()
    serve(hall, "127.0.0.1", port, "/", False)


def _watch_the_processor() -> None:
    """Say in the end how long the processor took for all of it: on a machine where others work too, this is what can be compared."""
    from nicegui import app

    began: list[float] = []
    app.on_startup(lambda: began.append(time.process_time()))
    app.on_shutdown(lambda: print(f"spent {time.process_time() - began[0]}", flush=True))


def _watch_the_disk() -> None:
    """Say in the end how long the disk took: a move is there before anybody is told of it, so no answer is faster than that."""
    from nicegui import app

    from dicedsl.interpreter.play.keeping import GameStore

    took: list[float] = []
    slow: list[str] = []
    write = GameStore.write

    def timed(*arguments: Any) -> None:
        began = time.perf_counter()
        write(*arguments)
        ended = time.perf_counter()
        took.append(ended - began)
        if ended - began > SLOW_DISK:
            slow.append(f"slow {began} {ended}")

    GameStore.write = timed  # type: ignore[method-assign, assignment]
    app.on_shutdown(lambda: print(f"of which the disk took {figures(took)}", *slow, sep="\n", flush=True))


def figures(took: list[float]) -> str:
    """Times in milliseconds: half of them, most of them, and all of them took no longer than that."""
    took = sorted(took) or [0.0]
    half, most, nearly = (1000 * took[min(len(took) - 1, len(took) * p // 100)] for p in (50, 90, 99))
    return f"{half:.0f} ms (half), {most:.0f} ms (90 %), {nearly:.0f} ms (99 %), {1000 * took[-1]:.0f} ms at most"


def choices(html: str, rng: random.Random) -> list[str]:
    """What can be pressed, found without reading the whole page: fifty readers in one process would measure themselves."""
    found = []
    for attributes in BUTTON.findall(html):
        do = DO.search(attributes)
        if do is None or do[1].partition(":")[0] not in WORDS or CLOSED.search(attributes):
            continue
        found.append((do[1], "dd-taken" in attributes or "dd-chosen" in attributes))
    done = [do for do, _ in found if do == "done"]
    if done and rng.random() < 0.6:
        return done
    return [do for do, is_old in found if not is_old] or [do for do, _ in found]


async def sit(wire: Wire, seed: int, until: float, took: list[Press], over: list[str]) -> int:
    """One person who presses something now and then; how often."""
    rng, presses = random.Random(seed), 0
    while time.monotonic() < until:
        await asyncio.sleep(BETWEEN * (0.5 + rng.random()))
        if not wire.is_open:
            over.append(f"closed {wire.code}")
            break
        wanted = choices(wire.html, rng)
        if wanted:
            began = time.perf_counter()
            took.append((began, await wire.press_and_wait(rng.choice(wanted), 30)))
            presses += 1
    await wire.close()
    return presses


async def lateness(late: list[float]) -> None:
    """How late those are who press, all in one process: an answer that has come is read so much later."""
    while True:
        began = time.perf_counter()
        await asyncio.sleep(BEAT)
        late.append(time.perf_counter() - began - BEAT)


async def run(
    links: list[str], seconds: float, late: list[float] | None = None
) -> tuple[list[Press], list[int], list[str]]:
    took: list[Press] = []
    over: list[str] = []
    async with aiohttp.ClientSession(connector=aiohttp.TCPConnector(limit=0)) as session:
        wires = [Wire(link, session) for link in links]
        for wire in wires:
            await wire.open()
        until = time.monotonic() + seconds
        beat = asyncio.create_task(lateness([] if late is None else late))
        sat = (sit(wire, number, until, took, over) for number, wire in enumerate(wires))
        presses = await asyncio.gather(*sat, return_exceptions=True)
        beat.cancel()
    over += [repr(found) for found in presses if isinstance(found, BaseException)]
    return took, [found for found in presses if isinstance(found, int)], over


def main() -> int:
    if sys.argv[1:2] == ["--serve"]:
        serve(int(sys.argv[2]))
        return 0
    import os
    import subprocess
    import tempfile

    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 120.0
    port = free_port()
    with tempfile.TemporaryDirectory() as folder:
        around = {**os.environ, "DICEDSL_GAMES": f"{folder}/games.sqlite"}
        command = [sys.executable, "-m", "tests.web.tables", "--serve", str(port)]
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=around)
        links: list[str] = []
        try:
            assert server.stdout is not None
            for line in server.stdout:
                if line.startswith("ready"):
                    break
                links.append(line.split()[1])
            time.sleep(4)
            late: list[float] = []
            took, presses, over = asyncio.run(run(links, seconds, late))
        finally:
            server.terminate()
            told = server.communicate(timeout=20)[0]
    if not took:
        print(f"nothing was pressed; {over[:3]}")
        return 1
    print(
        f"{len(links)} seats at {TABLES} tables for {seconds:.0f} s: {sum(presses)} presses, {len(over)} errors {over[:3]}"
    )
    print(f"answered in {figures([seconds for _, seconds in took])}")
    slow = [tuple(map(float, line.split()[1:])) for line in told.splitlines() if line.startswith("slow ")]
    others = [
        seconds for began, seconds in took if not any(began < end and start < began + seconds for start, end in slow)
    ]
    waited = len(took) - len(others)
    print(f"but for {waited} while the disk took more than {1000 * SLOW_DISK:.0f} ms: {figures(others)}")
    spent = [float(line.split()[1]) for line in told.splitlines() if line.startswith("spent ")]
    told = "\n".join(line for line in told.splitlines() if not line.startswith(("slow ", "spent ")))
    print(f"of which those who pressed were late by {figures(late)}")
    print(told.strip())
    print(
        f"the server took {1000 * sum(spent) / len(took):.2f} ms of the processor for each press, its pages opened and all"
    )
    return 1 if over else 0


if __name__ == "__main__":
    sys.exit(main())
