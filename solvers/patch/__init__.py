"""Find loops on boards with few clues: change a loop until it satisfies all constraints on numbers of lines."""
