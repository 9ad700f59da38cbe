"""Penalties: proposed, given, dismissed, cancelled, and what they change."""
