"""From integers to clauses: order_encoding.py and log_encoding.py represent integers by Booleans, for lower.py."""
