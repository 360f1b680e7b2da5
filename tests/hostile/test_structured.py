"""Small games made up at random by the grammar, right and nearly right: each is refused with problems or can be played."""

from __future__ import annotations

import random
import re
from collections import Counter

import pytest

from dicedsl.check_door import check
from dicedsl.errors import DiceError, Fault
from dicedsl.interpreter.chance import Chance
from dicedsl.interpreter.game import load
from dicedsl.interpreter.table.game_table import GameTable
from dicedsl.syntax.editions import is_first
from dicedsl.text.source import Source
from tests.hostile import phrases, whole_games
from tests.invariants import dice_in_order

STEPS = 60
DEEPEST = 4  # margins, of steps
GAP = re.compile(r"<(new )?([a-z ]+)(!)?>")
EXPRESSIONS = ("number", "truth", "dice", "die", "player", "players", "place", "gem")


class Maker:
    """Writes a game. `slips` is the chance, at every expression, of writing one of the wrong kind."""

    def __init__(self, seed: int, slips: float) -> None:
        self.rng = random.Random(seed)
        self.slips = slips
        self.forms: phrases.Forms = {}  # of which one is written
        # of which all are
        self.listed: phrases.Forms = {name: list(forms) for name, forms in whole_games.LISTED.items()}
        for forms in (phrases.STEPS, whole_games.WHOLE, phrases.LONG, whole_games.CHOSEN_WORDS):
            self.learn(forms)
        for chance, forms in whole_games.SOMETIMES:
            if self.chance(chance):
                self.learn(forms)
        self.kinds = [kind for kind in EXPRESSIONS if kind in self.forms]
        self.names: list[tuple[str, str]] = []  # (name, kind) known here
        self.announced: list[tuple[str, str]] = []  # known from the next line on
        self.calls = True  # whether rules may be called: not in rules, or one would call itself
        self.fresh = 0

    def chance(self, p: float) -> bool:
        return self.rng.random() < p

    def learn(self, forms: phrases.Forms) -> None:
        for name, more in forms.items():
            known = self.listed if name in self.listed else self.forms
            known[name] = known.get(name, []) + more

    def game(self) -> str:
        return "\n".join(self.block("game", 0)) + "\n"

    # ---------------------------------------------------------- lines

    def block(self, name: str, margin: int) -> list[str]:
        """All lines of a form; what it names is known no longer when it is over."""
        kept = list(self.names)
        if name in self.listed:
            written = [line for form in self.listed[name] for line in self.written(form, margin)]
        elif name == "steps":
            written = [line for _ in range(self.rng.randrange(1, 4)) for line in self.step(margin)]
        elif name == "steps of a rule":
            self.calls = False
            written = self.block("steps", margin)
            self.calls = True
        else:
            written = self.written(self.rng.choice(self.forms[name]), margin)
        self.names = kept
        return written

    def step(self, margin: int) -> list[str]:
        if margin < DEEPEST and self.chance(0.25):
            return self.block("block step", margin)
        name = "rare step" if self.chance(0.1) else "call" if self.calls and self.chance(0.1) else "step"
        return self.written(self.rng.choice(self.forms[name]), margin)

    def written(self, form: str, margin: int) -> list[str]:
        made = []
        for line in form.split("\n") if form else ():
            inner = len(line) - len(line.lstrip(" "))
            alone = GAP.fullmatch(line.strip())
            if alone and alone[2] not in EXPRESSIONS:
                made += self.block(alone[2], margin + inner // 4)
            else:
                made.append("    " * margin + self.filled(line, 2).rstrip())
            self.names += self.announced
            self.announced = []
        return made

    # ---------------------------------------------------------- expressions

    def filled(self, form: str, depth: int) -> str:
        return GAP.sub(lambda gap: self.new(gap[2]) if gap[1] else self.of(gap[2], depth, bool(gap[3])), form)

    def new(self, kind: str) -> str:
        self.fresh += 1
        name = f"{self.rng.choice(('big', 'little', 'old', 'round'))} n{self.fresh}"
        self.announced.append((name, kind))
        return name

    def of(self, kind: str, depth: int, tight: bool) -> str:
        """Something of a kind; if it must be tight, in brackets unless a short form will do."""
        if kind in self.kinds and self.chance(self.slips):
            kind = self.rng.choice(self.kinds)
        known = [n for n, k in self.names if k == kind]
        if known and self.chance(0.4):
            return self.rng.choice(known)
        short = phrases.SHORT.get(kind)
        if short and (depth <= 0 or kind not in self.forms or self.chance(0.3)):
            return self.filled(self.rng.choice(short), depth - 1)
        made = self.filled(self.rng.choice(self.forms[kind]), depth - 1)
        return f"({made})" if tight and " " in made else made


def play_a_little(table: GameTable, seed: int) -> str:
    chance, state = Chance(seed), table.start()
    for _ in range(STEPS):
        dice_in_order(state)
        turn = table.turn(state)
        if not state.cells[table.reg.players_inside]:
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

    assert seen["refused"] <= 24, seen
    assert seen["over"] + seen["still going"] >= 25, seen


BROKEN_AT_ONCE = """\
game "Broken by what follows a choice of all at once"
players 2
to keep track: the game has a pot, at first 0
turn:
    choose by players at once:
        "nothing"
    add 100 to pot
    choose:
        "go on": you win
always pot is less than 100; otherwise the player hears "Too much."
"""


def test_nobody_is_left_without_an_answer_by_what_the_others_have_answered_in_secret() -> None:
    with pytest.raises(Fault, match="always holds has been broken") as raised:
        play_a_little(load(BROKEN_AT_ONCE).table(2, starter=0), 1)

    assert raised.value.problems[0].code == "F511"


def test_games_are_of_the_second_edition() -> None:
    assert not any(is_first(Maker(seed, 0.0).game()) for seed in range(50))


@pytest.mark.parametrize("part", range(3))
def test_games_that_are_nearly_right(part: int) -> None:
    seen = Counter(outcome_of(100_000 + 1_000 * part + i, 0.08) for i in range(40))

    assert seen["refused"] >= 5, seen


@pytest.mark.soak
@pytest.mark.parametrize("part", range(50))
def test_very_many_made_up_games(part: int) -> None:
    for i in range(1_000):
        outcome_of(1_000_000 + 1_000 * part + i, 0.0 if i % 2 else 0.05)
