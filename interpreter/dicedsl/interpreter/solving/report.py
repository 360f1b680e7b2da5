"""What best play comes to, in a few lines."""

from __future__ import annotations

from fractions import Fraction

from dicedsl.interpreter.solving.solve import Solution
from dicedsl.text.plain import plain

LONGEST = 60  # letters of a fraction that is shown


def report(found: Solution) -> str:
    with_ = [
        *(f"variant “{name}”" for name in found.variants),
        *(f"{name} = {_said(value)}" for name, value in found.options),
    ]
    lines = [
        f"{found.title}, {found.players} player{'s' * (found.players != 1)}{', ' if with_ else ''}{', '.join(with_)}"
    ]
    lines.append(f"Value: {_number(found.value, found.exact, found.error)}")
    lines.append(f"That is {found.aim}.")
    if found.advantage is not None:
        lines.append(
            f"Advantage of the first player: {_number(found.advantage, found.exact_advantage, 2 * found.error)}"
        )
    if found.simplest is not None:
        lines.append(
            f"The simplest fraction so near to it is {found.simplest}, an advantage of {2 * found.simplest - 1}."
        )
    lines.append(
        f"{found.positions:,} positions, {found.edges:,} ways on; {found.seconds:.1f} s, {found.memory / 1e6:,.0f} MB of memory."
    )
    return "\n".join(map(plain, lines))


def _said(value: object) -> str:
    return {True: "yes", False: "no"}.get(value, str(value)) if isinstance(value, bool) else str(value)


def _number(value: float, exact: Fraction | None, error: float) -> str:
    if exact is not None and len(str(exact)) <= LONGEST:
        return str(exact) if exact.denominator == 1 else f"{exact} = {value:.10f}"
    return f"{value:.10f}" + (" (exact to all digits)" if exact is not None else f" (off by at most {error:.0e})")
