"""A rulebook as Markdown, to be read at the table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from attrs import define, field, frozen

from dicedsl.check.merge import Merger, Rulebook
from dicedsl.loading import Files
from dicedsl.prose.english import article, capital, escape, has_article, is_plural, listed, sentence
from dicedsl.prose.phrases import Phrases
from dicedsl.prose.sorts import NUMBER, Local, walk
from dicedsl.prose.stories import story
from dicedsl.prose.used import Used, spoken
from dicedsl.syntax import nodes as n

FLOW_TITLES = {"setup": "Set-up", "turn": "The turn", "round": "The round", "match": "The match"}
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
Part = (
    n.Option | n.Zone | n.Memory | n.Board | n.Kind | n.ValueWord | n.ListWord | n.CaseWord | n.AdjectiveWord
    | n.Flow | n.Rule | n.Whenever | n.Always | n.End | n.MatchEnd | n.Cap | n.Hook
)  # fmt: skip


def rules(book: Rulebook) -> str:
    """The whole rulebook as Markdown."""
    return "\n".join(_Book(book).lines()).rstrip() + "\n"


def heading(name: str) -> str:
    return escape(capital(name))


# ------------------------------------------------------------------ lists


@define
class Item:
    """A point of a list: its clause, what stands indented below it, and the remarks about it."""

    lead: str
    body: list[str] = field(factory=list)
    remarks: list[str] = field(factory=list)

    def lines(self, prefix: str = "") -> list[str]:
        lead = sentence(prefix + self.lead)
        if self.body or not self.remarks:
            below = [*self.body]
            for text in self.remarks:
                below += ["", text]
            return [lead, *below]
        return [" ".join([lead, *self.remarks])]


def in_list(items: Sequence[Item], numbered: bool) -> list[str]:
    """The items as a Markdown list."""
    lines: list[str] = []
    for number, item in enumerate(items, 1):
        mark = f"{number}. " if numbered else "- "
        first, *rest = item.lines()
        lines.append(mark + first)
        lines.extend(" " * len(mark) + line if line else "" for line in rest)
    return lines


def table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    return [
        f"| {' | '.join(heads)} |",
        f"| {' | '.join('---' for _ in heads)} |",
        *(f"| {' | '.join(row)} |" for row in rows),
    ]


def remark(node: n.Remark) -> str:
    return f"*{node.word.capitalize()}: {escape(node.text.value)}*"


# ------------------------------------------------------------------ steps


@frozen
class Steps:
    """Steps in words; `loop` says what `stop` leaves."""

    phrases: Phrases
    loop: str = "repeating"

    def items(self, steps: Iterable[n.Must | n.Step], phrases: Phrases | None = None) -> list[Item]:
        says = phrases or self.phrases
        items: list[Item] = []
        waiting: list[str] = []
        for step in steps:
            if isinstance(step, n.Remark):
                (items[-1].remarks if items else waiting).append(remark(step))
                continue
            says, item = self.step(step, says)
            items.append(item)
            if waiting:
                item.remarks[:0] = waiting
                waiting = []
        if waiting:
            items.append(Item("nothing happens", remarks=waiting))
        return items

    def listed(self, steps: Iterable[n.Must | n.Step], phrases: Phrases | None = None) -> list[str]:
        items = self.items(steps, phrases)
        if len(items) == 1:
            first, *rest = items[0].lines()
            return [first, *([""] if rest and rest[0] else []), *rest]
        return in_list(items, True)

    def headed(self, head: str, block: n.Block, phrases: Phrases | None = None, glue: str = ",") -> Item:
        """`head, step`, or the head with its steps below."""
        items = self.items(block.steps, phrases)
        if len(items) == 1:
            mark = ":" if glue == "," and "," in head.removeprefix("otherwise,") else glue
            then = " then" if mark == "," and " if" in f" {head}" and items[0].lead.startswith("if ") else ""
            return Item(f"{head}{mark}{then} {items[0].lead}", items[0].body, items[0].remarks)
        return Item(f"{head}:", in_list(items, True))

    def step(self, step: n.Must | n.Step, says: Phrases) -> tuple[Phrases, Item]:
        """A step, and the printer that knows the names it gives."""
        if isinstance(step, n.Let):
            after, called = says.named(step.name, says.noun(step.value), says.is_set(step.value))
            return after, Item(f"let {called} be {says.value(step.value)}")
        if isinstance(step, n.Draw):
            after, called = says.named(step.name, says.noun(step.source), False)
            where = f" {says.relative(step.condition, step.source)}" if step.condition is not None else ""
            return after, Item(f"draw {says.amount(n.Amount('one'), step.source)}{where} by lot ({called})")
        if isinstance(step, n.If):
            return says, self._if(step, says)
        if isinstance(step, (n.For, n.Repeat, n.InTurn)):
            return says, self._loop(step, says)
        if isinstance(step, n.Choose):
            return says, self._choose(step, says)
        if isinstance(step, n.Attempt):
            return says, self._attempt(step, says)
        if isinstance(step, n.Must):
            return says, Item(f"only if {needed(step, says)} — *{escape(step.sentence.value)}*")
        assert not isinstance(step, n.Remark)
        return says, Item(self._clause(step, says))

    def _clause(self, step: n.Step, says: Phrases) -> str:
        value = says.value
        match step:
            case n.Roll():
                return f"roll {value(step.dice)}"
            case n.Move():
                what = says.amount(step.amount, step.dice) if step.amount is not None else value(step.dice)
                return f"move {what} to {value(step.target)}"
            case n.MoveByLot():
                return f"lay out {value(step.dice)} by lot, one die on each of {value(step.places)}"
            case n.TurnDie():
                return f"turn {value(step.die)} to {value(step.number)}"
            case n.Swap():
                return f"exchange what stands on {value(step.left)} and on {value(step.right)}"
            case n.Show():
                return f"show {value(step.dice)} to everybody"
            case n.Set():
                return self._set(step, says)
            case n.Add():
                return f"add {value(step.value)} to {value(step.target)}"
            case n.Take():
                return f"take {value(step.value)} from {value(step.target)}"
            case n.Do():
                given = f" for {listed(value(a) for a in step.arguments)}" if step.arguments else ""
                return f"carry out “{step.rule.text}”{given}"
            case n.Stop():
                return f"stop {self.loop}"
            case n.EndTurn():
                return "the turn ends"
            case n.EndRound():
                return "the round ends"
            case n.PlayTurn():
                return (
                    "play a turn"
                    if step.player is None
                    else f"{value(step.player)} {_verb(step.player, says, 'plays', 'play')} a turn"
                )
            case n.PlayGame():
                return "play a game"
            case n.ExtraTurn():
                return "you have an extra turn after this one"
            case n.Eliminate():
                return f"{value(step.players)} {_verb(step.players, says, 'is', 'are')} out"
            case n.Wins():
                return self._wins(step, says)
            case n.BestWins():
                end = "highest" if step.highest else "lowest"
                match = " the match" if step.match else ""
                return (
                    f"the player with the {end} {_measure(step.measure, says)} wins{match}; equal players share the win"
                )
            case n.Say():
                return f"announce: “{escape(step.text.value)}”"
        raise TypeError(type(step).__name__)

    def _wins(self, step: n.Wins, says: Phrases) -> str:
        match = " the match" if step.match else ""
        if isinstance(step.players, n.Nothing):
            return f"nobody wins{match}"
        return f"{says.value(step.players)} {_verb(step.players, says, 'wins', 'win')}{match}"

    def _set(self, step: n.Set, says: Phrases) -> str:
        target = step.target
        if isinstance(target, (n.Name, n.Your, n.Apply)) and isinstance(step.value, n.Truth):
            name = target.phrase.text
            if name in says.facts.marks:
                who = says.bearer(target).removesuffix(" is").removesuffix(" are")
                if step.value.value:
                    return f"mark {'yourself' if who == 'you' else who} “{name}”"
                return f"take the mark “{name}” from {'yourself' if who == 'you' else who}"
        text = (
            says.condition(step.value)
            if says.is_truth(step.value) and not isinstance(step.value, n.Truth)
            else says.value(step.value)
        )
        return f"set {says.value(target)} to {text}"

    def _if(self, step: n.If, says: Phrases) -> Item:
        items = []
        for i, branch in enumerate(step.branches):
            if branch.condition is None:
                head = "otherwise"
            else:
                head = f"{'otherwise, if' if i else 'if'} {says.condition(branch.condition)}"
            items.append(self.headed(head, branch.block, says))
        if len(items) == 1:
            return items[0]
        if not any(item.body or item.remarks for item in items) and len(items) == 2:
            return Item(
                " ".join(
                    sentence(item.lead) if i else sentence(item.lead)[0].lower() + sentence(item.lead)[1:]
                    for i, item in enumerate(items)
                )
            )
        return Item("the first of these that fits:", in_list(items, False))

    def _loop(self, step: n.For | n.Repeat | n.InTurn, says: Phrases) -> Item:
        if isinstance(step, n.For):
            inner, label = says.over(step.name, step.source)
            head = f"for each {label}"
            if step.condition is not None:
                head += f" where {inner.condition(step.condition)}"
            if step.by is not None:
                head += _order(step.by, inner)
            return self.headed(head, step.block, inner)
        if isinstance(step, n.Repeat):
            head = "repeat this" if step.times is None else f"do this {_times(step.times, says)}"
            return Steps(says, "repeating").headed(head, step.block, says, ":")
        head = f"clockwise, beginning with {says.value(step.start)}, each player in turn (who is then “you”) does this"
        if step.until is not None:
            head += f", until {says.condition(step.until)}"
        if step.times is not None:
            head += f", {_times(step.times, says, ' each')}"
        return Steps(says, "going round").headed(head, step.block, says, ":")

    def _choose(self, step: n.Choose, says: Phrases) -> Item:
        one_of = "" if sum(isinstance(a, n.Alternative) for a in step.alternatives) == 1 else " one of these"
        if step.by is None:
            lead = f"you choose{one_of}:"
        elif step.at_once:
            lead = f"{says.members(step.by)} all choose{one_of}, at once and in secret (each is “you” here):"
        else:
            who = says.value(step.by)
            lead = "you choose" if who == "you" else f"{who} {_verb(step.by, says, 'chooses', 'choose')}"
            lead += f"{one_of}:" if who == "you" else f"{one_of} (and is “you” here):"
        body, after = self._alternatives(step.alternatives, says)
        if step.nothing_fits is not None:
            body += in_list([self.headed("if nothing fits", step.nothing_fits, says)], False)
        if step.allowed is not None:
            body += ["", *self.allowed(step.allowed, says)]
        return Item(lead, body, after)

    def _alternatives(self, parts: Sequence[n.Alternative | n.Remark], says: Phrases) -> tuple[list[str], list[str]]:
        items: list[Item] = []
        waiting: list[str] = []
        for part in parts:
            if isinstance(part, n.Remark):
                waiting.append(remark(part))
                continue
            if items:
                items[-1].remarks += waiting
                waiting = []
            items.append(self.alternative(part, says))
        return in_list(items, False), waiting

    def alternative(self, part: n.Alternative, says: Phrases) -> Item:
        head = f"**{escape(part.name.value)}**"
        inner = says
        picks = []
        for pick in part.picks:
            inner, text = inner.pick(pick)
            picks.append(text)
        if picks:
            head += f" {' and '.join(picks)}"
        musts = [s for s in part.steps if isinstance(s, n.Must)]
        items = self.items((s for s in part.steps if not isinstance(s, n.Must)), inner)
        reasons = [f"{needed(s, inner)} — *{escape(s.sentence.value)}*" for s in musts]
        if len(reasons) > 1:
            body = in_list([Item(text) for text in reasons], False)
            if len(items) == 1:
                items[0].lead = f"then {items[0].lead}"
                body += in_list(items, False)
            elif items:
                body += in_list([Item("then:", in_list(items, True))], False)
            return Item(f"{head}, but only if:", body)
        if reasons:
            head += f", but only if {reasons[0]}"
        if not items:
            return Item(head)
        if len(items) == 1:
            return Item(f"{head}{' Then ' if musts else ': '}{items[0].lead}", items[0].body, items[0].remarks)
        return Item(f"{head}{' Then:' if musts else ':'}", in_list(items, True))

    def allowed(self, node: n.Allowed, says: Phrases) -> list[str]:
        rows = []
        for row in node.rows:
            when = says.condition(row.condition) if row.condition is not None else "otherwise"
            why = f"*{escape(row.sentence.value)}*" if row.sentence is not None else "-"
            rows.append([capital(when), *("yes" if cell else "-" for cell in row.cells), why])
        heads = ["The first line that fits", *(f"**{escape(name.value)}**" for name in node.names), "If refused"]
        return table(heads, rows)

    def _attempt(self, step: n.Attempt, says: Phrases) -> Item:
        who = "you try" if step.by is None else f"{says.value(step.by)} {_verb(step.by, says, 'tries', 'try')}"
        body, after = self._alternatives(step.outcomes, says)
        if step.odds:
            picks = {o.name.value: o.picks for o in step.outcomes if isinstance(o, n.Alternative)}
            odds = []
            for odd in step.odds:
                inner = says
                for pick in picks.get(odd.outcome.value, ()):
                    inner, _ = inner.pick(pick)
                text = f"**{escape(odd.outcome.value)}** {says.value(odd.weight)}"
                for lot in odd.picks:
                    if isinstance(lot, n.OddEach):
                        text += f" (each *{lot.name.text}* {inner.value(lot.percent)} percent)"
                    else:
                        text += f" (each *{lot.name.text}* by {inner.value(lot.weight)})"
                odds.append(text)
            after = [*after, f"*Weights for simulation:* {', '.join(odds)}."]
        return Item(f"{who} “{escape(step.name.value)}”, and the table shows which of these it is:", body, after)


def needed(must: n.Must, says: Phrases) -> str:
    """What must hold, now or afterwards."""
    return f"{'afterwards ' if isinstance(must, n.MustLeave) else ''}{says.condition(must.condition)}"


def _verb(who: n.Expr, says: Phrases, one: str, many: str) -> str:
    return many if isinstance(who, n.You) or says.plural(who) else one


def _times(times: n.Expr, says: Phrases, each: str = "") -> str:
    if isinstance(times, n.Number):
        return {1: "once", 2: "twice"}.get(times.value, f"{times.value} times") + each
    text = says.value(times)
    if isinstance(times, n.Fold) and times.word == "count":
        return f"as many times{each} as there are {text.removeprefix('the number of ')}"
    return f"as many times{each} as {text} {_verb(times, says, 'says', 'say')}"


def _measure(measure: n.Expr, says: Phrases) -> str:
    text = says.value(measure)
    return text.removeprefix("the ")


def _order(by: n.By, says: Phrases) -> str:
    return f", the {'highest' if by.highest else 'lowest'} {says.value(by.measure).removeprefix('the ')} first"


# ------------------------------------------------------------------ material, options, words


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
            inner = inner.bind(coordinate.text, Local(f"*{coordinate.text}*"))
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
    return table(["When", *(says.value(head) for head in word.columns.heads)], rows)


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
    order = _order(part.by, inner) if part.by is not None else ""
    return Steps(inner).headed(f"whenever {says.condition(part.condition)}{order}", part.block)


def rule_lines(rule: n.Rule, says: Phrases) -> list[str]:
    inner = says
    params = []
    for param in rule.params:
        inner, text = inner.param(param)
        params.append(text)
    lead = [f"For {listed(params)}:", ""] if params else []
    return [*lead, *Steps(inner).listed(rule.block.steps)]


def players_text(players: n.Players | None) -> str:
    if players is None:
        return ""
    counts = players.counts
    if players.more:
        return f"{counts[0]} or more players"
    if len(counts) == 1:
        return f"{counts[0]} player{'' if counts[0] == 1 else 's'}"
    if len(counts) > 2 and counts == tuple(range(counts[0], counts[-1] + 1)):
        return f"{counts[0]} to {counts[-1]} players"
    return f"{listed(map(str, counts), 'or')} players"


# ------------------------------------------------------------------ the whole book


class _Book:
    def __init__(self, book: Rulebook) -> None:
        self.book = book
        self.says = Phrases.of(book)
        self.spoken = spoken(book, book.examples, self._is_own)
        self.intro: list[n.Remark] = []
        self.placed: dict[int, list[n.Remark]] = {}
        self._place_remarks()

    def _is_own(self, node: n.Node) -> bool:
        return node.span.source is self.book.head.span.source

    def _parts(self) -> list[Part]:
        b = self.book
        tables = (b.options, b.zones, b.memories, b.boards, b.kinds, b.words, b.flows, b.rules)
        return [*(part for t in tables for part in t.values()), *b.standing, *b.hooks]

    def _place_remarks(self) -> None:
        """Each remark goes with the part that stands before it in its file."""
        parts = self._parts()
        own = self.book.head.span.source
        for node in self.book.remarks:
            before = [p for p in parts if p.span.source is node.span.source and p.span.start < node.span.start]
            if before:
                part = max(before, key=lambda p: p.span.start)
                self.placed.setdefault(id(part), []).append(node)
            else:
                self.intro.append(node)
        self.intro.sort(key=lambda node: node.span.source is not own)

    def remarks(self, part: Part) -> list[str]:
        return [remark(node) for node in self.placed.get(id(part), ())]

    def below(self, part: Part) -> list[str]:
        lines: list[str] = []
        for text in self.remarks(part):
            lines += ["", text]
        return lines

    def with_remarks(self, item: Item, part: Part) -> Item:
        item.remarks += self.remarks(part)
        return item

    def lines(self) -> list[str]:
        b = self.book
        lines = [f"# {heading(b.title)}", ""]
        if b.source:
            lines += [sentence(f"Source: {escape(b.source)}"), ""]
        if b.players is not None:
            lines += [f"For {players_text(b.players)}.", ""]
        if b.changes:
            lines += [
                f"Played with the variant{'' if len(b.changes) == 1 else 's'} {listed(f'“{escape(t)}”' for t in b.changes)}.",
                "",
            ]
        for node in self.intro:
            lines += [remark(node), ""]
        for title, part in (
            ("Material", self.material()),
            ("Options", self.options()),
            ("Words", self.words()),
            ("Set-up", self.flow("setup")),
            ("The round", self.flow("round")),
            ("The turn", self.turn()),
            ("Rules by name", self.rules()),
            ("Standing rules", self.standing()),
            ("How the game ends", self.ends()),
            ("The match", self.match()),
            ("Examples", self.examples()),
            ("Variants", self.variants()),
        ):
            if part:
                lines += [f"## {title}", "", *part, ""]
        return lines

    def options(self) -> list[str]:
        items = [self.with_remarks(Item(option_line(o, self.says)), o) for o in self.book.options.values()]
        return in_list(items, False)

    def material(self) -> list[str]:
        b = self.book
        parts: list[n.Zone | n.Memory | n.Board] = [*b.boards.values(), *b.zones.values(), *b.memories.values()]
        return in_list([self.with_remarks(Item(material_line(p, self.says)), p) for p in parts], False)

    def words(self) -> list[str]:
        lines: list[str] = []
        for word in (*self.spoken.kinds.values(), *self.spoken.words.values()):
            lines += [*word_lines(word, self.says), *self.below(word), ""]
        return lines[:-1]

    def flow(self, word: str) -> list[str]:
        flow = self.book.flows.get(word)
        if flow is None:
            return []
        return [*Steps(self.says).listed(flow.block.steps), *self.below(flow)]

    def turn(self) -> list[str]:
        lines = self.flow("turn")
        players = self.book.players
        alone = players is not None and players.counts == (1,) and not players.more
        if lines and "round" not in self.book.flows and not alone:
            return ["Players take turns clockwise, beginning with the starter.", "", *lines]
        return lines

    def rules(self) -> list[str]:
        lines: list[str] = []
        for rule in self.spoken.rules.values():
            lines += [f"### {heading(rule.name.text)}", "", *rule_lines(rule, self.says), *self.below(rule), ""]
        return lines[:-1]

    def standing(self) -> list[str]:
        parts: list[n.Whenever | n.Always | n.Hook] = [
            *(s for s in self.book.standing if isinstance(s, (n.Whenever, n.Always))),
            *self.book.hooks,
        ]
        return in_list([self.with_remarks(standing_item(p, self.says), p) for p in parts], False)

    def ends(self) -> list[str]:
        items = []
        for part in self.book.standing:
            if isinstance(part, n.End):
                items.append(self.with_remarks(end_item(part, self.says), part))
            elif isinstance(part, n.Cap):
                items.append(self.with_remarks(standing_item(part, self.says), part))
        return in_list(items, False)

    def match(self) -> list[str]:
        lines = self.flow("match")
        if lines:
            lines = ["A match is played like this, again and again, until it ends:", "", *lines]
        ends = [p for p in self.book.standing if isinstance(p, n.MatchEnd)]
        if ends:
            items = [self.with_remarks(end_item(p, self.says), p) for p in ends]
            lines += [*([""] if lines else []), "The match ends:", "", *in_list(items, False)]
        return lines

    def examples(self) -> list[str]:
        lines: list[str] = []
        for example in self.book.examples:
            lines += [f"### {heading(example.title.value)}", "", story(example, self.says), ""]
        return lines[:-1]

    def variants(self) -> list[str]:
        lines: list[str] = []
        for variant in self.book.variants.values():
            lines += [f"### {heading(variant.title.value)}", "", *self.variant(variant), ""]
        return lines[:-1]

    def variant(self, variant: n.Variant) -> list[str]:
        changed = self.book.copy()
        Merger(Files().load).variant(changed, variant)
        examples = [item for item in variant.items if isinstance(item, n.Example)]
        written = {id(node) for node in walk(variant)}
        more = spoken(changed, examples, lambda node: self._is_own(node) or id(node) in written).beyond(self.spoken)
        says = Phrases.of(changed)
        new = [self.borrowed(part, says) for part in more if id(part) not in written]
        return difference_lines(variant.items, says, new)

    def borrowed(self, part: Used, says: Phrases) -> Item:
        """A part of a library that only a variant speaks of."""
        if isinstance(part, n.Rule):
            item = part_item(part, says)
            return Item(f"new: {item.lead}", [*item.body, *self.below(part)])
        first, *rest = word_lines(part, says)
        return self.with_remarks(Item(f"new: {first[0].lower() + first[1:]}", rest), part)


# ------------------------------------------------------------------ variants


def difference_lines(items: Iterable[n.Item], says: Phrases, borrowed: Sequence[Item] = ()) -> list[str]:
    """What a variant says, as a list of changes; then what it takes from libraries, and its examples."""
    points: list[Item] = []
    examples: list[Item] = []
    stories: list[str] = []
    for item in items:
        if isinstance(item, n.Remark):
            if points:
                points[-1].remarks.append(remark(item))
            else:
                stories += [remark(item), ""]
        elif isinstance(item, n.Example):
            examples.append(Item(f"*Example, {escape(item.title.value)}:* {story(item, says)}"))
        elif isinstance(item, n.Section):
            points += _section_points(item, says)
        else:
            points.append(_point_of(item, says))
    return [*stories, *in_list([*points, *borrowed, *examples], False)]


def _section_points(section: n.Section, says: Phrases) -> list[Item]:
    points: list[Item] = []
    for line in section.lines:
        if isinstance(line, n.Remark):
            if points:
                points[-1].remarks.append(remark(line))
            continue
        prefix = "changed" if isinstance(line, n.Replaced) else "new"
        inner = line.line if isinstance(line, n.Replaced) else line
        first, *rest = line_lines(inner, says)
        points.append(Item(f"{prefix}: {first[0].lower() + first[1:]}", rest))
    return points


def line_lines(line: n.Line, says: Phrases) -> list[str]:
    """A line of the options, the material or the words, in words."""
    if isinstance(line, n.Option):
        return [option_line(line, says)]
    if isinstance(line, (n.Zone, n.Memory, n.Board)):
        return [material_line(line, says)]
    return word_lines(line, says)


def _below(head: str, lines: list[str]) -> Item:
    return Item(head, ["", *lines] if lines and lines[0].startswith("For ") else lines)


def part_item(
    part: n.Flow | n.Rule | n.Whenever | n.Always | n.End | n.MatchEnd | n.Cap | n.Hook | n.Alternative, says: Phrases
) -> Item:
    """A part of the flow as one point of a list."""
    if isinstance(part, n.Flow):
        return _below(f"{FLOW_TITLES[part.word]}:", Steps(says).listed(part.block.steps))
    if isinstance(part, n.Rule):
        return _below(f"the rule “{part.name.text}”:", rule_lines(part, says))
    if isinstance(part, (n.End, n.MatchEnd)):
        item = end_item(part, says)
        word = "the match ends" if isinstance(part, n.MatchEnd) else "the game ends"
        return Item(f"{word} — {item.lead}", item.body, item.remarks)
    if isinstance(part, n.Alternative):
        return Steps(says).alternative(part, says)
    return standing_item(part, says)


def _point_of(item: n.Item, says: Phrases) -> Item:
    def prefixed(prefix: str, inner: Item) -> Item:
        return Item(f"{prefix}: {inner.lead}", inner.body, inner.remarks)

    match item:
        case n.Use():
            return Item(f"the rules of “{escape(item.file.value)}” are used as well")
        case n.FromSource():
            return Item(f"source: {escape(item.text.value)}")
        case n.Players():
            return Item(f"for {players_text(item)}")
        case n.Replace():
            return prefixed("changed", part_item(item.part, says))
        case n.Remove():
            called = {"rule": "the rule ", "end": "the end ", "always": "the rule ", "alternative": "the choice "}.get(
                item.what, ""
            )
            return Item(f"left out: {called}“{escape(item.name)}”")
        case n.AddBeside():
            choices = [Steps(says).alternative(a, says) for a in item.alternatives if isinstance(a, n.Alternative)]
            notes = [remark(a) for a in item.alternatives if isinstance(a, n.Remark)]
            return Item(f"you may also choose, beside **{escape(item.name.value)}**:", in_list(choices, False), notes)
        case n.AddTo():
            return _added(item, says)
        case n.Flow() | n.Rule() | n.Whenever() | n.Always() | n.End() | n.MatchEnd() | n.Cap() | n.Hook():
            return prefixed("new", part_item(item, says))
    raise TypeError(type(item).__name__)


def _added(item: n.AddTo, says: Phrases) -> Item:
    inner = says
    if item.what == "rule" and item.name in says.facts.book.rules:
        for param in says.facts.book.rules[item.name].params:
            inner = inner.param(param)[0]
    if item.what == "alternative":
        for part in (says.facts.book.flows, says.facts.book.rules, says.facts.book.standing, says.facts.book.hooks):
            for node in walk(part):
                if isinstance(node, n.Alternative) and node.name.value == item.name:
                    for pick in node.picks:
                        inner = inner.pick(pick)[0]
    if item.what == "flow":
        name = FLOW_TITLES[item.name][0].lower() + FLOW_TITLES[item.name][1:]
    else:
        name = f"**{escape(item.name)}**" if item.what == "alternative" else f"the rule “{escape(item.name)}”"
    points = Steps(inner).items(item.steps)
    if len(points) == 1:
        return Item(f"added to {name}: {points[0].lead}", points[0].body, points[0].remarks)
    return Item(f"added to {name}:", in_list(points, True))
