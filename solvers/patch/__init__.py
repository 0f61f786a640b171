"""Propose loops on boards with few clues: repair one loop until all sums (constraints on numbers of lines) are
satisfied."""
