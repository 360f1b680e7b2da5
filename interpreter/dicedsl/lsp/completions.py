"""What may stand at a place: words of the language that the grammar allows there, whole lines to fill in, and the author's names."""

from __future__ import annotations

import re
from collections.abc import Iterator

from attrs import frozen
from lsprotocol import types as lsp

from dicedsl.built_in import ADJECTIVES, ATTRIBUTES, NOUNS
from dicedsl.lsp.documents import OpenText
from dicedsl.lsp.hover_texts import sort_words
from dicedsl.lsp.names import NamesInFiles
from dicedsl.rulebook.library import folder, shipped_files
from dicedsl.syntax.declared_names import DeclaredNames
from dicedsl.syntax.edition_forms import FORMS_OF
from dicedsl.syntax.edition_parser import Edition
from dicedsl.syntax.parser import edition_of

K = lsp.CompletionItemKind
TYPED = re.compile(r"[A-Za-z][A-Za-z0-9-]*$")
HEAD = re.compile(r"[a-z]+")
QUOTED = re.compile(r'^[^"#]*(?:"[^"]*"[^"#]*)*"([^"#]*)$')
COMMENT = re.compile(r'^[^"#]*(?:"[^"]*"[^"#]*)*#')
ANSWERS = re.compile(r"\b(?:chooses|choose|then|reports|report|ways? to|remove|replace|to|beside)\b|^\s*\|")
COMPLETION_KINDS = {
    "noun": K.Variable,
    "adjective": K.Property,
    "rule": K.Function,
    "local": K.Variable,
    "player": K.Variable,
}
MOST_READ_LETTERS = 200_000  # letters of a part that are read for what may follow


@frozen
class CursorContext:
    """Where somebody writes: the line up to there, the part around it, and the word that was begun."""

    document: OpenText
    offset: int
    declared: DeclaredNames

    @property
    def line(self) -> str:
        return self.document.text[self.document.text.rfind("\n", 0, self.offset) + 1 : self.offset]

    @property
    def typed(self) -> str:
        word = TYPED.search(self.line)
        return word[0] if word else ""

    @property
    def start(self) -> int:
        return self.offset - len(self.typed)

    @property
    def reader(self) -> Edition:
        """The edition that the text is written in."""
        return edition_of(self.document.text)

    @property
    def part_start(self) -> int:
        """The beginning of the part in which this stands: the last line before it that is not indented."""
        text = self.document.text
        begin = text.rfind("\n", 0, self.start) + 1
        while begin > 0 and (text[begin : begin + 1] in " \t\n#" or not text[begin : begin + 1]):
            begin = text.rfind("\n", 0, begin - 1) + 1
        return begin

    def before(self) -> str:
        """The part up to here, as a text that can be read by itself."""
        part = self.document.text[self.part_start : self.start]
        if part[: len("variant")] == "variant" or part.startswith(("game", "library")):
            return self.declared.joined(part)
        return f'game "-"\n{self.declared.joined(part)}'

    def heads(self) -> Iterator[str]:
        """The first words of the lines around this one, from the inside out."""
        margin = len(self.line) - len(self.line.lstrip()) if self.line.strip() else len(self.line)
        for line in reversed(self.document.text[self.part_start : self.offset - len(self.line)].split("\n")):
            inner = len(line) - len(line.lstrip())
            if line.strip() and inner < margin:
                margin = inner
                word = HEAD.match(line.strip())
                if word:
                    yield word[0]


def completions(context: CursorContext, names: NamesInFiles | None) -> list[lsp.CompletionItem]:
    if COMMENT.match(context.line):
        return []
    text = QUOTED.match(context.line)
    if text is not None:
        return list(_texts(context, text[1], names))
    part = context.before()
    reader = context.reader
    expected = reader.expected_after(part) if len(part) < MOST_READ_LETTERS else frozenset()
    first = not context.line[: len(context.line) - len(context.typed)].strip()
    items: dict[tuple[str, int | None], lsp.CompletionItem] = {}
    for item in (
        *_templates(context, reader, expected, first),
        *_words(reader, expected),
        *_names(context, reader, names, expected),
    ):
        items.setdefault((item.label, item.kind), item)
    return list(items.values())


def _words(reader: Edition, expected: frozenset[str]) -> Iterator[lsp.CompletionItem]:
    """The words that may follow; all of them where nothing is known."""
    spelled = reader.spellings
    words = sorted({spelled[each] for each in expected if each in spelled}) if expected else sorted(reader.keywords)
    for word in words:
        if word[:1].isalpha():
            yield lsp.CompletionItem(word, kind=K.Keyword, sort_text=f"2{word}")


def _templates(
    context: CursorContext, reader: Edition, expected: frozenset[str], first: bool
) -> Iterator[lsp.CompletionItem]:
    """Whole lines, at the beginning of one."""
    if not first:
        return
    edition_forms = FORMS_OF[reader.number]
    spelled = reader.spellings
    allowed = {spelled[each].split()[0] for each in expected if each in spelled}
    inside = next(context.heads(), "")
    forms = {**edition_forms.lines, **edition_forms.in_examples} if inside == "example" else edition_forms.lines
    for word, form in forms.items():
        if word in allowed:
            yield _template(context, word, form)
    if inside in edition_forms.lines_of and ({"NAME", "STRING"} & expected or not expected):
        yield _template(context, f"a line of {inside}", edition_forms.lines_of[inside])


def _template(context: CursorContext, label: str, form: str) -> lsp.CompletionItem:
    line = form.split("`", 1)[0]
    range_ = context.document.range(context.start, context.offset)
    return lsp.CompletionItem(
        f"{label} …",
        kind=K.Snippet,
        detail=line,
        sort_text=f"3{label}",
        filter_text=line if label.startswith("a line of") else label,
        text_edit=lsp.TextEdit(range_, line),
    )


def _names(
    context: CursorContext, reader: Edition, names: NamesInFiles | None, expected: frozenset[str]
) -> Iterator[lsp.CompletionItem]:
    if expected and "NAME" not in expected:
        return
    before = context.line[: len(context.line) - len(context.typed)].split()
    # A rule is carried out by a step that begins with its name; in the first edition, by one that begins with `do`.
    only_rules = reader.number == 1 and before[-1:] == ["do"]
    rules_too = reader.number > 1 and (not before or before[-1].endswith(":"))
    if names is not None:
        for place in names.all_declared():
            symbol, node = place.symbol, place.node
            if symbol.sort not in COMPLETION_KINDS or node is None:
                continue
            if not (only_rules or rules_too) if symbol.sort == "rule" else only_rules:
                continue
            if symbol.sort in {"local", "player"} and not _is_near(context, place.span.start, place.span.source.name):
                continue
            yield _name(context, symbol.name, COMPLETION_KINDS[symbol.sort], sort_words(node, symbol), "0")
    if not only_rules:
        for word in (*NOUNS.values(), *ATTRIBUTES.values(), *ADJECTIVES.values()):
            yield _name(context, word.name, K.Constant, word.meaning, "1")


def _is_near(context: CursorContext, start: int, name: str) -> bool:
    return name == context.document.path and context.part_start <= start <= context.offset


def _name(
    context: CursorContext, name: str, kind: lsp.CompletionItemKind, detail: str, order: str
) -> lsp.CompletionItem:
    """A name of several words takes in those of them that are written already."""
    start, words = context.start, name.split()
    for count in range(len(words) - 1, 0, -1):
        written = " ".join(words[:count]) + " "
        if context.document.text[: context.start].endswith(written):
            start = context.start - len(written)
            break
    return lsp.CompletionItem(
        name,
        kind=kind,
        detail=detail,
        sort_text=f"{order}{name}",
        text_edit=lsp.TextEdit(context.document.range(start, context.offset), name),
    )


def _texts(context: CursorContext, typed: str, names: NamesInFiles | None) -> Iterator[lsp.CompletionItem]:
    """Between quotes: files that can be used or changed, variants, alternatives."""
    before = context.line[: len(context.line) - len(typed) - 1].rstrip()
    texts: dict[str, str] = {}
    if before.strip() == "use" or before.endswith(" changes"):
        libraries = before.strip() == "use"
        paths = [path for path in shipped_files().values() if (path.parent == folder() / "library") == libraries]
        if context.document.folder is not None and context.document.folder.is_dir():
            paths += sorted(context.document.folder.glob("*.dice"))
        texts = {path.stem: "a library" if libraries else "a rulebook" for path in paths}
    elif names is not None:
        sort = "variant" if before.endswith("variant") else "alternative" if ANSWERS.search(before) else ""
        texts = {each.symbol.name: f"an {sort}" for each in names.all_declared() if each.symbol.sort == sort}
    range_ = context.document.range(context.offset - len(typed), context.offset)
    for text, detail in texts.items():
        yield lsp.CompletionItem(text, kind=K.Value, detail=detail, text_edit=lsp.TextEdit(range_, text))
