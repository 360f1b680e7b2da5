"""The page to print: every game and variant, in the order of a rulebook, well-formed, self-contained and escaped."""

import re
from collections.abc import Iterator
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner

from dicedsl.cli import main
from dicedsl.errors import raise_errors
from dicedsl.prose.author_text import is_told
from dicedsl.prose.document import (
    Document,
    FactBox,
    PagePart,
    PageSection,
    PageTable,
    Paragraph,
    Picture,
    Points,
    SmallPrint,
    Story,
)
from dicedsl.prose.html import page, pip_die
from dicedsl.prose.markdown import markdown
from dicedsl.prose.rules import PageChoice, document
from dicedsl.rulebook.book import Rulebook
from dicedsl.rulebook.library import games
from dicedsl.rulebook.loading import load_path

ORDER = [
    "What you need", "Set-up", "The round", "Your turn", "At any time", "Special cases", "The end of the game", "The match",
    "What you can agree on", "Variants", "Examples", "Words used in these rules", "By the letter",
]  # fmt: skip
GAMES = dict(games())


def book_of(name: str, *variants: str) -> Rulebook:
    book, problems = load_path(GAMES[name], variants)
    raise_errors(problems)
    assert book is not None
    return book


def everything() -> Iterator[tuple[str, str]]:
    for name in GAMES:
        yield name, ""
        yield from ((name, title) for title in book_of(name).variants)


def root_of(text: str) -> ElementTree.Element:
    """The page as a tree; it is written so that it is XML as well."""
    start = text.removeprefix("<!DOCTYPE html>\n")
    assert start != text
    return ElementTree.fromstring(start)


@pytest.mark.parametrize(("name", "variant"), list(everything()))
def test_every_game_and_variant_has_a_whole_page(name: str, variant: str) -> None:
    book = book_of(name, *([variant] if variant else []))
    told = document(book)

    titled = {section.title.value for section in book.sections if section.title is not None} - set(ORDER)
    titles = [section.title for section in told.sections if section.title not in titled]
    assert titles == [title for title in ORDER if title in titles]
    assert {"What you need", "The end of the game"} <= set(titles)
    assert "Set-up" in titles or ("setup" not in book.flows and is_told(book))
    assert {"Your turn", "The round"} & set(titles)
    assert [title for title, blocks in parts_of(told) if not blocks] == []
    answers = dict(next(block for block in told.lead if isinstance(block, FactBox)).lines)
    asked = ["Players", "Who begins", "Order of play", "The game ends", "Ties"]
    left_out = {"The game ends", "Ties"} if is_told(book) else {"Ties"} if answers["Players"] == "1." else set()
    assert [question for question in asked if question in answers] == [answer for answer in answers if answer in asked]
    assert set(asked) - left_out <= set(answers)
    assert all(answer.endswith(".") and len(answer) > 1 for answer in answers.values())
    root_of(page(told))


def parts_of(told: Document) -> Iterator[tuple[str, list[object]]]:
    for section in told.sections:
        yield section.title, [*section.blocks]
    for block in told.blocks():
        if isinstance(block, (Story, PagePart)):
            yield block.title, [*block.blocks]
        elif isinstance(block, Points):
            yield "a list", [*block.points]
        elif isinstance(block, SmallPrint):
            yield "small print", [*block.blocks]


# ------------------------------------------------------------------ one page for all

FOREIGN = re.compile(r"https?:|//|\bsrc=|<script|@import|<link|<iframe|\bon\w+=|javascript:", re.IGNORECASE)


@pytest.mark.parametrize("name", ["pig", "six-by-six", "26-dora", "turned-over"])
def test_the_page_is_whole_in_itself(name: str) -> None:
    result = CliRunner().invoke(main, ["rules", name, "--html"])

    assert result.exit_code == 0
    root = root_of(result.output)
    assert FOREIGN.findall(result.output) == []
    assert set(re.findall(r"url\(([^)]*)\)", result.output)) <= set(re.findall(r"#ink-\w+", result.output))
    used = {found[1:] for found in re.findall(r"#ink-\w+", result.output)}
    idents = [element.get("id") for element in root.iter() if element.get("id")]
    assert used <= set(idents)
    assert len(idents) == len(set(idents))
    assert {a.get("href", "")[1:] for a in root.iter("a")} <= set(idents)
    assert "size: A4" in result.output


def test_a_page_goes_into_a_file(tmp_path) -> None:  # type: ignore[no-untyped-def]
    target = tmp_path / "pig.html"
    result = CliRunner().invoke(main, ["rules", "pig", "--html", "--variant", "Two dice", "-o", str(target)])

    assert (result.exit_code, result.output) == (0, "")
    text = target.read_text("utf-8")
    root_of(text)
    assert "Played with the variant “Two dice”." in text
    assert "Two 1s lose the score" in text
    assert "Exactly the goal is enough" not in text  # of the game without it


HOSTILE = """\
game "<script>alert(1)</script> & *co* [6]"
from "https://example.org/?a=1&b=<2>"
aim "Win all | <b>now</b>."
players 2
options:
    goal = 5, from 1 to 9: "</p><img src=x onerror=alert(1)>"
material:
    cup: 1 die
    note "<!-- not ended **bold**"
    each player has total = 0
turn:
    roll cup
    choose:
        "<i>go</i>":
            must cup showing 1 is empty: "]]> & <style>"
            add sum of number of cup to your total
        "stop": end turn
        if nothing fits: end turn
end "<h1>done" when some p in players has total at least goal: p wins
example "A </article> in between":
    with Anna, Ben
    roll 3
    Anna chooses "<i>go</i>"
    now total of Anna is 3
"""


def hostile(tmp_path) -> str:  # type: ignore[no-untyped-def]
    path = tmp_path / "own.dice"
    path.write_text(HOSTILE, "utf-8")
    return str(path)


def test_texts_of_strangers_are_texts(tmp_path) -> None:  # type: ignore[no-untyped-def]
    result = CliRunner().invoke(main, ["rules", hostile(tmp_path), "--html"])

    assert result.exit_code == 0, result.output
    root = root_of(result.output)
    tags = {element.tag for element in root.iter()}
    assert tags.isdisjoint({"script", "img", "i"})
    assert [element.text for element in root.iter("h1")] == ["<script>alert(1)</script> & *co* [6]"]
    words = " ".join(root.itertext())
    for text in (
        "<img src=x onerror=alert(1)>",
        "<i>go</i>",
        "]]> & <style>",
        "A </article> in between",
        "<!-- not ended **bold**",
    ):
        assert text in words


def test_the_file_of_a_person_has_pictures(tmp_path) -> None:  # type: ignore[no-untyped-def]
    result = CliRunner().invoke(main, ["rules", hostile(tmp_path), "--html"])

    assert "The table after the set-up." in result.output
    assert 'data-dice="1"' in result.output


def test_what_cannot_be_written_is_said(tmp_path) -> None:  # type: ignore[no-untyped-def]
    result = CliRunner().invoke(main, ["rules", "pig", "--html", "-o", str(tmp_path / "no" / "pig.html")])

    assert result.exit_code != 0
    assert "Traceback" not in result.output
    assert "no such file or directory" in result.output


# ------------------------------------------------------------------ printers only set


WHOLE = Document(
    "Title",
    [Paragraph("Lead *it* and **bold**."), FactBox([("Asked", "Answer.")])],
    [
        PageSection(
            "One",
            [
                PageTable(["A", "B"], [["1", r"\*2\*"]]),
                SmallPrint([Paragraph("small")]),
                Paragraph("Dice [1] and [135] and [12]."),
            ],
        )
    ],
)


def test_both_printers_say_the_same() -> None:
    text = " ".join(markdown(WHOLE).split())
    words = " ".join(" ".join(root_of(page(WHOLE)).find("body").itertext()).split())  # type: ignore[union-attr]

    for piece in ("Title", "Lead", "Asked", "Answer.", "One", "small"):
        assert piece in text and piece in words
    assert "<td>*2*</td>" in page(WHOLE)
    assert "Lead <em>it</em> and <strong>bold</strong>." in page(WHOLE)


@pytest.mark.parametrize("number", range(1, 7))
def test_a_die_in_a_line_has_its_pips(number: int) -> None:
    assert pip_die(number).count("<circle") == number


def test_pictures_that_cannot_be_drawn_are_told() -> None:
    formal, told = document(book_of("26-dora"), PageChoice(letter=True)), document(book_of("26-dora"))

    assert any(isinstance(block, Picture) and block.words for block in formal.blocks())
    assert "die stands on (8,0,0) showing 513" in page(formal)
    assert "die stands on (8,0,0) showing 513" not in page(formal, lambda picture: "<svg></svg>")
    # Where the author tells the story, that is enough; a terminal says where the position can be seen.
    assert "showing 513" not in page(told) and "printed page" not in page(told)
    assert "(The position is drawn on the printed page.)" in markdown(told)


def test_few_examples_are_told_and_all_if_wanted() -> None:
    book = book_of("pig")
    few = [b for b in document(book).blocks() if isinstance(b, Story)]
    every = [b for b in document(book, PageChoice(None)).blocks() if isinstance(b, Story)]

    assert len(few) < len(every) == len(book.examples)
