"""How the bots that think look ahead: the worlds they think in, the moves they try there, and what came of each."""
