"""A table over the API: its state, its form, results of lines and officials, what is refused and how."""

from collections.abc import Callable
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from tests.tournaments import factories as make
from tests.tournaments.api.asking import Asker, asker_of, at_rest, key_of
from tests.tournaments.api.table_sheets import WON, at, phone, points, send, whole
from tournaments.accounts.writes import event_passes
from tournaments.frame.policies import Role
from tournaments.models import Club, ClubMembership, EntryMember, Round, Scoresheet, Table, Tournament, User
from tournaments.timing.writes import clocks

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Tournament:
    """Eight pairs, the first round called; a match is one game to 21."""
    return make.called(entries=8)


@pytest.fixture
def table(event: Tournament) -> Table:
    return make.tables_of(event)[0]


@pytest.fixture
def boss(event: Tournament) -> Asker:
    return asker_of(make.boss_of(event).user)


def test_a_deal_costs_as_many_queries_in_a_large_event_as_in_a_small_one() -> None:
    costs = []
    for entries in (4, 16):
        tables = make.tables_of(make.called(entries=entries))
        asker = asker_of(make.boss_of(tables[0].tournament).user)
        # What a process does once is no part of it.
        assert asker.post(at(tables[0], "deal"), points(3, 1, seen=tables[0].version)).status_code == 200
        with CaptureQueriesContext(connection) as queries:
            assert asker.post(at(tables[1], "deal"), points(3, 1, seen=tables[1].version)).status_code == 200
        costs.append(len(queries))
    assert costs[0] == costs[1]


@pytest.mark.parametrize("best_of", [1, 3])
def test_what_a_write_answers_is_what_is_read_after_it(best_of: int) -> None:
    """By the phones of both lines, who contradict each other, and by two officials, one after the other."""
    table = make.tables_of(make.called(entries=8, format={"best_of": {"quarterfinal": best_of}}))[0]
    first, second = phone(table, 0), phone(table, 1)
    boss, referee = (
        Client(headers={"authorization": f"Bearer {key_of(account)}", "accept-language": "en"})
        for account in (make.boss_of(table.tournament).user, make.with_role(table.tournament, Role.REFEREE))
    )
    game = {"deals": [points(3, 1)["values"]] * 7}
    other = {"deals": [points(1, 3)["values"]] * 7}
    need = best_of // 2 + 1
    writes: list[tuple[Client, str, dict[str, Any]]] = [
        (first, "deal", points(3, 1)),
        (boss, "deal", points(2, 2)),
        (first, "score", {"games": [game] * need}),
        (second, "score", {"games": [other] * need}),
        (referee, "score", {"games": [other] * need}),
    ]
    statuses = []
    for client, end, body in writes:
        table.refresh_from_db()
        answer = send(client, at(table, end), {**body, "seen": table.version})
        assert answer.status_code == 200, answer.content
        assert at_rest(answer.json()) == at_rest(client.get(f"/api/v1/{at(table)}").json())
        statuses.append(answer.json()["status"])
    assert statuses == ["playing", "playing", "to_confirm", "disputed", "done"]


# The state, the form, a deal


def test_the_state_of_a_table_says_what_may_be_done(table: Table, boss: Asker) -> None:
    state = boss.get(at(table)).json()
    assert (state["number"], state["version"], state["status"]) == (table.number, table.version, "called")
    assert [line["letter"] for line in state["lines"]] == ["A", "B"]
    assert state["may"]["enter"] is True
    assert state["next"] == {"game": 0, "deal": 0, "tiebreak": 0}
    assert state["you"] == {"role": "organiser", "line": None}


def test_a_deal_is_described_previewed_and_written(table: Table, boss: Asker) -> None:
    form = boss.get(at(table, "deal")).json()
    fields = {field["name"]: field for field in form["fields"]}
    assert fields["depth"]["choices"] == ["points", "awards", "counts"]
    assert fields["points_a"]["most"] > 3
    preview = boss.post(at(table, "deal/preview"), points(3, 1))
    assert (preview.status_code, preview.json()["totals"]) == (200, [3, 1])
    assert Scoresheet.objects.count() == 0
    state = boss.post(at(table, "deal"), points(3, 1, seen=table.version)).json()
    assert state["games"][0]["deals"][0]["points"] == [3, 1]
    assert state["next"] == {"game": 0, "deal": 1, "tiebreak": 0}
    assert state["versions"][0]["entered_by"]
    assert boss.get(at(table, "deal") + "?game=0&deal=0").json()["values"]["points_a"] == "3"


def test_a_deal_that_was_counted_is_explained(table: Table, boss: Asker) -> None:
    counts = {
        "depth": "counts",
        "cards_a": 22,
        "cards_b": 18,
        "coins_a": 6,
        "coins_b": 4,
        "settebello": "a",
        "primiera": "b",
        "sweeps_a": 1,
        "sweeps_b": 0,
    }
    done = boss.post(at(table, "deal"), {"values": counts, "seen": table.version}).json()
    (deal,) = done["games"][0]["deals"]
    reasons = {award["code"]: (award["text"], award["points"]) for award in deal["awards"]}
    assert reasons["settebello"] == ("Settebello", [1, 0])
    again = boss.post(at(table, "deal"), {"values": deal["values"], "game": 0, "deal": 0, "seen": done["version"]})
    assert again.json()["games"][0]["deals"] == done["games"][0]["deals"]


def test_a_deal_in_the_middle_is_changed(table: Table, boss: Asker) -> None:
    state = boss.post(at(table, "score"), whole((3, 1), (2, 2), seen=table.version)).json()
    body = points(4, 0, seen=state["version"], game=0, deal=0)
    assert boss.post(at(table, "deal"), body).json()["games"][0]["totals"] == [6, 2]


def test_a_match_is_written_whole_or_by_its_total(table: Table, boss: Asker, event: Tournament) -> None:
    done = boss.post(at(table, "score"), whole(*WON, seen=table.version)).json()
    assert (done["status"], done["next"], [line["place"] for line in done["lines"]]) == ("done", None, [1, 2])
    other = make.tables_of(event)[1]
    done = boss.post(at(other, "total"), {"points": [14, 21], "seen": other.version}).json()
    assert (done["status"], done["games"][0]["total_only"]) == ("done", True)
    third = make.tables_of(event)[2]
    done = boss.post(at(third, "score"), {"games": [{"total": [21, 3]}], "seen": third.version}).json()
    assert (done["status"], done["games"][0]["total_only"]) == ("done", True)


# What is refused


def test_who_is_second_is_told_how_the_table_stands(table: Table, boss: Asker) -> None:
    boss.post(at(table, "deal"), points(3, 1, seen=table.version))
    late = boss.post(at(table, "deal"), points(2, 2, seen=table.version))
    assert (late.status_code, late.json()["code"]) == (409, "stale_version")
    current = late.json()["current"]
    assert current == boss.get(at(table)).json() | {"clock": current["clock"]}
    assert current["games"][0]["totals"] == [3, 1]
    by_header = boss.post(at(table, "deal"), points(2, 2), If_Match=f'"{current["version"]}"')
    assert by_header.status_code == 200


def test_a_refusal_names_the_field_the_value_and_the_rule(table: Table, boss: Asker) -> None:
    wrong = boss.post(at(table, "deal"), points("tre", 1, seen=table.version))
    assert wrong.status_code == 422
    problem = wrong.json()
    assert problem["code"] == "whole_number"
    assert "tre" in problem["detail"]
    assert problem["errors"][0] | {"detail": ""} == {
        "field": "values.points_a",
        "code": "whole_number",
        "value": "tre",
        "detail": "",
    }
    wrong = boss.post(at(table, "score"), whole((3, 1), (99, 99), seen=table.version)).json()
    assert wrong["errors"][0]["field"] == "games.0.deals.1.points_a"
    assert wrong["code"] == "points_bound"
    assert Scoresheet.objects.count() == 0


@pytest.mark.parametrize(
    ("body", "field"),
    [
        (points(3, 1), "seen"),
        ({"seen": 1}, "values"),
        (points(3, 1, seen=-1), "seen"),
        (points([3], 1, seen=1), "values.points_a"),
        (points(3, 1, seen=1, who="me"), "who"),
    ],
)
def test_a_body_that_cannot_be_is_refused_by_its_field(table: Table, boss: Asker, body: Any, field: str) -> None:
    wrong = boss.post(at(table, "deal"), body)
    assert wrong.status_code == 422
    assert wrong.json()["errors"][0]["field"] == field


def test_deals_or_a_total_but_not_both(table: Table, boss: Asker) -> None:
    for game in ({}, {"deals": [], "total": [21, 3]}):
        wrong = boss.post(at(table, "score"), {"games": [game], "seen": table.version})
        assert wrong.json()["errors"][0]["code"] == "deals_or_total"


def test_the_same_key_writes_once(table: Table, boss: Asker) -> None:
    body = points(3, 1, seen=table.version)
    first = boss.post(at(table, "deal"), body, Idempotency_Key="deal-1")
    second = boss.post(at(table, "deal"), body, Idempotency_Key="deal-1")
    assert (first.status_code, second.status_code) == (200, 200)
    assert second["Idempotency-Replayed"] == "true"
    assert second.json() == first.json()
    assert Scoresheet.objects.count() == 1
    other = boss.post(at(table, "deal"), points(2, 2, seen=table.version), Idempotency_Key="deal-1")
    assert (other.status_code, other.json()["code"]) == (422, "idempotency_mismatch")


# Who may write: thirteen kinds of visitors


def _player(table: Table, line: int) -> Client:
    entry = table.lines.get(index=line).entry
    assert entry is not None
    account = make.user()
    member = EntryMember.objects.filter(entry=entry).select_related("person").first()
    assert member is not None
    member.person.user = account
    member.person.save()
    return make.client_of(account)


def _with_pass(table: Table) -> Client:
    entry = table.lines.get(index=1).entry
    assert entry is not None
    boss = make.boss_of(table.tournament)
    (issued,) = event_passes.issue_passes(actor=boss, tournament_id=table.tournament_id, entry_ids=[entry.pk])
    client = Client()
    opened = client.post(reverse("open_pass", args=[table.tournament.slug, issued.secret]))
    assert opened.status_code in (302, 303)
    return client


def _club_admin(club: Club) -> Client:
    account = make.user()
    ClubMembership.objects.create(club=club, user=account, role="admin")
    return make.client_of(account)


def _at_home(table: Table) -> Client:
    club = Club.objects.create(name="Circolo di casa")
    Tournament.objects.filter(pk=table.tournament_id).update(club=club)
    return _club_admin(club)


def _superuser(table: Table) -> Client:
    account = make.user()
    User.objects.filter(pk=account.pk).update(is_superuser=True)
    return make.client_of(User.objects.get(pk=account.pk))


def _hall(table: Table) -> int:
    return table.hall_number or 0


def _with_role(role: str, *tables: int) -> Callable[[Table], Client]:
    return lambda table: make.client_of(
        make.with_role(table.tournament, role, tables=[_hall(table) + each for each in tables])
    )


VISITORS: dict[str, tuple[Callable[[Table], Client], int]] = {
    "anonymous": (lambda table: Client(), 401),
    "player": (lambda table: _player(table, 0), 200),
    "player of another table": (lambda table: _player(make.tables_of(table.tournament)[1], 0), 404),
    "table code": (lambda table: phone(table, 0), 200),
    "event pass": (_with_pass, 200),
    "scorer": (_with_role(Role.SCORER, 0), 200),
    "scorer elsewhere": (_with_role(Role.SCORER, 1), 403),
    "referee": (_with_role(Role.REFEREE), 200),
    "referee of another": (lambda table: make.client_of(make.with_role(make.event(), Role.REFEREE)), 404),
    "organiser": (lambda table: make.client_of(make.boss_of(table.tournament)), 200),
    "organiser of another": (lambda table: make.client_of(make.boss_of(make.event())), 404),
    "club admin": (_at_home, 200),
    "another club's admin": (lambda table: _club_admin(Club.objects.create(name="Altro circolo")), 404),
    "superuser": (_superuser, 200),
}


@pytest.mark.parametrize("who", VISITORS)
def test_who_may_write_a_deal(table: Table, who: str) -> None:
    build, expected = VISITORS[who]
    client = build(table)
    answer = send(client, at(table, "deal"), points(3, 1, seen=table.version))
    assert answer.status_code == expected, answer.content
    assert Scoresheet.objects.count() == (1 if expected == 200 else 0)
    missing = send(client, at(table, "deal").replace(f"/{table.number}/", "/9999/"), points(3, 1, seen=table.version))
    assert missing.status_code == 404
    if expected == 404:
        told = {**answer.json(), "instance": None}
        assert told == {**missing.json(), "instance": None}


@pytest.mark.parametrize(
    ("scopes", "expected"), [(("read",), 403), (("results",), 200), (("direct",), 200), (("organise",), 200)]
)
def test_a_token_does_what_its_scope_lets_it(table: Table, scopes: tuple[str, ...], expected: int) -> None:
    asker = asker_of(make.boss_of(table.tournament).user, *scopes)
    assert asker.post(at(table, "deal"), points(3, 1, seen=table.version)).status_code == expected


# Confirmed, disputed, taken back


def test_the_other_line_confirms_and_may_take_nothing_back(table: Table) -> None:
    first, second = phone(table, 0), phone(table, 1)
    sent = send(first, at(table, "score"), whole(*WON, seen=table.version)).json()
    assert (sent["status"], sent["may"]["confirm"], sent["versions"][0]["entered_by_line"]) == ("to_confirm", False, 0)
    undo = send(first, at(table, "undo"), {"seen": sent["version"]})
    assert undo.status_code == 401
    agreed = send(second, at(table, "confirm"), {"seen": sent["version"]})
    assert (agreed.status_code, agreed.json()["status"]) == (200, "done")


def test_a_line_types_its_total_again_until_it_is_answered(table: Table) -> None:
    first, second = phone(table, 0), phone(table, 1)
    sent = send(first, at(table, "total"), {"points": [21, 17], "seen": table.version}).json()
    again = send(first, at(table, "total"), {"points": [12, 21], "seen": sent["version"]}).json()
    assert (sent["may"]["total"], again["status"]) == (True, "to_confirm")
    assert [game["totals"] for game in again["games"]] == [[12, 21]]
    assert not second.get(f"/api/v1/{at(table)}").json()["may"]["total"]


def test_two_results_against_each_other_call_the_referee(table: Table, boss: Asker) -> None:
    first, second = phone(table, 0), phone(table, 1)
    sent = send(first, at(table, "score"), whole(*WON, seen=table.version)).json()
    other = send(second, at(table, "score"), whole(*(((1, 3),) * 7), seen=sent["version"])).json()
    assert (other["status"], other["referee_called"]) == ("disputed", True)
    assert boss.get(at(table)).json()["contradicted"] == [21, 7]
    seen = boss.post(at(table, "referee-seen")).json()
    assert seen["referee_called"] is False
    noted = send(first, at(table, "referee-seen"), {})
    assert noted.status_code in (401, 403)
    undone = boss.post(at(table, "undo"), {"seen": other["version"], "reason": "Era l'altro tavolo"}).json()
    assert undone["versions"][-1]["status"] == "undone"
    assert boss.get(at(table, "sheet/versions/1")).json()["games"][0]["totals"] == [21, 7]
    assert boss.get(at(table, "sheet/versions/9")).status_code == 404


def test_a_scorer_takes_no_confirmed_result_back(table: Table, event: Tournament) -> None:
    make.play(table)
    scorer = asker_of(make.with_role(event, Role.SCORER, tables=[_hall(table)]))
    version = scorer.get(at(table)).json()["version"]
    assert scorer.post(at(table, "undo"), {"seen": version}).status_code == 403


def test_a_line_calls_the_referee(table: Table) -> None:
    called = send(phone(table, 0), at(table, "call-referee"), {})
    assert called.json()["referee_called"] is True


# Time, ties, the last capture


def test_time_ends_the_match_after_the_last_deal(table: Table, boss: Asker) -> None:
    state = boss.post(at(table, "deal"), points(5, 3, seen=table.version)).json()
    done = boss.post(at(table, "time"), {"seen": state["version"]}).json()
    assert (done["status"], done["ending"]) == ("done", "time")


def test_a_match_without_a_deal_ends_only_when_its_time_is_over(table: Table, boss: Asker, event: Tournament) -> None:
    early = boss.post(at(table, "time"), {"seen": table.version})
    assert (early.status_code, early.json()["code"]) == (422, "deal_missing")
    clocks.start_clock(actor=make.boss_of(event), tournament_id=event.pk, number=1, minutes=60)
    Round.objects.filter(tournament=event, number=1).update(time_called_at=timezone.now())
    level = boss.post(at(table, "time"), {"seen": table.version}).json()
    assert (level["status"], level["tie"]["number"], level["next"]["tiebreak"]) == ("playing", 1, 1)


def test_the_last_capture_decides_after_three_level_deals(table: Table, boss: Asker) -> None:
    state = boss.post(at(table, "deal"), points(4, 4, seen=table.version, time_called=True)).json()
    for number in (1, 2, 3):
        assert state["tie"]["number"] == number
        values = points(2, 2)["values"] | ({"last_capture": "b"} if number == 3 else {})
        body = {"values": values, "time_called": True, "seen": state["version"]}
        state = boss.post(at(table, "deal"), body).json()
    assert (state["status"], state["ending"]) == ("done", "last_capture")
    assert [line["place"] for line in state["lines"]] == [1, 2]


def test_tie_breaks_are_written_with_the_whole_match(table: Table, boss: Asker) -> None:
    values = [points(4, 4)["values"], points(2, 1)["values"] | {"tiebreak": 1}]
    body = {"games": [{"deals": values, "time_called": True}], "seen": table.version}
    done = boss.post(at(table, "score"), body).json()
    assert (done["status"], done["ending"]) == ("done", "tiebreak")
