"""`dicedsl words` prints the words of the language, each with a line of what it is for."""

from __future__ import annotations

import click

from dicedsl.cli.saying import guarded, say


@click.command("words")
@click.argument("word", required=False)
@guarded
def command(word: str | None) -> None:
    """Print the words that the language knows: built-in words with their meaning, lines and steps with an example, and the words that
    cannot be part of a name. With WORD only what is known of that one."""
    from dicedsl.errors import UsageError
    from dicedsl.syntax.wordlist import lines_about, word_lines

    if word is None:
        say("\n".join(word_lines()))
        return
    found = lines_about(word)
    if not found:
        raise UsageError(f"{word} means nothing to the language; it is free to be a name")
    say("\n".join(found))
