"""Expressions in plain English, as exact as the rulebook itself."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import cast

from attrs import evolve, fields, frozen

from dicedsl.check.merge import Rulebook
from dicedsl.syntax import nodes as n

Noun = tuple[str, str]  # one, several

DIE: Noun = ("die", "dice")
PLAYER: Noun = ("player", "players")
PLACE: Noun = ("place", "places")
NUMBER: Noun = ("number", "numbers")
SIDE: Noun = ("side", "sides")
SQUARE: Noun = ("square", "squares")

NOUNS = {word: noun for noun in (DIE, PLAYER, PLACE, NUMBER, SIDE, SQUARE) for word in noun}
BUILT_IN_ADJECTIVES = frozenset({"empty", "taken", "out", "next", "winner"})
BUILT_IN_SETS = {
    "players": PLAYER, "everyone": PLAYER, "others": PLAYER, "other players": PLAYER, "last player left": PLAYER,
    "winners": PLAYER, "dice": DIE,
}  # fmt: skip
BUILT_IN_NAMES = frozenset(
    {
        "starter",
        "winners",
        "mover",
        "turns played",
        "rounds played",
        "games played",
        "finished",
        "last player left",
    }
)
ATTRIBUTE_NOUNS = {"left": PLAYER, "right": PLAYER, "owner": PLAYER, "place": PLACE, "neighbours": PLACE, "dice": DIE}
ORDERS = {"at_least": "at least", "at_most": "at most", "more_than": "more than", "less_than": "less than"}
SMALL = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
# Words behind a noun that do not change whether it is one or many: `games won`, `points so far`.
TRAILERS = frozenset(
    {"left", "won", "lost", "so", "far", "up", "bid", "due", "made", "held", "taken", "thrown", "before"}
)
BRACKETED = (n.Binary, n.Negative, n.Range, n.ForEach, n.And, n.Or, n.Not, n.Is, n.Quantified, n.HasOrder)
TRUTHS = (n.And, n.Or, n.Not, n.Is, n.Quantified, n.Truth)


LEVEL = {"+": 1, "-": 1, "*": 2, "/": 2, "mod": 2}


def snake(name: str) -> str:
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).lower()


def escape(text: str) -> str:
    """A text of the author as Markdown that shows it unchanged."""
    return re.sub(r"([\\`*_\[\]<>|~])", r"\\\1", text)


def listed(items: Iterable[str], word: str = "and") -> str:
    parts = list(items)
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} {word} {parts[-1]}" if parts else ""


def capital(text: str) -> str:
    """A capital at the start of a sentence; names in italics or bold stay as they are."""
    return text[:1].upper() + text[1:]


def sentence(text: str) -> str:
    text = capital(text)
    bare = text.rstrip("*”)")
    return text if bare.endswith((".", ":", "!", "?")) and text[-1] != ")" else f"{text}."


def article(words: str) -> str:
    """The words with `a` or `an` in front, where they take one."""
    head = re.split(" (?:of|at|in|on|showing) ", words)[0]
    if words.split(" ")[0] in {"a", "an", "the"} or is_plural(head):
        return words
    vowel = words[:1].lower() in "aeiou" and not re.match(r"(?i)(one|once|use|uni)", words)
    return f"{'an' if vowel else 'a'} {words}"


def possessive(name: str) -> str:
    return f"{name}'" if name.endswith("s") else f"{name}'s"


def is_plural(words: str) -> bool:
    parts = words.split(" ")
    while len(parts) > 1 and (parts[-1] in TRAILERS or (parts[-1].endswith("ed") and len(parts[-1]) > 3)):
        parts.pop()
    last = parts[-1]
    return last in {"dice", "people"} or (last.endswith("s") and not last.endswith(("ss", "us", "is")))


def without_the(text: str) -> str:
    return text.removeprefix("the ").removeprefix("all ")


def walk(node: object) -> Iterator[n.Node]:
    """A node and all nodes below it."""
    if isinstance(node, n.Node):
        yield node
        for item in fields(type(node)):
            if item.name != "span":
                yield from walk(getattr(node, item.name))
    elif isinstance(node, (tuple, list)):
        for part in node:
            yield from walk(part)
    elif isinstance(node, dict):
        for part in node.values():
            yield from walk(part)


@frozen
class Local:
    """A name that holds only here: how it is called again, and what it stands for."""

    called: str
    noun: Noun | None = None
    many: bool = False


@frozen(eq=False)
class Facts:
    """What the names of a rulebook are."""

    book: Rulebook
    adjectives: frozenset[str]
    values: dict[str, n.Kind]
    plurals: dict[str, n.Kind]
    marks: dict[str, n.Scope]
    switches: frozenset[str]
    nouns: dict[str, Noun]
    eliminates: bool

    @classmethod
    def of(cls, book: Rulebook) -> Facts:
        kinds = book.kinds.values()
        nouns = dict(NOUNS)
        for kind in kinds:
            noun = (kind.singular.text, kind.plural.text)
            nouns[noun[0]] = nouns[noun[1]] = noun
        for name in book.boards:
            if name.endswith("s"):
                nouns[name] = nouns[name[:-1]] = (name[:-1], name)
        return cls(
            book=book,
            adjectives=BUILT_IN_ADJECTIVES
            | {w.name.text for w in book.words.values() if isinstance(w, n.AdjectiveWord)},
            values={value.text: kind for kind in kinds for value in kind.values},
            plurals={kind.plural.text: kind for kind in kinds},
            marks={
                name: memory.scope
                for name, memory in book.memories.items()
                if isinstance(memory.initial, n.Truth) and memory.key is None
            },
            switches=frozenset(name for name, option in book.options.items() if isinstance(option.default, n.Truth)),
            nouns=nouns,
            eliminates=any(
                isinstance(node, n.Eliminate)
                for part in (book.flows, book.rules, book.standing, book.hooks)
                for node in walk(part)
            ),
        )

    def is_global(self, name: str) -> bool:
        book = self.book
        return any(name in table for table in (book.zones, book.memories, book.words, book.options, book.boards))

    def noun_of_board(self, name: str) -> Noun:
        return self.nouns.get(name, PLACE)


@frozen(eq=False)
class Phrases:
    """The printer: what it says depends on the rulebook and on the names given so far."""

    facts: Facts
    locals: dict[str, Local]
    seats: frozenset[str] = frozenset()

    @classmethod
    def of(cls, book: Rulebook) -> Phrases:
        return cls(Facts.of(book), {})

    # -------------------------------------------------------------- names that hold only here

    def bind(self, name: str, local: Local) -> Phrases:
        return evolve(self, locals={**self.locals, name: local})

    def named(self, name: n.Phrase, noun: Noun | None, many: bool) -> tuple[Phrases, str]:
        """After a pick or a `let`: the printer that knows the name, and the name as it is introduced."""
        text = name.text
        called = f"the {text}" if text.split(" ")[-1] in self.facts.nouns else f"*{text}*"
        introduced = f"the *{text}*" if called.startswith("the ") else called
        return self.bind(text, Local(called, noun, many)), introduced

    def param(self, param: n.Param, called: str | None = None) -> tuple[Phrases, str]:
        """`player p`: the printer that knows p, and `a player *p*`."""
        noun = self.facts.nouns.get(param.kind)
        many = noun is not None and noun[1] == param.kind
        text = param.name.text
        intro = f"{param.kind if many else article(param.kind)} *{text}*"
        return self.bind(text, Local(called or f"*{text}*", noun, many)), intro

    def over(self, name: n.Phrase, source: n.Expr) -> tuple[Phrases, str]:
        """`x in S` after `each`, `some`, `every` or `no`: the printer that knows x, and the words for it."""
        text = name.text
        noun = self.noun(source)
        whole = isinstance(source, n.Name) and self._is_whole(source.phrase.text)
        is_letter = re.fullmatch(r"[a-zA-Z][0-9]?", text) is not None
        if text in self.facts.nouns and not self.facts.nouns[text][1] == text:
            label, called = text, f"that {text}"
        elif is_letter and noun is not None and noun is not NUMBER:
            label, called = f"{noun[0]} *{text}*", f"*{text}*"
        else:
            label, called, whole = f"*{text}*", f"*{text}*", False
        inner = self.bind(text, Local(called, noun))
        if whole:
            return inner, label + self._which_players(cast(n.Name, source).phrase.text)
        if isinstance(source, n.Apply) and f"{text}s" == source.phrase.text:
            is_line = text == "line" and noun is None
            members = self.noun(source.argument) if is_line else noun
            inner = self.bind(text, Local(f"that {text}", members, is_line))
            return inner, f"{text} of {self.tight(source.argument)}"
        where = self.among(source)
        if label == called and where.startswith("of ") and not isinstance(source, n.Showing):
            where = f"among {where.removeprefix('of ')}"
        return inner, f"{label} {where}"

    def _is_whole(self, name: str) -> bool:
        facts = self.facts
        return name not in self.locals and (
            name in {"players", "everyone"}
            or name in facts.plurals
            or (name in facts.book.boards and name in facts.nouns)
        )

    def _which_players(self, name: str) -> str:
        if not self.facts.eliminates:
            return ""
        return {"players": " still in", "everyone": " (in or out)"}.get(name, "")

    def witnesses(self, condition: n.Expr) -> Phrases:
        """The printer that knows the names of `some x in S` in a condition that holds."""
        if isinstance(condition, n.And):
            return self.witnesses(condition.left).witnesses(condition.right)
        if isinstance(condition, n.Quantified) and condition.word == "some":
            return self.over(condition.name, condition.source)[0]
        return self

    def among(self, source: n.Expr) -> str:
        """`in the cup`, `of your loose dice`, `from 1 to 6`."""
        if isinstance(source, n.Range):
            return f"from {self.value(source)}"
        if isinstance(source, n.Showing) and not self.plural(source.subject):
            return f"in {self.tight(source.subject)} showing {self.tight(source.number)}"
        if isinstance(source, n.Name) and self._adjective_of(source.phrase.text) and not is_plural(source.phrase.text):
            return f"of {self.value(source)}"
        if isinstance(source, n.On):
            return f"on {self.tight(source.places)}"
        if isinstance(source, n.Name) and source.phrase.text in self.locals:
            text = self.value(source)
            return f"in {text}" if text.startswith(("*", "that ")) else f"of {text}"
        return f"of {self.value(source)}" if self.plural(source) else f"in {self.tight(source)}"

    # -------------------------------------------------------------- what an expression stands for

    def noun(self, expr: n.Expr, depth: int = 0) -> Noun | None:
        """What the members of a set are called, as far as it can be told."""
        facts = self.facts
        if depth > 12:
            return None
        if isinstance(expr, (n.Name, n.Your, n.Apply)):
            return self._noun_of_name(expr, depth)
        if isinstance(expr, (n.Showing, n.On)):
            return DIE
        if isinstance(expr, n.Range):
            low = self.noun(expr.low, depth + 1)
            return low or NUMBER
        if isinstance(expr, (n.Where, n.Best, n.At)):
            return self.noun(expr.subject, depth + 1)
        if isinstance(expr, n.Binary):
            return self.noun(expr.left, depth + 1)
        if isinstance(expr, n.You):
            return PLAYER
        if isinstance(expr, n.ForEach):
            inner = self
            for binder in expr.binders:
                inner = inner.bind(binder.name.text, Local("", inner.noun(binder.source, depth + 1)))
            return inner.noun(expr.body, depth + 1)
        if isinstance(expr, n.Name) and expr.phrase.text in facts.values:
            kind = facts.values[expr.phrase.text]
            return kind.singular.text, kind.plural.text
        return None

    def _noun_of_name(self, expr: n.Name | n.Your | n.Apply, depth: int) -> Noun | None:
        facts, name = self.facts, expr.phrase.text
        if isinstance(expr, n.Name):
            if name in self.locals:
                return self.locals[name].noun
            if name in BUILT_IN_SETS:
                return BUILT_IN_SETS[name]
            if name in facts.plurals:
                return facts.plurals[name].singular.text, name
            if name in facts.values:
                kind = facts.values[name]
                return kind.singular.text, kind.plural.text
            if name in facts.book.boards:
                return facts.noun_of_board(name)
        if name in facts.book.zones:
            return DIE
        word = facts.book.words.get(name)
        if word is not None:
            inner = self
            for param in getattr(word, "params", ()):
                inner = inner.param(param)[0]
            if isinstance(word, n.ValueWord):
                return inner.noun(word.body, depth + 1)
            if isinstance(word, n.CaseWord):
                found = [inner.noun(cell, depth + 1) for row in word.rows for cell in row.cells if cell is not None]
                return found[0] if found and found[0] is not NUMBER else None
            return None
        if isinstance(expr, n.Apply):
            if name in {"first", "last"}:
                return self.noun(expr.argument, depth + 1)
            if name in ATTRIBUTE_NOUNS:
                return ATTRIBUTE_NOUNS[name]
        split = self._adjective_of(name)
        if split is not None:
            return self.noun(n.Name(n.Phrase(tuple(split[1].split(" ")))), depth + 1)
        return None

    def plural(self, expr: n.Expr) -> bool:
        """Whether the words for an expression take `are`."""
        if isinstance(expr, n.Name):
            name = expr.phrase.text
            if name in self.locals:
                local = self.locals[name]
                if local.called.startswith(("the ", "that ")):
                    return is_plural(name)
                return False
            if name in self.facts.values or name in self.seats or name in self.facts.switches:
                return False
            if name == "last player left" or name in self.facts.marks:
                return False
            return name in {"everyone", "others"} or is_plural(name) or self._adjective_of(name) is not None
        if isinstance(expr, (n.Your, n.Apply)):
            name = expr.phrase.text
            if name in self.facts.marks:
                return False
            if isinstance(expr, n.Apply) and name == "number":
                return self.is_set(expr.argument)
            return is_plural(name)
        if isinstance(expr, n.At):
            return self.plural(expr.subject)
        if isinstance(expr, n.On):
            return not (isinstance(expr.subject, n.Name) and expr.subject.phrase.text == "die")
        if isinstance(expr, n.Binary):
            return self._is_set_sum(expr)
        return isinstance(expr, (n.Where, n.Best, n.ForEach, n.Showing, n.You))

    def is_set(self, expr: n.Expr) -> bool:
        if isinstance(expr, n.Name):
            local = self.locals.get(expr.phrase.text)
            if local is not None:
                return local.many
            return expr.phrase.text not in self.seats and self.noun(expr) is not None
        if isinstance(expr, n.Apply) and expr.phrase.text in {"first", "last"}:
            return False
        if isinstance(expr, n.On):
            return self.plural(expr)
        return isinstance(expr, (n.Where, n.Best, n.ForEach, n.Showing)) or self.noun(expr) is not None

    def _is_set_sum(self, expr: n.Binary) -> bool:
        return expr.op in "+-" and self.noun(expr.left) not in {None, NUMBER}

    def _adjective_of(self, name: str) -> tuple[str, str] | None:
        """`red hand` as `red` and `hand`."""
        facts = self.facts
        if name in self.locals or facts.is_global(name) or name in facts.adjectives:
            return None
        words = name.split(" ")
        for i in range(len(words) - 1, 0, -1):
            front, rest = " ".join(words[:i]), " ".join(words[i:])
            known = (
                rest in self.locals
                or rest in facts.plurals
                or rest in BUILT_IN_SETS
                or facts.is_global(rest)
                or self._adjective_of(rest) is not None
            )
            if front in facts.adjectives and known:
                return front, rest
        return None

    def is_truth(self, expr: n.Expr) -> bool:
        """Whether an expression is a yes or a no."""
        if isinstance(expr, (n.Name, n.Your, n.Apply)):
            name = expr.phrase.text
            if isinstance(expr, n.Name) and name in self.locals:
                return False
            word = self.facts.book.words.get(name)
            if isinstance(word, n.ValueWord):
                return isinstance(word.body, TRUTHS)
            if isinstance(word, n.CaseWord):
                return any(isinstance(cell, TRUTHS) for row in word.rows for cell in row.cells)
            return name in self.facts.marks or name in self.facts.switches
        return isinstance(expr, TRUTHS)

    # -------------------------------------------------------------- values

    def value(self, expr: n.Expr) -> str:
        text: str = getattr(self, f"_{snake(type(expr).__name__)}")(expr)
        return text

    def tight(self, expr: n.Expr) -> str:
        """A value inside a longer phrase: in brackets where it could be misread."""
        text = self.value(expr)
        if isinstance(expr, n.Binary) and self._is_set_sum(expr):
            return text
        return f"({text})" if isinstance(expr, BRACKETED) else text

    def table_value(self, expr: n.Expr) -> str:
        return self.condition(expr) if isinstance(expr, TRUTHS) and not isinstance(expr, n.Truth) else self.value(expr)

    def _number(self, node: n.Number) -> str:
        return str(node.value)

    def _name(self, node: n.Name) -> str:
        name, facts = node.phrase.text, self.facts
        if name in self.locals:
            return self.locals[name].called
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
        if name in facts.adjectives or name in facts.values:
            return name
        if name in facts.marks:
            return f"the mark “{name}”"
        if name in facts.switches:
            return f"the option “{name}”"
        if facts.is_global(name) or name in facts.plurals or name in BUILT_IN_NAMES:
            return self._with_the(name)
        split = self._adjective_of(name)
        if split is not None:
            whole = _name_node(split[1])
            return self._described(split[0], self.value(whole), self.plural(whole), self.noun(whole) or DIE)
        return name

    def _with_the(self, name: str) -> str:
        word = self.facts.book.words.get(name)
        if word is not None and self.is_truth(_name_node(name)):
            return f"“{name}”"
        return name if name.split(" ")[0] in {"a", "an", "the"} else f"the {name}"

    def _described(self, adjective: str, text: str, several: bool, members: Noun = DIE) -> str:
        if not several:
            return f"the {adjective} {members[1]} in {text}"
        if text.startswith("your "):
            return f"your {adjective} {text.removeprefix('your ')}"
        return f"the {adjective} {without_the(text)}"

    def _your(self, node: n.Your) -> str:
        name = node.phrase.text
        if name in self.facts.marks:
            return f"your mark “{name}”"
        split = self._adjective_of(name)
        if split is not None:
            return self._described(split[0], f"your {split[1]}", is_plural(split[1]))
        return f"your {name}"

    def _you(self, _: n.You) -> str:
        return "you"

    def _it(self, _: n.It) -> str:
        return "it"

    def _nothing(self, node: n.Nothing) -> str:
        return node.word

    def _truth(self, node: n.Truth) -> str:
        return "yes" if node.value else "no"

    def _apply(self, node: n.Apply) -> str:
        name, argument = node.phrase.text, node.argument
        if isinstance(argument, n.Tuple):
            return self._apply_to_several(name, argument)
        owner = self.tight(argument)
        if name in {"left", "right"} and not self.facts.is_global(name):
            whose = "your" if owner == "you" else "its" if owner == "it" else ""
            return f"the player to {whose} {name}" if whose else f"the player to the {name} of {owner}"
        if name in {"first", "last"} and not self.facts.is_global(name):
            several = self.members(argument)
            return f"the {name} of {several}"
        label = f"mark “{name}”" if name in self.facts.marks else name
        if owner == "you":
            return f"your {label}"
        if owner == "it":
            return f"its {label}"
        if isinstance(argument, n.Name) and owner in self.seats:
            return f"{possessive(owner)} {label}"
        if name == "number" and not self.facts.is_global(name):
            return f"the numbers on {self.members(argument)}" if self.is_set(argument) else f"the number on {owner}"
        split = self._adjective_of(name)
        if split is not None:
            return self._described(split[0], f"the {split[1]} of {owner}", is_plural(split[1]))
        return f"{self._with_the(label)} of {owner}"

    def _apply_to_several(self, name: str, argument: n.Tuple) -> str:
        parts = [self.value(item) for item in argument.items]
        if name in {"row", "column", "ahead"} and len(parts) == 2 and not self.facts.is_global(name):
            what = "square ahead" if name == "ahead" else name
            return f"the {what} of {parts[0]} as seen from {parts[1]}"
        return f"the {name} of {listed(parts)}"

    def _at(self, node: n.At) -> str:
        return f"{self.value(node.subject)} at {self.tight(node.key)}"

    def _tuple(self, node: n.Tuple) -> str:
        if all(isinstance(item, (n.Number, n.Negative)) for item in node.items):
            return f"({','.join(self.value(item).replace('minus ', '-') for item in node.items)})"
        return f"({', '.join(self.value(item) for item in node.items)})"

    def _where(self, node: n.Where) -> str:
        return f"{self.members(node.subject)} {self.relative(node.condition)}"

    def relative(self, condition: n.Expr) -> str:
        """A condition about `it` as a relative clause."""
        return self._clause(condition) or f"for which {self.condition(condition)}"

    def _clause(self, condition: n.Expr) -> str | None:
        if isinstance(condition, (n.And, n.Or)):
            left, right = self._clause(condition.left), self._clause(condition.right)
            if left is None or right is None:
                return None
            return f"{left} {'and' if isinstance(condition, n.And) else 'or'} {right}"
        if not isinstance(condition, n.Is):
            return None
        subject, empty = condition.subject, isinstance(condition.test, n.Same) and _is_nothing(condition.test.other)
        if isinstance(subject, n.It):
            return f"that are {self._tail(condition.negated, condition.test)}"
        if isinstance(subject, n.Apply) and isinstance(subject.argument, n.It) and not empty:
            name = subject.phrase.text
            if name not in self.facts.marks:
                be = "are" if is_plural(name) else "is"
                return f"whose {name} {be} {self._tail(condition.negated, condition.test)}"
        return None

    def _best(self, node: n.Best) -> str:
        measure = node.measure
        if isinstance(measure, n.Apply) and isinstance(measure.argument, n.It):
            text = measure.phrase.text
        else:
            text = without_the(self.value(measure))
        return f"{self.members(node.subject)} with the {'highest' if node.highest else 'lowest'} {text}"

    def _over_all(self, node: n.ForEach) -> tuple[Phrases, str]:
        inner: Phrases = self
        parts = []
        for binder in node.binders:
            inner, label = inner.over(binder.name, binder.source)
            parts.append(f"each {label}")
        text = " and ".join(parts)
        if node.condition is not None:
            text += f" where {inner.condition(node.condition)}"
        return inner, text

    def _for_each(self, node: n.ForEach) -> str:
        last = node.binders[-1]
        if isinstance(node.body, n.Name) and node.body.phrase == last.name:
            # The set of all x: where it can be, `the hand of each player`.
            whole = self._of_each(node)
            if whole is not None:
                return whole
            inner: Phrases = self
            labels = []
            for binder in node.binders:
                inner, label = inner.over(binder.name, binder.source)
                labels.append(label)
            text = f"every {labels[-1]}"
            if labels[:-1]:
                text += f", for each {' and each '.join(labels[:-1])}"
            if node.condition is not None:
                text += f", where {inner.condition(node.condition)}"
            return text
        inner, over = self._over_all(node)
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
            inner = inner.bind(binder.name.text, Local(each, inner.noun(binder.source)))
        return inner.members(last.source)

    def _binary(self, node: n.Binary) -> str:
        if self._is_set_sum(node):
            if node.op == "-":
                return f"{self.members(node.left)} without {self.tight(node.right)}"
            return f"{listed(self.tight(part) for part in _summands(node))} together"
        left, right = self._operand(node, node.left, False), self._operand(node, node.right, True)
        if node.op == "/":
            return f"{left} divided by {right}, rounded down"
        if node.op == "mod":
            return f"the remainder of {left} divided by {right}"
        return f"{left} {({'+': 'plus', '-': 'minus', '*': 'times'})[node.op]} {right}"

    def _operand(self, node: n.Binary, part: n.Expr, is_right: bool) -> str:
        text = self.value(part)
        if isinstance(part, n.Binary):
            own, other = LEVEL[node.op], LEVEL[part.op]
            loose = other < own or (is_right and other == own and node.op != "+") or (is_right and part.op == "-")
            if loose or part.op in {"/", "mod"}:
                return f"({text})"
        elif isinstance(part, BRACKETED):
            return f"({text})"
        return text

    def _negative(self, node: n.Negative) -> str:
        return f"minus {self.tight(node.operand)}"

    def _range(self, node: n.Range) -> str:
        return f"{self.value(node.low)} to {self.value(node.high)}"

    def members(self, expr: n.Expr) -> str:
        """A set by its members: `the dice in the cup`, `your loose dice`, `the boxes`."""
        text = self.value(expr)
        is_local = isinstance(expr, n.Name) and expr.phrase.text in self.locals
        if self.plural(expr) and not (is_local and text.startswith("*")):
            return text
        noun = self.noun(expr)
        if isinstance(expr, n.Range):
            return f"the numbers {text}" if noun is NUMBER else text
        return f"the {noun[1]} in {text}" if noun is not None else text

    def _fold(self, node: n.Fold) -> str:
        operand = node.operand
        if node.word == "count":
            return self._count(operand)
        if isinstance(operand, n.ForEach):
            inner, over = self._over_all(operand)
            what = {
                "sum": "sum", "highest": "highest value", "lowest": "lowest value",
                "different": "number of different values",
            }[node.word]  # fmt: skip
            return f"the {what}, over {over}, of {inner.value(operand.body)}"
        if isinstance(operand, n.Apply) and not isinstance(operand.argument, n.Tuple) and self.is_set(operand.argument):
            return self._fold_attribute(node.word, operand)
        text = self.members(operand)
        if node.word == "different":
            return f"the number of different values of {text}"
        return f"the {node.word} of {text}"

    def _fold_attribute(self, word: str, operand: n.Apply) -> str:
        name, several = operand.phrase.text, self.members(operand.argument)
        is_number = name == "number" and not self.facts.is_global(name)
        if word == "different":
            return f"the number of different {name}s {'on' if is_number else 'among'} {several}"
        if word == "sum":
            if is_number:
                return f"the sum of the numbers on {several}"
            return f"the sum of the {name} of each of {several}"
        return f"the {word} {name} {'on' if is_number else 'among'} {several}"

    def _count(self, operand: n.Expr) -> str:
        if isinstance(operand, n.ForEach):
            return f"the number of cases of {self.value(operand)}"
        several = self.members(operand)
        if self.plural(operand) or several.startswith("the ") or several.startswith("all "):
            text = without_the(several)
            if isinstance(operand, n.Name) and operand.phrase.text == "everyone" and self.facts.eliminates:
                text = "all players"
            return f"the number of {text}"
        return f"the number of members of {several}"

    def _showing(self, node: n.Showing) -> str:
        return f"{self.members(node.subject)} showing {self.tight(node.number)}"

    def _on(self, node: n.On) -> str:
        what = self.value(node.subject)
        if isinstance(node.subject, n.Name) and node.subject.phrase.text in {"die", "dice"}:
            what = f"the {node.subject.phrase.text}"
        return f"{what} on {self.tight(node.places)}"

    def _and(self, node: n.And) -> str:
        return self.condition(node)

    def _or(self, node: n.Or) -> str:
        return self.condition(node)

    def _not(self, node: n.Not) -> str:
        return self.condition(node)

    def _is(self, node: n.Is) -> str:
        return self.condition(node)

    def _quantified(self, node: n.Quantified) -> str:
        return self.condition(node)

    def _has_order(self, node: n.HasOrder) -> str:
        return self.condition(node)

    # -------------------------------------------------------------- conditions

    def condition(self, expr: n.Expr) -> str:
        """A yes or no as a clause."""
        return self._holds(expr, False)

    def _holds(self, expr: n.Expr, negated: bool) -> str:
        if isinstance(expr, n.Not):
            return self._holds(expr.operand, not negated)
        if isinstance(expr, n.Is):
            return self._is_clause(evolve(expr, negated=expr.negated != negated))
        if isinstance(expr, (n.And, n.Or)):
            text = self._joined(expr)
            return f"it is not so that ({text})" if negated else text
        if isinstance(expr, n.Quantified):
            text = self._quantified_clause(expr)
            return f"it is not so that {text}" if negated else text
        if isinstance(expr, n.HasOrder):
            return f"{self.value(expr.attribute)} is {'not ' if negated else ''}{self._order_words(expr.order)}"
        if isinstance(expr, n.Truth):
            return "never" if expr.value == negated else "always"
        return self._plain(expr, negated)

    def _joined(self, expr: n.And | n.Or) -> str:
        kind = type(expr)
        parts = []
        node: n.Expr = expr
        while isinstance(node, kind):
            parts.append(node.right)
            node = node.left
        parts.append(node)
        parts.reverse()
        texts = []
        for i, part in enumerate(parts):
            text = self.condition(part)
            is_last = i == len(parts) - 1
            if isinstance(part, (n.And, n.Or)) and (kind is n.And or isinstance(part, kind)):
                text = f"({text})"
            elif isinstance(part, n.Quantified) and not is_last and text.startswith("for "):
                text = f"({text})"
            texts.append(text)
        if kind is n.And:
            plain = len(texts) > 2 and not any("," in text for text in texts)
            return listed(texts) if plain else " and ".join(texts)
        comma = "," if any(isinstance(part, n.And) for part in parts) else ""
        return f"{comma} or ".join(texts)

    def _plain(self, expr: n.Expr, negated: bool) -> str:
        """A name that is a yes or a no by itself."""
        no = "not " if negated else ""
        if isinstance(expr, (n.Name, n.Your, n.Apply)) and not (
            isinstance(expr, n.Name) and expr.phrase.text in self.locals
        ):
            name = expr.phrase.text
            if name in self.facts.marks:
                return f"{self.bearer(expr)} {no}marked “{name}”"
            if name in self.facts.switches:
                return f"the option “{name}” is {'off' if negated else 'on'}"
            if name in self.facts.adjectives:
                return f"it is {no}{name}"
        text = self.value(expr)
        return f"{text} does not hold" if negated else f"{text} holds"

    def bearer(self, expr: n.Name | n.Your | n.Apply) -> str:
        """Who carries a mark, with its verb: `you are`, `the game is`."""
        if isinstance(expr, n.Your):
            return "you are"
        if isinstance(expr, n.Apply):
            owner = self.tight(expr.argument)
            return "you are" if owner == "you" else f"{owner} is"
        return f"the {self.facts.marks[expr.phrase.text].word} is"

    def _order_words(self, order: n.Order) -> str:
        text = f"{ORDERS[order.word]} {self._compared(order.other)}"
        return f"{text}, compared from the left" if isinstance(order.other, n.Tuple) else text

    def _compared(self, expr: n.Expr) -> str:
        return f"({self.value(expr)})" if isinstance(expr, (n.And, n.Or)) else self.value(expr)

    def _tail(self, negated: bool, test: n.Test) -> str:
        """What follows `is`."""
        no = "not " if negated else ""
        if isinstance(test, n.Order):
            return f"{no}{self._order_words(test)}"
        if isinstance(test, n.Member):
            other = test.other
            if isinstance(other, n.Range):
                return f"{no}from {self.value(other)}"
            return f"{no}{'among' if self.plural(other) else 'in'} {self.tight(other)}"
        if isinstance(test, n.Related):
            return f"{no}{test.relation.text} with {self.tight(test.other)}"
        return f"{no}{self._compared(test.other)}"

    def _is_clause(self, node: n.Is) -> str:
        subject, test = node.subject, node.test
        if isinstance(test, n.Same):
            special = self._special(subject, node.negated, test.other)
            if special is not None:
                return special
        be = "are" if self.plural(subject) else "is"
        return f"{self._compared(subject)} {be} {self._tail(node.negated, test)}"

    def _special(self, subject: n.Expr, negated: bool, other: n.Expr) -> str | None:
        if isinstance(other, n.Truth) and self.is_truth(subject):
            return self._holds(subject, negated == other.value)
        text = self.value(subject)
        if isinstance(other, n.Nothing):
            return _absent(text, negated)
        if not isinstance(other, n.Name) or other.phrase.text in self.locals:
            return None
        name = other.phrase.text
        if name == "empty" and self.plural(subject) and not text.startswith("*"):
            if text.startswith("your "):
                return f"you have {'' if negated else 'no '}{text.removeprefix('your ')}"
            if text.startswith("its "):
                return f"it has {'' if negated else 'no '}{text.removeprefix('its ')}"
            return f"there are {'' if negated else 'no '}{without_the(text)}"
        if name == "next" and text in self.seats:
            return f"it is {'not ' if negated else ''}{possessive(text)} turn"
        if name == "winner":
            verb = "have" if text == "you" or self.plural(subject) else "has"
            return f"{text} {verb} {'not ' if negated else ''}won"
        return None

    def _quantified_clause(self, node: n.Quantified) -> str:
        inner, label = self.over(node.name, node.source)
        if node.test is not None:
            test = node.test
            if isinstance(test, n.Same) and _is_nothing(test.other):
                return f"for {node.word} {label}, there is {'something' if node.negated else 'nothing'}"
            return f"{node.word} {label} is {inner._tail(node.negated, test)}"
        condition = node.condition
        if isinstance(condition, n.HasOrder):
            return f"{node.word} {label} has {inner._attribute_order(condition)}"
        assert condition is not None
        if isinstance(condition, n.Name) and condition.phrase.text in self.facts.marks:
            return f"{node.word} {label} is marked “{condition.phrase.text}”"
        return f"for {node.word} {label}, {inner.condition(condition)}"

    def _attribute_order(self, node: n.HasOrder) -> str:
        order = ORDERS[node.order.word]
        other = self.value(node.order.other)
        if isinstance(node.attribute, n.Name):
            name = node.attribute.phrase.text
            if is_plural(name) and isinstance(node.order.other, n.Number):
                return f"{order} {other} {name}"
            words = name if is_plural(name) else article(name)
        else:
            words = article(without_the(self.value(node.attribute)))
        return f"{words} of {order} {other}"

    # -------------------------------------------------------------- picks

    def amount(self, amount: n.Amount, source: n.Expr) -> str:
        """`one of the boxes`, `one or more dice of the loose pile`."""
        if isinstance(source, n.Range) and amount.word == "one":
            noun = self.noun(source)
            return f"{article(noun[0] if noun else 'number')} from {self.value(source)}"
        if amount.word == "one":
            count, one = "one", True
        elif amount.word == "some":
            count, one = "one or more", False
        elif amount.word == "any":
            count, one = "any number (or none)", False
        else:
            assert amount.low is not None and amount.high is not None
            low, high = self.value(amount.low), self.value(amount.high)
            count, one = (low, low == "1") if amount.low == amount.high else (f"{low} to {high}", False)
        noun = self.noun(source)
        text = self.value(source)
        is_local = isinstance(source, n.Name) and source.phrase.text in self.locals and text.startswith("*")
        if noun is None or (self.plural(source) and not is_local):
            if isinstance(source, n.Showing) and not self.plural(source.subject):
                return f"{count} {DIE[0] if one else DIE[1]} {self.among(source)}"
            return f"{count} of {text}"
        of = "of " if "(" in count else ""
        return f"{count} {of}{('the ' + noun[1]) if of else noun[0] if one else noun[1]} {self.among(source)}"

    def pick(self, pick: n.Pick) -> tuple[Phrases, str]:
        many = pick.amount.word != "one"
        text = self.amount(pick.amount, pick.source)
        if pick.condition is not None:
            text += f" {self.relative(pick.condition)}"
        inner, called = self.named(pick.name, self.noun(pick.source), many)
        if pick.seen_by is not None:
            text += ", in secret"
        return inner, f"{text} ({called})"


def _name_node(text: str) -> n.Name:
    return n.Name(n.Phrase(tuple(text.split(" "))))


def _is_nothing(expr: n.Expr) -> bool:
    return isinstance(expr, n.Nothing)


def _summands(node: n.Binary) -> list[n.Expr]:
    if isinstance(node.left, n.Binary) and node.left.op == "+":
        return [*_summands(node.left), node.right]
    return [node.left, node.right]


def _absent(text: str, negated: bool) -> str:
    """`x is none` in words."""
    match = re.match(r"(?:(your|its|the) |(\w+)'s? )(.+)", text)
    if match is None:
        return (
            f"{text} is {'someone' if negated else 'nobody'}"
            if text == "you"
            else f"{text} is {'not ' if negated else ''}none"
        )
    whose, seat, rest = match[1], match[2], match[3]
    has = {"your": "you have", "its": "it has", "the": "there is"}.get(whose, f"{seat} has")
    return f"{has} {article(rest) if negated else f'no {rest}'}"
