"""The presets of clubs: those of one club, and those that an account may use."""

from django.db.models import QuerySet

from tournaments.clubs.reads.clubs import may_choose
from tournaments.models import Club, ClubPreset, User


def offered_to(account: User | None, club_id: int | None = None) -> QuerySet[ClubPreset]:
    """Return the presets of the clubs that the account runs, or of the token's club; by club and name."""
    rows = ClubPreset.objects.select_related("club").order_by("club__name", "name", "pk")
    if account is None:
        return rows.filter(club=club_id)
    return rows.filter(club__in=may_choose(account).order_by().values("pk"))


def of_club(club: Club) -> list[ClubPreset]:
    """Return the presets of the club, by name, in one query."""
    return list(ClubPreset.objects.filter(club=club).order_by("name", "pk"))


def one_of(club: Club, preset_id: int) -> ClubPreset | None:
    """Return one of these presets."""
    return ClubPreset.objects.filter(club=club, pk=preset_id).first()
