"""Becoming anonymous: an account, a person, and every text that names them."""
