"""What the hall sees: called tables, the referee's desk, the big screen."""
