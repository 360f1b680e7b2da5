"""A hostile file cannot hang or eat memory: it is played or refused, with a place in the file, within little time and memory."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

WORKER = Path(__file__).with_name("worker.py")
CHECK_SECONDS = 2.0
PLAY_SECONDS = 5.0

HEAD = 'game "Hostile"\nplayers 1\n'
MATERIAL = """
material:
    cup: 2 dice
    bag: 6 numbered dice
    the game has tally = 1
    the game has flag = no
    the game has chosen numbers = 1 to 3
"""
CHOICE = """        choose:
            "go"
            "end": you win
"""


def game(turn: str = "", more: str = "", material: str = MATERIAL) -> str:
    """A game that asks, then does something."""
    return f'{HEAD}{material}\n{more}\nturn:\n    choose:\n        "go"\n        "end": you win\n{turn}'


def steps(*lines: str) -> str:
    return "".join(f"    {line}\n" for line in lines)


def nested(opening: str, depth: int, inner: str, first: int = 1) -> str:
    """`opening` once in each level, and `inner` in the last."""
    return (
        "".join("    " * (first + i) + opening + "\n" for i in range(depth)) + "    " * (first + depth) + inner + "\n"
    )


def words(*lines: str) -> str:
    return "words:\n" + "".join(f"    {line}\n" for line in lines)


# What must come of a case: "played", or the codes of the errors of which one must be among those found, or "any".
Expected = str | tuple[str, ...]


def depth_cases() -> Iterator[tuple[str, str, Expected]]:
    for n in (50, 99, 100, 101, 10_000):
        brackets = steps(f"set tally to {'(' * n}1{')' * n}")
        yield f"brackets-{n}", game(brackets), "played" if n <= 100 else ("E104", "E103")
    for n in (10, 30, 97, 98, 99, 100, 101):
        # The innermost step stands in level n + 1.
        yield f"ifs-{n}", game(nested("if flag:", n, "add 1 to tally")), "any" if n < 100 else ("E104",)
    for n in (5, 18, 19, 20, 21, 60, 98):
        yield f"repeats-{n}", game(nested("repeat 1 times:", n, "add 1 to tally")), "any"
        yield (
            f"for-each-{n}",
            game(
                "".join("    " * (1 + i) + f"for each x{i} in 1 to 2:\n" for i in range(n))
                + "    " * (n + 1)
                + "set tally to 1\n"
            ),
            "any",
        )
    for n in (5, 20, 60):
        yield f"chooses-{n}", game(nested_choices(n)), "any"
    for n in (10, 40, 99):
        yield f"not-brackets-{n}", game(steps(f"set flag to {'not (' * n}flag{')' * n}")), "any"
        yield (
            f"sets-in-sets-{n}",
            game(steps(f"set tally to count of {'(' * n}bag{' where number of it is 1)' * n}")),
            "any",
        )
        yield f"sums-in-sums-{n}", game(steps(f"set tally to {sums(n)}")), "any"
    for n in (300, 5_000):
        yield f"minus-chain-{n}", game(steps(f"set tally to {'- ' * n}1")), "any"
        yield f"not-chain-{n}", game(steps(f"set flag to {'not ' * n}flag")), "any"
        yield f"left-chain-{n}", game(steps(f"if {'left of ' * n}you is you: set tally to 1")), "any"
        yield f"at-chain-{n}", game(steps(f"set tally to tally{' at 1' * n}")), "any"
        yield f"showing-chain-{n}", game(steps(f"roll cup{' showing 1' * n}")), "any"
        yield (
            f"otherwise-chain-{n}",
            game("    if flag: set tally to 0\n" + "    otherwise if flag: set tally to 1\n" * n),
            "any",
        )


def nested_choices(depth: int) -> str:
    text = ""
    for i in range(depth):
        text += "    " * (2 * i + 1) + "choose:\n" + "    " * (2 * i + 2) + f'"c{i}":\n'
    return text + "    " * (2 * depth + 1) + "set tally to 1\n"


def sums(depth: int) -> str:
    text = "1"
    for i in range(depth):
        text = f"sum of ({text} for each y{i} in 1 to 1)"
    return text


def size_cases() -> Iterator[tuple[str, str, Expected]]:
    small = game()
    limit = 1 << 20
    for extra in (-1, 0, 1):
        yield (
            f"one-mebibyte{extra:+}",
            small + "#" * (limit - len(small) + extra),
            "played" if extra <= 0 else ("E103",),
        )
    yield "mebibyte-of-umlauts", small + "#" + "ü" * (limit // 2), ("E103",)
    yield "blank-lines", small + "\n" * (limit - len(small)), "any"
    yield "blanks", small + " " * (limit - len(small)), "any"
    yield "blanks-in-a-line", small + "note" + " " * 500_000 + '"x"\n', "played"
    yield "blanks-in-a-keyword", game(steps("extra" + " " * 500_000 + "turn")), "any"
    yield "half-keywords", game(steps("all " * 100_000)), "any"
    yield "tabs", small + "\t" * 300_000 + "x\n", "any"
    yield "comments", small + "# x\n" * 200_000, "any"
    yield "one-text", small + f'note "{"x" * 900_000}"\n', "any"
    yield "open-text", small + 'note "' + "x" * 900_000, "any"
    yield "quotes", small + '"' * 500_000, "any"
    yield "opening-brackets", small + "(" * 500_000, ("E103", "E104")
    yield "closing-brackets", small + ")" * 500_000, "any"
    yield "bars", small + "|" * 300_000, "any"
    yield "colons", small + ":\n" * 200_000, "any"
    yield "carriage-returns", small.replace("\n", "\r") * 100, "any"
    yield "nul", small + "\0" * 1000, "any"
    yield "byte-order-marks", "\ufeff" * 1000 + small, "any"
    yield "wrong-lines", small + "turn turn turn\n" * 20_000, "any"
    yield "wrong-steps", game(steps(*["do nothing known"] * 20_000)), "any"
    yield (
        "wrong-names",
        game(
            steps(*[f"set unknown{i} to 1" for i in range(3_000)]), words(*[f"known{i} is {i}" for i in range(3_000)])
        ),
        "any",
    )
    yield (
        "long-wrong-name",
        game(steps("set " + "a" * 100_000 + " to 1"), words(*[f"{'b' * 500}{i} is {i}" for i in range(200)])),
        "any",
    )
    yield "name-of-many-words", game(steps("set " + " ".join(f"w{i}" for i in range(20_000)) + " to 1")), "any"
    yield "long-name", game(steps("set tally to 1"), words(f"{'a' * 400_000} is 1")), "any"
    yield "many-notes", small + 'note "x"\n' * 80_000, "any"
    yield "many-examples", small + 'example "x":\n    now tally is 1\n' * 2_000, "any"
    yield "many-games", 'game "x"\n' * 50_000, "any"
    yield "nothing", "", "any"
    yield "one-letter", "g", "any"


def number_cases() -> Iterator[tuple[str, str, Expected]]:
    yield "nine-digits", game(steps("set tally to 999999999")), "played"
    yield "ten-digits", game(steps("set tally to 1000000000")), ("E105",)
    yield "many-digits", game(steps("set tally to " + "9" * 100_000)), ("E105",)
    yield "product", game(steps("set tally to " + " * ".join(["999999999"] * 300))), "any"
    yield "squares", game(steps("set tally to 2", "repeat 200 times: set tally to tally * tally")), "any"
    yield "powers", game(steps("repeat 900000 times: set tally to tally * 999999999")), "any"
    yield "doubling", game(steps("repeat 900000 times: add tally to tally")), "any"
    yield "division-by-nothing", game(steps("set tally to 1 / (tally - 1)")), ("F508",)
    yield "rest-by-nothing", game(steps("set tally to 1 mod (tally - 1)")), ("F508",)
    yield "division-by-nothing-written", game(steps("set tally to 1 / 0")), "any"
    yield "range", game(steps("set chosen numbers to 1 to 999999999")), "any"
    yield "range-below-zero", game(steps("set chosen numbers to (0 - 5) to 3")), "any"
    yield "range-counted", game(steps("set tally to count of (1 to 999999999)")), "any"
    yield "range-summed", game(steps("set tally to sum of (n for each n in 1 to 999999999)")), "any"
    yield (
        "range-of-ranges",
        game(steps("set tally to sum of (n * m for each n in 1 to 99999 for each m in 1 to 99999)")),
        "any",
    )
    yield "range-looked-through", game(steps("if some n in 1 to 999999999 has n is 0: set tally to 1")), "any"
    yield "range-walked", game(steps("for each n in 1 to 999999999: add 1 to tally")), "any"
    yield "range-walked-with-rolls", game("    for each n in 1 to 999999999:\n        roll cup\n"), "any"
    yield "range-drawn", game(steps("draw one of 1 to 999999999 as n")), "any"
    yield "range-late", game(steps("set tally to 999999999", "set chosen numbers to 1 to tally")), "any"
    yield "range-late-walked", game(steps("set tally to 999999999", "for each n in 1 to tally: set flag to yes")), "any"
    yield "single-late", game(steps("set tally to 999999999", "add tally to chosen numbers")), "any"
    yield "single-below-zero", game(steps("add 0 - 5 to chosen numbers")), "any"
    yield "turned-far", game(steps("turn first of cup to 999999999")), ("E443", "F510")
    yield "showing-far", game(steps("if cup showing 999999999 is empty: set tally to 1")), "any"
    yield "list-far", game(steps("set tally to steps at 999999999"), words("steps is list 1, 2, 3")), "any"
    yield (
        "long-list",
        game(steps("set tally to steps at 3"), words("steps is list " + ", ".join(["1"] * 20_000))),
        "any",
    )
    yield "cap", game(more="cap 999999999 turns: you win\n"), "any"


def material_cases() -> Iterator[tuple[str, str, Expected]]:
    for n in (9_999, 10_000, 10_001, 999_999_999):
        for sort in ("dice", "numbered dice"):
            text = game(steps("roll cup"), material=f"material:\n    cup: {n} {sort}\n")
            yield f"{n}-{sort.replace(' ', '-')}", text, "played" if n <= 10_000 else ("E353",)
    yield "dice-in-two-zones", game(material="material:\n    cup: 5000 dice\n    bag: 5001 dice\n"), ("E353",)
    yield "dice-counted", game(material="material:\n    cup: (99999 * 99999) dice\n"), ("E353",)
    yield "dice-below-zero", game(material="material:\n    cup: (0 - 5) dice\n"), ("E371",)
    yield (
        "dice-for-each-place",
        game(material="material:\n    board field: grid 60 by 60\n    pile of each place and place: 1 die\n"),
        "any",
    )
    yield "dice-for-each-die", game(material="material:\n    bag: 10000 dice\n    pile of each die: 1 die\n"), "any"
    for n in (999, 1_000, 1_001, 999_999_999):
        text = game(steps("roll cup"), material=f"material:\n    cup: 1 die with faces 1 to {n}\n")
        yield f"{n}-sides", text, "played" if n <= 1_000 else ("E355",)
    for n in (999, 1_000, 1_001):
        text = game(steps("roll cup"), material=f"material:\n    cup: 1 die with faces {' '.join('7' * n)}\n")
        yield f"{n}-equal-sides", text, "played" if n <= 1_000 else ("E355",)
    yield "face-far", game(steps("roll cup"), material="material:\n    cup: 1 die with faces 1 999999999\n"), ("E355",)
    for n in (60, 61, 999_999_999):
        text = game(material=f"material:\n    board field: grid {n} by {n}\n    cup: 1 die\n")
        yield f"grid-{n}", text, "any" if n <= 60 else ("E344",)
    yield "grid-of-nothing", game(material="material:\n    board field: grid 0 by 5\n    cup: 1 die\n"), ("E344",)
    yield (
        "many-grids",
        game(
            material="material:\n"
            + "".join(f"    board field{i}: grid 60 by 60\n" for i in range(60))
            + "    cup: 1 die\n"
        ),
        "any",
    )
    lines = "    set tally to count of (lines of field where every s in it is taken)\n"
    yield (
        "lines-of-a-large-grid",
        game(lines, material="material:\n    board field: grid 60 by 60\n    cup: 1 die\n    the game has tally = 0\n"),
        "any",
    )
    pairs = "    set tally to count of (1 for each p in field for each q in field for each r in field where p is q)\n"
    yield (
        "triples-of-places",
        game(pairs, material="material:\n    board field: grid 60 by 60\n    cup: 1 die\n    the game has tally = 0\n"),
        "any",
    )
    yield (
        "memory-squared",
        game(material="material:\n    bag: 9000 numbered dice\n    each die has weight by die = 0\n"),
        ("E340",),
    )
    yield (
        "memory-many",
        game(
            material="material:\n    bag: 9000 numbered dice\n"
            + "".join(f"    each die has m{i} = 0\n" for i in range(200))
        ),
        "any",
    )
    kinds = "kind colour, shades: " + ", ".join(f"v{i}" for i in range(20_000))
    yield "large-kind", game(more=words(kinds.replace("colour", "shade"))), "any"
    yield (
        "kind-squared",
        game(
            more=words(kinds.replace("colour", "shade")),
            material="material:\n    cup: 1 die\n    each shade has m by shade = 0\n",
        ),
        "any",
    )
    yield "many-options", game(more="options:\n" + "".join(f"    o{i} = {i}\n" for i in range(8_000))), "any"
    yield "large-option", game(more="options:\n    goal = 999999999, from 0 to 999999999\n"), "any"
    yield (
        "option-of-option",
        game(more="options:\n    o0 = 9\n" + "".join(f"    o{i} = o{i - 1} * o{i - 1}\n" for i in range(1, 40))),
        "any",
    )
    for n in (60, 100, 1_000, 999_999_999):
        players = game(steps("roll cup")).replace("players 1", f"players {n}")
        yield f"players-{n}", players, "any"
    yield "lists-of-sets-in-order", game(steps("set flag to (bag, 1) is more than (tally, 2)")), ("E303",)
    yield "lists-of-players-in-order", game(steps("set flag to (you, 1) is more than (you, 2)")), ("E329",)
    about_dice = words("die d is odd-one when number of d is index of d", "worth of die d is 2 * number of d")
    yield (
        "words-about-no-dice",
        f'{HEAD}{about_dice}turn:\n    choose:\n        "go"\n        "end": you win\n',
        "played",
    )
    yield "players-range", game().replace("players 1", "players 1 to 999999999"), "any"
    yield "players-backwards", game().replace("players 1", "players 9 to 2"), "any"
    yield "players-none", game().replace("players 1", "players 0"), "any"
    yield "players-or", game().replace("players 1", "players 1" + " or 2" * 50_000), "any"


def running_cases() -> Iterator[tuple[str, str, Expected]]:
    yield "thousand-terms", game(steps("set tally to " + " + ".join(["tally"] * 1_000))), "any"
    yield "thousand-ands", game(steps("if " + " and ".join(["tally is 1"] * 1_000) + ": set tally to 1")), "any"
    yield "thousand-ors", game(steps("if " + " or ".join(["tally is 2"] * 1_000) + ": set tally to 1")), "any"
    yield "ten-thousand-terms", game(steps("set tally to " + " + ".join(["tally"] * 10_000))), "any"
    yield "thousand-unions", game(steps("roll " + " + ".join(["cup"] * 1_000))), "any"
    rows = "".join(f"        tally is {i} | {i}\n" for i in range(3_000))
    yield (
        "thousand-cases",
        game(steps("set tally to worth"), "words:\n    worth:\n" + rows + "        otherwise | 0\n"),
        "any",
    )
    yield "thousand-steps", game(steps(*["add 1 to tally"] * 10_000)), "any"
    yield (
        "thousand-rules",
        game(
            steps("do r0"), "".join(f"rule r{i}: do r{i + 1}\n" for i in range(1_500)) + "rule r1500: add 1 to tally\n"
        ),
        "any",
    )
    yield (
        "thousand-words",
        game(steps("set tally to w0"), words(*[f"w{i} is w{i + 1} + 1" for i in range(1_500)], "w1500 is 1")),
        "any",
    )
    yield (
        "thousand-ends",
        game(more="".join(f'end "e{i}" when tally is {i + 5}: you win\n' for i in range(2_000))),
        "any",
    )
    yield (
        "ends-and-chooses",
        game(
            "".join(f'    choose:\n        "a{i}"\n        "b{i}"\n' for i in range(150)),
            "".join(f'end "e{i}" when tally is {i + 5}: you win\n' for i in range(150)),
        ),
        "any",
    )
    yield "thousand-alternatives", game("    choose:\n" + "".join(f'        "a{i}"\n' for i in range(3_000))), "any"
    for n in (2, 3, 6):
        yield f"repeat-tower-{n}", game(nested("repeat 999999 times:", n, "add 1 to tally")), "any"
        yield (
            f"for-tower-{n}",
            game(
                "".join("    " * (1 + i) + f"for each x{i} in 1 to 999999:\n" for i in range(n))
                + "    " * (n + 1)
                + "add 1 to tally\n"
            ),
            "any",
        )
    yield "repeat-tower-with-rolls", game(nested("repeat 999999 times:", 4, "roll cup")), "played"
    yield "million-times", game(steps("repeat 900000 times: add 1 to tally")), "any"
    yield "rules-twice", game(steps("do r0"), doubled_rules(30, "add 1 to tally")), "any"
    yield "rules-twice-with-rolls", game(steps("do r0"), doubled_rules(30, "roll cup")), "played"
    yield (
        "rules-twice-with-arguments",
        game(steps("do r0 for 1"), doubled_rules(30, "add 1 to tally", " for number n", " for n + 1")),
        "any",
    )
    yield (
        "words-twice",
        game(steps("set tally to w0"), words(*[f"w{i} is w{i + 1} + w{i + 1}" for i in range(40)], "w40 is tally")),
        "any",
    )
    yield (
        "words-twice-with-arguments",
        game(
            steps("set tally to w0 of 1"),
            words(
                *[f"w{i} of number n is w{i + 1} of (n + 1) + w{i + 1} of (n + 2)" for i in range(40)],
                "w40 of number n is n + tally",
            ),
        ),
        "any",
    )
    yield (
        "adjectives-twice",
        game(
            steps("if tally is a0: set tally to 1"),
            words(
                *[f"number n is a{i} when n is a{i + 1} and n + 1 is a{i + 1}" for i in range(40)],
                "number n is a40 when n is at least 0",
            ),
        ),
        "any",
    )
    yield (
        "words-over-sets",
        game(
            steps("set tally to w0"),
            words(*[f"w{i} is sum of (w{i + 1} for each x in bag)" for i in range(12)], "w12 is tally"),
        ),
        "any",
    )
    yield "word-of-itself", game(steps("set tally to w"), words("w is w + 1")), ("E366",)
    yield "words-in-a-circle", game(steps("set tally to a"), words("a is b", "b is c", "c is a")), ("E366",)
    yield "rule-of-itself", game(steps("do r"), "rule r: do r\n"), "any"
    yield "rule-of-itself-with-roll", game(steps("do r"), "rule r:\n    roll cup\n    do r\n"), "any"
    yield "rules-in-a-circle", game(steps("do a"), "rule a: do b\nrule b: do a\n"), "any"
    yield "endless-repeat", game("    repeat:\n        add 1 to tally\n"), ("E441", "F507")
    yield "endless-repeat-of-nothing", game('    repeat:\n        say "again"\n'), ("E441", "F507")
    yield (
        "stop-never-reached",
        game("    repeat:\n        add 1 to tally\n        if tally is 0: stop\n"),
        ("E441", "F507"),
    )
    yield "endless-in-turn", game("    in turn from you, until tally is 0:\n        add 1 to tally\n"), ("E441", "F507")
    yield "endless-turns", f"{HEAD}{MATERIAL}\nturn: add 1 to tally\n", "any"
    yield "endless-rounds", f"{HEAD}{MATERIAL}\nround: add 1 to tally\n", "any"
    yield "endless-match", f"{HEAD}{MATERIAL}\nturn: you win\n\nmatch: play game\n", "any"
    yield "endless-extra-turns", f"{HEAD}{MATERIAL}\nturn: extra turn\n", "any"
    yield (
        "endless-setup",
        f'{HEAD}{MATERIAL}\nsetup:\n    repeat: add 1 to tally\nturn:\n    choose:\n        "go"\n',
        "any",
    )
    yield "never-settles", game(more="whenever tally is more than 0: add 1 to tally\n"), "any"
    yield (
        "never-settles-in-two-steps",
        game(more="whenever flag: set flag to no\nwhenever not flag: set flag to yes\n"),
        "any",
    )
    yield "nobody-left", game(steps("eliminate you")), "any"
    yield "nobody-left-at-once", f"{HEAD}{MATERIAL}\nsetup: eliminate everyone\nturn: roll cup\n", "any"
    yield "endless-alternative", game('    choose:\n        "go":\n            repeat: add 1 to tally\n'), "any"
    yield (
        "nothing-fits-for-ever",
        game(
            '    repeat:\n        choose:\n            "go":\n                must tally is 0: "No."\n            if nothing fits: add 1 to tally\n'
        ),
        "any",
    )


def doubled_rules(depth: int, last: str, param: str = "", argument: str = "") -> str:
    text = "".join(f"rule r{i}{param}:\n    do r{i + 1}{argument}\n    do r{i + 1}{argument}\n" for i in range(depth))
    return text + f"rule r{depth}{param}: {last}\n"


def choice_cases() -> Iterator[tuple[str, str, Expected]]:
    def picking(picks: str, must: str = "") -> str:
        effect = f':\n            must {must}: "No."\n' if must else "\n"
        return f'    choose:\n        "pick" {picks}{effect}        "rest"\n'

    sixty = "material:\n    bag: 60 numbered dice\n    cup: 60 dice\n    the game has tally = 1\n"
    for amount in ("some", "any", "30", "1 to 60", "(30)"):
        yield (
            f"subsets-{amount.replace(' ', '-')}",
            game(steps("roll bag") + picking(f"{amount} of bag as x"), material=sixty),
            ("F509",),
        )
        yield (
            f"plain-subsets-{amount.replace(' ', '-')}",
            game(steps("roll cup") + picking(f"{amount} of cup as x"), material=sixty),
            "any",
        )
    yield "subsets-of-ranges", game(picking("some of 1 to 40 as x")), ("F509",)
    yield "subsets-16", game(picking("some of 1 to 15 as x")), "any"
    yield "subsets-twice", game(picking("some of 1 to 15 as x, some of 1 to 15 as y")), "any"
    yield "long-pick", game(picking("one of 1 to 999999999 as x")), "any"
    yield "long-pick-refused", game(picking("one of 1 to 999999999 as x", "x is 0")), "any"
    yield "many-picks", game(picking(", ".join(f"one of 1 to 9 as x{i}" for i in range(9)))), "any"
    yield "many-picks-refused", game(picking(", ".join(f"one of 1 to 9 as x{i}" for i in range(9)), "x8 is 0")), "any"
    yield "very-many-picks", game(picking(", ".join(f"one of 1 to 2 as x{i}" for i in range(200)))), "any"
    yield (
        "picks-of-places",
        game(
            picking("one of field as p, one of field as q"),
            material="material:\n    board field: grid 60 by 60\n    cup: 1 die\n",
        ),
        "any",
    )
    yield "pick-of-nothing", game(picking("one of bag showing 9 as x")), "any"
    yield "pick-backwards", game(picking("one of 9 to 1 as x")), "any"
    yield "huge-amount", game(picking("999999999 of bag as x")), "any"
    yield "move-many", game(steps("move 999999999 of cup to bag")), "any"
    yield "move-200", game(steps("move 200 of cup to bag")), "any"
    always = 'always every d in bag has (every e in bag has number of d is number of e): "No."\n'
    yield (
        "always-with-long-alternative",
        game('    choose:\n        "x":\n            repeat 900000 times: add 1 to tally\n', always),
        "any",
    )


def file_cases() -> Iterator[tuple[str, str, Expected]]:
    for name in (
        "/etc/passwd",
        "../../../etc/passwd",
        "..",
        ".",
        "",
        "C:\\x",
        "~",
        "http://localhost/",
        "pig.dice",
        "x\0y",
        "a" * 100_000,
    ):
        yield f"use-{name[:12]!r}", f'game "x"\nuse "{name}"\nplayers 1\nturn: you win\n', "any"
        yield f"changes-{name[:12]!r}", f'game "x" changes "{name}"\nplayers 1\n', "any"
    yield "use-often", 'game "x"\n' + 'use "spicy-set"\n' * 20_000 + "players 1\nturn: you win\n", "any"
    variants = "".join(f'variant "v{i}":\n    replace rule r: add {i} to tally\n' for i in range(400))
    yield "many-variants", game(steps("do r"), "rule r: add 1 to tally\n" + variants), "any"
    # What stands in braces is read as the language, and this is none of it.
    yield "python-in-braces", game(steps("say \"{__import__('os').system('x')}\"")), ("E132",)
    yield "python-in-texts", game(steps("say \"__import__('os').system('x')\"", "say \"' + exit() + '\"")), "played"
    yield (
        "python-names",
        game(
            steps("set exec to exec + eval"),
            material=MATERIAL + "    the game has exec = 0\n    the game has eval = 0\n    the game has import = 0\n",
        ),
        "any",
    )


CASES = {
    name: (text, expected)
    for source in (depth_cases, size_cases, number_cases, material_cases, running_cases, choice_cases, file_cases)
    for name, text, expected in source()
}


PYTHON_WORDS = (
    "Traceback",
    "Error(",
    "RecursionError",
    "KeyError",
    "IndexError",
    "ValueError",
    "TypeError",
    "AttributeError",
    "SyntaxError",
    "MemoryError",
    "NoneType",
    "object at 0x",
    "<class",
    "dicedsl.",
    "lark",
)


class Worker:
    def __init__(self) -> None:
        self.process = subprocess.Popen(
            [sys.executable, str(WORKER)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def ask(self, text: str) -> list[dict[str, Any]]:
        assert self.process.stdin is not None and self.process.stdout is not None
        self.process.stdin.write(json.dumps({"text": text}) + "\n")
        self.process.stdin.flush()
        answer: list[dict[str, Any]] = json.loads(self.process.stdout.readline())
        return answer

    def close(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait(10)


@pytest.fixture(scope="module")
def worker() -> Iterator[Worker]:
    made = Worker()
    yield made
    made.close()


def test_there_are_enough_cases() -> None:
    assert len(CASES) >= 150


@pytest.mark.parametrize("name", [name for name in CASES])
def test_a_hostile_file_is_played_or_refused(name: str, worker: Worker) -> None:
    text, expected = CASES[name]

    judge(text, expected, worker.ask(text))


def judge(text: str, expected: Expected, answer: list[dict[str, Any]]) -> None:
    """Whether what came of a hostile file is bounded, of use to its author, and what was to come of it."""
    checked = answer[0]
    assert "crash" not in checked, checked
    assert checked["cpu"] <= CHECK_SECONDS
    problems = [p for p in checked["problems"] if p["severity"] == "error"]
    played = next((a for a in answer if a["phase"] == "play"), None)
    if problems:
        assert played is None
    else:
        assert played is not None
        assert "crash" not in played, played
        assert played["cpu"] <= PLAY_SECONDS
    found = problems or (played or {}).get("problems", [])
    for problem in checked["problems"] + found:
        assert 0 < len(problem["message"]) <= 200
        assert not any(word in problem["message"] + problem["help"] for word in PYTHON_WORDS), problem
        if problem["code"] != "usage":
            assert problem["file"] == "<text>", problem
            assert 0 <= problem["start"] <= problem["end"] <= len(text), problem
    codes = {p["code"] for p in found}
    if expected == "played":
        assert not codes
    elif expected != "any":
        assert codes & set(expected), found[:3]
    assert not answer[-1]["events"], answer[-1]


def test_a_worker_notices_what_is_touched(worker: Worker) -> None:
    touched = worker.ask('game "x"\nuse "spicy-set"\nplayers 1\nturn: you win\n')[-1]

    assert any(event.startswith("open") for event in touched["events"])
