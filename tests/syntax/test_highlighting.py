"""Colours in editors: the files in docs/editors are those that the grammar gives, and they colour what they should."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from dicedsl.syntax.edition_parser import SECOND
from dicedsl.syntax.highlighting import textmate, vim
from dicedsl.syntax.reserved import BEGINNING

EDITORS = Path(__file__).parents[2] / "docs" / "editors"
LINE = '    if your total is at least 5 and in-house at 2:  # "yes"'


@pytest.mark.parametrize(
    ("path", "made", "form"),
    [("vscode/syntaxes/dice.tmLanguage.json", textmate, "textmate"), ("vim/syntax/dice.vim", vim, "vim")],
)
def test_the_files_are_those_of_the_grammar(path: str, made: object, form: str) -> None:
    assert callable(made)
    told = f"run `make editors`, or `dicedsl words --format {form} > docs/editors/{path}`"
    assert (EDITORS / path).read_text("utf-8") == made(), told


def scopes(line: str) -> dict[str, str]:
    """What each piece of a line is, by the rules in their order, as an editor reads them."""
    grammar = json.loads(textmate())
    rules = [grammar["repository"][each["include"][1:]] for each in grammar["patterns"]]
    found, at = {}, 0
    while at < len(line):
        matches = []
        for number, rule in enumerate(rules):
            pattern = rule.get("match") or f"{rule['begin']}.*?(?:{rule['end']})"
            match = re.compile(pattern).search(line, at)
            if match and match.end() > match.start():
                matches.append((match.start(), number, match, rule["name"]))
        if not matches:
            break
        _, _, match, name = min(matches, key=lambda each: each[:2])
        found[match[0].strip()] = name.split(".")[0] + "." + name.split(".")[1]
        at = match.end()
    return found


def test_words_phrases_names_and_texts_are_told_apart() -> None:
    assert scopes(LINE) == {
        "if": "keyword.control", "your": "keyword.control", "total": "variable.other", "is": "keyword.control",
        "at least": "keyword.control", "5": "constant.numeric", "and": "keyword.control", "in-house": "variable.other",
        "at": "keyword.control", "2": "constant.numeric", '# "yes"': "comment.line",
    }  # fmt: skip
    assert scopes('note "no # comment"') == {"note": "keyword.other", '"no # comment"': "string.quoted"}


@pytest.mark.parametrize("word", sorted(SECOND.part_words))
def test_a_part_begins_in_the_margin(word: str) -> None:
    assert scopes(word)[word] in {"keyword.declaration", "keyword.other"}


@pytest.mark.parametrize("word", sorted(SECOND.reserved_words | BEGINNING))
def test_every_reserved_word_has_a_colour(word: str) -> None:
    assert scopes(f"    {word}")[word].split(".")[0] in {"keyword", "constant"}


@pytest.mark.skipif(shutil.which("vim") is None, reason="there is no Vim here")
def test_vim_reads_its_file_and_colours_a_line(tmp_path: Path) -> None:
    text, out = tmp_path / "a.dice", tmp_path / "out.txt"
    text.write_text(f'turn:\n{LINE}\n    say "You have {{total}}."\n', encoding="utf-8")
    asked = [(1, 1), (2, 5), (2, 13), (2, 22), (2, 25), (2, 34), (2, 56), (3, 10), (3, 21)]
    script = tmp_path / "ask.vim"
    lines = [f"source {EDITORS}/vim/syntax/dice.vim"]
    lines += [f'call add(g:found, synIDattr(synID({line}, {column}, 1), "name"))' for line, column in asked]
    script.write_text("\n".join(["let g:found = []", *lines, f"call writefile(g:found, '{out}')", "qa!"]))
    subprocess.run(
        ["vim", "-u", "NONE", "-es", "-c", "syntax on", "-c", f"source {script}", str(text)], timeout=60, check=False
    )
    assert out.read_text().split() == [
        "dicePart", "diceWord", "diceName", "diceWord", "diceWord", "diceWord", "diceComment", "diceText", "diceShown",
    ]  # fmt: skip


def test_the_extension_names_files_that_are_there() -> None:
    folder = EDITORS / "vscode"
    package = json.loads((folder / "package.json").read_text("utf-8"))
    told = package["contributes"]
    assert (folder / package["main"]).is_file()
    assert (folder / told["languages"][0]["configuration"]).is_file()
    assert (folder / told["grammars"][0]["path"]).is_file()
    assert told["grammars"][0]["scopeName"] == json.loads(textmate())["scopeName"]
    json.loads((folder / "language-configuration.json").read_text("utf-8"))
