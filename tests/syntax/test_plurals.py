"""One of something and many of it, as English spells them."""

from __future__ import annotations

import pytest

from dicedsl.syntax.plurals import plural_of, singular_in, singular_of


@pytest.mark.parametrize(("one", "several"), [
    ("die", "dice"), ("goat", "goats"), ("jetty", "jetties"), ("entry", "entries"), ("day", "days"), ("bush", "bushes"),
    ("box", "boxes"), ("church", "churches"), ("cross", "crosses"), ("horse", "horses"), ("place", "places"), ("house", "houses"),
    ("base", "bases"), ("hedge", "hedges"), ("tie", "ties"), ("pie", "pies"), ("cookie", "cookies"), ("axe", "axes"), ("bus", "buses"),
    ("shoe", "shoes"), ("prize", "prizes"), ("wolf", "wolves"), ("child", "children"), ("loaf", "loaves"), ("olive", "olives"), ("glove", "gloves"),
    ("mouse", "mice"), ("goose", "geese"), ("tooth", "teeth"), ("foot", "feet"), ("fisherman", "fishermen"), ("knife", "knives"),
    ("leaf", "leaves"), ("shelf", "shelves"), ("ox", "oxen"), ("wharf", "wharves"), ("hero", "heroes"), ("sheep", "sheep"), ("human", "humans"),
    ("omen", "omens"), ("sea-wolf", "sea-wolves"), ("mouse-at-the-shelf", "mice-at-the-shelf"), ("man-at-arms", "men-at-arms"),
    ("floe", "floes"), ("oboe", "oboes"), ("aloe", "aloes"), ("roe", "roes"), ("tiptoe", "tiptoes"), ("doe", "does"), ("canoe", "canoes"), ("oasis", "oases"), ("toe", "toes"),
    ("potato", "potatoes"), ("price of entry", "prices of entry"), ("line in the book", "lines in the book"), ("jetty by the lake", "jetties by the lake"),
])  # fmt: skip
def test_one_and_many(one: str, several: str) -> None:
    assert (plural_of(one), singular_of(several)) == (several, one)


def test_what_is_one_already() -> None:
    assert singular_of("cross") == "cross" and singular_of("goat") == "goat"


@pytest.mark.parametrize(("text", "several", "one"), [
    ("each zoe has 3", "zoes", "zoe"), ("each zo has 3", "zoes", "zo"), ("each of the zoes", "zoes", "zo"), ("a niche", "niches", "niche"),
    ("each quiche", "quiches", "quiche"), ("each ice zoe", "ice zoes", "ice zoe"),
])  # fmt: skip
def test_one_as_a_text_has_it(text: str, several: str, one: str) -> None:
    assert singular_in(text, several) == one
