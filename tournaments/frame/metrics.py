"""Counters of this process; figures from the database are in ``upkeep.reads``.

The numbers are those of one process: a collector must ask each process and add them up.
"""

from prometheus_client import Counter, Gauge, Histogram

# Addresses to which results are sent.
RESULTS = frozenset({"table_sheet", "table_total", "table_time", "table_confirm", "table_forfeit"})
RESULT_SECONDS = Histogram(
    "settebello_result_seconds",
    "How long anybody who sends a result waits for the answer, within this process",
    buckets=(0.01, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 1, 2.5, 5, 10),
)
ANSWERS = Counter("settebello_answers", "Answers to people, by the first digit of their status", ["status"])
DATABASE_ERRORS = Counter("settebello_database_errors", "Requests that the database did not serve")
REDIS_FAILURES = Counter("settebello_redis_failures", "Times that Redis did not answer the cache in time")
READERS = Gauge("settebello_live_readers", "Live streams that are open")
SOCKETS = Gauge("settebello_table_sockets", "Websockets at online tables of this process")
TOLD = Gauge("settebello_versions_told", "Versions that the live readers of this process were told of, since it began")
