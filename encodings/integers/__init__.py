"""From integers to clauses: order_encoding.py and log_encoding.py lay integers out in Booleans; lower.py applies them."""
