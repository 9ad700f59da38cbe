"""What an organiser can do on a page, as JSON: each endpoint is the call of the same service."""
