"""Laying out basic blocks: the current block, jumps and branches."""

from __future__ import annotations

from attrs import define, field

from dicedsl.lower.world import World
from dicedsl.program import ops

MOST_BLOCKS = 10_000
MOST_STATEMENTS = 30_000


class TooLarge(Exception):
    """The rulebook unfolds to more than the engine is willing to hold."""


@define(eq=False, repr=False, slots=False)
class BlockWriter:
    world: World
    current: ops.Block = field(init=False)
    _statements: int = 0

    def __attrs_post_init__(self) -> None:
        self.current = self.new("start")

    def new(self, label: str = "") -> ops.Block:
        blocks = self.world.program.blocks
        block = ops.Block(len(blocks), label=label)
        blocks.append(block)
        if block.number > MOST_BLOCKS:
            raise TooLarge
        self.world.budget.spend(1, self.world.game.book.head.title.span)
        return block

    def emit(self, statement: ops.Stmt) -> None:
        self._statements += 1
        if self._statements > MOST_STATEMENTS:
            raise TooLarge
        self.world.budget.spend(1, self.world.game.book.head.title.span)
        self.current.body.append(statement)

    def jump(self, block: ops.Block) -> None:
        self.current.end = ops.Jump(block.number)

    def branch(self, condition: ops.Op, then: ops.Block, other: ops.Block) -> None:
        self.current.end = ops.Branch(condition, then.number, other.number)

    def start(self, block: ops.Block) -> None:
        self.current = block

    def start_unreachable(self, label: str = "unreachable") -> None:
        """What follows a jump out is never reached; it still needs a block to stand in."""
        self.start(self.new(label))

    def store(self, cell: int, value: ops.Op) -> None:
        self.emit(ops.Store(cell, value))
