"""What somebody may have meant who wrote a name that is not known."""

from __future__ import annotations

from collections.abc import Iterable

LEAST_LIKENESS = 0.7  # from this on two words are taken for the same one, misspelt; 1 is the very word
MOST_LISTED_WORDS = 6


def nearest(name: str, known: Iterable[str], like: float = LEAST_LIKENESS) -> str | None:
    """The known name that is most like this one; the very name would be no help."""
    import difflib  # only who makes a mistake waits for it

    # A slip of the pen leaves a word about as long as it was: `inn` is not meant as `winners`.
    most = max(2, len(name) // 2)
    words = f" {name} "  # `truffles squared` is not meant as `truffles`: what is left out would change what is said
    others = [
        other for other in known if abs(len(other) - len(name)) <= most and other.strip() and f" {other} " not in words
    ]
    close = difflib.get_close_matches(name, others, 1, like)
    return close[0] if close else None


def begun_by(name: str, known: Iterable[str]) -> str | None:
    """The only known name of several words that begins with this one: `ally` of `ally in the hive`."""
    longer = [other for other in dict.fromkeys(known) if other.startswith(f"{name} ")]
    return longer[0] if len(longer) == 1 else None


def suggest(name: str, known: Iterable[str]) -> str:
    known = list(known)
    name_meant = nearest(name, known) or begun_by(name, known)
    return "" if name_meant is None else f'did you mean "{name_meant}"?'


def suggest_or_list(name: str, known: Iterable[str]) -> str:
    """Help for a name that is not known: the one that may be meant, or a list of what there is."""
    others = [other for other in dict.fromkeys(known) if other and other != name]
    return suggest(name, others) or (f"known: {', '.join(others[:MOST_LISTED_WORDS])}" if others else "")
