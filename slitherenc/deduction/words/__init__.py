"""The texts and the pictures of steps.

phrases      texts in which places on the board are marked
step_words   the texts of a step
chain_words  the lines of a chain: what each link (small step) concludes, and why
clue_words   why a clue of any type implies that an edge is a line or empty
run_words    the reasons for steps about clues along a diagonal
way_words    the reasons for steps with forced ways (lines that a supposition forces)
pictures     a step as SVG; all steps of a solution as a web page or a PDF
"""
