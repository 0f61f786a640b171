"""A page to play on: served (`server`), as a file (`single`), in notebooks (`widget`), and as a site of files (`site`).

One front end serves all four. `static/core/` is a puzzle in play: marks, verdict, board, gestures, hints.
`static/places/` are the views of the page. `static/features/` is what buttons and keys run, one file each.
`static/main.js`, `single.js`, `widget.js` and `site.js` put them together; `bundle` makes one script of the modules.
`document` is a puzzle in the form that these take. `jobs/` is what the server answers. `daily` chooses a day's puzzles.
"""
