"""One turn of the sweeper: what is due takes effect, what is written is sent. Any number may run at once."""

from django.utils import timezone

from tournaments.services import deadlines, downtime, firing, outbox


def sweep() -> int:
    """Close a gap, give every due deadline its effect and send the due messages; how many things were done."""
    return fire_due() + outbox.drain(timezone.now())


def fire_due() -> int:
    """Close a gap, then give every due deadline its effect; how many there were.

    What is due is asked at a time before the gap was looked for: whoever falls asleep in between fires nothing early.
    """
    now = timezone.now()
    downtime.close_gap()
    return sum(firing.fire_deadline(deadline_id=pk) for pk in deadlines.due(now))
