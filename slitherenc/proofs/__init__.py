"""Proof bundles: which loops a puzzle has, in a form that a stranger can check (docs/proofs.md).

formula        the rules of a puzzle as clauses, as the document orders them
prove          loops, cuts and steps of a puzzle: the proof
trim           the steps of a solver, without those that are not needed, with hints
bundle         the proof as a folder or an archive, and back
slithercheck   the checker that stands in the bundle; it shares no code with anything here
"""
