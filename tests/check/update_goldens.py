"""Write what is said about each broken rulebook beside it; read the changes before you keep them.

python tests/check/update_goldens.py
"""

from pathlib import Path

from dicedsl.check_door import check
from dicedsl.text.render import render_all
from dicedsl.text.source import Source

BROKEN = Path(__file__).parent / "broken"


def said_about(path: Path) -> str:
    return render_all(check(Source(path.name, path.read_text("utf-8")), path.parent)).rstrip("\n") + "\n"


if __name__ == "__main__":
    for path in sorted(BROKEN.glob("*.dice")):
        path.with_suffix(".txt").write_text(said_about(path), "utf-8")
