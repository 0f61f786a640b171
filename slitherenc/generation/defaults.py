"""What the options of strategies and the modules that make puzzles both know. No library is imported here."""

FEWEST_FACES = 25  # smaller boards hold no puzzle that is more than easy
LAYOUTS = ("frame", "diagonals", "blocks", "stripes")  # `layouts` has their faces
