"""An evening of Scopa at tables of three and four, each for himself, by the API, the pages and the archive."""

import re
from typing import Any

import pytest
from django.urls import reverse

from tests.tournaments import factories as make
from tests.tournaments.api.asking import Asker, key_of
from tests.tournaments.api.evenings import Evening, Phone, phones_at
from tests.tournaments.services import importing_archives as archives
from tests.tournaments.services.importing_archives import pages, told
from tests.tournaments.services.installations import another
from tests.tournaments.views.referee.sheets import hidden, url
from tournaments.backups.verifying.events import violations_of
from tournaments.errors import RefusedError
from tournaments.events.writes import tournaments
from tournaments.frame.policies import Role
from tournaments.games import registry
from tournaments.models import Table, Tournament

pytestmark = pytest.mark.django_db(transaction=True)

PLAYERS = 11
LETTERS = "abcd"


@pytest.fixture(autouse=True)
def _data(settings: Any, tmp_path: Any) -> None:
    settings.DATA_DIR = tmp_path


@pytest.fixture
def evening() -> Evening:
    """An event of eleven drawn and announced, by the API alone."""
    evening = Evening(Asker(key_of(make.user(name="Ornella Organizza"))))
    made = evening.asker.post(
        "events/",
        {"name": "Scopa a quattro", "starts_at": "2026-11-20T20:30:00+01:00", "game": "scopa", "preset": "several_004"},
    )
    assert made.status_code == 201, made.content
    evening.slug = made.json()["slug"]
    evening.post("open-entries/")
    rows = [{"people": [{"family_name": f"Vana{n}", "given_name": "Gino"}]} for n in range(1, PLAYERS + 1)]
    evening.post("entries/bulk/", {"entries": rows}, status=201)
    evening.post("close-entries/")
    draw = evening.post("draws/", status=201)["id"]
    evening.post(f"draws/{draw}/draw/", {"hall": "7"})
    evening.post(f"draws/{draw}/announce/")
    return evening


def points(*given: int | None, **more: Any) -> dict[str, Any]:
    """A deal of points; None writes nothing of a line."""
    typed = zip(LETTERS, given, strict=False)
    return {"depth": "points", **{f"points_{letter}": own for letter, own in typed if own is not None}, **more}


def in_one(evening: Evening, number: int) -> Any:
    """A match of one deal, the first line ahead of the second and so on."""
    state = evening.state(number)
    deal = points(*[11, 5, 3, 2][: len(state["lines"])])
    return evening.post(f"tables/{number}/score/", {"games": [{"deals": [deal]}], "seen": state["version"]})


def deal(evening: Evening, number: int, values: dict[str, Any]) -> Any:
    body = {"values": values, "seen": evening.state(number)["version"]}
    return evening.post(f"tables/{number}/deal/", body)


def tie_at_the_cut(evening: Evening, number: int) -> None:
    """B and C are level for the second place; three deals do not part them, and the last capture of the third does."""
    deal(evening, number, points(6, 5, 4))
    assert deal(evening, number, points(6, 2, 3))["tie"]["lines"] == [1, 2]
    form = evening.get(f"tables/{number}/deal/")
    assert form["playing"] == [1, 2]
    for _deal in range(2):
        level = deal(evening, number, points(None, 2, 2))
    assert (level["tie"]["number"], level["tie"]["kind"]) == (3, "deal")
    done = deal(evening, number, points(None, 2, 2, last_capture="b"))
    assert (done["status"], done["ending"]) == ("done", "last_capture")
    assert [(line["points"], line["place"], line["vp"]) for line in done["lines"]] == [
        (12, 1, None),
        (7, 3, None),
        (7, 2, None),
    ]


def by_phones(evening: Evening, number: int) -> None:
    """One phone writes the whole match by counts, another agrees."""
    first, second, *_others = phones_at(evening, number)
    state = first.get(f"tables/{number}/sheet/")
    counts = {
        "depth": "counts",
        "who_settebello": "a",
        "who_primiera_a": "on",
        **{f"cards_{letter}": own for letter, own in zip(LETTERS, (16, 10, 14), strict=False)},
        **{f"coins_{letter}": own for letter, own in zip(LETTERS, (6, 2, 2), strict=False)},
        **{f"sweeps_{letter}": own for letter, own in zip(LETTERS, (2, 1, 0), strict=False)},
    }
    games = [{"deals": [counts, points(5, 3, 2)]}]
    sent = first.post(f"tables/{number}/score/", {"games": games, "seen": state["version"]})
    assert (sent.status_code, sent.json()["status"]) == (200, "to_confirm"), sent.content
    assert [line["points"] for line in sent.json()["lines"]] == [11, 4, 2]
    agreed = second.post(f"tables/{number}/confirm/", {"seen": sent.json()["version"]})
    assert (agreed.status_code, agreed.json()["status"]) == (200, "done")


def somebody_leaves(evening: Evening, number: int) -> None:
    """In the second round one is ruled out after a deal, another leaves in the last."""
    state = deal(evening, number, points(4, 5, 6, 3))
    out = state["lines"][3]["entry"]
    evening.post("penalties/", {"entry": out, "kind": "loss", "reason": "Carte nascoste", "table": number}, status=201)
    with_them = {"values": points(1, 1, 1, 1), "seen": evening.state(number)["version"]}
    refused = evening.try_post(f"tables/{number}/deal/", with_them)
    assert (refused.status_code, refused.json()["code"]) == (422, "left_points"), refused.content
    total = evening.try_post(f"tables/{number}/total/", {"points": [11, 5, 4, 3], "seen": with_them["seen"]})
    assert (total.status_code, total.json()["code"]) == (422, "total_ruled_out")
    assert evening.get(f"tables/{number}/deal/")["playing"] == [0, 1, 2]
    state = deal(evening, number, points(1, 2, 1))
    assert [line["state"] for line in state["lines"]] == ["playing", "playing", "playing", "left"]
    early = {"values": points(4, 5, left_c="abandon"), "seen": state["version"]}
    refused = evening.try_post(f"tables/{number}/deal/", early)
    assert (refused.status_code, refused.json()["code"]) == (422, "deal_ended_by_leaving")
    state = deal(evening, number, {"depth": "points", "left_c": "abandon"})
    assert [(line["points"], line["place"]) for line in state["lines"]] == [(5, 2), (7, 1), (7, 3), (3, 4)]


def test_an_evening_of_scopa_from_its_creation_to_another_installation(evening: Evening, monkeypatch: Any) -> None:
    event = Tournament.objects.get(slug=evening.slug)
    assert (event.format["kind"], event.format["max_table"], event.vp_scale, event.entry_size) == ("tables", 4, None, 1)
    first = evening.call_round(1)
    sizes = {number: len(evening.state(number)["lines"]) for number in first}
    assert sorted(sizes.values()) == [3, 3, 3]

    tie_at_the_cut(evening, first[0])
    by_phones(evening, first[1])
    total = evening.state(first[2])
    sent = evening.post(f"tables/{first[2]}/total/", {"points": [13, 9, 4], "seen": total["version"]})
    assert (sent["status"], [line["place"] for line in sent["lines"]]) == ("done", [1, 2, 3])
    charged = sent["lines"][2]["entry"]
    evening.post("penalties/", {"entry": charged, "kind": "points", "value": 2, "reason": "Telefono"}, status=201)

    second = evening.call_round(2)
    assert [len(evening.state(number)["lines"]) for number in second] == [4, 4]
    in_one(evening, second[0])
    somebody_leaves(evening, second[1])
    (final,) = evening.call_round(3)
    assert in_one(evening, final)["status"] == "done"

    assert evening.post("closing/")["status"] == "finished"
    places = evening.get("closing/")["places"]
    assert [each["place"] for each in places[:4]] == [1, 2, 3, 4]
    assert {each["place"] for each in places} <= set(range(1, PLAYERS + 1))
    standings = Asker().get(f"events/{evening.slug}/standings/").json()["results"]
    assert len(standings) == PLAYERS
    goes_round(Tournament.objects.get(slug=evening.slug), monkeypatch)


def goes_round(event: Tournament, monkeypatch: Any) -> None:
    """Exported, and imported elsewhere: the same event, of which verify says nothing."""
    assert list(violations_of(event)) == []
    monkeypatch.setattr("tournaments.jobs.writes.importing.writing.clock_shift", lambda _last, _now: 0)
    data = archives.archive_of(event)
    there, seen = told(data), pages(event)
    assert {path: page[:3] for path, page in seen.items() if page[:3] not in ("200", "303")} == {}
    another()
    made = archives.brought(archives.bring(data))
    assert list(violations_of(made)) == []
    here = told(archives.archive_of(made))
    for model in ("tournaments.scoresheet", "tournaments.tie", "tournaments.tableline", "tournaments.auditentry"):
        assert here.get(model) == there.get(model), model
    assert pages(made) == seen


def test_rules_and_format_must_fit_each_other() -> None:
    """R-VP-14: an event of tables has no VP, so a scale, or its terms, is refused."""
    for wrong in (
        {"preset": "several_004", "format": {"kind": "knockout"}},
        {"preset": "several_004", "format": {"kind": "tables", "max_table": 5}},
        {"preset": "wikipedia_004", "format": {"kind": "tables"}},
        {"preset": "several_004", "scale": "11pt"},
        {"preset": "several_004", "terms": {"bye_vp": 14}},
        {"preset": "several_004", "entry_size": 2},
    ):
        with pytest.raises(RefusedError) as refused:
            make.event(game="scopa", **wrong)
        assert refused.value.code in ("format_lines", "scale_unused", "terms_unused", "line_size")
    event = make.event(game="scopa", preset="several_004", format={"policy": "strict4"})
    assert (event.format["policy"], event.vp_scale) == ("strict4", None)
    tournaments.change_rules(actor=make.boss_of(event), tournament_id=event.pk, format={"kind": "tables"})
    assert make.fresh(event).format["max_table"] == 4
    with_vp = tournaments.change_rules(
        actor=make.boss_of(event),
        tournament_id=event.pk,
        rules=registry.game("scopa").presets["wikipedia_004"],
        format={"kind": "knockout"},
    )
    assert with_vp.vp_scale["key"] == "11pt"


def test_the_form_of_a_new_event_offers_what_can_be_played() -> None:
    """The rules choose the format where the proposed one does not fit them; who plays together too."""
    account = make.user()
    client = make.client_of(account)
    address = reverse("event_create")
    page = client.get(address + "?gioco=scopa").content.decode()
    assert 'value="scopa:several_004"' in page
    assert 'name="policy"' in page and 'name="third_place"' in page and 'value="swiss"' in page
    data = {
        "kind": "knockout",
        "preset": "scopa:several_004",
        "name": "A tavoli",
        "day": "2026-11-20",
        "hour": "20:30",
        "entry_size": "2",
        "policy": "balanced",
        "max_table": "4",
        "byes": "seeds",
        "ladder": "grace10",
        "forfeits": "on",
        "key": "uno",
    }
    answer = client.post(address, data)
    assert answer.status_code == 303, re.findall(r'class="field__error"[^>]*>([^<]*)', answer.content.decode())
    event = Tournament.objects.get(name="A tavoli")
    assert (event.format["kind"], event.entry_size, event.vp_scale) == ("tables", 1, None)


def called_table(entries: int = 8, **more: Any) -> Table:
    event = make.called(make.tables("scopa", preset="several_004", entries=entries, **more))
    return make.tables_of(event)[0]


def send(client: Any, table: Table, **values: str) -> Any:
    return client.post(url("table_sheet", table), {**hidden(client, table), "lines": "4", **values})


COUNTS = {
    "depth": "counts",
    "who_settebello": "b",
    "who_primiera_b": "on",
    "cards_a": "12",
    "cards_b": "16",
    "cards_c": "8",
    "cards_d": "4",
    "coins_a": "2",
    "coins_b": "5",
    "coins_c": "2",
    "coins_d": "1",
    "sweeps_a": "1",
    "sweeps_b": "0",
    "sweeps_c": "2",
    "sweeps_d": "0",
}


def test_the_sheet_of_four_is_written_at_every_depth_and_says_what_is_wrong() -> None:
    table = called_table()
    client = make.client_of(make.with_role(table.tournament, Role.REFEREE))
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    page = client.get(url("table_sheet", table)).content.decode()
    for name in ("points_d", "cards_d", "coins_a", "who_cards_c", "who_primiera_a", "best_b", "sweeps_d", "left_a"):
        assert f'name="{name}"' in page
    wrong = send(client, table, **COUNTS | {"cards_d": "5"})
    assert wrong.status_code == 422
    assert "the players have 41 together" in wrong.content.decode()
    assert 'value="16"' in wrong.content.decode()
    assert send(client, table, **COUNTS).status_code == 303
    awards = {"depth": "awards", "who_cards_a": "on", "who_settebello": "a", "who_coins_a": "on", "sweeps_a": "2"}
    more = {"who_primiera_c": "on", "sweeps_b": "0", "sweeps_c": "0", "sweeps_d": "0"}
    assert send(client, table, **awards, **more).status_code == 303
    dealt = {f"points_{letter}": own for letter, own in zip(LETTERS, "1230", strict=True)}
    assert send(client, table, depth="points", **dealt).status_code == 303
    lines = list(table.lines.order_by("index").values_list("points", flat=True))
    assert lines == [1 + 5 + 1, 4 + 2, 2 + 1 + 3, 0]
    written = client.get(f"{url('table_sheet', table)}?game=0&deal=0").content.decode()
    assert re.search(r'name="who_primiera_b" checked', written)
    left = {"depth": "points", "points_a": "5", "points_b": "5", "points_d": "1", "left_c": "abandon"}
    assert send(client, table, **left).status_code == 303
    table.refresh_from_db()
    assert (table.status, list(table.lines.order_by("index").values_list("place", flat=True))) == ("done", [1, 2, 4, 3])


def test_after_the_last_deal_a_card_is_asked_for() -> None:
    """R-SCO-62: three level for one place; the last capture leaves two, and a card decides."""
    table = called_table(rules={"ko_tiebreak_deals": 1})
    client = make.client_of(make.with_role(table.tournament, Role.REFEREE))
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    for _deal in range(2):
        dealt = {f"points_{letter}": own for letter, own in zip(LETTERS, "6333", strict=True)}
        assert send(client, table, depth="points", **dealt).status_code == 303
    tie = send(client, table, depth="points", tiebreak="1", points_b="2", points_c="2", points_d="2", last_capture="c")
    assert tie.status_code == 303
    page = client.get(url("table_sheet", table)).content.decode()
    assert "Each draws a card" in page
    assert 'name="points_b"' in page and 'name="points_c"' not in page and 'name="cards_b"' not in page
    assert send(client, table, depth="points", tiebreak="2", points_b="0", points_d="1").status_code == 303
    table.refresh_from_db()
    assert (table.status, table.ending) == ("done", "card")
    assert list(table.lines.order_by("index").values_list("place", flat=True)) == [1, 3, 4, 2]


def test_a_total_of_a_table_asks_nothing_of_an_empty_chair() -> None:
    table = called_table()
    client = make.client_of(make.with_role(table.tournament, Role.REFEREE))
    page = client.get(url("table_total", table)).content.decode()
    assert all(f'name="points_{letter}"' in page for letter in LETTERS)
    data = {**hidden(client, table), "points_a": "12", "points_b": "9", "points_c": "9", "points_d": "3"}
    assert client.post(url("table_total", table), data).status_code == 303
    table.refresh_from_db()
    assert table.status == "playing"
    shown = client.get(url("table_sheet", table)).content.decode()
    assert 'name="points_b"' in shown and 'name="points_a"' not in shown


def test_the_calculator_counts_a_deal_of_four() -> None:
    page = make.client_of().get(reverse("calculator_deal") + "?game=scopa&preset=several_004&players=3")
    assert page.status_code == 200
    assert 'name="cards_c"' in page.content.decode() and 'name="cards_d"' not in page.content.decode()
    asked = {"game": "scopa", "preset": "several_004", "players": "4", "lines": "4", **COUNTS}
    answer = make.client_of().get(reverse("calculator_deal"), asked)
    assert answer.status_code == 200, answer.content.decode()


def test_phones_of_a_table_of_several_see_their_own_sheet(evening: Evening) -> None:
    number = evening.call_round(1)[0]
    slips = evening.get("rounds/1/slips/")["tables"]
    (slip,) = (each for each in slips if each["number"] == number)
    assert len(slip["lines"]) == 3
    phone: Phone = phones_at(evening, number)[2]
    assert phone.get(f"tables/{number}/sheet/")["you"]["line"] == 2
