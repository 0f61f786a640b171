"""Reading puzzles from pictures: screenshots, scans and photos of square boards.

Each step converts the result of the step before it. The names in the arrows are the modules of the steps:

    bytes ──load──▶ pixels ──ink──▶ ink ──points──▶ points ──lattice──▶ Lattice ──grid──▶ rectified board
          ──cells──▶ clues with probabilities ──verdict──▶ Reading

A rectified board is the board as seen from directly above. `read_picture` in `slitherenc.picture_reading` also uses a
solver to check whether the clues have exactly one loop. Importing this package does not import the libraries of its
extra `vision`.
"""
