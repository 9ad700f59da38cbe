"""What the rules of every game are made with, and nothing of the platform: domains, refusals, the order of lines."""
