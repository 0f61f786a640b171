"""Clues for a loop: which are possible, which are needed, and how hard the puzzle is with them."""
