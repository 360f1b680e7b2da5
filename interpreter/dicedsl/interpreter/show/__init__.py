"""Pictures of what a player may see."""
