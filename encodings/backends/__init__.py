"""The languages of solvers: each module writes one language and reads the answers of its solvers."""
