"""Numbers that cannot come up: faces no die has, memory beyond its bounds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from dicedsl.check.checked_file import CheckedFile
from dicedsl.check.settings import of_books
from dicedsl.errors import Problem
from dicedsl.geometry.corners import ORIENTATIONS
from dicedsl.rulebook.book import Rulebook
from dicedsl.rulebook.parts import all_parts
from dicedsl.syntax import nodes as n
from dicedsl.syntax.walk import constant, walk
from dicedsl.typed import tree as t
from dicedsl.typed.name_uses import NameUses


def numbers(checked: CheckedFile) -> Iterator[Problem]:
    if checked.is_library:
        return
    yield from of_books(checked, lambda book: _in_book(checked, book))


def _in_book(checked: CheckedFile, book: Rulebook) -> Iterator[Problem]:
    uses = checked.name_uses(book)
    faces, alone = faces_of(book.zones.values()), _left_alone(book, uses)
    bounds = _bounds(book)
    for part in all_parts(book):
        for node in walk(part):
            if faces is not None:
                yield from _faces(node, faces, alone, uses)
            yield from _beyond(node, bounds, uses)


def _left_alone(book: Rulebook, uses: NameUses) -> dict[str, frozenset[int]]:
    """The numbers of those zones that no dice are ever moved to."""
    moved: set[str] = set()
    for part in all_parts(book):
        for step in walk(part):
            if isinstance(step, n.MoveDice):
                moved.update(named.name for named in uses.referents_in(step.target) if isinstance(named, t.Zone))
    by_zone = {name: faces_of([zone]) for name, zone in book.zones.items() if name not in moved}
    return {name: faces for name, faces in by_zone.items() if faces is not None}


def faces_of(zones: Iterable[n.Zone]) -> frozenset[int] | None:
    """Every number a die of these zones can show, or None if it depends on options."""
    faces: set[int] = set()
    for zone in zones:
        if zone.amount is None:
            continue
        if "standing" in zone.sort.words:
            faces.update(ORIENTATIONS)
        elif zone.faces is None:
            faces.update(range(1, 7))
        elif zone.faces.listed:
            faces.update(zone.faces.listed)
        elif isinstance(zone.faces.span_of, n.Range):
            low, high = constant(zone.faces.span_of.low), constant(zone.faces.span_of.high)
            if low is None or high is None:
                return None
            faces.update(range(low, min(high, low + 1000) + 1))
        else:
            return None
    return frozenset(faces) if faces else None


def span_of(numbers: frozenset[int]) -> str:
    low, high = min(numbers), max(numbers)
    if low == high:
        return f"only {low}"
    if len(numbers) == high - low + 1:
        return f"{low} to {high}"
    return ", ".join(map(str, sorted(numbers)))


def _impossible(number: n.Expr, faces: frozenset[int], where: str = "of this game") -> Iterator[Problem]:
    value = constant(number)
    # A die that has not been rolled yet shows 0.
    if value is not None and value not in faces and value != 0:
        yield Problem(
            "E443", f"no die {where} shows {value}", number.span, help=f"the dice {where} show {span_of(faces)}"
        )  # fmt: skip


def _faces(node: n.Node, faces: frozenset[int], alone: dict[str, frozenset[int]], uses: NameUses) -> Iterator[Problem]:
    if isinstance(node, n.Showing):
        named = meaning_of(node.subject, uses)
        zone = named.name if isinstance(named, t.Zone) else ""
        yield from _impossible(node.number, alone.get(zone, faces), f'in "{zone}"' if zone in alone else "of this game")
    elif isinstance(node, n.Shows):
        yield from _impossible(node.number, faces)
    elif isinstance(node, n.TurnDie):
        value = constant(node.number)
        if value is not None and value not in faces:
            yield Problem(
                "E443", f"no die of this game can be turned to {value}", node.number.span,
                help=f"the dice of this game show {span_of(faces)}",
            )  # fmt: skip
    elif isinstance(node, n.Is) and isinstance(node.subject, n.Apply) and _is_number(node.subject, uses):
        if isinstance(node.test, n.Same):
            yield from _impossible(node.test.other, faces)
        elif isinstance(node.test, n.Order):
            yield from _never(node.test, min(faces), max(faces), "a die")
    elif isinstance(node, n.HasOrder) and isinstance(node.attribute, n.Name) and _is_number(node.attribute, uses):
        yield from _never(node.order, min(faces), max(faces), "a die")
    elif isinstance(node, (n.Rolled, n.GivenHolds)):
        given = node.numbers if isinstance(node, n.Rolled) else node.faces
        for value in given:
            if value is not None and value not in faces:
                yield Problem(
                    "E443", f"no die of this game shows {value}", node.span, help=f"the dice of this game show {span_of(faces)}"
                )  # fmt: skip
                return


def _is_number(node: n.Expr, uses: NameUses) -> bool:
    """What a die shows."""
    named = meaning_of(node, uses)
    return isinstance(named, t.BuiltIn) and named.name == "number"


def _never(order: n.Order, low: int, high: int, what: str) -> Iterator[Problem]:
    """A comparison that no number between low and high can meet."""
    value = constant(order.other)
    if value is None:
        return
    least = min(low, 0) if what == "a die" else low  # a die that has not been rolled yet shows 0
    never = {
        "at_least": value > high, "more_than": value >= high, "at_most": value < least, "less_than": value <= least,
    }[order.word]  # fmt: skip
    if never:
        code = "E443" if what == "a die" else "E448"
        yield Problem(
            code, f"{what} is never {order.word.replace('_', ' ')} {value}", order.span, help=f"its numbers go from {low} to {high}"
        )  # fmt: skip


def _bounds(book: Rulebook) -> dict[str, tuple[int, int]]:
    bounds = {}
    for memory in book.memories.values():
        if memory.bounds is not None:
            low, high = constant(memory.bounds.low), constant(memory.bounds.high)
            if low is not None and high is not None:
                bounds[memory.name.text] = (low, high)
    return bounds


def meaning_of(node: n.Expr, uses: NameUses) -> object:
    """What an expression is that asks for one name, whosoever it is."""
    while isinstance(node, n.At):
        node = node.subject
    if not isinstance(node, (n.Name, n.Your, n.Their, n.Its, n.Possessive, n.Apply)):
        return None
    return next((use.referent for use in uses.uses_of(node.phrase) if use.is_whole), None)


def _beyond(node: n.Node, bounds: dict[str, tuple[int, int]], uses: NameUses) -> Iterator[Problem]:
    named: object = None
    test: n.Test
    if isinstance(node, n.Is):
        named, test = meaning_of(node.subject, uses), node.test
    elif isinstance(node, n.HasOrder):
        named, test = meaning_of(node.attribute, uses), node.order
    elif isinstance(node, n.Set):
        named, test = meaning_of(node.target, uses), n.Same(node.value)
    elif isinstance(node, n.Memory):
        test = n.Same(node.initial)
    else:
        return
    name = node.name.text if isinstance(node, n.Memory) else named.name if isinstance(named, t.Memory) else ""
    if name not in bounds:
        return
    low, high = bounds[name]
    if isinstance(test, n.Same):
        value = constant(test.other)
        if value is not None and not low <= value <= high:
            yield Problem(
                "E448", f'"{name}" is never {value}', test.other.span, help=f'"{name}" goes from {low} to {high}, as the material says'
            )  # fmt: skip
    elif isinstance(test, n.Order):
        yield from _never(test, low, high, f'"{name}"')


def least(node: n.Expr, uses: NameUses) -> int | None:
    """What a number cannot be less than, as far as the text says."""
    value = constant(node)
    if value is not None:
        return value
    if isinstance(node, n.Fold):
        return 0 if node.word in {"count", "different"} else None
    if isinstance(node, n.Binary) and node.op in {"+", "*"}:
        left, right = least(node.left, uses), least(node.right, uses)
        if left is None or right is None:
            return None
        if node.op == "+":
            return left + right
        return left * right if min(left, right) >= 0 else None
    named = meaning_of(node, uses)
    bounds = named.node.bounds if isinstance(named, (t.Memory, t.Option)) else None
    return None if bounds is None else constant(bounds.low)
