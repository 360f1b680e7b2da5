"""What is said about a game beside its rules, and what is fixed before it begins: enough for a front end to offer it."""

from __future__ import annotations

from attrs import field, frozen

from dicedsl.records import Record
from dicedsl.text.source import NOWHERE, Span

MOST_PLAYERS = 60

OptionValue = int | str | bool


@frozen
class Setting:
    """What is fixed before a game: number of players, options by name, skills (0 to 100), and who begins (-1: by lot)."""

    players: int
    options: tuple[tuple[str, OptionValue], ...] = ()
    starter: int = -1
    skills: tuple[int, ...] = ()


@frozen(eq=False, repr=False, slots=False)
class OptionInfo(Record):
    """An option: a number (from `low` to `high`, or one of `values`), a truth, or one of the words in `values`.

    `default` is what the rulebook says, as text: it may depend on the number of players.
    """

    name: str
    sort: str  # number, truth or word
    default: str
    values: tuple[int | str, ...] = ()
    low: int | None = None
    high: int | None = None
    text: str = ""


@frozen(eq=False, repr=False, slots=False)
class About(Record):
    """A rulebook as it is offered: its title, for how many it is, what can be chosen, and what its notes say.

    `counts` are the numbers of players (with `more`, the first of them and all above it; empty if it does not say), `variants`
    all that there are, `chosen` those that are played with, in their order. `uses` names the libraries it is played with.
    """

    title: str
    word: str = "game"
    counts: tuple[int, ...] = ()
    more: bool = False
    options: tuple[OptionInfo, ...] = ()
    variants: tuple[str, ...] = ()
    chosen: tuple[str, ...] = ()
    uses: tuple[str, ...] = ()
    notes: tuple[tuple[str, str], ...] = ()  # `note` or `ruling`, and its sentence
    has_match: bool = False
    has_skill: bool = False
    begun_by_setup: bool = False  # the set-up says who begins, whoever the lot has named before
    where: Span = field(default=NOWHERE, eq=False, repr=False)  # its title

    def option(self, name: str) -> OptionInfo | None:
        return next((option for option in self.options if option.name == name), None)
