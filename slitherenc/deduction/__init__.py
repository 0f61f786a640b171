"""Deduction: the next step and why, what is wrong, and why a puzzle has no loop or several (docs/hints.md).

What users call:

hints         a hint, all steps to the end, wrong marks
diagnose      clues that are mistyped, that contradict each other, or that are missing
grade         how hard a puzzle is for a person
paper_rating  the difficulty D of the papers
step          a step with its texts, as a value

How it works (docs/architecture.md):

engine/       what follows from which premises
rule, rules/  a rule as a part; the rules, and their table in the order in which a person looks
step_order    which step comes first
questions     the loops of puzzles that differ in a few clues; on them stand typos, conflicts and repairs of diagnose
words/        steps in sentences and pictures
"""
