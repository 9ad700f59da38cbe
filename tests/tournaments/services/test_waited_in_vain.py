"""Who waits in vain has no match won, whether the other one left the event or did not come to the table (R-TIE-03)."""

from typing import Any

import pytest

from tests.tournaments import factories as make
from tests.tournaments.services.rounds import drawn
from tests.tournaments.services.rulings import given, row_of, seated
from tournaments.backups.verifying.events import violations_of
from tournaments.entries.writes import participation
from tournaments.events.writes import closing
from tournaments.models import Table, Tournament
from tournaments.standings.reads.standings import all_standings
from tournaments.tables.reads.cards import whole_tables

pytestmark = pytest.mark.django_db


def waited_twice(event: Tournament) -> list[Table]:
    """The first two tables of round 1: at one somebody has left before the call, at the other one does not come."""
    first, second = make.tables_of(event, 1)[:2]
    participation.withdraw_entry(entry_id=seated(first)[1].entry_id, reason="Malata", **make.where(event))
    make.called(event, round=1)
    given(event, "no_show", seated(second)[1].entry_id, table_id=second.pk, reason="Non si è visto")
    first.refresh_from_db()
    second.refresh_from_db()
    assert (first.ending, second.ending) == ("walkover", "forfeit")
    return [first, second]


def earlier(event: Tournament) -> Tournament:
    """An event that was made before the two counted alike."""
    Tournament.objects.filter(pk=event.pk).update(no_show_is_rest=False)
    return make.fresh(event)


@pytest.mark.parametrize(
    ("kind", "options"), [("groups", {"size": 4}), ("danish", {"rounds": 3}), ("swiss", {"rounds": 3})]
)
def test_in_rounds_both_who_waited_are_level(kind: str, options: dict[str, Any]) -> None:
    event = drawn(kind, entries=8, **options)
    tables = waited_twice(event)
    waiting = [row_of(event, seated(table)[0].entry_id) for table in tables]
    missing = [row_of(event, seated(table)[1].entry_id) for table in tables]
    for one, other in (waiting, missing):
        assert (one.vp, one.mp, one.wins, one.points) == (other.vp, other.mp, other.wins, other.points)
        assert one.stage and other.stage
        sums = [(row.stage.tally.played, row.stage.tally.rests, row.stage.tally.losses) for row in (one, other)]
        assert sums[0] == sums[1]
    assert waiting[0].wins == 0


@pytest.mark.parametrize("is_read_whole", [False, True])
def test_in_a_knockout_both_who_waited_have_won_no_match(is_read_whole: bool) -> None:
    event = make.drawn(make.closed(entries=8, preset="online_002"))
    tables = waited_twice(event)
    for table in make.tables_of(event, 1)[2:]:
        make.play(table, 0)
    rows = {row.entry: row for row in all_standings(make.fresh(event), whole_tables(event) if is_read_whole else ())}
    waiting = [rows[seated(table)[0].entry_id or 0] for table in tables]
    assert [(row.vp, row.mp, row.wins) for row in waiting] == [(14, 4, 0), (14, 4, 0)]
    won = rows[seated(make.tables_of(event, 1)[2])[0].entry_id or 0]
    assert won.wins == 1


@pytest.mark.parametrize("is_read_whole", [False, True])
def test_a_knockout_of_an_earlier_release_keeps_its_rule(is_read_whole: bool) -> None:
    event = earlier(make.drawn(make.closed(entries=8, preset="online_002")))
    tables = waited_twice(event)
    rows = {row.entry: row for row in all_standings(make.fresh(event), whole_tables(event) if is_read_whole else ())}
    assert [rows[seated(table)[0].entry_id or 0].wins for table in tables] == [1, 1]


def test_rounds_of_an_earlier_release_keep_their_rule_and_still_verify() -> None:
    event = earlier(drawn("danish", entries=4, rounds=1))
    tables = waited_twice(event)
    waiting = [row_of(event, seated(table)[0].entry_id) for table in tables]
    assert [row.wins for row in waiting] == [0, 1]
    assert [row.place for row in waiting] == [2, 1]
    closing.finish_tournament(actor=make.boss_of(event), tournament_id=event.pk)
    assert list(violations_of(make.fresh(event))) == []


def test_a_loss_by_a_ruling_at_the_table_is_still_a_match_won() -> None:
    event = drawn("danish", entries=4, rounds=1)
    make.called(event, round=1)
    table = make.tables_of(event, 1)[0]
    given(event, "loss", seated(table)[1].entry_id, table_id=table.pk)
    assert row_of(event, seated(table)[0].entry_id).wins == 1


DANISH = {"kind": "danish", "rounds": 1}


@pytest.mark.parametrize("is_earlier", [False, True])
@pytest.mark.parametrize(
    "more",
    [
        {"preset": "online_002"},
        {"preset": "online_002", "format": DANISH},
        {"game": "scala40", "preset": "batteria_60", "format": {"kind": "heats", "rounds": 1}},
    ],
    ids=["knockout", "danish", "heats without VP"],
)
def test_the_rules_page_says_it_of_the_events_that_count_so(client: Any, more: Any, is_earlier: bool) -> None:
    event = make.drawn(make.closed(entries=4, **more))
    event = earlier(event) if is_earlier else event
    page = client.get(f"/e/{event.slug}/regolamento/", headers={"accept-language": "en"}).content.decode()
    assert ("it counts as no match won." in page) is not is_earlier
