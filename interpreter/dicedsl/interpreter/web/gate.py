"""What every request has to pass before anything is done with it: the right host, no foreign page behind it, not too much."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Awaitable, Callable, Iterable, MutableMapping
from typing import Any
from urllib.parse import urlsplit

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

LARGEST_MESSAGE = 64 * 1024  # bytes of a message or a body
MESSAGES_A_SECOND = 20  # messages of one connection, on average over a few seconds
SECONDS = 5.0
# The page is drawn by scripts of its own server that make templates into code; nothing comes from elsewhere.
POLICY = (
    "default-src 'self'; script-src 'self' 'unsafe-inline' 'unsafe-eval'; style-src 'self' 'unsafe-inline'; "
    "img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self' ws: wss:; frame-ancestors 'none'; "
    "base-uri 'none'; form-action 'none'"
)
HEADERS = (
    (b"content-security-policy", POLICY.encode()),
    (b"referrer-policy", b"no-referrer"),
    (b"x-content-type-options", b"nosniff"),
)


class Gate:
    """Lets requests through that are meant for this server and come from its own pages."""

    def __init__(self, app: App, hosts: Iterable[str]) -> None:
        self.app = app
        self.hosts = {host.lower() for host in hosts}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in {"http", "websocket"}:
            await self.app(scope, receive, send)
            return
        headers = {name.lower(): value.decode("latin-1") for name, value in scope["headers"]}
        if not self._is_meant(headers):
            await _refuse(scope, send)
            return
        if scope["type"] == "websocket":
            await self.app(scope, _CountingReceiver(receive), send)
            return
        await self.app(scope, _with_limit(receive), _with_headers(send))

    def _is_meant(self, headers: dict[bytes, str]) -> bool:
        host = headers.get(b"host", "").lower()
        if host not in self.hosts:
            return False
        origin = headers.get(b"origin")
        return origin is None or urlsplit(origin).netloc.lower() == host


class _CountingReceiver:
    """What comes through a socket: a message that is too large, or one too many, ends the connection."""

    def __init__(self, receive: Receive) -> None:
        self.receive = receive
        self.times: deque[float] = deque()

    async def __call__(self) -> Message:
        message = await self.receive()
        if message["type"] != "websocket.receive":
            return message
        size = len(message.get("text") or "") + len(message.get("bytes") or b"")
        now = time.monotonic()
        self.times.append(now)
        while self.times and now - self.times[0] > SECONDS:
            self.times.popleft()
        spoilt = not (message.get("text") or "")[:1].isdecimal()  # every packet begins with the digit of its sort
        if spoilt or size > LARGEST_MESSAGE or len(self.times) > MESSAGES_A_SECOND * SECONDS:
            return {"type": "websocket.disconnect", "code": 1009}
        return message


def _with_limit(receive: Receive) -> Receive:
    taken = 0

    async def receive_limited() -> Message:
        nonlocal taken
        message = await receive()
        taken += len(message.get("body") or b"")
        return {"type": "http.disconnect"} if taken > LARGEST_MESSAGE else message

    return receive_limited


def _with_headers(send: Send) -> Send:
    async def send_with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            message["headers"] = [*message.get("headers", ()), *HEADERS]
        await send(message)

    return send_with_headers


async def _refuse(scope: Scope, send: Send) -> None:
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 1008})
        return
    await send({"type": "http.response.start", "status": 403, "headers": [(b"content-type", b"text/plain"), *HEADERS]})
    await send({"type": "http.response.body", "body": b"This server does not answer to that name."})
