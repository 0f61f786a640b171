"""Proof bundles: files that prove which loops a puzzle has (docs/proofs.md). Checking them does not need slitherenc.

formula        encodes the rules of a puzzle as clauses, in the order of docs/proofs.md
prove          finds the loops of a puzzle and creates the proof
trim           shortens a SAT solver's proof and adds hints
bundle         writes a proof as a folder or an archive
slithercheck   is the checker, which is copied into bundles; it shares no code with other modules
"""
