"""Steps in words."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from attrs import evolve, field, frozen

from dicedsl.prose.clauses import CLAUSES, kept_by, verb
from dicedsl.prose.document import Block, ListPoint, Note, PageTable, Paragraph, Points, SmallPrint
from dicedsl.prose.formal_text import has_letters, rulings_in
from dicedsl.prose.items import in_list, in_paragraphs, in_short, remark, rule_name
from dicedsl.prose.name_nouns import PLAYER, LocalName
from dicedsl.prose.phrases import Phrases
from dicedsl.prose.sentences import escape, sentence
from dicedsl.syntax import nodes as n
from dicedsl.text.english import capital, listed

LONG_CONDITION = 90  # letters of a condition that is better told by its sentence
MOST_NESTED_ITEMS = 12  # rules within rules that are told in place


@frozen
class Inlined:
    """A rule that is told where it is used; with its name where somebody may look for it."""

    rule: n.Rule
    named: bool
    remarks: list[Note] = field(factory=list)


@frozen
class Steps:
    """Steps in words; `loop` says what `stop` leaves, `inlined` which rules are told where they are carried out."""

    phrases: Phrases
    loop: str = "repeating"
    inlined: dict[str, Inlined] = field(factory=dict)
    printed: bool = False  # on a page for players: notes first, where they tell it better
    depth: int = 0
    pointer: str = " (see below)"  # where a rule is found that is told elsewhere
    above: frozenset[str] = frozenset()  # rules that have been told under a heading
    told: list[n.Alternative] = field(factory=list)  # choices that have been told on this page
    unread: frozenset[str] = frozenset()  # who or what is remembered although nothing ever asks for it
    named: set[str] = field(factory=set)  # rules that have been told in place, under their names

    def items(self, steps: Iterable[n.Must | n.Step], phrases: Phrases | None = None) -> list[ListPoint]:
        phrases = phrases or self.phrases
        items: list[ListPoint] = []
        waiting: list[Note] = []
        steps = [
            step for step in steps if not isinstance(step, n.Set | n.Add | n.Take) or kept_by(step) not in self.unread
        ]
        alone = sum(not isinstance(step, n.Remark) for step in steps) == 1
        short = " ".join(filter(None, map(in_short, steps)))
        if short and self.printed:
            points = self.items([step for step in steps if not in_short(step)], phrases)
            below: list[Block] = [SmallPrint(in_list(points, True))] if points else []
            return [ListPoint(short, below, _remarks_of(points))]
        for step in steps:
            if isinstance(step, n.Remark):
                (items[-1].remarks if items else waiting).append(remark(step))
                continue
            if isinstance(step, n.Do) and step.rule.text in self.inlined and self.depth < MOST_NESTED_ITEMS:
                points = self._in_place(step, phrases, alone)
            else:
                phrases, item = self.step(step, phrases)
                points = [item]
            if waiting and points:
                points[0].remarks[:0] = waiting
                waiting = []
            items += points
        if waiting:
            items.append(ListPoint("nothing happens", remarks=[*waiting]))
        return _with_what_is_said([in_plain_words(item) for item in items]) if self.printed else items

    def _in_place(self, step: n.Do, phrases: Phrases, alone: bool) -> list[ListPoint]:
        """The steps of a rule where it is carried out; among other steps they keep together under its name."""
        inlined = self.inlined[step.rule.text]
        inner = phrases
        for param, argument in zip(inlined.rule.params, step.arguments, strict=True):
            local = phrases.of_param(param)
            product = isinstance(argument, n.Binary) and argument.op == "*"
            called = phrases.value(argument) if product else phrases.tight(argument)
            inner = inner.bind(param.name.text, evolve(local, called=called))
            # What is nearest before it is meant by `it`, and the nearest player by `they`.
            inner = evolve(inner, they_called=called) if param.kind == "player" else evolve(inner, it_called=called)
        points = evolve(self, depth=self.depth + 1).items(inlined.rule.block.steps, inner)
        if inlined.named or (len(points) > 1 and not alone):
            name = f"**{rule_name(inlined.rule)}**"
            self.named.add(inlined.rule.name.text)
            if len(points) == 1:
                points[0].text = f"{name}: {points[0].text}"
            else:
                points = [ListPoint(f"{name}:", in_list(points, True))]
        if points:
            points[-1].remarks += inlined.remarks
        return [in_plain_words(item) for item in points]

    def as_blocks(self, steps: Iterable[n.Must | n.Step], phrases: Phrases | None = None) -> list[Block]:
        return in_paragraphs(self.items(steps, phrases))

    def with_head(self, head: str, block: n.Block, phrases: Phrases | None = None, glue: str = ",") -> ListPoint:
        """`head, step`, or the head with its steps below."""
        items = self.items(block.steps, phrases) or [ListPoint("nothing happens")]
        if len(items) == 1 and items[0].text[:1].isupper():
            return ListPoint(f"{head}: {items[0].text}", items[0].below, items[0].remarks)
        if len(items) == 1 and any(isinstance(block, SmallPrint) for block in items[0].below):
            return ListPoint(f"{head}: {items[0].text}", items[0].below, items[0].remarks)
        if len(items) == 1:
            mark = ":" if glue == "," and "," in head.removeprefix("otherwise,") else glue
            then = " then" if mark == "," and " if" in f" {head}" and items[0].text.startswith("if ") else ""
            return ListPoint(f"{head}{mark}{then} {items[0].text}", items[0].below, items[0].remarks)
        short = self._in_one_sentence(items)
        if short is not None:
            return ListPoint(f"{head}{':' if ',' in head else glue} {short}")
        return ListPoint(f"{head}:", in_list(items, True))

    def _in_one_sentence(self, items: Sequence[ListPoint]) -> str | None:
        """Two short steps: `add the pot to your score, and the turn ends`."""
        texts = [item.text for item in items]
        if len(items) != 2 or any(item.below or item.remarks for item in items):
            return None
        if any(re.search(r"[.:;,“(]", text) for text in texts) or sum(map(len, texts)) > LONG_CONDITION:
            return None
        return f"{texts[0]}, and {texts[1]}"

    def step(self, step: n.Must | n.Step, phrases: Phrases) -> tuple[Phrases, ListPoint]:
        """A step, and the printer that knows the names it gives."""
        naming = NAMING.get(type(step))
        if naming is not None:
            return naming(step, phrases)
        return phrases, POINTS.get(type(step), Steps._clause)(self, step, phrases)

    def _clause(self, step: n.Step, phrases: Phrases) -> ListPoint:
        return ListPoint(CLAUSES[type(step)](phrases, step), keeps=kept_by(step))

    def _must(self, step: n.Must, phrases: Phrases) -> ListPoint:
        return ListPoint(f"only if {condition_text(step, phrases)} — *{escape(step.sentence.value)}*")

    def _do(self, step: n.Do, phrases: Phrases) -> ListPoint:
        rule = phrases.facts.book.rules.get(step.rule.text)
        direct = rule is not None and phrases.facts.book.edition_of(rule) > 1
        given = given_to(rule, [phrases.value(argument) for argument in step.arguments], direct)
        pointer = " (see above)" if step.rule.text in self.above else self.pointer
        called = step.rule.text if rule is None else rule_name(rule)
        return ListPoint(f"**{called}**{given}{pointer}")

    def _stop(self, step: n.Stop, phrases: Phrases) -> ListPoint:
        return ListPoint(f"stop {self.loop}")

    def _if(self, step: n.If, phrases: Phrases) -> ListPoint:
        items = []
        for i, branch in enumerate(step.branches):
            if branch.condition is None:
                head = "otherwise"
            else:
                head = f"{'otherwise, if' if i else 'if'} {phrases.condition(branch.condition)}"
            items.append(self.with_head(head, branch.block, phrases))
        if len(items) == 1:
            return items[0]
        if not any(item.below or item.remarks for item in items) and len(items) == 2:
            return ListPoint(
                " ".join(
                    sentence(item.text) if i else sentence(item.text)[0].lower() + sentence(item.text)[1:]
                    for i, item in enumerate(items)
                )
            )
        return ListPoint("the first of these that fits:", in_list(items, False))

    def _repeat(self, step: n.Repeat, phrases: Phrases) -> ListPoint:
        head = "repeat this" if step.times is None else f"do this {_times(step.times, phrases)}"
        point = evolve(self, loop="repeating").with_head(head, step.block, phrases, ":")
        point.text = point.text.replace("repeat this: you choose one of", "again and again, you choose one of", 1)
        return point

    def _in_turn(self, step: n.InTurn, phrases: Phrases) -> ListPoint:
        head = f"clockwise, beginning with {phrases.value(step.start)}, each player in turn"
        rest = ""
        if step.until is not None:
            rest += f", until {phrases.condition(step.until)}"
        if step.times is not None:
            rest += f", {_times(step.times, phrases, ' each')}"
        steps = evolve(self, loop="going round")
        point = steps.with_head(f"{head} does this{rest}", step.block, phrases, ":")
        for first, other in (
            ("you choose one of these:", "chooses one of these{}:"),
            ("play a turn", "plays a turn{}"),
        ):
            if point.text == f"{head} does this{rest}: {first}":
                point.text = f"{head} {other.format(rest)}"
        return point

    def _for(self, step: n.For, phrases: Phrases) -> ListPoint:
        assert step.source is not None  # it has been desugared
        inner, label = phrases.over(step.name, step.source)
        # What is gone through is nearer than what the rule was given.
        of_player = inner.locals[step.name.text].noun == PLAYER
        inner = evolve(inner, they_called=None) if of_player else evolve(inner, it_called=None)
        steps = [part for part in step.block.steps if not isinstance(part, n.Remark)]
        if (
            len(steps) == len(step.block.steps) == 1
            and isinstance(steps[0], (n.Roll, n.Show))
            and step.condition is None
        ):
            rolls = isinstance(steps[0], n.Roll)
            own = inner.bind(
                step.name.text,
                evolve(inner.locals[step.name.text], called="they" if of_player else f"each {label}"),
            )
            dice = own.members(steps[0].dice)
            if of_player and "their " in dice:
                return ListPoint(f"each {label} {'rolls' if rolls else 'shows'} {dice}")
            if not of_player and dice.endswith(f" of each {label}"):
                return ListPoint(f"roll {dice}" if rolls else f"show {dice} to everybody")
        head = f"for each {label}"
        if step.condition is not None:
            called = inner.locals[step.name.text].called
            head += (
                f" {_which_one(step.condition, inner, called, of_player) or f'where {inner.condition(step.condition)}'}"
            )
        if step.by is not None:
            head += in_what_order(step.by, inner)
        return self.with_head(head, step.block, inner)

    def _choose(self, step: n.Choose, phrases: Phrases) -> ListPoint:
        one_of = "" if sum(isinstance(a, n.Alternative) for a in step.alternatives) == 1 else " one of these"
        if step.by is None:
            lead = f"you choose{one_of}:"
        elif step.at_once:
            who = phrases.members(step.by)
            lead = f"{who}{'' if who.startswith('all ') else ' all'} choose{one_of}, at once and in secret (each is “you” here):"
        else:
            who = phrases.value(step.by)
            lead = "you choose" if who == "you" else f"{who} {verb(phrases, step.by, 'chooses', 'choose')}"
            lead += f"{one_of}:" if who == "you" else f"{one_of} (and is “you” here):"
        items, after = self._alternatives(step.alternatives, phrases)
        only = items[0] if len(items) == 1 and lead == "you choose:" else None
        if step.nothing_fits is not None:
            cannot = "if you cannot" if len(items) == 1 else "if you can do none of these"
            items.append(self.with_head(cannot, step.nothing_fits, phrases))
        if only is not None:
            # Nothing is to be chosen but how.
            return ListPoint(only.text, [*only.below, *in_list(items[1:], False)], [*only.remarks, *after])
        below = in_list(items, False)
        if isinstance(step.allowed, n.Allowed):
            below.append(self.allowed_table(step.allowed, phrases))
        return ListPoint(lead, below, [*after])

    def _alternatives(
        self, parts: Sequence[n.Offer], phrases: Phrases, verb: str = ": pick"
    ) -> tuple[list[ListPoint], list[Note]]:
        items: list[ListPoint] = []
        names: list[str] = []
        waiting: list[Note] = []
        for part in parts:
            if isinstance(part, n.Remark):
                waiting.append(remark(part))
                continue
            if not isinstance(part, n.Alternative):
                continue  # it has been desugared
            if items:
                items[-1] = _by_its_notes(names[-1], items[-1], waiting)
                waiting = []
            names.append(part.name.value)
            items.append(self.alternative(part, phrases, verb))
        return items, waiting

    def alternative(self, part: n.Alternative, phrases: Phrases, verb: str = ": pick") -> ListPoint:
        """A choice: what is picked, when it is open, and what follows."""
        head = f"**{escape(part.name.value)}**"
        if self.printed and len(part.steps) > 1 and part in self.told:
            return ListPoint(f"{head}, as above")
        self.told.append(part)
        whole = " ".join(filter(None, map(in_short, part.steps)))
        if whole and self.printed:
            rest = tuple(step for step in part.steps if not in_short(step))
            point = self.alternative(evolve(part, steps=rest), phrases, verb)
            below: list[Block] = [SmallPrint([Paragraph(sentence(point.text)), *point.below])]
            return ListPoint(f"{head}: {whole}", below, _remarks_of([point]))
        inner = phrases
        picks = []
        for pick in part.picks:
            inner, text = inner.pick(pick)
            picks.append(text)
        if picks:
            head += f"{verb} {listed(picks)}"
        musts = [s for s in part.steps if isinstance(s, n.Must)]
        items = self.items((s for s in part.steps if not isinstance(s, n.Must)), inner)
        reasons = [(condition_text(must, inner), sentence(escape(must.sentence.value))) for must in musts]
        small: list[Block] = [
            SmallPrint([Paragraph(f"Exactly: only if {condition}.")]) for condition, _ in reasons if is_long(condition)
        ]
        if len(reasons) > 1:
            return self._with_reasons(head, reasons, items)
        for condition, said in reasons:
            head = f"{sentence(head)} " + (
                capital(_ruled(said)) if is_long(condition) else f"Only if {condition} (otherwise: *{said}*)."
            )
        if not items:
            return ListPoint(head, small)
        then = " Then" if musts else "" if not picks else ". Then"
        if len(items) == 1 and (items[0].text + " ").startswith(f"{head} "):
            return items[0]  # it is called as the rule that follows
        if items and items[0].text == f"{head}:" and isinstance(items[0].below[0], Points):
            # It begins with the rule that is called so.
            return ListPoint(
                f"{head}:", [evolve(items[0].below[0], points=[*items[0].below[0].points, *items[1:]]), *small]
            )
        if len(items) == 1 and items[0].text[:1].isupper():
            return ListPoint(f"{sentence(head)} {items[0].text}", [*items[0].below, *small], items[0].remarks)
        if len(items) == 1:
            glue = f"{then} " if then else ": "
            return ListPoint(f"{head}{glue}{items[0].text}", [*items[0].below, *small], items[0].remarks)
        short = self._in_one_sentence(items)
        if short is not None:
            return ListPoint(f"{head}{then or ':'} {short}", small)
        return ListPoint(f"{head}{then}:", [*in_list(items, True), *small])

    def _with_reasons(self, head: str, reasons: Sequence[tuple[str, str]], items: list[ListPoint]) -> ListPoint:
        """Several conditions stand below each other, then what follows."""
        listed_ = []
        for condition, said in reasons:
            if is_long(condition):
                listed_.append(ListPoint(_ruled(said), [SmallPrint([Paragraph(f"Exactly: only if {condition}.")])]))
            else:
                listed_.append(ListPoint(f"{condition} (otherwise: *{said}*)"))
        below = in_list(listed_, False)
        text = f"{sentence(head)} All of this must hold:"
        if len(items) == 1:
            then = "" if items[0].text[:1].isupper() else "then "
            below += [Paragraph(sentence(f"{then}{items[0].text}")), *items[0].below, *items[0].remarks]
        elif items:
            below += [Paragraph("Then:"), *in_list(items, True)]
        return ListPoint(text, below)

    def allowed_table(self, node: n.Allowed, phrases: Phrases) -> PageTable:
        """A line for each situation: what may be chosen in it, and what one hears who chooses something else."""
        names = [f"**{escape(name.value)}**" for name in node.names]
        rows = []
        for row in node.rows:
            when = phrases.condition(row.condition) if row.condition is not None else "otherwise"
            open_ = [name for name, cell in zip(names, row.cells, strict=True) if cell]
            may = "anything" if len(open_) == len(names) > 1 else listed(open_, "or") if open_ else "nothing"
            rows.append([capital(when), may, f"*{escape(row.sentence.value)}*" if row.sentence is not None else "-"])
        return PageTable(["The first line that fits", "You may choose", "Anything else is refused"], rows)

    def _attempt(self, step: n.Attempt, phrases: Phrases) -> ListPoint:
        who = "you try" if step.by is None else f"{phrases.value(step.by)} {verb(phrases, step.by, 'tries', 'try')}"
        items, after = self._alternatives(step.outcomes, phrases, ", with")
        return ListPoint(
            f"{who} “{escape(step.name.value)}”, which ends in one of these ways:",
            in_list(items, False),
            [*after],
        )


def given_to(rule: n.Rule | None, values: list[str], direct: bool = False) -> str:
    """What a rule is carried out for, as it is called: `at the goal`; `direct`: what has no preposition follows the name."""
    preps = [param.prep for param in rule.params] if rule is not None else []
    if not any(preps):
        return f" {'' if direct else 'for '}{listed(values)}" if values else ""
    return "".join(
        f" {prep or ('' if direct else 'for') if i == 0 else prep or 'and'} {value}".replace("  ", " ")
        for i, (prep, value) in enumerate(zip(preps, values, strict=True))
    )


def _ruled(said: str) -> str:
    """The sentence of a referee as a rule; one that only says what is wrong is called a refusal."""
    wrong = re.match(r"(?:There|That|This|These|Those|Another|Nobody|No|None|You have|You rolled|It|They) ", said)
    return f"refused if not: *{said}*" if wrong else f"*{said}*"


def _remarks_of(points: Iterable[ListPoint]) -> list[Note | Paragraph]:
    """What is said beside steps that a note tells: all of it, but of what lies deeper only what is decided there."""
    remarks: list[Note | Paragraph] = []
    for point in points:
        remarks += [remark for remark in point.remarks if isinstance(remark, Note)]
        remarks += rulings_in([evolve(point, remarks=[])])
    return remarks


def _by_its_notes(name: str, point: ListPoint, notes: list[Note]) -> ListPoint:
    """A choice that letters make hard to read, told by the notes about it; sums alone are rules that nothing else tells."""
    text = " ".join(note.text for note in notes if note.word == "note")
    if not text or not has_letters(point):
        point.remarks += notes
        return point
    rulings = [note for note in notes if note.word != "note"]
    exact = SmallPrint([Paragraph(sentence(point.text)), *point.below])
    return ListPoint(f"**{escape(name)}**: {text}", [exact], [*rulings_in([point]), *rulings])


def in_plain_words(item: ListPoint) -> ListPoint:
    """A step that letters make hard to read, and of which a note says what happens: the note first, then the letter of it."""
    notes = [note.text for note in item.remarks if isinstance(note, Note) and note.word == "note"]
    if not notes or len(item.text) < LONG_CONDITION or re.search(r"\*\w\*", item.text) is None:
        return item
    rest = [note for note in item.remarks if not isinstance(note, Note) or note.word != "note"]
    return ListPoint(" ".join(notes), [SmallPrint([Paragraph(sentence(f"exactly: {item.text}")), *item.below])], rest)


def is_long(condition: str) -> bool:
    """Whether a condition is better told by its sentence: it is long, or letters or sums stand in it."""
    return (
        len(condition) > LONG_CONDITION
        or re.search(r"\*\w\*|compared from|, for each| plus | minus | times ", condition) is not None
    )


def _with_what_is_said(items: list[ListPoint]) -> list[ListPoint]:
    """What is announced beside a step goes with that step."""
    points: list[ListPoint] = []
    waiting: list[Note | Paragraph] = []
    perhapses = ("if ", "otherwise", "the first of these", "for each", "repeat", "announce")
    for number, item in enumerate(items):
        said = re.fullmatch(r"announce: “(.+)”", item.text)
        before = points[-1].text if points else ""
        perhaps = before.startswith(perhapses)
        if not points and number + 1 < len(items):  # it goes with the next, unless that is not done each time
            perhaps = items[number + 1].text.startswith(perhapses)
        if said is None or item.below or (len(items) == 1 and not item.remarks) or perhaps:
            item.remarks[:0] = waiting
            waiting = []
            points.append(item)
        elif points and not points[-1].below:
            points[-1].remarks += [Paragraph(f"*{said[1]}*"), *item.remarks]
        else:
            waiting += [Paragraph(f"*{said[1]}*"), *item.remarks]
    if waiting and points:
        points[-1].remarks += waiting
    return points or items


def condition_text(must: n.Must, phrases: Phrases) -> str:
    """What must hold, now or afterwards."""
    return f"{'afterwards ' if isinstance(must, n.MustLeave) else ''}{phrases.condition(must.condition)}"


def _times(times: n.Expr, phrases: Phrases, each: str = "") -> str:
    if isinstance(times, n.Number):
        return {1: "once", 2: "twice"}.get(times.value, f"{times.value} times") + each
    text = phrases.value(times)
    usual = re.fullmatch(r"the [\w -]+ \((\d+)\)", text)
    if usual is not None:
        return f"{usual[1]} times{each}"
    if isinstance(times, n.Fold) and times.word == "count":
        return f"as many times{each} as there are {text.removeprefix('the number of ')}"
    return f"as many times{each} as {text} {verb(phrases, times, 'says', 'say')}"


def _which_one(condition: n.Expr, phrases: Phrases, called: str, of_player: bool) -> str | None:
    """What must hold of each as a clause behind it: `whose catch is the worst catch`, `who is not at anchor`."""
    if isinstance(condition, n.And):
        parts = [_which_one(part, phrases, called, of_player) for part in (condition.left, condition.right)]
        return None if None in parts else " and ".join(filter(None, parts))
    text = phrases.condition(condition)
    who = "who" if of_player else "that"
    they, their = ("they are", "their") if of_player else ("it is", "its")
    owned = re.match(rf"the ((?:(?! of |[,(]).)+) of {re.escape(called)} ((?:is|are) .+)", text)
    if owned is not None and not isinstance(condition, n.Or):
        return f"whose {owned[1]} {owned[2]}"
    if isinstance(condition, n.Or):
        return None
    for before, after in ((f"{their} ", "whose "), (f"{they} ", f"{who} is "), (f"{called} is ", f"{who} is ")):
        if text.startswith(before):
            return f"{after}{text.removeprefix(before)}"
    return None


def in_what_order(by: n.By, phrases: Phrases) -> str:
    return f", the {'highest' if by.highest else 'lowest'} {phrases.value(by.measure).removeprefix('the ')} first"


def _let(step: n.Let, phrases: Phrases) -> tuple[Phrases, ListPoint]:
    sort = phrases.sort(step.value)
    several = sort is not None and sort.many
    after, called = phrases.named(step.name, sort)
    if called.startswith("*") or not called or (several and not after.plural(n.Name(step.name))):
        letter = f"*{step.name.text}*"
        after = phrases.bind(step.name.text, LocalName(letter, sort))
        return after, ListPoint(f"call {phrases.value(step.value)} {letter}", keeps=step.name.text)
    be = "are" if after.plural(n.Name(step.name)) else "is"
    return after, ListPoint(f"{called} {be} {phrases.value(step.value)}", keeps=step.name.text)


def _draw(step: n.Draw, phrases: Phrases) -> tuple[Phrases, ListPoint]:
    after, called = phrases.named(step.name, phrases.member_of(step.source))
    where = f" {phrases.relative(step.condition, step.source)}" if step.condition is not None else ""
    what = re.sub(r"^(one \w+) in ", r"\1 from ", phrases.amount(n.Amount("one"), step.source))
    return after, ListPoint(f"draw {what}{where} by lot{f' ({called})' if called else ''}")


# Steps that give a name, and those that are more than a clause.
NAMING: dict[type, Callable[[Any, Phrases], tuple[Phrases, ListPoint]]] = {n.Let: _let, n.Draw: _draw}
POINTS: dict[type, Callable[[Steps, Any, Phrases], ListPoint]] = {
    n.If: Steps._if, n.For: Steps._for, n.Repeat: Steps._repeat, n.InTurn: Steps._in_turn, n.Choose: Steps._choose,
    n.Attempt: Steps._attempt, n.Must: Steps._must, n.MustLeave: Steps._must, n.Do: Steps._do, n.Stop: Steps._stop,
}  # fmt: skip
