"""From files to one rulebook: libraries used, parents changed and variants applied, so that nothing is a difference any more."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import chain
from typing import Any, TypeVar

from attrs import evolve

from dicedsl.errors import Label, Problem, raise_unhandled
from dicedsl.rulebook.alternative_editor import AlternativeEditor, with_steps
from dicedsl.rulebook.book import Rulebook, StandingRule
from dicedsl.rulebook.parts import named_tables
from dicedsl.syntax import nodes as n
from dicedsl.text.budget import WorkBudget
from dicedsl.text.spelling import suggest_or_list

Loader = Callable[[str, n.Text], "n.File | None"]
T = TypeVar("T")
Named = TypeVar("Named", n.Choice, n.Flow, n.Rule)


MOST_NESTED_FILES = 40
MOST_VARIANTS = 60
MOST_RULES = 400
MOST_STANDING_RULES = 200
MOST_WORDS = 1_000
SECTION_OF: dict[type, str] = {
    n.Option: "options", n.Zone: "zones", n.Memory: "memories", n.Board: "boards", n.Kind: "kinds",
    n.ValueWord: "words", n.ListWord: "words", n.CaseWord: "words", n.AdjectiveWord: "words",
}  # fmt: skip
# How a standing rule is called that is not there to be replaced.
MISSING_PART_WORDS: dict[type, str] = {
    n.End: 'end "{}"', n.MatchEnd: 'end "{}"', n.Always: "`always` with this sentence", n.BreakOff: "`break off`",
    n.Whenever: "single `whenever`",
}  # fmt: skip


def line_name(line: n.Line) -> str:
    if isinstance(line, n.Kind):
        return line.singular.text
    if isinstance(line, n.AdjectiveWord):
        return f"{line.subject.kind} is {line.name.text}"
    return line.name.text


def merge(
    file: n.File, load: Loader, chosen: Iterable[str], libraries: Iterable[str], budget: WorkBudget | None
) -> tuple[Rulebook, list[Problem]]:
    """The rulebook of a file, wrapped in `libraries`, with the variants `chosen` applied in that order; not desugared."""
    merger = Merger(load, budget)
    book = merger.book(file, ())
    for name in libraries:
        merger.use(book, n.Use(n.Text(name, span=file.title.span), span=file.title.span), ())
    for title in chosen:
        variant = book.variants.get(title)
        if variant is not None:
            merger.variant(book, variant)
    merger.limit(book)
    return book, merger.problems


class Merger:
    def __init__(self, load: Loader, budget: WorkBudget | None = None) -> None:
        self.load = load
        self.budget = WorkBudget() if budget is None else budget
        self.problems: list[Problem] = []

    def limit(self, book: Rulebook) -> None:
        """No rulebook needs more of these; what is over is left out, so that checking stays quick."""
        counted: tuple[tuple[str, dict[str, Any], int], ...] = (
            ("rules", book.rules, MOST_RULES), ("words", book.words, MOST_WORDS), ("variants", book.variants, MOST_VARIANTS),
        )  # fmt: skip
        for what, table, most in counted:
            if len(table) > most:
                self.report("E211", f"a rulebook has at most {most} {what}", book.head.title)
                for name in list(table)[most:]:
                    del table[name]

    def report(self, code: str, message: str, node: n.Node, **more: object) -> None:
        self.problems.append(Problem(code, message, node.span, **more))  # type: ignore[arg-type]

    def book(self, file: n.File, path: tuple[str, ...]) -> Rulebook:
        if file.changes is not None:
            parent = self._parent(file, path)
            book = parent.copy()
            book.parents.append(file.changes.value)
            book.title, book.head = file.title.value, file
            # A parent's examples speak of the parent's rules; the child brings its own.
            book.examples, book.own = [], set()
        else:
            book = Rulebook(file.title.value, file)
        book.editions[id(file.span.source)] = file.edition
        self._items(book, file.items, file.changes is not None, path)
        return book

    def _parent(self, file: n.File, path: tuple[str, ...]) -> Rulebook:
        assert file.changes is not None
        name = file.changes.value
        if self._too_deep(path, file.changes):
            return Rulebook(file.title.value, file)
        parent = self.load(name, file.changes)
        if parent is not None and parent.span.source.name in (*path, file.span.source.name):
            self.report(
                "E201",
                f'"{name}" changes itself in a circle',
                file.changes,
                help="one of the files must stand on its own",
            )
            return Rulebook(file.title.value, file)
        if parent is None:
            self.report(
                "E202",
                f'there is no rulebook "{name}" to change',
                file.changes,
                help="give the short name of a shipped rulebook or of a file in the same folder",
            )
            return Rulebook(file.title.value, file)
        return self.book(parent, (*path, file.span.source.name))

    def _too_deep(self, path: tuple[str, ...], name: n.Text) -> bool:
        if len(path) > MOST_NESTED_FILES:
            self.report("E211", f"files name files within files, at most {MOST_NESTED_FILES} deep", name)
        return len(path) > MOST_NESTED_FILES

    def variant(self, book: Rulebook, variant: n.Variant) -> None:
        book.changes.append(variant.title.value)
        self._items(book, variant.items, True, ())

    def _items(self, book: Rulebook, items: Iterable[n.Item], changing: bool, path: tuple[str, ...]) -> None:
        for item in items:
            self.budget.spend(1, item.span)
            if isinstance(item, n.Use):
                self.use(book, item, path)
            elif isinstance(item, n.FromSource):
                book.source = item.text.value
            elif isinstance(item, n.Aim):
                book.aim = item  # a variant may have another one
            elif isinstance(item, n.Players):
                if book.players is not None and not changing:
                    self.report(
                        "E203",
                        "the number of players is given twice",
                        item,
                        also=(Label(book.players.span, "first here"),),
                    )
                book.players = item
            elif isinstance(item, n.Section):
                self._section(book, item, changing)
            elif isinstance(item, n.Flow):
                self._add(book.flows, item.word, item, f"`{item.word}:`")
            elif isinstance(item, n.Rule):
                self._add(book.rules, item.name.text, item, f'the rule "{item.name.text}"')
            elif isinstance(item, n.Choice):
                self._add(book.choices, item.name.text, item, f'the choice "{item.name.text}"')
            elif isinstance(item, (n.Whenever, n.Always, n.End, n.BreakOff, n.MatchEnd)):
                self._standing(book, item)
            elif isinstance(item, n.Simulation):
                self._simulation(book, item, changing)
            elif isinstance(item, n.Hook):
                book.hooks.append(item)
            elif isinstance(item, n.Remark):
                book.remarks.append(item)
            elif isinstance(item, n.Example):
                book.examples.append(item)
            elif isinstance(item, n.Variant):
                self._add(book.variants, item.title.value, item, f'the variant "{item.title.value}"')
            elif not changing:
                self.report(
                    "E204",
                    "differences stand in a variant, or in a file that `changes` another",
                    item,
                    help='put it under a line `variant "...":`',
                )
            elif isinstance(item, n.Replace):
                self._replace(book, item)
            elif isinstance(item, n.Remove):
                self._remove(book, item)
            elif isinstance(item, n.AddBeside):
                self._add_beside(book, item)
            elif isinstance(item, n.AddTo):
                self._add_to(book, item)
            elif isinstance(item, n.InPlace):
                self._in_place(book, item)
            else:
                raise_unhandled(item)

    def use(self, book: Rulebook, item: n.Use, path: tuple[str, ...]) -> None:
        name = item.file.value
        if name in book.uses:
            return
        if self._too_deep(path, item.file):
            return
        library = self.load(name, item.file)
        if library is None:
            self.report(
                "E205",
                f'there is no library "{name}"',
                item.file,
                help="give the short name of a shipped library or of a file in the same folder",
            )
            return
        book.uses.append(name)
        book.editions[id(library.span.source)] = library.edition
        if library.changes is not None and (library.changes.value in book.parents or book.changes):
            # The differences of another file of the same parent, taken over as a whole.
            self._items(
                book, [i for i in library.items if not isinstance(i, (n.Example, n.Variant))], True, (*path, name)
            )
            return
        if library.word != "library":
            self.report(
                "E206",
                f'"{name}" is a game; only a library can be used',
                item.file,
                help="write `changes` in the first line to make a variant of a game",
            )
            return
        self._items(book, library.items, False, (*path, name))

    def _simulation(self, book: Rulebook, item: n.Simulation, changing: bool) -> None:
        for line in item.lines:
            if isinstance(line, n.BreakOff):
                self._standing(book, line)
            elif isinstance(line, n.Replaced) and isinstance(line.line, n.BreakOff):
                self._replace(book, n.Replace(line.line, span=line.span))
            elif isinstance(line, n.OddsOf):
                self._odds(book, line, changing)
            else:
                book.simulated |= {one.name.text for one in single_lines(line) if isinstance(one, n.Option)}
                self._lines(book, (line,), changing)

    def _odds(self, book: Rulebook, line: n.OddsOf, changing: bool) -> None:
        """A variant may give other odds for some outcomes, or odds for outcomes of its own."""
        name = line.name.value
        old = book.odds.get(name) if changing else None
        if old is None:
            self._add(book.odds, name, line, f'the odds of "{name}"')
            return
        given = {odd.outcome.value for odd in line.odds}
        kept = (odd for odd in old.odds if odd.outcome.value not in given)
        book.odds[name] = evolve(line, odds=(*kept, *line.odds))

    def _section(self, book: Rulebook, section: n.Section, changing: bool) -> None:
        book.sections.append(section)
        self._lines(book, section.lines, changing)

    def _lines(self, book: Rulebook, lines: Iterable[n.Line | n.Shown | n.Replaced | n.Remark], changing: bool) -> None:
        for line in (one for several in lines for one in single_lines(several)):
            self.budget.spend(1, line.span)
            if isinstance(line, n.Remark):
                book.remarks.append(line)
                continue
            if isinstance(line, n.Shown):
                book.shown[line.key] = line  # what a variant shows under the same name stands in its place
                continue
            replaced = isinstance(line, n.Replaced)
            inner = line.line if isinstance(line, n.Replaced) else line
            table: dict[str, n.Line] = getattr(book, SECTION_OF[type(inner)])
            name = line_name(inner)
            if replaced:
                if not changing:
                    self.report(
                        "E204",
                        "`replace` stands in a variant, or in a file that `changes` another",
                        line,
                        help="leave out `replace`, or put it into a variant",
                    )
                if name not in table:
                    self._unknown(f'"{name}"', name, table, line)
                book.gives_way(table.get(name), inner)
                table[name] = inner
            else:
                self._add(table, name, inner, f'"{name}"')

    def _add(self, table: dict[str, T], name: str, item: T, called: str) -> None:
        old = table.get(name)
        if old is not None:
            self.report(
                "E207",
                f"{called} is given twice",
                _named(item),
                also=(Label(_named(old).span, "first here"),),
                help="to change it in a variant, write `replace` in front",
            )
            return
        table[name] = item

    def _standing(self, book: Rulebook, item: StandingRule) -> None:
        if len(book.standing) >= MOST_STANDING_RULES:
            if len(book.standing) == MOST_STANDING_RULES:
                self.report("E211", f"a rulebook has at most {MOST_STANDING_RULES} ends and standing rules", item)
                book.standing.append(item)
            return
        if isinstance(item, (n.End, n.MatchEnd)):
            for old in book.standing:
                if type(old) is type(item) and old.caption.value == item.caption.value:
                    self.report(
                        "E207", f'the end "{item.caption.value}" is given twice', item.caption,
                        also=(Label(old.caption.span, "first here"),), help="to change it in a variant, write `replace` in front",
                    )  # fmt: skip
                    return
        book.standing.append(item)

    def _unknown(self, called: str, name: str, names: Iterable[str], node: n.Node) -> None:
        help = suggest_or_list(name, names)
        self.report("E208", f"there is no {called} to change here", node, help=help)

    def _unknown_rule(self, book: Rulebook, name: str, node: n.Node) -> None:
        """A rule is named without what it is given."""
        for called, rule in book.rules.items():
            words = [word for param in rule.params for word in (param.prep, param.kind, param.name.text) if word]
            if rule.params and name.startswith(f"{called} ") and set(name[len(called) :].split()) <= set(words):
                message = f"`rule {called}` is named here without what it is given"
                self.report("E208", message, node, help=f"write `rule {called}`")
                return
        self._unknown(f'rule "{name}"', name, book.rules, node)

    # -------------------------------------------------------------- differences

    def _replace(self, book: Rulebook, item: n.Replace) -> None:
        part = item.part
        if isinstance(part, n.Choice):
            self._replace_named(book, book.choices, part.name.text, part, f'choice "{part.name.text}"', part.name)
        elif isinstance(part, n.Flow):
            self._replace_named(book, book.flows, part.word, part, f"`{part.word}:`", item)
        elif isinstance(part, n.Rule):
            self._replace_named(book, book.rules, part.name.text, part, f'rule "{part.name.text}"', part.name)
        elif isinstance(part, n.Hook):
            self._replace_hooks(book, part, item)
        elif isinstance(part, n.Alternative):
            self._edit_alternative(book, part.name.value, part.name, lambda _: (part,))
        elif isinstance(part, StandingRule):
            self._replace_standing(book, part, item)
        else:
            raise_unhandled(part)

    def _replace_named(
        self, book: Rulebook, table: dict[str, Named], name: str, part: Named, called: str, where: n.Node
    ) -> None:
        old = table.get(name)
        if old is None:
            self._unknown(called, name, table, where)
        book.gives_way(old, part)
        table[name] = part

    def _replace_standing(self, book: Rulebook, part: StandingRule, item: n.Replace) -> None:
        word, name = _standing_name(part)
        places = [
            i for i, old in enumerate(book.standing) if type(old) is type(part) and _standing_name(old)[1] == name
        ]
        if not places or (isinstance(part, n.Whenever) and len(places) > 1):
            names = [other for kind, other in map(_standing_name, book.standing) if kind == word]
            self._unknown(MISSING_PART_WORDS[type(part)].format(name), name, names, item)
            return
        book.gives_way(book.standing[places[0]], part)
        book.standing[places[0]] = part

    def _replace_hooks(self, book: Rulebook, part: n.Hook, item: n.Replace) -> None:
        """All that is done at a moment gives way to one part."""
        places = [i for i, hook in enumerate(book.hooks) if hook.moment == part.moment]
        if not places:
            self._unknown("such hook", part.moment, [], item)
            return
        for i in places:
            book.gives_way(book.hooks[i], part)
        book.hooks[places[0]] = part
        for i in reversed(places[1:]):
            del book.hooks[i]

    def _remove(self, book: Rulebook, item: n.Remove) -> None:
        if item.sort == "rule":
            gone = book.rules.pop(item.name, None)
            book.gives_way(gone, None)
            if gone is None:
                self._unknown_rule(book, item.name, item)
        elif item.sort in {"end", "always"}:
            keep = [s for s in book.standing if _standing_name(s) != (item.sort, item.name)]
            if len(keep) == len(book.standing):
                self._unknown(
                    f'{item.sort} "{item.name}"', item.name, [_standing_name(s)[1] for s in book.standing], item
                )
            for old in book.standing:
                if not any(old is kept for kept in keep):
                    book.gives_way(old, None)
            book.standing[:] = keep
        elif item.sort == "alternative":
            self._edit_alternative(book, item.name, item, lambda _: ())
        else:
            for key, word in list(book.words.items()):
                if isinstance(word, n.AdjectiveWord) and word.name.text == item.name:
                    book.gives_way(book.words.pop(key), None)
                    return
            tables = named_tables(book)
            for table in tables:
                if item.name in table:
                    book.gives_way(table.pop(item.name), None)
                    return
            self._unknown(f'"{item.name}"', item.name, chain.from_iterable(tables), item)

    def _add_beside(self, book: Rulebook, item: n.AddBeside) -> None:
        self._edit_alternative(book, item.name.value, item.name, lambda old: (old, *item.alternatives))

    def _add_to(self, book: Rulebook, item: n.AddTo) -> None:
        if item.sort == "rule":
            rule = book.rules.get(item.name)
            if rule is None:
                self._unknown_rule(book, item.name, item)
                return
            book.rules[item.name] = evolve(rule, block=self._longer(rule.block, item))
        elif item.sort == "choice":
            choice = book.choices.get(item.name)
            if choice is None:
                self._unknown(f'choice "{item.name}"', item.name, book.choices, item)
                return
            musts = tuple(step for step in item.steps if isinstance(step, n.Must))
            book.choices[item.name] = evolve(choice, offers=(*musts, *choice.offers))
        elif item.sort == "flow":
            flow = book.flows.get(item.name)
            if flow is None:
                self._unknown(f"`{item.name}:`", item.name, book.flows, item)
                return
            book.flows[item.name] = evolve(flow, block=self._longer(flow.block, item))
        else:
            self._edit_alternative(book, item.name, item, lambda old: (with_steps(old, item.steps, item.first),))

    def _in_place(self, book: Rulebook, item: n.InPlace) -> None:
        """A change of the alternatives in one part only: nothing else is there while it is made."""
        tables: dict[str, dict[str, Any]] = {"rule": book.rules, "choice": book.choices, "flow": book.flows}
        part = tables[item.sort].get(item.name)
        if part is None and item.sort == "rule":
            self._unknown_rule(book, item.name, item)
            return
        if part is None:
            called = f"`{item.name}:`" if item.sort == "flow" else f'{item.sort} "{item.name}"'
            self._unknown(called, item.name, tables[item.sort], item)
            return
        alone = Rulebook(book.title, book.head)
        parts: dict[str, dict[str, Any]] = {"rule": alone.rules, "choice": alone.choices, "flow": alone.flows}
        target = parts[item.sort]
        target[item.name] = part
        self._items(alone, (item.change,), True, ())
        tables[item.sort][item.name] = target[item.name]
        book.former.extend(alone.former)

    def _longer(self, block: n.Block, item: n.AddTo) -> n.Block:
        for step in item.steps:
            if isinstance(step, n.Must):
                self.report(
                    "E209",
                    "`only if` belongs to an alternative of a choice",
                    step,
                    help='add it to the alternative: `add to "...":`',
                )
        more = tuple(s for s in item.steps if not isinstance(s, n.Must))
        steps = (*more, *block.steps) if item.first else (*block.steps, *more)
        return evolve(block, steps=steps, inline=False)

    def _edit_alternative(
        self,
        book: Rulebook,
        name: str,
        item: n.Node,
        edit: Callable[[n.Alternative], tuple[n.Offer, ...]],
    ) -> None:
        editor = AlternativeEditor(name, edit, self.budget)
        for key, choice in book.choices.items():
            book.choices[key] = evolve(choice, offers=editor.alternatives(choice.offers))
        for word, flow in book.flows.items():
            book.flows[word] = editor.part(flow)
        for key, rule in book.rules.items():
            book.rules[key] = editor.part(rule)
        book.hooks[:] = [editor.part(hook) for hook in book.hooks]
        book.standing[:] = [item if isinstance(item, n.Always) else editor.part(item) for item in book.standing]
        if editor.found == 0:
            self._unknown(f'alternative "{name}"', name, editor.names, item)
        elif editor.found > 1:
            self.report(
                "E210",
                f'there are {editor.found} alternatives "{name}", so it is not clear which is meant',
                item,
                help="give the steps around one of them a name of their own with `rule`, and replace that",
            )


def _named(item: object) -> n.Node:
    """What to point at: the name of a part, or all of it."""
    for field_name in ("name", "singular", "title", "caption"):
        named = getattr(item, field_name, None)
        if isinstance(named, n.Node):
            return named
    assert isinstance(item, n.Node)
    return item


def _standing_name(item: StandingRule) -> tuple[str, str]:
    if isinstance(item, (n.End, n.MatchEnd)):
        return "end", item.caption.value
    if isinstance(item, n.Always):
        return "always", item.sentence.value
    return "other", ""


def single_lines(line: Any) -> list[Any]:
    """A line that gives several names as a line for each."""
    replaced = isinstance(line, n.Replaced)
    inner = line.line if replaced else line
    lines: list[Any] = [inner]
    if isinstance(inner, n.Memory) and inner.more:
        lines = [evolve(inner, name=name, more=()) for name in (inner.name, *inner.more)]
    elif isinstance(inner, n.CaseWord) and inner.more:
        lines = []
        for column, name in enumerate((inner.name, *inner.more)):
            rows = tuple(evolve(row, cells=row.cells[column : column + 1], dashes=()) for row in inner.rows)
            lines.append(evolve(inner, name=name, more=(), rows=rows))
    elif isinstance(inner, n.Memory) and inner.state and inner.scope.word != "each":
        lines = [_sentence(inner)]
    return [evolve(line, line=one) for one in lines] if replaced else lines


def _sentence(line: n.Memory) -> n.Memory:
    """What is said of the game as a whole, `the storm is near` or `each round is in the dark`, and for how long it holds."""
    said = line.scope
    subject = said.kind or n.Phrase((said.word,), "the", span=said.span)
    long = line.lasting or ("match" if line.for_match else "game" if said.kind is not None else said.word)
    name = n.Phrase((*subject.words, "is", *line.name.words), subject.article, span=subject.span.to(line.name.span))
    return evolve(line, scope=n.Scope(long, span=said.span), name=name, state=False)
