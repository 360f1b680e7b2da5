"""What is written down and never used: rules, words, options, material, kinds, and what rules are for."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen

from dicedsl import built_in
from dicedsl.check.checked_file import CheckedFile, warning
from dicedsl.errors import Label, Problem
from dicedsl.rulebook.book import Rulebook
from dicedsl.rulebook.parts import all_parts, named_lines
from dicedsl.syntax import nodes as n
from dicedsl.syntax.text_values import BRACES
from dicedsl.syntax.walk import walk
from dicedsl.text.source import Span
from dicedsl.typed import tree as t
from dicedsl.typed.kinds import POINT, STEP, Kind
from dicedsl.typed.name_uses import NameUse

Key = tuple[str, str]
SORTS: dict[type, str] = {
    t.Option: "option", t.Zone: "zone", t.Memory: "memory", t.Word: "word", t.ListWord: "word",
}  # fmt: skip


USE = ("use it in a rule, or leave it out", "use them in a rule, or leave them out")
MOST_NAMED = 6


@frozen
class _Idle:
    """Something that is never used, with what is said of it alone and of several: its name stands for `{}`."""

    code: str
    name: n.Phrase
    one: str
    several: str
    help: tuple[str, str] = USE


def unused(checked: CheckedFile) -> Iterator[Problem]:
    """Report what is never used; all of one sort together."""
    if checked.is_library:
        return
    uses = _Uses(checked)
    idle: dict[Span, _Idle] = {}
    for book in checked.books:
        for idle_or_wrong in (*_rules(checked, book, uses), *_names(checked, book, uses)):
            if isinstance(idle_or_wrong, Problem):
                yield idle_or_wrong
            else:
                idle.setdefault(idle_or_wrong.name.span, idle_or_wrong)
    together: dict[tuple[str, str], list[_Idle]] = {}
    for each in sorted(idle.values(), key=lambda each: each.name.span.start):
        together.setdefault((each.code, each.several), []).append(each)
    for group in together.values():
        first, *others = group
        names = [f'"{each.name.text}"' for each in group]
        if not others:
            yield warning(first.code, first.one.format(names[0]), first.name.span, first.help[0])
            continue
        shown, more = names[:MOST_NAMED], len(names) - MOST_NAMED
        *front, last = [*shown, f"{more} more"] if more > 0 else shown
        also = tuple(Label(each.name.span, "and this") for each in others)
        yield warning(
            first.code,
            first.several.format(f"{', '.join(front)} and {last}"),
            first.name.span,
            first.help[1],
            also=also,
        )


class _Uses:
    """What is named anywhere, in the rulebook and in any of its variants, outside of its own declaration."""

    def __init__(self, checked: CheckedFile) -> None:
        self.named: set[Key] = set()
        self.told: set[str] = set()  # in braces in what is told
        self.kinds = set(checked.kinds_in_examples)  # of everything that is spoken of
        self.read: set[str] = set()  # memory that is not only written
        self._written: set[Span] = set()  # where it is
        self.dice = False  # all dice together, or the dice of a player
        # where `dice on` a board are spoken of: what never leaves its zone is none of them
        self.on_boards: set[int] = set()
        for book in checked.books:
            game = checked.game(book)
            for node in (inner for part in (*all_parts(book), *book.remarks) for inner in walk(part)):
                if isinstance(node, n.Remark) and node.word == "in short":
                    self.told |= {" ".join(value.split()) for value in BRACES.findall(node.text.value)}
                if isinstance(node, n.On) and isinstance(node.subject, n.Name):
                    self.on_boards.add(id(node.subject.phrase))
                name = _written_name(node)
                if name is not None:
                    self._written.add(name.span)
            self.kinds |= {ty.kind for ty in game.types.values()}
            if {POINT, STEP} & self.kinds and game.names.space is not None:
                self.kinds.add(game.names.space.kind)
            params = {id(param.name): (rule, param) for rule in book.rules.values() for param in rule.params}
            for use in game.uses:
                if isinstance(use.referent, t.Local) and use.introduced_by is None and id(use.referent.home) in params:
                    rule, param = params[id(use.referent.home)]
                    self.named.add((f"rule {rule.name.text}", param.name.text))
                self._note(use)
        for use in checked.in_examples:
            self._note(use)

    def _note(self, use: NameUse) -> None:
        named = use.referent
        if isinstance(named, n.Rule):
            if not named.span.holds(use.written.span):
                self.named.add(("rule", named.name.text))
        elif isinstance(named, t.Adjective):
            if not named.node.span.holds(use.written.span):
                self.named.add(_adjective(named.node))
        elif isinstance(named, (t.Option, t.Zone, t.Memory, t.Word, t.ListWord)):
            if not named.node.span.holds(use.written.span):
                self.named.add((SORTS[type(named)], named.name))
                if isinstance(named, t.Memory) and use.written.span not in self._written:
                    self.read.add(named.name)
        elif isinstance(named, t.Local):
            if use.introduced_by is None and named.home is not None:
                self.named.add(_local(named.home))
        elif isinstance(named, Kind):
            self.kinds.add(named)
        if id(use.written) in self.on_boards:
            return
        if isinstance(use.written, n.Phrase) and use.written.words[use.last - 1] == "dice":
            self.dice = self.dice or isinstance(named, (t.BuiltIn, Kind))

    def has(self, sort: str, name: str) -> bool:
        return (sort, name) in self.named or (sort != "rule" and name in self.told)


def _written_name(node: n.Node) -> n.Phrase | None:
    """The name of the memory that a step writes."""
    target = node.target if isinstance(node, (n.Set, n.Add, n.Take)) else None
    while isinstance(target, n.At):
        target = target.subject
    if isinstance(target, (n.Name, n.Your, n.Their, n.Its, n.Possessive, n.Apply)):
        return target.phrase
    return None


def _adjective(node: n.AdjectiveWord) -> Key:
    other = "" if node.other is None else f" with {node.other.kind}"
    return "adjective", f"{node.subject.kind} is {node.name.text}{other}"


def _local(home: n.Phrase) -> Key:
    return f"at {home.span.source.name} {home.span.start}", home.text


def _rules(checked: CheckedFile, book: Rulebook, uses: _Uses) -> Iterator[Problem | _Idle]:
    for rule in book.rules.values():
        if not checked.owns(rule.span):
            continue
        name = rule.name.text
        if not uses.has("rule", name):
            help = f"write `{name}{' ...' if rule.params else ''}` where it happens, or leave it out"
            several = "write their names where they happen, or leave them out"
            yield _Idle(
                "W601",
                rule.name,
                "the rule {} is never carried out",
                "the rules {} are never carried out",
                (help, several),
            )
        for param in rule.params:
            # A variant may use what the rule itself does not.
            if not uses.has(f"rule {name}", param.name.text) and not _by_pronoun(param, rule.block):
                yield warning(
                    "W606", f'the rule "{name}" never uses "{param.name.text}"', param.span,
                    f'leave it out here and wherever "{name}" is carried out',
                )  # fmt: skip


def _by_pronoun(param: n.Param, node: n.Node) -> bool:
    """What has no name of its own is used as `it` or `they`, as the owner of what is `theirs`, or as the value of a row."""
    if not param.unnamed:
        return False
    return isinstance(node, n.CaseWord) or any(
        isinstance(inner, (n.It, n.They)) or (isinstance(inner, n.Phrase) and inner.text == "theirs")
        for inner in walk(node)
    )


def _names(checked: CheckedFile, book: Rulebook, uses: _Uses) -> Iterator[Problem | _Idle]:
    for word in book.words.values():
        if not checked.owns(word.span) or (word.name.text in built_in.NOUNS and book.boards):
            continue  # what `directions` are decides about lines and neighbours
        key = _adjective(word) if isinstance(word, n.AdjectiveWord) else ("word", word.name.text)
        if not uses.has(*key):
            help = ("leave it out, or use it in a rule", "leave them out, or use them in a rule")
            yield _Idle("W602", word.name, "{} is explained but never used", "{} are explained but never used", help)
        if isinstance(word, (n.ValueWord, n.CaseWord)):
            yield from _word_params(word, uses)
    for option in book.options.values():
        if checked.owns(option.span) and option.name.text != "starter" and not uses.has("option", option.name.text):
            yield _Idle("W603", option.name, "the option {} changes nothing", "the options {} change nothing")
    for line in named_lines(book):
        if isinstance(line, (n.Zone, n.Memory, n.Board)) and checked.owns(line.span) and not _material_used(line, uses):
            if isinstance(line, n.Zone):
                yield _Idle(
                    "W604", line.name, "{} holds nothing that is ever used", "{} hold nothing that is ever used"
                )
            else:
                yield _Idle("W604", line.name, "{} is never used", "{} are never used")
    for memory in book.memories.values():
        name = memory.name.text
        if checked.owns(memory.span) and uses.has("memory", name) and name not in uses.read | uses.told:
            one_helps = (
                "ask for it in a rule, or leave it out with what sets it; what is only to be seen stands under `shown:`"
            )
            several_help = one_helps.replace(" it ", " them ").replace("sets it", "sets them")
            yield _Idle(
                "W613",
                memory.name,
                "{} is set, but nothing ever asks for it",
                "{} are set, but nothing ever asks for them",
                (one_helps, several_help),
            )
    for kind in book.kinds.values():
        if checked.owns(kind.span) and checked.game(book).kinds.get(kind.singular.text) not in uses.kinds:
            help = ("leave it out, or keep something by it", "leave them out, or keep something by them")
            yield _Idle("W605", kind.singular, "the kind {} is never used", "the kinds {} are never used", help)


def _material_used(line: n.Zone | n.Memory | n.Board, uses: _Uses) -> bool:
    name = line.name.text
    if isinstance(line, n.Board):
        return any(kind.board == name for kind in uses.kinds)
    if isinstance(line, n.Memory):
        return uses.has("memory", name)
    return uses.has("zone", name) or (line.amount is not None and uses.dice)


def _word_params(word: n.ValueWord | n.CaseWord, uses: _Uses) -> Iterator[Problem]:
    for param in word.params:
        if _local(param.name) not in uses.named and not _by_pronoun(param, word):
            yield warning(
                "W606", f'"{word.name.text}" never uses "{param.name.text}"', param.span,
                "leave it out here and wherever the word is used",
            )  # fmt: skip
