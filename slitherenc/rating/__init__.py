"""How hard a puzzle is: the paper's number D (`paper`), and a grade by the rules that it needs (`grade`)."""
