"""What programs are shown: plain values built of rows, each described by a serializer for the schema."""
