"""Names: what a run of words stands for, with adjectives in front of it and with the things it is asked of."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

from attrs import evolve

from dicedsl import builtins
from dicedsl.syntax import nodes as n
from dicedsl.syntax.plurals import one_of
from dicedsl.text.source import Span
from dicedsl.text.spelling import suggest
from dicedsl.typed import built_in, pronouns
from dicedsl.typed import tree as t
from dicedsl.typed.bad import Bad
from dicedsl.typed.elaborator import Brackets, Elaborator, alone, over_each
from dicedsl.typed.kinds import ANYTHING, DICE, DIE, Grouping, Kind, Type, one, set_of
from dicedsl.typed.meant import stands_for
from dicedsl.typed.names import splits
from dicedsl.typed.scope import NameScope

# ------------------------------------------------------------------ nouns


def name(elaborator: Elaborator, node: n.Name, scope: NameScope) -> t.Expr:
    found = noun(elaborator, node.phrase, scope)
    if found is not None:
        return found
    if scope.has is not None:
        has = t.Named(scope.has, type=scope.has.type, span=node.span)
        found = _call_by_words(elaborator, node.phrase, [has], node)
        if found is not None:
            return found
    raise _unknown(elaborator, node.phrase, scope)


def noun(elaborator: Elaborator, phrase: n.Phrase, scope: NameScope) -> t.Expr | None:
    """The thing a run of words names: adjectives, then the longest noun that is known."""
    return _with_adjectives(elaborator, phrase, lambda rest: _plain_noun(elaborator, rest, scope, phrase))


def _with_adjectives(elaborator: Elaborator, phrase: n.Phrase, asked: Callable[[str], t.Expr | None]) -> t.Expr | None:
    """What the longest run of words at the end of a phrase stands for, with the adjectives in front of it."""
    for adjectives, rest in splits(phrase.words):
        found = meant = asked(rest)
        if found is not None and adjectives:
            found = filtered(elaborator, found, adjectives, phrase)
        if found is not None and meant is not None:
            elaborator.note(phrase, stands_for(meant), len(adjectives))
            return found
    return None


def _plain_noun(elaborator: Elaborator, text: str, scope: NameScope, phrase: n.Phrase) -> t.Expr | None:
    names, span = elaborator.names, phrase.span
    if text in scope.names:
        return named(scope.names[text], phrase)
    if text in scope.seats:
        return t.Seat(scope.seats[text], span=span)
    if text == "owner" and scope.owner is not None:
        return named(scope.owner, phrase)
    memory = names.memory(text)
    if memory is not None:
        return None if memory.keys else t.Remembered(memory, type=memory.type, span=span)
    zone = names.zone(text)
    if zone is not None:
        return None if zone.keys else t.Held(zone, type=DICE, span=span)
    if names.list_word(text) is not None:
        raise Bad("E312", f'"{text}" is a list; say which one with `at`', span, help=f"write `{text} at 1`")
    params = names.params_of(text)
    if params is not None:
        word = None if params else names.word(text, phrase)
        return None if word is None else t.Called(word, type=word.type, span=span)
    option = names.option(text)
    if option is not None:
        return t.OptionValue(option, type=option.type, span=span)
    constant = names.constant(text)
    if constant is not None:
        return t.Constant(constant[1], type=one(constant[0]), span=span)
    kind = names.plural(text)
    if kind is not None:
        return t.AllOf(type=set_of(kind), span=span)
    found = built_in.noun(elaborator, ALIASES.get(text, text), span)
    return pronouns.them(elaborator, phrase, scope) if found is None and text == "them" else found


ALIASES = {"remaining players": "players", "all players": "everyone"}


def named(local: t.Local, node: n.Node) -> t.Expr:
    return t.Named(local, type=local.type, span=node.span)


# ------------------------------------------------------------------ adjectives


def filtered(elaborator: Elaborator, found: t.Expr, words: tuple[str, ...], phrase: n.Phrase) -> t.Expr | None:
    """Those of a set or a list that all the adjectives are known of; None if they are not adjectives of such things."""
    if found.type.is_unknown:
        return found
    if found.type.is_one:
        return None
    kind = found.type.kind
    adjectives = _adjectives(elaborator, words, kind)
    if adjectives is None:
        return None
    if found.type.is_set and adjectives in (["taken"], ["empty"]) and kind.is_place:
        if not isinstance(found, t.Range) and elaborator.names.explained(adjectives[0], one(kind)) is None:
            standing = t.Standing(adjectives[0], found, type=found.type, span=phrase.span)
            elaborator.note(phrase, standing, 0, len(words))
            return standing
    rest = elaborator.flat(elaborator.listed(found, phrase))
    form = Grouping.HEAPS if rest.type.form is Grouping.SETS else rest.type.form
    tests = []
    for adjective in adjectives:
        it = t.Local("it", rest.type.member)
        test = described(elaborator, named(it, phrase), adjective)
        if test is None:
            return None
        tests.append(test)
        rest = t.Where(rest, it, test, type=Type(kind, form), span=phrase.span)
    first = 0
    for adjective, test in zip(adjectives, tests, strict=True):
        last = _end_of(adjective, words, first)
        elaborator.note(phrase, stands_for(test), first, last)
        first = last
    return rest


def _end_of(adjective: str, words: tuple[str, ...], first: int) -> int:
    """Behind which of the words an adjective ends that begins with the first of them."""
    return next(last for last in range(first + 1, len(words) + 1) if " ".join(words[first:last]) == adjective)


def _adjectives(elaborator: Elaborator, words: tuple[str, ...], kind: Kind) -> list[str] | None:
    """The words as a row of adjectives of that kind, or None."""
    if not words:
        return []
    for i in range(len(words), 0, -1):
        adjective = " ".join(words[:i])
        if elaborator.names.has_adjective(adjective, kind):
            rest = _adjectives(elaborator, words[i:], kind)
            if rest is not None:
                return [adjective, *rest]
    return None


def described(elaborator: Elaborator, found: t.Expr, text: str) -> t.Expr | None:
    """Whether an adjective is known of one thing or a set, and the test."""
    names, ty = elaborator.names, found.type
    if text in names.colour.values and ty == one(DIE) and names.explained(text, ty) is None:
        return t.Coloured(found, names.colour.values.index(text), span=found.span)
    for reading in elaborator.readings(found):
        known = names.explained(text, reading.type)
        if known is not None:
            adjective = names.adjective(known.key)
            assert adjective is not None
            return t.HasAdjective(adjective, (reading,), span=found.span)
    for reading in elaborator.readings(found):
        memory = names.memory(text)
        if memory is not None and memory.node.state and [one(kind) for kind in memory.keys] == [reading.type]:
            return t.Remembered(memory, (reading,), type=memory.type, span=found.span)
    return built_in.test(elaborator, text, found)


def note_adjective(elaborator: Elaborator, phrase: n.Phrase, found: t.Expr) -> None:
    """What is said of something that is wrong may still be known."""
    known = elaborator.names.signatures_of(phrase.text)
    if known:
        elaborator.note(phrase, elaborator.names.adjective(known[0].key))
    elif phrase.text in builtins.ADJECTIVES:
        elaborator.note(phrase, t.BuiltInTest(phrase.text, found, span=phrase.span))


def related(elaborator: Elaborator, left: t.Expr, text: str, right: t.Expr) -> t.Expr | None:
    """Whether a relation is known between two things, and the test."""
    for one_side, other_side in product(elaborator.readings(left), elaborator.readings(right)):
        known = elaborator.names.explained(text, one_side.type, other_side.type)
        if known is not None:
            adjective = elaborator.names.adjective(known.key)
            assert adjective is not None and known.other is not None
            if known.other.is_set and other_side.type.is_one:
                other_side = alone(other_side)
            return t.HasAdjective(adjective, (one_side, other_side), span=left.span)
    return None


# ------------------------------------------------------------------ of, your, at


def your(elaborator: Elaborator, node: n.Your, scope: NameScope) -> t.Expr:
    return asked(elaborator, node.phrase, [t.You(span=node.span)], node)


def apply(elaborator: Elaborator, node: n.Apply, scope: NameScope) -> t.Expr:
    if isinstance(node.argument, n.Described):
        # `supports of f whose ...`: of one thing nothing can be chosen, so the clause is about its supports.
        inner = node.argument.subject
        found = elaborator.infer(inner, scope)
        if isinstance(found, t.Expr) and found.type.is_one and not found.type.is_unknown:
            whole = n.Apply(node.phrase, inner, span=node.span)
            return elaborator.handlers[n.Described](elaborator, evolve(node.argument, subject=whole), scope)  # type: ignore[return-value]
    return asked(elaborator, node.phrase, arguments_in(elaborator, node.argument, node.phrase, scope), node)


def at(elaborator: Elaborator, node: n.At, scope: NameScope) -> t.Expr:
    base, keys = keyed(node)
    if (
        isinstance(base, n.Apply)
        and not _takes(elaborator, base.phrase) > 1
        and isinstance(base.argument, (n.Apply, n.Your, n.Name))
    ):
        # `number of laid dice of p at r`: the key belongs to what is nearest to it
        inner: n.Expr = base.argument
        for key in keys:
            inner = n.At(inner, key, span=node.span)
        return asked(elaborator, base.phrase, [_only(elaborator.infer(inner, scope), elaborator, inner)], node)
    rest = [elaborator.value(key, scope) for key in keys]
    if isinstance(base, n.Your):
        return asked(elaborator, base.phrase, [t.You(span=base.span), *rest], node)
    if isinstance(base, n.Apply):
        return asked(
            elaborator,
            base.phrase,
            [*arguments_in(elaborator, base.argument, base.phrase, scope, len(rest)), *rest],
            node,
        )
    if isinstance(base, n.Name):
        list_word = elaborator.names.list_word(base.phrase.text)
        if list_word is None:
            return asked(elaborator, base.phrase, rest, node)
        elaborator.note(base.phrase, list_word)
        return _entry(list_word, rest, node)
    raise Bad(
        "E313",
        "`at` follows a list or a memory kept by a second kind",
        node.span,
        help="give the list a name under `words:`, such as `path is list 1, 2, 3`",
    )


def keyed(node: n.Expr) -> tuple[n.Expr, list[n.Expr]]:
    """What stands before the first `at`, and all keys."""
    keys: list[n.Expr] = []
    while isinstance(node, n.At):
        keys.insert(0, node.key)
        node = node.subject
    return node, keys


def _only(meaning: t.Expr | Brackets, elaborator: Elaborator, node: n.Node) -> t.Expr:
    return elaborator.single(meaning, node) if isinstance(meaning, Brackets) else meaning


def _entry(word: t.ListWord, keys: list[t.Expr], node: n.Node) -> t.Expr:
    if len(keys) != 1 or not (keys[0].type.is_unknown or keys[0].type.kind.is_number):
        raise Bad("E314", "a list is asked for by one number, from 1", node.span, help=f"write `{word.name} at 1`")
    return t.Entry(word, keys[0], span=node.span)


def arguments_in(
    elaborator: Elaborator, node: n.Expr, phrase: n.Phrase, scope: NameScope, more: int = 0
) -> list[t.Expr]:
    """What something is asked of, and `more` behind prepositions. Numbers in brackets name a place, unless so many things are asked for."""
    _both_known(elaborator, phrase, node, scope)
    meaning = elaborator.infer(node, scope)
    if not isinstance(meaning, Brackets):
        return [meaning]
    if (
        phrase.text == "step"
        or _takes(elaborator, phrase) == len(meaning.items) + more
        or not elaborator.possible_boards(meaning)
    ):
        return list(meaning.items)
    return [elaborator.place_in(meaning)]


def _takes(elaborator: Elaborator, phrase: n.Phrase) -> int:
    """Of how many things a memory, zone or word is asked; 0 if it is none."""
    for _, text in splits(phrase.words):
        found = elaborator.names.memory(text) or elaborator.names.zone(text)
        if found is not None:
            return len(found.keys)
        params = elaborator.names.params_of(text)
        if params is not None:
            return len(params)
        if text in {"row", "column", "ahead"} and any(
            board.side is not None for board in elaborator.names.boards.values()
        ):
            return 2
    return 0


def asked(elaborator: Elaborator, phrase: n.Phrase, arguments: list[t.Expr], node: n.Node) -> t.Expr:
    """`NAME of arguments`: memory, zone, word or built-in attribute, with adjectives in front."""
    found = _call_by_words(elaborator, phrase, arguments, node) or _of_each(elaborator, phrase, arguments, node)
    if found is not None:
        return found
    if any(argument.type.is_unknown for argument in arguments):
        return t.Wrong(span=phrase.span)
    raise _unknown_function(elaborator, phrase, arguments)


def _of_each(elaborator: Elaborator, phrase: n.Phrase, arguments: list[t.Expr], node: n.Node) -> t.Expr | None:
    """`values of their catch`: the value of each of them."""
    last = phrase.words[-1]
    if one_of(last) == last or all(argument.type.is_one for argument in arguments):
        return None
    return _call_by_words(elaborator, evolve(phrase, words=(*phrase.words[:-1], one_of(last))), arguments, node)


def _call_by_words(elaborator: Elaborator, phrase: n.Phrase, arguments: list[t.Expr], node: n.Node) -> t.Expr | None:
    return _with_adjectives(elaborator, phrase, lambda rest: _call(elaborator, rest, arguments, phrase, node.span))


def _call(elaborator: Elaborator, text: str, arguments: list[t.Expr], phrase: n.Phrase, span: Span) -> t.Expr | None:
    names = elaborator.names
    memory, zone, params = names.memory(text), names.zone(text), names.params_of(text)
    if memory is not None and memory.keys:
        wanted = [one(kind) for kind in memory.keys]
    elif zone is not None and zone.keys:
        wanted = [one(kind) for kind in zone.keys]
    elif params:
        wanted = [names.param_type(param) for param in params]
    else:
        return built_in.attribute(elaborator, text, arguments, phrase, span)
    if len(wanted) != len(arguments):
        raise Bad(
            "E315",
            f'"{text}" is asked of {len(wanted)} thing{"s" * (len(wanted) != 1)}, but {len(arguments)} {"is" if len(arguments) == 1 else "are"} given',
            phrase.span,
            help=f"write `{text} of ({', '.join(ty.kind.name for ty in wanted)})`"
            if len(wanted) > 1
            else f"write `{text} of` and one {wanted[0].kind.name}",
        )
    fitted, over = elaborator.arguments(arguments, wanted, phrase)
    unclear = any(argument.type.is_unknown for argument in arguments)  # of one thing, or of each of several

    def answer(ty: Type) -> Type:
        return ANYTHING if unclear else over_each(ty, over)

    if memory is not None and memory.keys:
        return t.Remembered(memory, fitted, type=answer(memory.type), span=span)
    if zone is not None and zone.keys:
        return t.Held(zone, fitted, type=answer(DICE), span=span)
    word = names.word(text, phrase)
    assert word is not None
    return t.Called(word, fitted, type=answer(word.type), span=span)


# ------------------------------------------------------------------ what a step writes to


def cell(elaborator: Elaborator, node: n.Expr, scope: NameScope) -> t.Cell:
    """The memory a step writes to, with the keys of its cell."""
    base, keys = keyed(node)
    arguments: list[t.Expr] = []
    if isinstance(base, n.Your):
        phrase, arguments = base.phrase, [t.You(span=base.span)]
    elif isinstance(base, n.Apply):
        phrase = base.phrase
        _both_known(elaborator, phrase, base.argument, scope, kept=True)
        arguments = arguments_in(elaborator, base.argument, phrase, scope, len(keys))
    elif isinstance(base, n.Name):
        phrase = base.phrase
    else:
        raise Bad(
            "E317",
            "only memory can be changed, such as `your total`",
            node.span,
            help="name a memory that has a line under `to keep track:`",
        )
    arguments += [elaborator.value(key, scope) for key in keys]
    memory = elaborator.names.memory(phrase.text)
    if memory is None:
        raise _not_memory(elaborator, phrase, scope)
    elaborator.note(phrase, memory)
    if len(memory.keys) != len(arguments):
        raise _other_keys(memory, len(arguments), phrase, node)
    values = [
        elaborator.as_one(elaborator.single(a, node), kind, node)
        for a, kind in zip(arguments, memory.keys, strict=True)
    ]
    return t.Cell(memory, tuple(values), span=node.span)


def _other_keys(memory: t.Memory, given: int, phrase: n.Phrase, node: n.Node) -> Bad:
    text = phrase.text
    if not given:
        help = f"write `your {text}` or `{text} of p`"
        return Bad("E308", f'say whose "{text}" is meant', phrase.span, help=help)
    if not memory.keys:
        message = f'there is only one "{text}", not one for each player'
        return Bad("E320", message, node.span, help=f"write `{text}` alone")
    kinds = " and ".join(kind.name for kind in memory.keys)
    return Bad(
        "E315",
        f'"{text}" is kept for each {kinds}, but {given} {"is" if given == 1 else "are"} given',
        node.span,
        help=f"write `{text} of p at k`" if len(memory.keys) == 2 else f"write `{text} of` and one {kinds}",
    )


def in_zone(elaborator: Elaborator, node: n.Expr, scope: NameScope) -> t.InZone | None:
    """The zone that dice are moved to, if a zone is named."""
    base, keys = keyed(node)
    if not isinstance(base, (n.Name, n.Your, n.Apply)):
        return None
    phrase = base.phrase
    zone = elaborator.names.zone(phrase.text)
    if zone is None or phrase.text in scope.names:
        return None
    elaborator.note(phrase, zone)
    arguments: list[t.Expr] = [t.You(span=base.span)] if isinstance(base, n.Your) else []
    if isinstance(base, n.Apply):
        arguments = [elaborator.single(a, base) for a in arguments_in(elaborator, base.argument, phrase, scope)]
    arguments += [elaborator.value(key, scope) for key in keys]
    if len(arguments) != len(zone.keys):
        help = f"write `your {phrase.text}` or `{phrase.text} of p`"
        raise Bad("E407", f'say whose "{phrase.text}" is meant', phrase.span, help=help)
    values = [elaborator.as_one(a, kind, node) for a, kind in zip(arguments, zone.keys, strict=True)]
    return t.InZone(zone, tuple(values), span=node.span)


# ------------------------------------------------------------------ names given on the spot


def called(scope: NameScope, local: t.Local) -> NameScope:
    """What is called by its kind, such as `die` or `player`, has no name of its own: pronouns can stand for it."""
    is_unnamed = local.type.is_unknown or (local.name == local.type.kind.name and local.type.is_one)
    return scope.with_unnamed(local) if is_unnamed else scope


def bind(elaborator: Elaborator, scope: NameScope, phrase: n.Phrase, local: t.Local) -> NameScope:
    text = phrase.text
    # What a library binds is local to it and no matter of the game.
    ours = phrase.span.source is elaborator.names.book.head.span.source
    taken = (
        ours and elaborator.names.is_taken(text) and text not in elaborator.names.kinds
    )  # what is called by its kind is no other thing
    where = "here" if text in scope.names else "else in this game" if taken else ""
    if where:
        help = "choose another name for it"
        raise Bad("E327", f'"{text}" already stands for something {where}', phrase.span, help=help)
    return scope.bind(text, local)


# ------------------------------------------------------------------ mistakes


def _unknown(elaborator: Elaborator, phrase: n.Phrase, scope: NameScope) -> Bad:
    text, names = phrase.text, elaborator.names
    kept = names.memory(text) or names.zone(text)
    params = names.params_of(text)
    clash = elaborator.clash(n.Name(phrase, span=phrase.span)) if kept is not None or params else None
    if clash is not None:
        return clash
    if kept is not None:
        elaborator.note(phrase, kept)
        help = f"write `your {text}` or `{text} of p`"
        return Bad("E308", f'say whose "{text}" is meant', phrase.span, help=help)
    if params:
        needs = " and ".join(f"a {p.kind}" for p in params)
        return Bad("E309", f'"{text}" needs {needs}', phrase.span, help=f"write `{text} of ...`")
    for size in range(len(phrase.words) - 1, 0, -1):
        rest = " ".join(phrase.words[-size:])
        noun = _plain_noun(elaborator, rest, scope, phrase)
        if noun is not None:
            head = " ".join(phrase.words[:-size])
            return Bad(
                "E310",
                f'"{head}" is no adjective that fits "{rest}"',
                phrase.span,
                help=suggest(head, names.adjective_names())
                or f"explain it under `words:`, such as `{noun.type.kind.called(False)} is {head} when ...`",
            )
    known = {*scope.names, *scope.seats, *names.known()}
    given = given_unmarked(elaborator, lambda rule: rule.span.holds(phrase.span) and rule.name.words[-1] == text)
    return Bad(
        "E311",
        f'"{text}" is not known here',
        phrase.span,
        help=given
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
        if at is not None and not rule.params and is_meant(rule):
            head, given = " ".join(words[:at]), " ".join(words[at:])
            return f"write `rule {head} the {given}:` if `{given}` is what the rule is given"
    return ""


def _both_known(
    elaborator: Elaborator, phrase: n.Phrase, argument: n.Expr, scope: NameScope, kept: bool = False
) -> None:
    """`visits of the inspector`, of which neither side is known, is meant as one name."""
    if (
        not isinstance(argument, n.Name)
        or scope.has is not None
        or noun(elaborator, argument.phrase, scope) is not None
    ):
        return
    if argument.span.start < phrase.span.start:  # `the village is now open`: no name of these words stands there
        return
    said = argument.phrase.text
    texts = {text for _, text in splits(phrase.words)}
    if _takes(elaborator, phrase) or (texts | {one_of(text) for text in texts}) & {
        *builtins.ATTRIBUTES,
        *elaborator.names.functions(),
    }:
        return
    if (
        elaborator.names.memory(said)
        or elaborator.names.zone(said)
        or elaborator.names.params_of(said)
        or _takes(elaborator, argument.phrase)
    ):
        return
    span = phrase.span.to(argument.span)
    whole = " ".join(span.text.split())
    known = {*scope.names, *elaborator.names.known(), *elaborator.names.functions()}
    close = suggest(said, known) or suggest(phrase.text, elaborator.names.functions())
    line = (
        f"give it a line under `to keep track:`, such as `the game has {whole}, at first 0`"
        if kept
        else "give it a line under `material:`, `to keep track:`, `words:` or `options:`"
    )
    if not close:
        raise Bad(
            "E311", f'no name "{whole}" is known here', span, help=suggest(whole, known) or line, label="unknown name"
        )


def _unknown_function(elaborator: Elaborator, phrase: n.Phrase, arguments: list[t.Expr]) -> Bad:
    text = phrase.text
    if elaborator.names.memory(text) is not None or elaborator.names.zone(text) is not None:
        message = f'there is only one "{text}", not one for each player'
        return Bad("E320", message, phrase.span, help=f"write `{text}` alone")
    ty = arguments[0].type
    if text in builtins.FOLDS and isinstance(arguments[0], t.Named) and not ty.is_one:  # `their sum`, `its highest`
        help = f"write `{text} of {arguments[0].local.name}`"
        return Bad("E321", f'"{text}" is followed by `of`', phrase.span, help=help, label="nobody's own")
    many = ty.is_set or ty.form in (Grouping.HEAPS, Grouping.SETS)
    return Bad(
        "E321",
        f'"{text}" is not known of {ty.kind.called(many)}',
        phrase.span,
        help=suggest(text, [*elaborator.names.functions(), *builtins.ATTRIBUTES])
        or f"explain it under `words:`, such as `{text} of {f'{ty.kind.plural} x' if many else ty.kind.called(False)} is ...`",
        label="unknown here",
    )


def _not_memory(elaborator: Elaborator, phrase: n.Phrase, scope: NameScope) -> Bad:
    text, book, span = phrase.text, elaborator.names.book, phrase.span
    if text in {"theirs", "yours"}:
        kept = next(
            (memory.name.text for memory in elaborator.names.memories.nodes.values() if memory.scope.word == "each"),
            "total",
        )
        help = f"write `{'their' if text == 'theirs' else 'your'} {kept}`, or what else of the player's is meant"
        return Bad("E311", f"`{text}` does not say what of the player's is changed", span, help=help)
    if text in scope.names:
        message = f'"{text}" is a name given by `let`, a pick or a loop and cannot be changed'
        return Bad(
            "E318",
            message,
            span,
            help="keep what changes under `to keep track:`, such as `each turn has a pot, at first 0`",
        )
    if text in book.words:
        message = f'"{text}" is a word; it is worked out whenever it is used and cannot be set'
        return Bad(
            "E319",
            message,
            span,
            help="keep what changes under `to keep track:`, such as `each turn has a pot, at first 0`",
        )
    if text in book.options:
        message = f'"{text}" is an option and is fixed before the game'
        return Bad(
            "E319",
            message,
            span,
            help="keep what changes under `to keep track:`, such as `the game has a pot, at first 0`",
        )
    if text in book.zones:
        message = f'"{text}" holds dice and changes only when they are moved'
        return Bad("E319", message, span, help=f"write `move ... to {text}`")
    return Bad(
        "E311",
        f'"{text}" is not known here',
        span,
        help=suggest(text, elaborator.names.memories.nodes)
        or f"give it a line under `to keep track:`, such as `each turn has a {text}, at first 0`",
        label="unknown name",
    )
