"""Processes that end with this one, and the calls of functions that run in them. Nothing here knows puzzles.

children  programs and their temporary folder: all of it ends with a `with` block, or with this process
worker    a Python process that runs one function after the other; `serving` is its other side
calls     one call within limits of time and memory
pool      several workers that are used again, and replaced when they die, are ended or grow; `parallel_map`
"""
