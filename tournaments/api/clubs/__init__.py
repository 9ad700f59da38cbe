"""Clubs, their people, circuits, who runs them, and what is kept about oneself."""
