"""Every step of every game is told in sentences that are right for the reader, in the order in which things happened."""

from __future__ import annotations

import re

import pytest

from dicedsl.interpreter.game import load
from dicedsl.interpreter.model.events import PlayedAction
from dicedsl.interpreter.model.records import EventKind
from dicedsl.interpreter.play.session.session import Session
from dicedsl.interpreter.state import Move
from dicedsl.interpreter.table.game_table import GameTable
from dicedsl.rulebook.library import games
from tests.model.playing import Game, reader, small, steps, texts, told
from tests.parts import some

NAMES = [name for name, _ in games()]
BAD = re.compile(
    r"\bP[0-9]+\b|[\x00{}]|\byou (is|has|was|does|rolls|takes|loses|wins)\b|\b(Ann|Ben|Cleo) (are|have|were|do)\b|\?"
)


@pytest.mark.parametrize("name", some(NAMES, 2))
def test_every_step_reads_well(name: str) -> None:
    table = Game.named(name).table()
    for step in steps(table, 5, 30):
        for seat in (0, None):
            events = told(table, step, seat)
            for event in events:
                assert not BAD.search(event.text), event.text
                assert event.text[0].isupper() or not event.text[0].isalpha(), event.text
                assert event.text[-1] in ".!?:", event.text
                assert len(event.text) < 260, event.text
                if seat is None:
                    assert not re.search(r"\b[Yy]ou(r|rs)?\b", event.text), event.text
            assert len(events) <= 16, [e.text for e in events]


def test_a_put_that_fills_several_funnels_names_them_all_and_nothing_else() -> None:
    """By what stands on each place before and after, whatever numbers equal dice have been given."""
    table = Game.named("23-rasanto").table(2)
    reg, board = table.reg, table.program.boards[0]
    several = 0
    for step in steps(table, 7):
        if not isinstance(step.action, Move):
            continue
        filled = {
            at
            for at in range(len(board.labels))
            if not step.before.cells[reg.on_place + at] and step.after.cells[reg.on_place + at]
        }
        named = {place for e in told(table, step, 0, minor=True) if e.kind is EventKind.MOVED for _, place in e.places}
        assert named == filled
        news = " ".join(e.text for e in told(table, step, 0) if e.kind is EventKind.MOVED)
        few = len(filled) <= 6
        for at in filled - {step.action.values[0]}:
            assert not few or table.words.places.name(board.name, at) in news
        several += len(filled) > 1
    assert several > 10


def test_a_showdown_shows_all_hands_says_who_is_right_and_what_is_lost() -> None:
    table = Game.named("perfecto").table(2, starter=0)
    session = Session(table, ["Ann", "Ben"], 1, "ask")
    session.enter_roll((1, 2, 3, 4, 5, 6))
    session.enter_roll((5, 5, 5, 1, 1, 2))
    session.answer(session.read("bid 9 6"))
    entry = session.answer(session.read("challenge"))
    step = entry.step
    heard = texts(table, step, 0)

    assert heard[0] == "Ben challenges."
    assert heard[1:3] == [
        "Your hand: [1 red] [2 red] [3 red] [4 red] [5 red] [6 red].",
        "Ben's hand: 1 1 2 5 5 5.",
    ]
    assert heard[3] == "The bid was 9 of rank 6. Counted: 7, 1 that show 6 and 6 red."
    assert heard[4] == "So Ben is right."
    assert heard[5] == "You lose a die."
    assert not any("goes from" in text for text in heard)  # it is said already
    assert texts(table, step, 1)[4] == "So you are right."
    assert texts(table, step, 1)[5] == "Ann loses a die."


def test_what_a_move_names_itself_is_not_told_again() -> None:
    table = Game.named("liars-dice").table(2, starter=0)
    for step in steps(table, 3):
        if isinstance(step.action, Move) and step.action.alternative == 0:
            values = step.action.values
            assert texts(table, step, None)[0] == f"{('Ann', 'Ben')[step.seat]} bids {values[0]} of face {values[1]}."
            assert not [e for e in told(table, step, None) if e.kind is EventKind.CHANGED]
            assert [e for e in told(table, step, None, minor=True) if e.kind is EventKind.CHANGED]


def test_the_end_tells_hands_scores_and_why() -> None:
    table = Game.named("liars-dice").table(2, {"dice per player": 1, "single call": True}, starter=0)
    *_, last = steps(table, 3)
    heard = texts(table, last, 0)
    assert any(text.startswith("Ben's hand: ") for text in heard) and any(
        text.startswith("Your hand: ") for text in heard
    )
    assert any(re.match(r"The bid was [0-9] or more that show [0-9]\. There are [0-9]\.", text) for text in heard)
    assert any(re.match(r"The bid (holds|fails)\.", text) for text in heard)
    assert not any("it is not so" in text.lower() for text in heard)

    table = Game.named("farkle").table(2, {"goal": 1000})
    *_, last = steps(table, 3)
    heard = texts(table, last, 0)
    assert heard[-2:][0] == "The goal is reached." and re.fullmatch(
        r"Scores: (you|Ben) \d+ and (you|Ben) \d+\.", heard[-1]
    )


def test_each_game_of_a_match_ends_once() -> None:
    table = Game.named("two-out-of-three").table(2)
    over = [
        e.text
        for step in steps(table, 4)
        for e in told(table, step, None)
        if e.kind is EventKind.GAME and "is over" in e.text
    ]
    assert over == [f"Game {number} is over: {text.partition(': ')[2]}" for number, text in enumerate(over, start=1)]
    assert len(over) >= 3


def test_dice_laid_out_by_lot_are_told_once() -> None:
    table = Game.named("42-favourite").table(2)
    drawn = [
        e.text
        for step in steps(table, 1, 170)
        for e in told(table, step, 0)
        if e.kind in {EventKind.DRAW, EventKind.MOVED}
    ]
    assert drawn.count("Dice are laid out by lot.") == 1
    assert not [text for text in drawn if "fill" in text]


def test_answers_given_at_once_are_told_when_all_are_in() -> None:
    table = small(
        "material:\n    each player has score = 0\n"
        'round:\n    choose by players at once:\n        "left": add 1 to your score\n        "right": add 2 to your score\n'
        'end "done" when some p in players has score at least 2: p wins\n'
    )
    first, second = list(steps(table, 1, 2))
    assert texts(table, first, 1)[:1] == ["Ann has chosen."] and len(texts(table, first, 1)) == 1
    heard = texts(table, second, 0)
    assert heard[0] == "Ben has chosen."
    assert re.fullmatch(r"You: (left|right)\.", heard[1]) and re.fullmatch(r"Ben: (left|right)\.", heard[2])


def test_things_are_told_in_the_order_in_which_they_happen() -> None:
    """What the rulebook says stands where it is said; a number that changes twice is told once, where it comes to stand."""
    table = small(
        "material:\n    each player has score = 0\n"
        'turn:\n    choose:\n        "go":\n            add 5 to your score\n            say "{you} have {your score}."\n'
        "            set your score to 1\n"
        'end "done" when turns played is 4: highest score wins\n'
    )
    first = next(iter(steps(table, 1)))
    assert texts(table, first, 0)[:3] == ["You go.", "You have 5.", "Your score: 1."]
    assert texts(table, first, 1)[1:3] == ["Ann has 5.", "Ann's score: 1."]


def test_the_reader_of_nothing_is_named_nowhere() -> None:
    table = Game.named("pig").table(2)
    assert reader(table, None).who(0) == "Ann"


# ------------------------------------------------------------------ told once, and truly


def moved(table: GameTable, *typed: str) -> PlayedAction:
    """The last of some moves, each by whoever is asked."""
    session = Session(table, ["Ann", "Ben"], 1)
    entry = None
    for text in typed:
        while session.need().kind not in {"choose", "over"}:
            session.advance()
        entry = session.answer(session.read(text))
    assert entry is not None
    return entry.step


def test_what_changes_twice_in_a_step_is_told_once_with_what_came_of_it() -> None:
    table = small(
        """
material:
    each player has gold = 5
    each player has silver = 5
turn:
    choose:
        "trade":
            add 4 to your gold
            take 2 from your silver
            say "The trader comes."
            take 3 from your gold
            say "The trader goes."
            add 2 to your silver
"""
    )

    heard = texts(table, moved(table, "trade"), 0)

    assert [text for text in heard if "gold" in text] == ["Your gold: 6 (+1)."]
    assert not any("silver" in text for text in heard)
    assert heard.index("The trader comes.") < heard.index("Your gold: 6 (+1).")


def test_points_that_go_from_the_board_to_the_total_are_no_news() -> None:
    table = Game.named("six-by-six").table(2, starter=0)
    cleared = 0
    for step in steps(table, 3):
        heard = texts(table, step, 0)
        if any("each die on the board counts" in text for text in heard):
            cleared += 1
            assert sum(text.startswith("Your points") for text in heard) <= 1
            assert not any(text.startswith("Your points") and "(-" in text for text in heard), heard
    assert cleared >= 4


def test_dice_that_slide_are_told_in_a_short_sentence_and_two_change_places() -> None:
    table = Game.named("35-slide").table(2, starter=0)

    line = texts(table, moved(table, "take (0,0,3)"), 0)
    pair = texts(table, moved(table, "take (0,0,1)"), 0)

    assert "The die goes to i11, and 3 dice slide along to fill the gap." not in pair
    assert any(re.fullmatch(r"The die goes to i11, and [23] dice slide along to fill the gap\.", t) for t in line), line
    assert any(re.fullmatch(r"2 dice change places: i11 and h1\d\.", text) for text in pair), pair


def test_the_number_of_dice_that_change_places_is_that_of_the_places() -> None:
    for name in ("35-slide", "36-slipped", "54-falling-rocks"):
        table = Game.named(name).table()
        for step in steps(table, 4, 60):
            for text in texts(table, step, 0, minor=True):
                told_of = re.fullmatch(r"(\d+) dice change places: (.*)\.", text)
                if told_of and "more" not in text and "places of" not in text:
                    assert len(re.split(", | and ", told_of[2])) == int(told_of[1]), text


def test_an_avalanche_is_told_by_layers() -> None:
    table = Game.named("23-rasanto").table(2)
    pattern = re.compile(r"(?:Your|Ben's) dice fill (\d+) places? of layer ([b-i])((?:(?:,| and) \d+ of [b-i])*)\.")
    found = 0
    for step in steps(table, 2):
        for event in told(table, step, 0):
            if event.kind is EventKind.MOVED and (match := pattern.fullmatch(event.text)):
                counts = [int(match[1]), *(int(number) for number in re.findall(r"(\d+) of", match[3]))]
                assert sum(counts) <= len(event.places) and sum(counts) > 10
                found += 1
    assert found


def test_a_wrong_perfecto_call_is_called_wrong() -> None:
    table = Game.named("perfecto").table(2, starter=0)
    session = Session(table, ["Ann", "Ben"], 1, "ask")
    session.enter_roll((1, 2, 3, 4, 5, 6))
    session.enter_roll((5, 5, 5, 1, 1, 2))
    session.answer(session.read("bid 9 6"))
    entry = session.answer(session.read("perfecto"))
    heard = texts(table, entry.step, 0)

    assert "That is not exactly 9, so Ben called Perfecto wrongly." in heard
    assert not any("right" in text for text in heard)


def test_a_die_that_is_rolled_on_a_board_is_told_with_its_place() -> None:
    table = Game.named("46-reducto").table(2, starter=0)
    rolled = [
        text for step in steps(table, 1) for text in texts(table, step, 0) if re.match(r"(You roll|Ben rolls) ", text)
    ]
    single = [text for text in rolled if "dice" not in text]

    assert single
    for text in single:
        assert re.fullmatch(r"(You roll|Ben rolls) (green|red|black) \d{3} on a\d\d\.", text), text


def test_what_somebody_also_does_and_is_reads_like_a_sentence() -> None:
    table = Game.named("diangle").table(2)
    told_ = {text for seed in range(4) for step in steps(table, seed, 60) for text in texts(table, step, 0)}
    found = " ".join(sorted(told_))
    assert re.search(r"(You also roll|Ben also rolls) d\d", found), found
    assert "You are done." in found and "Ben is done." in found
    assert ": also roll" not in found and ": done" not in found


OPENING = """game "T"
players 2
material: cup: 1 die
setup:
    roll cup
    {step}
turn:
    choose:
        "win": you win
"""


@pytest.mark.parametrize(
    ("step", "told_of"), [("set starter to first of all players", False), ("move cup to cup", True)]
)
def test_a_lot_that_settles_nothing_is_not_told(step: str, told_of: bool) -> None:
    table = load(OPENING.format(step=step)).table()
    lot = next(iter(steps(table, 1)))

    assert ("by lot" in " ".join(e.text for e in told(table, lot, 0))) == told_of


def test_memory_that_is_shown_as_well_is_told_once() -> None:
    table = small(
        'to keep track: each player has a total, at first 0\nturn:\n    choose:\n        "a": add 1 to your total\n'
        "shown: total of each player\n"
    )
    step = next(iter(steps(table, 1)))

    assert " ".join(texts(table, step, None)).lower().count("total") == 1
