"""The database of all games that are kept: one file, which several processes may have open at once."""

from __future__ import annotations

import contextlib
import os
import re
import sqlite3
import threading
import time
from collections import deque
from collections.abc import Iterator, Sequence
from pathlib import Path

from attrs import define, frozen
from platformdirs import user_data_path

from dicedsl.errors import UsageError, reason_of
from dicedsl.interpreter.play.keeping.claims import WriteClaim
from dicedsl.interpreter.play.session.entries import seats_from
from dicedsl.interpreter.play.session.game_files import read_saved, write_log_text
from dicedsl.interpreter.play.session.log import log_of, read_lines
from dicedsl.interpreter.play.session.player_names import names_of
from dicedsl.interpreter.play.session.saved_game import SavedGame, table_for
from dicedsl.interpreter.play.session.session import Session
from dicedsl.text.plain import plain
from dicedsl.text.spelling import nearest

STORE_VARIABLE = "DICEDSL_GAMES"  # the variable of the environment that says where the database is
VERSION = 1
SECONDS_TO_WAIT = 10.0  # seconds to wait while another process writes
LONGEST_GAME_NAME = 80
MOST_NAMED_GAMES = 3

SCHEMA = """
CREATE TABLE games(
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    name TEXT NOT NULL UNIQUE COLLATE NOCASE,
    title TEXT NOT NULL,
    seats TEXT NOT NULL,
    begun INTEGER NOT NULL,
    changed INTEGER NOT NULL,
    actions INTEGER NOT NULL,
    ending TEXT NOT NULL
);
CREATE TABLE lines(
    game INTEGER NOT NULL REFERENCES games(id) ON DELETE CASCADE,
    number INTEGER NOT NULL,
    line TEXT NOT NULL,
    PRIMARY KEY (game, number)
) WITHOUT ROWID;
"""
# Beside the games: who may sit where when one is played in the browser. It is made when it is first needed.
SEATINGS = """
CREATE TABLE IF NOT EXISTS seatings(
    game INTEGER PRIMARY KEY REFERENCES games(id) ON DELETE CASCADE,
    text TEXT NOT NULL
)
"""


def store_path() -> Path:
    """The path of the store of games, unless somebody says otherwise: in the user's data folder."""
    given = os.environ.get(STORE_VARIABLE)
    return Path(given) if given else user_data_path("dicedsl", appauthor=False) / "games.sqlite"


@frozen
class KeptGame:
    """A game in the database, as it is listed. `ending` says how it ended; it is empty while the game goes on."""

    number: int
    name: str
    title: str
    seats: tuple[str, ...]
    begun: int
    changed: int
    actions: int
    ending: str

    @property
    def is_over(self) -> bool:
        return bool(self.ending)


class BadGameName(UsageError):
    """The name that a game was to have cannot be had."""


@define(eq=False)
class _QueuedWrite:
    """Lines of a game that somebody wants to have written."""

    game: int
    first: int
    lines: tuple[str, ...]
    actions: int
    ending: str
    seats: Sequence[str] | None
    refused: str | None = None
    is_done: bool = False

    def run(self, database: sqlite3.Connection) -> None:
        now = int(time.time() * 1000)
        row = database.execute(
            "UPDATE games SET changed = ?, actions = ?, ending = ? WHERE id = ?",
            (now, self.actions, self.ending, self.game),
        )
        if row.rowcount != 1:
            self.refused = "this game has been deleted meanwhile"
            return
        database.execute("DELETE FROM lines WHERE game = ? AND number >= ?", (self.game, self.first))
        numbered = [(self.game, self.first + at, line) for at, line in enumerate(self.lines)]
        database.executemany("INSERT INTO lines VALUES (?, ?, ?)", numbered)
        if self.seats is not None:
            database.execute("UPDATE games SET seats = ? WHERE id = ?", ("\n".join(self.seats), self.game))


class GameStore:
    """The database. Nothing is opened before it is needed; what goes wrong is a UsageError with one sentence."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = store_path() if path is None else path
        self._lock = threading.RLock()
        self._open: sqlite3.Connection | None = None
        self._wishes: deque[_QueuedWrite] = deque()

    # -------------------------------------------------------------- the file

    @contextlib.contextmanager
    def _connected(self, write: bool = False) -> Iterator[sqlite3.Connection]:
        """The open database, in a transaction if something is written: then it is on the disk when this is left."""
        with self._lock:
            try:
                if self._open is None:
                    self._open = self._connect()
                with self._open:
                    if write:
                        self._open.execute("BEGIN IMMEDIATE")
                    yield self._open
            except sqlite3.Error as error:
                raise UsageError(self._sentence(error)) from None
            except (OSError, ValueError) as error:
                raise UsageError(f"{self.path}: {reason_of(error, 'cannot be read')}") from None

    def _connect(self) -> sqlite3.Connection:
        self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not self.path.exists():
            # It holds seeds and what is hidden: nobody else on the machine is to read it.
            os.close(os.open(self.path, os.O_RDWR | os.O_CREAT, 0o600))
        connection = sqlite3.connect(self.path, SECONDS_TO_WAIT, isolation_level=None, check_same_thread=False)
        try:
            connection.execute("PRAGMA trusted_schema = OFF")
            connection.execute("PRAGMA cell_size_check = ON")
            connection.execute("PRAGMA foreign_keys = ON")
            self._prepare(connection)
        except BaseException:
            connection.close()
            raise
        return connection

    def _prepare(self, connection: sqlite3.Connection) -> None:
        """Make the database as safe as a power cut needs it: with a log each commit waits for one write to the disk,
        without for several."""
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        if version > VERSION:
            raise UsageError(f"{self.path} was written by a newer dicedsl; this one cannot read it")
        (mode,) = connection.execute("PRAGMA journal_mode = WAL").fetchone()
        connection.execute(f"PRAGMA synchronous = {'FULL' if mode == 'wal' else 'EXTRA'}")
        if version == 0:
            connection.execute("BEGIN IMMEDIATE")
            try:
                (version,) = connection.execute("PRAGMA user_version").fetchone()
                if version == 0:
                    for statement in SCHEMA.split(";\n"):
                        connection.execute(statement)
                    connection.execute(f"PRAGMA user_version = {VERSION}")
                connection.execute("COMMIT")
            except BaseException:
                with contextlib.suppress(sqlite3.Error):
                    connection.execute("ROLLBACK")
                raise

    def _sentence(self, error: sqlite3.Error) -> str:
        text = str(error).lower()
        if "locked" in text or "busy" in text:
            return f"{self.path} is being written by another program; try again"
        if "full" in text:
            return f"{self.path}: no space left on device"
        if "readonly" in text or "read-only" in text:
            return f"{self.path} may not be written to"
        if "unable to open" in text:
            return f"{self.path} cannot be opened"
        if "disk i/o" in text:
            return f"{self.path} cannot be read or written: the disk reports an error"
        return f"{self.path} is damaged; move it away to begin a new one, or put a copy of yours in its place"

    def close(self) -> None:
        with self._lock:
            if self._open is not None:
                with contextlib.suppress(sqlite3.Error):
                    self._open.close()
                self._open = None

    # -------------------------------------------------------------- what is there

    def games(self) -> list[KeptGame]:
        """All games, the one played last first."""
        if not self.path.exists():
            return []
        columns = "id, name, title, seats, begun, changed, actions, ending"
        with self._connected() as database:
            rows = database.execute(f"SELECT {columns} FROM games ORDER BY changed DESC, id DESC").fetchall()
        return [self._game_of(row) for row in rows]

    def _game_of(self, row: Sequence[object]) -> KeptGame:
        number, name, title, seats, begun, changed, actions, ending = row
        if not all(isinstance(value, int) for value in (number, begun, changed, actions)):
            raise UsageError(self._sentence(sqlite3.DatabaseError("malformed")))
        texts = [plain(str(value)) for value in (name, title, ending)]
        people = tuple(plain(part) for part in str(seats).split("\n"))
        return KeptGame(number, texts[0], texts[1], people, begun, changed, actions, texts[2])  # type: ignore[arg-type]

    def find(self, name: str | None = None) -> KeptGame:
        """The game of that name, or of which this is a part; without a name the one that was left last. UsageError if there is none."""
        games = self.games()
        if name is None:
            going_on = [game for game in games if not game.is_over]
            if not going_on:
                raise UsageError("no game is kept that could go on; `dicedsl play` begins one")
            return going_on[0]
        wanted = name.lower()
        for fitting in (
            [game for game in games if game.name.lower() == wanted],
            [game for game in games if game.name.lower().startswith(wanted)],
            [game for game in games if wanted in game.name.lower()],
        ):
            if len(fitting) == 1:
                return fitting[0]
            if fitting:
                raise UsageError(f"{len(fitting)} games are called so, such as {fitting[0].name} and {fitting[1].name}")
        names = {game.name.lower(): game.name for game in games}
        close = names.get(nearest(wanted, names) or "")
        raise UsageError(
            f"no game is kept as {name}; " + (f"did you mean {close}?" if close else "`dicedsl games` lists all")
        )

    def read(self, game: KeptGame) -> SavedGame:
        """All of a game. UsageError if what is there is not all that was written."""
        with self._connected() as database:
            rows = database.execute(
                "SELECT number, line FROM lines WHERE game = ? ORDER BY number", (game.number,)
            ).fetchall()
        where = f"the game {game.name}"
        lost = UsageError(f"{where} is damaged in {self.path}; it cannot be opened")
        if not rows or any(number != at or not isinstance(line, str) for at, (number, line) in enumerate(rows)):
            raise lost
        saved = read_lines((line for _, line in rows), where)
        if len(saved.actions) != game.actions:
            raise lost
        return saved

    # -------------------------------------------------------------- what is changed

    def add(self, saved: SavedGame, name: str | None = None) -> KeptGame:
        """Keep another game. A name that is given must be free."""
        if name is not None:
            name = checked_name(name)
        lines = log_of(saved).lines
        now = int(time.time() * 1000)
        with self._connected(write=True) as database:
            taken = {str(row[0]).lower() for row in database.execute("SELECT name FROM games")}
            if name is not None and name.lower() in taken:
                raise BadGameName(f"there is a game called {name} already; choose another name")
            chosen = free_name(invented_name(saved), taken) if name is None else name
            seats = "\n".join(saved.seats)
            row = (chosen, saved.title, seats, saved.begun or now, now, len(saved.actions), ending_of(saved))
            added = database.execute(
                "INSERT INTO games(name, title, seats, begun, changed, actions, ending) VALUES (?, ?, ?, ?, ?, ?, ?)",
                row,
            )
            number = added.lastrowid or 0
            database.executemany(
                "INSERT INTO lines VALUES (?, ?, ?)", [(number, at, line) for at, line in enumerate(lines)]
            )
        return self._game_of((number, *row))

    def write(
        self, game: int, first: int, lines: Sequence[str], actions: int, ending: str, seats: Sequence[str] | None = None
    ) -> None:
        """Replace the lines of a game from one on, and who plays if that is given. It is on the disk when this returns.

        Where several threads write at the same time, the disk is waited for once for all of them.
        """
        wish = _QueuedWrite(game, first, tuple(lines), actions, ending, seats)
        self._wishes.append(wish)
        with self._lock:
            if not wish.is_done:  # whoever had the lock before has written for all who waited for it
                self._run_writes([self._wishes.popleft() for _ in range(len(self._wishes))])
        if wish.refused is not None:
            raise UsageError(wish.refused)

    def _run_writes(self, wishes: Sequence[_QueuedWrite]) -> None:
        try:
            with self._connected(write=True) as database:
                for wish in wishes:
                    wish.run(database)
        except BaseException as error:
            reason = str(error.args[0]) if isinstance(error, UsageError) else "writing was broken off"
            for wish in wishes:
                wish.refused = wish.refused or reason
            if not isinstance(error, UsageError):
                raise
        finally:
            for wish in wishes:
                wish.is_done = True

    def read_seating(self, game: int) -> str:
        """What `seat` has written of a game last; nothing if it has not."""
        if not self.path.exists():
            return ""
        with self._connected() as database:
            if not database.execute("SELECT 1 FROM sqlite_master WHERE name = 'seatings'").fetchone():
                return ""
            row = database.execute("SELECT text FROM seatings WHERE game = ?", (game,)).fetchone()
        return row[0] if row is not None and isinstance(row[0], str) else ""

    def write_seating(self, game: int, text: str) -> None:
        """Keep who may sit where. It is never part of a file that a game is written to."""
        with self._connected(write=True) as database:
            database.execute(SEATINGS)
            database.execute("INSERT OR REPLACE INTO seatings VALUES (?, ?)", (game, text))

    def rename(self, game: KeptGame, name: str) -> None:
        name = checked_name(name)
        with self._connected(write=True) as database:
            try:
                database.execute("UPDATE games SET name = ? WHERE id = ?", (name, game.number))
            except sqlite3.IntegrityError:
                raise BadGameName(f"there is a game called {name} already; choose another name") from None

    def delete(self, game: KeptGame) -> None:
        """Forget a game. UsageError if it is being played."""
        claim = self.claim(game.number)
        if claim is None:
            raise UsageError(f"{game.name} is being played; it cannot be deleted")
        try:
            with self._connected(write=True) as database:
                database.execute("DELETE FROM lines WHERE game = ?", (game.number,))
                database.execute("DELETE FROM games WHERE id = ?", (game.number,))
        finally:
            claim.release()

    def claim(self, game: int) -> WriteClaim | None:
        """The right to play a game; None if it is played elsewhere."""
        return WriteClaim.on(self.path, str(game))

    # -------------------------------------------------------------- files

    def export(self, game: KeptGame, path: Path) -> None:
        """Write a game into a file of its own. UsageError if there is one already, or it cannot be written."""
        if path.exists():
            raise UsageError(f"{path} exists already; choose another name")
        write_log_text(path, log_of(self.read(game)).text())

    def import_game(self, path: Path, name: str | None = None) -> KeptGame:
        """Take over a game from a file, of any version. UsageError if it is damaged, or cannot be repeated by its rules."""
        saved = read_saved(path)
        session = Session.for_viewing(table_for(saved), saved)
        if saved.shelf is None:
            saved = session.as_saved()
        return self.add(saved, name)


def resume_kept_game(store: GameStore, name: str | None = None) -> tuple[Session, KeptGame]:
    """The game that is meant: a name, a part of one, a file, or nothing for the one left last. UsageError if it cannot go on."""
    path = None if name is None else Path(name)
    if path is not None and _is_file(path):
        saved = read_saved(path)
        session = Session.resume(table_for(saved), saved)
        return session, store.add(session.as_saved())
    kept = store.find(name)
    saved = store.read(kept)
    return Session.resume(table_for(saved), saved), kept


def saved_game(name: str) -> SavedGame:
    """A game in a file, or one that is kept, to be looked at. UsageError if there is none."""
    path = Path(name)
    if _is_file(path):
        return read_saved(path)
    store = GameStore()
    return store.read(store.find(name))


def _is_file(path: Path) -> bool:
    try:
        return path.exists() and (path.suffix != "" or len(path.parts) > 1)
    except (OSError, ValueError):
        return False


def adopt_old(store: GameStore) -> list[KeptGame]:
    """Take over the games that were kept beside it before there was a database; their files get another name. What is damaged stays."""
    adopted = []
    for path in sorted(store.path.parent.glob("autosave*.json")):
        with contextlib.suppress(UsageError, OSError):
            adopted.append(store.import_game(path))
            path.rename(path.with_suffix(".json.kept"))
    return adopted


# ------------------------------------------------------------------ names


def checked_name(name: str) -> str:
    """A name somebody gave. UsageError if it could not be shown or typed."""
    name = " ".join(name.split())
    if not name or len(name) > LONGEST_GAME_NAME or plain(name) != name or name.startswith("-"):
        raise BadGameName(
            f"a game has a name of 1 to {LONGEST_GAME_NAME} letters that can be seen, and no stroke first"
        )
    return name


def invented_name(saved: SavedGame) -> str:
    """A name from the game, who plays and the day: GAME-anna-ben-2026-11-17."""
    book = Path(saved.rulebook).stem or saved.title
    seats = seats_from(saved.seats, len(saved.seats))
    people = [seat.name for seat in seats if seat.bot is None and seat.name != "you"]
    day = time.strftime("%Y-%m-%d", time.localtime(saved.begun / 1000 if 0 < saved.begun < 1 << 45 else None))
    parts = [book, *people[:MOST_NAMED_GAMES], *(["and-others"] if len(people) > MOST_NAMED_GAMES else []), day]
    slugs = (re.sub(r"[^\w]+", "-", plain(part).lower()).strip("-_")[:24] for part in parts[:-1])
    return "-".join([*filter(None, slugs), day])[:LONGEST_GAME_NAME]


def free_name(name: str, taken: set[str]) -> str:
    if name.lower() not in taken:
        return name
    number = 2
    while f"{name}-{number}".lower() in taken:
        number += 1
    return f"{name}-{number}"


def ending_of(saved: SavedGame) -> str:
    """How a game ended, in a few words; nothing if it goes on."""
    if saved.ended is None:
        return ""
    names = names_of(seats_from(saved.seats, len(saved.seats)))
    winners = [names[seat] for seat in saved.ended.winners if 0 <= seat < len(names)]
    if not winners:
        return "nobody won"
    return f"{' and '.join(winners)} won"
