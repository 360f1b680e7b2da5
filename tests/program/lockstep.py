"""The definition and an engine play the same game, and everything is compared on the way."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from attrs import define, field

from dicedsl.errors import Fault, UsageError
from dicedsl.interpreter.chance import Chance
from dicedsl.program import ops
from dicedsl.program.evaluator import Evaluator
from dicedsl.program.evaluator.expressions import members_or_fault
from tests.program.engines import Answer, Cells, Engine, definition

MOST_STEPS = 60
TRIED = 3  # answers at each choice that may be refused
DRAWN = 6  # dice that are drawn one instead of the other


def outcome(ask: Callable[[], Any]) -> Any:
    """What an engine answers, or the fault it finds: code, message, place and help."""
    try:
        return ask()
    except Fault as fault:
        problem = fault.problems[0]
        return problem.code, problem.message, (problem.span.start, problem.span.end), problem.help
    except UsageError as error:
        return error.message


@define
class Lockstep:
    """One game. `steps` and `faults` say how far it came."""

    program: ops.Program
    engine: Engine
    definition: Evaluator = field(init=False)
    steps: int = 0
    faults: list[str] = field(factory=list)

    def __attrs_post_init__(self) -> None:
        self.definition = definition(self.program)

    def same(self, what: str, ask: Callable[[Any], Any]) -> Any:
        """Ask both; they must answer the same."""
        expected = outcome(lambda: ask(self.definition))
        found = outcome(lambda: ask(self.engine))
        if isinstance(expected, tuple | list):
            found = type(expected)(found) if isinstance(found, tuple | list) else found
        assert found == expected, f"{what}, step {self.steps}: {self._differences(found, expected)}"
        if isinstance(expected, tuple) and expected and isinstance(expected[0], str):
            self.faults.append(expected[0])
            return None
        return expected

    @staticmethod
    def _differences(found: Any, expected: Any) -> str:
        if isinstance(found, tuple) and isinstance(expected, tuple) and len(found) == len(expected):
            cells = [f"[{i}] {a} is to be {b}" for i, (a, b) in enumerate(zip(found, expected, strict=True)) if a != b]
            return ", ".join(cells)
        return f"{found} is to be {expected}"

    def play(self, seed: int, most: int = MOST_STEPS) -> None:
        """Step by step, with what falls and what is chosen drawn by the definition."""
        chance, cells = Chance(seed), self.same("start", lambda e: e.start())
        while cells is not None and self.steps < most:
            self._told()
            if isinstance(self.definition.end(cells), ops.Over):
                break
            cells = self._step(cells, chance)
            self.steps += 1

    def _told(self) -> None:
        if hasattr(self.engine, "told"):
            self.same("what was said", lambda e: list(e.told))

    def _step(self, cells: Cells, chance: Chance) -> Cells | None:
        decision = self.definition.decision(cells)
        if decision is None:
            seed = chance.below(1 << 30)
            values = self.definition.draw(cells, Chance(seed))
            if hasattr(self.engine, "draw"):
                self.same("what falls", lambda e: e.draw(cells, Chance(seed)))
            end = self.definition.end(cells)
            if isinstance(end, ops.DrawOne) and end.alike:
                self._alike(cells)
            fallen: Cells | None = self.same("after it fell", lambda e: e.fall(cells, values))
            return fallen
        now: Cells | None = cells
        for seat in members_or_fault(cells[self.program.reg.asked]):
            if now is None:
                break
            now = self._answered(decision, now, seat, chance)
        return now

    def _alike(self, cells: Cells) -> None:
        """Whichever of some equal dice is drawn, it comes to the same."""
        came: dict[object, Cells | None] = {}
        reg, info = self.program.reg, self.program.dice
        for die in members_or_fault(cells[reg.rolling])[:DRAWN]:
            seen = (cells[reg.location + die], cells[reg.face + die], cells[reg.shown] >> die & 1)
            equal = die if info[die].numbered else (info[die].group, *seen)
            after = self.same(f"after {die} was drawn", lambda e, die=die: e.fall(cells, (die,)))  # type: ignore[misc]
            assert came.setdefault(equal, after) == after, f"it makes a difference that {die} was drawn"

    def _answered(self, decision: ops.Decision, cells: Cells, seat: int, chance: Chance) -> Cells | None:
        answer: Answer | None
        if decision.reported:
            seed = chance.below(1 << 30)
            if hasattr(self.engine, "report"):
                answer = self.same("a report", lambda e: e.report(list(cells), Chance(seed)))
            else:
                answer = self.definition.report(cells, Chance(seed))
        else:
            moves = self.same("moves", lambda e: e.moves(cells, seat))
            answer = moves[chance.below(len(moves))] if moves else None
        if answer is None:
            return None
        chosen = answer
        if hasattr(self.engine, "refused"):
            for other in [chosen, *(self._other(chosen, decision, chance) for _ in range(TRIED))]:
                self.same(f"why not {other}", lambda e, other=other: e.refused(cells, seat, other))  # type: ignore[misc]
        after: Cells | None = self.same(f"after {chosen}", lambda e: e.answer(cells, seat, chosen))
        return after

    def _other(self, answer: Answer, decision: ops.Decision, chance: Chance) -> Answer:
        """An answer near this one, legal or not."""
        values = list(answer)
        if len(values) == 1 or chance.below(4) == 0:
            index = chance.below(len(decision.alternatives))
            return (index, *(chance.below(8) for _ in decision.alternatives[index].picks))
        at = 1 + chance.below(len(values) - 1)
        values[at] += (-1, 1, 2, 8)[chance.below(4)]
        return tuple(values)


def whole_games(program: ops.Program, engine: Engine, seeds: range, limit: int = 500) -> list[Any]:
    """Games played in one call; what the definition made of them."""
    evaluator, ends = definition(program), []
    for seed in seeds:
        expected = outcome(lambda seed=seed: evaluator.play(None, Chance(seed), limit))  # type: ignore[misc]
        found = outcome(lambda seed=seed: engine.play(None, Chance(seed), limit))  # type: ignore[misc]
        found = tuple(found) if isinstance(found, list) else found
        assert found == expected, f"game {seed}: {Lockstep._differences(found, expected)}"
        ends.append(expected)
    return ends
