"""Mail is written with the fact it tells, sent once, and tried again when the server does not answer."""

from datetime import timedelta
from unittest.mock import patch

import pytest
from django.core import mail
from django.utils import timezone

from tests.tournaments import factories as make
from tournaments.models import OutboxMessage, Tournament
from tournaments.policies import Actor
from tournaments.services import entries, outbox

pytestmark = pytest.mark.django_db


def signed_up() -> Tournament:
    event = make.knockout(entries=0)
    entries.sign_up(actor=Actor(label="Gino"), tournament_id=event.pk, new=make.names(1), contact="gino@example.org")
    return event


def test_a_sign_up_is_answered_by_one_mail() -> None:
    event = signed_up()
    now = timezone.now()
    assert [outbox.drain(now), outbox.drain(now)] == [1, 0]
    (sent,) = mail.outbox
    assert sent.to == ["gino@example.org"]
    assert event.name in sent.subject + sent.body


def test_a_mail_that_fails_is_kept_and_tried_again_later() -> None:
    signed_up()
    now = timezone.now()
    with patch("tournaments.services.channels.send_mail", side_effect=OSError("no route")):
        assert outbox.drain(now) == 0
    message = OutboxMessage.objects.get()
    assert (message.attempts, message.last_error, message.done_at) == (1, "OSError: no route", None)
    assert outbox.drain(now) == 0
    assert outbox.drain(now + timedelta(minutes=2)) == 1
    assert len(mail.outbox) == 1


def test_nobody_without_an_address_is_written_to() -> None:
    event = make.knockout(entries=0)
    entries.sign_up(actor=Actor(label="Gino"), tournament_id=event.pk, new=make.names(1))
    assert not OutboxMessage.objects.exists()
