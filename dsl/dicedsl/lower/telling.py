"""What is said with values in it, what is worth seeing, and what is bookkeeping: lowered last, and kept apart from the rules.

So nothing of it moves a function, a variable or a list of the rules to another number.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from dicedsl.lower.kinds import DIE, NOTHING, POINT, STEP, TRUTH, Ty, Value
from dicedsl.lower.scope import Bad, Scope
from dicedsl.program import ops
from dicedsl.program.telling import ShownInfo, Spoken, Worth
from dicedsl.program.walk import parts
from dicedsl.rulebook.walk import everything, walk
from dicedsl.syntax import nodes as n
from dicedsl.syntax.sayings import pieces

if TYPE_CHECKING:
    from dicedsl.lower.world import World


def tell(world: World, sayings: list[tuple[n.Say, Scope]], unclear: set[str]) -> None:
    """`unclear` are names that have been complained of already."""
    telling = world.program.telling
    telling.quiet = tuple(name for name, memory in world.book.memories.items() if memory.quiet)
    with _apart(world):
        for step, scope in sayings:
            try:
                telling.spoken.append(_spoken(world, step.text.value, step.values, scope))
            except Bad as bad:
                if bad.span.text not in unclear:
                    world.report(bad)
                telling.spoken.append(Spoken(("",), ()))
        for line in world.book.shown.values():
            world._guard(lambda line=line: telling.shown.append(_shown(world, line)), line)
        if world.book.aim is not None:
            world._guard(lambda aim=world.book.aim: _tell_aim(world, aim), world.book.aim)
        for line in _decisive(world):
            try:
                telling.shown.append(_shown(world, line))
            except Bad:  # the step that ranks players by it says what is wrong
                pass


@contextmanager
def _apart(world: World) -> Iterator[None]:
    """Functions and lists made meanwhile belong to the telling; what they were made of is forgotten again."""
    program, telling = world.program, world.program.telling
    functions, lists, variables = len(program.functions), len(program.lists), program.variables
    known = (dict(world._words), dict(world._adjectives), dict(world._tables), dict(world._lists), dict(world._lasting))
    yield
    telling.first, telling.first_list = functions, lists
    telling.functions = [f for f in program.functions[functions:] if f is not None]
    telling.lists = program.lists[lists:]
    del program.functions[functions:], program.lists[lists:]
    world._words, world._adjectives, world._tables, world._lists, world._lasting = known
    program.variables = variables


def _decisive(world: World) -> Iterator[n.Shown]:
    """Words by which players are ranked at an end are worth seeing all along. A memory is seen anyway."""
    told = {line.name for line in world.book.shown.values()}
    shown_words = {line.value.phrase.text for line in world.book.shown.values() if isinstance(line.value, n.Name)}
    for part in everything(world.book):
        for step in walk(part):
            if not isinstance(step, n.BestWins) or not isinstance(step.measure, n.Name):
                continue
            name = step.measure.phrase.text
            if name in world.book.words and name not in told | shown_words:
                told.add(name)
                player = n.Phrase(("player",), span=step.measure.span)
                yield n.Shown(step.measure, (player,), None, None, span=step.measure.span)


def _worth(world: World, node: n.Expr, scope: Scope) -> Worth:
    return _told(world, world.e.value(node, scope), node)


def _told(world: World, value: Value, node: n.Expr) -> Worth:
    if value.ty.kind is POINT and not value.ty.many:
        value = world.e.as_place(value)
    if value.ty.kind in (NOTHING, STEP, POINT):
        raise Bad("E358", "what is to be told here is not clear", node.span)
    if value.ty.many and (value.ty.kind is DIE or world.board_of(value.ty.kind) is not None):
        return Worth(ops.Count(value.op), "number")  # of many dice or places it is told how many they are
    shape = "truth" if value.ty.kind is TRUTH else world.shape(value.ty.kind)
    return Worth(value.op, shape, value.ty.many)


def _spoken(world: World, text: str, values: tuple[n.Expr, ...], scope: Scope) -> Spoken:
    """`{you}` is no value: it is `you` to the one, and a name to the others, as in any text."""
    found = pieces(text)
    told: list[Worth] = []
    joined = [found[0]]
    for node, after in zip(values, found[1:], strict=True):
        if isinstance(node, n.You):
            at_start = len(told) == 0 and not joined[0].strip()
            joined[-1] += ("You" if at_start else "you") + after
        else:
            told.append(_worth(world, node, scope))
            joined.append(after)
    return Spoken(tuple(joined), tuple(told), _free(told))


def _free(told: list[Worth]) -> tuple[int, ...]:
    """The variables that are read but not bound."""
    inside = [part for worth in told for part in parts(worth.value)]
    bound = {part.var for part in inside if isinstance(part, ops.Loop)}
    return tuple(sorted({part.id for part in inside if isinstance(part, ops.Var)} - bound))


def _tell_aim(world: World, aim: n.Aim) -> None:
    what = _spoken(world, aim.saying.text.value, aim.saying.values, Scope())
    world.program.telling.aim = ShownInfo("aim", (), (), what)


def _shown(world: World, line: n.Shown) -> ShownInfo:
    kinds = [world._key_kind(key) for key in line.keys]
    scope = Scope()
    variables = tuple(world.new_var() for _ in kinds)
    keys: list[Value] = [Value(ops.Var(var), Ty(kind)) for var, kind in zip(variables, kinds, strict=True)]
    for key, phrase in zip(keys, line.keys, strict=True):
        scope = scope.bind(phrase.text, key)
    what: Worth | Spoken
    if isinstance(line.value, n.Saying):
        what = _spoken(world, line.value.text.value, line.value.values, scope)
    elif keys:
        assert isinstance(line.value, n.Name)
        found = world.e.access(line.value.phrase, list(keys), scope, line.value)
        what = _told(world, world.e.single(found, line.value), line.value)
    else:
        what = _worth(world, line.value, scope)
    condition = None if line.condition is None else world.e.truth(line.condition, scope)
    name = line.label.value if line.label is not None else line.name
    return ShownInfo(name, tuple(kind.name for kind in kinds), variables, what, condition)
