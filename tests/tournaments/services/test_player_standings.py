"""The standings of the players of teams: from the sheets of the matches, on the page, in files and over the API."""

from typing import Any

import pytest
from django.urls import reverse

from tests.tournaments import factories as make
from tests.tournaments.services.played_evenings import seated
from tournaments.games.contract import Json
from tournaments.jobs.reads import spreadsheets
from tournaments.models import EntryMember, Table, Tournament
from tournaments.standings.reads.player_standings import PlayerRow, player_standings
from tournaments.tables.writes import corrections

pytestmark = pytest.mark.django_db


def begun(teams: int = 2) -> Tournament:
    options = {"kind": "danish", "rounds": 1, "rematches": "allowed"}
    made = make.knockout(entries=teams, game="squadre", preset="scopa_briscola_21", format=options)
    return make.called(make.drawn(make.closed(made)))


def at_boards(table: Table, *boards: Any) -> Json:
    """A match: for each board the points and the people of the team with the lower key, then of the other."""
    one, other = seated(table)
    order = (0, 1) if one < other else (1, 0)
    written: dict[str, Json] = {}
    for number, (points, people) in enumerate(boards, start=1):
        result: Json = {"points": [points[each] for each in order]} if len(points) > 1 else {"lost": [order[points[0]]]}
        written[str(number)] = {**result, "who": [people[each] for each in order]}
    return make.sheet({"depth": "boards", "tiebreak": 0, "boards": written})


def told(event: Tournament) -> dict[tuple[str, int], PlayerRow]:
    """The rows by the team and the number in it."""
    members = EntryMember.objects.filter(entry__tournament=event)
    numbers = dict(members.values_list("person_id", "position"))
    return {(row.team, numbers[row.person]): row for row in player_standings(event) or ()}


FIRST, SECOND = "Squadra 1", "Squadra 2"
USUAL = (((11, 3), ([1], [2])), ((60, 60), ([2], [1])), ((0, 3), ([3], [3])))


def test_players_have_what_their_boards_gave() -> None:
    """R-PLY-01, R-PLY-02."""
    event = begun()
    table = make.tables_of(event)[0]
    assert player_standings(event) == []
    make.enter(table, at_boards(table, *USUAL))
    rows = told(event)
    assert sorted((row.place, row.team, row.points) for row in rows.values()) == [
        (1, FIRST, 2),
        (2, SECOND, 2),
        (3, FIRST, 1),
        (3, SECOND, 1),
        (5, FIRST, 0),
        (6, SECOND, 0),
    ]
    best = rows[FIRST, 1]
    assert (best.played, best.won, best.drawn, best.lost, best.difference) == (1, 1, 0, 0, 8)
    worst = rows[SECOND, 2]
    assert (worst.played, worst.won, worst.drawn, worst.lost, worst.difference) == (1, 0, 0, 1, -8)


def test_a_board_lost_by_forfeit_was_played_by_nobody() -> None:
    """R-PLY-01."""
    event = begun()
    table = make.tables_of(event)[0]
    make.enter(table, at_boards(table, USUAL[0], ((1,), ([2], [])), ((3, 0), ([], []))))
    assert {key: row.points for key, row in told(event).items()} == {(FIRST, 1): 2, (SECOND, 2): 0}


def test_level_players_share_the_place() -> None:
    """R-PLY-02."""
    event = begun()
    table = make.tables_of(event)[0]
    make.enter(table, at_boards(table, ((3, 0), ([1], [1])), ((3, 0), ([2], [2])), ((5, 0), ([3], [3]))))
    places = [(row.place, row.is_shared) for row in player_standings(event) or ()]
    assert places == [(1, False), (2, True), (2, True), (4, True), (4, True), (6, False)]


def test_a_corrected_sheet_counts_for_who_sat() -> None:
    """R-PLY-03."""
    event = begun()
    table = make.tables_of(event)[0]
    make.enter(table, at_boards(table, *USUAL))
    other = at_boards(table, ((11, 3), ([3], [2])), *USUAL[1:2], ((0, 3), ([1], [3])))
    corrections.correct_score(
        actor=make.boss_of(event),
        tournament_id=event.pk,
        table_id=table.pk,
        content=other,
        seen=Table.objects.get(pk=table.pk).version,
        reason="Scambiati",
    )
    rows = told(event)
    assert (rows[FIRST, 3].points, rows[FIRST, 1].points) == (2, 0)


def test_the_page_the_files_and_programs_have_the_same_players(django_assert_num_queries: Any) -> None:
    event = begun()
    table = make.tables_of(event)[0]
    make.enter(table, at_boards(table, *USUAL))
    with django_assert_num_queries(3):
        found = player_standings(event) or []
    client = make.client_of()
    page = client.get(reverse("event_standings", args=[event.slug])).content.decode()
    assert all(row.name in page for row in found)
    files = dict(spreadsheets.archive_files(event))
    lines = [content.decode("utf-8-sig").splitlines() for content in files.values()]
    assert any(len(rows) == 7 and rows[1].startswith(f"1;{found[0].name};{FIRST};1;1;0;0;2;8") for rows in lines)
    assert "players" in spreadsheets.tables_of(event)
    answer = client.get(f"/api/v1/events/{event.slug}/standings/").json()
    assert [(row["name"], row["points"]) for row in answer["players"]] == [(row.name, row.points) for row in found]


def test_paper_and_the_big_screen_have_the_players_too() -> None:
    event = begun()
    make.enter(make.tables_of(event)[0], at_boards(make.tables_of(event)[0], *USUAL))
    client = make.client_of(make.boss_of(event))
    best = (player_standings(event) or [])[0]
    paper = client.get(reverse("print_standings", args=[event.slug])).content.decode()
    assert paper.count(f'<th scope="row">{best.name}</th><td>{FIRST}</td>') == 1
    screen = client.get(reverse("screen", args=[event.slug])).content.decode()
    panel = screen[screen.index('data-panel="players"') :]
    assert best.name in panel
    assert "2 punti" in panel


def test_an_event_without_teams_has_no_players_of_its_own() -> None:
    event = make.knockout(entries=4)
    assert player_standings(event) is None
    assert "players" not in spreadsheets.tables_of(event)
