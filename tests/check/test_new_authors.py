"""What somebody writes who has read the manual once: it is understood, or the message holds the very words to write."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from dicedsl.check_door import check
from dicedsl.cli import main
from dicedsl.errors import Problem
from dicedsl.text.source import Source

RULES = """\
game "Probe"
from "Made up"
aim "Be the first with twenty points."
players 2 to 4, clockwise from anybody

material:
    cup: 3 dice
    hand of each player: 2 dice
    {material}

to keep track:
    each player has a total, at first 0
    {memory}

turn:
    roll cup
    add sum of cup to your total
    {step}

rule probe, dice group:
    {given}

rule help a player:
    {helped}

end "twenty" when some player has total at least 20: that player wins

words:
    kind shelf, shelves: upper, lower
    ladder is list 1, 2, 3
    {word}
"""
PLAIN = {
    "material": "spare pile: no dice",
    "memory": "the game has a pot, at first 0",
    "step": "roll cup",
    "given": "roll group",
    "helped": "add 1 to their total",
    "word": "bonus is 5",
}


def said_of(part: str, line: str) -> list[str]:
    """The errors in a line of a part, each with what helps."""
    indent = "\n    "
    text = RULES.format(**{**PLAIN, part: indent.join(line.split("\n"))})
    return [f"{p.message} | {p.help}" for p in check(Source("probe.dice", text)) if p.is_error]


@pytest.mark.parametrize(("part", "line"), [
    ("given", "if all of them show 6: roll them"),
    ("given", "if the highest of them is 6 and they are all alike: add sum of their numbers to pot"),
    ("given", "for each die in them:\n    roll die"),
    ("helped", "add 1 to total of them"),
    ("word", "dice group is fine when sum of them is 6"),
    ("word", "friend of a player is left neighbour of them"),
    ("word", "sum of the shelves of a player is total of the player"),
    ("word", "worth of the shelves of a player at a shelf is rank of the shelf"),
    ("memory", "each player has sum of the shelves, at first 0\nthe game has a pot, at first 0"),
    ("step", 'choose:\n    "take" one or more of cup as taken dice:\n        add sum of them to your total'),
    ("step", "for each player: if their total is 3: roll cup"),
    ("step", "for each player whose total is 3: add 1 to their total"),
    ("step", "for each player with the highest total: add 1 to their total"),
])  # fmt: skip
def test_it_is_understood(part: str, line: str) -> None:
    assert said_of(part, line) == []


@pytest.mark.parametrize(("part", "line", "help", "instead"), [
    ("step", "if sum of cup is 6: roll them", "write `cup`", "if sum of cup is 6: roll cup"),
    ("step", "if sum of your hand is 6: roll them", "write `your hand`", "if sum of your hand is 6: roll your hand"),
    ("given", "let others of it be cup\nroll them", "write `group` or `others of it`", "let others of it be cup\nroll group"),
    ("given", "for each player:\n    add sum of them to pot", "`group`, or `they` for the player", "for each player:\n    add sum of group to pot"),
    ("given", "if their sum is 6: roll cup", "write `sum of group`", "if sum of group is 6: roll cup"),
    ("given", "if all of them are 6: roll cup", "`show 6` asks for the number on top", "if all of them show 6: roll cup"),
    ("given", "if all of them are in 4 to 6: roll cup", "`all of numbers of S are in 4 to 6`", "if all of numbers of them are in 4 to 6: roll cup"),
    ("helped", "add 1 to theirs", "write `their total`", "add 1 to their total"),
    ("step", "set ladder at pot + 1 to 3", "write `at (pot + 1)`", ""),
    ("step", "set pot to ladder at count of cup showing 1", "write `at (count of cup showing 1)`", "set pot to ladder at (count of cup showing 1)"),
    ("step", "if ladder at sum of cup is 3 and pot is 1: roll cup", "write `at (sum of cup)`", "if ladder at (sum of cup) is 3 and pot is 1: roll cup"),
    ("step", "set pot to ladder at total of left neighbour of you", "write `at (total of left neighbour of you)`", "set pot to ladder at (total of left neighbour of you)"),
    ("step", "if pot is either 3, 4 or 5: roll cup", "write `is in (3, 4, 5)`", "if pot is in (3, 4, 5): roll cup"),
    ("step", "if pot is either 3 or 4 or 5: roll cup", "write `is in (3, 4, 5)`", ""),
    ("step", "if pot is neither 3, 4 nor 5: roll cup", "write `is not in (3, 4, 5)`", "if pot is not in (3, 4, 5): roll cup"),
    ("step", "if pot is 3 or 4: roll cup", "write `is either 3 or 4`", "if pot is either 3 or 4: roll cup"),
    ("step", "if any die in cup shows 6: roll cup", "write `some die in`", "if some die in cup shows 6: roll cup"),
    ("step", "if any of cup show 6: roll cup", "write `some of`", "if some of cup show 6: roll cup"),
    ("step", "if each die in cup shows 6: roll cup", "write `if every die`", "if every die in cup shows 6: roll cup"),
    ("step", "if cup are all the same: roll cup", "write `all alike`", "if cup are all alike: roll cup"),
    ("step", "if cup shows a 6: roll cup", "write `some of cup show 6`", "if some of cup show 6: roll cup"),
    ("step", "if pot is greater than 3: roll cup", "write `more than`", "if pot is more than 3: roll cup"),
    ("step", "if pot is 3 then roll cup", "write `if pot is 3:`", "if pot is 3: roll cup"),
    ("step", "roll each die in cup", "write `roll`", "roll cup"),
    ("step", "move all of cup to your hand", "write `move`", "move cup to your hand"),
    ("step", "move a die from cup to your hand", "write `move one of`", "move one of cup to your hand"),
    ("step", "increase your total by 3", "write `add 3 to your total`", "add 3 to your total"),
    ("step", "your total is now 3", "write `set your total to 3`", "set your total to 3"),
    ("step", "repeat twice:\n    roll cup", "write `repeat 2 times:`", "repeat 2 times:\n    roll cup"),
    ("step", "show your total", "`set your shown total to your total`", ""),
    ("memory", "each player has a code, at first 0, secret\nthe game has a pot, at first 0", "write `at first 0, seen by owner`", "each player has a code, at first 0, seen by owner\nthe game has a pot, at first 0"),
    ("memory", "each player has a code, at first 0, seen by its owner\nthe game has a pot, at first 0", "write `seen by owner`", ""),
])  # fmt: skip
def test_the_message_says_what_to_write(part: str, line: str, help: str, instead: str) -> None:
    (said,) = said_of(part, line)

    assert help in said
    assert not instead or said_of(part, instead) == []


@pytest.mark.parametrize(
    "step", ["for each shelf:\n        add rank of it to your total", "add count of shelves to your total"]
)
@pytest.mark.parametrize("line", ["the game has shelves, at first 0", "each player has shelves, at first 0"])
def test_what_is_called_like_all_of_a_kind_is_told_once(line: str, step: str) -> None:
    text = RULES.format(**{**PLAIN, "memory": f"{line}\n    the game has a pot, at first 0", "step": step})
    (problem,) = [p for p in check(Source("probe.dice", text)) if p.is_error]

    assert problem.message == "`shelves` are all of the kind `shelf` already"
    assert problem.span.text == "shelves"
    assert "`own shelves`" in problem.help


@pytest.mark.parametrize(("head", "call", "help"), [
    ("give dice to player p in the end", "give dice to left neighbour of you in the end", "`rule give dice in the end to the player p:`"),
    ("give a player two points", "give left neighbour of you two points", "`rule give two points to a player:`"),
    ("give a player a point", "give you a point", "`rule give a point to a player:`"),
    ("bring a die to the side", "bring first of cup to the side", "`rule bring to the side a die:`"),
    ("give number n to player p", "give 3 to you", "`rule give the number n, the player p:`, and call it so, such as `give 3, you`"),
    ("give a number to a player", "give 3 to you", "`rule give a number, a player:`"),
    ("give player p number n", "give you 3", "`rule give the player p, the number n:`"),
    ("roll for a player", "roll for you", "begin with another word, such as `throw`"),
    ("take a die", "take first of cup", "begin with another word, such as `grab`"),
    ("give dice group", "give cup", "`rule give the dice group:`"),
])  # fmt: skip
def test_rules_whose_heads_are_wrong_are_told_with_the_head_to_write(head: str, call: str, help: str) -> None:
    text = RULES.format(**{**PLAIN, "step": call}) + f"\nrule {head}:\n    roll cup\n"
    (problem,) = [p for p in check(Source("probe.dice", text)) if p.is_error]

    assert help in problem.help


@pytest.mark.parametrize(("memory", "step"), [
    ("each player has what shelves is full, at first none", "add upper to your what shelves is full"),
    ("the game has a long list players of guests, at first none", "add you to long list players of guests"),
])  # fmt: skip
def test_a_name_that_is_told_holds_what_it_is_to_hold(memory: str, step: str) -> None:
    text = RULES.format(**{**PLAIN, "memory": f"{memory}\n    the game has a pot, at first 0", "step": step})

    assert [p.message for p in check(Source("probe.dice", text)) if p.is_error] == []


@pytest.mark.parametrize(("head", "call", "body"), [
    ("give dice in the end to the player p", "give dice in the end to left neighbour of you", "add 1 to total of p"),
    ("give two points to a player", "give two points to left neighbour of you", "add 2 to their total"),
    ("give a point to a player", "give a point to you", "add 1 to their total"),
    ("give the number n, the player p", "give 3, you", "add n to total of p"),
    ("bring to the side a die", "bring to the side first of cup", "roll it"),
    ("look at the market", "look at the market", "roll cup"),
    ("stop at the inn", "stop at the inn", "roll cup"),
])  # fmt: skip
def test_these_heads_are_right(head: str, call: str, body: str) -> None:
    text = RULES.format(**{**PLAIN, "step": call}) + f"\nrule {head}:\n    {body}\n"

    assert [p.message for p in check(Source("probe.dice", text)) if p.is_error] == []


@pytest.mark.parametrize(("memory", "step", "help"), [
    ("each player has a favourite, at first none", "set your favourite to upper", "call it `favourite shelf`"),
    ("each player has a rival, at first none", "set your rival to left neighbour of you", "write `at first nobody`"),
])  # fmt: skip
def test_what_is_none_at_first_is_named_after_what_it_holds(memory: str, step: str, help: str) -> None:
    text = RULES.format(**{**PLAIN, "memory": f"{memory}\n    the game has a pot, at first 0", "step": step})
    (problem,) = [p for p in check(Source("probe.dice", text)) if p.is_error]

    assert help in problem.help


@pytest.mark.parametrize(("step", "instead"), [
    ("if some player has count of cup at least 2: end turn", "if some player has (count of cup is at least 2): end turn"),
    ("for each player who has total at least 3: add 1 to their total", "for each player where their total is at least 3: add 1 to their total"),
    ("for each die that shows 3: add 1 to your total", "for each die where it shows 3: add 1 to your total"),
    ("for each die in cup that shows 3: add 1 to your total", "for each die in cup showing 3: add 1 to your total"),
    ("if sum of cup is between 3 and 9: end turn", "if sum of cup is in (3 to 9): end turn"),
    ("if some player has total equal to sum of cup: end turn", "if some player has (total is sum of cup): end turn"),
    ("if two or more players are in chains: end turn", "if at least 2 of players are in chains: end turn"),
    ("add 1 to total of the player with the lowest total", "add 1 to total of the first of players with the lowest total"),
])  # fmt: skip
def test_what_is_said_as_in_everyday_english_is_mended_by_its_message(step: str, instead: str) -> None:
    memory = "each player is in chains, at first no\n    the game has a pot, at first 0"

    def said(line: str) -> list[str]:
        text = RULES.format(**{**PLAIN, "memory": memory, "step": line})
        return [p.help for p in check(Source("probe.dice", text)) if p.is_error]

    wrong = said(step)[0].replace("\n", " ")
    written = wrong.split("`")[1]

    assert written in instead
    assert said(instead) == []


@pytest.mark.parametrize(
    "step",
    [
        "you are no longer by the fire",
        "if you are by the fire: you are no longer by the fire",
        "you are now by the fire",
    ],
)
def test_a_state_that_begins_with_a_preposition_ends_too(step: str) -> None:
    text = RULES.format(**{**PLAIN, "memory": "each player is by the fire, at first no", "step": step})

    assert [p.message for p in check(Source("probe.dice", text)) if p.is_error] == []


def test_a_rule_whose_name_begins_like_a_step_is_told_once() -> None:
    text = RULES.format(**{**PLAIN, "step": "show the way to the harbour"})
    text += "\nrule show the way to the harbour: add 1 to your total\n"

    (problem,) = [p for p in check(Source("probe.dice", text)) if p.is_error]

    assert "call it `show-the-way-to-the-harbour`" in problem.help


def test_the_wrong_one_of_two_things_that_a_word_is_asked_of_is_marked() -> None:
    word = "gain of a player for number n is their total + n"
    text = RULES.format(
        **{**PLAIN, "word": word, "step": "let lucky be first of cup\n    add gain of you for lucky to your total"}
    )

    (problem,) = [p for p in check(Source("probe.dice", text)) if p.is_error]

    assert problem.span.text == "lucky"
    assert problem.help == "write `(number of lucky)`"


def test_conditions_that_a_variant_adds_to_the_start_are_asked_first(tmp_path: Path) -> None:
    text = RULES.format(
        **{
            **PLAIN,
            "step": 'choose:\n        "stop":\n            only if your total is more than 900; otherwise the player hears "Second."\n        "go on"',
        }
    )
    text += """
variant "Strict":
    add to the start of "stop":
        only if your total is more than 900; otherwise the player hears "First."

example "The first reason":
    with Anna, Ben, variant "Strict"
    roll 1 1 1
    Anna may not choose "stop" and hears "First."
"""
    (tmp_path / "probe.dice").write_text(text, "utf-8")

    assert "1 of 1 examples hold" in CliRunner().invoke(main, ["test", str(tmp_path / "probe.dice")]).output


def test_a_name_with_an_apostrophe_is_told_without() -> None:
    (said,) = said_of("word", "kind cove, coves: gull cove, dead man's stair")

    assert "call it `dead mans stair`" in said


@pytest.mark.parametrize(("name", "instead", "part", "line", "step"), [
    ("today's weather", "todays weather", "memory", "the game has NAME, at first 0", "add 1 to NAME\n    say \"{NAME}\""),
    ("player's luck", "players luck", "memory", "each player has NAME, at first 0", "add 1 to your NAME\n    if NAME of you is 3: you win"),
    ("today's weather", "todays weather", "word", "NAME of a player is their total", "if your NAME is 3: you win"),
    ("miner's bag", "miners bag", "material", "NAME: 2 dice", "roll NAME"),
    ("miner's share", "miners share", "memory", "the game has a pot, at first 0", "let NAME be 2\n    add NAME to your total"),
    ("sum", "own sum", "memory", "each player has NAME, at first 0", "add 1 to NAME of you\n    if your NAME is 3 and NAME of you is 3: you win"),
    ("different", "own different", "word", "NAME of a player is their total", "if NAME of you is 3: you win"),
    ("count", "own count", "material", "NAME of each player: 1 die", "roll NAME of you\n    if sum of your NAME is 2: you win"),
])  # fmt: skip
def test_what_can_be_no_name_is_told_where_it_is_given_with_a_name_that_works(
    name: str, instead: str, part: str, line: str, step: str
) -> None:
    def found(name: str) -> list[Problem]:
        lines = {part: line.replace("NAME", name), "step": step.replace("NAME", name)}
        return [p for p in check(Source("probe.dice", RULES.format(**{**PLAIN, **lines}))) if p.is_error]

    (problem,) = found(name)
    assert problem.span.text == name and f"call it `{instead}`" in problem.help
    assert found(instead) == []


@pytest.mark.parametrize(("head", "instead", "rest"), [
    ("guests in a row from a player are", "guests in a row of a player are", "(players where total of it is total of the player)"),
    ("a player is open to a shelf when", "a player is open for a shelf when", "bonus is rank of the shelf"),
])  # fmt: skip
def test_a_head_whose_preposition_makes_it_one_name_is_told_another(head: str, instead: str, rest: str) -> None:
    assert f"write `{instead}`" in said_of("word", f"bonus is 5\n{head} {rest}")[0]
    assert said_of("word", f"bonus is 5\n{instead} {rest}") == []


@pytest.mark.parametrize(("part", "line", "told"), [
    ("memory", "each player has a nest of numbers, at first none", "call it `nest numbers` for a set, or `number of numbers` for one number"),
    ("memory", "each player has a win, at first 0", "put another word in front of it, wherever it stands"),
    ("memory", "each player has a show of strength, at first 0", "call it `show-of-strength` wherever it stands"),
    ("memory", "there is a storm, at first no", "say of what: `a storm is coming, at first no`"),
    ("memory", "nobody is awake, at first no", "no name by itself | put another word in front of it, wherever it stands, such as `own-nobody`"),
    ("word", "a player is at work when their total is at least 3\nbusy is (there are at least 2 players at work)", "write `who are at work`"),
])  # fmt: skip
def test_what_is_taken_otherwise_than_it_was_meant_is_told_in_one_message(part: str, line: str, told: str) -> None:
    assert told in said_of(part, line)[0]


def test_a_name_of_which_the_beginning_is_written_is_told_whole() -> None:
    (said,) = said_of(
        "memory", "each player has an ally in the hive, at first nobody\nthe game has a friend, at first ally"
    )

    assert 'did you mean "ally in the hive"?' in said


def test_of_two_things_that_a_rule_is_given_the_first_may_lack_its_article() -> None:
    text = RULES.format(**{**PLAIN, "step": "reward the first of players, 2"})
    text += "rule reward player p, number n: add n to total of p\n"

    helps = {p.help for p in check(Source("probe.dice", text)) if p.is_error}

    assert helps == {"write `rule reward the player p, number n:` if `player p` is what the rule is given"}


def test_a_choice_that_is_called_like_a_rule_is_told_how_it_is_offered() -> None:
    def errors_of(step: str) -> list[Problem]:
        text = RULES.format(**{**PLAIN, "step": step}) + 'choice probing:\n    "a"\n'
        return [p for p in check(Source("probe.dice", text)) if p.is_error]

    (problem,) = errors_of("choose probing")

    assert problem.help == "write `choose: as in probing`"
    assert errors_of("choose: as in probing") == []


def test_a_choice_that_offers_itself_is_one_mistake() -> None:
    text = RULES.format(**{**PLAIN, "step": "choose: as in bidding"})
    text += 'choice bidding:\n    "a"\n    "b":\n        choose: as in bidding\n'

    (problem,) = [p for p in check(Source("probe.dice", text)) if p.is_error]

    assert (problem.code, problem.help) == (
        "E212",
        "write the answers again here, or put the first choice into a `repeat:`",
    )


def test_how_many_players_there_are_is_asked_in_a_word_about_one() -> None:
    assert said_of("word", "a player is alone when there is 1 remaining player") == []


def test_what_is_said_of_the_game_or_each_round_is_a_sentence() -> None:
    memory = "the day is out, at first no\nthe game is lost, at first no\neach round is in the dark, at first no\nthe match is on fire, at first no"
    step = "the day is now out\nthe game is now lost\nif the round is in the dark: the round is no longer in the dark\nif the match is on fire: the match is now on fire"
    text = RULES.format(**{**PLAIN, "memory": memory.replace("\n", "\n    "), "step": step.replace("\n", "\n    ")})

    assert [p.message for p in check(Source("probe.dice", text)) if p.is_error] == []


NATURAL = """\
each player has rolls in a row, at first 0 | add 1 to your rolls in a row
the game has who is ahead, at first nobody | set who is ahead to you
each player is out of money, at first no | you are now out of money
each player has bets on each number by 1 to 6, at first 0 | add 1 to your bets on each number at 3
the round is over, at first no | the round is now over
"""
NATURAL_WORDS = """\
points for the win are 5 | add points for the win to your total
player who leads is first of (players with the highest total) | player who leads wins
dice that count are (cup where it shows 1) | add count of dice that count to your total
a player is in the lead when their total is the highest of total of players | if you are in the lead: you win
dice group is three of a kind when count of group is 3 | if cup is three of a kind: you win
the end is near when some player has total at least 15 | if the end is near: you win
"""
NATURAL_MATERIAL = """\
board dice: 2 dice | roll board dice
end pile: no dice | move cup to end pile
dice that are safe of each player: no dice | move cup to your dice that are safe
"""
NATURAL_RULES = """\
take all | choose who starts | highest takes all | repeat the round | remove a piece | settle up at the end | look behind | extra roll | take one
move to the end | end of round | draw lots | always take one
"""


@pytest.mark.parametrize(("part", "line"), [
    (part, line)
    for part, lines in (("memory", NATURAL), ("word", NATURAL_WORDS), ("material", NATURAL_MATERIAL))
    for line in lines.splitlines()
])  # fmt: skip
def test_names_that_authors_give_are_understood(part: str, line: str) -> None:
    given, _, step = line.partition(" | ")
    text = RULES.format(**{**PLAIN, part: given, "step": step})

    assert [p.message for p in check(Source("probe.dice", text)) if p.is_error] == []


@pytest.mark.parametrize("name", NATURAL_RULES.replace("\n", " | ").strip(" |").split(" | "))
def test_names_that_authors_give_to_rules_are_understood(name: str) -> None:
    text = RULES.format(**{**PLAIN, "step": name}) + f"\nrule {name}:\n    roll cup\n"

    assert [p.message for p in check(Source("probe.dice", text)) if p.is_error] == []


def test_points_are_nothing_that_a_rule_is_given_unless_there_is_a_board() -> None:
    text = RULES.format(**{**PLAIN, "step": "count the points"}) + "\nrule count the points:\n    roll cup\n"
    with_board = text.replace("    cup: 3 dice\n", "    cup: 3 dice\n    board field of squares: grid 2 by 2\n")

    assert [p.message for p in check(Source("probe.dice", text)) if p.is_error] == []
    (problem,) = [p for p in check(Source("probe.dice", with_board)) if p.is_error]
    assert "call it `count-points`" in problem.help
    mended = with_board.replace("count the points", "count-points")
    assert [p.message for p in check(Source("probe.dice", mended)) if p.is_error] == []


def test_a_player_who_is_called_the_highest_is_told_apart_from_who_has_the_most() -> None:
    lines = {"memory": "the game has a highest bidder, at first nobody", "step": "highest bidder wins"}
    (said,) = [p for p in check(Source("probe.dice", RULES.format(**{**PLAIN, **lines}))) if p.is_error]
    lines["step"] = "(highest bidder) wins"

    assert "write `(highest bidder) wins`" in said.help
    assert [p for p in check(Source("probe.dice", RULES.format(**{**PLAIN, **lines}))) if p.is_error] == []


@pytest.mark.parametrize(("memory", "step"), [
    ("players still in the race", "set players still in the race to players\ntake you from players still in the race"),
    ("bidders", "set bidders to (players where their total is 3)\nadd you to bidders\nif you are in bidders: roll cup"),
    ("bidders", "set bidders to others + players\nif count of bidders is 1: set bidders to none"),
    ("full ones", "set full ones to shelves\nadd upper to full ones"),
    ("still players in the race", "add you to still players in the race"),
    ("bidders", "add you to bidders\nif you are in bidders: roll cup\nset pot to count of bidders"),
    ("players still in it", "add you to players still in it\nset pot to count of players still in it"),
    ("long list of guests", "add you to long list of guests"), ("what is full", "add upper to what is full"),
])  # fmt: skip
def test_what_is_none_at_first_holds_the_set_that_it_is_given(memory: str, step: str) -> None:
    line = f"the game has {memory}, at first none\nthe game has a pot, at first 0"

    assert said_with(memory=line, step=step) == []


def said_with(**parts: str) -> list[str]:
    text = RULES.format(**{**PLAIN, **{part: lines.replace("\n", "\n    ") for part, lines in parts.items()}})
    return [f"{p.message} | {p.help}" for p in check(Source("probe.dice", text)) if p.is_error]


@pytest.mark.parametrize(("said", "instead"), [
    ("some of cup show numbers of your hand", "some of numbers of cup are in numbers of your hand"),
    ("all of cup show (1, 3)", "all of numbers of cup are in (1, 3)"),
    ("none of cup show 1 to 3", "none of numbers of cup are in 1 to 3"),
    ("at least 2 of cup show numbers of your hand", "at least 2 of numbers of cup are in numbers of your hand"),
    ("some die in cup shows numbers of your hand", "some of numbers of cup are in numbers of your hand"),
    ("every die in cup shows numbers of your hand", "all of numbers of cup are in numbers of your hand"),
    ("first of cup shows numbers of your hand", "number of first of cup is in numbers of your hand"),
])  # fmt: skip
def test_to_show_one_of_several_numbers(said: str, instead: str) -> None:
    (message,) = said_of("step", f"if {said}: roll cup")

    assert f"write `{instead}`" in message
    assert said_of("step", f"if {instead}: roll cup") == []


@pytest.mark.parametrize("word", ["highest", "lowest"])
def test_players_are_not_ranked_by_dice(word: str) -> None:
    (message,) = said_of("step", f"if pot is 3: {word} hand wins")

    assert f"`{word} hand count wins`" in message
    assert "`hand count of a player is count of their hand`" in message
    for number in ("count of their hand", "sum of their hand"):
        instead = {"step": f"if pot is 3: {word} hand count wins", "word": f"hand count of a player is {number}"}
        assert said_with(**instead) == []


@pytest.mark.parametrize(("word", "step"), [
    ("stops are (5, 12, 18)", "if pot is in stops: set pot to count of stops"),
    ("stops are (5, 12)", "if pot is not in stops and highest of stops is 12: roll cup"),
    ("bonus is 5", "if pot is in ladder: roll cup"),
    ("a number is low when it is in ladder", "if some of numbers of cup are in ladder: roll cup"),
])  # fmt: skip
def test_words_that_are_several_numbers(word: str, step: str) -> None:
    assert said_with(word=word, step=step) == []


def test_a_sentence_about_what_is_no_kind_names_it() -> None:
    (message,) = said_of("word", "a train is late when its points are 3")

    assert "`train` is no kind of thing here; write `a player is ...`" in message
    assert said_of("word", "a player is late when their total is 3") == []
