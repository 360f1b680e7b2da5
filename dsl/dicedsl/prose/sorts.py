"""What the names and expressions of a rulebook stand for, as far as their definitions tell: the prose has no types."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import Self

from attrs import evolve, field, fields, frozen

from dicedsl import builtins
from dicedsl.rulebook.merge import Rulebook
from dicedsl.syntax import nodes as n

Noun = tuple[str, str]  # one, several

DIE: Noun = ("die", "dice")
PLAYER: Noun = ("player", "players")
PLACE: Noun = ("place", "places")
POINT: Noun = ("point", "points")
STEP: Noun = ("way", "ways")
NUMBER: Noun = ("number", "numbers")
SIDE: Noun = ("side", "sides")
SQUARE: Noun = ("square", "squares")
COLOUR: Noun = ("colour", "colours")
ORIENTATION: Noun = ("orientation", "orientations")

NOUNS = {word: noun for noun in (DIE, PLAYER, PLACE, POINT, NUMBER, SIDE, SQUARE, COLOUR, ORIENTATION) for word in noun}
# A kind may be called `step`.
GIVEN = {**{noun[0]: noun for noun in (DIE, PLAYER, PLACE, NUMBER, COLOUR, ORIENTATION)}, "step": STEP}
BUILT_IN_ADJECTIVES = frozenset(builtins.ADJECTIVES)
BUILT_IN_SETS = {
    **{word.name: GIVEN[word.gives] for word in builtins.NOUNS.values() if word.gives in GIVEN and word.many},
    "orientations": ORIENTATION,
}
BUILT_IN_ONES = {
    **{word.name: GIVEN[word.gives] for word in builtins.NOUNS.values() if word.gives in GIVEN and not word.many},
    "starter": PLAYER,
}
ATTRIBUTES = {w.name: GIVEN[w.gives] for w in builtins.ATTRIBUTES.values() if w.gives in GIVEN and not w.many}
SET_ATTRIBUTES = {w.name: GIVEN[w.gives] for w in builtins.ATTRIBUTES.values() if w.gives in GIVEN and w.many}
LISTS_OF_SETS = frozenset(word.name for word in builtins.ATTRIBUTES.values() if word.sets)
TRUTHS = (n.And, n.Or, n.Not, n.Is, n.Quantified, n.Truth)


def walk(node: object) -> Iterator[n.Node]:
    """A node and all nodes below it, in the order in which they are written."""
    waiting = [node]
    while waiting:
        part = waiting.pop()
        if isinstance(part, n.Node):
            yield part
            waiting += [getattr(part, name) for name in _below(type(part))]  # type: ignore[arg-type]  # a class has a hash
        elif isinstance(part, (tuple, list)):
            waiting += reversed(part)
        elif isinstance(part, dict):
            waiting += reversed(part.values())


@cache
def _below(kind: type[n.Node]) -> tuple[str, ...]:
    """The fields that may hold further nodes, the last one first."""
    return tuple(item.name for item in reversed(fields(kind)) if item.name != "span")


def as_name(text: str) -> n.Name:
    return n.Name(n.Phrase(tuple(text.split(" "))))


def is_constant(expr: n.Expr) -> bool:
    return isinstance(expr, n.Number) or (isinstance(expr, n.Negative) and is_constant(expr.operand))


@frozen
class Sort:
    """One of a noun, or several; with `sets` each of the several is itself a set, as lines of a board are."""

    noun: Noun
    many: bool = False
    sets: bool = False

    @property
    def member(self) -> Sort:
        return Sort(self.noun, self.sets)


@frozen
class Local:
    """A name that holds only here: how it is called again, and what it stands for."""

    called: str
    noun: Noun | None = None
    many: bool = False

    @property
    def sort(self) -> Sort | None:
        return None if self.noun is None else Sort(self.noun, self.many)


@frozen(eq=False)
class Facts:
    """What the names of a rulebook are."""

    book: Rulebook
    adjectives: frozenset[str]
    values: dict[str, n.Kind]
    plurals: dict[str, n.Kind]
    marks: dict[str, n.Scope]
    switches: frozenset[str]
    nouns: dict[str, Noun]
    coordinates: frozenset[str]
    dimensions: frozenset[int]
    eliminates: bool
    found: dict[str, Sort | None] = field(factory=dict)  # what has been found out about names so far

    @classmethod
    def of(cls, book: Rulebook) -> Facts:
        kinds = book.kinds.values()
        nouns = dict(NOUNS)
        for kind in kinds:
            noun = (kind.singular.text, kind.plural.text)
            nouns[noun[0]] = nouns[noun[1]] = noun
        for name in book.boards:
            if name.endswith("s"):
                nouns[name] = nouns[name[:-1]] = (name[:-1], name)
            # How parameters call the places of a further board.
            nouns[f"{name} place"] = nouns[f"{name} places"] = PLACE
        shapes = [board.shape for board in book.boards.values()]
        coordinates = [s.names for s in shapes if isinstance(s, n.CoordinateBoard)]
        return cls(
            book=book,
            adjectives=BUILT_IN_ADJECTIVES
            | {w.name.text for w in book.words.values() if isinstance(w, n.AdjectiveWord)},
            values={value.text: kind for kind in kinds for value in kind.values},
            plurals={kind.plural.text: kind for kind in kinds},
            marks={
                name: memory.scope
                for name, memory in book.memories.items()
                if isinstance(memory.initial, n.Truth) and memory.key is None
            },
            switches=frozenset(name for name, option in book.options.items() if isinstance(option.default, n.Truth)),
            nouns=nouns,
            coordinates=frozenset(name.text for names in coordinates for name in names),
            dimensions=frozenset(len(s.names) if isinstance(s, n.CoordinateBoard) else 2 for s in shapes),
            eliminates=any(
                isinstance(node, n.Eliminate)
                for part in (book.flows, book.rules, book.standing, book.hooks)
                for node in walk(part)
            ),
        )

    def is_global(self, name: str) -> bool:
        book = self.book
        return any(name in table for table in (book.zones, book.memories, book.words, book.options, book.boards))

    def is_coordinate(self, name: str) -> bool:
        return name in self.coordinates and not self.is_global(name)

    def means_several(self, kind: str) -> bool:
        """Whether a parameter of this kind is a set: `places s`, `yard places s`."""
        noun = self.nouns.get(kind)
        return noun is not None and (noun[1] == kind or kind.endswith(f" {PLACE[1]}"))

    def noun_of_board(self, name: str) -> Noun:
        return self.nouns.get(name, PLACE)

    def noun_of_value(self, name: str) -> Noun:
        kind = self.values[name]
        return kind.singular.text, kind.plural.text

    def is_place(self, noun: Noun) -> bool:
        return noun is PLACE or noun is POINT or noun[1] in self.book.boards


@frozen(eq=False)
class Sorts:
    """Finds out what expressions stand for, among the names given so far; `it_is` is what `it` is here."""

    facts: Facts
    locals: dict[str, Local]
    seats: frozenset[str] = frozenset()
    it_is: Sort | None = None

    def bind(self, name: str, local: Local) -> Self:
        return evolve(self, locals={**self.locals, name: local})

    def about(self, source: n.Expr) -> Self:
        """Inside `(source where ...)`, where `it` is a member of the source."""
        sort = self.sort(source)
        return evolve(self, it_is=sort.member if sort is not None else None)

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

    def is_truth(self, expr: n.Expr, depth: int = 0) -> bool:
        """Whether an expression is a yes or a no."""
        if not isinstance(expr, (n.Name, n.Your, n.Apply)):
            return isinstance(expr, TRUTHS)
        name = expr.phrase.text
        if isinstance(expr, n.Name) and name in self.locals:
            return False
        word = self.facts.book.words.get(name)
        if isinstance(word, n.ValueWord):
            return depth < 12 and self.is_truth(word.body, depth + 1)
        if isinstance(word, n.CaseWord):
            return any(isinstance(cell, TRUTHS) for row in word.rows for cell in row.cells)
        if name == "finished" and not self.facts.is_global(name):
            return True
        return name in self.facts.marks or name in self.facts.switches

    def adjective_of(self, name: str) -> tuple[str, str] | None:
        """`red hand` as `red` and `hand`."""
        facts = self.facts
        if name in self.locals or facts.is_global(name) or name in facts.adjectives:
            return None
        words = name.split(" ")
        for i in range(1, len(words)):
            front, rest = " ".join(words[:i]), " ".join(words[i:])
            if front in facts.adjectives and (
                rest in self.locals
                or rest in facts.plurals
                or rest in BUILT_IN_SETS
                or rest in SET_ATTRIBUTES
                or facts.is_global(rest)
                or self.adjective_of(rest) is not None
            ):
                return front, rest
        return None

    # -------------------------------------------------------------- expressions

    def sort(self, expr: n.Expr) -> Sort | None:
        match expr:
            case n.Number() | n.Fold():
                return Sort(NUMBER)
            case n.You():
                return Sort(PLAYER)
            case n.It():
                return self.it_is
            case n.Name() | n.Your() | n.Apply():
                return self._sort_of_name(expr)
            case n.At():
                return self._sort_of_at(expr)
            case n.Tuple():
                return self._sort_of_tuple(expr)
            case n.Showing():
                return Sort(DIE, True)
            case n.On():
                one = isinstance(expr.subject, n.Name) and expr.subject.phrase.text == "die"
                return Sort(DIE, not one)
            case n.Range():
                low = self.sort(expr.low)
                return Sort(low.noun if low is not None else NUMBER, True)
            case n.Where() | n.Best() | n.LinkedTo():
                subject = self.sort(expr.subject)
                return None if subject is None else Sort(subject.noun, True, subject.sets)
            case n.Groups():
                subject = self.sort(expr.subject)
                return None if subject is None else Sort(subject.noun, True, True)
            case n.ForEach():
                return self._sort_of_list(expr)
            case n.Binary():
                return self._sort_of_sum(expr)
            case n.Negative():
                return Sort(STEP) if self.is_step(expr.operand) else Sort(NUMBER)
        return None

    def _sort_of_tuple(self, expr: n.Tuple) -> Sort | None:
        """Numbers in brackets name a place where a board has as many coordinates."""
        is_place = len(expr.items) in self.facts.dimensions and all(map(is_constant, expr.items))
        return Sort(PLACE) if is_place else None

    def _sort_of_list(self, expr: n.ForEach) -> Sort | None:
        body = self._within(expr.binders).sort(expr.body)
        if body is None:
            return None
        # Of the points, those that are places.
        return Sort(PLACE if body.noun is POINT else body.noun, True)

    def _within(self, binders: Iterable[n.Binder]) -> Self:
        inner = self
        for binder in binders:
            source = inner.sort(binder.source)
            local = Local("") if source is None else Local("", source.member.noun, source.member.many)
            inner = inner.bind(binder.name.text, local)
        return inner

    def _sort_of_sum(self, expr: n.Binary) -> Sort | None:
        left, right = self.sort(expr.left), self.sort(expr.right)
        both = [sort for sort in (left, right) if sort is not None]
        is_step = any(sort.noun is STEP for sort in both)
        if expr.op not in {"+", "-"}:
            return Sort(STEP) if is_step else Sort(NUMBER)
        if not both:
            return None
        if not any(sort.many for sort in both):
            places = [sort for sort in both if self.facts.is_place(sort.noun)]
            if is_step:
                return Sort(POINT) if places else Sort(STEP)
            if len(places) == 2 and expr.op == "-" and self.facts.coordinates:
                return Sort(STEP)
            if all(sort.noun is NUMBER for sort in both):
                return Sort(NUMBER)
        return Sort(both[0].noun, True)

    def nearest(self, expr: n.Expr) -> n.Expr:
        """`number of laid dice of p at r` with the key where it belongs: at the nearest name kept by two kinds."""
        if not isinstance(expr, n.At) or not isinstance(expr.subject, n.Apply):
            return expr
        book, asked = self.facts.book, expr.subject
        name = asked.phrase.text
        if name in book.memories or name in book.zones or name in book.words:
            return expr
        return n.Apply(asked.phrase, self.nearest(n.At(asked.argument, expr.key)))

    def _sort_of_at(self, expr: n.At) -> Sort | None:
        if isinstance(expr.subject, n.Name) and isinstance(
            self.facts.book.words.get(expr.subject.phrase.text), n.ListWord
        ):
            return Sort(NUMBER)
        inner = self.nearest(expr)
        return self.sort(inner if isinstance(inner, n.Apply) else expr.subject)

    # -------------------------------------------------------------- names

    def _sort_of_name(self, expr: n.Name | n.Your | n.Apply) -> Sort | None:
        facts, name = self.facts, expr.phrase.text
        if isinstance(expr, n.Name) and name in self.locals:
            return self.locals[name].sort
        if isinstance(expr, n.Name) and name in self.seats:
            return Sort(PLAYER)
        if name in facts.book.memories:
            return self._over(expr, self._sort_of_memory(facts.book.memories[name]))
        if name in facts.book.zones:
            return Sort(DIE, True)
        if name in facts.book.words:
            return self._over(expr, self._sort_of_word(name))
        if isinstance(expr, n.Name):
            found = self._sort_of_noun(name)
            if found is not None:
                return found
        elif isinstance(expr, n.Apply):
            found = self._sort_of_attribute(name, expr.argument)
            if found is not None:
                return self._over(expr, found) if name not in {"first", "last"} else found
        elif name in ATTRIBUTES or name in SET_ATTRIBUTES:
            return Sort(ATTRIBUTES[name]) if name in ATTRIBUTES else Sort(SET_ATTRIBUTES[name], True)
        split = self.adjective_of(name)
        if split is None:
            return None
        inner = self._sort_of_name(evolve(expr, phrase=n.Phrase(tuple(split[1].split(" ")))))
        return None if inner is None else Sort(inner.noun, True)

    def _over(self, expr: n.Name | n.Your | n.Apply, sort: Sort | None) -> Sort | None:
        """What is asked of each of several gives several."""
        if sort is None or sort.many or not isinstance(expr, n.Apply):
            return sort
        return Sort(sort.noun, self.is_set(expr.argument))

    def _sort_of_noun(self, name: str) -> Sort | None:
        facts = self.facts
        if name in facts.book.options:
            return self._once(f"option {name}", lambda: self.sort(facts.book.options[name].default))
        if name in facts.values:
            return Sort(facts.noun_of_value(name))
        if name in facts.plurals:
            return Sort((facts.plurals[name].singular.text, name), True)
        if name in facts.book.boards:
            return Sort(facts.noun_of_board(name), True)
        if name in BUILT_IN_SETS:
            return Sort(BUILT_IN_SETS[name], True)
        return Sort(BUILT_IN_ONES[name]) if name in BUILT_IN_ONES else None

    def _sort_of_attribute(self, name: str, argument: n.Expr) -> Sort | None:
        if name in {"first", "last"}:
            whole = self.sort(argument)
            return None if whole is None else whole.member
        if self.facts.is_coordinate(name):
            return Sort(NUMBER)
        if name in LISTS_OF_SETS:
            places = self.sort(argument)
            return Sort(places.noun if places is not None else PLACE, True, True)
        if name in SET_ATTRIBUTES:
            return Sort(SET_ATTRIBUTES[name], True)
        return Sort(ATTRIBUTES[name]) if name in ATTRIBUTES else None

    def _sort_of_memory(self, memory: n.Memory) -> Sort | None:
        if not isinstance(memory.initial, n.Nothing):
            return self._once(f"memory {memory.name.text}", lambda: self.sort(memory.initial))
        if memory.initial.word == "nobody":
            return Sort(PLAYER)
        last = memory.name.words[-1]
        noun = self.facts.nouns.get(last, NUMBER)
        return Sort(noun, noun is not NUMBER and noun[1] == last)

    def _sort_of_word(self, name: str) -> Sort | None:
        return self._once(f"word {name}", lambda: self._of_word(self.facts.book.words[name]))

    def _once(self, name: str, find: Callable[[], Sort | None]) -> Sort | None:
        known = self.facts.found
        if name not in known:
            known[name] = None  # what uses itself is unknown
            known[name] = find()
        return known[name]

    def _of_word(self, word: n.ValueWord | n.ListWord | n.CaseWord | n.AdjectiveWord) -> Sort | None:
        if isinstance(word, (n.ListWord, n.AdjectiveWord)):
            return None
        inner = Sorts(self.facts, {p.name.text: self.of_param(p) for p in word.params})
        if isinstance(word, n.ValueWord):
            found = inner.sort(word.body)
            if found is not None and word.listed and isinstance(word.body, n.ForEach):
                return inner._listed(word.body, found)
            return found
        cells = (inner.sort(cell) for row in word.rows for cell in row.cells if cell is not None)
        return next((cell for cell in cells if cell is not None), None)

    def _listed(self, body: n.ForEach, found: Sort) -> Sort:
        """A list keeps sets apart and points off the board."""
        one = self._within(body.binders).sort(body.body)
        return found if one is None else Sort(one.noun, True, one.many)

    def of_param(self, param: n.Param) -> Local:
        noun = self.facts.nouns.get(param.kind)
        return Local(f"*{param.name.text}*", noun, self.facts.means_several(param.kind))
