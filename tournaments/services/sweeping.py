"""One turn of the sweeper: what is due takes effect, what is written is sent. Any number may run at once."""

from django.utils import timezone

from tournaments.services import outbox, rounds


def sweep() -> int:
    """Give every due deadline its effect and send the due messages; how many things were done."""
    now = timezone.now()
    fired = sum(rounds.fire_deadline(deadline_id=pk, now=now) for pk in rounds.due_deadlines(now))
    return fired + outbox.drain(now)
