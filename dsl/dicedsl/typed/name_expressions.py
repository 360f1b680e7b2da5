"""Names: what they stand for where they are read, asked of things, written to, and given on the spot."""

from __future__ import annotations

import re

from attrs import evolve

from dicedsl.syntax import nodes as n
from dicedsl.syntax.plurals import plural_of, singular_of
from dicedsl.text.source import Span
from dicedsl.typed import built_in, nouns, unknown_names
from dicedsl.typed import tree as t
from dicedsl.typed.elaborator import Brackets, Elaborator, over_each
from dicedsl.typed.kinds import ANYTHING, DICE, Type, one
from dicedsl.typed.scope import NameScope
from dicedsl.typed.semantic_error import SemanticError


def name(elaborator: Elaborator, node: n.Name, scope: NameScope) -> t.Expr:
    expr = nouns.noun(elaborator, node.phrase, scope)
    if expr is not None:
        return expr
    if scope.has is not None:
        has = t.LocalValue(scope.has, type=scope.has.type, span=node.span)
        expr = _call_by_words(elaborator, node.phrase, [has], node)
        if expr is not None:
            return expr
    raise unknown_names.unknown_name(elaborator, node.phrase, scope)


# ------------------------------------------------------------------ of, your, at


def your(elaborator: Elaborator, node: n.Your, scope: NameScope) -> t.Expr:
    return answer_about(elaborator, node.phrase, [t.You(span=node.span)], node)


def apply(elaborator: Elaborator, node: n.Apply, scope: NameScope) -> t.Expr:
    if isinstance(node.argument, n.Described):
        # `supports of f whose ...`: of one thing nothing can be chosen, so the clause is about its supports.
        inner = node.argument.subject
        inner_meaning = elaborator.infer(inner, scope)
        if isinstance(inner_meaning, t.Expr) and inner_meaning.type.is_one and not inner_meaning.type.is_unknown:
            whole = n.Apply(node.phrase, inner, span=node.span)
            return elaborator.handlers[n.Described](elaborator, evolve(node.argument, subject=whole), scope)  # type: ignore[return-value]
    return answer_about(elaborator, node.phrase, arguments_in(elaborator, node.argument, node.phrase, scope), node)


def at(elaborator: Elaborator, node: n.At, scope: NameScope) -> t.Expr:
    base, keys = keyed(node)
    if (
        isinstance(base, n.Apply)
        and not nouns.takes(elaborator, base.phrase) > 1
        and isinstance(base.argument, (n.Apply, n.Your, n.Name))
    ):
        # `number of laid dice of p at r`: the key belongs to what is nearest to it
        inner: n.Expr = base.argument
        for key in keys:
            inner = n.At(inner, key, span=node.span)
        return answer_about(elaborator, base.phrase, [_only(elaborator.infer(inner, scope), elaborator, inner)], node)
    rest = [elaborator.value(key, scope) for key in keys]
    if isinstance(base, n.Your):
        return answer_about(elaborator, base.phrase, [t.You(span=base.span), *rest], node)
    if isinstance(base, n.Apply):
        return answer_about(
            elaborator,
            base.phrase,
            [*arguments_in(elaborator, base.argument, base.phrase, scope, len(rest)), *rest],
            node,
        )
    if isinstance(base, n.Name):
        list_word = elaborator.names.list_word(base.phrase.text)
        if list_word is None:
            return answer_about(elaborator, base.phrase, rest, node)
        elaborator.note(base.phrase, list_word)
        return _entry(list_word, rest, node)
    raise SemanticError(
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
    return elaborator.as_single(meaning, node) if isinstance(meaning, Brackets) else meaning


def _entry(word: t.ListWord, keys: list[t.Expr], node: n.Node) -> t.Expr:
    if len(keys) != 1 or not (keys[0].type.is_unknown or keys[0].type.kind.is_number):
        raise SemanticError(
            "E314", "a list is asked for by one number, from 1", node.span, help=f"write `{word.name} at 1`"
        )
    return t.ListEntry(word, keys[0], span=node.span)


def arguments_in(
    elaborator: Elaborator, node: n.Expr, phrase: n.Phrase, scope: NameScope, more: int = 0
) -> list[t.Expr]:
    """What something is asked of, and `more` behind prepositions. Numbers in brackets name a place, unless so many things are asked for."""
    unknown_names.both_known(elaborator, phrase, node, scope)
    meaning = elaborator.infer(node, scope)
    if not isinstance(meaning, Brackets):
        return [meaning]
    if (
        phrase.text == "step"
        or nouns.takes(elaborator, phrase) == len(meaning.items) + more
        or not elaborator.possible_boards(meaning)
    ):
        return list(meaning.items)
    return [elaborator.place_in(meaning)]


def answer_about(elaborator: Elaborator, phrase: n.Phrase, arguments: list[t.Expr], node: n.Node) -> t.Expr:
    """`NAME of arguments`: memory, zone, word or built-in attribute, with adjectives in front."""
    answer = _call_by_words(elaborator, phrase, arguments, node) or _of_each(elaborator, phrase, arguments, node)
    if answer is not None:
        return answer
    if any(argument.type.is_unknown for argument in arguments):
        return t.Wrong(span=phrase.span)
    raise unknown_names.unknown_function(elaborator, phrase, arguments, node)


def _of_each(elaborator: Elaborator, phrase: n.Phrase, arguments: list[t.Expr], node: n.Node) -> t.Expr | None:
    """`values of their catch`: the value of each of them."""
    last = phrase.words[-1]
    if singular_of(last) == last or all(argument.type.is_one for argument in arguments):
        return None
    return _call_by_words(elaborator, evolve(phrase, words=(*phrase.words[:-1], singular_of(last))), arguments, node)


def _call_by_words(elaborator: Elaborator, phrase: n.Phrase, arguments: list[t.Expr], node: n.Node) -> t.Expr | None:
    return nouns.with_adjectives(elaborator, phrase, lambda rest: _call(elaborator, rest, arguments, phrase, node.span))


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
        if params:
            unknown_names.check_asked_of_one(elaborator, text, arguments)
        raise SemanticError(
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
        return t.MemoryValue(memory, fitted, type=answer(memory.type), span=span)
    if zone is not None and zone.keys:
        return t.ZoneDice(zone, fitted, type=answer(DICE), span=span)
    word = names.word(text, phrase)
    assert word is not None
    return t.WordCall(word, fitted, type=answer(word.type), span=span)


# ------------------------------------------------------------------ what a step writes to


def cell(elaborator: Elaborator, node: n.Expr, scope: NameScope) -> t.Cell:
    """The memory a step writes to, with the keys of its cell."""
    base, keys = keyed(node)
    arguments: list[t.Expr] = []
    if isinstance(base, n.Your):
        phrase, arguments = base.phrase, [t.You(span=base.span)]
    elif isinstance(base, n.Apply):
        phrase = base.phrase
        unknown_names.both_known(elaborator, phrase, base.argument, scope, kept=True)
        arguments = arguments_in(elaborator, base.argument, phrase, scope, len(keys))
    elif isinstance(base, n.Name):
        phrase = base.phrase
    else:
        hidden = unknown_names.hides_fold(elaborator, base.word) if isinstance(base, n.Fold) else None
        raise hidden or SemanticError(
            "E317",
            "only memory can be changed, such as `your total`",
            node.span,
            help="name a memory that has a line under `to keep track:`",
        )
    arguments += [elaborator.value(key, scope) for key in keys]
    memory = elaborator.names.memory(phrase.text)
    if memory is None:
        raise unknown_names.not_memory(elaborator, phrase, scope)
    elaborator.note(phrase, memory)
    if len(memory.keys) != len(arguments):
        raise _other_keys(memory, len(arguments), phrase, node)
    several = [a for a, kind in zip(arguments, memory.keys, strict=True) if a.type.kind == kind and not a.type.is_one]
    if several and memory.node.state:
        raise _said_of_each(memory, several[0], node)
    values = [
        elaborator.as_one(elaborator.as_single(a, node), kind, node)
        for a, kind in zip(arguments, memory.keys, strict=True)
    ]
    return t.Cell(memory, tuple(values), span=node.span)


def _said_of_each(memory: t.Memory, subject: t.Expr, node: n.Node) -> SemanticError:
    """`mules of players are no longer stubborn`: it is said of one after the other."""
    kind, said = subject.type.kind, " ".join(subject.span.text.split())
    becomes = "no longer" if re.search(r"\bno\s+longer\b", node.span.text) else "now"
    whole = " ".join(node.span.text.split())
    message = f"this is said of {kind.called(False)}, but here are {kind.plural}"
    help = f"say it of each: `for each {kind.name} in {said}: the {kind.name} is {becomes} {memory.name}`"
    if re.search(r"(?:is|are) (?:now|no longer) ", whole):
        help = f"write `for each {kind.name} in {said}: the {kind.name} is {becomes} {memory.name}`"
    return SemanticError("E305", message, node.span, help=help)


def _other_keys(memory: t.Memory, given: int, phrase: n.Phrase, node: n.Node) -> SemanticError:
    text = phrase.text
    if not given:
        help = f"write `your {text}` or `{text} of p`"
        return SemanticError("E308", f'say whose "{text}" is meant', phrase.span, help=help)
    counted = _added_for_each(phrase, node)
    if counted is not None:
        return counted
    if not memory.keys:
        message = f'there is only one "{text}", not one for each player'
        return SemanticError("E320", message, node.span, help=f"write `{text}` alone")
    kinds = " and ".join(kind.name for kind in memory.keys)
    return SemanticError(
        "E315",
        f'"{text}" is kept for each {kinds}, but {given} {"is" if given == 1 else "are"} given',
        node.span,
        help=f"write `{text} of p at k`" if len(memory.keys) == 2 else f"write `{text} of` and one {kinds}",
    )


def _added_for_each(phrase: n.Phrase, node: n.Node) -> SemanticError | None:
    """`add 1 to pot for each of kept`: how many there are is a number, and that is what is added."""
    source, whole = phrase.span.source, node.span.source.text[node.span.start : node.span.end]
    before = source.text[: node.span.start].rpartition("\n")[2]
    step = re.search(r"\b(add|take) ([^:;]+?) (to|from) $", before)
    counted = re.search(r" for (?:each|every) (?:of |one of |die (?:in|of) )?(.+)$", whole)
    if step is None or counted is None:
        return None
    several = " ".join(counted[1].split())
    several = f"({several})" if several[0] != "(" and re.search(r" (?:where|that|who|showing)\b", several) else several
    amount = f"count of {several}" if step[2] in {"1", "one", "a", "an"} else f"{step[2]} * count of {several}"
    said = f"{step[1]} {amount} {step[3]} {whole[: counted.start()]}"
    span = Span(source, node.span.start - len(before) + step.start(), node.span.end)
    return SemanticError("E320", "how many there are is asked with `count of`", span, help=f"write `{said}`")


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
        arguments = [elaborator.as_single(a, base) for a in arguments_in(elaborator, base.argument, phrase, scope)]
    arguments += [elaborator.value(key, scope) for key in keys]
    if len(arguments) != len(zone.keys):
        help = f"write `your {phrase.text}` or `{phrase.text} of p`"
        raise SemanticError("E407", f'say whose "{phrase.text}" is meant', phrase.span, help=help)
    values = [elaborator.as_one(a, kind, node) for a, kind in zip(arguments, zone.keys, strict=True)]
    return t.InZone(zone, tuple(values), span=node.span)


# ------------------------------------------------------------------ names given on the spot


def scope_with_unnamed(scope: NameScope, local: t.Local) -> NameScope:
    """The scope in which pronouns can stand for what is called by its kind, such as `die` or `player`: it has no name of its own."""
    kind = local.type.kind.name
    if local.type.is_unknown or (local.name == kind and local.type.is_one):
        return scope.with_unnamed(local)
    if local.type.is_one and local.name.endswith(f" {kind}"):  # `the player` in `for each spare player:`
        named = scope if kind in scope.names else scope.bind(kind, local)
        return named.with_unnamed(local)
    return scope


def bind(elaborator: Elaborator, scope: NameScope, phrase: n.Phrase, local: t.Local) -> NameScope:
    text = phrase.text
    # What a library binds is local to it and no matter of the game.
    ours = phrase.span.source is elaborator.names.book.head.span.source
    # what is called by its kind is no other thing
    taken = ours and elaborator.names.is_taken(text) and text not in elaborator.names.kinds
    where = "here" if text in scope.names else "else in this game" if taken else ""
    if where:
        help, span = _among_others(phrase, text)
        help = help or "choose another name for it"
        raise SemanticError("E327", f'"{text}" already stands for something {where}', span, help=help)
    return scope.bind(text, local)


def _among_others(phrase: n.Phrase, kind: str) -> tuple[str, Span]:
    """`no other player has ...` in a word about a player: the others are those but for that player."""
    before, said, span = _line_around(phrase), " ".join(phrase.span.text.split()), phrase.span
    word = {"no": "none", "some": "some", "every": "all"}.get(before.rpartition(" ")[2])
    if word is None or said != f"other {kind}":
        return "", span
    first = span.source.text.rindex(before.rpartition(" ")[2], 0, span.start)
    behind = re.match(r" (is|are|has|have) ([^:;,|\n]+?)(?=$|[:;,|)\n]| and | or )", span.source.text[span.end :])
    if behind is not None:
        rest = re.sub(r"\btheir ([a-z][a-z -]*)$", rf"\1 of the {kind}", behind[2])
        verb = {"is": "are", "has": "have"}.get(behind[1], behind[1])
        span = Span(span.source, first, span.end + behind.end())
        return f"write `{word} of {plural_of(kind)} except the {kind} {verb} {rest}`", span
    return (
        f"write `{word} of {plural_of(kind)} except the {kind} have` or `are ...`, and `of the {kind}` behind what is theirs"
    ), span


def _line_around(phrase: n.Phrase) -> str:
    return phrase.span.source.text[: phrase.span.start].rpartition("\n")[2].rstrip()
