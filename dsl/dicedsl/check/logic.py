"""Conditions as formulas: what they come to together, by plain logic over the parts that cannot be taken apart any further."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from attrs import define, evolve

from dicedsl.syntax import nodes as n
from dicedsl.syntax.walk import constant
from dicedsl.typed import tree as t
from dicedsl.typed.name_uses import NameUses

MOST_DEPTH = 20
Formula = tuple[Any, ...]
TRUE: Formula = ("const", True)
FALSE: Formula = ("const", False)
COMPARED = (n.Same, n.Order, n.Member, n.Related, n.ShapedLike)  # tests with one other thing


class Logic:
    """Conditions as formulas over atoms: what cannot be taken apart any further."""

    def __init__(self, uses: NameUses) -> None:
        self.uses = uses
        self.atoms: list[n.Node] = []
        self._numbers: dict[n.Node, int] = {}
        self._depth = 0
        self.places = _Places(self, uses)

    def formula(self, node: n.Expr) -> Formula:
        self._depth += 1
        try:
            return self._formula(node) if self._depth < MOST_DEPTH else self.atom(node)
        finally:
            self._depth -= 1

    def _formula(self, node: n.Expr) -> Formula:
        about_places = self.places.formula(node)
        if about_places is not None:
            return about_places
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
            named = self.uses.whole_referent(node)
            if isinstance(named, t.Option) and isinstance(named.node.default, n.Truth):
                return TRUE if named.node.default.value else FALSE
            if isinstance(named, t.Word) and isinstance(named.node, n.ValueWord) and not named.params:
                return self.formula(named.node.body)
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
            named = self.uses.whole_referent(node.subject)
            if (
                isinstance(named, t.Option)
                and isinstance(named.node.default, n.Truth)
                and test.other.phrase.text == "agreed"
            ):
                return self.formula(node.subject)
            if isinstance(named, t.Option) and isinstance(named.node.default, n.Name) and named.words:
                return TRUE if named.node.default.phrase.text == test.other.phrase.text else FALSE
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
        return isinstance(self.uses.whole_referent(node), t.Constant)


# ------------------------------------------------------------------ places


@define(eq=False, repr=False, slots=False)
class _Places:
    """Whether a board still has an empty place, or a taken one: whatever way it is said, it is one atom."""

    logic: Logic
    uses: NameUses

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
                    if word and board and isinstance(subject, n.Name) and self.uses.speaks_of(subject, [pick.name]):
                        yield self._some(word, board)

    def formula(self, node: n.Expr) -> Formula | None:
        """`some s in field is empty`, `no s in field is taken`, `empty field is not empty` and their like."""
        if isinstance(node, n.Quantified) and node.word in {"some", "no"} and isinstance(node.source, n.Name):
            word = "" if node.test is None else self._standing(node.test, node.negated)
            board = self._board(node.source)
            if not word or not board:
                return None
            some = self._some(word, board)
            return some if node.word == "some" else ("not", some)
        if isinstance(node, n.Is) and isinstance(node.subject, n.Name) and self._standing(node.test, False) == "empty":
            part = self._part(node.subject)
            return None if part is None else part if node.negated else ("not", part)
        return None

    def _part(self, source: n.Name) -> Formula | None:
        """The formula that some field is empty, or taken, for `empty field` or `taken field`."""
        source_uses = self.uses.uses_of(source.phrase)
        said = [use.referent.word for use in source_uses if isinstance(use.referent, t.PlacesByUse)]
        board = next((use.referent.type.kind.board for use in source_uses if isinstance(use.referent, t.AllOf)), "")
        return self._some(said[0], board) if said and board else None

    def _board(self, source: n.Name) -> str:
        """The board whose places these are, all of them."""
        named = self.uses.whole_referent(source)
        return named.type.kind.board if isinstance(named, t.AllOf) else ""

    def _standing(self, test: n.Node, negated: bool) -> str:
        """`empty` or `taken`, if that is what is asked of a place; else nothing."""
        named = self.uses.whole_referent(test.other) if isinstance(test, n.Same) else None
        if not isinstance(named, t.BuiltInTest) or named.name not in {"empty", "taken"}:
            return ""
        return named.name if not negated else {"empty": "taken", "taken": "empty"}[named.name]

    def _some(self, word: str, board: str) -> Formula:
        return self.logic.atom(n.Name(n.Phrase((word, board))))
