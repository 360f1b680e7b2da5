"""Lines for a screen: never too wide, never broken inside a word that would fit."""

from hypothesis import given
from hypothesis import strategies as st

from dicedsl.interpreter.show.prose import about_choice, rules_lines
from dicedsl.interpreter.show.text import Paint, bare, flowed, in_columns, painted, side_by_side, width, wrapped

WORDS = st.lists(st.text("abc[]0123äé", min_size=1, max_size=30), max_size=30)


@given(WORDS, st.integers(4, 60), st.booleans())
def test_wrapped_lines_hold_every_word(words: list[str], size: int, indented: bool) -> None:
    lines = wrapped(" ".join(words), size, "", "  " if indented else "")

    assert all(width(line) <= size for line in lines)
    if all(width(word) <= size - 2 for word in words):
        assert " ".join(lines).split() == words
    assert "".join(lines).replace(" ", "") == "".join(words)


@given(WORDS, st.integers(4, 60))
def test_flowed_and_columns_hold_every_part(words: list[str], size: int) -> None:
    for lines in (flowed(words, size), in_columns(words, size, "")):
        assert all(width(line) <= size for line in lines)
        assert sorted("".join(lines).replace(" ", "")) == sorted("".join(words))


def test_blocks_stand_side_by_side_and_small_ones_below() -> None:
    blocks = [["aaaa"] * 4, ["bbb"] * 2, ["cc"] * 2, ["ddddd"]]

    assert side_by_side(blocks, 14) == ["aaaa  bbb", "aaaa  bbb", "aaaa  cc", "aaaa  cc", "ddddd"]


def test_paint_takes_no_room() -> None:
    assert width(painted("abc", Paint.RED, Paint.BOLD)) == 3
    assert bare(painted("abc", Paint.RED)) == "abc"


RULES = """\
# Small

Source: nowhere.

## Words

The **worth** of a *die*:

| When | Worth |
| --- | --- |
| it is 1 | 100 |
| Otherwise | 0 |

## The turn

1. Roll.
2. You choose:
   - **keep** some *dice*. Then:
     1. Move them.
   - **stop**.

   *Note: Think.*
3. The turn ends.

## Examples

### One

Anna chooses **keep** 1.
"""


def test_rules_begin_with_the_choice_at_hand_and_hold_no_markdown() -> None:
    assert about_choice(RULES, ["stop"])[0] == "2. You choose:"
    lines = [bare(line) for line in rules_lines(RULES, ["keep", "stop"], 60)]

    assert lines[:6] == [
        "What you choose now",
        "",
        "2. You choose:",
        "   - keep some dice. Then:",
        "     1. Move them.",
        "   - stop.",
    ]
    assert "  it is 1      100" not in lines
    assert any(line.startswith("All of it: rules all.") for line in lines)
    lines += [bare(line) for line in rules_lines(RULES, ["keep", "stop"], 60, "all")]
    assert "  it is 1      100" in lines
    assert not any("**" in line or "| " in line or line.startswith("#") for line in lines)
    assert not any("Anna" in line for line in lines)
    assert "Anna chooses keep 1." in [bare(line) for line in rules_lines(RULES, [], 60, "examples")]


def test_a_word_that_is_also_the_title_is_looked_for_in_the_text() -> None:
    lines = [bare(line) for line in rules_lines(RULES.replace("**stop**", "**small**"), [], 60, "small")]

    assert lines[0] == "Small" and "Source: nowhere." in lines
    assert "The turn" in lines and any("small." in line for line in lines[3:])


def found(wanted: str, size: int = 60) -> list[str]:
    return [bare(line) for line in rules_lines(RULES, [], size, wanted)]


def test_rules_are_found_by_a_word_of_a_heading_or_of_the_text() -> None:
    assert found("turn")[0] == found("the turn")[0] == "The turn" and "3. The turn ends." in found("turn")
    assert found("otherwise") == ["Words", "", "  When       Worth", "  it is 1      100", "  Otherwise      0", ""]
    assert found("ends") == ["The turn", "", "3. The turn ends.", ""]


NESTED = """# Raids

## Set-up

All write down a wish.

## The round

1. For each shelf, **raid**:
   - If the cat is there, it eats.
   - Otherwise, you are:

     1. in luck,
     2. out of disgrace.
2. Go home.

## Variants

### Quiet

Anna chooses **wish for** 7.
"""


def test_a_word_of_the_rules_comes_with_what_hangs_on_its_line_and_what_that_hangs_on() -> None:
    raid = [bare(line) for line in rules_lines(NESTED, [], 60, "raid")]
    assert "1. For each shelf, raid:" in raid and "     2. out of disgrace." in raid and "2. Go home." not in raid
    assert [bare(line) for line in rules_lines(NESTED, [], 60, "disgrace")] == [
        "The round",
        "",
        "1. For each shelf, raid:",
        "   - Otherwise, you are:",
        "     2. out of disgrace.",
        "",
    ]


def test_an_example_of_a_variant_says_nothing_of_the_choice_at_hand() -> None:
    assert about_choice(NESTED, ["wish for"]) == []
    assert about_choice(NESTED.replace("All write", "- **Wish for** something. All write"), ["wish for"])


def test_what_the_rules_do_not_know_is_told_with_their_parts_none_of_them_broken() -> None:
    lines = found("dragons", 30)
    assert " ".join(lines) == "The rules do not speak of dragons. Their parts are Words, The turn, Examples."
    assert any("The turn," in line for line in lines) and max(map(len, lines)) <= 30
