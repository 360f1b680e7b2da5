"""Every mistake in a text that cannot be read: its parts, and their lines, are read one by one."""

from __future__ import annotations

import re

from attrs import define, evolve, field, frozen

from dicedsl.errors import Label, Problem
from dicedsl.syntax import token_lines
from dicedsl.syntax.declared_names import ENDING_WORDS, NO_DECLARED_NAMES, DeclaredNames
from dicedsl.syntax.edition_parser import Edition, Failure
from dicedsl.syntax.indent import TABS, misplaced
from dicedsl.syntax.mistakes.diagnose import INDENT_HELP, diagnose
from dicedsl.syntax.mistakes.piece import Finding, Piece
from dicedsl.syntax.mistakes.refused_names import reserved_word_problems
from dicedsl.syntax.mistakes.spelling import near
from dicedsl.syntax.reserved import STEP_WORDS
from dicedsl.syntax.token_lines import JOINT, Line, PlainToken
from dicedsl.syntax.word_heads import WordHead
from dicedsl.text.source import Source, Span

MOST_REPORTED_PROBLEMS = 20
MOST_READINGS = 2000


@frozen(eq=False)
class LogicalLine:
    """A line of code with the lines that its brackets take in."""

    start: int
    end: int
    indent: int
    first: str
    second: str
    is_row: bool
    number: int


def every_problem(source: Source, edition: Edition, declared: DeclaredNames = NO_DECLARED_NAMES) -> list[Problem]:
    """The problems of a text that cannot be read, in the order of the text; at least one."""
    text = declared.with_refused().joined(source.text)
    for start, end in (place for rule in declared.split for place in rule.tails):
        text = text[:start] + " " * (end - start) + text[end:]
    for start, end in (place for rule in declared.split for place in rule.calls):
        text = text[:start] + "stop".ljust(end - start)[: end - start] + text[end:]
    refused = refusals(source, declared)
    alone = frozenset(name for name, _ in declared.refused if " " not in name)
    search = _MistakeSearch(source, edition, text, declared.names, alone)
    problems = [] if refused and edition.failure_of(text) is None else search.everything()
    lines = {problem.span.line for problem in refused}
    lines |= {line for head in declared.heads for line in _lines_about(source, head)}
    problems = [problem for problem in problems if problem.span.line not in lines]
    return sorted([*refused, *map(_spoken, problems)], key=lambda problem: problem.span.start)[:MOST_REPORTED_PROBLEMS]


@define(eq=False)
class _MistakeSearch:
    source: Source
    edition: Edition
    text: str  # with names joined
    names: frozenset[str]
    refused: frozenset[str] = frozenset()  # words that are told where they are given as names
    marks: dict[int, Problem] = field(factory=dict)  # by the index of a line
    readings: int = 0

    def everything(self) -> list[Problem]:
        text = self.text
        lines = token_lines.lines_of(text)
        broken = self.mark(lines)
        written = []
        for first, last in token_lines.runs(lines, broken):
            words = (*lines[first].words, "", "")
            # A first line without a newline before it has no margin that could be wrong.
            line = lines[first]
            written.append(
                LogicalLine(line.start, lines[last].end, line.indent, words[0], words[1], "|" in words, first)
            )
        self.mark_indents(lines, written)
        empty = Piece(self.source)
        problems = self.groups(empty, written, 0)
        if not problems:
            whole = empty.plus((text, 0))
            failure = self.edition.failure_of(whole.text, explain=True)
            problem = None if failure is None else self.diagnose(whole, failure).problem
            problems = [] if problem is None or problem is _SILENT else [problem]
        # A name that is not declared is one mistake, wherever it stands.
        unique = {
            p.message if p.message.startswith("no name ") else (p.span.start, p.code): p for p in reversed(problems)
        }
        ordered = sorted(unique.values(), key=lambda p: p.span.start)
        return ordered[:MOST_REPORTED_PROBLEMS]

    # ---------------------------------------------------------------- what the text alone tells

    def mark(self, lines: list[Line]) -> frozenset[int]:
        """Mark open quotes and brackets; the lines whose brackets cannot be trusted."""
        broken = set()
        for number, line in enumerate(lines):
            quote = next((t for t in line.tokens if t.text == '"'), None)
            if quote is not None:
                broken.add(number)
                rest = Span(self.source, quote.start, line.end)
                help = "a text ends on the line on which it starts; write the second quote"
                message = "this text has no closing quote on its line"
                self.marks[number] = Problem("E119", message, rest, "the quote is opened here", help=help)
        start = 0
        for number in range(1, len(lines) + 1):
            if number == len(lines) or (lines[number].tokens and lines[number].indent == 0):
                self.mark_brackets(lines, start, number)
                start = number
        return frozenset(broken | {n for n, p in self.marks.items() if p.code in {"E106", "E107"}})

    def mark_brackets(self, lines: list[Line], start: int, end: int) -> None:
        part = [line if start + i not in self.marks else _bare(line) for i, line in enumerate(lines[start:end])]
        if token_lines.is_balanced(part):
            return
        for index, token in token_lines.unclosed(part).items():
            last = part[index].tokens[-1]
            also = (Label(Span(self.source, last.end, last.end), 'a ")" is missing on this line'),) * (
                last is not token
            )
            self.marks[start + index] = Problem(
                "E106", "this bracket is opened but never closed", Span(self.source, token.start, token.end),
                "opened here", also=also, help='close it with ")", or leave it out',
            )  # fmt: skip
        for index, stray in _strays(part).items():
            self.marks.setdefault(
                start + index,
                Problem(
                    "E107", "this bracket closes nothing", Span(self.source, stray.start, stray.end),
                    "no bracket is open",
                    help='leave it out, or write the "(" that belongs to it',
                ),
            )  # fmt: skip

    def mark_indents(self, lines: list[Line], written: list[LogicalLine]) -> None:
        """Mark tabs in margins, and lines that stand at no level of the blocks around them."""
        levels = [0]
        loose = False
        tabs: list[int] = []
        for place, item in enumerate(written):
            line = lines[item.number]
            if "\t" in line.margin:
                tabs.append(item.number)
                continue
            indent = item.indent if place or item.number else 0
            if loose and indent > levels[-2]:
                levels[-1] = indent
            loose = False
            if indent > levels[-1]:
                levels.append(indent)
                loose = item.first == "|"
                continue
            before = list(levels)
            while indent < levels[-1]:
                levels.pop()
            if indent != levels[-1]:
                span = Span(self.source, line.start, line.start + indent)
                self.marks.setdefault(
                    item.number, Problem("E101", misplaced(indent, before), span, help=INDENT_HELP["E101"])
                )
        for number in tabs:
            span = Span(self.source, lines[number].start, lines[number].start + lines[number].indent)
            more = len(tabs) - 1
            notes = (f"{more} more line{'s start' if more > 1 else ' starts'} with a tab",) if more else ()
            problem = Problem("E102", TABS, span, "a tab", notes=notes, help=INDENT_HELP["E102"])
            self.marks[number] = problem if number == tabs[0] else _SILENT

    # ---------------------------------------------------------------- what reading tells

    def groups(self, context: Piece, written: list[LogicalLine], level: int) -> list[Problem]:
        """Problems of the lines of one block, each with the lines that stand below it."""
        problems_here: list[Problem] = []
        before: list[LogicalLine] = []
        failed = False
        waiting: Problem | None = None  # a block that is missing: the lines after it may be what should be in it
        for group in _split(written, level):
            if len(problems_here) >= MOST_REPORTED_PROBLEMS or self.readings >= MOST_READINGS:
                break
            problems = self.group(self.alone(context, group, before, failed), group)
            before, failed = group, bool(problems)
            if waiting is not None and problems and problems[0].span.start <= group[0].end:
                if not waiting.also:
                    first = group[0].start + group[0].indent
                    label = Label(Span(self.source, first, first + len(group[0].first)), "should this be indented?")
                    problems_here[-1] = waiting = _with_label(waiting, label)
                continue
            problems_here += problems
            waiting = problems[-1] if problems and problems[-1].code == "E117" and len(group) == 1 else None
        return [p for p in problems_here if p is not _SILENT]

    def alone(self, context: Piece, group: list[LogicalLine], before: list[LogicalLine], failed: bool) -> Piece:
        """What must stand before a line for it to be read without the lines above it, some of which may have failed."""
        head = group[0]
        margin = " " * head.indent
        if head.first in {"allowed", "odds"} or head.second == "nothing":
            return context.plus((f'{margin}"x"\n', head.start))
        if not before or before[0].is_row or before[0].second == "nothing":
            return context
        if before[0].first in {"if", "otherwise"} or (failed and _is_otherwise(head, self.edition)):
            return context.plus((f"{margin}if yes: stop\n", head.start))
        return context

    def group(self, context: Piece, group: list[LogicalLine]) -> list[Problem]:
        """Problems of a line and of what stands below it."""
        first, body = group[0], group[1:]
        mark = self.marks.get(first.number)
        if mark is not None:
            return [mark]
        text = self.text
        start = context.plus((text[first.start : first.end] + "\n", first.start))
        piece = start.plus((text[body[0].start : body[-1].end], body[0].start)) if body else start
        failure = self.read(piece)
        if failure is None:
            return []
        top = len(start.text)
        in_head = failure.start < top or (failure.type == "_INDENT" and failure.start <= top)
        if in_head:
            finding = self.explain(piece)
            if finding is None or not body or finding.repair is None:
                return [finding.problem] if finding is not None else []
            below = [m for m in (self.marks.get(b.number) for b in body) if m is not None and m is not _SILENT]
            if finding.repair.end > top:
                return [finding.problem]
            mended = Piece(
                self.source, (*context.chunks, (finding.repair.apply(start.text)[len(context.text) :], first.start))
            )
            return [finding.problem, *(self.groups(mended, body, body[0].indent) or below)]
        inner = [] if _is_table(first, body) else self.groups(start, body, body[0].indent) if body else []
        if inner:
            return inner
        marked = [m for m in (self.marks.get(b.number) for b in body) if m is not None]
        if marked:
            return [m for m in marked if m is not _SILENT] or marked[:1]
        finding = self.explain(piece)
        return [finding.problem] if finding is not None else []

    def read(self, piece: Piece) -> Failure | None:
        self.readings += 1
        return self.edition.failure_of(piece.text)

    def explain(self, piece: Piece) -> Finding | None:
        failure = self.edition.failure_of(piece.text, explain=True)
        self.readings += 10
        return self.diagnose(piece, failure) if failure is not None else None

    def diagnose(self, piece: Piece, failure: Failure) -> Finding:
        if self.is_told(piece.text, failure):
            return Finding(_SILENT)  # in a name that cannot begin so, which is told where it is given
        return diagnose(piece, failure, self.edition, self.names)

    def is_told(self, text: str, failure: Failure) -> bool:
        """Whether a line fails because of a name that is refused where it is given."""
        if JOINT in (text[failure.start : failure.start + 1], text[failure.end : failure.end + 1]):
            return True
        if not self.refused:
            return False
        at = failure.start - (text[failure.start : failure.start + 1] in ("", "\n"))
        end = text.find("\n", at)
        words = re.findall(r"[A-Za-z][A-Za-z0-9-]*", text[text.rfind("\n", 0, at) + 1 : end if end >= 0 else len(text)])
        steps = self.refused & STEP_WORDS - ENDING_WORDS
        return not (self.refused - steps).isdisjoint(words) or words[:1] == [*steps.intersection(words[:1])] != []


# Stands for a problem that has been told already.
_SILENT = Problem("", "", Span(Source("", ""), 0, 0))


def refusals(source: Source, declared: DeclaredNames) -> list[Problem]:
    """What is told where it is given: names, and heads of rules and words."""
    heads = [
        Problem(head.code, head.message, Span(source, *head.span), label=head.label, help=head.help)
        for head in declared.heads
    ]
    return [*reserved_word_problems(source, declared), *split(source, declared), *heads]


def _lines_about(source: Source, head: WordHead) -> set[int]:
    """The lines that speak of a word whose head is told, and those below the head."""
    lines = {Span(source, *use).line for use in head.uses}
    below = Span(source, *head.span).line
    written = source.text.split("\n")
    margin = len(written[below - 1]) - len(written[below - 1].lstrip())
    for number, line in enumerate(written[below:], below + 1):
        if line.strip() and len(line) - len(line.lstrip()) <= margin:
            break
        lines.add(number)
    return lines


def split(source: Source, declared: DeclaredNames) -> list[Problem]:
    """Rules whose name goes on behind what they are given, each at its head."""
    return [
        Problem(
            "E133", rule.message, Span(source, *rule.span), label=f"`{rule.tail}` stands behind it", help=rule.instead,
        )
        for rule in declared.split
    ]  # fmt: skip


def _spoken(problem: Problem) -> Problem:
    """With blanks in the names it speaks of."""
    said = {key: getattr(problem, key).replace(JOINT, " ") for key in ("message", "label", "help", "fix")}
    mending = problem.mending and evolve(problem.mending, text=problem.mending.text.replace(JOINT, " "))
    return evolve(problem, **said, mending=mending, instead=problem.instead and _spoken(problem.instead))


def _split(written: list[LogicalLine], level: int) -> list[list[LogicalLine]]:
    groups: list[list[LogicalLine]] = []
    for item in written:
        if groups and item.indent > level:
            groups[-1].append(item)
        else:
            groups.append([item])
    return groups


def _is_table(head: LogicalLine, body: list[LogicalLine]) -> bool:
    """Whether the first line below belongs to all the others."""
    return head.first == "allowed" or (bool(body) and body[0].first in {"by", "|"})


def _is_otherwise(head: LogicalLine, edition: Edition) -> bool:
    return not head.is_row and "otherwise" in {head.first, *(word for _, word in near(head.first, edition))}


def _with_label(problem: Problem, label: Label) -> Problem:
    return Problem(
        problem.code, problem.message, problem.span, problem.label, problem.notes, (*problem.also, label), problem.help
    )  # fmt: skip


def _bare(line: Line) -> Line:
    return Line(line.start, line.end, line.margin, (), None)


def _strays(lines: list[Line]) -> dict[int, PlainToken]:
    """Closing brackets without an opening one, by line."""
    tokens: dict[int, PlainToken] = {}
    depth = 0
    for number, line in enumerate(lines):
        for token in line.tokens:
            if token.text == "(":
                depth += 1
            elif token.text == ")":
                depth -= 1
                if depth < 0:
                    depth = 0
                    tokens.setdefault(number, token)
    return tokens
