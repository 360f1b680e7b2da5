"""A function of LLVM, read from the text that LLVM writes of it after it has been optimised, as a graph."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from dicedsl.interpreter.engines.native.lanes.coalescing import shared_rooms
from dicedsl.interpreter.engines.native.lanes.folding import FOLDED
from dicedsl.interpreter.engines.native.lanes.graph import (
    GraphBlock,
    GraphNumber,
    GraphPlace,
    GraphValue,
    LaneRoom,
    Outside,
    UnknownToLanes,
)

NAME = r'(?:"[^"]*"|[-\w$.]+)'
OPERAND = rf"(?:[%@]{NAME}|-?\d+|true|false|null|poison|undef)"
WORD = r"(?:nuw|nsw|exact|disjoint|nneg|samesign|tail|noundef|inbounds|nusw|range\([^)]*\)) *"
TWO = re.compile(rf"(add|sub|mul|and|or|xor|shl|lshr|ashr|udiv|urem) (?:{WORD})*i(\d+) ({OPERAND}), ({OPERAND})")
COMPARED = re.compile(rf"icmp (?:{WORD})*(\w+) i(\d+) ({OPERAND}), ({OPERAND})")
SELECT = re.compile(rf"select i1 ({OPERAND}), i(\d+) ({OPERAND}), i\d+ ({OPERAND})")
CAST = re.compile(rf"(zext|sext|trunc) (?:{WORD})*i(\d+) ({OPERAND}) to i(\d+)")
SAME = re.compile(rf"freeze i(\d+) ({OPERAND})")
PHI = re.compile(r"phi i(\d+) (.*)")
COMING = re.compile(rf"\[ ({OPERAND}), %({NAME}) \]")
LOAD = re.compile(rf"load i(\d+), ptr ({OPERAND}), align \d+")
STORE = re.compile(rf"store i(\d+) ({OPERAND}), ptr ({OPERAND}), align \d+")
STEP = re.compile(rf"getelementptr (?:{WORD})*i(\d+), ptr ({OPERAND}), i64 ({OPERAND})")
INTO = re.compile(rf"getelementptr (?:{WORD})*\[\d+ x i(\d+)\], ptr ({OPERAND}), i64 0, i64 ({OPERAND})")
ADDRESS = re.compile(rf"inttoptr i64 ({OPERAND}) to ptr")
ROOM = re.compile(r"alloca (?:\[(\d+) x )?i(\d+)\]?, align \d+")
COUNTED = re.compile(
    rf"(?:tail )?call (?:{WORD})*i(\d+) @llvm\.(ctpop|cttz|ctlz)\.i\d+\(i\d+ ({OPERAND})(?:, i1 \w+)?\)"
)
CHOSEN = re.compile(
    rf"(?:tail )?call (?:{WORD})*i(\d+) @llvm\.(smax|smin|umax|umin|usub\.sat)\.i\d+\(i\d+ ({OPERAND}), i\d+ ({OPERAND})\)"
)
CLEARED = re.compile(rf"(?:tail )?call void @llvm\.memset[\w.]*\(ptr [^%]*({OPERAND}), i8 0, i64 (\d+), i1 false\)")
ON = re.compile(rf"br label %({NAME})")
EITHER = re.compile(rf"br i1 ({OPERAND}), label %({NAME}), label %({NAME})")
SWITCH = re.compile(rf"switch i(\d+) ({OPERAND}), label %({NAME}) \[(.*)\]")
CASE = re.compile(rf"i\d+ (-?\d+), label %({NAME})")
RETURN = re.compile(rf"ret i64 ({OPERAND})")
LABEL = re.compile(rf"({NAME}):")
TABLE = re.compile(rf"@({NAME}) = .*constant \[\d+ x i(\d+)\] (\[.*\]|zeroinitializer)")
# By what it is decided whether the first of two numbers counts.
LARGER = {"smax": "sgt", "smin": "slt", "umax": "ugt", "umin": "ult", "usub.sat": "ugt"}


class GraphReader:
    """Makes `entry`, the first block of the graph of a function whose arguments are given."""

    def __init__(self, module: str, function: str, arguments: Sequence[Any], turning_points: Sequence[str]) -> None:
        self.turning_points = set(turning_points)
        self.outside: dict[int, Outside] = {}
        self.tables = {m[1]: (int(m[2]), m[3]) for m in TABLE.finditer(module)}
        self.known: dict[str, Any] = {}
        self.rows = _rows(function)
        head = function[: function.index("{")]
        for name, argument in zip(re.findall(rf"%({NAME})", head), arguments, strict=True):
            self.known[f"%{name}"] = argument
        self.blocks: dict[str, GraphBlock] = {}
        self.size = 0
        phis = {
            name: {
                row[0]: [(origin, value) for value, origin in COMING.findall(match[2])]
                for row in rows
                if (match := PHI.fullmatch(row[1]))
            }
            for name, rows in self.rows.items()
        }
        self.ways = {name: _ways(rows[-1][1]) for name, rows in self.rows.items()}
        self.order = _in_order(next(iter(self.rows)), self.ways)
        self.phis = phis
        self.ends = {
            name
            for name, rows in self.rows.items()
            if len(rows) <= 2 and rows[-1][1].startswith("ret ") and len(phis[name]) == len(rows) - 1
        }
        bits = {row[0]: int(m[1]) for rows in self.rows.values() for row in rows if (m := PHI.fullmatch(row[1]))}
        rooms: dict[str, LaneRoom] = {}
        for phi, leader in shared_rooms(self.order, self.ways, phis, self._uses()).items():
            self.known[phi] = rooms.setdefault(leader, LaneRoom(bits[leader]))
        for name in self.order:
            self.blocks[name] = GraphBlock(name, name in self.turning_points)
        for name in self.order:
            self.at = self.blocks[name]
            self.name = name
            for result, text in self.rows[name]:
                self.row(result, text)
        self.entry = self.blocks[self.order[0]]

    def _uses(self) -> dict[str, set[str]]:
        """Of each block the names that its rows use, but for what phis take over."""
        uses: dict[str, set[str]] = {}
        for name, rows in self.rows.items():
            uses[name] = set()
            for _, text in rows:
                if not PHI.fullmatch(text):
                    uses[name].update(re.findall(rf"%{NAME}", text))
        return uses

    def behind(self, slot: int) -> Outside:
        return self.outside.setdefault(slot, Outside(slot))

    # -------------------------------------------------------------- values

    def operand(self, text: str, bits: int) -> Any:
        if text[0] == "%":
            value = self.known.get(text)
            if value is None or isinstance(value, GraphPlace):
                raise UnknownToLanes(f"{text} as a number")
            return value
        number = {"true": 1, "false": 0, "poison": 0, "undef": 0}.get(text)
        return GraphNumber((int(text) if number is None else number) & (1 << bits) - 1, bits)

    def add(self, op: str, bits: int, *of: Any, more: Any = None) -> GraphValue:
        self.size += 1
        value = GraphValue(op, bits, of, more, self.at)
        self.at.values.append(value)
        return value

    def row(self, result: str, text: str) -> None:
        if PHI.fullmatch(text):
            return
        for pattern, read in READ:
            match = pattern.match(text)
            if match:
                value = read(self, match)
                if result:
                    self.known[result] = value
                return
        raise UnknownToLanes(text)

    def two(self, match: re.Match[str]) -> Any:
        bits = _bits(match[2])
        left, right = self.operand(match[3], bits), self.operand(match[4], bits)
        if isinstance(left, GraphNumber) and isinstance(right, GraphNumber) and match[1] in FOLDED:
            return GraphNumber(FOLDED[match[1]](left.value, right.value, bits) & (1 << bits) - 1, bits)
        return self.add(match[1], bits, left, right)

    def compared(self, match: re.Match[str]) -> Any:
        bits = _bits(match[2])
        return self.add("icmp", 1, self.operand(match[3], bits), self.operand(match[4], bits), more=match[1])

    def select(self, match: re.Match[str]) -> Any:
        bits = _bits(match[2])
        of = self.operand(match[1], 1), self.operand(match[3], bits), self.operand(match[4], bits)
        return self.add("select", bits, *of)

    def cast(self, match: re.Match[str]) -> Any:
        return self.add(match[1], _bits(match[4]), self.operand(match[3], _bits(match[2])))

    def same(self, match: re.Match[str]) -> Any:
        return self.operand(match[2], _bits(match[1]))

    def counted(self, match: re.Match[str]) -> Any:
        bits = _bits(match[1])
        return self.add(match[2], bits, self.operand(match[3], bits))

    def chosen(self, match: re.Match[str]) -> Any:
        bits = _bits(match[1])
        left, right = self.operand(match[3], bits), self.operand(match[4], bits)
        first = self.add("icmp", 1, left, right, more=LARGER[match[2]])
        if match[2] == "usub.sat":
            return self.add("select", bits, first, self.add("sub", bits, left, right), GraphNumber(0, bits))
        return self.add("select", bits, first, left, right)

    # -------------------------------------------------------------- memory

    def place(self, text: str) -> GraphPlace:
        if text[0] == "@":
            if text[1:] not in self.tables:
                raise UnknownToLanes(text)
            bits, entries = self.tables[text[1:]]
            return GraphPlace(Outside(-1, tuple(int(x) for x in re.findall(r"i\d+ (-?\d+)", entries))), 0, None, bits)
        place = self.known.get(text)
        if not isinstance(place, GraphPlace):
            raise UnknownToLanes(f"{text} as a place")
        return place

    def step(self, match: re.Match[str]) -> GraphPlace:
        place, size = self.place(match[2]), _bits(match[1]) // 8
        if match[3][0] != "%":
            return GraphPlace(place.memory, place.offset + int(match[3]) * size, place.index, place.bits)
        index = self.operand(match[3], 64)
        if place.index is not None:
            if place.bits != 8 * size:
                raise UnknownToLanes("steps of two sizes")
            index = self.add("add", 64, place.index, index)
        return GraphPlace(place.memory, place.offset, index, 8 * size)

    def address(self, match: re.Match[str]) -> GraphPlace:
        value = self.operand(match[1], 64)
        if (
            isinstance(value, GraphValue)
            and value.op == "load"
            and value.more.memory == "context"
            and value.more.index is None
        ):
            return GraphPlace(self.behind(value.more.offset))
        raise UnknownToLanes("an address that is worked out")

    def room(self, match: re.Match[str]) -> GraphPlace:
        if self.at.name != self.order[0]:
            raise UnknownToLanes("room that is made on the way")
        return GraphPlace(LaneRoom(_bits(match[2]), int(match[1] or 1)))

    def _exact(self, text: str, bits: int) -> GraphPlace:
        """A place of numbers of so many bits, and how many of them lie before it."""
        place = self.place(text)
        if (isinstance(place.memory, LaneRoom) and place.memory.bits != bits) or (
            place.memory in ("state", "context") and bits != 64
        ):
            raise UnknownToLanes("memory of another kind")
        if (place.index is not None and place.bits != bits) or place.offset % (bits // 8 or 1):
            raise UnknownToLanes("memory that is not in step")
        return GraphPlace(place.memory, place.offset // (bits // 8 or 1), place.index, bits)

    def load(self, match: re.Match[str]) -> Any:
        bits = _bits(match[1])
        place = self._exact(match[2], bits)
        return self.add("load", bits, more=place)

    def store(self, match: re.Match[str]) -> None:
        bits = _bits(match[1])
        value = self.operand(match[2], bits)
        self.add("store", 0, value, more=self._exact(match[3], bits))

    def clear(self, match: re.Match[str]) -> None:
        place, size = self._exact(match[1], 64), int(match[2])
        if size % 8 or place.index is not None:
            raise UnknownToLanes("memory that is cleared")
        for i in range(size // 8):
            self.add("store", 0, GraphNumber(0, 64), more=GraphPlace(place.memory, place.offset + i))

    # -------------------------------------------------------------- ways

    def way(self, target: str) -> GraphBlock:
        """Where a way leads to: by what the phis there take over from here."""
        if target in self.ends:
            taken = dict(next(iter(self.phis[target].values()), ()))
            text = taken.get(self.name) or RETURN.match(self.rows[target][-1][1])[1]  # type: ignore[index]
            return GraphBlock("end", status=self.operand(text, 64))
        moves = []
        for phi, coming in self.phis[target].items():
            room = self.known[phi]
            text = dict(coming)[self.name]
            if text not in ("poison", "undef") and self.known.get(text) is not room:
                moves.append((room, text))
        if not moves:
            return self.blocks[target]
        here = self.at
        self.at = edge = GraphBlock(f"{self.name} to {target}", ways=[self.blocks[target]])
        values = [(room, self.operand(text, room.bits)) for room, text in moves]
        read = [
            (
                room,
                self.add("load", value.bits, more=GraphPlace(value, bits=value.bits))
                if isinstance(value, LaneRoom)
                else value,
            )
            for room, value in values
        ]
        for room, value in read:
            self.add("store", 0, value, more=GraphPlace(room, bits=room.bits))
        self.at = here
        return edge

    def on(self, match: re.Match[str]) -> None:
        self.at.ways = [self.way(match[1])]

    def either(self, match: re.Match[str]) -> None:
        self.at.condition = self.operand(match[1], 1)
        self.at.ways = [self.way(match[2]), self.way(match[3])]

    def switch(self, match: re.Match[str]) -> None:
        bits = _bits(match[1])
        self.at.condition = self.operand(match[2], bits)
        self.at.ways = [self.way(match[3])]
        self.at.cases = [(int(value) & (1 << bits) - 1, self.way(name)) for value, name in CASE.findall(match[4])]

    def ends_with(self, match: re.Match[str]) -> None:
        self.at.status = self.operand(match[1], 64)

    def never(self, match: re.Match[str]) -> None:
        """Nobody comes here."""


READ: tuple[tuple[re.Pattern[str], Any], ...] = (
    (TWO, GraphReader.two), (COMPARED, GraphReader.compared), (SELECT, GraphReader.select), (CAST, GraphReader.cast),
    (SAME, GraphReader.same), (LOAD, GraphReader.load), (STORE, GraphReader.store), (STEP, GraphReader.step),
    (INTO, GraphReader.step), (ADDRESS, GraphReader.address), (ROOM, GraphReader.room), (COUNTED, GraphReader.counted),
    (CHOSEN, GraphReader.chosen), (CLEARED, GraphReader.clear), (ON, GraphReader.on), (EITHER, GraphReader.either),
    (SWITCH, GraphReader.switch), (RETURN, GraphReader.ends_with), (re.compile("unreachable"), GraphReader.never),
)  # fmt: skip


def _bits(text: str) -> int:
    if int(text) > 64:
        raise UnknownToLanes(f"a number of {text} bits")
    return int(text)


def _rows(function: str) -> dict[str, list[tuple[str, str]]]:
    """The rows of each block: what they give a name to, and what they do."""
    blocks: dict[str, list[tuple[str, str]]] = {}
    body = function[function.index("{") + 1 : function.rindex("}")]
    body = re.sub(r"\[\n((?:\s+i\d+ .*\n)*)\s*\]", lambda m: "[" + m[1].replace("\n", " ") + "]", body)
    for line in body.split("\n"):
        text = line.strip()
        if not text or text.startswith(";"):
            continue
        label = LABEL.match(line)
        if label:
            blocks[label[1]] = rows = []
            continue
        name, equals, what = text.partition(" = ")
        rows.append((name, what) if equals and name.startswith("%") else ("", text))
    return blocks


def _ways(text: str) -> list[str]:
    return re.findall(rf"label %({NAME})", text)


def _in_order(start: str, ways: dict[str, list[str]]) -> list[str]:
    """All blocks that can be come to, each after those that come before it on every way."""
    order: list[str] = []
    seen = {start}
    waiting = [(start, iter(ways[start]))]
    while waiting:
        name, rest = waiting[-1]
        for target in rest:
            if target not in seen:
                seen.add(target)
                waiting.append((target, iter(ways[target])))
                break
        else:
            order.append(name)
            waiting.pop()
    return order[::-1]
