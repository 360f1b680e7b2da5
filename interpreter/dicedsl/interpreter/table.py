"""A game set up for certain players and options: the contract on which play, bots and analysis are built.

Nothing here changes a state: `apply` returns a new one.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from functools import cached_property
from weakref import WeakKeyDictionary, WeakValueDictionary

from dicedsl.errors import DiceError, Fault, Problem, UsageError
from dicedsl.interpreter.chance import Chance
from dicedsl.interpreter.engines.choosing import engine_for
from dicedsl.interpreter.engines.contract import MOST_STEPS, Engine
from dicedsl.interpreter.engines.stepping.helpers import MOST_SUBSETS, B, nth
from dicedsl.interpreter.engines.stepping.stepping import Stepping
from dicedsl.interpreter.moments import Moment
from dicedsl.interpreter.moves.hearing import Hearing, Names
from dicedsl.interpreter.moves.refusing import Refusing
from dicedsl.interpreter.moves.wording import Wording
from dicedsl.interpreter.outcomes import Outcomes
from dicedsl.interpreter.research.actions import Actions
from dicedsl.interpreter.research.batch import Batch
from dicedsl.interpreter.research.observing import Observer
from dicedsl.interpreter.research.returns import Playouts, Returns, mean_scores, mean_shares, shares
from dicedsl.interpreter.research.worlds import Worlds
from dicedsl.interpreter.sight import Sight
from dicedsl.interpreter.sound import Soundness
from dicedsl.interpreter.state import Asked, Move, Outcome, Result, State, Turn
from dicedsl.program import ops
from dicedsl.program.fingerprint import fingerprint
from dicedsl.program.position import Positions
from dicedsl.program.storing import read_back, written

_DENSE = json.JSONEncoder(separators=(",", ":"))
MOST_REPORTS = 200
Values = tuple[int, ...]


class Table:
    def __init__(self, program: ops.Program) -> None:
        self.program = program
        self.about = program.about
        self.setting = program.setting
        self.reg = program.reg
        self.players = program.players
        try:
            self.stepping = Stepping(program)
        except (SyntaxError, RecursionError, MemoryError):  # what Python cannot hold: blocks in blocks, endless sums
            message = "this rulebook is nested too deeply to be played"
            raise DiceError([Problem("E104", message, self.about.where)]) from None
        self.engine = self.stepping.engine
        self.answers = self.stepping.answers
        self.odds = self.stepping.odds
        self.words = Wording(self.program)
        self._outcomes = Outcomes(program, self.engine, self.words)
        self._hearing = Hearing(self.program, self.answers, self.words, self._seen, self.why_not)
        self._runners: dict[str | None, Engine] = {}
        self._kin: WeakKeyDictionary[Asked, bool] = WeakKeyDictionary()
        self._told: dict[int, tuple[ops.Op, Callable[..., int]]] = {}  # by identity: to compare expressions takes long
        self._listed: tuple[State, int, tuple[tuple[int, ...], ...]] | None = None

    @cached_property
    def sight(self) -> Sight:
        """What each seat may see."""
        return Sight(self.engine, self.words)

    def _seen(self, state: State, seat: int) -> tuple[list[int], int]:
        return self.sight.without_secrets(state.cells, seat, self.decision(state)), self.sight.dice(state.cells, seat)

    # -------------------------------------------------------------- start and where we are

    def start(self) -> State:
        return self.state_of(self.stepping.start())

    def state_of(self, cells: Sequence[int]) -> State:
        """The state of cells that an engine came to. Equal dice are put in order where nothing speaks of a single one of them."""
        return State(self, self.positions.ordered(tuple(cells)))

    @cached_property
    def fingerprint(self) -> str:
        """The same for every table with these rules and this setting."""
        return fingerprint(self.program)

    @cached_property
    def positions(self) -> Positions:
        """What makes two states equal."""
        return Positions(self.program)

    def plays_as(self, other: Asked) -> bool:
        """Whether another table has the same rules and the same setting."""
        known = self._kin.get(other)
        if known is None:
            known = self._kin[other] = other.program is self.program or other.fingerprint == self.fingerprint
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
        end = self._block(state).end
        if isinstance(end, ops.Ask):
            decision = self.program.decisions[end.decision]
            seats = B[state.cells[self.reg.asked]]
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

    def _asked(self, state: State, seat: int) -> tuple[ops.Decision, list[int]] | None:
        self._block(state)
        return self.stepping.asked(state.cells, seat)

    def moves(self, state: State, seat: int) -> list[Move]:
        """Every legal move of a seat, always in the same order."""
        say = self.said(state, seat)
        return [Move(seat, found[0], found[1:], say) for found in self.bare_moves(state, seat)]

    def said(self, state: State, seat: int) -> Callable[[Move], str]:
        """What puts the moves of a seat into words, once somebody asks for them."""

        def say(move: Move) -> str:
            asked = self._asked(state, seat)
            if asked is None or not 0 <= move.alternative < len(asked[0].alternatives):
                return ""
            return self.words.move(*asked, move.alternative, move.values)

        return say

    def bare_moves(self, state: State, seat: int) -> list[tuple[int, ...]]:
        """The same without words: the alternative and the values picked, for those who only count or draw lots."""
        self._block(state)
        found = list(self.stepping.moves(state.cells, seat))
        self._listed = (state, seat, tuple(found))
        return found

    def _just_listed(self, state: State, move: Move) -> bool:
        """Whether it is one of the moves listed last: then nothing has to be judged again."""
        listed = self._listed
        return (
            listed is not None
            and listed[0] is state
            and listed[1] == move.seat
            and (move.alternative, *move.values) in listed[2]
        )

    def moves_of(self, state: State, seat: int, index: int) -> list[tuple[int, ...]]:
        """The legal values of one alternative. Of a report only this outcome is listed, and only if that can be done."""
        asked = self._asked(state, seat)
        if asked is None:
            return []
        decision, cells = asked
        if not decision.reported:
            return [m[1:] for m in self.bare_moves(state, seat) if m[0] == index]
        outcome = self.answers.of(decision)[index]
        if not outcome.open(cells):
            return []
        if outcome.ways(cells, MOST_SUBSETS) > MOST_SUBSETS:
            raise Fault("F509", "there are too many ways to report this to list them all", decision.span)
        legal = self.stepping.legal(cells, decision)
        return [v for v in outcome.listed(cells) if legal is None or legal((index, *v))]

    def some_move(self, state: State, seat: int, index: int) -> tuple[int, ...] | None:
        """Legal values for one alternative, if there are any."""
        asked = self._asked(state, seat)
        if asked is not None and asked[0].reported:
            decision, cells = asked
            return self.odds.answer(cells, decision, index, Chance(1), self.stepping.legal(cells, decision))
        return next(iter(self.moves_of(state, seat, index)), None)

    def few_reports(self, state: State) -> list[Move] | None:
        """All that can be reported now, or None if that is too much to list: then nothing is listed at all."""
        decision = self.decision(state)
        assert decision is not None and decision.reported
        cells, left = list(state.cells), MOST_REPORTS
        open_ = [(i, a) for i, a in enumerate(self.answers.of(decision)) if a.open(cells)]
        for _, outcome in open_:
            left -= outcome.ways(cells, left)
            if left < 0:
                return None
        seat = B[state.cells[self.reg.asked]][0]
        say = self.said(state, seat)
        return [Move(seat, i, values, say) for i, _ in open_ for values in self.moves_of(state, seat, i)]

    def why_not(self, state: State, seat: int, move: Move) -> str | None:
        """The sentence of the first condition a move breaks; None if it is legal."""
        asked = self._asked(state, seat)
        if asked is None:
            return "It is not your turn to choose."
        decision = asked[0]
        if not 0 <= move.alternative < len(decision.alternatives):
            return "There is no such choice."
        alternative = decision.alternatives[move.alternative]
        if len(move.values) != len(alternative.picks):
            return f'"{alternative.name}" needs {len(alternative.picks)} answers.'
        broken = self.stepping.refused(state.cells, seat, (move.alternative, *move.values))
        if broken is None:
            return None
        if broken >= 0:
            return self.program.texts[broken]
        if decision.reported:
            return "That cannot be reported now."
        cells, (seen, _) = asked[1], self._seen(state, seat)
        refusing = Refusing(self.words, self.answers, cells, seen)
        return refusing.reason(self.answers.of(decision)[move.alternative], move.values)

    def parse_move(self, state: State, seat: int, text: str, names: Names | None = None) -> Move:
        """The move a text means to a seat, by what that seat sees, legal or not; `names` are those of the players, by seat."""
        return self._hearing.parse(state, seat, text, names)

    def begun_move(
        self, state: State, seat: int, index: int, values: tuple[int, ...], text: str, names: Names | None = None
    ) -> list[tuple[int, ...]]:
        """The picks of an alternative as far as a text names them after some that are known, every way to understand it."""
        return self._hearing.begun(state, seat, index, values, text, names)

    def build_move(
        self, state: State, seat: int, index: int, tokens: Sequence[str], names: Names | None = None
    ) -> Move:
        """The same where the alternative is known and the rest lies in pieces, by somebody who sees everything."""
        return self._hearing.build(state, seat, index, tokens, names)

    def fits_move(
        self, state: State, seat: int, index: int, tokens: Sequence[str], values: tuple[int, ...], wild: str
    ) -> bool:
        """Whether the pieces can mean these values, where `wild` among them stands for whatever is picked."""
        return self._hearing.fits(state, seat, index, tokens, values, wild)

    # -------------------------------------------------------------- chance

    def rolling(self, state: State) -> tuple[int, ...]:
        """The dice about to be rolled."""
        return B[state.cells[self.reg.rolling]] if isinstance(self._block(state).end, ops.RollDice) else ()

    def outcomes(self, state: State) -> list[Outcome]:
        """Each distinct outcome of chance once, with its exact probability."""
        return self._outcomes.listed(self._block(state).end, state.cells)

    def lots(self, cells: list[int], mask: int) -> list[list[int]]:
        """The dice of a mask, those together that cannot be told apart: plain dice of one sort in one zone."""
        return self._outcomes.lots(cells, mask)

    def in_order(self, cells: list[int], mask: int, numbers: Sequence[int]) -> tuple[int, ...]:
        """Numbers that fell, as they are told: dice that cannot be told apart in rising order."""
        fallen: tuple[int, ...] = self.engine.space["told"](cells, mask, numbers)
        return fallen

    def drawn(self, state: State, member: int) -> Outcome:
        """What was drawn as an outcome; of equal dice the one that is listed."""
        return self._outcomes.drawn(self._block(state).end, state.cells, member)

    def sample(self, state: State, chance: Chance) -> Outcome:
        """An outcome by lot, without listing them all."""
        end = self._block(state).end
        mask = state.cells[self.reg.rolling]
        if isinstance(end, ops.DrawOne):
            return self.drawn(state, nth(mask, chance.below(mask.bit_count())))
        values = self.stepping.draw(state.cells, chance)
        return self._outcomes.fallen(state.cells, values)

    # -------------------------------------------------------------- then what

    def apply(self, state: State, action: Move | Outcome) -> State:
        """The state after a move, a report or an outcome; the old one stays as it was."""
        return self.state_of(self._run(state, action))

    def _run(self, state: State, action: Move | Outcome) -> list[int]:
        cells, block = self.begun(state, action)
        self.engine.here.told = []
        if block >= 0:
            self.engine.run(cells, block)
        return cells

    def step(self, state: State, action: Move | Outcome) -> tuple[State, list[str]]:
        """As `apply`, with what was said to everybody on the way."""
        if self.program.telling.spoken:
            cells, moments = self.moments(state, action)
            return self.state_of(cells), [m.text for m in moments if m.text]
        after = self.apply(state, action)
        return after, [self.program.texts[t] for t in self.stepping.told]

    def moments(self, state: State, action: Move | Outcome) -> tuple[list[int], list[Moment]]:
        """The cells that an action leads to, and the moments on the way that are worth telling of, each with its cells.

        Equal dice are as they were moved: they are not put in order again as those of a state are.
        """
        here = self.engine.here
        found: list[tuple[int, int, int, Values, list[int]]] = []
        here.moments = found
        try:
            cells = self._run(state, action)
        finally:
            here.moments = None
        return cells, [self._moment(*moment) for moment in found]

    def _moment(self, register: int, text: int, spoken: int, variables: Values, cells: list[int]) -> Moment:
        if spoken < 0:
            return Moment(tuple(cells), register, self.program.texts[text] if text >= 0 else "")
        said = self.program.telling.spoken[spoken]
        pieces, told = [said.pieces[0]], []
        for worth, after in zip(said.values, said.pieces[1:], strict=True):
            value = self.worked_out(worth.value, said.variables, variables, cells)
            told.append((worth, value))
            pieces += ["?" if value is None else self.words.content(worth.shape, worth.many, value), after]
        return Moment(tuple(cells), register, "".join(pieces), said.pieces, tuple(told))

    def worked_out(self, op: ops.Op, variables: Values, given: Values, cells: Sequence[int]) -> int | None:
        """What an expression that is only told comes to; None where it comes to nothing."""
        try:
            known = self._told.get(id(op))
            if known is None:
                known = self._told[id(op)] = (op, self.engine.compile_condition(op, variables))
            return int(known[1](list(cells), *given))
        except (Fault, ArithmeticError, LookupError, ValueError, RecursionError):
            return None

    def begun(self, state: State, action: Move | Outcome) -> tuple[list[int], int]:
        """A move, a report or an outcome written down; and the block to go on with, -1 if nothing follows yet."""
        cells = list(state.cells)
        end = self._block(state).end
        if isinstance(action, Outcome):
            return cells, self.fallen(cells, end, action)
        if not isinstance(end, ops.Ask):
            raise UsageError("there is nothing to choose now")
        if not self._just_listed(state, action):
            refused = self.why_not(state, action.seat, action)
            if refused is not None:
                raise UsageError(refused)
        answer = (action.alternative, *action.values)
        return cells, self.engine.answer(cells, self.program.decisions[end.decision], action.seat, answer)

    def fallen(self, cells: list[int], end: ops.End, outcome: Outcome) -> int:
        """Write what chance brought into the cells; the block to go on with."""
        mask = cells[self.reg.rolling]
        if isinstance(end, ops.RollDice):
            dice = B[mask]
            if len(outcome.values) != len(dice):
                raise UsageError(f"{len(dice)} dice are rolled, but {len(outcome.values)} numbers given")
            for die, number in zip(dice, outcome.values, strict=True):
                if number not in self.program.dice[die].faces:
                    raise UsageError(f"no die here can show {number}")
            self.engine.roll_dice(cells, mask, outcome.values)
        elif isinstance(end, ops.DrawOne):
            if len(outcome.values) != 1 or outcome.values[0] < 0 or not mask >> outcome.values[0] & 1:
                raise UsageError("that cannot be drawn now")
            cells[end.cell] = outcome.values[0]
        else:
            raise UsageError("nothing is left to chance now")
        cells[self.reg.rolling] = 0
        return end.next

    # -------------------------------------------------------------- results

    def result(self, state: State) -> Result | None:
        if not self.is_over(state):
            return None
        c, reg = state.cells, self.reg
        winners = B[c[reg.winners]]
        measured = c[reg.measured]
        scores = tuple(c[reg.measure + i] for i in range(self.players)) if measured else None

        def key(seat: int) -> tuple[int, int, int]:
            won = 0 if seat in winners else 1
            out = c[reg.order_out + seat]
            still = 0 if out == 0 else 1
            if scores is not None and not out:
                return won, still, -scores[seat] if measured == 1 else scores[seat]
            return won, still, -out

        keys = [key(seat) for seat in range(self.players)]
        places = tuple(1 + sum(1 for other in keys if other < mine) for mine in keys)
        return Result(winners, places, scores, self.program.reasons[c[reg.reason]], bool(c[reg.match_over]))

    # -------------------------------------------------------------- playing fast

    def playout(self, chance: Chance, limit: int = MOST_STEPS) -> list[int]:
        """A whole game of players who choose at random; the cells at its end."""
        return list(self.stepping.play(None, chance, limit))

    def report_by_odds(self, state: State, chance: Chance) -> Move:
        """What the table would report, drawn from the odds the rulebook gives; always something that may be reported."""
        decision = self.decision(state)
        if decision is None or not decision.reported:
            raise UsageError("the table has nothing to report now")
        index, *values = self.stepping.report(list(state.cells), chance)
        seat = B[state.cells[self.reg.asked]][0]
        return Move(seat, index, values, self.said(state, seat))

    # -------------------------------------------------------------- searching and learning

    def runner(self, name: str | None = None) -> Engine:
        """The engine of that name, `native` or `stepping`; without a name the fastest there is here. It is made once."""
        if name == "stepping":
            return self.stepping
        if name not in self._runners:
            self._runners[name] = engine_for(self.program, name)
        return self._runners[name]

    def returns(self, state: State) -> Returns:
        """What a game that is over was worth to each seat."""
        result = self.result(state)
        if result is None:
            raise UsageError("what it was worth is known when the game is over")
        return Returns(shares(self.players, result.winners), result.scores)

    def playouts(self, state: State, games: int, seed: int = 1, engine: str | None = None) -> Playouts:
        """So many games from a state to their ends, of players who choose at random. Game number n has `derive(seed, n)`."""
        self._block(state)
        if type(games) is not int or games < 0:
            raise UsageError("say how many games to play")
        tally = self.runner(engine).playouts(state.cells, seed, 0, games)
        return Playouts(tally, mean_shares(self.players, tally), mean_scores(tally))

    @cached_property
    def actions(self) -> Actions:
        """The numbers of moves; see there how they are given."""
        return Actions(self.program)

    @property
    def num_actions(self) -> int:
        """Actions are numbered from 0 up to, not including, this."""
        return self.actions.count

    def _choosing(self, state: State, seat: int) -> tuple[int, list[tuple[int, ...]]]:
        """The decision of a seat and its legal moves; none if it has nothing to choose."""
        decision = self.decision(state)
        if decision is None or decision.reported:
            return -1, []
        return decision.number, self.bare_moves(state, self.checked_seat(seat))

    def legal_actions(self, state: State, seat: int) -> list[int]:
        """The numbers of the legal moves of a seat, in the order of `moves`."""
        decision, moves = self._choosing(state, seat)
        return self.actions.numbers(decision, moves)

    def action_id(self, state: State, move: Move) -> int:
        """The number of a legal move."""
        decision, moves = self._choosing(state, move.seat)
        answer = (move.alternative, *move.values)
        if answer not in moves:
            raise UsageError(self.why_not(state, move.seat, move) or "this move is told in another way")
        return self.actions.number(decision, moves, answer)

    def action(self, state: State, number: int, seat: int | None = None) -> Move:
        """The legal move of that number; of several who choose at once, that of a seat (without one, of the first)."""
        stretch = self.actions.stretch(number)
        decision = self.decision(state)
        if decision is None or decision.number != stretch.decision:
            raise UsageError(f"action {number} belongs to another choice")
        if seat is None:
            seat = B[state.cells[self.reg.asked]][0]
        found = [m for m in self.bare_moves(state, self.checked_seat(seat)) if m[0] == stretch.alternative]
        if stretch.digits is not None:
            values = stretch.values(number)
            found = [m for m in found if m[1:] == values]
        else:
            found = found[number - stretch.first : number - stretch.first + 1]
        if not found:
            raise UsageError(f"action {number} is not legal here")
        return Move(seat, found[0][0], found[0][1:], self.said(state, seat))

    def mask(self, state: State, seat: int) -> bytes:
        """A byte for each action: 1 if it is legal for this seat, 0 if not."""
        found = bytearray(self.num_actions)
        for number in self.legal_actions(state, seat):
            found[number] = 1
        return bytes(found)

    @cached_property
    def observer(self) -> Observer:
        """How what a seat sees is told in numbers: `names` says what each of them is, `size` how many there are."""
        return Observer(self.program, self.sight)

    def observation(self, state: State, seat: int) -> tuple[int, ...]:
        """What a seat may know, as a row of numbers that is always as long: equal exactly where its views are."""
        self._block(state)
        return self.observer.observe(state.cells, self.checked_seat(seat))

    def resample(self, history: Sequence[Move | Outcome], seat: int, chance: Chance) -> State:
        """A whole state that agrees with all that a seat has seen of a game, hidden things by lot; see `Worlds`."""
        return self.worlds(history, seat).draw(chance)

    def worlds(self, history: Sequence[Move | Outcome], seat: int) -> Worlds:
        """The same for many draws: the game is looked through once."""
        return Worlds(self, history, seat)

    def batch(self, count: int, seed: int = 1, engine: str | None = None) -> Batch:
        """So many games, stepped together by the numbers of actions."""
        return Batch(self, count, seed, engine)

    # -------------------------------------------------------------- saving

    def __reduce__(self) -> tuple[object, ...]:
        _TABLES.setdefault(self.fingerprint, self)
        return table_from, (self.fingerprint, self._bytes)

    def __copy__(self) -> Table:
        return self

    def __deepcopy__(self, memo: object) -> Table:
        return self

    @cached_property
    def _bytes(self) -> bytes:
        """The program, as it goes to another process."""
        return written(self.program)

    def encode(self, state: State) -> str:
        self._block(state)
        return _DENSE.encode(state.cells)[1:-1]

    def decode(self, text: str) -> State:
        try:
            cells = tuple(json.loads(f"[{text}]"))
        except ValueError:
            cells = ()
        if set(map(type, cells)) != {int}:
            raise UsageError("this saved state is damaged")
        if len(cells) != self.program.cells:
            raise UsageError("this saved state belongs to another game")
        if not self._sound.accepts(cells):
            raise UsageError("this saved state is damaged, or belongs to another game")
        return State(self, cells)

    @cached_property
    def _sound(self) -> Soundness:
        return Soundness(self.program)


# States that come from elsewhere share one table for each program in a process.
_TABLES: WeakValueDictionary[str, Table] = WeakValueDictionary()


def table_from(fingerprint: str, program: bytes) -> Table:
    """The table of a program that was sent from another process, or from this one."""
    found = _TABLES.get(fingerprint)
    if found is None:
        found = _TABLES.setdefault(fingerprint, Table(read_back(program, ops.Program)))
    return found
