"""Integer programs (model.py) and the formulations edges.py, cells.py and tree.py, which encode a puzzle as a
program."""
