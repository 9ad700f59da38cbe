"""The sign-up page before anybody types: whether there is room, and what happens to an entry."""

from dataclasses import dataclass

from tournaments.models import Entry, Tournament

Status = Entry.Status


@dataclass(frozen=True, slots=True)
class Room:
    """Whether sign-up is open, and what is left; ``left`` is None without a capacity."""

    is_open: bool
    entered: int
    left: int | None

    @property
    def is_full(self) -> bool:
        return self.left is not None and self.left <= 0


def room(tournament: Tournament) -> Room:
    """Return the room in an event, in one query."""
    entered = Entry.objects.filter(tournament=tournament, status=Status.CONFIRMED).count()
    left = None if tournament.capacity is None else max(0, tournament.capacity - entered)
    is_open = tournament.status == Tournament.Status.OPEN and tournament.public_sign_up
    return Room(is_open, entered, left)


def entry(tournament: Tournament, pk: int) -> Entry | None:
    """Return an entry of the event with its people."""
    return Entry.objects.filter(tournament=tournament, pk=pk).prefetch_related("members__person").first()
