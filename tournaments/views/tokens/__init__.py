"""Pages of access tokens for programs: those of a person and those of a club."""
