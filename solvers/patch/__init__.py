"""Find loops on boards with few clues: change a loop until every constraint on a number of lines is satisfied."""
