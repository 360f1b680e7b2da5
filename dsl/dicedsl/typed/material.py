"""What lies on the table, declared: kinds, boards, options, zones and memory."""

from __future__ import annotations

from collections.abc import Callable

from attrs import define

from dicedsl import built_in
from dicedsl.built_in import COLOURS, NO_COLOUR
from dicedsl.geometry import FORMS
from dicedsl.geometry.corners import ORIENTATIONS
from dicedsl.rulebook.parts import acting_parts
from dicedsl.syntax import nodes as n
from dicedsl.syntax.plurals import noun_of, singular_in, with_noun
from dicedsl.syntax.walk import walk
from dicedsl.text.spelling import suggest
from dicedsl.typed import tree as t
from dicedsl.typed.conditions import set_written_out
from dicedsl.typed.dependence import can_change
from dicedsl.typed.elaborator import Brackets, Elaborator
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
from dicedsl.typed.scope import NameScope
from dicedsl.typed.semantic_error import SemanticError

COLOUR_WORDS = (NO_COLOUR, *COLOURS)
STARTER = n.Memory(n.Scope("match"), n.Phrase(("starter",)), None, n.Nothing("nobody"), None, None, True)


@define(eq=False, repr=False, slots=False)
class Material:
    """Makes the declarations of a rulebook; those with expressions in them when they are asked for."""

    elaborator: Elaborator

    # -------------------------------------------------------------- kinds and boards

    def declare(self) -> None:
        """Kinds, their words and the kinds of places: what every other declaration may speak of."""
        names, book = self.elaborator.names, self.elaborator.names.book
        for kind in book.kinds.values():
            self._report_errors_of(self._kind, kind)
        # What is compared in the condition of a board is looked for among the colours.
        used = [word for zone in book.zones.values() for word in zone.sort.words if word in COLOUR_WORDS]
        names.kinds["colour"] = Kind("colour", "colours", tuple(dict.fromkeys([NO_COLOUR, *used])))
        for board in book.boards.values():
            self._report_errors_of(self._board, board)
        for index, word in enumerate(names.colour.values):
            names.constants.setdefault(word, (names.colour, index))
        self._word_options()

    def _report_errors_of(self, action: Callable[..., None], *things: object) -> None:
        try:
            action(*things)
        except SemanticError as error:
            self.elaborator.report(error)

    def _kind(self, node: n.Kind) -> None:
        names = self.elaborator.names
        name, plural = node.singular.text, node.plural.text
        values = tuple(value.text for value in node.values)
        if name in names.kinds or plural in names.plurals:
            help = "choose another name for it"
            raise SemanticError("E341", f'the kind "{name}" exists already', node.singular.span, help=help)
        twice = next((v for i, v in enumerate(node.values) if v.text in values[:i]), None)
        self._add_kind(Kind(name, plural, tuple(dict.fromkeys(values))), node)
        if twice is not None:
            raise SemanticError("E342", "a value of this kind is given twice", twice.span, help="leave it out once")

    def _add_kind(self, kind: Kind, node: n.Node) -> None:
        names = self.elaborator.names
        names.kinds[kind.name] = kind
        names.plurals[kind.plural] = kind
        for index, value in enumerate(kind.values):
            if value in names.constants:
                given = next((p for p in getattr(node, "values", ()) if p.text == value), node)
                message = f'"{value}" is already a value of another kind'
                raise SemanticError("E342", message, given.span, help="give it a name of its own")
            names.constants[value] = (kind, index)

    def _board(self, node: n.Board) -> None:
        names, name, shape = self.elaborator.names, node.name.text, node.shape
        first = not names.boards
        called = ("place", "places") if first else (f"{name} place", f"{name} places")
        wanted = called
        if node.places is not None:
            wanted = (singular_in(node.places.span.source.text, node.places.text), node.places.text)
            # A board brings points and steps.
            is_taken = wanted[0] in {*names.kinds, POINT.name, STEP.name} or wanted[1] in names.plurals
            called = called if is_taken else wanted
        kind = names.kinds[called[0]] = Kind(*called, board=name)
        names.plurals[name] = kind
        names.plurals[called[1]] = kind
        axes = tuple(p.text for p in shape.names) if isinstance(shape, n.CoordinateBoard) else ("row", "column")
        side = Kind("side", "sides", tuple(p.text for p in node.seen_from)) if len(node.seen_from) > 1 else None
        board = t.Board(name, kind, axes, side, node is self._space(), node)
        names.boards[name] = board
        if board.has_steps:
            names.space = board
            names.kinds["point"], names.kinds["step"] = POINT, STEP
            if len(axes) == 3:
                self._add_kind(Kind("orientation", "orientations", tuple(map(str, ORIENTATIONS))), node)
        if side is not None:
            self._add_kind(side, node)
        if node.places is not None and called != wanted:
            help = "choose another name for its places"
            raise SemanticError("E341", f'the kind "{wanted[0]}" exists already', node.places.span, help=help)
        if isinstance(shape, n.SizedBoard) and shape.form.text not in FORMS:
            form = shape.form.text
            raise SemanticError(
                "E343", f'"{form}" is no form of a board', shape.span, help=f"known: {', '.join(FORMS)}"
            )

    def _space(self) -> n.Board | None:
        """The board that points and steps belong to: the first given by coordinates, else the first grid.

        In the first edition a grid has none: the difference of two of its places is a set there."""
        book = self.elaborator.names.book
        boards = list(book.boards.values())
        grids = [board for board in boards if book.edition_of(board) > 1]
        return next((board for board in boards if isinstance(board.shape, n.CoordinateBoard)), next(iter(grids), None))

    def _on_coordinates(self) -> bool:
        space = self.elaborator.names.space
        return space is not None and isinstance(space.node.shape, n.CoordinateBoard)

    def box(self, shape: n.CoordinateBoard) -> t.Box:
        """The points of a board given by coordinates."""
        axes = tuple(t.Local(p.text, ONE_NUMBER) for p in shape.names)
        scope = NameScope({local.name: local for local in axes})
        low, high = (
            self._fixed_number(
                self.elaborator.expect_number(side, NameScope()),
                side,
                "E338",
                "the coordinates of a board go from one fixed number to another",
            )
            for side in (shape.low, shape.high)
        )
        condition = None if shape.condition is None else self.elaborator.expect_truth(shape.condition, scope)
        if condition is not None and shape.condition is not None:
            message = "which places a board has is fixed before the game starts"
            condition = self._fixed_number(condition, shape.condition, "E339", message)
        return t.Box(axes, low, high, condition, span=shape.span)

    def sizes(self, shape: n.SizedBoard) -> tuple[t.Expr, t.Expr]:
        """The rows and columns of a board: numbers, or what options make of them."""
        rows, columns = (
            t.Number(number, span=shape.span) if size is None else self._size(size)
            for size, number in zip(shape.sizes, (shape.rows, shape.columns), strict=True)
        )
        return rows, columns

    def _size(self, node: n.Expr) -> t.Expr:
        size = self.elaborator.expect_number(node, NameScope())
        if not can_change(size):
            return size
        help = "use numbers, options and `count of everyone` only"
        return self._report("E375", "the size of a board is fixed before the game starts", node, help)

    # -------------------------------------------------------------- options

    def _word_options(self) -> None:
        """The words that options can be: kinds of their own, unless they are values of a kind already."""
        names = self.elaborator.names
        seen: set[str] = set()
        for node in names.book.options.values():
            words = _words_of(node, seen)
            seen.add(node.name.text)
            if words:
                kinds = [names.constants[word][0] for word in words if word in names.constants]
                if len(kinds) == len(words) and len(set(kinds)) == 1:
                    continue
                name = node.name.text
                kind = Kind(name if name not in names.kinds else f"option {name}", f"values of {name}", words)
                self._report_errors_of(self._add_kind, kind, node)

    def option(self, node: n.Option) -> t.Option:
        elaborator, name = self.elaborator, node.name.text
        earlier = set(list(elaborator.names.book.options)[: list(elaborator.names.book.options).index(name)])
        words = _words_of(node, earlier)
        if words:
            constant = elaborator.names.constant(words[0])
            self._note_words(node)
            return t.Option(name, ANYTHING if constant is None else one(constant[0]), None, words, None, (), node)
        fixed = "the default of an option is fixed before the game starts"
        plain = "use numbers and `count of all players` only"
        default = self._fixed_number(elaborator.value(node.default, NameScope()), node.default, "E347", fixed, plain)
        bounds = self._bounds(node.bounds, "an option")
        fixed = "what an option can be is fixed before the game starts"
        choices = tuple(
            self._fixed_number(elaborator.expect_number(choice, NameScope()), choice, "E347", fixed)
            for choice in node.choices
        )
        ty = default.type if default.type.is_unknown else ONE_TRUTH if default.type.kind is TRUTH else ONE_NUMBER
        return t.Option(name, ty, default, (), bounds, choices, node)

    def _note_words(self, node: n.Option) -> None:
        for value in (node.default, *node.choices):
            constant = self.elaborator.names.constant(value.phrase.text) if isinstance(value, n.Name) else None
            if constant is not None and isinstance(value, n.Name):
                self.elaborator.note(value.phrase, t.Constant(constant[1], type=one(constant[0])))

    def _bounds(self, node: n.Bounds | None, of: str) -> t.Bounds | None:
        if node is None:
            return None
        message = f"the bounds of {of} are two fixed numbers, the lower one first"
        low, high = (
            self._fixed_number(
                self.elaborator.expect_number(side, NameScope()), side, "E348", message, "write `from 1 to 10`"
            )
            for side in (node.low, node.high)
        )
        return t.Bounds(low, high, node)

    def _fixed_number(self, expr: t.Expr, node: n.Node, code: str, message: str, help: str = "") -> t.Expr:
        """What has to be known before the game starts."""
        help = help or "use numbers, options and `count of all players` only"
        return self._report(code, message, node, help) if can_change(expr) else expr

    def _report(self, code: str, message: str, node: n.Node, help: str = "") -> t.Expr:
        self.elaborator.report(SemanticError(code, message, node.span, help=help))
        return t.Wrong(span=node.span)

    # -------------------------------------------------------------- zones

    def zone(self, node: n.Zone) -> t.Zone:
        elaborator = self.elaborator
        keys = self._keys(node.keys)
        owner = t.Local("owner", ONE_PLAYER)
        colour = next((word for word in node.sort.words if word in COLOUR_WORDS), NO_COLOUR)
        sort = node.sort.words
        self._report_errors_of(self._sort, node)
        amount = None if node.amount is None else elaborator.expect_number(node.amount, NameScope())
        if amount is not None and node.amount is not None:
            amount = self._fixed_number(
                amount, node.amount, "E352", "the number of dice is fixed before the game starts"
            )
        faces = None
        if node.faces is not None and node.faces.span_of is not None:
            faces = elaborator.value(node.faces.span_of, NameScope())
            listed = faces.type == set_of(NUMBER) and isinstance(faces, t.Range) and not can_change(faces)
            if not faces.type.is_unknown and not listed:
                message = "the faces of a die are numbers, such as `with faces 1 2 2 3 3 4` or `with faces 1 to 8`"
                faces = self._report("E354", message, node.faces)
        scope = NameScope(owner=owner if PLAYER in keys else None)
        seen_by = None if node.seen_by is None else elaborator.expect_members(node.seen_by, scope, PLAYER)
        return t.Zone(
            node.name.text, keys, amount, colour, "numbered" in sort, "standing" in sort, faces, seen_by, owner, node
        )

    def _sort(self, node: n.Zone) -> None:
        """The words before `dice`."""
        name, sort = node.name.text, node.sort.words
        if sort[-1] not in {"dice", "die"}:
            raise SemanticError(
                "E350",
                f'a zone holds dice, such as "6 dice" or "no dice", not "{node.sort.text}"',
                node.sort.span,
                help=f"write `{name}: 6 dice` or `{name}: no dice`",
            )
        for word in sort[:-1]:
            if word not in {"numbered", "standing"} and word not in COLOUR_WORDS:
                raise SemanticError(
                    "E351",
                    f'"{word}" is no sort of dice',
                    node.sort.span,
                    help="known: numbered, standing, " + ", ".join(COLOURS),
                )
        if "standing" in sort and (node.faces is not None or "orientation" not in self.elaborator.names.kinds):
            raise SemanticError(
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
            return key_kind(self.elaborator, phrase)
        except SemanticError as error:
            self.elaborator.report(error)
            return ANYTHING.kind

    # -------------------------------------------------------------- memory

    def memory(self, node: n.Memory) -> t.Memory:
        elaborator, name = self.elaborator, node.name.text
        if node is not STARTER:
            self._report_errors_of(self._free, node)
        phrases = [node.scope.kind] if node.scope.kind is not None else []
        keys = self._keys(tuple(p for p in (*phrases, node.key) if p is not None))
        numbers = None
        if node.numbers is not None:
            numbers, keys = self._numbers(node.numbers), (*keys, NUMBER)
        if node.lasting and (node.for_match or node.scope.word not in {"each", node.lasting}):
            help = (
                f"leave out `, each {node.lasting}`, or write `each player has ..., at first ..., each {node.lasting}`"
            )
            self.elaborator.report(
                SemanticError("E380", f"`{name}` is already said to last otherwise", node.span, help=help)
            )
        scope = (
            "match" if node.for_match else (node.lasting or "game") if node.scope.word == "each" else node.scope.word
        )
        ty, initial = self._first(node)
        bounds = self._bounds(node.bounds, "a memory")
        owner = t.Local("owner", ONE_PLAYER)
        around = NameScope(owner=owner if PLAYER in keys else None)
        seen_by = None if node.seen_by is None else elaborator.expect_members(node.seen_by, around, PLAYER)
        return t.Memory(name, keys, ty, scope, initial, bounds, seen_by, owner, node, numbers)

    def _numbers(self, node: n.Expr) -> t.Bounds | None:
        """The numbers that a memory is kept by."""
        message = "a memory is kept by a kind, or by numbers from one fixed number to another"
        help = "write `by 0 to 25`"
        if not isinstance(node, n.Range):
            self._report("E356", message, node, help)
            return None
        low, high = (
            self._fixed_number(self.elaborator.expect_number(side, NameScope()), side, "E348", message, help)
            for side in (node.low, node.high)
        )
        return t.Bounds(low, high, node)

    def _free(self, node: n.Memory) -> None:
        name = node.name.text
        if name in self.elaborator.names.book.zones or name == "starter":
            raise SemanticError("E207", f'"{name}" is given twice', node.name.span)
        word = built_in.NOUNS.get(name) or built_in.ATTRIBUTES.get(name)
        if word is not None and not word.own:
            message = f'"{name}" is built in and cannot be given again'
            raise SemanticError(
                "E357", message, node.name.span, help=f"choose another name for it, such as `own {name}`"
            )

    def _first(self, node: n.Memory) -> tuple[Type, t.Expr | None]:
        """The kind of a memory follows from what it starts with; after `none` from the last word of its name."""
        if not isinstance(node.initial, n.Nothing):
            meaning = self.elaborator.infer(node.initial, NameScope())
            if isinstance(meaning, Brackets) and not self.elaborator.possible_boards(meaning):
                initial = set_written_out(self.elaborator, meaning, node.initial)
            else:
                initial = self.elaborator.as_value(meaning, node.initial)
            if initial.type.kind is NOTHING:
                help = "start it with a number, a player, or a value of a kind"
                initial = self._report("E358", "what this memory holds is not clear", node.initial, help)
            return initial.type, initial
        if node.initial.word == "nobody":
            return one(PLAYER), None
        last = noun_of(node.name.text)
        for kind in self.elaborator.names.kinds.values():
            if kind in (POINT, STEP) and not self._on_coordinates():
                continue  # `turning point` in a game on a grid is no place
            if (last == kind.name and kind is not NUMBER) or last == kind.plural:
                self.elaborator.note(node.name, kind, len(node.name.words) - 1)
                return one(kind) if last == kind.name else set_of(kind), None
        if last in {"place", "places"} and self.elaborator.names.boards:
            kind = next(iter(self.elaborator.names.boards.values())).kind
            return (one(kind) if last == "place" else set_of(kind)), None
        return self._set_that_it_is_given(node) or self._set_that_is_added_to(node) or self._one_or_many(node), None

    def _set_that_it_is_given(self, node: n.Memory) -> Type | None:
        """The name says nothing, but every step that sets it gives it a set of one kind."""
        kinds: set[Kind] = set()
        for part in acting_parts(self.elaborator.names.book):
            for step in walk(part):
                if isinstance(step, n.Set) and _memory_named(step.target) == node.name.text:
                    if isinstance(step.value, n.Nothing):
                        continue
                    kind = self._evident_set(step.value)
                    if kind is None:
                        return None
                    kinds.add(kind)
        return set_of(kinds.pop()) if len(kinds) == 1 else None

    def _set_that_is_added_to(self, node: n.Memory) -> Type | None:
        """The name says nothing, but what steps add to it is no number: `add you to drinkers`."""
        name = node.name.text
        kinds: set[Kind] = set()
        for part in acting_parts(self.elaborator.names.book):
            for step in walk(part):
                if isinstance(step, (n.Add, n.Take)) and _memory_named(step.target) == name:
                    kind = PLAYER if isinstance(step.value, n.You) else self._evident_set(step.value)
                    if kind is None and isinstance(step.value, n.Name):
                        constant = self.elaborator.names.constant(step.value.phrase.text)
                        kind = constant[0] if constant is not None else None
                    kinds |= {kind} if kind is not None and kind is not NUMBER else set()
        return set_of(kinds.pop()) if len(kinds) == 1 else None

    def _evident_set(self, value: n.Expr) -> Kind | None:
        """The kind of a set that is one by its words alone: all of a kind, or those of them of which something holds."""
        if isinstance(value, (n.Where, n.Described)):
            return self._evident_set(value.subject)
        if isinstance(value, n.Binary):
            return self._evident_set(value.left) if value.op in {"+", "except"} else None
        if not isinstance(value, n.Name):
            return None
        word = built_in.NOUNS.get(value.phrase.text)
        if word is not None and word.many and word.gives == PLAYER.name:
            return PLAYER
        return self.elaborator.names.kind_of_plural(value.phrase.text)

    def _one_or_many(self, node: n.Memory) -> Type:
        """A number, unless `nest of numbers` may be thought of as many of them: nothing that it is at first says so."""
        front, of, last = node.name.text.rpartition(" of ")
        kind = next((k for k in self.elaborator.names.kinds.values() if last == k.plural), None)
        if not of or kind is None or noun_of(node.name.text) == NUMBER.name:
            return ONE_NUMBER
        message = f"it is not clear whether this is one number or a set of {kind.plural}"
        help = f"call it `{front} {kind.plural}` for a set, or `number of {kind.plural}` for one number"
        self.elaborator.report(SemanticError("E358", message, node.name.span, help=help))
        return ANYTHING


def named_after_noun(name: str, noun: str) -> str:
    """What is `none` at first is to be called like what it holds."""
    return f"call it `{with_noun(name, noun)}`, or another name with the noun `{noun}`: what is `none` at first holds what the noun of its name says"


def _memory_named(target: n.Expr) -> str:
    while isinstance(target, n.At):
        target = target.subject
    if isinstance(target, (n.Name, n.Your, n.Their, n.Its, n.Possessive, n.Apply)):
        return target.phrase.text
    return ""


def key_kind(elaborator: Elaborator, phrase: n.Phrase) -> Kind:
    """A kind that something can be kept for."""
    kind, names = elaborator.names.kinds.get(phrase.text), elaborator.names.keeping()
    if kind is None or phrase.text not in names:
        raise SemanticError(
            "E356",
            f'"{phrase.text}" is no kind that something can be kept for',
            phrase.span,
            help=suggest(phrase.text, names) or f"known: {', '.join(names)}",
        )
    elaborator.note(phrase, kind)
    return kind


def _words_of(node: n.Option, earlier: set[str]) -> tuple[str, ...]:
    """What an option can be, if it is a word."""
    words = [node.default, *node.choices]
    values = tuple(word.phrase.text for word in words if isinstance(word, n.Name))
    return values if len(values) == len(words) and (node.choices or values[0] not in earlier) else ()
