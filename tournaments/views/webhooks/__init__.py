"""Pages of webhooks: those of an event for its organisers, those of a club for its administrators."""
