"""Which shipped games say what: every construct of the language with the rulebooks that use it, read off their trees."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from dicedsl.errors import raise_errors
from dicedsl.prose.library_use import printed_parts
from dicedsl.prose.name_nouns import walk
from dicedsl.rulebook.book import Rulebook
from dicedsl.rulebook.library import games, shipped_files
from dicedsl.rulebook.loading import load_path
from dicedsl.syntax import nodes as n

Test = Callable[[n.Node], bool]


def of_type(*types: type[n.Node]) -> Test:
    return lambda node: isinstance(node, types)


def attribute(*names: str) -> Test:
    return lambda node: isinstance(node, n.Apply) and node.phrase.text in names


def named(*names: str) -> Test:
    return lambda node: isinstance(node, n.Name) and node.phrase.text in names


CONSTRUCTS: dict[str, dict[str, Test]] = {
    "Material": {
        "`board X of PLACES: grid N by M`": of_type(n.SizedBoard),
        "`board X of PLACES: (a, b, c) from 0 to 8 where ...`": of_type(n.CoordinateBoard),
        "`standing dice`": lambda node: isinstance(node, n.Zone) and "standing" in node.sort.text.split(),
        "`dice with faces`": of_type(n.Faces),
        "`seen by`": lambda node: isinstance(node, n.Zone) and node.seen_by is not None,
        "`each player has`, `the game has`, `each KIND has`": of_type(n.Memory),
        "`kind`": of_type(n.Kind),
    },
    "Places": {
        "`step of`, `place + step`": attribute("step"),
        "`neighbours of`, `lines of`, `row of`, `column of`, `ahead of`": attribute(
            "neighbours", "lines", "row", "column", "ahead"
        ),
        "`place of` a die": attribute("place"),
        "`die on`, `dice on`": of_type(n.On),
        "`S linked to T by W`, `is linked by W`": of_type(n.LinkedTo, n.Linked),
        "`groups of N in S linked by W`": of_type(n.Groups),
        "`copies of`, `is shaped like`": lambda node: attribute("copies")(node) or isinstance(node, n.ShapedLike),
        "`list (... for each ...)`": lambda node: isinstance(node, n.ValueWord) and node.listed,
        "`face of (d, step)`": attribute("face"),
        "`orientation of`, `orientations`": lambda node: attribute("orientation")(node) or named("orientations")(node),
    },
    "Terms": {
        "`(S where C)`": of_type(n.Where),
        "`(S with highest E)`": of_type(n.Best),
        "`(E for each x in S)`": of_type(n.ForEach),
        "`all of`, `some`, `every`, `no`": of_type(n.Quantified),
        "tables": of_type(n.CaseWord),
        "relations between two things": of_type(n.Related),
        "`x at k`": of_type(n.At),
        "pairs that compare from the left": of_type(n.Tuple),
    },
    "Steps": {
        "`choose`": of_type(n.Choose),
        "`choose by everyone at once`": lambda node: isinstance(node, n.Choose) and node.at_once,
        "`if nothing fits`": lambda node: isinstance(node, n.Choose) and node.nothing_fits is not None,
        "`only if`": lambda node: type(node) is n.Must,
        "`only if after this choice`": of_type(n.MustLeave),
        "`allowed`": of_type(n.Allowed),
        "`roll`": of_type(n.Roll),
        "`draw`": of_type(n.Draw),
        "`move S to Z`": of_type(n.MoveDice),
        "`move S to PLACES by lot`": of_type(n.MoveByLot),
        "`swap`": of_type(n.Swap),
        "`turn d to n`": of_type(n.TurnDie),
        "`show`": of_type(n.Show),
        "`repeat`": of_type(n.Repeat),
        "`stop`": of_type(n.Stop),
        "`for each`": of_type(n.For),
        "`in turn`": of_type(n.InTurn),
        "`extra turn`": of_type(n.ExtraTurn),
        "`end turn`, `end round`": of_type(n.EndTurn, n.EndRound),
        "`play turn of`": of_type(n.PlayTurn),
        "`play game`": of_type(n.PlayGame),
        "`is now out`": of_type(n.Eliminate),
        "`say`": of_type(n.Say),
    },
    "Attempts": {
        "`attempt`": of_type(n.Attempt),
        "odds of each member, `each E`": of_type(n.OddEach),
        "odds by member, `by E`": of_type(n.OddBy),
        "`skill of`": attribute("skill"),
    },
    "The course of a game": {
        "`round:`": lambda node: isinstance(node, n.Flow) and node.word == "round",
        "`match:`": lambda node: isinstance(node, n.Flow) and node.word == "match",
        "`whenever`": of_type(n.Whenever),
        "`always`": of_type(n.Always),
        "`break off after`": of_type(n.BreakOff),
        "hooks of turns and rounds": of_type(n.Hook),
        "`after one last turn`": lambda node: isinstance(node, n.End) and node.moment == "last_turn",
    },
}


def parts_of(book: Rulebook) -> Iterator[n.Node]:
    """Everything a game says: its own lines, its variants, and what it speaks of in libraries."""
    said = printed_parts(book, book.examples, lambda node: node.span.source is book.head.span.source)
    tables = (book.options, book.zones, book.memories, book.boards, book.flows, book.variants)
    tops = [part for table in tables for part in table.values()]
    yield from walk([tops, book.standing, book.hooks, said.kinds, said.words, said.rules])


def users() -> dict[str, dict[str, list[str]]]:
    """The names of the games that use each construct, part by part; libraries are the last part."""
    found: dict[str, dict[str, list[str]]] = {part: {name: [] for name in tests} for part, tests in CONSTRUCTS.items()}
    libraries = {name for name, path in shipped_files().items() if path.parent.name == "library"}
    shared: dict[str, list[str]] = {}
    for game, path in games():
        book, problems = load_path(path)
        raise_errors(problems)
        assert book is not None
        nodes = list(parts_of(book))
        for part, tests in CONSTRUCTS.items():
            for name, test in tests.items():
                if any(map(test, nodes)):
                    found[part][name].append(game)
        used = {*book.uses, *(node.file.value for node in nodes if isinstance(node, n.Use))}
        for library in used & libraries:
            shared.setdefault(f'`use "{library}"`', []).append(game)
    return {**found, "Libraries": dict(sorted(shared.items()))}


def uses() -> str:
    """A table for each part of the language."""
    every = [game for game, _ in games()]
    lines: list[str] = []
    for part, constructs in users().items():
        lines += [f"**{part}**", "", "| construct | games | which |", "| --- | --- | --- |"]
        lines += [f"| {name} | {len(names)} | {_which(names, every)} |" for name, names in constructs.items()]
        lines.append("")
    return "\n".join(lines)


def _which(names: list[str], every: list[str]) -> str:
    """Those that use it, or those that do not, whichever are fewer."""
    others = [name for name in every if name not in names]
    if 2 * len(names) <= len(every):
        return ", ".join(names) or "no shipped game; for authors"
    return f"all but {', '.join(others)}" if others else "all"
