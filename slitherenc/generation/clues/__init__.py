"""Choice of clues for a loop: which clues are possible, which are necessary, and how difficult they make the puzzle."""
