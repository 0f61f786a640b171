"""Run functions in child processes, which end with this process. Nothing in this package depends on puzzles.

`children` starts programs. It ends them, and removes their folder, after a `with` block or with this process.
`worker` is a Python process that runs one function after another; `serving` is the code that runs in it.
`calls` makes a single call within limits of time and memory. `pool` reuses workers, replaces those that die, are killed
or grow too large, and defines `parallel_map`.
"""
