"""What you need to play: boards, dice, room for more, and what has to be written down."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import groupby

from attrs import evolve

from dicedsl.prose.document import ListPoint, Note, Paragraph, SmallPrint
from dicedsl.prose.name_nouns import DIE, SQUARE
from dicedsl.prose.parts import kept_by, material_line, point_text, sizes, word_blocks
from dicedsl.prose.phrases import Phrases
from dicedsl.prose.sentences import is_plural, sentence, state_sentence
from dicedsl.rulebook.book import Rulebook
from dicedsl.rulebook.parts import acting_parts
from dicedsl.syntax import nodes as n
from dicedsl.syntax.walk import walk
from dicedsl.text.english import listed
from dicedsl.typed.kinds import NUMBER

Remarks = Callable[[n.Zone | n.Memory | n.Board], list[Note]]
SILENT_SORT_WORDS = frozenset({"die", "dice", "numbered", "standing"})  # words of a sort that are told otherwise


def needed_items(
    book: Rulebook, phrases: Phrases, remarks: Remarks, unused: frozenset[str] = frozenset(), whole: bool = False
) -> list[ListPoint]:
    """Point by point, each with its remarks; empty places and counts that are `unused` are left out. `whole`: nobody
    tells the rest, so that it also says how large a board is, what is marked, and what is written in secret."""
    items = [_board(board, phrases, remarks, whole) for board in book.boards.values()]
    full = [zone for zone in book.zones.values() if zone.amount is not None]
    items += [ListPoint(_dice(zone, phrases), remarks=[*remarks(zone)]) for zone in full]
    empty = [zone for zone in book.zones.values() if zone.amount is None]
    room = [zone for zone in empty if zone.name.text not in unused]
    notes = [note for zone in empty for note in remarks(zone)]
    if notes and not room and items:
        items[-1].remarks += notes
    if room:
        items.append(ListPoint(f"room for {listed(map(_room, room))}; empty at first", remarks=[*notes]))
    kept = [memory for name, memory in book.memories.items() if name not in unused]
    written = [m for m in kept if is_written(m, phrases) or (whole and is_secret(m))]
    for tool, group in groupby(sorted(written, key=_by_tool), _tool):
        items.append(_point(f"{tool} for ", [*group], phrases, remarks))
    if whole and is_written_at_once(book, phrases):
        items.append(ListPoint("paper for each player, to write down in secret what all choose at the same time"))
    marked = [memory for memory in kept if is_marked(memory, phrases)]
    if marked:
        items.append(_point("something to mark ", marked, phrases, remarks))
    if whole:
        minded = [memory for memory in kept if _is_kept_in_mind(memory) and memory not in written]
        if minded:
            items.append(_kept_in_mind(minded))
        turned = [memory for memory in kept if _is_not_so_at_first(memory)]
        items += [ListPoint(_turned_on(m, phrases)) for m in turned]
    items += [ListPoint(_so_at_first(m, phrases), remarks=[*remarks(m)]) for m in kept if is_so_at_first(m, phrases)]
    return items


def is_secret(memory: n.Memory) -> bool:
    """Whether somebody has to write down what others may not know."""
    return memory.seen_by is not None and isinstance(memory.initial, n.Nothing) and not memory.quiet


def is_written_at_once(book: Rulebook, phrases: Phrases) -> bool:
    """Whether players choose at the same time and cannot do so by laying out a die."""
    steps = [step for part in acting_parts(book) for step in walk(part)]
    for step in steps:
        if isinstance(step, n.Choose) and step.at_once:
            choices = [offer for offer in step.alternatives if isinstance(offer, n.Alternative)]
            picks = [pick for choice in choices for pick in choice.picks]
            if len(choices) > 1 or any(phrases.noun(pick.source) is not DIE for pick in picks):
                return True
    return False


def _is_kept_in_mind(memory: n.Memory) -> bool:
    """Whether it is somebody or something that all know, nobody or nothing at first, and again in each round or turn."""
    is_open = memory.seen_by is None and not memory.quiet
    return is_open and isinstance(memory.initial, n.Nothing) and bool(lasts_for(memory))


def _kept_in_mind(memories: list[n.Memory]) -> ListPoint:
    names = []
    for memory in memories:
        owner = "" if memory.scope.kind is None else f" of each {memory.scope.kind.text}"
        span = lasts_for(memory)
        names.append(f"the **{memory.name.text}**{owner}{f' in each {span}' if span else ''}")
    first = {memory.initial.word for memory in memories if isinstance(memory.initial, n.Nothing)}
    nothing = "nobody or nothing" if len(first) > 1 else "nobody" if "nobody" in first else "none"
    return ListPoint(f"something to mark, or to write down, {listed(names)}: {nothing} at first")


def _is_not_so_at_first(memory: n.Memory) -> bool:
    is_no = isinstance(memory.initial, n.Truth) and not memory.initial.value
    return is_no and not memory.quiet and memory.key is None and memory.numbers is None


def _turned_on(memory: n.Memory, phrases: Phrases) -> str:
    """`something to mark which players are at anchor`, what is so at first, and for how long."""
    name, kind = memory.name.text, memory.scope.kind
    until = f", and each time only until the end of the {span}" if (span := lasts_for(memory)) else ""
    if kind is None or name in phrases.facts.sentences:
        fact = phrases.facts.sentences.get(name)
        if fact is None:
            how = f"**{name}**" if name in phrases.facts.states else f"marked “**{name}**”"
            return f"something to mark whether the {memory.scope.word} is {how}: not so at first{until}"
        return f"something to mark whether **{state_sentence(fact)}**: not so at first{until}"
    noun = phrases.facts.nouns.get(kind.text)
    several = f"{kind.text}s" if noun is None else noun.plural
    none = "nobody" if kind.text == "player" else "none"
    owned = name in phrases.facts.owned
    how = f"have {memory.name.article} **{name}**" if owned else f"are marked “**{name}**”"
    how = f"are **{name}**" if name in phrases.facts.states else how
    return f"something to mark which {several} {how}: {none} at first{until}"


def lasts_for(memory: n.Memory) -> str:
    """The `turn` or the `round` after which it is again as it began; nothing if it stays."""
    return memory.lasting or (memory.scope.word if memory.scope.word in {"turn", "round"} else "")


def is_needed(memory: n.Memory, phrases: Phrases) -> bool:
    """Whether it stands among what is needed, with what it begins as."""
    return is_written(memory, phrases) or is_marked(memory, phrases)


def is_written(memory: n.Memory, phrases: Phrases) -> bool:
    """Whether somebody has to keep count of it: a number."""
    sheet = (memory.key is not None or memory.numbers is not None) and isinstance(memory.initial, n.Nothing)
    if memory.seen_by is not None or _is_kept_for_others(memory):
        sheet = False
    return not memory.quiet and (sheet or _is_number(memory, phrases))


def is_marked(memory: n.Memory, phrases: Phrases) -> bool:
    """Whether it is something else than a number, a yes or a no, and begins as something."""
    begins = not isinstance(memory.initial, (n.Nothing, n.Truth)) and not is_written(memory, phrases)
    typed = phrases.facts.game.memories.get(memory.name.text)
    return begins and not memory.quiet and typed is not None and not typed.type.is_unknown


def is_so_at_first(memory: n.Memory, phrases: Phrases) -> bool:
    """Whether it is a yes from the beginning."""
    return not memory.quiet and isinstance(memory.initial, n.Truth) and memory.initial.value


def _is_number(memory: n.Memory, phrases: Phrases) -> bool:
    if isinstance(memory.initial, n.Nothing):
        return False
    typed = phrases.facts.game.memories.get(memory.name.text)
    return phrases.is_number(memory.initial) or (
        typed is not None and typed.type.kind is NUMBER and not typed.type.is_set
    )


def _is_kept_for_others(memory: n.Memory) -> bool:
    """For each place, or whatever else no pencil goes round with."""
    return memory.scope.kind is not None and memory.scope.kind.text != "player"


def _tool(memory: n.Memory) -> str:
    if memory.seen_by is not None:
        return "pen and paper, kept in secret,"
    return "tokens, or pen and paper," if _is_kept_for_others(memory) else "pen and paper"


def _by_tool(memory: n.Memory) -> int:
    return 2 if memory.seen_by is not None else int(_is_kept_for_others(memory))


def _point(head: str, memories: list[n.Memory], phrases: Phrases, remarks: Remarks) -> ListPoint:
    notes = [note for memory in memories for note in remarks(memory)]
    return ListPoint(f"{head}{listed(_written(memory, phrases) for memory in memories)}", remarks=[*notes])


def _so_at_first(memory: n.Memory, phrases: Phrases) -> str:
    name = memory.name.text
    owner = f"each {memory.scope.kind.text}" if memory.scope.kind is not None else f"the {memory.scope.word}"
    at_first = f"at the start of each {memory.lasting}" if memory.lasting else "at first"
    if name in phrases.facts.sentences:
        return f"{at_first} {state_sentence(phrases.facts.sentences[name])}"
    be = "are" if is_plural(owner) else "is"
    if name in phrases.facts.owned:
        return f"{at_first} {owner} has {memory.name.article} **{name}**"
    return f"{at_first} {owner} {be} {name if name in phrases.facts.states else f'marked “**{name}**”'}"


def _board(board: n.Board, phrases: Phrases, remarks: Remarks, whole: bool = False) -> ListPoint:
    name = f"the **{board.name.text}**"
    exact = SmallPrint([Paragraph(material_line(board, phrases))], alone=whole and not remarks(board))
    shape = board.shape
    notes: list[Note | Paragraph] = [*remarks(board)]
    if isinstance(shape, n.SizedBoard):
        rows, columns = (usual_number(size, phrases) or phrases.tight(size) for size in sizes(shape))
        agreed = "" if shape.sizes == (None, None) else " (unless agreed otherwise)"
        squares = board.places.text if board.places is not None else SQUARE[1]
        text = f"a board of {rows} by {columns} {squares}{agreed}, {name}"
        if board.without:
            text += f"; there is nothing at {listed(point_text(point) for point in board.without)}"
        if board.seen_from:
            text += f"; players may sit at {listed(p.text for p in board.seen_from)}"
        exact = evolve(exact, alone=False)
        return ListPoint(text, [exact] if board.without or shape.sizes != (None, None) else [], notes)
    letters = ", ".join(f"*{c.text}*" for c in shape.names)
    what = "numbers" if len(shape.names) > 1 else "a number"
    return ListPoint(f"a board, {name}; its places are called by {what} ({letters})", [exact], notes)


def _dice(zone: n.Zone, phrases: Phrases) -> str:
    amount = zone.amount
    colours = " ".join(word for word in zone.sort.words if word not in SILENT_SORT_WORDS)
    what = f"{colours} dice".strip()
    if isinstance(amount, n.Number):
        text = f"{amount.value} {what if amount.value != 1 else what.removesuffix('dice') + 'die'}"
    elif amount is not None and (usual := usual_number(amount, phrases)) is not None:
        text = f"{usual} {what}, unless agreed otherwise"
    else:
        assert amount is not None
        text = f"{what}, {_how_many(amount, phrases)}"
    if "numbered" in zone.sort.words and isinstance(amount, n.Number) and amount.value > 1:
        text += f" called d1 {'and' if amount.value == 2 else 'to'} d{amount.value}"
    if zone.faces is not None:
        listed_ = (
            listed(map(str, zone.faces.listed)) if zone.faces.span_of is None else phrases.value(zone.faces.span_of)
        )
        text += f", with the faces {listed_}"
    name = f"**{zone.name.text}**"
    if any(key.text == "player" for key in zone.keys):
        rest = [key.text for key in zone.keys if key.text != "player"]
        each = f"for each player{''.join(f' and {key}' for key in rest)}"
        text = f"{each} {text}: the {name}"
    elif zone.keys:
        text = f"for each {listed(key.text for key in zone.keys)} {text}: the {name}"
    else:
        text = f"{text}: the {name}"
    if zone.seen_by is not None:
        who = phrases.value(zone.seen_by)
        who = "their owner" if who == "owner" else who
        shows = "what it shows" if amount == n.Number(1) else "what they show"
        text += f"; {'nobody sees' if who == 'nobody' else f'only {who} sees'} {shows}"
    return text


def _how_many(amount: n.Expr, phrases: Phrases) -> str:
    """`83 if there are two players, otherwise 55` instead of the name of that number."""
    if isinstance(amount, n.Name):
        word = phrases.facts.book.words.get(amount.phrase.text)
        if isinstance(word, n.CaseWord) and not word.params:
            blocks = word_blocks(word, phrases)
            if len(blocks) == 1 and isinstance(blocks[0], Paragraph):
                return blocks[0].text.partition(" is ")[2].rstrip(".") or f"as many as {phrases.value(amount)}"
    return f"as many as {phrases.value(amount)}"


def usual_number(expr: n.Expr, phrases: Phrases) -> int | None:
    """The number that options make, as they usually are."""
    if isinstance(expr, n.Number):
        return expr.value
    if isinstance(expr, n.Name):
        option = phrases.facts.book.options.get(expr.phrase.text)
        return None if option is None else usual_number(option.default, phrases)
    if isinstance(expr, n.Binary) and expr.op in {"+", "-", "*"}:
        left, right = usual_number(expr.left, phrases), usual_number(expr.right, phrases)
        if left is None or right is None:
            return None
        return left + right if expr.op == "+" else left - right if expr.op == "-" else left * right
    if isinstance(expr, n.Fold) and expr.word in {"highest", "lowest"} and isinstance(expr.operand, n.Tuple):
        items = [usual_number(item, phrases) for item in expr.operand.items]
        values = [item for item in items if item is not None]
        if len(values) == len(items):
            return max(values) if expr.word == "highest" else min(values)
    return None


def _room(zone: n.Zone) -> str:
    name = f"the **{zone.name.text}**"
    keys = [key.text for key in zone.keys]
    if not keys:
        return name
    return f"{name} of each {listed(keys)}"


def _written(memory: n.Memory, phrases: Phrases) -> str:
    name = memory.name.text
    text = f"the **{name}**"
    if memory.scope.kind is not None:
        text += f" of each {memory.scope.kind.text}"
    elif memory.scope.word in {"turn", "round"}:
        text += f" of a {memory.scope.word}"
    text += kept_by(memory, phrases)
    if isinstance(memory.initial, n.Nothing):
        if memory.seen_by is not None and memory.seen_by != n.Name(n.Phrase(("owner",))):
            return f"{text} (only {phrases.value(memory.seen_by)} knows)"
        return f"{text} (empty at first)"
    be = "begin" if is_plural(name) else "begins"
    as_ = "at" if _is_number(memory, phrases) else "as"
    kept = ", kept for the whole match" if memory.for_match else ""
    if memory.seen_by is not None and memory.seen_by != n.Name(n.Phrase(("owner",))):
        kept += f", seen by {phrases.value(memory.seen_by)} only"
    again = f" in each {memory.lasting}" if memory.lasting else ""
    first = phrases.value(memory.initial)
    usual = re.fullmatch(r"(the [\w -]+) \((\d+)\)", first)
    first = first if usual is None else f"{usual[2]}, {usual[1]}"
    return f"{text} ({be} {as_} {first}{again}{kept})"


def memory_line(memory: n.Memory, phrases: Phrases) -> str:
    """Something to keep in mind, as a line of the glossary."""
    scope, name = memory.scope, memory.name.text
    if isinstance(memory.initial, n.Nothing) and scope.kind is None and not kept_by(memory, phrases):
        be = "are" if is_plural(name) else "is"
        long = {"turn": "one turn", "round": "one round", "game": "the game", "match": "the whole match"}[scope.word]
        seen = "" if memory.seen_by is None else f", and only {phrases.value(memory.seen_by)} may know"
        at_first = "at first nobody" if memory.initial.word == "nobody" else "at first none"
        return sentence(f"the **{name}** ({at_first}) {be} kept in mind for {long}{seen}")
    return sentence(material_line(memory, phrases))
