"""What messages tell to write is tried before it is told: problems in, and the same without the proposals that do not mend."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

from attrs import define, evolve, field, frozen

from dicedsl.errors import Mending, Problem
from dicedsl.text.source import Source, Span

MOST_TRIES = 8
UNKNOWN = frozenset({"E310", "E311", "E333", "E321", "E356", "E402"})  # a line that cannot be read may declare it
OWN_SLIPS = frozenset({"E307", "E311", "E402"})  # a name of the author's own in what is mended may be wrong as well
_WORDS = re.compile(r"[A-Za-z][A-Za-z0-9-]*")
_TOKEN = re.compile(r"[A-Za-z0-9-]+|[^A-Za-z0-9\s-]")
_OPENING = re.compile(r"\b(?:there (?:is|are)(?: no)?|for each|some|every|no|an?|the) $")
_WRITE = re.compile(r"write `([^`]+)`(?: in place of `([^`]+)`|, or .*| if .*| for .*)?", re.DOTALL)


def upheld(problems: Iterable[Problem], source: Source, look: Callable[[Source], list[Problem]]) -> list[Problem]:
    """The problems of a text; where what one tells to write is no good there, it says plainly what is wrong. What is marked
    is what it takes the place of. `look` finds the mistakes of a text."""
    problems = list(problems)
    ways = {number: ways for number, problem in enumerate(problems) if (ways := _ways(problem, source))}
    trial = _Trial(source, problems, ways)
    if ways:
        trial.run(look)
    return [trial.outcome(number, problem) for number, problem in enumerate(problems)]


def _ways(problem: Problem, source: Source) -> list[_Way]:
    """What a problem tells to write, and in place of what, and what is told instead of it."""
    if not problem.is_error or problem.span.source is not source:
        return []
    return [way for link in _chain(problem) for way in _ways_of(link)]


def _ways_of(problem: Problem) -> list[_Way]:
    """Of a mistake of names and kinds what it marks is replaced, or more of its line that begins and ends with the same words as what
    is written."""
    if problem.code < "E2":
        return [_Way(problem, problem.mending)] if problem.mending is not None else []
    written = _WRITE.fullmatch(problem.help)
    if written is None or "..." in written[1] or written[1].startswith("rule "):
        return []
    text, start, end = problem.span.source.text, problem.span.start, problem.span.end
    begin, stop = text.rfind("\n", 0, start) + 1, text.find("\n", end)
    stop = stop if stop >= 0 else len(text)
    if written[2]:
        at = text.find(written[2], begin, stop)
        return [_Way(problem, Mending(at, at + len(written[2]), written[1]))] if at >= 0 else []
    words = _TOKEN.findall(written[1])
    before, behind = _TOKEN.finditer(text, begin, start), _TOKEN.finditer(text, end, stop)
    opening = _OPENING.search(text, begin, start)
    starts = [start, *reversed([token.start() for token in before if token[0] == words[0]])]
    starts += [opening.start()] if opening else []
    ends = [end, *(token.end() for token in behind if token[0] == words[-1])]
    return [_Way(problem, Mending(first, last, written[1])) for last in ends[:2] for first in starts[:4]]


@frozen
class _Way:
    """What is written, and the message that tells to write it."""

    told: Problem
    mending: Mending


@frozen
class _Stretch:
    """Where what was written stands in the text that is tried, and for which problem."""

    start: int
    end: int
    number: int


@define
class _Trial:
    """A text in which all that is told to write is written; what cannot be read and has no proposal is left out."""

    source: Source
    problems: list[Problem]
    ways: dict[int, list[_Way]]  # those that have not been refuted; the first is tried
    silent: set[int] = field(factory=set)  # lines that are left out

    def run(self, look: Callable[[Source], list[Problem]]) -> None:
        self.leave_out(p.span.line for i, p in enumerate(self.problems) if p.code < "E2" and i not in self.ways)
        for _ in range(MOST_TRIES):
            text, stretches = self.mended()
            mistakes = [p for p in look(Source(self.source.name, text)) if p.is_error and p.span.source.text == text]
            refuted = {each.number for each in stretches for p in mistakes if self.is_refuted_by(each, p)}
            for number in refuted:
                self.ways[number] = self.ways[number][1:]
            unread = [p.span.line for p in mistakes if p.code < "E2"]
            if not refuted and not unread:
                return
            spoilt = [self.problems[n].span.line for n in refuted if self.problems[n].code < "E2" and not self.ways[n]]
            self.leave_out([*spoilt, *unread])  # no line is added or taken away by what is written

    def outcome(self, number: int, problem: Problem) -> Problem:
        if number not in self.ways:
            return evolve(problem, mending=None, instead=None)
        if not self.ways[number]:
            return _plain(problem)
        way = self.ways[number][0]
        span = Span(self.source, way.mending.start, way.mending.end) if problem.code > "E2" else way.told.span
        help = way.told.help.partition(" in place of `")[0] if problem.code > "E2" else way.told.help
        return evolve(way.told, span=span, help=help, mending=None, instead=None)

    def is_refuted_by(self, stretch: _Stretch, problem: Problem) -> bool:
        if problem.span.start > stretch.end or problem.span.end < stretch.start:
            return False
        if problem.code < "E2" and problem.span.start == stretch.end and problem.span.text[:1] in ",;:":
            return False  # the line goes on with something else that cannot be read
        written = problem.span.source.text[stretch.start : stretch.end]
        if problem.code < "E2" and problem.mending is not None and written in problem.mending.text:
            return False  # more of the line is said otherwise, and this stays
        words = _WORDS.findall(problem.span.text)
        if problem.code in UNKNOWN and any(word in self.left_out for word in words):
            return False
        own = self.problems[stretch.number].span.text
        return (
            problem.code not in OWN_SLIPS
            or problem.span.text not in own
            or self.problems[stretch.number].code == problem.code
        )

    @property
    def left_out(self) -> set[str]:
        lines = self.source.text.split("\n")
        return {word for line in self.silent for word in _WORDS.findall(lines[line - 1])}

    def leave_out(self, lines: Iterable[int]) -> None:
        """Lines with what stands below them."""
        written = self.source.text.split("\n")
        for line in lines:
            if not 0 < line <= len(written):
                continue
            self.silent.add(line)
            margin = _margin(written[line - 1])
            for below in range(line + 1, len(written) + 1):
                if written[below - 1].strip() and _margin(written[below - 1]) <= margin:
                    break
                self.silent.add(below)

    def mended(self) -> tuple[str, list[_Stretch]]:
        parts: list[str] = []
        stretches: list[_Stretch] = []
        done = length = 0
        lines = self.source.text.split("\n")
        text = "\n".join(" " * len(line) if number in self.silent else line for number, line in enumerate(lines, 1))
        first = sorted(
            (ways[0].mending.start, ways[0].mending.end, number) for number, ways in self.ways.items() if ways
        )
        for start, end, number in first:
            if start < done or text.count("\n", 0, start) + 1 in self.silent:
                continue
            written = self.ways[number][0].mending.text
            parts += [text[done:start], written]
            length += start - done
            stretches.append(_Stretch(length, length + len(written), number))
            length, done = length + len(written), end
        return "".join([*parts, text[done:]]), stretches


def _chain(problem: Problem) -> Iterator[Problem]:
    """A problem, and what is told instead of it, one after the other."""
    link: Problem | None = problem
    while link is not None:
        yield link
        link = link.instead


def _plain(problem: Problem) -> Problem:
    last = [*_chain(problem)][-1]
    if last.code > "E2" and _ways_of(last):
        return evolve(last, help=f"`dicedsl explain {last.code}` shows how it is written")
    return evolve(last, mending=None)


def _margin(line: str) -> int:
    return len(line) - len(line.lstrip())
