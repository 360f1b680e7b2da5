"""A rulebook being written: mistakes where they stand, examples that hold or not, and a game that goes on when it can."""

import pytest

from dicedsl.errors import UsageError
from dicedsl.studio.edited_rulebook import EditedRulebook
from dicedsl.studio.links import LONGEST_STUDIO_TEXT, text_of_link
from tests.samples import RACE as GAME


def played(rulebook: EditedRulebook, moves: int) -> None:
    session = rulebook.session
    assert session is not None
    for _ in range(moves):
        list(session.run())
        session.answer(session.moves()[0])
    list(session.run())


@pytest.fixture
def rulebook() -> EditedRulebook:
    found = EditedRulebook("")
    found.edit(GAME)
    found.start(["Anna", "Ben"], seed=5)
    return found


def test_a_sound_text_has_examples_that_hold(rulebook: EditedRulebook) -> None:
    assert rulebook.is_sound
    assert [(e.title, e.holds, e.line) for e in rulebook.examples] == [("A six", True, 19)]


def test_a_mistake_is_told_with_its_line_and_what_to_do() -> None:
    found = EditedRulebook("")
    found.edit(GAME.replace("sum of number of cup", "sum of nuber of cup"))
    assert not found.is_sound
    mistake = found.mistakes[0]
    assert mistake.line == 14
    assert found.text[mistake.start : mistake.end] == "nuber"
    assert "number" in mistake.help
    assert mistake.fix == "number"


@pytest.mark.parametrize(
    ("old", "new", "fix"),
    [
        ("turn:", "trun:", "turn"),  # a word of the language
        ('Anna chooses "take"', 'Anna chooses "tale"', '"take"'),  # a text, with its quotes
        ("sum of number of cup", "sum of zebra of cup", ""),  # nothing is like it
    ],
)
def test_one_word_that_is_meant_can_be_used(old: str, new: str, fix: str) -> None:
    found = EditedRulebook("")
    found.edit(GAME.replace(old, new))
    assert [mistake.fix for mistake in found.mistakes] == [fix]
    mended = found.text[: found.mistakes[0].start] + fix + found.text[found.mistakes[0].end :]
    if fix:
        assert mended == GAME


def test_an_example_that_does_not_hold_names_its_line(rulebook: EditedRulebook) -> None:
    rulebook.edit(GAME.replace("score of Anna is 6", "score of Anna is 7"))
    example = rulebook.examples[0]
    assert not example.holds
    assert example.wrong == 23
    assert "6" in example.text


def test_the_position_after_a_line_of_an_example(rulebook: EditedRulebook) -> None:
    before, after = rulebook.position(21), rulebook.position(22)
    assert before is not None and after is not None
    slot = next(s for s in after.table.program.slots if s.name == "score")
    assert (before.state.cells[slot.base], after.state.cells[slot.base]) == (0, 6)
    assert after.names == ("Anna", "Ben")
    assert rulebook.position(3) is None


def test_the_game_goes_on_after_an_edit_that_leaves_it_possible(rulebook: EditedRulebook) -> None:
    played(rulebook, 2)
    before = rulebook.session
    rulebook.edit(GAME.replace("goal = 12", "goal = 50"))
    assert before is not None and rulebook.session is not None and rulebook.session is not before
    assert rulebook.session.action_texts() == before.action_texts()
    assert "goes on" in rulebook.note


def test_a_comment_changes_nothing(rulebook: EditedRulebook) -> None:
    played(rulebook, 2)
    before = rulebook.session
    rulebook.edit("# mine\n" + GAME)
    assert rulebook.session is before


def test_the_game_says_where_it_cannot_go_on(rulebook: EditedRulebook) -> None:
    played(rulebook, 2)
    rulebook.edit(GAME.replace('"take"', '"grab"'))
    session = rulebook.session
    assert session is not None
    assert "not possible any more" in rulebook.note
    assert any("grab" in move.text for move in session.moves())


def test_another_game_is_begun_anew(rulebook: EditedRulebook) -> None:
    played(rulebook, 2)
    rulebook.edit(GAME.replace('"take"', '"grab"').replace('"Race"', '"Chase"'))
    assert rulebook.session is not None and not rulebook.session.entries
    assert "Chase" in rulebook.note


def test_a_game_for_other_numbers_is_begun_anew(rulebook: EditedRulebook) -> None:
    played(rulebook, 2)
    rulebook.edit(GAME.replace("players 2", "players 3").replace("Anna, Ben", "Anna, Ben, Cleo"))
    assert rulebook.session is not None and rulebook.session.table.players == 3
    assert "not for 2" in rulebook.note


def test_options_are_kept_while_they_can_be(rulebook: EditedRulebook) -> None:
    rulebook.start(["Anna", "Ben"], options={"goal": 20})
    rulebook.edit(GAME.replace("add 1 to", "add 2 to"))
    assert rulebook.session is not None and dict(rulebook.session.table.setting.options) == {"goal": 20}
    rulebook.edit(GAME.replace("from 2 to 100", "from 2 to 15"))
    assert dict(rulebook.session.table.setting.options) == {}
    assert "goal = 20" in rulebook.note


def test_undo_goes_back_to_the_last_choice_and_the_dice_fall_as_before(rulebook: EditedRulebook) -> None:
    played(rulebook, 3)
    before = rulebook.session
    assert before is not None
    people = [i for i, entry in enumerate(before.entries) if entry.need.is_person]
    rulebook.undo()
    after = rulebook.session
    assert after is not None and len(after.entries) == people[-1]
    after.answer(after.moves()[0])
    list(after.run())
    assert after.action_texts() == before.action_texts()


def test_there_is_nothing_to_undo_at_first(rulebook: EditedRulebook) -> None:
    with pytest.raises(UsageError, match="nothing to take back"):
        rulebook.undo()


def test_a_broken_text_leaves_the_game_as_it_was(rulebook: EditedRulebook) -> None:
    played(rulebook, 1)
    before = rulebook.session
    rulebook.edit(GAME.replace("turn:", "tur:"))
    assert not rulebook.is_sound
    assert rulebook.session is before


def test_a_link_holds_the_text(rulebook: EditedRulebook) -> None:
    assert text_of_link(rulebook.link()) == GAME


@pytest.mark.parametrize("piece", ["", "!!", "AAAA", "x" * 100_000])
def test_a_link_that_holds_nothing_is_told(piece: str) -> None:
    with pytest.raises(UsageError):
        text_of_link(piece)


def test_a_link_that_holds_too_much_is_told() -> None:
    piece = EditedRulebook("a" * (LONGEST_STUDIO_TEXT + 1)).link()
    with pytest.raises(UsageError, match="too much"):
        text_of_link(piece)


def test_a_text_that_is_too_long_is_refused() -> None:
    with pytest.raises(UsageError, match="characters"):
        EditedRulebook("").edit("#" * (LONGEST_STUDIO_TEXT + 1))
