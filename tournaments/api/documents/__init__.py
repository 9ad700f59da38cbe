"""The tables and the calendar of an event, as files."""
