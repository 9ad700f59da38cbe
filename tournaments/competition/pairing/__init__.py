"""Pairing: the positions of the entrants, and the tables that follow from them."""
