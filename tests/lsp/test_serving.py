"""The language server through a real client over stdio."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from urllib.parse import urlparse
from urllib.request import url2pathname

import pytest
from lsprotocol import types as lsp
from pygls.exceptions import JsonRpcException

from tests.lsp.conftest import Editor, started
from tests.samples import RACE

NOTED = '    note "What somebody has gathered so far."\n'
GAME = RACE.replace("    cup: 1 die\n", "    cup: 1 die\n" + NOTED)
BROKEN = GAME.replace("sum of number of cup", "sum of nuber of cup")
LIBRARY = """library "Helpers"

words:
    twice of number n is 2 * n

rule gain for number n:
    add twice of n to your score
"""
USER = GAME.replace("players 2\n", 'players 2\nuse "helpers"\n').replace(
    '"leave": add 1 to your score', '"leave": do gain for 1'
)


def text_with_edits(text: str, edits: Any) -> str:
    """A text with edits of a plain text, the last first."""
    starts = [0]
    for line in text.split("\n"):
        starts.append(starts[-1] + len(line) + 1)
    for edit in sorted(edits, key=lambda e: (e.range.start.line, e.range.start.character), reverse=True):
        start = starts[edit.range.start.line] + edit.range.start.character
        end = starts[edit.range.end.line] + edit.range.end.character
        text = text[:start] + edit.new_text + text[end:]
    return text


def test_a_sound_text_has_no_marks(editor: Editor) -> None:
    assert editor.open("race.dice", GAME) == []


def test_a_mistake_is_marked_where_it_stands_and_its_fix_removes_it(editor: Editor) -> None:
    found = editor.open("race.dice", BROKEN)

    assert [(d.code, d.severity) for d in found] == [("E321", lsp.DiagnosticSeverity.Error)]
    line = BROKEN.split("\n")[found[0].range.start.line]
    assert line[found[0].range.start.character : found[0].range.end.character] == "nuber"

    uri = editor.uri("race.dice")
    asked = lsp.CodeActionParams(lsp.TextDocumentIdentifier(uri), found[0].range, lsp.CodeActionContext(found))
    actions = editor.run(editor.client.text_document_code_action_async(asked))
    fix = next(a for a in actions or () if isinstance(a, lsp.CodeAction) and a.kind == lsp.CodeActionKind.QuickFix)
    assert fix.edit is not None and fix.edit.changes is not None
    mended = text_with_edits(BROKEN, fix.edit.changes[uri])
    assert mended == GAME
    assert editor.change(uri, mended) == []


def test_several_changes_at_once_are_looked_at_once(editor: Editor) -> None:
    editor.open("race.dice", GAME)
    uri = editor.uri("race.dice")
    before = len(editor.marks[uri])
    for number in range(20):
        editor.change(uri, GAME + f"# {number}\n", wait=False)
    assert editor.change(uri, BROKEN) != []
    assert len(editor.marks[uri]) - before <= 3


def test_places_are_counted_as_the_editor_does(editor: Editor) -> None:
    text = BROKEN.replace('"take"', '"take \N{GAME DIE}"').replace('chooses "take"', 'chooses "take \N{GAME DIE}"')
    found = editor.open("race.dice", text)
    line = text.split("\n")[found[0].range.start.line].encode("utf-16-le")
    assert line[2 * found[0].range.start.character : 2 * found[0].range.end.character].decode("utf-16-le") == "nuber"


def test_line_ends_of_windows_are_no_mistake(editor: Editor) -> None:
    assert editor.open("race.dice", GAME.replace("\n", "\r\n")) == []


def labels(editor: Editor, text: str, part: str, inside: int) -> dict[str, lsp.CompletionItem]:
    uri = editor.uri("race.dice")
    place = editor.at(uri, text, part, inside)
    found = editor.run(editor.client.text_document_completion_async(lsp.CompletionParams(**place)))
    items = found.items if isinstance(found, lsp.CompletionList) else found
    return {item.label: item for item in items or ()}


def test_what_may_follow_is_offered(editor: Editor) -> None:
    editor.open("race.dice", GAME)
    uri = editor.uri("race.dice")
    text = GAME.replace("    roll cup\n", "    roll cup\n    \n")
    editor.change(uri, text)
    steps = labels(editor, text, "    roll cup\n    \n", len("    roll cup\n    "))
    assert {"roll", "choose", "choose …", "add …", "if"} <= set(steps)
    assert not {"options", "example", "variant …", "at least"} & set(steps)
    text = GAME + "\n"
    parts = labels(editor, text, GAME, len(GAME))
    assert {"rule …", "variant …", "example", "material"} <= set(parts)
    assert "roll" not in parts


def test_names_of_the_author_are_offered_also_while_the_text_is_broken(editor: Editor) -> None:
    editor.open("race.dice", GAME)
    text = GAME.replace("roll cup\n", "roll c\n")
    editor.change(editor.uri("race.dice"), text)
    found = labels(editor, text, "roll c\n", len("roll c"))
    assert {"cup", "score", "goal", "players"} <= set(found)
    assert found["cup"].detail == "a zone: dice lie here"


def test_rules_are_offered_where_a_step_begins(editor: Editor) -> None:
    text = 'game "Race"\nplayers 2\nmaterial: cup: 1 die\nturn:\n    roll cup\n    c\nrule cheer at a player: that player wins\n'
    editor.open("race.dice", text)
    assert "cheer" in labels(editor, text, "    c\n", len("    c"))
    assert "cheer" not in labels(editor, text, "    roll c", len("    roll c"))


def test_alternatives_are_offered_between_quotes(editor: Editor) -> None:
    editor.open("race.dice", GAME)
    text = GAME.replace('Anna chooses "take"', 'Anna chooses "t')
    editor.change(editor.uri("race.dice"), text)
    assert set(labels(editor, text, 'chooses "t', len('chooses "t'))) == {"take", "leave"}


def hover(editor: Editor, text: str, part: str, inside: int = 0, nth: int = 1) -> str:
    place = editor.at(editor.uri("race.dice"), text, part, inside, nth)
    found = editor.run(editor.client.text_document_hover_async(lsp.HoverParams(**place)))
    if found is None:
        return ""
    assert isinstance(found.contents, lsp.MarkupContent)
    return found.contents.value


def test_a_name_is_explained_by_its_line_and_the_note_above_it(editor: Editor) -> None:
    editor.open("race.dice", GAME)
    told = hover(editor, GAME, "your score", 6)
    assert "memory" in told and "each player has score = 0" in told
    assert "What somebody has gathered so far." in told


def test_a_built_in_word_and_a_word_of_the_language_are_explained(editor: Editor) -> None:
    editor.open("race.dice", GAME)
    assert "the number it shows" in hover(editor, GAME, "number of cup")
    assert "roll cup" in hover(editor, GAME, "roll 6")


def test_the_code_of_a_problem_is_explained(editor: Editor) -> None:
    editor.open("race.dice", BROKEN)
    assert "E321" in hover(editor, BROKEN, "nuber", 2)


def test_a_name_leads_into_the_library_that_gives_it(editor: Editor) -> None:
    library = editor.write("helpers.dice", LIBRARY)
    assert editor.open("race.dice", USER) == []
    place = editor.at(editor.uri("race.dice"), USER, "do gain", 4)
    found = editor.run(editor.client.text_document_definition_async(lsp.DefinitionParams(**place)))
    assert isinstance(found, list)
    assert [(each.uri, each.range.start.line) for each in found if isinstance(each, lsp.Location)] == [(library, 5)]

    place = editor.at(editor.uri("race.dice"), USER, "helpers", 2)
    found = editor.run(editor.client.text_document_definition_async(lsp.DefinitionParams(**place)))
    assert isinstance(found, list) and [each.uri for each in found if isinstance(each, lsp.Location)] == [library]


def test_references_are_found_in_other_files_and_while_the_text_is_broken(editor: Editor) -> None:
    library = editor.write("helpers.dice", LIBRARY)
    editor.open("race.dice", USER)
    uri = editor.uri("race.dice")
    text = USER.replace("players 2\n", "players 2\nplayers\n")
    assert editor.change(uri, text) != []
    place = editor.at(uri, text, "your score", 6)
    asked = lsp.ReferenceParams(context=lsp.ReferenceContext(True), **place)
    found = editor.run(editor.client.text_document_references_async(asked)) or []
    assert {each.uri for each in found} == {uri, library}
    lines = text.split("\n")
    for each in found:
        if each.uri == uri:
            line = lines[each.range.start.line]
            assert line[each.range.start.character : each.range.end.character] == "score"
    assert len([each for each in found if each.uri == uri]) == text.count("score")


def rename(editor: Editor, text: str, part: str, inside: int, new: str) -> dict[str, Any]:
    place = editor.at(editor.uri("race.dice"), text, part, inside)
    made = editor.run(editor.client.text_document_rename_async(lsp.RenameParams(new_name=new, **place)))
    assert made is not None and made.changes is not None
    return dict(made.changes)


def test_a_name_is_changed_in_all_files(editor: Editor) -> None:
    library = editor.write("helpers.dice", LIBRARY)
    editor.open("race.dice", USER)
    changes = rename(editor, USER, "do gain", 4, "earn points")
    assert text_with_edits(USER, changes[editor.uri("race.dice")]) == USER.replace("do gain", "do earn points")
    assert text_with_edits(LIBRARY, changes[library]) == LIBRARY.replace("rule gain", "rule earn points")


@pytest.mark.parametrize(
    ("part", "inside", "new", "why"),
    [
        ("your score", 6, "goal", "already stands for something"),
        ("your score", 6, "choose", "word of the language"),
        ("your score", 6, "players", "word of the language itself"),
        ("your score", 6, "1st", "no name"),
        ("number of cup", 2, "pips", "word of the language itself"),
        ('"A six"', 2, "A seven", "no name here"),
    ],
)
def test_a_name_is_not_changed_where_that_would_be_wrong(
    editor: Editor, part: str, inside: int, new: str, why: str
) -> None:
    editor.open("race.dice", GAME)
    with pytest.raises(JsonRpcException, match=why):
        rename(editor, GAME, part, inside, new)


def test_no_name_is_changed_in_a_broken_text(editor: Editor) -> None:
    editor.open("race.dice", GAME + "turn\n")
    with pytest.raises(JsonRpcException, match="Mend the mistakes"):
        rename(editor, GAME, "your score", 6, "points")


def test_formatting_is_that_of_fmt(editor: Editor) -> None:
    loose = GAME.replace("players 2", "players   2").replace("roll cup", "roll   cup")
    editor.open("race.dice", loose)
    uri = editor.uri("race.dice")
    asked = lsp.DocumentFormattingParams(lsp.TextDocumentIdentifier(uri), lsp.FormattingOptions(4, True))
    edits = editor.run(editor.client.text_document_formatting_async(asked))
    from dicedsl.syntax.formatter import format_text
    from dicedsl.text.source import Source

    assert text_with_edits(loose, edits) == format_text(Source("race.dice", loose))
    editor.change(uri, BROKEN.replace("choose:", "choose"))
    assert not editor.run(editor.client.text_document_formatting_async(asked))


def outline(editor: Editor) -> list[str]:
    asked = lsp.DocumentSymbolParams(lsp.TextDocumentIdentifier(editor.uri("race.dice")))
    found = editor.run(editor.client.text_document_document_symbol_async(asked)) or []
    names: list[str] = []
    for each in found:
        assert isinstance(each, lsp.DocumentSymbol)
        names += [each.name, *(inner.name for inner in each.children or ())]
    return names


def test_the_outline_stays_while_the_text_is_broken(editor: Editor) -> None:
    editor.open("race.dice", GAME)
    wanted = [
        "options", "goal", "material", "cup", "score", "turn", '"take"', '"leave"',
        'end "the goal is reached"', 'example "A six"',
    ]  # fmt: skip
    assert outline(editor) == wanted
    editor.change(editor.uri("race.dice"), GAME.replace("players 2\n", "players 2\nplayers\n"))
    assert outline(editor) == wanted


def command(editor: Editor, name: str, *given: Any) -> Any:
    asked = lsp.ExecuteCommandParams(name, list(given))
    return editor.run(editor.client.workspace_execute_command_async(asked))


def test_an_example_is_run_and_stepped_through(editor: Editor) -> None:
    editor.open("race.dice", GAME)
    uri = editor.uri("race.dice")
    asked = lsp.CodeLensParams(lsp.TextDocumentIdentifier(uri))
    lenses = editor.run(editor.client.text_document_code_lens_async(asked)) or []
    offered = {each.command.title: each.command for each in lenses if each.command is not None}
    run, step = offered["run this example"], offered["step through it"]

    assert command(editor, run.command, *(run.arguments or ())) == {"holds": True, "message": "It holds: A six"}
    assert editor.said == ["It holds: A six"]

    text = command(editor, step.command, *(step.arguments or ()))["text"]
    assert "score of Anna is 6 (was 0)" in text and text.rstrip().endswith("it holds")


def test_an_example_that_fails_is_marked_in_its_line(editor: Editor) -> None:
    wrong = GAME.replace("now score of Anna is 6", "now score of Anna is 7")
    editor.open("race.dice", wrong)
    uri = editor.uri("race.dice")
    ran = command(editor, "dicedsl.runExample", uri, "A six")
    assert not ran["holds"] and "line 24" in ran["message"]
    marks = editor.marks[uri][-1].diagnostics
    assert [(each.range.start.line, str(each.code)[0]) for each in marks] == [(23, "X")]


def test_an_example_that_is_not_there(editor: Editor) -> None:
    editor.open("race.dice", GAME)
    with pytest.raises(JsonRpcException, match="no example"):
        command(editor, "dicedsl.runExample", editor.uri("race.dice"), "A seven")


def test_an_open_library_counts_before_it_is_saved(editor: Editor) -> None:
    editor.open("helpers.dice", LIBRARY)
    editor.open("race.dice", USER)
    uri = editor.uri("race.dice")
    seen = len(editor.marks[uri])
    editor.change(editor.uri("helpers.dice"), LIBRARY.replace("rule gain", "rule earn"))
    editor.run(editor._until(lambda: len(editor.marks[uri]) > seen and editor.marks[uri][-1].diagnostics))
    assert "gain" in editor.marks[uri][-1].diagnostics[0].message


def test_an_editor_that_can_show_texts_and_counts_in_bytes(tmp_path: Path) -> None:
    """Stepping opens a text of its own, which is gone when the editor is; places are counted as was agreed."""
    capabilities = lsp.ClientCapabilities(
        window=lsp.WindowClientCapabilities(show_document=lsp.ShowDocumentClientCapabilities(True)),
        general=lsp.GeneralClientCapabilities(position_encodings=[lsp.PositionEncodingKind.Utf8]),
    )
    shown: list[Path] = []

    def show(params: lsp.ShowDocumentParams) -> lsp.ShowDocumentResult:
        shown.append(Path(url2pathname(urlparse(params.uri).path)))
        return lsp.ShowDocumentResult(True)

    with started(tmp_path, capabilities) as editor:
        editor.client.feature(lsp.WINDOW_SHOW_DOCUMENT)(show)
        text = BROKEN.replace('"take": add', '"take \N{GAME DIE}": add')
        found = editor.open("race.dice", text)[0]
        line = text.split("\n")[found.range.start.line].encode()
        assert line[found.range.start.character : found.range.end.character] == b"nuber"

        editor.change(editor.uri("race.dice"), GAME)
        told = command(editor, "dicedsl.stepExample", editor.uri("race.dice"), "A six")["text"]
        editor.run(editor._until(lambda: shown))
        assert shown[0].read_text("utf-8") == told
        assert editor.said == []
    assert not shown[0].exists()
