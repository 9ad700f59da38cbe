"""What is still open while a stage runs: in the standings, on a player's own pages, and for programs."""

import re

import pytest

from tests.tournaments import factories as make
from tests.tournaments.services.rounds import drawn, fates, pair, played_out
from tests.tournaments.services.stages import GROUPS, KNOCKOUT, event_of, play_rounds
from tests.tournaments.views.counted import fresh
from tests.tournaments.views.public.reading import english, main, own_page, where
from tournaments.entries.writes import participation
from tournaments.models import Table, Tournament
from tournaments.standings.reads.standings import all_standings

pytestmark = pytest.mark.django_db


def groups(entries: int = 8, rounds: int = 2) -> Tournament:
    """Groups of four: in the last one the two who win meet in the first round, in the others in the last."""
    event = event_of({**GROUPS, "ranking": "three_points"}, KNOCKOUT, entries=entries)
    pairs = {(table.round.number, table.group): set(_seated(table)) for table in event.tables.order_by("-number")}
    strong = set().union(*[pairs[1 if group == entries // 4 else 3, group] for group in range(1, entries // 4 + 1)])
    for number in range(1, rounds + 1):
        make.called(event, round=number)
        for table in make.tables_of(event, number):
            make.play(table, 0 if _seated(table)[0] in strong else 1)
    return make.fresh(event)


def _seated(table: Table) -> list[int]:
    return [key for key in table.lines.order_by("index").values_list("entry_id", flat=True) if key is not None]


def marks(html: str) -> list[str]:
    return re.findall(r'<a href="[^"]+/(\d+)/">[^<]+</a> <span class="pill standings__fate[^>]+>([^<]+)<', html)


def test_standings_mark_who_is_through_and_who_cannot_go_on_any_more() -> None:
    """R-TIE-16."""
    event = groups()
    told = fates(event)
    assert {fate: len(keys) for fate, keys in told.items()} == {"through": 2, "open": 4, "out": 2}
    html = main("event_standings", event)
    assert {int(key) for key, word in marks(html) if word == "through"} == told["through"]
    assert {int(key) for key, word in marks(html) if word == "out of reach"} == told["out"]
    assert "Without a mark: both can still happen." in html


def test_once_the_groups_are_over_everybody_is_through_or_out() -> None:
    event = groups(rounds=3)
    assert {fate: len(keys) for fate, keys in fates(event).items()} == {"through": 4, "out": 4}
    event = pair(event)
    assert fates(event) == {}
    assert "standings__fate" not in main("event_standings", event)


def test_an_event_of_one_stage_has_no_marks() -> None:
    assert "standings__fate" not in main("event_standings", played_out(drawn("danish", rounds=3), 2))


@pytest.mark.parametrize(
    ("fate", "said"),
    [
        ("through", "You are through to the next stage whatever happens."),
        ("open", "You can still reach the next stage."),
        ("out", "You cannot reach the next stage any more."),
    ],
)
def test_a_player_reads_whether_the_next_stage_is_still_open(fate: str, said: str) -> None:
    event = groups()
    key = min(fates(event)[fate])
    assert said in where(event, key)
    assert said in own_page(event, key)


def test_a_player_reads_between_which_places_the_event_can_still_end() -> None:
    """R-TIE-15."""
    event = played_out(drawn("swiss", entries=8, rounds=4, ranking="three_points"), 3)
    row = next(row for row in all_standings(event) if row.outlook and row.outlook.best < row.outlook.worst < 8)
    assert row.outlook is not None
    said = f"You can still finish between place {row.outlook.best} and {row.outlook.worst}."
    assert said in where(event, row.entry)
    everything = played_out(drawn("swiss", entries=8, rounds=4), 1)
    assert "You can still finish" not in where(everything, all_standings(everything)[0].entry)


def test_with_finals_by_place_for_all_nobody_is_marked_and_a_player_reads_the_bracket() -> None:
    """R-GRP-16, R-TIE-16."""
    event = event_of({"kind": "groups", "size": 3}, {"kind": "knockout", "from": {"first": 3, "apart": True}})
    make.play_round(event, 1)
    assert fates(make.fresh(event)).keys() == {""}
    play_rounds(event, 2, 3)
    event = make.fresh(event)
    assert fates(event).keys() == {""}
    assert "standings__fate" not in main("event_standings", event)
    second = next(row.entry for row in all_standings(event) if row.stage and row.stage.in_group.place == 2)
    assert "Your bracket in the next stage is sure already: Seconds." in where(event, second)


def test_who_has_left_reads_nothing_of_places() -> None:
    event = groups()
    gone = min(fates(event)["through"])
    participation.withdraw_entry(actor=make.boss_of(event), tournament_id=event.pk, entry_id=gone, reason="Sta male")
    assert "whatever happens" not in where(make.fresh(event), gone)


def test_programs_read_the_places_that_are_still_open() -> None:
    event = groups()
    rows = english().get(f"/api/v1/events/{event.slug}/standings/").json()["results"]
    outlooks = {row.entry: row.outlook for row in all_standings(event)}
    assert rows
    for row in rows:
        outlook = outlooks[row["entry"]]
        assert outlook is not None
        assert row["outlook"] == {"best": outlook.best, "worst": outlook.worst, "fate": outlook.fate}


def test_marks_cost_no_query_more_for_more_groups() -> None:
    few, many = groups(entries=8, rounds=1), groups(entries=24, rounds=1)
    assert fresh("event_standings", few) == fresh("event_standings", many)
    assert fresh("event_where", few, all_standings(few)[0].entry) == fresh(
        "event_where", many, all_standings(many)[0].entry
    )


def test_places_are_those_of_the_group_and_none_where_everybody_plays_on() -> None:
    """R-TIE-15: a place in a stage is told where it is one of the event, or of a group that it names."""
    event = groups()
    key = next(row.entry for row in all_standings(event) if row.outlook and row.outlook.fate == "open")
    assert "In the group you can still finish between place" in where(event, key)
    played = groups(rounds=3)
    assert "The next one begins when it is over." in where(played, all_standings(played)[-1].entry)
    carried = event_of({"kind": "mitchell", "rounds": 2}, {"kind": "danish", "rounds": 2, "from": {"carries": True}})
    make.play_round(carried, 1)
    assert fates(make.fresh(carried)) == {}
