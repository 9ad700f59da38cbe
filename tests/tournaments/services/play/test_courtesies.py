"""What a seat may say to the table: a closed list, and not too often."""

from datetime import timedelta

import pytest
from django.utils.translation import gettext, override

from tests.tournaments.services.play import table as at
from tournaments.errors import RefusedError
from tournaments.models import MatchEvent, Tries
from tournaments.online.writes.courtesies import COURTESIES, MOST_A_MINUTE, say

pytestmark = pytest.mark.django_db


def test_the_list_is_closed_and_has_words_in_both_languages():
    assert list(COURTESIES) == ["good_game", "nice_capture", "one_moment", "thanks"]
    with override("it"):
        said = [gettext(words) for words in COURTESIES.values()]
    assert said == ["Buona partita", "Bella giocata", "Un momento", "Grazie"]
    with pytest.raises(RefusedError, match="courtesy_unknown"):
        say(1, 0, "ho il settebello")
    assert not Tries.objects.exists()


def test_a_courtesy_is_in_no_log():
    match = at.practice("scopa", "online_002", (0, 1))
    before = MatchEvent.objects.count()
    say(match.pk, 0, "thanks")
    assert (MatchEvent.objects.count(), at.live(match).state.sequence) == (before, 1)


def test_each_seat_says_only_so_many_a_minute():
    for _time in range(MOST_A_MINUTE):
        say(7, 0, "one_moment")
    with pytest.raises(RefusedError, match="courtesies_too_many") as refusal:
        say(7, 0, "thanks")
    assert 0 < refusal.value.params["seconds"] <= 60
    say(7, 1, "thanks")
    say(8, 0, "thanks")
    for row in Tries.objects.all():
        Tries.objects.filter(pk=row.pk).update(since=row.since - timedelta(seconds=61))
    say(7, 0, "thanks")
