"""What each written name stands for: one table, by the way, for whoever asks of a place in the text."""

from __future__ import annotations

from pathlib import Path

import pytest

from dicedsl.rulebook.files import find
from dicedsl.rulebook.library import games
from dicedsl.rulebook.loading import load_path, load_source
from dicedsl.rulebook.parts import all_parts
from dicedsl.syntax import nodes as n
from dicedsl.syntax.walk import walk
from dicedsl.text.source import Source
from dicedsl.typed import tree as t
from dicedsl.typed.game import elaborate
from dicedsl.typed.kinds import Kind
from dicedsl.typed.name_uses import NameUse, NameUses
from tests.typed.test_typed import book, variants_of


def meant(turn: str) -> tuple[t.TypedGame, NameUses]:
    game = elaborate(book(turn))
    assert game.problems == []
    return game, NameUses(game.uses)


def uses_of(game: t.TypedGame, text: str) -> list[NameUse]:
    return [use for use in game.uses if isinstance(use.written, n.Phrase) and use.written.text == text]


def test_a_name_stands_for_what_is_declared() -> None:
    game, _ = meant("add worth of leader to your total\nroll high cup")
    assert {use.referent for use in uses_of(game, "worth")} == {game.words["worth"]}
    assert {use.referent for use in uses_of(game, "leader")} == {game.words["leader"]}
    assert {use.referent for use in uses_of(game, "total")} == {game.memories["total"]}
    adjective, noun = sorted(uses_of(game, "high cup"), key=lambda use: use.first)
    assert (adjective.first, adjective.last, adjective.referent) == (0, 1, game.adjectives["die is high"])
    assert (noun.first, noun.last, noun.referent) == (1, 2, game.zones["cup"])


def test_a_name_given_on_the_spot_is_known_by_its_place() -> None:
    game, table = meant(
        """
        for each s in suits:
            set your row total at s to 1
        for each s in suits:
            set your row total at s to 2
        """
    )
    homes = [use.written for use in game.uses if use.introduced_by is not None and use.written.span.text == "s"]
    first, second = (node for node in walk(game.book.flows["turn"]) if isinstance(node, n.For))
    assert first.name in homes and second.name in homes
    assert table.speaks_of(first.block, [first.name]) and not table.speaks_of(first.block, [second.name])


def test_kinds_are_named_by_parameters_and_keys() -> None:
    game, _ = meant("add 1 to your total")
    named = {use.referent.name for use in game.uses if isinstance(use.referent, Kind)}
    assert {"player", "suit", "die"} <= named


@pytest.mark.parametrize("path", [path for _, path in games()][::6], ids=lambda path: path.stem)
def test_every_name_of_a_rulebook_has_its_place_in_the_table(path: Path) -> None:
    """What is asked and what is done; declarations and examples aside, which are read elsewhere."""
    rulebook, _ = load_path(path)
    assert rulebook is not None
    table = NameUses(elaborate(rulebook).uses)
    for part in all_parts(rulebook):
        for node in walk(part) if not isinstance(part, n.Example) else ():
            if isinstance(node, (n.Name, n.Your, n.Apply)):
                assert table.referent_of(node.phrase) is not None, node.span.text


def test_a_variant_takes_over_what_is_known() -> None:
    cases = variants_of(find("18-spotted-cow"))
    assert cases
    for _, alone, shared in cases:
        assert shared.names.parts.taken_over > 0
        assert _places(shared) == _places(alone)


def _places(game: t.TypedGame) -> set[tuple[str, int, int, int, str]]:
    found = set()
    for use in game.uses:
        span = use.written.span
        found.add((span.source.name, span.start, use.first, use.last, type(use.referent).__name__))
    return found


def test_a_node_made_from_another_one_stands_where_that_stood() -> None:
    text = 'game "G"\nplayers 2\n\nmaterial:\n    cup: 2 dice\n\nturn:\n    if count of cup is 2: roll cup\n'
    found, _ = load_source(Source("<text>", text))
    assert found is not None
    table = NameUses(elaborate(found).uses)
    written = next(node for node in walk(found.flows["turn"]) if isinstance(node, n.Name))
    again = n.Name(n.Phrase(written.phrase.words, span=written.phrase.span), span=written.span)
    assert table.whole_referent(again) is table.whole_referent(written) is not None
