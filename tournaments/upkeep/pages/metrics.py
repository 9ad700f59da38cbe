"""Metrics of the installation for Prometheus, behind a token."""

import hmac
from collections.abc import Iterator

from django.conf import settings
from django.db import Error
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from prometheus_client import CONTENT_TYPE_LATEST, REGISTRY, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, Metric
from prometheus_client.registry import Collector, CollectorRegistry

from tournaments.frame.policies import Right, door
from tournaments.upkeep.reads import figures

BEARER = "Bearer "


class Installation(Collector):
    """Figures from the database, the same in every process."""

    def collect(self) -> Iterator[Metric]:
        try:
            found = figures(timezone.now())
        except Error:
            yield GaugeMetricFamily("settebello_database_up", "Whether the database answers", value=0)
            return
        yield GaugeMetricFamily("settebello_database_up", "Whether the database answers", value=1)
        yield _by("settebello_events", "Events", "status", found.events)
        yield _by("settebello_jobs", "Pieces of long work that are not done, or failed", "status", found.jobs)
        yield _by(
            "settebello_pulse_age_seconds", "Since a part of the installation was last alive", "part", found.pulses
        )
        yield GaugeMetricFamily("settebello_open_tables", "Tables that are called and not finished", value=found.tables)
        yield CounterMetricFamily("settebello_results", "Versions of sheets ever written", value=found.results)
        yield GaugeMetricFamily("settebello_deadlines_pending", "Deadlines to come", value=found.deadlines)
        yield GaugeMetricFamily("settebello_deadlines_late", "Deadlines overdue for a second", value=found.late)
        yield GaugeMetricFamily("settebello_deadline_lateness_seconds", "How late the latest is", value=found.lateness)
        yield GaugeMetricFamily("settebello_outbox_pending", "Messages to send", value=found.messages)
        yield GaugeMetricFamily("settebello_outbox_oldest_seconds", "How overdue the oldest is", value=found.oldest)
        yield GaugeMetricFamily("settebello_outbox_given_up", "Messages that could not be sent", value=found.given_up)


def _by(name: str, meaning: str, label: str, values: dict[str, float]) -> Metric:
    family = GaugeMetricFamily(name, meaning, labels=[label])
    for of, value in values.items():
        family.add_metric([of], value)
    return family


OF_ALL = CollectorRegistry(auto_describe=False)
OF_ALL.register(Installation())


@door(reads=Right.OPERATE)
def metrics(request: HttpRequest) -> HttpResponse:
    """Return the metrics; 404 without permission, so that their existence is not revealed."""
    if not may_see(request):
        return HttpResponse(status=404)
    return HttpResponse(generate_latest(REGISTRY) + generate_latest(OF_ALL), content_type=CONTENT_TYPE_LATEST)


def may_see(request: HttpRequest) -> bool:
    """Check the token; without a configured token nobody gets metrics."""
    given = str(request.META.get("HTTP_AUTHORIZATION", ""))
    return bool(settings.METRICS_TOKEN) and hmac.compare_digest(
        given.encode(), f"{BEARER}{settings.METRICS_TOKEN}".encode()
    )
