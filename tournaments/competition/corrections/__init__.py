"""What a changed result reaches."""
