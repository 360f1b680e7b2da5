"""What the lab says about our games: python docs/make_lab_page.py [NAME...]. It goes on where it was stopped; --page writes the page only.

--strong lets equals who search play, for the columns that say whether beginning helps them, for --seconds of work a game: every game
a little first, then every game more. Figures are kept in lab-figures.json and lab-strong.json, so that the manual is built without
playing. A game is done again when its rules have changed.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import time
from functools import cache
from pathlib import Path

from dicedsl.errors import DiceError
from dicedsl.interpreter.game import Game
from dicedsl.interpreter.lab.overview.game_line import GameLine, line_of
from dicedsl.interpreter.lab.overview.manual import agreement, clear_beginnings, table
from dicedsl.interpreter.lab.overview.strong_beginning import StrongBeginning, strong_beginning
from dicedsl.interpreter.lab.triangle.placement import base
from dicedsl.rulebook.library import games
from dicedsl.writing import write_text

HERE = Path(__file__).parent
PAGE, FIGURES, PUT = HERE / "findings.md", HERE / "lab-figures.json", HERE / "lab-placed.json"
STRONG = HERE / "lab-strong.json"
SECONDS = 30.0  # of one core for the games of equals who search
PASSES = (0.1, 0.4, 1.0)  # of these seconds, that every game has had before any has more
PLACE = re.compile(r"<!-- figures: ([a-z]+) -->\n\n.*?\n\n<!-- end of figures -->", re.DOTALL)


def known() -> dict[str, GameLine]:
    data = json.loads(FIGURES.read_text("utf-8")) if FIGURES.exists() else {}
    return {name: GameLine.from_json(row) for name, row in data.items()}


def known_strong() -> dict[str, StrongBeginning]:
    data = json.loads(STRONG.read_text("utf-8")) if STRONG.exists() else {}
    return {name: StrongBeginning.from_json(row) for name, row in data.items()}


def written(page: str) -> str:
    """The page with all that is known now."""
    lines, shipped = known(), [name for name, _ in games()]
    ours = [lines[name] for name in shipped if name in lines]
    put = json.loads(PUT.read_text("utf-8"))["games"]
    texts = {
        "count": f"{len(ours)} of {len(shipped)} games have been looked at so far." if len(ours) < len(shipped) else f"All {len(ours)} games.",
        "table": table(ours, known_strong()),
        "beginning": clear_beginnings(ours, known_strong()),
        "agreement": " ".join(agreement(ours, put)),
    }  # fmt: skip
    return PLACE.sub(
        lambda found: f"<!-- figures: {found[1]} -->\n\n{texts[found[1]]}\n\n<!-- end of figures -->", page
    )


def look(names: list[str]) -> None:
    lines = known()
    for number, name in enumerate(names, 1):
        game, begun = Game.named(name), time.process_time()
        try:
            if name in lines and lines[name].place.rules == base(game).fingerprint:
                continue
            lines[name] = line_of(name, game)
        except DiceError as error:
            print(f"{name}: {error}", file=sys.stderr)
            continue
        write_text(FIGURES, json.dumps({key: lines[key].as_json() for key in sorted(lines)}, indent=1) + "\n")
        seconds = time.process_time() - begun
        print(f"{number} of {len(names)}: {name}, {seconds:.0f} s: {lines[name].surprise}", file=sys.stderr, flush=True)


def look_at_strong(names: list[str], seconds: float) -> None:
    table_of = cache(lambda name: base(Game.named(name)))
    for part in PASSES:
        for number, name in enumerate(names, 1):
            beginnings, table = known_strong(), table_of(name)
            known = beginnings.get(name)
            if known is not None and known.rules != table.fingerprint:
                known = None
            if known is not None and known.is_enough(part * seconds):
                continue
            said = beginnings[name] = strong_beginning(name, table, seconds, part * seconds, known)
            rows = (f'"{key}": {json.dumps(beginnings[key].as_json())}' for key in sorted(beginnings))
            write_text(STRONG, "{\n" + ",\n".join(rows) + "\n}\n")
            print(
                f"{part:.0%} of the time, {number} of {len(names)}: {name}, {said.games} games with {said.playouts} playouts,"
                f" {said.seconds:.1f} s: {said.text}",
                file=sys.stderr,
                flush=True,
            )


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("names", nargs="*", metavar="NAME", help="games, if not all")
    asked.add_argument("--page", action="store_true", help="write the page, and play nothing")
    asked.add_argument("--strong", action="store_true", help="let equals who search play")
    asked.add_argument(
        "--seconds", type=float, default=SECONDS, help="of work for each game that they play (%(default)s)"
    )
    given = asked.parse_args()
    names = given.names or [name for name, _ in games()]
    try:
        if given.strong and not given.page:
            look_at_strong(names, given.seconds)
        elif not given.page:
            look(names)
    except KeyboardInterrupt:
        print("stopped; the same command goes on from here", file=sys.stderr)
    write_text(PAGE, written(PAGE.read_text("utf-8")))


if __name__ == "__main__":
    main()
