"""Integer programs (model.py), and the formulations of a puzzle as a program: edges.py, cells.py and tree.py."""
