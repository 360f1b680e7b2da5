"""Write what is said about each broken rulebook beside it; read the changes before you keep them.

python tests/syntax/update_goldens.py
"""

from pathlib import Path

from dicedsl.syntax.parser import parse
from dicedsl.text.render import render_all
from dicedsl.text.source import Source

BROKEN = Path(__file__).parent / "broken"


def said_about(path: Path) -> str:
    return render_all(parse(Source(path.name, path.read_bytes().decode("utf-8")))[1]) + "\n"


if __name__ == "__main__":
    for path in sorted(BROKEN.glob("*.dice")):
        path.with_suffix(".txt").write_text(said_about(path), "utf-8")
