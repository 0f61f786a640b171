"""Generation of puzzles: draw a loop, at random or from a picture, and choose clues that allow no other loop.

A puzzle depends only on a Board, a specification and a `random.Random`, so the same seed gives the same puzzle.
"""
