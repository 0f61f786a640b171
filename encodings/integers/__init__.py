"""Integers and rules become clauses: order.py and log.py say how an integer is laid out, lower.py does the work."""
