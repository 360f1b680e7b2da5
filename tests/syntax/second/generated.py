"""Trees of the second edition, made up."""

from typing import Any

from hypothesis import strategies as st

from dicedsl.syntax import nodes as n
from dicedsl.syntax.handlers import told_first

# Words that open lines and parts elsewhere are as good in a name as any others.
NAMES = (
    "total", "points so far", "opening roll", "match points", "one die allowed", "sum total", "turn total", "loose pile",
    "most turns", "house made", "choice taken", "way home", "first", "last die left", "set", "extra turn left", "q", "a",
)  # fmt: skip
KINDS = ("funnel", "player", "number", "die", "side")
PREPS = ("for", "towards", "against", "behind", "along", "seen from", "apart from")
SENTENCES = ("No.", "Not so; otherwise.", "Take it: now", "It's here")


def phrases(articles: bool = True) -> st.SearchStrategy[n.Phrase]:
    fronts = st.sampled_from(["", "", "the", "that"] if articles else [""])
    return st.builds(lambda words, front: n.Phrase(tuple(words.split()), front), st.sampled_from(NAMES), fronts)


NAME = phrases(False)
CALLED = NAME.filter(lambda name: name.words != ("a",))  # in the head of a rule it would be an article
TEXT = st.sampled_from(SENTENCES).map(n.Text)
REMARK = st.builds(n.Remark, st.sampled_from(["note", "ruling"]), TEXT)


def lists(of: st.SearchStrategy, min_size: int = 0, max_size: int | None = None) -> st.SearchStrategy:
    """So many of them; one or two if nothing is said."""
    if max_size is None:
        min_size, max_size = 1, 2
    return st.lists(of, min_size=min_size, max_size=max_size).map(tuple)


def maybe(of: st.SearchStrategy) -> st.SearchStrategy:
    return st.none() | of


LEAVES = st.one_of(
    st.integers(0, 99).map(n.Number), phrases().map(n.Name), phrases().map(n.Your), phrases().map(n.Its),
    phrases().map(n.Their), st.builds(n.You), st.builds(n.It), st.builds(n.They), st.booleans().map(n.Truth),
    st.sampled_from(["none", "nobody"]).map(n.Nothing),
)  # fmt: skip


def _values(e: st.SearchStrategy) -> st.SearchStrategy:
    """Values made of other expressions."""
    attribute = st.builds(n.Attribute, NAME, lists(st.tuples(st.sampled_from(("at", *PREPS)), e), max_size=1))
    rel = st.one_of(
        e.map(n.Same), st.builds(n.Order, ORDER, e), e.map(n.Member), st.builds(n.OneOfTwo, st.booleans(), e, e | e.map(n.Member)),
        st.booleans().map(n.AllAlike),
    )  # fmt: skip
    that = st.builds(n.That, st.booleans(), rel, st.booleans())
    clause = st.one_of(
        that, st.builds(n.Whose, attribute, st.booleans(), rel), st.builds(n.WithTheBest, st.booleans(), attribute)
    )
    binder = st.builds(n.Binder, NAME, e)
    return st.one_of(
        st.builds(n.Possessive, e, NAME), st.builds(n.Apply, phrases(), e), st.builds(n.At, e, e),
        st.builds(n.Prep, e, st.sampled_from(PREPS), e), e.map(n.EachOf), st.builds(n.SideBySide, NAME, e),
        st.builds(n.Tuple, lists(e, min_size=2, max_size=3), maybe(NAME)), st.builds(n.Where, e, e),
        st.builds(n.Best, e, st.booleans(), e), st.builds(n.Top, st.booleans(), e, e), st.builds(n.ForEach, e, lists(binder), maybe(e)),
        st.builds(n.Binary, st.sampled_from(["+", "-", "*", "/", "mod", "except"]), e, e), e.map(n.Negative),
        st.builds(n.Range, e, e),
        st.builds(n.Fold, st.sampled_from(["count", "sum", "highest", "lowest", "different"]), e),
        st.builds(n.Showing, e, e), st.builds(n.On, e, e), st.builds(n.BesideIt, e, e),
        st.builds(n.LinkedTo, e, e, NAME), st.builds(n.Groups, e, e, NAME, maybe(NAME)), st.builds(n.LinesOf, e, maybe(e)),
        st.builds(n.Described, e, clause), st.builds(n.FirstInTurn, e, that), st.builds(n.Between, phrases(), e, e),
        st.builds(n.StraightLine, e, maybe(e), e), st.builds(n.StraightLine, e, st.none(), e, st.just(True)),
    )  # fmt: skip


ORDER = st.sampled_from(["at_least", "at_most", "more_than", "less_than"])


def _conditions(e: st.SearchStrategy) -> st.SearchStrategy:
    """Conditions made of other expressions."""
    test = st.one_of(
        e.map(n.Same), st.builds(n.Order, ORDER, e), e.map(n.Member), st.builds(n.Related, NAME, e), NAME.map(n.Linked),
        e.map(n.ShapedLike), st.booleans().map(n.AllAlike), st.builds(n.OneOfTwo, st.booleans(), e, e | e.map(n.Member)), e.map(n.Beside),
    )  # fmt: skip
    has = e | st.builds(n.HasOrder, e, st.builds(n.Order, ORDER, e))
    tail = st.one_of(
        st.tuples(st.booleans(), test, st.none()), st.tuples(st.just(False), e.map(n.Shows), st.none()),
        st.tuples(st.just(False), st.none(), has),
    )  # fmt: skip
    word = st.sampled_from(["some", "every", "no"])
    how = st.sampled_from(["at_least", "at_most", "more_than", "less_than", "exactly"])
    return st.one_of(
        st.builds(n.And, e, e), st.builds(n.Or, e, e), e.map(n.Not), st.builds(n.Is, e, st.booleans(), test),
        st.builds(lambda s, number: n.Is(s, False, n.Shows(number)), e, e),
        st.builds(lambda w, x, s, t: n.Quantified(w, x, s, *t), word, NAME, e, tail),
        st.builds(lambda w, k, o, t: n.SomeKind(w, k, o, *t), word, NAME, maybe(NAME), tail),
        st.builds(lambda w, s, t: n.Several(w, None, s, *t), st.sampled_from(["all", "some", "none"]), e, tail),
        st.builds(lambda w, c, s, t: n.Several(w, c, s, *t), how, e, e, tail),
        st.builds(n.There, st.sampled_from(["some", "no"]), st.none(), e),
        st.builds(n.There, how, e, e, st.booleans()),
    )  # fmt: skip


EXPR = st.recursive(LEAVES, lambda e: _values(e) | _conditions(e), max_leaves=6)
SMALL = st.recursive(LEAVES, lambda e: _values(e) | _conditions(e), max_leaves=2)

# ---------------------------------------------------------------- steps

BEST_WINS = st.builds(n.BestWins, st.booleans(), SMALL, st.booleans(), st.booleans()) | st.builds(
    n.BestWins, st.booleans(), SMALL, st.booleans(), st.just(False), lists(st.builds(n.TieBreak, st.booleans(), SMALL))
)

AMOUNT = st.one_of(
    st.sampled_from(["one", "some", "any"]).map(n.Amount),
    st.builds(lambda low, high: n.Amount("span", low, high), SMALL, SMALL),
    SMALL.map(lambda low: n.Amount("span", low, low)),
)
SIMPLE = st.one_of(
    SMALL.map(n.Roll), st.builds(n.Draw, SMALL, maybe(SMALL), NAME), st.builds(n.MoveDice, st.none(), SMALL, SMALL),
    st.builds(n.MoveDice, SMALL.map(lambda x: n.Amount("span", x, x)), SMALL, SMALL), st.builds(n.MoveByLot, SMALL, SMALL),
    st.builds(n.MoveDice, st.just(n.Amount("one")), SMALL, SMALL), st.builds(n.TurnDie, SMALL, SMALL),
    st.builds(n.Swap, SMALL, SMALL), SMALL.map(n.Show), st.builds(n.Set, SMALL, SMALL), st.builds(n.Add, SMALL, SMALL),
    st.builds(n.Take, SMALL, SMALL), st.builds(n.Let, NAME, SMALL), st.builds(n.Stop), st.builds(n.EndTurn),
    st.builds(n.EndRound), st.builds(n.PlayGame), st.builds(n.ExtraTurn), maybe(SMALL).map(n.PlayTurn),
    st.builds(n.Wins, SMALL, st.booleans()), BEST_WINS,
    st.builds(n.Becomes, SMALL, NAME, st.booleans()), TEXT.map(n.Say),
    st.builds(lambda name, more: n.Call((n.Name(n.Phrase(("score", *name.words))), *more)), NAME, lists(SMALL)),
    st.builds(lambda name, argument: n.Call((n.SideBySide(n.Phrase(("score", *name.words)), argument),)), NAME, SMALL),
)  # fmt: skip
BY = maybe(st.builds(n.By, st.booleans(), SMALL))
PICK = st.builds(n.Pick, AMOUNT, SMALL, maybe(SMALL), NAME, maybe(SMALL))
MUST = st.builds(n.Must, SMALL, TEXT, st.booleans()) | st.builds(
    n.MustLeave, SMALL, TEXT, st.booleans(), SMALL, st.booleans()
)
SITUATION = st.builds(n.Situation, maybe(SMALL), maybe(lists(TEXT)), maybe(TEXT))


def _block(steps: tuple[n.Step, ...], inline: bool) -> n.Block:
    """What tells the one line behind a colon stands below it, and before it in the tree."""
    return n.Block(told_first(steps) if inline else steps, inline)


def _alternative(
    name: n.Text, picks: tuple[n.Pick, ...], steps: tuple[n.Must | n.Step, ...], inline: bool
) -> n.Alternative:
    return n.Alternative(name, picks, told_first(steps) if inline else steps, inline)


def _holding(s: st.SearchStrategy) -> st.SearchStrategy:
    block = st.builds(_block, lists(s), st.booleans())
    alternative = st.builds(_alternative, TEXT, lists(PICK, max_size=2), lists(MUST | s, max_size=2), st.booleans())
    offers = lists(st.one_of(alternative, NAME.map(n.AsIn), MUST, REMARK))
    first = st.builds(n.Branch, SMALL, block)
    return st.one_of(
        st.builds(lambda a, b: n.If((*a, *b)), lists(first), lists(block.map(lambda b: n.Branch(None, b)), max_size=1)),
        st.builds(n.For, NAME, maybe(SMALL), maybe(SMALL), BY, block),
        st.builds(n.Repeat, maybe(SMALL), block), st.builds(n.Repeat, st.none(), block, SMALL),
        st.builds(n.InTurn, SMALL, maybe(SMALL), st.none(), block), st.builds(n.InTurn, SMALL, st.none(), SMALL, block),
        st.builds(
            n.Choose, maybe(NAME), maybe(SMALL), st.just(False), offers, maybe(lists(SITUATION).map(n.Situations)), maybe(block)
        ),
        st.builds(n.Choose, st.none(), st.none(), st.just(False), offers, st.none(), st.none(), st.just(True)),
        st.builds(n.Choose, st.none(), SMALL, st.just(True), offers, st.none(), st.none()),
        st.builds(n.Attempt, TEXT, maybe(SMALL), offers, st.just(())),
    )  # fmt: skip


STEP = st.recursive(SIMPLE | REMARK, _holding, max_leaves=4)
BLOCK = st.builds(_block, lists(STEP), st.booleans())
ALTERNATIVE = st.builds(n.Alternative, TEXT, lists(PICK, max_size=1), lists(MUST | SIMPLE, max_size=2))
OFFERS = lists(st.one_of(ALTERNATIVE, NAME.map(n.AsIn), MUST, REMARK))

# ---------------------------------------------------------------- parts


def _param(kind: str, name: n.Phrase, prep: str, article: str) -> n.Param:
    if article:
        return n.Param(kind, n.Phrase((kind,)), prep, True, article)
    return n.Param(kind, n.Phrase((name.words[0],)), prep)


def params(preps: tuple[str, ...]) -> st.SearchStrategy:
    return st.builds(_param, st.sampled_from(KINDS), NAME, st.sampled_from(preps), st.sampled_from(["", "a", "the"]))


OF = lists(params(("",)), max_size=2)
AT = lists(params(("at", *PREPS)), max_size=1)
ASKED = st.builds(lambda a, b: a + b, OF, AT)
BOUNDS = st.builds(n.Bounds, SMALL, SMALL)
SCOPE = st.sampled_from(["turn", "round", "game", "match"]).map(n.Scope) | NAME.map(lambda x: n.Scope("each", x))
OPTION = st.builds(n.Option, NAME, SMALL, maybe(BOUNDS), st.just(()), maybe(TEXT)) | st.builds(
    n.Option, NAME, SMALL, st.none(), lists(SMALL), maybe(TEXT)
)
ZONE = st.builds(n.Zone, NAME, lists(NAME, max_size=2), maybe(SMALL), NAME, st.none(), maybe(SMALL))
MEMORY = st.builds(
    n.Memory, SCOPE, NAME, maybe(NAME), SMALL, maybe(BOUNDS), maybe(SMALL), st.booleans(), st.booleans(),
    lists(NAME, max_size=1),
) | st.builds(
    lambda name, low, high, first: n.Memory(
        n.Scope("game"), name, None, first, None, None, False, numbers=n.Range(low, high)
    ),
    NAME, SMALL, SMALL, SMALL,
)  # fmt: skip
STATE = st.builds(
    lambda scope, name, truth, lasting: n.Memory(
        scope, name, None, n.Truth(truth), None, None, False, state=True, lasting=lasting
    ),
    SCOPE | st.just(n.Scope("sentence", n.Phrase(("sudden", "death")))), NAME, st.booleans(), st.sampled_from(["", "turn", "round"]),
)  # fmt: skip
BOARD = st.builds(
    n.Board, NAME, st.builds(n.SizedBoard, NAME, st.integers(1, 9), st.integers(1, 9))
    | st.builds(lambda form, rows, size: n.SizedBoard(form, rows, 0, (None, n.Name(size))), NAME, st.integers(1, 9), NAME),
    lists(st.tuples(st.integers(-3, 9), st.integers(0, 9)).map(n.Point), max_size=2), lists(NAME, max_size=2), maybe(NAME),
)  # fmt: skip
KIND = st.builds(n.Kind, NAME, NAME, lists(NAME))
VALUE = st.builds(n.ValueWord, NAME, ASKED, EXPR, st.booleans())
ADJECTIVE = st.builds(
    n.AdjectiveWord, params(("",)), NAME, maybe(params(("with", "for", "towards", "apart from"))),
    st.sampled_from(["all", "any"]), lists(EXPR),
) | st.builds(
    n.AdjectiveWord, params(("",)), NAME, maybe(params(("with", "at", "seen from"))), st.just("one"), EXPR.map(lambda e: (e,))
)  # fmt: skip


@st.composite
def tables(draw: st.DrawFn) -> n.CaseWord:
    more = draw(lists(NAME, max_size=2))
    cells = st.lists(maybe(SMALL), min_size=len(more) + 1, max_size=len(more) + 1).map(tuple)
    rows = lists(st.builds(n.Row, maybe(SMALL), cells))
    return n.CaseWord(draw(NAME), draw(ASKED), None, draw(rows), more, draw(st.booleans()))


WORD = st.one_of(KIND, VALUE, ADJECTIVE, tables(), st.builds(n.ListWord, NAME, lists(EXPR, min_size=2, max_size=3)))
SHOWN = st.one_of(
    st.builds(n.Shown, SMALL, st.just(()), maybe(TEXT), maybe(SMALL)),
    st.builds(n.Shown, NAME.map(n.Name), lists(NAME), maybe(TEXT), maybe(SMALL)),
)
ODD = st.builds(
    n.Odd, TEXT, SMALL, lists(st.builds(n.OddEach, NAME, SMALL) | st.builds(n.OddBy, NAME, SMALL), max_size=2)
)
CAP = st.builds(n.BreakOff, SMALL, st.sampled_from(["turns", "rounds"]), BLOCK)


def section(word: str, line: st.SearchStrategy, title: bool = False) -> st.SearchStrategy:
    lines = lists(line | line.map(n.Replaced) | REMARK)
    return st.builds(_section, st.just(word), lines, maybe(TEXT) if title else st.none(), st.booleans())


def _section(word: str, lines: tuple[Any, ...], title: n.Text | None, inline: bool) -> n.Section:
    """A section; below one whose line stands behind the colon, notes are read as standing before it."""
    return n.Section(word, told_first(lines) if inline else lines, title, inline)


PART = st.one_of(
    section("options", OPTION), section("material", ZONE | BOARD), section("memory", MEMORY | STATE),
    section("words", WORD, True), st.builds(n.Section, st.just("shown"), lists(SHOWN | REMARK)),
    st.builds(n.Simulation, lists(st.one_of(OPTION, WORD, CAP, st.builds(n.OddsOf, TEXT, lists(ODD)), REMARK))),
    st.builds(n.Flow, st.sampled_from(["setup", "turn", "round", "match"]), BLOCK),
    st.builds(lambda name, a, b, block: n.Rule(n.Phrase(("score", *name.words)), a + b, block), CALLED, OF, AT, BLOCK),
    st.builds(n.Choice, NAME, OFFERS), st.builds(n.Whenever, SMALL, BY, BLOCK), st.builds(n.Always, SMALL, TEXT),
    st.builds(n.End, TEXT, st.sampled_from(["rest", "turn", "round", "last_turn"]), SMALL, BLOCK),
    st.builds(n.MatchEnd, TEXT, SMALL, BLOCK),
    st.builds(n.Hook, st.sampled_from(["start_of_turn", "end_of_turn", "start_of_round", "end_of_round"]), BLOCK),
)  # fmt: skip

# ---------------------------------------------------------------- examples and differences

SEAT = st.sampled_from(["Anna", "Ben"]).map(lambda name: n.Phrase((name,)))
VALUES = st.one_of(
    st.integers(0, 9).map(n.AnswerValue), st.sampled_from(["d1", "red", "any", "none", "and"]).map(n.AnswerValue),
    st.builds(n.AnswerValue, st.sampled_from(["d1", 2, (2, 3)]), st.just("Anna")), st.just(n.AnswerValue(None)),
    st.builds(n.AnswerValue, st.tuples(st.integers(-1, 8), st.integers(0, 8)), st.none(), maybe(st.just("Ben"))),
)  # fmt: skip
PLAIN = VALUES.filter(lambda value: value.value != "and")
ANSWER = st.builds(n.Answer, TEXT, lists(VALUES, max_size=3))
DIE = st.builds(n.DieName, st.sampled_from(["d1", "d2"]), maybe(st.just("Anna")))
FACES = lists(maybe(st.integers(1, 6)), max_size=2)
SETTING = st.one_of(
    st.integers(1, 6).map(n.WithPlayers),
    TEXT.map(n.WithVariant),
    st.builds(n.WithOption, NAME, SMALL),
    SEAT.map(n.WithName),
)
LINE = st.one_of(
    lists(SETTING).map(n.With), SMALL.map(n.Given), st.builds(n.GivenHolds, SMALL, lists(DIE), FACES),
    st.builds(n.GivenHolds, SMALL, st.just(()), FACES, lists(st.tuples(st.integers(1, 9), NAME))),
    st.builds(n.GivenStands, SMALL, lists(SMALL), lists(st.integers(1, 6), max_size=2)), st.builds(n.AfterSetup),
    lists(st.integers(1, 6)).map(n.Rolled), st.builds(n.Drawn, PLAIN, lists(PLAIN, max_size=2)),
    st.builds(n.Chooses, maybe(SEAT), lists(ANSWER)), maybe(SMALL).map(n.PlayOn), SMALL.map(n.Now), REMARK,
    st.builds(n.Policy, SEAT, st.sampled_from(["first", "last"]), BY, lists(TEXT, max_size=2)),
    st.builds(n.MayOnly, SEAT, lists(ANSWER), st.booleans()), st.builds(n.MayNot, maybe(SEAT), ANSWER, maybe(TEXT)),
    st.builds(n.Ways, SEAT, st.integers(0, 9), TEXT), st.builds(n.MovesCounted, SEAT, st.integers(0, 9)),
)  # fmt: skip
EXAMPLE = st.builds(n.Example, TEXT, lists(LINE | st.builds(n.Again, st.integers(1, 9), lists(LINE))), maybe(TEXT))
TARGET = st.sampled_from([("rule", "score"), ("choice", "bid"), ("flow", "turn")])
INNER = st.one_of(
    ALTERNATIVE.map(n.Replace), TEXT.map(lambda name: n.Remove("alternative", name.value)), st.builds(n.AddBeside, TEXT, OFFERS),
    st.builds(lambda name, steps, first: n.AddTo("alternative", name.value, steps, first), TEXT, lists(MUST | STEP), st.booleans()),
)  # fmt: skip
CHANGE = st.one_of(
    INNER, st.builds(lambda target, change: n.InPlace(target[0], target[1], change), TARGET, INNER),
    st.builds(lambda target, steps, first: n.AddTo(target[0], target[1], steps, first), TARGET, lists(MUST | STEP), st.booleans()),
    st.sampled_from([("rule", "score"), ("word", "limit"), ("end", "over"), ("always", "No.")]).map(lambda x: n.Remove(*x)),
    PART.filter(lambda part: not isinstance(part, n.Section | n.Simulation)).map(n.Replace),
)  # fmt: skip
PLAYERS = st.one_of(
    st.builds(
        n.Players, lists(st.integers(1, 9), min_size=2, max_size=3), st.just(False), st.just("either"), st.booleans()
    ),
    st.builds(n.Players, st.integers(1, 9).map(lambda x: (x,)), st.booleans(), st.just("either"), st.booleans()),
)
VARIANT = st.builds(n.Variant, TEXT, lists(st.one_of(PART, CHANGE, EXAMPLE, REMARK, PLAYERS)))
ITEM = st.one_of(PART, REMARK, EXAMPLE, VARIANT, CHANGE, PLAYERS, TEXT.map(n.Use), TEXT.map(n.FromSource))
FILE = st.builds(n.File, st.just("game"), TEXT, maybe(TEXT), lists(ITEM, max_size=3)) | st.builds(
    n.File, st.just("library"), TEXT, st.none(), lists(ITEM)
)
