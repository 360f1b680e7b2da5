"""What many games come to, counted by the definition: as `playouts` of an engine has to."""

from __future__ import annotations

from collections import Counter
from typing import Any

from dicedsl.interpreter.chance import Chance
from dicedsl.interpreter.engines.contract import Tally
from dicedsl.interpreter.seeds import derived_seed
from dicedsl.program import ops
from tests.program.engines import Answer, Cells, definition
from tests.program.lockstep import outcome

NAMES = ("games", "winners", "turns", "rounds", "actions", "matches", "scores", "reasons", "chosen", "entered")


class Counting:
    """The definition of a program, counting what is chosen, which rules are come to, and actions."""

    def __init__(self, program: ops.Program) -> None:
        self.program = program
        self.evaluator = definition(program)
        self.tally = Tally(scores=[Counter() for _ in range(program.players)])
        self._actions = 0
        self._trying = False
        self._rules = {block for block, _ in program.rules}
        self._watch()

    def _watch(self) -> None:
        """Blocks are counted where they are run, unless it is only tried where a choice would lead."""
        blocks, choices, run = self.evaluator.blocks, self.evaluator.choices, self.evaluator.blocks.run
        try_out, answer, fall = choices._refusal_after, self.evaluator.answer, self.evaluator.fall

        def counted_run(cells: list[int], number: int) -> int:
            self.tally.entered[number] += number in self._rules and not self._trying
            return run(cells, number)

        def tried(*asked: Any) -> int | None:
            self._trying = True
            try:
                return try_out(*asked)
            finally:
                self._trying = False

        def counted_answer(cells: Cells, seat: int, chosen: Answer) -> Cells:
            decision = self.evaluator.decision(cells)
            assert decision is not None
            self._actions += 1
            self.tally.chosen[decision.number, chosen[0]] += 1
            return answer(cells, seat, chosen)

        def counted_fall(cells: Cells, values: tuple[int, ...]) -> Cells:
            self._actions += 1
            return fall(cells, values)

        for owner, name, watched in (
            (blocks, "run", counted_run), (choices, "_refusal_after", tried),
            (self.evaluator, "answer", counted_answer), (self.evaluator, "fall", counted_fall),
        ):  # fmt: skip
            setattr(owner, name, watched)

    def playouts(self, seed: int, first: int, games: int, limit: int) -> Tally:
        reg, tally = self.program.reg, self.tally
        for number in range(first, first + games):
            self._actions = 0
            end = self.evaluator.play(None, Chance(derived_seed(seed, number)), limit)
            tally.games += 1
            tally.winners[end[reg.starter], end[reg.winners]] += 1
            tally.turns[end[reg.turns_played]] += 1
            tally.rounds[end[reg.rounds]] += 1
            tally.actions[self._actions] += 1
            tally.matches[end[reg.game]] += 1
            tally.reasons[end[reg.reason]] += 1
            for seat, scores in enumerate(tally.scores if end[reg.score_order] else ()):
                scores[end[reg.score_of_player + seat]] += 1
        return tally


def plain(tally: Any) -> Any:
    """A tally as it can be compared: without what was never counted. A fault stays what it is."""
    if not isinstance(tally, Tally):
        return tally
    found: dict[str, Any] = {}
    for name in NAMES:
        value = getattr(tally, name)
        found[name] = [+c for c in value] if isinstance(value, list) else +value
    return found


def same_tallies(program: ops.Program, engine: Any, seed: int, games: int, limit: int = 500) -> int:
    """Games in one call; how many were counted."""
    expected = plain(outcome(lambda: Counting(program).playouts(seed, 3, games, limit)))
    found = plain(outcome(lambda: engine.playouts(None, seed, 3, games, limit)))
    if isinstance(expected, dict) and isinstance(found, dict):
        wrong = {name: (found[name], expected[name]) for name in NAMES if found[name] != expected[name]}
        assert not wrong, f"tallies: {', '.join(f'{n}: {a} is to be {b}' for n, (a, b) in wrong.items())}"
    assert found == expected, f"tallies: {found} is to be {expected}"
    return games if isinstance(expected, dict) else 0
