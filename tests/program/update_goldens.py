"""Write the lowered form of some rulebooks as text; read the changes before you keep them.

python -m tests.program.update_goldens
"""

from pathlib import Path

from dicedsl.interpreter.game import Game
from dicedsl.program.printing import program_text

HERE = Path(__file__).parent
LOWERED = HERE / "lowered"
LANGUAGE = HERE.parent / "language"
# The name of each file, and of the rulebook it shows.
BOOKS = {
    "pig": "pig",
    "craps": "craps",
    "threes": "threes",
    "liars-dice": "liars-dice",
    "two-out-of-three": "two-out-of-three",
    "board": str(LANGUAGE / "board.dice"),
    "attempts": str(LANGUAGE / "attempts.dice"),
}


def lowered(book: str) -> str:
    return program_text(Game.named(book).program())


if __name__ == "__main__":
    for name, book in BOOKS.items():
        (LOWERED / f"{name}.txt").write_text(lowered(book), "utf-8")
