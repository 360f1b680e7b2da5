"""Moves that are allowed and perhaps not meant: nothing where there is something to be had, one die where several go together."""

from __future__ import annotations

from dicedsl.interpreter.engines.contract import PickValues
from dicedsl.interpreter.model.naming import sentence
from dicedsl.interpreter.model.open_choice import OpenChoice
from dicedsl.interpreter.model.records import Question
from dicedsl.interpreter.play.questions.kept_dice import is_roll, numbers_of
from dicedsl.interpreter.state import Move
from dicedsl.program.members import MEMBERS
from dicedsl.text.english import capital


def doubt_about(choice: OpenChoice, question: Question, move: Move) -> str:
    """What somebody is asked before the move is made; nothing if there is no doubt."""
    if not move.values:
        return ""
    before, last = move.values[:-1], move.values[-1]
    alternative = question.alternatives[move.alternative]
    op = choice.pick_rules(move.alternative, len(before)).op
    if op.gathered and op.shape == "die":
        return "" if is_roll(choice, alternative) else _fewer(choice, move.alternative, before, last)
    if op.gathered or op.picks_sets:
        return ""
    worths = {
        o.value: (int(o.worth), o.text) for o in choice.pick(move.alternative, before).options if o.worth.isdigit()
    }
    if last not in worths or worths[last][0] > 0 or not any(worth for worth, _ in worths.values()):
        return ""
    worth, best = max(worths.values(), key=lambda worth_and_text: worth_and_text[0])
    return f"{capital(alternative.name)} {worths[last][1]} for 0? {sentence(f'{best} would be worth {worth}')}"


def _fewer(choice: OpenChoice, index: int, before: PickValues, mask: int) -> str:
    """Dice that show one number are picked, and others that show it could be picked with them."""
    members = choice.pick_rules(index, len(before)).members(choice.cells, before)
    shown = numbers_of(choice, members)
    numbers = {shown.get(die) for die in MEMBERS[mask]}
    if len(numbers) != 1 or None in numbers:
        return ""
    alike = sum(1 << die for die in members if shown.get(die) in numbers)
    fits = choice.legal_next(index, before)
    if alike == mask or fits is None or alike not in fits:
        return ""
    return f"Only {mask.bit_count()} of the {alike.bit_count()} dice that show {numbers.pop()}?"
