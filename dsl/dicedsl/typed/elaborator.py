"""From the syntax of expressions to typed ones: what something is (`infer`), and how it fits what is wanted."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from typing import TYPE_CHECKING, Any, TypeVar

from attrs import define, evolve, field

from dicedsl.errors import Problem
from dicedsl.syntax import nodes as n
from dicedsl.syntax.mistakes.said_otherwise import instead
from dicedsl.syntax.plurals import singular_of
from dicedsl.syntax.walk import constant
from dicedsl.text.budget import WorkBudget
from dicedsl.text.source import Span
from dicedsl.typed import tree as t
from dicedsl.typed.dependence import is_constant
from dicedsl.typed.kinds import (
    DIE,
    NOTHING,
    NUMBER,
    ONE_NUMBER,
    POINT,
    STEP,
    TRUTH,
    UNKNOWN,
    Grouping,
    Kind,
    Type,
    one,
    set_of,
)
from dicedsl.typed.name_uses import NameUse
from dicedsl.typed.scope import NameScope
from dicedsl.typed.semantic_error import SemanticError

if TYPE_CHECKING:
    from dicedsl.typed.names import Names

MOST_NESTED_EXPRESSIONS = 150


@define(eq=False, repr=False, slots=False)
class Brackets:
    """A list in brackets: arguments, a place, or something to compare side by side. It has no kind of its own."""

    items: list[t.Expr]
    node: n.Node

    @property
    def type(self) -> None:
        return None


Meaning = t.Expr | Brackets
T = TypeVar("T")
Node = TypeVar("Node", bound=n.Node)
Handler = Callable[["Elaborator", Any, NameScope], Meaning]
StepHandler = Callable[["Elaborator", Any, Any], t.TypedStep]

MOST_WAYS = 4  # to say otherwise what is wrong


@define(eq=False, repr=False, slots=False)
class Elaborator:
    """Infers and fits expressions among the names of one rulebook, and collects what is wrong with them.

    How each node is elaborated stands in two tables: `handlers` of expressions, `step_handlers` of steps.
    """

    names: Names
    handlers: Mapping[type, Handler]
    budget: WorkBudget
    step_handlers: Mapping[type, StepHandler] = field(factory=dict)
    problems: list[Problem] = field(factory=list)
    types: dict[int, Type] = field(factory=dict)
    uses: list[NameUse] = field(factory=list)
    doubted: set[str] = field(factory=set)  # memories of which it is told that they hold something else than it seems
    _told: set[tuple[str, str, int, int]] = field(factory=set)
    _depth: int = 0

    def make_part(self, node: Node, make: Callable[[Node], T]) -> T:
        """What `make` makes of a node of the rulebook; in a variant, what was made of it without, where that is the same."""
        return self.names.parts.make_or_reuse(node, make, self)

    # -------------------------------------------------------------- problems

    def report(self, error: SemanticError) -> None:
        """One mistake, one message: not twice, and not again for what it stands in."""
        span = error.span
        key = (error.code, span.source.name, span.start, span.end)
        nested = (other for other in self.problems if _around(span, other.span) or _around(other.span, span))
        if key not in self._told and next(nested, None) is None:
            self._told.add(key)
            problem = error.problem
            for help in reversed([*islice(_in_other_words(span), MOST_WAYS)]):
                problem = evolve(problem, help=help, instead=problem)
            self.problems.append(problem)

    def without_follow_ups(self) -> list[Problem]:
        """The problems, but for comparisons with what is told to hold something else, and with what is no kind told once: one mistake is one message."""
        nouns: set[str] = set()
        kept = []
        refused = [_remembered_by(_line_of(problem.span)) for problem in self.problems if problem.code == "E356"]
        for problem in self.problems:
            if problem.code == "E334" and any(name in _line_of(problem.span) for name in self.doubted):
                continue
            said = " ".join(problem.span.text.split())
            if problem.code in {"E311", "E321", "E333"} and any(name and said.endswith(name) for name in refused):
                continue
            last = problem.span.text.rpartition(" ")[2]
            if problem.code in {"E310", "E311", "E321"} and (last in nouns or singular_of(last) in nouns):
                continue
            noun = (
                _NO_KIND.search(problem.message) or (problem.code == "E307" and _NO_KIND.search(problem.help)) or None
            )
            if noun is None or noun[1] not in nouns:
                kept.append(problem)
            nouns |= {noun[1]} if noun else set()
        return kept

    def forget(self) -> None:
        """What is told from now on may have been told before."""
        self._told.clear()

    # -------------------------------------------------------------- what names stand for

    def note(
        self, written: n.Phrase, meant: object, first: int = 0, last: int | None = None, gives: n.Node | None = None
    ) -> None:
        """Some words of a name stand for this; all of them if nothing else is said."""
        self.uses.append(NameUse(written, first, len(written.words) if last is None else last, meant, gives))

    def note_text(self, written: n.Text, meant: object) -> None:
        self.uses.append(NameUse(written, 0, 0, meant))

    def declare_local(self, name: n.Phrase, ty: Type, node: n.Node) -> t.Local:
        """A name that is given on the spot, by this node."""
        local = t.Local(name.text, ty, name)
        self.note(name, local, gives=node)
        return local

    def declare_parameter(self, param: n.Param, ty: Type) -> t.Local:
        """What a word or a rule is asked of: its kind, then its name."""
        if not ty.is_unknown:
            kind = tuple(param.kind.split())
            self.note(n.Phrase((*kind, *param.name.words), span=param.span), ty.kind, 0, len(kind))
        return self.declare_local(param.name, ty, param)

    # -------------------------------------------------------------- what something is

    def infer(self, node: n.Expr, scope: NameScope) -> Meaning:
        """What an expression is; a mistake in it is told, and it fits everything then."""
        self.budget.spend(1, node.span)
        self._depth += 1
        try:
            if self._depth > MOST_NESTED_EXPRESSIONS:
                raise SemanticError("E104", "this expression is nested too deeply", node.span)
            meaning = self.handlers[type(node)](self, node, scope)
        except SemanticError as error:
            self.report(error)
            meaning = t.Wrong(span=node.span)
        finally:
            self._depth -= 1
        if isinstance(meaning, t.Expr):
            self.types[id(node)] = meaning.type
        return meaning

    def value(self, node: n.Expr, scope: NameScope) -> t.Expr:
        """One thing or a set; a list becomes a set. What cannot be one is told, as all mistakes in it are."""
        return self.as_value(self.infer(node, scope), node)

    def as_value(self, meaning: Meaning, node: n.Node) -> t.Expr:
        try:
            return self.as_single(meaning, node)
        except SemanticError as error:
            return self._wrong(error)

    def as_single(self, meaning: Meaning, node: n.Node) -> t.Expr:
        if isinstance(meaning, Brackets):
            return self.place_in(meaning)
        return self.as_set(meaning, node) if meaning.type.is_list else meaning

    # -------------------------------------------------------------- what is wanted

    def expect_truth(self, node: n.Expr, scope: NameScope) -> t.Expr:
        expr = self.value(node, scope)
        if expr.type.is_unknown or (expr.type.kind is TRUTH and expr.type.is_one):
            return expr
        return self._wrong(
            SemanticError(
                "E302",
                f"a condition is expected here, but this is {expr.type.called()}",
                node.span,
                help="sets are joined with `+` and `except`; ask `is empty`, or compare it: `is`, `is in`"
                if expr.type.is_set
                else "compare it with something: `is`, `is at least`, ...",
            )
        )

    def expect_number(self, node: n.Expr, scope: NameScope) -> t.Expr:
        return self.as_number(self.value(node, scope), node)

    def as_number(self, expr: t.Expr, node: n.Node) -> t.Expr:
        if expr.type.is_unknown or (expr.type.kind.is_number and expr.type.is_one):
            return expr
        hint = of_several(expr, node) if expr.type.is_set else ""
        return self._wrong(
            SemanticError("E303", f"a number is expected here, but this is {expr.type.called()}", node.span, help=hint)
        )

    def expect_members(self, node: n.Expr, scope: NameScope, kind: Kind | None = None) -> t.Expr:
        """A set; one thing counts as a set of one."""
        expr = self.value(node, scope)
        if expr.type.is_unknown:
            return expr
        if kind is not None and expr.type.kind != kind:
            return self._wrong(
                SemanticError(
                    "E304",
                    f"{kind.called(True)} is expected here, but this is {expr.type.called()}",
                    node.span,
                    help=_die_itself(expr, node) if kind is DIE else "",
                )
            )
        if expr.type.is_set:
            return expr
        if expr.type.kind in (NUMBER, TRUTH):
            return self._wrong(
                SemanticError("E304", f"a set is expected here, but this is {expr.type.called()}", node.span)
            )
        return as_set_of_one(self.as_place(expr) if expr.type.kind is POINT else expr)

    def expect_one(self, node: n.Expr, scope: NameScope, kind: Kind) -> t.Expr:
        return self.as_one(self.value(node, scope), kind, node)

    def as_one(self, expr: t.Expr, kind: Kind, node: n.Node) -> t.Expr:
        if expr.type.is_unknown or kind is UNKNOWN:
            return expr
        if expr.type.kind is NOTHING:
            return t.Absent(type=one(kind), span=expr.span)
        expr = self.fit(expr, kind)
        if expr.type.kind == kind and expr.type.is_one:
            return expr
        hint = "`first of ...` takes one of a set" if expr.type.kind == kind else ""
        return self._wrong(
            SemanticError(
                "E305", f"{kind.called()} is expected here, but this is {expr.type.called()}", node.span, help=hint
            )
        )

    def _wrong(self, error: SemanticError) -> t.Expr:
        self.report(error)
        return t.Wrong(span=error.span)

    # -------------------------------------------------------------- fittings

    def as_place(self, point: t.Expr) -> t.Expr:
        space = self.names.space
        assert space is not None
        return t.PlaceAt(point, type=one(space.kind), span=point.span)

    def fit(self, expr: t.Expr, kind: Kind) -> t.Expr:
        """A place where a point is wanted, and the other way round."""
        space = self.names.space
        if space is None or not expr.type.is_one or expr.type.kind == kind:
            return expr
        if kind is POINT and expr.type.kind == space.kind:
            return t.PointOf(expr, type=one(POINT), span=expr.span)
        return self.as_place(expr) if expr.type.kind is POINT and kind == space.kind else expr

    def readings(self, expr: t.Expr) -> list[t.Expr]:
        """A place may be asked what is known of points, and a point what is known of places."""
        space = self.names.space
        if space is None or not expr.type.is_one:
            return [expr]
        others = [self.fit(expr, kind) for kind in (POINT, space.kind)]
        return [expr, *(other for other in others if other is not expr)]

    def as_list(self, meaning: Meaning, node: n.Node) -> t.Expr:
        """Something as a list of its members."""
        if isinstance(meaning, t.Expr) and meaning.type.is_list:
            return meaning
        expr = self.as_single(meaning, node)
        if expr.type.is_unknown:
            return expr
        if expr.type.is_one:
            if expr.type.kind in (NUMBER, TRUTH):
                raise self.clash(node) or SemanticError(
                    "E304",
                    f"a set is expected here, but this is {expr.type.called()}",
                    node.span,
                    help="name several, such as `(1, 3, 8)` or `1 to 6`" if expr.type.kind.is_number else "",
                )
            expr = as_set_of_one(expr)
        return t.Members(expr, type=Type(expr.type.kind, Grouping.LIST), span=expr.span)

    def clash(self, node: n.Node) -> SemanticError | None:
        """All of a kind are meant, but a line of the rulebook calls something else so."""
        text = node.phrase.text if isinstance(node, n.Name) else ""
        kind, book = self.names.kind_of_plural(text), self.names.book
        kept = self.names.memory(text) or self.names.zone(text)
        line = kept.node if kept is not None else book.words.get(text) or book.options.get(text)
        if kind is None or line is None or isinstance(line, n.Kind):
            return None
        help = f"call this one otherwise, such as `own {text}`"
        return SemanticError("E327", f"`{text}` are all of the kind `{kind.name}` already", line.name.span, help=help)

    def flat(self, expr: t.Expr) -> t.Expr:
        """A list of sets becomes the list of their members, unless each stays a set."""
        if expr.type.form is not Grouping.HEAPS:
            return expr
        return t.FlatList(expr, type=Type(expr.type.kind, Grouping.LIST), span=expr.span)

    def as_set(self, expr: t.Expr, node: n.Node) -> t.Expr:
        """A list as a set; points become the places there."""
        kind = expr.type.kind
        if kind is TRUTH:
            raise SemanticError("E306", "a set of yes and no makes no sense here", node.span)
        if kind is STEP:
            help = (
                "let a place be picked, such as `one of (places beside ...)`, or go through the steps with `for each`"
            )
            raise SemanticError(
                "E306", "steps can be listed with `for each`, but not kept as a set", node.span, help=help
            )
        if kind is POINT:
            assert self.names.space is not None
            kind = self.names.space.kind
        return t.SetOfList(expr, type=set_of(kind), span=expr.span)

    # -------------------------------------------------------------- brackets

    def place_in(self, brackets: Brackets, kind: Kind | None = None) -> t.Expr:
        """The place that numbers in brackets name, on the first board that can have it."""
        boards = self.possible_boards(brackets, kind)
        span = brackets.node.span
        if boards:
            return t.Spot(boards[0], tuple(brackets.items), type=one(boards[0].kind), span=span)
        if any(item.type.is_unknown for item in brackets.items):
            return t.Wrong(span=span)
        boards = list(self.names.boards.values())
        if boards and all(map(is_constant, brackets.items)):  # there is no such place
            return t.Spot(boards[0], tuple(brackets.items), type=one(boards[0].kind), span=span)
        if any(
            not i.type.kind.is_number and len(b.coordinates) == len(brackets.items)
            for b in boards
            for i in brackets.items
        ):
            help = "a place is written with a number for each coordinate"
            raise SemanticError("E345", f"there is no place {span.text} on the board", span, help=help)
        help = "one thing is wanted here; for several write a set, such as `1 to 6`"
        fits = [b for b in boards if b.coordinates and len(b.coordinates) == len(brackets.items)]
        if fits:
            values = [" ".join(item.span.text.split()) for item in brackets.items]
            values = [value if re.fullmatch(r"\w+|\(.*\)", value) else f"({value})" for value in values]
            axes = " and ".join(f"its {axis} is {v}" for axis, v in zip(fits[0].coordinates, values, strict=True))
            help = f"write `first of ({fits[0].name} where {axes})`, for only plain numbers in brackets are a place"
        raise SemanticError("E301", "a list in brackets cannot stand here", span, help=help)

    def possible_boards(self, brackets: Brackets, kind: Kind | None = None) -> list[t.Board]:
        """The boards that numbers in brackets can name a place of, as far as the text tells."""
        if not all(item.type == ONE_NUMBER and is_constant(item) for item in brackets.items):
            return []
        boards = [b for b in self.names.boards.values() if len(b.coordinates) == len(brackets.items)]
        wanted = [b for b in boards if b.kind == kind]
        if len(wanted or boards) < 2:
            return wanted or boards
        numbers = [item.value if isinstance(item, t.Number) else None for item in brackets.items]
        return [b for b in boards if _may_have(b, numbers)] or boards

    # -------------------------------------------------------------- things asked of others

    def arguments(
        self, given: Sequence[t.Expr], wanted: Sequence[Type], phrase: n.Phrase
    ) -> tuple[tuple[t.Expr, ...], bool]:
        """What is asked, fitted to what is wanted; and whether it is asked of each of several."""
        fitted = []
        over = False
        for expr, ty in zip(given, wanted, strict=True):
            if expr.type.is_unknown or ty.is_unknown:
                fitted.append(expr)
            elif ty.is_set:
                fitted.append(self._argument_set(expr, ty, phrase, not fitted))
            else:
                if not expr.type.is_one:
                    over = True
                    each = self.flat(self.as_list(expr, phrase))
                    expr = t.EachMember(each, type=each.type.member, span=expr.span)
                fitted.append(self._argument_one(expr, ty, phrase, not fitted))
        return tuple(fitted), over

    def _argument_set(self, expr: t.Expr, ty: Type, phrase: n.Phrase, first: bool) -> t.Expr:
        expr = self.as_single(expr, phrase)
        if expr.type.kind is NOTHING:
            return t.Absent(type=ty, span=expr.span)
        if expr.type.is_one and expr.type.kind == ty.kind and not ty.kind.is_number:
            expr = as_set_of_one(expr)
        if expr.type != ty:
            raise self._other_argument(expr, ty, phrase, first)
        return expr

    def _argument_one(self, expr: t.Expr, ty: Type, phrase: n.Phrase, first: bool) -> t.Expr:
        if expr.type.kind is NOTHING:
            return t.Absent(type=ty, span=expr.span)
        expr = self.fit(expr, ty.kind)
        if expr.type.kind != ty.kind:
            raise self._other_argument(expr, ty, phrase, first)
        return expr

    def _other_argument(self, expr: t.Expr, ty: Type, phrase: n.Phrase, first: bool) -> SemanticError:
        called = f"{ty.called()}, but this is {expr.type.called()}"
        if first:
            help = f"after `{phrase.text} of` stands {ty.called()}"
            return SemanticError("E316", f'"{phrase.text}" is asked of {called}', phrase.span, help=help)
        text = expr.span.text
        help = (
            f"write `(number of {text})`"
            if ty.kind.is_number and expr.type.is_one and expr.type.kind is DIE
            else f"write {ty.called()} here"
        )
        return SemanticError("E316", f'"{phrase.text}" is given {called}', expr.span, help=help)


def over_each(ty: Type, over: bool) -> Type:
    """The type of an answer, or of the answers if each of several is asked."""
    if not over or ty.is_list:
        return ty
    return Type(ty.kind, Grouping.LIST if ty.is_one else Grouping.HEAPS)


def as_set_of_one(expr: t.Expr) -> t.Expr:
    return t.SetOfOne(expr, type=set_of(expr.type.kind), span=expr.span)


def _may_have(board: t.Board, numbers: list[int | None]) -> bool:
    """Whether a board can have a place, as far as its size is written out."""
    shape = board.node.shape
    if isinstance(shape, n.SizedBoard):
        spans: list[tuple[int | None, int | None]] = [(1, shape.rows or None), (1, shape.columns or None)]
    else:
        spans = [(constant(shape.low), constant(shape.high))] * len(numbers)
    return all(
        number is None or ((low is None or low <= number) and (high is None or number <= high))
        for number, (low, high) in zip(numbers, spans, strict=True)
    )


def _in_other_words(span: Span) -> Iterator[str]:
    """What to write where a line has words that mean something else here, at the place of a mistake."""
    first = span.source.text.rfind("\n", 0, span.start) + 1
    line = _line_of(span).split("#")[0]
    margin = first + len(line) - len(line.lstrip())
    for foreign in instead(line.strip()):
        if margin + foreign.start < span.end and span.start < margin + foreign.end:
            yield foreign.help
    part = _part_of_a_name(line.strip(), span.text)
    if part:
        yield part


def _remembered_by(line: str) -> str:
    """What a line such as `each mule is stubborn, at first no` remembers."""
    match = re.match(r"\s*each [a-z -]+? (?:is|has)(?: an?)? ([a-z -]+?),", line)
    return match[1] if match else ""


def _line_of(span: Span) -> str:
    """The line on which a stretch of text begins."""
    text = span.source.text
    first, end = text.rfind("\n", 0, span.start) + 1, text.find("\n", span.start)
    return text[first : end if end >= 0 else len(text)]


_NO_KIND = re.compile(r"""^["`]([^"`]+)["`] is no kind""")
_HEAD = re.compile(r"(.+?) (from|to|by|in|on|beside|under|over|into|near) (an? ([a-z-]+) (is|are|when))\b")


def _part_of_a_name(line: str, said: str) -> str:
    """What to write where a word is asked of something by a preposition that is no part of it: `a row from a square are ...`."""
    head = _HEAD.match(line)
    if head is None or said.removeprefix("the ") != head[4]:
        return ""
    joint = "for" if head[5] == "when" else "of"
    return f"`{head[2]} {head[3].rpartition(' ')[0]}` is part of the name: write `{head[1]} {joint} {head[3]}`"


def _around(span: Span, inner: Span) -> bool:
    """Whether one stretch of text holds another one, and more."""
    return span.holds(inner) and (span.start, span.end) != (inner.start, inner.end)


def _die_itself(expr: t.Expr, node: n.Node) -> str:
    """`let worst be lowest of cup` gives what a die shows; the die itself is asked for with how many."""
    said = " ".join(node.span.text.split())
    fold = re.fullmatch(r"(?:the )?(lowest|highest) of (.+)", said)
    if fold is not None:
        return f"write `{fold[1]} 1 of {fold[2]}`"
    above = node.span.source.text[: node.span.start]
    given = [*re.finditer(rf"\blet {re.escape(said)} be (?:the )?(lowest|highest) of ([^\n#]+)", above)]
    if not given or not expr.type.kind.is_number:
        return ""
    which, members = given[-1][1], given[-1][2].strip()
    return f"that is what the die shows; for the die itself write `let {said} be {which} 1 of {members}`"


def of_several(expr: t.Expr, node: n.Node) -> str:
    """What one number can be of several things: what dice show together, or how many there are."""
    said = " ".join(node.span.text.split())
    dice = re.fullmatch(r"(?:(your|their|its) )?numbers? of (.+)", said)
    if dice is None and expr.type.kind is not DIE:
        return "write `count of ...` for how many there are"
    named = dice[2] if dice else said
    if isinstance(node, n.Name | n.Apply | n.Your | n.Their | n.Its | n.At):
        return f"write `sum of {named}` for what is shown together, or `count of {named}` for how many there are"
    return "write `sum of ...` for what dice show together, or `count of ...` for how many there are"
