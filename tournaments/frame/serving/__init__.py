"""What pages and the API share when they answer."""
