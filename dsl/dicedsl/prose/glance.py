"""What everybody asks first, from the rulebook itself: how many play, who begins, which way round, how it ends, what ties mean."""

from __future__ import annotations

import re
from collections.abc import Iterable

from attrs import evolve, frozen

from dicedsl.prose.clauses import tie_breaks
from dicedsl.prose.parts import win_together
from dicedsl.prose.phrases import Phrases
from dicedsl.prose.sentences import escape, is_plural, sentence, when_played
from dicedsl.prose.steps import is_long
from dicedsl.rulebook.book import Rulebook
from dicedsl.rulebook.parts import acting_parts
from dicedsl.rulebook.set_up_starter import starter_set_up
from dicedsl.syntax import nodes as n
from dicedsl.syntax.walk import walk
from dicedsl.text.english import capital, listed


@frozen
class Glance:
    """The answers, each a sentence or more."""

    players: str
    begins: str
    order: str
    ends: tuple[str, ...]  # by the titles that the rulebook gives them
    at_once: str  # a win that no `end` tells
    limits: tuple[str, ...]  # at the latest
    ties: str
    told: tuple[tuple[str, str], ...] = ()  # answers of the author, who also may ask something else, or answer nothing

    @property
    def end(self) -> str:
        ways = [*self.ends, *self.limits, *filter(None, [self.at_once])]
        return sentence(listed(ways, "or")) if ways else ""

    def lines(self) -> list[tuple[str, str]]:
        asked = ("Players", "Who begins", "Order of play", "The game ends", "Ties")
        answers = (self.players, self.begins, self.order, self.end, self.ties)
        by_question = dict(zip(asked, answers, strict=True)) | dict(self.told)
        return [(question, answer) for question, answer in by_question.items() if answer.strip(" .-")]

    def beside_told(self, end: bool, who_begins: str = "") -> Glance:
        """What is left to be asked where the author tells the rounds, and perhaps who begins, and the end with what ties mean there."""
        begins = who_begins or self.begins.partition(" Later rounds ")[0].partition(" Who begins later ")[0]
        begins = begins.replace(": that player is the starter", "")
        if not end:
            return evolve(self, begins=begins)
        # The first end is what the game is about; the others, limits among them, are told with it.
        ends = tuple(f"when {text.partition(' in which ')[2] or text.removeprefix('when ')}" for text in self.ends[:1])
        return evolve(self, begins=begins, ends=ends, at_once="", limits=(), ties="")


# A caption that says no more than that the end has come.
IS_OVER = re.compile(r"\b(?:is|are|has|have|was|were) (?:over|up|done|finished|ended|at an end)$|\bends?$")
# The verb of a caption such as `the goal is reached`; `a crown of stars` has none.
FINITE = re.compile(
    r"\b(?:is|are|was|were|has|have|had|can|cannot|could|may|must|will|does|do|did"
    r"|(?:arriv|break|burst|bust|climb|clos|collaps|com|die|dri|end|fall|fill|get|giv|go|hang|hold|keep|land|lead|leav|li|lose|los|mak|meet"
    r"|open|own|pass|pay|reach|remain|resign|ris|roll|run|sail|score|scor|sink|sleep|stand|stay|stop|surrender|tak|touch|turn|win|wak)(?:e?s)"
    r"|lie|stand|remain|fall|win|lose|reach|meet|run|come|go|agree|died|fell|ran|won|lost|left|went|came|broke|burst)\b"
)


PLAYED = re.compile(r"(?:one|\d+) rounds? ha(?:s|ve) been played")


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


def is_alone(players: n.Players | None) -> bool:
    return players is not None and players.counts == (1,) and not players.more


def glance(book: Rulebook, phrases: Phrases) -> Glance:
    """`book` as it is told: what cannot happen in it is not spoken of."""
    known = [p for p in acting_parts(book) if not isinstance(p, n.BreakOff) or is_for_players(p, book)]
    steps = [node for part in known for node in walk(part)]
    alone = is_alone(book.players)
    ends = tuple(_moment(part, phrases) for part in book.standing if isinstance(part, n.End))
    at_once = _at_once(book, phrases, steps)
    caps = [part for part in book.standing if isinstance(part, n.BreakOff)]
    limits = tuple(_limit(cap, book, phrases) for cap in caps if not (ends or at_once) or is_for_players(cap, book))
    return Glance(
        players=sentence(players_text(book.players).removesuffix(" players").removesuffix(" player"))
        if book.players is not None
        else "Any number.",
        begins="You: it is a game for one." if alone else _begins(book, phrases, steps),
        order="You play alone." if alone else _order(book, phrases, steps),
        ends=ends if ends or limits or at_once else ("when nobody wants to go on",),
        at_once=at_once,
        limits=limits,
        ties=_ties(book, phrases, steps, alone),
    )


# ------------------------------------------------------------------ who begins, and who is next


def in_turns(book: Rulebook, steps: Iterable[n.Node]) -> bool:
    """Whether anybody is before anybody else."""
    return ("turn" in book.flows and "round" not in book.flows) or any(
        isinstance(step, (n.InTurn, n.PlayTurn)) for step in steps
    )


def _roles(book: Rulebook, phrases: Phrases, steps: list[n.Node]) -> list[str]:
    """Who is asked by name, in the order of the rules: the climber, then the blocker."""
    if any(isinstance(step, n.Attempt) and step.by is None for step in steps):
        return []  # whoever is quick
    bound = _bound(steps)
    roles: dict[str, None] = {}
    are_all = True
    for step in [*_as_they_come(book), *steps]:
        if isinstance(step, (n.Choose, n.Attempt)) and step.by is not None:
            if any(isinstance(part, n.Phrase) and part.text in bound for part in walk(step.by)):
                continue
            are_all = are_all and _is_of_all(step)
            who = "all players" if _is_of_all(step) else phrases.value(step.by)
            at_once = isinstance(step, n.Choose) and step.at_once
            roles[f"{who} at the same time" if at_once else who] = None
    return [] if are_all else list(roles)


def _as_they_come(book: Rulebook) -> list[n.Node]:
    """The steps of a round or a turn, each rule where it is carried out first."""
    waiting: list[n.Node] = [flow for word, flow in book.flows.items() if word in {"round", "turn"}]
    order: list[n.Node] = []
    carried_out: set[str] = set()
    for part in waiting:
        order += _with_rules(part, book, carried_out)
    return order


def _with_rules(part: n.Node, book: Rulebook, carried_out: set[str]) -> list[n.Node]:
    steps: list[n.Node] = []
    for node in walk(part):
        steps.append(node)
        if isinstance(node, n.Do) and node.rule.text in book.rules and node.rule.text not in carried_out:
            carried_out.add(node.rule.text)
            steps += _with_rules(book.rules[node.rule.text].block, book, carried_out)
    return steps


def _is_of_all(step: n.Choose | n.Attempt) -> bool:
    """Whether all choose at the same time: nobody in particular is asked."""
    by = step.by
    at_once = isinstance(step, n.Choose) and step.at_once
    return at_once and isinstance(by, n.Name) and by.phrase.text in {"players", "everyone", "all players"}


def has_starter(book: Rulebook, steps: Iterable[n.Node]) -> bool:
    """Whether it matters who begins."""
    words = [node for word in book.words.values() for node in walk(word)]
    return in_turns(book, steps) or any(
        isinstance(node, n.Name) and node.phrase.text == "starter" for node in (*steps, *words)
    )


def _begins(book: Rulebook, phrases: Phrases, steps: list[n.Node]) -> str:
    if not has_starter(book, steps):
        roles = _roles(book, phrases, steps)
        return f"{capital(listed(roles))}: the rules say when." if roles else "Nobody: all play at the same time."
    openers = {
        step.start.phrase.text for step in steps if isinstance(step, n.InTurn) and isinstance(step.start, n.Name)
    }
    roles = [name for name in openers if name in book.memories]
    set_up = starter_set_up(book)
    text = "The set-up decides." if set_up else "Agree on somebody, or draw lots: that player is the starter."
    if not set_up and any(isinstance(step, n.PlayGame) for step in steps):
        text += " This is for the first game of a match."
    setup = {id(node) for flow in book.flows.values() if flow.word == "setup" for node in walk(flow)}
    later = [
        phrases.value(step.value)
        for step in steps
        if isinstance(step, n.Set) and id(step) not in setup and isinstance(step.target, n.Name)
        if step.target.phrase.text in roles and isinstance(step.value, (n.Name, n.Apply))
        if not any(isinstance(x, n.Phrase) and x.text in {"starter", *_bound(steps)} for x in walk(step.value))
    ]
    if "round" in book.flows and len(set(later)) == 1:
        return f"{text} Later rounds are begun by {later[0]}."
    if "round" in book.flows and roles:
        return f"{text} Who begins later rounds is said under “The round”."
    return text


def _bound(steps: Iterable[n.Node]) -> set[str]:
    return {s.name.text for s in steps if isinstance(s, (n.Param, n.For, n.Pick, n.Let, n.Draw))}


def _order(book: Rulebook, phrases: Phrases, steps: list[n.Node]) -> str:
    roles = _roles(book, phrases, steps)
    if not in_turns(book, steps) and roles:
        one = len(roles) == 1
        acts = "act in this order" if not one else "act" if is_plural(roles[0]) else "acts"
        return f"There are no turns: in each round {listed(roles)} {acts}."
    if not in_turns(book, steps) and any(isinstance(step, n.Choose) and _is_of_all(step) for step in steps):
        return "There are no turns: all choose at the same time."
    if not in_turns(book, steps):
        return "There are no turns: all play at once, and the first to do something counts."
    played = [step.player for step in steps if isinstance(step, n.PlayTurn) and step.player is not None]
    if played and not any(isinstance(step, n.InTurn) for step in steps):
        return f"Not round the table: each turn is that of {phrases.value(played[0])}, and the rules say who that is."
    two = book.players is not None and book.players.counts == (2,) and not book.players.more
    text = "You take turns." if two else "Clockwise: after you comes the player to your left."
    if any(isinstance(step, n.ExtraTurn) for step in steps):
        text += " An extra turn comes before that."
    if any(isinstance(step, n.Eliminate) for step in steps):
        text += " Players who are out are passed over."
    return text


# ------------------------------------------------------------------ the end


def is_for_players(cap: n.BreakOff, book: Rulebook) -> bool:
    """Whether a limit is a rule of the game: under `simulation:` it is for games that are played without players,
    unless a note tells it."""
    return book.edition_of(cap) == 1 or any(isinstance(step, n.Remark) for step in cap.block.steps)


def _limit(cap: n.BreakOff, book: Rulebook, phrases: Phrases) -> str:
    option = book.options.get(cap.count.phrase.text) if isinstance(cap.count, n.Name) else None
    count = option.default if option is not None else cap.count
    return f"after {phrases.value(count)} {cap.unit} at the latest"


def _at_once(book: Rulebook, phrases: Phrases, steps: list[n.Node]) -> str:
    """When a step makes somebody win: what must hold for it, if that can be told without the steps around it."""
    winning = [x for part in _acting(book) for x in walk(part) if isinstance(x, n.Wins) and not x.match]
    if not winning:
        return ""
    bound = _bound(steps)
    conditions = []
    for part in _acting(book):
        for node in walk(part):
            for branch in node.branches if isinstance(node, n.If) else ():
                if any(isinstance(step, n.Wins) and not step.match for step in branch.block.steps):
                    names = (
                        {x.text for x in walk(branch.condition) if isinstance(x, n.Phrase)}
                        if branch.condition
                        else bound
                    )
                    conditions.append(
                        "" if names & bound or branch.condition is None else phrases.condition(branch.condition)
                    )
    if not conditions or "" in conditions:
        who = "somebody" if any(not isinstance(step.players, n.Nothing) for step in winning) else "nobody"
        return f"at once, when a step of the rules says that {who} wins"
    return f"at once, when {listed(dict.fromkeys(conditions), 'or')}"


def _acting(book: Rulebook) -> list[n.Node]:
    return [
        *book.flows.values(),
        *book.rules.values(),
        *book.hooks,
        *(s for s in book.standing if isinstance(s, n.Whenever)),
    ]


def _moment(end: n.End, phrases: Phrases) -> str:
    when = {"turn": "after the turn in which ", "round": "after the round in which "}.get(end.moment, "when ")
    text = when_played(f"{when}{_what_ends(end, phrases)}")
    return f"{text} and every other player has had one more turn" if end.moment == "last_turn" else text


def _what_ends(end: n.End, phrases: Phrases) -> str:
    """The caption where it is a sentence, else what it waits for; a caption behind which that would be too long is quoted."""
    caption = escape(end.caption.value)
    condition = phrases.condition(end.condition)
    if end.moment == "round" and PLAYED.match(condition):
        return condition
    if FINITE.search(caption) and (is_long(condition) or not IS_OVER.search(caption)):
        return caption
    return f"this is so: “{caption}”" if is_long(condition) else condition


# ------------------------------------------------------------------ ties


EVERYBODY = frozenset({"players", "everyone", "all players"})


def _ties(book: Rulebook, phrases: Phrases, steps: list[n.Node], alone: bool) -> str:
    if alone:
        return ""
    wins = [step for step in steps if isinstance(step, n.Wins) and not step.match]
    best = [step for step in steps if isinstance(step, n.BestWins) and not step.match]
    winning = [step for step in wins if not isinstance(step.players, n.Nothing)]
    by_end = _ways_to_share(book, phrases, best)
    sentences: list[str] = []
    if by_end is not None:
        sentences += by_end
    elif best:
        breaks = list(dict.fromkeys(_shared(phrases, step) for step in best))
        sentences += [f"{capital(way)}." for way in breaks if len(breaks) == 1 or way != EQUAL_SHARE]
    elif winning and all(map(_is_of_everybody, winning)):
        return f"There are none: you {'win or lose' if len(winning) < len(wins) else 'win'} together."
    elif not winning:
        sentences.append("Nobody wins." if wins else "Nobody wins or loses.")
    else:
        sentences.append("There are none: only one can win.")
    if len(winning) < len(wins) and (winning or best):
        sentences.append("It can also end without a winner.")
    if any(isinstance(step, n.PlayGame) for step in steps):
        sentences.append("Who wins a match is said under “The match”.")
    return " ".join(sentences)


EQUAL_SHARE = "players who are equal share the win"


def _shared(phrases: Phrases, step: n.BestWins) -> str:
    if not step.breaks:
        return EQUAL_SHARE
    return f"{tie_breaks(phrases, step)} wins; if they are still equal, they share the win"


def _ways_to_share(book: Rulebook, phrases: Phrases, best: list[n.BestWins]) -> list[str] | None:
    """What ties mean at each end, by its title where somebody can win at another one; None if nothing is shared there,
    or if not all who are best win at an end."""
    ways: dict[str, dict[str, None]] = {}
    count, ends = 0, 0
    for end in (part for part in book.standing if isinstance(part, n.End)):
        title = f"“{escape(end.caption.value)}”"
        here = [step for step in walk(end) if isinstance(step, (n.Wins, n.BestWins)) and not step.match]
        winning = [step for step in here if isinstance(step, n.BestWins) or not isinstance(step.players, n.Nothing)]
        ends += bool(winning)
        count += sum(isinstance(step, n.BestWins) for step in winning)
        for step in winning:
            if isinstance(step, n.BestWins):
                way = _shared(phrases, step)
            elif _is_together(end):
                way = "if several reach the end at the same moment, they win together"
            elif phrases.is_set(step.players) and phrases.plural(step.players) and not _is_of_everybody(step):
                way = f"{phrases.value(step.players)} win together"
            else:
                continue
            ways.setdefault(way, {})[title] = None
    if not ways or count < len(best) or all(map(_is_of_everybody, _winning_steps(book))):
        return None
    if ends == 1 or (len(ways) == 1 and len(next(iter(ways.values()))) == ends):
        return [f"{capital(way)}." for way in ways]
    return [
        f"At the end{'' if len(titles) == 1 else 's'} {listed(titles)}: {way.replace(' the end ', ' it ').replace(EQUAL_SHARE, 'equal players share the win')}."
        for way, titles in ways.items()
    ]


def _winning_steps(book: Rulebook) -> list[n.Wins | n.BestWins]:
    """Steps of ends in which somebody wins."""
    steps = [step for end in book.standing if isinstance(end, n.End) for step in walk(end)]
    return [
        step
        for step in steps
        if isinstance(step, (n.Wins, n.BestWins)) and not isinstance(getattr(step, "players", None), n.Nothing)
    ]


def _is_of_everybody(step: n.Wins | n.BestWins) -> bool:
    """Whether all win, whatever they did."""
    return isinstance(step, n.Wins) and isinstance(step.players, n.Name) and step.players.phrase.text in EVERYBODY


def _is_together(end: n.End) -> bool:
    """Whether all who meet its condition win."""
    plural = [step for step in end.block.steps if isinstance(step, n.Wins) and isinstance(step.players, n.Name)]
    return win_together(end) or any(
        is_plural(step.players.phrase.text)
        for step in plural
        if isinstance(step.players, n.Name) and not _is_of_everybody(step)
    )
