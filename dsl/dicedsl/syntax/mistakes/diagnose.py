"""What to say about text that the grammar does not know, in the words of rulebooks.

Most mistakes are found by trying to repair them: a misspelt word, a missing colon, a reserved word in a name. The
repair that lets reading go on past the line is what the author is told to do.
"""

from __future__ import annotations

from collections.abc import Callable, Collection

from attrs import evolve

from dicedsl.errors import Mending
from dicedsl.syntax.edition_parser import Edition, Failure
from dicedsl.syntax.mistakes.added_to import added_beside, added_to
from dicedsl.syntax.mistakes.bare_places import bare_place
from dicedsl.syntax.mistakes.bare_sets import bare_lines, bare_list, bare_members, bare_numbers, bare_set
from dicedsl.syntax.mistakes.blocks import block, colon, indented
from dicedsl.syntax.mistakes.failed_line import FailedLine
from dicedsl.syntax.mistakes.in_examples import in_example
from dicedsl.syntax.mistakes.last_resort import otherwise
from dicedsl.syntax.mistakes.left_out import missing, quote_missing_at_title, quotes, surplus
from dicedsl.syntax.mistakes.margin import at_margin
from dicedsl.syntax.mistakes.names import inside_a_name, reserved
from dicedsl.syntax.mistakes.other_words import misplaced_memory, otherwise_said
from dicedsl.syntax.mistakes.piece import Finding, Piece
from dicedsl.syntax.mistakes.possessions import possession, unknown_possession
from dicedsl.syntax.mistakes.signs import contraction, equals, symbol
from dicedsl.syntax.mistakes.spelling import confused, foreign, misspelt
from dicedsl.syntax.mistakes.states import joined_clauses, unsaid_state
from dicedsl.syntax.mistakes.stray import stray
from dicedsl.syntax.mistakes.there_is import there_is
from dicedsl.syntax.mistakes.whole_lines import loose_line, whole_line

INDENT_HELP = {
    "E101": "give every line of a block the same number of blanks, four more than the line with the colon",
    "E102": "replace each tab at the start of the line by four blanks",
}


# Names, colons and quotes: told whatever comes of it.
SURE = frozenset({"E113", "E116", "E125"})
# In the order in which they are tried.
MISTAKE_FINDERS: tuple[Callable[[FailedLine], Finding | None], ...] = (
    contraction, symbol, added_to, added_beside, in_example, unsaid_state, there_is, possession, whole_line, otherwise_said, unknown_possession, at_margin, quote_missing_at_title, stray, misplaced_memory, joined_clauses, bare_lines, bare_list, bare_numbers, bare_place, bare_set,
    bare_members, misspelt, loose_line, inside_a_name, foreign, equals, indented, colon, block, reserved, quotes, confused, missing, surplus,
)  # fmt: skip


MOST_KINDS = 3  # of mistakes that are thought of for a line


def diagnose(piece: Piece, failure: Failure, edition: Edition, names: Collection[str] = ()) -> Finding:
    """What is wrong where reading failed; `names` are those declared that hold words of the language."""
    failed = FailedLine(piece, failure, edition, names)
    if failure.code:
        return Finding(failed.problem(failure.code, failure.message, help=INDENT_HELP[failure.code]))
    ways: list[Finding] = []
    kinds = 0
    for kind in MISTAKE_FINDERS:
        finding = kind(failed)
        if finding is not None:
            ways += [finding, *finding.others]
            kinds += 1
            if kinds == MOST_KINDS or not _is_to_be_tried(finding):
                break
    return _first_of(failed, ways) if ways else otherwise(failed)


def _first_of(failed: FailedLine, ways: list[Finding]) -> Finding:
    """The first, with what is told instead if what it tells to write turns out to mean nothing here."""
    first = ways[0]
    if not _is_to_be_tried(first):
        return first
    repair = first.repair
    assert repair is not None
    span = failed.piece.span(repair.start, repair.end)
    mending = Mending(span.start, span.end, repair.text)
    instead = _first_of(failed, ways[1:]) if ways[1:] else otherwise(failed)
    return evolve(first, problem=evolve(first.problem, mending=mending, instead=instead.problem))


def _is_to_be_tried(finding: Finding) -> bool:
    return finding.repair is not None and finding.is_whole and finding.problem.code not in SURE
