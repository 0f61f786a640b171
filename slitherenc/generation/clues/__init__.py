"""Choice of clues for a loop: the possible clues, the necessary ones, and the difficulty of the resulting puzzle."""
