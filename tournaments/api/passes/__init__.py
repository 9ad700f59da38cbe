"""Players' passes: made, renewed and revoked by organisers, opened by a browser."""
