"""A page of figures that stands alone: no script, nothing fetched, readable in black and white."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from dicedsl.text.plain import plain

STYLE = """
body { font: 16px/1.45 Georgia, serif; color: #222; max-width: 46rem; margin: 2rem auto; padding: 0 1rem; }
h1, h2 { line-height: 1.2; } h2 { margin-top: 2.2rem; border-bottom: 1px solid #bbb; }
table { border-collapse: collapse; width: 100%; font-size: .92rem; } th { text-align: left; }
td, th { padding: .2rem .6rem .2rem 0; border-bottom: 1px solid #e4e4e4; vertical-align: top; }
td.n, th.n { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
svg { width: 100%; max-width: 35rem; font: 12px sans-serif; display: block; margin: .6rem 0; } .soft { color: #555; }
@media print { body { margin: 0; max-width: none; } h2 { break-after: avoid; } svg, tr { break-inside: avoid; } }
"""


def escaped(text: str) -> str:
    """A text of a rulebook, or of anybody, as it may stand in a page."""
    return escape(plain(text))


def page(title: str, parts: Iterable[str]) -> str:
    return (
        '<!DOCTYPE html>\n<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escaped(title)}</title><style>{STYLE}</style></head><body>\n<h1>{escaped(title)}</h1>\n"
        + "\n".join(part for part in parts if part)
        + "\n</body></html>\n"
    )


def section(title: str, *parts: str) -> str:
    return f"<h2>{escaped(title)}</h2>\n" + "\n".join(part for part in parts if part)


def paragraph(text: str, soft: bool = False) -> str:
    return f'<p class="soft">{escaped(text)}</p>' if soft else f"<p>{escaped(text)}</p>"


def table(head: Sequence[str], rows: Iterable[Sequence[str]], texts: Sequence[int] = (0,)) -> str:
    """Columns of numbers, but for those that are texts."""

    def row(cells: Sequence[str], tag: str) -> str:
        opened = [f"<{tag}>" if number in texts else f'<{tag} class="n">' for number in range(len(cells))]
        return "".join(f"{begun}{escaped(cell)}</{tag}>" for begun, cell in zip(opened, cells, strict=True))

    body = "".join(f"<tr>{row(cells, 'td')}</tr>\n" for cells in rows)
    return f"<table><thead><tr>{row(head, 'th')}</tr></thead><tbody>\n{body}</tbody></table>"
