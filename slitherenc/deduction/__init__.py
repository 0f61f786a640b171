"""Deduction: the next step and why, what is wrong, and why a puzzle has no loop or several (docs/hints.md).

premises, step    the values: what a step rests on and concludes; a Step with its texts
facts             a puzzle as units (sums of lines, each of a clue or a vertex) and as constraints under its premises
certify           a SAT solver over these: what follows from which premises, and from which of them already
arcs, patterns    what clues and dots tell each other along a run; what a few of them say on a blank board
run_words         the reasons of arc counting in words
local, ways       what a few units say; all ways of their edges, compiled
closing           what "one loop" says of paths
corners, sides    faces inside and outside; unique: exchanges
suppose, follow   chains to a contradiction; what follows, compiled
rule, state       a rule as a part, and what it sees
rules/            the rules, and their table in the order in which a person looks
walk              which step comes first; grade: how hard all of them are
hints             what users ask: hints, all steps, wrong marks
diagnose          clues that contradict each other, or that are missing
paper_rating      the difficulty D of the papers
phrases, words    texts that know their places, and those of steps; chain_words: the lines of a chain
pictures          a step, a whole walk
"""
