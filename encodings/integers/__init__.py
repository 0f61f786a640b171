"""Integers as Booleans: order_encoding.py and log_encoding.py lay them out; lower.py applies them to a formula."""
