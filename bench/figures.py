"""Statistics of a run: the median and the slow end of many times."""

from collections.abc import Sequence
from statistics import median, quantiles


def p50(values: Sequence[float]) -> float:
    return median(values)


def p95(values: Sequence[float]) -> float:
    return quantiles(values, n=20)[-1] if len(values) > 1 else values[0]


def p99(values: Sequence[float]) -> float:
    return quantiles(values, n=100)[-1] if len(values) > 1 else values[0]
