"""Heads of rules that are given what is no kind of thing: `rule catch a thief:`, which is called by `catch the player`, would be one long name."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence

from dicedsl.syntax.plurals import plural_of, singular_of
from dicedsl.syntax.reserved import JOINING, STEP_WORDS
from dicedsl.syntax.token_lines import JOINT
from dicedsl.syntax.word_heads import WordHead, spaced

PERSONS = frozenset("player you them they winner starter".split())
UNSAID = frozenset("point points step steps side sides".split())  # kinds that a board brings


def without_kind(
    tokens: Sequence[str], kinds: Collection[str], text: str, span: tuple[int, int], others: Collection[Sequence[str]]
) -> WordHead | None:
    """A head whose noun is no kind, if the rule is called by something else that it is given; `others` are all heads of rules."""
    words = [part for token in tokens for part in token.split(JOINT)]
    at = next((i for i, word in enumerate(words) if i and word in {"a", "an"}), None)
    if (
        at is None
        or words[0] in STEP_WORDS
        or any(list(other[:at]) == words[:at] for other in others if list(other) != words)
    ):
        return None
    end = next((i for i in range(at + 1, len(words)) if words[i] in JOINING or words[i] == ","), len(words))
    given = words[at + 1 : end]
    if not given or any(" ".join(given[:size]) in kinds for size in range(1, len(given) + 1)):
        return None
    start = rf"(?:^|:)[ \t]*({spaced(words[:at])}[ \t]+"
    if re.search(rf"{start}{spaced(words[at:end])}(?![A-Za-z0-9-]))", text, re.MULTILINE):
        return None
    calls = list(re.finditer(rf"{start}[a-z(][^\n:]*)$", text, re.MULTILINE))
    if not calls:
        return None
    called = {singular_of(word) for word in re.findall(r"[a-z-]+", calls[0][1])}
    known = sorted(kind for kind in kinds if kind in called and kind not in UNSAID)
    noun = " ".join(given)
    is_die = re.search(
        rf"^[ \t]+{spaced(plural_of(noun).split())}[ \t]+of[ \t]+(?:each[ \t][^\n]*:[ \t]*(?:no|[0-9]+)[ \t]|an?[ \t]player[ \t]are[ \t]+\(?dice\b)",
        text,
        re.MULTILINE,
    )
    # only dice are moved, rolled and turned
    is_moved = re.search(
        rf"\b(?:move|roll|turn)[ \t]+(?:the[ \t]+)?{spaced(given)}(?=[ \t]+to\b|[ \t]*$)", text, re.MULTILINE
    )
    kind = "die" if is_die or is_moved else "player" if called & PERSONS or not known else known[0]
    tail = "".join(word if word == "," else f" {word}" for word in words[end:])
    return WordHead(
        f"`{noun}` is no kind of thing here, so that `{' '.join(words[:end])}` is the name of the rule",
        "no kind",
        f"write `rule {' '.join(words[:at])} a {kind}{tail}:`, and `the {kind}` for `{noun}` below it"
        f"; or `a {kind} {noun}`, to call it so",
        span,
        tuple(match.span(1) for match in calls),
    )
