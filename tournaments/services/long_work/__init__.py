"""What takes longer than a page may, each kind in a file of its own; ``services.jobs`` does it in steps."""
