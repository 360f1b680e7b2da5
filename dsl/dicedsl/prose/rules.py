"""A rulebook as a document in the order of printed rules: aim, what you need, set-up, turn, end, variants, examples, and last the words."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from typing import get_args

from attrs import evolve, frozen

from dicedsl.errors import DiceError, Problem
from dicedsl.prose.answers import answers_in, without_answers
from dicedsl.prose.author_text import (
    Sections,
    blocks_of,
    glossary,
    is_marked,
    is_told,
    tellings,
    told_story,
    with_values,
)
from dicedsl.prose.clauses import unread
from dicedsl.prose.document import (
    Block,
    Document,
    FactBox,
    ListPoint,
    Note,
    PageMoment,
    PagePart,
    PageSection,
    Paragraph,
    Picture,
    Story,
)
from dicedsl.prose.formal_text import (
    NEEDED_TITLE,
    is_spoken_of,
    said_in,
    texts,
    without_counts,
    without_letter,
    without_unnamed,
)
from dicedsl.prose.glance import Glance, glance, has_starter, is_alone, is_for_players
from dicedsl.prose.glossary import Glossary, with_built_in
from dicedsl.prose.items import heading, in_list, in_paragraphs, remark, rule_name
from dicedsl.prose.library_use import NamesUsed, Used, printed_parts
from dicedsl.prose.markdown import markdown
from dicedsl.prose.material import needed_items
from dicedsl.prose.name_nouns import walk
from dicedsl.prose.parts import end_item, option_line, rule_blocks, standing_item, word_blocks
from dicedsl.prose.phrases import Phrases
from dicedsl.prose.remark_places import Named, RemarkPlaces, place_of, variant_around
from dicedsl.prose.sentences import escape, sentence
from dicedsl.prose.steps import Inlined, Steps
from dicedsl.prose.stories import plainness, story_of, variants_of
from dicedsl.prose.untold_rules import untold_rules
from dicedsl.prose.usual_play import Retold, as_usually_played, usual_items
from dicedsl.prose.variants import add_explanation, aim_text, difference, part_item, point_with_prefix
from dicedsl.rulebook.assembly import with_variant
from dicedsl.rulebook.book import Rulebook
from dicedsl.rulebook.file_loader import FileLoader
from dicedsl.rulebook.parts import acting_parts
from dicedsl.rulebook.set_up_starter import starter_set_up
from dicedsl.syntax import nodes as n
from dicedsl.syntax.token_lines import words_in
from dicedsl.text.english import listed

TOLD_EXAMPLES, TOLD_EXAMPLES_OF_A_VARIANT = 5, 2  # examples that are told
FOR_TESTERS = 14  # so far from plain is an example that nobody learns from
END_TITLE = "The end of the game"
WORDS_TITLE = "Words used in these rules"
COORDINATES = re.compile(r"\(\d+(?:,\d+)+\)")
SHORT_RULE, TINY_RULE = 7, 3  # steps of a rule that is told where it is used: once, or wherever it is
PLAIN_STEPS = tuple(kind for kind in get_args(n.PlainStep) if kind not in {n.Remark, n.Let})


@frozen
class PageChoice:
    """What is printed of a rulebook: how many examples at most (None: all), and whether also what words mean by the letter."""

    examples: int | None = TOLD_EXAMPLES
    letter: bool = False


def document(book: Rulebook, choice: PageChoice | None = None) -> Document:
    """The whole rulebook. DiceError if it is nested too deeply to be told."""
    try:
        return _Page(book, choice or PageChoice()).document()
    except RecursionError:
        raise DiceError(
            [Problem("E104", "this rulebook is nested too deeply to be told", book.head.title.span)]
        ) from None


def rules_text(book: Rulebook) -> str:
    """The whole rulebook as Markdown. DiceError if it is nested too deeply to be told."""
    return markdown(document(book))


def untold(book: Rulebook) -> list[str]:
    """Parts of which a page in its author's words says nothing; none of a page that is made from the rules."""
    if book.head.word == "library" or not is_told(book):
        return []
    page = _Page(book, PageChoice())
    said = said_in(page.document())
    return untold_rules(
        page.book, page.spoken.rules.values(), lambda part: bool(tellings(page.placed.get(id(part), ()))), said
    )


class _Page:
    def __init__(self, book: Rulebook, choice: PageChoice) -> None:
        self.choice = choice
        book, answered = without_answers(book)
        self.whole = book
        self.known: Retold = {}
        self.book = as_usually_played(book, self.known)
        self.files = FileLoader()
        self.phrases = Phrases.of(self.book, usual=True)
        self.names = NamesUsed(self.book)
        self.weights: dict[str, int] = {}
        # Of a library everything is told, of a game what it needs.
        self.spoken = printed_parts(self.book, (), lambda _: self.is_library)
        remarks = RemarkPlaces.of(self.book)
        self.intro, self.placed = remarks.intro, remarks.beside
        self.answered = [*answered, *remarks.answers]
        self.glance = glance(self.book, self.phrases)
        idle = frozenset[str]() if choice.letter or self.is_library else unread(self.book)
        self.steps = Steps(self.phrases, inlined=self._inlined(), printed=True, unread=idle)

    # -------------------------------------------------------------- remarks

    def remarks(self, part: Named) -> list[Note]:
        return [remark(node) for node in self.placed.get(id(part), ())]

    def with_remarks(self, item: ListPoint, part: Named) -> ListPoint:
        item.remarks += self.remarks(part)
        return item

    # -------------------------------------------------------------- rules that are told where they are used

    def _inlined(self) -> dict[str, Inlined]:
        acting: list[n.Node] = [
            *self.book.flows.values(),
            *self.book.standing,
            *self.book.hooks,
            *self.spoken.rules.values(),
        ]
        calls = Counter(step.rule.text for part in acting for step in walk(part) if isinstance(step, n.Do))
        changed = {name for variant in self.book.variants.values() for name in _rules_changed(variant)}
        inlined: dict[str, Inlined] = {}
        for name, rule in self.spoken.rules.items():
            weight = self._weight(name, ())
            if weight <= TINY_RULE or (weight <= SHORT_RULE and calls[name] == 1):
                inlined[name] = Inlined(rule, name in changed, self.remarks(rule))
        return inlined

    def _weight(self, name: str, within: tuple[str, ...]) -> int:
        """The steps of a rule with those of the rules that it comes to; one that comes to itself is never told in place."""
        if name in within or name not in self.book.rules:
            return 2 * SHORT_RULE
        if name in self.weights:
            return self.weights[name]
        weight = 0
        for part in walk(self.book.rules[name].block):
            if isinstance(part, n.Do):
                weight += self._weight(part.rule.text, (*within, name))
            else:
                weight += isinstance(part, (*PLAIN_STEPS, n.Alternative))
            if weight > 2 * SHORT_RULE:
                break
        self.weights[name] = weight
        return weight

    # -------------------------------------------------------------- the whole

    def document(self) -> Document:
        is_for_players = not self.choice.letter and not self.is_library and is_told(self.book)
        made = self.told_document() if is_for_players else self.formal_document()
        # What a variant is told to have stands on the page of the game as well.
        lines = (
            node for variant in self.book.variants.values() for node in walk(variant) if isinstance(node, n.Option)
        )
        options = {line.name.text: line for line in lines} | self.book.options
        return with_values(made, {name: self.phrases.value(option.default) for name, option in options.items()})

    def formal_document(self) -> Document:
        """Made from the rules, with what is told of single parts."""
        sections = (
            (NEEDED_TITLE, self.material()),
            ("Set-up", self.setup()),
            ("The round", self.flow("round")),
            ("Your turn", self.turn()),
            ("At any time", self.standing()),
            (END_TITLE, self.ends()),
            ("The match", self.match()),
            ("What you can agree on", self.options()),
            ("Variants", self.variants()),
            ("Examples", self.examples()),
        )
        document = Document(
            heading(self.book.title),
            self.lead(self._answering(self.glance)),
            [PageSection(t, blocks) for t, blocks in sections if blocks],
        )
        said, idle = None, frozenset[str]()
        if not self.choice.letter and not self.is_library:
            document = without_unnamed(
                without_letter(document), frozenset(heading(rule_name(r)) for r in self.spoken.rules.values())
            )
            counted = without_letter(self.words(said_in(document)))
            seen = "\n".join(x.text for line in self.book.shown.values() for x in walk(line) if isinstance(x, n.Phrase))
            document, idle = without_counts(document, f"{said_in(counted)}\n{seen}")
            said = said_in(document)
        words = self.words(said)
        if said is None:
            return evolve(document, sections=[*document.sections, *words.sections])
        words = without_letter(words)
        words = with_built_in(words, f"{said}\n{said_in(words)}", self.book, WORDS_TITLE)
        return self._needed(evolve(document, sections=[*document.sections, *words.sections]), idle)

    def told_document(self) -> Document:
        """In the words of the author, wherever these say it."""
        by_author = Sections(self.book)
        turn, rules_ = by_author.flow("turn"), by_author.rules()
        set_up = "setup" in self.book.flows
        board = self._laid_out("The table after the set-up." if set_up else "The table at the start.")
        words = {section.title: section for section in by_author.words()}
        # Where a step of the turn wins the game there is no `end` to tell it at: words of that title do.
        end = [
            *self._told_of(filter(_is_end, self.book.standing)),
            *words.pop(END_TITLE, PageSection(END_TITLE, [])).blocks,
        ]
        sections = [
            PageSection(NEEDED_TITLE, [*(by_author.needed() or self.material()), *([] if set_up else board)]),
            PageSection("Set-up", [*(by_author.setup() or self.setup()[:-1]), *board] if set_up else []),
            PageSection("The round", [*by_author.flow("round"), *([] if turn else rules_)]),
            PageSection("Your turn", [*turn, *rules_] if turn else []),
            *words.values(),
            PageSection(
                "At any time", self._told_of(s for s in (*self.book.standing, *self.book.hooks) if not _is_end(s))
            ),
            PageSection(END_TITLE, end or self.ends()),
            PageSection("The match", by_author.flow("match") or self.match()),
            PageSection("What you can agree on", by_author.options() or self.options(for_players=True)),
            PageSection("Variants", self.variants()),
            PageSection("Examples", self._told_examples()),
        ]
        # What is told above the first part answers what everybody asks; without a question it says who begins.
        lines = {id(line) for section in self.book.sections for line in section.lines}
        own = [r for r in self.intro if r.span.source is self.book.head.span.source and id(r) not in lines]
        begins = tellings(node for node in own if variant_around(self.book, node) is None)
        lead = self.lead(self._answering(self.glance.beside_told(bool(end), " ".join(begins))))
        lead += map(Paragraph, tellings(node for node in own if variant_around(self.book, node) is not None))
        plain = without_letter(Document(heading(self.book.title), lead, [s for s in sections if s.blocks]))
        plain = _with_section(plain, PageSection("Special cases", self._left_rulings(said_in(plain))), END_TITLE)
        titles = by_author.told_words() | {section.title.lower() for section in plain.sections}
        looked_up = [
            word
            for word in self.spoken.words.values()
            if self._is_looked_up(word.name) and word.name.text not in titles
        ]
        listed_ = glossary(plain, [(word.name.text, self.placed.get(id(word), [])) for word in looked_up])
        return _with_section(plain, PageSection(WORDS_TITLE, listed_))

    def _is_looked_up(self, name: n.Phrase) -> bool:
        """A single word of a library, such as `free`, is mostly meant as everybody means it."""
        return len(name.words) > 1 or name.span.source is self.book.head.span.source

    def _answering(self, glance: Glance) -> Glance:
        """With the answers of the author of this file; those of a variant that is played come last, and count."""
        own = self.book.head.span.source
        mine = sorted((node for node in self.answered if node.span.source is own), key=place_of)
        of_variants = [variant_around(self.book, node) is not None for node in mine]
        ordered = [
            node for late in (False, True) for node, is_late in zip(mine, of_variants, strict=True) if is_late == late
        ]
        return evolve(glance, told=tuple(answers_in(tellings(ordered))[0]))

    def _left_rulings(self, said: str) -> list[Block]:
        """What is decided beside parts that are told, or told elsewhere: it is said all the same."""
        own = self.book.head.span.source
        nodes = [node for node in self.book.remarks if node.span.source is own]
        acting = (*self.book.flows.values(), *self.spoken.rules.values())
        nodes += [node for part in acting for node in walk(part) if isinstance(node, n.Remark)]
        rulings = [remark(node) for node in nodes if node.word == "ruling"]
        return in_list([ListPoint(note.text) for note in rulings if note.text not in said], False)

    def _laid_out(self, caption: str) -> list[Block]:
        """The table at the start, where there is more to see than dice that nobody has rolled."""
        return [Picture(PageMoment(), caption, told=True)] if self.book.boards else []

    def _told_of(self, parts: Iterable[n.Node]) -> list[Block]:
        texts = [text for part in parts for text in tellings(self.placed.get(id(part), ()))]
        if is_marked(texts):
            return blocks_of(texts)
        return [Paragraph(texts[0])] if len(texts) == 1 else in_list([ListPoint(text) for text in texts], False)

    def _own_examples(self) -> list[n.Example]:
        """The examples that are played with just the variants of this page, or stand in one of them."""
        here = set(self.book.changes)
        chosen = [variant for title, variant in self.whole.variants.items() if title in here]
        inside = {id(item) for variant in chosen for item in variant.items if isinstance(item, n.Example)}
        return [e for e in self.book.examples if id(e) in inside or set(variants_of(e)) == here]

    def _told_examples(self) -> list[Block]:
        examples = self._own_examples()
        stories = [story for e in examples if (story := told_story(self.story(e), e)) is not None]
        if self.choice.examples is None:
            stories = [told_story(self.story(e), e) or self.story(e) for e in examples]
        stories = stories or [self.story(e) for e in self._best(examples, TOLD_EXAMPLES_OF_A_VARIANT)]
        # How places are called is only asked where some are named.
        named = any(COORDINATES.search(text) for text in texts(stories))
        called = [note for board in self.book.boards.values() for note in self.remarks(board) if named]
        return [*called, *stories]

    def _needed(self, document: Document, idle: frozenset[str]) -> Document:
        """What you need, without empty places and counts of which the page does not speak."""
        said = "\n".join(
            t for section in document.sections if section.title != NEEDED_TITLE for t in texts(section.blocks)
        )
        silent = {z for z, zone in self.book.zones.items() if zone.amount is None and not is_spoken_of(z, said)}
        unused = frozenset(silent | {name for name in self.book.memories if not is_spoken_of(name, said)} | idle)
        sections = [
            evolve(section, blocks=without_letter(Document("", self.material(unused, whole=True), [])).lead)
            if section.title == NEEDED_TITLE
            else section
            for section in document.sections
        ]
        return evolve(document, sections=[section for section in sections if section.blocks])

    @property
    def is_library(self) -> bool:
        return self.whole.head.word == "library"

    def lead(self, facts: Glance | None = None) -> list[Block]:
        b = self.book
        blocks: list[Block] = []
        if b.changes:
            several = "" if len(b.changes) == 1 else "s"
            blocks.append(Paragraph(f"Played with the variant{several} {listed(f'“{escape(t)}”' for t in b.changes)}."))
        if b.aim is not None:
            blocks.append(Paragraph(f"**Aim.** {aim_text(b.aim, self.phrases)}"))
        if not self.is_library:
            blocks.append(FactBox((facts or self.glance).lines()))
        if b.source:
            blocks.append(Paragraph(sentence(f"Source: {escape(b.source)}")))
        return blocks

    def options(self, for_players: bool = False) -> list[Block]:
        # What is there for simulations only is nothing that players would agree on.
        chosen = [o for name, o in self.book.options.items() if not (for_players and name in self.book.simulated)]
        items = [ListPoint(option_line(o, self.phrases, for_players)) for o in chosen]
        if not for_players:
            items = [self.with_remarks(item, o) for item, o in zip(items, chosen, strict=True)]
        return in_list(items, False)

    def material(self, unused: frozenset[str] = frozenset(), whole: bool = False) -> list[Block]:
        blocks: list[Block] = [remark(node) for node in self.intro]
        return [*blocks, *in_list(needed_items(self.book, self.phrases, self.remarks, unused, whole), False)]

    def setup(self) -> list[Block]:
        flow = self.book.flows.get("setup")
        if self.is_library:
            return [] if flow is None else self.steps.as_blocks(flow.block.steps)
        items = self.steps.items(flow.block.steps) if flow is not None else []
        if flow is not None and items:
            items[-1].remarks += self.remarks(flow)
        if not items:
            items = [ListPoint("lay out what you need as it is listed above")]
        steps = [node for part in acting_parts(self.book) for node in walk(part)]
        if not is_alone(self.book.players) and has_starter(self.book, steps) and not starter_set_up(self.book):
            items.insert(0, ListPoint("agree on who begins, or draw lots: that player is the starter"))
        picture = Picture(PageMoment(), "The table after the set-up.")
        return [*in_paragraphs(items), *self.rule_parts(self._of_setup()), picture]

    # -------------------------------------------------------------- what happens

    def flow(self, word: str) -> list[Block]:
        flow = self.book.flows.get(word)
        if flow is None:
            return []
        blocks = [*self.steps.as_blocks(flow.block.steps), *self.remarks(flow)]
        if word == "round" and "turn" not in self.book.flows:
            blocks += self.rule_parts(self._of_turn())
        return blocks

    def turn(self) -> list[Block]:
        blocks = self.flow("turn")
        if not blocks:
            return []
        lead: list[Block] = []
        if "round" not in self.book.flows and not is_alone(self.book.players):
            lead.append(Paragraph("Players take turns clockwise, beginning with the starter. In your turn:"))
        return [*lead, *blocks, *self.rule_parts(self._of_turn())]

    def rule_parts(self, names: Iterable[str]) -> list[Block]:
        """Rules that are too long to be told where they are used, each under its name."""
        blocks: list[Block] = []
        steps = evolve(self.steps, pointer="")
        for name in names:
            rule = self.spoken.rules[name]
            blocks.append(
                PagePart(heading(rule_name(rule)), [*rule_blocks(rule, self.phrases, steps), *self.remarks(rule)])
            )
        return blocks

    def _called(self, seeds: Iterable[n.Node]) -> list[str]:
        """The rules that some parts come to, in the order in which they do, without those that are told in place."""
        order: dict[str, None] = {}
        waiting = [*seeds]
        while waiting:
            part = waiting.pop(0)
            calls = [step.rule.text for step in walk(part) if isinstance(step, n.Do)]
            new = [name for name in dict.fromkeys(calls) if name not in order and name in self.spoken.rules]
            order.update(dict.fromkeys(new))
            waiting = [*(self.spoken.rules[name] for name in new), *waiting]
        return [name for name in order if name not in self.steps.inlined]

    def _of_setup(self) -> list[str]:
        others = [*(f for w, f in self.book.flows.items() if w != "setup"), *self.book.standing, *self.book.hooks]
        later = set(self._called(others))
        setup = self.book.flows.get("setup")
        return [] if setup is None else [name for name in self._called([setup]) if name not in later]

    def _of_turn(self) -> list[str]:
        flows = [flow for word, flow in self.book.flows.items() if word != "setup"]
        early = set(self._of_setup())
        return [name for name in self._called([*flows, *self.book.standing, *self.book.hooks]) if name not in early]

    def standing(self) -> list[Block]:
        parts: list[n.Whenever | n.Always | n.Hook] = [
            *(s for s in self.book.standing if isinstance(s, (n.Whenever, n.Always))),
            *self.book.hooks,
        ]
        return in_list([self.with_remarks(standing_item(p, self.phrases, self.steps), p) for p in parts], False)

    def ends(self) -> list[Block]:
        if self.is_library:
            return []
        items = []
        for part in self.book.standing:
            if isinstance(part, n.End):
                items.append(self.with_remarks(end_item(part, self.phrases, self.steps), part))
            elif isinstance(part, n.BreakOff) and (
                self.choice.letter or self.glance.limits or is_for_players(part, self.book)
            ):
                items.append(self.with_remarks(standing_item(part, self.phrases, self.steps), part))
        # What ties mean stands in the box above.
        return in_list(items, False) or [Paragraph(f"The game ends {self.glance.end[:1].lower()}{self.glance.end[1:]}")]

    def match(self) -> list[Block]:
        blocks: list[Block] = []
        flow = self.flow("match")
        if flow:
            blocks += [Paragraph("A match is played like this, again and again, until it ends:"), *flow]
        ends = [p for p in self.book.standing if isinstance(p, n.MatchEnd)]
        if ends:
            items = [self.with_remarks(end_item(p, self.phrases, self.steps), p) for p in ends]
            blocks += [Paragraph("The match ends:"), *in_list(items, False)]
        return blocks

    # -------------------------------------------------------------- examples

    def examples(self) -> list[Block]:
        own = self._own_examples()
        chosen = self._best(own, self.choice.examples)
        blocks: list[Block] = [self.story(example) for example in chosen]
        left = len(own) - len(chosen)
        if left:
            more = "one more example" if left == 1 else f"{left} more examples"
            stand = "stands" if left == 1 else "stand"
            blocks.append(Note("note", f"{more.capitalize()} {stand} in the rulebook itself."))
        return blocks

    def _best(self, examples: list[n.Example], most: int | None) -> list[n.Example]:
        """The plainest, in the order of the rulebook."""
        if most is None:
            return examples
        plain = [e for e in examples if plainness(e) < FOR_TESTERS] or examples[:1]
        best = {id(e) for e in sorted(plain, key=plainness)[:most]}
        return [e for e in examples if id(e) in best]

    def story(self, example: n.Example) -> Story:
        return story_of(example, self.phrases, self.is_explained)

    def is_explained(self, claim: n.Node) -> bool:
        quiet = {name for name, memory in self.book.memories.items() if memory.quiet}
        if any(isinstance(node, (n.Name, n.Apply, n.Your)) and node.phrase.text in quiet for node in walk(claim)):
            return False
        return all(self._is_spoken(part) for part in self.names.meanings_in(claim))

    def _is_spoken(self, part: Used) -> bool:
        tables = (self.spoken.kinds, self.spoken.words, self.spoken.rules)
        return any(part is other for table in tables for other in table.values())

    # -------------------------------------------------------------- variants

    def variants(self) -> list[Block]:
        blocks: list[Block] = []
        for variant in self.whole.variants.values():
            if variant.title.value not in self.book.changes:
                blocks.append(PagePart(heading(variant.title.value), self.variant(variant)))
        return blocks

    def variant(self, variant: n.Variant) -> list[Block]:
        short = [] if self.choice.letter else blocks_of(tellings(variant.items))
        if short and self.choice.examples is not None:
            return short
        # All is gone through again for each variant.
        self.files.budget.spend(words_in(self.whole.head.span.source.text) // 2, variant.title.span)
        changed = with_variant(self.whole, variant, self.files.load, self.files.budget)
        items = usual_items(changed, (item for item in variant.items if not isinstance(item, n.Example)))
        changed = as_usually_played(changed, self.known)
        written = {place_of(node) for node in walk(variant)}
        more = printed_parts(changed, (), lambda _: False).beyond(self.spoken)
        phrases = Phrases.of(changed, self.phrases, usual=True)
        steps = self._steps_of(variant, changed, phrases)
        new = [self.borrowed(part, steps) for part in more if place_of(part) not in written]
        blocks = short or difference(items, steps, new)
        own = [item for item in variant.items if isinstance(item, n.Example)]
        own += [e for e in self.whole.examples if set(variants_of(e)) == {*self.book.changes, variant.title.value}]
        most = None if self.choice.examples is None else min(TOLD_EXAMPLES_OF_A_VARIANT, self.choice.examples)
        stories = [(e, story_of(e, phrases)) for e in self._best(own, most)]
        return [*blocks, *(told_story(formal, e) or formal for e, formal in stories)]

    def _steps_of(self, variant: n.Variant, changed: Rulebook, phrases: Phrases) -> Steps:
        """How the steps of a variant are told: a rule that the page does not tell by its name is told once more."""
        here = {*_rules_changed(variant), *(item.name.text for item in variant.items if isinstance(item, n.Rule))}
        again = {
            name: old
            for name, old in self.steps.inlined.items()
            if name in changed.rules and name not in here | self.steps.named
        }
        inlined = {name: Inlined(changed.rules[name], False, old.remarks) for name, old in again.items()}
        above = frozenset({*self.spoken.rules.keys() - self.steps.inlined.keys(), *self.steps.named} - here)
        return Steps(phrases, inlined=inlined, printed=True, pointer="", above=above, unread=self.steps.unread)

    def borrowed(self, part: Used, steps: Steps) -> ListPoint:
        """A part of a library that only a variant speaks of."""
        phrases = steps.phrases
        if isinstance(part, n.Rule):
            item = part_item(part, steps)
            return ListPoint(f"new: {item.text}", item.below, [*self.remarks(part)])
        point = self.with_remarks(point_with_prefix("new", word_blocks(part, phrases)), part)
        add_explanation(point, "new", part, place_of(part)[0] == place_of(self.whole.head)[0])
        return point

    # -------------------------------------------------------------- words

    def words(self, said: str | None) -> Document:
        """The words that a page speaks of; all, and by the letter, if nothing is given that it says."""
        glossary = Glossary(self.book, self.names, self.phrases, self.spoken, self.remarks)
        sections = ((WORDS_TITLE, glossary.first(said)), ("By the letter", glossary.rest(said)))
        return Document("", [], [PageSection(title, blocks) for title, blocks in sections if blocks])


def _with_section(document: Document, section: PageSection, before: str = "") -> Document:
    """With one more section before another, or as the last; without it if there is nothing in it."""
    if not section.blocks:
        return document
    at = [s.title for s in document.sections].index(before) if before else len(document.sections)
    return evolve(document, sections=[*document.sections[:at], section, *document.sections[at:]])


def _is_end(part: n.Node) -> bool:
    return isinstance(part, (n.End, n.MatchEnd, n.BreakOff))


def _rules_changed(variant: n.Variant) -> Iterable[str]:
    for item in variant.items:
        if isinstance(item, n.Replace) and isinstance(item.part, n.Rule):
            yield item.part.name.text
        elif isinstance(item, (n.AddTo, n.Remove)) and item.sort == "rule":
            yield item.name
