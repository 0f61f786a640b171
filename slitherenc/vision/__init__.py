"""Read puzzles from pictures: screenshots, scans and photos of square boards.

A picture passes through these steps; each is a function of the previous step's result:

    bytes ──load──▶ pixels ──ink──▶ ink ──points──▶ points ──lattice──▶ Lattice ──grid──▶ rectified board
          ──cells──▶ clues with probabilities ──verdict──▶ Reading

`read_picture` in `slitherenc.picture_reading` also asks a solver whether the clues have exactly one loop.
This package needs the extra `vision`; importing it does not load the libraries of that extra.
"""
