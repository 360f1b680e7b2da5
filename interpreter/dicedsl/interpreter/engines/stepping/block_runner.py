"""The stepping engine: the lowered form, written as Python source and compiled once, run block by block over a list of integers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from threading import RLock
from typing import Any

from attrs import evolve

from dicedsl.errors import Fault
from dicedsl.interpreter.engines.contract import Answer, Function, PickValues
from dicedsl.interpreter.engines.stepping import helpers
from dicedsl.interpreter.engines.stepping.ahead import Ahead
from dicedsl.interpreter.engines.stepping.thread_state import ThreadState
from dicedsl.interpreter.engines.stepping.writer import Writer
from dicedsl.program import ops, sets
from dicedsl.program.faults import nobody_chooses, nothing_fits, nothing_fits_at_once, with_place
from dicedsl.program.fixed_evaluation import reads_state
from dicedsl.program.members import MEMBERS
from dicedsl.program.walk import parts

START = "RUN.work = 0; "  # what a function begins with that is not run on the way from one suspension to the next


class BlockRunner:
    """A compiled program: functions for blocks, legal answers and refusals, over a list of cells."""

    def __init__(self, program: ops.Program, counting: bool = False) -> None:
        # What is only told is compiled when it is first asked for, with functions and lists that the rules do not have.
        self.program = program = evolve(program, functions=list(program.functions), lists=list(program.lists))
        self.reg = program.reg
        writer = Writer(program, counting)
        self.source = writer.source_text()
        self.tells = writer.tells
        self.current_run = ThreadState()
        self._faults = writer.faults
        space: dict[str, Any] = helpers.namespace(program, self._fault, self.current_run)
        space.update({f"T{i}": table for i, table in enumerate(program.lists)})
        writer.expressions.lookups.define(space)
        space.update(writer.expressions.known_sets.dicts(space))
        exec(compile(self.source, "<lowered form>", "exec"), space)
        for number, function in enumerate(program.functions):
            if function is not None and _is_worth_remembering(function, program):
                space[f"f{number}"] = space["remembered"](space[f"f{number}"])
        space["WORKED"].extend(
            space[text if text in space else f"q{i}"] for i, text in enumerate(writer.expressions.worked)
        )
        count = len(program.blocks)
        self.blocks: list[Callable[[list[int]], int] | None] = [space.get(f"b{i}") for i in range(count)]
        decisions = program.decisions
        self.list_moves: list[Callable[[list[int]], list[Answer]]] = [space[f"m{d.number}"] for d in decisions]
        self.any_move: list[Callable[[list[int]], bool]] = [space[f"any{d.number}"] for d in decisions]
        self.refusal: list[Callable[[list[int], int, PickValues], int | None]] = [
            space[f"w{d.number}"] for d in decisions
        ]
        # Whether anything can be reported is not looked at here: that could mean to go through all subsets of a great set.
        self.may_be_empty = [not d.reported and not d.always_open for d in decisions]
        self.roll_dice: Callable[[list[int], int, Sequence[int]], None] = space["roll"]
        self.space = space
        self.ahead = Ahead(self)
        writer.lines.clear()  # kept in `source`
        self._writer = writer
        self._lookups, self._known_sets = (
            len(writer.expressions.lookups.numbers),
            len(writer.expressions.known_sets.texts),
        )
        self._extra = 0
        self._compiled: dict[tuple[ops.Op, tuple[int, ...]], Function] = {}
        self._compiling = RLock()
        program.telling.join(program.functions, program.lists)

    def _fault(self, number: int, cells: list[int]) -> None:
        problem = self._faults[number].problems[0]
        raise Fault(problem.code, problem.message, problem.span, problem.help)

    def run(self, cells: list[int], block: int, stop: int = -1) -> int:
        """Run to the next suspension; a choice that offers nothing goes on with its `if nothing fits`."""
        try:
            return self._run_blocks(cells, block, stop)
        except Fault as fault:
            raise with_place(self.program, fault, cells) from None

    def _run_blocks(self, cells: list[int], block: int, stop: int) -> int:
        blocks = self.blocks
        self.current_run.work = 0
        while True:
            while block >= 0:
                if block == stop:
                    return block
                block = blocks[block](cells)  # type: ignore[misc]
            if block == -1:
                return -1
            number = -2 - block
            decision = self.program.decisions[number]
            self.check_who_chooses(cells, decision)
            before, self.current_run.work = self.current_run.work, 0
            if not decision.at_once and self.may_be_empty[number] and not self._any_answer(cells, decision):
                block = self.block_if_nothing_fits(decision, before)
                continue
            return block

    def check_who_chooses(self, cells: list[int], decision: ops.Decision) -> None:
        """Raise a fault if nobody is left to choose, or if one of those who choose at once has nothing to choose."""
        if not cells[self.reg.asked]:
            raise nobody_chooses(decision)
        if decision.at_once and self.may_be_empty[decision.number]:
            self.current_run.work = 0
            actor = cells[self.reg.actor]
            for seat in MEMBERS[cells[self.reg.asked]]:
                cells[self.reg.actor] = seat
                if not self.any_move[decision.number](cells):
                    raise nothing_fits_at_once(decision)
            cells[self.reg.actor] = actor

    def block_if_nothing_fits(self, decision: ops.Decision, before: int) -> int:
        """The block to go to where nothing is allowed; work done before goes on being counted."""
        self.space["spend"](before)
        if decision.nothing_block < 0:
            raise nothing_fits(decision)
        return decision.nothing_block

    def _any_answer(self, cells: list[int], decision: ops.Decision) -> bool:
        if not decision.looks_ahead:
            return self.any_move[decision.number](cells)
        seat = sets.low(cells[self.reg.asked])
        moves = self.list_moves[decision.number](cells)
        return any(self.ahead.refused(cells, decision, seat, move) is None for move in moves)

    def answer(self, cells: list[int], decision: ops.Decision, seat: int, answer: tuple[int, ...]) -> int:
        """Write an answer into the cells; the block to go on with, or -1 while others still have to answer."""
        alternative = decision.alternatives[answer[0]]
        if not decision.at_once:
            for pick, value in zip(alternative.picks, answer[1:], strict=True):
                cells[pick.answer_cell] = value
            return alternative.block
        cells[decision.pending + seat] = answer[0] + 1
        for pick, value in zip(alternative.picks, answer[1:], strict=True):
            cells[pick.pending + seat] = value
        cells[self.reg.asked] &= ~(1 << seat)
        return decision.after_block if not cells[self.reg.asked] else -1

    def write_outcome(self, cells: list[int], end: ops.End, values: Sequence[int]) -> int:
        """Write what chance brought at a roll or draw into the cells; the block to go on with."""
        if isinstance(end, ops.RollDice):
            self.roll_dice(cells, cells[self.reg.rolling], values)
        else:
            assert isinstance(end, ops.DrawOne)
            cells[end.cell] = values[0]
        cells[self.reg.rolling] = 0
        return end.next

    def put(self, cells: list[int], dice: int, location: int) -> None:
        self.space["put"](cells, dice, location, 0)

    def refused_at_once(self, cells: list[int], decision: ops.Decision, index: int) -> int | None:
        try:
            return self.refusal[decision.number](cells, index, ())
        except IndexError:
            return None

    def run_to_rest(self, cells: list[int], block: int) -> None:
        """Run until the table is at rest or something must fall, before standing rules react."""
        while block >= 0 and block not in self.program.rests:
            block = self.blocks[block](cells)  # type: ignore[misc]

    def compile_condition(self, op: ops.Op, variables: tuple[int, ...] = ()) -> Function:
        """A function of the cells for an expression lowered later (examples, views); made once for each expression."""
        known = self._compiled.get((op, variables))
        if known is None:
            made = self.compile(lambda writer: writer.text_of(op), variables, before=START)
            known = self._compiled[op, variables] = made
        return known

    def compile(self, text: Callable[[Writer], str], variables: Sequence[int] = (), before: str = "") -> Function:
        """A function of the cells and some variables that gives what `text` has a writer write."""
        with self._compiling:
            return self._compile(text, variables, before)

    def compile_source(
        self, text: Callable[[Writer], str], variables: Sequence[int]
    ) -> Callable[..., int | Sequence[int]]:
        """A function of the cells and some variables that gives a mask, or a list of what may be picked."""
        with self._compiling:
            return self._compile(text, variables, "")

    def _compile(self, text: Callable[[Writer], str], variables: Sequence[int], before: str) -> Callable[..., Any]:
        writer = self._writer
        for i in range(len(self.program.functions)):
            if f"f{i}" not in self.space:
                function = self.program.functions[i]
                assert function is not None
                writer.ranges.parameters(function)
                params = ", ".join(["S", *(f"v{v}" for v in function.params)])
                exec(f"def f{i}({params}):\n    return {writer.text_of(function.body)}\n", self.space)
        for i, table in enumerate(self.program.lists):
            self.space.setdefault(f"T{i}", table)
        self._extra += 1
        names = ", ".join(["S", *(f"v{v}" for v in variables)])
        exec(f"def e{self._extra}({names}):\n    {before}return {text(writer)}\n", self.space)
        writer.expressions.lookups.define(self.space, self._lookups)
        self.space.update(writer.expressions.known_sets.dicts(self.space, self._known_sets))
        self._lookups, self._known_sets = (
            len(writer.expressions.lookups.numbers),
            len(writer.expressions.known_sets.texts),
        )
        made: Callable[..., Any] = self.space[f"e{self._extra}"]
        return made


def _is_worth_remembering(function: ops.Function, program: ops.Program) -> bool:
    """Whether a function goes through something, and always comes to the same for the same arguments."""
    if not function.params or reads_state(function.body, program.functions):
        return False
    return any(isinstance(part, (ops.Fold, ops.Reach, ops.OnePiece, ops.Alike)) for part in parts(function.body))
