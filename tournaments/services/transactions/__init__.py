"""The basis of every write: locks, the audit log and its chain, retries, versions, rate limits, digests, seals."""
