"""Choice of clues for a loop: the possible clues, the necessary clues, and the difficulty of the puzzle."""
