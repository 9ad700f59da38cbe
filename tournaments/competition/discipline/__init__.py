"""Lateness and misconduct in an event: the ladder as data, and the deductions of penalties."""
