"""What can be counted of a game: exactly, by walking it, or by letting many games be played."""
