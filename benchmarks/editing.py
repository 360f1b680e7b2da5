"""From a change in an editor to its marks, against `check` of the same text in a program that runs already: times on the clock, by turns.

The server waits for a pause in typing; that is part of what somebody waits for, and told apart.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Any

from _measure import NAMED, QUICK, RUNS, Results

from dicedsl.check_door import check
from dicedsl.lsp.server import PAUSE
from dicedsl.rulebook.library import shipped_files
from dicedsl.text.source import Source

GAMES = ("pig", "yacht", "keep-on-rolling", "liars-dice", "23-rasanto", "perfecto")
MOST = 1.5  # times as long as a check


class Client:
    """The least that a server takes for an editor."""

    def __init__(self) -> None:
        command = [sys.executable, "-m", "dicedsl", "lsp"]
        self.server = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.send("initialize", {"capabilities": {}}, 1)
        while self.read().get("id") != 1:
            pass
        self.send("initialized", {})

    def send(self, method: str, params: object, number: int | None = None) -> None:
        message = {"jsonrpc": "2.0", "method": method, "params": params}
        body = json.dumps(message if number is None else {**message, "id": number}).encode()
        assert self.server.stdin is not None
        self.server.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        self.server.stdin.flush()

    def read(self) -> dict[str, Any]:
        assert self.server.stdout is not None
        length = 0
        while line := self.server.stdout.readline().strip():
            if line.lower().startswith(b"content-length:"):
                length = int(line.split(b":")[1])
        return dict(json.loads(self.server.stdout.read(length)))

    def marks(self, uri: str, version: int) -> list[str]:
        """The codes that are marked in a version, once they come."""
        while True:
            params = self.read().get("params") or {}
            if params.get("uri") == uri and params.get("version") == version:
                return [str(each["code"]) for each in params["diagnostics"]]

    def end(self) -> None:
        self.send("shutdown", None, 2)
        self.send("exit", None)
        self.server.wait(timeout=60)


def main() -> int:
    results, client = Results(), Client()
    with tempfile.TemporaryDirectory() as folder:
        for name in NAMED or GAMES[:: 2 if QUICK else 1]:
            path = Path(folder) / f"{name}.dice"
            text = shipped_files()[name].read_text("utf-8")
            path.write_text(text, "utf-8")
            uri = path.as_uri()
            document = {"uri": uri, "languageId": "dice", "version": 0, "text": text}
            client.send("textDocument/didOpen", {"textDocument": document})
            client.marks(uri, 0)
            waited, checked = [], []
            for number in range(1, RUNS + 1):
                now = f"{text}# {number}\n"
                start = perf_counter()
                found = [problem.code for problem in check(Source(str(path), now), path.parent)]
                checked.append(perf_counter() - start)
                start = perf_counter()
                change = {"textDocument": {"uri": uri, "version": number}, "contentChanges": [{"text": now}]}
                client.send("textDocument/didChange", change)
                marked = client.marks(uri, number)
                waited.append(perf_counter() - start)
                if marked != found:
                    sys.exit(f"{name}: the editor has {marked}, check has {found}")
            client.send("textDocument/didClose", {"textDocument": {"uri": uri}})
            pairs = list(zip(waited, checked, strict=True))
            ratio = median((wait - PAUSE) / long for wait, long in pairs)
            told = (
                f"{ratio:.2f} times a check ({1000 * median(checked):.0f} ms), after a pause of {1000 * PAUSE:.0f} ms"
            )
            results.line(name, told, f"at most {MOST}", ratio <= MOST)
    client.end()
    return results.code


if __name__ == "__main__":
    sys.exit(main())
