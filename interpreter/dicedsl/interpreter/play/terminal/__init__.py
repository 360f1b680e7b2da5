"""Play at the terminal: the menu, the loop of a game, the screen, commands, and replays."""
