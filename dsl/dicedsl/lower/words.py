"""Words: definitions become pure functions, small ones are put in place of their calls, and what never changes is worked out once."""

from __future__ import annotations

from itertools import product
from math import prod
from typing import TYPE_CHECKING, Any

from attrs import define, evolve, field

from dicedsl.lower.indexing import index_of
from dicedsl.lower.op_mapping import map_operation
from dicedsl.lower.tables import MOST_TABLE_ENTRIES, Tables
from dicedsl.lower.values import Lowered, LoweredType, Stream, Value, absent, lowered_type
from dicedsl.program import ops
from dicedsl.program.cost import MOST_COUNTED_STEPS, Cost
from dicedsl.program.fixed_evaluation import FixedEvaluator, StateRead, reads_state
from dicedsl.program.walk import ATOMS, inline, loop_over, parts, size, substitute
from dicedsl.syntax import nodes as n
from dicedsl.typed import tree as t
from dicedsl.typed.conditions import not_linking
from dicedsl.typed.kinds import DIE, NUMBER, PLAYER, POINT, STEP, TRUTH, Grouping, Kind
from dicedsl.typed.semantic_error import SemanticError

if TYPE_CHECKING:
    from dicedsl.lower.world import World

CHEAP_OPERATIONS = 8  # operations that are worked out again for every member of a list
COSTLY_OPERATIONS = (ops.Fold, ops.Call, ops.Reach, ops.OnePiece, ops.Groups, ops.Alike, ops.Copies)
Defined = tuple[int, tuple[int, ...], Lowered]
Explained = tuple[int, tuple[int, ...], ops.Op]


@define(eq=False, repr=False, slots=False)
class Words:
    """The terms of a game as functions of the program. `lasting`: whether a function goes through something that never changes."""

    world: World
    defined: dict[t.Word, Defined] = field(factory=dict)
    explained: dict[t.Adjective, Explained] = field(factory=dict)
    tables: dict[t.ListWord, int] = field(factory=dict)
    lasting: dict[int, bool] = field(factory=dict)
    _cost: Cost = field(init=False)

    def __attrs_post_init__(self) -> None:
        self._cost = Cost(self.world.program)

    # -------------------------------------------------------------- words with a value

    def call(self, word: t.Word, arguments: list[Value]) -> Lowered:
        number, params, value = self._word(word)
        if isinstance(value, Stream):
            is_sets = word.type.form is Grouping.SETS
            return self._list_of(value, params, [a.op for a in arguments], is_sets)
        op = self._application(number, params, value.op, [a.op for a in arguments])
        return Value(op, value.ty, value.low, value.high)

    def _word(self, word: t.Word) -> Defined:
        if word not in self.defined:
            params = self._params(word.params)
            value = self.world.expressions.lower(word.body)
            number = -1
            if isinstance(value, Value):
                types = [lowered_type(local.type) for local in word.params]
                fixed = self._fixed_value(word, value, params, types)
                value = fixed or evolve(value, op=self._partly_fixed(value.op, params, types))
                number = self._function(params, types, value.op, word.name, word.node)
            self.defined[word] = (number, params, value)
        return self.defined[word]

    def _params(self, locals_: tuple[t.Local, ...]) -> tuple[int, ...]:
        params = []
        for local in locals_:
            params.append(self.world.layout.new_var())
            self.world.expressions.bind(local, Value(ops.Var(params[-1]), lowered_type(local.type)))
        return tuple(params)

    def _function(self, params: tuple[int, ...], types: list[LoweredType], op: ops.Op, name: str, node: n.Node) -> int:
        """A function of the program, unless it could keep the engine busy for ever."""
        functions = self.world.program.functions
        sizes = [0 if ty.kind in (NUMBER, POINT, STEP, TRUTH) else self.world.kind_size(ty.kind) for ty in types]
        sizes = [-size if ty.many else size for ty, size in zip(types, sizes, strict=True)]
        functions.append(ops.Function(params, op, name, tuple(sizes)))
        number = len(functions) - 1
        if self._cost.function(number) > MOST_COUNTED_STEPS:
            help = "a word that uses others many times over, each doing so again, grows without end"
            raise SemanticError(
                "E432", f'"{name}" can take more work than the engine is willing to do', node.span, help=help
            )
        return number

    def _application(self, number: int, params: tuple[int, ...], body: ops.Op, arguments: list[ops.Op]) -> ops.Op:
        """A word with its arguments: in place if it is small, unless an engine can remember what it comes to."""
        lasting = self.lasting.get(number)
        if lasting is None:
            lasting = any(isinstance(part, ops.Fold) for part in parts(body))
            lasting = lasting and not reads_state(body, self.world.program.functions)
            self.lasting[number] = lasting
        inlined = None if lasting and params else self._in_place(body, params, arguments)
        return inlined or ops.Call(number, tuple(arguments))

    def _in_place(self, body: ops.Op, params: tuple[int, ...], arguments: list[ops.Op]) -> ops.Op | None:
        """The body with its arguments in place, if it is small and none of them would be worked out twice.

        Of the point where a place lies the body sees the place.
        """
        points: dict[int, ops.Op] = {}
        named: list[ops.Op] = []
        for argument in arguments:
            if self.world.boards.is_of_place(argument) and isinstance(argument.index, ATOMS):
                points[self.world.layout.new_var()] = argument
                named.append(ops.Var(next(reversed(points))))
            else:
                named.append(argument)
        inlined: ops.Op | None = inline(self.world.layout, body, params, named)
        if inlined is not None and points:
            inlined = map_operation(substitute(inlined, points), self.world.boards.without_points)
        return inlined

    def _list_of(self, stream: Stream, params: tuple[int, ...], arguments: list[ops.Op], is_sets: bool) -> Stream:
        """The list of a word, with its arguments in place and variables of its own."""
        layout = self.world.layout
        mapping: dict[int, Any] = dict(zip(params, arguments, strict=True))
        loops = []
        for param, argument in zip(params, arguments, strict=True):
            # What would be worked out again for every member gets a name first.
            if not _is_cheap(argument) and (is_sets or len(stream.loops) > 1):
                fresh = layout.new_var()
                mapping[param] = ops.Var(fresh)
                loops.append(ops.bind(fresh, argument))
        for loop in stream.loops:
            fresh = layout.new_var()
            loops.append(loop_over(loop, fresh, lambda part: substitute(part, mapping, layout)))
            mapping[loop.var] = ops.Var(fresh)
        condition = None if stream.condition is None else substitute(stream.condition, mapping, layout)
        item = evolve(stream.item, op=substitute(stream.item.op, mapping, layout))
        return Stream(tuple(loops), condition, item)

    # -------------------------------------------------------------- what never changes

    def _fixed_value(
        self, word: t.Word, value: Value, params: tuple[int, ...], types: list[LoweredType]
    ) -> Value | None:
        """A word that never changes during a game is worked out once, for everything it can be asked of."""
        if not params and value.ty.many and not isinstance(value.op, (ops.Range, ops.Const)):
            return self._fixed_set(value)
        anything = any(ty.many or ty.kind in (NUMBER, POINT, STEP, TRUTH) for ty in types)
        if not self.world.boards.has_points or not params or anything:
            return None
        sizes = [self.world.kind_size(ty.kind) for ty in types]
        if (
            prod(sizes) > MOST_TABLE_ENTRIES
            or size(value.op) < 4
            or reads_state(value.op, self.world.program.functions)
        ):
            return None
        lasting = not word.depends and not any(ty.kind in (PLAYER, DIE) for ty in types)
        entries = self.world.shared_tables.entries(word, self.world.boards) if lasting else None
        if entries is None:
            evaluate = FixedEvaluator(self.world.program, self.world.budget.spare)
            try:
                entries = tuple(
                    evaluate(value.op, dict(zip(params, members, strict=True)))
                    for members in product(*map(range, sizes))
                )
            except StateRead:
                return None
            if lasting:
                self.world.shared_tables.keep(word, self.world.boards, entries)
        layout = self.world.layout
        index = index_of(layout, [ops.Var(var) for var in params], sizes)
        return evolve(value, op=ops.ListAt(layout.list_of(entries), index, absent(value.ty)))

    def _partly_fixed(self, op: ops.Op, params: tuple[int, ...], types: list[LoweredType]) -> ops.Op:
        """A word that can change, of which the loops that cannot are worked out once, for everything it can be asked of."""
        plain = (ty.many or ty.kind in (NUMBER, POINT, STEP, TRUTH) for ty in types)
        sizes = {var: self.world.kind_size(ty.kind) for var, ty, no in zip(params, types, plain, strict=True) if not no}
        if not sizes:
            return op
        result: ops.Op = Tables(self.world.program, self.world.layout, self.world.budget, sizes).whole(op)
        return result

    def _fixed_set(self, value: Value) -> Value | None:
        """A set that never changes is worked out once."""
        if reads_state(value.op, self.world.program.functions):
            return None
        try:
            return evolve(
                value, op=ops.Const(FixedEvaluator(self.world.program, self.world.budget.spare)(value.op, {}))
            )
        except (StateRead, KeyError):
            return None

    def as_fixed_list(self, stream: Stream) -> Stream:
        """A list of sets; one that never changes is worked out once."""
        if stream.item.ty.kind is POINT or any(loop.sets for loop in stream.loops):
            return stream
        whole = ops.Fold("sets", stream.loops, stream.condition, stream.item.op)
        try:
            masks = FixedEvaluator(self.world.program, self.world.budget.spare).sets(whole, {})
        except (StateRead, KeyError):  # it reads the state, or depends on what it is asked of
            return stream
        return self.stream_of_sets(masks, stream.item.ty.kind)

    def stream_of_sets(self, masks: list[int], kind: Kind) -> Stream:
        table, var = self.world.layout.list_of(tuple(masks)), self.world.layout.new_var()
        item = Value(ops.ListAt(table, ops.Var(var), 0), LoweredType(kind, many=True))
        return Stream((ops.Loop(var, ops.ZERO, ops.Const(len(masks) - 1)),), None, item)

    def links(self, links: t.Links) -> int:
        """The table of a word that gives places of a place and never changes."""
        kind, layout = links.type.kind, self.world.layout
        if links.word is None:
            return layout.list_of(tuple(sum(1 << k for k in group) for group in self.world.boards.of(kind).neighbours))
        _, params, value = self._word(links.word)
        assert isinstance(value, Value)
        evaluate = FixedEvaluator(self.world.program, self.world.budget.needed(links.span))
        try:
            masks = [evaluate(value.op, {params[0]: p}) for p in range(self.world.kind_size(kind))]
        except StateRead:
            raise not_linking(links.word.name, links.span) from None
        return layout.list_of(tuple(masks))

    # -------------------------------------------------------------- adjectives and relations

    def adjective(self, adjective: t.Adjective, arguments: list[Value]) -> ops.Op:
        number, params, op = self._adjective(adjective)
        return self._application(number, params, op, [a.op for a in arguments])

    def _adjective(self, adjective: t.Adjective) -> Explained:
        if adjective not in self.explained:
            params = self._params(adjective.params)
            op = self.world.expressions.value(adjective.test).op
            types = [lowered_type(local.type) for local in adjective.params]
            op = self._partly_fixed(op, params, types)
            number = self._function(params, types, op, adjective.name, adjective.node)
            self.explained[adjective] = (number, params, op)
        return self.explained[adjective]

    # -------------------------------------------------------------- lists of numbers

    def list_table(self, word: t.ListWord) -> int:
        if word not in self.tables:
            values = []
            for item in word.items:
                constant = self.world.constant(item)
                if constant is None:
                    raise SemanticError("E367", "a list holds fixed numbers", item.span, help="write a number")
                values.append(constant)
            self.tables[word] = self.world.layout.list_of(tuple(values))
        return self.tables[word]


def _is_cheap(op: ops.Op) -> bool:
    """Whether it is as well worked out again as kept: what a name stands for is seen through less well than what is written out."""
    if isinstance(op, ATOMS):
        return True
    return size(op, CHEAP_OPERATIONS) <= CHEAP_OPERATIONS and not any(
        isinstance(part, COSTLY_OPERATIONS) for part in parts(op)
    )
