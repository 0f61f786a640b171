"""The web page to play puzzles on, in four forms: from a server, as one file, in a notebook, or as a static site.

The modules `server`, `single`, `widget` and `site` make these forms from one front end in `static/`. There, `core/` has
the logic of the game: marks, verdict, board, gestures and hints. `places/` has the views of the page, and `features/`
has one file for each action of buttons and keys. The scripts of the forms start at `main.js`, `single.js`, `widget.js`
and `site.js`. The module `bundle` joins JavaScript modules into one script, `document` converts a puzzle for the page,
`jobs/` answers the page's requests, and `daily` makes the daily puzzles.
"""
