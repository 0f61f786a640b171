<<<<<<< HEAD
"""Integers as Booleans: order_encoding.py and log_encoding.py lay them out; lower.py applies them to a formula."""
=======
"""From integers to clauses: order_encoding.py and log_encoding.py represent integers by Booleans, for lower.py."""
>>>>>>> words3
