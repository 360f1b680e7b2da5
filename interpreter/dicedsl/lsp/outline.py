"""The outline of a rulebook: its parts, words, rules, choices, variants and examples."""

from __future__ import annotations

from collections.abc import Iterator

from lsprotocol import types as lsp

from dicedsl.lsp.documents import OpenText, TextShift
from dicedsl.rulebook.merge import line_name
from dicedsl.syntax import nodes as n
from dicedsl.syntax.walk import walk
from dicedsl.text.source import Span

K = lsp.SymbolKind
HOOKS = {
    "start_of_turn": "at the start of each turn", "end_of_turn": "at the end of each turn",
    "start_of_round": "at the start of each round", "end_of_round": "at the end of each round",
}  # fmt: skip
LINES: dict[type, lsp.SymbolKind] = {
    n.Option: K.Constant, n.Zone: K.Field, n.Memory: K.Variable, n.Board: K.Array, n.Kind: K.Enum,
    n.AdjectiveWord: K.Property,
}  # fmt: skip


def outline(file: n.File, document: OpenText, shift: TextShift) -> list[lsp.DocumentSymbol]:
    """The outline of a file that was read, by its places in the text of now; what has changed since is left out."""
    return list(_Outline(document, shift).of(file.items))


class _Outline:
    def __init__(self, document: OpenText, shift: TextShift) -> None:
        self.document = document
        self.shift = shift

    def of(self, items: tuple[n.Item, ...]) -> Iterator[lsp.DocumentSymbol]:
        for item in items:
            made = self._item(item)
            if made is not None:
                yield made

    def _symbol(
        self, name: str, kind: lsp.SymbolKind, span: Span, inner: list[lsp.DocumentSymbol] | None = None
    ) -> lsp.DocumentSymbol | None:
        start, end = self.shift.to_new(span.start), self.shift.to_new(span.end)
        if start is None:
            return None
        head = start + len(self.document.text[start:].split("\n", 1)[0].rstrip())
        end = max(head, end if end is not None else head)
        return lsp.DocumentSymbol(
            name=name.strip() or "-",
            kind=kind,
            range=self.document.range(start, end),
            selection_range=self.document.range(start, head),
            children=inner or None,
        )

    def _item(self, item: n.Item) -> lsp.DocumentSymbol | None:
        if isinstance(item, n.Section):
            return self._symbol(item.word, K.Namespace, item.span, list(self._lines(item)))
        if isinstance(item, n.Flow):
            return self._symbol(item.word, K.Event, item.span, list(self._choices(item)))
        if isinstance(item, n.Hook):
            return self._symbol(HOOKS.get(item.moment, item.moment), K.Event, item.span, list(self._choices(item)))
        if isinstance(item, n.Rule):
            return self._symbol(f"rule {item.name.text}", K.Function, item.span, list(self._choices(item)))
        if isinstance(item, (n.End, n.MatchEnd)):
            return self._symbol(f'end "{item.caption.value}"', K.Event, item.span)
        if isinstance(item, (n.Whenever, n.Always, n.BreakOff)):
            return self._symbol(item.span.text.split("\n", 1)[0].rstrip(" :"), K.Event, item.span)
        if isinstance(item, n.Example):
            return self._symbol(f'example "{item.title.value}"', K.Method, item.span)
        if isinstance(item, n.Variant):
            return self._symbol(f'variant "{item.title.value}"', K.Module, item.span, list(self.of(item.items)))
        if isinstance(item, (n.Replace, n.Remove, n.AddBeside, n.AddTo)):
            return self._symbol(item.span.text.split("\n", 1)[0].rstrip(" :"), K.Operator, item.span)
        return None

    def _lines(self, section: n.Section) -> Iterator[lsp.DocumentSymbol]:
        for line in section.lines:
            inner = line.line if isinstance(line, n.Replaced) else line
            if isinstance(inner, (n.Remark, n.Shown)):
                continue
            made = self._symbol(line_name(inner), LINES.get(type(inner), K.Function), line.span)
            if made is not None:
                yield made

    def _choices(self, part: n.Node) -> Iterator[lsp.DocumentSymbol]:
        for node in walk(part):
            if isinstance(node, n.Alternative):
                made = self._symbol(f'"{node.name.value}"', K.EnumMember, node.span)
                if made is not None:
                    yield made
