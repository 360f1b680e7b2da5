"""Steps in words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from attrs import frozen

from dicedsl.prose.english import capital, escape, listed, sentence
from dicedsl.prose.items import Item, in_list, remark, table
from dicedsl.prose.phrases import Phrases
from dicedsl.syntax import nodes as n
from dicedsl.syntax.sayings import pieces


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
            after, called = says.named(step.name, says.sort(step.value))
            return after, Item(f"let {called} be {says.value(step.value)}")
        if isinstance(step, n.Draw):
            after, called = says.named(step.name, says.member_of(step.source))
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
                return f"announce: “{self._said(step, says)}”"
        raise TypeError(type(step).__name__)

    def _said(self, step: n.Say, says: Phrases) -> str:
        """Values in a text by what they are."""
        first, *rest = pieces(step.text.value)
        told = [f"{says.value(value)}{escape(after)}" for value, after in zip(step.values, rest, strict=True)]
        text = escape(first) + "".join(told)
        return text[:1].upper() + text[1:]

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
                head += in_what_order(step.by, inner)
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
        """A line for each situation: what may be chosen in it, and what one hears who chooses something else."""
        names = [f"**{escape(name.value)}**" for name in node.names]
        rows = []
        for row in node.rows:
            when = says.condition(row.condition) if row.condition is not None else "otherwise"
            open_ = [name for name, cell in zip(names, row.cells, strict=True) if cell]
            may = "anything" if len(open_) == len(names) > 1 else listed(open_, "or") if open_ else "nothing"
            rows.append([capital(when), may, f"*{escape(row.sentence.value)}*" if row.sentence is not None else "-"])
        return table(["The first line that fits", "You may choose", "Anything else is refused"], rows)

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


def in_what_order(by: n.By, says: Phrases) -> str:
    return f", the {'highest' if by.highest else 'lowest'} {says.value(by.measure).removeprefix('the ')} first"


# ------------------------------------------------------------------ material, options, words
