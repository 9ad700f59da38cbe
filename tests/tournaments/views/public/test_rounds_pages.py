"""What everybody sees of an event in rounds: standings with reasons, groups, the hall's screen, their own way."""

import re
from typing import Any

import pytest
from django.urls import reverse
from django.utils import translation

from tests.searching import in_short
from tests.tournaments import factories as make
from tests.tournaments.services.rounds import LEVEL, drawn, pair, play, played_out, resting
from tests.tournaments.services.stages import KNOCKOUT
from tests.tournaments.services.stages import event_of as stages
from tests.tournaments.views.counted import fresh
from tests.tournaments.views.public.reading import (
    account_of,
    english,
    heads,
    main,
    my_events,
    own_page,
    page,
    shown,
    where,
)
from tournaments.entries.writes import participation
from tournaments.events.pages import sharing
from tournaments.events.writes import closing
from tournaments.jobs.reads import event_tables
from tournaments.jobs.shown.documents import offered_documents
from tournaments.models import Job, Table, Tournament
from tournaments.standings.reads.standings import all_standings
from tournaments.tables.reads.cards import card
from tournaments.tables.writes import corrections
from tournaments.timing.words import words_of_round

pytestmark = pytest.mark.django_db

BY_POINTS = {
    "chain": {"criteria": ["points", "difference", "scored", "lot"]},
    "points": {"win": 3, "draw": 1, "loss": 0},
}
SPEAKS_OF_LEAVING = ("still in", "Out:", "eliminated", "Bracket", "bracket", "Final<", "Semifinal", "goes on")


def danish(entries: int = 9, **options: Any) -> Tournament:
    return drawn("danish", entries=entries, **{"rounds": 3, "rematches": "not_in_a_row", **options})


def finished(event: Tournament) -> Tournament:
    return closing.finish_tournament(actor=make.boss_of(event), tournament_id=event.pk)


def draw_one(event: Tournament, round_: int = 1) -> Table:
    """The first table of the round ends level, with its round called."""
    make.called(event, round=round_)
    table = make.tables_of(event, round_)[0]
    make.enter(table, LEVEL)
    return make.tables_of(event, round_)[0]


def test_running_standings_have_a_place_for_everybody_and_say_how_far_they_have_come() -> None:
    event = played_out(danish(), 2)
    html = main("event_standings", event)
    assert "Provisional: after round 2 of 3." in html
    assert heads(html) == ["#", "Pair", "Played", "VP", "MP", "Won"]
    assert re.findall(r"<tr><td>(\d+=?)<th", html) == [str(place) for place in range(1, 10)]
    assert [word for word in SPEAKS_OF_LEAVING if word in html] == []
    pair(event)
    assert "Provisional: after round 2 of 3." in main("event_standings", make.fresh(event))
    make.called(event, round=3)
    assert "Provisional: round 3 of 3 is being played." in main("event_standings", make.fresh(event))


def test_standings_before_the_first_call_say_that_nothing_has_been_played() -> None:
    html = main("event_standings", danish())
    assert "Provisional: nothing has been played yet." in html
    assert "is ahead of" not in html


def test_a_ranking_by_points_shows_points_the_record_and_the_difference() -> None:
    event = danish(entries=4, ranking=BY_POINTS)
    draw_one(event)
    make.play(make.tables_of(event)[1])
    html = main("event_standings", make.fresh(event))
    assert heads(html) == ["#", "Pair", "Played", "Points", "W-D-L", "Diff.", "Scored"]
    assert html.count("<td>0-1-0<td>0<td>11") == 2
    assert "<td>1<td>3<td>1-0-0<td>+" in html
    assert "W-D-L: won, drawn, lost." in html
    assert "victory points" not in html


def test_neighbours_who_are_level_are_told_why_one_is_ahead() -> None:
    event = danish(entries=4)
    draw_one(event)
    make.play(make.tables_of(event)[1])
    told = re.findall(r"<li>([^<]+ahead of[^<]+)</li>", main("event_standings", make.fresh(event)))
    assert len(told) == 1
    assert "Level on VP: 10. Level on MP: 0. Level in their own match: 10 each." in told[0]
    assert "Ahead by lot:" in told[0]


def test_those_who_share_a_place_are_told_so() -> None:
    by_points = {**BY_POINTS, "chain": {"criteria": ["points"]}}
    event = danish(entries=4, ranking=by_points)
    draw_one(event)
    html = main("event_standings", make.fresh(event))
    assert "share the place. Level on points: 1. Level on everything that counts: they share the place." in html
    assert html.count("<td>1=<th") == 2


def test_running_groups_have_a_table_each_and_the_final_standings_are_one() -> None:
    event = played_out(drawn("groups", entries=10, size=4), 3)
    html = main("event_standings", event)
    assert re.findall(r'standings__title">([^<]+)<', html) == ["Group 1", "Group 2", "Group 3"]
    assert re.findall(r"<tr><td>(\d+)<th", html) == ["1", "2", "3", "1", "2", "3", "1", "2", "3", "4"]
    assert [word for word in SPEAKS_OF_LEAVING if word in html] == []
    over = main("event_standings", finished(event))
    assert "Group 1" not in over
    assert re.findall(r"<tr[^>]*><td>(\d+)<th", over) == [str(place) for place in range(1, 11)]


def test_printed_standings_have_the_same_columns_and_groups() -> None:
    event = played_out(drawn("groups", entries=10, size=4), 1)
    client = make.client_of(make.boss_of(event))
    html = client.get(
        reverse("print_standings", args=(event.slug,)), headers={"accept-language": "en"}
    ).content.decode()
    assert re.findall(r"<h2>(Group \d)</h2>", html) == ["Group 1", "Group 2", "Group 3"]
    assert heads(html)[:6] == ["#", "Pair", "Played", "VP", "MP", "Won"]
    assert "Provisional: after round 1 of 3." in html


@pytest.mark.parametrize("kind", ["danish", "swiss"])
def test_what_is_paired_by_the_standings_has_no_bracket(kind: str) -> None:
    event = drawn(kind, rounds=2)
    address = reverse("event_bracket", args=(event.slug,))
    assert english().get(address).headers["location"] == reverse("event_tables", args=(event.slug,))
    for name in ("event", "event_tables", "event_standings", "event_find"):
        assert address not in page(english(), name, event)


def test_a_group_is_shown_as_a_cross_table_of_results_and_rests() -> None:
    event = drawn("groups", entries=5, size=5)
    assert "Groups</a>" in main("event_standings", event)
    play(event, 1)
    make.called(event, round=2)
    html = main("event_bracket", event)
    rows = [shown(row) for row in re.findall(r'<tr>\s*<th scope="row">.*?</tr>', html, flags=re.S)]
    assert len(rows) == 5
    assert len(re.findall(r'<th scope="col">', html)) == 1 + 5 + 2
    assert sum(row.count("(won)") for row in rows) == sum(row.count("(lost)") for row in rows) == 2
    assert sum(row.count("table ") for row in rows) == 4
    assert sum(row.count("round 4") + row.count("round 5") for row in rows) == 2 * 4 + 2
    assert "round 1: 14 VP" in " ".join(rows)
    assert "Group 1: the results of each one against the others" in html


def test_a_drawn_match_is_said_in_the_cross_table() -> None:
    event = drawn("groups", entries=6, size=3)
    draw_one(event)
    assert shown(main("event_bracket", event)).count("11–11 (drawn) 10 VP") == 2


def test_two_who_meet_twice_have_two_results() -> None:
    event = played_out(drawn("groups", entries=4, size=4, double=True), 6)
    assert main("event_bracket", event).count("cross__result--won") == 12


def test_the_cross_tables_of_a_finished_event_stay_and_can_be_printed() -> None:
    event = finished(played_out(drawn("groups", entries=6, size=3), 3))
    html = main("event_bracket", event)
    assert html.count("cross__result--won") == 6
    assert "Provisional" not in html
    assert 'class="data cross"' in page(english(), "event_bracket", event, "?stampa=a4")


def test_groups_before_the_draw_and_beyond_the_last_page() -> None:
    before = make.closed(entries=4, preset="online_002", format={"kind": "groups"})
    assert "No groups yet" in main("event_bracket", before)
    address = reverse("event_bracket", args=(drawn("groups", entries=4).slug,))
    assert english().get(f"{address}?page=2").status_code == 404


def test_a_drawn_match_marks_nobody_and_says_so() -> None:
    event = danish(entries=4)
    table = draw_one(event)
    html = main("event_tables", event)
    first = re.findall(r'<ol class="tables".*?</li>', html, re.DOTALL)[0]
    assert "match__side--won" not in first
    assert "match__side--out" not in first
    assert 'match__note">drawn · at time<' in first
    assert "match--final" not in html
    assert [row.is_first for row in sharing.of_match(event, table.number).sign.rows] == [False, False]
    assert "is_winner" not in page(english(), "event", event)
    make.play(make.tables_of(event)[1])
    assert main("event_tables", event).count("match__side--won") == 1
    assert card(event, table.number).is_drawn


def test_the_list_of_tables_says_who_rests_and_what_it_is_worth() -> None:
    event = danish()
    rests = event.entries.get(pk=resting(event, 1)).label
    assert f"{rests} · 14 VP" in shown(main("event_tables", make.called(event)))
    by_points = danish(ranking=BY_POINTS)
    assert " · 14 VP" not in shown(main("event_tables", make.called(by_points)))


@pytest.mark.parametrize("kind", ["danish", "groups"])
def test_no_bracket_is_offered_as_a_document(kind: str) -> None:
    event = drawn(kind, entries=4)
    assert "Bracket" not in {str(each["title"]) for each in offered_documents(event)}
    address = reverse("organise_job_start", args=(event.slug,))
    if kind == "danish":
        client = make.client_of(make.boss_of(event))
        client.post(address, {"what": "bracket-a4", "key": "one"})
        assert not Job.objects.filter(tournament=event).exists()


def test_the_screen_shows_standings_and_no_bracket() -> None:
    event = played_out(danish(), 2)
    html = page(english(), "screen", event)
    assert 'data-panel="standings"' in html
    assert 'data-panel="bracket' not in html
    assert "Provisional: after round 2 of 3." in html
    assert [word for word in ("still in", "Final<", "Semifinal") if word in html] == []
    assert "·</span>" not in html.split('data-panel="standings"')[1]
    play(pair(event), 3)
    winners = shown(page(english(), "screen", finished(event)).split('data-panel="winners"')[1])
    assert re.search(r"First place .+ \d+ VP", winners)


def test_the_screen_shows_small_groups_side_by_side() -> None:
    event = played_out(drawn("groups", entries=10, size=4, ranking=BY_POINTS), 1)
    html = page(english(), "screen", event)
    panels = html.split('data-panel="standings')[1:]
    assert [re.findall(r"<h3>([^<]+)</h3>", panel) for panel in panels] == [["Group 1", "Group 2"], ["Group 3"]]
    assert "3 points" in shown(panels[0])
    assert "is-prize" not in html


def test_the_screen_says_that_a_match_was_drawn() -> None:
    event = danish(entries=4)
    draw_one(event)
    assert "drawn · at time" in page(english(), "screen", event)


def test_in_a_danish_the_next_table_is_not_known_before_the_round_is_over() -> None:
    event = danish(rounds=2)
    make.called(event)
    table = make.tables_of(event)[0]
    make.play(table)
    loser = table.lines.get(index=1).entry_id
    said = where(event, loser)
    assert "The next round is paired when this one is over." in said
    assert "Your event ends here" not in said
    assert "Follow who beat you" not in said
    assert "You rest in this round: 14 VP" in where(event, resting(event, 1))


def test_who_was_paired_is_told_why_they_meet_this_opponent() -> None:
    event = played_out(danish(rounds=2), 1)
    assert "neighbours in the standing" not in where(event, make.tables_of(event)[0].lines.get(index=0).entry_id)
    pair(event)
    entry = make.tables_of(event, 2)[0].lines.get(index=0).entry_id
    assert "Ranks 1 and 2 are neighbours in the standing." in where(event, entry)
    assert "rests: the last in the standing" in where(event, resting(event, 2))
    make.called(event, round=2)
    assert "Ranks 1 and 2 are neighbours in the standing." in where(event, entry)


def test_at_the_king_of_the_table_it_is_told_who_won_and_who_lost_where() -> None:
    event = played_out(make.drawn(entries=8, format={"kind": "king", "rounds": 2}), 1)
    pair(event)
    said = [where(event, table.lines.get(index=0).entry_id) for table in make.tables_of(event, 2)]
    assert "The winner of table 1 stays at the top, the winner of table 2 moves up." in said[0]
    assert "The loser of table 1 goes down, the winner of table 3 moves up." in said[1]
    assert "The loser of table 3 goes down, the loser of table 4 stays at the bottom." in said[3]


def test_with_rotating_partners_it_is_told_whether_the_pairs_are_new() -> None:
    event = played_out(make.drawn(entries=8, entry_size=1, format={"kind": "partners", "rounds": 2}), 1)
    pair(event)
    player = event.entries.exclude(status="pair").first()
    said = where(event, player.pk)
    assert "Both pairs are new." in said
    way = said[said.index("Your path") :]
    assert way.count("in the pair") == 2
    assert way.count(player.label) == 3


def test_in_every_stage_of_an_event_it_is_told_why_they_meet_this_opponent() -> None:
    event = stages({"kind": "danish", "rounds": 2}, {**KNOCKOUT, "from": {"best": 6}}, entries=8)
    play(event, 1)
    pair(event)
    entry = make.tables_of(event, 2)[0].lines.get(index=0).entry_id
    assert "Ranks 1 and 2 are neighbours in the standing." in where(event, entry)
    play(event, 2)
    order = [row.entry for row in all_standings(event)]
    event = pair(event)
    assert "of the standings meets place" in where(event, order[2])
    assert "of the standings" not in where(event, order[0])
    table = event.tables.get(round__number=3, lines__entry=order[2])
    other = table.lines.exclude(entry=order[2]).get().entry_id
    participation.withdraw_entry(actor=make.boss_of(event), tournament_id=event.pk, entry_id=other, reason="-")
    assert "of the standings" not in where(event, order[2])
    assert "of the standings meets place" in where(event, order[3])


def test_the_first_round_of_a_stage_is_told_from_the_groups_before() -> None:
    event = stages({"kind": "groups", "size": 4}, {"kind": "swiss", "rounds": 2, "from": {"first": 2}}, entries=8)
    for number in (1, 2, 3):
        play(event, number)
    first = all_standings(event)[0]
    event = pair(event)
    group = first.stage.group if first.stage else 0
    assert f"Place 1 of group {group} meets place 1 of group {3 - group}" in where(event, first.entry)
    table = event.tables.filter(round__number=1).order_by("number")[0]
    corrections.correct_score(
        actor=make.boss_of(event),
        tournament_id=event.pk,
        table_id=table.pk,
        seen=table.version,
        reason="Scambiati",
        content=make.content_for(table, table.lines.get(place=2).index),
    )
    play(event, 4)
    event = pair(event)
    assert "of group" not in where(event, first.entry)
    assert "in the standing" in where(event, first.entry)


def test_nobody_is_out_before_the_last_round_is_over() -> None:
    event = played_out(danish(rounds=2), 1)
    pair(event)
    make.called(event, round=2)
    first, *others = make.tables_of(event, 2)
    make.play(first)
    loser = first.lines.get(index=1).entry_id
    assert "You have played all your matches" in where(event, loser)
    found = english().get(reverse("event_find", args=(event.slug,)), {"q": "gino"}).content.decode()
    assert not re.search(r"state\">(out|place)", found)
    for table in others:
        make.play(table)
    assert re.search(r"Your event ends here \d °", where(event, loser).replace("°", " °"))
    assert re.search(r"Your event ends here \d °", where(finished(event), loser).replace("°", " °"))


def test_in_groups_the_next_table_is_known_and_the_rests_too() -> None:
    event = drawn("groups", entries=5, size=5)
    play(event, 1)
    rests = resting(event, 1)
    said = where(event, rests)
    assert "You rest in this round: 14 VP" in said
    assert re.search(r"Round 2 against", said)
    next_rest = resting(event, 2)
    assert re.search(r"Round 3 against", where(event, next_rest))


def test_who_rests_in_the_last_round_is_told_before_it() -> None:
    event = played_out(drawn("groups", entries=5, size=5), 4)
    assert "You rest in round 5." in where(event, resting(event, 5))


def test_a_rest_in_a_ranking_by_points_is_worth_points_and_without_any_nothing() -> None:
    by_points = danish(entries=3, rounds=1, ranking=BY_POINTS)
    make.called(by_points)
    assert "You rest in this round: 3 points" in where(by_points, resting(by_points, 1))
    plain = danish(entries=3, rounds=1, ranking={"chain": {"criteria": ["wins", "lot"]}})
    make.called(plain)
    assert re.search(r"You rest in this round(?!:)", where(plain, resting(plain, 1)))
    assert heads(main("event_standings", plain)) == ["#", "Pair", "Played", "W-D-L", "Diff.", "Scored"]


def test_the_way_of_an_entry_names_its_draws_and_what_is_to_come() -> None:
    event = drawn("groups", entries=4, size=4)
    table = draw_one(event)
    address = reverse("event_where", args=(event.slug, table.lines.get(index=0).entry_id))
    states = re.findall(r"path__step--(\w+)", english().get(address).content.decode())
    assert states == ["drawn", "here", "later"]


def test_a_player_reads_on_their_own_page_that_they_rest_and_what_comes_then() -> None:
    event = danish(rounds=2)
    make.called(event)
    said = own_page(event, resting(event, 1))
    assert "You rest in this round: 14 VP" in said
    assert "The next round is paired when this one is over." in said


def test_the_own_page_says_drawn_and_hides_the_rests_to_come() -> None:
    event = drawn("groups", entries=5, size=5)
    table = draw_one(event)
    assert "Round 1 · drawn" in own_page(event, int(table.lines.get(index=0).entry_id or 0))
    make.play(make.tables_of(event)[1])
    assert "rest" not in own_page(event, resting(event, 3)).split("My results")[1].split("All tables")[0]


def test_my_events_show_the_table_in_play_and_not_a_rest_to_come() -> None:
    event = drawn("groups", entries=5, size=5)
    make.called(event)
    entry = resting(event, 3)
    account = account_of(entry)
    table = next(each for each in make.tables_of(event) if each.lines.filter(entry=entry).exists())
    assert f"Table {table.hall_number}" in my_events(account)
    make.enter(table, LEVEL)
    assert "11–11 · drawn" in my_events(account)
    assert "Round 1: you rest." in my_events(account_of(resting(event, 1)))


def test_the_front_page_says_what_comes_and_leads_to_the_standings() -> None:
    event = danish(rounds=2)
    html = shown(main("event", event))
    assert "Danish" in html
    play(event, 1)
    said = shown(main("event", event))
    assert "All tables of this round are finished. The next round is paired by the standings." in said
    play(pair(event), 2)
    assert "paired by the standings" not in shown(main("event", event))
    assert reverse("event_bracket", args=(event.slug,)) not in main("event", finished(event))
    groups = drawn("groups", entries=4, size=4)
    assert reverse("event_bracket", args=(groups.slug,)) in main("event", groups)


def test_a_level_match_at_time_is_a_draw_by_the_words_of_the_clock() -> None:
    event, decided = danish(entries=4), danish(entries=4, ranking={"draws": False})
    words = [words_of_round(each, 1, 3) for each in (event, decided, make.drawn(preset="online_002"))]
    assert words[0] != words[1] == words[2]


def test_the_closing_and_the_certificates_have_the_places() -> None:
    event = played_out(danish(entries=4, rounds=1), 1)
    client = make.client_of(make.boss_of(event))
    assert client.get(reverse("organise_closing", args=(event.slug,))).status_code == 200
    finished(event)
    html = client.get(reverse("print_certificates", args=(event.slug,))).content.decode()
    assert html.count('<article class="certificate') == 8


def test_who_has_left_is_marked_and_keeps_a_place() -> None:
    event = played_out(danish(entries=6), 1)
    gone = event.entries.order_by("pk")[0]
    participation.withdraw_entry(actor=make.boss_of(event), tournament_id=event.pk, entry_id=gone.pk, reason="Sta male")
    assert main("event_standings", make.fresh(event)).count("class=is-out") == 1


MANY = in_short(12, 40)
PAGES = ("event", "event_bracket", "event_tables", "event_standings", "event_entries", "event_find", "screen")


@pytest.mark.parametrize("name", PAGES)
def test_groups_cost_as_many_queries_for_many_as_for_four(name: str) -> None:
    few, many = (played_out(drawn("groups", entries=n, size=4), 1) for n in (4, MANY))
    assert fresh(name, few) == fresh(name, many)


@pytest.mark.parametrize("name", [name for name in PAGES if name != "event_bracket"])
def test_a_danish_costs_as_many_queries_for_many_as_for_three(name: str) -> None:
    few, many = (played_out(danish(entries=n), 1) for n in (3, MANY + 1))
    assert fresh(name, few) == fresh(name, many)


def test_where_one_plays_costs_as_many_queries_for_many_as_for_three() -> None:
    few, many = (pair(played_out(danish(entries=n), 1)) for n in (3, MANY + 1))
    assert fresh("event_where", few, resting(few, 2)) == fresh("event_where", many, resting(many, 2))


def test_a_corrected_result_leaves_the_pairing_without_a_reason() -> None:
    """The round was paired by other standings, so its reasons cannot be told any more."""
    event = pair(played_out(danish(entries=4), 1))
    table = make.tables_of(event)[0]
    entry = int(table.lines.get(index=0).entry_id or 0)
    assert "Ranks" in where(event, entry)
    corrections.correct_score(
        actor=make.boss_of(event),
        tournament_id=event.pk,
        table_id=table.pk,
        content=make.content_for(table, table.lines.get(place=2).index),
        seen=table.version,
        reason="Al contrario",
    )
    assert "Ranks" not in where(make.fresh(event), entry)


@pytest.mark.parametrize(
    ("options", "columns"),
    [
        ({}, ["Matches played", "VP", "MP", "Wins"]),
        (
            {"ranking": BY_POINTS},
            ["Matches played", "Points", "Wins", "Draws", "Losses", "Difference", "Points scored"],
        ),
    ],
)
def test_the_spreadsheet_of_the_standings_has_the_columns_of_the_stage(
    options: dict[str, Any], columns: list[str]
) -> None:
    event = played_out(danish(entries=4, **options), 1)
    with translation.override("en"):
        head, *rows = event_tables.final_standings(event)
    assert list(head) == ["Place", "Name", "Group", "Place in the group", *columns, "Withdrawn"]
    assert [row[0] for row in rows] == [1, 2, 3, 4]
    assert {row[4] for row in rows} == {1}


def test_the_spreadsheet_names_the_groups() -> None:
    with translation.override("en"):
        _head, *rows = event_tables.final_standings(drawn("groups", entries=6, size=3))
    assert sorted(f"{row[2]}{row[3]}" for row in rows) == ["11", "12", "13", "21", "22", "23"]


def test_programs_read_what_an_entry_has_in_its_stage() -> None:
    event = drawn("groups", entries=5, size=5)
    draw_one(event)
    answer = english().get(f"/api/v1/events/{event.slug}/standings/").json()
    stages = [row["stage"] for row in answer["results"]]
    assert sorted(stage["draws"] for stage in stages) == [0, 0, 0, 1, 1]
    assert sorted(stage["rests"] for stage in stages) == [0, 0, 0, 0, 1]
    assert {stage["group"] for stage in stages} == {1}
    assert sorted(stage["group_place"] for stage in stages) == [1, 2, 3, 4, 5]


def test_where_each_line_of_a_mitchell_is_ranked_each_has_one_table_of_its_own(client):
    event = make.called(entries=8, format={"kind": "mitchell", "rounds": 2, "rankings": "two_lines"})
    for table in make.tables_of(event, 1):
        make.play(table, winner=table.number % 2)
    page = client.get(f"/e/{event.slug}/classifica/", headers={"Accept-Language": "en"}).content.decode()
    stay, move = (page.index(title) for title in ("Who stays at the tables", "Who moves on"))
    stays, moves = page[stay:move], page[move:]
    for table in make.tables_of(event, 1):
        one, other = table.lines.order_by("index")
        assert (one.entry.label in stays, other.entry.label in moves) == (True, True)
    assert page.count("<table") == 2
