"""What supervises a part of the installation can ask whether it is alive."""

from datetime import timedelta
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from tournaments.frame.writes import pulses

pytestmark = pytest.mark.django_db


def test_a_part_that_was_heard_of_is_alive() -> None:
    pulses.beat(pulses.WORKER, timezone.now() - timedelta(seconds=20))
    out = StringIO()
    call_command("alive", "worker", stdout=out)
    assert out.getvalue().startswith("worker was heard of 20.")


@pytest.mark.parametrize(
    ("seconds", "said"), [(70, "has not been heard of for 70 seconds"), (None, "has never been heard of")]
)
def test_a_part_that_is_silent_is_not(seconds: int | None, said: str) -> None:
    if seconds is not None:
        pulses.beat(pulses.WORKER, timezone.now() - timedelta(seconds=seconds))
    with pytest.raises(CommandError, match=said):
        call_command("alive", "worker")
