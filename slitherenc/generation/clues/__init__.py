"""Clues for a loop: which may stand, which are needed, and how hard the puzzle is with them."""
