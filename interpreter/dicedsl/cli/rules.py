"""`dicedsl rules` tells a rulebook in words."""

from __future__ import annotations

from typing import Any

import click

from dicedsl.cli.arguments import load_rulebook, raise_refused
from dicedsl.cli.output import guarded, say


@click.command("rules")
@click.argument("file", metavar="FILE|NAME")
@click.option("--variant", "variants", multiple=True, help="With this variant; may be given several times.")
@click.option("--html", is_flag=True, help="One page with pictures, to be printed.")
@click.option("--all-examples", is_flag=True, help="Every example, not only the plainest.")
@click.option("--letter", is_flag=True, help="Also what rules and words mean by the letter, in small print.")
@click.option("-o", "--output", type=click.Path(dir_okay=False), help="Write it into this file.")
@guarded
def command(
    file: str, variants: tuple[str, ...], html: bool, all_examples: bool, letter: bool, output: str | None
) -> None:
    """A rulebook as prose (Markdown), or as a page to print."""
    from dicedsl.prose.markdown import markdown
    from dicedsl.prose.rules import TOLD_EXAMPLES, PageChoice, document, untold
    from dicedsl.rulebook.files import find
    from dicedsl.rulebook.library import shipped_files
    from dicedsl.text.english import listed

    raise_refused(find(file))
    book = load_rulebook(file, variants)
    rules_document = document(book, PageChoice(None if all_examples else TOLD_EXAMPLES, letter))
    text = page_of(file, book, rules_document) if html else markdown(rules_document)
    parts = [] if letter or find(file) in shipped_files().values() else untold(book)
    if parts:
        say(
            f"This page says what is told in short, and nothing of {listed(parts)}. Tell them in short as well, or print with --letter.",
            err=True,
        )
    if output is None:
        say(text)
    else:
        from pathlib import Path

        from dicedsl.writing import write_text

        write_text(Path(output), text)


def page_of(file: str, book: Any, document: Any) -> str:
    """The page with pictures of its positions; what cannot be drawn is told in words."""
    from dicedsl.interpreter.examples.wanted_positions import Moments
    from dicedsl.interpreter.show.plates import Plates
    from dicedsl.interpreter.show.printed_dice import inks
    from dicedsl.prose.html import page
    from dicedsl.rulebook.files import find

    plates = Plates(Moments(find(file), tuple(book.changes)))

    def draw(picture: Any) -> str:
        return plates.at(
            picture.moment.example, picture.moment.ended, picture.places, picture.said if picture.told else None
        )

    return page(document, draw, inks())
