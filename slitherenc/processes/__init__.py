"""Run functions in child processes, which end when this process ends. Nothing here depends on puzzles.

`children` starts programs, ends them at the end of a `with` block, and removes their temporary folder.
`worker` starts a Python process that runs one function after another; `serving` is its code. `calls` makes a single
call within limits of time and memory. `pool` reuses workers and replaces broken ones; `parallel_map` uses a pool.
"""
