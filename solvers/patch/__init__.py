"""Propose loops on boards with few clues: repair a loop until all sums (numbers of lines) are as required."""
