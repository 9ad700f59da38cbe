"""Webhooks: other programs are notified of committed rows of the log."""
