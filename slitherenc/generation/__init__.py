"""Generation of puzzles: random loops and pictures, clues that leave one loop only, and the requested difficulty.

A puzzle depends only on a Board, a specification and a `random.Random`, so the same seed gives the same puzzle.
"""
