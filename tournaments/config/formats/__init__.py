"""Date formats, where those of the language differ from local use."""
