"""Names that are not known, or do not fit where they stand: what to write instead."""

from __future__ import annotations

from collections.abc import Callable

from dicedsl import built_in
from dicedsl.syntax import nodes as n
from dicedsl.syntax.declared_names import STATES
from dicedsl.syntax.plurals import one_of
from dicedsl.text.spelling import suggest
from dicedsl.typed import nouns
from dicedsl.typed import tree as t
from dicedsl.typed.elaborator import Elaborator
from dicedsl.typed.kinds import Grouping
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
            return SemanticError(
                "E310",
                f'"{head}" is no adjective that fits "{rest}"',
                phrase.span,
                help=suggest(head, names.adjective_names())
                or f"explain it under `words:`, such as `{noun.type.kind.called(False)} is {head} when ...`",
            )
    known = {*scope.names, *scope.seats, *names.known_names()}
    state = next((name for name in names.adjective_names() if name in {f"{word} {text}" for word in STATES}), None)
    given = given_unmarked(elaborator, lambda rule: rule.span.holds(phrase.span) and rule.name.words[-1] == text)
    return SemanticError(
        "E311",
        f'"{text}" is not known here',
        phrase.span,
        help=given
        or called_with_kind(elaborator, text)
        or (f"write `who are {state}`, or `that are {state}` of things" if state else "")
        or suggest(text, known)
        or "give it a line under `material:`, `to keep track:`, `words:` or `options:`",
        label="unknown name",
    )


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


def called_with_kind(elaborator: Elaborator, text: str) -> str:
    """`rule count the points:`, called by `count the points`: what looks like a part of its name is what it is given."""
    for rule in elaborator.names.book.rules.values():
        if any(param.unnamed and param.kind == text for param in rule.params):
            name = f"{rule.name.text} {rule.params[0].span.text}"
            return f"`rule {name}` is given {text}; call it `{'-'.join([*rule.name.words, text])}` if these words are its name"
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
    if nouns.takes(elaborator, phrase) or (texts | {one_of(text) for text in texts}) & {
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


def unknown_function(elaborator: Elaborator, phrase: n.Phrase, arguments: list[t.Expr]) -> SemanticError:
    text = phrase.text
    if elaborator.names.memory(text) is not None or elaborator.names.zone(text) is not None:
        message = f'there is only one "{text}", not one for each player'
        return SemanticError("E320", message, phrase.span, help=f"write `{text}` alone")
    ty = arguments[0].type
    if text in built_in.FOLDS and isinstance(arguments[0], t.Named) and not ty.is_one:  # `their sum`, `its highest`
        help = f"write `{text} of {arguments[0].local.name}`"
        return SemanticError("E321", f'"{text}" is followed by `of`', phrase.span, help=help, label="nobody's own")
    many = ty.is_set or ty.form in (Grouping.HEAPS, Grouping.SETS)
    return SemanticError(
        "E321",
        f'"{text}" is not known of {ty.kind.called(many)}',
        phrase.span,
        help=suggest(text, [*elaborator.names.functions(), *built_in.ATTRIBUTES])
        or f"explain it under `words:`, such as `{text} of {f'{ty.kind.plural} x' if many else ty.kind.called(False)} is ...`",
        label="unknown here",
    )


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
        or f"give it a line under `to keep track:`, such as `each turn has a {text}, at first 0`",
        label="unknown name",
    )
