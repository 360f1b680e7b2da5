"""The words of a rulebook, where one looks them up: first what the author says of them, then what they mean by the letter."""

from __future__ import annotations

import re
from collections.abc import Callable

from attrs import evolve, frozen

from dicedsl.prose.document import Block, Document, ListPoint, Note, PageSection, Paragraph, Points, SmallPrint
from dicedsl.prose.formal_text import is_hard, is_named, is_spoken_of, texts
from dicedsl.prose.items import in_list, in_short
from dicedsl.prose.library_use import NamesUsed, PrintedParts, Used, Word
from dicedsl.prose.material import is_needed, memory_line
from dicedsl.prose.name_nouns import walk
from dicedsl.prose.parts import word_blocks
from dicedsl.prose.phrases import Phrases
from dicedsl.prose.steps import is_long
from dicedsl.rulebook.book import Rulebook
from dicedsl.syntax import nodes as n

PROGRAMMED = re.compile(r"\b(?:rank|index|seat)\b|the first of the ")  # what a note says better
LONGEST_DEFINITION = 180  # letters of a definition that anybody would read
Remarks = Callable[[n.Kind | Word | n.Memory], list[Note]]


@frozen(eq=False)
class GlossaryEntry:
    """A word in the list; `also` is what else the rules may call it by."""

    name: str
    point: ListPoint
    is_first: bool
    is_own: bool = False  # of the game itself, and not of a library
    is_remarked: bool = False  # its author says something about it
    also: tuple[str, ...] = ()

    def is_spoken_of(self, text: str) -> bool:
        if not self.is_own:
            return is_spoken_of(self.name, text)
        return any(is_named(name, text) for name in (self.name, *self.also))

    def text(self) -> str:
        return "\n".join(text.replace(f"**{self.name}**", "", 1) for text in _plainly(self.point))


class Glossary:
    """`first` explains what the rules speak of; `rest` are the words that only the small print needs."""

    def __init__(
        self, book: Rulebook, names: NamesUsed, phrases: Phrases, spoken: PrintedParts, remarks: Remarks
    ) -> None:
        self.book = book
        self.names = names
        self.says = phrases
        self.spoken = spoken
        self.remarks = remarks
        self.blocks: dict[int, list[Block]] = {}
        self.near = self._near(self._is_noted)
        self.printed = self._near(self._is_formula)

    def _near(self, is_enough: Callable[[n.Kind | Word], bool]) -> set[int]:
        """The words of the rules themselves, and those by which they are explained where the note about a word is not enough."""
        book = self.book
        waiting: list[n.Node] = [*book.flows.values(), *book.standing, *book.hooks, *self.spoken.rules.values()]
        waiting += [*book.zones.values(), *book.options.values(), *book.variants.values()]
        near: set[int] = set()
        while waiting:
            for part in self.names.meanings_in(waiting.pop()):
                if isinstance(part, n.Rule) or id(part) in near:
                    continue
                near.add(id(part))
                if not is_enough(part):
                    waiting.append(part)
        return near | {id(word) for word in self._words() if any(note.word == "note" for note in self.remarks(word))}

    def _told(self, word: n.Kind | Word) -> list[Block]:
        if id(word) not in self.blocks:
            self.blocks[id(word)] = word_blocks(word, self.says)
        return self.blocks[id(word)]

    def _is_noted(self, word: n.Kind | Word) -> bool:
        """Whether the author's note is told before the definition."""
        return self._has_note(word) and not self._is_plain(word)

    def _is_formula(self, word: n.Kind | Word) -> bool:
        """Whether a note stands for the definition, which is full of letters; any other definition is a rule, and is printed."""
        return self._is_noted(word) and len(self._letters(word)) > 1

    def _letters(self, word: n.Kind | Word) -> set[str]:
        """The letters for things in the sentence of a definition."""
        first = self._told(word)[0]
        text = first.text if isinstance(first, Paragraph) else ""
        return set(re.findall(r"\*(\w)\*", text)) - self.says.facts.coordinates

    def _is_plain(self, word: n.Kind | Word, within: tuple[int, ...] = ()) -> bool:
        """Whether anybody understands the definition: also the words in it are plain, or have a note."""
        first, *rest = self._told(word)
        if rest or not isinstance(first, Paragraph) or is_long(first.text) or PROGRAMMED.search(first.text):
            return False
        for part in self.names.meanings_in(word):
            if isinstance(part, n.Rule) or part is word or id(part) in within:
                continue
            if not self._has_note(part) and not self._is_plain(part, (*within, id(word))):
                return False
        return True

    def _told_choices(self) -> set[str]:
        """Words called as choices that a note tells: `shifts` of a choice to shift."""
        parts = (*self.book.flows.values(), *self.spoken.rules.values())
        choices = [node for part in parts for node in walk(part) if isinstance(node, n.Alternative)]
        names = {choice.name.value for choice in choices if any(map(in_short, choice.steps))}
        return names | {f"{name}s" for name in names}

    def _is_own(self, word: n.Kind | Word) -> bool:
        """Whether it stands in the file of the game, and not in a library."""
        return word.span.source is self.book.head.span.source

    def _has_note(self, word: n.Kind | Word) -> bool:
        return any(note.word == "note" for note in self.remarks(word))

    def first(self, said: str | None = None) -> list[Block]:
        """With what is said on a page: only the words that it speaks of, and those by which they are explained, in plain words."""
        return in_list([entry.point for entry in self._entries(said) if entry.is_first], False)

    def rest(self, said: str | None = None) -> list[Block]:
        points = [entry.point for entry in self._entries(said) if not entry.is_first]
        return [SmallPrint(in_list(points, False), alone=True)] if points else []

    def _entries(self, said: str | None) -> list[GlossaryEntry]:
        """In the order of the list; what stands among the small print explains, and is explained, as all else."""
        first = [self._entry(word, True) for word in self._words() if self._is_first(word)]
        for name, memory in self.book.memories.items():
            notes = self.remarks(memory)
            if not is_needed(memory, self.says) and (said is None or notes or _is_asked(memory)):
                point = ListPoint(_headed(name, memory_line(memory, self.says)), remarks=[*notes])
                first.append(GlossaryEntry(name, point, True))
        first.sort(key=lambda entry: entry.name.lower())
        words = [word for word in self._words() if not self._is_first(word)]
        if said is not None:
            options = {*self.book.options, *self._told_choices()}
            near = [w for w in words if id(w) in self.printed and not self.remarks(w) and _name(w) not in options]
            words = [w for w in words if w in near or (self.remarks(w) and self._is_own(w))]
        entries = [*first, *(self._entry(word, False) for word in words)]
        return entries if said is None else _spoken_of(entries, said)

    def _entry(self, word: n.Kind | Word, is_first: bool) -> GlossaryEntry:
        also: tuple[str, ...] = ()
        if isinstance(word, n.Kind):
            also = (word.singular.text, *(value.text for value in word.values))
        own = self._is_own(word)
        return GlossaryEntry(_name(word), self._point(word), is_first, own, own and bool(self.remarks(word)), also)

    def _is_first(self, word: n.Kind | Word) -> bool:
        """Formulas that no author explains stand with the small print."""
        first = self._told(word)[0]
        text = first.text if isinstance(first, Paragraph) else ""
        hard = not self.remarks(word) and (len(text) > LONGEST_DEFINITION or len(self._letters(word)) > 1)
        return id(word) in self.near and not hard

    def _words(self) -> list[n.Kind | Word]:
        return [*self.spoken.kinds.values(), *self.spoken.words.values()]

    def _point(self, word: n.Kind | Word) -> ListPoint:
        first, *rest = self._told(word)
        assert isinstance(first, Paragraph)
        remarks = self.remarks(word)
        if not self._is_noted(word):
            return ListPoint(_headed(_name(word), first.text), rest, [*remarks])
        notes = _without_letters(" ".join(note.text for note in remarks if note.word == "note"), word)
        rulings = [note for note in remarks if note.word != "note"]
        exact = SmallPrint([first, *rest], alone=not self._is_formula(word))
        return ListPoint(f"**{_name(word)}** — {notes}", [exact], [*rulings])


ASKED = r"\b(?:the|their|its|your|lowest|highest) "
BY_ITSELF = r"(?= (?:of|is|are|among|plus|minus|times|divided)\b|[.,;:)*]|$)"
# Words of the language that no rulebook explains, and how a page asks for them.
BUILT_IN = {
    "index": (
        ASKED + r"index" + BY_ITSELF,
        "The index of a die is its place in the row of dice that it belongs to, counted from 1: that of d3 is 3.",
    ),
    "rank": (
        ASKED + r"rank" + BY_ITSELF,
        "The first in a list, as it is printed here, has the rank 1, the next one the rank 2, and so on.",
    ),
    "seat": (
        ASKED + r"seat" + BY_ITSELF,
        "The seats are numbered clockwise round the table, once for the whole game, beginning with 1.",
    ),
}


def with_built_in(words: Document, said: str, game: Rulebook, title: str) -> Document:
    """The words of a page that says this, with those of the language of which it speaks, in the section of this title."""
    own = {*game.words, *game.memories, *game.zones, *game.options, *game.kinds}
    spoken = [name for name, (asked, _) in BUILT_IN.items() if name not in own and re.search(asked, said)]
    if not spoken:
        return words
    points = [ListPoint(f"**{name}** — {BUILT_IN[name][1]}") for name in spoken]
    first = [section for section in words.sections if section.title == title]
    blocks = [block for section in first for block in section.blocks]
    points += [point for block in blocks if isinstance(block, Points) for point in block.points]
    points.sort(key=lambda point: point.text.lower())
    others = [section for section in words.sections if section.title != title]
    return evolve(words, sections=[PageSection(title, in_list(points, False)), *others])


def _is_asked(memory: n.Memory) -> bool:
    """Whether somebody could ask how it begins: a number of each player."""
    return memory.scope.kind is not None and not isinstance(memory.initial, (n.Nothing, n.Truth))


def _spoken_of(entries: list[GlossaryEntry], said: str) -> list[GlossaryEntry]:
    """The entries that a page speaks of, those that these speak of, and those about which a game's author says something."""
    reached = set[int]()
    plain = said
    while True:
        new = [
            e
            for e in entries
            if id(e) not in reached and (e.is_remarked or e.is_spoken_of(said if e.is_own else plain))
        ]
        if not new:
            return [entry for entry in entries if id(entry) in reached]
        reached |= {id(entry) for entry in new}
        # What a formula speaks of does not explain it; but a word of the game itself is found nowhere else.
        said = "\n".join(entry.text() for entry in new)
        plain = "\n".join(entry.text() for entry in new if not is_hard(entry.point))


def _plainly(point: ListPoint) -> list[str]:
    below = [block for block in point.below if not isinstance(block, SmallPrint) or block.alone]
    return [point.text, *texts([*below, *point.remarks])]


def _headed(name: str, text: str) -> str:
    """The word in front, where one looks for it."""
    return f"**{name}** — {text.replace(f'**{name}**', name, 1)}"


def _without_letters(note: str, word: n.Kind | Word) -> str:
    """A note that calls by a letter what the definition calls `that place`."""
    params = [*getattr(word, "params", ()), *([word.subject] if isinstance(word, n.AdjectiveWord) else [])]
    kinds = [param.kind for param in params]
    for param in params:
        letter = param.name.text
        if (
            len(letter) == 1
            and letter not in "aI"
            and kinds.count(param.kind) == 1
            and param.kind in {"place", "player", "die"}
        ):
            note = re.sub(rf"\b{letter}\b", f"the {param.kind}", note)
    return note


def _name(word: Used) -> str:
    return word.plural.text if isinstance(word, n.Kind) else word.name.text
