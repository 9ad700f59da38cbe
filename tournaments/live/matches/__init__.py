"""The websocket of an online table: who is there, what they ask, what each of them is shown."""
