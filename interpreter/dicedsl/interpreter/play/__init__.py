"""Games that are played: `session` runs them, `telling` and `questions` put them into words, `terminal` is one front
end, `keeping` stores them."""
