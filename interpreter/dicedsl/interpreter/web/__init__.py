"""The table in a browser: the server judges, every page shows what its seat may see."""
