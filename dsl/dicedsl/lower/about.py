"""What a rulebook says about itself, as a record of the program."""

from __future__ import annotations

from dicedsl.about import About, OptionInfo
from dicedsl.rulebook.book import Rulebook
from dicedsl.rulebook.parts import acting_parts, named_lines
from dicedsl.rulebook.set_up_starter import starter_set_up
from dicedsl.syntax import nodes as n
from dicedsl.syntax.walk import constant, walk

# What comes to yes or no, as the default of an option is written.
TRUTHS = (n.Truth, n.Not, n.And, n.Or, n.Is, n.Quantified, n.HasOrder)


def about_book(book: Rulebook) -> About:
    players = book.players
    return About(
        title=book.title,
        word=book.head.word,
        counts=players.counts if players is not None else (),
        more=players is not None and players.more,
        options=tuple(_option(option, set(book.options)) for option in book.options.values()),
        variants=tuple(book.variants),
        chosen=tuple(book.changes),
        uses=tuple(book.uses),
        notes=tuple((remark.word, remark.text.value) for remark in book.remarks),
        has_match="match" in book.flows,
        has_skill=_speaks_of_skill(book),
        begun_by_setup=starter_set_up(book) is not None,
        where=book.head.title.span,
    )


def _option(option: n.Option, names: set[str]) -> OptionInfo:
    text = option.text.value if option.text is not None else ""
    default, bounds = option.default, option.bounds
    said = default.span.text
    written = [default, *option.choices]
    if isinstance(default, TRUTHS):
        return OptionInfo(option.name.text, "truth", said, text=text)
    words = tuple(x.phrase.text for x in written if isinstance(x, n.Name))
    if len(words) == len(written) and (option.choices or words[0] not in names):
        return OptionInfo(option.name.text, "word", said, words, text=text)
    numbers = [constant(x) for x in written] if option.choices else []
    return OptionInfo(
        option.name.text,
        "number",
        said,
        tuple(x for x in numbers if x is not None) if None not in numbers else (),
        constant(bounds.low) if bounds is not None else None,
        constant(bounds.high) if bounds is not None else None,
        text,
    )


def _speaks_of_skill(book: Rulebook) -> bool:
    said = (node for part in (*named_lines(book), *acting_parts(book)) for node in walk(part))
    return any(isinstance(node, n.Apply) and node.phrase.text == "skill" for node in said)
