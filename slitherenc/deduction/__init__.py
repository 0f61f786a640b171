"""Hints, explanations, grades and diagnoses of puzzles (docs/hints.md).

Modules for users:

hints         the next hint, all steps of a solution, or the marks that are wrong
diagnose      mistyped, contradictory or missing clues
grade         how hard a puzzle is for a person
paper_rating  the difficulty D that Funae, Nagata and Ono define
step          one step of a solution, with its texts

Modules that do the work (docs/architecture.md):

engine/       which edges follow from which premises
rule, rules/  the class `Rule`, and all rules in the order in which a person tries them
step_order    which step comes first
questions     loops of the puzzle when some of its clues are left out or changed (for typos, conflicts and repairs)
words/        the sentences and pictures of steps
"""
