"""The tables of a parser, kept as they are: what lark keeps by itself it puts together anew, which takes longer than reading it."""

from __future__ import annotations

import hashlib
import io
import pickle
import sys
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

import lark
from lark import Lark
from lark.grammar import Rule
from lark.lexer import TerminalDef
from lark.parsers import lalr_analysis
from lark.parsers.lalr_analysis import IntParseTable
from lark.parsers.lalr_parser import LALR_Parser, _Parser
from lark.utils import SerializeMemoizer

from dicedsl import kept_files
from dicedsl.syntax.lazy_lexers import LazyContextualLexer

OPTIONS_LEFT_OUT = frozenset({"postlex", "propagate_positions"})  # options that are no part of the tables


class _ReadyParser(LALR_Parser):
    """A parser whose table is what was kept, and needs no deserializing."""

    @classmethod
    def deserialize(cls, data: Any, memo: Any, callbacks: Any, debug: bool = False) -> _ReadyParser:  # type: ignore[override]
        made = cls.__new__(cls)
        table: Any = IntParseTable(*data)  # type: ignore[no-untyped-call]
        made._parse_table, made.parser = table, _Parser(table, callbacks, debug)
        return made


class _Pickler(pickle.Pickler):
    """Shifting and reducing are two objects of lark, of which there are no others."""

    dispatch_table = {lalr_analysis.Action: lambda action: action.name}  # noqa: RUF012


def load_parser(grammar: str, options: Mapping[str, Any]) -> Lark:
    """The parser of a grammar, as it was kept if it was made before."""
    described = [f"{name} {value!r}" for name, value in options.items() if name != "postlex"]
    version = (lark.__version__, sys.version, *described, grammar)
    name = "grammar-" + hashlib.blake2b("\n".join(version).encode(), digest_size=16).hexdigest()
    later = {name: value for name, value in options.items() if name in OPTIONS_LEFT_OUT}
    data = kept_files.read_entry(name)
    if data is not None:
        with suppress(Exception):  # a damaged entry must never stop the program
            return unpack_tables(data, later)
    parser = Lark(grammar, **options)
    with suppress(Exception):  # it is made anew next time, then
        kept_files.write_entry(name, pack_tables(parser, later))
    return parser


def pack_tables(parser: Lark, later: Mapping[str, Any]) -> bytes:
    # Once through lark's own form, which leaves out where in the grammar everything stood.
    plain = Lark._load_from_dict(*parser.memo_serialize([TerminalDef, Rule]), **later)  # type: ignore[no-untyped-call]
    memo = SerializeMemoizer([TerminalDef, Rule])
    data = plain.serialize(memo)
    data["options"] = {name: value for name, value in data["options"].items() if name not in OPTIONS_LEFT_OUT}
    table = plain.parser.parser._parse_table
    data["parser"]["parser"] = (table.states, table.start_states, table.end_states)
    file = io.BytesIO()
    _Pickler(file, pickle.HIGHEST_PROTOCOL).dump((data, memo.memoized.reversed()))
    return file.getvalue()


def unpack_tables(data: bytes, later: Mapping[str, Any]) -> Lark:
    kept, memo = pickle.loads(data)
    for each in memo.values():
        if isinstance(each, Rule):
            each._deserialize()  # type: ignore[no-untyped-call]
    parser = Lark._load_from_dict(
        kept, memo, **later, _plugins={"LALR_Parser": _ReadyParser, "ContextualLexer": LazyContextualLexer}
    )  # type: ignore[no-untyped-call]
    assert isinstance(parser, Lark)
    return parser
