"""Worked examples: a position, the rolls that fall, the choices made, and what must then hold."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import takewhile
from typing import Any

from attrs import define, field

from dicedsl.check.examples import with_value
from dicedsl.compile import program_of
from dicedsl.errors import DiceError, Fault, Problem, UsageError
from dicedsl.interpreter.chance import Chance
from dicedsl.interpreter.examples.policies import Policy
from dicedsl.interpreter.examples.positions import Failed, GivenPosition, parts_of
from dicedsl.interpreter.moves.hearing import NoSuchThing
from dicedsl.interpreter.state import Move, Outcome, State
from dicedsl.interpreter.table import Table
from dicedsl.lower.kinds import DIE, TRUTH
from dicedsl.lower.scope import Bad, Scope
from dicedsl.program import ops
from dicedsl.program.about import Setting
from dicedsl.program.constants import constant_of
from dicedsl.rulebook.merge import Rulebook
from dicedsl.source import NOWHERE
from dicedsl.syntax import nodes as n

Load = Callable[[tuple[str, ...]], Rulebook]
ORDERS = {"at_least": "at least", "at_most": "at most", "more_than": "more than", "less_than": "less than"}
CHOICES = (n.Chooses, n.MayOnly, n.MayNot, n.Ways, n.PlayOn)
MOST_PLAYED = 50_000  # choices, rolls and draws of one `play on`


@define
class Report:
    """One example and what was wrong with it (nothing, if it holds)."""

    title: str
    problems: list[Problem] = field(factory=list)

    @property
    def holds(self) -> bool:
        return not self.problems


def all_examples(file: n.File) -> Iterable[tuple[n.Example, tuple[str, ...]]]:
    """The examples of a file, each with the variant it stands in."""
    for item in file.items:
        if isinstance(item, n.Example):
            yield item, ()
        elif isinstance(item, n.Variant):
            for inner in item.items:
                if isinstance(inner, n.Example):
                    yield inner, (item.title.value,)


def run_examples(file: n.File, load: Load) -> Iterable[Report]:
    tables: dict[object, Table] = {}
    for example, variants in all_examples(file):
        yield run_example(example, variants, load, tables)


def run_example(
    example: n.Example, variants: tuple[str, ...], load: Load, tables: dict[object, Table] | None = None
) -> Report:
    report = Report(example.title.value)
    try:
        Runner(example, variants, load, {} if tables is None else tables).run()
    except Failed as failed:
        report.problems.append(failed.problem)
    except Fault as fault:
        report.problems.extend(fault.problems)
    except UsageError as error:
        report.problems.append(Problem("X700", error.message, example.title.span))
    except DiceError as error:
        report.problems.extend(error.problems)
    return report


class Runner:
    def __init__(self, example: n.Example, variants: tuple[str, ...], load: Load, tables: dict[object, Table]) -> None:
        self.example = example
        self.chance = Chance(1)
        self.names: list[str] = []
        options: dict[str, n.WithOption] = {}
        count: int | None = None
        chosen = list(variants)
        for line in example.lines:
            if not isinstance(line, n.With):
                continue
            for setting in line.settings:
                if isinstance(setting, n.WithPlayers):
                    count = setting.count
                elif isinstance(setting, n.WithVariant):
                    chosen.append(setting.title.value)
                elif isinstance(setting, n.WithOption):
                    options[setting.name.text] = setting
                else:
                    self.names.append(setting.name.text)
        book = load(tuple(chosen))
        self.book = book
        for name in (s.name for line in example.lines if isinstance(line, n.With) for s in line.settings
                     if isinstance(s, n.WithName) and s.name.text in book.options):  # fmt: skip
            raise Failed("X703", f'"{name.text}" is an option and no player', name, with_value(name.text, book))
        if self.names:
            count = len(self.names)
        if count is None:
            count = book.players.counts[0] if book.players else 2
        self._players_fit(count)
        starter = self._starter(count)
        values = tuple((name, self._option(book, node)) for name, node in options.items())
        key = (tuple(chosen), count, values, starter)
        if key not in tables:
            tables[key] = Table(program_of(book, Setting(count, values, starter)))
        self.table = tables[key]
        seats = {f"P{i + 1}": i for i in range(count)}
        seats.update({name: i for i, name in enumerate(self.names)})
        self.seats = seats
        self.scope = Scope(seats=seats)
        self.rolls: list[int] = []
        self.draws: list[n.Drawn] = []
        self.policies: dict[int, Policy] = {}
        self.state: State = State(self.table, ())
        self.in_setup = False
        self.position = GivenPosition(self.table, example.lines, seats, self.scope)

    def _players_fit(self, count: int) -> None:
        players = self.book.players
        if players is None:
            return
        fits = count >= players.counts[0] if players.more else count in players.counts
        if not fits:
            raise Failed("X701", f"this game is not for {count} players", self.example.title)

    def _starter(self, count: int) -> int:
        """`given starter is Ben` says who begins; otherwise the first seat."""
        for line in self.example.lines:
            if isinstance(line, n.Given):
                for part in parts_of(line.condition):
                    if (
                        isinstance(part, n.Is)
                        and isinstance(part.test, n.Same)
                        and isinstance(part.subject, n.Name)
                        and part.subject.phrase.text == "starter"
                    ):
                        other = part.test.other
                        if isinstance(other, n.Name):
                            return self._seat(other.phrase, count)
        return 0

    def _seat(self, phrase: n.Phrase, count: int) -> int:
        names = {f"P{i + 1}": i for i in range(count)} | {name: i for i, name in enumerate(self.names)}
        if phrase.text not in names:
            raise Failed("X702", f'nobody here is called "{phrase.text}"', phrase, help=f"known: {', '.join(names)}")
        return names[phrase.text]

    def _option(self, book: Rulebook, node: n.WithOption) -> int | str | bool:
        if node.name.text not in book.options:
            raise Failed("X703", f'there is no option "{node.name.text}"', node.name)
        if isinstance(node.value, n.Truth):
            return node.value.value
        if isinstance(node.value, n.Name):
            return node.value.phrase.text
        if isinstance(node.value, n.Number):
            return node.value.value
        raise Failed("X703", "an option is given as a number, a word, yes or no", node.value)

    # -------------------------------------------------------------- running

    def run(self) -> None:
        self._begin()
        for line in self.example.lines:
            try:
                handler = LINES.get(type(line))
                if handler is not None:
                    handler(self, line)
            except Bad as bad:
                raise Failed(bad.code, bad.message, line, help=bad.help) from None
            except UsageError as error:
                raise Failed("X704", error.message, line) from None
        if self.rolls or self.draws:
            raise Failed("X721", "not all rolls and draws that are given have happened", self._last_given())

    def _last_given(self) -> n.Node:
        return next(x for x in reversed(self.example.lines) if isinstance(x, (n.Rolled, n.Drawn)))

    def _begin(self) -> None:
        engine, program = self.table.engine, self.table.program
        cells = list(program.initial)
        stopped = engine.run(cells, program.entry, stop=program.setup_mark)
        before = list(cells)
        # What is given holds before set-up, and again when the first turn or round begins; dice stand there only then.
        self.position.put(cells, standing=stopped != program.setup_mark)
        if stopped == program.setup_mark:
            stopped = self._set_up(cells, stopped)
            if stopped == program.mark and stopped >= 0:
                self.position.put(cells, standing=True)
                engine.run(cells, stopped)
            elif self.position.stands:
                # A choice comes before the first turn: the position has to be there for it.
                cells = before
                self.position.put(cells, standing=True)
                engine.run(cells, program.setup_mark)
            self.in_setup = stopped != program.mark
        self.state = State(self.table, tuple(cells))

    def _set_up(self, cells: list[int], block: int) -> int:
        """Set-up up to the first turn; where a position is given, what falls on the way does not matter."""
        engine, program = self.table.engine, self.table.program
        block = engine.run(cells, block, stop=program.mark)
        while block == -1 and self.position.stands:
            state = State(self.table, tuple(cells))
            if self.table.turn(state).kind != "chance":
                break
            end = program.blocks[cells[self.table.reg.pc]].end
            block = self.table.fallen(cells, end, self.table.sample(state, self.chance))
            block = engine.run(cells, block, stop=program.mark)
        return block

    # -------------------------------------------------------------- what happens

    def _rolled(self, line: n.Rolled) -> None:
        self.rolls.extend(line.numbers)
        self._pump(line)

    def _drawn(self, line: n.Drawn) -> None:
        self.draws.append(line)
        self._pump(line)

    def _apply(self, action: Move | Outcome) -> None:
        """What happens next; notices when set-up is over."""
        cells, block = self.table.begun(self.state, action)
        if block >= 0:
            block = self.table.engine.run(cells, block, stop=self.table.program.mark if self.in_setup else -1)
        if block >= 0:
            self.in_setup = False
            self.table.engine.run(cells, block)
        self.state = State(self.table, tuple(cells))

    def _finish_setup(self, line: n.ExampleLine) -> None:
        """What is not given in set-up falls by chance before anything is asked, unless the next lines give it."""
        after = self.example.lines[[x is line for x in self.example.lines].index(True) + 1 :]
        before_choice = takewhile(lambda x: not isinstance(x, CHOICES), after)
        if any(isinstance(x, (n.Rolled, n.Drawn)) for x in before_choice):
            return
        while self.in_setup and self.table.turn(self.state).kind == "chance":
            self._apply(self.table.sample(self.state, self.chance))
            self._pump(line)

    def _pump(self, node: n.Node) -> None:
        """Let the given rolls and draws happen as far as they reach."""
        while self.table.turn(self.state).kind == "chance":
            dice = self.table.rolling(self.state)
            if dice:
                if not self.rolls:
                    return
                if len(self.rolls) < len(dice):
                    raise Failed(
                        "X708", f"{len(dice)} dice are rolled here, but only {len(self.rolls)} numbers are given", node
                    )
                numbers, self.rolls = self.rolls[: len(dice)], self.rolls[len(dice) :]
                rolling = self.state.cells[self.table.reg.rolling]
                fallen = self.table.in_order(list(self.state.cells), rolling, numbers)
                self._apply(Outcome(fallen))
            else:
                if not self.draws:
                    return
                self._draw(self.draws.pop(0))

    def _draw(self, line: n.Drawn) -> None:
        token = self._token(line.value)
        for outcome in self.table.outcomes(self.state):
            if outcome.text == token:
                self._apply(outcome)
                return
        raise Failed("X709", f"{token} cannot be drawn here", line)

    def _to_choice(self, node: n.Node) -> None:
        """What is not given falls by chance, always the same way."""
        self._pump(node)
        while self.table.turn(self.state).kind == "chance":
            self._apply(self.table.sample(self.state, self.chance))
            self._pump(node)

    def _token(self, value: n.AnswerValue) -> str:
        return " ".join(self._words(value))

    def _words(self, value: n.AnswerValue) -> list[str]:
        if value.value is None:
            return ["nobody"]
        if isinstance(value.value, tuple):
            return ["(" + ",".join(map(str, value.value)) + ")"]
        if value.owner is not None:
            if value.owner not in self.seats:
                raise Failed("X702", f'nobody here is called "{value.owner}"', value)
            return [str(value.value), "of", f"P{self.seats[value.owner] + 1}"]
        if isinstance(value.value, str) and value.value in self.seats:
            return [f"P{self.seats[value.value] + 1}"]
        return [str(value.value)]

    def _move(self, answer: n.Answer, seat: int, index: int) -> Move:
        """What is answered, as a move; legal or not."""
        words = [word for value in answer.values for word in self._words(value)]
        return self.table.build_move(self.state, seat, index, words)

    def _asked(self, phrase: n.Phrase | None, node: n.Node) -> int:
        self._to_choice(node)
        turn = self.table.turn(self.state)
        if turn.kind == "over":
            raise Failed("X710", "the game is over here", node)
        if phrase is None:
            if turn.kind != "report":
                raise Failed("X711", "the table has nothing to report here", node)
            return turn.seats[0]
        if phrase.text not in self.seats:
            raise Failed(
                "X702", f'nobody here is called "{phrase.text}"', phrase, help=f"known: {', '.join(self.seats)}"
            )
        seat = self.seats[phrase.text]
        if seat not in turn.seats:
            who = " and ".join(self._called(s) for s in turn.seats)
            raise Failed("X712", f"it is not {phrase.text} who chooses here but {who}", phrase)
        return seat

    def _called(self, seat: int) -> str:
        return self.names[seat] if seat < len(self.names) else f"P{seat + 1}"

    def _alternative(self, answer: n.Answer) -> int:
        decision = self.table.decision(self.state)
        assert decision is not None
        for i, alternative in enumerate(decision.alternatives):
            if alternative.name == answer.name.value:
                return i
        offered = ", ".join(f'"{a.name}"' for a in decision.alternatives)
        raise Failed(
            "X713", f'"{answer.name.value}" is not offered here', answer.name, help=f"this choice knows {offered}"
        )

    def _chooses(self, line: n.Chooses) -> None:
        for answer in line.answers:
            seat = self._asked(line.seat, answer)
            index = self._alternative(answer)
            try:
                move = self._move(answer, seat, index)
            except UsageError as error:
                raise Failed("X714", error.message, answer) from None
            refused = self.table.why_not(self.state, seat, move)
            if refused is not None:
                raise Failed("X715", f'"{move.text}" is refused: {refused}', answer)
            self._apply(move)

    def _policy(self, line: n.Policy) -> None:
        everyone = line.seat.text == "everyone" and "everyone" not in self.seats
        seats = range(self.table.players) if everyone else [self._seat(line.seat, self.table.players)]
        policy = Policy(self.table, line, self.scope)
        self.policies.update(dict.fromkeys(seats, policy))

    def _play_on(self, line: n.PlayOn) -> None:
        """Answer by the policies given; what is not given falls by chance, as everywhere."""
        holds = None
        if line.until is not None:
            holds = self.table.engine.compile_condition(self.table.lowering.e.truth(line.until, self.scope))
        for _ in range(MOST_PLAYED):
            self._pump(line)
            turn = self.table.turn(self.state)
            if turn.kind == "chance":
                self._apply(self.table.sample(self.state, self.chance))
                continue
            if holds is not None and holds(list(self.state.cells)):
                return
            if turn.kind == "over":
                if line.until is not None:
                    raise Failed("X723", "the game is over, and this never held", line.until)
                return
            if turn.kind == "report":
                raise Failed(
                    "X724",
                    "`play on` comes to an attempt, which nobody chooses",
                    line,
                    help="stop before it with `play on until ...` and write `table reports ...`",
                )
            for seat in turn.seats:
                self._answer_by_policy(seat, line)
        raise Failed(
            "X725",
            f"the game is not over after {MOST_PLAYED} choices and rolls",
            line,
            help="stop it with `play on until ...`, or let the players choose otherwise",
        )

    def _answer_by_policy(self, seat: int, line: n.PlayOn) -> None:
        called = self._called(seat)
        policy = self.policies.get(seat)
        if policy is None:
            raise Failed(
                "X722",
                f"{called} has to choose here, but nothing says how",
                line,
                help=f"write `{called} always chooses first` above this line, or stop before it with `play on until ...`",
            )
        try:
            move = policy.move(self.state, seat)
        except Fault as fault:
            by = policy.node.by
            if by is None or fault.problems[0].span is not NOWHERE:
                raise
            raise Failed(fault.problems[0].code, fault.message, by.measure) from None
        if move is None:
            raise Failed("X726", f"{called} has to choose here, but nothing is allowed", line)
        self._apply(move)

    def _may_only(self, line: n.MayOnly) -> None:
        seat = self._asked(line.seat, line)
        decision = self.table.decision(self.state)
        assert decision is not None
        listed: dict[int, set[tuple[int, ...]] | None] = {}
        for answer in line.answers:
            index = self._alternative(answer)
            if not answer.values and decision.alternatives[index].picks:
                listed[index] = None
                continue
            move = self._move(answer, seat, index)
            known = listed.setdefault(index, set())
            if known is not None:
                known.add(move.values)
        offered = self._offered(seat, decision, {i for i, values in listed.items() if values is not None})
        for index in sorted({*offered, *listed}):
            name = decision.alternatives[index].name
            if index not in listed:
                raise Failed("X716", f'"{name}" is allowed as well', line)
            wanted = listed[index]
            if index not in offered:
                raise Failed("X716", f'"{name}" is not allowed here', line)
            if wanted is not None and wanted != offered[index]:
                more = offered[index] - wanted
                less = wanted - offered[index]
                text = [self.table.words.move(decision, self.state.cells, index, v) for v in sorted(more or less)][:3]
                raise Failed("X716", f"{', '.join(text)} {'allowed as well' if more else 'not allowed here'}", line)

    def _offered(self, seat: int, decision: ops.Decision, wholly: set[int]) -> dict[int, set[tuple[int, ...]]]:
        """The legal answers. Of a report one is enough, but for the outcomes that must be listed wholly."""
        offered: dict[int, set[tuple[int, ...]]] = {}
        if not decision.reported:
            for move in self.table.bare_moves(self.state, seat):
                offered.setdefault(move[0], set()).add(move[1:])
            return offered
        for index in range(len(decision.alternatives)):
            some = self.table.some_move(self.state, seat, index)
            if some is not None:
                offered[index] = set(self.table.moves_of(self.state, seat, index)) if index in wholly else {some}
        return offered

    def _may_not(self, line: n.MayNot) -> None:
        seat = self._asked(line.seat, line)
        index = self._alternative(line.answer)
        decision = self.table.decision(self.state)
        assert decision is not None
        alternative = decision.alternatives[index]
        nothing_picked = all(p.many and p.low == ops.ZERO for p in alternative.picks)
        if alternative.picks and not line.answer.values and not nothing_picked:
            if self.table.some_move(self.state, seat, index) is not None:
                raise Failed("X717", f'"{alternative.name}" is allowed here', line.answer)
            said = self._gate(decision, index, seat)
        else:
            said = self._refusal(line.answer, seat, index)
        if line.sentence is not None and said != line.sentence.value:
            raise Failed(
                "X718", "it is refused, but with another sentence", line.sentence, help=f"the player hears: {said}"
            )

    def _refusal(self, answer: n.Answer, seat: int, index: int) -> str:
        """Why an answer is refused; also because what it names does not exist."""
        try:
            move = self._move(answer, seat, index)
        except NoSuchThing as missing:
            return missing.message
        said = self.table.why_not(self.state, seat, move)
        if said is None:
            raise Failed("X717", f'"{move.text}" is allowed here', answer)
        return said

    def _gate(self, decision: ops.Decision, index: int, seat: int) -> str | None:
        cells = list(self.state.cells)
        if decision.at_once:
            cells[self.table.reg.actor] = seat
        try:
            number = self.table.engine.refusal[decision.number](cells, index, ())
        except IndexError:
            return None
        return self.table.program.texts[number] if number is not None and number >= 0 else None

    def _ways(self, line: n.Ways) -> None:
        seat = self._asked(line.seat, line)
        index = self._alternative(n.Answer(line.name, (), span=line.name.span))
        count = len(self.table.moves_of(self.state, seat, index))
        if count != line.count:
            raise Failed("X719", f'there are {count} ways to "{line.name.value}", not {line.count}', line)

    # -------------------------------------------------------------- what must hold

    def _now(self, line: n.Now) -> None:
        self._pump(line)
        self._finish_setup(line)
        for part in parts_of(line.condition):
            test = self.table.engine.compile_condition(self.table.lowering.e.truth(part, self.scope))
            if not test(list(self.state.cells)) and not (
                _asks_for_next(part) and test(list(self._after_rolls().cells))
            ):
                raise Failed("X720", "this does not hold", part, help=self._actual(part))

    def _after_rolls(self) -> State:
        """The next choice, if only rolls stand before it."""
        state, chance = self.state, Chance(1)
        while self.table.turn(state).kind == "chance":
            state = self.table.apply(state, self.table.sample(state, chance))
        return state

    def _actual(self, part: n.Expr) -> str:
        if not isinstance(part, n.Is):
            return ""
        try:
            value = self.table.lowering.e.value(part.subject, self.scope)
            found = int(self.table.engine.compile_condition(value.op)(list(self.state.cells)))
        except (Bad, DiceError):
            return ""
        if value.ty.kind is TRUTH:
            return f"it is {'yes' if found else 'no'}"
        shape = self.table.lowering.w.shape(value.ty.kind)
        words = self.table.words
        text = (
            words.members(shape, found, self.state.cells)
            if value.ty.many
            else words.value(shape, found, self.state.cells)
        )
        return f"{part.subject.span.text} is {text}"


def _asks_for_next(part: n.Expr) -> bool:
    return (
        isinstance(part, n.Is)
        and not part.negated
        and isinstance(part.test, n.Same)
        and isinstance(part.test.other, n.Name)
        and part.test.other.phrase.text == "next"
    )


LINES: dict[type, Callable[[Runner, Any], None]] = {
    n.Rolled: Runner._rolled, n.Drawn: Runner._drawn, n.Chooses: Runner._chooses, n.MayOnly: Runner._may_only,
    n.MayNot: Runner._may_not, n.Ways: Runner._ways, n.Now: Runner._now, n.Policy: Runner._policy, n.PlayOn: Runner._play_on,
}  # fmt: skip
__all__ = ["DIE", "Report", "constant_of", "run_example", "run_examples"]
