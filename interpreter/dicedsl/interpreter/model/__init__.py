"""The table as a seat sees it, as data: what every front end draws from, and nothing else."""
