"""From text to the nodes of a rulebook, or to every problem found in it."""

from __future__ import annotations

import hashlib
import re
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import lark
from lark import Lark, Token

from dicedsl.errors import DiceError, Problem
from dicedsl.source import Source, Span
from dicedsl.syntax import messages, nodes
from dicedsl.syntax.builder import BuildProblem, build_file
from dicedsl.syntax.indent import DiceIndenter, IndentationProblem

MAX_TEXT = 1 << 20
MAX_DEPTH = 100


class _Solid:
    """Spans end at the last visible token, not at the newline after it."""

    def __call__(self, node: object) -> bool:
        return not (isinstance(node, Token) and node.type in {"_NL", "_INDENT", "_DEDENT"})

    def __repr__(self) -> str:  # part of lark's cache key
        return "solid"


def grammar_text() -> str:
    return files("dicedsl.grammar").joinpath("dice.lark").read_text("utf-8")


def _cache_path(grammar: str) -> str | bool:
    from platformdirs import user_cache_path

    key = hashlib.sha256((grammar + lark.__version__).encode()).hexdigest()[:16]
    try:
        folder = user_cache_path("dicedsl")
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return False
    return str(Path(folder) / f"grammar-{key}.lark")


@cache
def parser() -> Lark:
    grammar = grammar_text()
    options: dict[str, Any] = {
        "parser": "lalr",
        "start": "start",
        "postlex": DiceIndenter(),
        "propagate_positions": _Solid(),
        "maybe_placeholders": True,
    }
    try:
        return Lark(grammar, cache=_cache_path(grammar), **options)
    except Exception:  # a damaged cache file must never stop the program
        return Lark(grammar, **options)


@cache
def reserved_words() -> frozenset[str]:
    words = {str(t.pattern.value) for t in parser().terminals if isinstance(t.pattern, lark.lexer.PatternStr)}
    return frozenset(w for w in words if w.isalpha())


def parse(source: Source) -> tuple[nodes.File | None, list[Problem]]:
    """The file's nodes, and its problems; with problems there may be no nodes."""
    early = _limits(source)
    if early:
        return None, early
    tree, problem = _parse_text(source, source.text)
    if problem is not None:
        return None, _every_problem(source, problem)
    try:
        return build_file(tree, source), []
    except BuildProblem as error:
        return None, [Problem(error.code, error.message, error.span, help=error.help)]
    except RecursionError:
        return None, [_too_deep(source)]


def parse_or_raise(source: Source) -> nodes.File:
    file, problems = parse(source)
    if file is None or problems:
        raise DiceError(problems)
    return file


def _too_deep(source: Source) -> Problem:
    return Problem("E104", f"this is nested too deeply; {MAX_DEPTH} levels is the limit", Span(source, 0, 0))


def _limits(source: Source) -> list[Problem]:
    text = source.text
    if len(text.encode("utf-8", "surrogatepass")) > MAX_TEXT:
        return [Problem("E103", "this file is larger than 1 MiB, which is the limit", Span(source, 0, 0))]
    depth = 0
    in_text = in_comment = False
    for i, char in enumerate(text):
        if char == "\n":
            in_text = in_comment = False
        elif in_comment:
            continue
        elif char == '"':
            in_text = not in_text
        elif in_text:
            continue
        elif char == "#":
            in_comment = True
        elif char == "(":
            depth += 1
            if depth > MAX_DEPTH:
                return [Problem("E104", f"brackets are nested too deeply; {MAX_DEPTH} is the limit", Span(source, i, i + 1))]
        elif char == ")":
            depth = max(0, depth - 1)
    for number in range(1, source.line_count + 1):
        line = source.line(number)
        if len(line) - len(line.lstrip(" ")) > 4 * MAX_DEPTH and line.strip():
            start = source._starts[number - 1]
            return [Problem("E104", f"blocks are nested too deeply; {MAX_DEPTH} levels is the limit", Span(source, start, start + 1))]
    match = re.search(r"[0-9]{10,}", text)
    if match and not _inside_text(text, match.start()):
        return [Problem("E105", "this number is too large; 999999999 is the limit", Span(source, match.start(), match.end()))]
    return []


def _inside_text(text: str, offset: int) -> bool:
    line = text[text.rfind("\n", 0, offset) + 1 : offset]
    return "#" in line or line.count('"') % 2 == 1


def _parse_text(source: Source, text: str) -> tuple[Any, Problem | None]:
    """Parse; `text` has the same length as the source's, parts may be blanked out."""
    lark_parser = parser()
    indenter = lark_parser.options.postlex
    try:
        return lark_parser.parse(text + "\n"), None
    except IndentationProblem as error:
        start = min(error.offset, len(source.text))
        return None, Problem(error.code, error.message, Span(source, start, start + 1))
    except lark.exceptions.UnexpectedToken as error:
        brackets = getattr(indenter, "open_brackets", [])
        return None, messages.unexpected_token(source, error, brackets, reserved_words())
    except lark.exceptions.UnexpectedCharacters as error:
        return None, messages.unexpected_characters(source, error)
    except RecursionError:
        return None, _too_deep(source)


def _every_problem(source: Source, first: Problem) -> list[Problem]:
    """Parse the parts of the file one by one, so that one run reports them all."""
    found: list[Problem] = []
    seen: set[tuple[int, str]] = set()
    for text in _pieces(source.text):
        _, problem = _parse_text(source, text)
        if problem is not None and (problem.span.start, problem.code) not in seen:
            seen.add((problem.span.start, problem.code))
            found.append(problem)
        if len(found) >= 20:
            break
    if not any(p.span.start == first.span.start for p in found):
        found.insert(0, first)
    return sorted(found, key=lambda p: p.span.start)


def _pieces(text: str) -> list[str]:
    """The text with all but one part blanked out (same offsets), one for each part; long sections line by line."""
    tops = [m.start() for m in re.finditer(r"^(?=[^\s#])", text, re.M)] + [len(text)]
    head = 'game "x"\n'
    blank = re.compile(r"[^\n]")
    pieces = []
    if len(tops) > 400:
        return []
    for start, end in zip(tops, tops[1:], strict=False):
        pieces.append(blank.sub(" ", text[:start]) + text[start:end] + blank.sub(" ", text[end:]))
    del head
    return pieces
