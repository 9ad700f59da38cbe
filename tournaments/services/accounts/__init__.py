"""Accounts, their log-ins, passkeys and tokens, and the roles and passes that are offered."""
