"""The web page to play puzzles on, in four forms: from a server, as one file, in a notebook, or as a static site.

The modules `server`, `single`, `widget` and `site` make these forms from one front end in `static/`. Its scripts start
at `main.js`, `single.js`, `widget.js` and `site.js`. In `static/`, `core/` contains the logic of the game, `places/`
contains the views of the page, and `features/` contains a file for each action that a button or key starts. The Python
module `bundle` joins JavaScript modules into one script, and `document` converts a puzzle for the page. The modules in
`jobs/` answer the page's requests, and `daily` makes the daily puzzles.
"""
