"""The words that no name can begin or end with, and those that it cannot begin with: of the second edition."""

from __future__ import annotations

# May stand inside or right after a value; inside a name they can stand once it is declared (`declared_names.py`).
JOINING = frozenset(
    "along against and are as at be beside behind between by each except for from has have in is mod nor of on or percent show"
    " showing shows to towards via when where whose win wins with without".split()
)
POINTING = frozenset("that the it its they their you your".split())
# Begin a value.
BEGINNING = frozenset("either every list neither no nobody none not otherwise some yes".split())
ARTICLES = frozenset("a an the".split())
# What a step, or a part after a step, begins with: what begins so needs brackets there, and is no name for a rule.
STEP_WORDS = frozenset(
    "add always choose draw end highest if in let lowest move remove repeat replace roll set show shows stop swap take"
    " turn".split()
)
# What may be written for a step that is no name by itself.
SUGGESTED_WORDS = {
    "roll": "throw", "move": "carry", "turn": "flip", "take": "grab", "show": "present", "draw": "fetch", "add": "give", "swap": "exchange",
}  # fmt: skip
