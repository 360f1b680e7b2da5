"""Mistakes in what is said of boards: their sizes and their lines."""

from __future__ import annotations

from dicedsl.explain.entry import Group

BOARDS: Group = {
    "E373": (
        "file", "nothing that makes a line",
        """`(lines of 4 in S)` gives every four places of S in line. How many they are stays the same all game, and S is a set of places, or a list
        of places that stays the same. `the line from p along way` leads from a place along a step.""",
        """
        game "Sample"
        players 2, clockwise from anybody
        material:
            board field of squares: grid 3 by 3
            cup: 9 dice
        turn:
            roll cup
            choose:
                "claim" one of (lines of 3 in cup) as row: move cup to row
                "pass": nobody wins
        """,
        """
        game "Sample"
        players 2, clockwise from anybody
        material:
            board field of squares: grid 3 by 3
            cup: 9 dice
        turn:
            roll cup
            choose:
                "claim" one of (lines of 3 in empty field) as row: move cup to row
                "pass": nobody wins
        """,
    ),
    "E374": (
        "file", "directions that change",
        """What `directions` are decides which places of a board given by coordinates are in line and which are neighbours. So they stay the same all game.""",
        """
        game "Sample"
        players 2, clockwise from anybody
        material:
            board field of squares: (x, y) from 1 to 3
            cup: 9 dice
        words: directions are list (step of (1, 0) * n for each n in numbers of cup)
        turn:
            roll cup
            choose:
                "claim" one of (lines of 3 in empty field) as row: move cup to row
                "pass": nobody wins
        """,
        """
        game "Sample"
        players 2, clockwise from anybody
        material:
            board field of squares: (x, y) from 1 to 3
            cup: 9 dice
        words: directions are list (step of (1, 0) * n for each n in 1 to 2)
        turn:
            roll cup
            choose:
                "claim" one of (lines of 3 in empty field) as row: move cup to row
                "pass": nobody wins
        """,
    ),
    "E375": (
        "file", "a size that is not fixed",
        """How many rows and columns a board has is known before the game starts. Options and the number of players may decide it; what is remembered may not.""",
        """
        game "Sample"
        players 2, clockwise from anybody
        material:
            board field of squares: grid (pace) by 3
            cup: 9 dice
        to keep track: the game has a pace, at first 3
        turn:
            choose:
                "put" one of empty field as spot: move one of cup to spot
                if nothing fits: nobody wins
        """,
        """
        game "Sample"
        players 2, clockwise from anybody
        options: pace = 3, from 2 to 3
        material:
            board field of squares: grid (pace) by 3
            cup: 9 dice
        turn:
            choose:
                "put" one of empty field as spot: move one of cup to spot
                if nothing fits: nobody wins
        """,
    ),
    "E376": (
        "file", "a size without limits",
        """An option that decides how large a board is has limits, so that the smallest and the largest board can be tried when the rulebook is checked.""",
        """
        game "Sample"
        players 2, clockwise from anybody
        options: pace = 3
        material:
            board field of squares: grid (pace) by 3
            cup: (3 * pace) dice
        turn:
            choose:
                "put" one of empty field as spot: move one of cup to spot
                if nothing fits: nobody wins
        """,
        """
        game "Sample"
        players 2, clockwise from anybody
        options: pace = 3, from 2 to 8
        material:
            board field of squares: grid (pace) by 3
            cup: (3 * pace) dice
        turn:
            choose:
                "put" one of empty field as spot: move one of cup to spot
                if nothing fits: nobody wins
        """,
    ),
}  # fmt: skip
