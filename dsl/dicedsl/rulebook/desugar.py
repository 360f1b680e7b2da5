"""What the language says in several ways is said in one: a merged rulebook in the words that the typed stage knows.

Here is what needs names but no kinds: pronouns become what is asked of `it` and `they`, prepositions become `at`, calls find
their rule, shared alternatives stand where they are offered, conditions on top of a choice stand in each alternative.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar, cast

from attrs import define, evolve, field

from dicedsl.built_in import KIND_WORDS
from dicedsl.errors import Problem
from dicedsl.rulebook.book import Rulebook
from dicedsl.rulebook.parts import tables, unnamed_tables
from dicedsl.syntax import nodes as n
from dicedsl.syntax.plurals import plural_of, singular_in
from dicedsl.syntax.walk import inner_fields
from dicedsl.text.budget import WorkBudget
from dicedsl.text.source import Span

Part = TypeVar("Part", bound=n.Node)
Line = TypeVar("Line", bound=n.Node)
# Parts that were desugared, by the names that they were desugared among and by the part itself; and what these names stand for.
DesugaredParts = dict[object, tuple[dict[int, tuple[n.Node, n.Node]], tuple[object, ...]]]
UNNAMED_LOCAL = "(each)"  # no author can write this name
NODES = 10  # that are walked through for one step of work


def plural(book: Rulebook, phrase: n.Phrase) -> n.Phrase:
    """All of what is called by a kind, in the plural that the kind is given with."""
    last = phrase.words[-1]
    given = {kind.singular.text: kind.plural.text for kind in book.kinds.values()}
    return evolve(phrase, words=(*phrase.words[:-1], given.get(last) or plural_of(last)), article="")


def sentence_name(subject: str, state: str) -> str:
    return f"{subject} is {state}"


def desugar(book: Rulebook, budget: WorkBudget, desugared: DesugaredParts) -> list[Problem]:
    """Desugar a rulebook, in place; a rulebook of the first edition stays as it is. What stands in `desugared` is taken from there."""
    desugarer = Desugarer(book)
    desugarer.desugar_all(budget, desugared)
    return desugarer.problems


def share_unchanged_parts(book: Rulebook, base: Rulebook) -> None:
    """The very nodes of the rulebook that this is a variant of, wherever it says the same: desugaring has made equal ones anew."""
    for table, base_table in zip(tables(book), tables(base), strict=True):
        _share(table, base_table)
    for items, before in zip(unnamed_tables(book), unnamed_tables(base), strict=True):
        places = {(id(old.span.source), old.span.start): old for old in before}
        for at, new in enumerate(items):
            same = places.get((id(new.span.source), new.span.start))
            if same is not None and same == new:
                items[at] = same


def _share(table: dict[str, n.Node], base_table: dict[str, n.Node]) -> None:
    for name, new in table.items():
        old = base_table.get(name)
        if old is not None and old is not new and old.span == new.span and old == new:
            table[name] = old


def desugar_part(book: Rulebook, part: Part) -> Part:
    """An example, or a difference, in the words of a rulebook that has been desugared."""
    desugarer = Desugarer(book)
    desugarer.sentences = {name for name in (*book.memories, *book.words) if " is " in name}
    desugarer.sentences -= {name for name, word in book.words.items() if isinstance(word, n.AdjectiveWord)}
    desugarer.find_relations()
    return cast(Part, desugarer.node(part))


@define(eq=False)
class Desugarer:
    book: Rulebook
    problems: list[Problem] = field(factory=list)
    relations: frozenset[str] = frozenset()
    sentences: set[str] = field(factory=set)
    _offering: tuple[str, ...] = ()
    _walked: int = 0

    def desugar_all(self, budget: WorkBudget, desugared: DesugaredParts) -> None:
        book = self.book
        self._sentences()
        self.find_relations()
        parts = (*book.options.items(), *book.choices.items(), *book.rules.items(), *book.odds.items())
        # All that desugaring a part asks of the rest of a rulebook. What is known by where it lies in memory must stay there.
        names = frozenset(book.memories), frozenset(self.sentences), self.relations
        here, _ = desugared.setdefault((*names, *((name, id(part)) for name, part in parts)), ({}, parts))

        def once(item: Any) -> Any:
            if id(item) not in here:
                self._walked = 0
                here[id(item)] = item, self.node(item)
                budget.spend(self._walked // NODES, item.span)
            return here[id(item)][1]

        for table in tables(book):
            for name, item in table.items():
                table[name] = once(item)
        for row in unnamed_tables(book):
            row[:] = map(once, row)
        if book.aim is not None:
            book.aim = once(book.aim)

    def find_relations(self) -> None:
        words = self.book.words.values()
        self.relations = frozenset(w.name.text for w in words if isinstance(w, n.AdjectiveWord) and w.other is not None)

    def report(self, code: str, message: str, span: Span, help: str = "") -> None:
        self.problems.append(Problem(code, message, span, help=help))

    def _sentences(self) -> None:
        """`the bidding is over when C`: if its subject is no kind, it is a word that is yes or no."""
        book = self.book
        kinds = set(KIND_WORDS)
        for kind in book.kinds.values():
            kinds |= {kind.singular.text, kind.plural.text}
        for board in book.boards.values():
            kinds |= {f"{board.name.text} place", f"{board.name.text} places"}
            kinds |= {"side", "sides"} if board.seen_from else set()
            if board.places is not None:
                kinds |= {board.places.text, singular_in(board.places.span.source.text, board.places.text)}
        self.sentences |= {name for name in book.memories if " is " in name}
        for key, word in list(book.words.items()):
            if isinstance(word, n.AdjectiveWord) and word.subject.kind not in kinds and word.other is None:
                subject = word.subject.kind if word.subject.unnamed else f"{word.subject.kind} {word.subject.name.text}"
                name = sentence_name(subject, word.name.text)
                body = word.conditions[0]
                for more in word.conditions[1:]:
                    body = (n.Or if word.join == "any" else n.And)(body, more, span=word.span)
                del book.words[key]
                self.sentences.add(name)
                phrase = n.Phrase(tuple(name.split()), word.subject.article, span=word.subject.span.to(word.name.span))
                book.words[name] = n.ValueWord(phrase, (), body, span=word.span)

    # -------------------------------------------------------------- any node

    def node(self, node: Any) -> Any:
        """A node with everything in it desugared; the same node if nothing had to be."""
        first = _FIRST.get(type(node))
        if first is not None:
            return first(self, node)
        inner = self.inside(node)
        last = _LAST.get(type(inner))
        return inner if last is None else last(self, inner)

    def inside(self, node: Any) -> Any:
        if not isinstance(node, n.Node):
            return node
        if isinstance(node, n.Block) and self.book.edition_of(node) > 1:
            node = self._noted(node)
        self._walked += 1
        changes: dict[str, Any] = {}
        for name in inner_fields(type(node)):
            old = getattr(node, name)
            if isinstance(old, (n.Node, tuple)):
                new = self._value(old)
                if new is not old:
                    changes[name] = new
        return evolve(cast(Any, node), **changes) if changes else node

    def _noted(self, node: n.Block) -> n.Block:
        return (
            node
            if not any(isinstance(s, n.Remark) for s in node.steps)
            else evolve(node, steps=notes_behind(node.steps))
        )

    def _value(self, value: Any) -> Any:
        if isinstance(value, n.Node):
            return self.node(value)
        if isinstance(value, tuple) and any(isinstance(part, (n.Node, tuple)) for part in value):
            made: list[Any] = []
            for old in value:
                new = self._value(old) if isinstance(old, (n.Node, tuple)) else old
                # One step may become several.
                made.extend(new.steps) if isinstance(new, _Unfolded) else made.append(new)
            return value if len(made) == len(value) and all(map(_is, made, value)) else tuple(made)
        return value

    # -------------------------------------------------------------- names

    def is_relation(self, node: n.Expr) -> n.Related | None:
        """`directed against you`: a relation with what it is a relation to."""
        if isinstance(node, n.At) and isinstance(node.subject, n.Name) and node.subject.phrase.text in self.relations:
            return n.Related(node.subject.phrase, node.key, span=node.span)
        if isinstance(node, n.Apply) and node.phrase.text in self.relations:
            return n.Related(node.phrase, node.argument, span=node.span)
        return None

    def is_sentence(self, subject: n.Expr, test: n.Test | None) -> n.Name | None:
        if isinstance(subject, n.Name) and isinstance(test, n.Same) and isinstance(test.other, n.Name):
            name = sentence_name(subject.phrase.text, test.other.phrase.text)
            if name in self.sentences:
                whole = subject.span.to(test.span)
                return n.Name(n.Phrase(tuple(name.split()), span=whole), span=whole)
        return None

    # -------------------------------------------------------------- choices

    def offers(self, node: n.Node, offers: Sequence[n.Offer]) -> list[n.Alternative | n.Remark]:
        """Alternatives with those of other choices among them, and with the conditions that hold for all of them."""
        if self.book.edition_of(node) > 1:
            offers = notes_behind(offers)
        alternatives: list[n.Alternative | n.Remark] = []
        musts: list[n.Must] = []
        for offer in offers:
            if isinstance(offer, n.Must):
                musts.append(self.node(offer))
            elif isinstance(offer, n.AsIn):
                alternatives.extend(self._as_in(offer))
            else:
                alternatives.append(self.node(offer))
        if not musts:
            return alternatives
        return [
            evolve(f, steps=(*musts, *f.steps), inline=False) if isinstance(f, n.Alternative) else f
            for f in alternatives
        ]

    def _as_in(self, offer: n.AsIn) -> list[n.Alternative | n.Remark]:
        name = offer.choice.text
        choice = self.book.choices.get(name)
        if choice is None or name in self._offering:
            message = f'there is no choice "{name}"' if choice is None else f'the choice "{name}" offers itself'
            listed = ", ".join(self.book.choices)
            help = f"known: {listed}" if listed else f"add a part `choice {name}:`"
            if choice is not None:
                help = "write the answers again here, or put the first choice into a `repeat:`"
            self.report("E212", message, offer.choice.span, help)
            return []
        before, self._offering = self._offering, (*self._offering, name)
        try:
            return self.offers(choice, choice.offers)
        finally:
            self._offering = before


def notes_behind(lines: Sequence[Line]) -> tuple[Line, ...]:
    """Remarks stand before what they explain; whoever tells a rulebook says them after it."""
    ordered: list[Line] = []
    waiting: list[Line] = []
    for line in lines:
        if isinstance(line, n.Remark):
            waiting.append(line)
        else:
            ordered += [line, *waiting]
            waiting = []
    return (*ordered, *waiting)


@define
class _Unfolded:
    """Steps in place of one."""

    steps: tuple[n.Step, ...]


def _is(new: object, old: object) -> bool:
    return new is old


# ------------------------------------------------------------------ expressions


def _its(desugarer: Desugarer, node: n.Its) -> n.Expr:
    return n.Apply(node.phrase, n.It(span=node.span), span=node.span)


def _their(desugarer: Desugarer, node: n.Their) -> n.Expr:
    return n.Apply(node.phrase, n.They(span=node.span), span=node.span)


def _possessive(desugarer: Desugarer, node: n.Possessive) -> n.Expr:
    return n.Apply(node.phrase, node.owner, span=node.span)


def _prep(desugarer: Desugarer, node: n.Prep) -> n.Expr:
    return n.At(node.subject, node.argument, node.word, span=node.span)


def _each_of(desugarer: Desugarer, node: n.EachOf) -> n.Expr:
    return node.operand


def _binary(desugarer: Desugarer, node: n.Binary) -> n.Expr:
    return evolve(node, op="-") if node.op == "except" else node


def _same(desugarer: Desugarer, node: n.Same) -> n.Test:
    return desugarer.is_relation(node.other) or node


def _holds(desugarer: Desugarer, node: n.Is) -> n.Expr:
    sentence = desugarer.is_sentence(node.subject, node.test) or _agreed(desugarer, node)
    if sentence is None:
        return node
    return n.Not(sentence, span=node.span) if node.negated else sentence


def _agreed(desugarer: Desugarer, node: n.Is) -> n.Name | None:
    """`strict is agreed`: the option itself."""
    other = node.test.other if isinstance(node.test, n.Same) else None
    if isinstance(node.subject, n.Name) and isinstance(other, n.Name) and other.phrase.text == "agreed":
        option = desugarer.book.options.get(node.subject.phrase.text)
        if option is not None and isinstance(option.default, n.Truth):
            return evolve(node.subject, span=node.span)
    return None


def _some_kind(desugarer: Desugarer, node: n.SomeKind) -> n.Expr:
    name = n.Phrase(node.kind.words[-1:], span=node.kind.span)
    source = n.Name(plural(desugarer.book, node.kind), span=node.kind.span)
    negated, test, condition = node.negated, node.test, node.condition
    if node.owned is not None:
        subject = n.Apply(node.owned, n.Name(name, span=name.span), span=node.span)
        if test is not None:
            condition = n.Is(subject, negated, test, span=node.span)
            negated, test = False, None
    return n.Quantified(node.word, name, source, negated, test, condition, span=node.span)


QUANTIFIER_WORDS = {"all": "every", "some": "some", "none": "no"}


def _several(desugarer: Desugarer, node: n.Several) -> n.Expr:
    if node.word not in QUANTIFIER_WORDS:
        return node
    name = n.Phrase((UNNAMED_LOCAL,), span=node.source.span)
    return n.Quantified(
        QUANTIFIER_WORDS[node.word], name, node.source, node.negated, node.test, node.condition, span=node.span
    )  # fmt: skip


# ------------------------------------------------------------------ steps


def _for(desugarer: Desugarer, node: n.For) -> n.Step:
    members = n.Name(plural(desugarer.book, node.name), span=node.name.span)
    if node.source is None:
        return evolve(node, source=members)
    return evolve(node, source=_described_as(node.source, members), such=False) if node.such else node


def _described_as(node: n.Expr, members: n.Name) -> n.Expr:
    """What is said of each, said of all of them."""
    return evolve(node, subject=_described_as(node.subject, members)) if isinstance(node, n.Described) else members


def _repeat(desugarer: Desugarer, node: n.Repeat) -> n.Step:
    if node.until is None:
        return node
    stop = n.Block((n.Stop(span=node.until.span),), True, span=node.until.span)
    leave = n.If((n.Branch(node.until, stop, span=node.until.span),), span=node.until.span)
    return n.Repeat(None, evolve(node.block, steps=(leave, *node.block.steps), inline=False), span=node.span)


def _must(desugarer: Desugarer, node: n.Must) -> n.Must:
    if node.sometimes is None:
        return node
    given = node.sometimes if node.unless else n.Not(node.sometimes, span=node.sometimes.span)
    condition = n.Or(given, node.condition, span=node.sometimes.span.to(node.condition.span))
    return evolve(node, condition=condition, sometimes=None, unless=False)


def _becomes(desugarer: Desugarer, node: n.Becomes) -> n.Step:
    value = n.Truth(not node.ends, span=node.span)
    if isinstance(node.subject, n.Name):
        name = sentence_name(node.subject.phrase.text, node.state.text)
        if name in desugarer.book.memories:
            whole = node.subject.span.to(node.state.span)
            target = n.Name(n.Phrase(tuple(name.split()), span=whole), span=node.span)
            return n.Set(target, value, span=node.span)
    if node.state.text == "out" and not node.ends:
        return n.Eliminate(node.subject, node.state, span=node.span)
    return n.Set(n.Apply(node.state, node.subject, span=node.span), value, span=node.span)


def _set(desugarer: Desugarer, node: n.Set | n.Add | n.Take) -> n.Step:
    """`set guess of each of players to nobody`: once for each of them."""
    looped = _looped(node.target)
    if looped is None:
        return cast(n.Step, desugarer.inside(node))
    target, source = looped
    return _loop(desugarer, source, desugarer.inside(evolve(node, target=target)), node.span)


def _looped(node: n.Expr) -> tuple[n.Expr, n.Expr] | None:
    """What is asked of each of a set as what is asked of one of it, and the set."""
    if isinstance(node, n.Apply) and isinstance(node.argument, n.EachOf):
        return evolve(node, argument=_member(node.argument)), node.argument.operand
    if isinstance(node, n.At) and isinstance(node.key, n.EachOf):
        return evolve(node, key=_member(node.key)), node.key.operand
    if isinstance(node, n.At):
        inner = _looped(node.subject)
        return None if inner is None else (evolve(node, subject=inner[0]), inner[1])
    return None


def _member(node: n.Node) -> n.Name:
    return n.Name(n.Phrase((UNNAMED_LOCAL,), span=node.span), span=node.span)


def _loop(desugarer: Desugarer, source: n.Expr, step: n.Step, span: Span) -> n.For:
    block = n.Block((step,), True, span=span)
    return n.For(n.Phrase((UNNAMED_LOCAL,), span=source.span), desugarer.node(source), None, None, block, span=span)


def _call(desugarer: Desugarer, node: n.Call) -> n.Step:
    first, *more = node.parts
    named_rule = _rule_in(desugarer, first)
    if named_rule is None:
        phrase = _leftmost(first) or n.Phrase((node.span.text,), span=node.span)
        return n.Do(phrase, tuple(desugarer.node(part) for part in more), span=node.span)
    name, rest = named_rule
    rule = desugarer.book.rules[name.text]
    given = _in_order_of([*([] if rest is None else [rest]), *more], rule.params)
    each = next((a for a in given if isinstance(a, n.EachOf)), None)
    if each is not None:
        given = [_member(each) if a is each else a for a in given]
    step = n.Do(name, tuple(desugarer.node(a) for a in given), span=node.span)
    return step if each is None else _loop(desugarer, each.operand, step, node.span)


def _in_order_of(written: list[n.Expr], params: tuple[n.Param, ...]) -> list[n.Expr]:
    """The arguments as a rule is told them: what stands behind a preposition may be written in front of the others or behind them."""
    plain, behind = list(written), dict[int, n.Expr]()
    for at, argument in enumerate(plain):
        while isinstance(argument, (n.At, n.Prep)):
            prep = _word(argument)
            number = next((k for k in reversed(range(len(params))) if k not in behind and params[k].prep == prep), None)
            if number is None:
                break
            behind[number] = argument.key if isinstance(argument, n.At) else argument.argument
            plain[at] = argument = argument.subject
    waiting = [argument for argument in plain if not _is_gap(argument)]
    given = []
    for number, param in enumerate(params):
        if number in behind:
            given.append(behind[number])
        elif not param.prep and waiting:
            given.append(waiting.pop(0))
    return [*given, *waiting]


GAP = n.Nothing("(gap)")


def _is_gap(node: n.Expr) -> bool:
    return isinstance(node, n.Nothing) and node.word == GAP.word


def _word(node: n.At | n.Prep) -> str:
    return "at" if isinstance(node, n.At) else node.word


def _leftmost(node: n.Expr) -> n.Phrase | None:
    phrase = getattr(node, "phrase", None)
    if isinstance(phrase, n.Phrase) and not isinstance(node, n.Possessive):
        return phrase
    inner = next((getattr(node, f) for f in LEFTMOST_FIELDS if isinstance(getattr(node, f, None), n.Node)), None)
    return None if inner is None else _leftmost(inner)


LEFTMOST_FIELDS = ("owner", "subject", "left", "low", "places")


def _rule_in(desugarer: Desugarer, node: n.Expr) -> tuple[n.Phrase, n.Expr | None] | None:
    """The rule whose name the leftmost name begins with, and what is left of the value without it."""
    phrase = getattr(node, "phrase", None)
    if isinstance(phrase, n.Phrase) and not isinstance(node, n.Possessive):
        for size in range(len(phrase.words), 0, -1):
            name = n.Phrase(phrase.words[:size], span=phrase.span)
            if name.text not in desugarer.book.rules:
                continue
            if size == len(phrase.words):
                if isinstance(node, n.SideBySide):
                    return name, node.argument
                return (name, GAP) if isinstance(node, n.Name) else None
            articles = dict(phrase.seams)
            seams = tuple((at - size, word) for at, word in phrase.seams if at > size)
            rest = n.Phrase(phrase.words[size:], articles.get(size, ""), seams, span=phrase.span)
            return name, evolve(cast(Any, node), phrase=rest)
        return None
    for attribute in LEFTMOST_FIELDS:
        inner = getattr(node, attribute, None)
        if isinstance(inner, n.Node) and not isinstance(inner, n.Phrase):
            inner_rule = _rule_in(desugarer, cast(n.Expr, inner))
            if inner_rule is None:
                return None
            return inner_rule[0], evolve(cast(Any, node), **{attribute: inner_rule[1]})
    return None


# ------------------------------------------------------------------ choices


def _choose(desugarer: Desugarer, node: n.Choose) -> n.Step:
    offers = desugarer.offers(node, node.alternatives)
    allowed = node.allowed
    if isinstance(allowed, n.Situations):
        allowed = _allowed(desugarer, allowed, [o.name for o in offers if isinstance(o, n.Alternative)])
    return evolve(
        node, alternatives=_kept(node.alternatives, offers), allowed=allowed, by=desugarer._value(node.by),
        nothing_fits=desugarer._value(node.nothing_fits),
    )  # fmt: skip


def _kept(old: tuple[Any, ...], new: list[Any]) -> tuple[Any, ...]:
    return old if len(old) == len(new) and all(map(_is, new, old)) else tuple(new)


def _allowed(desugarer: Desugarer, node: n.Situations, names: list[n.Text]) -> n.Allowed:
    """A list of what may be chosen as a line of the table: yes for the listed."""
    rows = []
    values = [name.value for name in names]
    for row in node.rows:
        if isinstance(row, n.Remark):
            continue
        listed = values if row.names is None else [name.value for name in row.names]
        for name in row.names or ():
            if name.value not in values:
                help = f"known: {', '.join(values)}"
                desugarer.report("E213", f'there is no alternative "{name.value}" in this choice', name.span, help)
        condition = None if row.condition is None else desugarer.node(row.condition)
        cells = tuple(value in listed for value in values)
        rows.append(n.AllowedRow(condition, cells, row.sentence, span=row.span))
    return n.Allowed(tuple(names), tuple(rows), span=node.span)


def _attempt(desugarer: Desugarer, node: n.Attempt) -> n.Step:
    odds = node.odds
    offers = desugarer.offers(node, node.outcomes)
    if not odds and node.name.value in desugarer.book.odds:
        names = {offer.name.value for offer in offers if isinstance(offer, n.Alternative)}
        own = (odd for odd in desugarer.book.odds[node.name.value].odds if odd.outcome.value in names)
        odds = tuple(desugarer.node(odd) for odd in own)
    return evolve(node, outcomes=_kept(node.outcomes, offers), odds=odds, by=desugarer._value(node.by))


# What is never left of a desugared rulebook.
SUGAR_NODES = frozenset({n.Its, n.Their, n.Possessive, n.Prep, n.EachOf, n.SomeKind, n.Call, n.Becomes})

# What is looked at before its parts, and what after them.
_FIRST: dict[type, Callable[[Desugarer, Any], Any]] = {
    n.Choose: _choose, n.Attempt: _attempt, n.Call: _call, n.Set: _set, n.Add: _set, n.Take: _set,
}  # fmt: skip
_LAST: dict[type, Callable[[Desugarer, Any], Any]] = {
    n.Its: _its, n.Their: _their, n.Possessive: _possessive, n.Prep: _prep, n.EachOf: _each_of, n.Binary: _binary,
    n.Same: _same, n.Is: _holds, n.SomeKind: _some_kind, n.Several: _several, n.For: _for, n.Repeat: _repeat,
    n.Must: _must, n.MustLeave: _must, n.Becomes: _becomes,
}  # fmt: skip
