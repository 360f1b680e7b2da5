"""The second edition's grammar is unambiguous; few words are reserved, and all of them get one message."""

import pytest
from lark import Lark, UnexpectedToken
from lark.lexer import PatternStr

from dicedsl.errors import Problem
from dicedsl.syntax.edition_parser import SECOND
from dicedsl.syntax.indent import DiceIndenter
from dicedsl.syntax.parser import parse_as
from dicedsl.syntax.reserved import BEGINNING, JOINING, POINTING
from dicedsl.text.source import Source


def problems_of(text: str) -> list[Problem]:
    return parse_as(Source("test.dice", f'game "Test"\n\n{text}'), SECOND)[1]


def in_turn(*lines: str) -> str:
    return "turn:\n" + "".join(f"    {line}\n" for line in lines)


def test_grammar_has_no_ambiguity() -> None:
    pytest.importorskip("interegular")

    Lark(SECOND.grammar, parser="lalr", strict=True, postlex=DiceIndenter())


def test_every_terminal_has_a_name_and_a_spelling() -> None:
    names = [t.name for t in SECOND.parser.terminals if not t.name.startswith("__IGNORE")]

    assert [name for name in names if name.startswith("__ANON")] == []
    assert sorted(set(names) - set(SECOND.spellings)) == ["A", "INT", "NAME", "STRING", "_NL"]


def test_reserved_words_are_what_may_follow_a_value() -> None:
    """No other word of the grammar is read as such after a name."""
    words = {t.name: str(t.pattern.value) for t in SECOND.parser.terminals if isinstance(t.pattern, PatternStr)}

    with pytest.raises(UnexpectedToken) as error:
        SECOND.parser.parse('game "Test"\n\nturn:\n    let x be total')  # the end of the line is missing
    after = {words[name] for name in error.value.expected if name in words}

    assert {word for word in after if word.isalpha()} == JOINING - {"beside", "show", "shows"} | POINTING


@pytest.mark.parametrize("word", sorted(JOINING - {"be"}))
def test_a_word_that_joins_values_is_free_in_a_declared_name(word: str) -> None:
    assert problems_of(in_turn(f"let best {word} hand be 5", f"set total to best {word} hand + 1")) == []


@pytest.mark.parametrize("word", sorted({"to", "in", "of", "at", "with", "by", "for", "win", *BEGINNING}))
def test_a_name_that_begins_with_such_a_word_is_told_so_once(word: str) -> None:
    (problem,) = problems_of(in_turn(f"let {word} hand be 5", f"set total to {word} hand + 1"))

    assert (problem.code, problem.message) == ("E113", f'a name cannot begin with "{word}" ({word} hand)')
    assert (problem.span.text, problem.fix) == (f"{word} hand", f"{word}-hand")


def test_a_name_that_nobody_declares_is_told_so() -> None:
    (problem,) = problems_of(in_turn("set dice in hand to 5"))

    assert (problem.code, problem.message) == ("E113", 'no name "dice in hand" is declared, and "in" joins values')


@pytest.mark.parametrize("word", sorted(BEGINNING))
def test_a_word_that_begins_a_value_begins_no_name(word: str) -> None:
    (problem,) = problems_of(in_turn(f"draw one of cup as {word} hand"))

    assert (problem.code, problem.fix) == ("E113", f"{word}-hand")
    assert problems_of(in_turn(f"draw one of cup as best {word} hand")) == []


FREE = (
    "roll move set add take let turn round match play choose attempt allowed setup words kind rule end draw say stop repeat"
    " aim note use given example variant options sum count highest lowest one first times chooses holds until"
    " table extra lot once after most least players faces shown simulation choice apart seen linked standing than ties"
).split()


@pytest.mark.parametrize("word", FREE)
def test_other_words_are_free_in_names(word: str) -> None:
    lines = (
        f"let {word} be 5", f"let my {word} be {word} + my {word}", f"if my {word} is {word}: roll {word}",
        f"move {word} pile to my {word}",
    )  # fmt: skip

    assert [p.message for p in problems_of(in_turn(*lines))] == []
    assert problems_of(f"words:\n    my {word} is 5\n    best {word} of a player is their {word}\n") == []


@pytest.mark.parametrize("name", ["opening roll", "match points", "one die allowed", "sum total", "turn total", "a"])
def test_names_that_authors_want(name: str) -> None:
    text = (
        f"options:\n    {name} = 5\n\nmaterial:\n    {name}: 5 dice\n\nto keep track:\n    the game has {name}, at first 0\n\n"
        f"words:\n    {name} is 5\n    {name} of a player is their {name}\n\nturn:\n    add {name} to {name}\n"
    )

    assert [p.message for p in problems_of(text)] == []


MESSAGES = [
    ("words:\n    in front are 5\n", "E113", "in front", "call it `in-front` wherever it stands, or put another word in front"),
    ("to keep track:\n    each player has a total = 0\n", "E111", "=", "write `each player has a total, at first 0`"),
    ("material:\n    each player has a total, at first 0\n", "E114", "each", "move it below a part `to keep track:`"),
    (in_turn('must x is 5: "No."'), "E111", "must", 'write `only if ...; otherwise the player hears "..."`'),
    ('ruling "So."\n', "E111", "ruling", "write `our ruling`"),
    ("cap 500 turns: nobody wins\n", "E111", "cap", "write `break off after 500 turns:` under `simulation:`"),
    (in_turn("if x is 5", "    stop"), "E116", "", "what belongs to it stands below, indented"),
    (in_turn("set x too 5"), "E112", "too", ""),
    ("rule end turn: stop\n", "E133", "end turn", "call it `end-turn`, or put another word in front"),
    ("material:\n    cup: 6 dice named d1 to d5\n", "E134", "named d1 to d5", "write `named d1 to d6`"),
    ("words:\n    some total is 5\n", "E113", "some total", "call it `some-total` wherever it stands, or put another word in front"),
    (
        in_turn("choose:", '    "a":', '        unless x is 5 only if y is 3; otherwise the player hears "No."'),
        "E123", "only", "write `5, only`",
    ),
    (in_turn("for each x in cup, lowest total: stop"), "E137", ", lowest total", "write `, lowest layer first:`"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "code", "where", "help"), MESSAGES)
def test_a_mistake_is_told_where_it_is(text: str, code: str, where: str, help: str) -> None:
    (problem,) = problems_of(text)

    assert (problem.code, problem.span.text, problem.help) == (code, where, help)
