"""Many games played and counted: on several cores, to be interrupted, with figures and how sure they are."""
