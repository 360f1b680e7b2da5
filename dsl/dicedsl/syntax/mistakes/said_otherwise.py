"""What people say in other words than the language does: how to write it here."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache

from attrs import frozen

from dicedsl.syntax.plurals import plural_of, singular_of

V = r"(?:your |their |its )?[A-Za-z0-9-]+"  # a number, or a name of one word
TIMES = {"once": "1", "twice": "2", "thrice": "3"}
PLURAL_VERBS = {"is": "are", "are": "are", "has": "have", "have": "have", "show": "show", "shows": "show"}
SIZES = {"more": "more", "less": "less", "fewer": "less"}
RANKS = dict.fromkeys(("highest", "most", "greatest", "largest", "biggest"), "highest")
RANKS |= dict.fromkeys(("lowest", "least", "fewest", "smallest"), "lowest")
BEST = "|".join(RANKS)
STEP_VERBS = {
    "adds": "add",
    "draws": "draw",
    "moves": "move",
    "rolls": "roll",
    "sets": "set",
    "shows": "show",
    "swaps": "swap",
    "takes": "take",
    "turns": "turn",
}
STEP_VERB = "|".join(sorted([*STEP_VERBS, *STEP_VERBS.values()]))
STANDS = r"((?:(?! and | or )[^:;,|\"])+?) stands? on (\([^()]*\)|[a-z][a-z0-9 -]*?)(?=$|[:;,|)]| and | or )"
END = r"(?=$|[:;,|)]| and | or )"  # of a condition
# What stands before one.
WHO = r"(?<=if |or )|(?<=and )|(?<=when )|(?<=where )|(?<=until )|(?<=ever )|(?<=[(|] )|(?<=\()"
OPENS = r"(?:(?<=: )|^)"  # where a step begins
ORDER = r"\b(?:at least|at most|than|equal|is|are|has|have)\b"
PERSONS = {
    "somebody": "some player",
    "someone": "some player",
    "anybody": "some player",
    "everybody": "every player",
    "everyone": "every player",
    "nobody": "no player",
}
GAIN = r"gains?|gets?|earns?|wins?|receives?|scores?|collects?"
LOSE = r"los(?:e|es)|pays?|spends?"
COUNTS = {"one": "1", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6"}


@frozen
class Instead:
    """Part of a line, from `start` to `end`, and what to write there."""

    start: int
    end: int
    written: str
    text: str

    @property
    def help(self) -> str:
        return f"write `{self.text}` in place of `{self.written}`"


def _possessive(noun: str) -> str:
    return "their" if noun == "player" else "its"


def _is_of(said: str) -> str:
    """The verb of what is said: `their total is`, `their points are`."""
    return "is" if singular_of(said) == said else "are"


def _of_so_many(match: re.Match[str]) -> str:
    """`there is at most 1 player in S` counts S."""
    order = "" if match[1] == "exactly" else f"{match[1]} ".replace("fewer", "less")
    return f"count of {match[3]} is {order}{match[2]}"


def _whose(who: str, noun: str) -> str:
    """What somebody has: `your total`, `total of neighbour`."""
    owners = {"you": "your", "they": "their", "them": "their", "it": "its"}
    return f"{owners[who]} {noun}" if who in owners else f"{noun} of {who}"


def _has_more(match: re.Match[str]) -> str:
    """`neighbour has more points than you` compares points."""
    who, size, noun, other = match.groups()
    theirs = noun in other or other[0].isdigit()
    return f"{_whose(who, noun)} {_is_of(noun)} {SIZES[size]} than {other if theirs else _whose(other, noun)}"


def _has_so_many(match: re.Match[str]) -> str:
    """`your pantry has fewer than 3 dice` counts them, `you have 3 points` asks for these."""
    who, order, number, noun = match.groups()
    who = PERSONS.get(who, who)
    several = re.match(r"(an?|some|every|no) (.+)", who)
    if several:  # `whenever a player has 10 points`
        word = "some" if several[1] in {"a", "an"} else several[1]
        size = f"({noun} is {number})" if order == "exactly " else f"{noun} {order or 'at least '}{number}"
        return f"{word} {several[2]} has {size.replace('fewer', 'less')}"
    order = "" if order in (None, "exactly ") else order.replace("fewer", "less")
    if noun in {"die", "dice"}:
        return f"count of {who if who not in {'you', 'they'} else f'dice of {who}'} is {order}{number}"
    return f"{_whose(who, noun)} {_is_of(noun)} {order}{number}"


def _has_some(match: re.Match[str]) -> tuple[str, ...]:
    """`you have a carrot`, `the crew has no sailors`: a number, or things that lie there."""
    who, amount, noun = PERSONS.get(match["who"], match["who"]), match["amount"] or "", match["noun"]
    if " except " in who:  # of how many it holds is not plain
        return ()
    names = dict.fromkeys((plural_of(singular_of(noun)), noun))
    is_none = amount.strip() == "no"
    owner = re.fullmatch(r"(an?|some|every|no) (.+)", who)
    if owner:
        word = "some" if owner[1] in {"a", "an"} else owner[1]
        numbers = [f"{word} {owner[2]} has {f'({name} is 0)' if is_none else f'{name} at least 1'}" for name in names]
        return (*numbers, *(f"{word} {owner[2]}'s {name} is {'' if is_none else 'not '}empty" for name in names))
    numbers = [f"{_whose(who, name)} {_is_of(name)} {'0' if is_none else 'at least 1'}" for name in names]
    lying = [f"{_whose(who, name)} is {'' if is_none else 'not '}empty" for name in names]
    counted = [f"count of {_whose(who, name)} is {'0' if is_none else 'at least 1'}" for name in names]
    return *numbers, *lying, *counted


def _has_so_many_such(match: re.Match[str]) -> tuple[str, ...]:
    """`the basket has at least 2 mushrooms`, of dice that are called so or of all that lie there."""
    who, order, number, noun = match.groups()
    order = (order or "at least ").replace("fewer", "less")
    return (
        f"{order}{number} of {who} are {singular_of(noun)}",
        f"count of {who} is {order.replace('exactly ', '')}{number}",
    )


def _each_has(match: re.Match[str]) -> tuple[str, ...]:
    """`for each player who has no coins`."""
    noun, amount, said = match.groups()
    is_none = amount == "no"
    names = dict.fromkeys((plural_of(singular_of(said)), said))
    begin = f"for each {noun} where {_possessive(noun)}"
    numbers = [f"{begin} {name} {_is_of(name)} {'0' if is_none else 'at least 1'}" for name in names]
    return (*numbers, *(f"{begin} {name} is {'' if is_none else 'not '}empty" for name in names))


def _more_than_all(match: re.Match[str]) -> str:
    """`their total is more than that of every other player`."""
    whose, noun, size = match["whose"], match["noun"], match["size"]
    less = "less" if size in {"more", "higher", "greater", "larger", "bigger"} else "more"
    if whose in {"your", "you"}:
        return f"every player in others has {noun} {less} than your {noun}"
    return f"every p in players except the player has {noun} {less} than {noun} of the player"


def _values(said: str) -> str:
    return ", ".join(value for value in re.split(r",\s*(?:or|nor)\s+|,\s*|\s+n?or\s+", said) if value)


def _best(match: re.Match[str]) -> str:
    return f"{RANKS[match[1]]} {match[2]} wins"


def _gained(match: re.Match[str]) -> tuple[str, ...]:
    """`lose a life`, `each player gets 2 coins`: what is kept goes up or down."""
    several = (match.groupdict().get("who") or "").strip() not in {"", "you"}
    owner = "their" if several else "your"
    noun, number = match["noun"], "1" if match["number"] in {"a", "an"} else match["number"]
    step = f"take {number} from" if re.fullmatch(LOSE, match["verb"]) else f"add {number} to"
    names = dict.fromkeys((plural_of(singular_of(noun)), noun))
    return tuple(f"{'for each player: ' * several}{step} {owner} {name}" for name in names)


New = str | Callable[[re.Match[str]], str | tuple[str, ...]]


def _so_many(match: re.Match[str]) -> str:
    """`add 1 to pot for each die in cup`: how many there are is what is added."""
    several = " ".join((match["all"] or plural_of(match["noun"])).split())
    several = f"({several})" if re.search(r"^[^(].* (?:where|that|who|showing)\b", several) else several
    amount = f"count of {several}" if match[2] in {"1", "one", "a", "an"} else f"{match[2]} * count of {several}"
    return f"{match[1]} {amount} {match[3]} {match[4]}"


_TABLE: tuple[tuple[str, New], ...] = (
    (rf"{OPENS}(?:the )?(?:players? (?:with|who (?:has|have)) |whoever has )(?:the )?({BEST}) ([a-z][a-z -]*?) wins?\b", _best),
    (rf"{OPENS}(?:the )?(most|greatest|largest|biggest|fewest|least|smallest) ([a-z][a-z -]*?) wins?\b", _best),
    (r'^((?:otherwise )?if [^:",]+), (?=[a-z])([^:]+)$', r"\1: \2"),
    (rf"(?:{WHO})(?P<whose>their|your) (?P<noun>[a-z][a-z -]*?) (?:is|are) (?P<size>more|higher|greater|larger|less|lower|smaller|fewer) than (?:that|those) of (?:every|any|all|each) others? ?(?:players?)?{END}", _more_than_all),
    (rf"(?:{WHO})(?P<whose>they|you) have (?P<size>more|less|fewer) (?P<noun>[a-z][a-z -]*?) than (?:every|any|all|each) others? ?(?:players?)?{END}", _more_than_all),
    (r"\bmove ([^:]+?) back (?:in|into|onto|on|to) (?=[^:]+$)", r"move \1 to "),
    (r"^(?:put|place|lay|bring|carry|discard) (.+?) (?:back )?(?:in|into|onto|on|to) ([^:]+)$", r"move \1 to \2"),
    (rf"\b(at least|at most|more than|less than|fewer than|exactly) ([0-9]+) (?:of )?[a-z-]+ (?:is|are) (?:left |still )*in ([^:;,|]+?){END}", _of_so_many),
    (r"\bfor each ([a-z-]+) (?:who|that|which) (?:has|have) (no|an?|any) ([a-z][a-z -]*?)(?=[:,])", _each_has),
    (r"\b(?:less|smaller|lower|fewer) than or equal(?: to)?\b", "at most"),
    (r"\b(?:greater|more|larger|bigger|higher) than or equal(?: to)?\b", "at least"),
    (r"\b(is|are) ([0-9]+) or (?:more|higher|greater|above|later)\b", r"\1 at least \2"),
    (r"\b(is|are) ([0-9]+) or (?:less|lower|fewer|below|earlier)\b", r"\1 at most \2"),
    (r"\b(?:is|are) above ([0-9]+)\b", r"is more than \1"),
    (r"\b(?:is|are) below ([0-9]+)\b", r"is less than \1"),
    (rf"{OPENS}(?P<who>(?:each|every|all) (?:players?|of you) |everybody |everyone |all of you )(?P<verb>{GAIN}|{LOSE}) (?P<number>an?|[0-9]+) (?P<noun>[a-z][a-z -]*)$", _gained),
    (rf"{OPENS}(?P<who>you )?(?P<verb>{GAIN}|{LOSE}) (?P<number>an?|[0-9]+) (?P<noun>[a-z][a-z -]*)$", _gained),
    (rf"{OPENS}(?P<number>[^:\"]+?) (?:goes|go) up by ([^:]+)$|{OPENS}([^:\"]+?) (?:increases?|rises?|grows?) by ([^:]+)$", lambda m: f"add {m[2] or m[4]} to {m['number'] or m[3]}"),
    (rf"{OPENS}([^:\"]+?) (?:goes|go) down by ([^:]+)$|{OPENS}([^:\"]+?) (?:decreases?|falls?|drops?|shrinks?) by ([^:]+)$", lambda m: f"take {m[2] or m[4]} from {m[1] or m[3]}"),
    (r"^(.+?) (is|are) ([a-z -]+) now$", r"\1 \2 now \3"),
    (r"^for each of (?!these\b)([^:]+?):", lambda m: f"for each {'player' if m[1].split()[-1] in {'others', 'players'} else 'die'} in {m[1]}:"),
    (r"^repeat (?:up to|at most) ([0-9]+) times:", r"repeat \1 times:"),
    (r"^with ([A-Z][A-Za-z0-9]*(?:, [A-Z][A-Za-z0-9]*)*),? and ([A-Z][A-Za-z0-9]*)$", r"with \1, \2"),
    (r"^[A-Z][A-Za-z0-9]* rolls? ((?:[0-9]+ ?)+)$", r"roll \1"),
    (r"\b(?:an?|any|some|the) player reaches ([0-9]+) ([a-z][a-z -]*?)(?=$|[:;,]| and | or )", r"some player has \2 at least \1"),
    (r"\byou reach ([0-9]+) ([a-z][a-z -]*?)(?=$|[:;,]| and | or )", r"your \2 is at least \1"),
    (r"\bwins the game\b", "wins"),
    (r"\b(roll|move|show) the (?:dice|die) (?:in|from) (?:the )?", r"\1 "),
    (r"^(roll|show) ([a-z][a-z -]*?) and ([a-z][a-z -]*)$", r"\1 \2 + \3"),
    (r"(?:^|(?<=: ))(add|take) ([^:;]+?) (to|from) ((?!their )[^:;]+?) for (?:each|every) (?:(?:of|one of|die in|die of) (?P<all>[^:;]+)|(?P<noun>[a-z-]+))$", _so_many),
    (r"(?<!you )(?<!they )(?<!player )\b(is|are) (not )?(?:on|at|inside|within) (?:the )?([a-z][a-z -]*?)(?=$|[:;,|)]| and | or )", lambda m: f"{m[1]} {m[2] or ''}in {m[3]}"),
    (r"\b(is|are|does|do|has|have)n't\b", r"\1 not"),
    (r"\bincreases? (.+?) by ([^:]+)$", r"add \2 to \1"),
    (r"\b(?:decreases?|reduces?|lowers?) (.+?) by ([^:]+)$", r"take \2 from \1"),
    (r"\bsubtracts? ([^:]+? from )", r"take \1"),
    (r"^(?:if .*: )?((?:your|their|its|the) [^:]+?|[^:]+? of [^:]+?) (?:is|are) now (-?[0-9][^:]*)$", r"set \1 to \2"),
    (r"^choose (?!by\b)([a-z][a-z -]*)$", r"choose: as in \1"),
    (r"^(?:return|send) (.+?) (?:back )?(?:in|into|onto|on|to) ([^:]+)$", r"move \1 to \2"),
    (rf"^(?:for )?(?:each|every) ([a-z]+) (?:[a-z]+ly )?({STEP_VERB}) (?!an? |one |[0-9])(.+)$", lambda m: f"for each {m[1]}: {STEP_VERBS.get(m[2], m[2])} {m[3]}"),
    (rf"^(?:all )?(?:the )?(players) (?:[a-z]+ly )?({STEP_VERB}) (.+)$", lambda m: f"for each player: {STEP_VERBS.get(m[2], m[2])} {m[3]}"),
    (rf"^(?:you|the player|that player|they) (?:must |now )?({STEP_VERB}) (.+)$", lambda m: f"{STEP_VERBS.get(m[1], m[1])} {m[2]}"),
    (r"(?<=\") after ([a-z0-9 -]+?) (round|turn)s:", lambda m: f" after each {m[2]} when {m[2]}s played are at least {COUNTS.get(m[1], m[1])}:"),
    (rf"\bthe ({BEST}) of ([^:;,()]+(?:, [^:;,()]+)*,? and [^:;,()]+?)(?=$|[:;|])", lambda m: f"the {RANKS[m[1]]} of ({', '.join(re.split(r',? and |, ', m[2]))})"),
    (r"\bthere (?:is|are) (at least|at most|more than|less than|fewer than|exactly) ([a-z0-9 -]+?) [a-z-]+ (?:left )?(?:in|on) ([^:;,|]+?)(?=$|[:;,|]| and | or )", lambda m: f"count of {m[3]} is {m[1].replace('exactly', '').replace('fewer', 'less')} {m[2]}".replace("is  ", "is ")),
    (r"\bno [a-z-]+ (?:is|are) (?:still )?left (?:in|on) ([^:;,|]+?)(?=$|[:;,|]| and | or )", r"\1 is empty"),
    (rf"(?:{WHO}){STANDS}", r"place of \1 is \2"),
    (r"^(given .+? stands? on .+?), (?=[^,()]+ stands? on )", r"\1 and "),
    (r"^repeat (once|twice|thrice):", lambda m: f"repeat {TIMES[m[1]]} times:"),
    (r"\b(roll|move|turn|show) (?:all|each|every|both)(?: of| (?:the )?(?:dice|die) (?:in|of|from|on)) ", r"\1 "),
    (r"\bmove (?:one|a|an|1) die (?:in|of|from|out of) ", "move one of "),
    (r"\bmove ([0-9]+) dice (?:in|of|from|out of) ", r"move \1 of "),
    (r"\bany of\b(?! these)", "some of"),
    (r"\bany ([a-z-]+) (in|is|has|shows?|are|have)\b", r"some \1 \2"),
    (r"^((?:otherwise )?if|only if|whenever|always|repeat until) each ([a-z-]+) ", r"\1 every \2 "),
    (r"\bboth (?:of )?(?:the )?([a-z-]+) (show|are)\b", r"all of \1 \2"),
    (r"\ball (?:the )?same\b", "all alike"),
    (r"\b(shows?|showing) an? ([0-9]+)\b", r"\1 \2"),
    (rf"\b(is|are) (?:either |one of )?({V}(?:(?:,| or|, or) {V})+ or {V})(?=$|[:;,|)]| and )", lambda m: f"{m[1]} in ({_values(m[2])})"),
    (rf"\b(is|are) (?:either |one of )?({V}(?:, {V})*,? or {V})(?=$|[:;,|)]| and )", lambda m: f"{m[1]} in ({_values(m[2])})" if "," in m[2] else f"{m[1]} either {m[2]}"),
    (rf"\b(is|are) one of ({V}(?:, {V})+)(?=$|[:;|)]| and )", lambda m: f"{m[1]} in ({_values(m[2])})"),
    (rf"\b(is|are) neither ({V}(?:,? nor {V}|, {V})* nor {V})(?=$|[:;,|)]| and )", lambda m: f"{m[1]} not in ({_values(m[2])})"),
    (r"\b(?:greater|bigger|larger|higher) than\b", "more than"),
    (r"\b(?:smaller|lower) than\b", "less than"),
    (r"\b(at first [^,]+), (?:secret|hidden|kept secret|not seen)$", r"\1, seen by owner"),
    (r"\bseen by (?:its|their|the|his|her) (?:owner|player)\b", "seen by owner"),
    (r"\bseen only by\b", "seen by"),
    (r"^(if [^:]+?),? then ", r"\1: "),
    (r"\b(has|have) ((?:count|sum|total|highest|lowest) of [^:;]+?) ((?:at least|at most|more than|less than) [^:;,]+)", r"\1 (\2 is \3)"),
    (r"\bfor each ([a-z-]+) in ([^:]+?) whose ([^:]+)", lambda m: f"for each {m[1]} in {m[2]} where {_possessive(m[1])} {m[3]}"),
    (r"\b(is|are) between ([^:;]+?) and (-?[0-9]+)\b", r"\1 in (\2 to \3)"),
    (r"\b(has|have) ([^:;]+?) equal to ([^:;,]+)", r"\1 (\2 is \3)"),
    (r"\b(is|are) equal to\b", r"\1"),
    (r"\b(one|two|three|four|five|six|[0-9]+) or more ([a-z-]+) (are|have|show)\b", lambda m: f"at least {COUNTS.get(m[1], m[1])} of {m[2]} {m[3]}"),
    (r"(?<!in )\bthe ([a-z-]+) with the (highest|lowest|most|least|fewest) (?![^:]*\bwins?\b)", lambda m: f"the first of {plural_of(m[1])} with the {RANKS[m[2]]} "),
    (r"(?<!at )\bwith the (most|least|fewest) ", lambda m: f"with the {RANKS[m[1]]} "),
    (rf"(?:{WHO})([a-z][a-z' -]*?) (?:has|have) (more|less|fewer) ([a-z][a-z -]*?) than ([a-z0-9][a-z0-9' -]*?){END}", _has_more),
    (rf"(?:{WHO})([a-z][a-z' -]*?) (?:has|have) ((?:at least|at most|more than|less than|fewer than|exactly) )?([0-9]+) ([a-z][a-z -]*?){END}", _has_so_many),
    (rf"(?:{WHO})(?P<who>[a-z][a-z' -]*?|[A-Z][a-z]+) (?:still )?(?:has|have) (?:still )?(?P<amount>no |an? |any |some |your |their |its )?(?P<noun>(?!not |already |just )(?:(?!{ORDER})[a-z -])+?){END}", _has_some),
    (rf"(?:{WHO})([a-z][a-z' -]*?) (?:has|have|holds) ((?:at least|at most|more than|less than|fewer than|exactly) )?([0-9]+) ([a-z][a-z -]*?){END}", _has_so_many_such),
    (r"\b(?:the )?(highest|lowest) die (?:in|of|from|on|among) ", r"\1 1 of "),
    (r"\bfor each ([a-z-]+) (?:who|that) (?:has|have) ([^:]+?) ((?:at least|at most|more than|less than) [^:]+)", r"for each \1 where their \2 is \3"),
    (r"\bfor each die in ([^:]+?) (?:that|which) shows? ([^:]+)", r"for each die in \1 showing \2"),
    (r"\bfor each (die) (?:that|which) shows? ([^:]+)", r"for each \1 where it shows \2"),
    (r"\bfor each ([a-z-]+) with ((?:the )?(?:highest|lowest) [^:]+)", lambda m: f"for each {m[1]} in {plural_of(m[1])} with {m[2]}"),
    (r"\b(highest|lowest) ([^:,]+?) wins?, then \1 ([^:,]+?) wins?\b", r"\1 (1000 * \2 + \3) wins"),
    (r"\bthere (?:is|are) (at least|at most|more than|less than|exactly) ([0-9]+) [a-z-]+ in ([^:;,|]+?)(?=$|[:;,|]| and | or )", _of_so_many),
    (r"\bthere (?:is|are) (an?|some|no) [a-z-]+ in ([^:;,|]+?)(?=$|[:;,|]| and | or )", lambda m: f"{m[2]} is {'' if m[1] == 'no' else 'not '}empty"),
    (r"\b(at least|at most|more than|less than|exactly) ([0-9]+) [a-z-]+ in ([^:;,|]+?) (is|are|has|have|shows?)\b", lambda m: f"{m[1]} {m[2]} of {m[3]} {PLURAL_VERBS[m[4]]}"),
    (r"\bfor each ([a-z-]+) with ([^:]+?) ((?:at least|at most|more than|less than) [^:]+)", lambda m: f"for each {m[1]} where {_possessive(m[1])} {m[2]} {_is_of(m[2])} {m[3]}"),
    (r"\b(some|every|no) ([a-z-]+) with ([^:;]+?) ((?:at least|at most|more than|less than) [^:;]+)", r"\1 \2 has \3 \4"),
    (r"(?<!\()\b([a-z-]+) with ([a-z][^:;()]*?) ((?:at least|at most|more than|less than) [0-9]+)\b", lambda m: f"({m[1]} where {_possessive(singular_of(m[1]))} {m[2]} {_is_of(m[2])} {m[3]})"),
    (r"\b(at least|at most|more than|less than) (?=[0-9])", r"is \1 "),
    (r"(?<!at )\b(least|most) (?=[0-9])", r"is at \1 "),
    (r"\bthere (?:is|are) (an?|no) ([a-z-]+) (?:who|that) (?:is|are) (?=[^:;,|]+)", lambda m: f"{'no' if m[1] == 'no' else 'some'} {m[2]} is "),
    (rf"\b(ties go to|then) (?:the )?({BEST})\b", lambda m: f"{m[1]} the {RANKS[m[2]]}"),
    (r"\b(?:somebody|someone|anybody|anyone) (has|is)\b", r"some player \1"),
    (r"\b(?:everybody|everyone) (has|is)\b", r"every player \1"),
    (r"\b(?:nobody|no one) (has|is)\b", r"no player \1"),
    (r"(?<=holds )([1-9]|1[0-9]) dice of ([A-Za-z][A-Za-z0-9-]*)", lambda m: " ".join(f"d{i} of {m[2]}" for i in range(1, int(m[1]) + 1))),
)  # fmt: skip


LONGEST_READABLE_LINE = 400  # letters; the work grows with their square


@cache
def _patterns() -> list[tuple[re.Pattern[str], New]]:
    """Compiled when something is wrong for the first time."""
    return [(re.compile(pattern), new) for pattern, new in _TABLE]


def instead(line: str) -> Iterator[Instead]:
    """The pieces of a line, without its margin, that are said otherwise here; a line that nobody would print is not looked through."""
    if len(line) > LONGEST_READABLE_LINE:
        return
    for pattern, new in _patterns():
        for match in pattern.finditer(line):
            meant = match.expand(new) if isinstance(new, str) else new(match)
            for text in (meant,) if isinstance(meant, str) else meant:
                if text != match[0]:
                    yield Instead(match.start(), match.end(), match[0].strip(), text.strip())
