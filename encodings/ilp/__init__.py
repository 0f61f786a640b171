"""Integer programs (model.py), and three formulations of a puzzle as a program: edges.py, cells.py and tree.py."""
