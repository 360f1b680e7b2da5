"""From lark's parse tree to the nodes of a rulebook: one function for each rule of the grammar, nothing else."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from lark import Token, Tree

from dicedsl.source import Source, Span
from dicedsl.syntax import nodes as n

Handler = Callable[["Builder", Tree[Token], Span], Any]
HANDLERS: dict[str, Handler] = {}


def on(*names: str) -> Callable[[Handler], Handler]:
    def register(function: Handler) -> Handler:
        for name in names:
            if name in HANDLERS:
                raise ValueError(f"two handlers for {name}")
            HANDLERS[name] = function
        return function

    return register


class BuildProblem(Exception):
    """Something the grammar lets through that only the builder can see; located."""

    def __init__(self, code: str, message: str, span: Span, help: str = "") -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.span = span
        self.help = help


class Builder:
    def __init__(self, source: Source) -> None:
        self.source = source

    def span(self, item: Tree[Token] | Token) -> Span:
        if isinstance(item, Token):
            return Span(self.source, item.start_pos or 0, item.end_pos or 0)
        if item.meta.empty:
            return Span(self.source, 0, 0)
        return Span(self.source, item.meta.start_pos, item.meta.end_pos)

    def build(self, item: Any) -> Any:
        """The node of a tree; None stays None, a token is handled by who asked for its parent."""
        if item is None:
            return None
        if isinstance(item, Token):
            if item.type == "STRING":
                return n.Text(item[1:-1], span=self.span(item))
            return item
        return HANDLERS[item.data](self, item, self.span(item))

    def all(self, items: list[Any]) -> tuple[Any, ...]:
        return tuple(self.build(item) for item in items if item is not None)


def kids(tree: Tree[Token]) -> list[Any]:
    """The parts of a rule; absent optional parts stay as None."""
    return list(tree.children)


def build_file(tree: Tree[Token], source: Source) -> n.File:
    return Builder(source).build(tree)  # type: ignore[no-any-return]


@on("start")
def _start(b: Builder, t: Tree[Token], span: Span) -> n.File:
    parts = kids(t)
    head, items = parts[0], b.all(parts[1:])
    if head is None:
        raise BuildProblem("E110", 'a rulebook starts with its title, such as game "My Game"', Span(b.source, 0, 0))
    title, changes = (b.build(x) for x in ([*kids(head), None])[:2])
    word = "game" if head.data == "game_head" else "library"
    return n.File(word, title, changes, items, span=span)


@on("use")
def _use(b: Builder, t: Tree[Token], span: Span) -> n.Use:
    return n.Use(b.build(kids(t)[0]), span=span)


@on("source")
def _source(b: Builder, t: Tree[Token], span: Span) -> n.FromSource:
    return n.FromSource(b.build(kids(t)[0]), span=span)


@on("players_line")
def _players(b: Builder, t: Tree[Token], span: Span) -> n.Players:
    counts = next(c for c in kids(t) if isinstance(c, Tree))
    numbers = [int(x) for x in kids(counts) if x.type == "INT"]
    form = str(counts.data)
    if form == "span":
        return n.Players(tuple(range(numbers[0], numbers[1] + 1)), form=form, span=span)
    return n.Players(tuple(numbers), more=form == "at_least", form=form, span=span)


@on("note", "ruling")
def _remark(b: Builder, t: Tree[Token], span: Span) -> n.Remark:
    return n.Remark(str(t.data), b.build(kids(t)[0]), span=span)


@on("phrase")
def _phrase(b: Builder, t: Tree[Token], span: Span) -> n.Phrase:
    words = [str(c) for c in t.children if c is not None]
    article = span.text.startswith("the ")
    return n.Phrase(tuple(words), article, span=span)


# ------------------------------------------------------------------ sections


@on("options", "material", "words")
def _section(b: Builder, t: Tree[Token], span: Span) -> n.Section:
    return n.Section(str(t.data), b.all(kids(t)), span=span)


@on("replaced")
def _replaced(b: Builder, t: Tree[Token], span: Span) -> n.Replaced:
    return n.Replaced(b.build(kids(t)[0]), span=span)


@on("option")
def _option(b: Builder, t: Tree[Token], span: Span) -> n.Option:
    name, default, values, text = (b.build(x) for x in kids(t))
    bounds = values if isinstance(values, n.Bounds) else None
    choices = values if isinstance(values, tuple) else ()
    return n.Option(name, default, bounds, choices, text, span=span)


@on("bounds")
def _bounds(b: Builder, t: Tree[Token], span: Span) -> n.Bounds:
    low, high = b.all(kids(t))
    return n.Bounds(low, high, span=span)


@on("alternatives_of")
def _choices(b: Builder, t: Tree[Token], span: Span) -> tuple[n.Expr, ...]:
    return b.all(kids(t))


@on("zone")
def _zone(b: Builder, t: Tree[Token], span: Span) -> n.Zone:
    name, keys, stock, *qualities = kids(t)
    seen = next((b.build(q) for q in qualities if q is not None), None)
    amount: Any = None
    faces = None
    if stock.data == "no_dice":
        sort = b.build(next(c for c in kids(stock) if isinstance(c, Tree)))
    else:
        amount, sort, faces = (b.build(x) for x in kids(stock))
    return n.Zone(b.build(name), b.all(kids(keys)) if keys else (), amount, sort, faces, seen, span=span)


@on("counted")
def _counted(b: Builder, t: Tree[Token], span: Span) -> n.Expr:
    return b.all(kids(t))[0]  # type: ignore[no-any-return]


@on("faces")
def _faces(b: Builder, t: Tree[Token], span: Span) -> n.Faces:
    parts = kids(t)
    if isinstance(parts[0], Token):
        return n.Faces(tuple(int(x) for x in parts), None, span=span)
    only = b.build(parts[0])
    return n.Faces((), only, span=span)


@on("seen_by")
def _seen_by(b: Builder, t: Tree[Token], span: Span) -> n.Expr:
    return b.build(kids(t)[-1])  # type: ignore[no-any-return]


@on("each_scope", "turn_scope", "round_scope", "game_scope", "match_scope")
def _scope(b: Builder, t: Tree[Token], span: Span) -> n.Scope:
    kinds = [c for c in kids(t) if isinstance(c, Tree)]
    return n.Scope(str(t.data).removesuffix("_scope"), b.build(kinds[0]) if kinds else None, span=span)


@on("memory")
def _memory(b: Builder, t: Tree[Token], span: Span) -> n.Memory:
    scope, name, key, initial, *qualities = kids(t)
    bounds = seen = None
    kept = False
    for quality in qualities:
        if quality is None:
            continue
        if quality.data == "bounds":
            bounds = b.build(quality)
        elif quality.data == "seen_by":
            seen = b.build(quality)
        else:
            kept = True
    return n.Memory(b.build(scope), b.build(name), b.build(key), b.build(initial), bounds, seen, kept, span=span)


@on("for_match")
def _for_match(b: Builder, t: Tree[Token], span: Span) -> None:
    return None


@on("board")
def _board(b: Builder, t: Tree[Token], span: Span) -> n.Board:
    name, shape, without, seen = kids(t)
    return n.Board(b.build(name), b.build(shape), b.build(without) or (), b.build(seen) or (), span=span)


@on("sized_board")
def _sized(b: Builder, t: Tree[Token], span: Span) -> n.SizedBoard:
    form, rows, columns = kids(t)
    return n.SizedBoard(b.build(form), int(rows), int(columns), span=span)


@on("coordinate_board")
def _coordinates(b: Builder, t: Tree[Token], span: Span) -> n.CoordinateBoard:
    parts = kids(t)
    condition = b.build(parts[-1])
    names = tuple(b.build(p) for p in parts if isinstance(p, Tree) and p.data == "phrase")
    low, high = (b.build(p) for p in parts[len(names) : -1])
    return n.CoordinateBoard(names, low, high, condition, span=span)


@on("without")
def _without(b: Builder, t: Tree[Token], span: Span) -> tuple[n.Point, ...]:
    return b.all(kids(t))


@on("seen_from")
def _seen_from(b: Builder, t: Tree[Token], span: Span) -> tuple[n.Phrase, ...]:
    return b.all([k for k in kids(t) if isinstance(k, Tree)])


@on("point")
def _point(b: Builder, t: Tree[Token], span: Span) -> n.Point:
    values = [(-1 if k.data == "minus_int" else 1) * int(kids(k)[-1]) for k in kids(t)]
    return n.Point(tuple(values), span=span)


@on("kind")
def _kind(b: Builder, t: Tree[Token], span: Span) -> n.Kind:
    singular, plural, *values = b.all(kids(t))
    return n.Kind(singular, plural, tuple(values), span=span)


@on("params")
def _params(b: Builder, t: Tree[Token], span: Span) -> tuple[n.Param, ...]:
    return b.all(kids(t))


@on("param")
def _param(b: Builder, t: Tree[Token], span: Span) -> n.Param:
    return _as_param(b.build(kids(t)[0]))


def _as_param(phrase: n.Phrase) -> n.Param:
    if len(phrase.words) < 2:
        raise BuildProblem(
            "E120",
            f'say what kind of thing "{phrase.text}" is, such as "number {phrase.text}" or "player {phrase.text}"',
            phrase.span,
        )
    head, last = phrase.words[:-1], phrase.words[-1]
    return n.Param(" ".join(head), n.Phrase((last,), span=phrase.span), span=phrase.span)


@on("value_word")
def _value_word(b: Builder, t: Tree[Token], span: Span) -> n.ValueWord:
    name, params, body = kids(t)
    return n.ValueWord(b.build(name), b.build(params) or (), b.build(body), span=span)


@on("list_word")
def _list_word(b: Builder, t: Tree[Token], span: Span) -> n.ListWord:
    name, *items = b.all(kids(t))
    return n.ListWord(name, tuple(items), span=span)


@on("case_word")
def _case_word(b: Builder, t: Tree[Token], span: Span) -> n.CaseWord:
    name, params, columns, *rows = kids(t)
    return n.CaseWord(b.build(name), b.build(params) or (), b.build(columns), b.all(rows), span=span)


@on("columns")
def _columns(b: Builder, t: Tree[Token], span: Span) -> n.Columns:
    by, *heads = b.all(kids(t))
    return n.Columns(by, tuple(heads), span=span)


@on("row")
def _row(b: Builder, t: Tree[Token], span: Span) -> n.Row:
    first, *cells = kids(t)
    condition = None if isinstance(first, Token) else b.build(first)
    dashes = tuple(c.data == "dash" for c in cells)
    return n.Row(condition, tuple(b.build(c) for c in cells), dashes, span=span)


@on("cell")
def _cell(b: Builder, t: Tree[Token], span: Span) -> n.Expr | None:
    return b.build(kids(t)[0]) if kids(t) else None


@on("dash")
def _dash(b: Builder, t: Tree[Token], span: Span) -> None:
    return None


@on("adjective_word")
def _adjective(b: Builder, t: Tree[Token], span: Span) -> n.AdjectiveWord:
    subject, name, other, conditions = kids(t)
    join, parts = b.build(conditions)
    return n.AdjectiveWord(_as_param(b.build(subject)), b.build(name), b.build(other), join, parts, span=span)


@on("one_condition", "all_conditions", "any_condition")
def _conditions(b: Builder, t: Tree[Token], span: Span) -> tuple[str, tuple[n.Expr, ...]]:
    parts = b.all([k for k in kids(t) if isinstance(k, Tree)])
    return str(t.data).split("_")[0], parts


# ------------------------------------------------------------------ flow


@on("setup_flow", "turn_flow", "round_flow", "match_flow")
def _flow_name(b: Builder, t: Tree[Token], span: Span) -> str:
    return str(t.data).removesuffix("_flow")


@on("flow")
def _flow(b: Builder, t: Tree[Token], span: Span) -> n.Flow:
    word, block = b.all(kids(t))
    return n.Flow(word, block, span=span)


@on("rule")
def _rule(b: Builder, t: Tree[Token], span: Span) -> n.Rule:
    name, params, block = kids(t)
    return n.Rule(b.build(name), b.build(params) or (), b.build(block), span=span)


def _by(b: Builder, token: Token | None, measure: Any) -> n.By | None:
    if token is None:
        return None
    built = b.build(measure)
    return n.By(token.type == "HIGHEST", built, span=b.span(token).to(built.span))


@on("whenever")
def _whenever(b: Builder, t: Tree[Token], span: Span) -> n.Whenever:
    condition, way, measure, block = kids(t)
    return n.Whenever(b.build(condition), _by(b, way, measure), b.build(block), span=span)


@on("always")
def _always(b: Builder, t: Tree[Token], span: Span) -> n.Always:
    condition, sentence = b.all(kids(t))
    return n.Always(condition, sentence, span=span)


@on("ending")
def _ending(b: Builder, t: Tree[Token], span: Span) -> n.End:
    caption, moment, condition, block = kids(t)
    when = str(moment.data).removeprefix("after_") if moment is not None else "rest"
    return n.End(b.build(caption), when, b.build(condition), b.build(block), span=span)


@on("match_ending")
def _match_ending(b: Builder, t: Tree[Token], span: Span) -> n.MatchEnd:
    caption, condition, block = b.all([k for k in kids(t) if not (isinstance(k, Token) and k.type == "MATCH_ENDS")])
    return n.MatchEnd(caption, condition, block, span=span)


@on("cap")
def _cap(b: Builder, t: Tree[Token], span: Span) -> n.Cap:
    count, unit, block = kids(t)
    return n.Cap(int(count), str(unit.data).removeprefix("cap_"), b.build(block), span=span)


@on("hook")
def _hook(b: Builder, t: Tree[Token], span: Span) -> n.Hook:
    moment, block = kids(t)
    return n.Hook(str(moment.data), b.build(block), span=span)


# ------------------------------------------------------------------ steps


@on("block")
def _block(b: Builder, t: Tree[Token], span: Span) -> n.Block:
    return n.Block(b.all(kids(t)), span=span)


@on("line_block")
def _line_block(b: Builder, t: Tree[Token], span: Span) -> n.Block:
    return n.Block(b.all(kids(t)), inline=True, span=span)


@on("if_step")
def _if(b: Builder, t: Tree[Token], span: Span) -> n.If:
    parts = kids(t)
    branches = []
    last = parts.pop()
    parts.pop()
    for condition, block in zip(parts[::2], parts[1::2], strict=True):
        built = b.build(condition)
        branches.append(n.Branch(built, b.build(block), span=built.span))
    if last is not None:
        block = b.build(last)
        branches.append(n.Branch(None, block, span=block.span))
    return n.If(tuple(branches), span=span)


@on("for_step")
def _for(b: Builder, t: Tree[Token], span: Span) -> n.For:
    name, source, condition, way, measure, block = kids(t)
    return n.For(
        b.build(name), b.build(source), b.build(condition), _by(b, way, measure), b.build(block), span=span
    )  # fmt: skip


@on("repeat")
def _repeat(b: Builder, t: Tree[Token], span: Span) -> n.Repeat:
    times, block = kids(t)
    return n.Repeat(b.build(times), b.build(block), span=span)


@on("in_turn")
def _in_turn(b: Builder, t: Tree[Token], span: Span) -> n.InTurn:
    _, start, limit, block = kids(t)
    until = times = None
    if limit is not None:
        value = b.build(kids(limit)[0])
        until, times = (value, None) if limit.data == "until" else (None, value)
    return n.InTurn(b.build(start), until, times, b.build(block), span=span)


@on("choose")
def _choose(b: Builder, t: Tree[Token], span: Span) -> n.Choose:
    name, by, once, *rest = kids(t)
    nothing = b.build(rest.pop())
    allowed = b.build(rest.pop())
    return n.Choose(b.build(name), b.build(by), once is not None, b.all(rest), allowed, nothing, span=span)


@on("attempt")
def _attempt(b: Builder, t: Tree[Token], span: Span) -> n.Attempt:
    name, by, *rest = kids(t)
    odds = b.build(rest.pop()) or ()
    return n.Attempt(b.build(name), b.build(by), b.all(rest), odds, span=span)


@on("alternative")
def _alternative(b: Builder, t: Tree[Token], span: Span) -> n.Alternative:
    name, picks, *steps = kids(t)
    inline = len(steps) == 1 and "\n" not in span.text
    return n.Alternative(b.build(name), b.build(picks) or (), b.all(steps), inline=inline, span=span)


@on("picks")
def _picks(b: Builder, t: Tree[Token], span: Span) -> tuple[n.Pick, ...]:
    return b.all(kids(t))


@on("pick")
def _pick(b: Builder, t: Tree[Token], span: Span) -> n.Pick:
    amount, source, condition, name, *seen = kids(t)
    viewer = next((s for s in seen if isinstance(s, Tree)), None)
    return n.Pick(b.build(amount), b.build(source), b.build(condition), b.build(name), b.build(viewer), span=span)


@on("amount_one", "amount_some", "amount_any")
def _amount_word(b: Builder, t: Tree[Token], span: Span) -> n.Amount:
    return n.Amount(str(t.data).removeprefix("amount_"), span=span)


def _whole(b: Builder, token: Token) -> n.Number:
    return n.Number(int(token), span=b.span(token))


@on("amount_exactly", "amount_span")
def _amount_number(b: Builder, t: Tree[Token], span: Span) -> n.Amount:
    numbers = [_whole(b, k) for k in kids(t)]
    return n.Amount("span", numbers[0], numbers[-1], span=span)


@on("amount_exactly_value", "amount_span_value")
def _amount_value(b: Builder, t: Tree[Token], span: Span) -> n.Amount:
    values = b.all(kids(t))
    return n.Amount("span", values[0], values[-1], span=span)


@on("must")
def _must(b: Builder, t: Tree[Token], span: Span) -> n.Must:
    condition, sentence = b.all(kids(t))
    below = sentence.span.line != condition.span.source.position(condition.span.end)[0]
    return n.Must(condition, sentence, below=below, span=span)


@on("allowed")
def _allowed(b: Builder, t: Tree[Token], span: Span) -> n.Allowed:
    columns, *rows = kids(t)
    names = tuple(b.build(c) for c in kids(columns))
    return n.Allowed(names, b.all(rows), span=span)


@on("allowed_row")
def _allowed_row(b: Builder, t: Tree[Token], span: Span) -> n.AllowedRow:
    first, *cells = kids(t)
    condition = None if isinstance(first, Token) else b.build(first)
    sentence = next((b.build(kids(c)[0]) for c in cells if c.data == "allowed_sentence"), None)
    flags = tuple(c.data == "allowed_yes" for c in cells[:-1])
    if any(c.data == "allowed_sentence" for c in cells[:-1]):
        raise BuildProblem("E121", "the sentence belongs in the last column, under `refused`", span)
    if cells[-1].data in {"allowed_yes", "allowed_no"}:
        raise BuildProblem("E122", "this line has no column for the sentence under `refused`; leave it empty or write one", span)
    return n.AllowedRow(condition, flags, sentence, span=span)


@on("nothing_fits")
def _nothing_fits(b: Builder, t: Tree[Token], span: Span) -> n.Block:
    return b.build(kids(t)[-1])  # type: ignore[no-any-return]


@on("odds")
def _odds(b: Builder, t: Tree[Token], span: Span) -> tuple[n.Odd, ...]:
    return b.all(kids(t))


@on("odd")
def _odd(b: Builder, t: Tree[Token], span: Span) -> n.Odd:
    outcome, weight, *pairs = b.all(kids(t))
    each = tuple(zip(pairs[::2], pairs[1::2], strict=True))
    return n.Odd(outcome, weight, each, span=span)


def _simple(cls: Callable[..., Any]) -> Handler:
    def handler(b: Builder, t: Tree[Token], span: Span) -> Any:
        return cls(*(b.build(k) for k in kids(t)), span=span)

    return handler


for _rule_name, _cls in {
    "roll": n.Roll, "turn_die": n.TurnDie, "swap": n.Swap, "show": n.Show, "set_step": n.Set, "add_step": n.Add,
    "take_step": n.Take, "let": n.Let, "stop": n.Stop, "end_turn": n.EndTurn, "end_round": n.EndRound,
    "play_turn": n.PlayTurn, "play_game": n.PlayGame, "eliminate": n.Eliminate, "say": n.Say,
    "draw": n.Draw, "given": n.Given, "now": n.Now, "draws": n.Drawn,
    "with_variant": n.WithVariant, "with_option": n.WithOption, "with_name": n.WithName,
}.items():  # fmt: skip
    HANDLERS[_rule_name] = _simple(_cls)


@on("extra_turn")
def _extra(b: Builder, t: Tree[Token], span: Span) -> n.ExtraTurn:
    return n.ExtraTurn(span=span)


@on("move_all")
def _move_all(b: Builder, t: Tree[Token], span: Span) -> n.Move:
    dice, target = b.all(kids(t))
    return n.Move(None, dice, target, span=span)


@on("move_some")
def _move_some(b: Builder, t: Tree[Token], span: Span) -> n.Move:
    amount, dice, target = b.all(kids(t))
    return n.Move(amount, dice, target, span=span)


@on("do")
def _do(b: Builder, t: Tree[Token], span: Span) -> n.Do:
    name, *arguments = kids(t)
    return n.Do(b.build(name), b.all(arguments), span=span)


@on("wins")
def _wins(b: Builder, t: Tree[Token], span: Span) -> n.Wins:
    players, match = ([*kids(t), None])[:2]
    return n.Wins(b.build(players), match is not None, span=span)


@on("best_wins")
def _best_wins(b: Builder, t: Tree[Token], span: Span) -> n.BestWins:
    way, measure, match = ([*kids(t), None])[:3]
    return n.BestWins(way.type == "HIGHEST", b.build(measure), match is not None, span=span)


# ------------------------------------------------------------------ examples


@on("example")
def _example(b: Builder, t: Tree[Token], span: Span) -> n.Example:
    title, *lines = b.all(kids(t))
    return n.Example(title, tuple(lines), span=span)


@on("with_line")
def _with(b: Builder, t: Tree[Token], span: Span) -> n.With:
    return n.With(b.all(kids(t)), span=span)


@on("with_players")
def _with_players(b: Builder, t: Tree[Token], span: Span) -> n.WithPlayers:
    return n.WithPlayers(int(kids(t)[0]), span=span)


@on("given_holds")
def _given_holds(b: Builder, t: Tree[Token], span: Span) -> n.GivenHolds:
    place, *rest = [k for k in kids(t) if k is not None]
    dice = tuple(b.build(k) for k in rest if k.data == "die")
    faces = tuple(int(kids(k)[0]) if k.data == "face_number" else None for k in rest if k.data != "die")
    return n.GivenHolds(b.build(place), dice, faces, span=span)


@on("die")
def _die(b: Builder, t: Tree[Token], span: Span) -> n.DieName:
    word, owner = kids(t)
    return n.DieName(str(word), None if owner is None else str(owner), span=span)


@on("rolled")
def _rolled(b: Builder, t: Tree[Token], span: Span) -> n.Rolled:
    return n.Rolled(tuple(int(k) for k in kids(t)), span=span)


@on("answer_number", "answer_word", "answer_point", "answer_nobody", "answer_none")
def _value(b: Builder, t: Tree[Token], span: Span) -> n.AnswerValue:
    if t.data in {"answer_nobody", "answer_none"}:
        return n.AnswerValue(None if t.data == "answer_nobody" else "none", span=span)
    only = kids(t)[0]
    if t.data == "answer_point":
        return n.AnswerValue(b.build(only).coordinates, span=span)
    return n.AnswerValue(int(only) if t.data == "answer_number" else str(only), span=span)


@on("answer")
def _answer(b: Builder, t: Tree[Token], span: Span) -> n.Answer:
    name, *values = b.all(kids(t))
    return n.Answer(name, tuple(values), span=span)


@on("chooses")
def _chooses(b: Builder, t: Tree[Token], span: Span) -> n.Chooses:
    seat, *answers = b.all(kids(t))
    return n.Chooses(seat, tuple(answers), span=span)


@on("reports")
def _reports(b: Builder, t: Tree[Token], span: Span) -> n.Chooses:
    return n.Chooses(None, b.all([k for k in kids(t) if isinstance(k, Tree)]), span=span)


@on("may_only")
def _may_only(b: Builder, t: Tree[Token], span: Span) -> n.MayOnly:
    seat, *answers = b.all([k for k in kids(t) if isinstance(k, Tree)])
    return n.MayOnly(seat, tuple(answers), span=span)


@on("may_not")
def _may_not(b: Builder, t: Tree[Token], span: Span) -> n.MayNot:
    seat, answer, sentence = (b.build(k) for k in kids(t) if not (isinstance(k, Token) and k.type == "MAY_NOT"))
    return n.MayNot(seat, answer, sentence, span=span)


@on("ways")
def _ways(b: Builder, t: Tree[Token], span: Span) -> n.Ways:
    seat, count, _, name = kids(t)
    return n.Ways(b.build(seat), int(count), b.build(name), span=span)


# ------------------------------------------------------------------ variants


@on("variant")
def _variant(b: Builder, t: Tree[Token], span: Span) -> n.Variant:
    title, *items = b.all(kids(t))
    return n.Variant(title, tuple(items), span=span)


@on("replace_part", "replace_alternative")
def _replace(b: Builder, t: Tree[Token], span: Span) -> n.Replace:
    return n.Replace(b.build(kids(t)[0]), span=span)


def _target_name(b: Builder, t: Tree[Token]) -> str:
    built = b.build(kids(t)[-1])
    return built.value if isinstance(built, n.Text) else built.text if isinstance(built, n.Phrase) else str(built)


@on("remove")
def _remove(b: Builder, t: Tree[Token], span: Span) -> n.Remove:
    what = kids(t)[0]
    return n.Remove(str(what.data).removeprefix("remove_"), _target_name(b, what), span=span)


@on("add_beside")
def _add_beside(b: Builder, t: Tree[Token], span: Span) -> n.AddBeside:
    name, *alternatives = b.all([k for k in kids(t) if not (isinstance(k, Token) and k.type == "ADD_BESIDE")])
    return n.AddBeside(name, tuple(alternatives), span=span)


@on("add_to")
def _add_to(b: Builder, t: Tree[Token], span: Span) -> n.AddTo:
    target, *steps = kids(t)
    return n.AddTo(str(target.data).removeprefix("to_"), _target_name(b, target), b.all(steps), span=span)


# ------------------------------------------------------------------ expressions


@on("number")
def _number(b: Builder, t: Tree[Token], span: Span) -> n.Number:
    return n.Number(int(kids(t)[0]), span=span)


@on("name")
def _name(b: Builder, t: Tree[Token], span: Span) -> n.Name:
    return n.Name(b.build(kids(t)[0]), span=span)


@on("your")
def _your(b: Builder, t: Tree[Token], span: Span) -> n.Your:
    return n.Your(b.build(kids(t)[0]), span=span)


@on("you")
def _you(b: Builder, t: Tree[Token], span: Span) -> n.You:
    return n.You(span=span)


@on("it")
def _it(b: Builder, t: Tree[Token], span: Span) -> n.It:
    return n.It(span=span)


@on("none", "nobody")
def _nothing(b: Builder, t: Tree[Token], span: Span) -> n.Nothing:
    return n.Nothing(str(t.data), span=span)


@on("yes", "no")
def _truth(b: Builder, t: Tree[Token], span: Span) -> n.Truth:
    return n.Truth(t.data == "yes", span=span)


@on("primary")
def _bracketed(b: Builder, t: Tree[Token], span: Span) -> n.Expr:
    return b.all(kids(t))[0]  # type: ignore[no-any-return]


@on("tuple")
def _tuple(b: Builder, t: Tree[Token], span: Span) -> n.Tuple:
    return n.Tuple(b.all(kids(t)), span=span)


@on("where")
def _where(b: Builder, t: Tree[Token], span: Span) -> n.Where:
    subject, condition = b.all(kids(t))
    return n.Where(subject, condition, span=span)


@on("best")
def _best(b: Builder, t: Tree[Token], span: Span) -> n.Best:
    subject, way, measure = kids(t)
    return n.Best(b.build(subject), way.type == "HIGHEST", b.build(measure), span=span)


@on("for_each")
def _for_each(b: Builder, t: Tree[Token], span: Span) -> n.ForEach:
    body, *rest, condition = kids(t)
    pairs = [b.build(r) for r in rest]
    binders = tuple(n.Binder(x, s, span=x.span.to(s.span)) for x, s in zip(pairs[::2], pairs[1::2], strict=True))
    return n.ForEach(b.build(body), binders, b.build(condition), span=span)


@on("plus", "minus", "times", "divided", "mod")
def _binary(b: Builder, t: Tree[Token], span: Span) -> n.Binary:
    left, right = (b.build(k) for k in kids(t) if isinstance(k, Tree))
    op = {"plus": "+", "minus": "-", "times": "*", "divided": "/", "mod": "mod"}[t.data]
    return n.Binary(op, left, right, span=span)


@on("negative")
def _negative(b: Builder, t: Tree[Token], span: Span) -> n.Negative:
    return n.Negative(b.build(kids(t)[-1]), span=span)


@on("range")
def _range(b: Builder, t: Tree[Token], span: Span) -> n.Range:
    low, high = b.all(kids(t))
    return n.Range(low, high, span=span)


@on("fold")
def _fold(b: Builder, t: Tree[Token], span: Span) -> n.Fold:
    word, operand = kids(t)
    return n.Fold(str(word.data).removesuffix("_of"), b.build(operand), span=span)


@on("showing")
def _showing(b: Builder, t: Tree[Token], span: Span) -> n.Showing:
    subject, number = b.all(kids(t))
    return n.Showing(subject, number, span=span)


@on("on")
def _on(b: Builder, t: Tree[Token], span: Span) -> n.On:
    subject, places = b.all(kids(t))
    return n.On(subject, places, span=span)


@on("apply")
def _apply(b: Builder, t: Tree[Token], span: Span) -> n.Apply:
    phrase, argument = b.all(kids(t))
    return n.Apply(phrase, argument, span=span)


@on("at")
def _at(b: Builder, t: Tree[Token], span: Span) -> n.At:
    subject, key = b.all(kids(t))
    return n.At(subject, key, span=span)


@on("or_e", "and_e")
def _logic(b: Builder, t: Tree[Token], span: Span) -> n.Expr:
    left, right = b.all(kids(t))
    return n.Or(left, right, span=span) if t.data == "or_e" else n.And(left, right, span=span)


@on("not_e")
def _not(b: Builder, t: Tree[Token], span: Span) -> n.Not:
    return n.Not(b.build(kids(t)[-1]), span=span)


@on("is_e")
def _is(b: Builder, t: Tree[Token], span: Span) -> n.Is:
    subject, tail = kids(t)
    negated, test = b.build(tail)
    return n.Is(b.build(subject), negated, test, span=span)


@on("is_tail")
def _is_tail(b: Builder, t: Tree[Token], span: Span) -> tuple[bool, n.Test]:
    negated, what = kids(t)
    return negated is not None, b.build(what)


@on("is_same")
def _is_same(b: Builder, t: Tree[Token], span: Span) -> n.Same:
    return n.Same(b.build(kids(t)[0]), span=span)


@on("is_order")
def _is_order(b: Builder, t: Tree[Token], span: Span) -> n.Order:
    word, other = kids(t)
    return n.Order(str(word.data), b.build(other), span=span)


@on("is_in")
def _is_in(b: Builder, t: Tree[Token], span: Span) -> n.Member:
    return n.Member(b.build(kids(t)[-1]), span=span)


@on("is_related")
def _is_related(b: Builder, t: Tree[Token], span: Span) -> n.Related:
    relation, other = b.all(kids(t))
    return n.Related(relation, other, span=span)


@on("has_order")
def _has_order(b: Builder, t: Tree[Token], span: Span) -> n.HasOrder:
    attribute, word, other = kids(t)
    order = n.Order(str(word.data), b.build(other), span=span)
    return n.HasOrder(b.build(attribute), order, span=span)


@on("quantified_is")
def _quantified_is(b: Builder, t: Tree[Token], span: Span) -> n.Quantified:
    word, name, source, tail = kids(t)
    negated, test = b.build(tail)
    return n.Quantified(_quantifier(word), b.build(name), b.build(source), negated, test, None, span=span)


@on("quantified_has")
def _quantified_has(b: Builder, t: Tree[Token], span: Span) -> n.Quantified:
    word, name, source, condition = kids(t)
    return n.Quantified(
        _quantifier(word), b.build(name), b.build(source), False, None, b.build(condition), span=span
    )  # fmt: skip


def _quantifier(tree: Tree[Token]) -> str:
    return {"some": "some", "every": "every", "no_one": "no"}[str(tree.data)]
