"""Tries are counted once each, no matter who counts at the same moment; a time that is over begins anew."""

from datetime import timedelta

import pytest
from django.db import transaction
from django.utils import timezone

from tests.tournaments.services.races import together
from tournaments.errors import RefusedError
from tournaments.frame.writes import rate_limits
from tournaments.frame.writes.rate_limits import Limit
from tournaments.models import Tries
from tournaments.upkeep.writes import sweeping

pytestmark = pytest.mark.django_db

THREE = Limit("test", "192.0.2.1", most=3)


def age(limit: Limit, **by: int) -> None:
    """Put the beginning of a counter back."""
    Tries.objects.filter(key=limit.key).update(since=timezone.now() - timedelta(**by))


def refusal_of(step, *limits: Limit) -> RefusedError:
    with pytest.raises(RefusedError) as refused:
        step(*limits)
    return refused.value


def test_there_is_room_until_the_limit_is_reached():
    for _try in range(3):
        rate_limits.require_room(THREE)
        rate_limits.count(THREE)

    refusal = refusal_of(rate_limits.require_room, THREE)

    assert refusal.code == "too_many_tries"
    assert refusal.params["minutes"] == 15
    assert 890 <= refusal.params["seconds"] <= 900


def test_one_try_too_many_is_refused_and_not_counted():
    for _try in range(3):
        rate_limits.take(THREE)

    assert refusal_of(rate_limits.take, THREE).code == "too_many_tries"
    assert Tries.objects.get(key=THREE.key).count == 3


@pytest.mark.parametrize("is_named_first", [True, False])
def test_what_one_limit_refuses_counts_against_no_other(is_named_first: bool):
    wide = Limit("test", "everywhere", most=100)
    limits = (wide, THREE) if is_named_first else (THREE, wide)
    for _try in range(3):
        rate_limits.take(*limits)

    for _try in range(5):
        assert refusal_of(rate_limits.take, *limits).code == "too_many_tries"

    assert Tries.objects.get(key=wide.key).count == 3


def test_a_time_that_is_over_begins_anew():
    for _try in range(3):
        rate_limits.take(THREE)
    age(THREE, minutes=15)

    rate_limits.require_room(THREE)
    rate_limits.take(THREE)

    assert Tries.objects.get(key=THREE.key).count == 1


def test_what_is_left_of_the_time_is_said_in_seconds():
    for _try in range(3):
        rate_limits.take(THREE)
    age(THREE, minutes=14)

    refusal = refusal_of(rate_limits.require_room, THREE)

    assert 59 <= refusal.params["seconds"] <= 60
    assert refusal.params["minutes"] == 2


def test_another_address_has_a_counter_of_its_own():
    for _try in range(3):
        rate_limits.take(THREE)

    rate_limits.take(Limit("test", "192.0.2.2", most=3))


def test_who_got_in_begins_anew():
    for _try in range(3):
        rate_limits.take(THREE)

    rate_limits.forgive(THREE)

    rate_limits.require_room(THREE)


def test_what_was_right_is_given_back_and_what_was_wrong_stays_counted():
    for _try in range(2):
        rate_limits.take(THREE)
    for _right in range(5):
        rate_limits.take(THREE)
        rate_limits.give_back(THREE)

    assert Tries.objects.get(key=THREE.key).count == 2


def test_a_counter_does_not_say_whose_it_is():
    rate_limits.count(*rate_limits.failed_logins("192.0.2.1", "Anna@Example.org"))

    kept = " ".join(Tries.objects.values_list("key", flat=True))
    assert "192.0.2.1" not in kept
    assert "anna@" not in kept.lower()


def test_old_counters_are_swept_away_and_young_ones_stay():
    old = Limit("test", "old", most=3)
    rate_limits.count(old, THREE)
    age(old, hours=25)

    assert (sweeping.tidy(), sweeping.tidy()) == (1, 0)
    assert list(Tries.objects.values_list("key", flat=True)) == [THREE.key]


@pytest.mark.django_db(transaction=True)
def test_a_count_cannot_be_part_of_what_is_taken_back():
    with pytest.raises(RuntimeError), transaction.atomic():
        rate_limits.count(THREE)


@pytest.mark.django_db(transaction=True)
def test_of_forty_tries_at_the_same_moment_three_are_let_through():
    def one() -> bool:
        rate_limits.take(THREE)
        return True

    found = together(*[one] * 40)

    assert sum(each is True for each in found) == 3
    assert Tries.objects.get(key=THREE.key).count == 3


@pytest.mark.django_db(transaction=True)
def test_of_forty_tries_at_the_same_moment_only_those_that_are_let_through_count_elsewhere():
    wide = Limit("test", "everywhere", most=100)

    found = together(*[lambda: rate_limits.take(wide, THREE)] * 40)

    assert sum(each is None for each in found) == 3
    assert Tries.objects.get(key=wide.key).count == 3


@pytest.mark.django_db(transaction=True)
def test_limits_that_are_named_in_two_orders_do_not_wait_for_each_other_in_a_ring():
    other = Limit("test", "other", most=1000)
    many = Limit("test", "many", most=1000)

    found = together(*[lambda: rate_limits.take(other, many), lambda: rate_limits.take(many, other)] * 20)

    assert found == [None] * 40
    assert Tries.objects.get(key=many.key).count == 40
