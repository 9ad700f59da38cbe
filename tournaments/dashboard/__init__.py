"""The organiser's first page: progress, the next step, alarms."""
