"""Every rulebook as an environment of other libraries: PettingZoo, Gymnasium, OpenSpiel, and many games at once."""
