"""From text to the nodes of a rulebook, or to every problem found in it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice

import lark

from dicedsl.errors import DiceError, Problem
from dicedsl.syntax import nodes, token_lines
from dicedsl.syntax.builder import BuildProblem, build_file
from dicedsl.syntax.declared_names import NO_DECLARED_NAMES, DeclaredNames, find_declared_names
from dicedsl.syntax.edition_parser import FIRST, SECOND, Edition
from dicedsl.syntax.editions import signs
from dicedsl.syntax.indent import IndentationProblem
from dicedsl.text.budget import MOST_TOKENS
from dicedsl.text.plain import unseen
from dicedsl.text.source import Source, Span

LONGEST_RULEBOOK = 1 << 20
MOST_NESTED_BRACKETS = 100
MOST_DIGITS = 9
MOST_FILE_LINES = 20_000
MOST_REPORTED_UNSEEN = 5
SIZE_FOR_ONE_MISTAKE = 6_000  # words or lines above which only the first mistake is looked for

BUILD_HELP = {
    "E110": 'write game "The title" as the first line, or library "The title" for a file of words and rules',
    "E120": "what a word or rule is about starts with its kind: number, die, dice, player, the places of a board, or one of your own",
    "E121": "write `yes` or `-` in the columns of the alternatives",
    "E122": "each row has one cell for each alternative and a last one for the sentence, which may be empty",
}


def edition_of(text: str) -> Edition:
    """The edition that a text looks like."""
    first, second = signs(text)
    return FIRST if first > second else SECOND


def parse(source: Source, declared: DeclaredNames | None = None) -> tuple[nodes.File | None, list[Problem]]:
    """The file's nodes, and its problems; with problems there may be no nodes. `declared` is what it declares, with the files it stands on."""
    early = _limits(source)
    if early:
        return None, early
    likely = edition_of(source.text)
    file, problems = parse_as(source, likely, declared)
    if file is None and likely is SECOND and FIRST.failure_of(source.text) is None:
        return parse_as(source, FIRST)
    return file, problems


def parse_as(
    source: Source, edition: Edition, declared: DeclaredNames | None = None
) -> tuple[nodes.File | None, list[Problem]]:
    """The nodes of a text that is known to be of an edition, and its problems."""
    declared = own_of(source.text, edition, declared)
    try:
        file = build_file(edition.tree_of(declared.joined(source.text)), source, edition, declared)
        if not (declared.split or declared.heads):
            return file, []
    except (IndentationProblem, lark.exceptions.UnexpectedInput) as error:
        if _is_large(source):
            return None, [_only_problem(source, error)]
    except BuildProblem as error:
        if declared.refused or declared.split or declared.heads:
            from dicedsl.syntax.recover import refusals

            return None, refusals(source, declared)
        return None, [Problem(error.code, error.message, error.span, help=error.help or BUILD_HELP.get(error.code, ""))]
    except RecursionError:
        return None, [_too_deep(source)]
    from dicedsl.syntax.recover import every_problem  # what only a text with mistakes needs

    try:
        return None, every_problem(source, edition, declared)
    except RecursionError:
        return None, [_too_deep(source)]


def own_of(text: str, edition: Edition, declared: DeclaredNames | None = None) -> DeclaredNames:
    """What a text declares; names of the first edition hold no words of the language."""
    return NO_DECLARED_NAMES if edition is FIRST else find_declared_names(text) if declared is None else declared


def parse_if_sound(source: Source, declared: DeclaredNames | None = None) -> nodes.File | None:
    """The nodes of a text that has no mistakes in it; nobody looks for them in another."""
    if _limits(source):
        return None
    try:
        edition = edition_of(source.text)
        declared = own_of(source.text, edition, declared)
        return (
            None
            if declared.split or declared.heads
            else build_file(edition.tree_of(declared.joined(source.text)), source, edition, declared)
        )
    except (IndentationProblem, lark.exceptions.UnexpectedInput, BuildProblem, RecursionError):
        return None


def parse_or_raise(source: Source) -> nodes.File:
    file, problems = parse(source)
    if file is None or problems:
        raise DiceError(problems)
    return file


def _too_deep(source: Source) -> Problem:
    message = f"this is nested too deeply; {MOST_NESTED_BRACKETS} levels is the limit"
    return Problem("E104", message, Span(source, 0, 0), help="give parts of it names under `words:` or as rules")


def _only_problem(source: Source, error: Exception) -> Problem:
    """The place where reading a long text stopped; such a text is not searched for more."""
    if isinstance(error, IndentationProblem):
        return Problem(error.code, error.message, Span(source, error.start, error.end))
    start = min(int(getattr(error, "pos_in_stream", 0) or 0), len(source.text))
    word = re.match(r"[\w-]+|.?", source.text[start:])
    length = len(word[0]) if word else 0
    help = "mend this first; in a file as long as this only the first mistake is shown"
    return Problem("E114", "this cannot stand here", Span(source, start, start + length), help=help)


def _is_large(source: Source) -> bool:
    return token_lines.words_in(source.text) > SIZE_FOR_ONE_MISTAKE or source.line_count > SIZE_FOR_ONE_MISTAKE


def _unseen(source: Source) -> Iterator[Problem]:
    """Characters that a terminal would obey, that turn the text round, or that nobody sees; also in comments."""
    for at, what in unseen(source.text):
        yield Problem(
            "E108", f"here is {what}", Span(source, at, at + 1), help="take it out; it cannot be seen and may mislead"
        )


def _limits(source: Source) -> list[Problem]:
    """What is too large to be read at all."""
    text = source.text
    if len(text.encode("utf-8", "surrogatepass")) > LONGEST_RULEBOOK:
        help = "move parts of it to a library and write `use` with its name"
        return [Problem("E103", "this file is larger than 1 MiB, which is the limit", Span(source, 0, 0), help=help)]
    if token_lines.words_in(text) > MOST_TOKENS:
        help = "move parts of it to a library and write `use` with its name"
        message = f"this file has more than {MOST_TOKENS} words and signs, which is the limit"
        return [Problem("E103", message, Span(source, 0, 0), help=help)]
    if source.line_count > MOST_FILE_LINES:
        help = "move parts of it to a library and write `use` with its name"
        return [
            Problem(
                "E103",
                f"this file has more than {MOST_FILE_LINES} lines, which is the limit",
                Span(source, 0, 0),
                help=help,
            )
        ]
    problems = list(islice(_unseen(source), MOST_REPORTED_UNSEEN))
    depth = 0
    for line in token_lines.lines_of(text):
        if line.tokens and line.indent > 4 * MOST_NESTED_BRACKETS:
            message = f"blocks are nested too deeply; {MOST_NESTED_BRACKETS} levels is the limit"
            help = "move inner blocks to rules of their own"
            return [Problem("E104", message, Span(source, line.start, line.start + 1), help=help)]
        for token in line.tokens:
            depth = depth + 1 if token.text == "(" else max(0, depth - 1) if token.text == ")" else depth
            span = Span(source, token.start, token.end)
            if depth > MOST_NESTED_BRACKETS:
                message = f"brackets are nested too deeply; {MOST_NESTED_BRACKETS} is the limit"
                return [Problem("E104", message, span, help="give parts of it names under `words:`")]
            if token.kind == "number" and len(token.text) > MOST_DIGITS:
                message = f"this number is too large; {'9' * MOST_DIGITS} is the limit"
                problems.append(Problem("E105", message, span, help="write a smaller number"))
    return problems[:20]
