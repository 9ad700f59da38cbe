"""Penalties, and what they would change."""
