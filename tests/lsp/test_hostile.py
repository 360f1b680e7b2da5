"""What no editor should send, and texts that are no rulebooks: the server goes on, and never shows where it stumbled."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest
from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcException, JsonRpcMethodNotFound

from tests.lsp.conftest import Editor
from tests.lsp.test_serving import GAME, hover


def test_an_unknown_method_is_refused(editor: Editor) -> None:
    async def ask() -> None:
        await editor.client.protocol.send_request_async("dicedsl/nothing", {})

    with pytest.raises(JsonRpcMethodNotFound):
        editor.run(ask())


def test_a_huge_text_is_refused_in_a_sentence_and_nothing_waits_for_it(editor: Editor) -> None:
    found = editor.open("huge.dice", GAME + "# more\n" * 400_000)
    assert [each.code for each in found] == ["E103"]
    assert editor.open("race.dice", GAME) == []
    assert "memory" in hover(editor, GAME, "your score", 6)


@pytest.mark.parametrize(
    "text", ["", "\x00\x01", "(" * 5_000, 'game "', "\ud7ff\U0001f3b2" * 200, "\r\r\r", "\t" * 400]
)
def test_whatever_the_text_is_every_question_has_an_answer(editor: Editor, text: str) -> None:
    editor.open("race.dice", text)
    uri = lsp.TextDocumentIdentifier(editor.uri("race.dice"))
    client = editor.client
    for position in (lsp.Position(0, 0), lsp.Position(0, 3), lsp.Position(9_999, 9_999)):
        editor.run(client.text_document_hover_async(lsp.HoverParams(uri, position)))
        editor.run(client.text_document_completion_async(lsp.CompletionParams(uri, position)))
        editor.run(client.text_document_definition_async(lsp.DefinitionParams(uri, position)))
    editor.run(client.text_document_document_symbol_async(lsp.DocumentSymbolParams(uri)))
    editor.run(client.text_document_code_lens_async(lsp.CodeLensParams(uri)))
    assert editor.logged == []


def test_a_text_that_is_not_open(editor: Editor) -> None:
    place = editor.at("file:///nowhere.dice", GAME, "cup")
    with pytest.raises(JsonRpcException, match="not open"):
        editor.run(editor.client.text_document_hover_async(lsp.HoverParams(**place)))


def talk(*messages: bytes) -> tuple[str, str, int]:
    """What the server answers to bytes, what it says besides, and how it ends."""
    sent = b"".join(b"Content-Length: %d\r\n\r\n%s" % (len(each), each) for each in messages)
    ran = subprocess.run([sys.executable, "-m", "dicedsl", "lsp"], input=sent, capture_output=True, timeout=120)
    return ran.stdout.decode(), ran.stderr.decode(), ran.returncode


def request(number: int, method: str, params: object) -> bytes:
    return json.dumps({"jsonrpc": "2.0", "id": number, "method": method, "params": params}).encode()


def test_malformed_messages_are_passed_over() -> None:
    out, err, _ = talk(
        b"{",
        b"[]",
        b'"text"',
        b'{"jsonrpc": "1.0"}',
        request(1, "initialize", {"capabilities": {}}),
        request(2, "textDocument/hover", {"position": "here"}),
        request(3, "textDocument/hover", None),
        b'{"jsonrpc": "2.0", "method": "textDocument/didChange", "params": {"textDocument": 5}}',
        request(4, "shutdown", None),
        b'{"jsonrpc": "2.0", "method": "exit"}',
    )
    assert '"id": 1' in out and '"id": 4' in out
    assert "Traceback" not in out + err and ".py" not in out + err


def test_it_ends_when_its_editor_is_gone() -> None:
    out, err, code = talk(request(1, "initialize", {"capabilities": {}}))
    assert '"id": 1' in out and "Traceback" not in err and code == 0


def test_without_its_extra_it_says_what_to_install() -> None:
    program = (
        "import sys; sys.modules['pygls'] = None; sys.argv = ['dicedsl', 'lsp']; from dicedsl.cli import main; main()"
    )
    ran = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=120)
    assert ran.returncode == 2
    assert ran.stderr == "dicedsl: the language server needs its extra: pip install 'dicedsl[lsp]'\n"
