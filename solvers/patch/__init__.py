"""Propose loops on boards with few clues: change one loop until all sums (constraints on numbers of lines) are
satisfied."""
