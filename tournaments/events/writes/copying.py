"""Copy an event: a new event with its settings, without its people and results."""

import re
from collections.abc import Mapping
from copy import deepcopy
from datetime import datetime, timedelta
from typing import Final

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from tournaments.clubs.writes import clubs
from tournaments.events.writes import online_events, tournaments
from tournaments.frame.policies import Actor
from tournaments.games.contract import Json
from tournaments.models import Circuit, Tournament

# The fields that are copied; a test asks that every field is listed here or below.
COPIED: Final = (
    "venue",
    "description",
    "prizes",
    "prize_kind",
    "game",
    "preset",
    "rules",
    "vp_scale",
    "terms",
    "format",
    "entry_size",
    "discipline",
    "round_minutes",
    "mode",
    "online",
    "rooms",
    "capacity",
    "public_sign_up",
    "review_sign_ups",
    "fee_cents",
    "fee_kind",
)
# Copied where the actor may put an event there.
OWNED: Final = ("club", "circuit")
# The fields that are not copied, with the reason.
NOT_COPIED: Final[Mapping[str, str]] = {
    "id": "the new row has its own",
    "slug": "made of the new name",
    "name": "asked for",
    "starts_at": "asked for",
    **dict.fromkeys(("status", "stage", "version", "told_seq", "last_entry_number"), "begins anew"),
    **dict.fromkeys(("created_at", "finished_at"), "begins anew"),
    **dict.fromkeys(("memberships", "invitations"), "people: each is asked again"),
    **dict.fromkeys(("entries", "passes", "receipts"), "people who play, and what they paid"),
    **dict.fromkeys(("draws", "rounds", "tables", "rulings", "deadlines"), "results and what leads to them"),
    **dict.fromkeys(("audit_entries", "jobs"), "what was done in the other event"),
    "no_show_is_rest": "the rule of this release",
    "webhooks": "addresses with secrets of their own",
}

YEAR: Final = re.compile(r"(?<!\d)(20\d\d)(?!\d)", re.ASCII)
LAST_NUMBER: Final = re.compile(r"(?<!\d)(\d{1,3})$", re.ASCII)
WEEK: Final = timedelta(weeks=1)
WEEKS_OF_A_YEAR: Final = 52


def settings_of(event: Tournament) -> dict[str, Json]:
    """Return the settings that a copy or a preset takes over, as plain values."""
    return {name: deepcopy(getattr(event, name)) for name in COPIED}


def proposal(event: Tournament, now: datetime) -> tuple[str, datetime]:
    """Propose a name and a start for the next event of this kind, in the future.

    An event with the year in its name is played once a year, on the same day of the week; any other a week later.
    """
    start = timezone.localtime(event.starts_at)
    yearly = str(start.year) in YEAR.findall(event.name)
    # At the same hour of the hall, so many times later that it is after ``now``.
    step = WEEK * (WEEKS_OF_A_YEAR if yearly else 1)
    times = max(1, (timezone.localtime(now) - start) // step + 1)
    following = timezone.make_aware(start.replace(tzinfo=None) + step * times)
    if yearly:
        # 52 weeks after the first of January are in the same year.
        year = max(following.year, start.year + 1)
        return YEAR.sub(lambda found: str(year) if found[1] == str(start.year) else found[1], event.name), following
    return LAST_NUMBER.sub(lambda found: str(int(found[1]) + 1), event.name), following


def copy_tournament(*, actor: Actor, source: Tournament, name: str, starts_at: datetime) -> Tournament:
    """Create an event in preparation with all settings of ``source``, organised by ``actor``.

    It keeps the club and the circuit where ``actor`` may put an event there, as in the creation of an event.
    """
    club = source.club if source.club and clubs.may_lend(actor, source.club) else None
    circuit = source.circuit
    if circuit is not None:
        # An owner of the circuit decides which events belong to it, and so does an administrator of its club.
        if actor.user is None:
            may_keep = actor.club_id is not None and actor.club_id == circuit.club_id
        else:
            owners = Q(owners__user=actor.user) | Q(club__memberships__user=actor.user)
            may_keep = actor.user.is_superuser or Circuit.objects.filter(owners, pk=circuit.pk).exists()
        circuit = circuit if may_keep else None
    return event_from(settings_of(source), actor=actor, name=name, starts_at=starts_at, club=club, circuit=circuit)


@transaction.atomic
def event_from(
    settings: Mapping[str, Json], *, actor: Actor, name: str, starts_at: datetime, **owned: object
) -> Tournament:
    """Create an event in preparation with settings that come from ``settings_of``."""
    known = {field: deepcopy(settings[field]) for field in COPIED if field in settings}
    event = Tournament(name=name, starts_at=starts_at, **known, **owned)
    event.as_read()
    online_events.require_possible(event)
    return tournaments.begin(event, actor)
