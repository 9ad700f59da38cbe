"""The list of log-ins forgets those that are over."""

from datetime import timedelta

import pytest
from allauth.usersessions.models import UserSession
from django.contrib.sessions.models import Session
from django.utils import timezone

from tests.tournaments import factories as make
from tournaments.accounts.writes import sessions
from tournaments.upkeep.writes import sweeping

pytestmark = pytest.mark.django_db


def test_what_is_known_of_a_browser_is_forgotten_with_its_log_in() -> None:
    account, now = make.user(), timezone.now()
    for number, age in enumerate((13, 15)):
        UserSession.objects.create(
            user=account, session_key=f"key{number}", ip="192.0.2.1", created_at=now - timedelta(days=age)
        )

    assert [sessions.forget_old(now), sessions.forget_old(now)] == [1, 0]
    assert UserSession.objects.get().session_key == "key0"


def test_sessions_that_have_ended_are_deleted_and_no_others() -> None:
    now = timezone.now()
    for key, left in (("over", -1), ("open", 60)):
        Session.objects.create(session_key=key, session_data="", expire_date=now + timedelta(seconds=left))

    sweeping.tidy()

    assert Session.objects.get().session_key == "open"


def test_what_is_over_is_tidied_up_without_anybody_asking() -> None:
    assert sweeping.tidy in [duty.step for duty in sweeping.DUTIES]


def test_a_log_in_whose_key_is_renewed_stays_on_the_list() -> None:
    UserSession.objects.create(user=make.user(), session_key="before", ip="192.0.2.1")

    sessions.move_session(before="before", after="after")

    assert UserSession.objects.get().session_key == "after"
