"""Proposals for boards with few clues: one loop is kept, and its wrong sums are mended one after another."""
