"""The model of the table for one reader, made in one place: everything that a front end shows."""

from __future__ import annotations

from collections.abc import Sequence

from dicedsl.interpreter.model.dice_and_boards import boards_of, zones_of
from dicedsl.interpreter.model.facts import Facts, facts_of
from dicedsl.interpreter.model.naming import Reader, count_of, sentence
from dicedsl.interpreter.model.open_choice import OpenChoice, win_text
from dicedsl.interpreter.model.records import Board, Ending, Fact, Model, Player, Question
from dicedsl.interpreter.model.shown_words import ShownWords
from dicedsl.interpreter.state import State
from dicedsl.interpreter.table.game_table import GameTable
from dicedsl.interpreter.table.sight import Cells
from dicedsl.interpreter.table.view import View, view
from dicedsl.masks import mask_of
from dicedsl.text.english import capital


def model_of(
    table: GameTable,
    state: State,
    seat: int | None,
    names: Sequence[str],
    bots: Sequence[str] = (),
    by_hand: bool = False,
    choice: OpenChoice | None = None,
) -> Model:
    """All that a seat (None: somebody who looks on) may see and do. `bots` holds a level for each seat, empty for people.

    by_hand: dice are rolled at the table, and attempts made there, so that people are asked how they fell.
    choice: the open choice of this seat, if somebody has looked at it already.
    """
    reader = Reader(seat, tuple(names))
    over = table.is_over(state)  # then everybody shows what they had
    seen = view(table, state, seat, revealed=over)
    facts = facts_of(table, state.cells, reader, over)
    return Model(
        title=table.about.title,
        aim=aim_of(table, state, reader),
        seat=seat,
        players=tuple(
            Player(
                seat=number,
                name=names[number],
                bot=bots[number] if bots else "",
                you=number == seat,
                is_on_turn=number == seen.on_turn,
                is_asked=number in seen.asked,
                is_out=number in seen.out,
                facts=tuple(facts.players[number]),
            )
            for number in range(table.players)
        ),
        zones=zones_of(table, state, seen, reader),
        boards=boards_of(table, state, seen),
        facts=tuple(facts.table),
        sheets=tuple(facts.sheets),
        background=tuple(facts.background),
        question=question_of(table, state, reader, seen, by_hand, choice),
        ending=ending_of(table, state, reader, facts),
        round=seen.rounds + 1,
        turn=seen.turns + 1,
        aspects=tuple(facts.aspects),
    )


def aim_of(table: GameTable, state: State, reader: Reader) -> str:
    words = ShownWords.of(table)
    return (words.text(words.aim, state.cells, reader) or "") if words.aim is not None else ""


def boards_at(table: GameTable, state: State, cells: Cells, seat: int | None) -> tuple[Board, ...]:
    """The boards as they stood with these cells, for somebody who reads of it in a later state."""
    then = list(cells)
    then[table.reg.pc] = state.cells[table.reg.pc]  # what was asked then does not matter
    past = State(table, tuple(then))
    return boards_of(table, past, view(table, past, seat))


def question_of(
    table: GameTable, state: State, reader: Reader, seen: View, by_hand: bool, choice: OpenChoice | None = None
) -> Question | None:
    """What is asked now, as the reader may know it: those who are not asked know only who is, and the names of what there is."""
    if seen.kind == "chance" and by_hand:
        return _roll(table, state, reader)
    if seen.kind in {"over", "chance"}:
        return None
    if reader.seat in seen.asked and seen.answer is None and (seen.kind != "report" or by_hand):
        choice = choice or open_choice_of(table, state, reader)
        return choice.question(question_text(choice))
    label = seen.question.label if seen.question is not None else ""
    others = [s for s in seen.asked if s != reader.seat]
    text = sentence(f"waiting for {reader.all_of(others)}") if others else ""
    return Question(seen.asked[0], "report" if seen.kind == "report" else "choice", text, label, (), True, False)


def open_choice_of(table: GameTable, state: State, reader: Reader) -> OpenChoice:
    """The choice of the reader, to be answered pick by pick."""
    return OpenChoice(table, state, reader)


def question_text(choice: OpenChoice) -> str:
    """`Ann, set aside or stop?`"""
    name = choice.reader.names[choice.seat]
    if choice.decision.at_once:
        return f"{name}, choose {choice.secrecy_words()} {capital(choice.question_words())}"
    return f"{name}, {choice.question_words()}"


def _roll(table: GameTable, state: State, reader: Reader) -> Question:
    """Dice that are rolled by hand, or a lot that is drawn: whose they are says how they fell."""
    dice, seat = table.rolling(state), table.roller(state)
    hidden = bool(mask_of(dice) & ~table.sight.dice(state.cells, None, shown=False))
    who = reader.names[seat] if seat >= 0 else "somebody"
    if not dice:
        text = "One is drawn by lot: which?"
    else:
        text = (
            f"{who} rolls {count_of(len(dice), 'die', 'dice')}: what {'does it' if len(dice) == 1 else 'do they'} show?"
        )
    waiting = seat >= 0 and reader.seat != seat and (hidden or reader.seat is not None)
    return Question(max(seat, 0), "roll", text, "", (), waiting, hidden)


def ending_of(table: GameTable, state: State, reader: Reader, facts: Facts) -> Ending | None:
    result = table.result(state)
    if result is None:
        return None
    what = "match" if result.match_over else "game"
    who = win_text(result.winners, reader) if result.winners else "nobody wins"
    if len(result.winners) > 1:
        who += " together"
    order = sorted(range(table.players), key=lambda s: (result.ranks[s], s))
    return Ending(
        text=sentence(f"the {what} is over: {who}"),
        reason=sentence(result.reason),
        places=tuple(
            (
                result.ranks[s],
                reader.who(s),
                _first_fact_text(facts.players[s]) if result.scores is None else str(result.scores[s]),
            )
            for s in order
        ),
    )


def _first_fact_text(facts: Sequence[Fact]) -> str:
    """What somebody has come to where no number decided: the first that is known of each player."""
    return next((f"{fact.name} {fact.value}" for fact in facts if fact.value), "")
