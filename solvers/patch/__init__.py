"""Propose loops on boards with few clues: change one loop until all sums of its lines are right."""
