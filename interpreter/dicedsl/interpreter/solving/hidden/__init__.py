"""Best play of two where something is hidden."""
