"""What a variant changes, point by point."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, get_args

from attrs import evolve

from dicedsl.prose.document import Block, ListPoint, Note, Paragraph, SmallPrint, Story
from dicedsl.prose.glance import players_text
from dicedsl.prose.items import in_list, remark, rule_name
from dicedsl.prose.name_nouns import walk
from dicedsl.prose.parts import end_item, material_line, option_line, rule_blocks, standing_item, word_blocks
from dicedsl.prose.phrases import Phrases
from dicedsl.prose.sentences import escape
from dicedsl.prose.steps import Steps, is_long
from dicedsl.prose.stories import story_of
from dicedsl.rulebook.desugar import desugar_part, notes_behind
from dicedsl.syntax import nodes as n
from dicedsl.syntax.text_values import pieces

FLOW_TITLES = {"setup": "Set-up", "turn": "The turn", "round": "The round", "match": "The match"}
REMOVED = {"rule": "the rule ", "end": "the end ", "always": "the rule ", "alternative": "the choice "}
NewPart = n.Flow | n.Rule | n.Choice | n.Whenever | n.Always | n.End | n.MatchEnd | n.BreakOff | n.Hook


def difference(items: Iterable[n.Item], steps: Steps, borrowed: Iterable[ListPoint] = ()) -> list[Block]:
    """What a variant says, as a list of changes; then what it takes from libraries, and its examples."""
    phrases = steps.phrases
    points: list[ListPoint] = []
    stories: list[Story] = []
    first: list[Block] = []
    book = phrases.facts.book
    items = list(items)
    if items and book.edition_of(items[0]) > 1:
        items = list(notes_behind(items))
    for item in items:
        item = desugar_part(book, item)
        if isinstance(item, n.Remark):
            if points:
                points[-1].remarks.append(remark(item))
            else:
                first.append(remark(item))
        elif isinstance(item, n.Example):
            stories.append(story_of(item, phrases))
        elif isinstance(item, n.Section):
            points += _section_points(item, phrases)
        elif isinstance(item, n.AddTo) and not item.steps:
            continue  # it only says something on a screen
        elif isinstance(item, n.Simulation):
            continue  # no rule
        elif isinstance(item, n.Aim):
            first.insert(0, Paragraph(f"**Aim.** {aim_text(item, phrases)}"))
        else:
            points.append(_point_of(item, steps))
    return [*first, *in_list([*points, *borrowed], False), *stories]


def _section_points(section: n.Section, phrases: Phrases) -> list[ListPoint]:
    points: list[ListPoint] = []
    words: list[tuple[ListPoint, str, n.Line]] = []
    book = phrases.facts.book
    for line in notes_behind(section.lines) if book.edition_of(section) > 1 else section.lines:
        if isinstance(line, n.Remark):
            if points:
                points[-1].remarks.append(remark(line))
            continue
        if isinstance(line, n.Shown):
            continue  # no rule: only what a screen shows
        prefix = "changed" if isinstance(line, n.Replaced) else "new"
        inner = line.line if isinstance(line, n.Replaced) else line
        points.append(point_with_prefix(prefix, line_blocks(inner, phrases)))
        words.append((points[-1], prefix, inner))
    for point, prefix, inner in words:
        add_explanation(point, prefix, inner, True)
    return points


def add_explanation(point: ListPoint, prefix: str, word: n.Line | n.Rule, is_own: bool) -> None:
    """A definition that is hard to read: first what the author says of it, then the letter of it. What a game's `own` author says
    nothing of, only the definition tells."""
    if isinstance(word, (n.Option, n.Zone, n.Memory, n.Board, n.Kind, n.ListWord, n.Rule)) or not is_long(point.text):
        return
    name = f"**{word.name.text}**"
    notes = [remark.text for remark in point.remarks if isinstance(remark, Note) and remark.word == "note"]
    first = point.text.removeprefix(f"{prefix}: ")
    if is_own and not notes:
        return
    point.below = [SmallPrint([Paragraph(first[:1].upper() + first[1:]), *point.below])]
    point.remarks = [remark for remark in point.remarks if not isinstance(remark, Note) or remark.word != "note"]
    point.text = f"{prefix}: {name}: {' '.join(notes)}" if notes else f"{prefix}: {name}:"


def point_with_prefix(prefix: str, blocks: list[Block]) -> ListPoint:
    """A definition as a point: its sentence goes on from the word before it."""
    first, *rest = blocks
    assert isinstance(first, Paragraph)
    return ListPoint(f"{prefix}: {first.text[0].lower() + first.text[1:]}", rest)


def aim_text(aim: n.Aim, phrases: Phrases) -> str:
    """What the game is about, with its options as they usually are."""
    first, *rest = pieces(aim.saying.text.value)
    text = escape(first)
    for value, after in zip(aim.saying.values, rest, strict=True):
        option = phrases.facts.book.options.get(value.phrase.text) if isinstance(value, n.Name) else None
        text += phrases.value(value if option is None else option.default) + escape(after)
    return text


def line_blocks(line: n.Line, phrases: Phrases) -> list[Block]:
    """A line of the options, the material or the words, in words; a sentence first."""
    if isinstance(line, n.Option):
        return [Paragraph(option_line(line, phrases))]
    if isinstance(line, (n.Zone, n.Memory, n.Board)):
        return [Paragraph(material_line(line, phrases))]
    return word_blocks(line, phrases)


def part_item(part: NewPart | n.Alternative, steps: Steps) -> ListPoint:
    """A part of the flow as one point of a list."""
    phrases, steps = steps.phrases, evolve(steps, told=[])
    if isinstance(part, n.Flow):
        return ListPoint(f"{FLOW_TITLES[part.word]}:", steps.as_blocks(part.block.steps))
    if isinstance(part, n.Rule):
        return ListPoint(f"**{rule_name(part)}**:", rule_blocks(part, phrases, steps))
    if isinstance(part, (n.End, n.MatchEnd)):
        item = end_item(part, phrases, steps)
        word = "the match ends" if isinstance(part, n.MatchEnd) else "the game ends"
        return ListPoint(f"{word} — {item.text}", item.below, item.remarks)
    if isinstance(part, n.Alternative):
        return steps.alternative(part, phrases)
    if isinstance(part, n.Choice):
        offers = [steps.alternative(a, phrases) for a in part.offers if isinstance(a, n.Alternative)]
        return ListPoint(f"**{part.name.text}**:", in_list(offers, False))
    return standing_item(part, phrases, steps)


def _point_of(item: n.Item, steps: Steps) -> ListPoint:
    return POINTS[type(item)](item, steps)


def _headed(prefix: str, inner: ListPoint) -> ListPoint:
    return ListPoint(f"{prefix}: {inner.text}", inner.below, inner.remarks)


def _used(item: n.Use, steps: Steps) -> ListPoint:
    return ListPoint(f"the rules of “{escape(item.file.value)}” are used as well")


def _source(item: n.FromSource, steps: Steps) -> ListPoint:
    return ListPoint(f"source: {escape(item.text.value)}")


def _players(item: n.Players, steps: Steps) -> ListPoint:
    return ListPoint(f"for {players_text(item)}")


def _replaced(item: n.Replace, steps: Steps) -> ListPoint:
    return _headed("changed", part_item(item.part, steps))


def _removed(item: n.Remove, steps: Steps) -> ListPoint:
    called = REMOVED.get(item.sort, "")
    return ListPoint(f"left out: {called}“{escape(item.name)}”")


def _added_beside(item: n.AddBeside, steps: Steps) -> ListPoint:
    choices = [
        evolve(steps, told=[]).alternative(a, steps.phrases) for a in item.alternatives if isinstance(a, n.Alternative)
    ]
    notes: list[Note | Paragraph] = [remark(a) for a in item.alternatives if isinstance(a, n.Remark)]
    return ListPoint(f"you may also choose, beside **{escape(item.name.value)}**:", in_list(choices, False), notes)


def _in_place(item: n.InPlace, steps: Steps) -> ListPoint:
    point = _point_of(item.change, steps)
    return ListPoint(f"in {_named(item.sort, item.name)}, {point.text}", point.below, point.remarks)


def _new(item: NewPart, steps: Steps) -> ListPoint:
    return _headed("new", part_item(item, steps))


def _named(what: str, name: str) -> str:
    title = FLOW_TITLES[name] if what == "flow" else f"**{escape(name)}**"
    return title[0].lower() + title[1:]


def _added(item: n.AddTo, steps: Steps) -> ListPoint:
    inner = steps.phrases
    book = inner.facts.book
    if item.sort == "rule" and item.name in book.rules:
        inner, _ = inner.params(book.rules[item.name].params)
    if item.sort == "alternative":
        for part in (book.flows, book.rules, book.standing, book.hooks):
            for node in walk(part):
                if isinstance(node, n.Alternative) and node.name.value == item.name:
                    for pick in node.picks:
                        inner = inner.pick(pick)[0]
    name = _named(item.sort, item.name)
    if all(isinstance(step, n.Remark) for step in item.steps):
        return ListPoint(f"about {name}", remarks=[remark(step) for step in item.steps if isinstance(step, n.Remark)])
    points = evolve(steps, phrases=inner, told=[]).items(item.steps)
    if len(points) == 1:
        return ListPoint(f"added to {name}: {points[0].text}", points[0].below, points[0].remarks)
    return ListPoint(f"added to {name}:", in_list(points, True))


# By what stands in a variant: what it changes.
POINTS: dict[type, Callable[[Any, Steps], ListPoint]] = {
    n.Use: _used, n.FromSource: _source, n.Players: _players, n.Replace: _replaced, n.Remove: _removed,
    n.AddBeside: _added_beside, n.AddTo: _added, n.InPlace: _in_place, **dict.fromkeys(get_args(NewPart), _new),
}  # fmt: skip
