"""What only officials do over the API: corrections, faults, absences, clocks, penalties, free places."""

from typing import Any

import pytest
from django.utils import timezone

from tests.tournaments import factories as make
from tests.tournaments.api.asking import Asker, asker_of, key_of
from tests.tournaments.api.table_sheets import WON, at, phone, points, send, whole
from tournaments.frame.policies import Role
from tournaments.games import registry
from tournaments.models import Ruling, Scoresheet, Table, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def event() -> Tournament:
    return make.called(entries=8)


@pytest.fixture
def table(event: Tournament) -> Table:
    return make.tables_of(event)[0]


@pytest.fixture
def referee(event: Tournament) -> Asker:
    return asker_of(make.with_role(event, Role.REFEREE))


def of_event(event: Tournament, end: str) -> str:
    return f"events/{event.slug}/{end}"


# Corrections


def test_a_correction_says_what_it_touches_and_is_saved_once_that_was_seen(event: Tournament, referee: Asker) -> None:
    make.play_round(event)
    make.called(event, round=2)
    table = make.tables_of(event)[0]
    seen = referee.get(at(table)).json()["version"]
    draft = {"games": [{"deals": [points(1, 3)["values"]] * 7}]}
    preview = referee.post(at(table, "correction/preview"), draft).json()
    assert (preview["permitted"], preview["outcome"]["places"]) == ("needs_reason", [2, 1])
    assert [each["number"] for each in preview["tables"]] == preview["accepted"]
    assert preview["tables"][0]["is_called"] is True
    assert len(preview["entries"]) >= 2

    unseen = referee.post(at(table, "correction"), {**draft, "reason": "Scambiate", "seen": seen})
    assert (unseen.status_code, unseen.json()["code"]) == (422, "consequences_changed")
    nothing = referee.post(at(table, "correction"), {**draft, "seen": seen})
    assert nothing.json()["errors"][0]["field"] == "reason"
    saved = {**draft, "reason": "Scambiate", "seen": seen, "accepted": preview["accepted"]}
    done = referee.post(at(table, "correction"), saved)
    assert done.status_code == 200, done.content
    assert [line["place"] for line in done.json()["lines"]] == [2, 1]
    stale = referee.post(at(table, "correction"), saved)
    assert (stale.status_code, stale.json()["current"]["version"]) == (409, done.json()["version"])


def test_what_is_not_finished_is_not_corrected(table: Table, referee: Asker) -> None:
    wrong = referee.post(at(table, "correction/preview"), {"games": [{"deals": [points(1, 3)["values"]] * 7}]})
    assert (wrong.status_code, wrong.json()["code"]) == (422, "not_finished")


# Faults and absences


@pytest.fixture
def online() -> Table:
    """A table of a ruleset in which a line may lose by fault, and by its own clock."""
    return make.tables_of(make.called(entries=4, preset="online_002"))[0]


FAULT = {"cause": "abandon", "offender": "b", "moment": "between_deals"}


def test_a_fault_is_described_previewed_and_ruled(online: Table) -> None:
    asker = asker_of(make.with_role(online.tournament, Role.REFEREE))
    form = asker.get(at(online, "forfeit")).json()
    assert "abandon" in [each["cause"] for each in form["causes"]]
    assert {field["name"] for field in form["fields"]} >= set(FAULT)
    state = asker.post(at(online, "deal"), points(3, 1, seen=online.version)).json()
    preview = asker.post(at(online, "forfeit/preview"), {"values": FAULT})
    assert (preview.status_code, preview.json()["ending"]) == (200, "forfeit")
    assert Scoresheet.objects.filter(table=online).count() == 1
    body = {"values": FAULT, "reason": "Se ne sono andati", "seen": state["version"]}
    wrong = asker.post(at(online, "forfeit"), {**body, "values": {**FAULT, "cause": "tired"}}).json()
    assert (wrong["code"], wrong["errors"][0]["field"]) == ("cause_not_allowed", "values.cause")
    done = asker.post(at(online, "forfeit"), body).json()
    assert (done["status"], done["ending"], done["forfeit"]["offenders"]) == ("done", "forfeit", [1])
    assert Ruling.objects.get(table=online).reason == "Se ne sono andati"
    played = {"games": [{"deals": [points(3, 1)["values"]] * 5}], "reason": "Sono tornati", "seen": done["version"]}
    kept = asker.post(at(online, "correction/preview"), played)
    assert kept.json().get("code") != "correction_unfinished"


def test_a_fault_is_for_referees(online: Table) -> None:
    scorer = asker_of(make.with_role(online.tournament, Role.SCORER, tables=[online.hall_number or 0]))
    body = {"values": FAULT, "reason": "Via", "seen": online.version}
    assert scorer.post(at(online, "forfeit"), body).status_code == 403
    assert send(phone(online, 0), at(online, "forfeit"), body).status_code in (401, 404)


def test_nobody_came_and_both_lines_lose(table: Table, referee: Asker) -> None:
    state = referee.get(at(table)).json()
    entries = [line["entry"] for line in state["lines"]]
    body = {"entries": entries, "kind": "no_show", "reason": "Nessuno al tavolo"}
    preview = referee.post(at(table, "absence/preview"), body).json()
    assert [each["place"] for each in preview["results"]] == [None, None]
    assert Ruling.objects.count() == 0
    done = referee.post(at(table, "absence"), body).json()
    assert (done["status"], done["ending"]) == ("done", "forfeit")
    assert {each["kind"] for each in done["rulings"]} == {"no_show"}
    foreign = {**body, "entries": [10**6]}
    assert referee.post(at(table, "absence"), foreign).json()["code"] == "entry_missing"


def test_an_absence_is_held_against_the_version_that_was_read(table: Table, referee: Asker) -> None:
    state = referee.get(at(table)).json()
    body = {"entries": [state["lines"][0]["entry"]], "kind": "no_show", "reason": "Assente"}
    by_header = referee.post(at(table, "absence"), body, if_match='"99999"')
    by_body = referee.post(at(table, "absence"), {**body, "seen": state["version"] + 1})
    assert (by_header.status_code, by_body.status_code) == (409, 409)
    assert by_header.json()["code"] == by_body.json()["code"] == "stale_version"
    assert by_header.json()["current"]["version"] == by_body.json()["current"]["version"] == state["version"]
    assert not Ruling.objects.exists()
    assert referee.get(at(table)).json()["version"] == state["version"]
    assert referee.post(at(table, "absence"), {**body, "seen": state["version"]}).json()["status"] == "done"
    unknown = referee.post(at(table, "absence/preview"), {**body, "seen": state["version"]}).json()
    assert unknown["errors"][0]["code"] == "unknown_field"


@pytest.mark.parametrize(
    ("step", "body", "done"),
    [
        pytest.param("call-referee", {}, None, id="call"),
        pytest.param("referee-seen", {}, None, id="seen"),
        pytest.param("missing", {"line": 1}, None, id="missing"),
        pytest.param("arrived", {"line": 1}, None, id="arrived"),
        pytest.param("clock/start", {"minutes": 40}, None, id="clock"),
        pytest.param("clock/extra-time", {"minutes": 5, "reason": "Mazzo"}, "clock_not_running", id="extra time"),
    ],
)
def test_a_step_that_asks_for_no_version_is_held_against_the_one_that_is_said(
    table: Table, referee: Asker, step: str, body: dict[str, Any], done: str | None
) -> None:
    before = make.fresh(table.tournament).version
    unreadable = referee.post(at(table, step), body, if_match="nonsense")
    stale = referee.post(at(table, step), body, if_match='"99999"')
    assert (unreadable.status_code, unreadable.json()["code"]) == (422, "if_match_unreadable")
    assert (stale.status_code, stale.json()["current"]["version"]) == (409, table.version)
    assert make.fresh(table.tournament).version == before
    on_it = referee.post(at(table, step), body, if_match=f'"{table.version}"')
    assert (on_it.status_code, on_it.json().get("code")) == ((200, None) if done is None else (422, done))


def test_a_line_that_is_late_is_reported_and_has_come(table: Table, referee: Asker) -> None:
    reported = send(phone(table, 0), at(table, "missing"), {"line": 1}).json()
    assert reported["lines"][1]["missing_since"] is not None
    own = send(phone(table, 0), at(table, "missing"), {"line": 0})
    assert (own.status_code, own.json()["code"]) == (422, "own_absence")
    came = referee.post(at(table, "arrived"), {"line": 1}).json()
    assert came["lines"][1]["arrived_at"] is not None
    nobody = referee.post(at(table, "missing"), {"line": 5}).json()
    assert (nobody["code"], nobody["errors"][0]["field"]) == ("line_missing", "line")


# Clocks


def test_a_table_has_a_clock_of_its_own(table: Table, referee: Asker) -> None:
    started = referee.post(at(table, "clock/start"), {"minutes": 40}).json()["clock"]
    assert (started["state"], started["is_own"], started["length_ms"]) == ("running", True, 2_400_000)
    assert referee.post(at(table, "clock/pause")).json()["clock"]["state"] == "paused"
    again = referee.post(at(table, "clock/pause"))
    assert (again.status_code, again.json()["code"]) == (422, "table_clock_is_paused")
    assert referee.post(at(table, "clock/resume")).json()["clock"]["state"] == "running"
    more = referee.post(at(table, "clock/extra-time"), {"minutes": 5, "reason": "Mazzo"}).json()["clock"]
    assert more["left_ms"] > 2_600_000
    assert referee.post(at(table, "clock/extra-time"), {"minutes": 0, "reason": "x"}).json()["code"] == "extra_range"
    assert referee.post(at(table, "clock/stop")).json()["clock"]["is_own"] is False
    assert referee.get(at(table, "clock")).json()["is_own"] is False


def test_lines_have_clocks_where_a_clock_costs_the_match(online: Table, table: Table, referee: Asker) -> None:
    scorer = asker_of(make.with_role(online.tournament, Role.SCORER, tables=[online.hall_number or 0]))
    assert scorer.post(at(online, "line-clocks/run"), {"line": 0}).json()["code"] == "line_clocks_not_set"
    state = scorer.post(at(online, "line-clocks/set"), {"minutes": 20}).json()
    assert [line["clock_left_ms"] for line in state["lines"]] == [1_200_000] * 2
    state = scorer.post(at(online, "line-clocks/run"), {"line": 1}).json()
    assert [line["clock_runs"] for line in state["lines"]] == [False, True]
    state = scorer.post(at(online, "line-clocks/stop")).json()
    assert [line["clock_runs"] for line in state["lines"]] == [False, False]
    assert referee.get(at(table, "line-clocks")).status_code == 404
    assert send(phone(online, 0), at(online, "line-clocks/run"), {"line": 1}).status_code in (401, 404)


# Penalties


def test_a_penalty_is_previewed_given_found_and_cancelled(event: Tournament, table: Table, referee: Asker) -> None:
    entry = referee.get(at(table)).json()["lines"][0]["entry"]
    body = {"entry": entry, "kind": "vp", "value": 2, "table": table.number, "reason": "Telefono"}
    assert referee.post(of_event(event, "penalties/preview/"), body).json()["moved"][0]["entry"] == entry
    assert Ruling.objects.count() == 0
    given = referee.post(of_event(event, "penalties/"), body)
    assert (given.status_code, given.json()["table"], given.json()["value"]) == (201, table.number, 2)
    pk = given.json()["id"]
    for query, found in (("status=in_force", [pk]), ("kind=loss", []), (f"table={table.number}", [pk])):
        assert [each["id"] for each in referee.get(of_event(event, f"penalties/?{query}")).json()["results"]] == found
    assert referee.get(of_event(event, "penalties/?who=1")).status_code == 400
    path = of_event(event, f"penalties/{pk}/")
    assert referee.post(f"{path}cancel/", {"reason": ""}).json()["errors"][0]["field"] == "reason"
    assert referee.post(f"{path}cancel/", {"reason": "Era un altro"}).json()["status"] == "cancelled"
    assert referee.get(path).json()["cancel_reason"] == "Era un altro"


def test_a_penalty_is_refused_by_its_field(event: Tournament, table: Table, referee: Asker) -> None:
    entry = referee.get(at(table)).json()["lines"][0]["entry"]
    path = of_event(event, "penalties/")
    cases = [
        ({"entry": entry, "kind": "loss"}, "penalty_needs_table", "table"),
        ({"entry": entry, "kind": "vp"}, "penalty_value", "value"),
        ({"entry": entry, "kind": "warning", "value": 3}, "penalty_without_value", "value"),
        ({"entry": 10**6, "kind": "warning"}, "entry_missing", "entry"),
        ({"entry": entry, "kind": "loss", "table": 9999}, "table_missing", "table"),
    ]
    for body, code, field in cases:
        wrong = referee.post(path, {**body, "reason": "Perché sì"})
        assert (wrong.status_code, wrong.json()["code"], wrong.json()["errors"][0]["field"]) == (422, code, field)


def test_a_proposal_is_decided_once(event: Tournament, table: Table, referee: Asker) -> None:
    other = asker_of(make.boss_of(event).user)
    proposed = [
        Ruling.objects.create(
            tournament=event,
            table=table,
            entry=line.entry,
            kind="warning",
            status="proposed",
            details={"step": 0, "after": 5, "late_from": "", "late_ms": 1},
            made_at=timezone.now(),
        )
        for line in table.lines.order_by("index")
    ]
    first, second = (of_event(event, f"penalties/{each.pk}/") for each in proposed)
    assert referee.post(f"{first}apply/").json()["status"] == "in_force"
    late = other.post(f"{first}dismiss/", {"reason": "No"})
    assert (late.status_code, late.json()["current"]["status"]) == (409, "in_force")
    assert referee.post(f"{second}dismiss/", {"reason": "Era qui"}).json()["status"] == "dismissed"
    assert referee.post(of_event(event, "penalties/999999/apply/")).status_code == 404


def test_the_register_is_for_referees(event: Tournament, table: Table) -> None:
    scorer = asker_of(make.with_role(event, Role.SCORER, tables=[table.hall_number or 0]))
    stranger = Asker(key_of(make.user()))
    for path in ("penalties/", "places/"):
        assert scorer.get(of_event(event, path)).status_code == 403
        assert stranger.get(of_event(event, path)).status_code == 404
        assert Asker().get(of_event(event, path)).status_code == 401


# Free places


def test_a_place_is_given_and_taken_back() -> None:
    event = make.tables("scala40", preset="torneo_003", entries=16)
    make.called(event)
    asker = asker_of(make.boss_of(event).user)
    for table in make.tables_of(event):
        paid = {"points_b": 10, "points_c": 70, "points_d": 71}
        deals: list[Any] = [{"depth": "points", "closer": "a", **paid}] * 2
        done = asker.post(at(table, "score"), {"games": [{"deals": deals}], "seen": table.version})
        assert done.json()["status"] == "done", done.content
    first = make.tables_of(event)[0]
    lines = asker.get(at(first)).json()["lines"]
    asker.post(of_event(event, f"entries/{lines[0]['entry']}/withdraw/"), {"reason": "A casa"})
    (free,) = asker.get(of_event(event, "places/")).json()["free"]
    assert free["has_withdrawn"] is True
    assert free["candidates"][0]["entry"] == lines[2]["entry"]
    wrong = asker.post(of_event(event, "places/"), {"place": free["id"], "entry": lines[1]["entry"], "reason": "x"})
    assert (wrong.json()["code"], wrong.json()["errors"][0]["field"]) == ("not_a_candidate", "entry")
    body = {"place": free["id"], "entry": lines[2]["entry"], "reason": "Il terzo"}
    filled = asker.post(of_event(event, "places/"), body).json()
    assert (filled["free"], filled["filled"][0]["entry"]) == ([], lines[2]["entry"])
    path = of_event(event, f"places/{filled['filled'][0]['id']}/empty/")
    emptied = asker.post(path, {"reason": "È tornato"}).json()
    assert (len(emptied["free"]), emptied["filled"]) == (1, [])
    assert asker.post(path, {"reason": "Ancora"}).status_code == 404


def test_a_whole_match_counts_at_once_from_an_official(table: Table, referee: Asker) -> None:
    assert referee.post(at(table, "score"), whole(*WON, seen=table.version)).json()["status"] == "done"


# Rules of one's own


def test_a_match_by_the_most_sevens_is_asked_for_counts_and_explained_by_them() -> None:
    """R-SCO-58, from the form of a deal to the public page."""
    found = make.called(entries=8, preset="sevens_004")
    table, referee = make.tables_of(found)[0], asker_of(make.with_role(found, Role.REFEREE))
    form = referee.get(at(table, "deal")).json()
    names = [field["name"] for field in form["fields"]]
    assert ("sevens_a" in names, [name for name in names if name.startswith("best")]) == (True, [])
    counts = {"depth": "counts", "cards_a": 22, "cards_b": 18, "coins_a": 5, "coins_b": 5, "settebello": "a"}
    deal = {name: str(value) for name, value in {**counts, "sweeps_a": 2, "sweeps_b": 1}.items()}
    level = {"values": deal | {"sevens_a": "2", "sevens_b": "2"}, "seen": referee.get(at(table)).json()["version"]}
    refused = referee.post(at(table, "deal"), level)
    assert (refused.status_code, refused.json()["errors"][0]["field"]) == (422, "values.sixes_a")
    level["values"] |= {"sixes_a": "3", "sixes_b": "1"}
    written = referee.post(at(table, "deal"), level)
    assert written.status_code == 200, written.content
    make.enter(table, make.sheet(*[read_of(found, level["values"])] * 3))
    page = make.client_of().get(f"/e/{found.slug}/partite/{table.number}/").content.decode()
    assert "Primiera, sei 3 a 1" in page


def read_of(event: Tournament, values: dict[str, str]) -> Any:
    return registry.game(event.game).read_sheet(event.rules, values)
