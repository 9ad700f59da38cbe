"""R-STG-29: before a correction its page says who wins then, who moves, who goes on, and what was built on it."""

from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournaments import factories as make
from tests.tournaments.services.rounds import pair, play
from tests.tournaments.services.stages import GROUPS, KNOCKOUT, event_of
from tests.tournaments.services.tables_of_four import after_first_round, fill, leave, line_of, seats
from tests.tournaments.views.organiser.conftest import text
from tests.tournaments.views.referee.sheets import correct
from tournaments.draw.writes import pairings
from tournaments.models import Table, Tournament
from tournaments.standings.reads.standings import all_standings
from tournaments.tables.writes import corrections
from tournaments.tables.writes.table_sheets import sheet_of

pytestmark = pytest.mark.django_db

STAYS = "The winner stays the same."


def referee_of(event: Tournament, language: str = "en") -> Client:
    client = make.client_of(make.with_role(event, "referee"))
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = language
    return client


def turned(table: Table) -> Any:
    """The result with its lines exchanged."""
    return make.content_for(table, table.lines.get(place=2).index)


def page_of(table: Table, content: Any, language: str = "en") -> str:
    table = Table.objects.select_related("tournament").get(pk=table.pk)
    return text(correct(referee_of(table.tournament, language), table, content, step="preview"))


def told(table: Table, content: Any) -> dict[str, Any]:
    """The same as programs read it."""
    table = Table.objects.select_related("tournament").get(pk=table.pk)
    sheet = sheet_of(table)
    address = f"/api/v1/events/{sheet.event.slug}/tables/{table.number}/correction/preview/"
    games = [{"deals": [written(deal) for deal in game["deals"]]} for game in content["games"]]
    answer = referee_of(table.tournament).post(address, {"games": games}, content_type="application/json")
    assert answer.status_code == 200, answer.content
    found: dict[str, Any] = answer.json()
    return found


def written(deal: Any) -> dict[str, Any]:
    first, second = deal["points"]
    return {"depth": "points", "points_a": first, "points_b": second}


def named(table: Table, place: int) -> str:
    return str(table.lines.get(place=place).entry)


def final() -> Table:
    event = make.called(entries=2)
    return make.play(make.tables_of(event)[0])


def test_the_final_has_another_winner() -> None:
    table = final()
    page, found = page_of(table, turned(table)), told(table, turned(table))
    assert f"{named(table, 2)} wins, no longer {named(table, 1)}." in page
    assert STAYS not in page
    assert "2 places move." in page
    assert (found["code"], len(found["moves"]), found["tables"]) == ("winner_changes", 2, [])
    assert found["winners_before"] != found["winners_after"]


def test_the_same_in_italian() -> None:
    table = final()
    page = page_of(table, turned(table), "it")
    assert f"Vince {named(table, 2)}, non più {named(table, 1)}." in page
    assert "Chi vince resta lo stesso" not in page
    assert "sale di 1" in page


def test_where_only_points_change_that_is_said_in_one_sentence() -> None:
    event = make.called(entries=2, preset="classica_001")
    table = make.play(make.tables_of(event)[0])
    page = page_of(table, make.content_for(table, 0))
    assert STAYS in page
    assert "Nothing else changes: same places, same tables." in page
    assert told(table, make.content_for(table, 0))["code"] == "only_points_change"


def with_semifinals() -> tuple[Tournament, Table]:
    """Two groups of four whose first two go on, with the semifinals paired, and the match on which they hang."""
    event = event_of(GROUPS, KNOCKOUT, entries=8)
    for number in (1, 2, 3):
        play(event, number)
    event = pair(event)
    return event, deciding(event)


def deciding(event: Tournament) -> Table:
    """The match between the second and the third of the first group."""
    return next(
        table
        for table in Table.objects.filter(tournament=event, round__stage=1, group=1).order_by("number")
        if {ranks(event)[line.entry_id] for line in table.lines.all()} == {2, 3}
    )


def ranks(event: Tournament) -> dict[int | None, int]:
    """The place of everybody in their group: the lower key wins every match."""
    lines = Table.objects.filter(tournament=event, round__number=1, group=1).values_list("lines__entry", flat=True)
    return {key: place for place, key in enumerate(sorted(lines), 1)}


def test_a_semifinal_that_was_paired_on_the_wrong_result_is_named_with_what_can_be_done() -> None:
    _event, table = with_semifinals()
    out, comes = named(table, 1), named(table, 2)
    page, found = page_of(table, turned(table)), told(table, turned(table))
    assert "Others go on to the next stage." in page
    assert "up by 1, goes on now" in page
    assert "down by 1, goes on no longer" in page
    assert "Paired, not called yet." in page
    assert "offers to take this pairing back" in page
    assert [each["round"] for each in found["pairings"]] == [4]
    (stale,) = found["pairings"]
    assert (stale["called"], stale["stage"]) == (0, 2)
    assert {each["label"]: each["goes_on"] for each in found["rerouted"]} == {out: False, comes: True}
    assert found["code"] == "paired_before"


def test_in_an_event_that_is_played_out_the_group_still_has_another_second() -> None:
    event, table = with_semifinals()
    for number in (4, 5):
        play(event, number)
    found = told(table, turned(table))
    in_group = [each for each in found["moves"] if each["before"]["group_place"] != each["after"]["group_place"]]
    assert {(each["label"], each["steps"]) for each in in_group if each["stage"] == 1} == {
        (named(table, 1), -1),
        (named(table, 2), 1),
    }
    page = page_of(table, turned(table))
    assert "Played, or being played." in page
    assert "up by 1, should have gone on" in page


def test_a_danish_says_who_falls_how_far_and_which_rounds_were_paired_on_it() -> None:
    event = make.drawn(make.closed(entries=12, preset="online_002", format={"kind": "danish", "rounds": 4}))
    for number in (1, 2):
        play(event, number)
        event = pair(event)
    make.called(event, round=3)
    leader = event.entries.get(pk=all_standings(event)[0].entry)
    table = Table.objects.get(tournament=event, round__number=1, lines__entry=leader)
    page, found = page_of(table, turned(table)), told(table, turned(table))
    (fall,) = [each for each in found["moves"] if each["id"] == leader.pk]
    assert fall["before"]["place"] == 1
    assert f"down by {-fall['steps']}" in page
    assert [each["round"] for each in found["pairings"]] == [2, 3]
    assert "Called: everybody knows where they sit." in page
    assert "With the right result:" in page
    assert STAYS not in page


@pytest.mark.parametrize(
    "options",
    [
        {"kind": "groups", "size": 4},
        {"kind": "mitchell", "rounds": 3},
        {"kind": "swiss", "rounds": 3},
        {"kind": "king", "rounds": 3},
        {"kind": "partners", "rounds": 3},
    ],
    ids=lambda options: options["kind"],
)
def test_no_format_says_that_the_winner_stays_where_it_changes(options: dict[str, Any]) -> None:
    event = make.called(make.drawn(make.closed(entries=8, preset="online_002", format=options)))
    for table in make.tables_of(event):
        make.play(table)
    table = make.tables_of(event)[0]
    assert STAYS not in page_of(table, turned(table))
    assert told(table, turned(table))["code"] == "winner_changes"


def test_a_place_given_on_the_old_order_of_the_beaten_is_named(penalty: str) -> None:
    event, first, _second, last = after_first_round(penalty)
    leave(event, line_of(last, 1))
    ruling = fill(event)
    third, fourth = (index for index, key in enumerate(seats(first)) if key not in seats(last)[:1] and index > 1)
    order = {0: 0, 1: 1, third: 103, fourth: 102}
    content = make.sheet(make.deal(*(order[index] for index in range(4))))
    page = page_of(first, content)
    assert ruling.entry is not None
    assert "Places given on the old order" in page
    assert f"was given to {ruling.entry.label}, 1. of those beaten here and now 2." in page


def first_page(event: Tournament) -> str:
    client = make.client_of(make.boss_of(event))
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    return text(client.get(reverse("organise", args=[event.slug])))


def save(table: Table) -> None:
    table = Table.objects.select_related("tournament").get(pk=table.pk)
    corrections.correct_score(
        actor=make.boss_of(table.tournament),
        tournament_id=table.tournament_id,
        table_id=table.pk,
        content=turned(table),
        seen=table.version,
        reason="Scambiati",
    )


UNCALLED = "it was paired on a result that has been corrected. Nobody has been called."
CALLED = "it was called on a result that has been corrected. It stays as it was announced."


def test_after_saving_the_first_page_offers_to_take_the_pairing_back() -> None:
    event, table = with_semifinals()
    assert UNCALLED not in first_page(event)
    save(table)
    page = first_page(event)
    assert UNCALLED in page
    assert "Take the pairing back" in page
    # The pairing is the plain button then, and calling the quiet one.
    assert page.index("Look at the pairing") < page.index("Call 2 tables")
    pairings.unpair_round(actor=make.boss_of(event), tournament_id=event.pk, reason="Corretto")
    assert UNCALLED not in first_page(event)
    assert UNCALLED not in first_page(pair(event))


def test_a_second_correction_that_makes_the_pairing_right_ends_the_alarm() -> None:
    event, table = with_semifinals()
    save(table)
    save(table)
    assert UNCALLED not in first_page(event)


def test_a_pairing_that_was_called_stays_and_the_first_page_says_so() -> None:
    event, table = with_semifinals()
    make.called(event, round=4)
    save(table)
    page = first_page(event)
    assert CALLED in page
    assert "Take the pairing back" not in page
    for semifinal in make.tables_of(event, 4):
        make.play(semifinal)
    assert CALLED in first_page(event)


def test_the_first_page_of_a_danish_asks_for_the_pairing_of_the_last_round_alone() -> None:
    event = make.drawn(make.closed(entries=12, preset="online_002", format={"kind": "danish", "rounds": 4}))
    for number in (1, 2):
        play(event, number)
        event = pair(event)
    save(Table.objects.filter(tournament=event, round__number=1).order_by("number")[0])
    page = first_page(event)
    assert f"Round 3: {UNCALLED}" in page
    assert "Round 2: it was" not in page
