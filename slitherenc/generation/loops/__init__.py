"""Loops: random ones, those that a picture or a clue type asks for, and the walk along one."""
