"""Encodes integers as clauses: lower.py, with the order encoding (order_encoding.py) or log encoding of integers."""
