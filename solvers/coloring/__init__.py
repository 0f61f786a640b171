"""The coloring search of Shirai, Igarashi, Tajima and Kotani (2006), on any plane graph; see docs/searches.md.

- `dual`: DualGraph, the faces as nodes, with the clues and vertices of a Model, as lists of plain numbers.
- `state`: Coloring, the paper's colors of two shades (section 3.1), with undo, and the paths of the lines so far.
- `scope`: what one clue implies (the patterns of section 3.2.1), by truth table.
- `neighbours`: the pairs of clues that are examined together.
- `one_loop`: what follows because the lines are one loop.
- `probing`: what follows from trying both sides of a node.
- `rules`: the table of all rules by the names that users type.
- `propagate`: the forced moves; all chosen rules are applied until nothing more follows.
- `search`: the search for all solutions (section 3.2).
"""
