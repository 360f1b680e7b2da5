"""Explanations of what is wrong with examples as a whole: how they begin, and what is repeated."""

from dicedsl.explain.entry import Group

EXAMPLES: Group = {
    "E454": (
        "examples", "an example begins with one that is not there",
        """After `after` stands the title of another example of the same file. An example in a variant may begin with one of that
        variant or of the game itself.""",
        """
        example "Second turn" after "Frist turn":
            Ben chooses "take"
        """,
        """
        example "First turn":
            with Anna, Ben
            Anna chooses "take"

        example "Second turn" after "First turn":
            Ben chooses "take"
        """,
    ),
    "E455": (
        "examples", "an example that begins with itself",
        """The lines of the example named after `after` come first. It must begin by itself in the end.""",
        """
        example "One" after "Other":
            Anna chooses "take"

        example "Other" after "One":
            Ben chooses "take"
        """,
        """
        example "Other":
            with Anna, Ben
            Anna chooses "take"

        example "One" after "Other":
            Ben chooses "take"
        """,
    ),
    "E456": (
        "examples", "something that is said once is repeated",
        """`with`, `given` and `after setup` say from where an example begins. They stand above `repeat`.""",
        """
        example "Twice":
            repeat 2 times:
                given total of P1 is 3
                P1 chooses "take"
                P2 chooses "take"
        """,
        """
        example "Twice":
            given total of P1 is 3
            repeat 2 times:
                P1 chooses "take"
                P2 chooses "take"
        """,
    ),
    "E457": (
        "examples", "an example that is too long",
        """What is repeated counts as if it were written out. `play on` goes on without a line for each choice.""",
        """
        example "Long":
            repeat 3000 times:
                P1 chooses "take"
                P2 chooses "take"
        """,
        """
        example "Long":
            everyone always chooses first
            play on until turns played is 30
        """,
    ),
    "E458": (
        "examples", "who plays is said twice",
        """An example that begins with another one has its players. Options and variants may be added.""",
        """
        example "First turn":
            with Anna, Ben
            Anna chooses "take"

        example "Second turn" after "First turn":
            with Cleo, Dan
            Dan chooses "take"
        """,
        """
        example "First turn":
            with Anna, Ben
            Anna chooses "take"

        example "Second turn" after "First turn":
            Ben chooses "take"
        """,
    ),
    "E459": (
        "examples", "set-up is over twice",
        """`after setup` stands once in an example: above it is what happens in set-up, below it what is laid then.""",
        """
        example "Laid":
            after setup
            given total of P1 is 3
            after setup
            given total of P2 is 4
        """,
        """
        example "Laid":
            after setup
            given total of P1 is 3
            given total of P2 is 4
        """,
    ),
}  # fmt: skip
