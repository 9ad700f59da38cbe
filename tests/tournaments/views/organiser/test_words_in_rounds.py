"""What officials read where everybody plays in each round: rests, walkovers, pairings, the clock of a round."""

from typing import Any

import pytest
from django.urls import reverse

from tests.tournaments import factories as make
from tests.tournaments.services.rounds import drawn, played_out, resting
from tests.tournaments.views.organiser.conftest import Desk, text
from tests.tournaments.views.public.reading import shown
from tournaments.draw.writes import pairings
from tournaments.models import Table, Tournament
from tournaments.timing.writes import clocks

pytestmark = pytest.mark.django_db


def leaving(event: Tournament) -> tuple[Table, str, str]:
    """The first table of the event, who is left there, and the question before the other one withdraws."""
    table = make.tables_of(event)[0]
    gone, other = [line.entry for line in table.lines.order_by("index")]
    assert gone is not None
    assert other is not None
    asked, _page = Desk(event).sure("organise_entry", gone.pk, change="withdraw", reason="Sta male")
    return table, other.label, shown(asked)


@pytest.mark.parametrize(
    ("kind", "ranking", "worth"),
    [("groups", "vp", "14 VP"), ("groups", "three_points", "3 points"), ("swiss", "vp", "14 VP")],
)
def test_who_is_left_at_a_table_wins_by_walkover_and_does_not_go_on(kind: str, ranking: str, worth: str) -> None:
    """R-TIE-03, R-VP-12."""
    rounds = {"size": 4} if kind == "groups" else {"rounds": 3}
    event = make.called(drawn(kind, entries=8, ranking=ranking, **rounds))
    table, other, asked = leaving(event)
    assert f"Table {table.hall_number}, round 1: it is not played, {other} wins by walkover." in asked
    assert f"A win by walkover counts as a rest does: {worth}." in asked
    assert "goes on" not in asked
    assert ("In the rounds to come they are not paired any more." in asked) == (kind == "swiss")


@pytest.mark.parametrize(("ranking", "worth"), [("vp", "14 VP"), ("three_points", "3 points")])
def test_the_sheet_of_a_rest_says_what_it_is_worth(ranking: str, worth: str) -> None:
    event = make.called(drawn("danish", rounds=2, ranking=ranking))
    table = event.tables.get(round__number=1, status=Table.Status.BYE)
    assert table.lines.filter(entry=resting(event, 1)).exists()
    page = Desk(event).client.get(reverse("table_sheet", args=[event.slug, table.number])).content.decode()
    assert f"the line rests in this round, which counts {worth}." in shown(page)
    assert "goes on" not in shown(page)


def test_the_sheet_of_a_bye_in_a_knockout_says_that_the_line_goes_on() -> None:
    event = make.called(entries=3)
    table = event.tables.get(status=Table.Status.BYE)
    page = Desk(event).client.get(reverse("table_sheet", args=[event.slug, table.number])).content.decode()
    assert "Nobody plays here: the line goes on." in shown(page)


@pytest.mark.parametrize("page", ["organise_rounds", "referee_desk", "round_clock"])
def test_no_page_starts_the_clock_of_a_round_that_is_over(page: str) -> None:
    event = drawn("groups", entries=8, size=4)
    make.called(event)
    desk = Desk(event)
    args = [1] if page == "round_clock" else []
    query = {"turno": "1"} if page == "organise_rounds" else {}
    assert "Start the clock" in text(desk.get(page, *args, **query))
    make.play_round(event)
    over = text(desk.get(page, *args, **query))
    assert "Start the clock" not in over
    assert page == "round_clock" or "Extra time" not in over


def test_the_clock_of_a_round_that_is_over_can_still_be_reset() -> None:
    event = make.called(drawn("groups", entries=8, size=4))
    clocks.start_clock(actor=make.boss_of(event), tournament_id=event.pk, number=1, minutes=40)
    make.play_round(event)
    assert "Reset the clock" in text(Desk(event).get("organise_rounds", turno="1"))


def test_the_king_of_the_table_says_who_won_or_lost_where() -> None:
    """R-KNG-02."""
    event = played_out(drawn("king", entries=8, rounds=3), 1)
    page = text(Desk(event).get("organise_pairing"))
    assert "The winner of table 1 stays at the top, the winner of table 2 moves up." in page
    assert "The loser of table 1 goes down, the winner of table 3 moves up." in page
    assert "The loser of table 3 goes down, the loser of table 4 stays at the bottom." in page


@pytest.mark.parametrize(
    ("first", "said"),
    [
        ({"kind": "swiss", "rounds": 1}, "of the standings sit together."),
        ({"kind": "groups", "size": 4}, "sit together, of the groups "),
    ],
)
def test_a_table_of_several_names_all_who_come_to_it(penalty: str, first: dict[str, Any], said: str) -> None:
    parts = [{**first, "ranking": "three_points"}, {"kind": "heats", "rounds": 2}]
    event = make.tables(penalty, entries=8, format={"kind": "stages", "stages": parts})
    for number in range(1, event.rounds.count() + 1):
        make.end_round(event, number)
    found = pairings.pairing_of(make.fresh(event))
    assert [len(meeting.keys) for meeting in found.paired.meetings] == [4, 4]
    assert [len(str(reason.params["places"]).split(", ")) for reason in found.paired.reasons] == [4, 4]
    assert text(Desk(event).get("organise_pairing")).count(said) == 2
