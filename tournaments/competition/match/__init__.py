"""What the platform makes of a match: its content as a sheet keeps it, and its outcome by the rules of the event."""
