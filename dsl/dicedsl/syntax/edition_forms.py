"""How lines are written in each edition, for whoever explains a line that cannot be read."""

from __future__ import annotations

from attrs import frozen

from dicedsl.syntax import forms as second
from dicedsl.syntax.first import forms as first


@frozen
class Forms:
    """What an edition's lines look like: by their first word, by the part they stand in, and in examples."""

    lines: dict[str, str]
    lines_of: dict[str, str]
    in_examples: dict[str, str]
    policy: str
    parts: str
    foreign: dict[str, str]


FORMS_OF = {
    1: Forms(first.FORMS, first.LINES_OF, first.IN_EXAMPLES, first.POLICY, first.PARTS, first.FOREIGN),
    2: Forms(second.FORMS, second.LINES_OF, second.IN_EXAMPLES, second.POLICY, second.PARTS, second.FOREIGN),
}
