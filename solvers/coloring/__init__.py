"""The coloring search of Shirai, Igarashi, Tajima and Kotani (2006), on any plane graph; see docs/searches.md.

- `dual`: DualGraph, which stores a Model as lists of plain numbers; its nodes are the faces.
- `state`: Coloring, a partial coloring of the nodes (section 3.1 of the paper), with undo.
- `scope`: what a clue implies (the patterns of section 3.2.1), as computed from a truth table.
- `one_loop`: the rules that hold because the lines are one loop.
- `probing`: what follows from trying both sides (inside and outside) for a node.
- `rules`: the table of all rules by the names that users type.
- `propagate`: the forced moves; all chosen rules are applied until nothing more follows.
- `search`: the search for all solutions (section 3.2).
"""
