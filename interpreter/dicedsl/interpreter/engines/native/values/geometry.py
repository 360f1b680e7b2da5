"""What hangs together and what has the same shape, as machine code: the kernels called with sets in memory, and lists of sets."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from dicedsl.interpreter.engines.native.building import sets
from dicedsl.interpreter.engines.native.building.frame import I64, number
from dicedsl.interpreter.engines.native.building.layout import WORD, words_of
from dicedsl.interpreter.engines.native.building.room import Room
from dicedsl.interpreter.engines.native.calling import KEPT, LISTS
from dicedsl.interpreter.engines.native.runtime import linked, shaped
from dicedsl.interpreter.engines.native.runtime.sets import in_order
from dicedsl.program import ops
from dicedsl.program.value_kinds import SET

if TYPE_CHECKING:
    from dicedsl.interpreter.engines.native.values.code import Code
    from dicedsl.interpreter.engines.native.values.expressions import Expressions


class Geometry:
    """Writes calls of the kernels about boards: reach, pieces, groups, copies of shapes."""

    def __init__(self, code: Code) -> None:
        self.code = code

    def _links(self, expressions: Expressions, number_of_list: int, words: int) -> Any:
        """A list of sets in memory, each of so many words."""
        begin = self.code.lists.place_of_sets(number_of_list, words)
        return expressions.frame.word(expressions.frame.pointer(LISTS), begin // 8)

    def _words(self, links: int, *parts: ops.Op) -> int:
        """The words that hold all these sets."""
        widest = max(self.code.analysis.list(links, SET).high, *(self.code.analysis.set_width(p) for p in parts))
        return words_of(widest)

    def _memory(self, expressions: Expressions, op: ops.Op, words: int) -> Any:
        return sets.in_memory(expressions.frame, expressions.set(op, WORD * words))

    def _board(self, expressions: Expressions, board: int) -> Any:
        """What the kernels know of a board's places."""
        return self._numbers(expressions, shaped.layout(self.code.program.boards[board].labels))

    def _numbers(self, expressions: Expressions, numbers: list[int]) -> Any:
        """Constant numbers in memory."""
        packed = b"".join((n & (1 << 64) - 1).to_bytes(8, "little") for n in numbers)
        return expressions.frame.word(expressions.frame.pointer(LISTS), self.code.lists.block(packed))

    # -------------------------------------------------------------- truths and sets

    def reach(self, expressions: Expressions, op: ops.Reach) -> Any:
        words = self._words(op.links, op.start, op.within)
        start, within = self._memory(expressions, op.start, words), self._memory(expressions, op.within, words)
        out, scratch = expressions.frame.array(words), expressions.frame.array(2 * words)
        links = self._links(expressions, op.links, words)
        expressions.builder.call(
            self.code.kernels.get(linked.reach), [start, within, links, number(words), out, scratch]
        )
        return sets.load(expressions.frame, out, words)

    def one_piece(self, expressions: Expressions, op: ops.OnePiece) -> Any:
        words = self._words(op.links, op.mask)
        mask, scratch = self._memory(expressions, op.mask, words), expressions.frame.array(4 * words)
        links = self._links(expressions, op.links, words)
        is_one_piece = expressions.builder.call(
            self.code.kernels.get(linked.one_piece), [mask, links, number(words), scratch]
        )
        return expressions.builder.zext(is_one_piece, I64)

    def alike(self, expressions: Expressions, op: ops.Alike) -> Any:
        frame, b = expressions.frame, expressions.builder
        sides = []
        for mask, board in ((op.left, op.left_board), (op.right, op.right_board)):
            words = expressions.bits(mask) // WORD
            sides += [self._memory(expressions, mask, words), number(words), self._board(expressions, board)]
        most = max(self.code.analysis.set_width(m) for m in (op.left, op.right))
        are_alike = b.call(self.code.kernels.get(shaped.alike), [*sides, frame.array(3 * most)])
        return b.zext(are_alike, I64)

    # -------------------------------------------------------------- lists of sets

    def each_set(self, expressions: Expressions, op: ops.Op, body: Callable[[Any, Any], None], weight: int) -> None:
        """The code of `body(set, next)` for each set of a list."""
        b, frame = expressions.builder, expressions.frame
        memory = Room(expressions.frame)
        if isinstance(op, ops.Copies) and shaped.is_ordered(self.code.program.boards[op.board].labels):
            self._each_copy(expressions, op, memory, body, weight)
            return
        count, words = self.listed(expressions, op, memory)
        if weight:
            expressions.loops.spend(weight, count)
        start = memory.keep(b.mul(count, number(words)))

        def inside(i: Any, following: Any) -> None:
            place = frame.word(start, b.mul(i, number(words)) if words > 1 else i)
            body(sets.load(frame, place, words), following)

        frame.numbers(number(0), b.sub(count, number(1)), inside)
        memory.leave()

    def _each_copy(
        self, expressions: Expressions, op: ops.Copies, memory: Room, body: Callable[[Any, Any], None], weight: int
    ) -> None:
        """The same for copies, each made when it is its turn: often some of them are enough."""
        b, frame, kernels = expressions.builder, expressions.frame, self.code.kernels
        arguments = self._shape_and_room(expressions, op)
        wide, board, box_wide = arguments[4:7]
        count = b.call(kernels.get(shaped.find_copies), [*arguments, memory.start, memory.size])
        frame.fail_if(b.icmp_signed("<", count, number(0)), self.code.faults.too_many)
        if weight:
            expressions.loops.spend(weight, count)
        state = memory.keep(number(shaped.state_words(box_wide.constant)))
        one = frame.array(wide.constant)

        def inside(i: Any, following: Any) -> None:
            b.call(kernels.get(shaped.next_copy), [state, board, box_wide, wide, one])
            body(sets.load(frame, one, wide.constant), following)

        frame.numbers(number(0), b.sub(count, number(1)), inside)
        memory.leave()

    def _shape_and_room(self, expressions: Expressions, op: ops.Copies) -> list[Any]:
        """The arguments of the kernels that find copies."""
        labels = self.code.program.boards[op.board].labels
        shape_words, words = expressions.bits(op.shape) // WORD, words_of(len(labels))
        shape = self._memory(expressions, op.shape, shape_words)
        within = self._memory(expressions, op.within, words)
        both = number(op.shape_board << 16 | op.board)
        return [
            shape, number(shape_words), self._board(expressions, op.shape_board), within, number(words),
            self._numbers(expressions, shaped.box(labels)), number(shaped.box_words(labels)),
            both, expressions.frame.pointer(KEPT), number(shaped.KEPT_SLOTS), number(shaped.KEPT_WORDS),
        ]  # fmt: skip

    def listed(self, expressions: Expressions, op: ops.Op, memory: Room) -> tuple[Any, int]:
        """Make a list of sets where the room begins; how many there are, and their words."""
        if isinstance(op, ops.Fold):
            return self._folded(expressions, op, memory)
        b, kernels = expressions.builder, self.code.kernels
        if isinstance(op, ops.Groups):
            words = self._words(op.links, op.within, op.standing)
            many, within = expressions.number(op.count), self._memory(expressions, op.within, words)
            links, wide = self._links(expressions, op.links, words), number(words)
            if op.under < 0:
                arguments = [many, within, links, wide, memory.start, memory.size]
                count = b.call(kernels.get(linked.groups), arguments)
            else:
                under, standing = (
                    self._links(expressions, op.under, words),
                    self._memory(expressions, op.standing, words),
                )
                arguments = [many, within, links, under, standing, wide, memory.start, memory.size]
                count = b.call(kernels.get(linked.standing_groups), arguments)
        else:
            assert isinstance(op, ops.Copies)
            words = words_of(len(self.code.program.boards[op.board].labels))
            arguments = [*self._shape_and_room(expressions, op), memory.start, memory.size]
            count = b.call(kernels.get(shaped.copies), arguments)
        expressions.frame.fail_if(b.icmp_signed("<", count, number(0)), self.code.faults.too_many)
        return count, words

    def _folded(self, expressions: Expressions, op: ops.Fold, memory: Room) -> tuple[Any, int]:
        b, frame = expressions.builder, expressions.frame
        words = expressions.bits(op) // WORD
        count = frame.local()
        b.store(number(0), count)
        # What is worked out on the way takes its room behind the list.
        half = b.lshr(memory.size, number(1))
        start = memory.keep(half)

        def note(following: Any) -> None:
            value = expressions.set(op.body, WORD * words)
            n = b.load(count)
            begin = b.mul(n, number(words))
            frame.fail_if(b.icmp_signed(">", b.add(begin, number(words)), half), self.code.faults.too_many)
            sets.store(frame, value, frame.word(start, begin))
            b.store(b.add(n, number(1)), count)
            frame.go(following)

        expressions.loops.nest(op, note)
        if len(op.loops) == 1 and op.loops[0].sets and op.body == ops.Var(op.loops[0].var):
            return b.load(count), words  # picked out of a list that is in order
        kernel = self.code.kernels.get(in_order)
        return b.call(kernel, [start, b.load(count), number(words)]), words
