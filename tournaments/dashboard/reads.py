"""Progress of an event for the organiser: the data of the main button, the tiles and the alarms."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Count, Exists, OuterRef, Q

from tournaments.entries.reads.desk import EntryCounts, entry_counts
from tournaments.events.reads.rounds import going_on, to_pair
from tournaments.models import Draw, Round, Table, TableLine, Tournament
from tournaments.tables.reads.cards import Card, cards

Status = Table.Status
IN_PLAY = (Status.CALLED, Status.PLAYING, Status.TO_CONFIRM, Status.DISPUTED)
MOST_NAMED = 12
# In a hall of 64 tables about half are in play; in a larger hall the others are on the page of the round.
MOST_MISSING = 40
UNPLAYED = ("walkover", "forfeit")


@dataclass(frozen=True, slots=True)
class RoundNow:
    """A round with its tables counted: ``ready`` wait for the call only, ``waiting`` for earlier results.

    ``unplayed`` are over without play: a line has withdrawn or did not come.
    """

    round: Round
    total: int
    byes: int
    over: int
    open: int
    started: int
    ready: int
    waiting: int
    unplayed: int

    @property
    def has_begun(self) -> bool:
        """Whether anything was written at a table."""
        return bool(self.started or self.played > self.unplayed)

    @property
    def number(self) -> int:
        return self.round.number

    @property
    def to_play(self) -> int:
        return self.total - self.byes

    @property
    def played(self) -> int:
        return self.over - self.byes

    @property
    def is_over(self) -> bool:
        return self.over == self.total


@dataclass(frozen=True, slots=True)
class Progress:
    """The event for the dashboard.

    When the last round is over, ``goes_on`` entries are drawn again, or round ``to_pair`` is paired; else both are 0.
    """

    entries: EntryCounts
    draw: Draw | None
    rounds: Sequence[RoundNow]
    missing: Sequence[Card]
    disputed: int
    to_confirm: int
    calling: Sequence[Table]
    goes_on: int
    to_pair: int = 0

    @property
    def current(self) -> RoundNow | None:
        """The first round that is not over."""
        return next((one for one in self.rounds if not one.is_over), None)

    @property
    def missing_count(self) -> int:
        return sum(one.open for one in self.rounds)


def progress(tournament: Tournament) -> Progress:
    """Return entries, draw, rounds and tables of the event, in a constant number of queries."""
    rounds = rounds_now(tournament)
    last = rounds[-1].round if rounds and rounds[-1].is_over else None
    open_tables = Table.objects.filter(tournament=tournament, status__in=IN_PLAY).select_related("round")
    calls = Q(referee_called=True) | Q(status=Status.DISPUTED)
    entries = entry_counts(tournament)
    draws = Draw.objects.filter(tournament=tournament).exclude(status=Draw.Status.DISCARDED)
    draw = draws.order_by("-round_number").first()
    missing = list(open_tables.order_by("round__number", "hall_number").values_list("pk", flat=True)[:MOST_MISSING])
    card_of = {card.pk: card for card in cards(TableLine.objects.filter(table__in=missing))}
    return Progress(
        entries=entries,
        draw=draw,
        rounds=rounds,
        missing=[card_of[key] for key in missing if key in card_of],
        disputed=open_tables.filter(status=Status.DISPUTED).count(),
        to_confirm=open_tables.filter(status=Status.TO_CONFIRM).count(),
        calling=list(open_tables.filter(calls).order_by("number")[:MOST_NAMED]),
        goes_on=going_on(tournament, last) if last else 0,
        to_pair=to_pair(tournament, last) if last else 0,
    )


def rounds_now(tournament: Tournament) -> list[RoundNow]:
    """Return every round with its tables counted, in four queries."""
    by_round: dict[int, dict[str, int]] = defaultdict(lambda: defaultdict(int))
    statuses = Table.objects.filter(tournament=tournament).order_by().values_list("round_id", "status")
    for round_id, status, count in statuses.annotate(Count("pk")):
        by_round[round_id][status] = count
    ended = Table.objects.filter(tournament=tournament, status=Status.DONE, ending__in=UNPLAYED)
    unplayed = dict(ended.order_by().values_list("round_id").annotate(Count("pk")))
    unknown = TableLine.objects.filter(table=OuterRef("pk"), entry__isnull=True, is_nobody=False)
    planned = Table.objects.filter(tournament=tournament, status=Status.PLANNED)
    ready = dict(planned.exclude(Exists(unknown)).order_by().values_list("round_id").annotate(Count("pk")))
    rounds = []
    for each in Round.objects.filter(tournament=tournament).order_by("number"):
        counts = by_round[each.pk]
        rounds.append(
            RoundNow(
                round=each,
                total=sum(counts.values()),
                byes=counts[Status.BYE],
                over=counts[Status.BYE] + counts[Status.DONE],
                open=sum(counts[status] for status in IN_PLAY),
                started=sum(counts[status] for status in IN_PLAY if status != Status.CALLED),
                ready=ready.get(each.pk, 0),
                waiting=counts[Status.PLANNED] - ready.get(each.pk, 0),
                unplayed=unplayed.get(each.pk, 0),
            )
        )
    return rounds
