"""Nobody gets in who has no business here, and nothing that is sent changes a game but an answer to the question that is open."""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import MutableMapping
from typing import Any

import pytest

pytest.importorskip("nicegui")
pytest.importorskip("aiohttp")

import aiohttp

from dicedsl.interpreter.play.keeping import GameStore
from dicedsl.interpreter.web.gate import LARGEST_MESSAGE, MESSAGES_A_SECOND, SECONDS, Gate
from dicedsl.interpreter.web.server import hosts_of, shown_address

from .person import Read
from .serving import Served, served
from .wire import Wire

Message = MutableMapping[str, Any]


def _asked(kind: str, headers: dict[str, str], messages: list[Message]) -> list[Message]:
    """What a gate lets through to an app that reads everything and answers once."""
    sent: list[Message] = []
    got: list[Message] = []

    async def app(scope: Any, receive: Any, send: Any) -> None:
        while True:
            message = await receive()
            got.append(message)
            if message["type"].endswith("disconnect") or not message.get("more_body", kind == "websocket"):
                break
        await send({"type": "http.response.start", "status": 200, "headers": []})

    async def receive() -> Message:
        return messages.pop(0) if messages else {"type": f"{kind}.disconnect"}

    async def send(message: Message) -> None:
        sent.append(message)

    scope = {"type": kind, "headers": [(k.encode(), v.encode()) for k, v in headers.items()]}
    asyncio.run(Gate(app, ["127.0.0.1:80"])(scope, receive, send))
    return sent if kind == "http" else got or sent


def _status(headers: dict[str, str]) -> int:
    return int(_asked("http", headers, [{"type": "http.request", "body": b""}])[0]["status"])


def test_only_its_own_name_and_its_own_pages_are_let_in() -> None:
    assert _status({"host": "127.0.0.1:80"}) == 200
    assert _status({"host": "127.0.0.1:80", "origin": "http://127.0.0.1:80"}) == 200
    for headers in (
        {},
        {"host": "evil.example"},
        {"host": "127.0.0.1:81"},
        {"host": "127.0.0.1:80", "origin": "http://evil.example"},
        {"host": "127.0.0.1:80", "origin": "null"},
        {"host": "127.0.0.1:80", "origin": "http://127.0.0.1:80.evil.example"},
    ):
        assert _status(headers) == 403
        closed = _asked("websocket", headers, [])
        assert closed[0] == {"type": "websocket.close", "code": 1008}


def test_every_answer_says_what_a_page_may_do() -> None:
    answer = _asked("http", {"host": "127.0.0.1:80"}, [{"type": "http.request", "body": b""}])[0]
    headers = dict(answer["headers"])
    assert b"default-src 'self'" in headers[b"content-security-policy"]
    assert b"frame-ancestors 'none'" in headers[b"content-security-policy"]
    assert headers[b"referrer-policy"] == b"no-referrer"


def test_too_much_ends_the_connection() -> None:
    host = {"host": "127.0.0.1:80"}
    small = [{"type": "websocket.receive", "text": "2x"} for _ in range(int(MESSAGES_A_SECOND * SECONDS) + 5)]
    heard = _asked("websocket", host, list(small))
    assert heard[-1]["type"] == "websocket.disconnect"
    assert len(heard) == int(MESSAGES_A_SECOND * SECONDS) + 1
    heard = _asked("websocket", host, [{"type": "websocket.receive", "text": "4" * (LARGEST_MESSAGE + 1)}])
    assert [m["type"] for m in heard] == ["websocket.disconnect"]


def test_where_it_listens_is_what_it_answers_to() -> None:
    assert hosts_of("127.0.0.1", 80)[:2] == ["127.0.0.1:80", "localhost:80"]
    assert "0.0.0.0:8080" not in hosts_of("0.0.0.0", 8080)
    assert "0.0.0.0" not in shown_address("0.0.0.0", 8080)
    assert shown_address("127.0.0.1", 8080) == "http://127.0.0.1:8080"


# ------------------------------------------------------------------ at the wire


def _actions(place: Served) -> int:
    store = GameStore(place.games)
    try:
        return store.games()[0].actions
    finally:
        store.close()


def _garbage(rng: random.Random, wire: Wire, old: str) -> Any:
    """The arguments of an event that means nothing, or no more."""
    words = [
        "way:0",
        "way:1",
        "option:0",
        "done",
        "back",
        "board:0:0",
        "zone:0:0",
        "shown",
        "fell:1",
        "typed",
        "lot:0",
        "way:7",
    ]
    words += [
        "",
        "x" * 3000,
        "way:-1",
        "way:\uff11",
        "zone:0:99999",
        "player:0:1",
        "sheet:0:0",
        "tab:log",
        "tab:../x",
        "undo:1",
    ]
    do: Any = rng.choice([*words, None, 5, ["way:0"], {"a": 1}])
    stamp: Any = rng.choice([old, "", None, 7, "0 0 False () []", wire.props["stamp"] + " "])
    whole = {"do": do, "typed": rng.choice([{}, None, 3, {"name": 5}]), "stamp": stamp}
    meant: list[Any] = [json.dumps(whole)]  # as the script of the page would send it
    return rng.choice([meant, meant, [whole], [json.dumps(do)], [], None, {"do": do}, ["{"], "x", 0])


async def _fuzzed(place: Served, link: str, count: int, seed: int) -> tuple[int, int]:
    """Many wrong, stale and repeated messages on many connections; how many were sent, and on how many."""
    rng = random.Random(seed)
    sent = connections = 0
    async with aiohttp.ClientSession() as session:
        while sent < count:
            wire = Wire(link, session)
            await wire.open()
            connections += 1
            for _ in range(min(95, count - sent)):
                sent += 1
                kind = rng.randrange(8)
                try:
                    if kind < 4:
                        await wire.event(_garbage(rng, wire, "0 0 False () []"))
                    elif kind == 4:
                        await wire.event(
                            [{"do": "way:0", "stamp": "old"}],
                            rng.choice([0, 1, 2, 3, 99, "x", None]),
                            rng.choice([wire.listener, "", "x"]),
                        )
                    elif kind == 5:
                        client: dict[str, Any] = {
                            "id": int(wire.element),
                            "client_id": rng.choice(["", "x", None, 3]),
                            "listener_id": wire.listener,
                            "args": [],
                        }
                        await wire.send(
                            rng.choice(["event", "handshake", "log", "ack", "javascript_response", "nothing"]), client
                        )
                    elif kind == 6:
                        await wire.raw(
                            rng.choice(
                                [
                                    "42[",
                                    "4",
                                    "43",
                                    "42[]",
                                    '42["event"]',
                                    '42["event",null]',
                                    "451-",
                                    "\x00",
                                    "6",
                                    "5",
                                    "x" * 500,
                                ]
                            )
                        )
                    else:
                        await wire.raw(
                            "42" + json.dumps(["event", rng.choice([None, 1, "x", [], {}, {"client_id": wire.client}])])
                        )
                except (aiohttp.ClientError, ConnectionError):
                    break
            await wire.close()
    return sent, connections


def test_wrong_stale_and_repeated_messages_change_nothing() -> None:
    with served("pig", "--seed", "3", "--people", "2", "--starter", "1", "--pause", "0", is_quiet=False) as place:
        before = _actions(place)
        sent, connections = asyncio.run(_fuzzed(place, place.link("Player 1"), 600, 1))
        asyncio.run(_fuzzed(place, place.link("to look on"), 100, 2))
        assert sent >= 600 and connections >= 6
        assert _actions(place) == before
        assert asyncio.run(_still_plays(place)) == before + 2  # the table is as it was, and goes on


async def _still_plays(place: Served) -> int:
    async with aiohttp.ClientSession() as session:
        wire = Wire(place.link("Player 1"), session)
        await wire.open()
        roll = next(t.do for t in Read(wire.html).pressable() if t.label.startswith("roll"))
        stamp = wire.props["stamp"]
        await wire.press_and_wait(roll)
        for _ in range(3):
            await wire.press(roll, stamp=stamp)  # the same once more: it was meant once
        await asyncio.sleep(0.5)
        other = Wire(place.link("to look on"), session)
        await other.open()
        for do in ("way:0", "undo", "named"):
            await other.press(do, {"name": "Eve"})
        await asyncio.sleep(0.3)
        assert "Eve" not in other.html
        await wire.close()
        await other.close()
    return _actions(place) + (_actions(place) == 1)


def test_a_foreign_page_cannot_open_a_socket() -> None:
    async def tried(port: int) -> int:
        async with aiohttp.ClientSession() as session:
            address = f"http://127.0.0.1:{port}/_nicegui_ws/socket.io/?EIO=4&transport=websocket"
            try:
                await session.ws_connect(address, headers={"Origin": "http://evil.example"})
            except aiohttp.WSServerHandshakeError as error:
                return int(error.status)
        return 0

    with served("pig", "--seed", "3") as place:
        assert asyncio.run(tried(place.port)) == 403


@pytest.mark.soak
def test_ten_thousand_messages_change_nothing() -> None:
    with served("pig", "--seed", "3", "--people", "2", "--starter", "1", "--pause", "0", is_quiet=False) as place:
        before = _actions(place)
        sent, _ = asyncio.run(_fuzzed(place, place.link("Player 1"), 10_000, 3))
        assert sent == 10_000
        assert _actions(place) == before
