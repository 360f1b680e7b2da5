"""What the rulebook wants tried at a real table: whether people do that and say what happened, or the odds decide."""

from __future__ import annotations

from dicedsl.interpreter.chance import Chance
from dicedsl.interpreter.play.terminal.display import LEAVING, Display
from dicedsl.interpreter.play.terminal.screen import InputEnded
from dicedsl.interpreter.seeds import derived_seed
from dicedsl.interpreter.show.text import wrapped
from dicedsl.interpreter.state import Move

BY_ODDS = 1_000  # a stream of its own for attempts that a person lets the program draw


class AttemptMode:
    """How attempts of the people at one screen go. They are asked once in a game, and may change it at any time."""

    def __init__(self, display: Display) -> None:
        self.display = display
        self.session = display.session
        self.table = display.table
        self._has_dice = False  # whether people try with real dice what the game wants tried
        self.by_odds = False  # whether attempts of people are drawn from now on

    def draw_report(self) -> Move:
        """What comes of an attempt by the odds of the rulebook."""
        chance = Chance(derived_seed(self.session.seed, BY_ODDS, len(self.session.entries)))
        return self.table.report_by_odds(self.session.state, chance)

    def ask_for_real_dice(self) -> bool:
        """Once in a game: whether somebody at a screen tries things at a real table, or lets the odds decide for all seats."""
        if self._has_dice or not self.display.screen.live or self.session.dice == "ask":
            return False
        decision = self.table.decision(self.session.state)
        assert decision is not None
        self.display.screen.say_for_now("")
        if any(entry.need.kind == "choose" for entry in self.session.entries):
            # There is something to decide without dice: nobody has to be asked.
            note = f"How “{decision.label}” goes is drawn by the odds of the rulebook. If you try it with real dice, type real."
            self.display.screen.say(*wrapped(note, self.display.width))
            self.by_odds = True
            return True
        self.display.screen.say(
            *self.display.take_news_lines(self.display.reader(self.session.need().seat)),
            *wrapped(
                f"In this game something is tried with real dice (“{decision.label}”). Have you set it up on a table, and will you"
                " say what happened? Otherwise the odds of the rulebook decide how it goes.",
                self.display.width,
            ),
        )
        while (answer := self.display.screen.read("Real dice? (yes, or Enter for the odds) ").lower()) in {"?", "help"}:
            self.display.screen.say(
                *wrapped(
                    "yes: you play with real dice on a table, try each time what the game asks for, and type what happened."
                    " Enter or no: nothing is needed, and chance decides each time, as often for you as the rulebook says.",
                    self.display.width,
                )
            )
        if answer in LEAVING:
            raise InputEnded(asked=True)
        if answer.startswith("y"):
            self.take_real_dice()
        self.by_odds = not self._has_dice
        return self.by_odds

    def take_real_dice(self) -> None:
        """From now on people try at a real table what the game wants tried, and say what happened."""
        self._has_dice, self.by_odds = True, False
