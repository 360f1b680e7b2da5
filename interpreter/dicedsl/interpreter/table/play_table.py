"""A game set up for certain players and options: the contract on which play, bots and analysis are built.

Nothing here changes a state: `apply` returns a new one.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any
from weakref import WeakKeyDictionary

from dicedsl.errors import UsageError
from dicedsl.interpreter.chance import Chance
from dicedsl.interpreter.engines.contract import MOST_GAME_EVENTS, Engine, PickValues, PositionEditor, Referee
from dicedsl.interpreter.engines.engine_choice import engine_for, stepping_for
from dicedsl.interpreter.moves.move_reader import MoveReader, Names
from dicedsl.interpreter.moves.refusal_reasons import RefusalReasons
from dicedsl.interpreter.moves.wording import Wording
from dicedsl.interpreter.state import Move, Outcome, Result, State, StateTable, Turn
from dicedsl.interpreter.table.alternatives import TableAlternatives
from dicedsl.interpreter.table.encoding import Encoding
from dicedsl.interpreter.table.expressions import TableExpressions
from dicedsl.interpreter.table.moment import Moment
from dicedsl.interpreter.table.outcomes import Outcomes
from dicedsl.interpreter.table.results import result_of
from dicedsl.interpreter.table.sight import Sight
from dicedsl.program import ops
from dicedsl.program.fingerprint import fingerprint
from dicedsl.program.members import MEMBERS, nth
from dicedsl.program.position import Positions


class PlayTable:
    """One game with one setting, ready to be played: the rules, as far as those ask who play.

    First where we are (`start`, `turn`, `decision`), then moves and their words (`moves`, `why_not`, `parse_move`), chance (`outcomes`,
    `sample`), what an action leads to (`apply`, `step`, `result`), engines (`runner`), and states as text (`encode`, `decode`). Parts of
    it are asked by themselves: `alternatives` for moves of one alternative, `outcome_lister` for what chance may bring, `expressions` for
    what is shown and told, `sight` for what each seat may see. It holds no state itself: one table serves any number of games. What is
    made is always a `GameTable`, which adds what programs ask that learn.
    """

    def __init__(self, program: ops.Program) -> None:
        self.program = program
        self.about = program.about
        self.setting = program.setting
        self.reg = program.reg
        self.players = program.players
        self.referee: Referee = stepping_for(program)
        self.expressions = TableExpressions(self.referee.compiler)
        self.alternatives = TableAlternatives(self)
        self.answers = self.referee.answers
        self.report_drawer = self.referee.report_drawer
        self.words = Wording(self.program)
        self.outcome_lister = Outcomes(program, self.referee.equal_dice, self.words)
        self.move_reader = MoveReader(self.program, self.answers, self.words, self._seen, self.why_not)
        self._runners: dict[str | None, Engine] = {}
        self.memos: dict[object, Any] = {}  # what others work out once for this table
        self._plays_alike: WeakKeyDictionary[StateTable, bool] = WeakKeyDictionary()
        self._listed: tuple[State, int, tuple[tuple[int, ...], ...]] | None = None

    @cached_property
    def sight(self) -> Sight:
        """What each seat may see."""
        return Sight(self.program, self.referee.compiler.compile_condition, self.words)

    def _seen(self, state: State, seat: int) -> tuple[list[int], int]:
        return self.sight.without_secrets(state.cells, seat, self.decision(state)), self.sight.dice(state.cells, seat)

    # -------------------------------------------------------------- start and where we are

    def start(self) -> State:
        return self.state_of(self.referee.start())

    def state_of(self, cells: Sequence[int]) -> State:
        """The state of cells that an engine came to. Equal dice are put in order where nothing speaks of a single one of them."""
        return State(self, self.positions.ordered(tuple(cells)))

    @cached_property
    def fingerprint(self) -> str:
        """A text that is the same for every table with these rules and this setting."""
        return fingerprint(self.program)

    @cached_property
    def positions(self) -> Positions:
        """What makes two states equal."""
        return Positions(self.program)

    def plays_as(self, other: StateTable) -> bool:
        """Whether another table has the same rules and the same setting."""
        known = self._plays_alike.get(other)
        if known is None:
            known = self._plays_alike[other] = other.program is self.program or other.fingerprint == self.fingerprint
        return known

    def _block(self, state: State) -> ops.Block:
        if state.table is not self and not self.plays_as(state.table):
            raise UsageError("this state belongs to another game or another setting")
        return self.program.blocks[state.cells[self.reg.pc]]

    def checked_seat(self, seat: object) -> int:
        """A seat of this table. Seats count from 0."""
        if type(seat) is not int or not 0 <= seat < self.players:
            raise UsageError(f"there is no seat {seat!r} here: the seats are 0 to {self.players - 1}")
        return seat

    def turn(self, state: State) -> Turn:
        """Who is to act, and how."""
        end = self._block(state).end
        if isinstance(end, ops.Ask):
            decision = self.program.decisions[end.decision]
            seats = MEMBERS[state.cells[self.reg.asked]]
            if decision.reported:
                return Turn("report", seats)
            return Turn("choices" if decision.at_once else "choice", seats)
        if isinstance(end, (ops.RollDice, ops.DrawOne)):
            return Turn("chance")
        return Turn("over")

    def decision(self, state: State) -> ops.Decision | None:
        end = self._block(state).end
        return self.program.decisions[end.decision] if isinstance(end, ops.Ask) else None

    def is_dealing(self, state: State) -> bool:
        """Whether one of many draws of a single step is to come."""
        end = self._block(state).end
        return isinstance(end, ops.DrawOne) and end.dealt

    @cached_property
    def has_rounds(self) -> bool:
        """Whether rounds are a part of the rules; else they only count how often everybody has had a turn."""
        return any(block.label == "round" for block in self.program.blocks)

    def is_over(self, state: State) -> bool:
        return isinstance(self._block(state).end, ops.Over)

    # -------------------------------------------------------------- moves

    def asked(self, state: State, seat: int) -> tuple[ops.Decision, list[int]] | None:
        """What a seat has to choose, and the cells as its answers read them; None if it has nothing to choose."""
        self._block(state)
        return self.referee.asked(state.cells, seat)

    def moves(self, state: State, seat: int) -> list[Move]:
        """Every legal move of a seat, always in the same order."""
        say = self.teller(state, seat)
        return [Move(seat, answer[0], answer[1:], say) for answer in self.bare_moves(state, seat)]

    def teller(self, state: State, seat: int) -> Callable[[Move], str]:
        """A function that puts moves of a seat into words, once somebody asks for them."""

        def say(move: Move) -> str:
            asked = self.asked(state, seat)
            if asked is None or not 0 <= move.alternative < len(asked[0].alternatives):
                return ""
            return self.words.move(*asked, move.alternative, move.values)

        return say

    def bare_moves(self, state: State, seat: int) -> list[tuple[int, ...]]:
        """Every legal move of a seat without words: the alternative and the values picked, for those who only count or draw lots."""
        self._block(state)
        answers = list(self.referee.moves(state.cells, seat))
        self._listed = (state, seat, tuple(answers))
        return answers

    def _just_listed(self, state: State, move: Move) -> bool:
        """Whether it is one of the moves listed last: then nothing has to be judged again."""
        listed = self._listed
        return (
            listed is not None
            and listed[0] is state
            and listed[1] == move.seat
            and (move.alternative, *move.values) in listed[2]
        )

    def why_not(self, state: State, seat: int, move: Move) -> str | None:
        """The sentence of the first condition a move breaks; None if it is legal."""
        asked = self.asked(state, seat)
        if asked is None:
            return "It is not your turn to choose."
        decision = asked[0]
        if not 0 <= move.alternative < len(decision.alternatives):
            return "There is no such choice."
        alternative = decision.alternatives[move.alternative]
        if len(move.values) != len(alternative.picks):
            return f'"{alternative.name}" needs {len(alternative.picks)} answers.'
        broken = self.referee.refused(state.cells, seat, (move.alternative, *move.values))
        if broken is None:
            return None
        if broken >= 0:
            return self.program.texts[broken]
        if decision.reported:
            return "That cannot be reported now."
        cells, (seen, _) = asked[1], self._seen(state, seat)
        refusal_reasons = RefusalReasons(self.words, self.answers, cells, seen)
        return refusal_reasons.reason(self.answers.of(decision)[move.alternative], move.values)

    def parse_move(self, state: State, seat: int, text: str, names: Names | None = None) -> Move:
        """The move a text means to a seat, by what that seat sees, legal or not; `names` are those of the players, by seat."""
        return self.move_reader.read(state, seat, text, names)

    # -------------------------------------------------------------- chance

    def rolling(self, state: State) -> tuple[int, ...]:
        """The dice about to be rolled."""
        return MEMBERS[state.cells[self.reg.rolling]] if isinstance(self._block(state).end, ops.RollDice) else ()

    def roller(self, state: State) -> int:
        """Whose roll it is: whose zone the dice lie in, if it is one player's, else who acts; -1 if nobody does."""
        rolled = sum(1 << die for die in self.rolling(state))
        owners = {zone.owner for zone in self.program.zones if state.cells[self.reg.zone_mask + zone.number] & rolled}
        owner = owners.pop() if len(owners) == 1 else -1
        return owner if owner >= 0 else state.cells[self.reg.actor]

    def outcomes(self, state: State) -> list[Outcome]:
        """Each distinct outcome of chance once, with its exact probability."""
        return self.outcome_lister.all(self._block(state).end, state.cells)

    def draws_of_colour(self, state: State, colour: str) -> list[Outcome]:
        """The draws of a die of a colour."""
        end = self._block(state).end
        if not isinstance(end, ops.DrawOne) or end.shape != "die":
            return []
        return [outcome for outcome in self.outcomes(state) if self.program.dice[outcome.values[0]].colour == colour]

    def drawn(self, state: State, member: int) -> Outcome:
        """The outcome of a draw, by the member drawn; of equal dice the one that is listed."""
        return self.outcome_lister.of_draw(self._block(state).end, state.cells, member)

    def sample(self, state: State, chance: Chance) -> Outcome:
        """An outcome by lot, without listing them all."""
        end = self._block(state).end
        mask = state.cells[self.reg.rolling]
        if isinstance(end, ops.DrawOne):
            return self.drawn(state, nth(mask, chance.below(mask.bit_count())))
        values = self.referee.draw(state.cells, chance)
        return self.outcome_lister.of_roll(state.cells, values)

    # -------------------------------------------------------------- then what

    def apply(self, state: State, action: Move | Outcome) -> State:
        """The state after a move, a report or an outcome; the old one stays as it was."""
        cells, block = self.begun(state, action)
        self.referee.go_on(cells, block)
        return self.state_of(cells)

    def step(self, state: State, action: Move | Outcome) -> tuple[State, list[str]]:
        """The state that `apply` gives, and what was said to everybody on the way."""
        if self.program.telling.spoken:
            cells, moments = self.moments(state, action)
            return self.state_of(cells), [m.text for m in moments if m.text]
        after = self.apply(state, action)
        return after, [self.program.texts[t] for t in self.referee.told]

    def moments(self, state: State, action: Move | Outcome) -> tuple[list[int], list[Moment]]:
        """The cells that an action leads to, and the moments on the way that are worth telling of, each with its cells.

        Equal dice are as they were moved: they are not put in order again as those of a state are.
        """
        cells, block = self.begun(state, action)
        moments = self.referee.watch(cells, block)
        return cells, [self._moment(*moment) for moment in moments]

    def _moment(self, register: int, text: int, spoken: int, variables: PickValues, cells: list[int]) -> Moment:
        if spoken < 0:
            return Moment(tuple(cells), register, self.program.texts[text] if text >= 0 else "")
        said = self.program.telling.spoken[spoken]
        pieces, values = [said.pieces[0]], []
        for worth, after in zip(said.values, said.pieces[1:], strict=True):
            value = self.expressions.value_of(worth.value, said.variables, variables, cells)
            values.append((worth, value))
            pieces += ["?" if value is None else self.words.content_text(worth.shape, worth.many, value), after]
        return Moment(tuple(cells), register, "".join(pieces), said.pieces, tuple(values))

    @property
    def position_editor(self) -> PositionEditor:
        """For positions that are laid by hand, as examples do it."""
        return self.referee.position_editor

    def begun(self, state: State, action: Move | Outcome) -> tuple[list[int], int]:
        """The cells with a move, a report or an outcome written down, and the block to go on with, -1 if nothing follows yet."""
        cells = list(state.cells)
        end = self._block(state).end
        if isinstance(action, Outcome):
            return cells, self.write_outcome(cells, end, action)
        if not isinstance(end, ops.Ask):
            raise UsageError("there is nothing to choose now")
        if not self._just_listed(state, action):
            refused = self.why_not(state, action.seat, action)
            if refused is not None:
                raise UsageError(refused)
        answer = (action.alternative, *action.values)
        return cells, self.position_editor.answer(cells, self.program.decisions[end.decision], action.seat, answer)

    def write_outcome(self, cells: list[int], end: ops.End, outcome: Outcome) -> int:
        """Write what chance brought into the cells; gives the block to go on with."""
        mask = cells[self.reg.rolling]
        if isinstance(end, ops.RollDice):
            dice = MEMBERS[mask]
            if len(outcome.values) != len(dice):
                raise UsageError(f"{len(dice)} dice are rolled, but {len(outcome.values)} numbers given")
            for die, number in zip(dice, outcome.values, strict=True):
                if number not in self.program.dice[die].faces:
                    raise UsageError(f"no die here can show {number}")
        elif isinstance(end, ops.DrawOne):
            if len(outcome.values) != 1 or outcome.values[0] < 0 or not mask >> outcome.values[0] & 1:
                raise UsageError("that cannot be drawn now")
        else:
            raise UsageError("nothing is left to chance now")
        return self.position_editor.write_outcome(cells, end, outcome.values)

    # -------------------------------------------------------------- results

    def result(self, state: State) -> Result | None:
        """How the game has ended; None before it is over."""
        return result_of(self.program, state.cells) if self.is_over(state) else None

    # -------------------------------------------------------------- playing fast

    def playout(self, chance: Chance, limit: int = MOST_GAME_EVENTS) -> list[int]:
        """A whole game of players who choose at random; the cells at its end."""
        return list(self.referee.play(None, chance, limit))

    def report_by_odds(self, state: State, chance: Chance) -> Move:
        """What the table would report, drawn from the odds the rulebook gives; always something that may be reported."""
        decision = self.decision(state)
        if decision is None or not decision.reported:
            raise UsageError("the table has nothing to report now")
        index, *values = self.referee.report(list(state.cells), chance)
        seat = MEMBERS[state.cells[self.reg.asked]][0]
        return Move(seat, index, values, self.teller(state, seat))

    # -------------------------------------------------------------- engines

    def runner(self, name: str | None = None) -> Engine:
        """The engine of that name, `native` or `stepping`; without a name the fastest there is here. It is made once."""
        if name == "stepping":
            return self.referee
        if name not in self._runners:
            self._runners[name] = engine_for(self.program, name)
        return self._runners[name]

    # -------------------------------------------------------------- saving

    @cached_property
    def _encoding(self) -> Encoding:
        return Encoding(self.program)

    def encode(self, state: State) -> str:
        """A state as text."""
        self._block(state)
        return self._encoding.text(state.cells)

    def decode(self, text: str) -> State:
        """The state of such a text; what is no state of this table is refused."""
        return State(self, self._encoding.cells(text))
