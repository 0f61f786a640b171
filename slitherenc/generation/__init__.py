"""Making puzzles: random loops, clues added or removed until the loop is the only one, pictures, difficulty.

Everything is a pure function of a Board, a specification and a `random.Random`: the same seed gives the same puzzle.
"""
