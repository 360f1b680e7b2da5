"""Names: adjectives and nouns, `X of y`, `your x`, `x at k`, and the memory a step writes to."""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING

from attrs import evolve

from dicedsl.lower import builtins_table as built_in
from dicedsl.lower.indexing import index_of
from dicedsl.lower.kinds import (
    DIE,
    NOTHING,
    NUMBER,
    T_PLAYER,
    TRUTH,
    Kind,
    Meaning,
    Pair,
    Stream,
    Ty,
    Value,
    absent,
    may_miss,
    or_none,
)
from dicedsl.lower.scope import Bad, Scope, SlotDecl, ZoneDecl, splits, suggest
from dicedsl.program import ops
from dicedsl.program.sets import NO_NUMBER
from dicedsl.syntax import nodes as n

if TYPE_CHECKING:
    pass
from dicedsl.lower.values import Values


class Naming(Values):
    """What a run of words stands for, with the things it is asked of."""

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
        standing = self._standing_part(found, names, kind)
        if standing is not None:
            return standing
        stream = self.flat(self.stream(found, phrase))
        condition = stream.condition
        for name in names:
            test = self.adjective(stream.item, name, phrase, scope)
            assert test is not None
            condition = test if condition is None else ops.Bin("and", condition, test)
        return Stream(stream.loops, condition, stream.item)

    def _standing_part(self, found: Meaning, names: list[str], kind: Kind) -> Value | None:
        """`taken S` and `empty S` of a set of places, in one go."""
        if not isinstance(found, Value) or names not in (["taken"], ["empty"]) or self.w.board_of(kind) is None:
            return None
        if isinstance(found.op, ops.Span2) or self.w.explains(names[0], kind):
            return None
        taken = ops.Cell(self.w.reg.taken + self.w.board_number(kind))
        return Value(ops.Bin("&" if names == ["taken"] else "&~", found.op, taken), found.ty)

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

    def adjective(self, value: Value, name: str, node: n.Node, scope: Scope) -> ops.Op | None:
        found = self.w.call_adjective(name, value, node)
        return found if found is not None else built_in.adjective(self, name, value)

    def _unknown(self, phrase: n.Phrase, scope: Scope) -> Bad:
        name = phrase.text
        known = {*scope.names, *scope.seats, *self.w.known_names()}
        if name in self.w.slots or name in self.w.zones:
            return Bad(
                "E308", f'say whose "{name}" is meant', phrase.span, help=f"write `your {name}` or `{name} of p`"
            )
        word = self.w.book.words.get(name)
        if isinstance(word, (n.ValueWord, n.CaseWord)) and word.params:
            return Bad("E309", f'"{name}" needs {self._params_text(word)}', phrase.span, help=f"write `{name} of ...`")
        for size in range(len(phrase.words) - 1, 0, -1):
            noun = " ".join(phrase.words[-size:])
            if self._plain_noun(noun, scope, phrase) is not None:
                head = " ".join(phrase.words[:-size])
                return Bad(
                    "E310",
                    f'"{head}" is no adjective that fits "{noun}"',
                    phrase.span,
                    help=suggest(head, self.w.adjective_names())
                    or f"explain it under `words:`, such as `die d is {head} when ...`",
                )
        return Bad(
            "E311",
            f'"{name}" is not known here',
            phrase.span,
            help=suggest(name, known) or "give it a line in the material, the words or the options",
            label="unknown name",
        )

    def _params_text(self, word: n.ValueWord | n.CaseWord) -> str:
        return " and ".join(f"a {p.kind}" for p in word.params)

    def _list(self, word: n.ListWord, phrase: n.Phrase) -> Value:
        raise Bad(
            "E312",
            f'"{word.name.text}" is a list; say which one with `at`',
            phrase.span,
            help=f"write `{word.name.text} at 1`",
        )

    def _your(self, node: n.Your, scope: Scope) -> Meaning:
        you = Value(ops.Cell(self.w.reg.actor), T_PLAYER)
        return self.access(node.phrase, [you], scope, node)

    def _apply(self, node: n.Apply, scope: Scope) -> Meaning:
        raw = node.phrase.text == "step"
        return self.access(node.phrase, self._arguments(node.argument, scope, raw), scope, node)

    def _arguments(self, node: n.Expr, scope: Scope, raw: bool = False) -> list[Value | Stream]:
        """What something is asked of; numbers in brackets name a place unless they are wanted `raw`."""
        meaning = self.meaning(node, scope)
        if isinstance(meaning, Pair):
            point = None if raw else self._point(meaning)
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
        raise Bad(
            "E313",
            "`at` follows a list or a memory kept by a second kind",
            node.span,
            help="give the list a name under `words:`, such as `path is list 1, 2, 3`",
        )

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
            raise Bad(
                "E314", "a list is asked for by one number, from 1", node.span, help=f"write `{word.name.text} at 1`"
            )
        low, high = min(self.w.program.lists[table]), max(self.w.program.lists[table])
        return Value(ops.ListAt(table, ops.Bin("-", key.op, ops.ONE), NO_NUMBER), Ty(NUMBER), low, high)

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
            raise Bad(
                "E315",
                f'"{name}" is asked of {len(wanted)} thing{"s" * (len(wanted) != 1)}, but {len(arguments)} {"is" if len(arguments) == 1 else "are"} given',
                phrase.span,
                help=f"write `{name} of ({', '.join(t.kind.name for t in wanted)})`"
                if len(wanted) > 1
                else f"write `{name} of` and one {wanted[0].kind.name}",
            )
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
                    raise Bad(
                        "E316",
                        f'"{phrase.text}" is asked of {ty.called()}, but this is {value.ty.called()}',
                        phrase.span,
                        help=f"after `{phrase.text} of` stands {ty.called()}",
                    )
                values.append(value)
                continue
            if isinstance(argument, Stream) or argument.ty.many:
                stream = self.flat(self.stream(argument, phrase))
                loops += stream.loops
                if stream.condition is not None:
                    condition = stream.condition if condition is None else ops.Bin("and", condition, stream.condition)
                argument = stream.item
            if argument.ty.kind is NOTHING:
                argument = Value(ops.Const(absent(ty)), or_none(ty))
            argument = self.fitted(argument, ty.kind)
            if argument.ty.kind != ty.kind:
                raise Bad(
                    "E316",
                    f'"{phrase.text}" is asked of {ty.called()}, but this is {argument.ty.called()}',
                    phrase.span,
                    help=f"after `{phrase.text} of` stands {ty.called()}",
                )
            values.append(argument)
        result: Value | Stream = build(values)
        if isinstance(result, Stream):
            joined = _both(condition, result.condition)
            return Stream((*loops, *result.loops), joined, result.item, result.of_sets)
        if loops:
            return Stream(loops, condition, result)
        return result

    def _if_there(self, values: list[Value], result: Value | Stream) -> Value | Stream:
        """What is asked of somebody or something that is not there is none, no, or an empty set."""
        missing: ops.Op | None = None
        for value in filter(may_miss, values):
            one = ops.Bin("<", value.op, ops.ZERO)
            missing = one if missing is None else ops.Bin("or", missing, one)
        if missing is None:
            return result
        if isinstance(result, Stream):
            return evolve(result, condition=_both(ops.Not(missing), result.condition))
        op = self._unless(missing, ops.Const(absent(result.ty)), result.op)
        return evolve(result, op=op, ty=self._kept_for(values, result.ty))

    def _kept_for(self, keys: list[Value], ty: Ty) -> Ty:
        """The type of what is kept for keys: it can be none if a key can."""
        if ty.many or ty.kind is TRUTH or not any(map(may_miss, keys)):
            return ty
        return evolve(ty, maybe=True)

    def _unless(self, missing: ops.Op, nothing: ops.Const, result: ops.Op) -> ops.Op:
        """The result, or nothing if something is absent; without working out twice what may be absent."""
        if isinstance(result, ops.ListAt) and missing == ops.Bin("<", result.index, ops.ZERO):
            if result.default == nothing.value:
                return result  # outside of a table is nothing anyway
        return ops.Cond(missing, nothing, result)

    def _call_with(self, name: str, values: list[Value], phrase: n.Phrase) -> Value | Stream:
        w = self.w
        if name in w.slots:
            return self._slot_value(w.slots[name], values)
        if name in w.zones:
            zone = w.zones[name]
            held = ops.CellAt(w.reg.zone_mask + zone.first, self.index(zone, values), prod(zone.sizes), 0)
            return Value(held, Ty(DIE, many=True))
        return self._if_there(values, w.call_word(name, values, phrase))

    def index(self, decl: SlotDecl | ZoneDecl, values: list[Value]) -> ops.Op:
        """Which of the cells of a memory, or of the zones of one name, belongs to the keys."""
        return index_of(self.w, [value.op for value in values], decl.sizes)

    def _slot_value(self, slot: SlotDecl, values: list[Value]) -> Value:
        if not slot.keys:
            return evolve(slot.item, op=ops.Cell(slot.base))
        cell = ops.CellAt(slot.base, self.index(slot, values), prod(slot.sizes), absent(slot.item.ty))
        return evolve(slot.item, op=cell, ty=self._kept_for(values, slot.item.ty))

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
            raise Bad(
                "E317",
                "only memory can be changed, such as `your total`",
                node.span,
                help="name a memory from the material",
            )
        arguments += [self.value(k, scope) for k in keys]
        slot = self.w.slots.get(phrase.text)
        if slot is None:
            raise self._not_memory(phrase, scope)
        if len(slot.keys) != len(arguments):
            if not arguments:
                raise Bad(
                    "E308",
                    f'say whose "{phrase.text}" is meant',
                    phrase.span,
                    help=f"write `your {phrase.text}` or `{phrase.text} of p`",
                )
            if not slot.keys:
                raise Bad(
                    "E320",
                    f'there is only one "{phrase.text}", not one for each player',
                    node.span,
                    help=f"write `{phrase.text}` alone",
                )
            kinds = " and ".join(k.name for k in slot.keys)
            raise Bad(
                "E315",
                f'"{phrase.text}" is kept for each {kinds}, but {len(arguments)} {"is" if len(arguments) == 1 else "are"} given',
                node.span,
                help=f"write `{phrase.text} of p at k`"
                if len(slot.keys) == 2
                else f"write `{phrase.text} of` and one {kinds}",
            )
        if not slot.keys:
            return slot, None
        values = [self.want_one(self.single(a, node), k, node) for a, k in zip(arguments, slot.keys, strict=True)]
        return slot, self.index(slot, values)

    def _not_memory(self, phrase: n.Phrase, scope: Scope) -> Bad:
        name = phrase.text
        if name in scope.names:
            return Bad(
                "E318",
                f'"{name}" is a name given by `let`, a pick or a loop and cannot be changed',
                phrase.span,
                help="keep a value that changes in the material: `each turn has ...`",
            )
        if name in self.w.book.words:
            return Bad(
                "E319",
                f'"{name}" is a word; it is worked out whenever it is used and cannot be set',
                phrase.span,
                help="keep what changes in the material, such as `each turn has ...`",
            )
        if name in self.w.options:
            return Bad(
                "E319",
                f'"{name}" is an option and is fixed before the game',
                phrase.span,
                help="keep what changes in the material, such as `the game has ...`",
            )
        if name in self.w.zones:
            return Bad(
                "E319",
                f'"{name}" holds dice and changes only when they are moved',
                phrase.span,
                help=f"write `move ... to {name}`",
            )
        return Bad(
            "E311",
            f'"{name}" is not known here',
            phrase.span,
            help=suggest(name, self.w.slots) or f"give it a line in the material, such as `each turn has {name} = 0`",
            label="unknown name",
        )

    def _unknown_function(self, phrase: n.Phrase, arguments: list[Value | Stream], scope: Scope) -> Bad:
        name = phrase.text
        known = [*self.w.function_names(), *built_in.ATTRIBUTES]
        if name in self.w.slots or name in self.w.zones:
            return Bad(
                "E320",
                f'there is only one "{name}", not one for each player',
                phrase.span,
                help=f"write `{name}` alone",
            )
        what = arguments[0].item.ty if isinstance(arguments[0], Stream) else arguments[0].ty
        return Bad(
            "E321",
            f'"{name}" is not known of {what.called()}',
            phrase.span,
            help=suggest(name, known)
            or f"explain it under `words:`, such as `{name} of {what.kind.plural if what.many else what.kind.name} x is ...`",
            label="unknown here",
        )

    def bind(self, scope: Scope, name: n.Phrase, value: Value | Stream) -> Scope:
        text = name.text
        if text in scope.names:
            raise Bad(
                "E327", f'"{text}" already stands for something here', name.span, help="choose another name for it"
            )
        if self._is_taken(name):
            raise Bad(
                "E327",
                f'"{text}" already stands for something else in this game',
                name.span,
                help="choose another name for it",
            )
        return scope.bind(text, value)

    def _is_taken(self, name: n.Phrase) -> bool:
        """Whether a name stands for something else. What a library binds is local to it and no matter of the game."""
        w = self.w
        if name.span.source is not w.book.head.span.source:
            return False
        return any(name.text in names for names in (w.slots, w.zones, w.book.words, w.options, w.constants))


def _both(a: ops.Op | None, b: ops.Op | None) -> ops.Op | None:
    if a is None or b is None:
        return b if a is None else a
    return ops.Bin("and", a, b)
