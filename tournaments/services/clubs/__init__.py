"""Clubs, their logos, and their invitations to roles."""
