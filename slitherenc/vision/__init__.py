"""From a picture to a puzzle: screenshots, scans and photos of square boards.

A picture goes one way, and each step is a function of what the step before gave:

    bytes ──load──▶ pixels ──ink──▶ ink ──points──▶ points ──lattice──▶ Lattice ──grid──▶ rectified board
          ──cells──▶ clues with probabilities ──verdict──▶ Reading

`read_picture` in `slitherenc.picture_reading` also asks the solver whether the clues have exactly one loop.
This package needs the extra `vision`; importing it loads none of its libraries.
"""
