"""What takes effect by itself: deadlines that are due, messages that are written, letters."""
