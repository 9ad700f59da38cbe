"""What each release left behind: archives of events, a backup, and the rows of its database at every migration."""
