"""The stepping engine behind the contract of all engines: it starts at once, plays every program, and can tell what was said."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

from dicedsl.errors import Fault
from dicedsl.interpreter.chance import Chance
from dicedsl.interpreter.engines.contract import (
    MOST_GAME_EVENTS,
    Answer,
    Cells,
    ExpressionCompiler,
    PositionEditor,
    Tally,
    WatchedMoment,
)
from dicedsl.interpreter.engines.equal_dice import EqualDice
from dicedsl.interpreter.engines.stepping.answers import CompiledAnswers
from dicedsl.interpreter.engines.stepping.block_runner import BlockRunner
from dicedsl.interpreter.engines.stepping.drawn_reports import DrawnReports
from dicedsl.interpreter.seeds import derived_seed
from dicedsl.program import ops, sets
from dicedsl.program.faults import never_ends, nothing_fits_at_once, with_place
from dicedsl.program.members import MEMBERS, nth

Chosen = Counter[tuple[int, int]]  # how often, by decision and alternative


class Stepping:
    """A program as Python functions, asked as any engine is. What one thread asks, another does not notice."""

    name = "stepping"
    has_machine_code = False
    plays_in_threads = False
    made_of_program = True

    def __init__(self, program: ops.Program, counting: bool = False) -> None:
        self.program = program
        self.reg = program.reg
        self.equal_dice = EqualDice(program)
        self.runner = BlockRunner(program, counting)
        self.answers = CompiledAnswers(self.runner)
        self.report_drawer = DrawnReports(self.answers)
        self._counting = self if counting else None

    @property
    def told(self) -> list[int]:
        """What was said to everybody in the last step of this thread, by number."""
        return self.runner.current_run.told

    # -------------------------------------------------------------- step by step

    def start(self) -> Cells:
        cells = list(self.program.initial)
        self.go_on(cells, self.program.entry)
        return tuple(cells)

    @property
    def position_editor(self) -> PositionEditor:
        return self.runner

    @property
    def compiler(self) -> ExpressionCompiler:
        return self.runner

    def go_on(self, cells: list[int], block: int) -> None:
        self.runner.current_run.told = []
        if block >= 0:
            self.runner.run(cells, block)

    def watch(self, cells: list[int], block: int) -> list[WatchedMoment]:
        run = self.runner.current_run
        moments: list[WatchedMoment] = []
        run.moments = moments
        try:
            self.go_on(cells, block)
        finally:
            run.moments = None
        return moments

    def asked(self, cells: Sequence[int], seat: int) -> tuple[ops.Decision, list[int]] | None:
        """The decision a seat is asked for, and the cells as they are while it answers."""
        end = self.program.blocks[cells[self.reg.pc]].end
        if type(end) is not ops.Ask or seat < 0 or not cells[self.reg.asked] >> seat & 1:
            return None
        decision, here = self.program.decisions[end.decision], list(cells)
        if decision.at_once:
            here[self.reg.actor] = seat
        return decision, here

    def moves(self, cells: Cells, seat: int) -> Sequence[Answer]:
        asked = self.asked(cells, seat)
        if asked is None:
            return []
        decision, here = asked
        self.runner.current_run.work = 0
        try:
            answers = self.runner.list_moves[decision.number](here)
        except Fault as fault:
            raise with_place(self.program, fault, here) from None
        if decision.looks_ahead:
            before, refused = list(cells), self.runner.ahead.refused
            answers = [answer for answer in answers if refused(before, decision, seat, answer) is None]
        return answers

    def refused(self, cells: Cells, seat: int, answer: Answer) -> int | None:
        """The number of the sentence that refuses an answer; -1 if nothing like it can be picked, None if it is legal."""
        asked = self.asked(cells, seat)
        if asked is None:
            return -1
        decision, here = asked
        if not 0 <= answer[0] < len(decision.alternatives):
            return -1
        if len(answer) != 1 + len(decision.alternatives[answer[0]].picks):
            return -1
        self.runner.current_run.work = 0
        try:
            broken = self.runner.refusal[decision.number](here, answer[0], answer[1:])
        except Fault as fault:
            raise with_place(self.program, fault, here) from None
        if broken is None and decision.looks_ahead:
            broken = self.runner.ahead.refused(list(cells), decision, seat, answer)
        return broken

    def answer(self, cells: Cells, seat: int, answer: Answer) -> Cells:
        after = list(cells)
        end = self.program.blocks[after[self.reg.pc]].end
        assert isinstance(end, ops.Ask)
        decision = self.program.decisions[end.decision]
        self.go_on(after, self.runner.answer(after, decision, seat, answer))
        return tuple(after)

    def fall(self, cells: Cells, values: Sequence[int]) -> Cells:
        after = list(cells)
        self.go_on(after, self.runner.write_outcome(after, self.program.blocks[after[self.reg.pc]].end, values))
        return tuple(after)

    def draw(self, cells: Cells, chance: Chance) -> tuple[int, ...]:
        return self.equal_dice.drawn(cells, chance)

    def report(self, cells: list[int], chance: Chance) -> Answer:
        """What the table reports, drawn from the odds the rulebook gives."""
        end = self.program.blocks[cells[self.reg.pc]].end
        assert isinstance(end, ops.Ask)
        decision = self.program.decisions[end.decision]
        try:
            return self.report_drawer.report(cells, decision, chance, self.legal(cells, decision))
        except Fault as fault:
            raise with_place(self.program, fault, cells) from None

    def legal(self, cells: list[int], decision: ops.Decision) -> Callable[[Answer], bool] | None:
        """Whether a report is allowed by what it leads to; None if nothing is asked of that."""
        if not decision.looks_ahead:
            return None
        seat, refused = sets.low(cells[self.reg.asked]), self.runner.ahead.refused
        return lambda answer: refused(cells, decision, seat, answer) is None

    # -------------------------------------------------------------- whole games

    def play(self, cells: Cells | None, chance: Chance, limit: int = MOST_GAME_EVENTS) -> Cells:
        return tuple(self._play_game(cells, chance, limit, None)[0])

    def playouts(self, cells: Cells | None, seed: int, first: int, games: int, limit: int = MOST_GAME_EVENTS) -> Tally:
        if self._counting is None:
            self._counting = Stepping(self.program, counting=True)
        return self._counting._tally(cells, seed, first, games, limit)

    def _tally(self, cells: Cells | None, seed: int, first: int, games: int, limit: int) -> Tally:
        reg, tally = self.reg, Tally(scores=[Counter() for _ in range(self.program.players)])
        entered = self.runner.current_run.entered = Counter()
        for number in range(first, first + games):
            end, actions = self._play_game(cells, Chance(derived_seed(seed, number)), limit, tally.chosen)
            tally.games += 1
            tally.winners[end[reg.starter], end[reg.winners]] += 1
            tally.turns[end[reg.turns_played]] += 1
            tally.rounds[end[reg.rounds]] += 1
            tally.actions[actions] += 1
            tally.matches[end[reg.game]] += 1
            tally.reasons[end[reg.reason]] += 1
            if end[reg.score_order]:
                for seat, scores in enumerate(tally.scores):
                    scores[end[reg.score_of_player + seat]] += 1
        tally.entered.update(entered)
        return tally

    def _play_game(
        self, cells: Cells | None, chance: Chance, limit: int, chosen: Chosen | None
    ) -> tuple[list[int], int]:
        """Play a whole game, from choice to choice; the cells at its end, and how many actions it took."""
        here = list(self.program.initial if cells is None else cells)
        try:
            if cells is None:
                block = self._run_uncaught(here, self.program.entry)
            else:
                end = self.program.blocks[here[self.reg.pc]].end
                block = -2 - end.decision if isinstance(end, ops.Ask) else -1
            return here, self._play_on(here, block, chance, limit, chosen)
        except Fault as fault:
            raise with_place(self.program, fault, here) from None

    def _play_on(self, cells: list[int], block: int, chance: Chance, limit: int, chosen: Chosen | None) -> int:
        """Play on to the end; the number of actions."""
        runner, program, reg = self.runner, self.program, self.reg
        decisions, listers, below, here = program.decisions, runner.list_moves, chance.below, runner.current_run
        actions = 0
        while actions < limit:
            actions += 1
            if block == -1:
                end = program.blocks[cells[reg.pc]].end
                if type(end) is ops.RollDice:
                    mask = cells[reg.rolling]
                    runner.roll_dice(cells, mask, self.equal_dice.rolled(cells, mask, chance))
                elif type(end) is ops.DrawOne:
                    members = cells[reg.rolling]
                    cells[end.cell] = nth(members, below(members.bit_count()))
                else:
                    return actions - 1
                cells[reg.rolling] = 0
                block = self._run_uncaught(cells, end.next)
                continue
            number = -2 - block
            decision = decisions[number]
            if decision.at_once or decision.reported or decision.looks_ahead or not cells[reg.asked]:
                actions -= 1
                block, answers = self._answer_choice(cells, decision, chance, chosen, limit - actions)
                actions += answers
                continue
            before, here.work = here.work, 0
            moves = listers[number](cells)
            if not moves:
                block = self._run_uncaught(cells, runner.block_if_nothing_fits(decision, before), fresh=False)
                actions -= 1
                continue
            move = moves[below(len(moves))]
            alternative = decision.alternatives[move[0]]
            if chosen is not None:
                chosen[number, move[0]] += 1
            for pick, value in zip(alternative.picks, move[1:], strict=True):
                cells[pick.answer_cell] = value
            block = self._run_uncaught(cells, alternative.block)
        self.runner.run(cells, block)  # a choice that offers nothing is not where it has come to
        raise never_ends(limit)

    def _run_uncaught(self, cells: list[int], block: int, fresh: bool = True) -> int:
        """Run to the next suspension; work that is not `fresh` goes on being counted."""
        blocks = self.runner.blocks
        if fresh:
            self.runner.current_run.work = 0
        while block >= 0:
            block = blocks[block](cells)  # type: ignore[misc]
        if self.runner.tells:
            self.runner.current_run.told.clear()
        return block

    def _answer_choice(
        self, cells: list[int], decision: ops.Decision, chance: Chance, chosen: Chosen | None, most: int
    ) -> tuple[int, int]:
        """Answer a choice at random; the block to go on with, and how many answers were given, which are `most` at the most."""
        block, answers, before = -1, 0, self.runner.current_run.work
        self.runner.check_who_chooses(cells, decision)
        for seat in MEMBERS[cells[self.reg.asked]]:
            if answers == most:
                return -2 - decision.number, answers
            if decision.reported:
                answer = self.report(cells, chance)
            else:
                moves = self.moves(tuple(cells), seat)
                if not moves and decision.at_once:
                    raise nothing_fits_at_once(decision)
                if not moves:
                    return self._run_uncaught(
                        cells, self.runner.block_if_nothing_fits(decision, before), fresh=False
                    ), answers
                answer = moves[chance.below(len(moves))]
            if chosen is not None:
                chosen[decision.number, answer[0]] += 1
            block = self.runner.answer(cells, decision, seat, answer)
            answers += 1
        return self._run_uncaught(cells, block), answers
