"""Pure knowledge of places, used by the checker and by the engine."""
