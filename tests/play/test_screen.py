"""Screens of every kind: colours and clearing on terminals only, any encoding, hidden hands that stay hidden."""

import io
import os
import subprocess
import sys

import pytest

from dicedsl.interpreter.game import Game
from dicedsl.interpreter.play.session.session import Session
from dicedsl.interpreter.play.terminal.screen import CLEARED, Screen
from dicedsl.interpreter.play.terminal.terminal import play
from dicedsl.interpreter.show.text import Paint, painted


class Terminal(io.StringIO):
    """A terminal that types some lines, and shows what is written."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize("encoding", ["latin-1", "ascii", "utf-8"])
@pytest.mark.parametrize("name", ["farkle", "rasanto", "yahtzee"])
def test_no_encoding_is_a_reason_to_stop(encoding: str, name: str) -> None:
    lines = "look\nlook all\nmoves\nlog\nrules\n?\nquit\n"
    done = subprocess.run(
        [sys.executable, "-m", "dicedsl", "play", name, "--seed", "1", "--seats", "Zoë,random"],
        input=lines.encode(),
        capture_output=True,
        env={**os.environ, "PYTHONIOENCODING": encoding, "PYTHONUTF8": "0"},
        timeout=300,
    )

    assert done.returncode == 1, done.stderr
    assert b"Traceback" not in done.stderr + done.stdout
    shown = done.stdout.decode(encoding)
    assert ("── " in shown) == (encoding == "utf-8")
    assert "-- " in shown or encoding == "utf-8"


def shown(people: list[str], lines: str, monkeypatch: pytest.MonkeyPatch, name: str = "perfecto") -> str:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    table = Game.named(name).table(len(people), starter=0)
    output = Terminal()
    play(Session(table, people, 3, nonce=""), input=Terminal(lines), output=output, rules_text=str)
    return output.getvalue()


def test_hidden_hands_are_cleared_before_and_after(monkeypatch: pytest.MonkeyPatch) -> None:
    text = shown(["Anna", "Ben"], "\nbid 3 3\n\n", monkeypatch)
    pages = text.split(CLEARED)

    assert CLEARED == "\x1b[2J\x1b[3J\x1b[H"
    assert [page.strip() for page in pages if "Pass the screen" in page] == [
        "Pass the screen to Anna, then press Enter.",
        "Pass the screen to Ben, then press Enter.",
    ]
    # What one saw and typed is gone before the other is called.
    anna = next(number for number, page in enumerate(pages) if "Anna> " in page)
    ben = next(number for number, page in enumerate(pages) if "to Ben" in page)
    assert anna < ben
    assert "your hand: d1[" in pages[anna]
    assert not any("your hand" in page for page in pages[anna + 1 : ben + 1])
    assert "bid 3 3" not in pages[ben + 1]
    assert "Anna bids 3 of rank 3." in pages[ben + 1]


def test_nothing_is_cleared_where_nothing_is_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    text = shown(["Anna", "Ben"], "roll\nhold\n", monkeypatch, "pig")

    assert CLEARED not in text
    assert "Pass the screen" not in text


def test_colour_is_for_terminals_and_never_the_only_sign(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("NO_COLOR", raising=False)
    texts = []
    for output, is_plain in ((Terminal(), False), (Terminal(), True), (io.StringIO(), False)):
        screen = Screen(Terminal(), output, is_plain)
        screen.say(painted("R[5]", Paint.RED), "\x1b[2J")
        texts.append(output.getvalue())

    assert texts == ["\x1b[31mR[5]\x1b[0m\n?[2J\n", "R[5]\n?[2J\n", "R[5]\n?[2J\n"]
    monkeypatch.setenv("NO_COLOR", "1")
    assert not Screen(Terminal(), Terminal()).colour
    monkeypatch.delenv("NO_COLOR")
    monkeypatch.setenv("TERM", "dumb")
    assert not Screen(Terminal(), Terminal()).colour
