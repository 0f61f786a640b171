"""Deduction: the next step and why, what is wrong, and why a puzzle has no loop or several (docs/hints.md).

premises, step    the values: what a step rests on and concludes; a Step with its marks and texts
facts             a puzzle as units (sums of lines, each of a clue or a vertex) and as constraints under its premises
certify           a SAT solver over these: what follows from which premises, and from which of them already
local             steps from a few units; closing: steps from "one loop"; sides: faces inside and outside; unique:
                  exchanges; suppose: steps by contradiction
walk              which step comes first, and all of them to the end; grade: how hard that is
hints             what users ask: hints, all steps, wrong marks
diagnose          clues that contradict each other, or that are missing
paper_rating      the difficulty D of the papers
words             rules and texts; pictures: a step, a whole walk
"""
