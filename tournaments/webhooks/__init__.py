"""Webhooks: other programs are told of committed rows of the log."""
