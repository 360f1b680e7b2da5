"""All positions of a game, found and worked out."""
