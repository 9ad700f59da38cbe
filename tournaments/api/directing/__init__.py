"""What referees, scorers and lines do at tables, for programs."""
