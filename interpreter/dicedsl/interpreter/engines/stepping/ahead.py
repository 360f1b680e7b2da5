"""Looking ahead: whether an answer is refused because of the position it leads to (`must leave`, `always`).

The steps are tried on a copy, up to the next rest, roll or draw. Nobody can refuse what chance brings after that.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from dicedsl.errors import Fault
from dicedsl.interpreter.engines.contract import Function
from dicedsl.program import ops
from dicedsl.program.faults import with_place

if TYPE_CHECKING:
    from dicedsl.interpreter.engines.stepping.block_runner import BlockRunner


class Ahead:
    """Judges answers by where they lead, for one program."""

    def __init__(self, runner: BlockRunner) -> None:
        self._runner = runner
        self._tests: dict[int, list[tuple[int, Function]]] = {}  # by the block of an alternative
        self._always: dict[int, Function] = {}  # by sentence

    def refused(self, cells: list[int], decision: ops.Decision, seat: int, answer: tuple[int, ...]) -> int | None:
        """The sentence of the first condition that would be broken, None if none is. The answer is legal but for that."""
        alternative = decision.alternatives[answer[0]]
        if not alternative.leaves and not decision.always:
            return None
        here = self._runner.current_run
        work = here.work
        refused = self._refused_after(cells, decision, seat, answer)
        here.work = work  # it was only tried
        return refused

    def _refused_after(
        self, cells: list[int], decision: ops.Decision, seat: int, answer: tuple[int, ...]
    ) -> int | None:
        alternative = decision.alternatives[answer[0]]
        after = self._cells_after(cells, decision, seat, answer)
        if alternative.leaves:
            # What is remembered under a name, and who `you` is, are as they were when the choice was made.
            local, reg = self._runner.program.first_local, self._runner.reg
            judged = [*after[:local], *cells[local:]]
            judged[reg.actor] = cells[reg.actor]
            for text, test in self._leaves(alternative):
                if not test(judged, *answer[1:]):
                    return text
        for must in decision.always:
            if must.text not in self._always:
                self._always[must.text] = self._test(must, [])
            if not self._always[must.text](after):
                return must.text
        return None

    def _cells_after(self, cells: list[int], decision: ops.Decision, seat: int, answer: tuple[int, ...]) -> list[int]:
        runner = self._runner
        after, here = list(cells), runner.current_run
        sentences, entered, moments = list(here.told), here.entered, here.moments
        here.work, here.entered, here.moments = 0, Counter(), None
        try:
            runner.run_to_rest(after, runner.answer(after, decision, seat, answer))
        except Fault as fault:
            raise with_place(runner.program, fault, cells) from None
        finally:
            here.told, here.entered, here.moments = sentences, entered, moments
        return after

    def _leaves(self, alternative: ops.AlternativeOp) -> list[tuple[int, Function]]:
        if alternative.block not in self._tests:
            variables = [p.var for p in alternative.picks]
            self._tests[alternative.block] = [(m.text, self._test(m, variables)) for m in alternative.leaves]
        return self._tests[alternative.block]

    def _test(self, must: ops.MustOp, variables: list[int]) -> Function:
        return self._runner.compile(lambda writer: writer.text_of(must.condition), variables)
