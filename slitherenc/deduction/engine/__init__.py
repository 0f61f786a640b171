"""Deduce values of edges from premises. The package `rules` turns such deductions into the techniques of players.

premises         the premises and conclusions of steps, as named tuples
premise_index    the clues and vertices of a puzzle as premises, each with its constraints
reasons          a SAT solver over these premises: what follows, and from which premises
state            the puzzle and the edges that are known so far, for the rules
scopes           everything that a few clues and vertices imply together (compiled part: `local_models`)
arcs             what clues and dots (vertices) imply for each other along a diagonal
closed_paths     what follows from "there is one loop" and "there is no other loop"
same_side        which faces lie on the same side of the loop
suppositions     chains from a supposed edge to a contradiction (compiled part: `supposition_core`)
counter_case     proofs by contradiction for the conclusion of a step, which use only the premises of this step
"""
