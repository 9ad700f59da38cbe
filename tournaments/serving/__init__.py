"""What pages and the API share when they answer, such as telling an outage from a fault."""
