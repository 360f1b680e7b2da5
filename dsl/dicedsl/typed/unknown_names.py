"""Names that are not known, or do not fit where they stand: what to write instead."""

from __future__ import annotations

import re
from collections.abc import Callable

from attrs import evolve

from dicedsl import built_in
from dicedsl.syntax import nodes as n
from dicedsl.syntax.declared_names import STATES
from dicedsl.syntax.mistakes.said_otherwise import COUNTS
from dicedsl.syntax.plurals import plural_of, singular_of
from dicedsl.syntax.reserved import ARTICLES
from dicedsl.text.source import Span
from dicedsl.text.spelling import suggest
from dicedsl.typed import nouns
from dicedsl.typed import tree as t
from dicedsl.typed.elaborator import Elaborator
from dicedsl.typed.kinds import DIE, Grouping
from dicedsl.typed.names import splits
from dicedsl.typed.scope import NameScope
from dicedsl.typed.semantic_error import SemanticError


def unknown_name(elaborator: Elaborator, phrase: n.Phrase, scope: NameScope) -> SemanticError:
    text, names = phrase.text, elaborator.names
    kept = names.memory(text) or names.zone(text)
    params = names.params_of(text)
    clash = elaborator.clash(n.Name(phrase, span=phrase.span)) if kept is not None or params else None
    if clash is not None:
        return clash
    if kept is not None:
        elaborator.note(phrase, kept)
        asked = re.search(r"\b([a-z-]+) (is|are) [^:,]*\b(?:and|or) (not )?$", _before(phrase))
        if text in names.memories.nodes and names.memories.nodes[text].state:
            said = f"{asked[1]} {asked[2]} {asked[3] or ''}{text}" if asked else ""
            span = (
                phrase.span
                if not (asked and asked[3])
                else Span(phrase.span.source, phrase.span.start - 4, phrase.span.end)
            )
            help = f"write `{said}`" if said else f"write `... is {text}` or `... are {text}`"
            return SemanticError("E308", f'"{text}" is said of something with `is` or `are`', span, help=help)
        help = f"write `your {text}` or `{text} of p`"
        return SemanticError("E308", f'say whose "{text}" is meant', phrase.span, help=help)
    if params:
        needs = " and ".join(f"a {p.kind}" for p in params)
        return SemanticError("E309", f'"{text}" needs {needs}', phrase.span, help=f"write `{text} of ...`")
    for size in range(len(phrase.words) - 1, 0, -1):
        rest = " ".join(phrase.words[-size:])
        noun = nouns.plain_noun(elaborator, rest, scope, phrase)
        if noun is not None:
            head = " ".join(phrase.words[:-size])
            if rest in scope.names and singular_of(head) == noun.type.kind.name:  # of `dice group`
                message = f'"{phrase.text}" is called `{rest}` behind the place where it is given'
                return SemanticError("E310", message, phrase.span, help=f"write `{rest}`")
            return SemanticError(
                "E310",
                f'"{head}" is no adjective that fits "{rest}"',
                phrase.span,
                help=suggest(head, names.adjective_names())
                or f"explain it under `words:`, such as `{noun.type.kind.called(False)} is {head} when ...`",
            )
    if text in COUNTS or (phrase.article in {"a", "an"} and _is_counted(elaborator, phrase)):
        counted = COUNTS.get(text, "1")
        return SemanticError("E311", f'"{phrase.span.text}" is no number here', phrase.span, help=f"write `{counted}`")
    known = {*scope.names, *scope.seats, *names.known_names()}
    state = _unsaid_state(elaborator, phrase)
    given = given_unmarked(elaborator, lambda rule: rule.span.holds(phrase.span) and rule.name.words[-1] == text)
    return SemanticError(
        "E311",
        f'"{_as_written(phrase)}" is not known here',
        phrase.span,
        help=given
        or _shows_not(elaborator, phrase, scope)
        or called_with_kind(elaborator, phrase)
        or state
        or _longer_name(elaborator, phrase, scope)
        or _said_behind(elaborator, phrase, scope)
        or _of_whom(elaborator, phrase)
        or suggest(text, known)
        or "give it a line under `material:`, `to keep track:`, `words:` or `options:`",
        label="unknown name",
    )


def _is_counted(elaborator: Elaborator, phrase: n.Phrase) -> bool:
    """`add a carrot to your carrots`, which are a number."""
    memory = elaborator.names.memory(plural_of(phrase.text))
    return (
        memory is not None
        and memory.type.kind.is_number
        and re.search(r"\b(?:add|take) $", _before(phrase)) is not None
    )


def _unsaid_state(elaborator: Elaborator, phrase: n.Phrase) -> str:
    """`others in the lead` is asked of what is called `lead`: the state is said with `are`."""
    states = {f"{word} {text}" for word in STATES for text in (phrase.text, phrase.written)}
    signature = next((s for name in sorted(states) for s in elaborator.names.signatures_of(name)), None)
    if signature is None:
        return ""
    state, of_player = signature.node.name.text, signature.node.subject.kind == "player"
    match = re.search(rf"(for each )?((?:[A-Za-z][A-Za-z0-9-]* +)+){state.split()[0]} +$", _before(phrase))
    if match is None:
        return f"write `{'who' if of_player else 'that'} are {state}`"
    if match[1]:
        return f"write `for each {match[2].strip()} where {'they are' if of_player else 'it is'} {state}`"
    noun = match[2].split()[-1]
    several = plural_of(noun) if noun in elaborator.names.kinds else noun
    said = f"{'who' if of_player else 'that'} are {state}"
    return f"write `{said}`, as in `{several} {said}`"


def _shows_not(elaborator: Elaborator, phrase: n.Phrase, scope: NameScope) -> str:
    """`kept does not show 6`, which is read as a name."""
    match = re.fullmatch(r"(.+) do(?:es)? not", " ".join(phrase.span.text.split()))
    behind = phrase.span.source.text[phrase.span.end :].partition("\n")[0]
    shown = re.match(r" shows? ([A-Za-z0-9' -]+?)(?=$|[:;,|)]| (?:and|or)\b)", behind)
    if match is None or shown is None:
        return ""
    words = tuple(word for word in match[1].split() if word not in ARTICLES)
    expr = nouns.noun(elaborator, evolve(phrase, words=words), scope)
    if expr is not None and expr.type.is_set:
        return f"write `none of {match[1]} show {shown[1]}`"
    return f"write `not {match[1]} shows {shown[1]}`"


def _said_behind(elaborator: Elaborator, phrase: n.Phrase, scope: NameScope) -> str:
    """`tussocks above water`, where a tussock is `above water`: what is said of a noun stands behind `that are`."""
    names = elaborator.names
    states = [*names.adjective_names(), *(name for name, kept in names.memories.nodes.items() if kept.state)]
    written = " ".join(phrase.span.text.split()).removeprefix("a ").removeprefix("an ").removeprefix("the ")
    state = max((state for state in states if written.endswith(f" {state}")), key=len, default="")
    noun = written.removesuffix(state).strip()
    words = noun.split()
    if (
        not state
        or not words
        or not any(names.kind_of_plural(plural_of(word)) or names.kind_of_plural(word) for word in words[-1:])
    ):
        return ""
    person = "player" in words[-1]
    before = _before(phrase)
    there = re.search(r"\bthere is (no )?$", before)
    if there:
        return f"write `{'no' if there[1] else 'some'} {noun} is {state}`"
    if re.search(r"\bfor each $", before):
        return f"write `for each {noun} where {'they are' if person else 'it is'} {state}`"
    several = plural_of(noun) if singular_of(noun) == noun else noun
    said = f"{several} {'who' if person else 'that'} are {state}"
    quantity = re.search(r"\b(some|every|no) $", before)
    if quantity:
        return f"write `{ {'some': 'some', 'every': 'all', 'no': 'none'}[quantity[1]] } of {said} are ...`"
    return f"write `{said}`" if several == noun else f"write `first of {said}`"


def _of_whom(elaborator: Elaborator, phrase: n.Phrase) -> str:
    """`rival otters`, where each player has `otters`: not those, but some player's."""
    kept = next(
        (
            rest
            for words, rest in splits(phrase.words)
            if words
            and (zone := elaborator.names.zone(rest) or elaborator.names.memory(rest)) is not None
            and zone.keys
        ),
        None,
    )
    if kept is None:
        return ""
    return f"say whose with `of`, such as `{kept} of others`, or give `{phrase.text}` a line under `words:`"


def _before(phrase: n.Phrase) -> str:
    """What stands on the line in front of a name."""
    return phrase.span.source.text[: phrase.span.start].rpartition("\n")[2]


def _longer_name(elaborator: Elaborator, phrase: n.Phrase, scope: NameScope) -> str:
    """What is said of a noun and stands for it, `open water` for `open water squares`, and a noun of which words are
    left out: `empty squares`."""
    names = elaborator.names
    written = phrase.written.partition(" ")[2] if phrase.article else phrase.written
    several = next((name for name in elaborator.names.zones.nodes if singular_of(name) == written != name), "")
    if several:  # `there is an egg under the heron`
        zone = elaborator.names.zone(several)
        owner = "your " if zone is not None and zone.keys else ""
        match = re.search(r"\bthere (?:is|are) (no )?$", _before(phrase))
        empty = f" is {'' if match[1] else 'not '}empty" if match else ""
        start = "" if match else "first of "
        return f"write `{start}{owner}{several}{empty}`"
    each = re.search(r"\b(for each|some|every|no) ([a-z-]+) in $", _before(phrase))
    if each and f"{plural_of(each[2])} in {phrase.written}" in names.known_names():  # `for each lamp in the wind`
        return f"write `{each[0]}{plural_of(each[2])} in {phrase.written}`"
    for local in scope.names:
        if local.endswith(f" {phrase.text}"):  # `the tussock` in `for each flooded tussock:`
            return f"write `the {local}`"
    words, known = phrase.words, list(dict.fromkeys(names.kinds.values()))
    clause = re.search(r"\b((?:that|who) are) [^:;,()]+ and $", _before(phrase))
    if clause and any(nouns.are_adjectives(elaborator, words, kind) for kind in known):
        return f"write `{clause[1]} {phrase.text}` in place of `and {phrase.text}`"
    if _as_written(phrase) != phrase.text:  # one of them is spoken of: `for each open water`
        words = (*words[:-1], singular_of(words[-1]))
    for kind in known:
        called = kind.plural if words == phrase.words else kind.name
        for size in range(1, len(words)):
            adjectives, rest = words[:size], " ".join(words[size:])
            if called.endswith(f" {rest}") and nouns.are_adjectives(elaborator, adjectives, kind):
                return f"write `{' '.join(adjectives)} {called}`"
        if nouns.are_adjectives(elaborator, words, kind):
            return f"it is said of {kind.called(False)}: write `{' '.join(words)} {called}`"
    return ""


def _as_written(phrase: n.Phrase) -> str:
    """A name as its place has it: behind `for each` stands one of those that are meant."""
    written = " ".join(phrase.span.text.split())
    return written if written and singular_of(phrase.text) == written else phrase.text


def given_unmarked(elaborator: Elaborator, is_meant: Callable[[n.Rule], bool]) -> str:
    """`rule give dice group:`, called by `give cup`: without an article all of it is the name of the rule."""
    kinds = {tuple(kind.split()) for kind in (*elaborator.names.kinds, "dice", "players")}
    for rule in elaborator.names.book.rules.values():
        words = rule.name.words
        at = next((at for at in range(1, len(words) - 1) if words[at:-1] in kinds), None)
        if at is not None and is_meant(rule):
            head, given = " ".join(words[:at]), " ".join(words[at:])
            more = "".join(f", {param.span.text}" for param in rule.params)
            return f"write `rule {head} the {given}{more}:` if `{given}` is what the rule is given"
    return ""


def given_and_more(elaborator: Elaborator, called: str) -> str:
    """`rule console the player with no luck:`, called by `console you`: what says more of what is given makes all of it a name."""
    for name in elaborator.names.book.rules:
        for kind in (*elaborator.names.kinds, "dice", "players"):
            match = re.match(rf"(.+?) ((?:an?|the) {re.escape(kind)}) .+$", name)
            if match and called.startswith(f"{match[1]} "):
                return f"write `rule {match[1]} {match[2]}:` if `{kind}` is what the rule is given"
    return ""


def called_with_kind(elaborator: Elaborator, phrase: n.Phrase) -> str:
    """`rule count the points:`, called by `count the points`: what looks like a part of its name is what it is given."""
    text = phrase.text
    said = " ".join(phrase.span.source.text[: phrase.span.end].rpartition("\n")[2].split())
    for rule in elaborator.names.book.rules.values():
        param = next((param for param in rule.params if param.unnamed and param.kind == text), None)
        if param is None:
            continue
        opening = " ".join(filter(None, (rule.name.text, param.prep)))
        if re.search(rf"(?:^|: ){re.escape(opening)}(?: the)? {re.escape(text)}$", said):
            name = f"{opening} {param.article or 'the'} {text}"
            return f"`rule {name}` is given {text}; call it `{'-'.join([*opening.split(), text])}` if these words are its name"
    return ""


def both_known(
    elaborator: Elaborator, phrase: n.Phrase, argument: n.Expr, scope: NameScope, kept: bool = False
) -> None:
    """`visits of the inspector`, of which neither side is known, is meant as one name."""
    if (
        not isinstance(argument, n.Name)
        or scope.has is not None
        or nouns.noun(elaborator, argument.phrase, scope) is not None
    ):
        return
    if argument.span.start < phrase.span.start:  # `the village is now open`: no name of these words stands there
        return
    said = argument.phrase.text
    texts = {text for _, text in splits(phrase.words)}
    if nouns.takes(elaborator, phrase) or (texts | {singular_of(text) for text in texts}) & {
        *built_in.ATTRIBUTES,
        *elaborator.names.functions(),
    }:
        return
    if (
        elaborator.names.memory(said)
        or elaborator.names.zone(said)
        or elaborator.names.params_of(said)
        or nouns.takes(elaborator, argument.phrase)
    ):
        return
    span = phrase.span.to(argument.span)
    whole = " ".join(span.text.split())
    known = {*scope.names, *elaborator.names.known_names(), *elaborator.names.functions()}
    close = suggest(said, known) or suggest(phrase.text, elaborator.names.functions())
    line = (
        f"give it a line under `to keep track:`, such as `the game has {whole}, at first 0`"
        if kept
        else "give it a line under `material:`, `to keep track:`, `words:` or `options:`"
    )
    several = plural_of(whole.removeprefix("a ").removeprefix("an "))
    if several in known and re.search(r"\bthere is $", _before(phrase)):  # `there is a lamp of the wind`
        help = f"write `there are {several}` in place of `there is {whole}`"
        raise SemanticError("E311", f'no name "{whole}" is known here', span, help=help, label="unknown name")
    if not close:
        raise SemanticError(
            "E311", f'no name "{whole}" is known here', span, help=suggest(whole, known) or line, label="unknown name"
        )


def hides_fold(elaborator: Elaborator, name: str) -> SemanticError | None:
    """Told where it is given: what is asked of several has that name already."""
    given = elaborator.names.hides_fold(name)
    if given is None:
        return None
    message = f'"{name}" cannot be asked of one: `{name} of` is worked out of several'
    help = f"call it `own {name}` wherever it stands, or put another word in front"
    return SemanticError("E357", message, given.span, help=help)


def check_asked_of_one(elaborator: Elaborator, name: str, arguments: list[t.Expr]) -> None:
    """Told where it is given: a word of two things has the name of what is asked of one, `slab behind a die for die pusher`."""
    word = elaborator.names.book.words.get(name)
    known = name in elaborator.names.kinds or name in built_in.ATTRIBUTES
    if len(arguments) != 1 or not known or not isinstance(word, (n.ValueWord, n.CaseWord)):
        return
    span = word.name.span.to(word.params[-1].span)
    message = f"`{name} of` is known already and asked of {arguments[0].type.kind.called()}; a word of that name takes its place"
    help = f"put another word in front: write `other {' '.join(span.text.split())}`, or with a better one"
    raise SemanticError("E327", message, span, help=help)


def unknown_function(elaborator: Elaborator, phrase: n.Phrase, arguments: list[t.Expr], whole: n.Node) -> SemanticError:
    text = phrase.text
    if elaborator.names.memory(text) is not None or elaborator.names.zone(text) is not None:
        message = f'there is only one "{text}", not one for each player'
        return SemanticError("E320", message, phrase.span, help=f"write `{text}` alone")
    ty = arguments[0].type
    if elaborator.names.params_of(text) is not None and not elaborator.names.params_of(text):
        help = f"write `{text}` alone"
        word = elaborator.names.word(text, phrase)
        if isinstance(whole, n.Your) and word is not None and word.type.kind is DIE:
            help = f"write `{text} that are yours`"
        return SemanticError("E320", f'there is only one "{text}", not one for each player', whole.span, help=help)
    standing = next((board.kind.name for board in elaborator.names.boards.values()), "")
    if ty.kind is DIE and standing and text in {"square", "place", "field", "space", "spot"}:
        help = f"write `{standing}`"
        message = f'"{text}" is not known of {ty.kind.called(False)}: the places here are called `{standing}`'
        return SemanticError("E321", message, phrase.span, help=help, label="unknown here")
    if (
        text in built_in.FOLDS and isinstance(arguments[0], t.LocalValue) and not ty.is_one
    ):  # `their sum`, `its highest`
        help = f"write `{text} of {arguments[0].local.name}`"
        return SemanticError("E321", f'"{text}" is followed by `of`', whole.span, help=help, label="nobody's own")
    if text in built_in.FOLDS and isinstance(whole, n.Apply):  # `cup showing sum of your hand`
        said = " ".join(whole.span.text.split())
        message = f"`{text} of` stands in brackets inside another phrase"
        return SemanticError("E321", message, whole.span, help=f"write `({said})`", label="brackets are missing")
    plural = plural_of(text)
    if plural != text and plural in elaborator.names.functions():  # `you are a mouse at the shelf`
        said = " ".join(whole.span.text.split()).removeprefix("a ").removeprefix("an ")
        message = f"one of `{plural}` is asked for with `in`"
        help = f"write `in {said.replace(text, plural, 1)}`"
        return SemanticError("E321", message, whole.span, help=help, label="unknown here")
    several = ty.is_set or ty.form in (Grouping.HEAPS, Grouping.SETS)
    return SemanticError(
        "E321",
        f'"{text}" is not known of {ty.kind.called(several)}',
        phrase.span,
        help=suggest(text, [*elaborator.names.functions(), *built_in.ATTRIBUTES])
        or f"explain it under `words:`, such as `{text} of {f'{ty.kind.plural} x' if several else ty.kind.called(False)} is ...`",
        label="unknown here",
    )


def _state_to_keep(phrase: n.Phrase) -> str:
    """`you are now protected`: where this is remembered."""
    match = re.search(r"(?:^|: *|\b)([A-Za-z' -]+?) (?:is|are) (?:now|no longer) $", _before(phrase))
    line = phrase.span.source.text[phrase.span.start : phrase.span.end]
    match = match or re.match(r"([A-Za-z' -]+?) (?:is|are) (?:now|no longer) ", line)
    if match is None:
        return ""
    noun = match[1].split()[-1]
    whose = (
        "each player"
        if noun in {"you", "they", "player", "players"}
        else "each die"
        if noun in {"it", "die"}
        else match[1].strip()
    )
    return f"give it a line under `to keep track:`, such as `{whose} is {phrase.text}, at first no`"


def not_memory(elaborator: Elaborator, phrase: n.Phrase, scope: NameScope) -> SemanticError:
    text, book, span = phrase.text, elaborator.names.book, phrase.span
    if text in {"theirs", "yours"}:
        kept = next(
            (memory.name.text for memory in elaborator.names.memories.nodes.values() if memory.scope.word == "each"),
            "total",
        )
        help = f"write `{'their' if text == 'theirs' else 'your'} {kept}`, or what else of the player's is meant"
        return SemanticError("E311", f"`{text}` does not say what of the player's is changed", span, help=help)
    if text in scope.names:
        message = f'"{text}" is a name given by `let`, a pick or a loop and cannot be changed'
        return SemanticError(
            "E318",
            message,
            span,
            help="keep what changes under `to keep track:`, such as `each turn has a pot, at first 0`",
        )
    if text in book.words:
        message = f'"{text}" is a word; it is worked out whenever it is used and cannot be set'
        return SemanticError(
            "E319",
            message,
            span,
            help="keep what changes under `to keep track:`, such as `each turn has a pot, at first 0`",
        )
    if text in book.options:
        message = f'"{text}" is an option and is fixed before the game'
        return SemanticError(
            "E319",
            message,
            span,
            help="keep what changes under `to keep track:`, such as `the game has a pot, at first 0`",
        )
    if text in book.zones:
        message = f'"{text}" holds dice and changes only when they are moved'
        return SemanticError("E319", message, span, help=f"write `move ... to {text}`")
    return SemanticError(
        "E311",
        f'"{text}" is not known here',
        span,
        help=suggest(text, elaborator.names.memories.nodes)
        or _state_to_keep(phrase)
        or f"give it a line under `to keep track:`, such as `each turn has a {text}, at first 0`",
        label="unknown name",
    )
