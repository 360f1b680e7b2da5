"""Best play worked out exactly, where the positions of a game can be counted."""
