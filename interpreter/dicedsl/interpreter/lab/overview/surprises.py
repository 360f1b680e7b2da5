"""What is most surprising about a game, chosen from the figures of a study and of its place; no word about any game.

Each finding has a weight from 0 to 1: how far the figure is from what one would expect, by the end of its interval that is nearer to that.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from dicedsl.interpreter.lab.study.studying import Study
from dicedsl.interpreter.lab.triangle.placement import PlacedGame

EARLY, LATE = 100 / 3, 95.0  # of a hundred choices, after which the winner is known
MANY_GAMES = 300  # after which it is said that something never happens
USUAL_LEAD_CHANGES = 4.0  # changes of the lead
USUAL_TIMES_AS_LONG = 10.0
NO_SURPRISE = "nothing that stands out"


@frozen
class Surprise:
    """A sentence, and how much it would surprise."""

    weight: float
    text: str


def most_surprising(study: Study, placed: PlacedGame | None = None) -> str:
    surprises = [finding for finding in findings(study, placed) if finding.weight > 0]
    return max(surprises, key=lambda finding: finding.weight).text if surprises else NO_SURPRISE


def findings(study: Study, placed: PlacedGame | None = None) -> Iterator[Surprise]:
    """All that may be worth a sentence."""
    yield from _beginning(study)
    yield from _unused(study)
    yield from _course(study)
    yield from _thinking(placed)


def _beginning(study: Study) -> Iterator[Surprise]:
    advantage = study.summary.advantage
    if advantage is None:
        return
    nearest = advantage.low if advantage.low > 0 else -advantage.high if advantage.high < 0 else 0.0
    wins, fair = 100 * advantage.wins.share, 100 * advantage.fair
    yield Surprise(min(1.0, 4 * nearest), f"who begins wins {wins:.0f} % at random, a fair share being {fair:.0f} %")
    nobody = study.summary.nobody
    yield Surprise(nobody.low, f"nobody wins {100 * nobody.share:.0f} % of the games at random")


def _unused(study: Study) -> Iterator[Surprise]:
    for answer in study.answers:
        if answer.avoided and not answer.reported:
            weight = 0.5 + 0.3 * answer.at_random.low
            yield Surprise(weight, f"good players never take “{answer.name}”, offered {answer.offered} times")
    games = study.summary.games
    if games >= MANY_GAMES:
        for rule in study.rules:
            if rule.per_game == 0:
                yield Surprise(0.45, f"the rule “{rule.name}” was used in none of {games:,} games at random")


def _course(study: Study) -> Iterator[Surprise]:
    figures = {figure.name: figure for figure in study.figures}
    known = figures.get("winner as good as known after")
    if known is not None:
        text = f"the winner is as good as known after {known.value:.0f} % of the choices"
        yield Surprise(0.9 * (EARLY - known.high) / EARLY + 0.1 if known.high < EARLY else 0.0, text)
        yield Surprise(0.4 if known.low > LATE else 0.0, f"open to the end: {text}")
    idle = figures.get("turns without a decision")
    if idle is not None:
        text = f"{idle.value:.0f} % of the turns of good players leave them nothing to decide"
        yield Surprise((idle.low - 50) / 50, text)
    matter = figures.get("choices that matter")
    if matter is not None:
        text = f"only {matter.value:.0f} % of the choices looked at matter (5 points in a hundred or more)"
        yield Surprise(0.6 * (20 - matter.high) / 20, text)
    changes = figures.get("changes of the lead")
    if changes is not None:
        text = f"the lead changes {changes.value:.0f} times among good players"
        yield Surprise(min(0.6, 0.1 * (changes.low - USUAL_LEAD_CHANGES)), text)
    length = study.summary.length
    if length is not None and length.median and study.summary.games >= MANY_GAMES:
        times = length.greatest / length.median
        text = f"the longest game at random took {times:.0f} times as many {study.summary.unit} as half of them"
        yield Surprise(min(0.35, 0.03 * (times - USUAL_TIMES_AS_LONG)), text)


def _thinking(placed: PlacedGame | None) -> Iterator[Surprise]:
    if placed is None or placed.met < 20 or not placed.by:
        return
    if placed.rest[2] > 0 and abs(placed.thinking) < 0.1:
        yield Surprise(0.3, "who looks ahead wins no more than who chooses at random")
    elif placed.thinking < -0.3:
        yield Surprise(-placed.thinking, "who looks ahead wins less than who chooses at random")
