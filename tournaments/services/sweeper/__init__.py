"""Background work: due deadlines, queued messages, letters."""
