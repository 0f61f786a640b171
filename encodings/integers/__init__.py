"""From integers to clauses: order.py and log.py lay an integer out in Booleans, lower.py applies them."""
