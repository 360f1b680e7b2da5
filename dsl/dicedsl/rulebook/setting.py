"""The one place that judges what is asked of a game before it begins: players, options, variants, who starts, skills.

The command line, the contract, examples and every front end ask here, so that all of them allow and refuse the same, in the
same words. What is refused is an Unfit, which says about what it is.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from dicedsl.about import MOST_PLAYERS, About, OptionInfo, OptionValue, Setting
from dicedsl.errors import UsageError
from dicedsl.text.english import listed
from dicedsl.text.spelling import nearest

MOST_SKILL = 100


class Unfit(UsageError):
    """Something that was asked for and cannot be; `part` is players, option, variant, starter or skill, `name` which."""

    def __init__(self, part: str, message: str, name: str = "") -> None:
        super().__init__(message)
        self.part = part
        self.name = name


def checked_setting(
    about: About,
    players: int | None = None,
    options: Mapping[str, OptionValue] | None = None,
    starter: int | None = None,
    skills: Sequence[int] = (),
) -> Setting:
    """The setting that is asked for. `players` None: the fewest; `starter` is a seat from 0, None or -1 by lot."""
    count = checked_players(about, players)
    return Setting(
        count,
        checked_options(about, options or {}),
        checked_starter(count, starter),
        checked_skills(about, count, skills),
    )


# ------------------------------------------------------------------ players


def checked_players(about: About, count: int | None) -> int:
    if about.word == "library":
        raise Unfit("players", f"{about.title} is a library, not a game")
    if not about.counts:
        raise Unfit("players", f"{about.title} does not say how many play")
    if count is None:
        return min(about.counts)
    if _is_number(count) and about.more and count > MOST_PLAYERS:
        raise Unfit("players", f"at most {MOST_PLAYERS} can play, not {count}")
    if not _is_number(count) or not fits(about, count):
        raise Unfit("players", f"{about.title} is for {allowed_players(about)}, not {count}")
    return count


def fits(about: About, count: int) -> bool:
    if about.more:
        return min(about.counts) <= count <= MOST_PLAYERS
    return count in about.counts


def usual_players(about: About) -> int | None:
    """How many play if nobody says: the fewest, but two where one alone is possible and more are as well."""
    possible = about.counts and min(about.counts) <= 2 and (about.more or 2 in about.counts)
    return 2 if possible else None


def allowed_players(about: About) -> str:
    """For how many a game is, in words."""
    counts = sorted(set(about.counts))
    if about.more:
        return f"{counts[0]} or more players" if counts[0] < MOST_PLAYERS else f"{counts[0]} players"
    if len(counts) > 2 and counts == list(range(counts[0], counts[-1] + 1)):
        return f"{counts[0]} to {counts[-1]} players"
    return f"{listed(map(str, counts), 'or')} player{'s' * (counts != [1])}"


def many_players(count: int) -> str:
    return f"{count} player{'s' * (count != 1)}"


# ------------------------------------------------------------------ options


def checked_options(about: About, given: Mapping[str, OptionValue]) -> tuple[tuple[str, OptionValue], ...]:
    return tuple((name, checked_option(about, name, value)) for name, value in sorted(given.items()))


def checked_option(about: About, name: str, value: object) -> OptionValue:
    option = about.option(name)
    if option is None:
        raise unknown_option(about, name)
    if option.sort == "truth":
        if not isinstance(value, bool):
            raise Unfit("option", f'the option "{name}" is yes or no, not {_shown(value)}', name)
        return value
    if option.sort == "word":
        if value not in option.values or not isinstance(value, str):
            words = ", ".join(map(str, option.values))
            raise Unfit("option", f'the option "{name}" is one of {words}, not {_shown(value)}', name)
        return value
    if not isinstance(value, int) or isinstance(value, bool):
        raise Unfit("option", f'the option "{name}" is a number, not {_shown(value)}', name)
    if option.low is not None and option.high is not None and not option.low <= value <= option.high:
        raise Unfit("option", f'the option "{name}" goes from {option.low} to {option.high}, not {value}', name)
    if option.values and value not in option.values:
        numbers = ", ".join(map(str, option.values))
        raise Unfit("option", f'the option "{name}" is one of {numbers}, not {value}', name)
    return value


def unknown_option(about: About, name: str) -> Unfit:
    names = [option.name for option in about.options]
    return Unfit("option", f"{about.title} has no option {name}{_hint(name, names)}", name)


def options_from_texts(about: About, given: Iterable[str]) -> dict[str, OptionValue]:
    """Options as a person types them: `goal=50`. Hyphens may stand for the blanks of a name."""
    values: dict[str, OptionValue] = {}
    for text in given:
        name, sep, value = (part.strip() for part in text.partition("="))
        if not sep or not value:
            raise Unfit("option", f"an option is given as name=value, not {text}")
        option = about.option(name) or about.option(name.replace("-", " "))
        if option is None:
            raise unknown_option(about, name.replace("-", " "))
        values[option.name] = checked_option(about, option.name, _value(option, value))
    return values


def _value(option: OptionInfo, text: str) -> OptionValue:
    if option.sort == "truth" and text in {"yes", "no"}:
        return text == "yes"
    digits = text.removeprefix("-")
    return int(text) if option.sort == "number" and digits.isdecimal() and len(digits) < 20 else text


# ------------------------------------------------------------------ variants


def checked_variants(about: About, wanted: Iterable[str]) -> tuple[str, ...]:
    """The titles that are meant, each once: case, blanks and hyphens do not matter."""
    plain = {_plain(title): title for title in reversed(about.variants)}
    titles: dict[str, None] = {}
    for title in wanted:
        own_title = title if title in about.variants else plain.get(_plain(title))
        if own_title is None:
            raise unknown_variant(about.title, title, about.variants)
        titles[own_title] = None
    return tuple(titles)


def unknown_variant(game: str, title: str, names: Iterable[str]) -> Unfit:
    titles = list(names)
    close = nearest(title, titles)
    others = ", ".join(map(repr, titles)) or "none"
    hint = f"; did you mean {close!r}?" if close else f"; it has {others}"
    return Unfit("variant", f"{game} has no variant {title!r}{hint}", title)


def _plain(text: str) -> str:
    return "".join(c for c in text.lower() if c.isalnum())


# ------------------------------------------------------------------ who begins, and how well they do


def checked_starter(players: int, seat: int | None) -> int:
    if seat is None or (_is_number(seat) and -1 <= seat < players):
        return -1 if seat is None else seat
    seats = "only seat 0" if players == 1 else f"seats 0 to {players - 1}"
    raise Unfit("starter", f"seat {seat} cannot begin: there are {seats}")


def starter_from_text(text: str, players: int) -> int | None:
    """Who begins as a person types it: `random`, or a seat from 1."""
    if text == "random":
        return None
    if text.isdecimal() and len(text) < 5 and 1 <= int(text) <= players:
        return int(text) - 1
    raise Unfit("starter", f"the starter is `random` or a seat from 1 to {players}, not {text}")


def checked_skills(about: About, players: int, skills: Sequence[int]) -> tuple[int, ...]:
    """One skill for everybody, or one for each seat."""
    if not skills:
        return ()
    if not about.has_skill:
        raise Unfit("skill", f"nothing in {about.title} depends on skill")
    for skill in skills:
        if not _is_number(skill) or not 0 <= skill <= MOST_SKILL:
            raise Unfit("skill", f"a skill is a number from 0 to {MOST_SKILL}, not {_shown(skill)}")
    if len(skills) not in (1, players):
        many = "for the only player" if players == 1 else f"once for each of the {players} players"
        raise Unfit("skill", f"give --skill once, or {many}, not {len(skills)} times")
    return tuple(skills) * players if len(skills) == 1 else tuple(skills)


def _is_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _shown(value: object) -> str:
    if value is None:
        return "something to be worked out"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f'"{value}"' if isinstance(value, str) else str(value)[:40]


def _hint(name: str, names: list[str]) -> str:
    close = nearest(name, names)
    return f"; did you mean {close}?" if close else f"; it has {', '.join(names) or 'none'}"
