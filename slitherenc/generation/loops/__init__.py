"""Generation of loops: random loops, loops that a variant allows, and loops that resemble a picture."""
