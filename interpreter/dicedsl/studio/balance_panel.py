"""Whether a game is fair and how long it takes, from many games of players who choose at random."""

from __future__ import annotations

import asyncio
import time
from html import escape

from attrs import define
from nicegui import ui

from dicedsl.errors import DiceError, UsageError
from dicedsl.interpreter.engines.engine_choice import engine_for
from dicedsl.interpreter.lab.many_games.figures import Bar, Share
from dicedsl.interpreter.lab.many_games.reporting import percent
from dicedsl.interpreter.lab.many_games.simulate import Summary, summary
from dicedsl.interpreter.lab.many_games.workers import play_many
from dicedsl.interpreter.model.naming import sentence
from dicedsl.interpreter.play.session.fair_dice import fresh_seed
from dicedsl.program.ops import Program
from dicedsl.studio.edited_rulebook import EditedRulebook
from dicedsl.studio.widgets import button, in_a_thread, say
from dicedsl.text.plain import plain

GAMES_TO_PLAY = 1_000
LONGEST_RUN = 30.0  # seconds, after which what has been played has to do


@define
class BalanceRun:
    """Games being played, which can be stopped at any time."""

    done: int = 0
    stopped: bool = False

    def play(self, program: Program, games: int, seed: int) -> Summary:
        begun = time.monotonic()

        def stop_now(done: int) -> bool:
            self.done = done
            return self.stopped or time.monotonic() - begun > LONGEST_RUN

        engine = engine_for(program, None)
        return summary(program, engine.name, play_many(engine, games, seed, 1, stop_now).tally, games, seed)


class BalancePanel:
    def __init__(self, rulebook: EditedRulebook) -> None:
        self.rulebook = rulebook
        self.run: BalanceRun | None = None
        self.found: Summary | None = None
        self.of = ""  # the fingerprint of the game that was played
        self.error = ""
        self._view = ui.refreshable(self._draw)

    def build(self) -> None:
        self._view()

    def refresh(self) -> None:
        self._view.refresh()

    async def play(self) -> None:
        session = self.rulebook.session
        if session is None or self.run is not None:
            return
        self.run, self.error = BalanceRun(), ""
        self._view.refresh()
        try:
            task = asyncio.ensure_future(in_a_thread(self.run.play, session.table.program, GAMES_TO_PLAY, fresh_seed()))
            while not task.done():
                await asyncio.wait([task], timeout=0.2)
                self._progress.set_value(self.run.done / GAMES_TO_PLAY)
                self._told.set_text(f"{self.run.done:,} of {GAMES_TO_PLAY:,} games")
            self.found, self.of = task.result(), session.table.fingerprint
        except (DiceError, UsageError) as error:
            self.error = f"A game cannot be played to its end: {sentence(str(error))}"
        finally:
            self.run = None
            self._view.refresh()

    def _stop(self) -> None:
        if self.run is not None:
            self.run.stopped = True

    # -------------------------------------------------------------- drawing

    def _draw(self) -> None:
        session = self.rulebook.session
        if session is None:
            say("There is nothing to play yet: the rulebook has mistakes.")
            return
        if self.run is not None:
            self._told = say("The game is made ready …").props('role="status"')
            self._progress = ui.linear_progress(0, show_value=False).props('aria-label="games played"')
            button("Stop", self._stop)
            return
        players = session.table.players
        button(f"Play {GAMES_TO_PLAY:,} games", self.play, "dd-main ds-simulate")
        say(
            f"With {players} player{'s' * (players != 1)} who choose at random, by the options of the game beside.",
            "dd-small",
        )
        if self.error:
            say(self.error, "dd-refused").props('role="alert"')
        if self.found is not None and self.found.games:
            if self.of != session.table.fingerprint:
                say("These are of the rules as they were before.", "dd-refused")
            ui.html(figures(self.found), sanitize=False).classes("ds-figures")


def figures(summary_: Summary) -> str:
    """What was found, as tables with bars beside the numbers."""
    parts = [f"<p>{summary_.games:,} games{' (stopped)' if summary_.stopped else ''}.</p>"]
    rows = [_share_row(f"seat {seat.seat + 1}", seat.wins) for seat in summary_.seats]
    if summary_.nobody.count:
        rows.append(_share_row("nobody", summary_.nobody))
    parts.append(_table("Who wins", ("", "share", "95 % interval", ""), rows))
    if summary_.advantage is not None:
        low, high = summary_.advantage.low, summary_.advantage.high
        word = "an advantage" if low > 0 else "a disadvantage" if high < 0 else "no clear advantage"
        parts.append(f"<p>To begin is {word}: {100 * low:+.1f} to {100 * high:+.1f} points.</p>")
    reasons = [_share_row(reason or "without a reason", Share.of(n, summary_.games)) for reason, n in summary_.reasons]
    parts.append(_table("How it ends", ("", "share", "95 % interval", ""), reasons))
    for length in summary_.lengths[:1]:
        spread = length.spread
        heading = f"{length.unit}: {spread.mean:.1f} in the mean, from {spread.least} to {spread.greatest}"
        parts.append(_table(heading.capitalize(), ("", "games", ""), _bars(length.bars)))
    if summary_.scores:
        parts.append(_table("Scores", ("", "players", ""), _bars(summary_.scores)))
    return "".join(parts)


def _share_row(name: str, share: Share) -> str:
    percent_text, interval = percent(share)
    low, high, at = (100 * value for value in (share.low, share.high, share.share))
    drawn = f'<span class="ds-range" style="left:{low:.1f}%;width:{high - low:.1f}%"></span>'
    drawn += f'<span class="ds-point" style="left:{at:.1f}%"></span>'
    return _row((name, percent_text, interval), f'<div class="ds-scale" aria-hidden="true">{drawn}</div>')


def _bars(bars: tuple[Bar, ...]) -> list[str]:
    most = max((bar.count for bar in bars), default=1) or 1
    rows = []
    for bar in bars:
        name = str(bar.low) if bar.low == bar.high else f"{bar.low} to {bar.high}"
        drawn = f'<div class="ds-length" aria-hidden="true" style="width:{100 * bar.count / most:.1f}%"></div>'
        rows.append(_row((name, f"{bar.count:,}"), drawn))
    return rows


def _row(cells: tuple[str, ...], drawn: str) -> str:
    first, *others = (escape(plain(cell)) for cell in cells)
    return (
        f'<tr><th scope="row">{first}</th>'
        + "".join(f"<td>{o}</td>" for o in others)
        + f'<td class="ds-drawn">{drawn}</td></tr>'
    )


def _table(title: str, heads: tuple[str, ...], rows: list[str]) -> str:
    head = "".join(f'<th scope="col">{escape(h)}</th>' if h else "<td></td>" for h in heads)
    return f"<table><caption>{escape(plain(title))}</caption><thead><tr>{head}</tr></thead><tbody>{''.join(rows)}</tbody></table>"
