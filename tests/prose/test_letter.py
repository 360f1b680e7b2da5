"""What a note tells, and the letter of it; which words a page explains."""

from dicedsl.errors import raise_errors
from dicedsl.prose.markdown import markdown
from dicedsl.prose.rules import PageChoice, document, rules_text
from dicedsl.rulebook.book import Rulebook
from dicedsl.rulebook.loading import load_source
from dicedsl.syntax.formatter import upgrade_and_format
from dicedsl.text.source import Source

GAME = """game "Short"
aim "Have the most."
players 2

material:
    cup: 2 dice
    each player has score = 0
    each turn has spare = 0

words:
    doubled of number n, number m is n * m + n - m
    note "Twice as much."
    hidden of number n is n + 1 - n * 2

turn:
    set spare to 3
    choose:
        "roll":
            note "In short: roll both dice and score them."
            roll cup
            add doubled of (sum of number of cup, hidden of 2) to your score
            ruling "Both count."
        "pass"
    do settle

rule settle:
    note "In short: whoever is behind gets a point."
    for each p in players where score of p is at most 3: add hidden of (score of p) to score of p

end "enough" after each turn when some p in players has score at least 9: p wins
"""


def book_of(text: str) -> Rulebook:
    book, problems = load_source(Source("short.dice", text))
    raise_errors(problems)
    assert book is not None
    return book


def test_a_note_tells_the_whole_and_the_letter_is_kept_for_who_wants_it() -> None:
    book = book_of(GAME)
    page, letter = rules_text(book), markdown(document(book, PageChoice(letter=True)))

    assert "**roll**: roll both dice and score them." in page
    assert "hoever is behind gets a point." in page
    assert "In short" not in page + letter
    for formal in ("Roll the dice in the cup", "hidden of 2", "For each player whose score is at most 3"):
        assert formal not in page
        assert formal.lower() in letter.lower()


def test_how_a_note_begins_means_nothing() -> None:
    old = book_of(GAME)
    new = book_of(upgrade_and_format(Source("short.dice", GAME)))
    plain = book_of(upgrade_and_format(Source("short.dice", GAME)).replace('in short "', 'note "In short: '))

    assert rules_text(new) == rules_text(old)
    assert "In short: roll both dice" in rules_text(plain) and "roll the dice in the cup" in rules_text(plain).lower()


def test_what_is_decided_in_steps_that_a_note_tells_is_said() -> None:
    assert "Ruling: Both count." in rules_text(book_of(GAME))


def test_words_and_counts_of_which_nothing_speaks_are_left_out() -> None:
    book = book_of(GAME)
    page, letter = rules_text(book), markdown(document(book, PageChoice(letter=True)))

    assert "spare" not in page
    assert "spare" in letter
    assert "**hidden**" not in page
    assert "**hidden**" in letter


def test_a_word_that_the_page_speaks_of_is_explained_by_its_note() -> None:
    spoken = GAME.replace("add hidden of (score of p) to score of p", "add doubled of (1, 2) to score of p")
    page = rules_text(book_of(spoken.replace('    note "In short: whoever is behind gets a point."\n', "")))

    assert "**doubled** — Twice as much." in page
    assert "times *m*" not in page
