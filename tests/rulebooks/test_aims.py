"""Every shipped game says what it is about, short enough to be read before the first turn."""

from pathlib import Path

import pytest

from dicedsl.prose.name_nouns import walk
from dicedsl.rulebook.library import games
from dicedsl.syntax import nodes as n
from dicedsl.syntax.parser import parse_or_raise
from dicedsl.text.source import Source

LONGEST = 240


@pytest.mark.parametrize("path", [path for _, path in games()], ids=lambda path: path.stem)
def test_a_game_says_what_it_is_about(path: Path) -> None:
    file = parse_or_raise(Source(str(path), path.read_text("utf-8")))
    own = [item for item in file.items if isinstance(item, n.Aim)]
    # Those of its variants as well.
    texts = [node.saying.text.value for node in walk(file) if isinstance(node, n.Aim)]

    assert len(own) == 1
    assert {text for text in texts if len(text) > LONGEST or not text.endswith(".")} == set()
    assert len(set(texts)) == len(texts)
