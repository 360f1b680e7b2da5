"""A study as a page to read or to print."""

from __future__ import annotations

from collections.abc import Sequence

from dicedsl.interpreter.lab.charts import bars, intervals
from dicedsl.interpreter.lab.html_page import page, paragraph, section, table
from dicedsl.interpreter.lab.many_games.estimates import Difference
from dicedsl.interpreter.lab.many_games.reporting import percent
from dicedsl.interpreter.lab.study.report import shortest
from dicedsl.interpreter.lab.study.studying import WEIGHT_THAT_MATTERS, Study

HOW = (
    "Players who choose at random play the many games. Some games of players who look ahead are watched: how a position stands is asked of"
    " games played on from it at random. Every figure has a 95 % interval."
)


def study_page(study: Study) -> str:
    one = study.summary
    players = f"{one.players} player{'s' * (one.players != 1)}"
    return page(one.title, [
        paragraph(f"{one.games:,} games at random and {study.watched} of {study.by}, {players}, seed {one.seed}, {one.engine} engine. "
                  f"A game takes people about {max(1, round(study.minutes))} minutes."),
        paragraph(HOW, soft=True),
        _winning(study), _figures(study), _length(study), _better(study), _answers(study), _rules(study), _messages(study),
    ])  # fmt: skip


def compared_page(first: Study, second: Study, names: tuple[str, str], differences: Sequence[Difference]) -> str:
    title = f"{first.summary.title}: {names[0]} and {names[1]}"
    rows = [
        (row.name, f"{row.first.text} {row.unit}", f"{row.second.text} {row.unit}", f"{row.difference:+.2f}",
         f"{row.low:+.2f} to {row.high:+.2f}", "yes" if row.clear else "no")
        for row in differences
    ]  # fmt: skip
    clear = "A difference is called clear if it would hardly come about by luck, even with this many figures looked at (Holm, 5 %)."
    head = ("figure", f"A: {names[0]}", f"B: {names[1]}", "B - A", "95 % interval", "clear")
    return page(title, [paragraph(HOW, soft=True), table(head, rows), paragraph(clear, soft=True)])


def _winning(study: Study) -> str:
    one = study.summary
    if one.players < 2:
        return ""
    rows = [
        (f"P{seat.seat + 1}", 100 * seat.wins.share, 100 * seat.wins.low, 100 * seat.wins.high) for seat in one.seats
    ]
    agreement = ""
    if one.advantage is not None:
        low, high = one.advantage.low, one.advantage.high
        how = "an advantage" if low > 0 else "a disadvantage" if high < 0 else "no clear advantage"
        agreement = paragraph(
            f"To begin is {how}: {100 * one.advantage.difference:+.1f} points ({100 * low:+.1f} to {100 * high:+.1f})."
        )
    return section("Who wins", intervals(rows, "how often each seat wins", 100 / one.players), agreement)


def _figures(study: Study) -> str:
    rows = [(row.name, f"{row.text} {row.unit}", row.interval) for row in study.figures]
    note = (
        "Choices that matter: the best answer wins at least "
        f"{100 * WEIGHT_THAT_MATTERS:.0f} points in a hundred more often than the worst. The winner is as good as known once it would win nine in ten games."
    )
    return section("Figures", table(("figure", "value", "95 % interval"), rows), paragraph(note, soft=True))


def _length(study: Study) -> str:
    one = study.summary
    drawn = [bars(length.bars, f"{length.unit} in a game") for length in one.lengths if len(length.bars) > 1]
    named = [paragraph(f"{length.unit.capitalize()} in a game") for length in one.lengths if len(length.bars) > 1]
    scores = [paragraph("Scores"), bars(one.scores, "scores")] if len(one.scores) > 1 else []
    return section(
        "How long, and how much", *(part for pair in zip(named, drawn, strict=True) for part in pair), *scores
    )


def _better(study: Study) -> str:
    if not study.meetings:
        return ""
    rows = [
        (met.better, met.others, f"{met.games}", *percent(met.wins), f"{100 * met.fair:.1f} %")
        for met in study.meetings
    ]
    return section(
        "What better play changes",
        table(("one", "among", "games", "wins", "95 % interval", "fair share"), rows, (0, 1)),
    )


def _answers(study: Study) -> str:
    if not study.answers:
        return ""
    rows = [
        (row.name, f"{row.file}, line {row.line}", f"{100 * row.at_random.share:.1f} %",
         "-" if row.by_good is None else f"{100 * row.by_good.share:.1f} %", f"{row.offered:,}", shortest(row.shortest))
        for row in study.answers
    ]  # fmt: skip
    avoided = [
        paragraph(f"Good players never take “{row.name}”, which they were offered {row.offered} times.")
        for row in study.answers
        if row.avoided
    ]
    head = ("answer", "choice", "at random", "good players", "offered", "shortest game with it")
    return section("Answers", table(head, rows, (0, 1)), *avoided)


def _rules(study: Study) -> str:
    rows = [(rule.name, f"{rule.per_game:.2f}", shortest(rule.shortest)) for rule in study.rules]
    return section("Rules", table(("rule", "uses a game", "shortest game with it"), rows)) if rows else ""


def _messages(study: Study) -> str:
    rows = [(text, f"{times / study.watched:.2f}") for text, times in study.messages]
    return section("Messages", table(("text", "times a game"), rows)) if rows else ""
