"""Integer programs: model.py defines them; edges.py, cells.py and tree.py are formulations, which encode a puzzle."""
