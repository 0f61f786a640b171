"""Proof bundles: proofs of which loops a puzzle has that can be checked without slitherenc (docs/proofs.md).

formula        the rules of a puzzle as clauses, in the order of the document
prove          the proof: loops, cuts and steps of a puzzle
trim           the steps of a solver, with hints and without those that are not needed
bundle         the proof as a folder or an archive
slithercheck   the checker that is part of a bundle; it shares no code with other modules
"""
