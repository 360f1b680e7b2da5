"""What never changes, worked out before the game (partial evaluation): tables of words, and loops that go the same way in every game."""
