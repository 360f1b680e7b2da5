"""Names of the author's own that hold words of the language, such as `dice in hand`.

What may follow a value is reserved, so that the grammar would end a name there. Such names are therefore found before
the text is read, on the lines that declare them, and wherever one of them stands its blanks become a sign of the same
length that belongs to a name. The reader takes it out again.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property

from attrs import define, evolve, field, frozen

from dicedsl.built_in import KIND_WORDS
from dicedsl.syntax.plurals import plural_of, singular_in
from dicedsl.syntax.reserved import ARTICLES, BEGINNING, JOINING, POINTING, STEP_WORDS, SUGGESTED_WORDS
from dicedsl.syntax.rule_heads import without_kind
from dicedsl.syntax.swallowed import swallowed
from dicedsl.syntax.token_lines import JOINT
from dicedsl.syntax.word_heads import WordHead, misjoined, without_is

ENDING_WORDS = JOINING | POINTING | ARTICLES  # words that end a name unless it is declared with them
PREPOSITIONS = frozenset({"of", "at", "for", "towards", "against", "behind", "along", "seen from", "apart from"})
# With which a state may begin, behind `is` or `are`: `in a hurry`, `at rest`.
STATES = frozenset("against along at behind beside between by for from in of on to towards via with without".split())
# With which a line of some part begins, so that a name that begins with one is one word in any case: `end bonus`, `board game`.
OPENING = frozenset("always board choice choose end kind remove rule unless whenever who".split())
# With which a part begins, or a line of one; alone in front of a colon or a verb they are no name.
PART_WORDS = OPENING | frozenset("match material options round setup shown simulation turn words".split())
# With which a phrase begins that may follow a value; a name that ends so is one word in any case: `lap times`.
CLOSING = frozenset("linked seen times who".split())
# Behind which a verb is part of a name, `player who is ahead`, and verbs of which the last of a row is that of the line.
RELATIVE = frozenset("that they there what where which who you".split())
VERBS = frozenset("are has is".split())
# With which a step begins; a rule may be called `take away` all the same, unless a step says just that: `end turn`, `roll cup`.
STEPS = frozenset(
    "add choose draw end highest let lowest move play remove repeat replace roll say set show stop swap take turn".split()
)
STEPS_GO_ON = frozenset("all any each game match one round some turn".split())
BRANCH = "if"  # goes on with anything, so that no rule is called so
# kinds that a board brings
OF_BOARDS = frozenset("place places point points step steps orientation orientations".split())
MOST_HEAD_WORDS = 60  # words of a head that are looked at
LEAST_LIKENESS_TO_KIND = 0.8  # how much a word is like a kind that is taken for a slip

_WORD = rf"[A-Za-z][A-Za-z0-9{JOINT}-]*"
_GENITIVE = rf"{_WORD}'[A-Za-z]*"  # stands in no name, and is looked for to say so
_RUN = rf"{_WORD}(?:'[A-Za-z]*)?(?:[ \t]+{_WORD}(?:'[A-Za-z]*)?)*?"
_SILENT = re.compile(r'"[^"\n]*"|#[^\n]*')
_TOKEN = re.compile(rf"(?:seen|apart)[ \t]+from\b(?!-)|{_GENITIVE}|{_WORD}|[^ \t]")
_BLANKS = re.compile(r"[ \t\r]+")
_SECTION = re.compile(r"([ \t]*)(options|material|to[ \t]+keep[ \t]+track|words|simulation)\b[^:]*:[ \t]*(.*)")
_AT_FIRST = re.compile(r",[ \t]*at[ \t]+first\b")
_VERB = re.compile(r"[ \t](has|is|are)(?=[ \t])")
_BOARD = re.compile(r"board[ \t][^:]*:(?![ \t]*(?:no|[0-9]+|\(.*\))[ \t]+(?:[a-z]+[ \t]+)*(?:dice|die)\b)")
_KIND = re.compile(r"kind[ \t][^:]*,[^:]*:[ \t]*[^ \t]")
_FITS = re.compile(r",[ \t]*by[ \t]+the[ \t]+first[ \t]+line[ \t]+that[ \t]+fits[ \t]*$")
_LIBRARY = re.compile(r'\s*library[ \t]*"')
_NAMED = re.compile(r'^(?:[ \t]*use|game[ \t]*"[^"\n]*"[ \t]*changes)[ \t]*"([^"\n]*)"', re.MULTILINE)
_RULE = re.compile(r'^[ \t]*(?:replace[ \t]+)?rule[ \t]+(?!of\b)([^:"\n]*):', re.MULTILINE)
_CHOICE = re.compile(r'^[ \t]*(?:replace[ \t]+)?choice[ \t]+([^:"\n]*):', re.MULTILINE)
_CHOOSE = re.compile(rf"(?:^|:)[ \t]*choose[ \t]+(?!by\b)({_RUN})(?:[ \t]+by[ \t][^:\n]*)?:", re.MULTILINE)
_LET = re.compile(rf"(?:^|:)[ \t]*let[ \t]+({_RUN})[ \t]+be[ \t]", re.MULTILINE)
_FOR_EACH = re.compile(
    rf"\bfor[ \t]+each[ \t]+((?:(?!(?:in|where|of)\b){_WORD}[ \t]+)(?:(?!(?:in|where|who(?:se)?(?![ \t]+in\b))\b){_WORD}[ \t]+)*)in\b"
)
_PICKING = re.compile(r'^[ \t]*(?:replace[ \t]+)?(?:"|draw[ \t])[^\n]*[ \t]as[ \t][^\n]*', re.MULTILINE)
_AS = re.compile(
    rf"[ \t]as[ \t]+({_RUN})(?=[ \t]*(?:[,:]|$)|[ \t]+seen[ \t]+by\b|[ \t]+(?:to|from|with)[ \t]+(?:one[ \t]+(?:of|or[ \t]+more)|any[ \t]+number|[0-9(]))"
)


@frozen
class Split:
    """A rule that is called with its name on both sides of what it is given: `drive a die to the valley`."""

    head: str
    given: str
    tail: str
    span: tuple[int, int]
    tails: tuple[tuple[int, int], ...] = ()  # where its calls end so
    calls: tuple[tuple[int, int], ...] = ()  # whole calls, if the rest is something else that it is given
    also: str = ""  # what that is

    @property
    def message(self) -> str:
        if self.also:
            return "what a rule is given stands behind its name, with a comma between two things"
        return "all words of a rule's name stand before what it is given"

    @property
    def instead(self) -> str:
        """The head to write, and a call of it."""
        if self.also:
            head = SUGGESTED_WORDS.get(self.head, f"{self.head}-step") if self.head in STEP_WORDS else self.head
            return f"write `rule {head} {self.given}, {self.also}:`, and call it so, such as `{head} {_such(self.given)}, {_such(self.also)}`"
        name = f"{self.head} {self.tail}"
        first, _, last = self.head.rpartition(" ")
        if first and last in ENDING_WORDS:  # `give dice to`, `in the end`
            name = f"{first} {self.tail} {last}"
        elif self.tail.split()[0] not in JOINING:  # `give`, `two points`
            name += " to"
        return f"write `rule {name} {self.given}:`, and call it so, such as `{name} {_such(self.given)}`"


@frozen(slots=False)
class DeclaredNames:
    """What a text declares, with what it stands on: names that hold words of the language, and kinds of things."""

    names: frozenset[str] = frozenset()
    kinds: frozenset[str] = KIND_WORDS
    # what cannot be a name for its first word, and where it is given in this text
    refused: tuple[tuple[str, int], ...] = ()
    split: tuple[Split, ...] = ()
    heads: tuple[WordHead, ...] = ()  # of words, that cannot be meant so
    states: frozenset[str] = frozenset()  # those of the names that begin with a preposition
    calls: frozenset[str] = frozenset()  # those that are names of rules and begin like a step

    def with_refused(self) -> DeclaredNames:
        """The declared names and those that were refused, as if these were names: for reading on."""
        return evolve(self, names=self.names | {name for name, _ in self.refused}) if self.refused else self

    def joined(self, text: str) -> str:
        """A text in which each of the names is one word; the longest wins. No place in it moves."""
        if not self.names:
            return text
        depth = 0
        parts, done = [], 0
        for match in self._pattern.finditer(text):
            if match["name"] is None:
                depth = max(0, depth + {"(": 1, ")": -1}.get(match[0], 0))
            elif (depth or "\n" not in match[0]) and self._stands(match, text, done):
                parts += [text[done : match.start()], _BLANK.sub(JOINT, match[0])]
                done = match.end()
        return "".join([*parts, text[done:]])

    def _stands(self, match: re.Match[str], text: str, since: int) -> bool:
        """Whether a name is meant by its words: a state that begins with a preposition only behind `is`, a rule only
        where a step begins."""
        if not self.states and not self.calls:
            return True
        name = " ".join(match[0].split())
        if name in self.calls:
            return _is_called(match[0].split()[0], text, *match.span())
        return name not in self.states or _IS.search(text, since, match.start()) is not None

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        longest_first = sorted(self.names, key=lambda name: (-len(name.split()), -len(name), name))
        names = "|".join(r"\s+".join(map(re.escape, name.split())) for name in longest_first)
        return re.compile(rf'"[^"\n]*"|#[^\n]*|[()]|(?<![A-Za-z0-9{JOINT}-])(?P<name>{names})(?![A-Za-z0-9{JOINT}-])')


_BLANK = re.compile(r"[\s']")
# before a state that begins with a word that joins: `in a hurry`
_IS = re.compile(r"\b(?:is|are|be)\s+(?:not\s+|now\s+|still\s+|no\s+longer\s+){0,2}$")
_HEAD = re.compile(r"\brule[ \t]+$")  # of a rule, wherever it is named as one
# What a step says further on: `add hay to ...`, `highest hay wins`.
_SAYS_MORE = {
    first: re.compile(rf"[ \t]{word}(?![A-Za-z0-9{JOINT}-])")
    for word, firsts in {
        "to": "add move set turn",
        "from": "take",
        "be": "let",
        "with": "swap",
        "wins?": "highest lowest",
        "as": "draw",
    }.items()
    for first in firsts.split()
}
NO_DECLARED_NAMES = DeclaredNames()


def _is_called(first: str, text: str, start: int, end: int) -> bool:
    """Whether a rule is meant by words with which a step could begin as well."""
    before = text[text.rfind("\n", 0, start) + 1 : start]
    if _HEAD.search(before):
        return True
    if before.strip() and not before.rstrip().endswith(":"):
        return False
    close = text.find("\n", end)
    behind = text[end : close if close >= 0 else len(text)].partition("#")[0]
    opens = first in {"choose", "repeat"} and behind.rstrip().endswith(":")  # `choose hay:`, `repeat hay times:`
    return not opens and not (first in _SAYS_MORE and _SAYS_MORE[first].search(behind))


def may_begin(word: str) -> bool:
    """Whether a name may begin with a word; what follows is free."""
    return word not in ENDING_WORDS and word not in BEGINNING


def merge_declared(several: Iterable[DeclaredNames]) -> DeclaredNames:
    """What any of several texts declares."""
    declared = [NO_DECLARED_NAMES, *several]
    return DeclaredNames(
        frozenset().union(*(each.names for each in declared)),
        frozenset().union(*(each.kinds for each in declared)),
        states=frozenset().union(*(each.states for each in declared)),
        calls=frozenset().union(*(each.calls for each in declared)),
    )


def find_declared_names(text: str, above: DeclaredNames | None = None) -> DeclaredNames:
    """What a text declares, and what the files it stands on do; without these they may bring kinds that are not known here."""
    silent = _SILENT.sub(_hushed, text)
    is_open = _LIBRARY.match(silent) is not None or (above is None and bool(named_in(text)))
    above = above or NO_DECLARED_NAMES
    kinds = set(above.kinds)
    if not is_open and "side" not in kinds and "board " not in silent:
        kinds -= OF_BOARDS
    scan = _Scan(set(above.names), kinds, is_open, text, states=set(above.states), calls=set(above.calls))
    lines = list(_lines(above.joined(silent)))
    for section, line, scan.at in lines:
        scan.kind(section, line)
    if scan.names != above.names:
        silent = scan.found().joined(silent)
        lines = list(_lines(silent))
    known = len(scan.names)
    for section, line, scan.at in lines:
        scan.line(section, line)
    scan.parts(silent if len(scan.names) == known else scan.found().joined(silent))
    heads = (*scan.word_heads(lines, silent), *scan.rule_heads(silent), *swallowed(silent))
    if not (scan.names or scan.refused or scan.split or heads or scan.kinds - KIND_WORDS):
        return NO_DECLARED_NAMES
    refused = ((name, scan.place(name, at, silent)) for name, at in scan.refused.items())
    return evolve(scan.found(), refused=tuple(refused), split=tuple(scan.split), heads=heads)


def named_in(text: str) -> list[str]:
    """The files that a text stands on: those it uses, and the one it changes."""
    return list(dict.fromkeys(_NAMED.findall(text)))


def _hushed(match: re.Match[str]) -> str:
    return ('"' if match[0][0] == '"' else " ") * len(match[0])


def _lines(text: str) -> Iterator[tuple[str, str, int]]:
    """The lines that declare, each with the section in which it stands, and where."""
    section, margin, inner = "", 0, -1
    start = end = 0
    for line in text.split("\n"):
        start, end = end, end + len(line) + 1
        said = _BLANKS.sub(" ", line).strip()
        if not said:
            continue
        indent = len(line) - len(line.lstrip(" \t"))
        if section and indent > margin:
            inner = indent if inner < 0 else inner
            if indent == inner:
                yield section, said.removeprefix("replace "), start
            continue
        section, begun = "", _SECTION.match(line)
        if begun:
            section, margin, inner = begun[2].split()[0], indent, -1
            said = _BLANKS.sub(" ", begun[3]).strip()
            if said:  # what stands below such a line belongs to it
                yield section, said.removeprefix("replace "), start
                section = ""


@define
class _Scan:
    names: set[str]
    kinds: set[str]
    is_open: bool  # kinds may come from elsewhere: from those who use a library, from files that are not known
    text: str = ""  # with its quoted texts, in which names stand as well
    at: int = 0  # where the line begins that is looked at
    refused: dict[str, int] = field(factory=dict)
    split: list[Split] = field(factory=list)
    states: set[str] = field(factory=set)
    calls: set[str] = field(factory=set)
    things: set[str] = field(factory=set)  # all that dice can be rolled in, moved to and so on

    def found(self) -> DeclaredNames:
        return DeclaredNames(
            frozenset(self.names),
            frozenset(self.kinds),
            states=frozenset(self.states),
            calls=frozenset(self.calls),
        )

    def add(self, words: Sequence[str], whole: bool = False, state: bool = False) -> None:
        """A name that holds words of the language; `whole` if it is to be one word in any case; a `state` may begin with a preposition."""
        words = [part for word in words for part in word.split(JOINT)]
        while len(words) > 1 and words[0] in ARTICLES | {"that"}:
            words = words[1:]
        name = " ".join(words)
        if "'" in name and all(re.fullmatch(_WORD, word.replace("'", "")) for word in words):
            self.refused.setdefault(name, self.at)
            return
        if not words or not all(re.fullmatch(_WORD, word) for word in words):
            return
        if state and words[0] in STATES and len(words) > 1:
            self.names.add(name)
            self.states.add(name)
        elif state and words[0] == "now":  # `is now` is what a step says
            self.refused.setdefault(name, self.at)
        elif not (may_begin(words[0]) or words[0] == "a") and words[1:2] != ["each"]:
            self.refused.setdefault(name, self.at)
        elif len(words) > 1 and words[-1] in ARTICLES - {"a"}:
            self.refused.setdefault(name, self.at)
        elif len(words) > 1 and (whole or words[0] in OPENING or words[-1] in CLOSING or ENDING_WORDS & set(words[1:])):
            self.names |= {name, plural_of(name)} if any(word in ENDING_WORDS for word in words) else {name}
            self.calls.discard(name)

    def no_part(self, name: str) -> None:
        if _said(name) in PART_WORDS:
            self.refused.setdefault(_said(name), self.at)

    def add_each(self, tokens: Iterable[str], state: bool = False) -> None:
        """Names with commas between them."""
        words: list[str] = []
        for token in (*tokens, ","):
            if token == ",":
                self.add(words, state=state)
                words = []
            else:
                words.append(token)

    # ---------------------------------------------------------------- kinds

    def kind(self, section: str, line: str) -> None:
        if section == "words" and _KIND.match(line):
            head, _, values = line.removeprefix("kind ").partition(":")
            self.add_kinds(*head.split(","))
            self.add_each(_TOKEN.findall(values))
        elif section == "material" and _BOARD.match(line):
            head = line.removeprefix("board ").partition(":")[0]
            name, _, places = f" {head}".rpartition(" of ") if " of " in head else (head, "", "")
            self.add(_TOKEN.findall(name))
            self.kinds |= {"side", "sides"}
            if places:
                self.add_kinds(places, singular_in(self.text, _said(places)))
            elif not self.refused:
                self.add_kinds(f"{name} place", f"{name} places")
        elif section in {"options", "simulation"} and "=" in line and re.search(r",[ \t]*or\b", line):
            head, _, values = line.partition("=")
            self.add_kinds(head)
            self.kinds.add(f"option {_said(head)}")
            words = [_TOKEN.findall(each) for each in re.split(r",[ \t]*or\b", values.partition(":")[0])]
            if all(re.fullmatch(_WORD, token) for each in words for token in each):
                for each in words:
                    self.add(each)

    def add_kinds(self, *names: str) -> None:
        for name in map(_said, names):
            self.kinds.add(name)
            self.add(_TOKEN.findall(name))

    # ---------------------------------------------------------------- lines of sections

    def line(self, section: str, line: str) -> None:
        if section in {"options", "simulation"} and "=" in line:
            self.add(_TOKEN.findall(line.partition("=")[0]))
        elif section == "material" and not _BOARD.match(line):
            self.things.add(_said(re.split(r"[ \t]of[ \t]+each[ \t]|:", line)[0]))
            name, _, keys = re.sub(r"[ \t]of[ \t]+each[ \t].*", "", line.partition(":")[0]).rpartition(" of ")
            self.no_part(name or keys)
            if not name or _said(keys) not in self.kinds:  # of a kind: `each` is missing
                self.add(_TOKEN.findall(f"{name} of {keys}" if name else keys))
        elif section == "to":
            self.memory(line)
        elif section in {"words", "simulation"} and not _KIND.match(line):
            self.word(line)

    def memory(self, line: str) -> None:
        first = _AT_FIRST.search(line)
        sentence = _by_verb(line[: first.start()]) if first else None
        if sentence is None:
            return
        subject, verb, said = sentence
        if verb == "has":
            before, by, key = said.rpartition(" by ")
            said = before if by and self.is_key(key) else said
        elif not subject.startswith("each "):
            self.add(_TOKEN.findall(subject))
        self.add_each(_TOKEN.findall(said), state=verb != "has")

    def is_key(self, text: str) -> bool:
        """Whether a memory is kept by it: a kind, or numbers."""
        words = [word for word in _TOKEN.findall(text) if word not in ARTICLES]
        plain = not words or words[0][0].isdigit() or "(" in words or "to" in words
        return plain or _said(" ".join(words)) in self.kinds or self.is_near_a_kind(" ".join(words))

    def word(self, line: str) -> None:
        sentence = _by_verb(line)
        self.no_part(re.split(r"[ \t]of[ \t]|[,:]", sentence[0] if sentence else line)[0])
        if sentence is None or sentence[1] == "has":
            if line.rstrip().endswith(":"):
                self.cut(_TOKEN.findall(_FITS.sub("", line.rstrip()[:-1])), PREPOSITIONS)
            return
        head, _, said = sentence
        adjective = re.match(r"(.*?)[ \t]when\b", said)
        if adjective is None:
            self.cut(_TOKEN.findall(head), PREPOSITIONS, said)
            return
        subject = _TOKEN.findall(head)
        name = self.param(subject)
        self.add(subject if name is None else name, name is not None)
        self.cut(_TOKEN.findall(adjective[1]), PREPOSITIONS | {"with"}, state=True)

    def word_heads(self, lines: Iterable[tuple[str, str, int]], text: str) -> tuple[WordHead, ...]:
        """The heads of words that are told where they stand."""
        heads = (self.word_head(line, at, text) for section, line, at in lines if section == "words")
        return () if self.is_open else tuple(head for head in heads if head is not None)

    def rule_heads(self, text: str) -> tuple[WordHead, ...]:
        """The heads of rules that are told where they stand."""
        matches = [] if self.is_open else [(_TOKEN.findall(match[1]), match.span(1)) for match in _RULE.finditer(text)]
        others = [tokens for tokens, _ in matches]
        heads = (without_kind(tokens, self.kinds, text, span, others) for tokens, span in matches)
        return tuple(head for head in heads if head is not None)

    def word_head(self, line: str, at: int, text: str) -> WordHead | None:
        line = line.replace(JOINT, " ")
        if _KIND.match(line):
            return None
        sentence = _by_verb(line)
        if sentence is None or sentence[1] == "has" or " when " in sentence[0]:
            head = without_is(line, self.kinds, text, at)
            if head is not None or not line.endswith(":"):
                return head
        head_words = sentence[0] if sentence and sentence[1] != "has" else _FITS.sub("", line.rstrip()[:-1])
        adjective = re.match(r"(.*?)[ \t]when\b", sentence[2]) if sentence else None
        tokens = _TOKEN.findall(adjective[1] if adjective else head_words)
        while tokens and tokens[0] in ARTICLES:
            tokens = tokens[1:]
        if len(tokens) > MOST_HEAD_WORDS:
            return None
        place = re.compile(_spaced(" ".join(tokens))).search(text, at)
        openers = PREPOSITIONS | ({"with"} if adjective else set())
        is_one_name = place is not None and all(
            token not in openers or self.params(tokens[i:], openers) is None for i, token in enumerate(tokens) if i
        )
        if not is_one_name or place is None:
            return None
        return misjoined(tokens, self.param, text, place.span(), adjective is not None)

    def cut(self, tokens: list[str], openers: frozenset[str], body: str = "", state: bool = False) -> None:
        """Names up to the first place from which on all is what they are asked of; to the end if there is none."""
        if len(tokens) > MOST_HEAD_WORDS:
            return
        for at in range(1, len(tokens)):
            if tokens[at] in openers and not (self.is_open and tokens[at - 1] in ENDING_WORDS):
                params = self.params(tokens[at:], openers)
                if params is not None:
                    self.add_each(tokens[:at], state)
                    for name in params:
                        self.add(name, whole=True)
                    return
        if not self.is_slip(tokens, openers, body):
            self.add_each(tokens, state)

    def params(self, tokens: list[str], openers: frozenset[str]) -> list[list[str]] | None:
        """The names of what something is asked of; None if it is not plain that all this is such."""
        start = 0 if tokens[0] in ARTICLES else 1
        for end in range(start + 1, len(tokens) + 1):
            if end < len(tokens) and tokens[end] != "," and (tokens[end] not in openers or tokens[end] == "of"):
                continue  # behind what something is asked of stands no other `of`
            name = self.param(tokens[start:end])
            if name is None:
                continue
            more = self.params(tokens[end:], openers | PREPOSITIONS) if end < len(tokens) else []
            if more is not None:
                return [name, *more]
        return None

    def param(self, words: list[str]) -> list[str] | None:
        """The name of a parameter, nothing if it is called by its kind; None if it is no parameter."""
        rest = words[1:] if words and words[0] in ARTICLES else words
        if rest is not words and len(rest) == 1 and JOINT in rest[0]:
            return rest  # `the player with no luck`
        if rest is not words and (len(rest) == 1 or _said(" ".join(rest)) in self.kinds):
            return [] if self.is_open or _said(" ".join(rest)) in self.kinds else None
        if self.is_open and len(rest) > 1 and not ENDING_WORDS & set(rest):
            return rest[-1:]
        for size in range(len(rest) - 1, 0, -1):
            if _said(" ".join(rest[:size])) in self.kinds:
                name = rest[size:]
                return name if may_begin(name[0]) and name[-1] not in ARTICLES - {"a"} else None
        return None

    def is_slip(self, tokens: list[str], openers: frozenset[str], body: str) -> bool:
        """Whether it is likely meant to be asked of something whose kind is missing, or misspelt."""
        at = next((i for i, token in enumerate(tokens) if token in openers and i), None)
        if at is None:
            return False
        start = at if tokens[at] in ARTICLES else at + 1
        end = next((i for i in range(start + 1, len(tokens)) if tokens[i] in openers or tokens[i] == ","), len(tokens))
        words = tokens[start:end]
        if not words:
            return tokens[at] == "of"  # `points for` and `rule look behind` are names
        if words[0] in ARTICLES:
            return _speaks_of_it(_TOKEN.findall(body)) or self.is_near_a_kind(" ".join(words[1:]))
        if len(words) == 1:
            return len(words[0]) == 1 or words[0] in _TOKEN.findall(body)
        return len(words[-1]) == 1 or self.is_near_a_kind(" ".join(words[:-1]))

    def is_near_a_kind(self, text: str) -> bool:
        from difflib import get_close_matches

        return bool(get_close_matches(text, self.kinds, 1, LEAST_LIKENESS_TO_KIND))

    # ---------------------------------------------------------------- rules, choices, names given on the spot

    def parts(self, text: str) -> None:
        for match in _RULE.finditer(text):
            tokens, self.at = _TOKEN.findall(match[1]), match.start(1)
            for called in self.called_by_more(tokens):
                self.add(called, whole=True)
                tokens = _one_word(tokens, called)
            first = tokens.index(",") if "," in tokens else len(tokens)
            self.rule(tokens[:first])
            self.split += self.split_in(tokens, text, match.span(1))
            if first < len(tokens):
                for name in self.params(tokens[first:], PREPOSITIONS - {"of"}) or ():
                    self.add(name, whole=True)
        for pattern in (_CHOICE, _CHOOSE, _LET, _FOR_EACH):
            for match in pattern.finditer(text):
                self.at = match.start(1)
                self.add(_TOKEN.findall(match[1]))
        for line in _PICKING.finditer(text):
            for match in _AS.finditer(line[0]):
                self.at = line.start() + match.start(1)
                self.add(_TOKEN.findall(match[1]))

    def called_by_more(self, tokens: list[str]) -> Iterator[list[str]]:
        """What a rule is given that is called by its kind and more, `the player with no luck`, if its steps call it so."""
        for at, token in enumerate(tokens):
            if not at or token not in ARTICLES:
                continue
            stop = next((i for i in range(at, len(tokens)) if tokens[i] == ","), len(tokens))
            words = tokens[at + 1 : stop]
            size = next((size for size in range(len(words) - 1, 0, -1) if " ".join(words[:size]) in self.kinds), 0)
            if size and words[size] in ENDING_WORDS - ARTICLES - PREPOSITIONS:
                called = rf"(?<![A-Za-z0-9-]){_spaced(' '.join(words))}(?![A-Za-z0-9-])"
                if len(re.findall(called, self.text)) > 1:
                    yield words

    def place(self, name: str, at: int, text: str) -> int:
        match = re.compile(r"\s+".join(map(re.escape, name.split()))).search(text.replace(JOINT, " "), at)
        return match.start() if match else at

    def split_in(self, tokens: list[str], text: str, span: tuple[int, int]) -> list[Split]:
        """Whether words of a rule's name stand behind what it is given, or something else that it is given; only its calls tell, for all of
        the head may be its name."""
        tokens = [part for token in tokens for part in token.split(JOINT)]
        for at in range(1, len(tokens)):
            begin = at + (tokens[at] in ARTICLES)
            for end in self.ends_of_given(tokens, at, begin):
                head, given, tail = (" ".join(part) for part in (tokens[:at], tokens[at:end], tokens[end:]))
                given = given if begin > at else f"the {given}"
                if self.is_called_otherwise(tokens, at, text):
                    continue
                also = self.also_given(tokens[end:])
                first = rf"(?:^|:)[ \t]*(?![^\n]*[ \t](?:is|are|has)[ \t])({_spaced(head)}[ \t]+(?![ \t]|(?:an?|the|that)[ \t]+{_spaced(tail)}|{_spaced(' '.join(tokens[at:end]))}[ \t]+{_spaced(tail)})"
                calls = re.compile(rf"{first}[^\n:]+?)[ \t]+({_spaced(tail)})[ \t\r]*$", re.MULTILINE)
                tails = tuple(each.span(2) for each in calls.finditer(text))
                if tails:
                    return [Split(head, given, tail, span, tails)]
                if also is not None:
                    joint = f"{_spaced(also[0])}[ \t]+" if also[0] else r"(?![^\n]*,)"
                    literally = rf"(?!{_spaced(' '.join(tokens[at:end]))}\b)"  # then these words are of its name
                    calls = re.compile(rf"{first}{literally}[^\n:,]+?[ \t]+{joint}[^\n:]*?)[ \t\r]*$", re.MULTILINE)
                    spans = tuple(each.span(1) for each in calls.finditer(text))
                    if spans:
                        return [Split(head, given, tail, span, calls=spans, also=also[1])]
        return []

    def ends_of_given(self, tokens: list[str], at: int, begin: int) -> Iterator[int]:
        """Behind which words a thing that a rule is given may end: before a word that joins, or else as soon as it has its kind."""
        ends = []
        for end in range(len(tokens) - 1, begin, -1):
            named = [named for named in (0, 1)[begin == at :] if " ".join(tokens[begin : end - named]) in self.kinds]
            if named and tokens[end - 1] not in ENDING_WORDS:
                ends.append((tokens[end] not in ENDING_WORDS - ARTICLES, named[0], end))
        return (end for *_, end in sorted(ends))

    def also_given(self, tokens: list[str]) -> tuple[str, str] | None:
        """A second thing that a rule is given, behind words that join: these, and the thing as it is written behind a comma."""
        start = next((i for i, token in enumerate(tokens) if token not in ENDING_WORDS - ARTICLES), len(tokens))
        joint, words = tokens[:start], tokens[start:]
        if (joint and joint[0] in PREPOSITIONS - {"of"}) or self.param(words) is None or ENDING_WORDS & set(words[1:]):
            return None
        if words[0] not in ARTICLES:
            words = ["the", "number" if words[0] == "points" else words[0], *words[1:]]  # points are counted
        return " ".join(joint), " ".join(words)

    def is_called_otherwise(self, tokens: list[str], at: int, text: str) -> bool:
        """Whether another rule begins like this one and ends with what it is given."""
        rules = (re.split(rf"[ \t{JOINT}]+", match[1].strip()) for match in _RULE.finditer(text))
        others = (words for words in rules if words != tokens)
        return any(words[:at] == tokens[:at] and not (ENDING_WORDS - ARTICLES) & set(words) for words in others)

    def rule(self, tokens: list[str]) -> None:
        for at in range(2, len(tokens)):
            # `give dice to player p`: the name ends with the word that joins.
            if tokens[at - 1] in ENDING_WORDS - ARTICLES - PREPOSITIONS | {"of"}:
                name = self.param(tokens[at:])
                if name:
                    self.add(tokens[:at])
                    self.add(name, whole=True)
                    return
        if not self.is_step(tokens):
            self.cut(tokens, PREPOSITIONS - {"of"} | ARTICLES)

    def is_step(self, tokens: list[str]) -> bool:
        """Whether a rule is called like a step, or a word that begins one; `take away` is a name, of which no step begins."""
        openers = PREPOSITIONS - {"of"} | ARTICLES
        given = (
            at for at, token in enumerate(tokens) if token in openers and self.params(tokens[at:], openers) is not None
        )
        words = [part for word in tokens[: next(given, len(tokens))] for part in word.split(JOINT)]
        name = " ".join(words)
        if words and (words[0] == BRANCH or (name in STEP_WORDS and name not in ENDING_WORDS)):
            self.refused.setdefault(name, self.at)
            return True
        if (
            not words
            or words[0] not in STEPS
            or words[0] in ENDING_WORDS
            or words[-1] in ENDING_WORDS
            or ENDING_WORDS & set(words[1:2])
        ):
            return False
        goes_on = words[0] not in _SAYS_MORE and words[1:2] and words[1] in STEPS_GO_ON
        if len(words) < 2 or goes_on or " ".join(words[1:]) in self.things:
            return True
        if name not in self.names:
            self.add(words, whole=True)
            self.calls.add(name)
        return False


def _one_word(tokens: list[str], words: list[str]) -> list[str]:
    """With these words as one."""
    at = next(i for i in range(len(tokens)) if tokens[i : i + len(words)] == words)
    return [*tokens[:at], JOINT.join(words), *tokens[at + len(words) :]]


def _such(given: str) -> str:
    """Something of the kind that is given."""
    words = given.split()
    return "you" if "player" in words else "3" if "number" in words else "cup" if "dice" in words else "it"


def _spaced(words: str) -> str:
    """A pattern of words with any blanks between them."""
    return rf"[ \t{JOINT}]+".join(map(re.escape, words.split()))


def _speaks_of_it(tokens: Sequence[str]) -> bool:
    """Whether `it` or `its` stands for what is asked, not for each of those that a clause chooses from."""
    chosen = [False]  # for each open bracket, whether such a clause has begun
    for at, token in enumerate(tokens):
        if token == "(":
            chosen.append(chosen[-1])
        elif token == ")":
            chosen = chosen[:-1] or [False]
        elif token in {"it", "its"} and not chosen[-1]:
            return True
        elif token in {"where", "whose", "has", "have"} or (
            token == "with" and {"highest", "lowest"} & set(tokens[at + 1 : at + 3])
        ):
            chosen[-1] = True
    return False


def _by_verb(line: str) -> tuple[str, str, str] | None:
    """What a line speaks of, its verb, and what it says."""
    parts = [(line[: verb.start()], verb[1], line[verb.end() :].lstrip()) for verb in _VERB.finditer(line)]
    if parts and parts[0][1] == "has" and not _is_relative(parts[0][0]):
        return parts[0]
    meant = (part for part in parts if not _is_relative(part[0]) and part[2].split(" ")[0] not in VERBS)
    return next(meant, parts[0] if parts else None)


def _is_relative(before: str) -> bool:
    """Whether a verb belongs to what stands in front of it: `player who is`, `where you are`, but not `squares next to you are`."""
    *front, last = before.split()
    return last in RELATIVE and not (last == "you" and front and front[-1] in STATES | {"of"})


def _said(text: str) -> str:
    """A name as it is spoken: without the article in front, and without signs between the words."""
    words = text.replace(JOINT, " ").split()
    return " ".join(words[1:] if words and words[0] in ARTICLES else words)
