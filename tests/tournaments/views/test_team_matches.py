"""Matches of teams through all the house: set up, written board by board, shown, corrected, filed."""

import re
from collections import Counter
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.competition.rounds_script import verdict as verify
from tests.tournaments import factories as make
from tests.tournaments.services.played_evenings import close
from tests.tournaments.services.rounds import pair
from tests.tournaments.services.rulings import given
from tests.tournaments.views.organiser.conftest import Desk, text
from tests.tournaments.views.organiser.filled import AS_SHOWN, shown
from tests.tournaments.views.referee.sheets import hidden, url, with_code
from tournaments.backups.verifying.events import violations_of
from tournaments.errors import RefusedError
from tournaments.frame.policies import Actor
from tournaments.jobs.reads import event_records, spreadsheets
from tournaments.models import Table, TableLine, Tournament
from tournaments.standings.reads.player_standings import player_standings
from tournaments.standings.reads.standings import standings
from tournaments.tables.writes import corrections, scoresheets
from tournaments.tables.writes.codes import code_of

pytestmark = pytest.mark.django_db
GAME = "squadre"


def begun(entries: int = 4, preset: str = "scopa_briscola_21", **options: Any) -> Tournament:
    return make.called(make.drawn(make.closed(make.knockout(entries=entries, game=GAME, preset=preset, **options))))


def write(client: Client, table: Table, address: str = "", **boards: str) -> Any:
    """Send the sheet of a table: ``b1="21 15"``, or ``b2="lost a"``."""
    data = {**hidden(client, table, address), "depth": "boards"}
    for name, result in boards.items():
        first, second = result.split()
        number = name.removeprefix("b")
        typed = {f"points_{number}_a": first, f"points_{number}_b": second}
        data |= {f"lost_{number}": second} if first == "lost" else typed
    return client.post(url("table_sheet", table), data)


def english(client: Client) -> Client:
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    return client


def test_a_team_that_is_asked_names_its_people_and_confirms_with_them() -> None:
    """R-SQU-18: the other team has sent the whole result, with its own people."""
    event = begun()
    table = make.tables_of(event)[0]
    home, guests = english(with_code(table, 0)), english(with_code(table, 1))
    page = {**hidden(home, table), "depth": "boards"}
    sent = {
        f"points_{n}_{letter}": points
        for n, (one, other) in enumerate((("21", "15"), ("70", "50"), ("3", "1")), 1)
        for letter, points in (("a", one), ("b", other))
    }
    assert home.post(url("table_sheet", table), {**page, **sent, "who_1_a_1": "2"}).status_code == 303
    waits = text(home.get(url("table_sheet", table)))
    assert "The other team confirms it now." in waits
    assert "The other team has to agree" in waits
    assert "who of us sat where" not in waits
    asked = guests.get(url("table_sheet", table))
    assert "Yes, and say who of us sat where" in text(asked)
    assert "Look at the sheets below before you answer." in text(asked)
    address = re.findall(r'href="([^"#]*deal=0)#table-form"', asked.content.decode())[0].replace("&amp;", "&")
    naming = text(guests.get(address))
    assert "If you leave the results as they are, this confirms them" in naming
    assert "Confirm with these names" in naming
    assert 'name="who_1_a_1"' not in guests.get(address).content.decode()
    page = {**hidden(guests, table, address), "depth": "boards"}
    answer = guests.post(url("table_sheet", table), {**page, **sent, "who_1_b_1": "3", "who_3_b_1": "1"})
    assert answer.status_code == 303
    table.refresh_from_db()
    assert table.status == Table.Status.DONE
    boards = table.scoresheets.order_by("-version")[0].content["games"][0]["deals"][0]["boards"]
    assert [boards[n].get("who") for n in "123"] == [[[2], [3]], None, [[], [1]]]


def test_a_team_that_is_asked_names_its_people_in_each_game_of_the_match() -> None:
    """R-SQU-18: a best of three whose first game has two sheets of boards."""
    event = begun(entries=2, format={"kind": "knockout", "best_of": {"every": 3}})
    (table,) = make.tables_of(event)
    home, guests = english(with_code(table, 0)), english(with_code(table, 1))
    for boards in ({"b1": "21 15"}, {"b2": "70 50", "b3": "3 1"}, {"b1": "21 11", "b2": "61 59", "b3": "9 1"}):
        assert write(home, table, **boards).status_code == 303
    asked = guests.get(url("table_sheet", table)).content.decode()
    address = re.findall(r'href="([^"#]*deal=[0-9]+)#table-form"', asked)[0].replace("&amp;", "&")
    page = guests.get(address)
    assert ("Game 1" in text(page), "Game 2" in text(page)) == (True, True)
    fields = set(re.findall(r'name="([^"]*who_[^"]*)"', page.content.decode()))
    assert fields == {f"{game}who_{n}_b_1" for game in ("", "g0-") for n in "123"}
    kept = {**hidden(guests, table, address), "depth": "boards"}
    results = {"points_1_a": "21", "points_1_b": "11", "points_2_a": "61", "points_2_b": "59"}
    sent = {**kept, **results, "points_3_a": "9", "points_3_b": "1", "who_2_b_1": "3", "g0-who_3_b_1": ""}
    wrong = guests.post(url("table_sheet", table), {**sent, "g0-who_1_b_1": "x"})
    assert wrong.status_code == 422
    assert 'id="id_g0-who_1_b_1" name="g0-who_1_b_1"' in wrong.content.decode()
    assert 'aria-describedby="id_g0-who_1_b_1_error"' in wrong.content.decode()
    again = {"g0-who_1_b_1": "2", "g0-who_2_b_1": "1"}
    for named, marked in (({**again, "g0-who_2_b_1": "2"}, "g0-who_2_b_1"), ({**again, "who_1_b_1": "3"}, "who_2_b_1")):
        twice = guests.post(url("table_sheet", table), {**sent, **named})
        assert (twice.status_code, re.findall('id="id_([^"]*)_error"', twice.content.decode())) == (422, [marked])
    strange = guests.post(url("table_sheet", table), {**sent, "g0-who_1_b_1": "9"})
    assert re.findall('id="id_([^"]*)_error"', strange.content.decode()) == ["g0-who_1_b_1"]
    assert guests.post(url("table_sheet", table), {**sent, **again}).status_code == 303
    table.refresh_from_db()
    assert table.status == Table.Status.DONE
    first, second = table.scoresheets.order_by("-version")[0].content["games"]
    who = [{n: board.get("who") for n, board in deal["boards"].items()} for deal in (*first["deals"], *second["deals"])]
    assert who[1:] == [
        {"1": [[], [2]], "2": [[], [1]], "3": None},
        {"1": None, "2": [[], [3]], "3": None},
    ]
    page = text(make.client_of().get(url("match", table)))
    members = [str(each.person) for each in table.lines.get(index=1).entry.members.filter(position__lte=3)]
    assert [name for name in members if name not in page] == []


def test_two_teams_that_do_not_agree_are_called_teams() -> None:
    table = make.tables_of(begun())[0]
    phones = [english(with_code(table, line)) for line in (0, 1)]
    for phone, last in zip(phones, ("3 1", "1 3"), strict=True):
        write(
            phone,
            table,
            f"{url('table_sheet', table)}?deal=0" if last == "1 3" else "",
            b1="21 15",
            b2="50 70",
            b3=last,
        )
    said = text(phones[0].get(url("table_sheet", table)))
    assert "The two teams do not agree" in said
    assert "One team wrote 4–2, the other 2–4." in said
    boss = english(make.client_of(make.boss_of(table.tournament)))
    assert "change the sheets below where they are wrong" in text(boss.get(url("table_sheet", table)))


def test_the_games_of_a_match_are_typed_where_the_event_is_set_up() -> None:
    """R-SQU-01, R-SQU-02"""
    client = make.client_of(make.organiser())
    sent = {
        **AS_SHOWN,
        "preset": f"{GAME}:scopa_briscola_21",
        "kind": "danish",
        "boards": "Scopa, Tressette ,21, Burraco",
    }
    answer = client.post(reverse("event_create"), sent)
    assert answer.status_code == 303, re.findall(r'class="field__error"[^>]*>([^<]*)', answer.content.decode())
    event = Tournament.objects.latest("pk")
    assert (event.rules["boards"], event.entry_size) == (["Scopa", "Tressette", "21", "Burraco"], 4)
    few = english(client).post(reverse("event_create"), {**sent, "boards": "Scopa, 21"})
    assert "of a team 2 would sit in a match" in text(few)


def test_the_boards_stand_among_the_rules_and_may_be_changed_there() -> None:
    """R-SQU-01"""
    desk = Desk(make.knockout(entries=0, game=GAME, preset="scopa_briscola_21"))
    choices = shown(desk, "organise_rules")
    assert choices["rule_boards"] == "Scopa, Briscola, 21"
    desk.follow("organise_rules", **{**choices, "rule_boards": "Scopa, Scopone, 21"})
    assert desk.fresh().rules["boards"] == ["Scopa", "Scopone", "21"]
    assert "Scopa, Scopone, 21" in text(desk.get("event_rules"))
    assert "A match has 3 boards." in text(desk.get("event_rules"))


def test_the_name_of_the_game_says_once_that_teams_play() -> None:
    event = begun(format={"kind": "danish", "rounds": 2})
    page = text(make.client_of(make.boss_of(event)).get(reverse("event", args=[event.slug])))
    assert "Incontri a squadre" in page
    assert "a squadre a squadre" not in page


def test_boards_are_written_as_they_end_and_shown_with_their_games() -> None:
    """R-SQU-05, R-SQU-07"""
    event = begun(format={"kind": "danish", "rounds": 2})
    referee, table = english(make.client_of(make.boss_of(event))), make.tables_of(event)[0]
    assert write(referee, table, b2="61 59").status_code == 303
    page = text(referee.get(url("table_sheet", table)))
    assert "2 Briscola: has its result" in page
    assert "Record the boards" in page
    assert write(referee, table, b2="61 59").status_code == 422
    assert write(referee, table, b1="11 11", b3="lost a").status_code == 303
    found = Table.objects.get(pk=table.pk)
    assert (found.is_over, list(found.lines.order_by("index").values_list("points", flat=True))) == (True, [3, 3])
    match = text(referee.get(url("match", table)))
    for shown_on_page in ("Sheet 1", "Sheet 2", "Briscola 61 to 59", "Scopa 11 to 11", "21 0 to 21"):
        assert shown_on_page in match
    assert "Deal" not in match
    assert english(referee).get(reverse("results_grid", args=[event.slug])).status_code == 200


def test_no_page_of_a_match_of_teams_speaks_of_deals_or_lines(client: Client) -> None:
    event = begun(format={"kind": "danish", "rounds": 1})
    referee, (table, other, *_rest) = english(make.client_of(make.boss_of(event))), make.tables_of(event)
    assert "what is written appears here" in text(referee.get(url("match", table)))
    assert write(referee, table, b2="61 59").status_code == 303
    played = text(referee.get(url("match", table)))
    assert "sheet 2" in played
    assert "Only the points" not in played
    assert fault(referee, other, cause="no_show", offender="a").status_code == 303
    assert "written" not in text(referee.get(url("match", other)))
    typed = {"game": GAME, "preset": "scopa_briscola_21", "depth": "boards", "points_1_a": "99999", "points_1_b": "1"}
    refused = text(english(client).get(reverse("calculator_deal"), typed))
    assert "This sheet cannot be:" in refused
    assert "team A" in refused
    assert "line A" not in refused


def test_the_other_team_confirms_and_a_board_is_corrected_afterwards() -> None:
    """R-SQU-03, R-SQU-08"""
    event = begun(format={"kind": "danish", "rounds": 2})
    table = make.tables_of(event)[0]
    assert write(with_code(table, 0), table, b1="11 3", b2="61 59", b3="0 3").status_code == 303
    assert Table.objects.get(pk=table.pk).status == Table.Status.TO_CONFIRM
    other = with_code(table, 1)
    seen = Table.objects.get(pk=table.pk).version
    assert other.post(url("table_confirm", table), {"seen": seen, "key": "k"}).status_code == 303
    found = Table.objects.get(pk=table.pk)
    assert (found.is_over, found.lines.get(place=1).index) == (True, 0)
    boards = {"1": {"points": [3, 11]}, "2": {"points": [61, 59]}, "3": {"points": [0, 3]}}
    corrections.correct_score(
        actor=make.boss_of(event),
        tournament_id=event.pk,
        table_id=table.pk,
        content=make.sheet({"depth": "boards", "tiebreak": 0, "boards": boards}),
        seen=found.version,
        reason="Le squadre erano scambiate",
    )
    found.refresh_from_db()
    assert list(found.lines.order_by("index").values_list("points", "place")) == [(2, 2), (4, 1)]


def test_who_sits_is_named_before_the_match_and_shown_with_the_result() -> None:
    """R-SQU-16, R-SQU-17"""
    event = begun(format={"kind": "danish", "rounds": 2})
    referee, table = english(make.client_of(make.boss_of(event))), make.tables_of(event)[0]
    sheet = url("table_sheet", table)
    first, _second = table.lines.order_by("index")
    name = str(first.entry.members.get(position=2).person)
    assert name in text(referee.get(sheet))

    def send(**fields: str) -> Any:
        return referee.post(sheet, {**hidden(referee, table), "depth": "boards", **fields})

    unknown = send(who_1_a_1="4")
    assert unknown.status_code == 422
    assert f"Number 4 is nobody of the team {first.entry}." in text(unknown)
    assert "sits at board 1 already" in text(send(who_1_a_1="2", who_2_a_1="2"))
    phone = with_code(table, 0)
    fields = {**hidden(phone, table), "depth": "boards", "who_1_a_1": "2", "who_2_a_1": "1"}
    assert phone.post(sheet, fields).status_code == 303
    assert name in text(referee.get(url("match", table)))
    played = {"points_1_a": "11", "points_1_b": "3", "points_2_a": "60", "points_2_b": "60", "lost_3": "b"}
    assert send(**played, who_1_b_1="3").status_code == 303
    found = Table.objects.get(pk=table.pk)
    assert (found.is_over, list(found.lines.order_by("index").values_list("points", flat=True))) == (True, [5, 1])
    assert name in text(make.client_of().get(url("match", table)))


def test_a_phone_names_only_its_own_team_and_the_other_one_agrees() -> None:
    """R-SQU-18"""
    event = begun(format={"kind": "danish", "rounds": 2})
    table = make.tables_of(event)[0]
    sheet, phones = url("table_sheet", table), [english(with_code(table, line)) for line in (0, 1)]
    names = [str(line.entry.members.get(position=2).person) for line in table.lines.order_by("index")]
    for line in (0, 1):
        shown_names = text(phones[line].get(sheet))
        assert names[line] in shown_names
        assert names[1 - line] not in shown_names

    def send(line: int, **fields: str) -> Any:
        return phones[line].post(sheet, {**hidden(phones[line], table), "depth": "boards", **fields})

    refused = send(0, who_1_b_1="2")
    assert refused.status_code == 422
    assert "is said by that team or by an official" in text(refused)
    played = {f"points_{n}_{letter}": "1" if letter == "a" else "0" for n in "123" for letter in "ab"}
    assert send(0, **played, who_1_a_1="2").status_code == 303
    assert Table.objects.get(pk=table.pk).status == Table.Status.TO_CONFIRM
    boards = {str(number): {"points": [1, 0]} for number in (1, 2, 3)} | {"1": {"points": [1, 0], "who": [[], [2]]}}
    make.enter(table, make.sheet({"depth": "boards", "tiebreak": 0, "boards": boards}), actor=Actor(line=1, label="B"))
    found = Table.objects.get(pk=table.pk)
    assert found.is_over
    page = text(make.client_of().get(url("match", table)))
    assert names[0] in page
    assert names[1] in page


def test_two_teams_that_had_sat_in_each_others_places_lose_who_sat_where() -> None:
    """R-SQU-19, R-HND-08"""
    event = begun(format={"kind": "danish", "rounds": 2})
    first, second = make.tables_of(event)
    boss = english(make.client_of(make.boss_of(event)))
    people = {"who_1_a_1": "1", "who_1_b_1": "2"}
    for table in (first, second):
        played = {f"points_{n}_{letter}": "1" if letter == "a" else "0" for n in "123" for letter in "ab"}
        named = {**hidden(boss, table), "depth": "boards", **people, **played}
        assert boss.post(url("table_sheet", table), named).status_code == 303
    one, other = (table.lines.get(index=0).entry_id for table in (first, second))
    page = reverse("organise_as_seated", args=[event.slug, 1])
    assert "that is taken away" in text(boss.get(page, {"a": one, "b": other}))
    seen = str(make.fresh(event).version)
    sent = {"one": one, "other": other, "confirmed": "1", "reason": "Tavoli scambiati", "seen": seen}
    assert boss.post(page, sent).status_code == 303
    for table in (first, second):
        sheet = table.scoresheets.get(status="confirmed")
        assert sheet.content["games"][0]["deals"][0]["boards"]["1"] == {"points": [1, 0], "who": [[], [2]]}
        assert sheet.outcome["points"] == [6, 0]
    assert first.lines.get(index=0).entry_id == other
    assert list(violations_of(make.fresh(event))) == []

    # The sheets before name people of the other team: a step back never leads there, only to this one.
    back = {"table_id": first.pk, **make.where(event)}
    with pytest.raises(RefusedError, match="line_ups_forgotten"):
        scoresheets.undo_result(seen=Table.objects.get(pk=first.pk).version, **back)
    played = first.scoresheets.get(status="confirmed").content
    boards = {**played["games"][0]["deals"][0]["boards"], "2": {"points": [0, 1]}}
    corrected = make.sheet({"depth": "boards", "tiebreak": 0, "boards": boards})
    corrections.correct_score(seen=Table.objects.get(pk=first.pk).version, content=corrected, reason="Briscola", **back)
    scoresheets.undo_result(seen=Table.objects.get(pk=first.pk).version, **back)
    assert first.scoresheets.get(status="confirmed").content == played
    with pytest.raises(RefusedError, match="line_ups_forgotten"):
        scoresheets.undo_result(seen=Table.objects.get(pk=first.pk).version, **back)
    assert list(violations_of(make.fresh(event))) == []


def test_level_teams_of_a_knockout_play_the_decider() -> None:
    """R-SQU-09"""
    event = begun()
    referee, table = english(make.client_of(make.boss_of(event))), make.tables_of(event)[0]
    assert write(referee, table, b1="11 3", b2="60 60", b3="0 3").status_code == 303
    page = text(referee.get(url("table_sheet", table)))
    assert "The teams are level" in page
    assert "Decider" in page
    level = {**hidden(referee, table), "depth": "decider", "points_a": "2", "points_b": "2"}
    assert "until one team is ahead" in text(referee.post(url("table_sheet", table), level))
    assert referee.post(url("table_sheet", table), {**level, "points_b": "3"}).status_code == 303
    found = Table.objects.get(pk=table.pk)
    assert (found.is_over, found.lines.get(place=1).index) == (True, 1)


def fault(client: Client, table: Table, **typed: str) -> Any:
    """Send the page of a fault as it is shown."""
    page = client.get(url("table_forfeit", table)).content.decode()
    unseen = dict(re.findall(r'name="(game|deal|seen|base|key|tiebreak)" value="([^"]*)"', page))
    return client.post(url("table_forfeit", table), {**unseen, "reason": "Dieci minuti", "step": "save", **typed})


def sums_of(event: Tournament) -> list[tuple[str, int, str, int, int]]:
    """The standings: team, matches played, table points, difference, points made."""
    rows = [row.stage.tally for row in standings(make.fresh(event)).rows if row.stage is not None]
    names = dict(event.entries.values_list("pk", "label"))
    return [(names[each.key], each.played, str(each.points), each.difference, each.scored) for each in rows]


def test_a_team_that_does_not_come_is_behind_who_played_and_lost() -> None:
    """R-SQU-10"""
    event = begun(format={"kind": "danish", "rounds": 2})
    referee, (table, other) = english(make.client_of(make.boss_of(event))), make.tables_of(event)
    assert write(referee, table, b1="11 3", b2="61 59", b3="0 21").status_code == 303
    assert fault(referee, other, cause="no_show", offender="a").status_code == 303
    (first, second), (missing, waiting) = (
        [str(line.entry) for line in each.lines.order_by("index")] for each in (table, other)
    )
    assert sums_of(event) == [
        (waiting, 1, "3", 6, 6),
        (first, 1, "3", 2, 4),
        (second, 1, "0", -2, 2),
        (missing, 1, "0", -6, 0),
    ]
    page = text(referee.get(reverse("event_rules", args=[event.slug])))
    assert "A team that does not come loses every board of its match by forfeit." in page
    files = [content.decode("utf-8-sig") for content in dict(spreadsheets.archive_files(event)).values()]
    assert any(f"1;2;B;{waiting};6;" in each for each in files)


def test_a_team_that_does_not_come_loses_every_board_by_a_ruling_too() -> None:
    """R-SQU-10, R-PEN-09"""
    event = begun(format={"kind": "danish", "rounds": 1})
    table, other = make.tables_of(event)
    for each in (table, other):
        given(event, "no_show", each.lines.get(index=0).entry_id, table_id=each.pk)
    assert [points for _name, _played, _given, _difference, points in sums_of(event)] == [6, 6, 0, 0]
    assert verify(make.client_of().get(f"/api/v1/events/{event.slug}/state/").json()) == "OK\n"
    close(make.fresh(event))
    assert list(violations_of(make.fresh(event))) == []


def test_a_match_given_up_between_two_games_has_the_boards_of_both_in_the_file() -> None:
    """R-SQU-10"""
    event = begun(entries=2, format={"kind": "knockout", "best_of": {"every": 3}})
    referee, (table,) = english(make.client_of(make.boss_of(event))), make.tables_of(event)
    assert write(referee, table, b1="11 3", b2="61 59", b3="0 21").status_code == 303
    assert fault(referee, table, cause="abandon", offender="a").status_code == 303
    rows = [row[3:] for row in [*event_records.boards(event)][1:]]
    games = ("Scopa", "Briscola", "21")
    assert [row[0] for row in rows] == [game for game in games * 2 for _team in "AB"]
    assert [row[4:] for row in rows[6:8]] == [(None, 0, "yes"), (None, 2, "")]


def test_a_team_that_leaves_keeps_the_boards_that_are_written() -> None:
    """R-SQU-10"""
    event = begun(format={"kind": "danish", "rounds": 2})
    referee, table = english(make.client_of(make.boss_of(event))), make.tables_of(event)[0]
    assert "The score so far" not in text(referee.get(url("table_forfeit", table)))
    assert write(referee, table, b1="11 3").status_code == 303
    assert fault(referee, table, cause="abandon", offender="a").status_code == 303
    assert list(Table.objects.get(pk=table.pk).lines.order_by("index").values_list("points", flat=True)) == [2, 4]


def test_an_evening_of_teams_is_filed() -> None:
    event = begun(format={"kind": "danish", "rounds": 1})
    referee, (table, other) = make.client_of(make.boss_of(event)), make.tables_of(event)
    sent = {**hidden(referee, table), "depth": "boards", "points_1_a": "11", "points_1_b": "3", "who_1_b_1": "3"}
    assert referee.post(url("table_sheet", table), {**sent, "lost_2": "a"}).status_code == 303
    assert write(referee, table, b3="3 3").status_code == 303
    assert fault(referee, other, cause="no_show", offender="both").status_code == 303
    close(make.fresh(event))
    tables = spreadsheets.tables_of(make.fresh(event))
    assert "deals" not in tables
    _heading, *rows = tables["boards"].rows(make.fresh(event))
    first, second = map(str, event.entries.filter(lines__table=table).order_by("lines__index"))
    third = rows[1][6]
    assert third == str(table.lines.get(index=1).entry.members.get(position=3).person)
    assert [row[2:6] + row[7:] for row in rows[:6]] == [
        (1, "Scopa", "A", first, 11, 2, ""),
        (1, "Scopa", "B", second, 3, 0, ""),
        (2, "Briscola", "A", first, None, 0, "sì"),
        (2, "Briscola", "B", second, None, 2, ""),
        (3, "21", "A", first, 3, 1, ""),
        (3, "21", "B", second, 3, 1, ""),
    ]
    assert [(row[1], *row[7:]) for row in rows[6:]] == [(2, None, 0, "sì")] * 6


def test_the_paper_of_a_match_has_a_row_for_each_board_by_its_name() -> None:
    event = begun(entries=2)
    organiser, table = english(make.client_of(make.boss_of(event))), make.tables_of(event)[0]
    rows = ["Scopa", "Briscola", "21", "Decider", "Total", "Signature"]
    for name in ("print_sheets", "organise_print"):
        page = organiser.get(reverse(name, args=[event.slug])).content.decode()
        assert re.findall(r'<th scope="row">([^<]*)</th>', page) == rows
        assert page.count("<td></td>") == 2 * len(rows)
        assert "The boards one by one" in page
    assert [code_of(table, line) in page for line in (0, 1)] == [True, True]
    assert "each team gets one" in page


def test_a_whole_evening_of_teams_from_the_list_to_the_files() -> None:
    """R-SQU-07, R-SQU-10, R-SQU-15, R-SQU-16, R-PLY-01"""
    desk = Desk(make.knockout(entries=0, game=GAME, preset="scopa_briscola_21", format={"kind": "danish", "rounds": 2}))
    names = ("Arci", "Bocciofila", "Circolo", "Dopolavoro")
    typed = "\n".join(f"{name}: {', '.join(f'{name}{letter} Anna' for letter in 'abcd')}" for name in names)
    assert desk.client.post(desk.url("organise_import"), {"text": typed, "confirm": "1"}).status_code == 303
    event = make.called(make.drawn(make.closed(make.fresh(desk.event))))
    first, second = make.tables_of(event, 1)
    phone = with_code(first, 0)
    fields = {**hidden(phone, first), "depth": "boards", "who_1_a_1": "4"}
    assert phone.post(url("table_sheet", first), fields).status_code == 303
    assert write(desk.client, first, b1="11 3", b2="61 59", b3="0 21").status_code == 303
    assert write(desk.client, second, b1="11 3").status_code == 303
    assert fault(desk.client, second, cause="abandon", offender="b").status_code == 303
    event = make.called(pair(make.fresh(event)), round=2)
    third, fourth = make.tables_of(event, 2)
    assert fault(desk.client, third, cause="no_show", offender="b").status_code == 303
    assert write(desk.client, fourth, b1="11 11", b2="lost a", b3="3 0").status_code == 303
    close(make.fresh(event))
    gives = Counter[tuple[int, str]]()
    for row in [*event_records.boards(event)][1:]:
        gives[row[1], row[5]] += row[8]  # type: ignore[index]
    lines = TableLine.objects.filter(table__tournament=event).select_related("entry", "table")
    kept = Counter[str]()
    for line in lines:
        kept[str(line.entry)] += line.points
    for name in names:
        assert sum(points for (_table, team), points in gives.items() if team == name) == kept[name]
    assert {team: scored for team, _played, _points, _difference, scored in sums_of(event)} == dict(kept)
    assert next((row.name, row.points) for row in player_standings(event) or ()) == (
        str(first.lines.get(index=0).entry.members.get(position=4).person),
        2,
    )
    assert verify(make.client_of().get(f"/api/v1/events/{event.slug}/state/").json()) == "OK\n"
    assert list(violations_of(make.fresh(event))) == []
    for name in ("print_standings", "print_certificates", "print_entries", "screen", "event_standings"):
        assert desk.get(name).status_code == 200, name


def test_the_decider_of_a_match_is_filed_with_its_boards() -> None:
    """R-SQU-09"""
    event = begun()
    referee, table = make.client_of(make.boss_of(event)), make.tables_of(event)[0]
    assert write(referee, table, b1="11 3", b2="60 60", b3="0 3").status_code == 303
    sent = {**hidden(referee, table), "depth": "decider", "points_a": "2", "points_b": "3"}
    assert referee.post(url("table_sheet", table), sent).status_code == 303
    rows = list(event_records.boards(make.fresh(event)))
    assert [(row[2], row[3], row[7], row[8]) for row in rows[-2:]] == [
        ("", "Spareggio", 2, ""),
        ("", "Spareggio", 3, ""),
    ]
