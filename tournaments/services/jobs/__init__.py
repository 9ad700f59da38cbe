"""What takes longer than a page may: begun once, done in steps, each kind in a file of its own."""
