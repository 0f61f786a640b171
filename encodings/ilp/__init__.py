"""Integer programs: model.py defines programs; edges.py, cells.py and tree.py are formulations of a puzzle as one."""
