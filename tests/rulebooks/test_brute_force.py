"""Legal moves counted a second time, by a few lines of plain Python over sets of coordinates that share nothing with the libraries."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Set
from functools import cache
from itertools import combinations, permutations, product

import pytest
from tests.stepping_code import runner_of

from dicedsl.interpreter.chance import Chance
from dicedsl.interpreter.game import Game, load
from dicedsl.interpreter.state import Move, Outcome, State
from dicedsl.interpreter.table.game_table import GameTable, table_of
from dicedsl.program.members import MEMBERS

Point = tuple[int, ...]
Pile = frozenset[Point]

PROBE = """
game "Probe"
use "das-spiel"
players 1
material:
    stock of each player: 165 dice
    each player has total = 0
turn:
    choose:
        ALTERNATIVES
        "pass"
cap 5 turns: nobody wins
"""

ALTERNATIVES = {
    "places": """"open" one of open pile as spot: add 1 to your total
        "free" one of free pile as spot: add 1 to your total""",
    "jumps": '"jump" one of taken pile as spot, one of right-angle jumps of spot as target: add 1 to your total',
}

# -------------------------------------------------------------- the plain geometry

AXES: tuple[Point, ...] = ((1, 0, 0), (0, 1, 0), (0, 0, 1))
PYRAMID = frozenset(p for p in product(range(9), repeat=3) if sum(p) <= 8)
PLATE = frozenset(p for p in PYRAMID if sum(p) == 8)


def go(p: Point, way: Point, times: int = 1) -> Point:
    return tuple(x + times * d for x, d in zip(p, way, strict=True))


def stands(p: Point, pile: Set[Point]) -> bool:
    return sum(p) == 8 or all(go(p, way) in pile for way in AXES)


def legal(pile: Iterable[Point]) -> bool:
    dice = set(pile)
    return all(stands(p, dice) for p in dice)


def open_funnels(pile: Pile) -> set[Point]:
    return {p for p in PYRAMID - pile if stands(p, pile)}


def free_dice(pile: Pile) -> set[Point]:
    return {p for p in pile if legal(pile - {p})}


def jumps(p: Point, pile: Pile) -> set[Point]:
    """Rule by rule: free, clear path, right angle, rest."""
    found: set[Point] = set()
    if any(go(p, way, -1) in pile for way in AXES):
        return found
    for u, v in permutations(AXES, 2):
        for s, t in product(range(1, 9), range(1, 9)):
            bend = go(p, u, -s)
            target = go(bend, v, t)
            if target not in PYRAMID:
                continue
            path = [go(p, u, -i) for i in range(1, s + 1)] + [go(bend, v, j) for j in range(1, t + 1)]
            inside = go(go(bend, u), v)
            solid = sum(inside) >= 9 or inside in pile - {p}
            clear = all(x in PYRAMID and x not in pile for x in path)
            if clear and solid and stands(target, pile - {p}):
                found.add(target)
    return found


def touching(p: Point, ways: Iterable[Point]) -> Iterator[Point]:
    for way in ways:
        yield go(p, way)
        yield go(p, way, -1)


def connected(dice: Iterable[Point], ways: tuple[Point, ...], start: Point | None = None) -> bool:
    """All of them can be reached from the first (or from `start`), step by step."""
    rest = set(dice)
    todo = [start if start is not None else next(iter(rest))] if rest else []
    rest -= set(todo)
    while todo:
        for q in touching(todo.pop(), ways):
            if q in rest:
                rest.remove(q)
                todo.append(q)
    return not rest


IN_LAYER: tuple[Point, ...] = ((1, -1, 0), (1, 0, -1), (0, 1, -1))
ON_GRID: tuple[Point, ...] = ((1, 0), (0, 1))


def grown(size: int, places: frozenset[Point], ways: tuple[Point, ...]) -> set[Pile]:
    """All connected sets of so many places: each is a smaller one and a neighbour."""
    sets: set[Pile] = {frozenset([p]) for p in places}
    for _ in range(size - 1):
        sets = {s | {q} for s in sets for p in s for q in touching(p, ways) if q in places and q not in s}
    return sets


# -------------------------------------------------------------- the engine, asked


@cache
def set_up(name: str, players: int) -> GameTable:
    game = load(PROBE.replace("ALTERNATIVES", ALTERNATIVES[name])) if name in ALTERNATIVES else Game.named(name)
    return game.table(players, starter=0)


def labels(table: GameTable) -> tuple[Point, ...]:
    return table.program.boards[0].labels


def standing(state: State, board: int = 0) -> Pile:
    info = table_of(state).program.boards[board]
    first = table_of(state).reg.on_place + info.first
    return frozenset(p for i, p in enumerate(info.labels) if state.cells[first + i])


def stacked(table: GameTable, pile: Iterable[Point]) -> State:
    """The first choice of the game, with dice on these places of its first board and no others."""
    state, chance = table.start(), Chance(1)
    while table.turn(state).kind == "chance":
        state = table.apply(state, table.sample(state, chance))
    cells = list(state.cells)
    put, zones = runner_of(table).space["put"], len(table.program.zones)
    for number, die in enumerate(table.program.dice):
        if cells[table.reg.location + number] >= zones:
            put(cells, 1 << number, die.home, 0)
    for number, spot in enumerate(sorted(pile)):
        put(cells, 1 << number, zones + labels(table).index(spot), 0)
    return State(table, tuple(cells))


def asked(state: State, name: str) -> list[tuple[int, ...]]:
    """The values of all legal moves of one name."""
    table = table_of(state)
    decision = table.decision(state)
    assert decision is not None
    (seat,) = table.turn(state).seats
    return [m[1:] for m in table.bare_moves(state, seat) if decision.alternatives[m[0]].name == name]


def once(values: Iterable[object]) -> bool:
    listed = list(values)
    return len(set(listed)) == len(listed)


def random_pile(chance: Chance, most: int) -> Pile:
    """Dice put one after the other wherever they can stand, many of them upon others so that the pile grows high."""
    pile: set[Point] = set()
    for _ in range(chance.below(most)):
        upper = [q for p in sorted(pile) for way in AXES if (q := go(p, way, -1)) not in pile and stands(q, pile)]
        spots = [q for q in upper if q in PYRAMID] if chance.below(3) else []
        spots = spots or sorted(PLATE - pile)
        if spots:
            pile.add(spots[chance.below(len(spots))])
    for _ in range(chance.below(10)):
        if free := [p for p in sorted(pile) if not any(go(p, way, -1) in pile for way in AXES)]:
            pile.remove(free[chance.below(len(free))])
    return frozenset(pile)


def walk(
    table: GameTable, seed: int, watch: Callable[[State, tuple[str, int]], object], choices: int, spare: str = ""
) -> None:
    """A random game, looked at before each choice, together with the name and the first pick of the move before.

    Alternatives of the name `spare` are left alone if there are others.
    """
    chance, state, last = Chance(seed), table.start(), ("", 0)
    for _ in range(choices):
        while table.turn(state).kind == "chance":
            state = table.apply(state, table.sample(state, chance))
        if table.is_over(state):
            return
        watch(state, last)
        decision = table.decision(state)
        assert decision is not None
        (seat,) = table.turn(state).seats
        moves = table.bare_moves(state, seat)
        wanted = [m for m in moves if decision.alternatives[m[0]].name != spare] or moves
        alternative, *values = wanted[chance.below(len(wanted))]
        state = table.apply(state, Move(seat, alternative, tuple(values), ""))
        last = decision.alternatives[alternative].name, values[0] if values else 0


# -------------------------------------------------------------- open funnels, free dice and jumps


def test_open_funnels_and_free_dice() -> None:
    table, chance = set_up("places", 1), Chance(11)
    spots = labels(table)
    assert set(spots) == PYRAMID
    heights = set()
    for _ in range(200):
        pile = random_pile(chance, 70)
        assert legal(pile)
        state = stacked(table, pile)
        assert standing(state) == pile
        opened, free = asked(state, "open"), asked(state, "free")

        assert {spots[p] for (p,) in opened} == open_funnels(pile)
        assert {spots[p] for (p,) in free} == free_dice(pile)
        assert once(opened) and once(free)
        heights.add(9 - min(map(sum, pile), default=9))
    assert len(heights) >= 5


def test_right_angle_jumps_on_random_piles() -> None:
    table, chance = set_up("jumps", 1), Chance(12)
    spots, total, long = labels(table), 0, 0
    for _ in range(60):
        pile = random_pile(chance, 50)
        found: dict[Point, set[Point]] = {p: set() for p in pile}
        listed = asked(stacked(table, pile), "jump")
        for start, target in listed:
            found[spots[start]].add(spots[target])
        dice = sorted(pile)
        for die in {dice[chance.below(len(dice))] for _ in range(12)} if dice else set():
            expected = jumps(die, pile)
            assert found[die] == expected, (die, dice)
            total += len(expected)
            long += sum(max(x - y for x, y in zip(die, q, strict=True)) > 1 for q in expected)
        assert once(listed)
    print(total, "jumps,", long, "of them more than one step up")
    assert total >= 150 and long >= 20


J5: list[Point] = [(4, 4, 0), (3, 5, 0), (2, 6, 0), (2, 5, 1), (2, 5, 0)]
HOPS: set[Point] = {(5, 3, 0), (4, 3, 1), (3, 4, 1)}
CATALOGUE: dict[str, tuple[list[Point], Point, set[Point]]] = {
    "J1": (J5[:1], (4, 4, 0), HOPS | {(3, 5, 0)}),
    "J2": (J5[:2], (4, 4, 0), HOPS | {(2, 6, 0)}),
    "J3": (J5[:3], (4, 4, 0), HOPS),
    "J4": (J5[:4], (4, 4, 0), HOPS | {(2, 5, 0)}),
    "J5": (J5, (4, 4, 0), HOPS | {(1, 7, 0)}),
    "J6": (J5, (2, 5, 0), {(1, 7, 0), (1, 5, 2), (2, 4, 2)}),
    "J7": (J5, (3, 5, 0), set()),
    "J8": ([p for p in sorted(PYRAMID) if p[0] >= 5], (5, 0, 0), {(4, 4, 0), (4, 0, 4)}),
}


@pytest.mark.parametrize("name", CATALOGUE)
def test_the_jumps_of_the_catalogue(name: str) -> None:
    pile, die, targets = CATALOGUE[name]
    table = set_up("jumps", 1)
    spots = labels(table)

    listed = asked(stacked(table, pile), "jump")

    assert jumps(die, frozenset(pile)) == targets
    assert {spots[q] for p, q in listed if spots[p] == die} == targets


# -------------------------------------------------------------- triops


def triops(pile: Pile, start: Point) -> tuple[set[Pile], set[Pile]]:
    """Corner pieces and columns of three that can stand and touch what hangs together with the start die."""
    main = {start}
    todo = [start]
    while todo:
        for q in touching(todo.pop(), AXES):
            if q in pile and q not in main:
                main.add(q)
                todo.append(q)
    corner: set[Pile] = set()
    column: set[Pile] = set()
    for p in PYRAMID:
        for u, v in combinations([*AXES, *(tuple(-x for x in way) for way in AXES)], 2):
            piece = frozenset([p, go(p, u), go(p, v)])
            if not piece <= PYRAMID - pile or not legal(pile | piece):
                continue
            if any(q in main for x in piece for q in touching(x, AXES)):
                (column if go(u, v) == (0, 0, 0) else corner).add(piece)
    return corner, column


@pytest.mark.parametrize("players", [2, 3])
def test_triops(players: int) -> None:
    table = set_up("32-triops", players)
    slot = next(s for s in table.program.slots if s.name == "start funnel")
    spots, seen = labels(table), [0, 0, 0]

    def watch(state: State, last: tuple[str, int]) -> None:
        decision = table.decision(state)
        assert decision is not None
        if "triops" not in {a.name for a in decision.alternatives}:
            return
        pile = standing(state)
        corner, column = triops(pile, spots[state.cells[slot.base]])
        for name, expected in (("triangel", corner), ("triops", column)):
            listed = asked(state, name)
            assert {frozenset(spots[i] for i in MEMBERS[mask]) for (mask,) in listed} == expected
            assert once(listed)
        seen[0] += 1
        seen[1] += len(corner)
        seen[2] += len(column)

    walk(table, players, watch, 45)
    print(seen)
    assert seen[0] >= 15 and seen[1] >= 100 and seen[2] >= 10


# -------------------------------------------------------------- the amoeba


CENTRE = frozenset(p for p in PLATE if min(p) >= 2)


def steps(amoeba: Pile) -> set[tuple[Point, Point]]:
    return {
        (p, q)
        for p in amoeba
        for q in touching(p, IN_LAYER)
        if q in PLATE - amoeba and connected(amoeba - {p} | {q}, IN_LAYER)
    }


def test_amoeba_steps() -> None:
    table = set_up("11-green-amoeba", 3)
    spots, seen = labels(table), [0, 0]

    def watch(state: State, last: tuple[str, int]) -> None:
        listed = asked(state, "step")
        expected = steps(standing(state))
        assert {(spots[p], spots[q]) for p, q in listed} == expected
        assert once(listed)
        seen[0] += 1
        seen[1] += len(expected)

    for seed in range(4):
        walk(table, seed, watch, 60, spare="stop")
    assert len(steps(CENTRE)) == 12
    assert seen[0] >= 150 and seen[1] >= 1_500
    assert CENTRE == standing(table.start())


def test_an_amoeba_after_two_steps() -> None:
    """One, twelve and sixty positions after a roll of 2: counted by the engine, by plain Python, and by the catalogue."""
    table = set_up("11-green-amoeba", 3)
    state = table.apply(table.start(), Outcome((2,)))
    found: list[set[Pile]] = [{standing(state)}]
    states = [state]
    for _ in range(2):
        following = {
            standing(after): after
            for s in states
            for m in table.moves(s, 0)
            if m.text != "stop"
            for after in [table.apply(s, m)]
        }
        states = list(following.values())
        found.append(set(following))
    plain: set[Pile] = {CENTRE}
    for _ in range(2):
        plain |= {amoeba - {p} | {q} for amoeba in plain for p, q in steps(amoeba)}

    assert set().union(*found) == plain
    assert (len(found[1]), len(plain)) == (12, 73)


def test_all_amoebas() -> None:
    assert len(grown(6, PLATE, IN_LAYER)) == 11_535


# -------------------------------------------------------------- chunks of a block


BLOCK = frozenset(product(range(5), range(11)))


def turned(cells: Iterable[Point]) -> Iterator[Pile]:
    """The eight ways a flat chunk can lie, moved to the corner."""
    chunk = list(cells)
    for flip, swap, across in product((1, -1), (False, True), (1, -1)):
        lying = [(flip * r, across * k) for r, k in chunk]
        if swap:
            lying = [(k, r) for r, k in lying]
        low = [min(x[i] for x in lying) for i in (0, 1)]
        yield frozenset((r - low[0], k - low[1]) for r, k in lying)


def flattened(piece: Iterable[Point]) -> list[Point]:
    """A piece that lies in one plane, as cells of a grid."""
    dice = list(piece)
    fixed = next(i for i in range(3) if len({p[i] for p in dice}) == 1)
    return [tuple(x for i, x in enumerate(p) if i != fixed) for p in dice]


def chunks(block: Pile, piece: Iterable[Point]) -> set[Pile]:
    """Cells of the block that are congruent to the piece and leave the rest in one piece: every form on every place."""
    found: set[Pile] = set()
    for form in set(turned(flattened(piece))):
        for r, k in product(range(-1, 16), range(-1, 12)):
            chunk = frozenset((r + x, k + y) for x, y in form)
            if chunk <= block and connected(block - chunk, ON_GRID):
                found.add(chunk)
    return found


@pytest.mark.parametrize(("size", "count"), [(1, 55), (3, 238), (6, 4928)])
def test_connected_sets_of_a_block(size: int, count: int) -> None:
    assert len(grown(size, BLOCK, ON_GRID)) == count


def test_chunks_that_are_broken_off() -> None:
    table = set_up("28-tabula-rasa", 3)
    names = [b.name for b in table.program.boards]
    pile, plots = names.index("pile"), names.index("blocks")
    spots, cells = table.program.boards[pile].labels, table.program.boards[plots].labels
    seen = {"one": 0, "three": 0, "six": 0}

    def watch(state: State, last: tuple[str, int]) -> None:
        name, picked = last
        if name not in seen:
            return
        (seat,) = table.turn(state).seats
        block = frozenset(p for p in standing(state, plots) if (p[0] - 1) // 5 == seat)
        piece = [spots[picked]] if name == "one" else [spots[i] for i in MEMBERS[picked]]
        listed = asked(state, "break")
        assert {frozenset(cells[i] for i in MEMBERS[mask]) for (mask,) in listed} == chunks(block, piece)
        assert once(listed)
        seen[name] += 1

    for seed in range(2):
        walk(table, seed, watch, 50, spare="one")
    print(seen)
    assert seen["one"] >= 2 and seen["three"] >= 10 and seen["six"] >= 3


# -------------------------------------------------------------- the first roll of the most simple game


def test_four_dice_on_the_empty_plate() -> None:
    """149,031 positions, by way of all positions of three dice: a flat four is reached from four of them, a pyramid from one."""
    table = set_up("10-most-simple-game", 3)
    state = table.apply(table.start(), Outcome((4,)))
    put, zones, spots = runner_of(table).space["put"], len(table.program.zones), labels(table)
    plate = [i for i, p in enumerate(spots) if sum(p) == 8]
    cells, flat, pyramids = list(state.cells), 0, 0
    for first in plate:
        put(cells, 1, zones + first, 0)
        for second in (p for p in plate if p > first):
            put(cells, 2, zones + second, 0)
            for third in (p for p in plate if p > second):
                put(cells, 4, zones + third, 0)
                moves = [m[1] for m in table.bare_moves(State(table, tuple(cells)), 0)]
                upper = sum(sum(spots[p]) < 8 for p in moves)
                flat += len(moves) - upper
                pyramids += upper
            put(cells, 4, table.program.dice[2].home, 0)
        put(cells, 2, table.program.dice[1].home, 0)

    assert (flat // 4, flat % 4, pyramids) == (148_995, 0, 36)
    assert flat // 4 + pyramids == 149_031
