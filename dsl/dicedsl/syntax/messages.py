"""What to say about text that the grammar does not know, in the words of rulebooks.

Most mistakes are found by trying to repair them: a misspelt word, a missing colon, a reserved word in a name. The
repair that lets reading go on past the line is what the author is told to do.
"""

from __future__ import annotations

import re
from difflib import SequenceMatcher
from functools import cache, lru_cache

from attrs import frozen

from dicedsl.errors import Label, Problem
from dicedsl.syntax import layout
from dicedsl.syntax.forms import FORMS_OF, SYMBOLS, Forms, in_signs
from dicedsl.syntax.layout import Tok
from dicedsl.syntax.margin import at_margin
from dicedsl.syntax.reading import POINTING, SECOND, Failure, Reader
from dicedsl.syntax.stray import stray
from dicedsl.text.source import Source, Span

CALLED = {
    "_NL": "the end of the line",
    "_INDENT": "an indented block below",
    "_DEDENT": "the end of the block",
    "$END": "the end of the file",
    "NAME": "a name",
    "INT": "a number",
    "STRING": "a text in quotes",
}
VALUE = frozenset({"INT", "NAME", "YOUR", "YOU", "_LPAR"})
AFTER_VALUE = frozenset({"PLUS", "MINUS", "STAR", "SLASH", "MOD", "SHOWING", "ON", "AT"})
IN_A_NAME = frozenset({"NAME", "PLAYERS", "SHOWN", "THE"})
MOST_EXPECTED = 5
MOST_TRIED = 600_000  # characters read while repairs are tried, about two seconds
# Tried first where a word is missing, and taken even where many would do.
USUAL = ("_BAR", "_COMMA", "TO", "OF", "IS", "IN", "AS", "BE", "WITH", "FOR", "EACH", "FROM", "BY", "WHEN")
# Words that join others: in the wrong place they are not meant as a name.
CONNECTING = frozenset(
    {"and", "as", "at", "be", "by", "for", "from", "if", "is", "it", "of", "or", "then", "to", "with"}
)
AFTER_ALTERNATIVES = frozenset({"allowed", "odds"})
STAND_IN = "zz"  # a name, for trying whether a name would do


@frozen
class Piece:
    """Text put together to be read on its own; each chunk knows where in the file it comes from."""

    source: Source
    chunks: tuple[tuple[str, int], ...] = ()

    @property
    def text(self) -> str:
        return "".join(text for text, _ in self.chunks)

    def plus(self, *chunks: tuple[str, int]) -> Piece:
        return Piece(self.source, (*self.chunks, *chunks))

    def origin(self, offset: int) -> int:
        place = 0
        for text, start in self.chunks:
            if offset <= place + len(text):
                return min(start + max(0, offset - place), len(self.source.text))
            place += len(text)
        return len(self.source.text)

    def span(self, start: int, end: int) -> Span:
        first = self.origin(start)
        return Span(self.source, first, max(first, self.origin(end)))


@frozen
class Edit:
    """A repair of a piece's text."""

    start: int
    end: int
    text: str

    def apply(self, text: str) -> str:
        return text[: self.start] + self.text + text[self.end :]


@frozen
class Finding:
    problem: Problem
    repair: Edit | None = None


def diagnose(piece: Piece, failure: Failure, reader: Reader) -> Finding:
    """What is wrong where reading failed."""
    return _Case(piece, failure, reader).finding()


class _Case:
    def __init__(self, piece: Piece, failure: Failure, reader: Reader) -> None:
        self.reader = reader
        self.forms: Forms = FORMS_OF[reader.edition]
        self.piece = piece
        self.failure = failure
        self.text = piece.text
        self.trials = MOST_TRIED // (len(self.text) + 1)
        self.lines = layout.lines_of(self.text)
        runs = list(layout.runs(self.lines))
        at = next((i for i, (_, last) in enumerate(runs) if self.lines[last].end >= failure.start), len(runs) - 1)
        if failure.type == "_DEDENT" and at >= 0 and self.lines[runs[at][0]].start > failure.start:
            at -= 1
        self.run = [self.lines[i] for i in range(runs[at][0], runs[at][1] + 1)] if runs else []
        self.above = [self.lines[first] for first, _ in runs[:at]]
        self.tokens = [t for line in self.run for t in line.tokens]
        self.line_end = self.run[-1].end if self.run else len(self.text)
        self.code_end = self.tokens[-1].end if self.tokens else self.line_end
        self.token = next((t for t in self.tokens if t.start <= failure.start < t.end), None)
        self.word = self.token.text if self.token else ""
        self.first = self.tokens[0].text if self.tokens else ""

    def finding(self) -> Finding:
        if self.failure.code:
            return Finding(self.problem(self.failure.code, self.failure.message, help=INDENT_HELP[self.failure.code]))
        for attempt in (
            self.symbol, lambda: at_margin(self), self.quote_missing_at_title, lambda: stray(self), self.misplaced_memory, self.misspelt,
            self.inside_a_name, self.foreign, self.equals, self.indented, self.colon, self.block, self.reserved, self.quotes, self.confused, self.missing,
            self.surplus,
        ):  # fmt: skip
            found = attempt()
            if found is not None:
                return found
        return self.otherwise()

    # ---------------------------------------------------------------- tools

    def problem(
        self, code: str, message: str, start: int | None = None, end: int | None = None, label: str = "", help: str = ""
    ) -> Problem:
        first = self.failure.start if start is None else start
        last = max(first, self.failure.end) if end is None else end
        also: tuple[Label, ...] = ()
        bracket = self.failure.bracket
        if bracket is not None and self.failure.start > self.lines_end(bracket):
            also = (Label(self.piece.span(bracket, bracket + 1), "this bracket is still open"),)
        return Problem(code, message, self.piece.span(first, last), label=label, also=also, help=help)

    def said(
        self, code: str, message: str, start: int | None = None, end: int | None = None, label: str = "", help: str = ""
    ) -> Finding:
        return Finding(self.problem(code, message, start, end, label, help))

    def lines_end(self, offset: int) -> int:
        end = self.text.find("\n", offset)
        return len(self.text) if end < 0 else end

    def passes(self, edit: Edit) -> bool:
        """Whether a repair lets reading go on past the line."""
        return self.reach(edit) > self.line_end

    def reach(self, edit: Edit) -> int:
        """How far reading comes with a repair, as an offset of the text without it."""
        if self.trials <= 0:
            return 0
        self.trials -= 1
        failure = self.reader.failure_of(edit.apply(self.text))
        if failure is None:
            return len(self.text) + 1
        if failure.start <= edit.start:
            return failure.start
        return failure.start - len(edit.text) + (edit.end - edit.start)

    def known_as(self, repair: Edit, token: Tok, words: list[str]) -> Finding:
        quoted = [f'"{word}"' for word in words]
        meant = quoted[0] if len(quoted) == 1 else f"{', '.join(quoted[:-1])} or {quoted[-1]}"
        verb = "cannot stand" if token.text in self.reader.keywords else "is not known"
        message = f'"{_short(token.text)}" {verb} here; did you mean {meant}?'
        help = "words of the language are written in small letters" if token.text.lower() == words[0] else ""
        label = "cannot stand here" if token.text in self.reader.keywords else "not known here"
        problem = self.problem("E112", message, token.start, token.end, label, help)
        return Finding(problem, repair)

    # ---------------------------------------------------------------- mistakes, in the order in which they are tried

    def colon_missing(self, at: int) -> Finding:
        message = 'a colon ":" is missing at the end of this line'
        help = "what belongs to it stands below, indented"
        return Finding(self.problem("E116", message, at, at, '":" is missing', help), Edit(at, at, ":"))

    def unquoted(self, start: int, end: int) -> Finding:
        shown, edit = _short(self.text[start:end]), Edit(start, end, f'"{self.text[start:end]}"')
        message = "titles and sentences stand in quotes"
        return Finding(self.problem("E125", message, start, end, "quotes are missing here", f'write "{shown}"'), edit)

    def wanted(self, what: str, token: Tok) -> Finding:
        form = f"a line with `{self.first}` looks like {in_signs(self.forms.lines[self.first])}"
        message = f'"{_short(token.text)}" cannot stand here'
        return Finding(self.problem("E114", message, token.start, token.end, f"expected {what}", form))

    def symbol(self) -> Finding | None:
        """A sign of another language."""
        start = self.failure.start
        if self.failure.at_layout:
            return None
        for begin in (start, start - 1):
            for symbol in SIGNS:
                if begin < 0 or not self.text.startswith(symbol, begin) or begin + len(symbol) <= start:
                    continue
                if symbol == "=":
                    continue
                if begin < start and len(symbol) < 2:
                    continue
                return self.sign(symbol, begin)
        if self.failure.type:
            return None
        char = self.text[start : start + 1]
        shown = char if char.isprintable() and not char.isspace() else f"U+{ord(char or chr(0)):04X}"
        help = "leave it out, or put it in quotes if it is part of a text"
        if char.isalpha():
            help = "names are written with the letters a to z; other letters may stand in texts in quotes"
        return Finding(self.problem("E111", f'"{shown}" is not part of the language', start, start + 1, help=help))

    def misplaced_memory(self) -> Finding | None:
        """What is remembered, among what lies on the table."""
        if self.reader is not SECOND or self.first not in {"each", "the"} or "has" not in (t.text for t in self.tokens):
            return None
        section = next((line for line in reversed(self.above) if line.indent < self.run[0].indent), None)
        if section is None or section.words[0] != "material":
            return None
        help = "move it below a part `to keep track:`"
        return Finding(self.problem("E114", "what is remembered is no material", help=help))

    def equals(self) -> Finding | None:
        return self.sign("=", self.failure.start) if self.word == "=" else None

    def sign(self, symbol: str, begin: int) -> Finding:
        help = SYMBOLS[symbol]
        line = self.text[self.tokens[0].start : self.code_end] if self.tokens else ""
        left, right = (part.strip() for part in (line.partition(symbol) if symbol in line else (line, "", ""))[::2])
        if symbol == "==" and begin < self.failure.start:  # the first of the two was right
            help = "write a single `=`"
        plain = (
            bool(re.fullmatch(r"[A-Za-z][\w -]*", left))
            and self.first not in self.forms.lines
            and ":" not in right
            and right
        )
        if plain and len(left) + len(right) <= 60:
            if symbol == "+=":
                help = f"write `add {right} to {left}`"
            elif symbol == "-=":
                help = f"write `take {right} from {left}`"
            elif symbol in {"=", ":="}:
                help = f"write `set {left} to {right}`, or `let {left} be {right}` for a new name"
        elif symbol == "=" and self.reader is SECOND and "has" in (t.text for t in self.tokens):
            help = f"write `{left}, at first {right}`" if right and len(line) <= 80 else "write `, at first`"
        elif symbol == "=" and self.first in {"set", "let"}:
            help = f"write `{'to' if self.first == 'set' else 'be'}` in place of the sign"
        elif symbol == "=" and self.first in {"if", "must", "otherwise", "end", "whenever", "always", "now", "given"}:
            help = "write `is`"
        if symbol == ";" and self.reader is SECOND:
            message = 'after ";" stands `otherwise the player hears "..."`'
            return Finding(
                self.problem("E111", message, begin, begin + 1, help="write these words, or leave the sign out")
            )
        shown = symbol if symbol.isprintable() and not symbol.isspace() else f"U+{ord(symbol):04X}"
        message = f'"{shown}" cannot stand here' if symbol == "=" else f'"{shown}" is not part of the language'
        return Finding(self.problem("E111", message, begin, begin + len(symbol), help=help))

    def quote_missing_at_title(self) -> Finding | None:
        """`game Title`: only a text can follow, so a misspelling is not what is wrong."""
        if self.failure.accepts != {"STRING"} or self.failure.at_layout:
            return None
        return self.quotes()

    def foreign(self) -> Finding | None:
        """A word of another language at the failing place, before it or at the start of the line."""
        before = [t for t in self.tokens if t.end <= self.failure.start][-3:]
        for token in [*([self.token] if self.token else []), *before, *self.tokens[:1]]:
            word = token.text.lower()
            known = word in self.reader.keywords and (token is not self.tokens[0] or self.reader is not SECOND)
            if token.kind == "word" and word in self.forms.foreign and not known:
                instead = self.forms.foreign[word]
                message = f'"{token.text}" is not a word of the language'
                edit = Edit(token.start, token.end, instead)
                return Finding(
                    self.problem("E111", message, token.start, token.end, help=f"write `{instead}`"),
                    edit if instead.isalpha() else None,
                )
        return None

    def misspelt(self) -> Finding | None:
        return self._respelt([t for t in self.tokens if t.text not in self.reader.reserved_words])

    def confused(self) -> Finding | None:
        """A word of the language in place of another one that is much like it."""
        return self._respelt([t for t in self.tokens if t.text in self.reader.reserved_words])

    def _respelt(self, tokens: list[Tok]) -> Finding | None:
        best: list[tuple[tuple[bool, int, int, float], Tok, str, Edit]] = []
        start = self.failure.start
        for token in tokens:
            if token.kind != "word":
                continue
            for distance, word in near(token.text, self.reader):
                edit = Edit(token.start, token.end, word)
                reach = self.reach(edit)
                partly = reach > max(start, token.end) and len(token.text) > 3 and distance < 2
                if reach <= self.line_end and (not partly or token.text in self.forms.foreign):
                    continue
                away = start - token.end if token.end <= start else 2 * (token.start - start)
                rank = (reach <= self.line_end, distance, away, -_likeness(token.text, word))
                best.append((rank, token, word, edit))
        if not best:
            return None
        best.sort(key=lambda found: (found[0], found[2]))
        rank, token, word, edit = best[0]
        others = [w for r, t, w, _ in best[1:] if t is token and r[:2] == rank[:2]][:2]
        return self.known_as(edit, token, [word, *others])

    def indented(self) -> Finding | None:
        """A line further right than the one above it, where no block begins."""
        if self.failure.type != "_INDENT":
            return None
        above = self.above[-1] if self.above else None
        if above is not None and above.tokens:
            end = above.tokens[-1].end
            edit = Edit(end, end, ":")
            if above.tokens[-1].text != ":" and self.reach(edit) > self.failure.start:
                return self._colon(edit, end)
        margin_end = self.tokens[0].start if self.tokens else self.failure.end
        help = "start it at the left margin"
        if above is not None:
            help = f"start it after {above.indent} blanks like the line above" if above.indent else help
            if above.tokens[-1].text != ":":
                help += ", or end the line above with a colon if this belongs to it"
        problem = self.problem(
            "E115", "this line is indented, but no block begins above it", self.failure.start, margin_end, help=help
        )
        return Finding(problem)

    def colon(self) -> Finding | None:
        """A block, or what follows, without the colon in front of it."""
        if "_COLON" not in self.failure.accepts:
            return None
        at = self.code_end if self.failure.at_layout else self.failure.start
        before = max((t.end for t in self.tokens if t.end <= at), default=at)
        edit = Edit(before, before, ":")
        if self.passes(edit):
            return self._colon(edit, before)
        if self.failure.accepts == {"_COLON"}:
            return self._colon(None, before)
        if self.failure.at_layout and self.first in {"must", "always"}:
            problem = self.problem(
                "E116", f'"{self.first}" needs a sentence for the player at its end', before, before,
                'a ":" and a text in quotes are missing here', self.look(),
            )  # fmt: skip
            return Finding(problem)
        return None

    def _colon(self, edit: Edit | None, at: int) -> Finding:
        rest = self.failure.at_layout
        message = 'a colon ":" is missing at the end of this line' if rest else 'a colon ":" is missing here'
        tail = "what belongs to it stands below, indented" if rest else f'write ":" before "{_short(self.word)}"'
        return Finding(self.problem("E116", message, at, at, '":" is missing', tail), edit)

    def block(self) -> Finding | None:
        """A colon with nothing below it."""
        if "_INDENT" not in self.failure.accepts or self.failure.type == "_INDENT":
            return None
        line = self.run[-1] if self.run else None
        if self.tokens and self.tokens[-1].text != ":" and self.above:
            line = self.above[-1]
        if line is None or not line.tokens:
            return None
        start, end = line.tokens[-1].start, line.tokens[-1].end
        first = line.tokens[0].text
        help = f"write what belongs to it on the lines below, indented by {line.indent + 4} blanks"
        message = "nothing stands below this line" if first[0] == '"' else f'nothing stands below "{_short(first)}"'
        return Finding(self.problem("E117", message, start, end, "an indented block must follow", help))

    def inside_a_name(self) -> Finding | None:
        """A word that joins values, between words that are meant as one name."""
        if self.reader is not SECOND or self.token is None or self.word not in self.reader.reserved_words:
            return None
        at = self.tokens.index(self.token)
        first = last = at
        while first > 0 and self._in_a_name(self.tokens[first - 1]):
            first -= 1
        while last + 1 < len(self.tokens) and self._in_a_name(self.tokens[last + 1]):
            last += 1
        if first == at or (last == at and self.word in CONNECTING):
            return None
        # The opener of a line is no part of the name, but a name may begin like one.
        for begin in (first, first + 1):
            name = [t.text for t in self.tokens[begin : last + 1]]
            edit = Edit(self.tokens[begin].start, self.tokens[last].end, "-".join(name))
            if begin < at and self.passes(edit):
                break
        else:
            return None
        why = "it stands for something" if self.word in POINTING else "it joins values"
        problem = self.problem(
            "E113", f'"{self.word}" cannot be part of a name ({" ".join(name)}): {why}', label="reserved",
            help=f"call it `{'-'.join(name)}`, or use another word",
        )  # fmt: skip
        return Finding(problem, edit)

    def _in_a_name(self, token: Tok) -> bool:
        return token.kind == "word" and token.text not in self.reader.reserved_words

    def reserved(self) -> Finding | None:
        token = self.token
        if token is None or token.text not in self.reader.reserved_words or not IN_A_NAME & self.failure.accepts:
            return None
        if token.text in CONNECTING:
            return None
        # The same name may stand on the line more than once.
        text = self.text
        for again in self.tokens:
            if again.text == token.text and again.start >= token.start:
                text = text[: again.start] + STAND_IN.ljust(len(again.text), "z") + text[again.end :]
        once = Edit(token.start, token.end, STAND_IN)
        if not self.passes(once) and not self.passes(Edit(0, len(self.text), text)):
            return None
        problem = self.problem(
            "E113", f'"{token.text}" is a word of the language and cannot be part of a name', label="reserved",
            help="choose another word for the name",
        )  # fmt: skip
        return Finding(problem)

    def quotes(self) -> Finding | None:
        """A title or sentence without quotes."""
        if "STRING" not in self.failure.accepts or self.failure.at_layout or self.token is None:
            return None
        if self.word in AFTER_ALTERNATIVES:
            return None
        rest = [t for t in self.tokens if t.start >= self.failure.start]
        for count in range(len(rest), 0, -1):
            part = rest[:count]
            if any(t.kind == "text" or t.text in {":", "|", "("} for t in part):
                continue
            start, end = part[0].start, part[-1].end
            if "\n" in self.text[start:end]:
                continue
            edit = Edit(start, end, f'"{self.text[start:end]}"')
            if self.passes(edit):
                return self.unquoted(start, end)
        return None

    def missing(self) -> Finding | None:
        """A word or sign left out in front of the failing place."""
        if self.failure.at_layout or self.token is None:
            return None
        before = next((t for t in reversed(self.tokens) if t.end <= self.token.start), None)
        start = self.token.start
        if before is None:
            return None
        words = self.reader.spellings
        found = []
        for name in sorted(
            self.failure.accepts & set(words), key=lambda n: (USUAL.index(n) if n in USUAL else len(USUAL), n)
        ):
            if name in {"_LPAR", "_RPAR", "_EQ", "NO", "PLUS", "MINUS", "STAR", "SLASH", "_COLON"}:
                continue
            edit = Edit(before.end, start, f" {words[name]} ")
            if self.passes(edit):
                found.append((name, edit))
        if not found or (len(found) > 3 and found[0][0] not in USUAL):
            return None
        name, edit = found[0]
        meant = words[name]
        glue = "" if meant == "," else " "
        plain = before.kind != "sign" and self.token.kind != "sign"
        shown = f"{_short(before.text)}{glue}{meant} {_short(self.word)}"
        help = f"write `{shown}`" if plain else self.look()
        message = f'"{meant}" is missing before "{_short(self.word)}"'
        problem = self.problem("E123", message, label=f'"{meant}" is missing', help=help)
        return Finding(problem, edit)

    def surplus(self) -> Finding | None:
        token = self.token
        if token is None or token.kind == "text" or self.failure.at_layout:
            return None
        edit = Edit(token.start, token.end, " " * len(token.text))
        if not self.passes(edit):
            return None
        message = f'"{_short(token.text)}" is not needed here'
        return Finding(self.problem("E124", message, help=self.look("leave it out")), edit)

    def otherwise(self) -> Finding:
        accepts = self.failure.accepts
        label = expected(accepts, self.reader)
        if self.failure.at_layout:
            end = self.code_end if self.failure.type != "_INDENT" else self.failure.start
            return Finding(self.problem("E118", "this line ends too early", end, end, label, self.look()))
        if self.word in {"game", "library"} and self.token is self.tokens[0] and self.run[0].indent == 0:
            help = "a file holds one rulebook: keep one title, as the first line"
            return Finding(self.problem("E114", "the title stands only once, and before everything else", help=help))
        if self.word in AFTER_ALTERNATIVES:
            help = "move it below the last alternative"
            return Finding(self.problem("E114", f'"{self.word}" stands after the alternatives', help=help))
        if self.word == "otherwise" and self.token is self.tokens[0]:
            help = "`otherwise:` follows the lines of an `if`, and starts below the `if`"
            return Finding(self.problem("E114", '"otherwise" has no "if" above it', help=help))
        if self.word.startswith('"') and accepts == {"_DEDENT"}:
            help = "move it above `allowed` and `if nothing fits:`"
            return Finding(self.problem("E114", "alternatives stand before all other lines of a choice", help=help))
        word = _short(self.word or self.text[self.failure.start : self.failure.end])
        if self.token is not None and self.tokens and self.token is self.tokens[0] and self.run[0].indent == 0:
            help = f"at the left margin stand the parts of a rulebook: {self.forms.parts}"
            if self.word in self.forms.lines or self.word.startswith('"'):
                help = "steps stand inside a part such as `turn:`, indented by 4 blanks"
            return Finding(self.problem("E114", f"{_quoted(word)} does not start a part of a rulebook", help=help))
        return Finding(self.problem("E114", f"{_quoted(word)} cannot stand here", label=label, help=self.look()))

    def look(self, lead: str = "") -> str:
        """How lines like this one are written."""
        form = self.forms.lines.get(self.first)
        indent = self.run[0].indent if self.run else 0
        parent = next((line for line in reversed(self.above) if line.indent < indent), None)
        section = parent.tokens[0].text if parent is not None else ""
        what = f"a line with `{self.first}`"
        if section == "example":
            form = self.forms.in_examples.get(self.first, form)
            if "always" in (t.text for t in self.tokens):
                form, what = self.forms.policy, "a line with `always`"
        if form is None and section in self.forms.lines_of:
            form, what = self.forms.lines_of[section], f"a line under `{section}`"
        if form is None:
            return lead
        text = f"{what} looks like {in_signs(form)}"
        return f"{lead}; {text}" if lead else text


INDENT_HELP = {
    "E101": "give every line of a block the same number of blanks, four more than the line with the colon",
    "E102": "replace each tab at the start of the line by four blanks",
}
SIGNS = sorted(SYMBOLS, key=len, reverse=True)


def _short(word: str) -> str:
    return word if len(word) <= 30 else word[:27] + "..."


def _quoted(word: str) -> str:
    return f"the text {word}" if word.startswith('"') else f'"{word}"'


def expected(accepts: frozenset[str], reader: Reader) -> str:
    """`expected ...` in a few words; nothing where there is too much to say."""
    names = set(accepts)
    parts: list[str] = []
    if VALUE <= names:
        parts.append("a value")
        names &= {"_COLON", "_COMMA", "_RPAR", "_BAR", "STRING"}
    elif AFTER_VALUE & names:
        names -= AFTER_VALUE | IN_A_NAME
        names -= {"AND", "OR", "IS", "HAS"} if "_COLON" in names or "TO" in names else set()
    elif "NAME" in names:
        names -= IN_A_NAME - {"NAME"}
    called = {CALLED.get(name) or f'"{reader.spellings.get(name, name.lower())}"' for name in names}
    parts += sorted(called, key=lambda text: (text.startswith('"'), text))
    if not parts or len(parts) > MOST_EXPECTED:
        return "expected a value" if VALUE <= accepts else ""
    return f"expected {parts[0]}" if len(parts) == 1 else f"expected {', '.join(parts[:-1])} or {parts[-1]}"


@cache
def _letters(reader: Reader) -> tuple[tuple[str, frozenset[str]], ...]:
    return tuple((keyword, frozenset(keyword)) for keyword in reader.keywords)


@lru_cache(maxsize=10_000)
def near(word: str, reader: Reader) -> tuple[tuple[int, str], ...]:
    """The words of the language that a word may be a misspelling of, nearest first."""
    lower = word.lower()
    limit = 1 if len(word) < 5 else 2
    letters = set(lower)
    found = []
    for keyword, its in _letters(reader):
        # Each change takes away one letter and brings another one at most.
        if keyword != word and abs(len(keyword) - len(lower)) <= limit and len(its ^ letters) <= 2 * limit:
            distance = _distance(lower, keyword)
            if distance <= (limit if len(keyword) > 4 else 1):
                found.append((distance, keyword))
    return tuple(sorted(found, key=lambda f: (f[0], -_likeness(word, f[1]), f[1])))


def _likeness(a: str, b: str) -> float:
    return SequenceMatcher(None, a, b).ratio() + (sorted(a) == sorted(b))


def _distance(a: str, b: str) -> int:
    """Letters to drop, add, change, or swap with their neighbour."""
    before: list[int] = []
    row = list(range(len(b) + 1))
    for i, x in enumerate(a, 1):
        older, before, row = before, row, [i]
        for j, y in enumerate(b, 1):
            row.append(min(before[j] + 1, row[j - 1] + 1, before[j - 1] + (x != y)))
            if i > 1 and j > 1 and x == b[j - 2] and a[i - 2] == y:
                row[j] = min(row[j], older[j - 2] + 1)
    return row[-1]
