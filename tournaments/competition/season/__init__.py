"""The table of a season: the persons of several events, by the results that count."""
