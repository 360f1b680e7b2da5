"""On a cluster games come to the same as here, to the last digit, also when a worker is killed in the middle."""

from __future__ import annotations

import importlib
import os
import signal
from collections.abc import Iterator

import pytest
from attrs import asdict, define, field
from click.testing import CliRunner

from dicedsl.cli import main
from dicedsl.errors import DiceError, UsageError
from dicedsl.interpreter.game import Game, load
from dicedsl.interpreter.lab import clusters
from dicedsl.interpreter.lab.arena import run_arena
from dicedsl.interpreter.lab.clusters import Cluster, Lost, cluster_named
from dicedsl.interpreter.lab.clusters.chunk import played
from dicedsl.interpreter.lab.many_games.simulate import simulate_games

FAULTY = """\
game "Faulty"
players 2, clockwise from anybody
material: cup: 1 die
to keep track: the game has total, at first 0
turn:
    roll cup
    if turns played is 3: set total to 1 / (turns played - 3)
    choose: "go on"
simulation:
    break off after 9 turns: nobody wins
"""


@define
class Shaky:
    """A cluster in this process that loses every third piece of work."""

    name: str = "Shaky"
    workers: int = 2
    asked: list[int] = field(factory=list)

    def play(self, given: bytes, seed: int, first: int, games: int) -> bytes:
        self.asked.append(first)
        if len(self.asked) % 3 == 0:
            raise Lost
        return played(given, seed, first, games)


@pytest.mark.parametrize("engine", ["native", "stepping"])
def test_what_is_lost_is_played_again(engine: str) -> None:
    program, shaky = Game.named("pig").program(2, {"goal": 20}), Shaky()

    assert asdict(simulate_games(program, 300, 7, engine, cluster=shaky)) == asdict(
        simulate_games(program, 300, 7, engine, jobs=1)
    )
    assert len(shaky.asked) > len(set(shaky.asked))


def test_bots_play_there_too() -> None:
    program = Game.named("pig").program(2, {"goal": 20}, starter=0)
    bots = ("quick:20p", "random")

    assert run_arena(program, bots, 8, 3, cluster=Shaky()) == run_arena(program, bots, 8, 3, jobs=1)


def test_what_is_always_lost_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clusters, "MOST_TRIES", 2)
    monkeypatch.setattr(Shaky, "play", lambda *given: (_ for _ in ()).throw(Lost()))

    with pytest.raises(UsageError, match="lost the same games 2 times"):
        simulate_games(Game.named("pig").program(2), 5, 1, cluster=Shaky())


def test_a_fault_of_a_rulebook_is_that_of_its_first_game() -> None:
    program = load(FAULTY.replace('choose: "go on"', 'choose:\n        "go on"')).program(2)
    found = []
    for cluster in (None, Shaky()):
        with pytest.raises(DiceError) as refused:
            simulate_games(program, 20, 1, cluster=cluster, jobs=1)
        found.append([(p.code, p.message, p.span.line) for p in refused.value.problems])

    assert found[0] == found[1]


@pytest.mark.parametrize("on", ["nowhere", "dask:tcp://127.0.0.1:9", ""])
def test_what_cannot_be_reached_is_told_in_a_sentence(on: str) -> None:
    if on.startswith("dask"):
        pytest.importorskip("distributed")
    refused = CliRunner().invoke(main, ["simulate", "pig", "--games", "5", "--on", on])

    assert refused.exit_code == 2 and refused.stderr.count("\n") == 1


@pytest.mark.parametrize("kind", ["dask", "ray"])
def test_who_has_not_got_it_is_told_what_to_install(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(clusters.CLUSTERS, kind, "on_nothing_at_all")
    refused = CliRunner().invoke(main, ["simulate", "pig", "--games", "5", "--on", kind])

    assert refused.stderr == f"dicedsl: to play on {kind}, install it: pip install 'dicedsl[{kind}]'\n"


@pytest.fixture(scope="module", params=["dask", "ray"])
def two_workers(request: pytest.FixtureRequest) -> Iterator[Cluster]:
    pytest.importorskip("distributed" if request.param == "dask" else "ray")
    with cluster_named(request.param, 2) as cluster:
        assert cluster is not None
        yield cluster


def test_two_workers_play_the_same_games(two_workers: Cluster) -> None:
    for name in ("pig", "23-rasanto"):
        program = Game.named(name).program(2)
        there, here = (
            simulate_games(program, 4_000, 11, cluster=two_workers),
            simulate_games(program, 4_000, 11, jobs=1),
        )

        assert there.as_json() == here.as_json()


def test_a_worker_that_is_killed_changes_nothing(two_workers: Cluster) -> None:
    program = Game.named("pig").program(2)
    killed: list[int] = []

    def kill_one(done: int) -> None:
        if done > 2_000 and not killed:
            killed.append(some_worker(two_workers))
            os.kill(killed[0], signal.SIGKILL)

    there = simulate_games(program, 60_000, 12, cluster=two_workers, progress=kill_one)

    assert killed
    assert there.as_json() == simulate_games(program, 60_000, 12, jobs=1).as_json()


def some_worker(cluster: Cluster) -> int:
    """The number of a process that plays."""
    if cluster.name == "Dask":
        numbers: dict[str, int] = cluster.client.run(os.getpid)  # type: ignore[attr-defined]
        return next(iter(numbers.values()))
    ray = importlib.import_module("ray")
    number: int = ray.get(ray.remote(lambda: os.getpid()).remote())
    return number
