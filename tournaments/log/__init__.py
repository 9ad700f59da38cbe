"""The audit log of an event: who did what, when and why, as a page and as a file."""
