"""Small games made up at random by the grammar, right and nearly right: each is refused with problems or can be played."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from dicedsl.checking import check
from dicedsl.errors import DiceError, Fault
from dicedsl.interpreter.chance import Chance
from dicedsl.interpreter.game import load
from dicedsl.interpreter.lab.invariants import dice_in_order
from dicedsl.interpreter.table import Table
from dicedsl.text.source import Source

STEPS = 60


class Maker:
    """Writes a game. `slips` is the chance, at every expression, of writing one of the wrong kind."""

    def __init__(self, seed: int, slips: float) -> None:
        self.rng = random.Random(seed)
        self.slips = slips
        self.board = self.chance(0.4)
        self.kind = self.chance(0.5)
        self.names: list[tuple[str, str]] = []  # (name, kind) bound here
        self.fresh = 0

    def chance(self, p: float) -> bool:
        return self.rng.random() < p

    def pick(self, *options: str) -> str:
        return self.rng.choice(options)

    def name(self) -> str:
        self.fresh += 1
        return f"{self.pick('big', 'little', 'old', 'new')} n{self.fresh}"

    # ---------------------------------------------------------- expressions

    def of(self, kind: str, depth: int) -> str:
        if self.chance(self.slips):
            kind = self.pick("number", "truth", "dice", "die", "player", "players")
        known = [n for n, k in self.names if k == kind]
        if known and self.chance(0.4):
            return self.rng.choice(known)
        return {
            "number": self.number, "truth": self.truth, "dice": self.dice, "die": self.die,
            "player": self.player, "players": self.players, "place": self.place,
        }[kind](depth - 1)  # fmt: skip

    def number(self, depth: int) -> str:
        if depth <= 0:
            return self.pick("0", "1", "2", "6", "7", "tally", "your score", "level", "goal", "turns played")
        a = self.of
        return self.pick(
            f"{a('number', depth)} + {a('number', depth)}", f"{a('number', depth)} - {a('number', depth)}", f"(2 * {a('number', depth)})",
            f"({a('number', depth)}) mod 5", f"({a('number', depth)}) / 3", f"count of {a('dice', depth)}", f"sum of number of {a('dice', depth)}",
            f"highest of number of {a('dice', depth)}", f"score of {a('player', depth)}", f"different of number of {a('dice', depth)}",
            f"sum of (x * 2 for each x in 1 to {a('number', 0)})", f"rank of {self.pick('ruby', 'opal')}" if self.kind else "3",
            f"doubled of ({a('number', depth)})", f"count of {a('players', depth)}", f"number of {a('die', depth)}",
        )  # fmt: skip

    def truth(self, depth: int) -> str:
        if depth <= 0:
            return self.pick("flag", "yes", "no", "not flag", "cup is empty")
        a = self.of
        return self.pick(
            f"{a('number', depth)} is {self.pick('', 'at least ', 'at most ', 'more than ', 'less than ', 'not ')}{a('number', depth)}",
            f"({a('truth', depth)} {self.pick('and', 'or')} {a('truth', depth)})", f"not ({a('truth', depth)})", f"{a('dice', depth)} is {self.pick('', 'not ')}empty",
            f"{self.pick('some', 'every', 'no')} d in {a('dice', depth)} has number of d is {a('number', 0)}", f"some p in {a('players', depth)} has score at least {a('number', 0)}",
            f"{a('player', depth)} is {a('player', depth)}", f"{a('number', depth)} is in 1 to 6", f"({a('number', 0)}, 1) is more than ({a('number', 0)}, 2)",
            f"{a('dice', depth)} is lucky", f"{a('place', 0)} is taken" if self.board else "flag",
        )  # fmt: skip

    def dice(self, depth: int) -> str:
        if depth <= 0:
            return self.pick("cup", "bag", "your hand", "dice")
        a = self.of
        return self.pick(
            f"({a('dice', depth)} + {a('dice', depth)})", f"({a('dice', depth)} - {a('dice', depth)})", f"({a('dice', depth)} where number of it is {a('number', 0)})",
            f"{self.pick('cup', 'bag')} showing {a('number', 0)}", f"({a('dice', 0)} with highest number of it)", f"hand of {a('player', depth)}", "dice on field" if self.board else "cup",
        )  # fmt: skip

    def die(self, depth: int) -> str:
        return f"{self.pick('first', 'last')} of {self.of('dice', depth)}"

    def player(self, depth: int) -> str:
        return self.pick("you", "left of you", "starter", "first of others", "right of left of you", "last of players")

    def players(self, depth: int) -> str:
        return self.pick("players", "everyone", "others", "(everyone where score of it is 0)")

    def place(self, depth: int) -> str:
        return self.pick("first of field", "last of empty field", "(2,2)", "first of neighbours of first of field")

    # ---------------------------------------------------------- steps

    def step(self, indent: int, depth: int) -> list[str]:
        pad = "    " * indent
        a = self.of
        if depth > 0 and self.chance(0.35):
            return self.block_step(indent, depth)
        lines = [
            f"roll {a('dice', 1)}", f"set tally to {a('number', 2)}", f"add {a('number', 1)} to your score", f"take {a('number', 1)} from tally",
            f"set flag to {a('truth', 2)}", f"move {a('dice', 1)} to {self.pick('cup', 'bag', 'your hand')}", f"let {self.name()} be {a('number', 2)}",
            'say "Hello."', f"set score of {a('player', 1)} to {a('number', 1)}", "do helping", f"do giving for {a('number', 1)}", f"show {a('dice', 1)}",
            f"turn {a('die', 1)} to 3", "end turn", "extra turn", f"set level to ({a('number', 1)}) mod 5", f"draw one of {a('dice', 1)} as d{self.fresh}",
            f"move one of {a('dice', 0)} to {a('place', 0)}" if self.board else "roll cup", f"eliminate {a('player', 1)}", f"{a('player', 1)} wins",
            f"move {a('dice', 1)} to (empty field where rank of it is at most {self.pick('2', '5', '20')}) by lot" if self.board else "roll bag",
        ]  # fmt: skip
        weights = [6, 4, 6, 2, 4, 4, 3, 2, 3, 2, 2, 1, 2, 1, 0.3, 2, 1, 2, 0.4, 0.3, 1]
        return [pad + self.rng.choices(lines, weights)[0]]

    def block_step(self, indent: int, depth: int) -> list[str]:
        pad = "    " * indent
        kept = list(self.names)
        match self.rng.randrange(6):
            case 0:
                lines = [f"{pad}if {self.of('truth', 2)}:", *self.steps(indent + 1, depth - 1)]
                if self.chance(0.5):
                    lines += [f"{pad}otherwise:", *self.steps(indent + 1, depth - 1)]
            case 1:
                name = self.name()
                source, kind = self.rng.choice(
                    (("1 to 3", "number"), ("players", "player"), (self.of("dice", 1), "die"))
                )
                head = f"{pad}for each {name} in {source}:"
                self.names.append((name, kind))
                lines = [head, *self.steps(indent + 1, depth - 1)]
            case 2:
                lines = [f"{pad}repeat {self.of('number', 0)} times:", *self.steps(indent + 1, depth - 1)]
            case 3:
                lines = [f"{pad}in turn from {self.of('player', 0)}:", *self.steps(indent + 1, depth - 1)]
            case 4:
                lines = [f"{pad}repeat:", *self.steps(indent + 1, depth - 1), f"{pad}    stop"]
            case _:
                lines = self.choose(indent, depth - 1)
        self.names = kept
        return lines

    def steps(self, indent: int, depth: int) -> list[str]:
        return [line for _ in range(self.rng.randrange(1, 4)) for line in self.step(indent, depth)]

    def choose(self, indent: int, depth: int) -> list[str]:
        pad = "    " * indent
        who = self.pick("", "", "", " by left of you", " by players at once")
        lines = [f"{pad}choose{who}:"]
        for i in range(self.rng.randrange(1, 4)):
            kept = list(self.names)
            picks = []
            for _ in range(self.rng.choice((0, 0, 1, 1, 2))):
                name = self.name()
                pick, kind = self.rng.choice(
                    (
                        ("one of 1 to 4", "number"),
                        ("some of cup", "dice"),
                        ("any of bag", "dice"),
                        ("one of your hand", "die"),
                        ("one of others", "player"),
                        ("1 to 2 of your hand", "dice"),
                    )
                )
                picks.append(f"{pick} as {name}")
                self.names.append((name, kind))
            lines.append(f'{pad}    "do {i}" {", ".join(picks)}:')
            if self.chance(0.4):
                lines.append(f'{pad}        must {self.of("truth", 2)}: "That is not allowed."')
            lines += self.steps(indent + 2, depth)
            self.names = kept
        if self.chance(0.8):
            lines.append(f'{pad}    "nothing"')
        elif self.chance(0.7):
            lines += [f"{pad}    if nothing fits:", *self.steps(indent + 2, 0)]
        return lines

    # ---------------------------------------------------------- the whole

    def game(self) -> str:
        lines = [
            'game "Made up"',
            f"players {self.pick('2', '2 to 3', '2 or more')}",
            "",
            "options:",
            '    goal = 20, from 5 to 50: "points that win"',
            "",
        ]
        lines += [
            "material:",
            f"    cup: {self.pick('1 die', '3 dice', '2 dice with faces 1 1 2 3', '2 red dice')}",
            f"    bag: {self.pick('no dice', '2 dice', '2 numbered dice')}",
        ]
        lines += [
            f"    hand of each player: {self.pick('2 dice', '3 numbered dice')}{self.pick('', ', seen by owner')}"
        ]
        lines += [
            "    each player has score = 0",
            "    the game has tally = 0",
            f"    {self.pick('each turn', 'the game')} has flag = no",
            "    the game has level = 0, from 0 to 6",
        ]
        if self.board:
            lines += [f"    board field: grid 3 by 3{self.pick('', ' without (1,1)')}"]
        lines += [
            "",
            "words:",
            "    doubled of number asked is 2 * asked",
            "    dice group is lucky when some d in group has number of d is 6",
        ]
        if self.kind:
            lines += ["    kind gem, gems: ruby, opal, pearl"]
        if self.chance(0.3):
            lines += ["", "setup:", *self.steps(1, 1)]
        lines += ["", "turn:", *self.steps(1, 2), *self.choose(1, 2), *self.steps(1, 1)]
        lines += [
            "",
            "rule helping:",
            *self.steps(1, 1),
            "",
            "rule giving for number amount:",
            "    add amount to your score",
        ]
        if self.chance(0.3):
            lines += ["", f"whenever {self.of('truth', 2)} and tally is more than 3:", "    set tally to 0"]
        if self.chance(0.2):
            lines += ["", "at the end of each turn:", *self.steps(1, 1)]
        lines += [
            "",
            'end "the goal is reached" after each turn when some p in players has score at least goal: p wins',
        ]
        lines += ["", f"cap {self.pick('30', '5')} turns: highest score wins"]
        return "\n".join(lines) + "\n"


def play_a_little(table: Table, seed: int) -> str:
    chance, state = Chance(seed), table.start()
    for _ in range(STEPS):
        dice_in_order(state)
        turn = table.turn(state)
        if not state.cells[table.reg.inside]:
            return "nobody left"  # what belongs to "you" then is not defined yet
        if turn.kind == "over":
            assert table.result(state) is not None
            return "over"
        if turn.kind == "chance":
            state = table.apply(state, table.sample(state, chance))
        else:
            moves = table.moves(state, turn.seats[-1])
            assert moves
            move = moves[chance.below(len(moves))]
            assert table.why_not(state, move.seat, move) is None
            state = table.apply(state, move)
        assert table.decode(table.encode(state)) == state
    return "still going"


def outcome_of(seed: int, slips: float) -> str:
    text = Maker(seed, slips).game()
    try:
        errors = [p for p in check(Source("<text>", text)) if p.is_error]
        if errors:
            for problem in errors:
                assert 0 <= problem.span.start <= problem.span.end <= len(text)
                assert 0 < len(problem.message) <= 200
            return "refused"
        try:
            return play_a_little(load(text).table(2, starter=0), seed)
        except Fault as fault:
            problem = fault.problems[0]
            assert problem.span.source.name == "<text>", f"{problem.code} {problem.message} has no place"
            return f"fault {problem.code}"
    except DiceError as error:
        raise AssertionError(f"refused only when played: {error}\n--- seed {seed}:\n{text}") from error
    except Exception as error:
        raise AssertionError(f"{type(error).__name__}: {error}\n--- seed {seed}:\n{text}") from error


@pytest.mark.parametrize("part", range(6))
def test_games_that_are_mostly_right(part: int) -> None:
    seen = Counter(outcome_of(1_000 * part + i, 0.0) for i in range(60))

    assert seen["over"] + seen["still going"] >= 5, seen


@pytest.mark.parametrize("part", range(3))
def test_games_that_are_nearly_right(part: int) -> None:
    seen = Counter(outcome_of(100_000 + 1_000 * part + i, 0.08) for i in range(40))

    assert seen["refused"] >= 5, seen


@pytest.mark.soak
@pytest.mark.parametrize("part", range(50))
def test_very_many_made_up_games(part: int) -> None:
    for i in range(1_000):
        outcome_of(1_000_000 + 1_000 * part + i, 0.0 if i % 2 else 0.05)
