"""Choices and attempts: alternatives, what is picked, what must hold, and the table of what is allowed."""

from __future__ import annotations

from attrs import evolve

from dicedsl.syntax import nodes as n
from dicedsl.text.spelling import suggest
from dicedsl.typed import steps
from dicedsl.typed import tree as t
from dicedsl.typed.elaborator import Elaborator, StepHandler
from dicedsl.typed.kinds import ANYTHING, PLAYER, Grouping, one, set_of
from dicedsl.typed.scope import CHOOSER, NameScope
from dicedsl.typed.semantic_error import SemanticError
from dicedsl.typed.steps import StepScope, bind_name

MOST_ALTERNATIVES = 250


def _choose(elaborator: Elaborator, node: n.Choose, context: StepScope) -> t.TypedStep:
    alternatives = _unique(elaborator, [a for a in node.alternatives if isinstance(a, n.Alternative)])
    by = None
    if node.by is not None:
        by = (
            elaborator.expect_members(node.by, context.scope, PLAYER)
            if node.at_once
            else elaborator.expect_one(node.by, context.scope, PLAYER)
        )
    if node.at_once:
        _at_once(elaborator, node, alternatives)
    inside = context if node.by is None else evolve(context, scope=context.scope.with_unnamed(CHOOSER))
    typed = tuple(_alternative(elaborator, a, inside)[0] for a in alternatives)
    assert not isinstance(node.allowed, n.Situations)  # desugared before
    columns, situations = _allowed(elaborator, node.allowed, alternatives, context.scope)
    nothing = None if node.nothing_fits is None else steps.block(elaborator, node.nothing_fits.steps, context)
    name = "" if node.name is None else node.name.text
    return t.Choose(name, by, node.at_once, typed, columns, situations, nothing, span=node.span)


def _unique(elaborator: Elaborator, alternatives: list[n.Alternative]) -> list[n.Alternative]:
    """The alternatives, each name once."""
    if len(alternatives) > MOST_ALTERNATIVES:
        over = alternatives[MOST_ALTERNATIVES].name.span
        help = "let one alternative have a pick: `one of ... as ...`"
        elaborator.report(
            SemanticError("E211", f"a choice has at most {MOST_ALTERNATIVES} alternatives", over, help=help)
        )
        alternatives = alternatives[:MOST_ALTERNATIVES]
    seen: dict[str, n.Alternative] = {}
    for alternative in alternatives:
        name, span = alternative.name.value, alternative.name.span
        if name in seen:
            elaborator.report(
                SemanticError(
                    "E421", f'"{name}" is offered twice in one choice', span, help="give one of them another name"
                )
            )
        elif not name.strip():
            help = 'write what the player says, such as "stop"'
            elaborator.report(SemanticError("E422", "an alternative needs a name in its quotes", span, help=help))
        seen.setdefault(name, alternative)
    return list(seen.values())


def _at_once(elaborator: Elaborator, node: n.Choose, alternatives: list[n.Alternative]) -> None:
    """What cannot be asked of several who do not know of each other."""
    if node.by is None:
        elaborator.report(SemanticError("E420", "say who chooses: `choose by others at once:`", node.span))
    if node.nothing_fits is not None:
        message = "`if nothing fits` cannot stand in a choice of several at once"
        help = 'give everybody something to choose, such as an alternative "nothing"'
        elaborator.report(SemanticError("E419", message, node.nothing_fits.span, help=help))
    for alternative in alternatives:
        for step in alternative.steps:
            if isinstance(step, n.MustLeave):
                message = "`only if after this choice` cannot stand in a choice of several at once"
                help = "nobody knows what the others answer; say it with `only if`, or ask one after the other"
                elaborator.report(SemanticError("E437", message, step.span, help=help))


# ------------------------------------------------------------------ alternatives


def _alternative(
    elaborator: Elaborator, node: n.Alternative, context: StepScope
) -> tuple[t.Alternative, list[NameScope]]:
    """An alternative, and the names that are known before each of its picks and after the last."""
    scopes = [context.scope]
    picks = []
    for pick in node.picks:
        try:
            typed = _pick(elaborator, pick, scopes[-1])
        except SemanticError as error:
            elaborator.report(error)
            wrong = elaborator.declare_local(pick.name, ANYTHING, pick)
            typed = t.Pick(wrong, wrong, "one", None, None, t.Wrong(span=pick.span), None, False, "", span=pick.span)
        picks.append(typed)
        scopes.append(bind_name(elaborator, scopes[-1], pick.name, typed.local))
    musts = _musts(elaborator, node, scopes[-1])
    block = steps.block(elaborator, node.steps, evolve(context, scope=scopes[-1]))
    return t.Alternative(node.name.value, tuple(picks), musts, block, span=node.span), scopes


def _pick(elaborator: Elaborator, node: n.Pick, scope: NameScope) -> t.Pick:
    source = elaborator.infer(node.source, scope)
    if isinstance(source, t.Expr) and source.type.is_one and not source.type.is_unknown:
        raise SemanticError(
            "E423",
            f"something is picked from a set, but this is {source.type.called()}",
            node.source.span,
            help="write a range such as `1 to 6`"
            if source.type.kind.is_number
            else "name a zone, a kind or another set",
        )
    of_sets = isinstance(source, t.Expr) and source.type.form is Grouping.SETS
    picked_from = source if of_sets and isinstance(source, t.Expr) else elaborator.as_single(source, node.source)
    kind, word = picked_from.type.kind, node.amount.word
    if of_sets and word != "one":
        raise SemanticError("E370", "of a list of sets one is picked", node.span, help="write `one of`")
    it = t.Local("it", set_of(kind) if of_sets else one(kind))
    condition = None if node.condition is None else elaborator.expect_truth(node.condition, scope.with_it(it))
    low = high = None
    if word == "span":
        assert node.amount.low is not None and node.amount.high is not None
        low, high = elaborator.expect_number(node.amount.low, scope), elaborator.expect_number(node.amount.high, scope)
    local = elaborator.declare_local(node.name, set_of(kind) if of_sets or word != "one" else one(kind), node)
    secret = node.seen_by is not None
    if node.seen_by is not None:
        elaborator.expect_members(node.seen_by, scope, PLAYER)  # says what is wrong with it
    return t.Pick(local, it, word, low, high, picked_from, condition, secret, _offered(node), span=node.span)


def _offered(node: n.Pick) -> str:
    """What is picked from, in the words of the rulebook."""
    parts = [node.source] if node.condition is None else [node.source, node.condition]
    return " where ".join(map(steps.in_its_words, parts))


def _musts(elaborator: Elaborator, node: n.Alternative, scope: NameScope) -> tuple[t.Must, ...]:
    musts = []
    acted = False
    for step in node.steps:
        if isinstance(step, n.Remark):
            continue
        if not isinstance(step, n.Must):
            acted = True
            continue
        if acted:
            help = f'move it up, right below "{node.name.value}"'
            elaborator.report(
                SemanticError("E424", "a condition stands before the effects of its alternative", step.span, help=help)
            )
        condition = elaborator.expect_truth(step.condition, scope)
        if not step.sentence.value.strip():
            help = 'write it between the quotes, such as "You need five points."'
            elaborator.report(
                SemanticError("E425", "a condition needs the sentence a player hears", step.sentence.span, help=help)
            )
        musts.append(t.Must(condition, step.sentence.value, isinstance(step, n.MustLeave), span=step.span))
    return tuple(musts)


def _allowed(
    elaborator: Elaborator, table: n.Allowed | None, alternatives: list[n.Alternative], scope: NameScope
) -> tuple[tuple[str, ...], tuple[t.Situation, ...]]:
    """The `allowed:` table, line by line: each dash is a refusal with its line's sentence."""
    if table is None:
        return (), ()
    by_name = {a.name.value: a for a in alternatives}
    for name in table.names:
        if name.value in by_name:
            elaborator.note_text(name, by_name[name.value])
        else:
            message = f'there is no alternative "{name.value}" in this choice'
            elaborator.report(SemanticError("E426", message, name.span, help=suggest(name.value, by_name)))
    columns = tuple(name.value for name in table.names)
    situations = []
    for row in table.rows:
        condition = None if row.condition is None else elaborator.expect_truth(row.condition, scope)
        if len(row.cells) != len(columns):
            message = f"this line has {len(row.cells)} cells, but there are {len(columns)} columns"
            help = "give each alternative one cell with `yes` or `-`"
            elaborator.report(SemanticError("E360", message, row.span, help=help))
            continue
        refused = tuple(name for name, allowed in zip(columns, row.cells, strict=True) if not allowed)
        if refused and row.sentence is None:
            help = "write in the last column what the player hears"
            elaborator.report(
                SemanticError("E427", "this line refuses something without a sentence", row.span, help=help)
            )
        sentence = "" if row.sentence is None else row.sentence.value
        situations.append(t.Situation(condition, refused, sentence, span=row.span))
    return columns, tuple(situations)


# ------------------------------------------------------------------ attempts


def _attempt(elaborator: Elaborator, node: n.Attempt, context: StepScope) -> t.TypedStep:
    outcomes = _unique(elaborator, [a for a in node.outcomes if isinstance(a, n.Alternative)])
    by = None if node.by is None else elaborator.expect_one(node.by, context.scope, PLAYER)
    odds_given = _told_odds(elaborator, node, {a.name.value: a for a in outcomes})
    typed, odds = [], []
    for outcome in outcomes:
        alternative, scopes = _alternative(elaborator, outcome, context)
        typed.append(alternative)
        odd = odds_given.get(outcome.name.value)
        odds.append(None if odd is None else _odds(elaborator, odd, alternative, scopes))
    return t.Attempt(node.name.value, by, tuple(typed), tuple(odds), span=node.span)


def _told_odds(elaborator: Elaborator, node: n.Attempt, outcomes: dict[str, n.Alternative]) -> dict[str, n.Odd]:
    by_outcome: dict[str, n.Odd] = {}
    for odd in node.odds:
        name, span = odd.outcome.value, odd.outcome.span
        if name not in outcomes:
            message = f'there is no outcome "{name}" in this attempt'
            elaborator.report(SemanticError("E428", message, span, help=suggest(name, outcomes)))
        elif name in by_outcome:
            elaborator.report(
                SemanticError("E435", f'the odds of "{name}" are given twice', span, help="leave one of the lines out")
            )
        else:
            by_outcome[name] = odd
            elaborator.note_text(odd.outcome, outcomes[name])
    return by_outcome


def _odds(elaborator: Elaborator, node: n.Odd, alternative: t.Alternative, scopes: list[NameScope]) -> t.Odds:
    """What the odds say; of single picks, each expression speaks of a member as `it`."""
    weight = elaborator.expect_number(node.weight, scopes[0])
    lots: dict[int, t.Lot] = {}
    for lot in node.picks:
        try:
            index = _lot(lot, alternative.picks)
            if index in lots:
                message = f'the odds of "{lot.name.text}" are given twice'
                raise SemanticError("E435", message, lot.name.span, help="leave one of them out")
        except SemanticError as error:
            elaborator.report(error)
            continue
        elaborator.note(lot.name, alternative.picks[index].local)
        it = t.Local("it", one(alternative.picks[index].local.type.kind))
        counted = lot.percent if isinstance(lot, n.OddEach) else lot.weight
        lots[index] = t.Lot(index, it, elaborator.expect_number(counted, scopes[index].with_it(it)), span=lot.span)
    return t.Odds(weight, tuple(lots.values()), span=node.span)


def _lot(lot: n.OddEach | n.OddBy, picks: tuple[t.Pick, ...]) -> int:
    """Which pick the odds speak of."""
    name = lot.name.text
    index = next((i for i, pick in enumerate(picks) if pick.local.name == name), None)
    if index is None:
        names = [pick.local.name for pick in picks]
        raise SemanticError("E429", f'this outcome has no pick "{name}"', lot.name.span, help=suggest(name, names))
    many = not picks[index].local.type.is_one
    if many is not isinstance(lot, n.OddEach) and not picks[index].local.type.is_unknown:
        raise SemanticError(
            "E434",
            f'"{name}" is a set, and `by` weighs the members where one is picked'
            if many
            else f'"{name}" is one thing, and `each ... percent` is for the members of a set',
            lot.span,
            help=f"write `{name} each 20 percent`" if many else f"write `{name} by` and a weight",
        )
    return index


HANDLERS: dict[type, StepHandler] = {n.Choose: _choose, n.Attempt: _attempt}
