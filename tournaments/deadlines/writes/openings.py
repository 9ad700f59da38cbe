"""The opening of the next online round: a deadline, armed when the round before is over. Called in a locked write.

Once the round is announced, the same deadline is used for its matches that are still to be opened. A round that has to
be drawn or paired first has another deadline before.
"""

from collections.abc import Iterable
from datetime import datetime
from typing import Final

from django.db.models import Exists, OuterRef
from django.utils import timezone

from tournaments.competition.live.options import ITSELF, online_from_json
from tournaments.deadlines.writes import deadlines
from tournaments.events.reads.online import PAUSE, is_online
from tournaments.events.reads.rounds import going_on, to_pair
from tournaments.frame.policies import SYSTEM
from tournaments.frame.reads.formats import format_now, has_more_stages
from tournaments.models import AuditEntry, Deadline, Draw, Round, Table, Tournament

OVER: Final = (Table.Status.DONE, Table.Status.BYE)


def opens_key(round_: Round) -> str:
    """Return the key of the deadline at which a round opens."""
    return f"opens:{round_.pk}"


def draw_key(last: Round) -> str:
    """Return the key of the deadline at which the round after ``last`` is drawn or paired."""
    return f"draws:{last.pk}"


def keep_next(tournament: Tournament) -> None:
    """Arm the opening of the next round once nobody plays before it, or drop it (R-ONL-06).

    It opens at its planned hour, else after a pause if rounds open by themselves, else when the organiser says so.
    """
    if tournament.mode == Tournament.Mode.HALL or tournament.status != Tournament.Status.RUNNING:
        return
    following = _next_round(tournament)
    if following is None:
        _keep_draw(tournament)
        return
    due = _due(tournament, following, timezone.now()) if may_open(tournament, following) else None
    if due is None:
        deadlines.drop(opens_key(following))
    else:
        deadlines.arm(tournament, Deadline.Kind.ROUND_OPENS, opens_key(following), due, round=following)


def _next_round(tournament: Tournament) -> Round | None:
    """Return the first round that is not announced and has tables to be played.

    One whose tables were all called one by one, or ended by themselves, is over though it was never announced.
    """
    open_tables = Table.objects.filter(round=OuterRef("pk")).exclude(status__in=OVER)
    planned = Round.objects.filter(tournament=tournament, status=Round.Status.PLANNED)
    for round_ in planned.annotate(is_to_play=Exists(open_tables)).order_by("number"):
        if round_.is_to_play:
            return round_
        deadlines.drop(opens_key(round_))
    return None


def _keep_draw(tournament: Tournament) -> None:
    """Arm the draw or the pairing of the next round where it needs one and nobody is waited for."""
    last = Round.objects.filter(tournament=tournament).order_by("number").last()
    event_format = format_now(tournament)
    if last is None or not (event_format.redraw or event_format.planned_rounds or has_more_stages(tournament)):
        return
    if not is_drawn_by_itself(tournament, last):
        deadlines.drop(draw_key(last))
    elif not Deadline.objects.filter(key=draw_key(last), fired_at__isnull=True, step=1).exists():
        # A pairing follows from the standings: nothing is sealed before it.
        keep_draw(tournament, last, timezone.now(), step=0 if event_format.redraw else 1)


def keep_draw(tournament: Tournament, last: Round, due: datetime, step: int = 0) -> None:
    """Arm the draw of the round after ``last``: its commitment, or as ``step`` 1 the draw or pairing itself."""
    deadlines.arm(tournament, Deadline.Kind.ROUND_OPENS, draw_key(last), due, round=last, step=step)


def is_drawn_by_itself(tournament: Tournament, last: Round) -> bool:
    """Return whether the round after ``last`` of an online event is to be drawn or paired now, without the organiser.

    A draw that the organiser has made, discarded or withdrawn leaves the round to them; so does a pairing that they
    have taken back.
    """
    opens = online_from_json(tournament.online).opens
    if tournament.mode != Tournament.Mode.ONLINE or opens != ITSELF:
        return False
    later, played = tournament.rounds.filter(number__gt=last.number), Table.objects.filter(tournament=tournament)
    if later.exists() or _is_left_to_organiser(tournament, last.number + 1):
        return False
    if played.exclude(status__in=OVER).exists():
        return False
    return bool(going_on(tournament, last) or to_pair(tournament, last))


def _is_left_to_organiser(tournament: Tournament, number: int) -> bool:
    draws = Draw.objects.filter(tournament=tournament, round_number=number).exclude(status=Draw.Status.COMMITTED)
    drawn = [
        each for each in draws.values_list("reference", flat=True) if not is_own(tournament, "draw_discarded", each)
    ]
    unpaired = AuditEntry.objects.filter(tournament=tournament, verb="round_unpaired", target=f"R{number}")
    return bool(drawn) or unpaired.exists()


def is_own(tournament: Tournament, verb: str, target: str) -> bool:
    """Return whether the server itself did this in the event."""
    rows = AuditEntry.objects.filter(tournament=tournament, verb=verb, target=target)
    return rows.filter(actor__isnull=True, actor_label=SYSTEM.label).exists()


def keep_open(tournament: Tournament, round_: Round, after: int = 0) -> None:
    """Arm the opening of the matches of an announced online round, from tables after that number; else drop it."""
    if not is_online(tournament, round_):
        deadlines.drop(opens_key(round_))
        return
    deadlines.arm(tournament, Deadline.Kind.ROUND_OPENS, opens_key(round_), timezone.now(), round=round_, step=after)


def keep_open_at(tournament: Tournament, tables: Iterable[Table]) -> None:
    """Arm the opening of these tables, if they are to be played and their online round was announced before.

    Nobody announces such a round again; without a match its tables would wait for ever.
    """
    if tournament.mode == Tournament.Mode.HALL:
        return
    waiting = {table.round_id for table in tables if table.status in (Table.Status.PLANNED, Table.Status.CALLED)}
    for round_ in Round.objects.filter(pk__in=waiting, status=Round.Status.ANNOUNCED):
        if is_online(tournament, round_):
            keep_open(tournament, round_)


def may_open(tournament: Tournament, round_: Round) -> bool:
    """Return whether a round is online and not open yet, and every table before it is over."""
    if round_.status != Round.Status.PLANNED or not is_online(tournament, round_):
        return False
    before = Table.objects.filter(tournament=tournament, round__number__lt=round_.number)
    return not before.exclude(status__in=OVER).exists()


def _due(tournament: Tournament, round_: Round, now: datetime) -> datetime | None:
    if round_.opens_at is not None:
        return max(round_.opens_at, now + PAUSE)
    return now + PAUSE if online_from_json(tournament.online).opens == ITSELF else None
