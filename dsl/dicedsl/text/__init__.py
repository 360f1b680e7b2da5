"""Sources and places in them, text made fit to be shown, problems drawn, and how much work a text may be."""
