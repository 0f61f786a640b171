"""Steps in words and pictures.

phrases      texts that know which of their words are places
step_words   the texts of a step
one_line     a step as one line that names its places
chain_words  the lines of a chain: what each link says, and why
clue_words   why a clue of any type decides an edge
run_words    the reasons of arc counting
pictures     a step as SVG; a whole walk as a page or a PDF
"""
