"""SAT solvers: those of PySAT, and external programs."""
