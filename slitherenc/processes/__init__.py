"""Run functions in child processes, which end with this process. Nothing in this package depends on puzzles.

`children` starts programs. When a `with` block or this process ends, the programs end and their folder is removed.
`worker` is a Python process that runs one function after another; `serving` is the code that runs in it. `calls` makes
a single call within limits of time and memory. `pool` reuses workers, replaces those that die, are killed or grow too
large, and defines `parallel_map`.
"""
