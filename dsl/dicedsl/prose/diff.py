"""What one rulebook changes against another, in rule words."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

from attrs import asdict, evolve, fields, frozen

from dicedsl.prose.document import ListPoint
from dicedsl.prose.glance import players_text
from dicedsl.prose.items import in_list
from dicedsl.prose.markdown import lines_of, point_lines
from dicedsl.prose.name_nouns import walk
from dicedsl.prose.parts import HOOKS, end_item, rule_blocks, standing_item
from dicedsl.prose.phrases import Phrases
from dicedsl.prose.sentences import escape, sentence
from dicedsl.prose.steps import Steps, condition_text
from dicedsl.prose.variants import line_blocks, part_item
from dicedsl.rulebook.book import Rulebook
from dicedsl.syntax import nodes as n
from dicedsl.text.english import capital, listed

T = TypeVar("T", bound=n.Node)

SECTIONS = (
    "players", "material", "options", "words", "set-up", "round", "turn", "rules", "standing rules", "ends", "match",
    "variants", "notes", "examples",
)  # fmt: skip
# What does not change how the game is played.
BESIDE_THE_RULES = frozenset({"variants", "notes", "examples"})
FLOW_SECTIONS = {"setup": "set-up", "round": "round", "turn": "turn", "match": "match"}
FLOW_NAMES = {"setup": "the set-up", "round": "the round", "turn": "the turn", "match": "the match"}


@frozen
class RuleChange:
    """One difference. `action` is added, removed or changed; `lines` are Markdown, the first one a sentence."""

    section: str
    action: str
    name: str
    before: str | None
    after: str | None
    lines: tuple[str, ...]

    def as_json(self) -> dict[str, Any]:
        return asdict(self)


def differences_text(base: Rulebook, changed: Rulebook) -> str:
    """What a rulebook changes against another one, as Markdown."""
    all_changes = changes(base, changed)
    title = f"# {escape(changed.title)}, against {escape(base.title)}"
    if base.title == changed.title:
        title = f"# {escape(changed.title)}"
        if changed.changes or base.changes:
            title = f"# {_with_variants(changed)}, against {_with_variants(base)}"
    lines = [title, ""]
    if not any(change.section not in BESIDE_THE_RULES for change in all_changes):
        lines += ["No differences in the rules.", ""]
    for section in SECTIONS:
        here = [change for change in all_changes if change.section == section]
        if here:
            lines += [f"## {capital(section)}", ""]
            for change in here:
                first, *rest = change.lines
                lines += [f"- {first}", *(f"  {line}" if line else "" for line in rest)]
            lines.append("")
    if any(change.section not in BESIDE_THE_RULES for change in all_changes):
        lines += [f"{escape(changed.title)} keeps everything else.", ""]
    return "\n".join(lines).rstrip() + "\n"


def _with_variants(book: Rulebook) -> str:
    title = escape(book.title)
    return f"{title} with {listed(f'“{escape(v)}”' for v in book.changes)}" if book.changes else title


def changes(base: Rulebook, changed: Rulebook) -> list[RuleChange]:
    """Every difference, in the order of a printed rulebook."""
    unsorted = list(_Differ(base, changed).all())
    return sorted(unsorted, key=lambda change: SECTIONS.index(change.section))


def bare(node: T) -> T:
    """A node without its remarks."""
    updates: dict[str, Any] = {}
    for item in fields(type(node)):
        if item.name == "span":
            continue
        old = getattr(node, item.name)
        new = _bare_value(old)
        if new is not old:
            updates[item.name] = new
    return evolve(node, **updates) if updates else node


def _bare_value(value: object) -> object:
    if isinstance(value, n.Node):
        return bare(value)
    if isinstance(value, tuple):
        kept = tuple(_bare_value(part) for part in value if not isinstance(part, n.Remark))
        same = len(kept) == len(value) and all(x is y for x, y in zip(kept, value, strict=True))
        return value if same else kept
    return value


def alternatives(node: n.Node) -> dict[tuple[str, int], n.Alternative]:
    """The alternatives below a node, by name and, among those of one name, by number."""
    by_name: dict[tuple[str, int], n.Alternative] = {}
    counts: dict[str, int] = {}
    for part in walk(node):
        if isinstance(part, n.Alternative):
            name = part.name.value
            counts[name] = counts.get(name, 0) + 1
            by_name[name, counts[name]] = part
    return by_name


def _skeleton(node: T, kept: frozenset[str]) -> T:
    """A part without what its alternatives hold, and only with those named in `kept`."""

    def edit(value: object) -> object:
        if isinstance(value, n.Alternative):
            return n.Alternative(value.name, (), ())
        if isinstance(value, n.Allowed):
            return n.Allowed((), ())
        if isinstance(value, n.Node):
            parts: dict[str, Any] = {
                f.name: edit(getattr(value, f.name)) for f in fields(type(value)) if f.name != "span"
            }
            return evolve(value, **parts)
        if isinstance(value, tuple):
            return tuple(edit(x) for x in value if not (isinstance(x, n.Alternative) and x.name.value not in kept))
        return value

    result = edit(node)
    assert isinstance(result, type(node))
    return result


class _Differ:
    def __init__(self, base: Rulebook, changed: Rulebook) -> None:
        self.base, self.changed = base, changed
        self.old = Phrases.of(base)
        self.new = Phrases.of(changed, self.old)

    def all(self) -> Iterator[RuleChange]:
        base, changed = self.base, self.changed
        if base.players != changed.players:
            before, after = players_text(base.players) or None, players_text(changed.players) or None
            yield RuleChange(
                "players",
                "changed",
                "players",
                before,
                after,
                (sentence(f"for {after or 'any number of players'}, not {before or 'any number of players'}"),),
            )
        yield from self.table_changes("material", base.boards, changed.boards)
        yield from self.table_changes("material", base.zones, changed.zones)
        yield from self.table_changes("material", base.memories, changed.memories)
        yield from self.option_changes()
        yield from self.table_changes("words", base.kinds, changed.kinds)
        yield from self.table_changes("words", base.words, changed.words)
        for word in FLOW_SECTIONS:
            yield from self.part(FLOW_SECTIONS[word], FLOW_NAMES[word], base.flows.get(word), changed.flows.get(word))
        for name in _union(base.rules, changed.rules):
            yield from self.part("rules", f"the rule “{name}”", base.rules.get(name), changed.rules.get(name))
        yield from self.standing()
        yield from self.beside()

    # -------------------------------------------------------------- lines

    def table_changes(
        self, section: str, base: Mapping[str, n.Line], changed: Mapping[str, n.Line]
    ) -> Iterator[RuleChange]:
        for name in _union(base, changed):
            old, new = base.get(name), changed.get(name)
            if old == new:
                continue
            before = _text(_line(old, self.old)) if old is not None else None
            if new is None:
                assert old is not None
                yield RuleChange(section, "removed", name, before, None, (f"Left out: **{_named(old)}**.",))
                continue
            lines = _line(new, self.new)
            after = _text(lines)
            prefix = "new" if old is None else "changed"
            first, *rest = lines
            lines = [sentence(f"{prefix}: {first[0].lower()}{first[1:]}"), *rest]
            if old is not None and before is not None and before != after and "\n" not in before:
                lines += ([""] if rest else []) + [f"Before: {before}"]
                if not rest:
                    lines = [f"{lines[0]} {lines[1]}"]
            yield RuleChange(section, "added" if old is None else "changed", name, before, after, tuple(lines))

    def option_changes(self) -> Iterator[RuleChange]:
        base, changed = self.base.options, self.changed.options
        for name in _union(base, changed):
            old, new = base.get(name), changed.get(name)
            if old is None or new is None:
                yield from self.table_changes("options", {name: old} if old else {}, {name: new} if new else {})
            elif old != new:
                parts = []
                if old.default != new.default:
                    parts.append(
                        f"is {self.new.value(new.default)} unless agreed otherwise, not {self.old.value(old.default)}"
                    )
                if (old.bounds, old.choices) != (new.bounds, new.choices):
                    parts.append(
                        f"may be {self.allowed_values(new, self.new)}, not {self.allowed_values(old, self.old)}"
                    )
                if old.text != new.text:
                    parts.append(f"now means “{escape(new.text.value) if new.text else ''}”")
                line = sentence(f"changed: **{name}** {listed(parts)}")
                before, after = _text(_line(old, self.old)), _text(_line(new, self.new))
                yield RuleChange("options", "changed", name, before, after, (line,))

    def allowed_values(self, option: n.Option, phrases: Phrases) -> str:
        if option.bounds is not None:
            return f"from {phrases.value(option.bounds.low)} to {phrases.value(option.bounds.high)}"
        if option.choices:
            return listed((phrases.value(c) for c in (option.default, *option.choices)), "or")
        return "anything"

    # -------------------------------------------------------------- steps

    def part(
        self, section: str, name: str, old: n.Flow | n.Rule | None, new: n.Flow | n.Rule | None
    ) -> Iterator[RuleChange]:
        if old is None and new is None:
            return
        if old is None or new is None:
            part = new or old
            assert part is not None
            phrases = self.new if new is not None else self.old
            text = _text(self.steps(part, phrases))
            if new is None:
                yield RuleChange(section, "removed", name, text, None, (sentence(f"left out: {name}"),))
            else:
                yield RuleChange(
                    section, "added", name, None, text, (f"New: {name}:", *_nested(self.steps(part, phrases)))
                )
            return
        first, second = bare(old), bare(new)
        if first == second:
            return
        kept = frozenset({k[0] for k in alternatives(first)} & {k[0] for k in alternatives(second)})
        if _skeleton(first, kept) != _skeleton(second, kept):
            before, after = self.steps(first, self.old), self.steps(second, self.new)
            yield RuleChange(
                section, "changed", name, _text(before), _text(after), (f"{capital(name)} is now:", *_nested(after))
            )
        yield from self.choices(section, name, first, second)

    def steps(self, part: n.Flow | n.Rule, phrases: Phrases) -> list[str]:
        return lines_of(
            rule_blocks(part, phrases) if isinstance(part, n.Rule) else Steps(phrases).as_blocks(part.block.steps)
        )

    def choices(
        self, section: str, where: str, base: n.Flow | n.Rule, changed: n.Flow | n.Rule
    ) -> Iterator[RuleChange]:
        """Alternatives added, removed or changed within one part."""
        old_says, new_says = self.inside(base, self.old), self.inside(changed, self.new)
        old, new = alternatives(base), alternatives(changed)
        for key in _union(old, new):
            name = f"**{escape(key[0])}**"
            before = old_says.alternative(old[key], old_says.phrases) if key in old else None
            after = new_says.alternative(new[key], new_says.phrases) if key in new else None
            if after is None:
                assert before is not None
                yield RuleChange(
                    section,
                    "removed",
                    key[0],
                    _text(point_lines(before)),
                    None,
                    (f"In {where} you can no longer choose {name}.",),
                )
            elif before is None:
                first, *rest = point_lines(after)
                yield RuleChange(
                    section,
                    "added",
                    key[0],
                    None,
                    _text(point_lines(after)),
                    (f"In {where} you may also choose {first}", *rest),
                )
            elif old[key] != new[key]:
                texts = self.alternative(old[key], new[key])
                lines = lines_of(in_list([ListPoint(text) for text in texts], False))
                if not lines:
                    lines = lines_of(in_list([after], False))
                yield RuleChange(
                    section,
                    "changed",
                    key[0],
                    _text(point_lines(before)),
                    _text(point_lines(after)),
                    (f"In {where}, the choice {name} changes:", *lines),
                )
        tables = [[x for x in walk(part) if isinstance(x, n.Allowed)] for part in (base, changed)]
        if tables[0] != tables[1]:
            before_lines = [line for t in tables[0] for line in lines_of([old_says.allowed_table(t, old_says.phrases)])]
            after_lines = [line for t in tables[1] for line in lines_of([new_says.allowed_table(t, new_says.phrases)])]
            told_table = (
                ("When each choice is open is now:", "", *after_lines)
                if after_lines
                else ("There is no table of open choices any more.",)
            )
            yield RuleChange(
                section,
                "changed",
                "allowed",
                _text(before_lines) or None,
                _text(after_lines) or None,
                (f"In {where}: {told_table[0][0].lower()}{told_table[0][1:]}", *told_table[1:]),
            )

    def inside(self, part: n.Flow | n.Rule, phrases: Phrases) -> Steps:
        for param in part.params if isinstance(part, n.Rule) else ():
            phrases = phrases.param(param)[0]
        return Steps(phrases)

    def alternative(self, old: n.Alternative, new: n.Alternative) -> list[str]:
        """What is different about a choice."""
        texts: list[str] = []
        old_inner, new_inner = self.old, self.new
        old_picks, new_picks = [], []
        for pick in old.picks:
            old_inner, text = old_inner.pick(pick)
            old_picks.append(text)
        for pick in new.picks:
            new_inner, text = new_inner.pick(pick)
            new_picks.append(text)
        if old.picks != new.picks:
            texts.append(f"you pick {' and '.join(new_picks) or 'nothing'}, not {' and '.join(old_picks) or 'nothing'}")
        first = {s.sentence.value: s for s in old.steps if isinstance(s, n.Must)}
        second = {s.sentence.value: s for s in new.steps if isinstance(s, n.Must)}
        for text in _union(first, second):
            if text not in second:
                texts.append(f"no longer needed: {condition_text(first[text], old_inner)} — *{escape(text)}*")
            elif text not in first:
                texts.append(f"only if {condition_text(second[text], new_inner)} — *{escape(text)}*")
            elif first[text] != second[text]:
                now, then = condition_text(second[text], new_inner), condition_text(first[text], old_inner)
                texts.append(f"only if {now} (before: if {then}) — *{escape(text)}*")
        effects = [tuple(s for s in part.steps if not isinstance(s, n.Must)) for part in (old, new)]
        if effects[0] != effects[1]:
            items = Steps(new_inner).items(effects[1])
            if any(item.below for item in items):
                return []
            done = "; ".join(item.text for item in items) or "nothing more happens"
            texts.append(f"what follows is now: {done}")
        return texts

    # -------------------------------------------------------------- standing rules and ends

    def standing(self) -> Iterator[RuleChange]:
        ends = [
            {e.caption.value: e for e in book.standing if isinstance(e, n.End)} for book in (self.base, self.changed)
        ]
        yield from self.named_changes("ends", ends[0], ends[1])
        breaks = [
            {f"break off after {c.unit}": c for c in book.standing if isinstance(c, n.BreakOff)}
            for book in (self.base, self.changed)
        ]
        yield from self.named_changes("ends", breaks[0], breaks[1])
        match_ends = [
            {e.caption.value: e for e in book.standing if isinstance(e, n.MatchEnd)}
            for book in (self.base, self.changed)
        ]
        yield from self.named_changes("match", match_ends[0], match_ends[1])
        always = [
            {s.sentence.value: s for s in book.standing if isinstance(s, n.Always)}
            for book in (self.base, self.changed)
        ]
        yield from self.named_changes("standing rules", always[0], always[1])
        whenevers = [
            [bare(s) for s in book.standing if isinstance(s, n.Whenever)] for book in (self.base, self.changed)
        ]
        yield from self.unnamed_changes("whenever", whenevers[0], whenevers[1])
        for moment in HOOKS:
            hooks = [[bare(h) for h in book.hooks if h.moment == moment] for book in (self.base, self.changed)]
            yield from self.unnamed_changes(HOOKS[moment], hooks[0], hooks[1])

    def named_changes(
        self,
        section: str,
        base: Mapping[str, n.End | n.MatchEnd | n.Always | n.BreakOff],
        changed: Mapping[str, n.End | n.MatchEnd | n.Always | n.BreakOff],
    ) -> Iterator[RuleChange]:
        for name in _union(base, changed):
            old = bare(base[name]) if name in base else None
            new = bare(changed[name]) if name in changed else None
            if old == new:
                continue
            before = _standing_lines(old, self.old) if old is not None else None
            after = _standing_lines(new, self.new) if new is not None else None
            if after is None:
                assert before is not None
                yield RuleChange(section, "removed", name, _text(before), None, (f"Left out: {before[0]}", *before[1:]))
            else:
                prefix, action = ("New", "added") if before is None else ("Changed", "changed")
                lines = (f"{prefix}: {after[0]}", *after[1:])
                yield RuleChange(section, action, name, _text(before) if before else None, _text(after), lines)

    def unnamed_changes(
        self, name: str, base: Sequence[n.Whenever | n.Hook], changed: Sequence[n.Whenever | n.Hook]
    ) -> Iterator[RuleChange]:
        for old in base:
            if old not in changed:
                lines = point_lines(standing_item(old, self.old))
                yield RuleChange(
                    "standing rules", "removed", name, _text(lines), None, (f"Left out: {lines[0]}", *lines[1:])
                )
        for new in changed:
            if new not in base:
                lines = point_lines(standing_item(new, self.new))
                yield RuleChange("standing rules", "added", name, None, _text(lines), (f"New: {lines[0]}", *lines[1:]))

    # -------------------------------------------------------------- what stands beside the rules

    def beside(self) -> Iterator[RuleChange]:
        base, changed = self.base, self.changed
        for name in _union(base.variants, changed.variants):
            if name not in changed.variants:
                yield RuleChange("variants", "removed", name, name, None, (f"Left out: the variant “{escape(name)}”.",))
            elif name not in base.variants:
                yield RuleChange("variants", "added", name, None, name, (f"New: the variant “{escape(name)}”.",))
            elif base.variants[name] != changed.variants[name]:
                yield RuleChange("variants", "changed", name, name, name, (f"Changed: the variant “{escape(name)}”.",))
        notes = [{(r.word, r.text.value): None for r in _remarks(book)} for book in (base, changed)]
        for word, text in _union(notes[0], notes[1]):
            here = (word, text) in notes[1]
            if here and (word, text) in notes[0]:
                continue
            action = "added" if here else "removed"
            line = f"{'New' if here else 'Left out'}: {word}, “{escape(text)}”"
            yield RuleChange("notes", action, word, None if here else text, text if here else None, (line,))
        if base.examples != changed.examples:
            counts = len(base.examples), len(changed.examples)
            if counts[0] == counts[1]:
                line = f"There are {counts[1]} examples, some of them different."
            else:
                line = f"There are {counts[1]} examples, not {counts[0]}."
            yield RuleChange("examples", "changed", "examples", str(counts[0]), str(counts[1]), (line,))


def _remarks(book: Rulebook) -> Iterator[n.Remark]:
    yield from book.remarks
    for part in (book.flows, book.rules, book.standing, book.hooks):
        for node in walk(part):
            if isinstance(node, n.Remark):
                yield node


def _standing_lines(part: n.End | n.MatchEnd | n.Always | n.BreakOff, phrases: Phrases) -> list[str]:
    return point_lines(
        end_item(part, phrases)
        if isinstance(part, (n.End, n.MatchEnd))
        else part_item(part, Steps(phrases, printed=True, pointer=""))
    )


def _line(line: n.Line, phrases: Phrases) -> list[str]:
    return lines_of(line_blocks(line, phrases))


def _named(line: n.Line) -> str:
    if isinstance(line, n.Kind):
        return line.plural.text
    return line.name.text


def _union(base: Iterable[Any], changed: Iterable[Any]) -> list[Any]:
    return list(dict.fromkeys([*base, *changed]))


def _nested(lines: list[str]) -> list[str]:
    return lines if lines and lines[0].startswith(("1. ", "- ")) else ["", *lines]


def _text(lines: Iterable[str]) -> str:
    return "\n".join(lines).strip()
