"""Words: values, lists, tables, adjectives and relations, explained by expressions."""

from __future__ import annotations

from attrs import define

from dicedsl.syntax import nodes as n
from dicedsl.typed import nouns
from dicedsl.typed import tree as t
from dicedsl.typed.conditions import set_written_out
from dicedsl.typed.dependence import can_change, depends_on_setting
from dicedsl.typed.elaborator import Brackets, Elaborator, as_set_of_one
from dicedsl.typed.kinds import ANYTHING, NOTHING, NUMBER, STEP, TRUTH, Grouping, Type, set_of
from dicedsl.typed.name_uses import stands_for
from dicedsl.typed.names import Signature
from dicedsl.typed.scope import NameScope, scope_of
from dicedsl.typed.semantic_error import SemanticError

MOST_CASE_ROWS = 150


@define(eq=False, repr=False, slots=False)
class Words:
    """Makes the words of a rulebook."""

    elaborator: Elaborator

    def declare(self) -> None:
        """What adjectives and relations are asked of."""
        names = self.elaborator.names
        for key, node in names.book.words.items():
            if isinstance(node, n.AdjectiveWord):
                signature = Signature(key, node, self._param(node.subject), self._param(node.other))
                name = node.name.text
                names.signatures[name] = (
                    *names.signatures.get(name, ()),
                    self.elaborator.make_part(node.name, lambda _: signature),  # noqa: B023
                )

    def _param(self, param: n.Param | None) -> Type | None:
        if param is None:
            return None
        try:
            return self.elaborator.names.param_type(param)
        except SemanticError as error:
            self.elaborator.report(error)
            return None

    def _locals(self, params: tuple[n.Param, ...]) -> tuple[t.Local, ...]:
        return tuple(self.elaborator.declare_parameter(param, self._param(param) or ANYTHING) for param in params)

    # -------------------------------------------------------------- values and tables

    def word(self, node: n.ValueWord | n.CaseWord) -> t.Word:
        params = self._locals(node.params)
        scope = scope_of(params, node.params)
        try:
            body = self._value(node, scope) if isinstance(node, n.ValueWord) else self._cases(node, scope)
        except SemanticError as error:
            self.elaborator.report(error)
            body = t.Wrong(span=node.span)
        return t.Word(node.name.text, params, body, body.type, can_change(body), depends_on_setting(body), node)

    def _value(self, node: n.ValueWord, scope: NameScope) -> t.Expr:
        meaning = self.elaborator.infer(node.body, scope)
        if isinstance(meaning, t.Expr) and meaning.type.is_list:
            form = meaning.type.form
            if node.listed or form is Grouping.SETS or meaning.type.kind is STEP:
                # Points may lie off the board and steps are no members of a set: the list stays a list.
                return t.WholeList(meaning, type=Type(meaning.type.kind, Grouping.LIST if form is Grouping.LIST else Grouping.SETS), span=meaning.span)  # fmt: skip
        if isinstance(meaning, Brackets) and _is_numbers(meaning) and not self.elaborator.possible_boards(meaning):
            return set_written_out(self.elaborator, meaning, node.body)
        value = self.elaborator.as_single(meaning, node.body)
        if value.type.kind is NOTHING:
            raise SemanticError(
                "E358",
                "what this word stands for is not clear",
                node.body.span,
                help="let it stand for a number, a player, dice, or another thing",
            )
        return value

    def list_word(self, node: n.ListWord) -> t.ListWord:
        items = tuple(self.elaborator.expect_number(item, NameScope()) for item in node.items)
        for item in items:
            if can_change(item):
                self.elaborator.report(
                    SemanticError("E367", "a list holds fixed numbers", item.span, help="write a number")
                )
        return t.ListWord(node.name.text, items, node)

    def _cases(self, node: n.CaseWord, scope: NameScope) -> t.Expr:
        rows = []
        for row in node.rows:
            condition = None if row.condition is None else self._row(row.condition, node, scope)
            rows.append(
                t.CaseRow(condition, tuple(None if c is None else self.elaborator.value(c, scope) for c in row.cells))
            )
        if node.rows[-1].condition is not None:  # all values are listed
            rows[-1] = t.CaseRow(None, rows[-1].cells)
        self._well_formed(node)
        ty = self._type(node, rows)
        if not ty.is_unknown:
            rows = [t.CaseRow(row.condition, tuple(_cell(cell, ty) for cell in row.cells)) for row in rows]
        by: t.Local | None = None
        heads: tuple[t.Expr, ...] = ()
        if node.columns is not None:
            by, heads = self._columns(node, node.columns, scope)
        return t.Cases(tuple(rows), by, heads, type=ty, span=node.span)

    def _row(self, node: n.Expr, table: n.CaseWord, scope: NameScope) -> t.Expr:
        """A row that is a value or an adjective of a parameter without a name: `green | 3`."""
        if isinstance(node, n.Name):
            for param in table.params:
                local = scope.names[param.name.text]
                if not param.unnamed:
                    continue
                subject = nouns.reference_to(local, node)
                constant = self.elaborator.names.constant(node.phrase.text)
                if constant is not None and constant[0] == local.type.kind:
                    value = t.Constant(constant[1], type=local.type, span=node.span)
                    self.elaborator.note(node.phrase, value)
                    return t.Same((subject,), (value,), span=node.span)
                test = nouns.adjective_test(self.elaborator, subject, node.phrase.text)
                if test is not None:
                    self.elaborator.note(node.phrase, stands_for(test))
                    return test
        return self.elaborator.expect_truth(node, scope)

    def _lists_all(self, node: n.CaseWord) -> bool:
        """Whether the rows are all values of one kind, so that the last need not be `otherwise`."""
        names = [row.condition.phrase.text for row in node.rows if isinstance(row.condition, n.Name)]
        constants = [self.elaborator.names.constant(name) for name in names]
        kinds = {constant[0] for constant in constants if constant is not None}
        return len(kinds) == 1 and len(names) == len(node.rows) and set(names) == set(next(iter(kinds)).values)

    def _well_formed(self, node: n.CaseWord) -> None:
        if len(node.rows) > MOST_CASE_ROWS:
            help = "use a list and `at`, or reckon it out"
            raise SemanticError("E433", f"a table has at most {MOST_CASE_ROWS} lines", node.name.span, help=help)
        width = len(node.columns.heads) if node.columns else 1
        for row in node.rows:
            if len(row.cells) != width:
                raise SemanticError(
                    "E360",
                    f"this line has {len(row.cells)} cell{'s' * (len(row.cells) != 1)}, but there {'is' if width == 1 else 'are'} {width} column{'s' * (width != 1)}",
                    row.span,
                    help="write `-` or leave a cell empty where there is nothing",
                )
        if node.rows[-1].condition is not None and not self._lists_all(node):
            raise SemanticError(
                "E361",
                f'the last line of "{node.name.text}" must be `otherwise`',
                node.rows[-1].span,
                help="say what holds when no line above fits",
            )
        for row in node.rows[:-1]:
            if row.condition is None:
                message = "`otherwise` is the last line; nothing below it can be reached"
                raise SemanticError("E362", message, row.span, help="move this line to the end of the table")

    def _type(self, node: n.CaseWord, rows: list[t.CaseRow]) -> Type:
        """The kind that all cells have in common."""
        ty: Type | None = None
        for typed, row in zip(rows, node.rows, strict=True):
            for typed_cell, cell in zip(typed.cells, row.cells, strict=True):
                if typed_cell is None or typed_cell.type.kind is NOTHING:
                    continue
                if typed_cell.type.is_unknown:
                    return ANYTHING
                if ty is None:
                    ty = typed_cell.type
                elif typed_cell.type.kind != ty.kind or (typed_cell.type != ty and ty.kind in (NUMBER, TRUTH)):
                    message = f"this cell gives {typed_cell.type.called()}, but the cells above give {ty.called()}"
                    help = "all cells of a table give the same kind of thing"
                    raise SemanticError("E363", message, (cell or row).span, help=help)
                elif typed_cell.type != ty:
                    ty = set_of(ty.kind)
        if ty is None:
            help = "give at least one cell a value"
            raise SemanticError("E358", "what this table gives is not clear", node.span, help=help)
        return ty

    def _columns(self, node: n.CaseWord, columns: n.Columns, scope: NameScope) -> tuple[t.Local, tuple[t.Expr, ...]]:
        by = scope.names.get(columns.by.text)
        if by is None:
            raise SemanticError(
                "E364",
                f'"{columns.by.text}" is no parameter of this word',
                columns.by.span,
                help=f"write `by {node.params[0].name.text}`"
                if node.params
                else "give the word something to go by, such as `of number n`",
            )
        self.elaborator.note(columns.by, by)
        heads = []
        for number, head in enumerate(columns.heads, 1):
            if head is None and number < len(columns.heads):
                raise SemanticError(
                    "E365", "`otherwise` heads the last column", columns.span, help="move that column to the end"
                )
            if head is None:
                break  # whatever no other column fits
            column = self.elaborator.value(head, scope)
            if not column.type.is_unknown and column.type.kind != by.type.kind and not by.type.is_unknown:
                raise SemanticError(
                    "E365",
                    f"this column is {column.type.called()}, but the table goes by {by.type.called()}",
                    head.span,
                    help=f"write {by.type.called()} at the head of each column",
                )
            heads.append(column)
        return by, tuple(heads)

    # -------------------------------------------------------------- adjectives and relations

    def adjective(self, node: n.AdjectiveWord) -> t.Adjective:
        given = (node.subject,) if node.other is None else (node.subject, node.other)
        params = self._locals(given)
        scope = scope_of(params, given)
        tests = [self.elaborator.expect_truth(condition, scope) for condition in node.conditions]
        condition = tests[0]
        for test in tests[1:]:
            condition = (t.Or if node.join == "any" else t.And)(condition, test, span=node.span)
        return t.Adjective(
            node.name.text, params, condition, can_change(condition), depends_on_setting(condition), node
        )


def _cell(cell: t.Expr | None, ty: Type) -> t.Expr | None:
    """A cell fitted to what the table gives."""
    if cell is not None and cell.type.kind is NOTHING:
        return t.Absent(type=ty, span=cell.span)
    return as_set_of_one(cell) if cell is not None and ty.is_set and cell.type.is_one else cell


def _is_numbers(brackets: Brackets) -> bool:
    return all(isinstance(item, t.Number) for item in brackets.items)
