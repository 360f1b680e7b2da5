"""Words: definitions become pure functions, small ones are put in place of their calls."""

from __future__ import annotations

from functools import cached_property
from itertools import product
from math import prod
from typing import Any

from attrs import evolve

from dicedsl.lower import builtins_table as built_in
from dicedsl.lower.indexing import index_of
from dicedsl.lower.kinds import (
    DIE,
    NOTHING,
    NUMBER,
    POINT,
    STEP,
    TRUTH,
    Kind,
    Stream,
    Ty,
    Value,
    absent,
    may_miss,
    or_none,
)
from dicedsl.lower.material import Material
from dicedsl.lower.scope import Bad, Scope
from dicedsl.program import ops
from dicedsl.program.constants import constant_of
from dicedsl.program.cost import MOST_WORK, Cost
from dicedsl.program.fixed import Fixed, StateRead, reads_state
from dicedsl.program.sets import NO_NUMBER
from dicedsl.program.walk import ATOMS, inline, parts, size, substitute
from dicedsl.syntax import nodes as n

MOST_FIXED = 40_000
MOST_DEEP = 60
MOST_ROWS = 150
Defined = tuple[int, tuple[int, ...], Value | Stream]


class Words(Material):
    """The terms of a game and how they are looked up."""

    _depth = 0

    def param_type(self, param: n.Param) -> Ty:
        for kind in (*self.kinds.values(), *self._board_kinds.values()):
            if param.kind == kind.name:
                return Ty(kind)
            if param.kind == kind.plural:
                return Ty(kind, many=True)
        known = ", ".join(k for k in self.kinds)
        raise Bad("E359", f'"{param.kind}" is no kind of thing', param.span, help=f"known kinds: {known}")

    def _word_body(self, node: n.ValueWord | n.CaseWord, scope: Scope) -> Value | Stream:
        if isinstance(node, n.ValueWord):
            meaning = self.e.meaning(node.body, scope)
            if isinstance(meaning, Stream) and (node.listed or meaning.of_sets or meaning.item.ty.kind is STEP):
                # Points may lie off the board and steps are no members of a set: the list stays a list.
                return self._set_list(meaning) if meaning.item.ty.many else meaning
            value = self.e.single(meaning, node.body)
            if value.ty.kind is NOTHING:
                raise Bad(
                    "E358",
                    "what this word stands for is not clear",
                    node.body.span,
                    help="let it stand for a number, a player, dice, or another thing",
                )
            return value
        return self._cases(node, scope)

    def _set_list(self, stream: Stream) -> Stream:
        """A list of sets; one that never changes is worked out once."""
        ty = stream.item.ty
        if stream.item.ty.kind is POINT or any(loop.sets for loop in stream.loops):
            return evolve(stream, of_sets=True)
        whole = ops.Fold("sets", stream.loops, stream.condition, stream.item.op)
        try:
            masks = Fixed(self.program, self.budget.spare).sets(whole, {})
        except (StateRead, KeyError):  # it reads the state, or depends on what it is asked of
            return evolve(stream, of_sets=True)
        return self.listed_sets(masks, ty.kind)

    def listed_sets(self, masks: list[int], kind: Kind) -> Stream:
        table, var = self.list_of(tuple(masks)), self.new_var()
        item = Value(ops.ListAt(table, ops.Var(var), 0), Ty(kind, many=True))
        return Stream((ops.Loop(var, ops.ZERO, ops.Const(len(masks) - 1)),), None, item, of_sets=True)

    def links(self, phrase: n.Phrase, kind: Kind) -> int:
        """The table of a word that gives places of a place and never changes."""
        name = phrase.text
        board = self.board_of(kind)
        if board is None:
            raise Bad("E369", f"places are linked, but these are {kind.plural}", phrase.span)
        if name == "neighbours" and name not in self.book.words:
            return self.list_of(tuple(sum(1 << k for k in group) for group in self.boards[board].neighbours))
        word = self.book.words.get(name)
        if isinstance(word, (n.ValueWord, n.CaseWord)) and [self.param_type(p) for p in word.params] == [Ty(kind)]:
            _, params, value = self._word(name, phrase)
            if isinstance(value, Value) and value.ty == Ty(kind, many=True):
                evaluate = Fixed(self.program, self.budget.needed(phrase.span))
                try:
                    masks = [evaluate(value.op, {params[0]: p}) for p in range(self.kind_size(kind))]
                except StateRead:
                    masks = []
                if masks:
                    return self.list_of(tuple(masks))
        raise Bad(
            "E369",
            f'"{name}" does not say which places a place is linked to',
            phrase.span,
            help="name a word that gives places of a place and stays the same all game, such as `neighbours`",
        )

    def _cases(self, node: n.CaseWord, scope: Scope) -> Value:
        if len(node.rows) > MOST_ROWS:
            raise Bad(
                "E433",
                f"a table has at most {MOST_ROWS} lines",
                node.name.span,
                help="use a list and `at`, or reckon it out",
            )
        width = len(node.columns.heads) if node.columns else 1
        rows: list[tuple[ops.Op | None, list[Value | None]]] = []
        for row in node.rows:
            if len(row.cells) != width:
                raise Bad(
                    "E360",
                    f"this line has {len(row.cells)} cell{'s' * (len(row.cells) != 1)}, but there {'is' if width == 1 else 'are'} {width} column{'s' * (width != 1)}",
                    row.span,
                    help="write `-` or leave a cell empty where there is nothing",
                )
            condition = None if row.condition is None else self.e.truth(row.condition, scope)
            rows.append((condition, [None if c is None else self.e.value(c, scope) for c in row.cells]))
        if rows[-1][0] is not None:
            raise Bad(
                "E361",
                f'the last line of "{node.name.text}" must be `otherwise`',
                node.rows[-1].span,
                help="say what holds when no line above fits",
            )
        for (condition, _), row in zip(rows[:-1], node.rows[:-1], strict=True):
            if condition is None:
                raise Bad(
                    "E362",
                    "`otherwise` is the last line; nothing below it can be reached",
                    row.span,
                    help="move this line to the end of the table",
                )
        ty = self._case_type(node, rows)
        result: ops.Op | None = None
        for condition, cells in reversed(rows):
            value = self._columns(node, cells, ty, scope)
            result = value if condition is None or result is None else ops.Cond(condition, value, result)
        assert result is not None
        return Value(result, ty)

    def _case_type(self, node: n.CaseWord, rows: list[tuple[ops.Op | None, list[Value | None]]]) -> Ty:
        ty: Ty | None = None
        for (_, cells), row in zip(rows, node.rows, strict=True):
            for value, cell in zip(cells, row.cells, strict=True):
                if value is None:
                    continue
                if ty is None or ty.kind is NOTHING:
                    ty = evolve(value.ty, maybe=value.ty.maybe or (ty is not None))
                elif value.ty.kind is NOTHING:
                    ty = evolve(ty, maybe=True)
                elif value.ty.kind != ty.kind:
                    raise Bad(
                        "E363",
                        f"this cell gives {value.ty.called()}, but the cells above give {ty.called()}",
                        (cell or row).span,
                        help="all cells of a table give the same kind of thing",
                    )
                elif value.ty.many != ty.many:
                    if ty.kind in (NUMBER, TRUTH):
                        raise Bad(
                            "E363",
                            f"this cell gives {value.ty.called()}, but the cells above give {ty.called()}",
                            (cell or row).span,
                            help="all cells of a table give the same kind of thing",
                        )
                    ty = evolve(ty, many=True)
                elif value.ty.maybe:
                    ty = evolve(ty, maybe=True)
        if ty is not None and (
            node.columns is not None or any(cell is None for row in node.rows for cell in row.cells)
        ):
            ty = or_none(ty)  # an empty cell, or a column that is not there
        if ty is None or ty.kind is NOTHING:
            raise Bad("E358", "what this table gives is not clear", node.span, help="give at least one cell a value")
        return ty

    def _cell(self, value: Value | None, ty: Ty) -> ops.Op:
        if value is None or value.ty.kind is NOTHING:
            if ty.many or ty.kind in (NUMBER, TRUTH):
                return ops.Const(NO_NUMBER) if value is not None and ty.kind is NUMBER and not ty.many else ops.ZERO
            return ops.Const(absent(ty))
        if ty.many and not value.ty.many:
            return ops.Single(value.op)
        return value.op

    def _columns(self, node: n.CaseWord, cells: list[Value | None], ty: Ty, scope: Scope) -> ops.Op:
        if node.columns is None:
            return self._cell(cells[0], ty)
        by = scope.names.get(node.columns.by.text)
        if not isinstance(by, Value):
            raise Bad(
                "E364",
                f'"{node.columns.by.text}" is no parameter of this word',
                node.columns.by.span,
                help=f"write `by {node.params[0].name.text}`"
                if node.params
                else "give the word a parameter, such as `of number n`",
            )
        result: ops.Op = ops.ZERO if ty.kind in (NUMBER, TRUTH) or ty.many else ops.Const(absent(ty))
        for head, cell in reversed(list(zip(node.columns.heads, cells, strict=True))):
            column = self.e.value(head, scope)
            if column.ty.kind != by.ty.kind:
                raise Bad(
                    "E365",
                    f"this column is {column.ty.called()}, but the table goes by {by.ty.called()}",
                    head.span,
                    help=f"write {by.ty.called()} at the head of each column",
                )
            if column.ty.many:
                if isinstance(column.op, ops.Span2):
                    test: ops.Op = ops.Bin(
                        "and", ops.Bin("<=", column.op.low, by.op), ops.Bin("<=", by.op, column.op.high)
                    )
                else:
                    test = ops.Bit(column.op, by.op)
            else:
                test = ops.Bin("==", by.op, column.op)
            result = ops.Cond(test, self._cell(cell, ty), result)
        return result

    def _word(self, name: str, node: n.Node) -> Defined:
        if name in self._words:
            known = self._words[name]
            if known is None:
                raise Bad(
                    "E366",
                    f'"{name}" is explained by itself',
                    node.span,
                    help="a word may not use itself, directly or through others",
                )
            return known
        self._words[name] = None
        self._depth += 1
        try:
            if self._depth > MOST_DEEP:
                raise Bad("E104", "words are explained by words too deeply; 60 levels is the limit", node.span)
            self._words[name] = defined = self._defined(name)
            return defined
        except Bad:
            del self._words[name]
            raise
        finally:
            self._depth -= 1

    def _defined(self, name: str) -> Defined:
        word = self.book.words[name]
        assert isinstance(word, (n.ValueWord, n.CaseWord))
        scope = Scope()
        params = []
        for param in word.params:
            var = self.new_var()
            params.append(var)
            scope = scope.bind(param.name.text, Value(ops.Var(var), self.param_type(param)))
        value = self._word_body(word, scope)
        number = -1
        if isinstance(value, Value):
            types = [self.param_type(p) for p in word.params]
            fixed = self._fixed(value, params, types)
            if fixed is not None:
                value = fixed
            number = self._function(tuple(params), types, value.op, name, word)
        return number, tuple(params), value

    def _function(self, params: tuple[int, ...], types: list[Ty], op: ops.Op, name: str, node: n.Node) -> int:
        """A function of the program, unless it could keep the engine busy for ever."""
        number = len(self.program.functions)
        sizes = [0 if ty.kind in (NUMBER, POINT, STEP, TRUTH) else self.kind_size(ty.kind) for ty in types]
        sizes = [-size if ty.many else size for ty, size in zip(types, sizes, strict=True)]
        self.program.functions.append(ops.Function(params, op, name, tuple(sizes)))
        if self._cost.function(number) > MOST_WORK:
            help = "a word that uses others many times over, each doing so again, grows without end"
            raise Bad("E432", f'"{name}" can take more work than the engine is willing to do', node.span, help=help)
        return number

    @cached_property
    def _cost(self) -> Cost:
        return Cost(self.program)

    def _fixed(self, value: Value, params: list[int], types: list[Ty]) -> Value | None:
        """A word that never changes during a game is worked out once, for everything it can be asked of."""
        if not params and value.ty.many and not isinstance(value.op, (ops.Span2, ops.Const)):
            return self._fixed_set(value)
        if self.space is None or not params or any(ty.many or ty.kind in (NUMBER, POINT, STEP, TRUTH) for ty in types):
            return None
        sizes = [self.kind_size(ty.kind) for ty in types]
        total = prod(sizes)
        if total > MOST_FIXED or size(value.op) < 4 or reads_state(value.op, self.program.functions):
            return None
        evaluate = Fixed(self.program, self.budget.spare)
        try:
            entries = tuple(
                evaluate(value.op, dict(zip(params, members, strict=True))) for members in product(*map(range, sizes))
            )
        except StateRead:
            return None
        index = index_of(self, [ops.Var(var) for var in params], sizes)
        return evolve(value, op=ops.ListAt(self.list_of(entries), index, absent(value.ty)))

    def _fixed_set(self, value: Value) -> Value | None:
        """A set that never changes is worked out once."""
        if reads_state(value.op, self.program.functions):
            return None
        try:
            return evolve(value, op=ops.Const(Fixed(self.program, self.budget.spare)(value.op, {})))
        except (StateRead, KeyError):
            return None

    def _listed(self, stream: Stream, params: tuple[int, ...], arguments: list[ops.Op]) -> Stream:
        """The stream of a word, with its arguments in place and variables of its own."""
        mapping: dict[int, Any] = dict(zip(params, arguments, strict=True))
        loops = []
        for param, argument in zip(params, arguments, strict=True):
            # What would be worked out again for every member gets a name first.
            if not isinstance(argument, ATOMS) and (stream.of_sets or len(stream.loops) > 1):
                fresh = self.new_var()
                mapping[param] = ops.Var(fresh)
                loops.append(ops.bind(fresh, argument))
        for loop in stream.loops:
            fresh = self.new_var()
            source = substitute(loop.source, mapping, self)
            high = None if loop.high is None else substitute(loop.high, mapping, self)
            mapping[loop.var] = ops.Var(fresh)
            loops.append(ops.Loop(fresh, source, high, loop.sets))
        condition = None if stream.condition is None else substitute(stream.condition, mapping, self)
        item = evolve(stream.item, op=substitute(stream.item.op, mapping, self))
        return Stream(tuple(loops), condition, item, stream.of_sets)

    def call_word(self, name: str, arguments: list[Value], node: n.Node) -> Value | Stream:
        number, params, value = self._word(name, node)
        if isinstance(value, Stream):
            return self._listed(value, params, [a.op for a in arguments])
        op = self._applied(number, params, value.op, [a.op for a in arguments])
        return Value(op, value.ty, value.low, value.high)

    def _applied(self, number: int, params: tuple[int, ...], body: ops.Op, arguments: list[ops.Op]) -> ops.Op:
        """A word with its arguments: in place if it is small, unless an engine can remember what it comes to."""
        lasting = self._lasting.get(number)
        if lasting is None:
            lasting = any(isinstance(part, ops.Fold) for part in parts(body))
            lasting = lasting and not reads_state(body, self.program.functions)
            self._lasting[number] = lasting
        found = None if lasting and params else inline(self, body, params, arguments)
        return found or ops.Call(number, tuple(arguments))

    def _adjective_words(self) -> list[n.AdjectiveWord]:
        return [w for w in self.book.words.values() if isinstance(w, n.AdjectiveWord)]

    def adjective_names(self) -> list[str]:
        return [w.name.text for w in self._adjective_words() if w.other is None] + list(built_in.ADJECTIVES)

    def relation_names(self) -> list[str]:
        return [w.name.text for w in self._adjective_words() if w.other is not None]

    def explains(self, name: str, kind: Kind) -> bool:
        """Whether the rulebook itself says when one of a kind is called this."""
        return self._find_adjective(name, Ty(kind), None) is not None

    def has_adjective(self, name: str, kind: Kind) -> bool:
        for word in self._adjective_words():
            if word.name.text == name and word.other is None and self.param_type(word.subject) == Ty(kind):
                return True
        if name in self.kinds["colour"].values and kind is DIE:
            return True
        return built_in.has_adjective(name, kind, self.board_of(kind) is not None)

    def _find_adjective(self, name: str, subject: Ty, other: Ty | None) -> n.AdjectiveWord | None:
        for word in self._adjective_words():
            if word.name.text != name or (word.other is None) != (other is None):
                continue
            wanted = self.param_type(word.subject)
            if wanted.kind != subject.kind or wanted.many != subject.many:
                continue
            if other is not None and word.other is not None:
                second = self.param_type(word.other)
                if second.kind != other.kind or (second.many != other.many and not second.many):
                    continue
            return word
        return None

    def _adjective_function(self, word: n.AdjectiveWord) -> tuple[int, tuple[int, ...], ops.Op]:
        key = (word.name.text, id(word))
        if key in self._adjectives:
            known = self._adjectives[key]
            if known is None:
                raise Bad(
                    "E366",
                    f'"{word.name.text}" is explained by itself',
                    word.span,
                    help="a word may not use itself, directly or through others",
                )
            return known
        self._adjectives[key] = None
        scope = Scope()
        params = []
        try:
            for param in (word.subject, word.other):
                if param is not None:
                    var = self.new_var()
                    params.append(var)
                    scope = scope.bind(param.name.text, Value(ops.Var(var), self.param_type(param)))
            tests = [self.e.truth(c, scope) for c in word.conditions]
        except Bad:
            del self._adjectives[key]
            raise
        op = tests[0]
        for test in tests[1:]:
            op = ops.Bin("or" if word.join == "any" else "and", op, test)
        types = [self.param_type(param) for param in (word.subject, word.other) if param is not None]
        number = self._function(tuple(params), types, op, word.name.text, word)
        self._adjectives[key] = (number, tuple(params), op)
        return number, tuple(params), op

    def _readings(self, value: Value) -> list[Value]:
        """A place may be asked what is known of points, and a point what is known of places."""
        found = [value]
        if self.space is not None and not value.ty.many:
            for kind in (POINT, self.place_kind(self.space_board)):
                other = self.e.fitted(value, kind)
                if other is not value:
                    found.append(other)
        return found

    def is_spoken_of(self, word: n.AdjectiveWord) -> bool:
        """Whether the rules have come to an adjective."""
        return self._adjectives.get((word.name.text, id(word))) is not None

    def call_adjective(self, name: str, value: Value, node: n.Node) -> ops.Op | None:
        if (
            name in self.kinds["colour"].values
            and value.ty.kind is DIE
            and not value.ty.many
            and self._find_adjective(name, value.ty, None) is None
        ):
            return ops.Bin(
                "==",
                ops.ListAt(self.die_table("colour"), value.op),
                ops.Const(self.kinds["colour"].values.index(name)),
            )
        word = self._find_adjective(name, Ty(value.ty.kind, value.ty.many), None)
        for reading in self._readings(value):
            if word is None:
                word = self._find_adjective(name, Ty(reading.ty.kind, reading.ty.many), None)
                value = reading if word is not None else value
        if word is None:
            return None
        number, params, op = self._adjective_function(word)
        found = self._applied(number, params, op, [value.op])
        if may_miss(value):
            # Nothing is what is not there.
            return ops.Bin("and", ops.Bin(">=", value.op, ops.ZERO), found)
        return found

    def call_relation(self, name: str, value: Value, other: Value, node: n.Node) -> ops.Op | None:
        word = None
        for one, two in product(self._readings(value), self._readings(other)):
            word = self._find_adjective(name, Ty(one.ty.kind, one.ty.many), Ty(two.ty.kind, two.ty.many))
            if word is not None:
                value, other = one, two
                break
        if word is None or word.other is None:
            return None
        second = self.param_type(word.other)
        argument = ops.Single(other.op) if second.many and not other.ty.many else other.op
        number, params, op = self._adjective_function(word)
        found = self._applied(number, params, op, [value.op, argument])
        for side in (other, value):
            if may_miss(side) and not (side is other and second.many):
                # Nothing is what is not there, with nothing either.
                found = ops.Bin("and", ops.Bin(">=", side.op, ops.ZERO), found)
        return found

    def list_table(self, word: n.ListWord) -> int:
        name = word.name.text
        if name not in self._lists:
            values = []
            for item in word.items:
                constant = constant_of(self.e.number(item, Scope()).op)
                if constant is None:
                    raise Bad("E367", "a list holds fixed numbers", item.span, help="write a number")
                values.append(constant)
            self._lists[name] = self.list_of(tuple(values))
        return self._lists[name]
