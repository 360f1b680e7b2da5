"""How machine code is called: what it is handed beside a state, what for, and how it may end. Nothing here needs the compiler."""

from __future__ import annotations

# What a run is given beside the state, one word each.
SOURCE = 0  # the random source: three words
FAULT = 3  # 1 + the number of the fault met
WORK = 4  # steps of loops since the last suspension
COUNT = 5  # answers listed
STEPS = 6  # choices, rolls, draws and reports so far
STEP_LIMIT = 7  # and how many there may be
SEAT = 8  # who is asked for a list
ANSWERS = 9  # where answers are listed, and the one given stands
ROOM = 10  # memory for lists and drawings
LISTS = 11  # the constant lists of the program
USES = 12  # how often each alternative and rule was used
SPARE = 13  # a second state, and a third after it
GIVEN = 14  # the answer or the numbers that a run begins with
FULL = 15  # a count had no more room
ROOM_LEFT = 16  # and how many words of it are free
MEMO = 17  # images of sets worked out last
KEPT = 18  # the forms of shapes
BUNDLES = 19  # where answers are listed in bundles
ROWS = 20  # where the ends of games that were played side by side are written
CONTEXT = 21

# What a run is for: to play on at random, to take one step, to list answers, to see where an answer leads, or to take an answer and let
# fall what falls until somebody is asked.
PLAY, STEP, LIST, REST, MEET = range(5)
# How it ended.
OVER, SUSPENDED, FAILED, TOO_LONG = range(4)
RESUME = -1  # in the place of a block to begin with

# The tables of a tally, in their order; those of the scores follow, one for each seat.
TABLES = ("winners", "turns", "rounds", "actions", "matches", "reasons")
BATCH = 1024  # so many games are played side by side, and then counted
BEGAN = 64  # by so much the mask of the winners is multiplied, to stand beside who began


def signed(word: int) -> int:
    """A word of 64 bits as the machine's whole number."""
    return word - (1 << 64) if word >> 63 else word


def row_words(players: int) -> int:
    """The most words that the end of a game takes in a row: how it ended, how many steps it had, and its results."""
    return 9 + players
