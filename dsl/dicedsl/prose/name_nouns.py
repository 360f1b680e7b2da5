"""What the names and expressions of a rulebook are called: their kinds come from the typed stage, the nouns for them from here."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple, Self

from attrs import evolve, field, frozen

from dicedsl import built_in
from dicedsl.rulebook.book import Rulebook
from dicedsl.syntax import nodes as n
from dicedsl.syntax.walk import walk as nodes_of
from dicedsl.text.budget import WorkBudget
from dicedsl.typed import tree as t
from dicedsl.typed.elaborator import Brackets
from dicedsl.typed.game import elaborate, elaborator
from dicedsl.typed.kinds import ANYTHING, NOTHING, ONE_NUMBER, TRUTH, Grouping, Kind, Type, one, set_of
from dicedsl.typed.scope import NameScope


class Noun(NamedTuple):
    """What something is called: one of it, and several."""

    singular: str
    plural: str


DIE = Noun("die", "dice")
PLAYER = Noun("player", "players")
PLACE = Noun("place", "places")
POINT = Noun("point", "points")
STEP = Noun("way", "ways")
NUMBER = Noun("number", "numbers")
SIDE = Noun("side", "sides")
SQUARE = Noun("square", "squares")
COLOUR = Noun("colour", "colours")
ORIENTATION = Noun("orientation", "orientations")

NOUNS = {word: noun for noun in (DIE, PLAYER, PLACE, POINT, NUMBER, SIDE, SQUARE, COLOUR, ORIENTATION) for word in noun}
BUILT_IN_ADJECTIVES = frozenset(built_in.ADJECTIVES)
TRUTHS = (n.And, n.Or, n.Not, n.Is, n.Quantified, n.Truth, n.There, n.Several, n.SomeKind)
MOVING_STEPS = (n.MoveDice, n.MoveByLot, n.Swap)
UNLIMITED_STEPS = 1_000_000_000  # telling is not checking: whoever wants it has waited for the check already


def walk(node: object) -> Iterator[n.Node]:
    """A node and all nodes below it, in the order in which they are written; of several, and of tables, one after the other."""
    if isinstance(node, n.Node):
        yield from nodes_of(node)
    elif isinstance(node, (tuple, list)):
        for part in node:
            yield from walk(part)
    elif isinstance(node, dict):
        for part in node.values():
            yield from walk(part)


def as_name(text: str) -> n.Name:
    return n.Name(n.Phrase(tuple(text.split(" "))))


def is_constant(expr: n.Expr) -> bool:
    return isinstance(expr, n.Number) or (isinstance(expr, n.Negative) and is_constant(expr.operand))


@frozen
class NounKind:
    """What something is, and the noun for it."""

    noun: Noun
    type: Type

    @property
    def many(self) -> bool:
        return not self.type.is_one

    @property
    def sets(self) -> bool:
        """Whether each of the several is itself a set, as lines of a board are."""
        return self.type.form is Grouping.SETS

    @property
    def member(self) -> NounKind:
        return NounKind(self.noun, self.type.member)

    @property
    def several(self) -> NounKind:
        return NounKind(self.noun, set_of(self.type.kind))


@frozen(eq=False)
class LocalName:
    """A name that holds only here: how it is called again, and what it stands for."""

    called: str
    sort: NounKind | None = None

    @property
    def noun(self) -> Noun | None:
        return None if self.sort is None else self.sort.noun

    @property
    def many(self) -> bool:
        return self.sort is not None and self.sort.many


@frozen(eq=False)
class NameFacts:
    """What the names of a rulebook are."""

    book: Rulebook
    game: t.TypedGame
    adjectives: frozenset[str]
    values: dict[str, n.Kind]
    plurals: dict[str, n.Kind]
    marks: dict[str, n.Scope]
    switches: frozenset[str]
    nouns: dict[str, Noun]
    coordinates: frozenset[str]
    eliminates: bool
    states: frozenset[str] = frozenset()  # marks that are said with `is`: `you are tired`
    owned: frozenset[str] = frozenset()  # marks that are said with `has`: `you have an antidote`
    sentences: dict[str, str] = field(factory=dict)  # `the bidding is over`, by its name
    lone: dict[str, str] = field(factory=dict)  # zones that hold one die and no other ever, and how that is called
    usual: bool = False  # options are told with their usual values
    word_nouns: dict[str, Noun | None] = field(factory=dict)  # of what words stand for, as far as asked

    @classmethod
    def of(cls, book: Rulebook, game: t.TypedGame | None = None, usual: bool = False) -> NameFacts:
        kinds = book.kinds.values()
        nouns = dict(NOUNS)
        for kind in kinds:
            noun = Noun(kind.singular.text, kind.plural.text)
            nouns[noun.singular] = nouns[noun.plural] = noun
        for name in book.boards:
            if name.endswith("s"):
                nouns[name] = nouns[name[:-1]] = Noun(name[:-1], name)
            own = book.boards[name].places
            if own is not None:
                nouns[own.text] = nouns[own.text.removesuffix("s")] = Noun(own.text.removesuffix("s"), own.text)
            # How parameters call the places of a further board.
            nouns[f"{name} place"] = nouns[f"{name} places"] = PLACE
        shapes = [board.shape for board in book.boards.values()]
        coordinates = [s.names for s in shapes if isinstance(s, n.CoordinateBoard)]
        # Looked for once: of a rulebook with many variants this is most of the work.
        done = [
            step
            for part in (book.flows, book.rules, book.standing, book.hooks)
            for step in walk(part)
            if isinstance(step, (n.Eliminate, *MOVING_STEPS))
        ]
        return cls(
            book=book,
            game=elaborate(book, WorkBudget(UNLIMITED_STEPS), game),
            adjectives=BUILT_IN_ADJECTIVES
            | {w.name.text for w in book.words.values() if isinstance(w, n.AdjectiveWord)},
            values={value.text: kind for kind in kinds for value in kind.values},
            plurals={kind.plural.text: kind for kind in kinds},
            marks={
                name: memory.scope
                for name, memory in book.memories.items()
                if isinstance(memory.initial, n.Truth) and memory.key is None and memory.numbers is None
            },
            switches=frozenset(name for name, option in book.options.items() if isinstance(option.default, n.Truth)),
            nouns=nouns,
            coordinates=frozenset(name.text for names in coordinates for name in names),
            eliminates=any(isinstance(step, n.Eliminate) for step in done),
            states=frozenset(name for name, memory in book.memories.items() if memory.state),
            owned=frozenset(
                name
                for name, memory in book.memories.items()
                if isinstance(memory.initial, n.Truth) and memory.key is None and memory.numbers is None
                if memory.scope.kind is not None and memory.name.article in {"a", "an"} and not memory.state
            ),
            sentences=_sentences(book),
            lone=_lone(book, done),
            usual=usual,
        )

    def is_global(self, name: str) -> bool:
        book = self.book
        return any(name in table for table in (book.zones, book.memories, book.words, book.options, book.boards))

    def is_built_in(self, name: str) -> bool:
        """Whether the language itself has a thing of this name."""
        is_noun = name in built_in.NOUNS and name != "finished"
        return is_noun or name == "starter" or (name == "orientations" and "orientation" in self.game.kinds)

    def relation(self, name: n.Phrase) -> str:
        """A relation as its rule writes it: `matched with`, `past the guard at`."""
        words = (word for word in self.book.words.values() if isinstance(word, n.AdjectiveWord) and word.other)
        word = next((word for word in words if word.name.text == name.text), None)
        return name.text + " with" if word is None else related(word)

    def is_coordinate(self, name: str) -> bool:
        return name in self.coordinates and not self.is_global(name)

    def means_several(self, kind: str) -> bool:
        """Whether a parameter of this kind is a set: `places s`, `yard places s`."""
        noun = self.nouns.get(kind)
        return noun is not None and (noun.plural == kind or kind.endswith(f" {PLACE.plural}"))

    def noun_of_board(self, name: str) -> Noun:
        board = self.book.boards.get(name)
        own = None if board is None or board.places is None else board.places.text
        return self.nouns.get(own or name, PLACE)

    def is_of_board(self, name: str) -> bool:
        """Whether it is what a board calls its places, all of them."""
        return any(board.places is not None and board.places.text == name for board in self.book.boards.values())

    def is_place(self, noun: Noun) -> bool:
        named = {board.places.text for board in self.book.boards.values() if board.places is not None}
        return noun is PLACE or noun is POINT or noun.plural in self.book.boards or noun.plural in named


def related(word: n.AdjectiveWord) -> str:
    """`the only best at`, as a relation is asked."""
    prep = word.other.prep if word.other is not None else ""
    article = "the " if word.name.article == "the" else ""
    return f"{article}{word.name.text} {prep or 'with'}"


def _sentences(book: Rulebook) -> dict[str, str]:
    named = [
        *(memory.name for memory in book.memories.values()),
        *(word.name for word in book.words.values() if isinstance(word, n.ValueWord)),
    ]
    return {name.text: name.written for name in named if " is " in name.text}


def _lone(book: Rulebook, done: Sequence[n.Node]) -> dict[str, str]:
    """Zones with one die that never changes its place: `the die`, or `the die in the cup` where there are others."""
    moved = {
        phrase.text
        for step in done
        if isinstance(step, MOVING_STEPS)
        for phrase in walk(step)
        if isinstance(phrase, n.Phrase)
    }
    zones = [zone for zone in book.zones.values() if zone.amount is not None]
    names = [z.name.text for z in zones if z.amount == n.Number(1) and not z.keys and z.name.text not in moved]
    if len(names) == len(zones) == 1:
        return {names[0]: f"the {names[0]}" if names[0].endswith(" die") else "the die"}
    return {
        name: name if name.startswith("the ") else f"the {name}" if name.endswith(" die") else f"the die in the {name}"
        for name in names
    }


@frozen(eq=False)
class NounFinder:
    """Finds out what expressions stand for, among the names given so far; `it_is` is what `it` is here."""

    facts: NameFacts
    locals: dict[str, LocalName]
    seats: frozenset[str] = frozenset()
    it_is: NounKind | None = None
    it_called: str | None = None  # what stands for `it` where a rule is told in place
    they_called: str | None = None  # and who for `they`
    unnamed: tuple[NounKind, ...] = ()  # what pronouns can stand for, the nearest last

    def with_unnamed(self, sort: NounKind) -> Self:
        it, they = (self.it_called, None) if sort.noun == PLAYER else (None, self.they_called)
        return evolve(self, unnamed=(*self.unnamed, sort), it_called=it, they_called=they)

    def bind(self, name: str, local: LocalName) -> Self:
        return evolve(self, locals={**self.locals, name: local})

    def about(self, source: n.Expr) -> Self:
        """Inside `(source where ...)`, where `it` is a member of the source."""
        sort = self.sort(source)
        they = None if sort is None or sort.noun == PLAYER else self.they_called
        return evolve(self, it_is=sort.member if sort is not None else None, it_called=None, they_called=they)

    def member_of(self, source: n.Expr) -> NounKind | None:
        """What one of several is."""
        sort = self.sort(source)
        return None if sort is None else NounKind(sort.noun, one(sort.type.kind))

    def noun(self, expr: n.Expr) -> Noun | None:
        """What an expression, or a member of it, is called, as far as it can be told."""
        sort = self.sort(expr)
        return sort.noun if sort is not None else None

    def is_set(self, expr: n.Expr) -> bool:
        sort = self.sort(expr)
        return sort is not None and sort.many

    def is_point(self, expr: n.Expr) -> bool:
        """Whether it is one place or point."""
        sort = self.sort(expr)
        return sort is not None and not sort.many and self.facts.is_place(sort.noun)

    def is_step(self, expr: n.Expr) -> bool:
        sort = self.sort(expr)
        return sort is not None and not sort.many and sort.noun is STEP

    def is_number(self, expr: n.Expr) -> bool:
        """Whether an expression is a number by the way it is written."""
        if isinstance(expr, n.Name):
            option = self.facts.book.options.get(expr.phrase.text)
            return option is not None and self.is_number(option.default)
        return isinstance(expr, (n.Number, n.Binary, n.Negative, n.Fold))

    def is_truth(self, expr: n.Expr) -> bool:
        """Whether an expression is a yes or a no."""
        if isinstance(expr, n.Name) and expr.phrase.text in self.locals:
            return False
        if not isinstance(expr, (n.Name, n.Your, n.Apply)):
            return isinstance(expr, TRUTHS)
        name = expr.phrase.text
        if name in self.facts.marks or name in self.facts.switches:
            return True
        word = self.facts.game.words.get(name)
        if word is not None:
            return word.type.kind is TRUTH
        return name == "finished" and not self.facts.is_global(name)

    def adjective_of(self, name: str) -> tuple[str, str] | None:
        """`red hand` as `red` and `hand`."""
        facts = self.facts
        if name in self.locals or facts.is_global(name) or name in facts.adjectives:
            return None
        words = name.split(" ")
        for i in range(1, len(words)):
            front, rest = " ".join(words[:i]), " ".join(words[i:])
            if front in facts.adjectives and (self._is_noun(rest) or self.adjective_of(rest) is not None):
                return front, rest
        return None

    def _is_noun(self, name: str) -> bool:
        """Whether adjectives can stand before it."""
        facts = self.facts
        several = built_in.NOUNS.get(name) or built_in.ATTRIBUTES.get(name)
        is_several = several is not None and several.many and not several.sets
        return (
            name in self.locals
            or name in facts.plurals
            or name == "orientations"
            or facts.is_of_board(name)
            or is_several
            or facts.is_global(name)
        )

    # -------------------------------------------------------------- what it is

    def sort(self, expr: n.Expr) -> NounKind | None:
        """What an expression is; None if that is not known, or if it is a yes or no."""
        scope, nouns = self._scope()
        e = elaborator(self.facts.game, WorkBudget(UNLIMITED_STEPS))
        meaning = e.infer(expr, scope)
        if isinstance(meaning, Brackets):
            boards = e.possible_boards(meaning)
            return NounKind(PLACE, one(boards[0].kind)) if boards else None
        kind = meaning.type.kind
        if meaning.type.is_unknown or kind in (NOTHING, TRUTH):
            return None
        noun = _Nouns(self.facts, nouns).of(meaning)
        return None if noun is None else NounKind(noun, meaning.type)

    def _scope(self) -> tuple[NameScope, dict[t.Local, Noun | None]]:
        """The names given so far, for the typed stage, and the noun for each."""
        names = {name: t.Local(name, ANYTHING if x.sort is None else x.sort.type) for name, x in self.locals.items()}
        nouns: dict[t.Local, Noun | None] = {names[name]: local.noun for name, local in self.locals.items()}
        scope = NameScope(names, seats={name: i for i, name in enumerate(self.seats)})
        for sort in self.unnamed:
            local = t.Local("(unnamed)", sort.type)
            nouns[local] = sort.noun
            scope = scope.with_unnamed(local)
        if self.it_is is not None:
            it = t.Local("it", self.it_is.type)
            nouns[it] = self.it_is.noun
            scope = scope.with_it(it)
        return scope, nouns

    def nearest(self, expr: n.Expr) -> n.Expr:
        """`number of laid dice of p at r` with the key where it belongs: at the nearest name kept by two kinds."""
        if not isinstance(expr, n.At) or not isinstance(expr.subject, n.Apply):
            return expr
        book, asked = self.facts.book, expr.subject
        name = asked.phrase.text
        if name in book.memories or name in book.zones or name in book.words:
            return expr
        return n.Apply(asked.phrase, self.nearest(n.At(asked.argument, expr.key)))

    def of_param(self, param: n.Param) -> LocalName:
        called = f"*{param.name.text}*"
        noun = self.facts.nouns.get(param.kind) or (STEP if param.kind == "step" else None)
        if noun is None:
            return LocalName(called)
        for kind in self.facts.game.kinds.values():
            if param.kind in (kind.name, kind.plural):
                return LocalName(called, NounKind(noun, one(kind) if param.kind == kind.name else set_of(kind)))
        return LocalName(
            called,
            NounKind(noun, Type(Kind(*noun), Grouping.SET if self.facts.means_several(param.kind) else Grouping.ONE)),
        )

    def number(self, name: str) -> LocalName:
        """A name for a number."""
        return LocalName(f"*{name}*", NounKind(NUMBER, ONE_NUMBER))


@frozen(eq=False)
class _Nouns:
    """The noun for a typed expression: places are called as the board they were taken from calls them."""

    facts: NameFacts
    locals: dict[t.Local, Noun | None]

    def of(self, expr: t.Expr) -> Noun | None:
        if not expr.type.kind.is_place:
            return self._plain(expr.type.kind)
        if isinstance(expr, t.LocalValue):
            return self.locals.get(expr.local) or PLACE
        if isinstance(expr, t.AllOf):
            return self.facts.noun_of_board(expr.type.kind.board)
        if isinstance(expr, (t.Where, t.Best)):
            return self.of(expr.subject)
        if isinstance(expr, (t.ReachablePlaces, t.Groups)):
            return self.of(expr.within)
        if isinstance(expr, (t.SetOfList, t.Members, t.FlatList, t.WholeList, t.SetOfOne, t.EachMember)):
            return self.of(expr.operand) if expr.operand.type.kind.is_place else PLACE
        if isinstance(expr, t.PlacesByUse):
            return self.of(expr.places)
        if isinstance(expr, t.StraightPath):
            return self.of(expr.spelt)
        if isinstance(expr, (t.Union, t.Without)):
            return self.of(expr.left)
        if isinstance(expr, t.Range):
            return self.of(expr.low)
        if isinstance(expr, t.ForEach):
            inner = {local: self.of(source) for local, source in expr.binders}
            return _Nouns(self.facts, {**self.locals, **inner}).of(expr.body)
        if isinstance(expr, t.BuiltIn) and expr.name in {"first", "last", "lines", "copies"}:
            return self.of(expr.arguments[-1])
        if isinstance(expr, t.WordCall):
            return self._word(expr.word)
        if isinstance(expr, t.Cases):
            cells = [
                cell for row in expr.rows for cell in row.cells if cell is not None and not isinstance(cell, t.Absent)
            ]
            return self.of(cells[0])
        if isinstance(expr, t.MemoryValue) and expr.memory.initial is not None:
            return self.of(expr.memory.initial)
        return PLACE

    def _word(self, word: t.Word) -> Noun | None:
        nouns = self.facts.word_nouns
        if word.name not in nouns:
            params = {local: PLACE for local in word.params if local.type.kind.is_place}
            nouns[word.name] = _Nouns(self.facts, dict(params)).of(word.body)
        return nouns[word.name]

    def _plain(self, kind: Kind) -> Noun | None:
        return self.facts.nouns.get(kind.name) or (STEP if kind.name == "step" else Noun(kind.name, kind.plural))
