"""Run functions in child processes, which end with this process. The code is independent of puzzles.

`children` starts programs. When a `with` block or this process ends, the programs end and their folder is removed.
`worker` is a Python process that runs one function after another; `serving` is the code that runs in it. `calls` makes
a single call within limits of time and memory. `pool` reuses workers and replaces those that die, are killed or grow
too large. It also defines `parallel_map`.
"""
