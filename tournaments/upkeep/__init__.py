"""What runs by itself: due deadlines, queued messages, letters; health and figures of the installation."""
