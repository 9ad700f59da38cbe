"""What every write stands on: the lock, the audit row and its chain, retries, versions, rate limits, digests, seals."""
