"""The coloring search of Shirai, Igarashi, Tajima and Kotani (2006), on any plane graph; see docs/searches.md.

- `dual`: DualGraph, a Model whose faces are nodes, as lists of plain numbers.
- `state`: Coloring, a partial coloring of the nodes (section 3.1 of the paper), with undo.
- `scope`: what a clue implies (the patterns of section 3.2.1), by truth table.
- `neighbours`: the pairs of clues that are examined together.
- `one_loop`: what follows because the lines are one loop.
- `probing`: what follows from trying both sides (inside and outside) for a node.
- `rules`: the table of all rules by the names that users type.
- `propagate`: the forced moves; all chosen rules are applied until nothing more follows.
- `search`: the search for all solutions (section 3.2).
"""
