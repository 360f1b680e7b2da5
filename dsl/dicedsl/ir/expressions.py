"""Expressions: from nodes to operations, with the kind of every value worked out on the way."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from attrs import evolve

from dicedsl.ir import builtins_table as built_in
from dicedsl.ir import ops
from dicedsl.ir.kinds import (
    DIE,
    NO_NUMBER,
    NOTHING,
    NUMBER,
    PLAYER,
    T_NUMBER,
    T_PLAYER,
    T_PLAYERS,
    T_TRUTH,
    TRUTH,
    Kind,
    Meaning,
    Pair,
    Stream,
    Ty,
    Value,
)  # fmt: skip
from dicedsl.ir.scope import Bad, Scope, SlotDecl, ZoneDecl, splits, suggest
from dicedsl.syntax import nodes as n

if TYPE_CHECKING:
    from dicedsl.ir.world import World

MAX_EXPRESSION = 150
ARITHMETIC = {"+": "+", "-": "-", "*": "*", "/": "//", "mod": "%"}
ORDER = {"at_least": ">=", "at_most": "<=", "more_than": ">", "less_than": "<"}


class Expressions:
    """Lowers expressions in a World (the names, sizes and cells of one rulebook and setting)."""

    def __init__(self, world: World) -> None:
        self.w: World = world

    # -------------------------------------------------------------- entry points

    def value(self, node: n.Expr, scope: Scope) -> Value:
        """One value (a stream becomes a set)."""
        meaning = self.meaning(node, scope)
        return self.single(meaning, node)

    def single(self, meaning: Meaning, node: n.Node) -> Value:
        if isinstance(meaning, Value):
            return meaning
        if isinstance(meaning, Stream):
            return self.as_set(meaning, node)
        point = self._point(meaning)
        if point is not None:
            return point
        raise self._no_place(meaning, node)

    def _point(self, pair: Pair) -> Value | None:
        """A pair of constants may name a place of the only board."""
        numbers = [i.op.value if isinstance(i, Value) and isinstance(i.op, ops.Const) and i.ty == T_NUMBER else None for i in pair.items]
        if None in numbers:
            return None
        for name, board in self.w.boards.items():
            place = board.number(tuple(x for x in numbers if x is not None))
            if place is not None:
                return Value(ops.Const(place), Ty(self.w.place_kind(name)))
        return None

    def _no_place(self, pair: Pair, node: n.Node) -> Bad:
        """A list in brackets where one thing is wanted; with a board it was meant as a place."""
        if self.w.boards and all(isinstance(i, Value) and isinstance(i.op, ops.Const) for i in pair.items):
            places = next(iter(self.w.boards.values())).places
            first, last = (f"({','.join(map(str, p))})" for p in (places[0], places[-1]))
            return Bad("E345", f"there is no place {node.span.text} on the board", node.span, help=f"the places go from {first} to {last}")
        return Bad("E301", "a list in brackets cannot stand here", node.span, help="one thing is wanted here; for several write a set, such as `1 to 6`")

    def truth(self, node: n.Expr, scope: Scope) -> ops.Op:
        value = self.value(node, scope)
        if value.ty.kind is not TRUTH or value.ty.many:
            raise Bad("E302", f"a condition is expected here, but this is {value.ty.called()}", node.span, help="compare it with something: `is`, `is at least`, ...")
        return value.op

    def number(self, node: n.Expr, scope: Scope) -> Value:
        value = self.value(node, scope)
        if not value.ty.kind.is_number or value.ty.many:
            hint = "write `count of ...` for how many there are" if value.ty.many else ""
            raise Bad("E303", f"a number is expected here, but this is {value.ty.called()}", node.span, help=hint)
        return value

    def members(self, node: n.Expr, scope: Scope, kind: Kind | None = None) -> Value:
        """A set (one thing counts as a set of one)."""
        value = self.value(node, scope)
        if kind is not None and value.ty.kind != kind:
            raise Bad("E304", f"{kind.called(True)} is expected here, but this is {value.ty.called()}", node.span)
        if not value.ty.many:
            if value.ty.kind in (NUMBER, TRUTH):
                raise Bad("E304", f"a set is expected here, but this is {value.ty.called()}", node.span)
            return Value(ops.Single(value.op), Ty(value.ty.kind, many=True))
        return value

    def one(self, node: n.Expr, scope: Scope, kind: Kind) -> Value:
        value = self.value(node, scope)
        return self.want_one(value, kind, node)

    def want_one(self, value: Value, kind: Kind, node: n.Node) -> Value:
        if value.ty.kind is NOTHING:
            return Value(ops.Const(NO_NUMBER if kind.is_number else -1), Ty(kind, maybe=True))
        if value.ty.kind != kind or value.ty.many:
            hint = "`first of ...` takes one of a set" if value.ty.kind == kind else ""
            raise Bad("E305", f"{kind.called()} is expected here, but this is {value.ty.called()}", node.span, help=hint)
        return value

    # -------------------------------------------------------------- streams and sets

    def stream(self, meaning: Meaning, node: n.Node) -> Stream:
        if isinstance(meaning, Stream):
            return meaning
        value = self.single(meaning, node)
        if not value.ty.many:
            if value.ty.kind in (NUMBER, TRUTH):
                raise Bad("E304", f"a set is expected here, but this is {value.ty.called()}", node.span, help="write a range such as `1 to 6`" if value.ty.kind.is_number else "")
            value = Value(ops.Single(value.op), Ty(value.ty.kind, many=True))
        var = self.w.new_var()
        if isinstance(value.op, ops.Span2):
            loop = ops.Loop(var, value.op.low, value.op.high)
        else:
            loop = ops.Loop(var, value.op)
        return Stream((loop,), None, Value(ops.Var(var), Ty(value.ty.kind), value.low, value.high))

    def flat(self, stream: Stream) -> Stream:
        """A stream of sets becomes the stream of their members."""
        if not stream.item.ty.many or stream.of_sets:
            return stream
        var = self.w.new_var()
        loop = ops.Loop(var, stream.item.op)
        return Stream((*stream.loops, loop), stream.condition, Value(ops.Var(var), Ty(stream.item.ty.kind)))

    def as_set(self, stream: Stream, node: n.Node) -> Value:
        kind = stream.item.ty.kind
        if kind is TRUTH:
            raise Bad("E306", "a set of yes and no makes no sense here", node.span)
        body = stream.item.op if stream.item.ty.many else ops.Single(stream.item.op)
        return Value(ops.Fold("union", stream.loops, stream.condition, body), Ty(kind, many=True))

    # -------------------------------------------------------------- dispatch

    def meaning(self, node: n.Expr, scope: Scope) -> Meaning:
        if scope.depth > MAX_EXPRESSION:
            raise Bad("E104", "this expression is nested too deeply", node.span)
        inner = evolve(scope, depth=scope.depth + 1)
        handler = TABLE.get(type(node))
        if handler is None:
            raise TypeError(f"no handler for {type(node).__name__} in expressions")
        return handler(self, node, inner)

    def _number(self, node: n.Number, scope: Scope) -> Value:
        return Value(ops.Const(node.value), T_NUMBER, node.value, node.value)

    def _truth(self, node: n.Truth, scope: Scope) -> Value:
        return Value(ops.Const(int(node.value)), T_TRUTH)

    def _nothing(self, node: n.Nothing, scope: Scope) -> Value:
        if node.word == "nobody":
            return Value(ops.NONE, Ty(PLAYER, maybe=True))
        return Value(ops.NONE, Ty(NOTHING, maybe=True))

    def _you(self, node: n.You, scope: Scope) -> Value:
        return Value(ops.Cell(self.w.reg.actor), T_PLAYER)

    def _it(self, node: n.It, scope: Scope) -> Value:
        if scope.it is None:
            raise Bad("E307", "`it` has a meaning only after `where` or `with highest`", node.span, help="name the thing that is meant, or write `(... where ... it ...)`")
        return scope.it

    # -------------------------------------------------------------- names

    def _name(self, node: n.Name, scope: Scope) -> Meaning:
        found = self.noun(node.phrase, scope)
        if found is not None:
            return found
        if scope.has is not None:
            attribute = self._call_by_words(node.phrase, [scope.has], scope)
            if attribute is not None:
                return attribute
        raise self._unknown(node.phrase, scope)

    def noun(self, phrase: n.Phrase, scope: Scope) -> Meaning | None:
        """The thing a run of words names: adjectives, then a noun."""
        for adjectives, noun in splits(phrase.words):
            found = self._plain_noun(noun, scope, phrase)
            if found is None:
                continue
            if not adjectives:
                return found
            filtered = self._filtered(found, adjectives, scope, phrase)
            if filtered is not None:
                return filtered
        return None

    def _plain_noun(self, name: str, scope: Scope, phrase: n.Phrase) -> Meaning | None:
        w = self.w
        if name in scope.names:
            return scope.names[name]
        if name in scope.seats:
            return Value(ops.Const(scope.seats[name]), T_PLAYER)
        if name == "owner" and scope.owner is not None:
            return scope.owner
        if name in w.slots:
            slot = w.slots[name]
            if not slot.keys:
                return self._slot_value(slot, [])
            return None
        if name in w.zones:
            zone = w.zones[name]
            if not zone.keys:
                return Value(ops.Cell(w.reg.zone_mask + zone.first), Ty(DIE, many=True))
            return None
        word = w.book.words.get(name)
        if isinstance(word, n.ListWord):
            return self._list(word, phrase)
        if isinstance(word, (n.ValueWord, n.CaseWord)):
            if word.params:
                return None
            return w.call_word(name, [], phrase)
        if name in w.options:
            return w.options[name]
        if name in w.constants:
            return w.constants[name]
        if name in w.plurals:
            return w.plurals[name]
        return built_in.noun(self, name, scope)

    def _filtered(self, found: Meaning, words: tuple[str, ...], scope: Scope, phrase: n.Phrase) -> Meaning | None:
        if isinstance(found, Pair) or (isinstance(found, Value) and not found.ty.many):
            return None
        kind = found.ty.kind if isinstance(found, Value) else found.item.ty.kind
        names = self._adjectives(words, kind)
        if names is None:
            return None
        stream = self.flat(self.stream(found, phrase))
        condition = stream.condition
        for name in names:
            test = self.adjective(stream.item, name, phrase, scope)
            assert test is not None
            condition = test if condition is None else ops.Bin("and", condition, test)
        return Stream(stream.loops, condition, stream.item)

    def _adjectives(self, words: tuple[str, ...], kind: Kind) -> list[str] | None:
        """The words as a row of adjectives of that kind, or None."""
        if not words:
            return []
        for i in range(len(words), 0, -1):
            name = " ".join(words[:i])
            if self.w.has_adjective(name, kind):
                rest = self._adjectives(words[i:], kind)
                if rest is not None:
                    return [name, *rest]
        return None

    def _unknown(self, phrase: n.Phrase, scope: Scope) -> Bad:
        name = phrase.text
        known = {*scope.names, *scope.seats, *self.w.known_names()}
        if name in self.w.slots or name in self.w.zones:
            return Bad("E308", f'say whose "{name}" is meant', phrase.span, help=f"write `your {name}` or `{name} of p`")
        word = self.w.book.words.get(name)
        if isinstance(word, (n.ValueWord, n.CaseWord)) and word.params:
            return Bad("E309", f'"{name}" needs {self._params_text(word)}', phrase.span, help=f"write `{name} of ...`")
        for size in range(len(phrase.words) - 1, 0, -1):
            noun = " ".join(phrase.words[-size:])
            if self._plain_noun(noun, scope, phrase) is not None:
                head = " ".join(phrase.words[:-size])
                return Bad("E310", f'"{head}" is no adjective that fits "{noun}"', phrase.span, help=suggest(head, self.w.adjective_names()) or f"explain it under `words:`, such as `die d is {head} when ...`")
        return Bad("E311", f'"{name}" is not known here', phrase.span, help=suggest(name, known) or "give it a line in the material, the words or the options", label="unknown name")

    def _params_text(self, word: n.ValueWord | n.CaseWord) -> str:
        return " and ".join(f"a {p.kind}" for p in word.params)

    def _list(self, word: n.ListWord, phrase: n.Phrase) -> Value:
        raise Bad("E312", f'"{word.name.text}" is a list; say which one with `at`', phrase.span, help=f"write `{word.name.text} at 1`")

    # -------------------------------------------------------------- of, your, at

    def _your(self, node: n.Your, scope: Scope) -> Meaning:
        you = Value(ops.Cell(self.w.reg.actor), T_PLAYER)
        return self.access(node.phrase, [you], scope, node)

    def _apply(self, node: n.Apply, scope: Scope) -> Meaning:
        return self.access(node.phrase, self._arguments(node.argument, scope), scope, node)

    def _arguments(self, node: n.Expr, scope: Scope) -> list[Value | Stream]:
        meaning = self.meaning(node, scope)
        if isinstance(meaning, Pair):
            point = self._point(meaning)
            return [point] if point is not None else list(meaning.items)
        return [meaning]

    def _at(self, node: n.At, scope: Scope) -> Meaning:
        keys: list[n.Expr] = []
        base: n.Expr = node
        while isinstance(base, n.At):
            keys.insert(0, base.key)
            base = base.subject
        rest: list[Value | Stream] = [self.value(k, scope) for k in keys]
        if isinstance(base, n.Your):
            return self.access(base.phrase, [Value(ops.Cell(self.w.reg.actor), T_PLAYER), *rest], scope, node)
        if isinstance(base, n.Apply):
            if not self._keyed(base.phrase) and isinstance(base.argument, (n.Apply, n.Your, n.Name)):
                # `number of laid dice of p at r`: the key belongs to what is nearest to it
                inner: n.Expr = base.argument
                for key in keys:
                    inner = n.At(inner, key, span=node.span)
                return self.meaning(n.Apply(base.phrase, inner, span=node.span), scope)
            return self.access(base.phrase, [*self._arguments(base.argument, scope), *rest], scope, node)
        if isinstance(base, n.Name):
            word = self.w.book.words.get(base.phrase.text)
            if isinstance(word, n.ListWord):
                return self._list_at(word, rest, node)
            return self.access(base.phrase, rest, scope, node)
        raise Bad("E313", "`at` follows a list or a memory kept by a second kind", node.span, help="give the list a name under `words:`, such as `path is list 1, 2, 3`")

    def _keyed(self, phrase: n.Phrase) -> bool:
        """Is this a memory, zone or word that is asked for with more than one thing?"""
        for _, name in splits(phrase.words):
            decl = self.w.slots.get(name) or self.w.zones.get(name)
            if decl is not None:
                return len(decl.keys) > 1
            word = self.w.book.words.get(name)
            if isinstance(word, (n.ValueWord, n.CaseWord)):
                return len(word.params) > 1
        return False

    def _list_at(self, word: n.ListWord, keys: list[Value | Stream], node: n.Node) -> Value:
        table = self.w.list_table(word)
        key = keys[0]
        if len(keys) != 1 or not isinstance(key, Value) or not key.ty.kind.is_number:
            raise Bad("E314", "a list is asked for by one number, from 1", node.span, help=f"write `{word.name.text} at 1`")
        low, high = min(self.w.program.tables[table]), max(self.w.program.tables[table])
        return Value(ops.TableAt(table, ops.Bin("-", key.op, ops.ONE), NO_NUMBER), Ty(NUMBER), low, high)

    def access(self, phrase: n.Phrase, arguments: list[Value | Stream], scope: Scope, node: n.Node) -> Meaning:
        """`NAME of arguments`: memory, zone, word or built-in attribute, with adjectives in front."""
        found = self._call_by_words(phrase, arguments, scope)
        if found is not None:
            return found
        raise self._unknown_function(phrase, arguments, scope)

    def _call_by_words(self, phrase: n.Phrase, arguments: list[Value | Stream], scope: Scope) -> Meaning | None:
        for adjectives, noun in splits(phrase.words):
            found = self._call(noun, arguments, scope, phrase)
            if found is None:
                continue
            if not adjectives:
                return found
            filtered = self._filtered(found, adjectives, scope, phrase)
            if filtered is not None:
                return filtered
        return None

    def _call(self, name: str, arguments: list[Value | Stream], scope: Scope, phrase: n.Phrase) -> Meaning | None:
        w = self.w
        wanted: list[Ty] | None = None
        if name in w.slots and w.slots[name].keys:
            wanted = [Ty(k) for k in w.slots[name].keys]
        elif name in w.zones and w.zones[name].keys:
            wanted = [Ty(k) for k in w.zones[name].keys]
        else:
            word = w.book.words.get(name)
            if isinstance(word, (n.ValueWord, n.CaseWord)) and word.params:
                wanted = [w.param_type(p) for p in word.params]
        if wanted is None:
            return built_in.attribute(self, name, arguments, scope, phrase)
        if len(wanted) != len(arguments):
            raise Bad("E315", f'"{name}" is asked of {len(wanted)} thing{"s" * (len(wanted) != 1)}, but {len(arguments)} {"is" if len(arguments) == 1 else "are"} given', phrase.span, help=f"write `{name} of ({', '.join(t.kind.name for t in wanted)})`" if len(wanted) > 1 else f"write `{name} of` and one {wanted[0].kind.name}")
        return self.mapped(arguments, wanted, phrase, lambda values: self._call_with(name, values, phrase))

    def mapped(self, arguments: list[Value | Stream], wanted: list[Ty], phrase: n.Phrase, build) -> Meaning:  # type: ignore[no-untyped-def]
        """Call with each argument fitted to what is wanted; a set where one thing is wanted gives a stream."""
        values: list[Value] = []
        loops: tuple[ops.Loop, ...] = ()
        condition: ops.Op | None = None
        for argument, ty in zip(arguments, wanted, strict=True):
            if ty.many:
                value = self.single(argument, phrase)
                if not value.ty.many and value.ty.kind == ty.kind and not ty.kind.is_number:
                    value = Value(ops.Single(value.op), ty)
                if value.ty.kind is NOTHING:
                    value = Value(ops.ZERO, ty)
                if value.ty.kind != ty.kind or not value.ty.many:
                    raise Bad("E316", f'"{phrase.text}" is asked of {ty.called()}, but this is {value.ty.called()}', phrase.span, help=f"after `{phrase.text} of` stands {ty.called()}")
                values.append(value)
                continue
            if isinstance(argument, Stream) or argument.ty.many:
                stream = self.flat(self.stream(argument, phrase))
                loops += stream.loops
                if stream.condition is not None:
                    condition = stream.condition if condition is None else ops.Bin("and", condition, stream.condition)
                argument = stream.item
            if argument.ty.kind is NOTHING:
                argument = Value(ops.Const(NO_NUMBER if ty.kind.is_number else -1), ty)
            if argument.ty.kind != ty.kind:
                raise Bad("E316", f'"{phrase.text}" is asked of {ty.called()}, but this is {argument.ty.called()}', phrase.span, help=f"after `{phrase.text} of` stands {ty.called()}")
            values.append(argument)
        result: Value = build(values)
        if loops:
            return Stream(loops, condition, result)
        return result

    def _call_with(self, name: str, values: list[Value], phrase: n.Phrase) -> Value:
        w = self.w
        if name in w.slots:
            return self._slot_value(w.slots[name], values)
        if name in w.zones:
            return Value(ops.CellAt(w.reg.zone_mask + w.zones[name].first, self._index(w.zones[name], values), _size(w.zones[name].sizes)), Ty(DIE, many=True))
        return w.call_word(name, values, phrase)

    def _index(self, decl: SlotDecl | ZoneDecl, values: list[Value]) -> ops.Op:
        """Row-major index of the key values; -1 if any key is none."""
        index: ops.Op = ops.ZERO
        for value, kind, size in zip(values, decl.keys, decl.sizes, strict=True):
            key = ops.Bin("-", value.op, ops.Const(self.w.number_low)) if kind.is_number else value.op
            index = key if index == ops.ZERO else ops.Bin("+", ops.Bin("*", index, ops.Const(size)), key)
        return index

    def _slot_value(self, slot: SlotDecl, values: list[Value]) -> Value:
        if not slot.keys:
            return evolve(slot.item, op=ops.Cell(slot.base))
        index = self._index(slot, values)
        return evolve(slot.item, op=ops.CellAt(slot.base, index, _size(slot.sizes)))

    def slot_target(self, node: n.Expr, scope: Scope) -> tuple[SlotDecl, ops.Op | None]:
        """The memory a step writes to: its slot, and the index of the cell if it has keys."""
        keys: list[n.Expr] = []
        base: n.Expr = node
        while isinstance(base, n.At):
            keys.insert(0, base.key)
            base = base.subject
        arguments: list[Value | Stream] = []
        if isinstance(base, n.Your):
            phrase, arguments = base.phrase, [Value(ops.Cell(self.w.reg.actor), T_PLAYER)]
        elif isinstance(base, n.Apply):
            phrase, arguments = base.phrase, self._arguments(base.argument, scope)
        elif isinstance(base, n.Name):
            phrase = base.phrase
        else:
            raise Bad("E317", "only memory can be changed, such as `your total`", node.span, help="name a memory from the material")
        arguments += [self.value(k, scope) for k in keys]
        slot = self.w.slots.get(phrase.text)
        if slot is None:
            raise self._not_memory(phrase, scope)
        if len(slot.keys) != len(arguments):
            if not arguments:
                raise Bad("E308", f'say whose "{phrase.text}" is meant', phrase.span, help=f"write `your {phrase.text}` or `{phrase.text} of p`")
            if not slot.keys:
                raise Bad("E320", f'there is only one "{phrase.text}", not one for each player', node.span, help=f"write `{phrase.text}` alone")
            kinds = " and ".join(k.name for k in slot.keys)
            raise Bad("E315", f'"{phrase.text}" is kept for each {kinds}, but {len(arguments)} {"is" if len(arguments) == 1 else "are"} given', node.span, help=f"write `{phrase.text} of p at k`" if len(slot.keys) == 2 else f"write `{phrase.text} of` and one {kinds}")
        if not slot.keys:
            return slot, None
        values = [self.want_one(self.single(a, node), k, node) for a, k in zip(arguments, slot.keys, strict=True)]
        return slot, self._index(slot, values)

    def _not_memory(self, phrase: n.Phrase, scope: Scope) -> Bad:
        name = phrase.text
        if name in scope.names:
            return Bad("E318", f'"{name}" is a name given by `let`, a pick or a loop and cannot be changed', phrase.span, help="keep a value that changes in the material: `each turn has ...`")
        if name in self.w.book.words:
            return Bad("E319", f'"{name}" is a word; it is worked out whenever it is used and cannot be set', phrase.span, help="keep what changes in the material, such as `each turn has ...`")
        if name in self.w.options:
            return Bad("E319", f'"{name}" is an option and is fixed before the game', phrase.span, help="keep what changes in the material, such as `the game has ...`")
        if name in self.w.zones:
            return Bad("E319", f'"{name}" holds dice and changes only when they are moved', phrase.span, help=f"write `move ... to {name}`")
        return Bad("E311", f'"{name}" is not known here', phrase.span, help=suggest(name, self.w.slots) or f"give it a line in the material, such as `each turn has {name} = 0`", label="unknown name")

    def _unknown_function(self, phrase: n.Phrase, arguments: list[Value | Stream], scope: Scope) -> Bad:
        name = phrase.text
        known = [*self.w.function_names(), *built_in.ATTRIBUTES]
        if name in self.w.slots or name in self.w.zones:
            return Bad("E320", f'there is only one "{name}", not one for each player', phrase.span, help=f"write `{name}` alone")
        what = arguments[0].item.ty if isinstance(arguments[0], Stream) else arguments[0].ty
        return Bad("E321", f'"{name}" is not known of {what.called()}', phrase.span, help=suggest(name, known) or f"explain it under `words:`, such as `{name} of {what.kind.plural if what.many else what.kind.name} x is ...`", label="unknown here")

    # -------------------------------------------------------------- arithmetic and sets

    def _binary(self, node: n.Binary, scope: Scope) -> Value:
        left, right = self.value(node.left, scope), self.value(node.right, scope)
        if node.op in "+-" and (left.ty.many or right.ty.many or left.ty.kind not in (NUMBER, TRUTH)):
            return self._set_arithmetic(node, left, right)
        for side, value in ((node.left, left), (node.right, right)):
            if not value.ty.kind.is_number or value.ty.many:
                raise Bad("E303", f"a number is expected here, but this is {value.ty.called()}", side.span, help="write `count of ...` for how many there are" if value.ty.many else "")
        low = high = None
        if node.op == "+" and None not in (left.low, left.high, right.low, right.high):
            low, high = left.low + right.low, left.high + right.high  # type: ignore[operator]
        elif node.op == "-" and None not in (left.low, left.high, right.low, right.high):
            low, high = left.low - right.high, left.high - right.low  # type: ignore[operator]
        if isinstance(left.op, ops.Const) and isinstance(right.op, ops.Const) and node.op in "+-*":
            number = {"+": left.op.value + right.op.value, "-": left.op.value - right.op.value, "*": left.op.value * right.op.value}[node.op]
            return Value(ops.Const(number), T_NUMBER, number, number)
        return Value(ops.Bin(ARITHMETIC[node.op], left.op, right.op), T_NUMBER, low, high)

    def _set_arithmetic(self, node: n.Binary, left: Value, right: Value) -> Value:
        if left.ty.kind is NOTHING:
            left = Value(ops.ZERO, Ty(right.ty.kind, many=True))
        if right.ty.kind is NOTHING:
            right = Value(ops.ZERO, Ty(left.ty.kind, many=True))
        if left.ty.kind != right.ty.kind:
            raise Bad("E322", f"{left.ty.called()} and {right.ty.called()} do not go together", node.span, help="sets are joined only if their members are of one kind")
        a = left.op if left.ty.many else ops.Single(left.op)
        b = right.op if right.ty.many else ops.Single(right.op)
        return Value(ops.Bin("|" if node.op == "+" else "&~", a, b), Ty(left.ty.kind, many=True))

    def _negative(self, node: n.Negative, scope: Scope) -> Value:
        value = self.number(node.operand, scope)
        if isinstance(value.op, ops.Const):
            return Value(ops.Const(-value.op.value), T_NUMBER, -value.op.value, -value.op.value)
        return Value(ops.Bin("-", ops.ZERO, value.op), T_NUMBER)

    def _range(self, node: n.Range, scope: Scope) -> Value:
        low, high = self.value(node.low, scope), self.value(node.high, scope)
        if low.ty.kind != high.ty.kind or low.ty.many or high.ty.many or low.ty.kind is TRUTH:
            raise Bad("E323", "a range goes from one number to another", node.span, help="write two numbers, such as `1 to 6`")
        return Value(ops.Span2(low.op, high.op), Ty(low.ty.kind, many=True), low.low, high.high)

    def _fold(self, node: n.Fold, scope: Scope) -> Value:
        meaning = self.meaning(node.operand, scope)
        if node.word == "count":
            if isinstance(meaning, Value):
                if not meaning.ty.many:
                    raise Bad("E324", f"`count of` counts a set, but this is {meaning.ty.called()}", node.operand.span, help="leave out `count of`" if meaning.ty.kind.is_number else "")
                if isinstance(meaning.op, ops.Span2):
                    size = ops.Bin("max", ops.ZERO, ops.Bin("+", ops.Bin("-", meaning.op.high, meaning.op.low), ops.ONE))
                    return Value(size, T_NUMBER, 0)
                return Value(ops.Count(meaning.op), T_NUMBER, 0)
            stream = self.flat(self.stream(meaning, node.operand))
            if len(stream.loops) == 1 and stream.loops[0].high is None and isinstance(stream.item.op, ops.Var):
                return Value(ops.Count(self.as_set(stream, node).op), T_NUMBER, 0)
            return Value(ops.Fold("sum", stream.loops, stream.condition, ops.ONE), T_NUMBER, 0)
        if isinstance(meaning, Pair):
            return self._fold_pair(node, meaning)
        stream = self.flat(self.stream(meaning, node.operand))
        item = stream.item
        condition = stream.condition
        if item.ty.maybe and item.ty.kind.is_number:
            there = ops.Bin("!=", item.op, ops.Const(NO_NUMBER))
            condition = there if condition is None else ops.Bin("and", condition, there)
        if node.word == "different":
            return Value(ops.Count(self.as_set(Stream(stream.loops, condition, item), node).op), T_NUMBER, 0)
        if node.word == "sum":
            if not item.ty.kind.is_number:
                raise Bad("E325", f"`sum of` adds numbers, but these are {item.ty.kind.plural}", node.operand.span, help="`sum of number of ...` adds what the dice show" if item.ty.kind is DIE else "name a number of theirs, or write `count of`")
            return Value(ops.Fold("sum", stream.loops, condition, item.op), T_NUMBER)
        if item.ty.kind is TRUTH:
            raise Bad("E325", f"`{node.word} of` compares numbers", node.operand.span)
        kind = "max" if node.word == "highest" else "min"
        return Value(ops.Fold(kind, stream.loops, condition, item.op), Ty(item.ty.kind, maybe=True), item.low, item.high)

    def _fold_pair(self, node: n.Fold, pair: Pair) -> Value:
        values = [self.single(i, node) for i in pair.items]
        if any(not v.ty.kind.is_number or v.ty.many for v in values):
            raise Bad("E325", f"`{node.word} of` takes numbers here", node.operand.span)
        if node.word == "different":
            raise Bad("E325", "`different of` takes a set or a `for each`", node.operand.span)
        op = values[0].op
        for value in values[1:]:
            op = ops.Bin({"sum": "+", "highest": "max", "lowest": "min"}[node.word], op, value.op)
        return Value(op, T_NUMBER)

    def _showing(self, node: n.Showing, scope: Scope) -> Value:
        dice = self.members(node.subject, scope, DIE)
        wanted = self.value(node.number, scope)
        if not wanted.ty.kind.is_number:
            raise Bad("E303", f"a number is expected after `showing`, but this is {wanted.ty.called()}", node.number.span)
        if wanted.ty.many:
            stream = self.stream(wanted, node.number)
            union = ops.Fold("union", stream.loops, stream.condition, self.w.showing(stream.item))
            return Value(ops.Bin("&", dice.op, union), Ty(DIE, many=True))
        return Value(ops.Bin("&", dice.op, self.w.showing(wanted)), Ty(DIE, many=True))

    def _on(self, node: n.On, scope: Scope) -> Meaning:
        if isinstance(node.subject, n.Apply):
            # `owner of die on p`: the place belongs to the die
            inner = n.On(node.subject.argument, node.places, span=node.span)
            return self.meaning(n.Apply(node.subject.phrase, inner, span=node.span), scope)
        if not isinstance(node.subject, n.Name) or node.subject.phrase.words[-1] not in {"die", "dice"}:
            raise Bad("E326", "only `die on ...` and `dice on ...` are known", node.span, help="write `dice on` and the places")
        adjectives = node.subject.phrase.words[:-1]
        places = self.value(node.places, scope)
        board = self.w.board_of(places.ty.kind)
        if board is None:
            raise Bad("E326", f"dice stand on places, but this is {places.ty.called()}", node.places.span, help="name a board, or a place of it")
        if not places.ty.many:
            found: Meaning = Value(self.w.die_on(places.op), Ty(DIE, maybe=True))
            return found
        stream = self.stream(places, node)
        dice = Stream(stream.loops, stream.condition, Value(self.w.die_on(stream.item.op), Ty(DIE, maybe=True)))
        found = self.as_set(dice, node)
        if adjectives:
            filtered = self._filtered(found, adjectives, scope, node.subject.phrase)
            if filtered is None:
                raise Bad("E310", f'"{" ".join(adjectives)}" is no adjective of dice', node.subject.span)
            return filtered
        return found

    def _tuple(self, node: n.Tuple, scope: Scope) -> Pair:
        items: list[Value | Stream] = []
        for item in node.items:
            meaning = self.meaning(item, scope)
            if isinstance(meaning, Pair):
                meaning = self.single(meaning, item)
            items.append(meaning)
        return Pair(items)

    def _where(self, node: n.Where, scope: Scope) -> Stream:
        stream = self.flat(self.stream(self.meaning(node.subject, scope), node.subject))
        test = self.truth(node.condition, scope.with_it(stream.item))
        condition = test if stream.condition is None else ops.Bin("and", stream.condition, test)
        return Stream(stream.loops, condition, stream.item, stream.of_sets)

    def _best(self, node: n.Best, scope: Scope) -> Value:
        value = self.members(node.subject, scope)
        var = self.w.new_var()
        item = Value(ops.Var(var), Ty(value.ty.kind), value.low, value.high)
        measure = self.number(node.measure, scope.with_it(item))
        kind = "best_max" if node.highest else "best_min"
        loop = ops.Loop(var, value.op.low, value.op.high) if isinstance(value.op, ops.Span2) else ops.Loop(var, value.op)
        return Value(ops.Fold(kind, (loop,), None, measure.op), Ty(value.ty.kind, many=True))

    def _for_each(self, node: n.ForEach, scope: Scope) -> Stream:
        loops: tuple[ops.Loop, ...] = ()
        condition: ops.Op | None = None
        for binder in node.binders:
            stream = self.stream(self.meaning(binder.source, scope), binder.source)
            loops += stream.loops
            if stream.condition is not None:
                condition = stream.condition if condition is None else ops.Bin("and", condition, stream.condition)
            scope = self.bind(scope, binder.name, stream.item)
        if node.condition is not None:
            test = self.truth(node.condition, scope)
            condition = test if condition is None else ops.Bin("and", condition, test)
        inner = self.meaning(node.body, scope)
        if isinstance(inner, Stream):
            joined = inner.condition if condition is None else condition if inner.condition is None else ops.Bin("and", condition, inner.condition)
            return Stream((*loops, *inner.loops), joined, inner.item)
        return Stream(loops, condition, self.single(inner, node.body))

    def bind(self, scope: Scope, name: n.Phrase, value: Value | Stream) -> Scope:
        text = name.text
        if text in scope.names:
            raise Bad("E327", f'"{text}" already stands for something here', name.span, help="choose another name for it")
        if text in self.w.slots or text in self.w.zones or text in self.w.book.words or text in self.w.options or text in self.w.constants:
            raise Bad("E327", f'"{text}" already stands for something else in this game', name.span, help="choose another name for it")
        return scope.bind(text, value)

    # -------------------------------------------------------------- conditions

    def _and(self, node: n.And, scope: Scope) -> Value:
        return Value(ops.Bin("and", self.truth(node.left, scope), self.truth(node.right, scope)), T_TRUTH)

    def _or(self, node: n.Or, scope: Scope) -> Value:
        return Value(ops.Bin("or", self.truth(node.left, scope), self.truth(node.right, scope)), T_TRUTH)

    def _not(self, node: n.Not, scope: Scope) -> Value:
        return Value(ops.Not(self.truth(node.operand, scope)), T_TRUTH)

    def _is(self, node: n.Is, scope: Scope) -> Value:
        subject = self.meaning(node.subject, scope)
        op = self.test(subject, node.test, scope, node.subject)
        return Value(ops.Not(op) if node.negated else op, T_TRUTH)

    def _has_order(self, node: n.HasOrder, scope: Scope) -> Value:
        assert scope.has is not None
        attribute = node.attribute
        if isinstance(attribute, n.Name):
            subject = self.access(attribute.phrase, [scope.has], scope, attribute)
        elif isinstance(attribute, n.At) and isinstance(attribute.subject, n.Name):
            subject = self.access(attribute.subject.phrase, [scope.has, self.value(attribute.key, scope)], scope, attribute)
        else:
            subject = self.meaning(attribute, scope)
        return Value(self.test(subject, node.order, scope, attribute), T_TRUTH)

    def _quantified(self, node: n.Quantified, scope: Scope) -> Value:
        loops, condition, test = self.quantifier_parts(node, scope)
        if node.word == "every":
            body = test if condition is None else ops.Bin("or", ops.Not(condition), test)
            return Value(ops.Fold("all", loops, None, body), T_TRUTH)
        found = ops.Fold("any", loops, condition, test)
        return Value(found if node.word == "some" else ops.Not(found), T_TRUTH)

    def quantifier_parts(self, node: n.Quantified, scope: Scope) -> tuple[tuple[ops.Loop, ...], ops.Op | None, ops.Op]:
        stream = self.stream(self.meaning(node.source, scope), node.source)
        inner = self.bind(scope, node.name, stream.item)
        if node.test is not None:
            test = self.test(stream.item, node.test, inner, node)
            test = ops.Not(test) if node.negated else test
        else:
            assert node.condition is not None
            test = self.truth(node.condition, inner.with_has(stream.item))
        return stream.loops, stream.condition, test

    def test(self, subject: Meaning, test: n.Test, scope: Scope, node: n.Node) -> ops.Op:
        if isinstance(test, n.Order):
            return self._order(subject, test, scope, node)
        if isinstance(test, n.Member):
            return self._member(self.single(subject, node), test, scope, node)
        if isinstance(test, n.Related):
            return self._related(self.single(subject, node), test, scope)
        return self._same(subject, test, scope, node)

    def _order(self, subject: Meaning, test: n.Order, scope: Scope, node: n.Node) -> ops.Op:
        other = self.meaning(test.other, scope)
        if isinstance(subject, Pair) or isinstance(other, Pair):
            if not (isinstance(subject, Pair) and isinstance(other, Pair) and len(subject.items) == len(other.items)):
                raise Bad("E328", "a list in brackets is compared with another of the same length", test.span, help="give both sides the same number of values")
            return self._lexical(ORDER[test.word], [self.single(i, node) for i in subject.items], [self.single(i, test) for i in other.items])
        left, right = self.single(subject, node), self.single(other, test.other)
        for value, place in ((left, node), (right, test.other)):
            if value.ty.many:
                raise Bad("E303", f"a number is expected here, but this is {value.ty.called()}", place.span, help="write `count of ...` for how many there are")
            if value.ty.kind is TRUTH:
                raise Bad("E303", "a number is expected here, but this is a yes or no", place.span)
        if left.ty.kind != right.ty.kind or left.ty.kind in (PLAYER, DIE):
            hint = "compare a number of theirs, such as `total of p`" if left.ty.kind is PLAYER else "compare `number of` the dice" if left.ty.kind is DIE else "compare things of the same kind"
            raise Bad("E329", f"{left.ty.called()} cannot be compared in size with {right.ty.called()}", test.span, help=hint)
        return ops.Bin(ORDER[test.word], left.op, right.op)

    def _lexical(self, op: str, left: list[Value], right: list[Value]) -> ops.Op:
        a, b = left[0].op, right[0].op
        if len(left) == 1:
            return ops.Bin(op, a, b)
        strict = op[0]
        rest = self._lexical(op, left[1:], right[1:])
        return ops.Bin("or", ops.Bin(strict, a, b), ops.Bin("and", ops.Bin("==", a, b), rest))

    def _member(self, value: Value, test: n.Member, scope: Scope, node: n.Node) -> ops.Op:
        other = self.value(test.other, scope)
        if not other.ty.many:
            raise Bad("E330", f"`is in` asks for a set, but this is {other.ty.called()}", test.other.span, help="write `is` to compare two things")
        if other.ty.kind != value.ty.kind:
            raise Bad("E331", f"{value.ty.called()} is never in {other.ty.called()}", test.span, help=f"ask whether it is in a set of {value.ty.kind.plural}")
        if value.ty.many:
            return ops.Bin("==", ops.Bin("&~", value.op, other.op), ops.ZERO)
        if isinstance(other.op, ops.Span2):
            return ops.Bin("and", ops.Bin("<=", other.op.low, value.op), ops.Bin("<=", value.op, other.op.high))
        return ops.Bit(other.op, value.op)

    def _related(self, value: Value, test: n.Related, scope: Scope) -> ops.Op:
        other = self.value(test.other, scope)
        found = self.w.call_relation(test.relation.text, value, other, test.relation)
        if found is None:
            names = self.w.relation_names()
            raise Bad("E332", f'"{test.relation.text}" is not known of {value.ty.called()} and {other.ty.called()}', test.relation.span, help=suggest(test.relation.text, names) or f"explain it under `words:`: `... is {test.relation.text} with ... when ...`")
        return found

    def adjective(self, value: Value, name: str, node: n.Node, scope: Scope) -> ops.Op | None:
        found = self.w.call_adjective(name, value, node)
        return found if found is not None else built_in.adjective(self, name, value)

    def _same(self, subject: Meaning, test: n.Same, scope: Scope, node: n.Node) -> ops.Op:
        if isinstance(test.other, n.Name):
            value = self.single(subject, node)
            found = self.adjective(value, test.other.phrase.text, node, scope)
            if found is not None:
                return found
            if self.noun(test.other.phrase, scope) is None:
                known = self.w.adjective_names()
                raise Bad("E333", f'"{test.other.phrase.text}" is neither a name nor an adjective of {value.ty.called()}', test.other.span, help=suggest(test.other.phrase.text, [*known, *self.w.known_names()]) or f"explain it under `words:`, such as `{value.ty.kind.plural if value.ty.many else value.ty.kind.name} x is {test.other.phrase.text} when ...`", label="unknown name")
        other = self.meaning(test.other, scope)
        if isinstance(subject, Pair) and isinstance(other, Pair):
            if len(subject.items) != len(other.items):
                raise Bad("E328", "a list in brackets is compared with another of the same length", test.span, help="give both sides the same number of values")
            result: ops.Op | None = None
            for a, b in zip(subject.items, other.items, strict=True):
                same = self._equal(self.single(a, node), self.single(b, test), test)
                result = same if result is None else ops.Bin("and", result, same)
            assert result is not None
            return result
        return self._equal(self.single(subject, node), self._as_wanted(other, subject, test.other), test)

    def _as_wanted(self, other: Meaning, subject: Meaning, node: n.Node) -> Value:
        if isinstance(other, Pair) and self._point(other) is None and isinstance(subject, Value | Stream):
            # (d1, d2) written out where a set is compared
            values = [self.single(i, node) for i in other.items]
            op: ops.Op = ops.ZERO
            for value in values:
                op = ops.Bin("|", op, ops.Single(value.op))
            return Value(op, Ty(values[0].ty.kind, many=True))
        return self.single(other, node)

    def _equal(self, left: Value, right: Value, node: n.Node) -> ops.Op:
        if left.ty.kind is NOTHING or right.ty.kind is NOTHING:
            value = right if left.ty.kind is NOTHING else left
            if value.ty.many:
                return ops.Bin("==", value.op, ops.ZERO)
            return ops.Bin("==", value.op, ops.Const(NO_NUMBER if value.ty.kind.is_number else -1))
        if left.ty.kind != right.ty.kind:
            raise Bad("E334", f"{left.ty.called()} is never the same as {right.ty.called()}", node.span, help=f"compare it with {left.ty.called()}")
        if left.ty.many != right.ty.many:
            if left.ty.kind in (NUMBER, TRUTH):
                raise Bad("E334", f"{left.ty.called()} is never the same as {right.ty.called()}", node.span, help="write `is in` to ask whether it is one of them")
            left = left if left.ty.many else Value(ops.Single(left.op), right.ty)
            right = right if right.ty.many else Value(ops.Single(right.op), left.ty)
        if right.ty.kind is TRUTH and isinstance(right.op, ops.Const):
            return left.op if right.op.value else ops.Not(left.op)
        return ops.Bin("==", left.op, right.op)


def _size(sizes: tuple[int, ...]) -> int:
    total = 1
    for size in sizes:
        total *= size
    return total


TABLE: dict[type, Callable[[Expressions, Any, Scope], Meaning]] = {
    n.Number: Expressions._number, n.Truth: Expressions._truth, n.Nothing: Expressions._nothing, n.You: Expressions._you,
    n.It: Expressions._it, n.Name: Expressions._name, n.Your: Expressions._your, n.Apply: Expressions._apply,
    n.At: Expressions._at, n.Binary: Expressions._binary, n.Negative: Expressions._negative, n.Range: Expressions._range,
    n.Fold: Expressions._fold, n.Showing: Expressions._showing, n.On: Expressions._on, n.Tuple: Expressions._tuple,
    n.Where: Expressions._where, n.Best: Expressions._best, n.ForEach: Expressions._for_each, n.And: Expressions._and,
    n.Or: Expressions._or, n.Not: Expressions._not, n.Is: Expressions._is, n.HasOrder: Expressions._has_order,
    n.Quantified: Expressions._quantified,
}  # fmt: skip
__all__ = ["T_PLAYERS", "Expressions"]
