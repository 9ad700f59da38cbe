"""Webhooks of an event and of a club."""
