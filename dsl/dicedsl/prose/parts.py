"""Options, material, words, ends and standing rules in words."""

from __future__ import annotations

from dicedsl.prose.english import article, capital, escape, has_article, is_plural, listed, sentence
from dicedsl.prose.items import Item, heading, table
from dicedsl.prose.phrases import Phrases
from dicedsl.prose.steps import Steps, in_what_order
from dicedsl.prose.things import NUMBER, walk
from dicedsl.syntax import nodes as n

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


def option_line(option: n.Option, says: Phrases) -> str:
    text = f"**{option.name.text}**"
    if option.text is not None:
        text += f": {escape(option.text.value)}"
    if isinstance(option.default, n.Truth):
        return f"{sentence(text)} {'On' if option.default.value else 'Off'} unless agreed otherwise."
    usual = f"{capital(says.value(option.default))} unless agreed otherwise"
    if option.bounds is not None:
        usual += f"; from {says.value(option.bounds.low)} to {says.value(option.bounds.high)}"
    elif option.choices:
        usual += f"; or {listed((says.value(c) for c in option.choices), 'or')}"
    return f"{sentence(text)} {usual}."


def _seen(by: n.Expr | None, says: Phrases, whose: str) -> str:
    if by is None:
        return ""
    who = says.value(by)
    who = f"{whose} owner" if who == "owner" else who
    return f", seen by {who} only" if who != "nobody" else ", seen by nobody"


def material_line(line: n.Zone | n.Memory | n.Board, says: Phrases) -> str:
    if isinstance(line, n.Zone):
        return _zone(line, says)
    return _memory(line, says) if isinstance(line, n.Memory) else _board(line, says)


def _zone(zone: n.Zone, says: Phrases) -> str:
    name = f"**{zone.name.text}**"
    verb = "hold" if is_plural(zone.name.text) else "holds"
    if zone.amount is None:
        verb = {"hold": "are", "holds": "is"}[verb]
        what = "empty at first"
    else:
        count = says.value(zone.amount)
        if isinstance(zone.amount, n.Number):
            what = f"{count} {zone.sort.text}"
        else:
            what = f"{zone.sort.text}, as many as {count},"
        if "numbered" in zone.sort.words and isinstance(zone.amount, n.Number) and zone.amount.value > 1:
            what += f", called d1 {'and' if zone.amount.value == 2 else 'to'} d{zone.amount.value}"
        if zone.faces is not None:
            shown = (
                listed(map(str, zone.faces.listed)) if zone.faces.span_of is None else says.value(zone.faces.span_of)
            )
            what += f" with the faces {shown}"
    what = what.removesuffix(",") + _seen(zone.seen_by, says, "their")
    if not zone.keys:
        return f"The {name} {verb} {what}."
    keys = listed(f"each {key.text}" if i == 0 else key.text for i, key in enumerate(zone.keys))
    several = is_plural(zone.name.text)
    owned = f"{article(zone.name.text).removesuffix(zone.name.text)}{name}"
    if len(zone.keys) == 1 and zone.keys[0].text == "player":
        return f"Each player has {owned}. {'They' if several else 'It'} {verb} {what}."
    held = what if zone.amount is None else f"holding {what}"
    return f"There {'are' if several else 'is'} {owned} for {keys}, {held}."


def _memory(memory: n.Memory, says: Phrases) -> str:
    scope, name = memory.scope, memory.name.text
    owner = (
        f"each {scope.kind.text}"
        if scope.kind is not None
        else f"{'each' if scope.word in {'turn', 'round'} else 'the'} {scope.word}"
    )
    if name in says.facts.marks and isinstance(memory.initial, n.Truth):
        text = f"{owner} can be marked “**{name}**”, and {'is' if memory.initial.value else 'is not'} at first"
    else:
        several = is_plural(name)
        what = article(name)
        what = f"{what[: -len(name)]}**{name}**"
        if memory.key is not None:
            what += f" for each {memory.key.text}"
        value = says.value(memory.initial)
        verb = "start" if several else "starts"
        if isinstance(memory.initial, n.Nothing):
            text = f"{owner} has {what}, at first {value}"
        else:
            text = f"{owner} has {what}, which {verb} {'at' if _is_number(memory.initial, says) else 'as'} {value}"
        if memory.bounds is not None:
            low, high = says.value(memory.bounds.low), says.value(memory.bounds.high)
            text += f" and {'are' if several else 'is'} always from {low} to {high}"
    text += _seen(memory.seen_by, says, "its")
    if memory.for_match:
        text += f" and {'are' if is_plural(name) else 'is'} kept for the whole match"
    return sentence(text)


def _is_number(expr: n.Expr, says: Phrases) -> bool:
    if isinstance(expr, n.Name):
        option = says.facts.book.options.get(expr.phrase.text)
        return option is not None and _is_number(option.default, says)
    return isinstance(expr, (n.Number, n.Binary, n.Negative, n.Fold))


def _board(board: n.Board, says: Phrases) -> str:
    name = f"**{board.name.text}**"
    verb = "are" if is_plural(board.name.text) else "is"
    shape = board.shape
    if isinstance(shape, n.SizedBoard):
        text = f"The {name} {verb} a {shape.form.text} of {shape.rows} by {shape.columns}"
    else:
        inner = says
        for coordinate in shape.names:
            inner = inner.bind(coordinate.text, says.number(coordinate.text))
        names = ", ".join(f"*{c.text}*" for c in shape.names)
        text = (
            f"The {name} {verb} all places ({names}) with each from {says.value(shape.low)} to {says.value(shape.high)}"
        )
        if shape.condition is not None:
            text += f" where {inner.condition(shape.condition)}"
    if board.without:
        text += f", without {listed(_point(p) for p in board.without)}"
    if board.seen_from:
        text += f"; players may sit at {listed(p.text for p in board.seen_from)}"
    return f"{text}."


def _point(point: n.Point) -> str:
    return f"({','.join(map(str, point.coordinates))})"


def word_lines(word: n.Kind | n.ValueWord | n.ListWord | n.CaseWord | n.AdjectiveWord, says: Phrases) -> list[str]:
    """A definition: a sentence, with its list or table below."""
    if isinstance(word, n.Kind):
        values = listed(v.text for v in word.values)
        return [f"The **{word.plural.text}** are, in this order: {values}."]
    if isinstance(word, n.ListWord):
        return [f"The **{word.name.text}** is the list {', '.join(says.value(item) for item in word.items)}."]
    if isinstance(word, n.AdjectiveWord):
        return _adjective(word, says)
    inner, term = _term(word, says)
    several = is_plural(word.name.text)
    if isinstance(word, n.ValueWord):
        if inner.is_truth(word.body):
            return [sentence(f"{term} holds when {inner.condition(word.body)}")]
        verb = (
            "are"
            if several
            else "consists of"
            if inner.plural(word.body) and inner.noun(word.body) not in {None, NUMBER}
            else "is"
        )
        return [sentence(f"{term} {verb} {inner.meaning(word)}")]
    short = _short_case(word, term, inner)
    if short is not None:
        return [short]
    if word.columns is not None and len(word.rows) == 1 and word.rows[0].condition is None:
        return [f"{capital(term)}:", "", *_cases(word, inner)]
    holds = " holds" if says.is_truth(n.Name(word.name)) else ","
    return [f"{capital(term)}{holds} by the first line that fits:", "", *_cases(word, inner)]


def _short_case(word: n.CaseWord, term: str, says: Phrases) -> str | None:
    """Two cases that fit into a sentence."""
    if word.columns is not None or len(word.rows) != 2 or word.rows[1].condition is not None:
        return None
    (first,), (second,) = word.rows[0].cells, word.rows[1].cells
    condition = word.rows[0].condition
    if condition is None or first is None or second is None or says.is_truth(first):
        return None
    verb = "are" if is_plural(word.name.text) else "is"
    text = f"{term} {verb} {says.value(first)} if {says.condition(condition)}, otherwise {says.value(second)}"
    return sentence(text) if len(text) <= 160 else None


def _term(word: n.ValueWord | n.CaseWord, says: Phrases) -> tuple[Phrases, str]:
    inner = says
    params = []
    for param in word.params:
        inner, text = inner.param(param)
        params.append(text)
    name = word.name.text
    truth = says.is_truth(n.Name(word.name))
    term = f"“**{name}**”" if truth else f"**{name}**" if has_article(name) else f"the **{name}**"
    return inner, term + (f" of {listed(params)}" if params else "")


def _cases(word: n.CaseWord, says: Phrases) -> list[str]:
    def cell(expr: n.Expr | None) -> str:
        return "-" if expr is None else says.table_value(expr)

    rows = [
        [capital(says.condition(row.condition)) if row.condition is not None else "Otherwise", *map(cell, row.cells)]
        for row in word.rows
    ]
    if word.columns is None:
        return table(["When", capital(word.name.text)], rows)
    heads = [says.value(head) for head in word.columns.heads]
    if len(word.rows) == 1 and word.rows[0].condition is None:  # whatever holds
        return table(heads, [row[1:] for row in rows])
    return table(["When", *heads], rows)


def _adjective(word: n.AdjectiveWord, says: Phrases) -> list[str]:
    # With one name only, and nothing else that `it` could mean, the sentence needs no letter.
    binders = (
        (n.It, n.Where, n.Best, n.ForEach, n.Quantified, n.Apply)
        if word.other
        else (n.It, n.Where, n.Best, n.ForEach, n.Quantified)
    )
    simple = word.other is None and not any(isinstance(x, binders) for c in word.conditions for x in walk(c))
    many = says.facts.means_several(word.subject.kind)
    simple = simple and not many
    inner, intro = says.param(word.subject, "it" if simple else None)
    if simple:
        intro = article(word.subject.kind)
    text = f"{capital(intro)} {'are' if many else 'is'} **{word.name.text}**"
    if word.other is not None:
        inner, other = inner.param(word.other)
        text += f" with {other}"
    conditions = [inner.condition(c) for c in word.conditions]
    if word.join == "one" or len(conditions) == 1:
        return [sentence(f"{text} when {conditions[0]}")]
    how = "all of these hold" if word.join == "all" else "any of these holds"
    return [f"{text} when {how}:", "", *(f"- {sentence(c)}" for c in conditions)]


# ------------------------------------------------------------------ standing rules and ends


def end_item(end: n.End | n.MatchEnd, says: Phrases) -> Item:
    inner, when = says.witnesses(end.condition, together=True), says.condition(end.condition)
    several = _several(end)
    moment = MOMENTS[end.moment] if isinstance(end, n.End) else ""
    last = (
        ", every other player has one more turn, and then"
        if isinstance(end, n.End) and end.moment == "last_turn"
        else ""
    )
    item = Steps(inner).headed(f"when {when}{last}", end.block, glue="" if last else ",")
    item.lead = f"**{heading(end.caption.value)}**: {moment}{item.lead}"
    if several:
        item.remarks.insert(0, several)
    return item


def _several(end: n.End | n.MatchEnd) -> str:
    """What is to be said of several who meet the condition: that they win together, unless the steps say otherwise."""
    names = [n.Name(x.name) for x in walk(end.condition) if isinstance(x, n.Quantified) and x.word == "some"]
    wins = [x for x in walk(end.block) if isinstance(x, (n.Wins, n.BestWins))]
    if len(wins) == 1 and wins[0] in end.block.steps and isinstance(wins[0], n.Wins) and wins[0].players in names:
        return "If several do, they win together."
    told = [name for name in names if any(x == name for x in walk(end.block))]
    return f"If several do, {listed(f'*{name.phrase.text}*' for name in told)} means all of them." if told else ""


def standing_item(part: n.Whenever | n.Always | n.Cap | n.Hook, says: Phrases) -> Item:
    if isinstance(part, n.Always):
        return Item(f"always {says.condition(part.condition)} — *{escape(part.sentence.value)}*")
    if isinstance(part, n.Cap):
        count = says.tight(part.count)
        many = f"{count} {part.unit}" if isinstance(part.count, n.Number) else f"as many {part.unit} as {count}"
        return Steps(says).headed(f"after {many} at the latest", part.block)
    if isinstance(part, n.Hook):
        return Steps(says).headed(HOOKS[part.moment], part.block)
    inner = says.witnesses(part.condition)
    order = in_what_order(part.by, inner) if part.by is not None else ""
    return Steps(inner).headed(f"whenever {says.condition(part.condition)}{order}", part.block)


def rule_lines(rule: n.Rule, says: Phrases) -> list[str]:
    inner = says
    params = []
    for param in rule.params:
        inner, text = inner.param(param)
        params.append(text)
    lead = [f"For {listed(params)}:", ""] if params else []
    return [*lead, *Steps(inner).listed(rule.block.steps)]
