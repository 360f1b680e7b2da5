"""A rulebook as Markdown, to be read at the table."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Sequence

from dicedsl.errors import DiceError, Problem
from dicedsl.prose.english import escape, listed, sentence
from dicedsl.prose.items import Item, heading, in_list, remark
from dicedsl.prose.parts import (
    end_item,
    material_line,
    option_line,
    rule_lines,
    standing_item,
    word_lines,
)
from dicedsl.prose.phrases import Phrases
from dicedsl.prose.steps import Steps
from dicedsl.prose.stories import story
from dicedsl.prose.things import walk
from dicedsl.prose.used import Used, spoken
from dicedsl.rulebook.loading import Files
from dicedsl.rulebook.merge import Merger, Rulebook
from dicedsl.syntax import nodes as n
from dicedsl.syntax.layout import words_in
from dicedsl.syntax.sayings import pieces

FLOW_TITLES = {"setup": "Set-up", "turn": "The turn", "round": "The round", "match": "The match"}
Part = (
    n.Option | n.Zone | n.Memory | n.Board | n.Kind | n.ValueWord | n.ListWord | n.CaseWord | n.AdjectiveWord
    | n.Flow | n.Rule | n.Whenever | n.Always | n.End | n.MatchEnd | n.Cap | n.Hook
)  # fmt: skip


def rules(book: Rulebook) -> str:
    """The whole rulebook as Markdown. DiceError if it is nested too deeply to be told."""
    try:
        return "\n".join(_Book(book).lines()).rstrip() + "\n"
    except RecursionError:
        raise DiceError(
            [Problem("E104", "this rulebook is nested too deeply to be told", book.head.title.span)]
        ) from None


def players_text(players: n.Players | None) -> str:
    if players is None:
        return ""
    counts = players.counts
    if players.more:
        return f"{counts[0]} or more players"
    if len(counts) == 1:
        return f"{counts[0]} player{'' if counts[0] == 1 else 's'}"
    if len(counts) > 2 and counts == tuple(range(counts[0], counts[-1] + 1)):
        return f"{counts[0]} to {counts[-1]} players"
    return f"{listed(map(str, counts), 'or')} players"


# ------------------------------------------------------------------ the whole book

Place = tuple[int, int]  # which file, and where in it


def _place(node: n.Node) -> Place:
    return id(node.span.source), node.span.start


class _Book:
    def __init__(self, book: Rulebook) -> None:
        self.book = book
        self.files = Files()
        self.says = Phrases.of(book)
        self.spoken = spoken(book, book.examples, self._is_own)
        self.intro: list[n.Remark] = []
        self.placed: dict[int, list[n.Remark]] = {}
        self._place_remarks()

    def _is_own(self, node: n.Node) -> bool:
        return node.span.source is self.book.head.span.source

    def _parts(self) -> list[Part]:
        b = self.book
        tables = (b.options, b.zones, b.memories, b.boards, b.kinds, b.words, b.flows, b.rules)
        return [*(part for t in tables for part in t.values()), *b.standing, *b.hooks]

    def _place_remarks(self) -> None:
        """Each remark goes with the part that stands before it in its file, or with what has replaced that part."""
        parts = {_place(p): p for p in self._parts()}
        later = {_place(old): new for old, new in self.book.former}
        own = self.book.head.span.source
        beside: dict[tuple[int, int], list[Place]] = {}  # by file and variant, in their order
        for known in sorted({*parts, *later}):
            beside.setdefault((known[0], id(self._variant(known))), []).append(known)
        for node in self.book.remarks:
            here = _place(node)
            around = beside.get((here[0], id(self._variant(here))), [])
            before = bisect_left(around, here)
            if not before:
                self.intro.append(node)
                continue
            place = around[before - 1]
            while place not in parts and (new := later.get(place)) is not None:
                place = _place(new)
            if place in parts:  # else it speaks of what is no longer there
                self.placed.setdefault(id(parts[place]), []).append(node)
        self.intro.sort(key=lambda node: node.span.source is not own)

    def _variant(self, place: Place) -> n.Variant | None:
        """The variant in whose lines something stands."""
        file, start = place
        inside = (v for v in self.book.variants.values() if _place(v)[0] == file and v.span.start <= start < v.span.end)
        return next(inside, None)

    def remarks(self, part: Part) -> list[str]:
        return [remark(node) for node in self.placed.get(id(part), ())]

    def below(self, part: Part) -> list[str]:
        lines: list[str] = []
        for text in self.remarks(part):
            lines += ["", text]
        return lines

    def with_remarks(self, item: Item, part: Part) -> Item:
        item.remarks += self.remarks(part)
        return item

    def lines(self) -> list[str]:
        """In the order of a printed rulebook: what is done first, and what the words mean where one looks them up."""
        b = self.book
        lines = [f"# {heading(b.title)}", ""]
        if b.source:
            lines += [sentence(f"Source: {escape(b.source)}"), ""]
        if b.aim is not None:
            lines += [f"**Aim.** {aim_text(b.aim, self.says)}", ""]
        if b.players is not None:
            lines += [f"For {players_text(b.players)}.", ""]
        if b.changes:
            lines += [
                f"Played with the variant{'' if len(b.changes) == 1 else 's'} {listed(f'“{escape(t)}”' for t in b.changes)}.",
                "",
            ]
        for node in self.intro:
            lines += [remark(node), ""]
        for title, part in (
            ("What you need", self.material()),
            ("Set-up", self.flow("setup")),
            ("The round", self.flow("round")),
            ("The turn", self.turn()),
            ("Rules by name", self.rules()),
            ("Standing rules", self.standing()),
            ("How the game ends", self.ends()),
            ("The match", self.match()),
            ("What can be agreed", self.options()),
            ("Words", self.words()),
            ("To keep track", self.memories()),
            ("Examples", self.examples()),
            ("Variants", self.variants()),
        ):
            if part:
                lines += [f"## {title}", "", *part, ""]
        return lines

    def options(self) -> list[str]:
        items = [self.with_remarks(Item(option_line(o, self.says)), o) for o in self.book.options.values()]
        return in_list(items, False)

    def material(self) -> list[str]:
        b = self.book
        parts: list[n.Zone | n.Board] = [*b.boards.values(), *b.zones.values()]
        return in_list([self.with_remarks(Item(material_line(p, self.says)), p) for p in parts], False)

    def memories(self) -> list[str]:
        """What no die shows: somebody has to write it down."""
        parts = self.book.memories.values()
        return in_list([self.with_remarks(Item(material_line(p, self.says)), p) for p in parts], False)

    def words(self) -> list[str]:
        lines: list[str] = []
        for word in (*self.spoken.kinds.values(), *self.spoken.words.values()):
            lines += [*word_lines(word, self.says), *self.below(word), ""]
        return lines[:-1]

    def flow(self, word: str) -> list[str]:
        flow = self.book.flows.get(word)
        if flow is None:
            return []
        return [*Steps(self.says).listed(flow.block.steps), *self.below(flow)]

    def turn(self) -> list[str]:
        lines = self.flow("turn")
        players = self.book.players
        alone = players is not None and players.counts == (1,) and not players.more
        if lines and "round" not in self.book.flows and not alone:
            return ["Players take turns clockwise, beginning with the starter.", "", *lines]
        return lines

    def rules(self) -> list[str]:
        lines: list[str] = []
        for rule in self.spoken.rules.values():
            lines += [f"### {heading(rule.name.text)}", "", *rule_lines(rule, self.says), *self.below(rule), ""]
        return lines[:-1]

    def standing(self) -> list[str]:
        parts: list[n.Whenever | n.Always | n.Hook] = [
            *(s for s in self.book.standing if isinstance(s, (n.Whenever, n.Always))),
            *self.book.hooks,
        ]
        return in_list([self.with_remarks(standing_item(p, self.says), p) for p in parts], False)

    def ends(self) -> list[str]:
        items = []
        for part in self.book.standing:
            if isinstance(part, n.End):
                items.append(self.with_remarks(end_item(part, self.says), part))
            elif isinstance(part, n.Cap):
                items.append(self.with_remarks(standing_item(part, self.says), part))
        return in_list(items, False)

    def match(self) -> list[str]:
        lines = self.flow("match")
        if lines:
            lines = ["A match is played like this, again and again, until it ends:", "", *lines]
        ends = [p for p in self.book.standing if isinstance(p, n.MatchEnd)]
        if ends:
            items = [self.with_remarks(end_item(p, self.says), p) for p in ends]
            lines += [*([""] if lines else []), "The match ends:", "", *in_list(items, False)]
        return lines

    def examples(self) -> list[str]:
        lines: list[str] = []
        for example in self.book.examples:
            lines += [f"### {heading(example.title.value)}", "", story(example, self.says), ""]
        return lines[:-1]

    def variants(self) -> list[str]:
        lines: list[str] = []
        for variant in self.book.variants.values():
            lines += [f"### {heading(variant.title.value)}", "", *self.variant(variant), ""]
        return lines[:-1]

    def variant(self, variant: n.Variant) -> list[str]:
        # All is gone through again for each variant.
        self.files.budget.spend(words_in(self.book.head.span.source.text) // 2, variant.title.span)
        changed = self.book.copy()
        Merger(self.files.load, self.files.budget).variant(changed, variant)
        examples = [item for item in variant.items if isinstance(item, n.Example)]
        written = {id(node) for node in walk(variant)}
        more = spoken(changed, examples, lambda node: self._is_own(node) or id(node) in written).beyond(self.spoken)
        says = Phrases.of(changed, self.says)
        new = [self.borrowed(part, says) for part in more if id(part) not in written]
        return difference_lines(variant.items, says, new)

    def borrowed(self, part: Used, says: Phrases) -> Item:
        """A part of a library that only a variant speaks of."""
        if isinstance(part, n.Rule):
            item = part_item(part, says)
            return Item(f"new: {item.lead}", [*item.body, *self.below(part)])
        first, *rest = word_lines(part, says)
        return self.with_remarks(Item(f"new: {first[0].lower() + first[1:]}", rest), part)


# ------------------------------------------------------------------ variants


def difference_lines(items: Iterable[n.Item], says: Phrases, borrowed: Sequence[Item] = ()) -> list[str]:
    """What a variant says, as a list of changes; then what it takes from libraries, and its examples."""
    points: list[Item] = []
    examples: list[Item] = []
    stories: list[str] = []
    for item in items:
        if isinstance(item, n.Remark):
            if points:
                points[-1].remarks.append(remark(item))
            else:
                stories += [remark(item), ""]
        elif isinstance(item, n.Example):
            examples.append(Item(f"*Example, {escape(item.title.value)}:* {story(item, says)}"))
        elif isinstance(item, n.Section):
            points += _section_points(item, says)
        else:
            points.append(_point_of(item, says))
    return [*stories, *in_list([*points, *borrowed, *examples], False)]


def _section_points(section: n.Section, says: Phrases) -> list[Item]:
    points: list[Item] = []
    for line in section.lines:
        if isinstance(line, n.Remark):
            if points:
                points[-1].remarks.append(remark(line))
            continue
        if isinstance(line, n.Shown):
            continue  # no rule: only what a screen shows
        prefix = "changed" if isinstance(line, n.Replaced) else "new"
        inner = line.line if isinstance(line, n.Replaced) else line
        first, *rest = line_lines(inner, says)
        points.append(Item(f"{prefix}: {first[0].lower() + first[1:]}", rest))
    return points


def aim_text(aim: n.Aim, says: Phrases) -> str:
    """What the game is about, with its options as they usually are."""
    first, *rest = pieces(aim.saying.text.value)
    told = escape(first)
    for value, after in zip(aim.saying.values, rest, strict=True):
        option = says.facts.book.options.get(value.phrase.text) if isinstance(value, n.Name) else None
        told += says.value(value if option is None else option.default) + escape(after)
    return told


def line_lines(line: n.Line, says: Phrases) -> list[str]:
    """A line of the options, the material or the words, in words."""
    if isinstance(line, n.Option):
        return [option_line(line, says)]
    if isinstance(line, (n.Zone, n.Memory, n.Board)):
        return [material_line(line, says)]
    return word_lines(line, says)


def _below(head: str, lines: list[str]) -> Item:
    return Item(head, ["", *lines] if lines and lines[0].startswith("For ") else lines)


def part_item(
    part: n.Flow | n.Rule | n.Whenever | n.Always | n.End | n.MatchEnd | n.Cap | n.Hook | n.Alternative, says: Phrases
) -> Item:
    """A part of the flow as one point of a list."""
    if isinstance(part, n.Flow):
        return _below(f"{FLOW_TITLES[part.word]}:", Steps(says).listed(part.block.steps))
    if isinstance(part, n.Rule):
        return _below(f"the rule “{part.name.text}”:", rule_lines(part, says))
    if isinstance(part, (n.End, n.MatchEnd)):
        item = end_item(part, says)
        word = "the match ends" if isinstance(part, n.MatchEnd) else "the game ends"
        return Item(f"{word} — {item.lead}", item.body, item.remarks)
    if isinstance(part, n.Alternative):
        return Steps(says).alternative(part, says)
    return standing_item(part, says)


def _point_of(item: n.Item, says: Phrases) -> Item:
    def prefixed(prefix: str, inner: Item) -> Item:
        return Item(f"{prefix}: {inner.lead}", inner.body, inner.remarks)

    match item:
        case n.Use():
            return Item(f"the rules of “{escape(item.file.value)}” are used as well")
        case n.FromSource():
            return Item(f"source: {escape(item.text.value)}")
        case n.Aim():
            return Item(f"the aim: {aim_text(item, says)}")
        case n.Players():
            return Item(f"for {players_text(item)}")
        case n.Replace():
            return prefixed("changed", part_item(item.part, says))
        case n.Remove():
            called = {"rule": "the rule ", "end": "the end ", "always": "the rule ", "alternative": "the choice "}.get(
                item.what, ""
            )
            return Item(f"left out: {called}“{escape(item.name)}”")
        case n.AddBeside():
            choices = [Steps(says).alternative(a, says) for a in item.alternatives if isinstance(a, n.Alternative)]
            notes = [remark(a) for a in item.alternatives if isinstance(a, n.Remark)]
            return Item(f"you may also choose, beside **{escape(item.name.value)}**:", in_list(choices, False), notes)
        case n.AddTo():
            return _added(item, says)
        case n.Flow() | n.Rule() | n.Whenever() | n.Always() | n.End() | n.MatchEnd() | n.Cap() | n.Hook():
            return prefixed("new", part_item(item, says))
    raise TypeError(type(item).__name__)


def _added(item: n.AddTo, says: Phrases) -> Item:
    inner = says
    if item.what == "rule" and item.name in says.facts.book.rules:
        for param in says.facts.book.rules[item.name].params:
            inner = inner.param(param)[0]
    if item.what == "alternative":
        for part in (says.facts.book.flows, says.facts.book.rules, says.facts.book.standing, says.facts.book.hooks):
            for node in walk(part):
                if isinstance(node, n.Alternative) and node.name.value == item.name:
                    for pick in node.picks:
                        inner = inner.pick(pick)[0]
    if item.what == "flow":
        name = FLOW_TITLES[item.name][0].lower() + FLOW_TITLES[item.name][1:]
    else:
        name = f"**{escape(item.name)}**" if item.what == "alternative" else f"the rule “{escape(item.name)}”"
    points = Steps(inner).items(item.steps)
    if len(points) == 1:
        return Item(f"added to {name}: {points[0].lead}", points[0].body, points[0].remarks)
    return Item(f"added to {name}:", in_list(points, True))
