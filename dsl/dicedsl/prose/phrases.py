"""Expressions in plain English, as exact as the rulebook itself."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, cast

from attrs import evolve, frozen

from dicedsl.prose import conditions, counting, point_words
from dicedsl.prose.conditions import AS_WRITTEN
from dicedsl.prose.name_nouns import (
    DIE,
    NUMBER,
    PLAYER,
    TRUTHS,
    LocalName,
    NameFacts,
    Noun,
    NounFinder,
    NounKind,
    as_name,
    is_constant,
    walk,
)
from dicedsl.prose.noun_clauses import SAYINGS
from dicedsl.prose.sentences import (
    WHEREABOUTS,
    article,
    extreme,
    has_article,
    is_letter,
    is_participle,
    is_plural,
    without_the,
)
from dicedsl.rulebook.book import Rulebook
from dicedsl.rulebook.desugar import UNNAMED_LOCAL
from dicedsl.syntax import nodes as n
from dicedsl.text.english import listed, possessive

BRACKETED = (n.Binary, n.Negative, n.Range, n.ForEach, n.And, n.Or, n.Not, n.Is, n.Quantified, n.HasOrder, *AS_WRITTEN)
PLURALS = (
    n.Where, n.Best, n.Top, n.ForEach, n.Showing, n.LinkedTo, n.Groups, n.You, n.They, n.Described, n.Between, n.BesideIt, n.LinesOf,
)  # fmt: skip
OPERATOR_LEVELS = {"+": 1, "-": 1, "*": 2, "/": 2, "mod": 2}


@frozen(eq=False)
class Phrases(NounFinder):
    """The printer: what it says depends on the rulebook and on the names given so far."""

    @classmethod
    def of(cls, book: Rulebook, beside: Phrases | None = None, usual: bool = False) -> Phrases:
        """`beside` speaks of the rulebook that this one is a variant of; `usual`: options are told with their usual values."""
        return cls(NameFacts.of(book, None if beside is None else beside.facts.game, usual), {})

    # -------------------------------------------------------------- names that hold only here

    def named(self, name: n.Phrase, sort: NounKind | None) -> tuple[Phrases, str]:
        """After a pick or a `let`: the printer that knows the name, and the name as it is introduced."""
        text = name.text
        noun, many = (None, False) if sort is None else (sort.noun, sort.many)
        if is_letter(text) and not many and self._is_alone(noun):
            return self.bind(text, LocalName(f"that {noun.singular}" if noun else text, sort)), ""
        if is_letter(text):
            return self.bind(text, LocalName(f"*{text}*", sort)), f"*{text}*"
        # What is called by what has been done to it: `kept` as `the kept dice`.
        called_so = noun is not None and is_participle(text) and not (noun is NUMBER and " " in text)
        if noun is not None and not set(noun).isdisjoint(text.split(" ")):
            called_so = False  # the `spice guessed` says of itself that it is a spice
        tail = f" {noun[many]}" if noun is not None and called_so else ""
        return self.bind(text, LocalName(f"the {text}{tail}", sort)), f"the *{text}*{tail}"

    def param(self, param: n.Param, called: str | None = None) -> tuple[Phrases, str]:
        """`player p`: the printer that knows p, and `a player *p*`; the only one of its kind needs no letter."""
        local = self.of_param(param)
        text = param.name.text
        one = article(param.kind)
        if param.unnamed:
            inner = self.bind(text, evolve(local, called=called or f"that {param.kind}"))
            return (inner if local.sort is None else inner.with_unnamed(local.sort)), one
        if called is None and not local.many and self._is_alone(local.noun):
            called, intro = f"that {param.kind}", one
        else:
            intro = f"{param.kind if local.many else one} *{text}*"
        return self.bind(text, local if called is None else evolve(local, called=called)), intro

    def params(self, params: Sequence[n.Param]) -> tuple[Phrases, list[str]]:
        """Several of them: those that share a kind keep their letters."""
        inner: Phrases = self
        intros = []
        kinds = [param.kind for param in params]
        for param in params:
            called = None if param.unnamed else f"*{param.name.text}*" if kinds.count(param.kind) > 1 else None
            inner, intro = inner.param(param, called)
            intros.append(intro)
        return inner, intros

    def _is_alone(self, noun: Noun | None) -> bool:
        """Whether nothing else that has a name here could be meant by `that place`."""
        return noun is not None and all(local.noun != noun or local.many for local in self.locals.values())

    def over(self, name: n.Phrase, source: n.Expr, alone: bool = True) -> tuple[Phrases, str]:
        """`x in S` after `each`, `some`, `every` or `no`: the printer that knows x, and the words for it; not `alone`: with its letter."""
        text = name.text
        sort = self.sort(source)
        member = sort.member if sort is not None else None
        noun = member.noun if member is not None else None
        whole = isinstance(source, n.Name) and self._is_whole(source.phrase.text)
        # `each tussock` is any of the board.
        of_board = isinstance(source, n.Name) and self.facts.is_of_board(source.phrase.text)
        whole = whole or (of_board and noun is not None and noun[1] == cast(n.Name, source).phrase.text)
        single = member is not None and not member.many and noun is not None and noun is not NUMBER
        if text == UNNAMED_LOCAL:
            label = "one" if noun is None else noun.singular
            called = f"that {label}"
        elif text in self.facts.nouns and not self.facts.nouns[text].plural == text:
            label, called = text, f"that {text}"
        elif is_letter(text) and single and noun is not None:
            label, called = (
                (noun.singular, f"that {noun.singular}")
                if alone and self._is_alone(noun)
                else (f"{noun.singular} *{text}*", f"*{text}*")
            )
        elif noun is not None and single and is_participle(text):
            label, called, whole = f"{text} {noun[0]}", f"that {text} {noun[0]}", False
        elif not is_letter(text) and single and not is_plural(text):
            label, called, whole = text, f"that {text}", False
        else:
            label, called, whole = f"*{text}*", f"*{text}*", False
        inner = self.bind(text, LocalName(called, member))
        if whole:
            return inner, label + self._which_players(cast(n.Name, source).phrase.text)
        if isinstance(source, n.Name) and source.phrase.text == "other players" and label == "player":
            return inner, f"other player{' still in' if self.facts.eliminates else ''}"
        if isinstance(source, n.Apply) and f"{text}s" == source.phrase.text:
            inner = self.bind(text, LocalName(f"that {text}", member))
            return inner, f"{text} of {self.tight(source.argument)}"
        if isinstance(source, n.Name) and source.phrase.text == f"{text}s" and source.phrase.text not in self.locals:
            return inner, text  # `each flooded tussock` is one of the flooded tussocks
        if isinstance(source, n.Name) and label == text and source.phrase.text.startswith(f"{text}s "):
            return inner, f"{text}{source.phrase.text.removeprefix(f'{text}s')}"  # `each sailor in danger`
        described = self._described_one(label, called, source)
        if described is not None:
            return inner, described
        where = self.among(source)
        if (
            (label == called or (label == text and text not in self.facts.nouns))
            and where.startswith("of ")
            and not isinstance(source, n.Showing)
        ):
            where = f"among {where.removeprefix('of ')}"
        return inner, f"{label} {where}"

    def _described_one(self, label: str, called: str, source: n.Expr) -> str | None:
        """`taken place *p* of the heap`, where the set has no plural of its own."""
        if label == called or not isinstance(source, n.Name):
            return None
        split = self.adjective_of(source.phrase.text)
        if split is None or self.plural(as_name(split[1])):
            return None
        return f"{split[0]} {label} {self._inside(self.noun(source), self.value(as_name(split[1])))}"

    def _is_whole(self, name: str) -> bool:
        facts = self.facts
        return name not in self.locals and (
            name in {"players", "everyone", "dice"}
            or name in facts.plurals
            or (name in facts.book.boards and name in facts.nouns)
        )

    def _which_players(self, name: str) -> str:
        if not self.facts.eliminates:
            return ""
        return {"players": " still in", "everyone": " (in or out)"}.get(name, "")

    def witnesses(self, condition: n.Expr, together: bool = False) -> Phrases:
        """The printer that knows the names of `some x in S` in a condition that holds: one each, or all `together`."""
        if isinstance(condition, n.And):
            return self.witnesses(condition.left, together).witnesses(condition.right, together)
        if isinstance(condition, n.Quantified) and condition.word == "some":
            inner, name = self.over(condition.name, condition.source)[0], condition.name.text
            local = inner.locals[name]
            all_of_them = None if local.sort is None else local.sort.several
            return inner.bind(name, evolve(local, sort=all_of_them)) if together else inner
        return self

    def among(self, source: n.Expr) -> str:
        """`in the cup`, `of your loose dice`, `from 1 to 6`."""
        if isinstance(source, n.Range):
            return f"from {self.value(source)}"
        if isinstance(source, n.Showing) and not self.plural(source.subject):
            return f"in {self.tight(source.subject)} showing {self.tight(source.number)}"
        if isinstance(source, n.Name) and self.adjective_of(source.phrase.text) and not is_plural(source.phrase.text):
            return f"of {self.value(source)}"
        if isinstance(source, n.On):
            return f"on {self.tight(source.places)}"
        if isinstance(source, n.Name) and source.phrase.text in self.locals:
            text = self.value(source)
            return f"in {text}" if text.startswith(("*", "that ")) else f"of {text}"
        return f"of {self.value(source)}" if self.plural(source) else f"in {self.tight(source)}"

    # -------------------------------------------------------------- what an expression stands for

    def plural(self, expr: n.Expr) -> bool:
        """Whether the words for an expression take `are`."""
        if isinstance(expr, n.Name):
            name = expr.phrase.text
            if name in self.locals:
                local = self.locals[name]
                return local.called == "they" or (
                    local.called.startswith(("the ", "that ", "those ")) and is_plural(local.called)
                )
            if name in self.facts.values or name in self.seats or name in self.facts.switches:
                return False
            if name == "last player left" or name in self.facts.marks:
                return False
            return name in {"everyone", "others", "them"} or is_plural(name) or self.adjective_of(name) is not None
        if isinstance(expr, (n.Your, n.Apply)):
            name = expr.phrase.text
            if name in self.facts.marks:
                return False
            if isinstance(expr, n.Apply) and name == "number":
                return self.is_set(expr.argument)
            several = is_plural(name) or self._is_plural_word(expr)
            return several or self.adjective_of(name) is not None or self._is_around(expr)
        if isinstance(expr, n.At):
            return self.plural(expr.subject)
        if isinstance(expr, (n.On, n.Binary)):
            return self.is_set(expr)
        return isinstance(expr, PLURALS)

    def _is_plural_word(self, expr: n.Your | n.Apply) -> bool:
        """`squares downwind`: a word for several, one of whose own words says so."""
        name = expr.phrase.text
        several = " " in name and name in self.facts.book.words and is_plural(name.split(" ", 1)[0])
        return several and self.is_set(expr)

    # -------------------------------------------------------------- values

    def value(self, expr: n.Expr) -> str:
        return VALUES[type(expr)](self, expr)

    def tight(self, expr: n.Expr) -> str:
        """A value inside a longer phrase: in brackets where it could be misread."""
        text = self.value(expr)
        if isinstance(expr, n.Binary) and (self.is_set(expr) or self.is_point(expr)):
            return text
        return f"({text})" if isinstance(expr, BRACKETED) else text

    def condition(self, expr: n.Expr) -> str:
        """A yes or no as a clause."""
        return conditions.condition(self, expr)

    def tail(self, negated: bool, test: n.Test) -> str:
        """What follows `is`."""
        return conditions.tail(self, negated, test)

    def attribute_order(self, node: n.HasOrder) -> str:
        """What follows `has`."""
        return conditions.attribute_order(self, node)

    def table_value(self, expr: n.Expr) -> str:
        return self.condition(expr) if isinstance(expr, TRUTHS) and not isinstance(expr, n.Truth) else self.value(expr)

    def _number(self, node: n.Number) -> str:
        return str(node.value)

    def _name(self, node: n.Name) -> str:
        name, facts = node.phrase.text, self.facts
        if name in self.locals:
            return self.locals[name].called
        if name in facts.lone:
            return facts.lone[name]
        if name in self.seats:
            return name
        if name == "players":
            return "the players still in" if facts.eliminates else "the players"
        if name == "everyone":
            return "all players"
        if name in {"others", "other players"}:
            return "the other players still in" if facts.eliminates else "the other players"
        if name == "dice":
            return "all dice"
        if name == "mover" and not facts.is_global(name):
            return "the player on turn"
        if name in facts.adjectives or name in facts.values:
            return name
        if name in facts.marks:
            return f"the mark “{name}”"
        if name in facts.switches:
            return f"the option “{name}”"
        if name == "orientations" and not facts.is_global(name):
            return "the orientations of a die"
        if facts.is_global(name) or name in facts.plurals or facts.is_built_in(name) or facts.is_of_board(name):
            return self._with_the(name)
        split = self.adjective_of(name)
        if split is not None:
            rest = as_name(split[1])
            return self._described(split[0], self.value(rest), self.plural(rest), self.noun(node))
        return name

    def _with_the(self, name: str) -> str:
        word = self.facts.book.words.get(name)
        if word is not None and self.is_truth(as_name(name)):
            return f"“{name}”"
        text = name if has_article(name) else f"the {name}"
        option = self.facts.book.options.get(name) if self.facts.usual else None
        return f"{text} ({option.default.value})" if option and isinstance(option.default, n.Number) else text

    def _described(self, adjective: str, text: str, several: bool, noun: Noun | None) -> str:
        if not several:
            return f"the {adjective} {(noun or DIE).plural} {self._inside(noun, text)}"
        whose = re.match(r"(?:your|its|their|\w+'s?) ", text)
        if whose is not None:
            return f"{whose[0]}{adjective} {text.removeprefix(whose[0])}"
        return f"the {adjective} {without_the(text)}"

    def _inside(self, noun: Noun | None, text: str) -> str:
        """`in the cup`, but `of the board`."""
        is_place = noun is not None and self.facts.is_place(noun) and not text.startswith("*")
        return f"{'of' if is_place else 'in'} {text}"

    def _your(self, node: n.Your) -> str:
        name = node.phrase.text
        if name in self.facts.marks:
            return f"your mark “{name}”"
        split = self.adjective_of(name)
        if split is not None:
            return self._described(split[0], f"your {split[1]}", is_plural(split[1]), self.noun(node))
        return f"your {name}"

    def _you(self, _: n.You) -> str:
        return "you"

    def _it(self, _: n.It) -> str:
        return self.it_called or "it"

    def _nothing(self, node: n.Nothing) -> str:
        return node.word

    def _truth(self, node: n.Truth) -> str:
        return "yes" if node.value else "no"

    def _apply(self, node: n.Apply) -> str:
        name, argument = node.phrase.text, node.argument
        if isinstance(argument, n.Tuple) and not self._is_place(name, argument):
            return self._apply_to_several(name, argument)
        owner = self.tight(argument)
        if name in {"left", "right"} and not self.facts.is_global(name):
            whose = "your" if owner == "you" else "its" if owner == "it" else ""
            return f"the player to {whose} {name}" if whose else f"the player to the {name} of {owner}"
        if name in {"first", "last"} and not self.facts.is_global(name):
            several = self.members(argument)
            if isinstance(argument, n.Name) and argument.phrase.text in self.facts.lone:
                return several
            return f"the {name} of {several}"
        if name == "copies" and not self.facts.is_global(name):
            return f"the turned and moved copies of {owner}"
        split = self.adjective_of(name)
        if split is not None:
            owned = self._owned(split[1], argument, owner)
            return self._described(split[0], owned, is_plural(split[1]) or self._is_around(node), self.noun(node))
        if name == "number" and not self.facts.is_global(name) and owner not in {"it", *self.seats}:
            return f"the numbers on {self.members(argument)}" if self.is_set(argument) else f"the number on {owner}"
        return self._owned(self.label(name), argument, owner)

    def _is_around(self, expr: n.Expr) -> bool:
        """Whether it is several things by where they are: `beside of p`."""
        if not isinstance(expr, n.Apply):
            return False
        split = self.adjective_of(expr.phrase.text)
        return (split[1] if split is not None else expr.phrase.text) in WHEREABOUTS and self.is_set(expr)

    def _owned(self, label: str, argument: n.Expr, owner: str) -> str:
        if label in WHEREABOUTS and self._is_around(asked := n.Apply(n.Phrase((label,)), argument)):
            return f"the {(self.noun(asked) or DIE).plural} {label} {owner}"
        if owner == "you":
            return f"your {label}"
        if owner == "it":
            return f"its {label}"
        if owner in {"they", "them"}:
            return f"their {label}"
        if isinstance(argument, n.Name) and owner in self.seats:
            return f"{possessive(owner)} {label}"
        return f"{self._with_the(label)} of {owner}"

    def label(self, name: str) -> str:
        """The name of what is asked for: a mark in quotes, a coordinate as the board writes it."""
        if name in self.facts.marks:
            return f"mark “{name}”"
        return f"*{name}*" if self.facts.is_coordinate(name) else name

    def _is_place(self, name: str, argument: n.Tuple) -> bool:
        """Whether numbers in brackets are a place, and not several things that a word is asked of."""
        if name == "step" or self.sort(argument) is None:
            return False
        book = self.facts.book
        if name in book.memories:
            return book.memories[name].key is None and book.memories[name].numbers is None
        if name in book.zones:
            return len(book.zones[name].keys) < 2
        return len(getattr(book.words.get(name), "params", ())) < 2

    def _apply_to_several(self, name: str, argument: n.Tuple) -> str:
        parts = [self.value(item) for item in argument.items]
        if not self.facts.is_global(name):
            if name == "step":
                return point_words.on_grid(self, argument) or f"the step {self._tuple(argument)}"
            if name == "copies" and len(parts) == 2:
                shape, within = map(self.tight, argument.items)
                return f"the turned and moved copies of {shape} within {within}"
            if name == "face" and len(parts) == 2:
                who = f"the die on {parts[0]}" if self.is_point(argument.items[0]) else parts[0]
                return f"the number {who} shows {point_words.direction_words(self, argument.items[1])}"
            if name in {"row", "column", "ahead"} and len(parts) == 2:
                what = "square ahead" if name == "ahead" else name
                return f"the {what} of {parts[0]} as seen from {parts[1]}"
        # What is asked of a thing twice is asked of it.
        return f"the {name} of {listed(dict.fromkeys(parts))}"

    def _at(self, node: n.At) -> str:
        return f"{self.value(node.subject)} {node.word} {self.tight(node.key)}"

    def _tuple(self, node: n.Tuple) -> str:
        if all(map(is_constant, node.items)):
            return f"({','.join(self.value(item).replace('minus ', '-') for item in node.items)})"
        return f"({', '.join(self.value(item) for item in node.items)})"

    def _where(self, node: n.Where) -> str:
        return f"{self.members(node.subject)} {self.relative(node.condition, node.subject)}"

    def relative(self, condition: n.Expr, source: n.Expr) -> str:
        """A condition about `it`, a member of the source, as a relative clause; of numbers one is spoken of, of others several."""
        inner = self.about(source)
        clause = inner._clause(condition)
        if clause is not None:
            return clause
        whole = condition
        first: list[str] = []
        while isinstance(whole, n.And):  # what can be said of the members by themselves, then the rest
            left, rest = _first_of(whole)
            clause = inner._clause(left)
            if clause is None:
                break
            first.append(f"({clause})" if isinstance(left, n.Or) else clause)
            whole = rest
        text = inner.condition(whole)
        text = f"such that {text}" if text.startswith("for ") else f"for which {text}"
        text = " and ".join([*first, text])
        return text.replace("that are ", "that is ") if isinstance(source, n.Range) and first else text

    def _clause(self, condition: n.Expr) -> str | None:
        if isinstance(condition, (n.And, n.Or)):
            left, right = self._clause(condition.left), self._clause(condition.right)
            if left is None or right is None:
                return None
            if isinstance(condition, n.And):
                left, right = (f"({text})" if isinstance(part, n.Or) else text
                               for part, text in ((condition.left, left), (condition.right, right)))  # fmt: skip
                return f"{left} and {right}"
            comma = "," if isinstance(condition.left, n.And) or isinstance(condition.right, n.And) else ""
            return f"{left}{comma} or {right}"
        if not isinstance(condition, n.Is):
            return None
        subject, empty = (
            condition.subject,
            isinstance(condition.test, n.Same) and isinstance(condition.test.other, n.Nothing),
        )
        if isinstance(subject, n.It):
            who = "who" if self.it_is is not None and self.it_is.noun == PLAYER else "that"
            return f"{who} are {self.tail(condition.negated, condition.test)}"
        if isinstance(subject, n.Apply) and isinstance(subject.argument, n.It) and empty:
            name = self.label(subject.phrase.text)
            if subject.phrase.text in self.facts.marks:
                return None
            who = "who" if self.it_is is not None and self.it_is.noun == PLAYER else "that"
            return f"{who} have {article(name) if condition.negated else f'no {name}'}"
        related = condition.test
        if isinstance(related, n.Related) and isinstance(related.other, n.It):
            asked = self.facts.relation(related.relation)
            if not any(isinstance(part, (n.It, n.They)) for part in walk(subject)) and " " in asked:
                what, prep = asked.rsplit(" ", 1)
                be = "are" if self.plural(subject) else "is"
                return f"{prep} {'whom' if self.it_is is not None and self.it_is.noun == PLAYER else 'which'} {self.value(subject)} {be} {'not ' if condition.negated else ''}{what}"
        if isinstance(subject, n.Apply) and isinstance(subject.argument, n.It) and not empty:
            name = subject.phrase.text
            if name not in self.facts.marks:
                be = "are" if is_plural(name) else "is"
                return f"whose {self.label(name)} {be} {self.tail(condition.negated, condition.test)}"
        return None

    def _best(self, node: n.Best) -> str:
        measure = node.measure
        if isinstance(measure, n.Apply) and isinstance(measure.argument, n.It):
            text = self.label(measure.phrase.text)
        else:
            text = without_the(self.about(node.subject).value(measure))
        return f"{self.members(node.subject)} with the {extreme(node.highest, text)} {text}"

    def _top(self, node: n.Top) -> str:
        way = "highest" if node.highest else "lowest"
        noun = self.noun(node.operand)
        if node.count == n.Number(1):
            among = self.among(node.operand) if noun is not None else f"of {self.members(node.operand)}"
            return f"the {way} {'one' if noun is None else noun[0]} {among}"
        return f"the {way} {self.tight(node.count)} of {self.members(node.operand)}"

    def over_all(self, node: n.ForEach) -> tuple[Phrases, str]:
        inner: Phrases = self
        parts = []
        for binder in node.binders:
            inner, label = inner.over(binder.name, binder.source, self._is_only(binder, node))
            parts.append(f"each {label}")
        text = " and ".join(parts)
        if node.condition is not None:
            text += f" where {inner.condition(node.condition)}"
        return inner, text

    def _is_only(self, binder: n.Binder, node: n.ForEach) -> bool:
        """Whether no other name of a list comes from the same source."""
        return sum(other.source == binder.source for other in node.binders) == 1

    def meaning(self, word: n.ValueWord) -> str:
        """What a word stands for; a list keeps the points that are no places."""
        if isinstance(word.body, n.ForEach):
            return self._for_each(word.body, word.listed)
        return self.value(word.body).removesuffix(" together")

    def _for_each(self, node: n.ForEach, points: bool = False) -> str:
        last = node.binders[-1]
        if isinstance(node.body, n.Name) and node.body.phrase == last.name:
            # The set of all x: where it can be, `the hand of each player`.
            whole = self._of_each(node)
            if whole is not None:
                return whole
            inner: Phrases = self
            labels = []
            for binder in node.binders:
                inner, label = inner.over(binder.name, binder.source, self._is_only(binder, node))
                labels.append(label)
            text = f"every {labels[-1]}"
            if labels[:-1]:
                text += f", for each {' and each '.join(labels[:-1])}"
            if node.condition is not None:
                text += f", where {inner.condition(node.condition)}"
            return text
        inner, over = self.over_all(node)
        if isinstance(node.body, n.Binary) and inner.is_point(node.body):
            return f"{point_words.words_of_point(inner, node.body, 'points' if points else 'places')}, for {over}"
        return f"{inner.value(node.body)}, for {over}"

    def _of_each(self, node: n.ForEach) -> str | None:
        *outer, last = node.binders
        if node.condition is not None or not outer:
            return None
        inner: Phrases = self
        for binder in outer:
            later = [other.source for other in node.binders if other is not binder]
            used = sum(isinstance(x, n.Name) and x.phrase == binder.name for source in later for x in walk(source))
            if used != 1:
                return None
            _, label = inner.over(binder.name, binder.source)
            each = f"each {label}".replace(f" *{binder.name.text}*", "", 1)
            inner = inner.bind(
                binder.name.text,
                evolve(inner.over(binder.name, binder.source)[0].locals[binder.name.text], called=each),
            )
        return inner.members(last.source)

    def _binary(self, node: n.Binary) -> str:
        if self.is_set(node):
            if node.op == "-":
                word = "except" if self.noun(node) == PLAYER else "without"
                return f"{self.members(node.left)} {word} {self.tight(node.right)}"
            return f"{listed(self.tight(part) for part in _summands(node))} together"
        if self.is_point(node):
            return point_words.words_of_point(self, node)
        if self.is_step(node):
            return point_words.step_words(self, node)
        left, right = self._operand(node, node.left, False), self._operand(node, node.right, True)
        if node.op == "/":
            return f"{left} divided by {right}, rounded down"
        if node.op == "mod":
            return f"the remainder of {left} divided by {right}"
        if node.op == "*" and node.left == n.Number(2):
            return f"twice {right}"
        return f"{left} {({'+': 'plus', '-': 'minus', '*': 'times'})[node.op]} {right}"

    def _operand(self, node: n.Binary, part: n.Expr, is_right: bool) -> str:
        text = self.value(part)
        if isinstance(part, n.Binary):
            own, other = OPERATOR_LEVELS[node.op], OPERATOR_LEVELS[part.op]
            loose = other < own or (is_right and other == own and node.op != "+") or (is_right and part.op == "-")
            if loose or part.op in {"/", "mod"}:
                return f"({text})"
        elif isinstance(part, BRACKETED):
            return f"({text})"
        return text

    def _negative(self, node: n.Negative) -> str:
        return point_words.step_words(self, node) if self.is_step(node) else f"minus {self.tight(node.operand)}"

    def _range(self, node: n.Range) -> str:
        return f"{self.value(node.low)} to {self.value(node.high)}"

    def members(self, expr: n.Expr) -> str:
        """A set by its members: `the dice in the cup`, `your loose dice`, `the boxes`."""
        text = self.value(expr)
        is_local = isinstance(expr, n.Name) and expr.phrase.text in self.locals
        if self.plural(expr) and not (is_local and text.startswith("*")):
            return text
        if isinstance(expr, n.Name) and expr.phrase.text in self.facts.lone:
            return text
        noun = self.noun(expr)
        if isinstance(expr, n.Range):
            return f"the numbers {text}" if noun is NUMBER else text
        if noun is None or not self.is_set(expr):
            return text
        if isinstance(expr, n.Apply) and self.is_set(expr.argument) and not self.adjective_of(expr.phrase.text):
            return f"the {self.label(expr.phrase.text)}s of {self.members(expr.argument)}"
        return f"the {noun.plural} in {text}"

    def _fold(self, node: n.Fold) -> str:
        return counting.fold_text(self, node)

    def _showing(self, node: n.Showing) -> str:
        return f"{self.members(node.subject)} showing {self.tight(node.number)}"

    def _on(self, node: n.On) -> str:
        what = self.value(node.subject)
        if isinstance(node.subject, n.Name) and node.subject.phrase.text in {"die", "dice"}:
            what = f"the {node.subject.phrase.text}"
        what = re.sub(r"\bof (die|dice)$", r"of the \1", what)
        return f"{what} on {self.tight(node.places)}"

    def _linked_to(self, node: n.LinkedTo) -> str:
        return f"all of {self.members(node.subject)} linked to {self.tight(node.start)} by {node.word.text}"

    def _groups(self, node: n.Groups) -> str:
        text = f"the groups of {self.tight(node.count)} among {self.members(node.subject)} that are linked by {node.word.text}"
        return text if node.under is None else f"{text} and stand on {node.under.text}"

    # -------------------------------------------------------------- picks

    def amount(self, amount: n.Amount, source: n.Expr) -> str:
        return counting.pick_text(self, amount, source)

    def pick(self, pick: n.Pick) -> tuple[Phrases, str]:
        text = self.amount(pick.amount, pick.source)
        if pick.condition is not None:
            text += f" {self.relative(pick.condition, pick.source)}"
        sort = self.sort(pick.source)
        if sort is not None:
            sort = sort.member if pick.amount.word == "one" else sort.several
        inner, called = self.named(pick.name, sort)
        if pick.seen_by is not None:
            text += ", in secret"
        return inner, f"{text} ({called})" if called else text


def _first_of(node: n.And) -> tuple[n.Expr, n.Expr]:
    """The first of what must hold, and the rest."""
    if not isinstance(node.left, n.And):
        return node.left, node.right
    left, rest = _first_of(node.left)
    return left, evolve(node, left=rest)


def _summands(node: n.Binary) -> list[n.Expr]:
    if isinstance(node.left, n.Binary) and node.left.op == "+":
        return [*_summands(node.left), node.right]
    return [node.left, node.right]


# By expression: how it is called.
VALUES: dict[type, Callable[[Phrases, Any], str]] = {
    n.Number: Phrases._number, n.Name: Phrases._name, n.Your: Phrases._your, n.You: Phrases._you, n.It: Phrases._it,
    n.Nothing: Phrases._nothing, n.Truth: Phrases._truth, n.Apply: Phrases._apply, n.At: Phrases._at,
    n.Tuple: Phrases._tuple, n.Where: Phrases._where, n.Best: Phrases._best, n.Top: Phrases._top,
    n.ForEach: Phrases._for_each, n.Binary: Phrases._binary, n.Negative: Phrases._negative, n.Range: Phrases._range,
    n.Fold: Phrases._fold, n.Showing: Phrases._showing, n.On: Phrases._on, n.LinkedTo: Phrases._linked_to,
    n.Groups: Phrases._groups,
    **dict.fromkeys((n.And, n.Or, n.Not, n.Is, n.Quantified, n.HasOrder), Phrases.condition), **SAYINGS,
}  # fmt: skip
