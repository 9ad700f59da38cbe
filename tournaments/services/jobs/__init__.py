"""Jobs: work that takes longer than a request may, done in steps, each kind in its own file."""
