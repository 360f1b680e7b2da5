"""What each name in a rulebook stands for, as far as that can be told without knowing the kinds of things.

Whatever is declared for the whole game is known by its words alone: to rename all of one name together changes nothing. Names
given on the spot are known by the place where they are given.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from attrs import define, field, frozen

from dicedsl.builtins import ADJECTIVES, ATTRIBUTES, NOUNS
from dicedsl.lsp.declaring import BUILT_IN_KINDS, Declared
from dicedsl.rulebook.frames import frame_of
from dicedsl.rulebook.merge import Rulebook
from dicedsl.rulebook.walk import children, everything, walk
from dicedsl.source import Span
from dicedsl.syntax import nodes as n
from dicedsl.typed.material import COLOURS

WORD = re.compile(r"#[^\n]*|[A-Za-z][A-Za-z0-9]*(?:-[A-Za-z0-9]+)*")
PLAIN, ASKED = "plain", "asked"  # a name that stands alone, and one with `of`
SEATS = tuple(f"P{number}" for number in range(1, 21))  # what players are called who have no names
KNOWN_BY_ENGINE = frozenset({"starter", "owner", "die", "place", "it"})


@frozen
class Symbol:
    """Something that has a name. `home` is where a name given on the spot is given: the name of a text and an offset."""

    sort: str  # noun, adjective, rule, local, player, alternative, variant or file
    name: str
    home: tuple[str, int] | None = None


@frozen(eq=False)
class Occurrence:
    """A name where it stands. `declares` if it is given here, by `node`."""

    symbol: Symbol
    span: Span
    declares: bool = False
    node: n.Node | None = None


Scope = Mapping[str, Symbol]


def words_in(span: Span) -> list[tuple[str, Span]]:
    """The words of a stretch of text, without comments."""
    found = []
    for match in WORD.finditer(span.text):
        if not match[0].startswith("#"):
            start = span.start + match.start()
            found.append((match[0], Span(span.source, start, start + len(match[0]))))
    return found


def words_of(phrase: n.Phrase) -> list[tuple[str, Span]]:
    """The words of a name, without its article."""
    found = words_in(phrase.span)
    return found[-len(phrase.words) :] if len(found) >= len(phrase.words) else []


def joined(words: list[tuple[str, Span]]) -> Span:
    return words[0][1].to(words[-1][1])


def inside(text: n.Text) -> Span:
    """A text without its quotes."""
    return Span(text.span.source, text.span.start + 1, max(text.span.start + 1, text.span.end - 1))


@define(eq=False)
class Resolver:
    """Goes through a rulebook and notes every name in it. What it has seen before, in the rulebook without a variant, it leaves out."""

    note: Callable[[Occurrence], None]
    seen: set[int] = field(factory=set)
    declared: Declared = field(factory=Declared)
    picks: dict[str, Symbol] = field(factory=dict)

    def books(self, books: Sequence[Rulebook]) -> None:
        """The rulebook as it stands, then with each of its variants; examples may be played with any of them."""
        together = Declared()
        for book in books:
            self.declared = Declared.of(book)
            together.join(self.declared)
            for node in everything(book):
                if not isinstance(node, n.Example):
                    self._once(node)
        self.declared = together
        for book in books:
            for example in book.examples:
                self._once(example)

    def _once(self, node: n.Node) -> None:
        if id(node) in self.seen:
            return
        self.seen.add(id(node))
        for inner in walk(node):
            if isinstance(inner, n.Pick):
                self.picks.setdefault(inner.name.text, _local(inner.name))
        self.visit(node, {})

    # -------------------------------------------------------------- notes

    def _declare(self, symbol: Symbol, words: list[tuple[str, Span]], node: n.Node) -> None:
        if words:
            self.note(Occurrence(symbol, joined(words), True, node))

    def _use(self, symbol: Symbol, words: list[tuple[str, Span]]) -> None:
        if words:
            self.note(Occurrence(symbol, joined(words)))

    def _bind(self, name: n.Phrase, scope: Scope, node: n.Node) -> Scope:
        symbol = _local(name)
        self._declare(symbol, words_of(name), node)
        return {**scope, name.text: symbol}

    # -------------------------------------------------------------- going through

    def visit(self, node: n.Node, scope: Scope) -> None:
        handler = _HANDLERS.get(type(node))
        if handler is not None:
            handler(self, node, scope)
        else:
            self.all(children(node), scope)

    def all(self, nodes: Iterable[n.Node | None], scope: Scope) -> None:
        for node in nodes:
            if node is not None:
                self.visit(node, scope)

    def steps(self, steps: Iterable[n.Node], scope: Scope) -> None:
        """Names given in a block end with it."""
        for step in steps:
            if isinstance(step, n.Let):
                self.visit(step.value, scope)
                scope = self._bind(step.name, scope, step)
            elif isinstance(step, n.Draw):
                self.all((step.source, step.condition), scope)
                scope = self._bind(step.name, scope, step)
            else:
                self.visit(step, scope)

    # -------------------------------------------------------------- runs of words

    def phrase(self, phrase: n.Phrase, scope: Scope, role: str) -> None:
        """Adjectives and a noun: the longest noun that is known, as it is asked for here; or else any."""
        words = words_of(phrase)
        for wanted in (role, ASKED if role == PLAIN else PLAIN):
            for i in range(len(words)):
                noun = " ".join(word for word, _ in words[i:])
                symbol = self.noun(noun, scope, wanted)
                if symbol is None:
                    continue
                row = self._adjectives(words[:i])
                if row is None:
                    continue
                for adjective, part in row:
                    self._use(Symbol("adjective", adjective), part)
                self._use(symbol, words[i:])
                return

    def noun(self, name: str, scope: Scope, role: str) -> Symbol | None:
        if role == PLAIN and name in scope:
            return scope[name]
        known = self.declared.plain if role == PLAIN else self.declared.asked
        built_in = NOUNS if role == PLAIN else ATTRIBUTES
        if name in known or name in built_in or name in KNOWN_BY_ENGINE:
            return Symbol("noun", name)
        if role == PLAIN and (name in COLOURS or name in BUILT_IN_KINDS):
            return Symbol("noun", name)
        return None

    def _adjectives(self, words: list[tuple[str, Span]]) -> list[tuple[str, list[tuple[str, Span]]]] | None:
        """The words as a row of adjectives, or None."""
        if not words:
            return []
        for i in range(len(words), 0, -1):
            name = " ".join(word for word, _ in words[:i])
            if name in self.declared.adjectives or name in ADJECTIVES or name in COLOURS:
                rest = self._adjectives(words[i:])
                if rest is not None:
                    return [(name, words[:i]), *rest]
        return None

    def kind(self, phrase: n.Phrase) -> None:
        self._kind_words(words_of(phrase))

    def _kind_words(self, words: list[tuple[str, Span]]) -> None:
        name = " ".join(word for word, _ in words)
        if name in self.declared.kinds or name in BUILT_IN_KINDS:
            self._use(Symbol("noun", name), words)
        elif len(words) > 1 and words[-1][0] in {"place", "places"}:  # of the second board and later ones
            self._use(Symbol("noun", name.rpartition(" ")[0]), words[:-1])

    def param(self, param: n.Param, scope: Scope) -> Scope:
        words = words_in(param.span)
        count = len(param.kind.split()) + 1
        if len(words) < count:
            return scope
        words = words[-count:]
        self._kind_words(words[:-1])
        symbol = _local(param.name)
        self._declare(symbol, words[-1:], param)
        return {**scope, param.name.text: symbol}

    def params(self, params: Iterable[n.Param], scope: Scope) -> Scope:
        for param in params:
            scope = self.param(param, scope)
        return scope

    def word(self, phrase: n.Phrase, sort: str = "noun") -> None:
        """A name that stands as a whole, without adjectives."""
        self._use(Symbol(sort, phrase.text), words_of(phrase))

    def quoted(self, sort: str, text: n.Text, node: n.Node | None = None) -> None:
        self.note(Occurrence(Symbol(sort, text.value), inside(text), node is not None, node))

    def named(self, line: n.Phrase, node: n.Node, sort: str = "noun") -> None:
        """The name that a line gives."""
        self._declare(Symbol(sort, line.text), words_of(line), node)


def _local(name: n.Phrase) -> Symbol:
    return Symbol("local", name.text, (name.span.source.name, name.span.start))


# ------------------------------------------------------------------ lines of the material and the words


def _option(r: Resolver, node: n.Option, scope: Scope) -> None:
    """Words between which an option chooses are given by it, unless they are values of a kind."""
    r.named(node.name, node)
    for value in (node.default, *node.choices):
        if isinstance(value, n.Name) and value.phrase.text in r.declared.choices:
            r.named(value.phrase, node)
        else:
            r.visit(value, scope)
    r.all((node.bounds,), scope)


def _zone(r: Resolver, node: n.Zone, scope: Scope) -> None:
    r.named(node.name, node)
    for key in node.keys:
        r.kind(key)
    r.all((node.amount, node.faces, node.seen_by), scope)


def _memory(r: Resolver, node: n.Memory, scope: Scope) -> None:
    r.named(node.name, node)
    for key in (node.scope.kind, node.key):
        if key is not None:
            r.kind(key)
    r.all((node.initial, node.bounds, node.seen_by), scope)


def _board(r: Resolver, node: n.Board, scope: Scope) -> None:
    r.named(node.name, node)
    if isinstance(node.shape, n.CoordinateBoard):
        for name in node.shape.names:
            r.named(name, node)
        own = {name.text: Symbol("noun", name.text) for name in node.shape.names}
        r.all((node.shape.low, node.shape.high), scope)
        r.all((node.shape.condition,), {**scope, **own})
    for side in node.seen_from:
        r.named(side, node)


def _kind(r: Resolver, node: n.Kind, scope: Scope) -> None:
    for name in (node.singular, node.plural, *node.values):
        r.named(name, node)


def _value_word(r: Resolver, node: n.ValueWord, scope: Scope) -> None:
    r.named(node.name, node)
    r.visit(node.body, r.params(node.params, scope))


def _list_word(r: Resolver, node: n.ListWord, scope: Scope) -> None:
    r.named(node.name, node)
    r.all(node.items, scope)


def _case_word(r: Resolver, node: n.CaseWord, scope: Scope) -> None:
    r.named(node.name, node)
    scope = r.params(node.params, scope)
    if node.columns is not None:
        r.phrase(node.columns.by, scope, PLAIN)
        r.all(node.columns.heads, scope)
    r.all(node.rows, scope)


def _adjective_word(r: Resolver, node: n.AdjectiveWord, scope: Scope) -> None:
    r.named(node.name, node, "adjective")
    scope = r.param(node.subject, scope)
    if node.other is not None:
        scope = r.param(node.other, scope)
    r.all(node.conditions, scope)


def _shown(r: Resolver, node: n.Shown, scope: Scope) -> None:
    if isinstance(node.value, n.Name) and node.keys:
        r.phrase(node.value.phrase, scope, ASKED)
    else:
        r.visit(node.value, scope)
    for key in node.keys:
        r.kind(key)
    r.all((node.condition,), scope)


# ------------------------------------------------------------------ parts and steps


def _rule(r: Resolver, node: n.Rule, scope: Scope) -> None:
    r.named(node.name, node, "rule")
    r.visit(node.block, r.params(node.params, scope))


def _standing(r: Resolver, node: n.Whenever | n.End | n.MatchEnd, scope: Scope) -> None:
    """`some x in S ...` names its witness for the steps."""
    last: n.Expr = node.condition
    r.visit(node.condition, scope)
    while isinstance(last, n.And):
        last = last.right
    if isinstance(last, n.Quantified) and last.word == "some":
        scope = {**scope, last.name.text: _local(last.name)}
    if isinstance(node, n.Whenever):
        r.all((node.by,), scope)
    r.visit(node.block, scope)


def _block(r: Resolver, node: n.Block, scope: Scope) -> None:
    r.steps(node.steps, scope)


def _for(r: Resolver, node: n.For, scope: Scope) -> None:
    r.visit(node.source, scope)
    scope = r._bind(node.name, scope, node)
    r.all((node.condition, node.by, node.block), scope)


def _choose(r: Resolver, node: n.Choose, scope: Scope) -> None:
    r.all((node.by, *node.alternatives, node.allowed, node.nothing_fits), scope)


def _alternative(r: Resolver, node: n.Alternative, scope: Scope) -> None:
    r.quoted("alternative", node.name, node)
    r.steps(node.steps, _picked(r, node, scope))


def _picked(r: Resolver, node: n.Alternative, scope: Scope) -> Scope:
    for pick in node.picks:
        r.all((pick.amount, pick.source, pick.condition, pick.seen_by), scope)
        scope = r._bind(pick.name, scope, pick)
    return scope


def _attempt(r: Resolver, node: n.Attempt, scope: Scope) -> None:
    r.all((node.by, *node.outcomes), scope)
    for odd in node.odds:
        r.quoted("alternative", odd.outcome)
        r.visit(odd.weight, scope)
        inner = dict(scope)
        for outcome in node.outcomes:
            if isinstance(outcome, n.Alternative) and outcome.name.value == odd.outcome.value:
                inner |= {pick.name.text: _local(pick.name) for pick in outcome.picks}
        for lot in odd.picks:
            r.phrase(lot.name, inner, PLAIN)
            r.visit(lot.percent if isinstance(lot, n.OddEach) else lot.weight, inner)


def _allowed(r: Resolver, node: n.Allowed, scope: Scope) -> None:
    for name in node.names:
        r.quoted("alternative", name)
    r.all(node.rows, scope)


def _do(r: Resolver, node: n.Do, scope: Scope) -> None:
    r.word(node.rule, "rule")
    r.all(node.arguments, scope)


def _measure(r: Resolver, node: n.BestWins, scope: Scope) -> None:
    """Asked of each player."""
    if isinstance(node.measure, n.Name):
        r.phrase(node.measure.phrase, scope, ASKED)
    else:
        r.visit(node.measure, scope)


# ------------------------------------------------------------------ expressions


def _name(r: Resolver, node: n.Name, scope: Scope) -> None:
    r.phrase(node.phrase, scope, PLAIN)


def _your(r: Resolver, node: n.Your, scope: Scope) -> None:
    r.phrase(node.phrase, scope, ASKED)


def _apply(r: Resolver, node: n.Apply, scope: Scope) -> None:
    r.phrase(node.phrase, scope, ASKED)
    r.visit(node.argument, scope)


def _at(r: Resolver, node: n.At, scope: Scope) -> None:
    if isinstance(node.subject, n.Name):
        r.phrase(node.subject.phrase, scope, ASKED)
    else:
        r.visit(node.subject, scope)
    r.visit(node.key, scope)


def _for_each(r: Resolver, node: n.ForEach, scope: Scope) -> None:
    for binder in node.binders:
        r.visit(binder.source, scope)
        scope = r._bind(binder.name, scope, binder)
    r.all((node.body, node.condition), scope)


def _quantified(r: Resolver, node: n.Quantified, scope: Scope) -> None:
    r.visit(node.source, scope)
    scope = r._bind(node.name, scope, node)
    r.all((node.test, node.condition), scope)


def _same(r: Resolver, node: n.Same, scope: Scope) -> None:
    """An adjective, or a thing to compare with; where both are declared it is noted as both."""
    if not isinstance(node.other, n.Name):
        r.visit(node.other, scope)
        return
    phrase = node.other.phrase
    if phrase.text in r.declared.adjectives:
        r.word(phrase, "adjective")
    if phrase.text in scope or phrase.text in r.declared.plain:
        r.phrase(phrase, scope, PLAIN)
    elif phrase.text in ADJECTIVES or phrase.text in COLOURS:
        r.word(phrase, "adjective")
    elif phrase.text not in r.declared.adjectives:
        r.phrase(phrase, scope, PLAIN)


def _related(r: Resolver, node: n.Related, scope: Scope) -> None:
    r.word(node.relation, "adjective")
    r.visit(node.other, scope)


def _linked(r: Resolver, node: n.Linked, scope: Scope) -> None:
    r.word(node.word)


def _linked_to(r: Resolver, node: n.LinkedTo, scope: Scope) -> None:
    r.all((node.subject, node.start), scope)
    r.word(node.word)


def _groups(r: Resolver, node: n.Groups, scope: Scope) -> None:
    r.all((node.count, node.subject), scope)
    r.word(node.word)
    if node.under is not None:
        r.word(node.under)


# ------------------------------------------------------------------ examples


def _example(r: Resolver, node: n.Example, scope: Scope) -> None:
    home = (node.span.source.name, node.span.start)
    names = [name for name in frame_of(node, ()).bare if name.text not in r.declared.options]
    seats = {text: Symbol("player", text, home) for text in (*SEATS, *(name.text for name in names))}
    for name in names:
        r._declare(seats[name.text], words_of(name), node)
    for line in node.lines:
        _example_line(r, line, {**scope, **seats})


def _example_line(r: Resolver, line: n.Node, scope: Scope) -> None:
    if isinstance(line, n.With):
        for setting in line.settings:
            if isinstance(setting, n.WithVariant):
                r.quoted("variant", setting.title)
            elif isinstance(setting, n.WithOption):
                r.word(setting.name)
                r.visit(setting.value, scope)
        return
    seat = getattr(line, "seat", None)
    if isinstance(seat, n.Phrase) and seat.text in scope:
        r._use(scope[seat.text], words_of(seat))
    if isinstance(line, n.Policy):
        if line.by is not None:
            r.visit(line.by.measure, {**r.picks, **scope})
    elif isinstance(line, n.Ways):
        r.quoted("alternative", line.name)
    else:
        r.all(children(line), scope)


def _answer(r: Resolver, node: n.Answer, scope: Scope) -> None:
    r.quoted("alternative", node.name)
    values = list(node.values)
    while values:
        values = values[_values(r, values, scope) :]


def _values(r: Resolver, values: list[n.AnswerValue], scope: Scope) -> int:
    """Note the name that these begin with; of how many of them it consists."""
    first = values[0]
    if not isinstance(first.value, str) or first.owner is not None:
        r.visit(first, scope)
        return 1
    count = next((i for i, v in enumerate(values) if not isinstance(v.value, str) or v.owner is not None), len(values))
    for size in range(count, 0, -1):
        name = " ".join(str(value.value) for value in values[:size])
        if name in scope or name in r.declared.plain:
            words = [word for value in values[:size] for word in words_in(value.span)]
            r._use(scope[name] if name in scope else Symbol("noun", name), words)
            return size
    return 1


def _drawn(r: Resolver, node: n.Drawn, scope: Scope) -> None:
    _values(r, [node.value], scope)


def _owned(r: Resolver, node: n.AnswerValue | n.DieName, scope: Scope) -> None:
    if node.owner is not None and node.owner in scope:
        r._use(scope[node.owner], words_in(node.span)[-1:])


def _ignored(r: Resolver, node: n.Node, scope: Scope) -> None:
    """Names in it are none of a rulebook."""


_HANDLERS: dict[type, Callable[[Resolver, Any, Scope], None]] = {
    n.Option: _option, n.Zone: _zone, n.Memory: _memory, n.Board: _board, n.Kind: _kind, n.ValueWord: _value_word,
    n.ListWord: _list_word, n.CaseWord: _case_word, n.AdjectiveWord: _adjective_word, n.Shown: _shown,
    n.Rule: _rule, n.Whenever: _standing, n.End: _standing, n.MatchEnd: _standing,
    n.Block: _block, n.For: _for, n.Choose: _choose, n.Alternative: _alternative, n.Attempt: _attempt,
    n.Allowed: _allowed, n.Do: _do, n.BestWins: _measure,
    n.Name: _name, n.Your: _your, n.Apply: _apply, n.At: _at, n.ForEach: _for_each, n.Quantified: _quantified,
    n.Same: _same, n.Related: _related, n.Linked: _linked, n.LinkedTo: _linked_to, n.Groups: _groups,
    n.Example: _example, n.Answer: _answer, n.Drawn: _drawn, n.AnswerValue: _owned, n.DieName: _owned,
    n.Phrase: _ignored, n.Text: _ignored, n.Remark: _ignored, n.Scope: _ignored,
}  # fmt: skip


def changes_in(file: n.File) -> Iterator[Occurrence]:
    """The names by which the differences of a file say what they change, and the titles of its variants."""
    for node in walk(file):
        if isinstance(node, n.Variant):
            yield Occurrence(Symbol("variant", node.title.value), inside(node.title), True, node)
        elif isinstance(node, n.AddBeside):
            yield Occurrence(Symbol("alternative", node.name.value), inside(node.name))
        elif isinstance(node, (n.Remove, n.AddTo)) and node.what in {"rule", "word", "alternative"}:
            found = _changed_name(node)
            if found is not None:
                yield Occurrence(Symbol({"word": "noun"}.get(node.what, node.what), node.name), found)


def _changed_name(node: n.Remove | n.AddTo) -> Span | None:
    head = Span(node.span.source, node.span.start, node.span.start + len(node.span.text.split("\n", 1)[0]))
    if node.what == "alternative":
        at = head.text.find(f'"{node.name}"')
        return None if at < 0 else Span(head.source, head.start + at + 1, head.start + at + 1 + len(node.name))
    words = words_in(head)
    wanted = node.name.split()
    for i in range(len(words) - len(wanted), 0, -1):
        if [word for word, _ in words[i : i + len(wanted)]] == wanted:
            return joined(words[i : i + len(wanted)])
    return None
