"""What pages and programs get alike."""
