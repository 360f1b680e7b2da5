"""Reads one rulebook a line (as JSON), checks and plays it in a child of its own with little memory and time, and tells what happened,
also what it touched outside of the text: files, modules, sockets, processes, code that is not generated."""

import json
import os
import re
import resource
import select
import sys
import time

from dicedsl.check_door import check
from dicedsl.errors import DiceError
from dicedsl.interpreter.chance import Chance
from dicedsl.interpreter.game import Game, load
from dicedsl.prose.rules import rules_text
from dicedsl.rulebook.library import games
from dicedsl.rulebook.loading import load_source
from dicedsl.text.source import Source

WATCHED = (
    "open", "import", "socket.", "subprocess.", "os.", "exec", "compile", "ctypes.", "shutil.", "tempfile.", "urllib.", "marshal.",
    "pickle.", "glob.", "code.", "cpython.", "mmap.", "fcntl.", "signal.", "ftplib.", "http.", "sqlite3.",
)  # fmt: skip
# Classes of the project are finished when they are first needed; nothing of a rulebook is in that.
GENERATED = re.compile(r"<(lowered form|playout|string|attrs generated \w+ dicedsl\.[\w.]+)>")
MEMORY = 256 << 20
KILL_AFTER = 6  # seconds of processor time; what is allowed is for the test to say
STEPS = 40
WARM = 3  # rulebooks
ENOUGH = 2.0  # seconds of processor time after which no further step is tried


def told(problems) -> list[dict[str, object]]:  # type: ignore[no-untyped-def]
    return [
        {
            "code": p.code,
            "message": p.message,
            "help": p.help,
            "start": p.span.start,
            "end": p.span.end,
            "severity": p.severity,
            "file": p.span.source.name,
        }
        for p in problems
    ]


class Watch:
    """What is touched while it is on."""

    def __init__(self) -> None:
        self.on = False
        self.seen: list[str] = []
        sys.addaudithook(self._heard)

    def _heard(self, event: str, arguments: tuple[object, ...]) -> None:
        if not self.on or not event.startswith(WATCHED):
            return
        where = ""
        if event in ("compile", "open"):  # of generated code that it refuses, Python looks for the text by its name
            where = str(arguments[event == "compile"])
        elif event == "exec":
            where = getattr(arguments[0], "co_filename", "")
        if not GENERATED.fullmatch(where):
            self.seen.append(f"{event} {str(arguments)[:200]}")


def play(game: Game) -> None:
    """A few steps by the contract, mostly with the first move there is."""
    table = game.table(starter=0)
    chance, state = Chance(1), table.start()
    begun = time.process_time()
    for step in range(STEPS):
        if time.process_time() - begun > ENOUGH:
            return  # many costly steps are no hang; one step that takes long is still noticed
        turn = table.turn(state)
        if turn.kind == "over":
            return
        if turn.kind == "chance":
            state = table.apply(state, table.sample(state, chance))
        elif turn.kind == "report":
            state = table.apply(state, table.report_by_odds(state, chance))
        else:
            moves = table.moves(state, turn.seats[0])
            state = table.apply(state, moves[chance.below(len(moves)) if step % 4 == 3 else 0])


def run(case: dict[str, str], out: int, watch: Watch) -> None:
    def tell(**facts: object) -> None:
        os.write(out, json.dumps(facts).encode() + b"\n")

    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (KILL_AFTER, KILL_AFTER))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    text = case["text"]
    watch.on = True
    begun = time.process_time()
    try:
        problems = check(Source("<text>", text))
        tell(phase="check", cpu=time.process_time() - begun, problems=told(problems[:200]), size=len(text))
    except BaseException as error:  # whatever it is, the test shall hear of it
        tell(
            phase="check",
            cpu=time.process_time() - begun,
            crash=f"{type(error).__name__}: {error}"[:300],
            size=len(text),
        )
        return
    begun = time.process_time()
    try:
        book = load_source(Source("<text>", text))[0]
        tell(phase="rules", cpu=time.process_time() - begun, size=0 if book is None else len(rules_text(book)))
    except DiceError as error:
        tell(phase="rules", cpu=time.process_time() - begun, problems=told(error.problems))
    except BaseException as error:
        tell(phase="rules", cpu=time.process_time() - begun, crash=f"{type(error).__name__}: {error}"[:300])
    if any(p.is_error for p in problems):
        return
    resource.setrlimit(resource.RLIMIT_CPU, (KILL_AFTER, KILL_AFTER))
    begun = time.process_time()
    try:
        play(load(text))
        tell(phase="play", cpu=time.process_time() - begun, problems=[])
    except DiceError as error:
        found = told(error.problems) or [
            {
                "code": "usage",
                "message": str(error),
                "help": "",
                "start": 0,
                "end": 0,
                "severity": "error",
                "file": "<text>",
            }
        ]
        tell(phase="play", cpu=time.process_time() - begun, problems=found)
    except BaseException as error:
        tell(phase="play", cpu=time.process_time() - begun, crash=f"{type(error).__name__}: {error}"[:300])


def in_child(case: dict[str, str]) -> list[dict[str, object]]:
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        watch = Watch()
        try:
            run(case, writing, watch)
        finally:
            os.write(writing, json.dumps({"phase": "touched", "events": watch.seen[:20]}).encode() + b"\n")
            os._exit(0)
    os.close(writing)
    data = b""
    deadline = time.monotonic() + 60
    while True:
        ready, _, _ = select.select([reading], [], [], max(0.0, deadline - time.monotonic()))
        part = os.read(reading, 1 << 16) if ready else b""
        if not part:
            break
        data += part
    os.close(reading)
    if time.monotonic() >= deadline:
        os.kill(child, 9)
    _, status, usage = os.wait4(child, 0)
    answer = [json.loads(line) for line in data.splitlines()]
    if os.WIFSIGNALED(status):
        answer.append(
            {
                "phase": "check" if not answer else "play",
                "crash": f"killed by signal {os.WTERMSIG(status)}",
                "cpu": KILL_AFTER,
            }
        )
    touched = [event for told in answer if told["phase"] == "touched" for event in told["events"]]
    answer = [told for told in answer if told["phase"] != "touched"]
    answer.append({"phase": "end", "peak": usage.ru_maxrss * 1024, "events": touched})
    return answer


def get_ready() -> None:
    """What a first use loads is not the doing of the file that comes first."""
    for path in [p for _, p in games()][:WARM]:
        text = path.read_text("utf-8")
        check(Source("<text>", text))
        check(Source("<text>", text.replace("turn", "tunr")))
        book = load_source(Source("<text>", text))[0]
        if book is not None:
            rules_text(book)
            play(load(text))


if __name__ == "__main__":
    get_ready()
    for line in sys.stdin:
        print(json.dumps(in_child(json.loads(line))), flush=True)
