"""The difficulty of a puzzle: a grade by the rules that it needs (`grade`), and the number D of a paper (`paper`)."""
