"""Choices that can leave a player with nothing: no alternative is sure to be open, and nothing is said of that case.

What is proved is proved by plain logic over the conditions as they are written, with the options at their defaults. What a
player still has (open boxes, dice in hand) is left to the author; what depends on how the dice fall, or on whether a board still
has an empty or a taken place, is not.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

from attrs import define, evolve, field

from dicedsl.check.case import Case, head, warning
from dicedsl.check.reaching import leaves
from dicedsl.errors import Problem, unknown
from dicedsl.rulebook.book import Rulebook
from dicedsl.rulebook.parts import parts
from dicedsl.syntax import nodes as n
from dicedsl.syntax.walk import constant, walk
from dicedsl.typed import tree as t
from dicedsl.typed.meant import Meant

MOST_ATOMS = 12
MAX_DEPTH = 20
Formula = tuple[Any, ...]
TRUE: Formula = ("const", True)
FALSE: Formula = ("const", False)
COMPARED = (n.Same, n.Order, n.Member, n.Related, n.ShapedLike)  # tests with one other thing


def choices(case: Case) -> Iterator[Problem]:
    if case.is_library:
        return
    for book in case.books:
        for part in parts(book):
            facts = () if isinstance(part, (n.Always, n.End, n.MatchEnd, n.BreakOff)) else _not_over(book, "rest")
            opening = _not_over(book, "turn") if part is book.flows.get("turn") else ()
            for block in _blocks(part):
                yield from _Seeker(case.meant(book)).steps(block.steps, facts, opening)


def _not_over(book: Rulebook, moment: str) -> tuple[n.Expr, ...]:
    """At a choice none of the ends looked at there holds; when a turn begins, none of those looked at after the one before."""
    return tuple(n.Not(s.condition) for s in book.standing if isinstance(s, n.End) and s.moment == moment)


def _blocks(part: n.Node) -> Iterator[n.Block]:
    if isinstance(part, (n.Flow, n.Rule, n.Whenever, n.End, n.MatchEnd, n.BreakOff, n.Hook)):
        yield part.block


class _Seeker:
    """Walks steps and keeps what the conditions around them say."""

    def __init__(self, meant: Meant) -> None:
        self.meant = meant

    def block(self, block: n.Block, facts: tuple[n.Expr, ...]) -> Iterator[Problem]:
        yield from self.steps(block.steps, facts)

    def steps(
        self, steps: tuple[n.Step | n.Must, ...], facts: tuple[n.Expr, ...], opening: tuple[n.Expr, ...] = ()
    ) -> Iterator[Problem]:
        """The opening facts hold until a step changes more than what the dice show."""
        for step in steps:
            if not isinstance(step, (n.Roll, n.Let, n.Say, n.Remark, n.Choose)):
                opening = ()
            if isinstance(step, n.If):
                before = facts
                for branch in step.branches:
                    inside = before if branch.condition is None else (*before, branch.condition)
                    yield from self.block(branch.block, inside)
                    if branch.condition is not None:
                        before = (*before, n.Not(branch.condition))
                if (
                    len(step.branches) == 1
                    and step.branches[0].condition is not None
                    and _leaves(step.branches[0].block)
                ):
                    facts = (*facts, n.Not(step.branches[0].condition))
            elif isinstance(step, (n.For, n.Repeat, n.InTurn)):
                yield from self.block(step.block, facts)
            elif isinstance(step, n.Choose):
                yield from judge(self.meant, step, (*facts, *opening))
                opening = ()
                for alternative in step.alternatives:
                    if isinstance(alternative, n.Alternative):
                        yield from self.steps(alternative.steps, ())
                if step.nothing_fits is not None:
                    yield from self.block(step.nothing_fits, ())
            elif isinstance(step, n.Attempt):
                for outcome in step.outcomes:
                    if isinstance(outcome, n.Alternative):
                        yield from self.steps(outcome.steps, ())
            elif not isinstance(step, n.PlainStep | n.Must):
                unknown(step)


def _leaves(block: n.Block) -> bool:
    return any(map(leaves, block.steps))


def judge(meant: Meant, step: n.Choose, facts: tuple[n.Expr, ...]) -> Iterator[Problem]:
    if step.nothing_fits is not None:
        return
    logic = _Logic(meant)
    alternatives = [_Open(meant, logic, a, step.at_once) for a in step.alternatives if isinstance(a, n.Alternative)]
    given = [logic.formula(f) for f in facts]
    allowed = step.allowed if isinstance(step.allowed, n.Allowed) else None
    rows = allowed.rows if allowed is not None else ()
    columns = [name.value for name in allowed.names] if allowed is not None else []
    situations = [(TRUE if r.condition is None else logic.formula(r.condition), r.cells) for r in rows]
    if len(logic.atoms) > MOST_ATOMS:
        return
    doubtful = never = None
    possible = False
    for values in product((True, False), repeat=len(logic.atoms)):
        if not logic.consistent(values) or not all(logic.holds(f, values) for f in given):
            continue
        possible = True
        cells = next((c for f, c in situations if logic.holds(f, values)), ())
        closed = {name for name, cell in zip(columns, cells, strict=False) if not cell}
        states = [FALSE if a.name in closed else a.state(logic, values) for a in alternatives]
        if all(s == FALSE for s in states):
            doubtful, never = True, never is not False
        elif all(s != TRUE for s in states):
            doubtful, never = True, False
        else:
            never = False
    if possible and never:
        yield Problem(
            "E452", "nothing can ever be chosen here", head(step.span),
            help="loosen an `only if`, or say with `if nothing fits:` what happens then",
        )  # fmt: skip
    elif doubtful:
        lucky = any(a.by_dice for a in alternatives)
        why = (
            "one of those who choose at once may have nothing to choose here"
            if step.at_once
            else "after an unlucky roll a player may have nothing to choose here"
            if lucky
            else "a player may have nothing to choose here"
        )
        help = (
            'offer something that is always open, such as `"pass"`, or ask only those who can choose, such as `(players where ...)`'
            if step.at_once
            else "say with `if nothing fits:` what happens then, or offer something that is always open"
        )
        yield warning("W610", why, head(step.span), help)


class _Open:
    """When is an alternative open? By the conditions that ask for no pick, and by what its picks must meet."""

    def __init__(self, meant: Meant, logic: _Logic, node: n.Alternative, at_once: bool) -> None:
        self.name = node.name.value
        self.conditions: list[Formula] = []
        self.by_dice = False
        self.ahead = False  # it depends on what it leads to, which nobody can tell here
        self.empty = any(_empty(p.source) for p in node.picks if p.amount.word != "any")
        picked = [p.name for p in node.picks]
        ranges = [p.name for p in node.picks if _choice_of_numbers(p)]
        faces = _Faces(meant)
        for step in node.steps:
            if not isinstance(step, n.Must):
                continue
            if isinstance(step, n.MustLeave):
                self.ahead = True
            elif meant.speaks_of(step.condition, picked):
                if (
                    faces.read(step.condition)
                    and not _one_of_several(step.condition, ranges, meant)
                    and not _unless(step.condition, picked, meant)
                ):
                    self.by_dice = True
            else:
                self.conditions.append(logic.formula(step.condition))
        self.conditions.extend(logic.places.needed(node))
        for pick in node.picks:
            if pick.amount.word != "any" and (
                faces.read(pick.source) or (pick.condition is not None and faces.read(pick.condition))
            ):
                self.by_dice = True
        # Of several who choose at once nobody can be let off, so that nothing is taken on trust.
        self.unsure = at_once and not all(_never_empty(pick, meant) for pick in node.picks)
        if at_once and any(meant.speaks_of(must.condition, picked) for must in node.steps if isinstance(must, n.Must)):
            self.unsure = True

    def state(self, logic: _Logic, values: tuple[bool, ...]) -> Formula:
        if self.empty or not all(logic.holds(c, values) for c in self.conditions):
            return FALSE
        return ("doubt",) if self.by_dice or self.ahead or self.unsure else TRUE


def _never_empty(pick: n.Pick, meant: Meant) -> bool:
    """Whether there is something to pick, as far as one can tell: a number of a range, one of all values of a kind, as few as none.
    That dice still lie where one or more of them are asked for is the author's business."""
    if pick.amount.word == "any":
        return True
    if pick.condition is not None or pick.amount.word not in {"one", "some"}:
        return False
    if isinstance(pick.source, n.Range):
        low, high = constant(pick.source.low), constant(pick.source.high)
        return low is not None and high is not None and low <= high
    if not isinstance(pick.source, n.Name | n.Your | n.Apply):
        return False
    thing = next((use.thing for use in meant.of(pick.source.phrase) if use.is_whole), None)
    return isinstance(thing, t.Zone) or (isinstance(thing, t.AllOf) and not thing.type.kind.is_place)


def _empty(source: n.Expr) -> bool:
    if isinstance(source, n.Range):
        low, high = constant(source.low), constant(source.high)
        return low is not None and high is not None and low > high
    return False


def _choice_of_numbers(pick: n.Pick) -> bool:
    if not isinstance(pick.source, n.Range) or pick.condition is not None:
        return False
    low, high = constant(pick.source.low), constant(pick.source.high)
    return low is not None and high is not None and high > low


def _one_of_several(condition: n.Expr, ranges: list[n.Phrase], meant: Meant) -> bool:
    """`must face is not number of d`: of several numbers one is always another one."""
    return (
        isinstance(condition, n.Is)
        and condition.negated
        and isinstance(condition.test, n.Same)
        and isinstance(condition.subject, n.Name)
        and meant.speaks_of(condition.subject, ranges)
    )


def _unless(condition: n.Expr, picked: list[n.Phrase], meant: Meant) -> bool:
    """`must calm or ...`: a condition for special cases only; that something is left in them is the author's business."""
    if isinstance(condition, n.Or):
        return _unless(condition.left, picked, meant) or _unless(condition.right, picked, meant)
    return not meant.speaks_of(condition, picked)


@define(eq=False, repr=False, slots=False)
class _Faces:
    """Does an expression depend on what dice show, directly or through words?"""

    meant: Meant
    known: dict[int, bool] = field(factory=dict)

    def read(self, node: n.Node) -> bool:
        if any(isinstance(inner, n.Showing) for inner in walk(node)):
            return True
        return any(self._shown(thing) for thing in self.meant.below(node))

    def _shown(self, thing: object) -> bool:
        if isinstance(thing, t.BuiltIn):
            return thing.name == "number"
        if not isinstance(thing, (t.Word, t.Adjective)):
            return False
        if id(thing.node) not in self.known:
            self.known[id(thing.node)] = False
            self.known[id(thing.node)] = self.read(thing.node)
        return self.known[id(thing.node)]


# ------------------------------------------------------------------ places


@define(eq=False, repr=False, slots=False)
class _Places:
    """Whether a board still has an empty place, or a taken one: whatever way it is said, it is one atom."""

    logic: _Logic
    meant: Meant

    def needed(self, node: n.Alternative) -> Iterator[Formula]:
        """What an alternative that picks a place needs of the board."""
        for pick in node.picks:
            if pick.amount.word == "any" or not isinstance(pick.source, n.Name):
                continue
            part = self._part(pick.source)
            if part is not None:
                yield part
            for step in node.steps:
                if type(step) is n.Must and isinstance(step.condition, n.Is):
                    word, subject = self._standing(step.condition.test, step.condition.negated), step.condition.subject
                    board = self._board(pick.source)
                    if word and board and isinstance(subject, n.Name) and self.meant.speaks_of(subject, [pick.name]):
                        yield self._some(word, board)

    def formula(self, node: n.Expr) -> Formula | None:
        """`some s in field is empty`, `no s in field is taken`, `empty field is not empty` and their like."""
        if isinstance(node, n.Quantified) and node.word in {"some", "no"} and isinstance(node.source, n.Name):
            word = "" if node.test is None else self._standing(node.test, node.negated)
            board = self._board(node.source)
            if not word or not board:
                return None
            found = self._some(word, board)
            return found if node.word == "some" else ("not", found)
        if isinstance(node, n.Is) and isinstance(node.subject, n.Name) and self._standing(node.test, False) == "empty":
            part = self._part(node.subject)
            return None if part is None else part if node.negated else ("not", part)
        return None

    def _part(self, source: n.Name) -> Formula | None:
        """That `empty field` or `taken field` is not empty."""
        uses = self.meant.of(source.phrase)
        said = [use.thing.word for use in uses if isinstance(use.thing, t.Standing)]
        board = next((use.thing.type.kind.board for use in uses if isinstance(use.thing, t.AllOf)), "")
        return self._some(said[0], board) if said and board else None

    def _board(self, source: n.Name) -> str:
        """The board whose places these are, all of them."""
        thing = self.meant.whole(source)
        return thing.type.kind.board if isinstance(thing, t.AllOf) else ""

    def _standing(self, test: n.Node, negated: bool) -> str:
        """`empty` or `taken`, if that is what is asked of a place; else nothing."""
        thing = self.meant.whole(test.other) if isinstance(test, n.Same) else None
        if not isinstance(thing, t.BuiltInTest) or thing.name not in {"empty", "taken"}:
            return ""
        return thing.name if not negated else {"empty": "taken", "taken": "empty"}[thing.name]

    def _some(self, word: str, board: str) -> Formula:
        return self.logic.atom(n.Name(n.Phrase((word, board))))


# ------------------------------------------------------------------ plain logic


class _Logic:
    """Conditions as formulas over atoms: what cannot be taken apart any further."""

    def __init__(self, meant: Meant) -> None:
        self.meant = meant
        self.atoms: list[n.Node] = []
        self._numbers: dict[n.Node, int] = {}
        self._depth = 0
        self.places = _Places(self, meant)

    def formula(self, node: n.Expr) -> Formula:
        self._depth += 1
        try:
            return self._formula(node) if self._depth < MAX_DEPTH else self.atom(node)
        finally:
            self._depth -= 1

    def _formula(self, node: n.Expr) -> Formula:
        known = self.places.formula(node)
        if known is not None:
            return known
        if isinstance(node, n.And):
            return ("and", self.formula(node.left), self.formula(node.right))
        if isinstance(node, n.Or):
            return ("or", self.formula(node.left), self.formula(node.right))
        if isinstance(node, n.Not):
            return ("not", self.formula(node.operand))
        if isinstance(node, n.Truth):
            return TRUE if node.value else FALSE
        if isinstance(node, n.Is):
            return self._is(node)
        if isinstance(node, n.Quantified):
            if node.word == "no":
                return ("not", self.formula(evolve(node, word="some")))
            if node.word == "every" and node.test is not None:
                return ("not", self.formula(evolve(node, word="some", negated=not node.negated)))
            return self.atom(node)
        if isinstance(node, n.Name):
            thing = self.meant.whole(node)
            if isinstance(thing, t.Option) and isinstance(thing.node.default, n.Truth):
                return TRUE if thing.node.default.value else FALSE
            if isinstance(thing, t.Word) and isinstance(thing.node, n.ValueWord) and not thing.params:
                return self.formula(thing.node.body)
        return self.atom(node)

    def _is(self, node: n.Is) -> Formula:
        if node.negated:
            return ("not", self.formula(evolve(node, negated=False)))
        test = node.test
        if isinstance(test, n.Order) and test.word in {"less_than", "more_than"}:
            other = "at_least" if test.word == "less_than" else "at_most"
            return ("not", self.atom(evolve(node, test=evolve(test, word=other))))
        if isinstance(test, n.Same) and isinstance(test.other, n.Truth):
            inner = self.formula(node.subject)
            return inner if test.other.value else ("not", inner)
        if isinstance(test, n.Same) and isinstance(node.subject, n.Name) and isinstance(test.other, n.Name):
            thing = self.meant.whole(node.subject)
            if (
                isinstance(thing, t.Option)
                and isinstance(thing.node.default, n.Truth)
                and test.other.phrase.text == "agreed"
            ):
                return self.formula(node.subject)
            if isinstance(thing, t.Option) and isinstance(thing.node.default, n.Name) and thing.words:
                return TRUE if thing.node.default.phrase.text == test.other.phrase.text else FALSE
        return self.atom(node)

    def atom(self, node: n.Node) -> Formula:
        if node not in self._numbers:
            self._numbers[node] = len(self.atoms)
            self.atoms.append(node)
        return ("atom", self._numbers[node])

    def holds(self, formula: Formula, values: tuple[bool, ...]) -> bool:
        word = formula[0]
        if word == "atom":
            return values[formula[1]]
        if word == "const":
            return bool(formula[1])
        if word == "not":
            return not self.holds(formula[1], values)
        if word == "and":
            return self.holds(formula[1], values) and self.holds(formula[2], values)
        return self.holds(formula[1], values) or self.holds(formula[2], values)

    def consistent(self, values: tuple[bool, ...]) -> bool:
        """One thing has one value: it is not two words at once, and its number fits every comparison."""
        words: set[n.Node] = set()
        spans: dict[n.Node, tuple[int, int]] = {}
        barred: dict[n.Node, set[int]] = {}
        big = 1 << 40
        for atom, value in zip(self.atoms, values, strict=True):
            if not isinstance(atom, n.Is) or not isinstance(atom.test, COMPARED):
                continue
            number = constant(atom.test.other)
            if number is None:
                if value and isinstance(atom.test, n.Same) and self._fixed(atom.test.other):
                    if atom.subject in words:
                        return False
                    words.add(atom.subject)
                continue
            low, high = spans.get(atom.subject, (-big, big))
            if isinstance(atom.test, n.Same):
                if value:
                    low, high = max(low, number), min(high, number)
                else:
                    barred.setdefault(atom.subject, set()).add(number)
            elif isinstance(atom.test, n.Order) and atom.test.word == "at_least":
                low, high = (max(low, number), high) if value else (low, min(high, number - 1))
            elif isinstance(atom.test, n.Order) and atom.test.word == "at_most":
                low, high = (low, min(high, number)) if value else (max(low, number + 1), high)
            spans[atom.subject] = (low, high)
        return all(a <= b and not (a == b and a in barred.get(s, ())) for s, (a, b) in spans.items())

    def _fixed(self, node: n.Expr) -> bool:
        if isinstance(node, n.Nothing):
            return True
        return isinstance(self.meant.whole(node), t.Constant)
