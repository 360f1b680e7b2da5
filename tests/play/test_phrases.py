"""What comes of options, in as few words as tell them apart."""

from dicedsl.interpreter.play.questions.phrases import chance_of, distinct_worths, own_worth


def test_what_comes_of_all_options_is_left_out() -> None:
    assert distinct_worths(["dice left -1; you fill b1", "dice left -1", "dice left -1; Ben fills b2"]) == [
        "you fill b1",
        "",
        "Ben fills b2",
    ]
    assert distinct_worths(["score +1"]) == ["score +1"]
    assert distinct_worths([]) == []


def test_ones_own_part_is_what_names_nobody_else() -> None:
    assert own_worth("to run -1; Ben's to run +1, to twins -1") == "to run -1"
    assert own_worth("James' score +1") == ""
    assert own_worth("it crosses a42") == "it crosses a42"


def test_the_chance_of_the_likeliest() -> None:
    assert chance_of("89 % out; 11 % topple") == 89
    assert chance_of("over 99 % out; under 1 % topple") == 99
    assert chance_of("score +3") == 0
