"""What a step would change is told before it is taken, and nothing of it stays."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.tournaments import factories as make
from tournaments.draw.writes import draws
from tournaments.draw.writes.effects import ShownEffects, effects_of, take_or_show
from tournaments.entries.writes import entries, participation
from tournaments.errors import RefusedError
from tournaments.models import AuditEntry, Entry

pytestmark = pytest.mark.django_db


def test_a_withdrawal_names_the_table_that_ends_and_the_one_that_follows_and_writes_nothing() -> None:
    event = make.called(entries=4)
    gone = event.entries.order_by("number")[0]
    table = gone.lines.get(table__round__number=1).table
    other = table.lines.exclude(entry=gone).get().entry.label
    rows, version = AuditEntry.objects.count(), make.fresh(event).version

    found = effects_of(
        tournament_id=event.pk,
        step=lambda: participation.withdraw_entry(
            actor=make.boss_of(event), tournament_id=event.pk, entry_id=gone.pk, reason="x"
        ),
    )

    assert [(each.name, each.before, each.after) for each in found.entries] == [(gone.label, "confirmed", "withdrawn")]
    assert [(each.sitting.round, each.is_decided, each.sitting.people) for each in found.tables[:1]] == [
        (1, True, (other,))
    ]
    assert other in found.tables[1].sitting.people
    assert Entry.objects.get(pk=gone.pk).status == "confirmed"
    assert (AuditEntry.objects.count(), make.fresh(event).version) == (rows, version)


def test_what_is_refused_is_refused_before_it_is_taken() -> None:
    event = make.called(entries=4)
    where = {"actor": make.boss_of(event), "tournament_id": event.pk, "entry_id": 0, "reason": "x"}
    with pytest.raises(RefusedError) as refused:
        effects_of(tournament_id=event.pk, step=lambda: participation.withdraw_entry(**where))
    assert refused.value.code == "entry_missing"


def test_what_was_before_is_read_under_the_lock() -> None:
    event = make.drawn(entries=4)
    with CaptureQueriesContext(connection) as asked:
        effects_of(tournament_id=event.pk, step=lambda: None)
    said = [each["sql"].split()[0] for each in asked.captured_queries]
    assert said.index("UPDATE") < said.index("SELECT")


def test_a_step_is_taken_where_nothing_was_written_since_it_was_shown() -> None:
    event = make.called(entries=4)
    gone = event.entries.order_by("number")[0]
    where = {"actor": make.boss_of(event), "tournament_id": event.pk, "entry_id": gone.pk, "reason": "x"}

    def step() -> Entry:
        return participation.withdraw_entry(**where)

    shown = take_or_show(tournament_id=event.pk, seen=None, step=step)
    assert isinstance(shown, ShownEffects)
    assert shown.version == make.fresh(event).version
    other = event.entries.order_by("number")[1]
    entries.tick_entry(actor=where["actor"], tournament_id=event.pk, entry_id=other.pk, field="checked_in", value=True)
    again = take_or_show(tournament_id=event.pk, seen=shown.version, step=step)
    assert isinstance(again, ShownEffects)
    assert Entry.objects.get(pk=gone.pk).status == "confirmed"

    take_or_show(tournament_id=event.pk, seen=again.version, step=step)
    assert Entry.objects.get(pk=gone.pk).status == "withdrawn"


def test_a_step_that_breaks_the_seal_of_a_draw_says_so() -> None:
    event = make.closed(entries=4)
    where = {"actor": make.boss_of(event), "tournament_id": event.pk}
    first, second = event.entries.order_by("number")[:2]

    def leaves(entry: Entry) -> bool:
        step = lambda: entries.withdraw_before_draw(entry_id=entry.pk, **where)  # noqa: E731
        return effects_of(tournament_id=event.pk, step=step).breaks_seal

    assert not leaves(first)
    draws.prepare_draw(**where)
    assert leaves(first)
    entries.withdraw_before_draw(entry_id=second.pk, **where)
    assert not leaves(first)


def test_looking_ahead_takes_the_same_queries_at_one_table_and_at_three() -> None:
    found = []
    for many in (2, 6):
        event = make.drawn(entries=many)
        with CaptureQueriesContext(connection) as asked:
            effects_of(tournament_id=event.pk, step=lambda: None)
        found.append(len(asked))
    assert found[0] == found[1]
