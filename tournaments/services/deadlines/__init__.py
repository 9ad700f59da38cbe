"""What waits for its time: deadlines as rows, who is missing, when a round opens, the clocks of a table that ends."""
