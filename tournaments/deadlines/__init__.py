"""What waits for its time: called lines that are missing, rounds that open, tables whose time ends."""
