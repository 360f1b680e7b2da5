"""A page without a browser: it gets the page, opens the socket, and presses by sending what the script would send."""

from __future__ import annotations

import asyncio
import json
import re
import time
from typing import Any

import aiohttp

from dicedsl.interpreter.web.page_patch import pieces_of
from tests.web.patched import patched

CONNECT = "0"
PING, PONG = "2", "3"


class Wire:
    """One open page."""

    def __init__(self, link: str, session: aiohttp.ClientSession) -> None:
        self.link = link
        self.base = "/".join(link.split("/")[:3])
        self.session = session
        self.props: dict[str, Any] = {}
        self.element = ""
        self.listener = ""
        self.lost = ""
        self.parts: list[str | list[int]] | None = None  # what was sent last, if it was not all of the page
        self.client = ""
        self.is_open = False
        self.heard_at = 0.0
        self._changed_at = 0.0
        self.changed = asyncio.Event()
        self._socket: aiohttp.ClientWebSocketResponse | None = None
        self._task: asyncio.Task[None] | None = None

    async def open(self) -> None:
        # As a browser does: the socket gets a connection of its own.
        async with self.session.get(self.link, headers={"Connection": "close"}) as answer:
            text = await answer.text()
        found = re.search(
            r"client_id:\s*['\"]([\w-]+)['\"]|'client_id':\s*'([\w-]+)'|\"client_id\":\s*\"([\w-]+)\"", text
        )
        assert found, text[:3000]
        self.client = next(group for group in found.groups() if group)
        query = re.search(r"query:\s*(\{.*?\})", text)
        elements = re.search(r"elements: ?`(.*?)`|parseElements\(String\.raw`(.*?)`\)", text, re.DOTALL)
        raw = next(group for group in elements.groups() if group) if elements else "{}"
        raw = (
            raw.replace("&#36;", "$")
            .replace("&#96;", "`")
            .replace("&lt;", "<")
            .replace("&gt;", ">")
            .replace("&amp;", "&")
        )
        for number, element in json.loads(raw).items():
            if "html" in element.get("props", {}) and "stamp" in element.get("props", {}):
                self.element, self.props = number, element["props"]
                listeners = {event["type"]: event["listener_id"] for event in element["events"]}
                self.listener, self.lost = listeners["do"], listeners["lost"]
        version = re.search(r"/_nicegui/([\d.]+)/", text)
        params = {
            "client_id": self.client,
            "next_message_id": "0",
            "implicit_handshake": "true",
            "document_id": "d",
            "tab_id": "t",
            "old_tab_id": "",
        }
        if query:
            params |= {
                k: str(v)
                for k, v in json.loads(
                    query[1].replace("'", '"').replace("True", "true").replace("False", "false")
                ).items()
            }
        assert version
        self._socket = await self.session.ws_connect(
            f"{self.base}/_nicegui_ws/socket.io/",
            params={"EIO": "4", "transport": "websocket", **params},
            headers={"Origin": self.base},
            max_msg_size=0,
        )
        await self._socket.receive()
        await self._socket.send_str("40")
        await self._socket.receive()
        if "implicit_handshake" not in params or params["implicit_handshake"] != "true":
            await self.send(
                "handshake",
                {"client_id": self.client, "document_id": "d", "tab_id": "t", "old_tab_id": None, "next_message_id": 0},
            )
        self.is_open = True
        self._task = asyncio.create_task(self._listen())

    async def _listen(self) -> None:
        assert self._socket is not None
        async for message in self._socket:
            self.heard_at = time.perf_counter()  # before it is read: who is slow to read would measure that
            if message.type is not aiohttp.WSMsgType.TEXT:
                break
            if message.data == PING:
                await self._socket.send_str(PONG)
            elif message.data.startswith("42"):
                self._heard(json.loads(message.data[2:]))
        self.is_open = False
        self.changed.set()

    def _heard(self, event: list[Any]) -> None:
        if event[0] == "update" and self.element in event[1]:
            new = event[1][self.element]["props"]
            self.parts = json.loads(new["parts"]) if new["parts"] else None
            if self.parts is not None:
                assert new["number"] == self.props["number"] + 1, "a page was lost"
                new["html"] = "</".join(patched(pieces_of(self.html), self.parts))
            self.props = new
            if not self.changed.is_set():
                self._changed_at = self.heard_at
            self.changed.set()

    async def send(self, event: str, data: Any) -> None:
        assert self._socket is not None
        await self._socket.send_str("42" + json.dumps([event, data]))

    async def raw(self, text: str) -> None:
        assert self._socket is not None
        await self._socket.send_str(text)

    async def press(self, do: str, typed: dict[str, str] | None = None, stamp: str | None = None) -> None:
        args = {"do": do, "typed": typed or {}, "stamp": self.props["stamp"] if stamp is None else stamp}
        await self.event([json.dumps(args)])

    async def event(self, args: Any, element: object = None, listener: str | None = None) -> None:
        await self.send(
            "event",
            {
                "id": int(self.element) if element is None else element,
                "client_id": self.client,
                "listener_id": self.listener if listener is None else listener,
                "args": args,
            },
        )

    async def press_and_wait(self, do: str, seconds: float = 10) -> float:
        """Press, and wait for the page to change; how long that took."""
        self.changed.clear()
        began = time.perf_counter()
        await self.press(do)
        await asyncio.wait_for(self.changed.wait(), seconds)
        return max(0.0, self._changed_at - began)

    @property
    def html(self) -> str:
        return str(self.props["html"])

    @property
    def code(self) -> int | None:
        """Why the connection was ended."""
        return None if self._socket is None else self._socket.close_code

    async def close(self) -> None:
        if self._socket is not None:
            await self._socket.close()
        if self._task is not None:
            await self._task
