"""Clubs, their logos, and the roles that they have offered."""
