"""What is wrong with text that the grammar does not know: each module looks for one kind of mistake."""
