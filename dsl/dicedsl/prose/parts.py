"""Options, material, words, ends and standing rules in words."""

from __future__ import annotations

import re
from collections.abc import Sequence

from attrs import evolve

from dicedsl.prose.document import Block, ListPoint, PageTable, Paragraph, Points, SmallPrint
from dicedsl.prose.items import heading
from dicedsl.prose.name_nouns import Noun, walk
from dicedsl.prose.phrases import Phrases
from dicedsl.prose.sentences import article, escape, has_article, is_plural, sentence, state_sentence, when_played
from dicedsl.prose.steps import Steps, given_to, in_what_order
from dicedsl.syntax import nodes as n
from dicedsl.text.english import capital, listed

HOOKS = {
    "start_of_turn": "at the start of each turn",
    "end_of_turn": "at the end of each turn",
    "start_of_round": "at the start of each round",
    "end_of_round": "at the end of each round",
}
MOMENTS = {
    "rest": "",
    "turn": "after a turn, ",
    "round": "after a round, ",
    "last_turn": "",
}


LONGEST_VALUE = 60  # letters of a value that anybody would work out


def option_line(option: n.Option, phrases: Phrases, for_players: bool = False) -> str:
    """An option in a line; `for_players` leaves out between which numbers a program takes it."""
    text = f"**{capital(option.name.text) if for_players else option.name.text}**"
    if option.text is not None:
        text += f": {escape(option.text.value)}"
    if for_players and isinstance(option.default, n.Truth):
        return sentence(text) if not option.default.value else f"{sentence(text)} This is the usual way."
    if isinstance(option.default, n.Truth):
        return f"{sentence(text)} {'On' if option.default.value else 'Off'} unless agreed otherwise."
    value = capital(phrases.value(option.default))
    counts = {"players", "everyone", "all players"}
    if len(value) > LONGEST_VALUE and any(isinstance(x, n.Phrase) and x.text in counts for x in walk(option.default)):
        value = "Worked out from the number of players"
    usual = f"{value} unless agreed otherwise"
    if for_players and not option.choices:
        return f"{sentence(text)} Usually {value[:1].lower()}{value[1:]}."
    if option.bounds is not None:
        usual += f"; from {phrases.value(option.bounds.low)} to {phrases.value(option.bounds.high)}"
    elif option.choices and for_players:
        others = listed((phrases.value(c) for c in option.choices), "or")
        return f"{sentence(text)} Usually {value[:1].lower()}{value[1:]}; or {others}."
    elif option.choices:
        usual += f"; or {listed((phrases.value(c) for c in option.choices), 'or')}"
    return f"{sentence(text)} {usual}."


def _seen(by: n.Expr | None, phrases: Phrases, whose: str) -> str:
    if by is None:
        return ""
    who = phrases.value(by)
    who = f"{whose} owner" if who == "owner" else who
    return f", seen by {who} only" if who != "nobody" else ", seen by nobody"


def material_line(line: n.Zone | n.Memory | n.Board, phrases: Phrases) -> str:
    if isinstance(line, n.Zone):
        return _zone(line, phrases)
    return _memory(line, phrases) if isinstance(line, n.Memory) else _board(line, phrases)


def _zone(zone: n.Zone, phrases: Phrases) -> str:
    name = f"**{zone.name.text}**"
    verb = "hold" if is_plural(zone.name.text) else "holds"
    if zone.amount is None:
        verb = {"hold": "are", "holds": "is"}[verb]
        what = "empty at first"
    else:
        count = phrases.value(zone.amount)
        if isinstance(zone.amount, n.Number):
            what = f"{count} {zone.sort.text}"
        else:
            what = f"{zone.sort.text}, as many as {count},"
        if "numbered" in zone.sort.words and isinstance(zone.amount, n.Number) and zone.amount.value > 1:
            what += f", called d1 {'and' if zone.amount.value == 2 else 'to'} d{zone.amount.value}"
        if zone.faces is not None:
            shown = (
                listed(map(str, zone.faces.listed)) if zone.faces.span_of is None else phrases.value(zone.faces.span_of)
            )
            what += f" with the faces {shown}"
    what = what.removesuffix(",") + _seen(zone.seen_by, phrases, "their")
    if not zone.keys:
        return f"The {name} {verb} {what}."
    keys = listed(f"each {key.text}" if i == 0 else key.text for i, key in enumerate(zone.keys))
    several = is_plural(zone.name.text)
    owned = f"{article(zone.name.text).removesuffix(zone.name.text)}{name}"
    if len(zone.keys) == 1 and zone.keys[0].text == "player":
        return f"Each player has {owned}. {'They' if several else 'It'} {verb} {what}."
    held = what if zone.amount is None else f"holding {what}"
    return f"There {'are' if several else 'is'} {owned} for {keys}, {held}."


def kept_by(memory: n.Memory, phrases: Phrases) -> str:
    """What else a memory is kept for, beside whose it is."""
    if memory.numbers is not None:
        return f" for each of {phrases.value(memory.numbers)}"
    return "" if memory.key is None else f" for each {memory.key.text}"


def _memory(memory: n.Memory, phrases: Phrases) -> str:
    scope, name = memory.scope, memory.name.text
    owner = (
        f"each {scope.kind.text}"
        if scope.kind is not None
        else f"{'each' if scope.word in {'turn', 'round'} else 'the'} {scope.word}"
    )
    first = "so" if isinstance(memory.initial, n.Truth) and memory.initial.value else "not so"
    if memory.state and scope.word != "each":  # as a variant gives it
        subject = f"{scope.kind.article} {scope.kind.text}".strip() if scope.kind is not None else f"the {scope.word}"
        text = f"at first it is {first} that {subject} is {name}"
    elif name in phrases.facts.sentences:
        text = f"at first it is {first} that {state_sentence(phrases.facts.sentences[name])}"
    elif name in phrases.facts.states:
        text = f"{owner} can be **{name}**, and is {first} at first"
    elif name in phrases.facts.marks and isinstance(memory.initial, n.Truth):
        text = f"{owner} can be marked “**{name}**”, and {'is' if memory.initial.value else 'is not'} at first"
    else:
        several = is_plural(name)
        what = article(name)
        what = f"{what[: -len(name)]}**{name}**"
        what += kept_by(memory, phrases)
        value = phrases.value(memory.initial)
        verb = "start" if several else "starts"
        if isinstance(memory.initial, n.Nothing):
            text = f"{owner} has {what}, at first {value}"
        else:
            text = f"{owner} has {what}, which {verb} {'at' if phrases.is_number(memory.initial) else 'as'} {value}"
        if memory.bounds is not None:
            low, high = phrases.value(memory.bounds.low), phrases.value(memory.bounds.high)
            text += f" and {'are' if several else 'is'} always from {low} to {high}"
    text += _seen(memory.seen_by, phrases, "its")
    if memory.for_match:
        text += f" and {'are' if is_plural(name) else 'is'} kept for the whole match"
    return sentence(text)


def sizes(shape: n.SizedBoard) -> list[n.Expr]:
    """Rows and columns as they were written."""
    numbers = (shape.rows, shape.columns)
    return [n.Number(number) if size is None else size for size, number in zip(shape.sizes, numbers, strict=True)]


def _board(board: n.Board, phrases: Phrases) -> str:
    name = f"**{board.name.text}**"
    verb = "are" if is_plural(board.name.text) else "is"
    shape = board.shape
    if isinstance(shape, n.SizedBoard):
        rows, columns = (phrases.tight(size) for size in sizes(shape))
        text = f"The {name} {verb} a {shape.form.text} of {rows} by {columns}"
    else:
        inner = phrases
        for coordinate in shape.names:
            inner = inner.bind(coordinate.text, phrases.number(coordinate.text))
        names = ", ".join(f"*{c.text}*" for c in shape.names)
        text = f"The {name} {verb} all places ({names}) with each from {phrases.value(shape.low)} to {phrases.value(shape.high)}"
        if shape.condition is not None:
            text += f" where {inner.condition(shape.condition)}"
    if board.without:
        text += f", without {listed(point_text(p) for p in board.without)}"
    if board.seen_from:
        text += f"; players may sit at {listed(p.text for p in board.seen_from)}"
    return f"{text}."


def point_text(point: n.Point) -> str:
    return f"({','.join(map(str, point.coordinates))})"


def word_blocks(
    word: n.Kind | n.ValueWord | n.ListWord | n.CaseWord | n.AdjectiveWord, phrases: Phrases
) -> list[Block]:
    """A definition: a sentence first, with its list or table below."""
    if isinstance(word, n.Kind):
        values = listed(v.text for v in word.values)
        return [Paragraph(f"The **{word.plural.text}** are {values}.")]
    if isinstance(word, n.ListWord):
        return [
            Paragraph(f"The **{word.name.text}** is the list {', '.join(phrases.value(item) for item in word.items)}.")
        ]
    if isinstance(word, n.AdjectiveWord):
        return _adjective(word, phrases)
    inner, term = _term(word, phrases)
    several = is_plural(word.name.text)
    if isinstance(word, n.ValueWord):
        several = several or (is_plural(word.name.text.split(" ", 1)[0]) and inner.is_set(word.body))
        if inner.is_truth(word.body):
            written = phrases.facts.sentences.get(word.name.text)
            if written is not None and not word.params:
                term = _in_bold(state_sentence(written))
                return [Paragraph(sentence(f"{term} when {inner.condition(word.body)}"))]
            return [Paragraph(sentence(f"{term} holds when {inner.condition(word.body)}"))]
        verb = "are" if several else "is"
        return [Paragraph(sentence(f"{term} {verb} {inner.meaning(word)}"))]
    short = _short_case(word, term, inner)
    if short is not None:
        return [Paragraph(short)]
    if word.columns is not None and len(word.rows) == 1 and word.rows[0].condition is None:
        return [Paragraph(f"{capital(term)}:"), _cases(word, inner)]
    asked = _asked_thing(word, phrases)
    if asked is not None:
        own = any(param.kind == asked.singular for param in word.params)
        return [Paragraph(f"{capital(term)}{'' if own else f', by its {asked.singular}'}:"), _cases(word, inner)]
    holds = " holds" if phrases.is_truth(n.Name(word.name)) else ","
    return [Paragraph(f"{capital(term)}{holds} by the first line that fits:"), _cases(word, inner)]


def _asked_thing(word: n.CaseWord, phrases: Phrases) -> Noun | None:
    """What a word is a table of, where each line is for a thing: `bakery | mill`, of places."""
    nouns = [_thing(row.condition, phrases) for row in word.rows if row.condition is not None]
    return nouns[0] if word.params and nouns and all(noun == nouns[0] for noun in nouns) else None


def _thing(condition: n.Expr, phrases: Phrases) -> Noun | None:
    """What the things are called that a line is for; nothing if it is for whatever meets a condition."""
    if isinstance(condition, n.Or):
        left, right = _thing(condition.left, phrases), _thing(condition.right, phrases)
        return left if left == right else None
    if not isinstance(condition, n.Name) or phrases.is_truth(condition):
        return None
    return phrases.noun(condition)


def _things(condition: n.Expr, phrases: Phrases) -> str:
    if isinstance(condition, n.Or):
        return f"{_things(condition.left, phrases)} or {_things(condition.right, phrases)}"
    return phrases.value(condition)


def _in_bold(text: str) -> str:
    """A sentence as a term, its article outside: `the **auction is over**`."""
    bare = text.removeprefix("the ")
    return f"{text.removesuffix(bare)}**{bare}**"


def _short_case(word: n.CaseWord, term: str, phrases: Phrases) -> str | None:
    """Two cases that fit into a sentence."""
    if word.columns is not None or not word.rows or word.rows[-1].condition is not None:
        return None
    verb = "are" if is_plural(word.name.text) else "is"
    cells = [row.cells[0] for row in word.rows]
    if len(cells) == 1 and cells[0] is not None and not phrases.is_truth(cells[0]):
        return sentence(f"{term} {verb} {phrases.value(cells[0])}")
    if len(cells) != 2:
        return None
    first, second = cells
    condition = word.rows[0].condition
    if condition is None or first is None or second is None:
        return None
    if phrases.is_truth(first) or phrases.is_truth(second):
        if (first, second) == (n.Truth(True), n.Truth(False)):
            return sentence(f"{term} holds when {phrases.condition(condition)}")
        return None
    when = f"if {phrases.condition(condition)}"
    if word.params and _thing(condition, phrases) is not None:
        when = f"for {_things(condition, phrases)}"
    text = f"{term} {verb} {phrases.value(first)} {when}, otherwise {phrases.value(second)}"
    return sentence(text) if len(text) <= 160 else None


def _term(word: n.ValueWord | n.CaseWord, phrases: Phrases) -> tuple[Phrases, str]:
    inner, intros = _its(word, phrases) or phrases.params(word.params)
    name = word.name.text
    truth = phrases.is_truth(n.Name(word.name))
    term = f"“**{name}**”" if truth else f"**{name}**" if has_article(name) else f"the **{name}**"
    return inner, term + _asked_of(word.params, intros)


def _asked_of(params: Sequence[n.Param], intros: list[str]) -> str:
    """`of a player`, `at a shelf`, `of a place towards a place`: as the word is written."""
    if not any(param.prep not in {"", "of"} for param in params):
        return f" of {listed(intros)}" if intros else ""
    return "".join(f" {param.prep or 'of'} {intro}" for param, intro in zip(params, intros, strict=True))


NESTING = (n.It, n.Where, n.Best, n.ForEach, n.Quantified)


def _its(word: n.ValueWord | n.CaseWord, phrases: Phrases) -> tuple[Phrases, list[str]] | None:
    """How to tell a word with `it` where it is asked of one thing and nothing else could be meant: `the layer of a
    place is 9 minus its a`."""
    if len(word.params) != 1 or phrases.facts.means_several(word.params[0].kind):
        return None
    if any(isinstance(part, NESTING) for part in walk(word)):
        return None
    clauses = [part.clause for part in walk(word) if isinstance(part, n.Described)]
    if any(part == n.Name(word.params[0].name) for part in walk(clauses)):
        return None  # `whose stall is it` would be another one
    called = "it"
    if word.params[0].kind == "player":
        name = word.params[0].name
        named = sum(isinstance(part, n.Name) and part.phrase == name for part in walk(word))
        owned = sum(isinstance(part, n.Apply) and part.argument == n.Name(name) for part in walk(word))
        marks = phrases.facts.marks
        if named != owned or any(isinstance(part, n.Apply) and part.phrase.text in marks for part in walk(word)):
            return None
        called = "they"
    inner, _ = phrases.param(word.params[0], called)
    return inner, [article(word.params[0].kind)]


def _cases(word: n.CaseWord, phrases: Phrases) -> PageTable:
    def cell(expr: n.Expr | None) -> str:
        return "-" if expr is None else phrases.table_value(expr).removesuffix(" together")

    asked = _asked_thing(word, phrases)
    first = "When" if asked is None else capital(asked.singular)
    rows = [[_line(row.condition, word, phrases), *map(cell, row.cells)] for row in word.rows]
    if word.columns is None:
        return PageTable([first, capital(word.name.text)], rows)
    heads = ["Otherwise" if head is None else phrases.value(head) for head in word.columns.heads]
    if len(word.rows) == 1 and word.rows[0].condition is None:  # whatever holds
        return PageTable(heads, [row[1:] for row in rows])
    return PageTable([first, *heads], rows)


def _line(condition: n.Expr | None, word: n.CaseWord, phrases: Phrases) -> str:
    if condition is None:
        return "Otherwise"
    if word.params and _thing(condition, phrases) is not None:
        return capital(_things(condition, phrases))
    return capital(phrases.condition(condition))


def _adjective(word: n.AdjectiveWord, phrases: Phrases) -> list[Block]:
    # With one name only, and nothing else that `it` could mean, the sentence needs no letter.
    many = phrases.facts.means_several(word.subject.kind)
    simple = word.other is None and not many
    simple = simple and not any(isinstance(x, NESTING) for c in word.conditions for x in walk(c))
    if simple:
        inner, _ = phrases.param(word.subject, "they" if word.subject.kind == "player" else "it")
        intros = [article(word.subject.kind)]
    else:
        inner, intros = phrases.params([word.subject, *([word.other] if word.other is not None else [])])
    called = article(word.name.text)[: -len(word.name.text)] if word.name.article else ""
    if word.name.article == "the":
        called = "the "
    text = f"{capital(intros[0])} {'are' if many else 'is'} {called}**{word.name.text}**"
    if word.other is not None:
        text += f" {word.other.prep or 'with'} {intros[1]}"
    conditions = [inner.condition(c) for c in word.conditions]
    if word.join == "one" or len(conditions) == 1:
        return [Paragraph(sentence(f"{text} when {conditions[0]}"))]
    how = "all of these hold" if word.join == "all" else "any of these holds"
    return [Paragraph(f"{text} when {how}:"), Points([ListPoint(c) for c in conditions])]


# ------------------------------------------------------------------ standing rules and ends


def end_item(end: n.End | n.MatchEnd, phrases: Phrases, steps: Steps | None = None) -> ListPoint:
    inner, when = phrases.witnesses(end.condition, together=True), phrases.condition(end.condition)
    together = win_together(end)
    for name in [] if together else _witnesses(end):
        local = inner.locals[name.phrase.text]
        if local.noun is not None and any(x == name for x in walk(end.block)):
            inner = inner.bind(name.phrase.text, evolve(local, called=f"those {local.noun[1]}"))
    moment = MOMENTS[end.moment] if isinstance(end, n.End) else ""
    last = (
        ", every other player has one more turn, and then"
        if isinstance(end, n.End) and end.moment == "last_turn"
        else ""
    )
    item = _steps(steps, inner).with_head(f"when {when}{last}", end.block, glue="" if last else ",")
    head = f"when {when}{last}:"
    if any(isinstance(block, SmallPrint) for block in item.below) and item.text.startswith(head):
        item.text = item.text.removeprefix(head).strip()  # a note tells all of it
        moment = ""
    item.text = f"**{heading(end.caption.value)}**: {when_played(f'{moment}{item.text}')}"
    if together:
        item.remarks.insert(0, Paragraph("If several do, they win together."))
    return item


def _witnesses(end: n.End | n.MatchEnd) -> list[n.Name]:
    """Whoever meets the condition of an end, by their names."""
    return [n.Name(x.name) for x in walk(end.condition) if isinstance(x, n.Quantified) and x.word == "some"]


def win_together(end: n.End | n.MatchEnd) -> bool:
    """Whether all that is done is that whoever meets the condition wins."""
    wins = [x for x in walk(end.block) if isinstance(x, (n.Wins, n.BestWins))]
    return (
        len(wins) == 1
        and wins[0] in end.block.steps
        and isinstance(wins[0], n.Wins)
        and wins[0].players in _witnesses(end)
    )


def standing_item(
    part: n.Whenever | n.Always | n.BreakOff | n.Hook, phrases: Phrases, steps: Steps | None = None
) -> ListPoint:
    if isinstance(part, n.Always):
        return ListPoint(f"always {phrases.condition(part.condition)} — *{escape(part.sentence.value)}*")
    if isinstance(part, n.BreakOff):
        count = phrases.tight(part.count)
        usual = re.fullmatch(r".* \((\d+)\)", count)
        many = f"{count} {part.unit}" if isinstance(part.count, n.Number) else f"as many {part.unit} as {count}"
        many = f"{usual[1]} {part.unit}" if usual else many
        return _steps(steps, phrases).with_head(f"after {many} at the latest", part.block)
    if isinstance(part, n.Hook):
        return _steps(steps, phrases).with_head(HOOKS[part.moment], part.block)
    inner = phrases.witnesses(part.condition)
    order = in_what_order(part.by, inner) if part.by is not None else ""
    return _steps(steps, inner).with_head(f"whenever {phrases.condition(part.condition)}{order}", part.block)


def _steps(steps: Steps | None, phrases: Phrases) -> Steps:
    """How steps are told here: as elsewhere on the page, with the names that are known here."""
    return Steps(phrases) if steps is None else evolve(steps, phrases=phrases)


def rule_blocks(rule: n.Rule, phrases: Phrases, steps: Steps | None = None) -> list[Block]:
    inner, intros = phrases.params(rule.params)
    blocks = _steps(steps, inner).as_blocks(rule.block.steps)
    if any(isinstance(block, SmallPrint) for block in blocks):  # a note tells all of it
        return blocks
    lead: list[Block] = [Paragraph(f"For {listed(intros)}:")] if intros else []
    if intros and phrases.facts.book.edition_of(rule) > 1:
        lead = [Paragraph(f"{capital(rule.name.text)}{given_to(rule, intros, direct=True)}:")]
    return [*lead, *blocks]
