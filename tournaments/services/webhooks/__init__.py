"""Webhooks: other programs are told what was written, from the log, after it was committed."""
