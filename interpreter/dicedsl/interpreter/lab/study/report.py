"""A study as lines of text: short sentences and columns, without frames, so that it can be read aloud."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from dicedsl.interpreter.lab.many_games.estimates import Difference, Estimate
from dicedsl.interpreter.lab.many_games.reporting import columns, percent
from dicedsl.interpreter.lab.study.studying import Meeting, StudiedAnswer, Study
from dicedsl.text.plain import plain


def study_text(study: Study) -> str:
    parts = [
        _head(study),
        _figures(study.figures),
        _meetings(study.meetings),
        _answers(study),
        _rules(study),
        _messages(study),
    ]
    return "\n\n".join("\n".join(map(plain, part)) for part in parts if part)


def comparison(first: Study, second: Study, names: tuple[str, str], differences: Sequence[Difference]) -> str:
    parts = [[f"A: {names[0]}", f"B: {names[1]}"], _head(first), _head(second), difference_lines(differences)]
    return "\n\n".join("\n".join(map(plain, part)) for part in parts)


def _head(study: Study) -> list[str]:
    one = study.summary
    games = f"{one.games:,} games at random" + (" (stopped)" if one.stopped else "")
    return [
        f"{one.title}: {games}, {study.watched} of {study.by} watched",
        f"Seed {one.seed}, {one.players} player{'s' * (one.players != 1)}, {one.engine} engine."
        f" A game takes people about {max(1, round(study.minutes))} minutes.",
    ]


def _figures(figures: Sequence[Estimate]) -> list[str]:
    rows = [["Figure", "value", "", "95 % interval"]]
    rows += [[figure.name, figure.text, figure.unit, figure.interval] for figure in figures]
    return columns(rows, left=(0, 2))


def difference_lines(differences: Sequence[Difference]) -> list[str]:
    rows = [["Figure", "A", "B", "", "B - A", "95 % interval", "clear?"]]
    for row in differences:
        rows.append([
            row.name, row.first.text, row.second.text, row.unit, f"{row.difference:+.2f}", f"{row.low:+.2f} to {row.high:+.2f}",
            "yes" if row.clear else "no",
        ])  # fmt: skip
    return columns(rows, left=(0, 3, 6))


def _meetings(meetings: Sequence[Meeting]) -> list[str]:
    return [
        f"{met.better} among {met.others} wins {percent(met.wins)[0]} of {met.games} games ({percent(met.wins)[1]}),"
        f" a fair share being {100 * met.fair:.1f} %."
        for met in meetings
    ]


def _answers(study: Study) -> list[str]:
    if not study.answers:
        return []
    rows = [["Answers", "line", "at random", "by good players", "offered", "shortest game with it"]]
    for answer in study.answers:
        good = "-" if answer.by_good is None else f"{100 * answer.by_good.share:.1f} %"
        rows.append([
            answer.name, str(answer.line), f"{100 * answer.at_random.share:.1f} %", good, f"{answer.offered:,}", shortest(answer.shortest),
        ])  # fmt: skip
    avoided = [answer for answer in study.answers if answer.avoided]
    return [*columns(rows), *_avoided(avoided)]


def _avoided(avoided: Sequence[StudiedAnswer]) -> Iterator[str]:
    for answer in avoided:
        yield f"Good players never take {answer.name!r} (line {answer.line}), offered {answer.offered} times."


def shortest(game: tuple[int, int] | None) -> str:
    return "none found" if game is None else f"{game[0]} steps, number {game[1]}"


def _rules(study: Study) -> list[str]:
    if not study.rules:
        return []
    rows = [["Rules", "uses a game", "shortest game with it"]]
    rows += [[rule.name, f"{rule.per_game:.2f}", shortest(rule.shortest)] for rule in study.rules]
    return columns(rows)


def _messages(study: Study) -> list[str]:
    if not study.messages:
        return []
    rows = [["Messages", "times a game"]]
    rows += [[text, f"{times / study.watched:.2f}"] for text, times in study.messages]
    return columns(rows)
