"""Questions to people who type: how each is shown, and what a typed line means there."""
