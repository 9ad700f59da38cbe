"""Tables to try the game at: opened by anybody within bounds, begun again, shown, and removed whole."""

from datetime import timedelta

import pytest
from django.utils import timezone

from tests.tournaments import factories as make
from tests.tournaments.services.play import table as at
from tournaments.errors import MissingError, RefusedError
from tournaments.models import DealSecret, Match, MatchDeadline, MatchEvent, Pulse
from tournaments.online.reads import live_matches
from tournaments.online.writes import practice
from tournaments.tables.writes import live_opening
from tournaments.upkeep.writes import sweeping

pytestmark = pytest.mark.django_db

USUAL = {"seats": "two", "target": "11", "cards": "covered"}
HOUR = timedelta(hours=1)


def opened(address: str = "192.0.2.7", level: int = 2, held: tuple[int, ...] = (), **chosen: str) -> Match:
    return practice.open_practice(address=address, game="scopa", chosen={**USUAL, **chosen}, level=level, held=held)


def end(match: Match) -> Match:
    at.ask(match, "abandon", practice.OWN)
    match.refresh_from_db()
    return match


def set_back(match: Match, by: timedelta) -> None:
    """Let all of a match have happened so long ago."""
    then = timezone.now() - by
    events = list(MatchEvent.objects.filter(match=match))
    MatchEvent.objects.filter(match=match).delete()
    for event in events:
        event.at = then
    MatchEvent.objects.bulk_create(events)
    Match.objects.filter(pk=match.pk).update(opened_at=then)


@pytest.mark.parametrize(
    ("chosen", "seats", "target", "options"),
    [
        ({}, [0, 1], 11, (False, False)),
        ({"target": "21", "cards": "viste"}, [0, 1], 21, (True, False)),
        ({"seats": "three"}, [0, 1, 2], 11, (False, False)),
        ({"seats": "pairs", "cards": "scoperte"}, [0, 1, 0, 1], 11, (False, True)),
    ],
    ids=str,
)
def test_a_table_is_what_was_chosen_with_robots_in_every_other_seat(chosen, seats, target, options):
    match = opened(level=1, **chosen)
    assert (match.table_id, match.seats, match.rules["target"]) == (None, seats, target)
    assert (match.rules["carte_viste"], match.rules["carte_scoperte_partners"]) == options
    assert match.chairs["robots"] == {str(seat): 1 for seat in range(1, len(seats))}
    at.ask(match, "ready", practice.OWN, "ab" * 16)
    assert at.live(match).state.deal.is_open


@pytest.mark.parametrize(
    ("more", "code"),
    [
        ({"seats": "five"}, "practice_unknown"),
        ({"level": 0}, "robot_unknown"),
        ({"level": 4}, "robot_unknown"),
        ({"cards": "scoperte"}, "rule_no_partners"),
    ],
)
def test_what_cannot_be_chosen_is_refused(more, code):
    with pytest.raises(RefusedError, match=code):
        opened(**more)
    assert not Match.objects.exists()


def test_a_browser_keeps_a_few_tables_and_the_oldest_goes_with_all_that_was_kept_of_it():
    kept: list[int] = []
    for _ in range(practice.MOST_HELD + 2):
        kept.append(opened(held=tuple(kept[-practice.MOST_HELD :])).pk)
    left = kept[-practice.MOST_HELD :]
    assert list(Match.objects.values_list("pk", flat=True)) == left
    assert set(MatchEvent.objects.values_list("match", flat=True)) == set(left)
    assert set(DealSecret.objects.values_list("match", flat=True)) == set(left)


def test_a_table_of_three_that_its_person_leaves_is_over_and_can_be_begun_again():
    match = opened(seats="three")
    assert end(match).status == Match.Status.OVER
    assert not MatchDeadline.objects.filter(match=match).exists()
    assert practice.begin_again(address="192.0.2.7", match_id=match.pk, held=[match.pk]).status == Match.Status.OPEN


def test_an_address_that_opens_many_tables_has_to_wait(monkeypatch):
    monkeypatch.setattr(practice, "MOST_FROM_ADDRESS", 2)
    opened()
    opened()
    with pytest.raises(RefusedError, match="practice_often"):
        opened()
    assert opened(address="192.0.2.8")


def test_where_all_tables_are_taken_the_table_left_longest_is_removed(monkeypatch):
    monkeypatch.setattr(practice, "MOST", 3)
    left, longer, mine = opened(), opened(), opened()
    with pytest.raises(RefusedError, match="practice_full"):
        opened()
    set_back(left, practice.LEFT + timedelta(minutes=1))
    set_back(longer, practice.LEFT + timedelta(minutes=9))
    new = opened()
    assert set(Match.objects.values_list("pk", flat=True)) == {left.pk, mine.pk, new.pk}


def test_matches_of_events_take_no_place(monkeypatch):
    monkeypatch.setattr(practice, "MOST", 1)
    tournament = make.called(entries=4)
    table = make.tables_of(tournament)[0]
    live_opening.open_table(actor=make.boss_of(tournament), tournament_id=tournament.pk, table_id=table.pk)
    assert opened()


def test_a_table_is_begun_again_as_it_was_and_the_next_seat_deals():
    first = opened(seats="three", target="21")
    at.ask(first, "ready", practice.OWN, "ab" * 16)
    with pytest.raises(RefusedError, match="practice_not_over"):
        practice.begin_again(address="", match_id=first.pk, held=[first.pk])
    end(first)
    again = practice.begin_again(address="", match_id=first.pk, held=[first.pk])
    assert (again.rules, again.seats, again.chairs) == (first.rules, first.seats, first.chairs)
    assert again.dealer == (at.live(first).state.last_dealer + 1) % 3


def test_where_no_card_was_dealt_the_dealer_of_the_table_begun_again_is_drawn():
    first = opened(seats="three", target="21")
    at.ask(first, "abandon", practice.OWN)
    assert practice.begin_again(address="", match_id=first.pk, held=[first.pk]).dealer is None


def test_nobody_begins_the_table_of_somebody_else_again():
    match = end(opened())
    with pytest.raises(MissingError):
        practice.begin_again(address="", match_id=match.pk, held=[match.pk + 1])


def test_tidying_removes_practice_matches_that_are_over_or_left_and_no_match_of_an_event():
    over, over_long, left, left_long = end(opened()), end(opened()), opened(), opened()
    tournament = make.called(entries=4)
    table = make.tables_of(tournament)[0]
    of_event = live_opening.open_table(actor=make.boss_of(tournament), tournament_id=tournament.pk, table_id=table.pk)
    set_back(over_long, practice.OVER_KEPT + HOUR)
    set_back(left, practice.OVER_KEPT + HOUR)
    set_back(left_long, practice.KEPT + HOUR)
    set_back(of_event, 100 * practice.KEPT)
    assert sweeping.tidy() >= 2
    assert set(Match.objects.values_list("pk", flat=True)) == {over.pk, left.pk, of_event.pk}
    assert MatchEvent.objects.filter(match=of_event).exists()
    with pytest.raises(MissingError):
        practice.remove(of_event.pk)
    assert Match.objects.filter(pk=of_event.pk).exists()


def test_a_game_that_was_opened_long_ago_and_is_played_stays():
    match = opened()
    set_back(match, practice.KEPT + HOUR)
    at.ask(match, "ready", practice.OWN, "")
    sweeping.tidy()
    assert Match.objects.filter(pk=match.pk).exists()


# A shown table.


def is_asleep(match: Match) -> bool:
    return not MatchDeadline.objects.filter(match=match).exists()


def sweep(match: Match, times: int) -> int:
    """The number of the newest event after so many looks of the sweeper."""
    for _ in range(times):
        sweeping.fire_due()
    return live_matches.match(match.pk).sequence


def test_a_shown_table_is_played_while_somebody_looks_and_sleeps_when_nobody_does(settings):
    settings.ROBOT_PAUSE_MS = 0
    match = practice.watch(game="scopa")
    assert match.chairs["shown"]
    assert sweep(match, 5) > 5
    Pulse.objects.filter(name=practice.SHOWN).update(at=timezone.now() - 2 * practice.LOOK)
    before = sweep(match, 1)
    assert sweep(match, 3) == before
    assert is_asleep(match)
    practice.look(match_id=match.pk)
    assert sweep(match, 3) > before


def test_everybody_watches_one_table_until_it_is_over_and_then_another(settings):
    settings.ROBOT_PAUSE_MS = 0
    first = practice.watch(game="scopa")
    assert practice.watch(game="scopa") == first
    while not live_matches.live(live_matches.match(first.pk)).state.is_over:
        sweeping.fire_due()
    assert is_asleep(first)
    second = practice.watch(game="scopa")
    assert second != first
    assert Match.objects.filter(chairs__shown=True).count() == 2


def test_a_look_writes_seldom(django_assert_num_queries):
    match = practice.watch(game="scopa")
    with django_assert_num_queries(2):
        practice.look(match_id=match.pk)
