"""Accounts, what opens them, the roles and passes that are offered."""
