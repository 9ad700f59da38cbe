"""Webhooks on pages: those of an event for its organisers, those of a club for its administrators."""
