"""A game set up for certain players and options: every question that play, search and learning ask of it, and what each seat may see."""
