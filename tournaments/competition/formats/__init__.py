"""The formats of events, from the plan to the final places."""
