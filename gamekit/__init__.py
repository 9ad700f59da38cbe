"""What the rules of all games share, without the platform: domains, refusals, the order of lines."""
