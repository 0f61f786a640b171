"""What follows from which premises, without the names that players have for it.

premises         what a step rests on, and what it concludes, as values
premise_index    a puzzle as premises: units (sums of lines, each of a clue or a vertex), and all constraints
reasons          a SAT solver over these: what follows, and from which premises
state            what is known of a puzzle, as rules see it
scopes           what a few units imply; local_models: all assignments to their edges, compiled
arcs             what clues and dots imply for each other along a run
closed_paths     what follows from "one loop" and "no other loop"
same_side        faces inside and outside
suppositions     chains to a contradiction; supposition_core: what follows from a supposition, compiled
counter_case     the same for the premises of one step, for every clue type
"""
