"""Accounts, their log-ins, passes, tokens and invitations, and the names that are made anonymous."""
