"""Two referees at one proposal: one decides, the other is told who did. The same on SQLite and on PostgreSQL."""

import threading
from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection, transaction

from tests.tournaments import factories as make
from tests.tournaments.services.races import PATIENCE, entering, read_and_ask, together
from tests.tournaments.services.rulings import report, waiting
from tests.tournaments.services.sheets import WON
from tournaments.discipline import reads as register
from tournaments.discipline.writes import penalties
from tournaments.errors import RefusedError, StaleVersionError
from tournaments.frame.policies import Actor
from tournaments.frame.writes import transaction as writes
from tournaments.models import AuditEntry, Ruling, Scoresheet, Table, TableLine, Tournament

pytestmark = pytest.mark.django_db(transaction=True)


def proposal(called: int = 11) -> Ruling:
    """A no-show that is proposed."""
    table = waiting(called=called)
    report(table)
    return register.proposals(table.tournament)[0]


def referee(event: Tournament, name: str) -> Actor:
    return make.actor_of(make.with_role(event, "referee", account=make.user(name=name)), event)


def deciding(ruling: Ruling, actor: Actor) -> Callable[[], Ruling]:
    def step() -> Ruling:
        return penalties.apply_proposal(actor=actor, tournament_id=ruling.tournament_id, ruling_id=ruling.pk)

    return step


def dismissing(ruling: Ruling, actor: Actor) -> Callable[[], Ruling]:
    def step() -> Ruling:
        return penalties.dismiss_proposal(
            actor=actor, tournament_id=ruling.tournament_id, ruling_id=ruling.pk, reason="Era in bagno"
        )

    return step


# R-PEN-08
def test_of_two_referees_at_one_proposal_one_decides_and_the_other_is_told_who_did():
    ruling = proposal()
    ada, bea = (referee(ruling.tournament, name) for name in ("Ada", "Bea"))

    found = together(deciding(ruling, ada), dismissing(ruling, bea))

    (told,) = [one for one in found if isinstance(one, RefusedError)]
    (decided,) = [one for one in found if isinstance(one, Ruling)]
    assert told.code == ("proposal_decided" if decided.status == "in_force" else "proposal_dismissed")
    assert told.params["by"] == str(decided.decided_by)
    assert AuditEntry.objects.filter(verb__in=("penalty_applied", "penalty_dismissed")).count() == 1


# R-PEN-08
def test_a_no_show_and_a_result_at_the_same_moment_are_one_of_them():
    ruling = proposal()
    table = Table.objects.select_related("tournament").get(pk=ruling.table_id)
    actor = make.boss_of(ruling.tournament)

    found = together(deciding(ruling, actor), entering(table, WON, actor))

    table.refresh_from_db()
    ruling.refresh_from_db()
    (told,) = [one for one in found if isinstance(one, RefusedError)]
    kept = [each.content.get("forfeit") for each in Scoresheet.objects.filter(table=table, status="confirmed")]
    if table.ending == "forfeit":
        assert (ruling.status, type(told), len(kept)) == ("in_force", StaleVersionError, 1)
    else:
        assert (ruling.status, told.code, kept) == ("dismissed", "proposal_obsolete", [None])


def decided_twice(ruling: Ruling) -> list[Any]:
    """One referee applies a proposal, and the other looks at it before that write has ended."""
    first, second = (referee(ruling.tournament, name) for name in ("Ada", "Bea"))
    applied, dismissed = threading.Event(), threading.Event()

    def apply() -> Ruling:
        with transaction.atomic():
            found = deciding(ruling, first)()
            applied.set()
            # With the lock the other one waits for this write; without it, it is through long before.
            dismissed.wait(1.5)
        return found

    def dismiss() -> Any:
        applied.wait(PATIENCE)
        try:
            return dismissing(ruling, second)()
        finally:
            dismissed.set()

    return together(apply, dismiss)


# R-PEN-08
def test_a_proposal_is_not_dismissed_while_it_is_being_applied():
    ruling = proposal()

    _applied, told = decided_twice(ruling)

    assert isinstance(told, RefusedError)
    assert (told.code, told.params["by"]) == ("proposal_decided", "Ada")
    assert Ruling.objects.get().status == "in_force"


def test_without_the_lock_of_the_event_postgresql_decides_a_proposal_twice(monkeypatch):
    """What the lock is for. SQLite has one writer at a time by itself, so there the promise holds all the same."""
    ruling = proposal()
    monkeypatch.setattr(writes, "lock_and_ask", read_and_ask)

    decided_twice(ruling)

    ruling.refresh_from_db()
    lost = TableLine.objects.filter(table_id=ruling.table_id, entry_id=ruling.entry_id, place=2).exists()
    broken = ("dismissed", True) if connection.vendor == "postgresql" else ("in_force", True)
    assert (ruling.status, lost) == broken
    assert AuditEntry.objects.filter(verb__in=("penalty_applied", "penalty_dismissed")).count() == (
        2 if connection.vendor == "postgresql" else 1
    )
