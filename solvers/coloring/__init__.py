"""The coloring search of Shirai, Igarashi, Tajima and Kotani (2006), on any plane graph; see docs/coloring.md.

dual        DualGraph: the faces as nodes, the constraints of a Model on its edges, as lists of plain numbers
state       Coloring: union-find with parity over the nodes, with undo; the paths of the lines found so far
scopes      which constraints are looked at together
local       what the constraints of one scope imply, by truth table
alternatives    what the alternatives of one constraint have in common, where a truth table would be too large
paths, connected, probing    the other propagators, one idea a module
rules       the table of all propagators by the names that users type
propagate   propagation to a fixpoint
search      backtracking search over all solutions
"""
