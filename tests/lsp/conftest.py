"""An editor for tests: a real client that starts `dicedsl lsp` and talks with it over stdio."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Coroutine, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar

import pytest
from lsprotocol import types as lsp
from pygls.lsp.client import LanguageClient

T = TypeVar("T")
LONG = 120.0  # seconds after which nothing will come any more


class Editor:
    """What a person does in an editor, one thing after the other."""

    def __init__(self, client: LanguageClient, runner: asyncio.Runner, folder: Path) -> None:
        self.client = client
        self.runner = runner
        self.folder = folder
        self.marks: dict[str, list[lsp.PublishDiagnosticsParams]] = {}
        self.said: list[str] = []
        self.logged: list[str] = []
        self._versions: dict[str, int] = {}
        client.feature(lsp.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)(self._marked())
        client.feature(lsp.WINDOW_SHOW_MESSAGE)(lambda params: self.said.append(params.message))
        client.feature(lsp.WINDOW_LOG_MESSAGE)(lambda params: self.logged.append(params.message))

    def _marked(self) -> Any:
        def inner(params: lsp.PublishDiagnosticsParams) -> None:
            self.marks.setdefault(params.uri, []).append(params)

        return inner

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        async def limited() -> T:
            return await asyncio.wait_for(work, LONG)

        return self.runner.run(limited())

    # -------------------------------------------------------------- texts

    def uri(self, name: str) -> str:
        return (self.folder / name).as_uri()

    def write(self, name: str, text: str) -> str:
        (self.folder / name).write_text(text, encoding="utf-8")
        return self.uri(name)

    def open(self, name: str, text: str, on_disk: bool = True) -> list[lsp.Diagnostic]:
        """Open a text; what is found in it."""
        uri = self.write(name, text) if on_disk else self.uri(name)
        self._versions[uri] = 1
        item = lsp.TextDocumentItem(uri, "dice", 1, text)
        self.client.text_document_did_open(lsp.DidOpenTextDocumentParams(item))
        return self.found(uri, 1)

    def change(self, uri: str, text: str, wait: bool = True) -> list[lsp.Diagnostic]:
        self._versions[uri] += 1
        version = self._versions[uri]
        document = lsp.VersionedTextDocumentIdentifier(version, uri)
        change = lsp.TextDocumentContentChangeWholeDocument(text)
        self.client.text_document_did_change(lsp.DidChangeTextDocumentParams(document, [change]))
        return self.found(uri, version) if wait else []

    def close(self, uri: str) -> None:
        self.client.text_document_did_close(lsp.DidCloseTextDocumentParams(lsp.TextDocumentIdentifier(uri)))
        self.run(self._until(lambda: self.marks[uri][-1].version is None))
        self.marks.pop(uri)

    def found(self, uri: str, version: int) -> list[lsp.Diagnostic]:
        """What is marked in a version of a text, once it was looked at."""
        self.run(self._until(lambda: bool(self.marks.get(uri)) and self.marks[uri][-1].version == version))
        return list(self.marks[uri][-1].diagnostics)

    async def _until(self, holds: Any) -> None:
        while not holds():
            await asyncio.sleep(0.01)

    # -------------------------------------------------------------- places

    def at(self, uri: str, text: str, part: str, inside: int = 0, nth: int = 1) -> dict[str, Any]:
        """The place of the nth `part` of a text, as a request names it."""
        offset = -1
        for _ in range(nth):
            offset = text.index(part, offset + 1)
        before = text[: offset + inside]
        column = len(before.rpartition("\n")[2].encode("utf-16-le")) // 2
        return {
            "text_document": lsp.TextDocumentIdentifier(uri),
            "position": lsp.Position(before.count("\n"), column),
        }


@contextmanager
def started(folder: Path, capabilities: lsp.ClientCapabilities) -> Iterator[Editor]:
    """An editor that can do certain things, with a server of its own, from hello to goodbye."""
    with asyncio.Runner() as runner:
        client = LanguageClient("an editor", "1")
        editor = Editor(client, runner, folder)
        editor.run(client.start_io(sys.executable, "-m", "dicedsl", "lsp"))
        params = lsp.InitializeParams(capabilities=capabilities, root_uri=folder.as_uri())
        editor.run(client.initialize_async(params))
        client.initialized(lsp.InitializedParams())
        yield editor
        editor.run(client.shutdown_async(None))
        client.exit(None)
        runner.run(client.stop())  # type: ignore[no-untyped-call]


@pytest.fixture(scope="session")
def session(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Editor]:
    with started(tmp_path_factory.mktemp("lsp"), lsp.ClientCapabilities()) as editor:
        yield editor


@pytest.fixture
def editor(session: Editor, tmp_path: Path) -> Iterator[Editor]:
    """The one editor, in a folder of its own for each test."""
    session.folder = tmp_path
    session.said.clear()
    session.logged.clear()
    yield session
    for uri in list(session.marks):
        session.close(uri)
