"""A game being played: its seats, answers, dice and log. Nothing here reads or prints."""
