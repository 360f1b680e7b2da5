"""Examples run from the editor: whether one holds, and what happens in it line by line."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import frozen
from lsprotocol import types as lsp

from dicedsl.author.proof import Proof
from dicedsl.errors import DiceError, Problem, UsageError
from dicedsl.interpreter.examples.walkthrough import lines_of
from dicedsl.lsp.documents import Documents, OpenText, TextShift
from dicedsl.program.examples import Example
from dicedsl.rulebook.example_unfolding import all_examples
from dicedsl.syntax import nodes as n
from dicedsl.text.plain import plain, plain_lines
from dicedsl.text.render import render_all

RUN, STEP = "dicedsl.runExample", "dicedsl.stepExample"


@frozen
class ExampleResult:
    """What an example came to, in a sentence; its problem if it does not hold."""

    title: str
    said: str
    problem: Problem | None = None

    @property
    def holds(self) -> bool:
        return self.problem is None


def run_example(document: OpenText, documents: Documents, title: str) -> ExampleResult:
    """Run an example. UsageError if there is none of this title, or the rulebook has mistakes."""
    proof = _proof(document, documents, title)
    shown = proof.prove_all()
    wrong = next((each for each in shown if not each.holds), None)
    if wrong is None:
        return ExampleResult(title, f"It holds: {plain(title)}")
    return ExampleResult(title, f"It fails in line {wrong.wrong}: {plain(wrong.text)}", wrong.problem)


def steps_text(document: OpenText, documents: Documents, title: str) -> str:
    """What `dicedsl test --step` prints of an example."""
    proof = _proof(document, documents, title)
    return plain_lines("\n".join(line for example in proof.worked.examples for line in _steps(proof, example)))


def _steps(proof: Proof, example: Example) -> Iterator[str]:
    yield example.title
    problem: Problem | None = None
    for step in proof.steps(example):
        yield from lines_of(step)
        problem = step.problem
    yield "      it holds" if problem is None else render_all([problem], summary=False)


def _proof(document: OpenText, documents: Documents, title: str) -> Proof:
    try:
        proof = Proof.of(document.source, documents.open_files(document), title)
    except UsageError:
        raise
    except DiceError as error:
        raise UsageError(f"Mend the mistakes of the rulebook first: {error}") from None
    if not proof.worked.examples:
        raise UsageError(f'There is no example "{title}" here.')
    return proof


# ------------------------------------------------------------------ where they are offered


def commands(file: n.File, document: OpenText, shift: TextShift) -> Iterator[tuple[lsp.Range, str, lsp.Command]]:
    """The commands for each example, as it stands now: its lines, its title, and what can be done with it."""
    for example in (placed.example for placed in all_examples(file)):
        start, end = shift.to_new(example.span.start), shift.to_new(example.span.end)
        if start is None or end is None:
            continue
        title = example.title.value
        for text, command in (("run this example", RUN), ("step through it", STEP)):
            yield document.range(start, end), title, lsp.Command(text, command, arguments=[document.uri, title])


def lenses(file: n.File, document: OpenText, shift: TextShift) -> list[lsp.CodeLens]:
    code_lenses = []
    for where, _, command in commands(file, document, shift):
        head = lsp.Range(where.start, lsp.Position(where.start.line, where.start.character + len("example")))
        code_lenses.append(lsp.CodeLens(head, command=command))
    return code_lenses


def actions(file: n.File, document: OpenText, shift: TextShift, at: lsp.Range) -> Iterator[lsp.CodeAction]:
    """The actions offered for the example in which somebody is."""
    for where, title, command in commands(file, document, shift):
        if where.start.line <= at.start.line <= where.end.line:
            yield lsp.CodeAction(f"{command.title}: {plain(title)}", command=command)
