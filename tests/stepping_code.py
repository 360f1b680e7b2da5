"""A table, as the program in Python that referees it: what was generated, for tests that look into it."""

from __future__ import annotations

from dicedsl.interpreter.engines.stepping.block_runner import BlockRunner
from dicedsl.interpreter.engines.stepping.stepping import Stepping
from dicedsl.interpreter.table.play_table import PlayTable


def runner_of(table: PlayTable) -> BlockRunner:
    assert isinstance(table.referee, Stepping)
    return table.referee.runner
