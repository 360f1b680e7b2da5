"""The studio: a rulebook written beside the game it describes. It needs both the compiler and the table in the browser."""
