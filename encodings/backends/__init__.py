"""The backends: each module writes files in one solver language and parses the answers of its solvers."""
