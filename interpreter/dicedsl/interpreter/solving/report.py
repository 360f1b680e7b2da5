"""What best play comes to, in a few lines."""

from __future__ import annotations

from fractions import Fraction

from dicedsl.interpreter.solving.solve import Solution
from dicedsl.text.plain import plain

MOST_LETTERS = 60  # letters of a fraction that is shown


def solution_text(solution: Solution) -> str:
    """Put a solution in a few lines for people."""
    with_ = [
        *(f"variant “{name}”" for name in solution.variants),
        *(f"{name} = {_said(value)}" for name, value in solution.options),
    ]
    lines = [
        f"{solution.title}, {solution.players} player{'s' * (solution.players != 1)}{', ' if with_ else ''}{', '.join(with_)}"
    ]
    lines.append(f"Value: {_number(solution.value, solution.exact, solution.error)}")
    lines.append(f"That is {solution.aim}.")
    if solution.advantage is not None:
        lines.append(
            f"Advantage of the first player: {_number(solution.advantage, solution.exact_advantage, 2 * solution.error)}"
        )
    if solution.simplest is not None:
        lines.append(
            f"The simplest fraction so near to it is {solution.simplest}, an advantage of {2 * solution.simplest - 1}."
        )
    lines.append(
        f"{solution.positions:,} positions, {solution.edges:,} ways on; {solution.seconds:.1f} s, {solution.memory / 1e6:,.0f} MB of memory."
    )
    return "\n".join(map(plain, lines))


def _said(value: object) -> str:
    """The value of an option in words."""
    return {True: "yes", False: "no"}.get(value, str(value)) if isinstance(value, bool) else str(value)


def _number(value: float, exact: Fraction | None, error: float) -> str:
    """A value as a fraction if it is a short one, else with how exact it is."""
    if exact is not None and len(str(exact)) <= MOST_LETTERS:
        return str(exact) if exact.denominator == 1 else f"{exact} = {value:.10f}"
    return f"{value:.10f}" + (" (exact to all digits)" if exact is not None else f" (off by at most {error:.0e})")
