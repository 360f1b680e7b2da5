"""Examples as short stories."""

from __future__ import annotations

from attrs import evolve

from dicedsl.prose.english import SMALL, capital, escape, listed, sentence, without_the
from dicedsl.prose.phrases import Phrases
from dicedsl.rulebook.walk import parts, walk
from dicedsl.syntax import nodes as n


def story(example: n.Example, says: Phrases) -> str:
    """An example as one paragraph."""
    return " ".join(_Teller(example, says).sentences())


class _Teller:
    def __init__(self, example: n.Example, says: Phrases) -> None:
        self.example = example
        names = {
            setting.name.text
            for line in example.lines
            if isinstance(line, n.With)
            for setting in line.settings
            if isinstance(setting, n.WithName)
        }
        self.says = evolve(says, seats=frozenset(names | {f"P{i}" for i in range(1, 33)}))

    def sentences(self) -> list[str]:
        told = []
        given: list[str] = []
        for line in self.example.lines:
            if isinstance(line, n.Given):
                given.append(self.says.condition(line.condition))
                continue
            if isinstance(line, n.GivenHolds):
                given.append(self.holds(line))
                continue
            if isinstance(line, n.GivenStands):
                given.append(self.stands(line))
                continue
            if given:
                told.append(self.start(given))
                given = []
            told.append(self.line(line))
        if given:
            told.append(self.start(given))
        return told

    def start(self, given: list[str]) -> str:
        return sentence(f"at the start {'; '.join(given)}")

    def line(self, line: n.ExampleLine) -> str:
        match line:
            case n.With():
                return self.players(line)
            case n.Rolled():
                return f"The dice fall {' '.join(map(str, line.numbers))}."
            case n.Drawn():
                return f"The draw is {value(line.value)}."
            case n.Chooses():
                who = f"{line.seat.text} chooses" if line.seat is not None else "The table reports"
                return f"{capital(who)} {', then '.join(map(answer, line.answers))}."
            case n.Policy():
                return self.policy(line)
            case n.PlayOn():
                until = "the game is over" if line.until is None else self.says.condition(line.until)
                return sentence(f"play goes on until {until}")
            case n.MayOnly():
                return f"{line.seat.text} may only choose {listed(map(answer, line.answers), 'or')}."
            case n.MayNot():
                who = f"{line.seat.text} may not choose" if line.seat is not None else "The table may not report"
                text = f"{who} {answer(line.answer)}"
                return f"{text}: *{escape(line.sentence.value)}*" if line.sentence is not None else f"{text}."
            case n.Ways():
                count = SMALL[line.count] if line.count < len(SMALL) else str(line.count)
                ways = "way" if line.count == 1 else "ways"
                return f"{line.seat.text} has {count} {ways} to **{escape(line.name.value)}**."
            case n.Now():
                return sentence(f"now {self.says.condition(line.condition)}")
            case n.Remark():
                return f"*{escape(line.text.value)}*"
        raise TypeError(type(line).__name__)

    def policy(self, line: n.Policy) -> str:
        who = f"from here on {line.seat.text} takes"
        if line.by is None:
            return sentence(f"{who} the {line.which} choice open to them")
        says = self.says
        for part in parts(says.facts.book):
            for node in walk(part):
                if isinstance(node, n.Pick):
                    says = says.pick(node)[0]
        best = f"{'highest' if line.by.highest else 'lowest'} {without_the(says.value(line.by.measure))}"
        return sentence(f"{who} the choice with the {best}; among equals the {line.which}")

    def players(self, line: n.With) -> str:
        names = [s.name.text for s in line.settings if isinstance(s, n.WithName)]
        agreed = []
        who = ""
        if names:
            who = f"{listed(names)} {'play' if len(names) > 1 else 'plays'}"
        for setting in line.settings:
            if isinstance(setting, n.WithPlayers):
                count = SMALL[setting.count] if setting.count < len(SMALL) else str(setting.count)
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

    def holds(self, line: n.GivenHolds) -> str:
        dice = " ".join(die.word + (f" of {die.owner}" if die.owner else "") for die in line.dice)
        text = f"{self.says.value(line.place)} {'hold' if self.says.plural(line.place) else 'holds'} {dice}"
        if line.faces:
            text += f" showing {' '.join('-' if face is None else str(face) for face in line.faces)}"
        return text

    def stands(self, line: n.GivenStands) -> str:
        places = listed([self.says.value(place) for place in line.places])
        text = f"{self.says.value(line.dice)} {'stand' if self.says.plural(line.dice) else 'stands'} on {places}"
        return text + (f" showing {' '.join(map(str, line.faces))}" if line.faces else "")


def value(item: n.AnswerValue) -> str:
    if item.value is None:
        return "nobody"
    if isinstance(item.value, tuple):
        return f"({','.join(map(str, item.value))})"
    return str(item.value) if item.owner is None else f"{item.value} of {item.owner}"


def answer(node: n.Answer) -> str:
    return " ".join([f"**{escape(node.name.value)}**", *map(value, node.values)])
