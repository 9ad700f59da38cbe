"""The list of entries, the desk at the door, money, withdrawals and late entries."""
