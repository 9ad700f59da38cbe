"""The websocket of an online table: who is connected, what they send, what each is shown."""
