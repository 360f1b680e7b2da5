"""The server itself: what an editor asks is worked out aside, and no editor ever sees a traceback."""

from __future__ import annotations

import asyncio
import logging
import os
import tempfile
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcException
from pygls.lsp.server import LanguageServer

from dicedsl.errors import DiceError, UsageError
from dicedsl.lsp import problems
from dicedsl.lsp.documents import OpenText, uri_of
from dicedsl.lsp.example_commands import RUN, STEP
from dicedsl.lsp.open_rulebooks import OpenRulebooks
from dicedsl.text.plain import plain, plain_lines
from dicedsl.version import __version__

T = TypeVar("T")
PAUSE = 0.15  # seconds without a change before a text is looked at
REQUEST_FAILED = -32803
FAILED = "dicedsl could not do this; please report the text it stumbled over"
LONGEST_SHOWN = 2_000  # letters of a message


class Server(LanguageServer):
    """Tells of what goes wrong in a sentence; the library would send how it came about."""

    def report_server_error(self, error: Exception, source: Any) -> None:
        self.window_log_message(lsp.LogMessageParams(lsp.MessageType.Warning, "a message could not be understood"))


class Service:
    """Passes what an editor sends on to the open rulebooks, and what is found there back."""

    def __init__(self, server: LanguageServer) -> None:
        self.server = server
        self.rulebooks = OpenRulebooks()
        # Looking at texts never keeps somebody waiting who only asks something.
        self._checks = ThreadPoolExecutor(max_workers=1, thread_name_prefix="check")
        self._asks = ThreadPoolExecutor(max_workers=1, thread_name_prefix="ask")
        self._looks: dict[str, asyncio.Task[None]] = {}
        self._files: list[Path] = []  # texts that were shown

    async def ask(self, work: Callable[..., T], *given: Any) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._asks, partial(work, *given))

    def shut_down(self, _: object) -> None:
        for task in self._looks.values():
            task.cancel()
        for pool in (self._checks, self._asks):
            pool.shutdown(wait=False, cancel_futures=True)
        for path in self._files:
            path.unlink(missing_ok=True)

    # -------------------------------------------------------------- texts

    def on_initialized(self, _: lsp.InitializedParams) -> None:
        encoding = self.server.server_capabilities.position_encoding
        self.rulebooks.documents.encoding = str(getattr(encoding, "value", encoding) or "utf-16")

    def on_open(self, params: lsp.DidOpenTextDocumentParams) -> None:
        given = params.text_document
        self._look_at_all_soon(self.rulebooks.documents.put(given.uri, given.version, given.text), 0.0)

    def on_change(self, params: lsp.DidChangeTextDocumentParams) -> None:
        uri = params.text_document.uri
        text = self.server.workspace.get_text_document(uri).source
        self._look_at_all_soon(self.rulebooks.documents.put(uri, params.text_document.version, text), PAUSE)

    def on_save(self, _: object) -> None:
        """A file on the disk is another one: whoever names it is looked at again."""
        self.rulebooks.documents.changes += 1
        for document in self.rulebooks.documents.all():
            self._look_soon(document.uri, PAUSE)

    def on_close(self, params: lsp.DidCloseTextDocumentParams) -> None:
        uri = params.text_document.uri
        task = self._looks.pop(uri, None)
        if task is not None:
            task.cancel()
        self.rulebooks.forget(uri)
        self._publish(uri, None, [])

    def _look_at_all_soon(self, document: OpenText, pause: float) -> None:
        for other in self.rulebooks.documents.all():
            # Another open text may name this one; it is looked at after it.
            self._look_soon(other.uri, pause if other.uri == document.uri else 2 * PAUSE)

    def _look_soon(self, uri: str, pause: float) -> None:
        before = self._looks.get(uri)
        if before is not None:
            before.cancel()
        self._looks[uri] = asyncio.get_running_loop().create_task(self._look(uri, pause))

    async def _look(self, uri: str, pause: float) -> None:
        await asyncio.sleep(pause)
        document = self.rulebooks.documents.get(uri)
        if document is None:
            return
        try:
            loop = asyncio.get_running_loop()
            problems_found = await loop.run_in_executor(self._checks, self.rulebooks.problems, document)
        except Exception:
            self._log(FAILED)
            return
        if self.rulebooks.documents.get(uri) is document:
            self._publish(uri, document.version, problems.diagnostics(document, problems_found))
            self._checks.submit(self.rulebooks.last_readable, document)  # for the time when it is broken

    def _publish(self, uri: str, version: int | None, diagnostics: list[lsp.Diagnostic]) -> None:
        self.rulebooks.marked[uri] = diagnostics
        self.server.text_document_publish_diagnostics(lsp.PublishDiagnosticsParams(uri, diagnostics, version))

    # -------------------------------------------------------------- examples

    async def run_example(self, uri: str, title: str) -> dict[str, Any]:
        ran = await self.ask(self.rulebooks.run_example, uri, title)
        document = self.rulebooks.document(uri)
        kept = [each for each in self.rulebooks.marked.get(uri, ()) if not str(each.code or "").startswith("X")]
        marks = problems.diagnostics(document, [ran.problem]) if ran.problem is not None else []
        self._publish(uri, document.version, [*kept, *marks])
        self._show(ran.said, lsp.MessageType.Info if ran.holds else lsp.MessageType.Warning)
        return {"holds": ran.holds, "message": ran.said}

    async def step(self, uri: str, title: str) -> dict[str, Any]:
        """In a document of its own where the editor can show one, as a message elsewhere."""
        text = await self.ask(self.rulebooks.step, uri, title)
        window = self.server.client_capabilities.window
        if window is not None and window.show_document is not None and window.show_document.support:
            path = self._path_of_text(text)
            self.server.window_show_document(lsp.ShowDocumentParams(uri_of(path), take_focus=False))
        else:
            self._show(text)
        return {"text": text}

    def _path_of_text(self, text: str) -> str:
        handle, path = tempfile.mkstemp(prefix="dicedsl-example-", suffix=".txt")
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            file.write(text)
        self._files.append(Path(path))
        return path

    def _show(self, text: str, kind: lsp.MessageType = lsp.MessageType.Info) -> None:
        self.server.window_show_message(lsp.ShowMessageParams(kind, plain_lines(text)[:LONGEST_SHOWN]))

    def _log(self, text: str) -> None:
        self.server.window_log_message(lsp.LogMessageParams(lsp.MessageType.Error, plain(text)))

    def guarded(self, handler: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
        """What a person did wrong is told in its sentence; anything else in one that says nothing of how it came about."""

        async def inner(params: Any) -> Any:
            try:
                return await handler(params)
            except UsageError as error:
                raise JsonRpcException(plain(error.message), REQUEST_FAILED) from None
            except DiceError as error:
                raise JsonRpcException(plain(str(error)), REQUEST_FAILED) from None
            except Exception:
                raise JsonRpcException(FAILED, REQUEST_FAILED) from None

        return inner


def new_server() -> LanguageServer:
    for name in ("pygls", "asyncio"):
        logging.getLogger(name).addHandler(logging.NullHandler())
        logging.getLogger(name).propagate = False
    server = Server("dicedsl", __version__, text_document_sync_kind=lsp.TextDocumentSyncKind.Full)
    service = Service(server)
    rulebooks, ask = service.rulebooks, service.ask

    def feature(name: str, handler: Callable[[Any], Awaitable[Any]], options: object = None) -> None:
        server.feature(name, options)(service.guarded(handler))

    for name, handler_of_notice in (
        (lsp.INITIALIZED, service.on_initialized),
        (lsp.TEXT_DOCUMENT_DID_OPEN, service.on_open),
        (lsp.TEXT_DOCUMENT_DID_CHANGE, service.on_change),
        (lsp.TEXT_DOCUMENT_DID_SAVE, service.on_save),
        (lsp.TEXT_DOCUMENT_DID_CLOSE, service.on_close),
        (lsp.WORKSPACE_DID_CHANGE_WATCHED_FILES, service.on_save),
        (lsp.SHUTDOWN, service.shut_down),
    ):
        server.feature(name)(_plainly(handler_of_notice))

    feature(lsp.TEXT_DOCUMENT_HOVER, lambda p: ask(rulebooks.hover, p.text_document.uri, p.position))
    feature(
        lsp.TEXT_DOCUMENT_COMPLETION,
        lambda p: ask(rulebooks.complete, p.text_document.uri, p.position),
        lsp.CompletionOptions(trigger_characters=['"']),
    )
    feature(lsp.TEXT_DOCUMENT_DEFINITION, lambda p: ask(rulebooks.definition, p.text_document.uri, p.position))
    feature(
        lsp.TEXT_DOCUMENT_REFERENCES,
        lambda p: ask(rulebooks.references, p.text_document.uri, p.position, p.context.include_declaration),
    )
    feature(lsp.TEXT_DOCUMENT_DOCUMENT_HIGHLIGHT, lambda p: ask(rulebooks.highlights, p.text_document.uri, p.position))
    feature(lsp.TEXT_DOCUMENT_PREPARE_RENAME, lambda p: ask(rulebooks.prepare_rename, p.text_document.uri, p.position))
    feature(
        lsp.TEXT_DOCUMENT_RENAME,
        lambda p: ask(rulebooks.rename, p.text_document.uri, p.position, p.new_name),
        lsp.RenameOptions(prepare_provider=True),
    )
    feature(lsp.TEXT_DOCUMENT_FORMATTING, lambda p: ask(rulebooks.format, p.text_document.uri))
    feature(lsp.TEXT_DOCUMENT_DOCUMENT_SYMBOL, lambda p: ask(rulebooks.symbols, p.text_document.uri))
    feature(lsp.TEXT_DOCUMENT_CODE_LENS, lambda p: ask(rulebooks.lenses, p.text_document.uri), lsp.CodeLensOptions())
    feature(
        lsp.TEXT_DOCUMENT_CODE_ACTION,
        lambda p: ask(rulebooks.actions, p.text_document.uri, p.range, list(p.context.diagnostics)),
        lsp.CodeActionOptions([lsp.CodeActionKind.QuickFix]),
    )
    for name, work in ((RUN, service.run_example), (STEP, service.step)):
        _command(server, service, name, work)
    return server


def _plainly(handler_of_notice: Callable[[Any], None]) -> Callable[[Any], None]:
    """A handler as a function of its own, which the library can mark."""

    def inner(params: Any) -> None:
        handler_of_notice(params)

    return inner


def _command(server: LanguageServer, service: Service, name: str, work: Callable[[str, str], Awaitable[Any]]) -> None:
    async def given(uri: Any, title: Any) -> Any:
        if not isinstance(uri, str) or not isinstance(title, str):
            raise UsageError("An example is named by its file and its title.")
        return await service.guarded(lambda _: work(uri, title))(None)

    server.command(name)(given)


def serve() -> None:
    """Talk with an editor over standard input and output until it says goodbye."""
    new_server().start_io()
