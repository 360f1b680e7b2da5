"""Write golden logs that are not there yet. One that is there is never written again: old games open for ever.

python -m tests.saves.update_logs
"""

from pathlib import Path

from attrs import frozen

from tests.saves.playing import go_on, new_session

LOGS = Path(__file__).with_name("logs")
MOST = 400


@frozen
class Golden:
    """A game that is kept for ever: of which rulebook, who plays, and how far."""

    book: str
    seats: tuple[str, ...] = ("Anna", "bot")
    dice: str = "auto"
    attempts: str | None = None
    variants: tuple[str, ...] = ()
    libraries: tuple[str, ...] = ()
    most: int = MOST
    seed: int = 7


GOLDEN = {
    "pig": Golden("pig"),
    "pig-match": Golden("pig", variants=("Two dice",), libraries=("series",), most=300),
    "farkle-by-hand": Golden("farkle", ("Anna", "Ben"), dice="ask", most=200),
    "liars-dice": Golden("liars-dice", ("Anna", "Ben", "bot")),
    "yahtzee": Golden("yahtzee", ("Anna", "Ben"), most=250),
    "craps": Golden("craps", ("Anna",)),
    "keep-on-rolling": Golden("keep-on-rolling", ("Anna", "Ben", "bot")),
    "perfecto-advanced": Golden("perfecto-advanced", ("Anna", "bot"), most=150),
    "six-by-six": Golden("six-by-six"),
    "diangle": Golden("diangle", most=150),
    "dice-mikado": Golden("06-dice-mikado", ("Anna", "bot"), most=120),
    "captain-flint": Golden("01-captain-flint", ("Anna", "Ben"), attempts="ask", most=60),
    "storing-scores": Golden("15-storing-scores", most=120),
    "rasanto": Golden("23-rasanto", ("Anna", "Ben"), most=120),
    "reducto": Golden("46-reducto", ("Anna", "bot"), most=120),
    "turned-over": Golden("turned-over", ("Anna",), most=120),
    "masquerade": Golden("34-masquerade", ("Anna", "Ben", "bot"), most=80),
    "two-out-of-three": Golden("two-out-of-three"),
}


def text_of(golden: Golden) -> str:
    from dicedsl.interpreter.play.session.log import log_of

    session = new_session(
        golden.book, list(golden.seats), golden.seed, golden.dice, golden.attempts, golden.variants, golden.libraries
    )
    return log_of(go_on(session, golden.most).as_saved()).text()


if __name__ == "__main__":
    for name, golden in GOLDEN.items():
        path = LOGS / f"{name}.jsonl"
        if not path.exists():
            path.write_text(text_of(golden), "utf-8")
            print(f"{path.name}: {path.stat().st_size} bytes")
