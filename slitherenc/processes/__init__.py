"""Run functions in child processes, which end with this process. Nothing in this package depends on puzzles.

`children` starts programs. They end, and their folder is removed, at the end of a `with` block or of this process.
`worker` is a Python process that runs one function after another; `serving` is the code that runs in it. `calls` makes
a single call within limits of time and memory. `pool` reuses workers, replaces those that die, are killed or grow too
large, and defines `parallel_map`.
"""
