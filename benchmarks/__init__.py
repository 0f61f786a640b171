"""Measurements: `python -m benchmarks run …`, `python -m benchmarks report …`. Not part of the package."""
