"""Public events: the lists of the home page, and the head of every page of an event."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from django.core.paginator import Page, Paginator
from django.db.models import Count, IntegerField, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils import timezone

from tournaments.events.reads.rounds import event_rounds, rounds_in
from tournaments.frame.reads import statements
from tournaments.models import Entry, Round, Table, Tournament

Status = Tournament.Status
UPCOMING = (Status.OPEN, Status.CLOSED)
PER_PAGE = 8
MOST_COMING = 60
MOST_IN_CALENDAR = 500
# Every page of an event asks, and Django takes longer to compile it than the database to count.
ENTERED = "SELECT COUNT(*) FROM tournaments_entry WHERE tournament_id = %s AND status = 'confirmed'"


@dataclass(frozen=True, slots=True)
class HomeLists:
    """The events of the home page; each has ``entered`` and, when finished, ``winner``."""

    running: Sequence[Tournament]
    coming: Sequence[Tournament]
    finished: "Page[Any]"


def home_lists(page: str | int) -> HomeLists:
    """Return every running event, the coming ones by date, and a page of the finished ones; three queries."""
    events = _with_counts(Tournament.objects.select_related("club"))
    current = list(events.filter(status__in=(*UPCOMING, Status.RUNNING)).order_by("starts_at", "pk")[:MOST_COMING])
    finished = events.filter(status=Status.FINISHED).order_by("-starts_at", "-pk")
    return HomeLists(
        running=[event for event in current if event.status == Status.RUNNING],
        coming=[event for event in current if event.status != Status.RUNNING],
        finished=Paginator(finished.annotate(winner=_winner()), PER_PAGE).get_page(page),
    )


def listed_events(events: QuerySet[Tournament]) -> QuerySet[Tournament]:
    """Return the public ones of ``events``, newest first, as the home page shows them; one query."""
    shown = _with_counts(events.exclude(status=Status.DRAFT).select_related("club"))
    return shown.annotate(winner=_winner()).order_by("-starts_at", "-pk")


def calendar_events() -> Sequence[Tournament]:
    """Return the public events from a year ago on, by date; one query."""
    since = timezone.now() - timedelta(days=365)
    public = Tournament.objects.exclude(status=Status.DRAFT).filter(starts_at__gt=since)
    return list(public.order_by("starts_at", "pk")[:MOST_IN_CALENDAR])


def _with_counts(events: QuerySet[Tournament]) -> QuerySet[Tournament]:
    # A subquery, so that rows of the list are not multiplied.
    confirmed = Entry.objects.filter(tournament=OuterRef("pk"), status=Entry.Status.CONFIRMED).order_by()
    count = confirmed.values("tournament").annotate(n=Count("pk")).values("n")
    return events.annotate(entered=Coalesce(Subquery(count, output_field=IntegerField()), 0))


def _winner() -> Subquery:
    first = Entry.objects.filter(tournament=OuterRef("pk"), final_place=1)
    return Subquery(first.values("label")[:1])


@dataclass(frozen=True, slots=True)
class EventProgress:
    """Progress of an event: entries, rounds of the main bracket (0 before the draw), the round announced last."""

    entered: int
    rounds: int
    current: Round | None


def progress_of(event: Tournament, entered: int | None = None) -> EventProgress:
    """Return the progress of an event in two queries; one if the number of entries is known, one more if redrawn."""
    if entered is None:
        entered = statements.rows(ENTERED, [event.pk])[0][0]
    rounds = event_rounds(event)
    announced = [each for each in rounds if each.status == Round.Status.ANNOUNCED]
    return EventProgress(entered, rounds_in(event, len(rounds)), announced[-1] if announced else None)


@dataclass(frozen=True, slots=True)
class RoundCount:
    """How many tables of a round are to be played, and how many are over."""

    total: int
    over: int


def tables_left(round_: Round | None) -> RoundCount:
    """Return the status of a round's tables without byes; one query, none without a round."""
    if round_ is None:
        return RoundCount(0, 0)
    counts = dict(
        Table.objects.filter(round=round_)
        .exclude(status=Table.Status.BYE)
        .order_by()
        .values_list("status")
        .annotate(n=Count("pk"))
    )
    return RoundCount(sum(counts.values()), counts.get(Table.Status.DONE, 0))
