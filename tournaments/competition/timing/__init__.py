"""The pure rules of time at the tables: clocks with pauses and extra time, and gaps in service."""
