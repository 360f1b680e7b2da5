"""What is suggested for a name that is not known."""

from dicedsl.text.spelling import nearest, suggest, suggest_or_list


def test_the_nearest_name_is_found() -> None:
    assert nearest("totl", ["pot", "total", "goal"]) == "total"
    assert nearest("xyz", ["pot", "total"]) is None
    assert nearest("totl", ["total"], 0.95) is None
    assert nearest("inn", ["winners"]) is None


def test_the_very_name_is_no_help() -> None:
    assert suggest("total", ["total"]) == ""
    assert suggest_or_list("total", ["total", "", "pot", "pot"]) == "known: pot"


def test_what_there_is_is_listed_where_nothing_is_like_it() -> None:
    assert suggest_or_list("totl", ["total", "pot"]) == 'did you mean "total"?'
    assert suggest_or_list("xyz", "abcdefgh") == "known: a, b, c, d, e, f"
    assert suggest_or_list("xyz", []) == ""
