"""The one way to lay out a rulebook: from its text to the same rulebook, with every comment, neatly written."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping, Sequence

from attrs import define, frozen

from dicedsl.built_in import FOLDS
from dicedsl.errors import DiceError
from dicedsl.syntax import token_lines
from dicedsl.syntax.declared_names import DeclaredNames
from dicedsl.syntax.edition_parser import FIRST, SECOND, Edition
from dicedsl.syntax.parser import own_of, parse, parse_as
from dicedsl.syntax.token_lines import Line, PlainToken
from dicedsl.text.source import Source

INDENT = 4
CONTINUED_INDENT = 8  # further than the block that may follow, so that the two cannot be taken for each other
LONGEST_WRITTEN_LINE = 120
MOST_COORDINATES_IN_ROW = 4
HEAD_WORDS = frozenset({"game", "library", "use", "from", "aim", "players"})
REMARK_WORDS = frozenset({"note", "ruling", "our"})


def format_text(source: Source, declared: DeclaredNames | None = None) -> str:
    """The text of a rulebook in its usual form; DiceError if it is no rulebook. `declared` is what it declares, with the files it stands on."""
    file, problems = parse(source, declared)
    if file is None or problems:
        raise DiceError(problems)
    return _lay_out(source, FIRST if file.edition == FIRST.number else SECOND, declared)


def _lay_out(source: Source, edition: Edition, declared: DeclaredNames | None = None) -> str:
    declared = own_of(source.text, edition, declared)
    file, problems = parse_as(source, edition, declared)
    if file is None or problems:
        raise DiceError(problems)
    text = "\n".join(_Formatter(source.text, edition, declared).lines()) + "\n"
    again, _ = parse_as(Source(source.name, text), edition, declared)
    if again != file:
        raise RuntimeError(f"the new layout of {source.name} would change its meaning")
    return text


def upgrade_and_format(source: Source, declared: DeclaredNames | None = None) -> str:
    """A rulebook of the first edition in the second, laid out; in one of the second what is spelt as it was before is spelt anew."""
    from dicedsl.syntax.first.upgrade import upgrade_text
    from dicedsl.syntax.old_spelling import respelt

    file, problems = parse(source, declared)
    if file is None or problems:
        raise DiceError(problems)
    if file.edition == SECOND.number:
        return format_text(Source(source.name, respelt(file, source.text)), declared)
    return _lay_out(Source(source.name, upgrade_text(source)), SECOND)


@frozen
class LineAbove:
    """A line without code: a comment with its depth, or "" for empty lines."""

    text: str
    depth: int = 0

    def written(self) -> str:
        return f"{' ' * (INDENT * self.depth)}{self.text}" if self.text else ""


@frozen
class WrittenLine:
    """A written line with its depth, and what stands before it."""

    before: tuple[LineAbove, ...]
    depth: int
    lines: tuple[Line, ...]

    @property
    def first_word(self) -> str:
        return self.lines[0].tokens[0].text

    @property
    def is_remark(self) -> bool:
        words = [token.text for token in self.lines[0].tokens[:2]]
        return words[0] in REMARK_WORDS or words == ["in", "short"]

    @property
    def is_row(self) -> bool:
        return any(t.text == "|" for line in self.lines for t in line.tokens)

    @property
    def tokens(self) -> list[PlainToken]:
        return [t for line in self.lines for t in line.tokens]


@define
class _Formatter:
    text: str
    edition: Edition
    declared: DeclaredNames

    def lines(self) -> Iterator[str]:
        signs = _signs(self.declared.joined(self.text), self.edition)
        entries, rest = _entries(self.text)
        widths = _columns(entries, signs)
        before: WrittenLine | None = None
        for index, entry in enumerate(entries):
            margin = " " * (INDENT * entry.depth)
            for above in _gap(before, entry, self.edition):
                yield above.written()
            yield from _written(entry, margin, signs, widths.get(index))
            before = entry
        while rest and not rest[-1].text:
            rest.pop()
        for above in rest:
            yield above.written()


def _signs(text: str, edition: Edition) -> frozenset[int]:
    """The places of minus signs that belong to the value after them."""
    trees = edition.tree_of(text).find_pred(lambda t: t.data in {"negative", "minus_int"})
    return frozenset(t.children[0].start_pos for t in trees)  # type: ignore[union-attr, misc]


def _entries(text: str) -> tuple[list[WrittenLine], list[LineAbove]]:
    lines = token_lines.lines_of(text)
    runs = list(token_lines.runs(lines))
    entries: list[WrittenLine] = []
    levels = [0]
    loose = False
    done = 0
    for first, last in runs:
        line = lines[first]
        indent = line.indent if entries else 0
        if loose and indent > levels[-2]:
            levels[-1] = indent
        loose = False
        if indent > levels[-1]:
            levels.append(indent)
            loose = line.tokens[0].text == "|"
        opened = {level: depth for depth, level in enumerate(levels)}
        while indent < levels[-1]:
            levels.pop()
        depth = len(levels) - 1
        entries.append(WrittenLine(_above(lines[done:first], opened, depth), depth, tuple(lines[first : last + 1])))
        done = last + 1
    return entries, list(_above(lines[done:], {level: depth for depth, level in enumerate(levels)}, 0))


def _above(lines: Sequence[Line], opened: Mapping[int, int], depth: int) -> tuple[LineAbove, ...]:
    """The comments of lines without code. One that stands where a block above has its lines is a line of that block;
    every other belongs to the next line, at its `depth`."""
    above: list[LineAbove] = []
    for line in lines:
        if line.comment is not None:
            above.append(LineAbove(_comment(line.comment), max(depth, opened.get(line.indent, 0))))
        elif not above or above[-1].text:
            above.append(LineAbove(""))
    return tuple(above)


def _comment(token: PlainToken) -> str:
    return token.text.rstrip(" \t\r")


def _gap(before: WrittenLine | None, entry: WrittenLine, edition: Edition) -> list[LineAbove]:
    """Comments and empty lines in front of a line; those that end the blocks above come first."""
    size = max((i for i, above in enumerate(entry.before, 1) if above.depth > entry.depth), default=0)
    inner, gap = list(entry.before[:size]), list(entry.before[size:])
    bare = gap[1:] if gap and not gap[0].text else gap
    if before is None or entry.depth > before.depth:
        return bare
    if entry.depth > 0 or (edition is FIRST and entry.is_remark):
        return inner + gap
    if before.depth == 0 and {before.first_word, entry.first_word} <= HEAD_WORDS:
        return gap if bare else []
    if before.depth == 0 and edition is SECOND and _close(before, entry):
        return inner + gap
    return [*inner, LineAbove(""), *bare]


def _close(before: WrittenLine, entry: WrittenLine) -> bool:
    """Whether two lines at the left margin may stand without an empty line between them: a remark belongs to what follows."""
    both = {before.first_word, entry.first_word}
    if before.is_remark or both == {"end"}:
        return True
    return before.first_word in HEAD_WORDS and (entry.is_remark or entry.first_word in HEAD_WORDS)


def _columns(entries: list[WrittenLine], signs: frozenset[int]) -> dict[int, list[int]]:
    """The widths of the columns for each row that is set as part of a table."""
    columns: dict[int, list[int]] = {}
    table: list[int] = []
    for index in range(len(entries) + 1):
        entry = entries[index] if index < len(entries) else None
        if table and (entry is None or not entry.is_row or entry.depth != entries[table[-1]].depth):
            rows = [_cells(entries[i], signs) for i in table if _fits_one_line(entries[i])]
            count = max((len(row) for row in rows), default=0)
            widths = [max((_width(row[c]) for row in rows if c < len(row) - 1), default=0) for c in range(count)]
            columns.update({i: widths for i in table if _fits_one_line(entries[i])})
            table = []
        if entry is not None and entry.is_row:
            table.append(index)
    return columns


def _fits_one_line(entry: WrittenLine) -> bool:
    return all(line.comment is None for line in entry.lines[:-1])


def _cells(entry: WrittenLine, signs: frozenset[int]) -> list[str]:
    cells: list[list[PlainToken]] = [[]]
    for token in entry.tokens:
        if token.text == "|":
            cells.append([])
        else:
            cells[-1].append(token)
    return [_joined(cell, signs, _places(entry.tokens)) for cell in cells]


def _written(entry: WrittenLine, margin: str, signs: frozenset[int], widths: list[int] | None) -> Iterator[str]:
    """The lines of one written line."""
    if widths is not None:
        cells = _cells(entry, signs)
        padded = [cell + " " * (width - _width(cell)) for cell, width in zip(cells[:-1], widths, strict=False)]
        yield _ended(margin + " | ".join([*padded, cells[-1]]).rstrip(), entry.lines[-1])
        return
    places = _places(entry.tokens)
    tokens = entry.tokens
    for number, line in enumerate(entry.lines):
        lead = margin + (" " * CONTINUED_INDENT if number else "")
        code = lead + _joined(line.tokens, signs, places)
        if not line.tokens:
            if line.comment is not None:
                yield lead + _comment(line.comment)
            continue
        is_last = line is entry.lines[-1]
        if is_last and _width(code) > LONGEST_WRITTEN_LINE and entry.first_word == "must" and _has_sentence(tokens):
            if line.tokens[:-1]:
                yield lead + _joined(line.tokens[:-1], signs, places)
            code = f"{margin}{' ' * INDENT}{line.tokens[-1].text}"
        yield _ended(code, line)


def _has_sentence(tokens: Sequence[PlainToken]) -> bool:
    return len(tokens) > 2 and tokens[-1].kind == "text" and tokens[-2].text == ":"


def _ended(code: str, line: Line) -> str:
    return code if line.comment is None else f"{code}  {_comment(line.comment)}"


def _places(tokens: Sequence[PlainToken]) -> frozenset[int]:
    """The commas of places such as (2,3): brackets with nothing but a few numbers inside, unless these are a set: `is in (3, 5, 8)`."""
    places: set[int] = set()
    commas: list[int] | None = None
    is_set = spaced = False
    for at, token in enumerate(tokens):
        before = tokens[at - 1].text if at else ""
        if token.text == "(":
            commas, spaced = [], False
            is_set = before == "in" or (before == "of" and at > 1 and tokens[at - 2].text in FOLDS)
        elif token.text == ")":
            few = commas is not None and 0 < len(commas) < MOST_COORDINATES_IN_ROW
            if commas and few and not is_set and not (spaced and len(commas) > 1):
                places.update(commas)
            commas = None
        elif commas is not None and token.text == ",":
            commas.append(token.start)
            # Three numbers can be a place as well as a set: whoever writes blanks between them means a set.
            spaced = spaced or (at + 1 < len(tokens) and tokens[at + 1].start > token.end)
        elif token.kind != "number" and not (token.text == "-" and before in {"(", ","}):
            commas = None
    return frozenset(places)


def _joined(tokens: Sequence[PlainToken], signs: frozenset[int], places: frozenset[int]) -> str:
    out = ""
    before: PlainToken | None = None
    for token in tokens:
        glued = (
            before is None
            or token.text in {",", ":", ")", ";", "'s"}
            or before.text == "("
            or before.start in signs
            or before.start in places
        )
        out += token.text if glued else f" {token.text}"
        before = token
    return out


def _width(text: str) -> int:
    return sum(0 if unicodedata.combining(c) else 1 + (unicodedata.east_asian_width(c) in {"W", "F"}) for c in text)
