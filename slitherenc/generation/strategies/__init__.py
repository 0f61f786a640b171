"""Strategies: ways to make puzzles. Options stand beside their algorithm, and import no numpy: `--help` reads them."""
