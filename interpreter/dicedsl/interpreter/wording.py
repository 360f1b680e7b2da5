"""Moves as text and back: the canonical form is the alternative's name and the values picked, in order."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from dicedsl.errors import UsageError
from dicedsl.interpreter.helpers import B
from dicedsl.interpreter.state import Move, State
from dicedsl.ir import ops
from dicedsl.ir.kinds import DIE, NO_NUMBER, Ty, Value

if TYPE_CHECKING:
    from dicedsl.interpreter.table import Table

TOKEN = re.compile(r"\([^)]*\)|[^\s,]+")


class Wording:
    def __init__(self, table: Table) -> None:
        self.table = table
        self.program = table.program

    # -------------------------------------------------------------- to text

    def value(self, shape: str, value: int, cells: list[int] | tuple[int, ...] | None = None) -> str:
        if shape == "number":
            return "none" if value == NO_NUMBER else str(value)
        if value < 0:
            return "nobody" if shape == "player" else "none"
        if shape == "truth":
            return "yes" if value else "no"
        if shape == "player":
            return f"P{value + 1}"
        if shape == "die":
            info = self.program.dice[value]
            if info.numbered:
                return f"d{info.index}"
            return str(cells[self.program.reg.face + value]) if cells is not None else f"d{info.index}"
        what, _, name = shape.partition(":")
        if what == "place":
            board = next(b for b in self.program.boards if b.name == name)
            return "(" + ",".join(map(str, board.labels[value])) + ")"
        if name == "colour":
            return self.table.lowering.w.kinds["colour"].values[value]
        return self.program.kinds[name].values[value]

    def members(self, shape: str, mask: int, cells: list[int] | tuple[int, ...] | None = None) -> str:
        if mask == 0:
            return "none"
        return " ".join(self.value(shape, m, cells) for m in B[mask])

    def move(
        self, decision: ops.Decision, cells: list[int] | tuple[int, ...], index: int, values: tuple[int, ...]
    ) -> str:
        alternative = decision.alternatives[index]
        parts = [alternative.name]
        for pick, value in zip(alternative.picks, values, strict=True):
            parts.append(self.members(pick.shape, value, cells) if pick.many else self.value(pick.shape, value, cells))
        return " ".join(parts)

    def lots(self, cells: tuple[int, ...], dice: list[int]) -> list[str]:
        """How dice are called that may be drawn: by colour, by owner if that colour has several, and by number."""
        info = self.program.dice
        owners: dict[str, set[int]] = {}
        for die in info:
            owners.setdefault(die.colour, set()).add(die.owner)
        numbers = [cells[self.program.reg.face + d] for d in dice]
        nameless = len(owners) == 1 and all(len(found) == 1 for found in owners.values())
        told = not any(zone.seen_by is not None for zone in self.program.zones)
        told = told and (len(set(numbers)) > 1 or (nameless and 0 not in numbers))
        texts = []
        for d, number in zip(dice, numbers, strict=True):
            parts = [info[d].colour] if len(owners) > 1 else []
            parts += [self.value("player", info[d].owner)] if len(owners[info[d].colour]) > 1 else []
            parts += [str(number)] if told else []
            texts.append(f"d{info[d].index}" if info[d].numbered else " ".join(parts) or "die")
        return texts

    # -------------------------------------------------------------- from text

    def parse(self, state: State, seat: int, text: str) -> Move:
        """The move a text means. UsageError if it means none; whether it is legal is another question."""
        decision = self.table.decision(state)
        if decision is None:
            raise UsageError("there is nothing to choose now")
        names = sorted((a.name, i) for i, a in enumerate(decision.alternatives))
        plain = " ".join(text.split())
        fits = [
            (name, i)
            for name, i in names
            if plain.lower() == name.lower() or plain.lower().startswith(name.lower() + " ")
        ]
        if not fits:
            offered = ", ".join(f'"{a.name}"' for a in decision.alternatives)
            raise UsageError(f"this choice knows {offered}")
        name, index = max(fits, key=lambda f: len(f[0]))
        tokens = TOKEN.findall(plain[len(name) :])
        return self.build(state, seat, index, tokens)

    def build(self, state: State, seat: int, index: int, tokens: list[str]) -> Move:
        decision = self.table.decision(state)
        assert decision is not None
        alternative = decision.alternatives[index]
        cells = list(state.cells)
        if decision.at_once:
            cells[self.program.reg.actor] = seat
        values: list[int] = []
        rest = list(tokens)
        for i, pick in enumerate(alternative.picks):
            later = sum(1 for p in alternative.picks[i + 1 :] if not p.many)
            if pick.many:
                keep = rest[: len(rest) - later] if i + 1 < len(alternative.picks) else rest
                mine, rest = self._split(pick, keep, rest)
                values.append(self._set(pick, mine, cells))
            else:
                value, rest = self._one(pick, rest, cells)
                values.append(value)
        if rest:
            raise UsageError(f'"{alternative.name}" does not need "{" ".join(rest)}"')
        return Move(seat, index, tuple(values), self.move(decision, cells, index, tuple(values)))

    def _split(self, pick: ops.PickOp, keep: list[str], rest: list[str]) -> tuple[list[str], list[str]]:
        """The tokens that belong to a set: as many as look like its members."""
        taken = []
        for token in keep:
            if pick.shape == "die" and not (
                token.isdigit()
                or re.fullmatch(r"d\d+", token)
                or self._adjective(token) is not None
                or token in {"all", "none", "nothing"}
            ):
                break
            taken.append(token)
        return taken, rest[len(taken) :]

    def _set(self, pick: ops.PickOp, tokens: list[str], cells: list[int]) -> int:
        if tokens in (["none"], ["nothing"], []):
            return 0
        if tokens == ["all"]:
            return int(self.table.engine.compile_condition(pick.source)(cells))
        mask = 0
        source = self._source(pick, cells)
        while tokens:
            if pick.shape == "die":
                die, tokens = self._die(tokens, source & ~mask, cells)
                mask |= 1 << die
            else:
                value, tokens = self._plain_value(pick.shape, tokens)
                mask |= 1 << value if value >= 0 else 0
        return mask

    def _source(self, pick: ops.PickOp, cells: list[int]) -> int:
        try:
            return int(self.table.engine.compile_condition(pick.source)(cells))
        except NameError:  # the source depends on an earlier pick
            return (1 << len(self.program.dice)) - 1

    def _one(self, pick: ops.PickOp, tokens: list[str], cells: list[int]) -> tuple[int, list[str]]:
        if not tokens:
            raise UsageError(f"say which {pick.name} you mean")
        if pick.shape == "die":
            return self._die(tokens, self._source(pick, cells), cells)
        return self._plain_value(pick.shape, tokens)

    def _adjective(self, word: str) -> object | None:
        world = self.table.lowering.w
        return word if world.has_adjective(word, DIE) else None

    def _die(self, tokens: list[str], source: int, cells: list[int]) -> tuple[int, list[str]]:
        token, rest = tokens[0], tokens[1:]
        match = re.fullmatch(r"d(\d+)", token)
        everywhere = (1 << len(self.program.dice)) - 1
        if match:
            for mask in (source, everywhere):
                for die in B[mask]:
                    if self.program.dice[die].index == int(match[1]):
                        return die, rest
            raise UsageError(f"there is no die {token}")
        if token.isdigit():
            for mask in (source, everywhere):
                found = [d for d in B[mask] if cells[self.program.reg.face + d] == int(token)]
                if found:
                    return found[0], rest
            raise UsageError(f"no die shows {token}")
        if self._adjective(token) is not None and rest:
            world = self.table.lowering.w
            wanted = []
            for die in B[source]:
                test = world.e.adjective(Value(ops.Const(die), Ty(DIE)), token, world.book.head, None)  # type: ignore[arg-type]
                if test is not None and self.table.engine.compile_condition(test)(cells):
                    wanted.append(die)
            return self._die(rest, sum(1 << d for d in wanted), cells)
        raise UsageError(f'"{token}" is no die')

    def _plain_value(self, shape: str, tokens: list[str]) -> tuple[int, list[str]]:
        token, rest = tokens[0], tokens[1:]
        what, _, name = shape.partition(":")
        if what == "number" and re.fullmatch(r"-?\d+", token):
            return int(token), rest
        if what == "truth" and token in {"yes", "no"}:
            return int(token == "yes"), rest
        if what == "player":
            match = re.fullmatch(r"[Pp](\d+)", token)
            if match and 1 <= int(match[1]) <= self.table.players:
                return int(match[1]) - 1, rest
        if what == "place":
            board = next(b for b in self.program.boards if b.name == name)
            numbers = tuple(int(x) for x in re.findall(r"-?\d+", token))
            if numbers in board.labels:
                return board.labels.index(numbers), rest
            raise UsageError(f"there is no place {token}")
        if what == "kind":
            values = (
                self.program.kinds[name].values
                if name in self.program.kinds
                else self.table.lowering.w.kinds[name].values
            )
            for size in range(min(len(tokens), 4), 0, -1):
                word = " ".join(tokens[:size])
                if word in values:
                    return values.index(word), tokens[size:]
        raise UsageError(f'"{token}" is not one of what can be named here')
