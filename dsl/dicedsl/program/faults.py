"""The faults that a program can come to while it is played, each written once for all that run programs; and where a fault lies."""

from __future__ import annotations

from collections.abc import Sequence

from dicedsl.errors import Fault
from dicedsl.program import ops
from dicedsl.text.source import NOWHERE, Span


def with_place(program: ops.Program, fault: Fault, cells: Sequence[int]) -> Fault:
    """A fault that knows no place gets that of the choice or roll it came after."""
    problem = fault.problems[0]
    if problem.span is not NOWHERE:
        return fault
    number = cells[program.reg.pc]
    end = program.blocks[number].end
    if isinstance(end, ops.Ask):
        span = program.decisions[end.decision].span
    else:
        span = program.spans.get(number) or next(iter(program.spans.values()), NOWHERE)
    return Fault(problem.code, problem.message, span, help=problem.help)


# -------------------------------------------------------------- things that are not there


def no_owner(span: Span) -> Fault:
    """Dice go to a zone of a player, or to a place, that does not exist."""
    return Fault("F503", "this belongs to nobody here", span)


def no_owner_of_memory(span: Span) -> Fault:
    """A memory takes a value for a player that does not exist."""
    return Fault("F503", "this memory belongs to nobody here", span)


def taken_place(span: Span) -> Fault:
    return Fault("F504", "a die is put where another stands", span)


def nothing_to_draw(span: Span) -> Fault:
    return Fault("F505", "there is nothing to draw from", span)


def no_such_face(span: Span = NOWHERE) -> Fault:
    return Fault("F510", "a die is turned to a number it does not have", span)


def no_set(span: Span = NOWHERE) -> Fault:
    return Fault("F513", "a set was expected, but there is nothing here", span)


# -------------------------------------------------------------- choices


def nothing_fits(decision: ops.Decision) -> Fault:
    """Nothing is legal in a choice without `if nothing fits:`."""
    return Fault(
        "F506",
        "nothing is allowed here, and the rulebook does not say what happens then",
        decision.span,
        help="add `if nothing fits:` to this choice",
    )


def nothing_fits_at_once(decision: ops.Decision) -> Fault:
    """Nothing is legal for one of several who choose at once."""
    return Fault(
        "F506",
        "one of those who choose at once has nothing to choose",
        decision.span,
        help="give everybody an alternative that is always open",
    )


def nobody_chooses(decision: ops.Decision) -> Fault:
    return Fault(
        "F512",
        "there is nobody left to choose here",
        decision.span,
        help="end the game before this, or ask somebody else",
    )


def unreportable(decision: ops.Decision) -> Fault:
    """No outcome that the table could report is allowed."""
    return Fault(
        "F516",
        "no outcome of this attempt can be reported",
        decision.span,
        help="add an outcome that is always possible, or make no attempt here",
    )


def too_many_reports(decision: ops.Decision) -> Fault:
    return Fault("F509", "there are too many ways to report this to list them all", decision.span)


def too_many_answers(span: Span = NOWHERE) -> Fault:
    return Fault("F509", "there are too many ways to choose here to list them all", span)


# -------------------------------------------------------------- what takes too long


def too_much_work(span: Span = NOWHERE) -> Fault:
    """The loops of a rule go through too much between two suspensions."""
    return Fault("F507", "this takes too many steps without a choice or a roll", span)


def endless_block(span: Span) -> Fault:
    """A block is come to again and again between two suspensions."""
    return Fault("F507", "this goes on for ever without a choice or a roll", span)


def never_ends(limit: int) -> Fault:
    """The fault of a game that does not end. Its place, the choice or roll it has come to, is known to who plays it."""
    help = "add an end that is sure to come, or `break off after 500 turns: nobody wins` under `simulation:`"
    return Fault("F517", f"this game did not end within {limit} steps; it has come to this", NOWHERE, help=help)


# -------------------------------------------------------------- numbers


def division_by_zero(span: Span = NOWHERE) -> Fault:
    return Fault("F508", "a number is divided by 0", span)


def too_large_number(span: Span = NOWHERE) -> Fault:
    return Fault("F514", "a number has grown too large", span)


def too_large_member(most: int, span: Span = NOWHERE) -> Fault:
    """A number above `most` is put into a set of numbers."""
    return Fault("F515", f"a set of numbers goes up to {most} at most", span)
