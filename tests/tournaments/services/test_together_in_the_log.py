"""Many who write into one log at once: each row follows from the one before, and nobody is refused."""

from collections.abc import Callable

import pytest

from tests.tournaments import factories as make
from tests.tournaments.api.asking import ALL
from tests.tournaments.services.races import together
from tournaments.accounts.writes import tokens
from tournaments.backups.verifying.chain import chain_violations
from tournaments.events.writes import tournaments
from tournaments.frame.policies import Actor
from tournaments.jobs.writes import jobs
from tournaments.models import ApiToken, AuditChain, AuditEntry, Job, Tournament, User

pytestmark = pytest.mark.django_db(transaction=True)


def making_a_token(user: User) -> Callable[[], object]:
    return lambda: tokens.make_token(by=Actor(user=user), owner=user, name="a program", scopes=ALL)


def beginning_a_job(event: Tournament, actor: Actor, number: int) -> Callable[[], object]:
    """A row of the event's log that is written without its lock."""
    payload = {"language": "it"}
    return lambda: jobs.start(jobs.ARCHIVE, actor=actor, tournament_id=event.pk, payload=payload, key=str(number))


def renaming(event: Tournament, actor: Actor, number: int) -> Callable[[], object]:
    """A row of the same log that is written under the lock."""
    return lambda: tournaments.update_tournament(actor=actor, tournament_id=event.pk, venue=f"Sala {number}")


def test_rows_about_no_event_follow_one_another_from_the_very_first():
    users = [make.user(f"someone{number}@example.org") for number in range(12)]
    before = AuditEntry.objects.filter(tournament=None).count()

    found = together(*[making_a_token(user) for user in users])

    assert {type(one) for one in found} == {tokens.Made}
    assert AuditEntry.objects.filter(tournament=None).count() == before + 12
    assert ApiToken.objects.count() == 12
    assert list(chain_violations(None)) == []


def test_with_and_without_the_lock_of_the_event_its_log_is_one_chain():
    event = make.knockout(entries=2)
    actor = make.boss_of(event)
    before = AuditChain.objects.get(event=event.pk).length
    steps = [
        *[beginning_a_job(event, actor, number) for number in range(6)],
        *[renaming(event, actor, number) for number in range(6)],
    ]

    found = together(*steps)

    assert [type(one) for one in found[:6]] == [Job] * 6
    assert [type(one) for one in found[6:]] == [Tournament] * 6
    assert AuditChain.objects.get(event=event.pk).length == before + 12
    assert list(chain_violations(event.pk, event.slug)) == []


def test_one_job_begun_by_many_is_one_row():
    event = make.knockout(entries=2)
    actor = make.boss_of(event)

    found = together(*[beginning_a_job(event, actor, 1)] * 10)

    assert len({job.pk for job in found}) == Job.objects.count() == 1
    assert AuditEntry.objects.filter(tournament=event, verb="job_started").count() == 1
    assert list(chain_violations(event.pk, event.slug)) == []
