"""Games that are played: `session` runs them, `telling` and `asking` put them into words, `terminal` is one front end, `keeping` stores them."""
