"""The lowered form as LLVM code: one function that plays a whole game at random, draw for draw as the stepping engine does.

All values are whole numbers of 64 bits; a set is a mask of at most 63 members. What cannot be done so is refused with
`Unsupported` before anything is compiled, or (a number or a set that grows too large while a game is played) makes the
function give up, so that the caller plays that game step by step. Names in the generated code are made here.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir

from dicedsl.interpreter.engines.native.choices import Choices
from dicedsl.interpreter.engines.native.parts import I64, MOST_MEMBERS, OVER, POINTER
from dicedsl.interpreter.engines.native.unsupported import Unsupported
from dicedsl.program import ops
from dicedsl.program.survey import Survey, successors

PLAYED, GAVE_UP, TRACE_FULL = 0, 1, 2


def refuse(program: ops.Program, survey: Survey) -> None:
    """Raise `Unsupported` for the first thing in a program that there is no native code for."""
    if len(program.dice) > MOST_MEMBERS:
        raise Unsupported(f"sets of more than {MOST_MEMBERS} dice")
    if program.players > MOST_MEMBERS:
        raise Unsupported(f"sets of more than {MOST_MEMBERS} players")
    if sum(len(b.labels) for b in program.boards) > MOST_MEMBERS:
        raise Unsupported(f"sets of more than {MOST_MEMBERS} places")
    if any(len(k.values) > MOST_MEMBERS for k in program.kinds.values()):
        raise Unsupported(f"sets of more than {MOST_MEMBERS} members of a kind")
    if program.max_face > MOST_MEMBERS - 1 or any(min(d.faces, default=0) < 0 for d in program.dice):
        raise Unsupported(f"dice that show a number below 0 or above {MOST_MEMBERS - 1}")
    for number in survey.reached:
        end = program.blocks[number].end
        if isinstance(end, ops.Ask):
            decision = program.decisions[end.decision]
            if decision.at_once:
                raise Unsupported("a choice of several players at once (Decision.at_once)")
            if decision.reported:
                raise Unsupported("an attempt answered by the table (Decision.table)")
            if decision.looks_ahead:
                raise Unsupported("an answer that is judged by what it leads to (Decision.looks_ahead)")
            if any(p.sets for a in decision.alternatives for p in a.picks):
                raise Unsupported("a pick of one of many sets (PickOp.sets)")


class Emitter(Choices):
    """LLVM code of one program; with `trace` every suspension is written down."""

    def __init__(self, program: ops.Program, survey: Survey, trace: bool) -> None:
        super().__init__(program, survey, trace)
        self._play()
        if not trace:
            self._many()

    def _play(self) -> None:
        """play(source[3], cells out, moves, limit, numbers out[2], trace, room): steps played and entries traced are numbers out."""
        p = self.p
        kind = ir.FunctionType(I64, [POINTER, POINTER, POINTER, I64, POINTER, POINTER, I64])
        self.function = ir.Function(self.module, kind, name="play")
        source, self.out, self.buffer, self.limit, self.numbers_out, self.trace_at, self.trace_room = self.function.args
        for argument in (source, self.out, self.buffer, self.numbers_out, self.trace_at):
            argument.add_attribute("noalias")
        self.frame = self.function.append_basic_block("frame")
        start = self.function.append_basic_block("start")
        self.b = b = ir.IRBuilder(start)
        self.source = [self.local() for _ in range(3)]
        self.steps, self.doubtful, self.traced, self.turns_left = (self.local() for _ in range(4))
        self.failed, self.full, self.finish = (
            self.function.append_basic_block(x) for x in ("failed", "full", "finish")
        )
        for i, room in enumerate(self.source):
            b.store(b.load(b.gep(source, [self.const(i)])), room)
        for room in (self.steps, self.doubtful, self.traced):
            b.store(self.const(0), room)
        b.store(b.mul(self.limit, self.const(64)), self.turns_left)
        self._lay_cells()
        for cell, value in enumerate(p.initial):
            self.put(cell, self.const(value))
        self.blocks = {n: self.function.append_basic_block(f"b{n}") for n in sorted(self.survey.reached)}
        for n in list(self.survey.reached):
            for target in successors(p, p.blocks[n].end, self.survey.ways_back):
                if target not in self.blocks:
                    self.blocks[target] = self.failed
        b.branch(self.blocks[p.entry])
        status = self._ends()
        circles = self._circles()
        for n in sorted(self.survey.reached):
            self.at(self.blocks[n])
            if n in circles:
                left = b.sub(b.load(self.turns_left), self.const(1))
                b.store(left, self.turns_left)
                self.fail_if(b.icmp_signed("<", left, self.const(0)))
            self.statements(p.blocks[n].body)
            self._end(n, p.blocks[n].end, status)
        with b.goto_block(self.frame):
            b.branch(start)

    def _many(self) -> None:
        """playouts(source, cells, moves, limit, games, summary): games played; summary holds turns, their squares, steps and wins."""
        play, p, reg = self.function, self.p, self.reg
        kind = ir.FunctionType(I64, [POINTER, POINTER, POINTER, I64, I64, POINTER])
        self.function = ir.Function(self.module, kind, name="playouts")
        source, cells, moves, limit, games, summary = self.function.args
        self.frame = self.function.append_basic_block("frame")
        start, stop, count = (self.function.append_basic_block(x) for x in ("start", "stop", "count"))
        self.b = b = ir.IRBuilder(start)
        saved, numbers = self.local(3), self.local(2)
        done = self.local()
        b.store(self.const(0), done)

        def at(room: Any, i: int) -> Any:
            return b.gep(room, [self.const(i)])

        def add(i: int, value: Any) -> None:
            b.store(b.add(b.load(at(summary, i)), value), at(summary, i))

        def game(i: Any, following: Any) -> None:
            for k in range(3):
                b.store(b.load(at(source, k)), self.element(saved, self.const(k)))
            nowhere = ir.Constant(POINTER, None)
            status = b.call(
                play, [source, cells, moves, limit, self.element(numbers, self.const(0)), nowhere, self.const(0)]
            )
            b.cbranch(b.icmp_signed("==", status, self.const(PLAYED)), count, stop)
            self.at(count)
            turns = b.load(at(cells, reg.turns))
            add(0, turns)
            add(1, b.mul(turns, turns))
            add(2, b.load(self.element(numbers, self.const(0))))
            winners = b.load(at(cells, reg.winners))
            for seat in range(p.players):
                add(3 + seat, b.and_(b.lshr(winners, self.const(seat)), self.const(1)))
            b.store(b.add(b.load(done), self.const(1)), done)

        self.numbers(self.const(1), games, game)
        b.ret(b.load(done))
        self.at(stop)
        for k in range(3):
            b.store(b.load(self.element(saved, self.const(k))), at(source, k))
        b.ret(b.load(done))
        with b.goto_block(self.frame):
            b.branch(start)

    def _ends(self) -> Any:
        """The ways out: played to the end, given up, or no more room for the trace."""
        b = self.b
        status = self.local()
        for block, value in ((self.failed, GAVE_UP), (self.full, TRACE_FULL)):
            self.at(block)
            b.store(self.const(value), status)
            b.branch(self.finish)
        self.at(self.finish)
        for i, room in enumerate(self.source):
            b.store(b.load(room), b.gep(self.function.args[0], [self.const(i)]))
        b.store(b.load(self.steps), b.gep(self.numbers_out, [self.const(0)]))
        b.store(b.load(self.traced), b.gep(self.numbers_out, [self.const(1)]))
        b.ret(b.load(status))
        return status

    def _circles(self) -> set[int]:
        """One block of every circle of blocks."""
        found: set[int] = set()
        state: dict[int, int] = {self.p.entry: 1}
        stack = [(self.p.entry, iter(successors(self.p, self.p.blocks[self.p.entry].end, self.survey.ways_back)))]
        while stack:
            number, rest = stack[-1]
            following = next(rest, None)
            if following is None:
                state[number] = 2
                stack.pop()
            elif state.get(following) == 1:
                found.add(following)
            elif following not in state:
                state[following] = 1
                stack.append((following, iter(successors(self.p, self.p.blocks[following].end, self.survey.ways_back))))
        return found

    def _end(self, number: int, end: ops.End, status: Any) -> None:
        b, reg = self.b, self.reg
        if isinstance(end, ops.Jump):
            b.branch(self.blocks[end.block])
        elif isinstance(end, ops.Branch):
            b.cbranch(self.test(end.condition), self.blocks[end.then], self.blocks[end.other])
        elif isinstance(end, ops.Back):
            ways = sorted(self.survey.ways_back.get(end.cell, ()))
            if len(ways) == 1:
                b.branch(self.blocks[ways[0]])
                return
            switch = b.switch(self.get(end.cell), self.failed)
            for way in ways:
                switch.add_case(self.const(way), self.blocks[way])
        elif isinstance(end, ops.Ask):
            self._ask(number, self.p.decisions[end.decision])
        elif isinstance(end, ops.RollDice):
            self._roll(number, end)
        elif isinstance(end, ops.DrawOne):
            self._draw_one(number, end)
        else:
            self.put(reg.pc, self.const(number))
            self.put(reg.over, self.const(1))
            self.put(reg.asked, self.const(0))
            self.fail_if(b.icmp_signed("!=", b.load(self.doubtful), self.const(0)))
            self._record(self.const(OVER), self.const(-1))
            self._copy_out(self.out)
            b.store(self.const(PLAYED), status)
            b.branch(self.finish)
