"""A rulebook being written, and the game it describes: problems, examples, rules, and a game that goes on after an edit when it can.

Nothing here knows a page.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from attrs import define, field

from dicedsl.about import About, OptionValue
from dicedsl.author.mistakes import Mistake, mistake_of
from dicedsl.author.proof import Proof, ProvedExample, ProvedPosition
from dicedsl.check_door import check
from dicedsl.errors import DiceError, UsageError, errors_of
from dicedsl.interpreter.bots import DEFAULT
from dicedsl.interpreter.game import Game
from dicedsl.interpreter.model.naming import sentence
from dicedsl.interpreter.play.session.correcting import replay_on
from dicedsl.interpreter.play.session.session import Session
from dicedsl.interpreter.play.session.transcript import entry_lines
from dicedsl.rulebook.setting import Unfit, checked_option, fits, usual_players
from dicedsl.studio.links import LONGEST_STUDIO_TEXT, link_piece_of
from dicedsl.text.source import Source


@define(eq=False)
class EditedRulebook:
    text: str
    name: str = "my-game.dice"
    files_from: Path | None = None
    mistakes: list[Mistake] = field(factory=list)
    examples: list[ProvedExample] = field(factory=list)
    session: Session | None = None
    note: str = ""  # what became of the game after the last edit
    _proof: Proof | None = None
    _game: Game | None = None

    # -------------------------------------------------------------- writing

    def edit(self, text: str) -> None:
        """Take a new text: look for mistakes, and if there are none, run the examples and go on with the game."""
        if self.take_text(text):
            self.prove()
            self.go_on()

    def take_text(self, text: str) -> bool:
        """Take a new text and look for mistakes; whether it is sound. The rest stays as it was for the last sound text."""
        if len(text) > LONGEST_STUDIO_TEXT:
            raise UsageError(f"A rulebook in the studio has at most {LONGEST_STUDIO_TEXT:,} characters.")
        problems = check(self._source(text), self.files_from)
        self.text = text
        self.mistakes = [mistake_of(text, problem) for problem in problems]
        return not errors_of(problems)

    def _source(self, text: str | None = None) -> Source:
        return Source(self.name, (self.text if text is None else text).replace("\r\n", "\n"))

    @property
    def is_sound(self) -> bool:
        return not any(mistake.is_error for mistake in self.mistakes)

    # -------------------------------------------------------------- examples

    def prove(self) -> None:
        """Run the examples of a sound text."""
        self._game = Game(self._source(), self.files_from)
        self._proof = Proof.of(self._source(), self.files_from)
        self.examples = self._proof.prove_all()

    def example_at(self, line: int) -> ProvedExample | None:
        return next((example for example in self.examples if example.line <= line <= example.last), None)

    def position(self, line: int) -> ProvedPosition | None:
        """The position after a line of an example; None if no example stands there, or it goes wrong before that line."""
        return None if self._proof is None else self._proof.position(line)

    # -------------------------------------------------------------- the game beside it

    @property
    def game(self) -> Game:
        """The game of the last sound text. UsageError if there has been none."""
        if self._game is None:
            raise UsageError("The game appears here as soon as the rulebook has no mistakes.")
        return self._game

    def rules(self) -> str:
        """The rules of the last sound text in words."""
        from dicedsl.errors import raise_errors
        from dicedsl.prose.rules import rules_text
        from dicedsl.rulebook.loading import load_source

        book, problems = load_source(self.game.source, (), self.files_from)
        raise_errors(problems)
        assert book is not None
        return rules_text(book)

    def start(
        self,
        seats: Sequence[str] | None = None,
        seed: int = 1,
        options: Mapping[str, OptionValue] | None = None,
        variants: Sequence[str] = (),
    ) -> Session:
        """A new game of the last sound text: with so many seats, or with one person and bots."""
        count = usual_players(self.game.about) if seats is None else len(seats)
        table = self.game.table(players=count, options=options, variants=variants)
        self.session = Session(table, seats or ["you", *[DEFAULT] * (table.players - 1)], seed)
        self.note = "A new game."
        return self.session

    def go_on(self) -> None:
        """After an edit: the game as far as it went, by the new rules. Where it cannot, a new one, and why."""
        old = self.session
        if old is None:
            return
        about = self.game.about
        seats = [seat.name for seat in old.seats]
        variants = [name for name in old.table.about.chosen if name in about.variants]
        options, lost = _options_kept(about, dict(old.table.setting.options))
        lost += [f"the variant {name!r}" for name in old.table.about.chosen if name not in about.variants]
        is_other = about.title != old.table.about.title
        try:
            if not fits(about, len(seats)):
                self.start(None, old.seed, options, variants)
                why = f"this is {about.title}" if is_other else f"it is not for {len(seats)} any more"
                self.note = f"A new game: {why}."
                return
            table = self.game.table(players=len(seats), options=options, variants=variants)
        except (DiceError, UsageError) as error:
            self.note = f"The game was left as it was: {error}"
            return
        if table.fingerprint == old.table.fingerprint:
            return
        gone = f" Gone: {', '.join(lost)}." if lost else ""
        self.session, done = replay_on(old, table)
        if done == len(old.entries):
            self.note = f"The rules have changed; the game goes on.{gone}"
            return
        if is_other:
            self.start(None, old.seed)
            self.note = f"A new game: this is {about.title}."
            return
        what = sentence(" ".join(entry_lines(old, old.entries[done], None)[:1])) or "What was done there."
        self.note = (
            f"The rules have changed: step {done + 1} of {len(old.entries)} ({what.rstrip('.')}) is not possible any more; "
            f"the game goes on from there.{gone}"
        )

    def undo(self) -> None:
        """Back to what a person decided last, dice or not: in the studio nobody is cheated."""
        old = self.session
        people = [i for i, entry in enumerate(old.entries) if entry.need.is_person] if old is not None else []
        if old is None or not people:
            raise UsageError("There is nothing to take back: no person has moved yet.")
        self.session, _ = replay_on(old, old.table, people[-1])
        self.note = "The last move was taken back."

    # -------------------------------------------------------------- sharing

    def link(self) -> str:
        """The text as a piece of a link."""
        return link_piece_of(self.text)


def _options_kept(about: About, chosen: Mapping[str, OptionValue]) -> tuple[dict[str, OptionValue], list[str]]:
    """The options of a game that can be chosen as they were, and the others in words."""
    kept: dict[str, OptionValue] = {}
    lost = []
    for name, value in chosen.items():
        try:
            kept[name] = checked_option(about, name, value)
        except Unfit:
            lost.append(f"the option {name} = {value}")
    return kept, lost


def players_of(about: About, most: int = 8) -> Iterator[int]:
    """The numbers of players it can be played with, as far as that is worth a menu."""
    if not about.more:
        yield from sorted(set(about.counts))
    elif about.counts:
        yield from range(min(about.counts), max(most, min(about.counts)) + 1)
