"""Examples as short stories, with pictures of how they begin and end."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import dropwhile, takewhile
from typing import Any

from attrs import evolve

from dicedsl.prose.document import Block, PageMoment, Paragraph, Picture, Pictures, Story
from dicedsl.prose.items import heading
from dicedsl.prose.name_nouns import is_constant
from dicedsl.prose.phrases import Phrases
from dicedsl.prose.rolled import throws_by_line
from dicedsl.prose.sentences import NUMBER_WORDS, escape, is_plural, sentence, without_the
from dicedsl.rulebook.desugar import desugar_part
from dicedsl.rulebook.parts import acting_parts
from dicedsl.syntax import nodes as n
from dicedsl.syntax.walk import walk
from dicedsl.text.english import capital, listed, possessive

LONGEST_POSITION = 420  # letters of a position that anybody would set up from words
FORMULA = re.compile(r"\*\w\*")  # a claim with letters for things
STARTER = n.Name(n.Phrase(("starter",)))
WINNER = n.Same(n.Name(n.Phrase(("winner",))))
SETTING_LINES = (n.With, n.Given, n.GivenHolds, n.GivenStands, n.Remark)
CODE = re.compile(r"^[A-Z0-9]{2,}-[A-Z]?\d+[a-z]? (?=\w)")  # `47-S1 A lone dog`: the number is for those who test
CORNER = re.compile("[1-6]{3}")  # a die on its corner, by the three numbers it shows
IsKnown = Callable[[n.Node], bool]


def story_of(example: n.Example, phrases: Phrases, is_explained: IsKnown = lambda _: True) -> Story:
    """An example as a story. `is_explained` tells of a claim whether all its words are; claims of which they are not are left out."""
    return _StoryWriter(desugar_part(phrases.facts.book, example), phrases, is_explained).story()


def variants_of(example: n.Example) -> list[str]:
    """The variants that it is played with."""
    settings = [s for line in example.lines if isinstance(line, n.With) for s in line.settings]
    return [s.title.value for s in settings if isinstance(s, n.WithVariant)]


DICE_OF = ("the dice ", "all dice")
DRAWN_NOTE = "(The position is drawn on the printed page.)"


def _one(dice: str) -> str:
    return f"{dice.removesuffix('dice')}die" if dice.endswith("dice") else dice


class _StoryWriter:
    def __init__(self, example: n.Example, phrases: Phrases, is_explained: IsKnown) -> None:
        self.example = example
        self.is_explained = is_explained
        seats = [
            setting.name.text
            for line in example.lines
            if isinstance(line, n.With)
            for setting in line.settings
            if isinstance(setting, n.WithName)
        ]
        agreed = any(isinstance(x, (n.WithOption, n.WithVariant)) for line in example.lines for x in walk(line))
        names = {
            setting.name.text
            for each in _beginnings(example, phrases.facts.book.examples)
            for line in each.lines
            if isinstance(line, n.With)
            for setting in line.settings
            if isinstance(setting, n.WithName)
        }
        self.says = evolve(phrases, seats=frozenset(names | {f"P{i}" for i in range(1, 33)}))
        zones = phrases.facts.book.zones.values()
        faced = {word for zone in zones if zone.faces is not None for word in zone.sort.words}
        # A die of a colour that nobody has rolled shows nothing.
        self.unrolled = sorted({word for zone in zones for word in zone.sort.words} - faced - {"die", "dice"})
        known = example.after is None and not agreed
        self.throws = throws_by_line(example.lines, self.says, seats) if known else {}

    def story(self) -> Story:
        opening = [self.players(line) for line in self.example.lines if isinstance(line, n.With)]
        if self.example.after is not None:
            opening.insert(0, f"This goes on from “{escape(self.example.after.value)}”.")
        first = list(takewhile(lambda line: not isinstance(line, n.AfterSetup), self.example.lines))
        values = [line for line in first if isinstance(line, n.Given)]
        laid = [line for line in first if isinstance(line, (n.GivenHolds, n.GivenStands))]
        begins = [line for line in values if _is_starter(line)]
        values = [line for line in values if not _is_starter(line)]
        opening += [f"{capital(self.says.value(_starter(line)))} begins." for line in begins]
        if values:
            opening.append(sentence(f"at the start {self.givens(values)}"))
        blocks: list[Block] = []
        if opening:
            blocks.append(Paragraph(" ".join(opening)))
        happened = [line for line in self.example.lines if not isinstance(line, SETTING_LINES)]
        pictures = bool(self.says.facts.book.boards)
        places = self._places()
        title = self.example.title.value
        if laid:
            words = sentence(f"at the start {'; '.join(map(self.given, laid))}")
            if len(words) > LONGEST_POSITION:
                words = DRAWN_NOTE
            blocks.append(Picture(PageMoment(title), "At the start.", words, places))
        if pictures and any(isinstance(line, (n.Chooses, n.PlayOn, n.Rolled)) for line in happened):
            if not laid:
                blocks.append(Picture(PageMoment(title), "At the start.", "", places))
            blocks.append(Picture(PageMoment(title, True), "At the end.", "", places))
        narrative = " ".join(filter(None, self.sentences())).removeprefix("Now the game is not over. ")
        if narrative:
            blocks.append(Paragraph(narrative))
        return Story(heading(CODE.sub("", title)), _side_by_side(blocks))

    def givens(self, lines: list[n.Given]) -> str:
        """What holds at the start; the entries of a sheet in one breath: `Anna's entry is 3 at ones, 6 at twos`."""
        told_: list[str] = []
        last: n.Expr | None = None
        for claim in (part for line in lines for part in _conjuncts(line.condition)):
            entry = _entry(claim)
            if entry is not None and last == entry.subject:
                told_[-1] += f", {self.says.value(_value(claim))} at {self.says.tight(entry.key)}"
            elif entry is not None:
                told_.append(
                    f"{self.says.value(entry.subject)} is {self.says.value(_value(claim))} at {self.says.tight(entry.key)}"
                )
            else:
                told_.append(self.says.condition(claim))
            last = entry.subject if entry is not None else None
        return "; ".join(told_) if any("," in text for text in told_) else listed(told_)

    def _places(self) -> tuple[tuple[int, ...], ...]:
        """The places that are named in what happens."""
        places: dict[tuple[int, ...], None] = {}
        for line in self.example.lines:
            if isinstance(line, (n.Given, n.GivenHolds, n.GivenStands)) or (
                isinstance(line, n.Now) and not self.is_explained(line)
            ):
                continue
            for node in walk(line):
                if isinstance(node, n.AnswerValue) and isinstance(node.value, tuple):
                    places[node.value] = None
                elif isinstance(node, n.Tuple) and all(isinstance(item, n.Number) for item in node.items):
                    places[tuple(item.value for item in node.items if isinstance(item, n.Number))] = None
        return tuple(places)

    def sentences(self) -> list[str]:
        """What happens, line by line; a choice and the roll that it leads to are one sentence."""
        sentences: list[str] = []
        chosen = False
        for line in _together(self.example.lines):
            if isinstance(line, (n.With, n.Given, n.GivenHolds, n.GivenStands)):
                continue
            if isinstance(line, n.Rolled) and chosen and sentences[-1].endswith("."):
                sentences[-1] = f"{sentences[-1][:-1]}; the dice fall {_dice(line.numbers)}."
            else:
                sentences.append(self.line(line))
            chosen = isinstance(line, n.Chooses)
        return sentences

    def line(self, line: n.ExampleLine) -> str:
        text = LINES[type(line)](self, line)
        return re.sub(rf"\b({'|'.join(self.unrolled)}) 0\b", r"\1", text) if self.unrolled else text

    def _rolled(self, line: n.Rolled) -> str:
        throws = self.throws.get(id(line))
        if not throws:
            return f"The dice fall {_dice(line.numbers)}."
        clauses: list[str] = []
        at = 0
        for throw in throws:
            fall = "fall" if is_plural(throw.dice) or throw.dice.startswith(DICE_OF) else "falls"
            clauses.append(f"{throw.dice} {fall} {_dice(line.numbers[at : at + throw.count])}")
            at += throw.count
        is_first = self.throws and next(iter(self.throws)) == id(line)
        return sentence(f"{'in the set-up ' if throws[0].in_setup and is_first else ''}{listed(clauses)}")

    def _drawn(self, line: n.Drawn) -> str:
        drawn = [value(item) for item in (line.value, *line.more)]
        return f"The draw is {drawn[0]}." if len(drawn) == 1 else f"The draws are {', then '.join(drawn)}."

    def _chooses(self, line: n.Chooses) -> str:
        who = f"{line.seat.text} chooses" if line.seat is not None else "It turns out:"
        return f"{capital(who)} {', then '.join(map(answer, line.answers))}."

    def _play_on(self, line: n.PlayOn) -> str:
        until = "the game is over" if line.until is None else self.says.condition(line.until)
        return sentence(f"play goes on until {until}")

    def _may_only(self, line: n.MayOnly) -> str:
        return f"{line.seat.text} may {'only ' * (not line.others)}choose {listed(map(answer, line.answers), 'or')}."

    def _may_not(self, line: n.MayNot) -> str:
        who = f"{line.seat.text} may not choose" if line.seat is not None else "It cannot turn out:"
        text = f"{who} {answer(line.answer)}"
        return f"{text}: *{escape(line.sentence.value)}*" if line.sentence is not None else f"{text}."

    def _ways(self, line: n.Ways) -> str:
        count = NUMBER_WORDS[line.count] if line.count < len(NUMBER_WORDS) else str(line.count)
        ways = "way" if line.count == 1 else "ways"
        return f"{line.seat.text} has {count} {ways} to **{escape(line.name.value)}**."

    def _moves_counted(self, line: n.MovesCounted) -> str:
        count = NUMBER_WORDS[line.count] if line.count < len(NUMBER_WORDS) else str(line.count)
        return f"{line.seat.text} has {count} {'move' if line.count == 1 else 'moves'}."

    def _again(self, line: n.Again) -> str:
        times = NUMBER_WORDS[line.times] if line.times < len(NUMBER_WORDS) else str(line.times)
        return f"{capital(times)} times: {' '.join(self.line(inner) for inner in line.lines)}"

    def _remark(self, line: n.Remark) -> str:
        return f"*{escape(line.text.value)}*"

    def after_setup(self, line: n.AfterSetup) -> str:
        """What is laid when set-up is over."""
        below = list(dropwhile(lambda line: not isinstance(line, n.AfterSetup), self.example.lines))
        values = [line for line in below if isinstance(line, n.Given)]
        laid = [self.given(line) for line in below if isinstance(line, (n.GivenHolds, n.GivenStands))]
        told_ = [*([self.givens(values)] if values else []), *laid]
        return sentence(f"after set-up {'; '.join(told_)}") if told_ else "Then set-up is over."

    def claims(self, line: n.Now) -> str:
        """What holds then; claims in words that are not explained are for those who test the rulebook."""
        parts_ = [part for part in _conjuncts(line.condition) if self.is_explained(part)]
        if any(_is_won(part) for part in parts_):
            parts_ = [part for part in parts_ if not _is_lost(part)]
        if not parts_:
            return ""
        told_ = [text for text in map(self._claim, _grouped(parts_)) if not FORMULA.search(text)]
        if not told_:
            return ""
        joined = "; ".join(told_) if any("," in text for text in told_) else listed(told_)
        return sentence(f"now {joined}")

    def _claim(self, group: list[n.Expr]) -> str:
        """What is said of several things alike is said once: `(1,1,7), (1,7,1) and (7,1,1) are free`."""
        first = group[0]
        owned = [_owned(claim) for claim in group]
        if owned[0] is not None:
            places = listed(self.says.value(place) for place, _ in filter(None, owned))
            dice = "die stands" if len(group) == 1 else "dice stand"
            return f"{possessive(self.says.value(owned[0][1]))} {dice} on {places}"
        if len(group) == 1 or not isinstance(first, n.Is):
            return self.says.condition(first)
        subjects = [self.says.value(claim.subject) for claim in group if isinstance(claim, n.Is)]
        text = self.says.condition(first)
        rest = text.removeprefix(f"{subjects[0]} ")
        verbs = {"is ": "are ", "has ": "have ", "are ": "are "}
        verb = next((verb for verb in verbs if rest.startswith(verb)), None)
        if verb is None or rest == text:
            return listed([self.says.condition(claim) for claim in group])
        return f"{listed(subjects)} {verbs[verb]}{rest.removeprefix(verb)}"

    def policy(self, line: n.Policy) -> str:
        who = f"from here on {line.seat.text} takes"
        if line.rather:
            wishes = ", otherwise ".join(f"**{escape(wish.value)}**" for wish in line.rather)
            who = f"from here on {line.seat.text} takes {wishes} if that is open, otherwise"
        if line.by is None:
            return sentence(f"{who} the {line.which} choice open to them")
        phrases = self.says
        for part in acting_parts(phrases.facts.book):
            for node in walk(part):
                if isinstance(node, n.Pick):
                    phrases = phrases.pick(node)[0]
        best = f"{'highest' if line.by.highest else 'lowest'} {without_the(phrases.value(line.by.measure))}"
        return sentence(f"{who} the choice with the {best}; among equals the {line.which}")

    def players(self, line: n.With) -> str:
        names = [s.name.text for s in line.settings if isinstance(s, n.WithName)]
        agreed = []
        who = ""
        if names:
            who = f"{listed(names)} {'play' if len(names) > 1 else 'plays'}"
        for setting in line.settings:
            if isinstance(setting, n.WithPlayers):
                count = NUMBER_WORDS[setting.count] if setting.count < len(NUMBER_WORDS) else str(setting.count)
                who = f"{count} player{' plays' if setting.count == 1 else 's play'}"
            elif isinstance(setting, n.WithVariant):
                agreed.append(f"the variant “{escape(setting.title.value)}”")
            elif isinstance(setting, n.WithOption):
                name = setting.name.text
                if isinstance(setting.value, n.Truth):
                    agreed.append(f"“{name}” {'on' if setting.value.value else 'off'}")
                else:
                    agreed.append(f"“{name}” set to {self.says.value(setting.value)}")
        if not who:
            return sentence(f"it is agreed to play with {listed(agreed)}")
        return sentence(f"{who}, with {listed(agreed)}" if agreed else who)

    def given(self, line: n.GivenHolds | n.GivenStands) -> str:
        return self.holds(line) if isinstance(line, n.GivenHolds) else self.stands(line)

    def holds(self, line: n.GivenHolds) -> str:
        dice = " ".join(die.word + (f" of {die.owner}" if die.owner else "") for die in line.dice)
        dice = dice or listed([f"{count} {_one(sort.text) if count == 1 else sort.text}" for count, sort in line.heaps])
        text = f"{self.says.value(line.place)} {'hold' if self.says.plural(line.place) else 'holds'} {dice}"
        if line.faces:
            text += f" showing {' '.join('-' if face is None else str(face) for face in line.faces)}"
        return text

    def stands(self, line: n.GivenStands) -> str:
        places = listed([self.says.value(place) for place in line.places])
        dice = self.says.value(line.dice)
        if dice in self.says.seats:
            text = f"{possessive(dice)} {'dice stand' if len(line.places) > 1 else 'die stands'} on {places}"
        else:
            text = f"{dice} {'stand' if self.says.plural(line.dice) else 'stands'} on {places}"
        return text + (f" showing {' '.join(map(str, line.faces))}" if line.faces else "")


# What happens, by line.
LINES: dict[type, Callable[[_StoryWriter, Any], str]] = {
    n.Rolled: _StoryWriter._rolled, n.Drawn: _StoryWriter._drawn, n.Chooses: _StoryWriter._chooses, n.Policy: _StoryWriter.policy,
    n.PlayOn: _StoryWriter._play_on, n.MayOnly: _StoryWriter._may_only, n.MayNot: _StoryWriter._may_not, n.Ways: _StoryWriter._ways,
    n.MovesCounted: _StoryWriter._moves_counted, n.AfterSetup: _StoryWriter.after_setup, n.Again: _StoryWriter._again,
    n.Now: _StoryWriter.claims, n.Remark: _StoryWriter._remark,
}  # fmt: skip


def _is_won(claim: n.Expr) -> bool:
    return isinstance(claim, n.Is) and not claim.negated and claim.test == WINNER


def _is_lost(claim: n.Expr) -> bool:
    """What goes without saying where somebody has won: that others have not, and that the game is over."""
    over = isinstance(claim, n.Name) and claim.phrase.text == "finished"
    return over or (isinstance(claim, n.Is) and claim.negated and claim.test == WINNER)


def _entry(claim: n.Expr) -> n.At | None:
    """`entry of Anna at ones is 3`: what is said to be 3."""
    if (
        isinstance(claim, n.Is)
        and not claim.negated
        and isinstance(claim.test, n.Same)
        and isinstance(claim.subject, n.At)
    ):
        return claim.subject
    return None


def _owned(claim: n.Expr) -> tuple[n.Expr, n.Expr] | None:
    """`owner of (5,3,0) is Anna`: the place and the player."""
    if not isinstance(claim, n.Is) or claim.negated or not isinstance(claim.test, n.Same):
        return None
    subject = claim.subject
    if not isinstance(subject, n.Apply) or subject.phrase.text != "owner" or not isinstance(subject.argument, n.Tuple):
        return None
    return (subject.argument, claim.test.other) if isinstance(claim.test.other, n.Name) else None


def _value(claim: n.Expr) -> n.Expr:
    assert isinstance(claim, n.Is) and isinstance(claim.test, n.Same)
    return claim.test.other


def _is_starter(line: n.Given) -> bool:
    test = line.condition.test if isinstance(line.condition, n.Is) and not line.condition.negated else None
    return isinstance(test, n.Same) and isinstance(line.condition, n.Is) and line.condition.subject == STARTER


def _starter(line: n.Given) -> n.Expr:
    assert isinstance(line.condition, n.Is) and isinstance(line.condition.test, n.Same)
    return line.condition.test.other


def _beginnings(example: n.Example, others: list[n.Example]) -> list[n.Example]:
    """An example and those that it goes on from."""
    chain = [example]
    while chain[-1].after is not None and len(chain) <= len(others):
        title = chain[-1].after.value
        before = next((other for other in others if other.title.value == title), None)
        if before is None:
            break
        chain.append(before)
    return chain


def _together(lines: tuple[n.ExampleLine, ...]) -> list[n.ExampleLine]:
    """Claims that follow each other are one."""
    joined: list[n.ExampleLine] = []
    for line in lines:
        if isinstance(line, n.Now) and joined and isinstance(joined[-1], n.Now):
            joined[-1] = n.Now(n.And(joined[-1].condition, line.condition), span=joined[-1].span)
        else:
            joined.append(line)
    return joined


def _grouped(claims: list[n.Expr]) -> list[list[n.Expr]]:
    """Claims that say the same of places or players with names, kept together."""
    groups: list[list[n.Expr]] = []
    for claim in claims:
        is_same = (
            groups
            and isinstance(claim, n.Is)
            and isinstance(last := groups[-1][0], n.Is)
            and (last.test, last.negated) == (claim.test, claim.negated)
            and (isinstance(claim.subject, (n.Tuple, n.Name)) or _owned(claim) is not None)
            and type(last.subject) is type(claim.subject)
            and (_owned(claim) is None) == (_owned(last) is None)
            and not (isinstance(claim.test, n.Same) and claim.test.other == n.Name(n.Phrase(("next",))))
        )
        if is_same:
            groups[-1].append(claim)
        else:
            groups.append([claim])
    return groups


def _side_by_side(blocks: list[Block]) -> list[Block]:
    """Put the two pictures of an example side by side, where it has both."""
    pictures = [block for block in blocks if isinstance(block, Picture)]
    if len(pictures) < 2:
        return blocks
    at = blocks.index(pictures[0])
    return [*blocks[:at], Pictures(pictures), *blocks[at + len(pictures) :]]


def _dice(numbers: tuple[int, ...]) -> str:
    return " ".join(f"[{number}]" for number in numbers)


def _conjuncts(condition: n.Expr) -> list[n.Expr]:
    if isinstance(condition, n.And):
        return [*_conjuncts(condition.left), *_conjuncts(condition.right)]
    return [condition]


def value(item: n.AnswerValue) -> str:
    if item.value is None:
        return "nobody"
    if isinstance(item.value, int) and CORNER.fullmatch(str(item.value)):
        return f"[{item.value}]"
    if isinstance(item.value, tuple):
        place = f"({','.join(map(str, item.value))})"
        place += f" of {item.owner}" if item.owner is not None else ""
        return f"{place} seen from {item.seen_from}" if item.seen_from is not None else place
    return str(item.value) if item.owner is None else f"{item.value} of {item.owner}"


def answer(node: n.Answer) -> str:
    return " ".join([f"**{escape(node.name.value)}**", *map(value, node.values)])


# ------------------------------------------------------------------ which are told


def plainness(example: n.Example) -> int:
    """How much of an example is for those who test a rulebook, and not for those who learn the game: the less, the better a story."""
    cost = 0
    for line in example.lines:
        if isinstance(line, (n.Policy, n.PlayOn)):
            cost += 8
        elif isinstance(line, n.GivenStands):
            cost += sum(0 if _is_plain(place) else 6 for place in line.places)
        elif isinstance(line, n.Now):
            cost += sum(len(walk(part)) > 12 for part in _conjuncts(line.condition)) * 2
        elif isinstance(line, n.Ways):
            cost += 2
        elif isinstance(line, n.With):
            cost += 3 * sum(isinstance(s, n.WithOption) for s in line.settings)
    happens = sum(isinstance(line, (n.Chooses, n.Rolled)) for line in example.lines)
    return cost + max(0, len(example.lines) - 14) + (0 if happens else 6)


def _is_plain(place: n.Expr) -> bool:
    return isinstance(place, n.Name) or (isinstance(place, n.Tuple) and all(map(is_constant, place.items)))
