"""A rulebook of the first edition in the spelling of the second: the text is edited where it must be, all else stays as it is."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from attrs import define, field

from dicedsl.errors import DiceError, Problem
from dicedsl.syntax import nodes as n
from dicedsl.syntax import token_lines
from dicedsl.syntax.edition_parser import FIRST
from dicedsl.syntax.first.building import IN_SHORT
from dicedsl.syntax.parser import parse_as
from dicedsl.syntax.reserved import BEGINNING, JOINING, POINTING
from dicedsl.syntax.walk import walk
from dicedsl.syntax.writer.steps import REFUSAL_WORDS, table
from dicedsl.text.source import Source

NO_NAME_WORDS = JOINING | POINTING


def upgrade_text(source: Source) -> str:
    """The text in the second edition, before it is laid out; DiceError if it is no rulebook of the first."""
    file, problems = parse_as(source, FIRST)
    if file is None or problems:
        raise DiceError(problems)
    return _Upgrade(source, file).text()


@define(eq=False)
class _Upgrade:
    source: Source
    file: n.File
    edits: list[tuple[int, int, str]] = field(factory=list)
    gone: set[int] = field(factory=set)  # lines that are moved away
    memory: dict[int, list[str]] = field(factory=dict)  # by the last line of their section
    simulation: list[str] = field(factory=list)
    # by the last line of the variant, attempt and outcome
    odds: dict[tuple[int, str], dict[str, str]] = field(factory=dict)
    variant: int = -1  # the last line of the variant that is gone through
    above: dict[int, list[int]] = field(factory=dict)  # by a line, remarks that go in front of it

    def text(self) -> str:
        for item in self.file.items:
            self.variant = self.line_of(item.span.end - 1) if isinstance(item, n.Variant) else -1
            for node in walk(item):
                upgrade = _UPGRADES.get(type(node))
                if upgrade is not None:
                    upgrade(self, node)
        for item in self.file.items:
            self._memory_of(item)
        self._remarks(self.file.items, top=True)
        self._names()
        return self._joined()

    # -------------------------------------------------------------- tools

    def edit(self, start: int, end: int, text: str) -> None:
        self.edits.append((start, end, text))

    def find(self, text: str, start: int, end: int) -> int:
        """The last place of a sign between two places."""
        return self.source.text.rindex(text, start, end)

    def line_of(self, offset: int) -> int:
        return self.source.text.count("\n", 0, offset)

    def _joined(self) -> str:
        text = self.source.text
        starts = [0, *(i + 1 for i, c in enumerate(text) if c == "\n")]
        lines = text.split("\n")
        for start, end, new in sorted(self.edits, reverse=True):
            at = self.line_of(start)
            offset = starts[at]
            if self.line_of(end) == at:
                lines[at] = lines[at][: start - offset] + new + lines[at][end - offset :]
        for (last, name), odds in self.odds.items():
            odds_lines = [f'    odds of "{name}":', *(f"        {odd}" for odd in odds.values())]
            if last < 0:
                self.simulation += odds_lines
            else:
                self.memory.setdefault(last, []).extend(["    simulation:", *(f"    {line}" for line in odds_lines)])
        moved = {remark for remarks in self.above.values() for remark in remarks}
        out: list[str] = []
        for number, line in enumerate(lines):
            out += (
                lines[remark].strip().rjust(0) and _at(line, lines[remark]) for remark in self.above.get(number, ())
            )
            if number not in moved and number not in self.gone:
                out.append(line)
            out += self.memory.get(number, ())
        if self.simulation:
            out += ["", "simulation:", *self.simulation]
        return "\n".join(out) + "\n"

    # -------------------------------------------------------------- what is moved

    def _memory_of(self, item: Any, indent: str = "") -> None:
        """What is remembered has a part of its own below the material."""
        if isinstance(item, n.Variant):
            for part in item.items:
                self._memory_of(part, "    ")
        if not isinstance(item, n.Section) or item.word != "material":
            return
        text = self.source.text.split("\n")
        kept: list[str] = []
        others = 0
        for index, line in enumerate(item.lines):
            inner = line.line if isinstance(line, n.Replaced) else line
            if isinstance(inner, n.Memory):
                number = self.line_of(line.span.start)
                after = _remarks_after(item.lines, index)
                for remark in after:
                    at = self.line_of(remark.span.start)
                    kept.append(f"{indent}    {self._edited(at, text).strip()}")
                    self.gone.add(at)
                kept.append(f"{indent}    {self._edited(number, text).strip()}")
                self.gone.add(number)
            elif not isinstance(inner, n.Remark):
                others += 1
        if kept:
            head, last = self.line_of(item.span.start), self.line_of(item.lines[-1].span.end)
            if not others:
                self.gone.add(head)
            self.memory.setdefault(last, []).extend(["", f"{indent}to keep track:", *kept])

    def _edited(self, number: int, lines: list[str]) -> str:
        """A line with its edits, which need not be made again."""
        start = sum(len(line) + 1 for line in lines[:number])
        line = lines[number]
        for begin, end, new in sorted(self.edits, reverse=True):
            if start <= begin <= start + len(lines[number]):
                line = line[: begin - start] + new + line[end - start :]
        return line

    def _remarks(self, nodes: tuple[Any, ...], top: bool = False) -> None:
        """A remark stands before what it explains."""
        before: Any = None
        for node in nodes:
            if isinstance(node, n.Remark):
                head = top and (before is None or isinstance(before, (n.Use, n.FromSource, n.Aim, n.Players)))
                number = self.line_of(node.span.start)
                if before is not None and not head and number not in self.gone:
                    self.above.setdefault(self.line_of(before.span.start), []).append(number)
                continue
            before = node
            for inner in _blocks(node):
                self._remarks(inner)

    # -------------------------------------------------------------- names that cannot stay

    def _names(self) -> None:
        """A word that can be no part of a name any more is joined to the next one, or to `it`."""
        for item in self.file.items:
            for node in walk(item):
                if isinstance(node, n.Phrase) and _spelt(node.words) != " ".join(node.words):
                    text = node.span.text
                    front = len(text) - len(re.sub(r"^the[ \t]+", "", text))
                    if " ".join(text[front:].split()) == node.text:
                        self.edit(node.span.start + front, node.span.end, _spelt(node.words))


def _spelt(words: tuple[str, ...]) -> str:
    out = ""
    for index, word in enumerate(words):
        last = index == len(words) - 1
        article = word in {"a", "an"} and 0 < index and not last  # in front it is for the ear
        joins = word in NO_NAME_WORDS or article or (index == 0 and word in BEGINNING)
        out += word + (("-it" if last else "-") if joins else "" if last else " ")
    return out


def _at(line: str, remark: str) -> str:
    return " " * (len(line) - len(line.lstrip())) + remark.strip()


def _remarks_after(lines: tuple[Any, ...], index: int) -> list[n.Remark]:
    remarks = []
    for line in lines[index + 1 :]:
        if not isinstance(line, n.Remark):
            break
        remarks.append(line)
    return remarks


def _blocks(node: Any) -> Iterator[tuple[Any, ...]]:
    """The rows of lines inside a part or a step."""
    for name in ("lines", "items", "steps", "alternatives", "outcomes"):
        value = getattr(node, name, None)
        if isinstance(value, tuple) and value and isinstance(value[0], n.Node):
            yield value
    for name in ("block", "nothing_fits", "part", "line"):
        inner = getattr(node, name, None)
        if isinstance(inner, n.Node):
            yield from _blocks(inner)
    for branch in getattr(node, "branches", ()):
        yield branch.block.steps


# ------------------------------------------------------------------ spelling


def _must(upgrade: _Upgrade, node: n.Must) -> None:
    word = "must leave" if isinstance(node, n.MustLeave) else "must"
    new = "only if after this choice" if isinstance(node, n.MustLeave) else "only if"
    start = node.span.start
    match = re.match(word.replace(" ", r"[ \t]+"), upgrade.source.text[start:])
    assert match is not None
    upgrade.edit(start, start + match.end(), new)
    _hears(upgrade, node.condition, node.sentence)


def _always(upgrade: _Upgrade, node: n.Always) -> None:
    _hears(upgrade, node.condition, node.sentence)


def _hears(upgrade: _Upgrade, condition: n.Expr, sentence: n.Text) -> None:
    colon = upgrade.find(":", condition.span.start, sentence.span.start)
    if upgrade.line_of(colon) == upgrade.line_of(sentence.span.start):
        upgrade.edit(colon, sentence.span.start, f"; {REFUSAL_WORDS} ")
    else:
        upgrade.edit(colon, colon + 1, "")
        upgrade.edit(sentence.span.start, sentence.span.start, f"{REFUSAL_WORDS} ")


def _remark(upgrade: _Upgrade, node: n.Remark) -> None:
    if node.word == "ruling":
        upgrade.edit(node.span.start, node.span.start + len("ruling"), "our ruling")
    if node.word == "in short":
        upgrade.edit(node.span.start, node.text.span.start + len(f'"{IN_SHORT}'), 'in short "')


def _do(upgrade: _Upgrade, node: n.Do) -> None:
    text = upgrade.source.text
    upgrade.edit(node.span.start, node.rule.span.start, "")
    if not node.arguments:
        return
    first = node.arguments[0]
    start = _bracket_before(text, node.rule.span.end, first.span.start)
    upgrade.edit(node.rule.span.end, start, " ")
    end = (
        node.span.end if len(node.arguments) == 1 else upgrade.find(",", first.span.start, node.arguments[1].span.start)
    )
    argument = text[start:end]
    word = re.match(r"[A-Za-z][\w-]*", argument)
    plain = isinstance(first, n.Name) and not set(first.phrase.words) & NO_NAME_WORDS
    if word is not None and word[0] not in {"your", "you", "it", "the"} and not plain:
        upgrade.edit(start, start, "(")
        upgrade.edit(end, end, ")")


def _bracket_before(text: str, low: int, start: int) -> int:
    """Where an argument begins, with the brackets that the tree has left out."""
    match = re.search(r"\bfor[ \t]+", text[low:start] + " ")
    return low + match.end() if match and match.end() <= start - low else start


def _rule(upgrade: _Upgrade, node: n.Rule) -> None:
    if not node.params:
        return
    upgrade.edit(node.name.span.end, node.params[0].span.start, " the ")
    for param in node.params[1:]:
        upgrade.edit(param.span.start, param.span.start, "the ")


def _eliminate(upgrade: _Upgrade, node: n.Eliminate) -> None:
    upgrade.edit(node.span.start, node.players.span.start, "")
    verb = "are" if isinstance(node.players, n.You) else "is"
    upgrade.edit(node.span.end, node.span.end, f" {verb} now out")


def _memory(upgrade: _Upgrade, node: n.Memory) -> None:
    before = node.key.span.end if node.key is not None else node.name.span.end
    sign = upgrade.source.text.index("=", before)
    upgrade.edit(before, sign + 1, ", at first")


def _zone(upgrade: _Upgrade, node: n.Zone) -> None:
    if "numbered" in node.sort.words:
        words = " ".join(word for word in node.sort.words if word != "numbered")
        count = f"to d{node.amount.value}" if isinstance(node.amount, n.Number) else "and so on"
        upgrade.edit(node.sort.span.start, node.sort.span.end, f"{words} named d1 {count}")


def _pick(upgrade: _Upgrade, node: n.Pick) -> None:
    new = {"some": "one or more", "any": "any number"}.get(node.amount.word)
    if new is not None:
        upgrade.edit(node.amount.span.start, node.amount.span.end, new)


def _by(upgrade: _Upgrade, node: n.For | n.Whenever) -> None:
    by = node.by
    if by is None:
        return
    text = upgrade.source.text
    start = text.rindex("by", 0, by.span.start)
    colon = text.index(":", by.span.end)
    plain = isinstance(by.measure, n.Name)
    extreme = "highest" if by.highest else "lowest"
    measure = text[by.measure.span.start : colon].strip()
    upgrade.edit(start, colon, f"{extreme} {measure if plain else f'({measure})'} first")


def _may_not(upgrade: _Upgrade, node: n.MayNot) -> None:
    if node.sentence is not None:
        colon = upgrade.find(":", node.answer.span.start, node.sentence.span.start)
        upgrade.edit(colon, node.sentence.span.start, " and hears ")


def _allowed(upgrade: _Upgrade, node: n.Allowed) -> None:
    """The wide table as situations, each with the list of what may be chosen."""
    first, last = upgrade.line_of(node.span.start), upgrade.line_of(node.span.end - 1)
    lines = upgrade.source.text.split("\n")
    margin = " " * (len(lines[first]) - len(lines[first].lstrip()))
    rows = [["", "may choose", REFUSAL_WORDS]]
    for row in node.rows:
        names = [f'"{name.value}"' for name, may in zip(node.names, row.cells, strict=False) if may]
        offered = "everything" if all(row.cells) else ", ".join(names)
        condition = (
            "otherwise" if row.condition is None else upgrade.source.text[row.span.start :].split("|")[0].strip()
        )
        rows.append([condition, offered, "" if row.sentence is None else f'"{row.sentence.value}"'])
    if node.rows[-1].condition is not None:
        rows.append(["otherwise", "everything", ""])
    upgrade.gone.update(range(first, last + 1))
    new = [f"{margin}allowed, by the first line that fits:", *(f"{margin}    {row}" for row in table(rows))]
    upgrade.memory.setdefault(last, [])[:0] = new


def _attempt(upgrade: _Upgrade, node: n.Attempt) -> None:
    if not node.odds:
        return
    lines = upgrade.source.text.split("\n")
    last = upgrade.line_of(node.odds[-1].span.end)
    head = upgrade.line_of(node.odds[0].span.start)
    while not token_lines.lines_of(lines[head])[0].words[:1] == ("odds",):
        head -= 1
    upgrade.gone.update(range(head, last + 1))
    for odd in node.odds:
        odds = upgrade.odds.setdefault((upgrade.variant, node.name.value), {})
        text = upgrade.source.text[odd.span.start : odd.span.end]
        if odds.setdefault(odd.outcome.value, text) != text:
            message = f'the odds of "{odd.outcome.value}" are given in two ways for attempts of one name'
            raise DiceError([Problem("E138", message, odd.span, help="give one of the attempts another name first")])


def _cap(upgrade: _Upgrade, node: n.BreakOff) -> None:
    first, last = upgrade.line_of(node.span.start), upgrade.line_of(node.span.end - 1)
    lines = upgrade.source.text.split("\n")
    upgrade.gone.update(range(first, last + 1))
    head = re.sub(r"\bcap\b", "break off after", lines[first], count=1)
    margin = " " * (len(lines[first]) - len(lines[first].lstrip()))
    if margin:  # in a variant
        steps = [f"    {line}" for line in lines[first + 1 : last + 1]]
        upgrade.memory.setdefault(last, []).extend([f"{margin}simulation:", f"    {head}", *steps])
        return
    upgrade.simulation += [f"    {head.strip()}", *(f"    {line}" for line in lines[first + 1 : last + 1])]


_UPGRADES: dict[type, Any] = {
    n.Must: _must, n.MustLeave: _must, n.Always: _always, n.Remark: _remark, n.Do: _do, n.Rule: _rule,
    n.Eliminate: _eliminate, n.Memory: _memory, n.Zone: _zone, n.Pick: _pick, n.For: _by, n.Whenever: _by,
    n.MayNot: _may_not, n.Allowed: _allowed, n.Attempt: _attempt, n.BreakOff: _cap,
}  # fmt: skip
