"""Anonymisation of an account, of a person, and of every text that names them."""
