"""Write the games down that are compared; read the changes before you keep them.

python -m tests.playthroughs.update_playthroughs
"""

from pathlib import Path

from attrs import frozen

from tests.playthroughs.telling import told_game

HERE = Path(__file__).parent
GAMES = HERE / "games"
LANGUAGE = HERE.parent / "language"


@frozen
class Playthrough:
    """A game that is told: of which rulebook, for how many, and how far."""

    book: str
    players: int | None = None  # as few as may play
    steps: int = 60
    seed: int = 1
    variants: tuple[str, ...] = ()

    def text(self) -> str:
        return told_game(self.book, self.seed, self.players, self.variants, self.steps)


# One of each kind: what is special about each stands beside it.
PLAYTHROUGHS = {
    "pig": Playthrough("pig", steps=120),  # turns
    "farkle": Playthrough("farkle"),  # sets of plain dice
    "liars-dice": Playthrough("liars-dice", 3),  # hidden dice and bids
    "perfecto": Playthrough("perfecto"),  # secret choices at once
    "storing-scores": Playthrough("15-storing-scores"),  # memory that not everybody sees
    "dice-mikado": Playthrough("06-dice-mikado", steps=30),  # attempts, reported by odds
    "captain-flint": Playthrough("01-captain-flint", steps=40),  # flicks and hits
    "rasanto": Playthrough("23-rasanto", steps=40),  # a pyramid
    "masquerade": Playthrough("34-masquerade", steps=24),  # hidden roles
    "squeezing": Playthrough("31-squeezing", steps=30),  # linked groups
    "tabula-rasa": Playthrough("28-tabula-rasa", steps=16),  # shapes and their copies
    "finish": Playthrough("56-finish", steps=16),  # looks ahead
    "six-by-six": Playthrough("six-by-six", steps=40),  # a flat board
    "two-out-of-three": Playthrough("two-out-of-three", steps=100),  # a match
    "keep-on-rolling": Playthrough("keep-on-rolling", 3),  # three players
    "leaving": Playthrough(str(LANGUAGE / "leaving.dice")),  # what must not be left behind
    "secrets": Playthrough(str(LANGUAGE / "secrets.dice")),  # secrets of every kind
    "lots": Playthrough(str(LANGUAGE / "lots.dice")),  # equal dice drawn by lot
}


if __name__ == "__main__":
    for name, game in PLAYTHROUGHS.items():
        (GAMES / f"{name}.txt").write_text(game.text(), "utf-8")
