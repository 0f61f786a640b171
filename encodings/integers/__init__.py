"""Encodes integers as clauses (lower.py), in the order encoding (order_encoding.py) or the log encoding."""
