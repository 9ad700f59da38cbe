"""What an event does about lateness and misconduct: the ladder as data, and what a penalty takes away."""
