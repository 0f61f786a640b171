"""Loops: random ones, those that a variant allows, and those for a picture."""
