"""Processes that end with this one, and functions that are called in them. Nothing here depends on puzzles.

children  programs and their temporary folder, which are removed at the end of a `with` block or of this process
worker    a Python process that runs one function after another; `serving` is the code inside it
calls     a single call within limits of time and memory
pool      workers that are reused, and replaced if they die, are killed or grow too large; `parallel_map`
"""
