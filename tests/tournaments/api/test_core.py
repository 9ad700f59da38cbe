"""What programs read: each endpoint, what it refuses, and that a long event costs no more queries than a short one."""

from typing import Any

import pytest
from django.core.cache import caches
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.tournaments import factories as make
from tests.tournaments.api.asking import Asker, key_of
from tournaments.events.api import state
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

READS = [
    "",
    "state/",
    "entries/",
    "rounds/",
    "tables/",
    "tables/1/",
    "standings/",
    "bracket/",
    "draws/",
    "audit/",
]


def boss(event: Tournament) -> Asker:
    user = make.boss_of(event).user
    assert user is not None
    return Asker(key_of(user))


@pytest.fixture
def played() -> Tournament:
    event = make.called(make.drawn(make.closed(make.knockout(entries=4))))
    make.play(make.tables_of(event)[0])
    return make.fresh(event)


@pytest.mark.parametrize("path", READS)
def test_a_reader_gets_every_part_of_an_event(played: Tournament, path: str) -> None:
    answer = boss(played).get(f"events/{played.slug}/{path}")
    assert answer.status_code == 200, answer.content
    assert answer.headers["Content-Type"] == "application/json"


@pytest.mark.parametrize("path", READS)
def test_the_size_of_an_event_costs_no_query(path: str) -> None:
    costs = []
    for entries in (2, 6):
        event = make.called(make.drawn(make.closed(make.knockout(entries=entries))))
        make.play(next(table for table in make.tables_of(event) if table.status != "bye"))
        asker = boss(event)
        number = make.tables_of(event)[-1].number
        address = f"events/{event.slug}/{path.replace('1/', f'{number}/')}"
        asker.get(address)
        caches["pages"].clear()
        with CaptureQueriesContext(
            connection,
        ) as queries:
            assert asker.get(address).status_code in (200, 404)
        costs.append(len(queries))
    assert costs[0] == costs[1], path


def test_a_table_explains_every_deal(played: Tournament) -> None:
    match = Asker().get(f"events/{played.slug}/tables/1/").json()
    deals = match["games"][0]["deals"]
    assert deals[-1]["totals"] == [line["points"] for line in match["lines"]]
    assert match["versions"][0]["status"] == "confirmed"


def test_state_is_sent_again_only_when_it_has_changed(played: Tournament) -> None:
    asker, address = Asker(), f"events/{played.slug}/state/"
    first = asker.get(address)
    assert first.json()["version"] == played.version
    etag = first.headers["ETag"]
    for known in (etag, etag.removeprefix("W/"), f'"other", {etag}', "*"):
        assert asker.get(address, if_none_match=known).status_code == 304
    make.play(make.tables_of(played)[1])
    again = asker.get(address, if_none_match=first.headers["ETag"])
    assert again.status_code == 200
    assert again.headers["ETag"] != first.headers["ETag"]


@pytest.mark.parametrize(
    ("accepted", "encoding"),
    [("gzip", "gzip"), ("br, GZIP;q=0.5", "gzip"), ("gzip;q=0, identity", None), ("gzip; q=0.000", None), ("", None)],
)
def test_a_state_is_packed_for_who_unpacks_it(played: Tournament, accepted: str, encoding: str | None) -> None:
    answer = Asker().get(f"events/{played.slug}/state/", accept_encoding=accepted)
    assert answer.headers.get("Content-Encoding") == encoding


def test_state_since_a_version_is_what_has_changed_after_it(played: Tournament) -> None:
    asker, address = Asker(), f"events/{played.slug}/state/"
    before = asker.get(address).json()
    make.play(make.tables_of(played)[1])
    now = asker.get(address).json()
    delta = asker.get(f"{address}?since={before['version']}").json()
    assert delta["since"] == before["version"]
    assert {row["number"] for row in delta["tables"]} < {row["number"] for row in now["tables"]}
    assert delta["entries"] == []
    for name, key in (("rounds", "number"), ("entries", "id"), ("tables", "number"), ("standings", "entry")):
        rows = {row[key]: row for row in before[name]} | {row[key]: row for row in delta[name]}
        for gone in delta["gone"][name]:
            del rows[gone]
        assert rows == {row[key]: row for row in now[name]}
    assert delta["order"] == [row["entry"] for row in now["standings"]]


def test_a_state_made_while_somebody_writes_is_not_what_later_ones_are_compared_with(
    played: Tournament, monkeypatch: pytest.MonkeyPatch
) -> None:
    asker, address, late = Asker(), f"events/{played.slug}/state/", make.tables_of(played)[1]
    made = state.state_shape

    def overtaken(event: Tournament) -> Any:
        monkeypatch.setattr(state, "state_shape", made)
        make.play(late)
        return made(event)

    monkeypatch.setattr(state, "state_shape", overtaken)
    torn = asker.get(address).json()
    assert torn["version"] == played.version
    since = asker.get(f"{address}?since={played.version}").json()
    assert since["version"] > played.version
    # Another process may have given out the true state of that version: its reader must hear of the table.
    assert late.number in {row["number"] for row in since["tables"]}


def test_state_since_a_version_that_nobody_knows_is_whole(played: Tournament) -> None:
    found = Asker().get(f"events/{played.slug}/state/?since=1").json()
    assert found["since"] is None
    assert found["tables"]


def test_a_kept_state_costs_one_query_more_than_none(played: Tournament) -> None:
    asker, address = Asker(), f"events/{played.slug}/state/"
    asker.get(address)
    with CaptureQueriesContext(connection) as queries:
        asker.get(address)
    assert len(queries) == 1


def test_lists_are_read_in_pages(played: Tournament) -> None:
    asker = Asker()
    first = asker.get(f"events/{played.slug}/entries/?limit=3").json()
    assert [row["number"] for row in first["results"]] == [1, 2, 3]
    rest = asker.client.get(first["next"]).json()
    assert [row["number"] for row in rest["results"]] == [4]
    assert rest["next"] is None


def test_a_page_goes_on_where_the_last_ended_though_something_came_in() -> None:
    """Three evenings of one minute, and a fourth while somebody reads."""
    made = [make.knockout(name=f"Gara {number}") for number in range(3)]
    Tournament.objects.update(starts_at=made[0].starts_at)
    asker = Asker()
    page = asker.get("events/?limit=1").json()
    read = [page["results"][0]["slug"]]
    make.knockout(name="Gara nuova", starts_at=made[0].starts_at)
    while page["next"]:
        page = asker.client.get(page["next"]).json()
        read += [row["slug"] for row in page["results"]]
    assert read == [each.slug for each in reversed(made)]


@pytest.mark.parametrize(
    "query",
    [
        "nonsense=1",
        "limit=0",
        "limit=x",
        "limit=201",
        "cursor=x",
        "cursor=cD14",
        "status=draft",
        "club=99999999999",
        "club=x",
        "search=a&search=b",
        "search=%00",
        "starts_from=32-01-01",
        "cursor=cD0lMDA%3D",
    ],
)
def test_an_address_says_nothing_else(query: str) -> None:
    answer = Asker().get(f"events/?{query}")
    assert answer.status_code == 400, answer.content
    assert answer.json()["code"] == "invalid_query"
    assert answer.json()["errors"][0]["field"] == query.partition("=")[0]


def test_events_are_found_by_what_they_are() -> None:
    event, other = make.knockout(name="Gara del Re"), make.knockout(name="Gara di sera")
    hidden = make.event(name="Gara in preparazione")
    asker = Asker()

    def found(query: str) -> set[str]:
        return {row["slug"] for row in asker.get(f"events/?{query}").json()["results"]}

    assert found("search=gara") == {event.slug, other.slug}
    assert found("search=del re&status=open") == {event.slug}
    assert found("status=finished") == set()
    assert hidden.slug not in found("")


def test_an_event_in_preparation_looks_like_none() -> None:
    hidden = make.event()
    for path in READS:
        foreign, missing = (Asker().get(f"events/{slug}/{path}") for slug in (hidden.slug, "there-is-none"))
        assert (foreign.status_code, foreign.content) == (missing.status_code, missing.content)
        assert foreign.status_code == 404


def test_the_log_is_for_organisers(played: Tournament) -> None:
    address = f"events/{played.slug}/audit/"
    assert Asker().get(address).status_code == 401
    assert Asker(key_of(make.user("other@example.org"))).get(address).status_code == 404
    referee = make.with_role(played, "referee")
    assert Asker(key_of(referee)).get(address).status_code == 403
    rows = boss(played).get(address).json()["results"]
    assert rows[0]["previous"] == rows[1]["hash"]


def test_a_token_for_reading_only_does_not_see_the_log(played: Tournament) -> None:
    user = make.boss_of(played).user
    assert user is not None
    assert Asker(key_of(user, "read")).get(f"events/{played.slug}/audit/").status_code == 403


def test_games_have_presets_and_calculators_count() -> None:
    asker = Asker()
    games = {game["key"]: game for game in asker.get("games/").json()["results"]}
    assert "valliadi_2022" in {preset["key"] for preset in games["scopa"]["presets"]}
    assert asker.get("games/scopa/").json() == games["scopa"]
    assert asker.get("games/none/").status_code == 404
    knockout = asker.get("calculators/evening/?n=62").json()["results"][0]
    assert (knockout["rounds"], knockout["byes"], knockout["matches"]) == (6, 2, 61)
    lines = asker.get("calculators/vp/?scale=21pt&a=21&b=14").json()["results"]
    assert lines[0]["mp"] == -lines[1]["mp"] == 7
    fault = asker.get("calculators/vp/?scale=21pt&a=21&b=14&fault=A").json()["results"]
    assert fault[0]["vp"] < fault[1]["vp"]
    own = asker.get("calculators/vp/?scale=burraco_3&a=-150&b=1505").json()["results"]
    assert [(each["vp"], each["mp"]) for each in own] == [(0, -1655), (20, 1655)]
    left = asker.get("calculators/vp/?scale=burraco_3&a=1505&b=0&fault=A").json()["results"]
    assert [(each["points"], each["vp"]) for each in left] == [(0, 0), (0, 14)]
    refused = [asker.get(f"calculators/vp/?{asked}") for asked in ("scale=21pt&a=-1&b=0", "scale=9pt&a=1&b=0")]
    assert [answer.status_code for answer in refused] == [400, 400]
    errors = [answer.json()["errors"][0] for answer in refused]
    assert [(each["field"], each["code"]) for each in errors] == [("a", "points_range"), ("scale", "invalid_choice")]
    given = asker.get("calculators/vp/?scale=11pt&a=3&b=6&fault=A").json()["results"]
    assert given == [
        {"line": "A", "points": 3, "vp": 0, "mp": -14},
        {"line": "B", "points": 11, "vp": 17, "mp": 8},
    ]


def test_a_deal_is_counted_by_the_game() -> None:
    values = {"depth": "points", "points_a": "3", "points_b": "1"}
    body: dict[str, Any] = {"game": "scopa", "preset": "valliadi_2022", "values": values}
    answer = Asker().post("calculators/deal/", body)
    assert answer.status_code == 200, answer.content
    assert answer.json()["points"] == [3, 1]
    numbers = Asker().post("calculators/deal/", body | {"values": {**values, "points_a": 3, "points_b": 1}})
    assert numbers.json() == answer.json()
    for field, wrong in (("game", "none"), ("preset", "none")):
        refused = Asker().post("calculators/deal/", body | {field: wrong})
        assert refused.status_code == 422
        assert refused.json()["errors"][0]["field"] == field


def test_codes_are_explained_in_the_language_of_the_reader() -> None:
    english, italian = (Asker(language=language).get("problems/entries_closed/").json() for language in ("en", "it"))
    assert english == {"code": "entries_closed", "detail": "Entries are closed."}
    assert italian["detail"] == "Le iscrizioni sono chiuse."
    assert Asker().get("problems/there-is-none/").status_code == 404
    assert "not_found" in {row["code"] for row in Asker().get("problems/").json()["results"]}


def test_who_am_i(played: Tournament) -> None:
    me = boss(played).get("me/").json()
    assert me["roles"] == [{"event": played.slug, "role": "organiser", "tables": []}]
    assert Asker().get("me/").status_code == 401
