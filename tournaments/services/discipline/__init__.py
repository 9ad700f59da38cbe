"""Penalties and their effects."""
