"""Players' passes: made, renewed and revoked by organisers, opened by a browser; codes of tables opened by a phone."""
