"""What a match is worth: VP and MP of each line."""
