"""Loops: random ones, those that a variant allows, and those that a picture asks for."""
