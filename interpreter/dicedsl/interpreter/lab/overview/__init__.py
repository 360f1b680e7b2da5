"""One line for each of many games: where it stands, how long it takes, whether it helps to begin, and what is surprising."""
