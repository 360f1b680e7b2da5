"""Lines that are put otherwise as a whole: each with the line to write, or with the forms of which one is meant."""

from __future__ import annotations

import re
from collections.abc import Callable

from attrs import evolve

from dicedsl.syntax.edition_parser import SECOND
from dicedsl.syntax.mistakes.failed_line import FailedLine
from dicedsl.syntax.mistakes.piece import Edit, Finding
from dicedsl.syntax.mistakes.possessions import DICE, Declared
from dicedsl.syntax.mistakes.said_otherwise import BEST, COUNTS, RANKS
from dicedsl.syntax.plurals import plural_of, singular_of
from dicedsl.syntax.token_lines import JOINT

_NUMBER = rf"[0-9]+|{'|'.join(COUNTS)}"
_STOCK = r"([0-9]+) ([a-z -]+?)(?: dice| die)?"
_ZONE = re.compile(rf"(?:replace )?([a-z][^:,]*?)( of each [^:]+)?: {_STOCK}((?:(?:,| and|, and) {_STOCK})+)")
_FURTHER = re.compile(rf"(?:,? and |, ){_STOCK}(?=,| and |$)")
_PICK = re.compile(
    rf'("[^"]*") (?P<amount>an?|one|the|any|some|{_NUMBER}) (?P<noun>[a-z][a-z -]*?) (?:from|of|in|out of) (?:the )?(?P<source>[^:,"]+?)(?: as (?P<name>[a-z -]+))?(?P<end>:|$)'
)
_DRAW = re.compile(rf"draw ({_NUMBER}) (?:[a-z ]+ )?(?:of|from|out of) (?:the )?([^:]+?)(?: as ([^:]+))?$")
_TIES = re.compile(rf"ties go to (?:the )?(?!(?:the )?(?:{BEST})\b)([^,:]+)")
_AFTER_THE_END = re.compile(
    r"(?:after|at|before) (?:the )?(?:last (?:round|turn)|game|end of the (?:game|match)|final (?:round|turn))\b|when the game (?:ends|is over)\b"
)
_IN_ONE = re.compile(
    r"((?:one|any number|one or more|[0-9]+) of )([a-z][a-z ]*?) in (your|their|its) ([a-z][a-z -]*?)(?= as )"
)
_PICKED_SO_MANY = re.compile(
    rf"(?<=\" )(?:at least (?P<least>{_NUMBER})|(?!one|1\b)(?P<more>{_NUMBER}) or more|(?:at most|up to) (?P<most>{_NUMBER})) of (?P<source>[a-z][a-z -]*?|\([^()]*\)) as(?= )"
)
_WHO = re.compile(r"\b(who|which) (?!is\b|are\b|has\b|have\b|shows?\b)([a-z]+)")
_AS_MANY = re.compile(r"\bas (many|much|far|high|low|good|old|long|large|big)\b(?: (?:of|as) [a-z]+)*")
_EACH_OF = re.compile(r"for each ([a-z][a-z -]*?) (of|on) ([^:]+?)( where [^:]+)?:")
_BEST_OF = re.compile(r"\bwith the (highest|lowest) ([a-z][a-z -]*?) of (.+)")

_WINNERS = re.compile(
    rf"\b(?P<of>[a-z-]+ of )?the (?P<kind>(?!players?\b)[a-z-]+) (?:with|that has|who has) the (?P<rank>{BEST}) (?P<number>[^:,]+?) wins?\b"
)


def whole_line(failed: FailedLine) -> Finding | None:
    """The first of these that the line is."""
    return _first_of(LOOKS, failed)


def loose_line(failed: FailedLine) -> Finding | None:
    """The first of those that are known by less."""
    return _first_of(LOOSE_LOOKS, failed)


def _first_of(
    looks: tuple[Callable[[FailedLine, str, int], Finding | None], ...], failed: FailedLine
) -> Finding | None:
    if failed.edition is not SECOND or not failed.tokens or failed.run[0] is not failed.run[-1]:
        return None
    begin = failed.tokens[0].start
    line = failed.text[begin : failed.code_end].replace(JOINT, " ")
    return next((finding for look in looks if (finding := look(failed, line, begin)) is not None), None)


def _written(
    failed: FailedLine, line: str, begin: int, where: tuple[int, int], text: str, message: str, forms: str = ""
) -> Finding | None:
    """With the words to write, if reading goes on past them; with the forms if these turn out to mean nothing."""
    start, end = begin + where[0], begin + where[1]
    edit = Edit(start, end, failed.joined(text))
    if not failed.reaches_past(edit) or not start <= failed.failure.start <= end:
        return None
    problem = failed.problem("E111", message, start, end, help=f"write `{text}`")
    return Finding(problem, edit, others=(Finding(evolve(problem, help=forms)),) if forms else ())


def _cell(failed: FailedLine, line: str, begin: int) -> Finding | None:
    """`bakery | post office, smithy`."""
    at = failed.failure.start - begin
    if failed.word != "," or "|" not in line[:at] or "(" in line:
        return None
    start = line.rindex("|", 0, at) + 1
    end = line.find("|", at)
    cell = line[start : end if end >= 0 else len(line)]
    parts = [part for part in re.split(r",\s*(?:and\s+)?|\s+and\s+", cell.strip()) if part]
    start += len(cell) - len(cell.lstrip())
    where = start, start + len(cell.strip())
    if all(part.isdigit() for part in parts):
        help = f"several numbers are a list of their own under `words:`, such as `steps are list {', '.join(parts)}`"
        return failed.said("E111", "a cell holds one value", begin + where[0], begin + where[1], help=help)
    return _written(
        failed,
        line,
        begin,
        where,
        " + ".join(parts),
        "several things in one cell are joined by `+`",
        "such as `| mill + school`; a cell of numbers or of what is so or not holds one of them",
    )


def _stocks(failed: FailedLine, line: str, begin: int) -> Finding | None:
    """`bag: 12 gold dice, 10 orange dice`."""
    match = _ZONE.fullmatch(line)
    if match is None or failed.section != "material":
        return None
    zone, of_each = match[1].removeprefix("replace "), match[2] or ""
    further = [f"{number} {colour} dice" for number, colour in _FURTHER.findall(match[5])]
    names = [f"{stock.split(' ', 1)[1].removesuffix(' dice')} {zone}" for stock in further]
    lines = ", ".join(f"`{name}{of_each}: {stock}`" for name, stock in zip(names, further, strict=True))
    moved = " + ".join(names)
    help = f"write `{match[0][: match.start(5)]}`, each further colour as a line of its own, {lines}, and in `setup:` `move {moved} to {zone}`"
    return failed.said(
        "E111", "a zone begins with dice of one colour", begin + match.start(5), begin + match.end(5), help=help
    )


def _pick(failed: FailedLine, line: str, begin: int) -> Finding | None:
    """`"keep" an edible mushroom from the basket:`, `"keep" at least 2 of cup as kept:`."""
    match = _PICKED_SO_MANY.search(line)
    if match is not None:
        least, most = match["least"] or match["more"], match["most"]
        members = match["source"]
        amount = f"1 to {COUNTS.get(most, most)}" if most else f"({COUNTS.get(least, least)} to count of {members})"
        text, message = f"{amount} of {members} as", "so many at least or at most are picked with `to`"
        return _written(failed, line, begin, match.span(), text, message)
    match = _PICK.match(line)
    if match is None:
        return None
    adjective, _, noun = match["noun"].rpartition(" ")
    amount = match["amount"]
    how_many = (
        "one of"
        if amount in {"a", "an", "one", "the", "any"}
        else "one or more of"
        if amount == "some"
        else f"{COUNTS.get(amount, amount)} of"
    )
    members = f"{match['source']} that are {adjective}" if adjective else match["source"]
    text = f"{match[1]} {how_many} {members} as {match['name'] or noun}{match['end']}"
    return _written(
        failed, line, begin, match.span(), text, "what is picked is said as `one of` a set, and `as` gives it a name"
    )


def _pick_unsaid(failed: FailedLine, line: str, begin: int) -> Finding | None:
    """`"water" a bed next to your seed as bed`."""
    match = re.match(rf'("[^"]*") (?:(?:to|on|from|with|in) )?(?:an?|the|any|all|some|each|{_NUMBER}) [^:]*', line)
    if match is None or not begin < failed.failure.start <= begin + match.end():
        return None
    help = f"such as `{match[1]} one of cup as kept:`, or `{match[1]} one of (cup where it shows 6) as kept:`, where a set stands behind `of`"
    message = "what is picked is said as `one of` a set, and `as` gives it a name"
    return failed.said("E111", message, begin + len(match[1]) + 1, begin + match.end(), help=help)


def _choose_one(failed: FailedLine, line: str, begin: int) -> Finding | None:
    """`choose one die from the cup as kept: ...`."""
    match = re.match(
        rf"choose (an?|one|{_NUMBER}) ([a-z][a-z -]*?) (?:from|of|in) (?:the )?([^:]+?)(?: as ([a-z -]+))?(?::[ ]*(.*))?$",
        line,
    )
    if match is None:
        return None
    amount = "one of" if match[1] in {"a", "an", "one", "1"} else f"{COUNTS.get(match[1], match[1])} of"
    name = match[4] or match[2]
    step = f": {match[5]}" if match[5] else ""
    help = f'write `choose:`, and below it, indented, `"take" {amount} {match[3]} as {name}{step}`, with a name of yours in the quotes'
    return failed.said("E111", "what can be chosen has a name in quotes", begin, begin + match.end(), help=help)


def _draw_several(failed: FailedLine, line: str, begin: int) -> Finding | None:
    """`draw 3 of bag as first offer`."""
    match = _DRAW.match(line)
    if match is None:
        return None
    count = COUNTS.get(match[1], match[1])
    name = singular_of(match[3]) if match[3] else "drawn"
    help = f"write `repeat {count} times:`, and below it, indented, `draw one of {match[2]} as {name}` and where it goes, such as `move {name} to ...`, so that it is not drawn again"
    return failed.said("E111", "`draw` takes one at a time", begin, begin + match.end(), help=help)


def _ties(failed: FailedLine, line: str, begin: int) -> Finding | None:
    """`ties go to the hungry guest`."""
    match = _TIES.search(line)
    if match is None or failed.failure.start > begin + match.end() or failed.failure.start < begin + match.start(1):
        return None
    said = re.fullmatch(r"(?:player|players|one) (?:(who) |whose )(.+)", match[1])
    condition = (
        "they are ready"
        if said is None
        else f"they {said[2].replace('is ', 'are ', 1)}"
        if said[1]
        else f"their {said[2]}"
    )
    help = (
        "a number of yours may stand there, as in `ties go to the highest total`; what is so or not becomes a number under `words:`, as in"
        f" `precedence of a player, by the first line that fits:` with `{condition} | 1` and `otherwise | 0` below it, and then `ties go to the highest precedence`"
    )
    message = f"ties go to the highest or the lowest of a number, and `{match[1].strip()}` is none"
    return failed.said("E111", message, begin + match.start(1), begin + match.end(1), help=help)


def _after_the_end(failed: FailedLine, line: str, begin: int) -> Finding | None:
    """`after the last round: ...`."""
    match = _AFTER_THE_END.match(line)
    if match is None:
        return None
    end = re.search(r'^[ \t]*(end "[^"\n]*"[^\n:]*):', failed.piece.source.text, re.MULTILINE)
    head = end[1] if end is not None else 'end "five rounds" after each round when rounds played are at least 5'
    in_variant = failed.section == "variant"
    help = f"write it below `{head}:`, before who wins"
    if in_variant:
        help = f"in a variant, write `replace {head}:`, and below it this, and then who wins"
    return failed.said(
        "E114",
        "what is done when the game ends stands among the steps of its end",
        begin,
        begin + match.end(),
        help=help,
    )


def _removed(failed: FailedLine, line: str, begin: int) -> Finding | None:
    """`remove die` below `material:` of a variant."""
    section = failed.section
    if not line.startswith("remove ") or section not in {"material", "words", "options", "to", "shown"}:
        return None
    what = "to keep track" if section == "to" else section
    help = f"take it out of `{what}:`: `{line}` is a line of the variant itself, as far to the left as `{what}:`"
    return failed.said("E114", f"nothing is removed below `{what}:`", begin, begin + len(line), help=help)


def _in_one(failed: FailedLine, line: str, begin: int) -> Finding | None:
    """`one of others in your crew as shipmate`."""
    match = _IN_ONE.search(line)
    if match is None:
        return None
    message = "which of them can be picked is said with `whose`, `who are` or `where`"
    text = f"{match[1]}{match[2]} whose {match[4]} is {match[3]} {match[4]}"
    finding = _written(failed, line, begin, match.span(), text, message)
    if finding is not None and Declared.of(failed.piece.source.text, match[4]) is not None:
        return finding
    help = f"such as `{match[1]}{match[2]} whose total is your total` or `{match[1]}{match[2]} where their total is at least 3`"
    return failed.said("E111", message, begin + match.start(), begin + match.end(), help=help)


def _who(failed: FailedLine, line: str, begin: int) -> Finding | None:
    """`players who walked at least as far`."""
    match = _WHO.search(line)
    if match is None or failed.failure.start < begin + match.start():
        return None
    help = "such as `players who are ready`, with a line `a player is ready when ...` under `words:`, or `(players where their total is at least 3)`"
    message = f"behind `{match[1]}` stands `is` or `are`, and not `{match[2]}`"
    return failed.said("E111", message, begin + match.start(), begin + match.end(), help=help)


def _as_many(failed: FailedLine, line: str, begin: int) -> Finding | None:
    """`no other player has as many of it`."""
    match = _AS_MANY.search(line)
    if match is None or not match.start() - 9 <= failed.failure.start - begin <= match.end():
        return None
    help = "say by its name what is compared, such as `no other in players except the player has (total of other is at least total of the player)`, or `your total is at least total of rival`"
    return failed.said(
        "E111",
        f"`{match[0]}` does not say what is compared with what",
        begin + match.start(),
        begin + match.end(),
        help=help,
    )


def _each_of(failed: FailedLine, line: str, begin: int) -> Finding | None:
    """`for each mules of players where ...`, `for each mule on the high road`."""
    match = _EACH_OF.match(line)
    if match is None:
        return None
    several = plural_of(singular_of(match[1]))
    kept = Declared.of(failed.piece.source.text, several)
    if kept is None or kept.sort != DICE:
        return None
    members = f"{several} of {match[3]}" if match[2] == "of" else f"dice on {match[3]}"
    text = f"for each {singular_of(match[1])} in {members}{match[4] or ''}:"
    return _written(
        failed,
        line,
        begin,
        match.span(),
        text,
        f"which {several} are meant is said behind `in`",
        f"such as `for each {singular_of(match[1])} in {several} of you:`, or `for each die in dice on the trail:`, where a set stands behind `in`",
    )


def _best_of(failed: FailedLine, line: str, begin: int) -> Finding | None:
    """`mules with the highest progress of (die, road)`."""
    match = _BEST_OF.search(line)
    if match is None or failed.word != "of":
        return None
    message = f"behind `with the {match[1]}` stands what is asked of each of them, by its name alone"
    help = f"such as `mules with the {match[1]} {match[2]}`; what is worked out stands in brackets and says `it` for each, as in `(mules with {match[1]} {match[2]} of (it, low road))`"
    return failed.said("E111", message, begin + match.start(), begin + match.end(), help=help)


def _changed(failed: FailedLine, line: str, begin: int) -> Finding | None:
    """`change dishes: ...` in a variant."""
    match = re.match(r"(change|alter|modify|instead of) (?:the )?([a-z][^:]*)", line)
    if match is None or failed.section != "variant":
        return None
    help = f"such as `replace rule bank:` with all its steps below, or, under `words:`, `replace {match[2]} of a player is 3` with the whole new line"
    return failed.said(
        "E111", "a variant writes what it changes anew, behind `replace`", begin, begin + match.end(), help=help
    )


def _winners(failed: FailedLine, line: str, begin: int) -> Finding | None:
    """`players of the crew with the most hearts win`."""
    match = _WINNERS.search(line)
    if match is None or not begin + match.start() <= failed.failure.start <= begin + match.end():
        return None
    several, rank = plural_of(match["kind"]), RANKS[match["rank"]]
    text = f"{match['of'] or ''}{several} with the {rank} {match['number']} win"
    forms = (
        f"`{rank} {match['number']} wins` if the players have {match['number']}, or `all players whose {match['kind']} is in"
        f" ({several} with the {rank} {match['number']}) win` if {several} do"
    )
    return _written(failed, line, begin, match.span(), text, "who wins is a player, or a set of players", forms)


LOOKS: tuple[Callable[[FailedLine, str, int], Finding | None], ...] = (
    _cell, _stocks, _pick, _choose_one, _draw_several, _after_the_end, _removed, _in_one, _each_of, _best_of, _changed, _winners,
)  # fmt: skip
# What a slip of the pen could make of a line as well is thought of after slips.
LOOSE_LOOKS: tuple[Callable[[FailedLine, str, int], Finding | None], ...] = (_ties, _who, _as_many, _pick_unsaid)
