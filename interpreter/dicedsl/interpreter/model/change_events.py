"""What is different between two moments of a game: dice that lie elsewhere, what is shown, memory that holds something else."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import product

from attrs import field, frozen

from dicedsl.interpreter.model.action_events import die_text, named_in_row, text_with_words
from dicedsl.interpreter.model.facts import MOST_IN_LINE
from dicedsl.interpreter.model.marks import Marks
from dicedsl.interpreter.model.naming import Reader, count_of, sentence, state_text
from dicedsl.interpreter.model.records import Event, EventKind
from dicedsl.interpreter.model.shown_words import ShownWords, content_text
from dicedsl.interpreter.table.game_table import GameTable
from dicedsl.interpreter.table.sight import Cells, MemoryLine
from dicedsl.interpreter.table.view import is_number
from dicedsl.program import ops
from dicedsl.program.members import MEMBERS
from dicedsl.program.sets import NO_NUMBER
from dicedsl.program.shapes import shape_of
from dicedsl.text.english import capital, listed

MOST_NAMED_PLACES = 10  # that are named one by one
MOST_NAMED_MOVES = 4  # dice that go from place to place and are told of one by one
MOST_HAND_NUMBERS = 20  # of a hand
Where = tuple[str, int]  # a board and a place on it


@frozen
class NamedByMove:
    """What the move itself names: changes to it are no news."""

    seat: int = -1
    dice: frozenset[int] = frozenset()
    places: frozenset[Where] = frozenset()
    values: frozenset[tuple[str, int]] = frozenset()  # shape and value


@frozen
class SaidNumber:
    """A value in a text of the rulebook: the cells that it is read from, what it comes to, and whom the text is about."""

    cells: int
    value: int
    seats: frozenset[int]


@frozen
class ChangeEvents:
    """From `was` to `now`, for a reader. `rolled` are dice that fell in between, which is told already."""

    table: GameTable
    reader: Reader
    was: Cells
    now: Cells
    named_by_move: NamedByMove = field(factory=NamedByMove)
    rolled: frozenset[int] = frozenset()
    setup: bool = False  # nobody has decided anything: how things are laid out is seen, and needs no words
    since: Cells | None = None  # how the step began, if that was not at `was`
    later: tuple[Cells, ...] = ()  # how things stand afterwards, until the step is over
    said: str = ""  # what the rulebook said just before, as the reader heard it
    says: tuple[SaidNumber, ...] = ()  # what it says of memory from here on until the step is over
    seen_before: int = field(init=False)  # dice whose numbers the reader sees
    seen_now: int = field(init=False)

    @seen_before.default
    def _seen_before(self) -> int:
        return self.table.sight.dice(self.was, self.reader.seat)

    @seen_now.default
    def _seen_now(self) -> int:
        return self.table.sight.dice(self.now, self.reader.seat)

    @property
    def _cells_at_start(self) -> Cells:
        return self.was if self.since is None else self.since

    def all(self) -> Iterator[Event]:
        yield from self.shown_hands()
        yield from self.moved_dice()
        yield from self.turned_dice()
        yield from self.changed_memory()
        yield from self.words()
        yield from self.players_out()

    # -------------------------------------------------------------- dice that are seen now

    def shown_hands(self) -> Iterator[Event]:
        """The hands that were hidden from the reader and lie open now, all in one."""
        if not self.seen_now & ~self.seen_before:
            return
        names = {
            self.table.program.zones[self._at(self.was, die)].name
            for die in range(len(self.table.program.dice))
            if self._at(self.was, die) < self._zones
            and self._at(self.now, die) == self._at(self.was, die)
            and not self.seen_before >> die & 1
            and self.seen_now >> die & 1
            and die not in self.rolled
        }
        yield from shown_hands_of(self.table, self.reader, self.now, names)

    # -------------------------------------------------------------- dice that went somewhere

    @property
    def _zones(self) -> int:
        return len(self.table.program.zones)

    def _at(self, cells: Cells, die: int) -> int:
        return cells[self.table.reg.location + die]

    def _where(self, location: int) -> Where | None:
        """The place of a board; None for a zone."""
        at = location - self._zones
        if at < 0:
            return None
        board = next(b for b in self.table.program.boards if b.first <= at < b.first + len(b.labels))
        return board.name, at - board.first

    def _content(self, cells: Cells, location: int) -> tuple[int, str, int] | None:
        """What stands on a place: whose die, its colour and its number."""
        die = cells[self.table.reg.on_place + location - self._zones] - 1
        if die < 0:
            return None
        info = self.table.program.dice[die]
        return info.owner, info.colour, self._number(cells, die)

    def _number(self, cells: Cells, die: int) -> int:
        seen = (self.seen_now if cells is self.now else self.seen_before) >> die & 1
        return cells[self.table.reg.face + die] if seen else 0

    def moved_dice(self) -> Iterator[Event]:
        """Dice that lie elsewhere now, those together that went the same way. Equal dice that changed places are no news."""
        infos = self.table.program.dice
        first, end = self.table.reg.location, self.table.reg.location + len(infos)
        places = zip(self.was[first:end], self.now[first:end], strict=True)
        elsewhere = [die for die, (before, after) in enumerate(places) if before != after]
        touched = {self._at(cells, die) for die in elsewhere for cells in (self.was, self.now)}
        same = {
            place
            for place in touched
            if place >= self._zones and self._content(self.was, place) == self._content(self.now, place)
        }
        come: dict[tuple[int, str], list[int]] = defaultdict(list)
        gone: dict[tuple[int, str, int], list[int]] = defaultdict(list)
        across: dict[tuple[int, int], list[int]] = defaultdict(list)
        inside: list[int] = []
        for die in elsewhere:
            info, here, there = infos[die], self._at(self.was, die), self._at(self.now, die)
            if here in same or there in same:
                continue
            if here < self._zones and there < self._zones:
                across[here, there].append(die)
            elif here < self._zones:
                come[info.owner, info.colour].append(die)
            elif there < self._zones:
                gone[info.owner, info.colour, there].append(die)
            else:
                inside.append(die)
        for (owner, colour, zone), dice in gone.items():
            yield from self._left_board(owner, colour, zone, dice)
        yield from self._moved_on_board(inside, [die for die in elsewhere if self._stays_on_boards(die)])
        for (owner, colour), dice in come.items():
            yield from self._arrived_on_board(owner, colour, dice)
        for (here, there), dice in across.items():
            yield self._between_zones(here, there, dice)

    def _is_named_by_move(self, *places: Where | None) -> bool:
        return all(place in self.named_by_move.places for place in places if place is not None)

    def _event(
        self, text: str, dice: list[int], places: list[Where], minor: bool = False, seat: int | None = None
    ) -> Event:
        keys = tuple(d for d in dice if self.table.program.dice[d].numbered)
        return Event(EventKind.MOVED, sentence(text), seat, keys, tuple(places), minor)

    def _arrived_on_board(self, owner: int, colour: str, dice: list[int]) -> Iterator[Event]:
        """Dice that stand on a board now."""
        places = sorted(place for d in dice if (place := self._where(self._at(self.now, d))) is not None)
        news = [place for place in places if place not in self.named_by_move.places]
        if not news:
            yield self._event(
                f"{self._sort_text(owner, colour, len(dice))} stand{'s' * (len(dice) == 1)} there", dice, places, True
            )
            return
        text = self._places_text(news)
        verb = "also fill" if len(news) < len(places) else "fill"
        sort = self._sort_text(owner, colour, len(news))
        sentence_text = f"{sort} {verb}{'s' * (len(news) == 1)} {text}"
        # Where very many are laid out anew that belong to nobody, the picture says more.
        minor = self.setup or (len(news) > MOST_NAMED_PLACES and owner < 0)
        yield self._event(sentence_text, dice, places, minor, owner if owner >= 0 else None)

    def _left_board(self, owner: int, colour: str, zone: int, dice: list[int]) -> Iterator[Event]:
        """Dice that stood on a board."""
        places = sorted(place for d in dice if (place := self._where(self._at(self.was, d))) is not None)
        text = self._places_text(places)
        sort = self._sort_text(owner, colour, len(dice))
        to = self._zone_text(zone)
        text = f"{sort} go{'es' * (len(dice) == 1)} from {text} to {to}"
        yield self._event(text, dice, places, self._is_named_by_move(*places), owner if owner >= 0 else None)

    def _stays_on_boards(self, die: int) -> bool:
        return self._at(self.was, die) >= self._zones and self._at(self.now, die) >= self._zones

    def _moved_on_board(self, dice: list[int], every: list[int]) -> Iterator[Event]:
        """Dice that went from place to place, one by one if they are few and none took the place of another.

        `every` are all of them, also those that took the place of an equal one.
        """
        places = [w for d in dice for c in (self.was, self.now) if (w := self._where(self._at(c, d))) is not None]
        if len(dice) > MOST_NAMED_MOVES or len(set(places)) < len(places):
            places = sorted(set(places))
            going_text = self._slide_text(every)
            if going_text:
                yield self._event(going_text, dice, places)
                return
            change = "change places" if len(places) == len(dice) else "go to other places"
            going_text = f"{len(dice)} dice {change}: {self._places_text(places)}"
            yield self._event(going_text, dice, places, self._is_named_by_move(*places))
            return
        for die in dice:
            here, there = self._where(self._at(self.was, die)), self._where(self._at(self.now, die))
            assert here is not None and there is not None
            info = self.table.program.dice[die]
            text = f"{self._die_text(info, self._number(self.now, die))} goes from {self._place_text(here)} to {self._place_text(there)}"
            own = len(dice) == 1 and (here in self.named_by_move.places or there in self.named_by_move.places)
            yield self._event(text, [die], [here, there], self._is_named_by_move(here, there) or own)

    def _slide_text(self, dice: list[int]) -> str:
        """Dice of which each took the place of the next one: along a line, or round from a place that the move names."""
        ways = {self._where(self._at(self.was, d)): self._where(self._at(self.now, d)) for d in dice}
        if len(dice) < 2 or len(ways) < len(dice) or len(set(ways.values())) < len(dice):
            return ""
        ends = set(ways.values()) - set(ways)
        named = [here for here in ways if here in self.named_by_move.places]
        if len(ends) > 1 or (not ends and (len(named) != 1 or len(dice) < 3)):
            return ""
        first = named[0] if not ends else (set(ways) - set(ways.values())).pop()
        at, steps = ways[first], 1
        while at in ways and at != first:
            at, steps = ways[at], steps + 1
        if steps < len(dice) or first is None or at is None:
            return ""
        if ends:
            return f"{len(dice)} dice slide along, from {self._place_text(first)} to {self._place_text(at)}"
        there = ways[first]
        assert there is not None
        return f"the die goes to {self._place_text(there)}, and {len(dice) - 1} dice slide along to fill the gap"

    def _between_zones(self, here: int, there: int, dice: list[int]) -> Event:
        """Dice that went from zone to zone. Back home they begin anew, which is no news."""
        program = self.table.program
        home = all(program.dice[d].home == there for d in dice)
        picked = all(d in self.named_by_move.dice for d in dice)
        goes = "goes" if len(dice) == 1 else "go"
        text = f"{count_of(len(dice), 'die', 'dice')}{self._numbers_text(dice)} {goes} from {self._zone_text(here)} to {self._zone_text(there)}"
        owner = program.zones[here].owner
        fell = all(d in self.rolled for d in dice)
        minor = home or picked or fell or self._is_said_already(owner, len(dice))
        return self._event(text, dice, [], minor, owner if owner >= 0 else None)

    def _is_said_already(self, owner: int, count: int) -> bool:
        """Whether the rulebook has just said itself that so many dice of a player go somewhere."""
        if owner < 0 or not re.search(
            rf"\b(?:{'a|one|1' if count == 1 else count}) (?:\w+ )?(?:die|dice)\b", self.said
        ):
            return False
        return re.search(rf"\b{re.escape(self.reader.who(owner))}\b", self.said, re.IGNORECASE) is not None

    def _numbers_text(self, dice: list[int]) -> str:
        """What those dice show, if the reader sees it, be it only where they have gone."""
        seen = self.seen_now
        numbers = [self.now[self.table.reg.face + d] for d in dice]
        if not all(seen >> d & 1 for d in dice) or not all(numbers) or len(dice) > 8:
            return ""
        return f" ({' '.join(map(str, sorted(numbers)))})"

    def _sort_text(self, owner: int, colour: str, count: int) -> str:
        noun = "die" if count == 1 else "dice"
        noun = noun if colour == "plain" else f"{colour} {noun}"
        if owner >= 0:
            return f"{self.reader.whose(owner)} {noun}"
        return f"{'a' if count == 1 else count} {noun}"

    def _die_text(self, info: ops.DieInfo, number: int) -> str:
        text = die_text(info, number)
        if info.owner >= 0:
            return f"{self.reader.whose(info.owner)} {text.removeprefix('a ')}"
        return text if text.startswith(("a ", "d")) else f"the {text}" + (" die" if text.isalpha() else "")

    def _places_text(self, places: list[Where]) -> str:
        """Places one by one; of many, only how many of which board or of which of its layers."""
        if len(places) <= MOST_NAMED_PLACES:
            return named_in_row([self._place_text(place) for place in places])
        names = self.table.words.places
        layers = Counter((board, names.layer(board, key)) for board, key in places)
        counts = [
            f"{count} places of {f'layer {layer}' if layer else f'the {board}'}"
            for (board, layer), count in layers.items()
        ]
        if len(layers) > 1 and all(layer for _, layer in layers):
            (_, first), count = next(iter(sorted(layers.items())))
            rest = [f"{count} of {layer}" for (_, layer), count in sorted(layers.items())[1:]]
            counts = [f"{count_of(count, 'place')} of layer {first}", *rest]
        return listed(counts)

    def _place_text(self, place: Where) -> str:
        return self.table.words.places.name(*place)

    def _zone_text(self, number: int) -> str:
        return zone_title_of(self.table, number, self.reader)

    def turned_dice(self) -> Iterator[Event]:
        """Dice that show another number, and did not fall."""
        face, dice = self.table.reg.face, self.table.program.dice
        turned = []
        for die in range(len(dice)):
            if self.was[face + die] == self.now[face + die]:
                continue
            was, now = self._number(self.was, die), self._number(self.now, die)
            if was and now and was != now and die not in self.rolled:
                turned.append(die)
        for die in turned[:8]:
            where = self._where(self._at(self.now, die))
            at = f" on {self._place_text(where)}" if where is not None else ""
            was, now = self.was[face + die], self.now[face + die]
            named_by_move = die in self.named_by_move.dice or where in self.named_by_move.places
            text = f"{self._die_text(dice[die], was)}{at} is turned to {now}"
            yield self._event(text, [die], [where] if where else [], named_by_move)

    # -------------------------------------------------------------- memory and words

    def changed_memory(self, match_only: bool = False) -> Iterator[Event]:
        """Memory that holds something else now, as far as the reader sees it before and after."""
        program, sees = self.table.program, self.table.sight.sees
        for slot, lines in self.table.sight.slots:
            kinds = [program.kinds[name] for name in slot.keys]
            has_named_keys = all(name == "player" or kind.values for name, kind in zip(slot.keys, kinds, strict=True))
            if not has_named_keys or (match_only and slot.scope != "match"):
                continue
            for at, members in enumerate(product(*(range(kind.size) for kind in kinds))):
                line: MemoryLine = lines[at]
                cell = slot.base + at
                was, now = self._cells_at_start[cell], self.now[cell]
                # What changes again in the same step is told once, where it comes to its last value.
                if was == now or self.was[cell] == now or any(cells[cell] != now for cells in self.later):
                    continue
                if all(sees(line.seers, c, self.reader.seat) for c in (self._cells_at_start, self.now)):
                    yield self._change(slot, members, was, now, self.table.program.initial[slot.base + at])

    def _change(self, slot: ops.Slot, members: tuple[int, ...], was: int, now: int, start: int) -> Event:
        program = self.table.program
        seat = next((m for key, m in zip(slot.keys, members, strict=True) if key == "player"), None)
        others = [
            self.table.words.member_name(program.kinds[key].shape, m)
            for key, m in zip(slot.keys, members, strict=True)
            if key != "player"
        ]
        name = ", ".join([ShownWords.of(self.table).labels.get(slot.name, slot.name), *others])
        whose = "" if seat is None else f"{self.reader.whose(seat)} "
        head = came = ""
        if slot.shape == "number" and not slot.many:
            head = "" if seat is None else self.reader.head(seat, name)
            text = change_text(head, name, was, now)
            if was == NO_NUMBER != now and seat == self.named_by_move.seat and self._is_of_the_move(slot, members):
                came = str(now)
        elif slot.shape == "truth":
            of_all = not slot.keys and " is " in name
            state = of_all or (slot.name in program.telling.states and slot.keys == ("player",))
            text = self._state_text(seat, name, bool(now)) if state else f"{whose}{name}: {'yes' if now else 'no'}"
        else:
            text = f"{whose}{name}: {content_text(self.table, slot.shape, slot.many, now, self.reader) or 'none'}"
        # What begins anew in every turn or round is not worth a sentence, nor what the move itself says.
        minor = now == start or self._is_said(slot, was, now) or slot.name in program.telling.quiet
        cell = self._cell(slot, members)
        minor = minor or any(
            said.cells >> cell & 1 and said.value == now and (seat is None or seat in said.seats) for said in self.says
        )
        return Event(EventKind.CHANGED, sentence(text), seat, minor=minor, head=capital(head), came=came)

    def _cell(self, slot: ops.Slot, members: tuple[int, ...]) -> int:
        at = 0
        for key, member in zip(slot.keys, members, strict=True):
            at = at * self.table.program.kinds[key].size + member
        return slot.base + at

    def _state_text(self, seat: int | None, name: str, now: bool) -> str:
        """`you are now in disgrace`, `the tide is no longer on the turn`."""
        when = "now" if now else "no longer"
        return f"{self.reader.does(seat, 'are')} {when} {name}" if seat is not None else f"the {state_text(name, when)}"

    def _is_of_the_move(self, slot: ops.Slot, members: tuple[int, ...]) -> bool:
        """Whether the move has named what this is kept for: `enter fours`."""
        keys = [(key, m) for key, m in zip(slot.keys, members, strict=True) if key != "player"]
        return bool(keys) and all(self._is_named(self.table.program.kinds[key].shape, m) for key, m in keys)

    def _is_said(self, slot: ops.Slot, was: int, now: int) -> bool:
        """Whether the move itself says it, or nobody would want to hear it."""
        if slot.many:
            new = MEMBERS[now & ~was]
            return (
                len(MEMBERS[now]) > MOST_IN_LINE or not new or all(self._is_named(slot.shape, member) for member in new)
            )
        if slot.shape == "truth":
            return not now
        return slot.shape == "die" or self._is_named(slot.shape, now)

    def _is_named(self, shape: str, member: int) -> bool:
        if shape == "player" and member == self.named_by_move.seat:
            return True
        if shape_of(shape).sort == "place":
            return (shape_of(shape).name, member) in self.named_by_move.places
        return (shape, member) in self.named_by_move.values

    def words(self) -> Iterator[Event]:
        """Words that the rulebook shows for each player, where they come to another number."""
        words, sees = ShownWords.of(self.table), self.table.sight.sees
        kept = {
            words.labels.get(slot.name, slot.name): lines
            for slot, lines in self.table.sight.slots
            if slot.keys == ("player",)
        }
        for info in words.numbers_of_players:
            for seat in range(self.table.players):
                if info.name in kept and sees(kept[info.name][seat].seers, self.now, self.reader.seat):
                    continue  # `total of each player`, which is memory: that has been told
                was, now = (words.number(info, cells, self.reader, seat) for cells in (self.was, self.now))
                if now is None or was == now:
                    continue
                if self.since is not None:
                    was = words.number(info, self.since, self.reader, seat)
                if any(words.number(info, cells, self.reader, seat) != now for cells in self.later):
                    continue
                if was is not None and was != now:
                    head = self.reader.head(seat, info.name)
                    text = change_text(head, info.name, was, now)
                    yield Event(
                        EventKind.CHANGED, sentence(text), seat, minor=self.setup, head=capital(head), by=now - was
                    )

    def players_out(self) -> Iterator[Event]:
        inside = self.table.reg.players_inside
        for seat in range(self.table.players):
            if self.was[inside] >> seat & 1 and not self.now[inside] >> seat & 1:
                yield Event(EventKind.OUT, sentence(f"{self.reader.does(seat, 'are')} out"), seat)


def change_text(head: str, name: str, was: int, now: int) -> str:
    """`your score: 12 (+4)`; what cannot follow `your` has its stop before it: `you: to go 3 (-1)`."""
    name = f"{head}{name}" if head.endswith(": ") else f"{head}{name}:"
    if now == NO_NUMBER:
        return f"{name} none"
    return f"{name} {now}" if was in {NO_NUMBER, 0} else f"{name} {now} ({now - was:+d})"


def zone_title_of(table: GameTable, number: int, reader: Reader) -> str:
    """`your hand`, `Ben's hand`, `the box`; with further keys: `Ben's row of north`."""
    zone = table.program.zones[number]
    keys = [
        table.words.member_name(table.program.kinds[kind].shape, key)
        for kind, key in zip(zone.key_kinds, zone.keys, strict=True)
        if not (kind == "player" and key == zone.owner)
    ]
    title = f"the {zone.name}" if zone.owner < 0 else f"{reader.whose(zone.owner)} {zone.name}"
    return f"{title} of {', '.join(keys)}" if keys else title


def _hand(table: GameTable, dice: list[tuple[int, int]]) -> str:
    """Numbers in their order, with what else tells dice apart: `1 2 [2 red] 6`."""
    info = table.program.dice
    coloured = len({die.colour for die in info}) > 1
    texts = []
    for number, die in dice:
        colour = [info[die].colour] if coloured and info[die].colour != "plain" else []
        if is_number(info[die], number):
            texts.append((number, text_with_words(str(number), [*colour, *Marks.of(table).printed(die, number)])))
    return " ".join(text for _, text in sorted(texts, key=lambda t: (t[0], len(t[1]), t[1])))


def shown_hands_of(table: GameTable, reader: Reader, cells: Cells, names: set[str]) -> Iterator[Event]:
    """What lies in all zones of these names."""
    reg, program = table.reg, table.program
    for zone in program.zones:
        mask = cells[reg.zone_mask + zone.number]
        if zone.name not in names or not mask:
            continue
        dice = [d for d in range(len(program.dice)) if mask >> d & 1]
        row = _hand(table, [(cells[reg.face + d], d) for d in dice]) if len(dice) <= MOST_HAND_NUMBERS else ""
        text = f"{zone_title_of(table, zone.number, reader)}: {row or count_of(len(dice), 'die', 'dice')}"
        keys = tuple(d for d in dice if program.dice[d].numbered)
        yield Event(EventKind.SHOWN, sentence(text), zone.owner if zone.owner >= 0 else None, keys)
