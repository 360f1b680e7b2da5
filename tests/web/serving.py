"""A server in a process of its own, as people start it."""

from __future__ import annotations

import os
import re
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from attrs import frozen

SECONDS = 90.0


@frozen
class Served:
    """`links` by what is printed before them; `games` is where the games are kept."""

    port: int
    links: dict[str, str]
    games: Path

    def link(self, who: str) -> str:
        return self.links[who]


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port


@contextmanager
def served(
    *arguments: str, command: str = "table", games: Path | None = None, is_quiet: bool = True, port: int | None = None
) -> Iterator[Served]:
    """A server with a game; it is ended in the end, by a signal to its process. is_quiet: it may not complain of anything."""
    port = port or free_port()
    with tempfile.TemporaryDirectory() as folder:
        kept = games or Path(folder) / "games.sqlite"
        # Told of pytest, NiceGUI would not serve.
        around = {name: value for name, value in os.environ.items() if "PYTEST" not in name}
        around |= {"DICEDSL_GAMES": str(kept), "PYTHONUNBUFFERED": "1"}
        line = [sys.executable, "-m", "dicedsl", command, *arguments, "--no-open", "--port", str(port)]
        out = Path(folder) / "out"
        with out.open("wb") as file:
            server = subprocess.Popen(line, stdout=file, stderr=subprocess.STDOUT, env=around)
        try:
            end = time.monotonic() + SECONDS
            while not answers(port):
                assert server.poll() is None and time.monotonic() < end, out.read_text()
                time.sleep(0.1)
            links = dict(re.findall(r"^  (.+?): (http://\S+)", out.read_text(), re.MULTILINE))
            yield Served(port, links, kept)
        finally:
            server.terminate()
            try:
                server.wait(10)
            except subprocess.TimeoutExpired:
                server.kill()
                server.wait()
        told = out.read_text()
        assert not is_quiet or "Traceback" not in told, told


def answers(port: int) -> bool:
    with socket.socket() as found:
        found.settimeout(1)
        return found.connect_ex(("127.0.0.1", port)) == 0
