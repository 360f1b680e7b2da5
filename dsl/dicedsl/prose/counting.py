"""Sums, counts and extremes in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dicedsl.prose.name_nouns import DIE
from dicedsl.prose.sentences import article, without_the
from dicedsl.syntax import nodes as n
from dicedsl.text.english import listed

if TYPE_CHECKING:
    from dicedsl.prose.phrases import Phrases


def fold_text(phrases: Phrases, node: n.Fold) -> str:
    """`sum of`, `highest of`, `count of` and their like."""
    operand = phrases.nearest(node.operand)
    if node.word == "count":
        return _count(phrases, operand)
    if isinstance(operand, n.ForEach):
        inner, over = phrases.over_all(operand)
        what = {
            "sum": "sum", "highest": "highest value", "lowest": "lowest value",
            "different": "number of different values",
        }[node.word]  # fmt: skip
        return f"the {what}, over {over}, of {inner.value(operand.body)}"
    if isinstance(operand, n.Apply) and not isinstance(operand.argument, n.Tuple) and phrases.is_set(operand.argument):
        return _attribute(phrases, node.word, operand)
    if isinstance(operand, n.Tuple) and node.word in {"highest", "lowest"} and len(operand.items) > 1:
        word = node.word if len(operand.items) > 2 else node.word.replace("est", "er")
        return f"the {word} of {listed(_one_of_several(phrases, item) for item in operand.items)}"
    text = phrases.members(operand)
    if isinstance(operand, n.Name) and operand.phrase.text in phrases.facts.lone and node.word != "different":
        return f"the number on {text}"
    if node.word == "different":
        return f"the number of different values of {text}"
    return f"the {node.word} of {text}"


def _one_of_several(phrases: Phrases, item: n.Expr) -> str:
    """A number in a list, in brackets where a sum, a comma or an `and` of its own would be misread."""
    text = phrases.value(item)
    misread = isinstance(item, n.Binary) or "," in text or " and " in text
    return f"({text})" if misread and not text.startswith("(") else text


def _attribute(phrases: Phrases, word: str, operand: n.Apply) -> str:
    name, several = operand.phrase.text, phrases.members(operand.argument)
    is_number = name == "number" and not phrases.facts.is_global(name)
    if is_number and isinstance(operand.argument, n.Name) and operand.argument.phrase.text in phrases.facts.lone:
        return "its number" if several == "the die" else f"the number on {several}"
    if word != "different":
        name = phrases.label(name)
    if word == "different":
        return f"the number of different {name.removesuffix('s')}s {'on' if is_number else 'among'} {several}"
    if word == "sum":
        if is_number:
            return f"the sum of the numbers on {several}"
        return f"the sum of the {name} of each of {several}"
    return f"the {word} {name} {'on' if is_number else 'among'} {several}"


def _count(phrases: Phrases, operand: n.Expr) -> str:
    if isinstance(operand, n.ForEach):
        return f"the number of cases of {phrases.value(operand)}"
    several = phrases.members(operand)
    noun = phrases.noun(operand)
    if isinstance(operand, n.Binary) and operand.op == "+" and noun is not None:
        return f"the number of {noun[1]} in {several}"
    if phrases.plural(operand) or several.startswith("the ") or several.startswith("all "):
        text = without_the(several)
        if isinstance(operand, n.Name) and operand.phrase.text == "everyone" and phrases.facts.eliminates:
            text = "all players"
        return f"the number of {text}"
    return f"the number of members of {several}"


def _amount(phrases: Phrases, count: n.Expr) -> str:
    """So many; the lower of two numbers in brackets, for what they are of follows."""
    text = phrases.value(count)
    return f"({text})" if isinstance(count, n.Fold) and isinstance(count.operand, n.Tuple) else text


def pick_text(phrases: Phrases, amount: n.Amount, source: n.Expr) -> str:
    """`one of the boxes`, `one or more dice of the loose pile`."""
    if isinstance(source, n.Range) and amount.word == "one":
        noun = phrases.noun(source)
        return f"{article(noun[0] if noun else 'number')} from {phrases.value(source)}"
    if amount.word == "one":
        count, one = "one", True
    elif amount.word == "some":
        count, one = "one or more", False
    elif amount.word == "any":
        count, one = "any number (or none)", False
    else:
        assert amount.low is not None and amount.high is not None
        low, high = _amount(phrases, amount.low), _amount(phrases, amount.high)
        count, one = (low, low == "1") if amount.low == amount.high else (f"{low} to {high}", False)
    noun = phrases.noun(source)
    text = phrases.value(source)
    is_local = isinstance(source, n.Name) and source.phrase.text in phrases.locals and text.startswith("*")
    if noun is None or (phrases.plural(source) and not is_local):
        if isinstance(source, n.Showing) and not phrases.plural(source.subject):
            return f"{count} {DIE[0] if one else DIE[1]} {phrases.among(source)}"
        return f"{count} of {text}"
    of = "of " if "(" in count else ""
    return f"{count} {of}{('the ' + noun[1]) if of else noun[0] if one else noun[1]} {phrases.among(source)}"
