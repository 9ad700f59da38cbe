"""Who changes what somebody else has changed meanwhile is refused."""

import pytest
from django.db import transaction

from tests.tournaments import factories as make
from tournaments.errors import MissingError, StaleVersionError
from tournaments.events.writes import tournaments
from tournaments.frame.writes.transaction import require_version

pytestmark = pytest.mark.django_db


def test_the_version_that_was_read_is_the_one_that_there_is():
    event = make.event()
    with transaction.atomic():
        require_version(event.pk, event.version)
        require_version(event.pk, None)


def test_an_older_version_is_refused_with_the_current_one():
    event = make.event()
    tournaments.open_entries(actor=make.boss_of(event), tournament_id=event.pk)
    with transaction.atomic(), pytest.raises(StaleVersionError) as refusal:
        require_version(event.pk, event.version)
    assert refusal.value.current == make.fresh(event).version > event.version


def test_an_event_that_is_gone_is_missing():
    with transaction.atomic(), pytest.raises(MissingError):
        require_version(0, 1)
