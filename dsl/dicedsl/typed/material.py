"""What lies on the table, declared: kinds, boards, options, zones and memory."""

from __future__ import annotations

from collections.abc import Callable

from attrs import define

from dicedsl import builtins
from dicedsl.geometry import FORMS
from dicedsl.geometry.standing import ORIENTATIONS
from dicedsl.syntax import nodes as n
from dicedsl.typed import tree as t
from dicedsl.typed.bad import Bad, suggest
from dicedsl.typed.elaborator import Elaborator
from dicedsl.typed.fixed import can_change
from dicedsl.typed.kinds import (
    ANYTHING,
    NOTHING,
    NUMBER,
    ONE_NUMBER,
    ONE_PLAYER,
    ONE_TRUTH,
    PLAYER,
    POINT,
    STEP,
    TRUTH,
    Kind,
    Type,
    one,
    set_of,
)
from dicedsl.typed.scope import Scope

COLOURS = ("plain", "red", "green", "black", "blue", "white", "gold", "yellow", "orange", "purple")
STARTER = n.Memory(n.Scope("match"), n.Phrase(("starter",)), None, n.Nothing("nobody"), None, None, True)


@define(eq=False)
class Material:
    """Makes the declarations of a rulebook; those with expressions in them when they are asked for."""

    e: Elaborator

    # -------------------------------------------------------------- kinds and boards

    def declare(self) -> None:
        """Kinds, their words and the kinds of places: what every other declaration may speak of."""
        names, book = self.e.names, self.e.names.book
        for kind in book.kinds.values():
            self._guarded(self._kind, kind)
        # What is compared in the condition of a board is looked for among the colours.
        used = [word for zone in book.zones.values() for word in zone.sort.words if word in COLOURS]
        names.kinds["colour"] = Kind("colour", "colours", tuple(dict.fromkeys(["plain", *used])))
        for board in book.boards.values():
            self._guarded(self._board, board)
        for index, word in enumerate(names.colour.values):
            names.constants.setdefault(word, (names.colour, index))
        self._word_options()

    def _guarded(self, action: Callable[..., None], *things: object) -> None:
        try:
            action(*things)
        except Bad as bad:
            self.e.report(bad)

    def _kind(self, node: n.Kind) -> None:
        names = self.e.names
        name, plural = node.singular.text, node.plural.text
        values = tuple(value.text for value in node.values)
        if name in names.kinds or plural in names.plurals:
            help = "choose another name for it"
            raise Bad("E341", f'the kind "{name}" exists already', node.singular.span, help=help)
        twice = next((v for i, v in enumerate(node.values) if v.text in values[:i]), None)
        self._add_kind(Kind(name, plural, tuple(dict.fromkeys(values))), node)
        if twice is not None:
            raise Bad("E342", "a value of this kind is given twice", twice.span, help="leave it out once")

    def _add_kind(self, kind: Kind, node: n.Node) -> None:
        names = self.e.names
        names.kinds[kind.name] = kind
        names.plurals[kind.plural] = kind
        for index, value in enumerate(kind.values):
            if value in names.constants:
                given = next((p for p in getattr(node, "values", ()) if p.text == value), node)
                message = f'"{value}" is already a value of another kind'
                raise Bad("E342", message, given.span, help="give it a name of its own")
            names.constants[value] = (kind, index)

    def _board(self, node: n.Board) -> None:
        names, name, shape = self.e.names, node.name.text, node.shape
        first = not names.boards
        called = ("place", "places") if first else (f"{name} place", f"{name} places")
        kind = names.kinds[called[0]] = Kind(*called, board=name)
        names.plurals[name] = kind
        by_coordinates = isinstance(shape, n.CoordinateBoard)
        axes = tuple(p.text for p in shape.names) if isinstance(shape, n.CoordinateBoard) else ("row", "column")
        side = Kind("side", "sides", tuple(p.text for p in node.seen_from)) if len(node.seen_from) > 1 else None
        board = t.Board(name, kind, axes, side, by_coordinates and names.space is None, node)
        names.boards[name] = board
        if board.has_steps:
            names.space = board
            names.kinds["point"], names.kinds["step"] = POINT, STEP
            if len(axes) == 3:
                self._add_kind(Kind("orientation", "orientations", tuple(map(str, ORIENTATIONS))), node)
        if side is not None:
            self._add_kind(side, node)
        if isinstance(shape, n.SizedBoard) and shape.form.text not in FORMS:
            form = shape.form.text
            raise Bad("E343", f'"{form}" is no form of a board', shape.span, help=f"known: {', '.join(FORMS)}")

    def box(self, shape: n.CoordinateBoard) -> t.Box:
        """The points of a board given by coordinates."""
        axes = tuple(t.Local(p.text, ONE_NUMBER) for p in shape.names)
        scope = Scope({local.name: local for local in axes})
        low, high = self.e.number(shape.low, Scope()), self.e.number(shape.high, Scope())
        condition = None if shape.condition is None else self.e.truth(shape.condition, scope)
        return t.Box(axes, low, high, condition, span=shape.span)

    # -------------------------------------------------------------- options

    def _word_options(self) -> None:
        """The words that options can be: kinds of their own, unless they are values of a kind already."""
        names = self.e.names
        seen: set[str] = set()
        for node in names.book.options.values():
            words = _words_of(node, seen)
            seen.add(node.name.text)
            if words:
                known = [names.constants[word][0] for word in words if word in names.constants]
                if len(known) == len(words) and len(set(known)) == 1:
                    continue
                name = node.name.text
                kind = Kind(name if name not in names.kinds else f"option {name}", f"values of {name}", words)
                self._guarded(self._add_kind, kind, node)

    def option(self, node: n.Option) -> t.Option:
        e, name = self.e, node.name.text
        earlier = set(list(e.names.book.options)[: list(e.names.book.options).index(name)])
        words = _words_of(node, earlier)
        if words:
            found = e.names.constant(words[0])
            return t.Option(name, ANYTHING if found is None else one(found[0]), None, words, None, (), node)
        default = e.value(node.default, Scope())
        if can_change(default):
            default = self._told(
                "E347",
                "the default of an option is fixed before the game starts",
                node.default,
                "use numbers and `count of everyone` only",
            )
        bounds = self._bounds(node.bounds)
        choices = tuple(e.number(choice, Scope()) for choice in node.choices)
        ty = default.type if default.type.is_unknown else ONE_TRUTH if default.type.kind is TRUTH else ONE_NUMBER
        return t.Option(name, ty, default, (), bounds, choices, node)

    def _bounds(self, node: n.Bounds | None) -> t.Bounds | None:
        if node is None:
            return None
        low, high = (self.e.number(side, Scope()) for side in (node.low, node.high))
        return t.Bounds(low, high, node)

    def _told(self, code: str, message: str, node: n.Node, help: str = "") -> t.Expr:
        self.e.report(Bad(code, message, node.span, help=help))
        return t.Wrong(span=node.span)

    # -------------------------------------------------------------- zones

    def zone(self, node: n.Zone) -> t.Zone:
        e = self.e
        keys = self._keys(node.keys)
        owner = t.Local("owner", ONE_PLAYER)
        colour = next((word for word in node.sort.words if word in COLOURS), "plain")
        sort = node.sort.words
        self._guarded(self._sort, node)
        amount = None if node.amount is None else e.number(node.amount, Scope())
        if amount is not None and can_change(amount):
            assert node.amount is not None
            amount = self._told(
                "E352",
                "the number of dice is fixed before the game starts",
                node.amount,
                "use numbers, options and `count of everyone` only",
            )
        faces = None
        if node.faces is not None and node.faces.span_of is not None:
            faces = e.value(node.faces.span_of, Scope())
            if not faces.type.is_unknown and (faces.type != set_of(NUMBER) or not isinstance(faces, t.Range)):
                message = "the faces of a die are numbers, such as `with faces 1 2 2 3 3 4` or `with faces 1 to 8`"
                faces = self._told("E354", message, node.faces)
        scope = Scope(owner=owner if PLAYER in keys else None)
        seen_by = None if node.seen_by is None else e.members(node.seen_by, scope, PLAYER)
        return t.Zone(
            node.name.text, keys, amount, colour, "numbered" in sort, "standing" in sort, faces, seen_by, owner, node
        )

    def _sort(self, node: n.Zone) -> None:
        """The words before `dice`."""
        name, sort = node.name.text, node.sort.words
        if sort[-1] not in {"dice", "die"}:
            raise Bad(
                "E350",
                f'a zone holds dice, such as "6 dice" or "no dice", not "{node.sort.text}"',
                node.sort.span,
                help=f"write `{name}: 6 dice` or `{name}: no dice`",
            )
        for word in sort[:-1]:
            if word not in {"numbered", "standing"} and word not in COLOURS:
                raise Bad(
                    "E351",
                    f'"{word}" is no sort of dice',
                    node.sort.span,
                    help="known: numbered, standing, " + ", ".join(COLOURS[1:]),
                )
        if "standing" in sort and (node.faces is not None or "orientation" not in self.e.names.kinds):
            raise Bad(
                "E368",
                "standing dice have the faces 1 to 6, and need a board with three coordinates",
                node.sort.span,
                help="leave out `standing`, or give the game such a board",
            )

    def _keys(self, phrases: tuple[n.Phrase, ...]) -> tuple[Kind, ...]:
        """The kinds that something is kept for; one that is not known fits everything."""
        return tuple(self._key(phrase) for phrase in phrases)

    def _key(self, phrase: n.Phrase) -> Kind:
        try:
            return key_kind(self.e, phrase)
        except Bad as bad:
            self.e.report(bad)
            return ANYTHING.kind

    # -------------------------------------------------------------- memory

    def memory(self, node: n.Memory) -> t.Memory:
        e, name = self.e, node.name.text
        if node is not STARTER:
            self._guarded(self._free, node)
        phrases = [node.scope.kind] if node.scope.kind is not None else []
        keys = self._keys(tuple(p for p in (*phrases, node.key) if p is not None))
        scope = "match" if node.for_match else "game" if node.scope.word == "each" else node.scope.word
        ty, initial = self._first(node)
        bounds = self._bounds(node.bounds)
        owner = t.Local("owner", ONE_PLAYER)
        around = Scope(owner=owner if PLAYER in keys else None)
        seen_by = None if node.seen_by is None else e.members(node.seen_by, around, PLAYER)
        return t.Memory(name, keys, ty, scope, initial, bounds, seen_by, owner, node)

    def _free(self, node: n.Memory) -> None:
        name = node.name.text
        if name in self.e.names.book.zones or name == "starter":
            raise Bad("E207", f'"{name}" is given twice', node.name.span)
        if name in builtins.NOUNS or name in builtins.ATTRIBUTES:
            message = f'"{name}" is built in and cannot be given again'
            raise Bad("E357", message, node.name.span, help="choose another name for it")

    def _first(self, node: n.Memory) -> tuple[Type, t.Expr | None]:
        """The kind of a memory follows from what it starts with; after `none` from the last word of its name."""
        if not isinstance(node.initial, n.Nothing):
            initial = self.e.value(node.initial, Scope())
            if initial.type.kind is NOTHING:
                help = "start it with a number, a player, or a value of a kind"
                initial = self._told("E358", "what this memory holds is not clear", node.initial, help)
            return initial.type, initial
        if node.initial.word == "nobody":
            return one(PLAYER), None
        last = node.name.words[-1]
        for kind in self.e.names.kinds.values():
            if last == kind.name and kind is not NUMBER:
                return one(kind), None
            if last == kind.plural:
                return set_of(kind), None
        return ONE_NUMBER, None


def key_kind(e: Elaborator, phrase: n.Phrase) -> Kind:
    """A kind that something can be kept for."""
    kind, known = e.names.kinds.get(phrase.text), e.names.keeping()
    if kind is None or phrase.text not in known:
        raise Bad(
            "E356",
            f'"{phrase.text}" is no kind that something can be kept for',
            phrase.span,
            help=suggest(phrase.text, known) or f"known: {', '.join(known)}",
        )
    return kind


def _words_of(node: n.Option, earlier: set[str]) -> tuple[str, ...]:
    """What an option can be, if it is a word."""
    words = [node.default, *node.choices]
    values = tuple(word.phrase.text for word in words if isinstance(word, n.Name))
    return values if len(values) == len(words) and (node.choices or values[0] not in earlier) else ()
