"""Integer programs (model.py), and the formulations that encode a puzzle as a program: edges.py, cells.py and
tree.py."""
