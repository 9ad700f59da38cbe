"""Events: made, set up, copied, closed; their rounds and their public pages."""
