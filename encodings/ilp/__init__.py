"""Integer programs: model.py is the program as a value, edges.py and cells.py are the formulations."""
