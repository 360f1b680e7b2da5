"""Problems as an editor marks them, and the words that mend them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from lsprotocol import types as lsp

from dicedsl.author.mistakes import mistake_of
from dicedsl.check_door import check
from dicedsl.errors import DiceError, Problem, UsageError
from dicedsl.explain.catalogue import CATALOGUE
from dicedsl.lsp.documents import Documents, OpenText, uri_of
from dicedsl.text.plain import plain
from dicedsl.text.source import Span

MOST_SHOWN_PROBLEMS = 100
NAME = "dicedsl"


def problems_of(document: OpenText, documents: Documents) -> list[Problem]:
    """Every problem of a text, as `dicedsl check` finds them and within the same budget."""
    try:
        return check(document.source, documents.open_files(document))
    except UsageError as error:
        return [Problem("E202", error.message, Span(document.source, 0, 0))]
    except DiceError as error:
        return list(error.problems)


def diagnostics(document: OpenText, problems: Iterable[Problem]) -> list[lsp.Diagnostic]:
    return [_diagnostic(document, problem) for problem in list(problems)[:MOST_SHOWN_PROBLEMS]]


def _diagnostic(document: OpenText, problem: Problem) -> lsp.Diagnostic:
    elsewhere = problem.span.source.name != document.path
    where = Span(document.source, 0, len(document.line(0))) if elsewhere else problem.span
    mistake = mistake_of(document.text, problem)
    said = plain(mistake.text) + (f"\n{plain(problem.help)}" if problem.help else "")
    related = [
        lsp.DiagnosticRelatedInformation(_location(document, label.span), plain(label.text) or "see here")
        for label in problem.also
        if label.span.source.text
    ]
    if elsewhere:
        said = f"in {plain(problem.span.source.name)}: {said}"
        related.insert(0, lsp.DiagnosticRelatedInformation(_location(document, problem.span), "it stands here"))
    return lsp.Diagnostic(
        range=document.range(where.start, max(where.end, where.start)),
        severity=lsp.DiagnosticSeverity.Error if problem.is_error else lsp.DiagnosticSeverity.Warning,
        code=problem.code,
        source=NAME,
        message=said,
        related_information=related or None,
        data={"fix": "" if elsewhere else mistake.fix},
    )


def _location(document: OpenText, span: Span) -> lsp.Location:
    if span.source.name == document.path:
        return lsp.Location(document.uri, document.range(span.start, span.end))
    other = OpenText(uri_of(span.source.name), 0, span.source.text, document.encoding)
    return lsp.Location(other.uri, other.range(span.start, span.end))


def fixes(document: OpenText, diagnostics: Iterable[lsp.Diagnostic]) -> Iterator[lsp.CodeAction]:
    """What can be written instead of what is marked."""
    for each in diagnostics:
        fix = each.data.get("fix") if isinstance(each.data, dict) else None
        if isinstance(fix, str) and fix:
            yield lsp.CodeAction(
                title=f"write {fix}",
                kind=lsp.CodeActionKind.QuickFix,
                diagnostics=[each],
                is_preferred=True,
                edit=lsp.WorkspaceEdit(changes={document.uri: [lsp.TextEdit(each.range, fix)]}),
            )


def meaning_of(code: str) -> str:
    """What a code means, for a hover."""
    entry = CATALOGUE.get(code)
    if entry is None:
        return ""
    text = f"**{entry.code}: {entry.title}**\n\n{entry.text}"
    if entry.right:
        text += f"\n\nRight:\n```dice\n{entry.right}\n```"
    return text
