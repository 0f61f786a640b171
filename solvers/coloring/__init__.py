"""The coloring search of Shirai, Igarashi, Tajima and Kotani (2006), on any plane graph; see docs/coloring.md.

dual        the faces and what they border on: what a Model says, as tuples of plain numbers
state       faces in colors of two shades, joined and taken apart again; the paths of the lines found so far
local       what one or a few constraints force, by truth table
patterns, loops, connected, diagonal, parity, probing      the other rules, one idea a module
rules       the table of all rules by name
propagate   the rules to a fixpoint; search: backtracking over all solutions; deduce: rules alone, with a trace
"""
