"""What the builders of all constructs share: what a handler of a rule of the grammar is, and how a tree is walked."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Any

from lark import Token, Tree

from dicedsl.syntax import nodes as n
from dicedsl.syntax.declared_names import NO_DECLARED_NAMES, DeclaredNames
from dicedsl.syntax.edition_parser import SECOND, Edition
from dicedsl.syntax.reserved import BEGINNING, JOINING
from dicedsl.text.source import Source, Span

Handler = Callable[["Builder", Tree[Token], Span], Any]


class BuildProblem(Exception):
    """Something the grammar lets through that only the builder can see; located."""

    def __init__(self, code: str, message: str, span: Span, help: str = "") -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.span = span
        self.help = help


class Builder:
    """`handlers` say how a tree is built, by rule of the grammar; `shift` is how much further on in the source its
    trees stand than in the text that was read."""

    def __init__(
        self,
        source: Source,
        shift: int,
        edition: Edition,
        handlers: Mapping[str, Handler],
        declared: DeclaredNames = NO_DECLARED_NAMES,
    ) -> None:
        self.source = source
        self.shift = shift
        self.edition = edition
        self.handlers = handlers
        self.declared = declared

    def moved(self, shift: int) -> Builder:
        return Builder(self.source, shift, self.edition, self.handlers, self.declared)

    def span(self, item: Tree[Token] | Token) -> Span:
        if isinstance(item, Token):
            return self._span(item.start_pos or 0, item.end_pos or 0)
        if item.meta.empty:
            return Span(self.source, 0, 0)
        return self._span(item.meta.start_pos, item.meta.end_pos)

    def _span(self, start: int, end: int) -> Span:
        return Span(self.source, start + self.shift, end + self.shift)

    def build(self, item: Any) -> Any:
        """The node of a tree; None stays None, a token is handled by who asked for its parent."""
        if item is None:
            return None
        if isinstance(item, Token):
            if item.type == "STRING":
                return n.Text(item[1:-1], span=self.span(item))
            return item
        return self.handlers[item.data](self, item, self.span(item))

    def all(self, items: list[Any]) -> tuple[Any, ...]:
        return tuple(self.build(item) for item in items if item is not None)

    def name(self, item: Any) -> n.Phrase:
        """A phrase that is one name: no article stands inside it, and it does not begin like a value."""
        phrase: n.Phrase = self.build(item)
        if self.edition is SECOND:
            check_name(phrase)
        return phrase

    def names(self, items: list[Any]) -> tuple[n.Phrase, ...]:
        return tuple(self.name(item) for item in items if item is not None)


def check_name(phrase: n.Phrase) -> None:
    """A name has no article inside, and does not begin like a value."""
    if phrase.seams:
        word, why = phrase.seams[0][1], "a new name begins there"
    elif phrase.words[0] in BEGINNING:
        word, why = phrase.words[0], "a value begins with it"
    else:
        return
    message = f'"{word}" cannot be part of a name ({phrase.written}): {why}'
    alone = phrase.joined == word
    help = "use another word" if alone else f"call it `{phrase.joined}`, or use another word"
    raise BuildProblem("E113", message, phrase.span, help=help)


def children_of(tree: Tree[Token]) -> list[Any]:
    """The parts of a rule; absent optional parts stay as None."""
    return list(tree.children)


def is_behind(span: Span, lines: tuple[Any, ...]) -> bool:
    """Whether a single line stands behind the colon of what `span` covers; what tells it may stand below."""
    others = [line for line in lines if not isinstance(line, n.Remark)]
    return len(others) == 1 and "\n" not in span.text[: others[0].span.start - span.start]


def told_first(lines: tuple[Any, ...]) -> tuple[Any, ...]:
    """Remarks before the one line that they tell: so it is wherever a block has lines of its own."""
    return (*(x for x in lines if isinstance(x, n.Remark)), *(x for x in lines if not isinstance(x, n.Remark)))


def as_param(phrase: n.Phrase, kinds: Collection[str], prep: str = "", alone: bool = False) -> n.Param:
    """A parameter: its kind and its name, or `a` and its kind; `alone` lets a single word be one without `a`.

    `kinds` are known, so that those of several words are found."""
    words = phrase.words
    kind = _kind_before_more(phrase.words[-1], kinds)
    if phrase.article and kind and len(words) == 1:  # `the player with no luck`
        return n.Param(kind, n.Phrase(words, span=phrase.span), prep, article=phrase.article, span=phrase.span)
    if phrase.article and (len(words) < 2 or phrase.text in kinds):
        return _called_by_kind(phrase, prep)
    if len(words) < 2:
        if alone:
            return _called_by_kind(phrase, prep)
        raise BuildProblem(
            "E120",
            f'say what kind of thing "{phrase.text}" is, such as "number {phrase.text}" or "player {phrase.text}"',
            phrase.span,
        )
    size = next((size for size in range(len(words) - 1, 0, -1) if " ".join(words[:size]) in kinds), len(words) - 1)
    name = n.Phrase((" ".join(words[size:]),), span=phrase.span)
    return n.Param(" ".join(words[:size]), name, prep, article=phrase.article, span=phrase.span)


def _kind_before_more(name: str, kinds: Collection[str]) -> str:
    """The kind with which a name of several words begins that goes on with one that joins."""
    words = name.split(" ")
    sizes = (size for size in range(len(words) - 1, 0, -1) if words[size] in JOINING)
    return next((kind for size in sizes if (kind := " ".join(words[:size])) in kinds and name not in kinds), "")


def _called_by_kind(phrase: n.Phrase, prep: str) -> n.Param:
    name = n.Phrase((phrase.text,), span=phrase.span)
    return n.Param(phrase.text, name, prep, True, phrase.article, span=phrase.span)


def by_clause(builder: Builder, token: Token | None, measure: Any) -> n.By | None:
    if token is None:
        return None
    built = builder.build(measure)
    return n.By(token.type == "HIGHEST", built, span=builder.span(token).to(built.span))


def target_name(builder: Builder, tree: Tree[Token]) -> str:
    built = builder.build(children_of(tree)[-1])
    return built.value if isinstance(built, n.Text) else built.text if isinstance(built, n.Phrase) else str(built)


def whole_number(builder: Builder, token: Token) -> n.Number:
    return n.Number(int(token), span=builder.span(token))
