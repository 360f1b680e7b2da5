"""The table as text for a screen of a certain size: all of it comes from the model, in few lines, and what can be left out is left
out where there is no room."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from attrs import evolve, field, frozen

from dicedsl.interpreter.model.aspects import is_seen_from_sides
from dicedsl.interpreter.model.model import model_of
from dicedsl.interpreter.model.records import Aspect, Board, Fact, Model, Player, Sheet, Zone
from dicedsl.interpreter.show.boards import (
    EMPTY,
    Offer,
    aspect_picture,
    aspect_plans,
    board_picture,
    picture_explanation,
    place_names_explanation,
)
from dicedsl.interpreter.show.dice import Letters
from dicedsl.interpreter.show.text import (
    PLAIN_SIGNS,
    Block,
    Paint,
    Signs,
    bare,
    flowed,
    in_table,
    padded,
    painted,
    side_by_side,
    width,
    wrapped,
)
from dicedsl.interpreter.state import State
from dicedsl.interpreter.table.game_table import GameTable

LEVELS = 6  # of leaving out
SHEET_ROWS = 7  # that a part of a sheet has at most where there is room for several
MOST_STACKED_ZONES = 8  # zones of a family that stand below each other
NARROWEST = 20
A_SENTENCE = 5  # blanks in what is no value, but a text
WORDS = re.compile(r"\S*\[[^\]]*\]\S*|\S+")  # a die is not broken


@frozen
class Look:
    """What a table is drawn for: a width, a height (0: any), and what can be picked now, by board.

    everything: bookkeeping as well, and nothing left out. colour: paint can be seen.
    """

    width: int = 80
    height: int = 0
    signs: Signs = PLAIN_SIGNS
    offered: Mapping[str, Offer] = field(factory=dict)
    everything: bool = False
    colour: bool = False


def table_lines(table: GameTable, state: State, seat: int | None, names: Sequence[str], size: int = 100) -> list[str]:
    """Everything a seat may see of the table, as plain text. `names` are what the players are called, by seat."""
    model = model_of(table, state, seat, names)
    return [bare(line) for line in table_picture_lines(model, Look(size, everything=True))]


def table_picture_lines(model: Model, look: Look) -> list[str]:
    """The table without its title: as much of it as there is room for."""
    lines: list[str] = []
    for level in range(LEVELS):
        lines = _Drawing(model, look, level).lines()
        if look.everything or not look.height or len(lines) <= look.height:
            return lines
    if len(lines) <= look.height:
        return lines
    return [*lines[: max(1, look.height - 1)], painted(f"{look.signs.more} there is more: look all", Paint.DIM)]


def introduction(model: Model, look: Look) -> list[str]:
    """What the pictures of boards are, for those who see them for the first time."""
    shown = [board for board in model.boards if _Drawing(model, look, 0).is_worth_showing(board)]
    seen = {aspect.board for aspect in model.aspects}
    texts = [text for board in shown if board.name not in seen and (text := picture_explanation(board))]
    return [line for text in texts for line in wrapped(text, max(NARROWEST, look.width), "", "  ")]


def title_line(model: Model, look: Look, ending: str = "") -> str:
    """A rule with the name of the game, and where it stands; `ending` says what has come to its end."""
    words = [painted(model.title, Paint.BOLD)]
    if not ending and model.round > 1:
        words.append(f"round {model.round}")
    if ending:
        words.append(ending)
    else:
        words += _whose_turn(model)
    text = f"{look.signs.rule * 2} {f' {look.signs.between} '.join(words)} "
    if width(text) > look.width:
        return wrapped(text, look.width)[0]
    return text + look.signs.rule * (min(look.width, 100) - width(text))


def _whose_turn(model: Model) -> list[str]:
    """Tell who is to act; to those who only look, that somebody else is."""
    asked = [p for p in model.players if p.is_asked] or [p for p in model.players if p.is_on_turn]
    if len(model.players) == 1 or not asked:
        return []
    you = next((p for p in asked if p.you), None)
    if you is None:
        return [f"{asked[0].name} on turn"] if len(asked) == 1 else []
    return ["your turn" if you.is_on_turn or len(asked) == 1 else "you are asked"]


class _Drawing:
    def __init__(self, model: Model, look: Look, level: int) -> None:
        self.model = model
        self.look = look
        self.level = level
        self.size = max(NARROWEST, look.width)
        self.letters = Letters(model)

    def lines(self) -> list[str]:
        lines = self._facts(self.model.facts)
        lines += self._zones()
        for board in self.model.boards:
            if self.is_worth_showing(board):
                lines += self._board(board)
        lines += self._sheets()
        lines += self._players()
        if self.look.everything:
            lines += self._background()
        return lines

    # -------------------------------------------------------------- facts

    def _facts(self, facts: tuple[Fact, ...]) -> list[str]:
        return flowed([fact_text(fact) for fact in facts], self.size, f" {self.look.signs.between} ")

    def _background(self) -> list[str]:
        lines: list[str] = []
        for fact in self.model.background:
            whose = "" if fact.whose is None else f" of {self._name(self.model.players[fact.whose])}"
            lines += wrapped(f"{fact.name}{whose}: {fact.value}", self.size, "", "    ")
        return lines

    def _name(self, player: Player) -> str:
        return "you" if player.you else player.name

    def _players(self) -> list[str]:
        """What each player has: all in one line, or a line for each."""
        texts = [self._player(player) for player in self.model.players]
        if not any(p.facts or p.is_out for p in self.model.players):
            return []
        line = f" {self.look.signs.between} ".join(texts)
        if width(line) <= self.size:
            return [line]
        shared = self._by_fact()
        if shared and max(map(width, shared)) <= self.size and len(shared) <= len(texts) + 1 and self.level < 2:
            return shared
        if self.level < 2 and all(width(t) <= self.size for t in texts):
            return texts
        return flowed(texts, self.size, f" {self.look.signs.between} ")

    def _player(self, player: Player) -> str:
        name = painted(self._name(player), *([Paint.BOLD] if player.is_on_turn else []))
        parts = [fact_text(fact) for fact in player.facts] + (["out"] if player.is_out else [])
        return f"{name}: {', '.join(parts)}" if parts else name

    def _by_fact(self) -> list[str]:
        """Players in rows, facts in columns, where all have the same facts."""
        names = [fact.name for fact in self.model.players[0].facts]
        if len(names) < 2 or any([f.name for f in p.facts] != names for p in self.model.players):
            return []
        rows = [["", *names]]
        for player in self.model.players:
            name = self._name(player) + (", out" if player.is_out else "")
            rows.append([name, *(fact.value or "yes" for fact in player.facts)])
        return in_table(rows)

    # -------------------------------------------------------------- zones

    def _zones(self) -> list[str]:
        families = self._families() if self.level < 2 else {}
        alone = [zone for zone in self.model.zones if zone.family not in families]
        full = [zone for zone in alone if zone.dice]
        empty = [zone for zone in alone if not zone.dice and zone.owner is None]
        readable = [zone for zone in full if any(die.number is not None for die in zone.dice)]
        lines: list[str] = []
        if self.level == 0:
            for zone in readable:
                lines += self._zone(zone)
            lines += flowed([self._zone_text(z) for z in full if z not in readable], self.size)
        else:
            lines += flowed([self._zone_text(z) for z in full], self.size)
        lines += side_by_side([self._family(name, zones) for name, zones in families.items()], self.size, 4)
        if empty and self.level < 3 and not self.model.boards:
            lines_of_empty = flowed([zone.title for zone in empty], self.size, ", ", "  ", first="no dice: ")
            lines += lines_of_empty if len(lines_of_empty) == 1 else []
        return lines

    def _families(self) -> dict[str, list[Zone]]:
        """Zones that somebody has for each member of a kind, if dice lie in any of those of a name."""
        used = {zone.name for zone in self.model.zones if zone.family and zone.dice}
        used |= {zone.name for zone in self.model.zones if zone.family and self._sheets_of(self._same(zone))}
        families: dict[str, list[Zone]] = {}
        for zone in self.model.zones:
            if zone.family and zone.name in used:
                families.setdefault(zone.family, []).append(zone)
        return {name: zones for name, zones in families.items() if 1 < len(zones) <= MOST_STACKED_ZONES}

    def _same(self, zone: Zone) -> list[Zone]:
        return [other for other in self.model.zones if other.family == zone.family]

    def _family(self, name: str, zones: list[Zone]) -> Block:
        """One below the other, empty ones too; with what a sheet says of each."""
        sheets = self._sheets_of(zones)
        heads = [zone.key for zone in zones]
        if sheets:
            column = zones[0].owner or 0
            said = [dict(sheet.rows) for sheet in sheets]
            heads = [f"{zone.key} {', '.join(rows[zone.key][column] or EMPTY for rows in said)}" for zone in zones]
            name += f" ({', '.join(sheet.name for sheet in sheets)})"
        broad = max(map(width, heads))
        rows = [
            f"  {padded(head, broad)}  {self.letters.dice_text(zone.dice, zone.owner) if zone.dice else EMPTY}"
            for head, zone in zip(heads, zones, strict=True)
        ]
        return [f"{name}:", *rows]

    def _sheets_of(self, zones: list[Zone]) -> list[Sheet]:
        """The sheets with a row for each zone of a family and a column for each player."""
        if zones[0].owner is None:
            return []
        keys = {zone.key for zone in zones}
        players = len(self.model.players)
        return [s for s in self.model.sheets if {k for k, _ in s.rows} == keys and len(s.columns) == players]

    def _zone_text(self, zone: Zone) -> str:
        return f"{zone.title}: {self.letters.dice_text(zone.dice, zone.owner, self.look.everything)}"

    def _zone(self, zone: Zone) -> list[str]:
        first, *words = WORDS.findall(self._zone_text(zone))
        return flowed(words, self.size, " ", "    ", first=f"{first} ")

    # -------------------------------------------------------------- boards

    def is_worth_showing(self, board: Board) -> bool:
        """An empty board beside another one, or at the end, is bookkeeping, unless its places can be picked."""
        stands = any(place.die is not None for place in board.places) or bool(self._aspects(board))
        if self.model.ending is not None:
            return stands
        return stands or self.look.everything or len(self.model.boards) == 1 or board.name in self.look.offered

    def _aspects(self, board: Board) -> list[Aspect]:
        return [aspect for aspect in self.model.aspects if aspect.board == board.name]

    def _board(self, board: Board) -> list[str]:
        look = self.look
        aspects = self._aspects(board)
        sided = is_seen_from_sides(board)
        if aspects and sided and not look.everything:
            offer = look.offered.get(board.name)
            blocks = [aspect_picture(board, aspects[0], self.letters, offer, look.colour)]
            seen = None if offer is None else Offer(recent=offer.recent)  # what can be picked is named once
            for aspect in aspects[1:]:
                blocks.append(aspect_picture(board, aspect, self.letters, seen, look.colour))
            lines = side_by_side(blocks, self.size, 3)
            return lines if self.level < 1 or len(lines) <= max(map(len, blocks)) else blocks[0]
        board_drawn = board_picture(
            board, self.letters, self.size, look.offered.get(board.name), self.level, look.everything, look.colour
        )
        notes = (
            wrapped(f"{picture_explanation(board)} {place_names_explanation(board)}".strip(), self.size, "", "  ")
            if look.everything
            else []
        )
        if aspects and not sided:
            plans = [plan for aspect in aspects for plan in aspect_plans(board, aspect, self.letters, self.size)]
            board_drawn = evolve(board_drawn, blocks=[*board_drawn.blocks, *plans], stand=True)
        return notes + board_drawn.lines(self.size, legend=self.level < LEVELS - 1)

    # -------------------------------------------------------------- sheets

    def _sheets(self) -> list[str]:
        families = self._families().values() if self.level < 2 else ()
        drawn_already = [sheet_.name for zones in families for sheet_ in self._sheets_of(zones)]
        blocks = []
        for sheet in self.model.sheets:
            if sheet.name not in drawn_already:
                blocks += self._sheet(sheet)
        return side_by_side(blocks, self.size, 4)

    def _sheet(self, sheet: Sheet) -> list[list[str]]:
        """A sheet in parts that stand side by side, as many as there is room for."""
        head = [sheet.name, *sheet.columns]
        rows = [[name, *(value or "." for value in values)] for name, values in sheet.rows]
        if sheet.columns == ("",):
            return [flowed([f"{row[0]} {row[1]}" for row in rows], self.size, ", ", "  ", first=f"{sheet.name}: ")]
        lines = in_table([head, *rows])
        broad = max(map(width, lines))
        across = max(1, min((self.size + 4) // (broad + 4), -(-len(rows) // SHEET_ROWS)))
        blocks = []
        for part in range(across):
            # Where they do not come out even, the last ones are longer.
            first, last = (len(rows) * at // across for at in (part, part + 1))
            blocks.append([painted(padded(lines[0], broad), Paint.DIM), *lines[1 + first : 1 + last]])
        return blocks


def fact_text(fact: Fact) -> str:
    """`pot 12`, `goal: all dice in one corner`; a truth that holds is told by its name."""
    if fact.value.count(" ") >= A_SENTENCE:
        return f"{fact.name}: {fact.value}"
    return f"{fact.name} {painted(fact.value, Paint.BOLD)}" if fact.value else fact.name
