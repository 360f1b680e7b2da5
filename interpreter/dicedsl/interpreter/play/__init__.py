"""Sessions at the terminal, transcripts and simulations."""
