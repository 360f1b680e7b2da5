"""What is typed while somebody else thinks: not shown, and forgotten when a line is read. At a terminal of its own."""

from __future__ import annotations

import os
import pty
import select
import subprocess
import sys
import time

import pytest

SCRIPT = """
import sys, time
from dicedsl.interpreter.play.terminal.screen import Screen
screen = Screen(sys.stdin, sys.stdout, {plain})
screen.say("got " + screen.read("first> "))
screen.thinking("Ben")
screen.say("Ben thinks")
sys.stdout.flush()
time.sleep(1)
screen.say("got " + screen.read("second> "))
"""


def shown(handle: int, until: str, seconds: float = 20) -> str:
    text, end = "", time.monotonic() + seconds
    while until not in text and time.monotonic() < end:
        if select.select([handle], [], [], 1)[0]:
            text += os.read(handle, 1000).decode()
    assert until in text, text
    return text


@pytest.mark.parametrize("plain", [True, False])
def test_what_is_typed_while_somebody_thinks_is_forgotten(plain: bool) -> None:
    ours, theirs = pty.openpty()
    command = [sys.executable, "-c", SCRIPT.format(plain=plain)]
    process = subprocess.Popen(
        command,
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env=os.environ | {"TERM": "vt100", "PROMPT_TOOLKIT_NO_CPR": "1"},
    )
    try:
        shown(ours, "first>")
        os.write(ours, b"one\r")
        seen = shown(ours, "thinks")
        assert "got one" in seen
        os.write(ours, b"oops\r")
        seen = shown(ours, "second>")
        assert "oops" not in seen
        os.write(ours, b"two\r")
        assert "oops" not in shown(ours, "got two")
        assert process.wait(60) == 0
    finally:
        process.kill()
        process.wait()
        os.close(ours)
        os.close(theirs)
