"""Online tables: who plays where, a match as the person who asks may see it, what happened since, and its commands."""
