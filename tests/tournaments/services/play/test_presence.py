"""Several processes that serve tables: a lease each, the devices of a seat everywhere, and what a dead one leaves."""

from datetime import timedelta

import pytest
from django.utils import timezone

from tests.tournaments.services.play import table as at
from tests.tournaments.services.play.table import given, pulse
from tournaments.competition.live.clocks import COURTESY
from tournaments.live_log.writes.log import LeaseOverError
from tournaments.models import LiveLease, Match, SeatDevice
from tournaments.online.writes import presence
from tournaments.online.writes.presence import Device

pytestmark = pytest.mark.django_db

MOVE = 60_000
# Of the clock of the database, which goes on: such a lease holds however slow the machine is.
ALIVE = -600


@pytest.fixture
def matches(toy, monkeypatch) -> list[Match]:
    """Two matches with a limit that were dealt half a minute ago; the clock of the program stands still."""
    now = timezone.now()
    monkeypatch.setattr(timezone, "now", lambda: now)
    found = [at.practice(toy, "club", (0, 1), move_ms=MOVE) for _ in range(2)]
    for match in found:
        at.deal(match, now=timezone.now() - timedelta(seconds=30))
    return found


def lease(seconds: float, *matches: Match) -> int:
    """The lease of a process that was last heard of so long ago, with a device of seat 0 at each of the matches."""
    number = presence.new_lease()
    presence.note(number, [device(match, place) for place, match in enumerate(matches, 1)], ())
    LiveLease.objects.filter(pk=number).update(at=timezone.now() - timedelta(seconds=seconds))
    return number


def device(match: Match, number: int = 1, **more: object) -> Device:
    return Device(match.pk, 0, number, 1_000, "a browser", **more)


def test_the_matches_of_a_process_that_is_gone_get_the_time_back_once_and_others_nothing(matches):
    lost, other = matches
    pulse("tables", 0)
    dead, alive = lease(10, lost), lease(ALIVE, other)
    assert presence.unserved_matches() == {lost.pk}
    assert [presence.take_over(alive) for _ in range(2)] == [1, 0]
    assert given(lost) == [10_000 + COURTESY]
    assert given(other) == []
    assert list(LiveLease.objects.values_list("pk", flat=True)) == [alive]
    assert presence.unserved_matches() == set()
    assert not presence.renew(dead)


def test_who_died_while_taking_over_is_followed_by_another(matches):
    pulse("tables", 0)
    first, second = matches
    half, alive = lease(10, first, second), lease(ALIVE)
    # It had ended the lease and reached the first match.
    LiveLease.objects.filter(pk=half).update(ended_at=timezone.now())
    SeatDevice.objects.filter(match=first).delete()
    assert presence.take_over(alive) == 1
    assert (len(given(first)), len(given(second))) == (0, 1)
    assert not LiveLease.objects.filter(pk=half).exists()


def test_a_gap_of_all_processes_is_given_back_once(matches):
    lost, other = matches
    pulse("tables", 10)
    lease(10, lost)
    presence.take_over(lease(ALIVE))
    assert (len(given(lost)), len(given(other))) == (1, 1)


def test_nothing_is_written_under_a_lease_that_others_have_ended(matches):
    match, _other = matches
    number = lease(ALIVE, match)
    turn = at.live(match).state.turn
    play = at.plays(match)[0]
    LiveLease.objects.filter(pk=number).update(ended_at=timezone.now())
    before = at.live(match).state.sequence
    with pytest.raises(LeaseOverError):
        at.ask(match, "play", turn, play, lease=number)
    assert at.live(match).state.sequence == before
    at.ask(match, "play", turn, play, lease=lease(ALIVE, match))
    assert at.live(match).state.sequence > before


def test_each_process_hears_the_devices_of_the_others_and_the_place_of_its_own(matches):
    match, _other = matches
    one, two = lease(ALIVE), lease(ALIVE)
    presence.note(one, [device(match, 7)], ())
    presence.note(two, [device(match, 7, is_away=True)], ())
    seen, other = presence.seated_devices(one, [match.pk]), presence.seated_devices(two, [match.pk])
    (there,), (here,) = seen.elsewhere[match.pk], other.elsewhere[match.pk]
    assert (there.is_away, here.is_away) == (True, False)
    assert (seen.places, other.places) == ({7: here.place}, {7: there.place})
    assert here.place < there.place
    presence.note(one, [device(match, 7, is_away=True)], ())
    assert presence.seated_devices(two, [match.pk]).elsewhere[match.pk][0].is_away
    presence.note(one, [], [7])
    assert presence.seated_devices(two, [match.pk]).elsewhere == {}
    presence.leave(two)
    assert not SeatDevice.objects.exists()
