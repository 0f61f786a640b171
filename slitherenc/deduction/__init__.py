"""Hints, explanations, grades and diagnoses of puzzles (docs/hints.md).

Modules for users:

hints         a hint, all steps to the end, or the wrong marks
diagnose      mistyped, contradictory or missing clues
grade         how hard a puzzle is for a person
paper_rating  the difficulty D of Funae, Nagata and Ono
step          one step of a solution, with its texts

Modules that do the work (docs/architecture.md):

engine/       which edges follow from which premises
rule, rules/  the class `Rule`; the rules, and their table in the order in which a person tries them
step_order    which step comes first
questions     loops of puzzles that differ in a few clues; the modules typos, conflicts and repairs use it
words/        the sentences and pictures of steps
"""
