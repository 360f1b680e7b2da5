"""`dicedsl words` prints the words of the language, each with a line of what it is for."""

from __future__ import annotations

import click

from dicedsl.cli.output import guarded, say


@click.command("words")
@click.argument("word", required=False)
@click.option(
    "--format",
    "form",
    type=click.Choice(["text", "textmate", "vim"]),
    default="text",
    help="textmate and vim: a file by which an editor colours rulebooks.",
)
@guarded
def command(word: str | None, form: str) -> None:
    """Print the words that the language knows: built-in words with their meaning, lines and steps with an example, and the words that
    cannot be part of a name. With WORD only what is known of that one."""
    from dicedsl.errors import UsageError
    from dicedsl.explain.words import lines_about, word_lines
    from dicedsl.syntax.highlighting import textmate, vim

    if form != "text":
        say((textmate() if form == "textmate" else vim()).rstrip("\n"))
        return
    if word is None:
        say("\n".join(word_lines()))
        return
    lines = lines_about(word)
    if not lines:
        raise UsageError(f"{word} means nothing to the language; it is free to be a name")
    say("\n".join(lines))
