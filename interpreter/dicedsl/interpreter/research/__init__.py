"""What searching, solving and learning ask of a table: actions as numbers, observations, returns, hidden worlds, many games at once."""
