"""How "one loop" is said: one module a connectivity (tree, numbering, none), and the steps of the numbering."""
