"""A seat sees all it may know and nothing else."""

import json
from functools import cache
from itertools import product

import pytest
from tests.parts import some
from tests.stepping_code import runner_of

from dicedsl.about import Setting
from dicedsl.compile_door import compile_book
from dicedsl.interpreter.chance import Chance
from dicedsl.interpreter.moves.wording import HIDDEN_TEXT
from dicedsl.interpreter.play.session.session import Session
from dicedsl.interpreter.play.session.transcript import transcript
from dicedsl.interpreter.show.draw import table_lines
from dicedsl.interpreter.state import Move, Outcome, State
from dicedsl.interpreter.table.game_table import GameTable
from dicedsl.interpreter.table.view import View, has_secrets, move_as_told, roll_as_told, seen_dice, view
from dicedsl.program.members import MEMBERS
from dicedsl.rulebook.book import Rulebook
from dicedsl.rulebook.files import find
from dicedsl.rulebook.library import games
from dicedsl.rulebook.loading import load_path, load_source
from dicedsl.text.source import Source

OPTIONS: dict[str, tuple[tuple[str, int | str | bool], ...]] = {"perfecto": (("games", "single"),)}


@cache
def book_of(name: str) -> Rulebook:
    book, _ = load_path(find(name))
    assert book is not None
    return book


def fewest(name: str) -> int:
    """Two players, or as few above that as the game allows."""
    players = book_of(name).players
    assert players is not None
    return max(2, players.counts[0])


def table_of(name: str, players: int = 3) -> GameTable:
    return GameTable(compile_book(book_of(name), Setting(players, options=OPTIONS.get(name, ()), starter=0)))


def table_from(text: str, players: int = 2) -> GameTable:
    book, problems = load_source(Source("<text>", text))
    assert book is not None, problems
    return GameTable(compile_book(book, Setting(players, starter=0)))


def rolled(table: GameTable, *rolls: tuple[int, ...]) -> State:
    state = table.start()
    for values in rolls:
        state = table.apply(state, Outcome(values))
    return state


def choose(table: GameTable, state: State, seat: int, text: str) -> State:
    return table.apply(state, table.parse_move(state, seat, text))


def numbers(seen: View, zone: str, owner: int) -> list[int | None]:
    return next([d.number for d in z.dice] for z in seen.zones if z.name == zone and z.owner == owner)


ANNA, BEN, CLEO = (4, 4, 1, 4, 2, 3), (2, 3, 5, 6, 4, 1), (6, 6, 6, 1, 1, 1)


def test_only_the_owner_sees_a_hidden_hand() -> None:
    table = table_of("perfecto")
    state = rolled(table, ANNA, BEN, CLEO)

    for seat, hand in enumerate((ANNA, BEN, CLEO)):
        assert numbers(view(table, state, seat), "hand", seat) == list(hand)
        for other in (s for s in (0, 1, 2, None) if s != seat):
            assert numbers(view(table, state, other), "hand", seat) == [None] * 6
            assert all(d.hidden for z in view(table, state, other).zones if z.owner == seat for d in z.dice)


def test_dice_are_shown_to_all_at_the_showdown_until_they_are_rolled_again() -> None:
    table = table_of("perfecto", 2)
    state = rolled(table, ANNA, BEN)
    state = choose(table, choose(table, state, 0, "bid 5 4"), 1, "challenge")

    assert table.turn(state).kind == "chance"
    assert numbers(view(table, state, 0), "hand", 1) == [2, 3, 5, 6, 4]
    assert numbers(view(table, state, None), "hand", 0) == list(ANNA)
    assert numbers(view(table, state, 0), "lost dice", 1) == [1]

    state = table.apply(table.apply(state, Outcome((1, 1, 1, 1, 1, 1))), Outcome((2, 2, 2, 2, 2)))
    assert numbers(view(table, state, 0), "hand", 1) == [None] * 5


def test_a_die_never_rolled_shows_nothing() -> None:
    table = table_of("perfecto", 2)

    assert numbers(view(table, table.start(), 0), "hand", 0) == [None] * 6


def test_public_things_are_in_every_view() -> None:
    table = table_of("perfecto")
    state = choose(table, rolled(table, ANNA, BEN, CLEO), 0, "bid 3 5")

    for seat in (0, 1, 2, None):
        seen = view(table, state, seat)
        memory = {m.name: m for m in seen.memory}
        assert seen.kind == "choice"
        assert seen.asked == (1,)
        assert seen.starter == 0
        assert memory["dice bid"].entries == (((), 3),)
        assert memory["bidder"].entries == (((), "P1"),)
        assert memory["caller"].entries == (((), None),)
        assert memory["endangered"].entries[0] == (("P1",), False)
        assert seen.question is not None
        assert seen.question.alternatives == ("bid", "roll", "challenge", "perfecto")


def test_how_many_dice_roll_is_public_but_not_which() -> None:
    table = table_of("perfecto")
    state = rolled(table, ANNA, BEN, CLEO)
    one = choose(table, state, 0, "roll d1 d2")
    other = choose(table, state, 0, "roll d5 d6")

    assert one != other
    assert view(table, one, 1).rolling == 2
    assert view(table, one, 1) == view(table, other, 1)
    move = table.parse_move(state, 0, "roll d1 d2")
    assert move_as_told(table, state, move, 0) == "roll d1 d2"
    assert move_as_told(table, state, move, 1) == move_as_told(table, state, move, None) == "roll (2 unseen)"
    assert roll_as_told(table, one, Outcome((6, 5)), 0) == "d1:6 d2:5"
    assert roll_as_told(table, one, Outcome((6, 5)), 1) == "2 dice, unseen"


def test_answers_given_at_once_are_known_to_their_givers_only() -> None:
    table = table_of("perfecto", 4)
    state = rolled(table, ANNA, BEN, CLEO, ANNA)
    state = choose(table, choose(table, state, 0, "bid 5 4"), 1, "challenge")
    assert table.turn(state).seats == (2, 3)
    one = choose(table, state, 2, "side with the bidder")
    other = choose(table, state, 2, "side with the caller")

    assert view(table, one, 2).answer == "side with the bidder"
    assert view(table, one, 2) != view(table, other, 2)
    for seat in (0, 1, 3, None):
        assert view(table, one, seat) == view(table, other, seat)
        assert view(table, one, seat).answer is None
    assert table.moves(one, 3) == table.moves(other, 3)


SECRET_MEMORY = """\
game "Envelopes"
players 2 or 3

material:
    cup: 1 die
    each player has letter = 0, seen by owner
    the game has prize = 0, seen by others
    the game has open = 0

turn:
    choose:
        "write" one of 1 to 9 as n:
            set your letter to n
            set prize to n
            set open to open + 1

end "all done" when open is 4: highest letter wins
"""


def test_memory_is_seen_by_whom_the_rulebook_says() -> None:
    table = table_from(SECRET_MEMORY)
    state = choose(table, table.start(), 0, "write 7")

    def content(seat: int | None, name: str) -> list[object]:
        return [c for m in view(table, state, seat).memory if m.name == name for _, c in m.entries]

    assert content(0, "letter") == [7, HIDDEN_TEXT]
    assert content(1, "letter") == [HIDDEN_TEXT, 0]
    assert content(None, "letter") == [HIDDEN_TEXT, HIDDEN_TEXT]
    assert content(0, "prize") == [7]  # P2 is to move: the others are P1
    assert content(1, "prize") == [HIDDEN_TEXT]
    assert content(None, "open") == [1]
    assert has_secrets(table)


def test_memory_that_differs_where_it_is_hidden_gives_equal_views() -> None:
    table = table_from(SECRET_MEMORY, 3)
    one, other = (choose(table, table.start(), 0, f"write {n}") for n in (3, 8))

    assert view(table, one, 1) == view(table, other, 1)
    assert view(table, one, 0) != view(table, other, 0)
    assert table_lines(table, one, 1, "ABC") == table_lines(table, other, 1, "ABC")


@pytest.mark.parametrize("name", ["perfecto", "perfecto-advanced", "liars-dice"])
@pytest.mark.parametrize("me", [0, 1])
def test_hidden_numbers_change_nothing_for_the_others(name: str, me: int) -> None:
    """Pairs of worlds that differ in all that a seat cannot see: its views, moves and messages are the same, byte for byte."""
    table = table_of(name, 2 if name == "liars-dice" else 3)
    compared = sum(_pair(table, me, seed) for seed in range(20))

    assert compared > 50  # positions that differed


def _pair(table: GameTable, me: int, seed: int) -> int:
    chance = Chance(seed)
    people = [f"N{i}" for i in range(table.players)]
    worlds = Session(table, people, 0, "ask"), Session(table, people, 0, "ask")
    compared = 0
    for _ in range(60):
        needs = {w.need() for w in worlds}
        assert len(needs) == 1
        need = needs.pop()
        if need.kind == "over":
            break
        states = [w.state for w in worlds]
        if need.kind == "typed":
            outcome = table.sample(states[0], chance)
            if not table.rolling(states[0]):
                for world in worlds:
                    world.enter_roll(outcome.values)
                continue
            _fall_apart(table, worlds, me, outcome, chance)
        else:
            moves = table.moves(states[0], need.seat)
            move = moves[chance.below(len(moves))]
            if need.seat != me:
                # Another player may do something else in secret.
                heard = move_as_told(table, states[0], move, me)
                like = [m for m in table.moves(states[1], need.seat) if move_as_told(table, states[1], m, me) == heard]
                worlds[1].answer(like[chance.below(len(like))])
            else:
                worlds[1].answer(move)
            worlds[0].answer(move)
        if any(seen_dice(table, w.state, me) & _hidden(worlds) for w in worlds) or worlds[0].need().kind == "over":
            break  # shown to all, as the rules want it
        first, second = (w.view(me) for w in worlds)
        assert first == second
        assert hash(first) == hash(second)
        assert json.dumps(first.as_json()) == json.dumps(second.as_json())
        assert table.moves(worlds[0].state, me) == table.moves(worlds[1].state, me)
        assert [m.text for m in table.moves(worlds[0].state, me)] == [m.text for m in table.moves(worlds[1].state, me)]
        assert transcript(worlds[0], me) == transcript(worlds[1], me)
        names = [s.label for s in worlds[0].seats]
        assert table_lines(table, worlds[0].state, me, names) == table_lines(table, worlds[1].state, me, names)
        compared += worlds[0].state != worlds[1].state
    return compared


def _fall_apart(table: GameTable, worlds: tuple[Session, Session], me: int, outcome: Outcome, chance: Chance) -> None:
    """The same numbers where `me` sees them, any others elsewhere."""
    worlds[0].enter_roll(outcome.values)
    state = worlds[1].state
    visible = seen_dice(table, state, me, shown=False)
    values = []
    for die, number in zip(table.rolling(state), outcome.values, strict=True):
        faces = table.program.dice[die].faces
        values.append(number if visible >> die & 1 else faces[chance.below(len(faces))])
    worlds[1].enter_roll(values)


def _hidden(worlds: tuple[Session, Session]) -> int:
    """Dice that show different numbers in the two worlds."""
    table = worlds[0].table
    face = table.reg.face
    one, other = (w.state.cells for w in worlds)
    return sum(1 << d for d in range(len(table.program.dice)) if one[face + d] != other[face + d])


def test_the_pairs_would_find_a_leak() -> None:
    table = table_of("perfecto", 2)
    one, other = rolled(table, ANNA, BEN), rolled(table, ANNA, CLEO)

    assert view(table, one, 0) == view(table, other, 0)
    assert view(table, one, 1) != view(table, other, 1)
    assert one.cells != other.cells


def test_an_adjective_is_not_shown_where_hidden_dice_decide_it() -> None:
    text = """\
game "Tallest"
players 2

material:
    hand of each player: 2 numbered dice, seen by owner

words:
    die d is tall when number of d is highest of (number of e for each e in dice)
    die d is even when number of d mod 2 is 0

round:
    for each player in players: roll hand of player
    choose:
        "stop": nobody wins
"""
    table = table_from(text)
    one, other = rolled(table, (4, 2), (1, 1)), rolled(table, (4, 2), (6, 6))

    assert table_lines(table, one, 0, "AB")[0] == "your hand: d1[4] d2[2] (all even)"
    assert table_lines(table, one, 0, "AB") == table_lines(table, other, 0, "AB")


@pytest.mark.parametrize("name", some((name for name, _ in games()), 3, first=1))
def test_views_are_plain_values_in_every_shipped_game(name: str) -> None:
    table = table_of(name, fewest(name))
    chance, state = Chance(11), table.start()
    for _ in range(60):
        turn = table.turn(state)
        for seat in (*range(table.players), None):
            seen = view(table, state, seat)
            again = view(table, State(table, state.cells), seat)
            assert seen == again
            assert hash(seen) == hash(again)
            data = seen.as_json()
            assert json.loads(json.dumps(data)) == data
            counted = sum(len(z.dice) for z in seen.zones) + sum(d is not None for b in seen.boards for d in b.dice)
            assert counted == len(table.program.dice)
        if turn.kind == "over":
            assert seen.result == table.result(state)
            break
        action: Move | Outcome
        if turn.kind == "chance":
            action = table.sample(state, chance)
        elif turn.kind == "report":
            action = table.report_by_odds(state, chance)
        else:
            moves = table.moves(state, turn.seats[0])
            action = moves[chance.below(len(moves))]
        state = table.apply(state, action)


def test_a_board_shows_what_stands_on_it() -> None:
    table = table_of("two-out-of-three", 2)
    session = Session(table, ["bot", "bot"], 3)
    for _ in range(12):
        session.advance()
    board = session.view(None).boards[0]
    standing = {p: d for p, d in zip(board.places, board.dice, strict=True) if d is not None}
    taken = MEMBERS[session.state.cells[table.reg.taken]]

    assert standing
    assert sorted(standing) == sorted(board.places[i] for i in taken)
    lines = table_lines(table, session.state, None, ["A", "B"])
    rows = {line[0]: line for line in lines if line[:2] in {"1 ", "2 ", "3 ", "4 "}}
    for (row, _), die in standing.items():
        assert die.owner is not None
        assert f"{'AB'[die.owner]}{die.index}:{die.number}" in rows[str(row)]


def test_two_numbers_of_hidden_dice_are_all_alike() -> None:
    table = table_of("perfecto", 2)
    seen = {view(table, rolled(table, ANNA, (a, b, 1, 1, 1, 1)), 0) for a, b in product(range(1, 7), repeat=2)}

    assert len(seen) == 1


def test_sight_is_compiled_once(monkeypatch: pytest.MonkeyPatch) -> None:
    table = table_from(SECRET_MEMORY)
    view(table, table.start(), 0)

    def refuse(op: object) -> object:
        raise AssertionError("compiled again")

    monkeypatch.setattr(runner_of(table), "compile_condition", refuse)
    assert view(table, table.start(), 1).players == 2
