"""Run functions in child processes, which end with this process. The code is independent of puzzles.

`children` starts programs, which end with a `with` block or with this process, and removes their temporary folder.
`worker` starts a Python process that runs one function after another; `serving` is its code. `calls` makes a single
call within limits of time and memory. `pool` reuses workers, replaces those that broke, and has `parallel_map`.
"""
