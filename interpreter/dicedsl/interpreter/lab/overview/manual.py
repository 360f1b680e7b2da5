"""Lines of games as a page of the manual, and how far their places agree with where somebody else has put them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from dicedsl.interpreter.lab.overview.game_line import GameLine
from dicedsl.interpreter.lab.overview.strong_beginning import StrongBeginning
from dicedsl.interpreter.lab.triangle.shares import TRIANGLE_PARTS
from dicedsl.text.plain import plain


def table(lines: Sequence[GameLine], strong: Mapping[str, StrongBeginning]) -> str:
    """A row for each game, in Markdown."""
    rows = [
        f"| game | {' | '.join(TRIANGLE_PARTS)} | decisions | minutes | who begins | the same, strong | games, playouts | what stands out |",
        "| --- |" + " ---: |" * 5 + " --- | --- | --- | --- |",
    ]
    for line in lines:
        shares = " | ".join(f"{share.value:.0f} ({share.low:.0f} to {share.high:.0f})" for share in line.place.shares)
        decisions = "-" if line.decisions is None else line.decisions.text
        begins = "-"
        if line.beginning is not None:
            begins = f"{line.beginning.value:+.1f} ({line.beginning.low:+.1f} to {line.beginning.high:+.1f})"
        among_strong, evidence = _among_strong(strong.get(line.name))
        minutes = f"{max(1, round(line.minutes))}"
        cells = (_cell(line.title), shares, decisions, minutes, begins, among_strong, evidence, _cell(line.surprise))
        rows.append(f"| {' | '.join(cells)} |")
    return "\n".join(rows)


def _among_strong(row: StrongBeginning | None) -> tuple[str, str]:
    """The advantage among equals who search, and of how many games with how many playouts for a choice."""
    if row is None:
        return "-", "-"
    return row.text, f"{row.games}, {row.playouts}" if row.games else "-"


def clear_beginnings(lines: Sequence[GameLine], strong: Mapping[str, StrongBeginning]) -> str:
    """Sentences on how many games have a figure among equals who search, and where it is clear that beginning helps or hurts."""
    both = [(line, strong[line.name]) for line in lines if line.name in strong and strong[line.name].players > 1]
    played = [(line, row) for line, row in both if row.advantage is not None]
    helped = [_cell(line.title) for line, row in played if row.is_clear and row.advantage and row.advantage.low > 0]
    hurt = [_cell(line.title) for line, row in played if row.is_clear and row.advantage and row.advantage.low <= 0]
    several = sum(line.place.players > 1 for line in lines)
    text = f"Among equals who search {len(played)} of {several} games for several players have a figure; in {len(helped) + len(hurt)} of them the interval leaves 0 out."
    if helped:
        text += f" Beginning helps in {', '.join(helped)}."
    if hurt:
        text += f" It hurts in {', '.join(hurt)}."
    return text


def _cell(text: str) -> str:
    return "".join(f"\\{letter}" if letter in "\\|*_`<>[]" else letter for letter in plain(text))


def agreement(lines: Sequence[GameLine], put: Mapping[str, str]) -> Iterator[str]:
    """Sentences on how far places agree with `put`, the corner of each game by somebody's word; only of games that are placed."""
    both = [line for line in lines if line.name in put]
    if len(both) < 3:
        yield f"Of the {len(put)} games that the text puts somewhere, {len(both)} are placed here so far: too few to compare."
        return
    nearest = sum(max(line.place.shares, key=lambda share: share.value).name == put[line.name] for line in both)
    yield f"Of {len(both)} games that the text puts somewhere and that are placed here, {nearest} have their greatest share in that corner."
    for number, part in enumerate(TRIANGLE_PARTS):
        correlation = rank_correlation(
            [line.place.shares[number].value for line in both], [float(put[line.name] == part) for line in both]
        )
        if correlation is not None:
            yield f"For {part} the rank correlation is {correlation:+.2f}."


def rank_correlation(first: Sequence[float], second: Sequence[float]) -> float | None:
    """Spearman's, equal values sharing the mean of their ranks; None if one of the two says nothing."""
    ones, others = _ranks(first), _ranks(second)
    middle = (len(first) + 1) / 2
    both = sum((one - middle) * (other - middle) for one, other in zip(ones, others, strict=True))
    spread = sum((one - middle) ** 2 for one in ones) * sum((other - middle) ** 2 for other in others)
    return both / float(spread**0.5) if spread else None


def _ranks(values: Sequence[float]) -> list[float]:
    ranked = sorted(values)
    return [ranked.index(value) + (ranked.count(value) + 1) / 2 for value in values]
