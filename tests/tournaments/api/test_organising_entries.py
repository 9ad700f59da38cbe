"""The desk over the API: entries one by one and as a list, ticks, decisions, withdrawals, sign-ups, the head-count."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.tournaments import factories as make
from tests.tournaments.api.asking import Asker, key_of
from tournaments.frame.writes import rate_limits
from tournaments.models import AuditEntry, Entry, OutboxMessage, Payment, Person
from tournaments.seasons import writes as circuits

pytestmark = pytest.mark.django_db


def people(*families: str):
    return [{"family_name": family, "given_name": "Gino"} for family in families]


@pytest.fixture
def boss():
    return make.user(name="Ada")


@pytest.fixture
def event(boss):
    return make.knockout(make.organiser(boss), entries=0, capacity=3, fee_cents=500)


@pytest.fixture
def api(boss, event):
    return At(key_of(boss), event)


class At(Asker):
    """Asks below the address of an event."""

    def __init__(self, key, event):
        super().__init__(key)
        self.event = event

    def _there(self, path):
        return f"events/{self.event.slug}/{path}"

    def get(self, path, **headers):
        return super().get(self._there(path), **headers)

    def _send(self, method, path, body, headers):
        return super()._send(method, self._there(path), body, headers)


def test_an_entry_is_taken_with_its_people_club_and_seed(api):
    body = {"people": people("Vana", "Cargnino"), "club": "Traves", "circle": "Valli", "seed": 1}
    made = api.post("entries/", body)
    entry = Entry.objects.get()
    assert made.status_code == 201
    told = made.json()
    assert (told["id"], told["label"], told["status"]) == (entry.pk, "Vana – Cargnino", "confirmed")
    assert (told["club"], told["circle"], told["seed"], told["source"]) == ("Traves", "Valli", 1, "desk")
    assert [one["family_name"] for one in told["people"]] == ["Vana", "Cargnino"]


def test_a_player_alone_looks_for_a_partner_and_past_the_capacity_an_entry_waits(api):
    make.with_entries(api.event, 3)
    assert api.post("entries/", {"people": people("Solero")}).json()["status"] == "single"
    assert api.post("entries/", {"people": people("Tardi", "Vati")}).json()["status"] == "waiting"


@pytest.mark.parametrize(
    ("wrong", "field", "code"),
    [
        ({"people": []}, "people", "min_length"),
        ({"people": [{"family_name": ""}]}, "people.0.family_name", "blank"),
        ({"people": [{"family_name": "=cmd()"}]}, "people.0.family_name", "text_formula"),
        ({"people": [{"family_name": "Va\u202ena"}]}, "people.0.family_name", "text_control"),
        ({"people": [{"family_name": "x" * 61}]}, "people.0.family_name", "text_too_long"),
        ({"people": people("A", "B", "C")}, "people", "entry_size"),
        ({"people": people("Vana", "vana")}, "people", "person_twice"),
        ({"people": people("Vana"), "club": "@traves"}, "club", "text_formula"),
        ({"people": people("Vana"), "seed": 0}, "seed", "min_value"),
        ({"people": people("Vana"), "seed": 100_000}, "seed", "max_value"),
        ({"people": people("Vana"), "contact": "x"}, "contact", "unknown_field"),
        ({"people": [{"family_name": "Vana", "age": 3}]}, "people.0.age", "unknown_field"),
    ],
)
def test_a_wrong_entry_is_refused_by_its_field_and_nothing_is_taken(api, wrong, field, code):
    refused = api.post("entries/", wrong)
    error = refused.json()["errors"][0]
    assert (refused.status_code, error["field"], error["code"]) == (422, field, code)
    assert not Entry.objects.exists()
    assert not Person.objects.exists()


def test_a_list_is_taken_whole_with_one_row_of_the_log(api):
    rows = [{"people": people(f"Vana{n}", f"Teppa{n}"), "seed": n} for n in (1, 2, 3)]
    made = api.post("entries/bulk/", {"entries": [*rows, {"people": people("Solero")}]})
    assert made.status_code == 201
    told = [(one["number"], one["status"]) for one in made.json()["entries"]]
    assert told == [(1, "confirmed"), (2, "confirmed"), (3, "confirmed"), (4, "single")]
    assert AuditEntry.objects.filter(verb="entries_taken").count() == 1


def test_a_list_with_faults_is_refused_whole_and_every_fault_says_where_it_is(api):
    make.with_entries(api.event, 1)
    known = Entry.objects.get().members.select_related("person").first().person
    rows = [
        {"people": people("Vana", "Teppa"), "seed": 4},
        {"people": people("Vana", "Solero"), "seed": 4},
        {"people": people("A", "B", "C")},
        {"people": [{"family_name": known.family_name, "given_name": known.given_name}]},
    ]
    refused = api.post("entries/bulk/", {"entries": rows})
    told = {(error["field"], error["code"]) for error in refused.json()["errors"]}
    assert refused.status_code == 422
    assert told == {
        ("entries.1.people", "person_twice"),
        ("entries.1.seed", "seed_taken"),
        ("entries.2.people", "entry_size"),
        ("entries.3.people", "person_twice"),
    }
    assert refused.json()["errors"][0]["detail"].startswith("Line 2: ")
    assert Entry.objects.count() == 1


def test_a_list_after_the_closing_is_refused_as_a_whole(api):
    api.post("close-entries/")
    refused = api.post("entries/bulk/", {"entries": [{"people": people("Vana")}]})
    assert (refused.status_code, refused.json()["code"]) == (422, "entries_closed")


def test_the_queries_of_a_list_do_not_grow_with_it(api):
    def asked(first, number):
        rows = [{"people": people(f"P{n}", f"Q{n}"), "club": "Traves"} for n in range(first, first + number)]
        with CaptureQueriesContext(
            connection,
        ) as found:
            assert api.post("entries/bulk/", {"entries": rows}).status_code == 201
        return len(found)

    asked(0, 1)
    assert asked(10, 1) == asked(20, 30)


def test_the_desk_lists_everybody_with_as_many_queries_for_three_as_for_one(api):
    make.with_entries(api.event, 1)
    api.get("desk/")
    with CaptureQueriesContext(connection) as one:
        assert len(api.get("desk/").json()["results"]) == 1
    make.with_entries(api.event, 2, first=2)
    with CaptureQueriesContext(connection) as three:
        assert len(api.get("desk/").json()["results"]) == 3
    assert len(one) == len(three)


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("entries/", {"people": [{"family_name": "Teppa"}, {"family_name": "Vana"}]}),
        ("entries/bulk/", {"entries": [{"people": [{"family_name": "Teppa"}, {"family_name": "Vana"}]}]}),
        ("passes/", {}),
        ("passes/revoke/", {}),
        ("webhooks/", {"url": "https://example.org/x"}),
    ],
)
def test_what_was_read_is_held_against_every_write(api, path, body):
    before = make.fresh(api.event).version
    answer = api.client.post(
        f"/api/v1/events/{api.event.slug}/{path}",
        body,
        content_type="application/json",
        headers={**api.headers, "If-Match": '"0"'},
    )
    assert (answer.status_code, answer.json()["current"]["version"]) == (409, before)
    assert make.fresh(api.event).version == before


def test_the_desk_is_narrowed_and_paged(api):
    make.with_entries(api.event, 4)
    first = Entry.objects.get(number=1)
    api.put(f"entries/{first.pk}/checked-in/", {"value": True})
    assert [one["id"] for one in api.get("desk/?checked_in=true").json()["results"]] == [first.pk]
    assert api.get("desk/?checked_in=sometimes").status_code == 400
    assert [one["number"] for one in api.get("desk/?status=waiting").json()["results"]] == [4]
    assert [one["id"] for one in api.get(f"desk/?q={first.label.split()[0]}").json()["results"]] == [first.pk]
    page = api.get("desk/?limit=2").json()
    assert ([one["number"] for one in page["results"]], page["previous"]) == ([1, 2], None)
    assert api.client.get(page["next"], headers=api.headers).json()["results"][0]["number"] == 3
    assert api.get("desk/?colour=red").status_code == 400


def test_an_entry_is_renamed_seeded_ticked_and_taken_out(api):
    entry = make.with_entries(api.event, 1)[0]
    where = f"entries/{entry.pk}/"
    assert api.put(f"{where}names/", {"people": people("Uno", "Due"), "club": "Viù"}).json()["label"] == "Uno – Due"
    assert api.put(f"{where}seed/", {"seed": 3}).json()["seed"] == 3
    assert api.put(f"{where}checked-in/", {"value": True}).json()["checked_in"] is True
    assert api.put(f"{where}fee-paid/", {"value": True}).json()["fee_paid"] is True
    out = api.post(f"{where}withdraw/", {"reason": "Malato"}).json()
    assert (out["status"], out["seed"]) == ("withdrawn", None)
    assert api.post(f"{where}reinstate/", {"reason": "Guarito"}).json()["status"] == "confirmed"
    verbs = ["entry_renamed", "entry_seeded", "entry_ticked", "entry_ticked", "entry_withdrawn", "entry_accepted"]
    assert list(AuditEntry.objects.order_by("pk").values_list("verb", flat=True))[-6:] == verbs


def test_nobody_pays_who_waits_for_a_place(api):
    waiting = make.with_entries(api.event, 4)[3]
    refused = api.put(f"entries/{waiting.pk}/fee-paid/", {"value": True}).json()
    assert (waiting.status, refused["code"]) == ("waiting", "arrival_done")
    assert not Payment.objects.exists()


def test_an_entry_pays_another_amount_and_gets_back_what_is_too_much(api):
    where = f"entries/{make.with_entries(api.event, 1)[0].pk}/"
    api.put(f"{where}fee-paid/", {"value": True})
    refused = api.put(f"{where}fee/", {"cents": 200}).json()["errors"][0]
    assert (refused["field"], refused["code"]) == ("reason", "reason_missing")
    assert api.put(f"{where}fee/", {"cents": -1, "reason": "x"}).status_code == 422
    found = api.put(f"{where}fee/", {"cents": 205, "reason": "Minorenne"}).json()
    assert (found["fee_cents"], found["fee_reason"], found["fee_paid"]) == (205, "Minorenne", True)
    assert api.post(f"{where}fee/excess/", {}).status_code == 200
    assert list(Payment.objects.values_list("cents", flat=True)) == [500, -295]
    assert api.post(f"{where}fee/excess/", {}).status_code == 422
    receipt = api.post(f"{where}receipt/", {}).json()
    assert (receipt["number"], receipt["cents"], api.post(f"{where}receipt/", {}).json()) == (1, 205, receipt)
    assert api.put(f"{where}fee/", {"cents": None}).json()["fee_paid"] is False


def test_changes_of_an_entry_are_refused_by_the_rules_of_the_service(api):
    first, second = make.with_entries(api.event, 2)
    api.put(f"entries/{first.pk}/seed/", {"seed": 1})
    taken = api.put(f"entries/{second.pk}/seed/", {"seed": 1}).json()
    assert (taken["code"], taken["errors"][0]["field"], taken["errors"][0]["value"]) == ("seed_taken", "seed", 1)
    fewer = api.put(f"entries/{first.pk}/names/", {"people": people("Solo")}).json()
    assert (fewer["code"], fewer["errors"][0]["field"]) == ("entry_size", "people")
    assert api.post(f"entries/{first.pk}/withdraw/", {"reason": ""}).json()["errors"][0]["field"] == "reason"
    assert api.post(f"entries/{first.pk}/accept/").json()["code"] == "entry_not_open"
    stale = api.put(f"entries/{first.pk}/seed/", {"seed": 2, "seen": 1})
    assert (stale.status_code, stale.json()["current"]["slug"]) == (409, api.event.slug)


def test_an_entry_of_another_event_is_answered_like_a_missing_one(api):
    foreign = make.with_entries(make.knockout(entries=0), 1)[0]
    for step, body in (("seed", {"seed": 1}), ("names", {"people": people("Ladro")}), ("checked-in", {"value": True})):
        found = api.put(f"entries/{foreign.pk}/{step}/", body)
        assert (found.status_code, found.content) == (404, api.put(f"entries/2147483646/{step}/", body).content)
    for step in ("accept", "reject", "withdraw", "reinstate"):
        assert api.post(f"entries/{foreign.pk}/{step}/", {"reason": "x"} if step[0] in "wr" else {}).status_code == 404
    assert Entry.objects.get(pk=foreign.pk).status == "confirmed"


def test_who_has_qualified_in_the_evenings_of_the_circuit_is_entered_at_once(api):
    refused = api.post("entries/qualified/", {"first": 2})
    assert (refused.status_code, refused.json()["code"]) == (422, "nobody_qualified")
    boss = make.boss_of(api.event)
    circuit = circuits.create_circuit(actor=boss, name="Batterie")
    evening = make.finished(make.drawn(make.closed(make.knockout(boss, entries=4))))
    for event in (evening, api.event):
        circuits.add_event(actor=boss, circuit_id=circuit.pk, tournament_id=event.pk)
    entered = api.post("entries/qualified/", {"first": 2})
    best = evening.entries.filter(final_place__lte=2).order_by("final_place")
    assert entered.status_code == 201
    assert [each["label"] for each in entered.json()["entries"]] == [entry.label for entry in best]
    assert api.post("entries/qualified/", {"first": 0}).status_code == 422


def test_two_who_look_for_a_partner_become_a_pair(api):
    one, two = (api.post("entries/", {"people": people(name)}).json()["id"] for name in ("Uno", "Due"))
    pair = api.post("entries/pair/", {"first": two, "second": one})
    assert (pair.status_code, pair.json()["label"], pair.json()["status"]) == (200, "Uno – Due", "confirmed")
    assert api.post("entries/pair/", {"first": one, "second": two}).json()["code"] == "entry_missing"


def test_a_sign_up_by_nobody_waits_for_the_organiser_who_accepts_or_refuses_it(api):
    signed = At("", api.event).post("sign-up/", {"people": people("Solero", "Airola"), "contact": "ada@example.org"})
    assert (signed.status_code, signed.json()["status"]) == (201, "pending")
    assert OutboxMessage.objects.exists()
    where = f"entries/{signed.json()['id']}/"
    assert api.post(f"{where}reject/", {"reason": "Pieno"}).json()["status"] == "rejected"
    assert api.post(f"{where}accept/").json()["status"] == "confirmed"
    assert At("", api.event).get("sign-up/").json() == {"is_open": True, "entered": 1, "left": 2}


def test_a_sign_up_of_an_account_is_its_own_and_a_token_that_reads_signs_nobody_up(api):
    player = make.user(name="Gino Solero")
    assert At(key_of(player, "read"), api.event).post("sign-up/", {"people": people("Solero")}).status_code == 403
    assert At(key_of(player), api.event).post("sign-up/", {"people": people("Solero")}).status_code == 201
    assert Person.objects.get().user == player


def test_sign_ups_of_one_address_are_counted_and_then_held_back(api, monkeypatch):
    monkeypatch.setattr(rate_limits, "sign_ups", lambda address: rate_limits.Limit("sign_up", address, most=1))
    nobody = At("", api.event)
    assert nobody.post("sign-up/", {"people": people("")}).status_code == 422
    held = nobody.post("sign-up/", {"people": people("Solero")})
    assert (held.status_code, int(held["Retry-After"]) > 0) == (429, True)
    assert not Entry.objects.exists()


def test_a_closed_event_takes_no_sign_up(api):
    api.patch("", {"public_sign_up": False})
    refused = At("", api.event).post("sign-up/", {"people": people("Solero")})
    assert (refused.status_code, refused.json()["code"]) == (422, "sign_up_closed")


def test_in_a_running_event_entries_come_late_leave_and_come_back(boss):
    event = make.drawn(make.knockout(make.organiser(boss), entries=7))
    api = At(key_of(boss), event)
    seat = api.post("entries/late/", {"people": people("Tardi", "Vati")}).json()
    bye = event.tables.get(status="bye")
    assert (seat["table"], seat["had_bye"], len(seat["others"])) == (bye.number, True, 1)
    moved = api.post("entries/", {"people": people("Tardi", "Vati"), "table": bye.number + 1})
    assert (moved.status_code, moved.json()["code"]) == (422, "late_place_moved")
    late = api.post("entries/", {"people": people("Tardi", "Vati"), "table": seat["table"]}).json()
    assert (late["is_late"], late["status"]) == (True, "confirmed")
    full = api.post("entries/", {"people": people("Troppo", "Tardi2")})
    assert (full.status_code, full.json()["code"]) == (422, "no_place_left")
    gone = api.post(f"entries/{late['id']}/withdraw/", {"reason": "Malati"}).json()
    back = api.post(f"entries/{late['id']}/reinstate/", {"reason": "Guariti"}).json()
    assert (gone["status"], back["status"]) == ("withdrawn", "confirmed")


def test_the_head_count_goes_by_who_is_here_or_by_a_number(api):
    first = make.with_entries(api.event, 3)[0]
    assert api.get("headcount/").json()["n"] == 3
    api.put(f"entries/{first.pk}/checked-in/", {"value": True})
    alone = api.get("headcount/").json()
    assert (alone["entered"], alone["checked_in"], alone["n"], alone["evenings"]) == (3, 1, None, [])
    found = api.get("headcount/?n=12").json()["evenings"][0]
    assert (found["rounds"], found["tables"][0], found["byes"]) == (4, 4, 4)
    assert api.get("headcount/?n=1").status_code == 400


def test_an_evening_of_tables_is_chosen_by_the_head_count(boss):
    event = make.knockout(make.organiser(boss), game="scala40", preset="torneo_003", entries=19)
    api = At(key_of(boss), event)
    found = api.get("headcount/").json()["evenings"]
    assert {one["policy"] for one in found} >= {"balanced", "strict4", "batterie"}
    assert all(one["refusal"] or sum(one["tables"]) == one["matches"] > 0 for one in found)
    assert any(one["refusal"] for one in api.get("headcount/?n=2").json()["evenings"])
    assert api.put("headcount/", {"policy": "batterie", "max_table": 6}).status_code == 200
    chosen = [one for one in api.get("headcount/").json()["evenings"] if one["is_chosen"]]
    assert [(one["policy"], one["max_table"]) for one in chosen] == [("batterie", 6)]


def test_a_knockout_has_no_other_evening_to_choose(api):
    refused = api.put("headcount/", {"policy": "balanced"})
    assert (refused.status_code, refused.json()["errors"][0]["field"]) == (422, "policy")


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("get", "desk/"),
        ("post", "entries/"),
        ("post", "entries/late/"),
        ("post", "entries/bulk/"),
        ("post", "entries/pair/"),
        ("post", "entries/qualified/"),
        ("put", "entries/1/names/"),
        ("put", "entries/1/seed/"),
        ("put", "entries/1/checked-in/"),
        ("put", "entries/1/fee-paid/"),
        ("put", "entries/1/fee/"),
        ("post", "entries/1/fee/excess/"),
        ("post", "entries/1/receipt/"),
        ("post", "entries/1/accept/"),
        ("post", "entries/1/reject/"),
        ("post", "entries/1/withdraw/"),
        ("post", "entries/1/reinstate/"),
        ("get", "headcount/"),
        ("put", "headcount/"),
    ],
)
def test_the_desk_is_the_organisers_alone(event, method, path):
    stranger, nobody, referee = make.user(), "", make.with_role(event, "referee")
    keys = {key_of(stranger): 404, nobody: 401, key_of(referee): 403, key_of(make.boss_of(event).user, "direct"): 403}
    assert {key: getattr(At(key, event), method)(path).status_code for key in keys} == keys


def test_a_step_of_an_entry_is_looked_at_before_it_is_taken():
    event = make.called(entries=4)
    api = At(key_of(make.boss_of(event).user), event)
    gone = event.entries.order_by("number")[0]
    told = api.post(f"entries/{gone.pk}/preview/", {"step": "withdraw"}).json()
    assert told["entries"] == [{"id": gone.pk, "name": gone.label, "before": "confirmed", "after": "withdrawn"}]
    assert (told["tables"][0]["is_decided"], told["tables"][0]["status"]) == (True, "done")
    assert Entry.objects.get(pk=gone.pk).status == "confirmed"
    assert api.post(f"entries/{gone.pk}/preview/", {"step": "reinstate"}).json()["code"] == "not_withdrawn"
    assert api.post(f"entries/{gone.pk}/preview/", {"step": "eat"}).json()["errors"][0]["field"] == "step"


def test_many_are_here_left_out_and_brought_back_in_one_step_each(api, event):
    made = [api.post("entries/", {"people": people(name, f"{name}ini")}).json()["id"] for name in ("Vana", "Re", "Po")]
    waits = api.post("entries/", {"people": people("Zola", "Teppa")}).json()["id"]
    api.post("entries/checked-in/", {"entries": [waits]})
    here = api.post("entries/checked-in/", {"entries": made[:1]}).json()
    assert [(each["id"], each["status"]) for each in here["entries"]] == [(made[0], "confirmed")]
    assert api.post("entries/checked-in/", {"entries": made[:1]}).json() == {"entries": []}
    left = api.post("entries/leave-out/", {"entries": made}).json()
    assert [each["id"] for each in left["entries"]] == made[1:]
    assert [each["id"] for each in left["came_in"]] == [waits]
    back = api.post("entries/bring-back/", {"entries": made}).json()
    assert [(each["id"], each["status"]) for each in back["entries"]] == [(made[1], "confirmed"), (made[2], "waiting")]
    api.post("entries/checked-in/", {"entries": made[:1], "value": False})
    assert not Entry.objects.get(pk=made[0]).checked_in


def test_a_step_of_many_is_refused_whole_where_one_is_no_entry_of_the_event(api, event):
    mine = api.post("entries/", {"people": people("Vana", "Re")}).json()["id"]
    assert api.post("entries/checked-in/", {"entries": [mine, mine + 99]}).status_code in (404, 422)
    assert not Entry.objects.get(pk=mine).checked_in
    assert api.post("entries/checked-in/", {"entries": list(range(1, 5_002))}).status_code == 400
