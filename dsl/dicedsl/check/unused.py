"""What is written down and never used: rules, words, options, material, kinds, and what rules are for."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from dicedsl.check.case import Case, warning
from dicedsl.errors import Problem
from dicedsl.rulebook.merge import Rulebook
from dicedsl.rulebook.walk import everything, lines, mentioned, walk
from dicedsl.syntax import nodes as n


def unused(case: Case) -> Iterator[Problem]:
    if case.is_library:
        return
    uses = _Uses(case)
    for book in case.books:
        yield from _rules(case, book, uses)
        yield from _names(case, book, uses)


class _Uses:
    """What is mentioned anywhere, in the rulebook and in any of its variants, outside of its own declaration."""

    def __init__(self, case: Case) -> None:
        self.called: set[str] = set()
        self.by: dict[str, set[str]] = {}
        self.places = False
        for book in case.books:
            for node in everything(book):
                own = _declared(node)
                for name in _mentions(node):
                    self.by.setdefault(name, set()).add(own)
                self.places = self.places or any(isinstance(inner, n.Tuple) for inner in walk(node))
                self.called.update(
                    s.rule.text for s in walk(node) if isinstance(s, n.Do) and not _calls_itself(node, s)
                )

    def used(self, name: str, own: str = "") -> bool:
        return bool(self.by.get(name, set()) - {own})


def _calls_itself(node: n.Node, step: n.Do) -> bool:
    return isinstance(node, n.Rule) and node.name.text == step.rule.text


def _declared(node: n.Node) -> str:
    if isinstance(node, n.Kind):
        return f"kind {node.singular.text}"
    if isinstance(node, (n.Option, n.Zone, n.Memory, n.Board, n.ValueWord, n.ListWord, n.CaseWord)):
        return node.name.text
    if isinstance(node, n.AdjectiveWord):
        return f"{node.subject.kind} is {node.name.text}"
    return ""


def _mentions(node: n.Node) -> set[str]:
    """The names a part mentions, without the name that it gives."""
    silent = n.Phrase(("-",))
    if isinstance(node, n.Kind):
        return set()
    if isinstance(node, n.Rule):
        node = evolve(node, name=silent)
    elif isinstance(node, (n.Option, n.Zone, n.Memory, n.Board, n.ValueWord, n.ListWord, n.CaseWord, n.AdjectiveWord)):
        node = evolve(node, name=silent)
    return mentioned(node)


def _rules(case: Case, book: Rulebook, uses: _Uses) -> Iterator[Problem]:
    for rule in book.rules.values():
        if not case.owns(rule.span):
            continue
        name = rule.name.text
        if name not in uses.called:
            yield warning(
                "W601",
                f'the rule "{name}" is never carried out',
                rule.name.span,
                f"write `do {name}` where it happens, or leave it out",
            )
        inside = mentioned(rule.block)
        for param in rule.params:
            if param.name.text not in inside and not _in_others(case, rule, param.name.text):
                yield warning(
                    "W606", f'the rule "{name}" never uses "{param.name.text}"', param.span,
                    f"leave it out here and in every `do {name}`",
                )  # fmt: skip


def _in_others(case: Case, rule: n.Rule, name: str) -> bool:
    """A variant may use what the rule itself does not."""
    for book in case.books:
        other = book.rules.get(rule.name.text)
        if other is not None and name in mentioned(other.block):
            return True
    return False


def _names(case: Case, book: Rulebook, uses: _Uses) -> Iterator[Problem]:
    for key, word in book.words.items():
        if not case.owns(word.span):
            continue
        if not uses.used(word.name.text, key):
            yield warning(
                "W602",
                f'"{word.name.text}" is explained but never used',
                word.name.span,
                "leave it out, or use it in a rule",
            )
        if isinstance(word, (n.ValueWord, n.CaseWord)):
            yield from _word_params(word)
    for option in book.options.values():
        if (
            case.owns(option.span)
            and option.name.text != "starter"
            and not uses.used(option.name.text, option.name.text)
        ):
            yield warning(
                "W603",
                f'the option "{option.name.text}" changes nothing',
                option.name.span,
                "use it in a rule, or leave it out",
            )
    for line in lines(book):
        if isinstance(line, (n.Zone, n.Memory, n.Board)) and case.owns(line.span) and not _material_used(line, uses):
            what = "holds nothing that is ever used" if isinstance(line, n.Zone) else "is never used"
            yield warning("W604", f'"{line.name.text}" {what}', line.name.span, "use it in a rule, or leave it out")
    for kind in book.kinds.values():
        names = [kind.singular.text, kind.plural.text, *(v.text for v in kind.values)]
        if case.owns(kind.span) and not any(uses.used(name, f"kind {kind.singular.text}") for name in names):
            yield warning(
                "W605",
                f'the kind "{kind.singular.text}" is never used',
                kind.singular.span,
                "leave it out, or keep something by it",
            )


def _material_used(line: n.Zone | n.Memory | n.Board, uses: _Uses) -> bool:
    if uses.used(line.name.text, line.name.text):
        return True
    if isinstance(line, n.Board):
        return uses.places or uses.used("place") or uses.used("places")
    # All dice together, or the dice of a player, may be meant by `dice`.
    return isinstance(line, n.Zone) and line.amount is not None and uses.used("dice", line.name.text)


def _word_params(word: n.ValueWord | n.CaseWord) -> Iterator[Problem]:
    inside: set[str] = set()
    body = (word.body,) if isinstance(word, n.ValueWord) else (*((word.columns,) if word.columns else ()), *word.rows)
    for node in body:
        inside |= mentioned(node)
    for param in word.params:
        if param.name.text not in inside:
            yield warning(
                "W606", f'"{word.name.text}" never uses "{param.name.text}"', param.span,
                "leave it out here and wherever the word is used",
            )  # fmt: skip
