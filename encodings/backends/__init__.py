"""The languages of solvers: one module a language, which writes it and reads its solvers' answers."""
