"""Find which edges follow from which premises. The package `rules` names each technique as players do.

premises         the premises and conclusions of steps, as named tuples
premise_index    a puzzle as premises: its constraints, and its units (sums of the edges at a clue or a vertex)
reasons          a SAT solver over these premises: what follows, and from which premises
state            what is known of a puzzle so far, as the rules see it
scopes           what a few units imply; local_models: all assignments to their edges, compiled
arcs             what clues and dots imply for each other along a diagonal
closed_paths     what follows from "there is one loop" and "there is no other loop"
same_side        which faces lie on the same side of the loop
suppositions     chains from a supposed edge to a contradiction; supposition_core: their propagation, compiled
counter_case     chains to a contradiction that use only the premises of one step, for every clue type
"""
