"""Choices that can leave a player with nothing: no alternative is sure to be open, and nothing is said of that case.

What is proved is proved by plain logic over the conditions as they are written, with the options at their defaults. What a
player still has (open boxes, dice in hand) is left to the author; what depends on how the dice fall, or on whether a board still
has an empty or a taken place, is not.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

from attrs import define, field

from dicedsl.check.checked_file import CheckedFile, head, warning
from dicedsl.check.logic import FALSE, TRUE, Formula, Logic
from dicedsl.check.numbers import least, meaning_of
from dicedsl.check.reaching import leaves
from dicedsl.check.settings import of_books
from dicedsl.errors import Problem, raise_unhandled
from dicedsl.rulebook.book import Rulebook
from dicedsl.rulebook.parts import acting_parts
from dicedsl.syntax import nodes as n
from dicedsl.syntax.walk import constant, walk
from dicedsl.typed import tree as t
from dicedsl.typed.kinds import DIE, NUMBER, one
from dicedsl.typed.name_uses import NameUses

MOST_ATOMS = 12


def choices(checked: CheckedFile) -> Iterator[Problem]:
    if checked.is_library:
        return
    yield from of_books(checked, lambda book: _in_book(checked, book))


def _in_book(checked: CheckedFile, book: Rulebook) -> Iterator[Problem]:
    for part in acting_parts(book):
        facts = () if isinstance(part, (n.Always, n.End, n.MatchEnd, n.BreakOff)) else _not_over(book, "rest")
        opening = _not_over(book, "turn") if part is book.flows.get("turn") else ()
        for block in _blocks(part):
            yield from _Seeker(checked.name_uses(book), book is not checked.book).steps(block.steps, facts, opening)


def _not_over(book: Rulebook, moment: str) -> tuple[n.Expr, ...]:
    """At a choice none of the ends looked at there holds; when a turn begins, none of those looked at after the one before."""
    return tuple(n.Not(s.condition) for s in book.standing if isinstance(s, n.End) and s.moment == moment)


def _blocks(part: n.Node) -> Iterator[n.Block]:
    if isinstance(part, (n.Flow, n.Rule, n.Whenever, n.End, n.MatchEnd, n.BreakOff, n.Hook)):
        yield part.block


class _Seeker:
    """Walks steps and keeps what the conditions around them say."""

    def __init__(self, uses: NameUses, of_variant: bool = False) -> None:
        self.uses = uses
        self.of_variant = of_variant

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
                yield from judge(self.uses, step, (*facts, *opening), self.of_variant)
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
                raise_unhandled(step)


def _leaves(block: n.Block) -> bool:
    return any(map(leaves, block.steps))


def judge(uses: NameUses, step: n.Choose, facts: tuple[n.Expr, ...], of_variant: bool) -> Iterator[Problem]:
    if step.nothing_fits is not None:
        return
    logic = Logic(uses)
    alternatives = [_Open(uses, logic, a, step.at_once) for a in step.alternatives if isinstance(a, n.Alternative)]
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
            help=_help_with_nothing(alternatives, of_variant),
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
        unbounded = next((a.unbounded for a in alternatives if a.unbounded is not None), None) if step.at_once else None
        help = (
            f'write how little "{unbounded.name}" can be: `{unbounded.name}, at first {unbounded.node.initial.span.text}, from 0 to 999`'
            if unbounded is not None
            else 'offer something that is always open, such as `"pass"`, or ask only those who can choose, such as `(players where ...)`'
            if step.at_once
            else "say with `if nothing fits:` what happens then, or offer something that is always open"
        )
        yield warning("W610", why, head(step.span), help)


def _help_with_nothing(alternatives: list[_Open], of_variant: bool) -> str:
    if not alternatives and of_variant:
        return "leave an alternative, `replace` the last one in place of `remove`, or `replace` the steps that ask so that they do not"
    reversed_range = next((a.empty_source for a in alternatives if a.empty_source is not None), None)
    if reversed_range is not None:
        return f"`{reversed_range.span.text}` holds no numbers: the lower one stands first"
    if any(alternative.conditions for alternative in alternatives):
        return "loosen an `only if`, or say with `if nothing fits:` what happens then"
    return "offer something that is always open, or say with `if nothing fits:` what happens then"


class _Open:
    """When is an alternative open? By the conditions that ask for no pick, and by what its picks must meet."""

    def __init__(self, uses: NameUses, logic: Logic, node: n.Alternative, at_once: bool) -> None:
        self.name = node.name.value
        self.conditions: list[Formula] = []
        self.by_dice = False
        self.ahead = False  # it depends on what it leads to, which nobody can tell here
        self.empty_source = next((p.source for p in node.picks if p.amount.word != "any" and _empty(p.source)), None)
        picked = [p.name for p in node.picks]
        ranges = [p.name for p in node.picks if _choice_of_numbers(p)]
        faces = _FaceReaders(uses)
        for step in node.steps:
            if not isinstance(step, n.Must):
                continue
            if isinstance(step, n.MustLeave):
                self.ahead = True
            elif uses.speaks_of(step.condition, picked):
                if (
                    faces.reads_face(step.condition)
                    and not _one_of_several(step.condition, ranges, uses)
                    and not _unless(step.condition, picked, uses)
                ):
                    self.by_dice = True
            else:
                self.conditions.append(logic.formula(step.condition))
        self.conditions.extend(logic.places.needed(node))
        for pick in node.picks:
            if pick.amount.word != "any" and (
                faces.reads_face(pick.source) or (pick.condition is not None and faces.reads_face(pick.condition))
            ):
                self.by_dice = True
        # Of several who choose at once nobody can be let off, so that nothing is taken on trust.
        self.unsure = at_once and not all(_never_empty(pick, node.picks, uses) for pick in node.picks)
        self.unbounded = next(filter(None, (_unbounded(pick, uses) for pick in node.picks)), None)
        if at_once and any(uses.speaks_of(must.condition, picked) for must in node.steps if isinstance(must, n.Must)):
            self.unsure = True

    def state(self, logic: Logic, values: tuple[bool, ...]) -> Formula:
        if self.empty_source is not None or not all(logic.holds(c, values) for c in self.conditions):
            return FALSE
        return ("doubt",) if self.by_dice or self.ahead or self.unsure else TRUE


def _never_empty(pick: n.Pick, picks: tuple[n.Pick, ...], uses: NameUses) -> bool:
    """Whether there is something to pick, as far as one can tell: a number of a range, one or a few of all values of a kind, as few
    as none. That dice still lie where one or more of them are asked for is the author's business."""
    if pick.amount.word == "any":
        return True
    if pick.condition is not None:
        return False
    few = 1 if pick.amount.low is None else constant(pick.amount.low)
    if few is not None and few <= _least_members(pick.source, picks, uses):
        return True
    named = _named(pick.source, uses)
    return pick.amount.word in {"one", "some"} and isinstance(named, t.Zone)


def _least_members(source: n.Expr, picks: tuple[n.Pick, ...], uses: NameUses) -> int:
    """How many members a set has at least, with what is picked from it before taken away."""
    if isinstance(source, n.Range):
        low, high = constant(source.low), least(source.high, uses)
        return 0 if low is None or high is None else max(0, high - low + 1)
    if isinstance(source, n.Binary) and source.op in {"-", "except"}:
        gone = _most_members(source.right, picks, uses)
        return 0 if gone is None else _least_members(source.left, picks, uses) - gone
    named = _named(source, uses)
    if isinstance(named, t.AllOf) and not named.type.kind.is_place:
        return max(1, len(named.type.kind.values))
    return 0


def _most_members(taken: n.Expr, picks: tuple[n.Pick, ...], uses: NameUses) -> int | None:
    """How many members something has at most that is no more than a value, or what is picked before; None if that is not known."""
    named = _named(taken, uses)
    if isinstance(named, t.Constant) or (isinstance(named, t.Local) and named.type.is_one):
        return 1
    if not isinstance(named, t.Local):
        return None
    amount = next((pick.amount for pick in picks if pick.name is named.home), None)
    return None if amount is None or amount.high is None else constant(amount.high)


def _named(source: n.Expr, uses: NameUses) -> object:
    """What an expression stands for that is a name, or a name with what it is asked of; else None."""
    if not isinstance(source, n.Name | n.Your | n.Apply):
        return None
    return next((use.referent for use in uses.uses_of(source.phrase) if use.is_whole), None)


def _unbounded(pick: n.Pick, uses: NameUses) -> t.Memory | None:
    """The memory that says how far a range goes and may be anything."""
    if not isinstance(pick.source, n.Range) or constant(pick.source.low) != 0:
        return None
    named = meaning_of(pick.source.high, uses)
    is_number = isinstance(named, t.Memory) and named.node.bounds is None and named.type == one(NUMBER)
    return named if isinstance(named, t.Memory) and is_number else None


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


def _one_of_several(condition: n.Expr, ranges: list[n.Phrase], uses: NameUses) -> bool:
    """`must face is not number of d`: of several numbers one is always another one."""
    return (
        isinstance(condition, n.Is)
        and condition.negated
        and isinstance(condition.test, n.Same)
        and isinstance(condition.subject, n.Name)
        and uses.speaks_of(condition.subject, ranges)
    )


def _unless(condition: n.Expr, picked: list[n.Phrase], uses: NameUses) -> bool:
    """`must calm or ...`: a condition for special cases only; that something is left in them is the author's business."""
    if isinstance(condition, n.Or):
        return _unless(condition.left, picked, uses) or _unless(condition.right, picked, uses)
    return not uses.speaks_of(condition, picked)


@define(eq=False, repr=False, slots=False)
class _FaceReaders:
    """Does an expression depend on what dice show, directly or through words?"""

    uses: NameUses
    known: dict[int, bool] = field(factory=dict)

    def reads_face(self, node: n.Node) -> bool:
        if any(isinstance(inner, n.Showing | n.AllAlike) or self._folds_dice(inner) for inner in walk(node)):
            return True
        return any(self._shows_face(named) for named in self.uses.referents_in(node))

    def _folds_dice(self, node: n.Node) -> bool:
        """`highest of load`, where it is asked of dice themselves."""
        if not isinstance(node, n.Fold) or node.word == "count" or not isinstance(node.operand, n.Name | n.Your):
            return False
        named = _named(node.operand, self.uses)
        return isinstance(named, t.Zone) or (isinstance(named, t.Local) and named.type.kind is DIE)

    def _shows_face(self, named: object) -> bool:
        if isinstance(named, t.BuiltIn):
            return named.name == "number"
        if not isinstance(named, (t.Word, t.Adjective)):
            return False
        if id(named.node) not in self.known:
            self.known[id(named.node)] = False
            self.known[id(named.node)] = self.reads_face(named.node)
        return self.known[id(named.node)]
