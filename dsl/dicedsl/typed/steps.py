"""Steps: each by its function, with the names that hold where it stands."""

from __future__ import annotations

from attrs import define, evolve

from dicedsl.syntax import nodes as n
from dicedsl.syntax.forms import FOREIGN
from dicedsl.syntax.plurals import plural_of
from dicedsl.text.spelling import suggest
from dicedsl.typed import name_expressions, nouns, unknown_names
from dicedsl.typed import tree as t
from dicedsl.typed.conditions import value_of_type
from dicedsl.typed.dependence import loop_depth
from dicedsl.typed.elaborator import Elaborator, StepHandler, as_set_of_one
from dicedsl.typed.kinds import (
    ANYTHING,
    DIE,
    NOTHING,
    NUMBER,
    ONE_PLAYER,
    PLAYER,
    POINT,
    STEP,
    TRUTH,
    Grouping,
    Type,
    one,
    set_of,
)
from dicedsl.typed.material import named_after_noun
from dicedsl.typed.scope import NameScope
from dicedsl.typed.semantic_error import SemanticError

MOST_MOVED_DICE = 200


@define(eq=False, repr=False, slots=False)
class StepScope:
    """Where a step stands: the names around it, and whether `stop` leaves something."""

    scope: NameScope
    can_stop: bool = False


def block(elaborator: Elaborator, steps: tuple[n.Step | n.Must, ...], context: StepScope) -> t.Block:
    """The steps of a block; names given in it end with it."""
    context = evolve(context)
    typed_steps = []
    for step in steps:
        if isinstance(step, (n.Must, n.Remark)):
            continue
        try:
            typed_steps.append(elaborator.step_handlers[type(step)](elaborator, step, context))
        except SemanticError as error:
            elaborator.report(error)
            if isinstance(step, (n.Let, n.Draw)):
                context.scope = context.scope.bind(step.name.text, elaborator.declare_local(step.name, ANYTHING, step))
    return tuple(typed_steps)


def bind_name(elaborator: Elaborator, scope: NameScope, phrase: n.Phrase, local: t.Local) -> NameScope:
    """A further name; one that is taken already is told, and stands for the new thing."""
    try:
        return name_expressions.bind(elaborator, scope, phrase, local)
    except SemanticError as error:
        elaborator.report(error)
        return scope.bind(phrase.text, local)


def in_its_words(node: n.Node) -> str:
    """The words of the rulebook for a condition, on one line: told as the reason when a step under it ends the game."""
    return " ".join(node.span.text.split())


# ------------------------------------------------------------------ flow


def _if(elaborator: Elaborator, node: n.If, context: StepScope) -> t.TypedStep:
    branches = []
    for branch in node.branches:
        condition = None if branch.condition is None else elaborator.expect_truth(branch.condition, context.scope)
        words = "" if branch.condition is None else in_its_words(branch.condition)
        branches.append(t.Branch(condition, words, block(elaborator, branch.block.steps, context)))
    return t.If(tuple(branches), span=node.span)


def _for(elaborator: Elaborator, node: n.For, context: StepScope) -> t.TypedStep:
    assert node.source is not None  # desugared before
    try:
        source = elaborator.as_list(elaborator.infer(node.source, context.scope), node.source)
    except SemanticError as error:
        elaborator.report(error)
        source = t.Wrong(span=node.source.span)
    if source.type.form is Grouping.HEAPS and _is_each_one(node, source):
        source = elaborator.flat(source)
    local = elaborator.declare_local(node.name, source.type.member, node)
    if node.condition is not None:
        condition = elaborator.expect_truth(
            node.condition,
            name_expressions.scope_with_unnamed(context.scope.bind(node.name.text, local), local).with_it(local),
        )
        source = t.Where(source, local, condition, type=source.type, span=node.span)
    if loop_depth(source) > 1 and not source.type.is_unknown:
        # Of several loops within each other, every member is taken once.
        source = elaborator.as_list(elaborator.as_set(elaborator.flat(source), node.source), node.source)
        local = elaborator.declare_local(node.name, source.type.member, node)
    scope = name_expressions.scope_with_unnamed(bind_name(elaborator, context.scope, node.name, local), local)
    by = (
        None
        if node.by is None
        else t.By(node.by.highest, elaborator.expect_number(node.by.measure, scope.with_has(local)))
    )
    steps = block(elaborator, node.block.steps, evolve(context, scope=scope))
    return t.For(local, source, by, steps, span=node.span)


def _is_each_one(node: n.For, source: t.Expr) -> bool:
    """Whether each thing is meant, not each heap of them: `for each die in hand of players`, `for each mule in mules of players`."""
    assert node.source is not None
    noun, of = node.name.text, " ".join(node.source.span.text.split()).removeprefix("the ").partition(" of ")[0]
    return noun.split()[-1] == source.type.kind.name or plural_of(noun) == of


def _repeat(elaborator: Elaborator, node: n.Repeat, context: StepScope) -> t.TypedStep:
    times = None if node.times is None else elaborator.expect_number(node.times, context.scope)
    return t.Repeat(times, block(elaborator, node.block.steps, evolve(context, can_stop=True)), span=node.span)


def _stop(elaborator: Elaborator, node: n.Stop, context: StepScope) -> t.TypedStep:
    if not context.can_stop:
        help = "`stop` leaves the `repeat` or `in turn` around it; a rule goes on to its end, so put what may be left out under `otherwise:`"
        raise SemanticError("E401", "there is nothing to `stop` here", node.span, help=help)
    return t.Stop(span=node.span)


def _in_turn(elaborator: Elaborator, node: n.InTurn, context: StepScope) -> t.TypedStep:
    start = elaborator.expect_one(node.start, context.scope, PLAYER)
    times = None if node.times is None else elaborator.expect_number(node.times, context.scope)
    steps = block(elaborator, node.block.steps, evolve(context, can_stop=True))
    until = None if node.until is None else elaborator.expect_truth(node.until, context.scope)
    return t.InTurn(start, until, times, steps, span=node.span)


def _let(elaborator: Elaborator, node: n.Let, context: StepScope) -> t.TypedStep:
    value = elaborator.value(node.value, context.scope)
    if value.type.kind is NOTHING:
        raise SemanticError("E358", "what this name stands for is not clear", node.value.span)
    local = elaborator.declare_local(node.name, value.type, node)
    context.scope = bind_name(elaborator, context.scope, node.name, local)
    return t.Let(local, value, span=node.span)


def _instead(name: str) -> str:
    """What a step is called here that begins with a word of another language."""
    instead = FOREIGN.get(name.split()[0])
    return f"`{instead}` says so" if instead else ""


def _begins(name: str, rule: n.Rule) -> bool:
    return name.split()[0] == rule.name.words[0]


def _do(elaborator: Elaborator, node: n.Do, context: StepScope) -> t.TypedStep:
    name = node.rule.text
    wanted = elaborator.names.rule_parameter_types(name)
    arguments = [elaborator.value(argument, context.scope) for argument in node.arguments]
    if wanted is None:
        rules = elaborator.names.book.rules
        raise SemanticError(
            "E402",
            f'there is no rule "{name}"',
            node.rule.span,
            help=unknown_names.given_unmarked(elaborator, lambda rule: _begins(name, rule))
            or unknown_names.given_and_more(elaborator, name)
            or suggest(name, rules)
            or _instead(name)
            or f"add a part `rule {name}:` that says what happens",
            label="unknown rule",
        )
    elaborator.note(node.rule, elaborator.names.book.rules[name])
    if len(arguments) != len(wanted):
        raise _other_arguments(elaborator, node)
    fitted = [
        _argument(elaborator, value, ty, argument)
        for value, ty, argument in zip(arguments, wanted, node.arguments, strict=True)
    ]
    return t.Do(name, tuple(fitted), span=node.span)


def _other_arguments(elaborator: Elaborator, node: n.Do) -> SemanticError:
    name, given = node.rule.text, len(node.arguments)
    params = elaborator.names.book.rules[name].params
    wants = ", ".join(f"{p.kind} {p.name.text}" for p in params) or "nothing"
    names = ", ".join(p.name.text for p in params)
    return SemanticError(
        "E403",
        f'the rule "{name}" is for {wants}, but {given} {"thing is" if given == 1 else "things are"} given',
        node.span,
        help=f"`{name} {names}` is how it is called" if params else f"write `{name}` alone",
    )


def _argument(elaborator: Elaborator, value: t.Expr, ty: Type, node: n.Node) -> t.Expr:
    if value.type.is_unknown or ty.is_unknown:
        return value
    if value.type.kind is NOTHING:
        return t.Absent(type=ty, span=value.span)
    if value.type.kind != ty.kind or (value.type.is_set and ty.is_one):
        hint = "`first of ...` takes one of a set" if value.type.kind == ty.kind else f"give {ty.called()}"
        if value.type.kind is POINT and ty.kind.is_place:
            hint = f"write `first of ({ty.kind.plural} where it is {node.span.text})`"
        elaborator.report(
            SemanticError(
                "E405", f"{ty.called()} is expected here, but this is {value.type.called()}", node.span, help=hint
            )
        )
        return t.Wrong(span=node.span)
    return as_set_of_one(value) if ty.is_set and value.type.is_one else value


# ------------------------------------------------------------------ dice


def _roll(elaborator: Elaborator, node: n.Roll, context: StepScope) -> t.TypedStep:
    return t.Roll(elaborator.expect_members(node.dice, context.scope, DIE), span=node.span)


def _draw(elaborator: Elaborator, node: n.Draw, context: StepScope) -> t.TypedStep:
    meaning = elaborator.infer(node.source, context.scope)
    if node.condition is not None:
        source = elaborator.flat(elaborator.as_list(meaning, node.source))
        it = t.Local("it", source.type.member)
        condition = elaborator.expect_truth(node.condition, context.scope.with_it(it))
        form = Grouping.HEAPS if source.type.form is Grouping.SETS else source.type.form
        meaning = t.Where(source, it, condition, type=Type(source.type.kind, form), span=node.span)
    members = elaborator.as_single(meaning, node.source)
    if members.type.is_one and not members.type.is_unknown:
        raise SemanticError("E304", f"a set is expected here, but this is {members.type.called()}", node.source.span)
    local = elaborator.declare_local(node.name, one(members.type.kind), node)
    context.scope = bind_name(elaborator, context.scope, node.name, local)
    return t.Draw(local, members, span=node.span)


def target(elaborator: Elaborator, node: n.Expr, scope: NameScope) -> t.Target:
    """The zone or place that dice are moved to."""
    zone = name_expressions.in_zone(elaborator, node, scope)
    if zone is not None:
        return zone
    value = elaborator.value(node, scope)
    if value.type == one(POINT):
        value = elaborator.as_place(value)
    if not value.type.is_unknown and not (value.type.kind.is_place and value.type.is_one):
        raise SemanticError(
            "E406",
            f"dice are moved to a zone or a place, but this is {value.type.called()}",
            node.span,
            help=f"the zones of this game: {', '.join(list(elaborator.names.book.zones)[:6])}",
        )
    return t.OnPlace(value, span=node.span)


def _move(elaborator: Elaborator, node: n.MoveDice, context: StepScope) -> t.TypedStep:
    dice = elaborator.expect_members(node.dice, context.scope, DIE)
    count = None if node.amount is None else _how_many(elaborator, node.amount, context.scope, node)
    if name_expressions.in_zone(elaborator, node.target, context.scope) is None and not isinstance(dice, t.SetOfOne):
        places = elaborator.value(node.target, context.scope)
        if places.type.is_set and places.type.kind.is_place:
            return t.LayOut(dice, places, count, span=node.span)
    return t.MoveDice(dice, target(elaborator, node.target, context.scope), count, span=node.span)


def _how_many(elaborator: Elaborator, amount: n.Amount, scope: NameScope, node: n.MoveDice) -> int | t.Expr:
    if amount.word == "one":
        return 1
    assert amount.low is not None
    if not isinstance(amount.low, n.Number):
        return elaborator.expect_number(amount.low, scope)
    if amount.low.value > MOST_MOVED_DICE:
        help = "leave out the number to move all of them"
        raise SemanticError("E408", "too many dice are moved at once", node.span, help=help)
    return amount.low.value


def _move_by_lot(elaborator: Elaborator, node: n.MoveByLot, context: StepScope) -> t.TypedStep:
    dice = elaborator.expect_members(node.dice, context.scope, DIE)
    places = elaborator.expect_members(node.places, context.scope)
    if not places.type.is_unknown and not places.type.kind.is_place:
        raise SemanticError(
            "E436",
            f"`by lot` lays dice out on places, but this is {places.type.called()}",
            node.places.span,
            help="name places of a board, such as `empty squares`",
        )
    return t.MoveByLot(dice, places, span=node.span)


def _turn_die(elaborator: Elaborator, node: n.TurnDie, context: StepScope) -> t.TypedStep:
    dice = elaborator.expect_members(node.die, context.scope, DIE)
    wanted = elaborator.value(node.number, context.scope)
    orientation = elaborator.names.kinds.get("orientation")
    if orientation is None or wanted.type != one(orientation):
        wanted = elaborator.as_number(wanted, node.number)
    return t.TurnDie(dice, wanted, span=node.span)


def _swap(elaborator: Elaborator, node: n.Swap, context: StepScope) -> t.TypedStep:
    sides = [elaborator.value(side, context.scope) for side in (node.left, node.right)]
    left, right = (elaborator.as_place(side) if side.type == one(POINT) else side for side in sides)
    if left.type.is_unknown or right.type.is_unknown:
        return t.Swap(left, right, span=node.span)
    if not left.type.kind.is_place or left.type != right.type or left.type.is_set:
        message = "`swap` exchanges what stands on two places"
        raise SemanticError("E409", message, node.span, help="name two places of a board")
    return t.Swap(left, right, span=node.span)


def _show(elaborator: Elaborator, node: n.Show, context: StepScope) -> t.TypedStep:
    meaning = elaborator.infer(node.dice, context.scope)
    if isinstance(meaning, t.MemoryValue) and meaning.type.kind is not DIE:
        name, said = meaning.memory.name, " ".join(node.dice.span.text.split())
        shown = said.replace(name, f"shown {name}", 1)
        copied = f"set {shown} to {said}"
        if not meaning.type.is_one or not all(key.type.is_one for key in meaning.keys):
            copied = f"for each player: set their shown {name} to their {name}"
        help = f"write it to a memory that everybody sees, such as `each player has a shown {name}, at first none`: `{copied}`"
        raise SemanticError("E304", f'dice are shown, but "{name}" is remembered', node.dice.span, help=help)
    return t.Show(elaborator.expect_members(node.dice, context.scope, DIE), span=node.span)


# ------------------------------------------------------------------ memory


def _set(elaborator: Elaborator, node: n.Set, context: StepScope) -> t.TypedStep:
    cell = name_expressions.cell(elaborator, node.target, context.scope)
    value = value_of_type(elaborator, node.value, cell.memory.type, context.scope)
    return t.Set(cell, fit_to_memory(elaborator, value, cell.memory, node.value), span=node.span)


def fit_to_memory(elaborator: Elaborator, value: t.Expr, memory: t.Memory, node: n.Node) -> t.Expr:
    """A value fitted to what a memory holds."""
    ty, name = memory.type, memory.name
    if value.type.is_unknown or ty.is_unknown:
        return value
    if value.type.kind is NOTHING:
        if ty.kind is TRUTH:
            raise SemanticError("E410", f'"{name}" is yes or no, never none', node.span, help="write `yes` or `no`")
        return t.Absent(type=ty, span=value.span)
    holds = f'"{name}" holds {ty.called()}, but this is {value.type.called()}'
    if value.type.kind != ty.kind:
        count = ty.kind.is_number and value.type.is_set
        hint = "`count of ...` says how many there are" if count else f"give {ty.called()}"
        named = _named_after(memory, value)
        if named:
            elaborator.doubted.add(name)
        raise SemanticError("E411", holds, node.span, help=named or hint)
    if value.type.is_set and ty.is_one:
        raise SemanticError("E411", holds, node.span, help="`first of ...` takes one of a set")
    return as_set_of_one(value) if ty.is_set and value.type.is_one else value


def _named_after(memory: t.Memory, value: t.Expr, several: bool = False) -> str:
    """What is `none` at first holds what the noun of its name says: the name that says what it is to hold."""
    kind = value.type.kind
    if (
        not isinstance(memory.node.initial, n.Nothing)
        or value.type.is_unknown
        or memory.type.is_unknown
        or kind in (memory.type.kind, NUMBER, NOTHING)
    ):
        return ""
    if kind is PLAYER and value.type.is_one and not several:
        return f"write `at first nobody` where `{memory.name}` is given"
    noun = kind.plural if several or not value.type.is_one else kind.name
    return named_after_noun(memory.name, noun)


def _change(elaborator: Elaborator, node: n.Add | n.Take, context: StepScope) -> t.TypedStep:
    cell = name_expressions.cell(elaborator, node.target, context.scope)
    ty, name = cell.memory.type, cell.memory.name
    if ty.is_unknown:
        value = elaborator.value(node.value, context.scope)
    elif ty.is_set:
        if ty.kind.is_number:
            value = elaborator.value(node.value, context.scope)
            value = value if value.type.is_set else as_set_of_one(value)
        else:
            value = elaborator.expect_members(node.value, context.scope)
        if not value.type.is_unknown and value.type.kind != ty.kind:
            message = f'"{name}" holds {ty.called()}, but this is {value.type.called()}'
            help = _named_after(cell.memory, value) or f"give {ty.called()}"
            raise SemanticError("E411", message, node.value.span, help=help)
    else:
        added = elaborator.infer(node.value, context.scope) if isinstance(cell.memory.node.initial, n.Nothing) else None
        hint = _named_after(cell.memory, added, several=True) if isinstance(added, t.Expr) else ""
        if isinstance(added, t.Expr) and hint:
            message = f'"{name}" holds {ty.called()}, but this is {added.type.called()}'
            raise SemanticError("E411", message, node.value.span, help=hint)
        if not ty.kind.is_number:
            message = f'"{name}" holds {ty.called()}; only numbers and sets can be added to'
            raise SemanticError("E412", message, node.span, help=f"write `set {name} to ...`")
        value = elaborator.expect_number(node.value, context.scope)
    return t.Change(cell, value, isinstance(node, n.Add), span=node.span)


# ------------------------------------------------------------------ turns, rounds and games


def _end_turn(elaborator: Elaborator, node: n.EndTurn, context: StepScope) -> t.TypedStep:
    if not elaborator.names.has_flow("turn"):
        raise SemanticError("E413", "there is no `turn:` to end", node.span, help="`end round` ends the round")
    return t.EndTurn(span=node.span)


def _end_round(elaborator: Elaborator, node: n.EndRound, context: StepScope) -> t.TypedStep:
    if not elaborator.names.has_flow("round"):
        raise SemanticError("E414", "there is no `round:` to end", node.span, help="`end turn` ends the turn")
    return t.EndRound(span=node.span)


def _play_turn(elaborator: Elaborator, node: n.PlayTurn, context: StepScope) -> t.TypedStep:
    if not elaborator.names.has_flow("turn"):
        help = "add a part `turn:` that says what a player does"
        raise SemanticError("E415", "there is no `turn:` to play", node.span, help=help)
    player = None if node.player is None else elaborator.expect_one(node.player, context.scope, PLAYER)
    return t.PlayTurn(player, span=node.span)


def _play_game(elaborator: Elaborator, node: n.PlayGame, context: StepScope) -> t.TypedStep:
    return t.PlayGame(span=node.span)


def _extra_turn(elaborator: Elaborator, node: n.ExtraTurn, context: StepScope) -> t.TypedStep:
    return t.ExtraTurn(span=node.span)


def _eliminate(elaborator: Elaborator, node: n.Eliminate, context: StepScope) -> t.TypedStep:
    players = elaborator.expect_members(node.players, context.scope, PLAYER)
    if node.said is not None:
        nouns.note_adjective(elaborator, node.said, players)
    return t.Eliminate(players, span=node.span)


def _wins(elaborator: Elaborator, node: n.Wins, context: StepScope) -> t.TypedStep:
    if isinstance(node.players, n.Nothing):
        players: t.Expr = t.Absent(type=set_of(PLAYER), span=node.players.span)
    else:
        players = elaborator.expect_members(node.players, context.scope, PLAYER)
    return t.Wins(players, node.match, span=node.span)


def _best_wins(elaborator: Elaborator, node: n.BestWins, context: StepScope) -> t.TypedStep:
    ways: tuple[n.BestWins | n.TieBreak, ...] = (node, *node.breaks)
    return t.BestWins(tuple(_ranking(elaborator, way, context) for way in ways), node.match, span=node.span)


def _ranking(elaborator: Elaborator, node: n.BestWins | n.TieBreak, context: StepScope) -> t.Ranking:
    local = t.Local("player", ONE_PLAYER)
    scope = context.scope.with_has(local)
    if isinstance(node.measure, n.Name):
        player = nouns.reference_to(local, node.measure)
        try:
            answer = name_expressions.answer_about(elaborator, node.measure.phrase, [player], node.measure)
        except SemanticError as error:
            raise _winner_so_called(elaborator, node, context) or error from None
        measure = elaborator.as_single(answer, node.measure)
        elaborator.types[id(node.measure)] = measure.type
    else:
        measure = elaborator.value(node.measure, scope)
    if not measure.type.is_unknown and not measure.type.is_set and measure.type.kind is not NUMBER:
        message = f"players are ranked by a number, but this is {measure.type.called()}"
        raise SemanticError("E417", message, node.measure.span, help="name a memory or a word that is a number")
    if measure.type == set_of(DIE):
        said, word = node.measure.span.text, "highest" if node.highest else "lowest"
        whose = f"their {said}" if isinstance(node.measure, n.Name) else said
        help = (
            f"write `{word} {said} count wins` and, under `words:`, `{said} count of a player is count of {whose}`;"
            f" for what they show `sum of {whose}`"
        )
        raise SemanticError(
            "E417", "players are ranked by a number, but this is a set of dice", node.measure.span, help=help
        )
    return t.Ranking(node.highest, local, measure)


def _winner_so_called(
    elaborator: Elaborator, node: n.BestWins | n.TieBreak, context: StepScope
) -> SemanticError | None:
    """`highest bidder wins`, where somebody is called so, but nobody has a `bidder`."""
    name = f"{'highest' if node.highest else 'lowest'} {node.measure.span.text}"
    if name not in context.scope.names and not elaborator.names.is_taken(name):
        return None
    message = f"`{name} wins` asks whose {node.measure.span.text} is {name.split()[0]}, and nobody has a `{node.measure.span.text}`"
    return SemanticError("E321", message, node.measure.span, help=f"write `({name}) wins` if that player is meant")


# ------------------------------------------------------------------ what is said


def _say(elaborator: Elaborator, node: n.Say, context: StepScope) -> t.TypedStep:
    return t.Say(saying(elaborator, node.text.value, node.values, context.scope), span=node.span)


def saying(elaborator: Elaborator, text: str, values: tuple[n.Expr, ...], scope: NameScope) -> t.Saying:
    return t.Saying(
        text,
        tuple(
            None if isinstance(v, n.You) else check_tellable(elaborator, elaborator.value(v, scope), v) for v in values
        ),
    )


def check_tellable(elaborator: Elaborator, value: t.Expr, node: n.Expr) -> t.Expr:
    """Something that can be told: not a step, nor nothing at all."""
    if value.type == one(POINT):
        value = elaborator.as_place(value)
    if value.type.kind in (NOTHING, STEP, POINT):
        elaborator.report(SemanticError("E358", "what is to be told here is not clear", node.span))
        return t.Wrong(span=node.span)
    return value


HANDLERS: dict[type, StepHandler] = {
    n.If: _if, n.For: _for, n.Repeat: _repeat, n.InTurn: _in_turn, n.Stop: _stop, n.Let: _let, n.Do: _do,
    n.Roll: _roll, n.Draw: _draw, n.MoveDice: _move, n.MoveByLot: _move_by_lot, n.TurnDie: _turn_die, n.Swap: _swap, n.Show: _show,
    n.Set: _set, n.Add: _change, n.Take: _change, n.EndTurn: _end_turn, n.EndRound: _end_round, n.PlayTurn: _play_turn,
    n.PlayGame: _play_game, n.ExtraTurn: _extra_turn, n.Eliminate: _eliminate, n.Wins: _wins, n.BestWins: _best_wins, n.Say: _say,
}  # fmt: skip
