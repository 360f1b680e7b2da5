"""The lists that stand in the manual as text, made anew: python docs/make_lists.py. A test says when that is due."""

from __future__ import annotations

import re
import sys
from pathlib import Path

HERE = Path(__file__).parent
sys.path.insert(0, str(HERE / "_ext"))

from dice_lists import builtins_lists, reserved  # noqa: E402
from dice_samples import sample_game  # noqa: E402

PAGE = HERE / "language.md"
LISTS = {
    "sample-game": lambda: f"```text\n{sample_game().rstrip()}\n```",
    "built-ins": builtins_lists,
    "reserved": reserved,
}
PLACE = re.compile(r"<!-- list: ([a-z-]+) -->\n\n.*?\n\n<!-- end of list -->", re.DOTALL)


def written(page: str) -> str:
    """A page with its lists as they are now."""
    return PLACE.sub(lambda found: f"<!-- list: {found[1]} -->\n\n{LISTS[found[1]]()}\n\n<!-- end of list -->", page)


if __name__ == "__main__":
    PAGE.write_text(written(PAGE.read_text("utf-8")), "utf-8")
