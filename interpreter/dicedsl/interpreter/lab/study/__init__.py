"""What a game is like before it is printed: one study, as text, as data and as a page."""
