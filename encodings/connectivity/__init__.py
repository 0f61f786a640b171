"""How "one loop" is said: one module a connectivity (tree, numbering, none), and the steps that narrow the numbering."""
