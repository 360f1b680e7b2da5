"""The door of this stage: from a merged rulebook to its typed tree, with every mistake of names and kinds."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from attrs import define

from dicedsl.errors import raise_unhandled
from dicedsl.rulebook.book import Rulebook, StandingRule
from dicedsl.syntax import nodes as n
from dicedsl.text.budget import WorkBudget
from dicedsl.typed import choices, name_expressions, nouns, steps
from dicedsl.typed import tree as t
from dicedsl.typed.calls import calls
from dicedsl.typed.elaborator import Elaborator
from dicedsl.typed.expressions import HANDLERS
from dicedsl.typed.kinds import ANYTHING, Grouping, Type, one
from dicedsl.typed.material import STARTER, Material, key_kind
from dicedsl.typed.names import LazyTable, Names
from dicedsl.typed.part_reuse import PartReuse
from dicedsl.typed.scope import NameScope, scope_of
from dicedsl.typed.semantic_error import SemanticError
from dicedsl.typed.steps import StepScope
from dicedsl.typed.words import Words

T = TypeVar("T", bound=n.Node)
Made = TypeVar("Made")
STEPS = {**steps.HANDLERS, **choices.HANDLERS}


def elaborate(
    book: Rulebook, budget: WorkBudget | None = None, base: t.TypedGame | None = None, alone: bool = False
) -> t.TypedGame:
    """The typed tree of a rulebook. `base` is that of the rulebook it is a variant of: what was made of a node that both have is taken
    over, so that whoever puts the variant together lets it share its nodes first (`share_unchanged_parts`).

    The rules of a library speak of what the game that uses it has, so they are looked at only if it is asked for `alone`.
    """
    return _GameElaborator.of(book, budget, base).game(alone)


def elaborator(game: t.TypedGame, budget: WorkBudget | None = None) -> Elaborator:
    """The elaborator of further expressions among the names of a game: in examples, and where rules are told."""
    return Elaborator(game.names, HANDLERS, WorkBudget() if budget is None else budget, STEPS)


@define(eq=False, repr=False, slots=False)
class _GameElaborator:
    book: Rulebook
    elaborator: Elaborator
    material: Material
    words: Words

    @classmethod
    def of(cls, book: Rulebook, budget: WorkBudget | None, base: t.TypedGame | None) -> _GameElaborator:
        names = Names(book, PartReuse())
        elaborator = Elaborator(names, HANDLERS, WorkBudget() if budget is None else budget, STEPS)
        whole = cls(book, elaborator, Material(elaborator), Words(elaborator))
        whole._declare(base)
        return whole

    def _declare(self, base: t.TypedGame | None) -> None:
        names, book = self.elaborator.names, self.book
        memories = {"starter": STARTER, **book.memories}
        values = {k: w for k, w in book.words.items() if isinstance(w, (n.ValueWord, n.CaseWord))}
        lists = {k: w for k, w in book.words.items() if isinstance(w, n.ListWord)}
        adjectives = {k: w for k, w in book.words.items() if isinstance(w, n.AdjectiveWord)}
        made_by = names.parts, self.elaborator
        names.options = LazyTable("option", book.options, self.material.option, *made_by)
        names.zones = LazyTable("zone", book.zones, self.material.zone, *made_by)
        names.memories = LazyTable("memory", memories, self.material.memory, *made_by)
        names.words = LazyTable("word", values, self.words.word, *made_by)
        names.lists = LazyTable("list", lists, self.words.list_word, *made_by)
        names.adjectives = LazyTable("adjective", adjectives, self.words.adjective, *made_by)
        self.material.declare()
        if base is not None:
            names.take_over(base.names)
        self.words.declare()
        for name, rule in book.rules.items():
            names.rules[name] = tuple(self._param(param) for param in rule.params)

    def _param(self, param: n.Param) -> Type:
        try:
            return self.elaborator.names.param_type(param)
        except SemanticError as error:
            self.elaborator.report(error)
            return ANYTHING

    # -------------------------------------------------------------- the whole

    def game(self, alone: bool = False) -> t.TypedGame:
        elaborator, names, book = self.elaborator, self.elaborator.names, self.book
        game = t.TypedGame(book, names, names.kinds, names.boards, types=elaborator.types)
        for name, board in names.boards.items():
            shape = board.node.shape
            if isinstance(shape, n.CoordinateBoard):
                game.boxes[name] = self._make(shape, self.material.box)
            else:
                game.sizes[name] = self._make(shape, self.material.sizes)
        game.options = {option.name: option for option in names.options.all()}
        game.zones = {zone.name: zone for zone in names.zones.all()}
        game.memories = {memory.name: memory for memory in names.memories.all()}
        game.lists = {word.name: word for word in names.lists.all()}
        game.words = {word.name: word for word in names.words.all()}
        game.adjectives = dict(zip(names.adjectives.nodes, names.adjectives.all(), strict=True))
        if book.head.word != "library" or alone:
            self._rules(game)
        game.problems, game.uses = elaborator.without_follow_ups(), elaborator.uses
        return game

    def _rules(self, game: t.TypedGame) -> None:
        """What happens, and what is told of it."""
        elaborator, book = self.elaborator, self.book
        for name, rule in book.rules.items():
            game.rules[name] = self._make(rule, self._rule)
        game.standing = [self._make(item, self._standing) for item in book.standing]
        for word, flow in book.flows.items():
            game.flows[word] = self._make(flow, self._flow)
        game.hooks = [self._make(hook, self._hook) for hook in book.hooks]
        for line in book.shown.values():
            try:
                game.shown.append(self._make(line, self._shown))
            except SemanticError as error:
                elaborator.report(error)
        if book.aim is not None:
            game.aim = self._make(book.aim, self._aim)
        self._nothing_happens()
        for wrong in calls(game):
            elaborator.report(wrong)

    def _make(self, node: T, make: Callable[[T], Made]) -> Made:
        return self.elaborator.make_part(node, make)

    def _nothing_happens(self) -> None:
        book = self.book
        if book.head.word == "game" and not {"turn", "round", "setup"} & set(book.flows):
            message = "this game has no `turn:` or `round:`, so nothing can happen in it"
            help = "add a part `turn:` that says what a player does"
            self.elaborator.report(SemanticError("E431", message, book.head.title.span, help=help))

    # -------------------------------------------------------------- parts

    def _block(self, block: n.Block, scope: NameScope | None = None) -> t.Block:
        return steps.block(self.elaborator, block.steps, StepScope(scope or NameScope()))

    def _flow(self, node: n.Flow) -> t.Flow:
        return t.Flow(node.word, self._block(node.block), span=node.span)

    def _hook(self, node: n.Hook) -> t.Hook:
        return t.Hook(node.moment, self._block(node.block), span=node.span)

    def _rule(self, node: n.Rule) -> t.Rule:
        params = tuple(self.elaborator.declare_parameter(param, self._param(param)) for param in node.params)
        block = self._block(node.block, scope_of(params, node.params))
        return t.Rule(node.name.text, params, block, span=node.span)

    def _standing(self, node: StandingRule) -> t.StandingRule:
        elaborator = self.elaborator
        if isinstance(node, n.Always):
            return t.Always(elaborator.expect_truth(node.condition, NameScope()), node.sentence.value, span=node.span)
        if isinstance(node, n.BreakOff):
            return t.BreakOff(
                elaborator.expect_number(node.count, NameScope()), node.unit, self._block(node.block), span=node.span
            )
        condition = elaborator.expect_truth(node.condition, NameScope())
        if isinstance(node, n.Whenever):
            witness = self._witness(node.condition, condition, Grouping.ONE)
            scope = _with(witness)
            measured = scope if witness is None else scope.with_has(witness.named)
            by = None if node.by is None else t.By(node.by.highest, elaborator.expect_number(node.by.measure, measured))
            block, words = self._block(node.block, scope), steps.in_its_words(node.condition)
            return t.Whenever(condition, words, witness, by, block, span=node.span)
        if isinstance(node, (n.End, n.MatchEnd)):
            witness = self._witness(node.condition, condition, Grouping.SET)
            scope = _with(witness)
            moment = node.moment if isinstance(node, n.End) else "match"
            block = self._block(node.block, scope)
            return t.End(node.caption.value, moment, condition, witness, block, span=node.span)
        raise_unhandled(node)

    def _witness(self, node: n.Expr, condition: t.Expr, form: Grouping) -> t.Witness | None:
        """`some x in S ...` names its witness: all of them together in an end, the first one in a `whenever`."""
        while isinstance(condition, t.And):
            condition = condition.right
        while isinstance(node, n.And):
            node = node.right
        if not isinstance(node, n.Quantified) or node.word != "some":
            return None
        if not isinstance(condition, t.Quantified):  # something is wrong with it
            return t.Witness(*_nobody(node.name))
        source = condition.source
        while isinstance(source, t.Where):
            source = source.subject
        if not isinstance(source, t.Members) and not source.type.is_unknown:
            return None
        named = t.Local(condition.local.name, Type(source.type.kind, form), node.name)
        return t.Witness(condition.local, condition.source, condition.test, named)

    # -------------------------------------------------------------- what is told

    def _aim(self, node: n.Aim) -> t.Saying:
        return steps.saying(self.elaborator, node.saying.text.value, node.saying.values, NameScope())

    def _shown(self, node: n.Shown) -> t.Shown:
        elaborator = self.elaborator
        keys = tuple(t.Local(phrase.text, one(key_kind(elaborator, phrase))) for phrase in node.keys)
        scope = NameScope({local.name: local for local in keys})
        value: t.Expr | t.Saying
        if isinstance(node.value, n.Saying):
            value = steps.saying(elaborator, node.value.text.value, node.value.values, scope)
        elif keys:
            assert isinstance(node.value, n.Name)
            things = [nouns.reference_to(key, node.value) for key in keys]
            meaning = name_expressions.answer_about(elaborator, node.value.phrase, things, node.value)
            value = steps.check_tellable(elaborator, elaborator.as_single(meaning, node.value), node.value)
            elaborator.types[id(node.value)] = value.type
        else:
            value = steps.check_tellable(elaborator, elaborator.value(node.value, scope), node.value)
        condition = None if node.condition is None else elaborator.expect_truth(node.condition, scope)
        return t.Shown(node.name, keys, value, condition)


def _with(witness: t.Witness | None) -> NameScope:
    if witness is None:
        return NameScope()
    named = witness.named
    return NameScope({named.name: named}).with_unnamed(*([named] if named.name == named.type.kind.name else []))


def _nobody(name: n.Phrase) -> tuple[t.Local, t.Expr, t.Expr, t.Local]:
    local = t.Local(name.text, ANYTHING, name)
    return local, t.Wrong(), t.Wrong(), local
