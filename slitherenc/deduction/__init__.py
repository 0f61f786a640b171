"""Explanations: the next step and why, what is wrong, and why a puzzle has no loop or several (docs/hints.md).

step      the values: a Step with its premises, conclusions, marks and texts
ground    a puzzle as units (sums of lines, each of a clue or a vertex) and as clauses under its premises
theory    a SAT solver over these: what follows from which premises, and from which of them already
local     steps from a few units; closing: steps from "one loop"; sides: faces inside and outside; unique: exchanges;
          suppose: steps by contradiction
walk      which step comes first, and all of them to the end; grade: how hard that is
ask       what users ask: hints, all steps, wrong marks; diagnose: clues that contradict each other, or that are missing
words     rules and texts; pictures: a step, a whole walk
"""
