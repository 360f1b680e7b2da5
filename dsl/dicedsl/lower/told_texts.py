"""What is said with values in it, what is worth seeing, and what is bookkeeping: lowered last, and kept apart from the rules.

So nothing of it moves a function, a variable or a list of the rules to another number.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from dicedsl.lower.values import Lowered, Value, lowered_type, shape_of
from dicedsl.program import ops
from dicedsl.program.telling import ShownInfo, ToldText, ToldValue
from dicedsl.program.walk import parts
from dicedsl.syntax import nodes as n
from dicedsl.syntax.text_values import pieces
from dicedsl.typed import tree as t
from dicedsl.typed.dependence import nodes_in as typed_parts
from dicedsl.typed.kinds import DIE

if TYPE_CHECKING:
    from dicedsl.lower.world import World


def tell(world: World, sayings: list[tuple[t.Saying, dict[t.Local, Lowered]]]) -> None:
    """The sayings come with what the names in them stood for where they are said."""
    game, telling = world.game, world.program.telling
    telling.quiet = tuple(name for name, memory in game.book.memories.items() if memory.quiet)
    telling.states = tuple(name for name, memory in game.book.memories.items() if memory.state)
    with _lowering_apart(world):
        for saying, names in sayings:
            world.expressions.bound.update(names)
            telling.spoken.append(_spoken_text(world, saying))
        telling.shown += [_shown_info(world, line) for line in game.shown]
        if game.aim is not None:
            telling.aim = ShownInfo("aim", (), (), _spoken_text(world, game.aim))
        telling.shown += [_shown_info(world, line) for line in _decisive_words(game)]


@contextmanager
def _lowering_apart(world: World) -> Iterator[None]:
    """Functions and lists made meanwhile belong to the telling; what they were made of is forgotten again."""
    program, telling, words, layout = world.program, world.program.telling, world.words, world.layout
    functions, lists, variables = len(program.functions), len(program.lists), program.variables
    kept = (dict(words.defined), dict(words.explained), dict(layout.tables), dict(words.tables), dict(words.lasting))
    yield
    telling.first, telling.first_list = functions, lists
    telling.functions = [f for f in program.functions[functions:] if f is not None]
    telling.lists = program.lists[lists:]
    del program.functions[functions:], program.lists[lists:]
    words.defined, words.explained, layout.tables, words.tables, words.lasting = kept
    program.variables = variables


def _decisive_words(game: t.TypedGame) -> Iterator[t.Shown]:
    """Words by which players are ranked at an end are worth seeing all along. A memory is seen anyway."""
    names = {line.name for line in game.book.shown.values()}
    names |= {line.value.phrase.text for line in game.book.shown.values() if isinstance(line.value, n.Name)}
    for step in typed_parts([*game.flows.values(), *game.rules.values(), *game.standing, *game.hooks]):
        if not isinstance(step, t.BestWins):
            continue
        for ranking in step.rankings:
            measure = ranking.measure.operand if isinstance(ranking.measure, t.SetOfList) else ranking.measure
            if isinstance(measure, t.WordCall) and measure.word.name not in names:
                names.add(measure.word.name)
                yield t.Shown(" ".join(measure.span.text.split()), (ranking.local,), ranking.measure, None)


def _worth_of(world: World, node: t.Expr) -> ToldValue:
    value = world.expressions.value(node)
    kind = value.ty.kind
    if value.ty.many and (kind is DIE or kind.is_place):
        return ToldValue(ops.Count(value.op), "number")  # of many dice or places it is told how many they are
    return ToldValue(value.op, shape_of(kind), value.ty.many)


def _spoken_text(world: World, saying: t.Saying) -> ToldText:
    """`{you}` is no value: it is `you` to the one, and a name to the others, as in any text."""
    texts = pieces(saying.text)
    worths: list[ToldValue] = []
    joined = [texts[0]]
    for node, after in zip(saying.values, texts[1:], strict=True):
        if node is None:
            at_start = len(worths) == 0 and not joined[0].strip()
            joined[-1] += ("You" if at_start else "you") + after
        else:
            worths.append(_worth_of(world, node))
            joined.append(after)
    return ToldText(tuple(joined), tuple(worths), _free(worths))


def _free(worths: list[ToldValue]) -> tuple[int, ...]:
    """The variables that are read but not bound."""
    inside = [part for worth in worths for part in parts(worth.value)]
    bound = {part.var for part in inside if isinstance(part, ops.Loop)}
    return tuple(sorted({part.id for part in inside if isinstance(part, ops.Var)} - bound))


def _shown_info(world: World, line: t.Shown) -> ShownInfo:
    variables = tuple(world.layout.new_var() for _ in line.keys)
    for key, var in zip(line.keys, variables, strict=True):
        world.expressions.bind(key, Value(ops.Var(var), lowered_type(key.type)))
    content = _spoken_text(world, line.value) if isinstance(line.value, t.Saying) else _worth_of(world, line.value)
    condition = None if line.condition is None else world.expressions.value(line.condition).op
    return ShownInfo(line.name, tuple(key.type.kind.name for key in line.keys), variables, content, condition)
