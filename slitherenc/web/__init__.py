"""The page to play on: from a server (`server`), as a file (`single`), in notebooks (`widget`), or as a site (`site`).

All four use the same front end in `static/`. There, `core/` contains the logic of the game: marks, verdict, board,
gestures and hints. `places/` contains the views of the page, and `features/` has one file for each action of buttons
and keys. The entry points are `main.js`, `single.js`, `widget.js` and `site.js`; `bundle` joins modules into one
script. `document` converts a puzzle for the page, `jobs/` answers requests, and `daily` chooses daily puzzles.
"""
