"""What tests share: boards and puzzles, brute force as the judge, commands, readers of what is written."""
