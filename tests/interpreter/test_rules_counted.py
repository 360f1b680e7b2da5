"""Where a rule is come to is known to the program, so that its uses can be counted."""

from dicedsl.about import Setting
from dicedsl.lower.lower import lower_or_raise
from dicedsl.program import ops
from dicedsl.rulebook.loading import load_source
from dicedsl.text.source import Source
from dicedsl.typed.game import elaborate

GAME = """\
game "Counted"
players 2

material:
    cup: 1 die
    each player has score = 0

turn:
    choose:
        "throw": do throw
        "wait": do wait
    for each player in players: do bonus for player

rule throw:
    roll cup
    do wait

rule wait:
    add 1 to your score

rule bonus for player who:
    add 1 to score of who

rule never:
    add 1 to your score

whenever your score is more than 10: set your score to 0

cap 4 turns: highest score wins
"""


def program() -> ops.Program:
    book, problems = load_source(Source("<text>", GAME))
    assert book is not None, problems
    return lower_or_raise(elaborate(book), Setting(2, starter=0)).world.program


def test_rules_that_are_used_are_named_with_the_blocks_they_begin_with() -> None:
    found = program()

    assert sorted({name for _, name in found.rules}) == ["throw", "wait", "whenever your score is more than 10"]
    assert [name for _, name in found.rules].count("wait") == 2  # in place, wherever it is used
    assert all(0 <= block < len(found.blocks) for block, _ in found.rules)


def test_a_rule_in_the_middle_of_a_block_is_not_listed_since_it_could_not_be_counted() -> None:
    assert "bonus" not in {name for _, name in program().rules}
