"""The file that somebody writes, and what stands in the editor: saved whole, never over what somebody else wrote meanwhile."""

from __future__ import annotations

from pathlib import Path

from attrs import define

from dicedsl.errors import UsageError
from dicedsl.rulebook.files import read
from dicedsl.writing import write_text


class ChangedOnDisk(UsageError):
    """The file is not as it was when it was read or saved last."""


@define(eq=False)
class Draft:
    """`text` is what was written last, so that a page that is loaded again has it; `on_disk` what the file held when it was seen last."""

    text: str
    path: Path | None = None
    on_disk: str | None = None

    @classmethod
    def of(cls, path: Path | None, start: str) -> Draft:
        """The draft for a file, with `start` if there is none yet."""
        if path is None or not path.exists():
            return cls(start, path)
        text = read(path).text
        return cls(text, path, text)

    @property
    def name(self) -> str:
        return self.path.name if self.path is not None else "my-game.dice"

    @property
    def folder(self) -> Path | None:
        return self.path.parent if self.path is not None else None

    @property
    def is_saved(self) -> bool:
        return self.path is not None and self.text == self.on_disk

    def now(self) -> str | None:
        """What the file holds; None if there is none."""
        if self.path is None or not self.path.exists():
            return None
        return read(self.path).text

    def save(self, over: bool = False) -> None:
        """Write the text to its file. ChangedOnDisk if the file has changed, unless it is to be written `over`."""
        if self.path is None:
            raise UsageError("There is no file to save to; download it, or start with `dicedsl studio FILE`.")
        if not over and self._other():
            raise ChangedOnDisk(f"{self.path.name} has been changed by somebody else since it was read.")
        write_text(self.path, self.text)
        self.on_disk = self.text

    def _other(self) -> bool:
        try:
            return self.now() not in {self.on_disk, self.text}
        except UsageError:
            return True  # it cannot be read as a rulebook: something else lies there

    def take_theirs(self) -> None:
        """Go on with what the file holds."""
        text = self.now()
        if text is not None:
            self.text = self.on_disk = text
