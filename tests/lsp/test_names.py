"""What names stand for, over a rulebook, its parent and its libraries; and that a new name changes nothing but the name."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest

from dicedsl.about import Setting
from dicedsl.compile_door import about_rulebook, compile_program
from dicedsl.errors import UsageError
from dicedsl.lsp.hover_texts import REMARK
from dicedsl.lsp.names import NamesInFiles, names_of
from dicedsl.lsp.occurrences import words_of
from dicedsl.lsp.open_files import OpenFiles
from dicedsl.lsp.renaming import rename_edits, text_with_edits
from dicedsl.program.fingerprint import fingerprint
from dicedsl.rulebook.files import read
from dicedsl.rulebook.library import games, shipped_files
from dicedsl.syntax import nodes as n
from dicedsl.syntax.walk import walk
from dicedsl.text.source import Source

SCOPES = """game "Scopes"
players 2

options:
    goal = 12, from 2 to 100: "points that win"
    order = long, or short: "how long"

material:
    cup: 2 dice
    board squares: grid 3 by 3
    each player has score = 0
    each player has marks by suit = 0
    each turn has pot = 0

words:
    kind suit, suits: sun, moon
    die d is lucky when number of d is goal
    bonus of number n is n + count of lucky cup

rule gain for number n:
    add bonus of n to your score
    let extra be n + 1
    if order is long:
        add extra to pot

rule lose for number n:
    take n from your score
    for each s in suits:
        set your marks at s to n

turn:
    roll cup
    choose:
        "take" one of cup as kept:
            must kept is lucky: "Only lucky ones."
            do gain for number of kept
        "leave" one of suits as kept:
            set your marks at kept to 1
            do lose for 1

end "goal" when some p in players has score at least goal: p wins

example "A six":
    with Anna, Ben, order = short
    given marks of Anna at sun is 1
    roll 6 1
    Anna chooses "leave" sun
    now score of Anna is 0

example "Another":
    with Anna, Ben
    now Anna is next
"""


@pytest.fixture(scope="module")
def scopes(tmp_path_factory: pytest.TempPathFactory) -> tuple[NamesInFiles, OpenFiles]:
    folder = tmp_path_factory.mktemp("names")
    path = folder / "scopes.dice"
    path.write_text(SCOPES, encoding="utf-8")
    open_files = OpenFiles((), folder)
    found = names_of(Source(str(path), SCOPES), open_files)
    assert found is not None
    return found, open_files


@pytest.mark.parametrize(
    ("line", "part", "count"),
    [
        ("goal = 12", "goal", 3),
        ("order = long", "order", 3),
        ("order = long", "long", 2),
        ("order = long, or short", "short", 2),
        ("cup: 2 dice", "cup", 4),
        ("each player has score", "score", 5),
        ("each player has marks", "marks", 4),
        ("by suit", "suit", 2),
        ("kind suit, suits", "suits", 3),
        ("kind suit, suits: sun", "sun", 3),
        ("die d is lucky", "lucky", 3),
        ("die d is lucky", "d", 2),
        ("bonus of number n", "bonus", 2),
        ("bonus of number n", "n", 2),
        ("rule gain for number n", "gain", 2),
        ("rule gain for number n", "n", 3),
        ("rule lose for number n", "n", 3),
        ("let extra be", "extra", 2),
        ("for each s in suits", "s", 2),
        ("one of cup as kept", "kept", 3),
        ("one of suits as kept", "kept", 2),
        ("when some p in", "p", 2),
        ('"take" one', "take", 1),
        ('"leave" one', "leave", 2),
        ("with Anna, Ben, order", "Anna", 4),
    ],
)
def test_every_place_of_a_name_is_known_and_no_other(
    scopes: tuple[NamesInFiles, OpenFiles], line: str, part: str, count: int
) -> None:
    names, open_files = scopes
    offset = SCOPES.index(line) + _word(line, part)
    group = names.at(offset)
    assert len(group) == 1
    places = names.of(group[0].symbol)
    assert {SCOPES[p.span.start : p.span.end] for p in places} == {part}
    assert len(places) == count
    assert sum(p.declares for p in places) == 1
    new = "zyx"
    edits = rename_edits(names, offset, new, open_files)
    assert [len(each) for each in edits.values()] == [count]


def _word(line: str, part: str) -> int:
    """Where a whole word stands in a line: the last time."""
    import re

    return [found.start() for found in re.finditer(rf"(?<!\w){part}(?!\w)", line)][-1]


@pytest.mark.parametrize(
    ("line", "part", "new"),
    [
        ("each player has score", "score", "pot"),  # another memory
        ("let extra be", "extra", "n"),  # already stands for the parameter there
        ("each turn has pot", "pot", "lucky cup"),  # which means something already
        ("one of cup as kept", "kept", "cup"),
        ("rule gain", "gain", "lose"),
        ("kind suit", "suit", "players"),
        ('"leave" one', "leave", "take"),
    ],
)
def test_names_that_would_clash_are_refused(
    scopes: tuple[NamesInFiles, OpenFiles], line: str, part: str, new: str
) -> None:
    names, open_files = scopes
    with pytest.raises(UsageError):
        rename_edits(names, SCOPES.index(line) + _word(line, part), new, open_files)


def test_names_given_on_the_spot_may_be_alike_where_they_stand_apart(scopes: tuple[NamesInFiles, OpenFiles]) -> None:
    names, open_files = scopes
    edits = rename_edits(names, SCOPES.index("for each s in") + len("for each "), "extra", open_files)
    assert sum(map(len, edits.values())) == 2


PARENT = 'game "Parent"\nplayers 2\n\nmaterial:\n    cup: 1 die\n    each player has score = 0\n\nturn:\n    roll cup\n    choose:\n        "take" one of cup as kept:\n            add number of kept to your score\n\nend "five" when some p in players has score at least 5: p wins\n'
CHILD = 'game "Child" changes "parent"\n\nadd to "take":\n    add number of kept to your score\n'


def test_what_a_file_adds_to_its_parent_knows_the_names_there(tmp_path: Path) -> None:
    for name, text in (("parent", PARENT), ("child", CHILD)):
        (tmp_path / f"{name}.dice").write_text(text, encoding="utf-8")
    open_files = OpenFiles((), tmp_path)
    path = str(tmp_path / "child.dice")
    names = names_of(Source(path, CHILD), open_files)
    assert names is not None
    edits = rename_edits(names, CHILD.index("kept"), "chosen", open_files)
    assert text_with_edits(CHILD, edits[path]) == CHILD.replace("kept", "chosen")
    assert text_with_edits(PARENT, edits[str(tmp_path / "parent.dice")]) == PARENT.replace("kept", "chosen")


def test_a_name_of_the_parent_is_changed_in_all_files_that_see_it(tmp_path: Path) -> None:
    texts = {"parent": PARENT, "child": CHILD, "other": CHILD.replace("Child", "Other"), "apart": PARENT}
    for name, text in texts.items():
        (tmp_path / f"{name}.dice").write_text(text, encoding="utf-8")
    open_files = OpenFiles((), tmp_path)
    names = names_of(Source(str(tmp_path / "parent.dice"), PARENT), open_files)
    assert names is not None
    edits = rename_edits(names, PARENT.index("score"), "points", open_files)
    assert {Path(each).stem for each in edits} == {"parent", "child", "other"}


def test_what_a_shipped_library_gives_stays_as_it_is(tmp_path: Path) -> None:
    name, path = next((name, path) for name, path in games() if 'use "' in read(path).text)
    text = read(path).text
    open_files = OpenFiles((), tmp_path)
    names = names_of(Source(str(tmp_path / f"my-{name}.dice"), text), open_files)
    assert names is not None
    place = next(
        each
        for each in names.all_declared()
        if each.symbol.sort in {"noun", "rule", "adjective"}
        if each.span.source.name in set(map(str, shipped_files().values()))
        if any(p.span.source.name == names.source.name for p in names.of(each.symbol))
    )
    here = next(p for p in names.of(place.symbol) if p.span.source.name == names.source.name)
    with pytest.raises(UsageError, match="shipped"):
        rename_edits(names, here.span.start, "zyx", open_files)


def _shipped(name: str, folder: Path) -> tuple[str, Path, NamesInFiles, OpenFiles]:
    """A shipped rulebook as an author's own."""
    text = read(shipped_files()[name]).text
    path = folder / f"{name}.dice"
    path.write_text(text, encoding="utf-8")
    open_files = OpenFiles((), folder)
    names = names_of(Source(str(path), text), open_files)
    assert names is not None
    return text, path, names, open_files


def test_a_sentence_is_one_name_that_stays_as_it_is(tmp_path: Path) -> None:
    text, _, names, open_files = _shipped("keep-on-rolling", tmp_path)
    first, second = text.index("sudden death is under way"), text.index("sudden death is now under way")
    symbols = [names.at(at)[0].symbol for at in (first, first + len("sudden death is "), second)]
    assert set(symbols) == {symbols[0]} and symbols[0].sort == "sentence"
    assert sum(each.declares for each in names.of(symbols[0])) == 1
    with pytest.raises(UsageError, match="is a sentence"):
        rename_edits(names, first, "overtime", open_files)


def test_a_choice_and_the_word_for_places_get_another_name_wherever_they_stand(tmp_path: Path) -> None:
    text, path, names, open_files = _shipped("14-clever-mole", tmp_path)
    edits = rename_edits(names, text.index("choice description") + len("choice "), "telling", open_files)
    assert text_with_edits(text, edits[str(path)]).count("as in telling") == text.count("as in description") > 0
    text, path, names, open_files = _shipped("29-quadrula-rasa", tmp_path)
    edits = rename_edits(names, text.index("of cells") + len("of "), "tiles", open_files)
    assert {each.text for each in edits[str(path)]} == {"tiles", "tile"}
    assert "board cube of tiles" in text_with_edits(text, edits[str(path)])


def test_a_rule_gets_another_name_in_front_of_what_it_is_carried_out_for(tmp_path: Path) -> None:
    text, path, names, open_files = _shipped("16-trulla", tmp_path)
    edits = rename_edits(names, text.index("rule give back") + len("rule "), "return", open_files)
    new = text_with_edits(text, edits[str(path)])
    assert "rule return the funnels fallen:" in new and "remove rule return\n" in new
    assert new.count("return fallen") == text.count("give back fallen") == 3 and "give back" not in new


def test_words_of_the_language_keep_their_names(tmp_path: Path) -> None:
    text, _, names, open_files = _shipped("pig", tmp_path)
    with pytest.raises(UsageError, match="word of the language"):
        rename_edits(names, text.index("agreed,"), "wanted", open_files)


def test_what_is_called_by_its_kind_keeps_that_name_and_what_has_none_is_in_nobodys_way(tmp_path: Path) -> None:
    text, path, names, open_files = _shipped("09-hide-away", tmp_path)
    for called in ("for each player", "some player", "every player"):
        with pytest.raises(UsageError, match="called by its kind here; give it a name of its own"):
            rename_edits(names, _in_a_rule(text, called) + len(called), "zyx", open_files)
    edits = rename_edits(names, _in_a_rule(text, "hanging when"), "loose", open_files)
    assert "loose when some of its supports are empty" in text_with_edits(text, edits[str(path)])
    spot = names.at(_in_a_rule(text, "some of its supports") + len("some of its "))
    assert [each.symbol.name for each in spot] == ["supports"]


def _in_a_rule(text: str, words: str) -> int:
    """Where words stand that are not said in quotes."""
    return next(m.start() for m in re.finditer(re.escape(words), text) if text[: m.start()].count('"') % 2 == 0)


@pytest.mark.parametrize("name", sorted(name for name, _ in games()))
def test_every_name_of_a_shipped_rulebook_is_known(name: str) -> None:
    """Every run of words but those that only say what dice or a board are like, or that name a choice for a reader."""
    path = shipped_files()[name]
    names = names_of(Source(str(path), read(path).text), OpenFiles((), path.parent))
    assert names is not None
    file = names.files[str(path)]
    plain = {id(node.sort) for node in walk(file) if isinstance(node, n.Zone)}
    plain |= {id(node.form) for node in walk(file) if isinstance(node, n.SizedBoard)}
    plain |= {id(node.name) for node in walk(file) if isinstance(node, n.Choose)}
    plain |= {id(node.seat) for node in walk(file) if isinstance(node, n.Policy) and node.seat.text == "everyone"}
    missing = [
        (phrase.text, phrase.span.line)
        for phrase in walk(file)
        if isinstance(phrase, n.Phrase) and id(phrase) not in plain and not names.at(words_of(phrase)[-1][1].start)
    ]
    assert missing == []


GAMES = sorted(name for name, _ in games())


@pytest.mark.parametrize("name", [*GAMES[::9]])
def test_a_new_name_changes_nothing_but_the_name(name: str, tmp_path: Path) -> None:
    """The lowered form of a rulebook is the same, whatever a name in it is called."""
    _renames(name, tmp_path, 1)


@pytest.mark.soak
@pytest.mark.parametrize("name", GAMES)
def test_many_new_names_change_nothing_but_the_name(name: str, tmp_path: Path) -> None:
    _renames(name, tmp_path, 6)


def _renames(name: str, folder: Path, many: int) -> None:
    text = read(shipped_files()[name]).text
    path = folder / f"{name}.dice"
    path.write_text(text, encoding="utf-8")
    open_files = OpenFiles((), folder)
    source = Source(str(path), text)
    names = names_of(source, open_files)
    assert names is not None
    own = [each for each in names.all_declared() if each.span.source.name == str(path)]
    rules = [each for each in own if each.symbol.sort not in {"file", "player"} and each.symbol.name != "starter"]
    said = about_rulebook(source, open_files)
    setting = Setting(min(said.counts) if said.counts else 2)
    done = 0
    for place in Random(name).sample(sorted(rules, key=lambda each: each.span.start), min(many, len(rules))):
        try:
            edits = rename_edits(names, place.span.start, "zyx", open_files)
        except UsageError as error:
            # A name may say of what kind `none` is, as in `further places = none`.
            known = ("may mean two things", "shipped", "of its own", "would have a mistake")
            refused = place.symbol.sort == "sentence" and "is a sentence" in error.message
            assert refused or any(each in error.message for each in known), error.message
            continue
        new = Source(str(path), text_with_edits(text, edits[str(path)]))
        hidden = (place.symbol.name, "zyx")
        before, after = (fingerprint(compile_program(each, open_files, setting), hidden) for each in (source, new))
        assert before == after
        assert new.text != text
        done += 1
    assert done or not rules or many == 1


@pytest.mark.parametrize("line", ['note "N"', 'our ruling "N"', 'ruling "N"', 'in short "N"', "# N"])
def test_every_remark_above_a_name_explains_it(line: str) -> None:
    found = REMARK.match(f"    {line}")

    assert found is not None and (found[1] or found[2]) == "N"
