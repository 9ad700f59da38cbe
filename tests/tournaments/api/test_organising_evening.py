"""The evening over the API: draws, rounds, codes, clocks, closing, roles and long work, with what is refused."""

from datetime import datetime

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.tournaments import factories as make
from tests.tournaments.api.asking import Asker, key_of
from tests.tournaments.services.online_rounds import open_more
from tournaments.jobs.writes import jobs, results
from tournaments.models import Draw, Invitation, Job, Match, Membership, Table
from tournaments.tables.writes import codes

pytestmark = pytest.mark.django_db


class At(Asker):
    """Asks below the address of an event."""

    def __init__(self, key, event):
        super().__init__(key)
        self.event = event

    def get(self, path, **headers):
        return super().get(f"events/{self.event.slug}/{path}", **headers)

    def _send(self, method, path, body, headers):
        return super()._send(method, f"events/{self.event.slug}/{path}", body, headers)


def boss_at(event):
    return At(key_of(make.boss_of(event).user), event)


def test_a_round_is_planned_online_and_its_plan_taken_back():
    event = make.drawn(entries=4, mode="both")
    api, hour = boss_at(event), "2030-11-20T21:30:00+01:00"
    planned = api.put("rounds/1/plan/", {"opens_at": hour, "is_online": True}).json()
    assert (planned["online"], datetime.fromisoformat(planned["opens_at"])) == (True, datetime.fromisoformat(hour))
    assert api.put("rounds/1/plan/", {}).json()["opens_at"] is None
    api.put("rounds/1/plan/", {"is_online": True})
    api.post("rounds/1/announce/")
    assert open_more(event)
    assert Match.objects.filter(table__tournament=event, status="open").count() == 2
    refused = api.put("rounds/1/plan/", {})
    assert (refused.status_code, refused.json()["code"]) == (422, "round_open_already")


def test_a_draft_is_thrown_away_and_stays_on_record_with_its_seed():
    api = boss_at(make.closed(entries=4))
    draw = api.post("draws/").json()
    assert api.get(f"draws/{draw['id']}/draft/").status_code == 404
    again = api.post("draws/")
    assert (again.status_code, again.json()["code"]) == (422, "draw_exists")
    assert api.post(f"draws/{draw['id']}/draw/").json()["code"] == "bad_hall_number"
    assert api.post(f"draws/{draw['id']}/draw/", {"hall": "7"}).json() == api.get(f"draws/{draw['id']}/draft/").json()
    assert api.post(f"draws/{draw['id']}/discard/", {"reason": " "}).json()["errors"][0]["field"] == "reason"
    assert api.post(f"draws/{draw['id']}/discard/", {"reason": "Una coppia in più"}).json()["status"] == "discarded"
    told = api.get("draws/").json()["results"][0]
    assert (told["reason"], told["seed"]) == ("Una coppia in più", Draw.objects.get().seed)
    assert api.post(f"draws/{draw['id']}/announce/").json()["code"] == "draw_step"


def test_an_announced_draw_is_taken_back_before_a_table_is_called():
    event = make.drawn(entries=4)
    api = boss_at(event)
    assert api.post("tables/1/call/").json()["status"] == "called"
    held = api.post("draws/withdraw/", {"reason": "Sbagliato"})
    assert (held.status_code, held.json()["code"]) == (422, "tables_called")
    assert api.post("tables/1/take-back/").json()["status"] == "planned"
    assert api.post("draws/withdraw/", {"reason": "Sbagliato"}).json()["status"] == "closed"
    assert not Table.objects.exists()


def test_a_round_is_paired_and_its_pairing_taken_back_before_a_table_is_called():
    event = make.called(make.drawn(make.closed(entries=4, preset="online_002", format={"kind": "danish"})))
    api = boss_at(event)
    assert api.post("rounds/pair/").json()["code"] == "round_unfinished"
    for table in make.tables_of(event):
        make.play(table)
    stale = api.post("rounds/pair/", {"seen": event.version})
    assert (stale.status_code, event.rounds.count()) == (409, 1)
    paired = api.post("rounds/pair/", {"seen": make.fresh(event).version})
    assert (paired.status_code, paired.json()["number"], paired.json()["status"]) == (201, 2, "planned")
    assert api.post("rounds/unpair/", {"reason": " "}).json()["errors"][0]["field"] == "reason"
    assert api.post("rounds/unpair/", {"reason": "Scritto al contrario"}).json()["status"] == "running"
    assert api.post("rounds/unpair/", {"reason": "x"}).json()["code"] == "nothing_paired"


def test_two_places_are_swapped_and_the_others_paired_anew():
    options = {"kind": "swiss", "rounds": 3}
    event = make.called(make.drawn(make.closed(entries=6, preset="online_002", format=options)))
    for table in make.tables_of(event):
        make.play(table)
    api = boss_at(event)
    api.post("rounds/pair/")
    tables = [set(table.lines.values_list("entry", flat=True)) for table in make.tables_of(event, 2)]
    met, other = make.tables_of(event)[0].lines.order_by("index").values_list("entry", flat=True)
    one = next(key for table in tables for key in table if met in table and key != met)
    found = api.post("rounds/2/swap/preview/", {"one": one, "other": other}).json()
    assert found["rounds"] == [2]
    assert [one] in found["tables"][0]["before"] + found["tables"][1]["before"]
    assert f"met_before-{other}-{met}" in [each["name"] for each in found["doubts"]]
    told = {"one": one, "other": other, "reason": "Chiesto"}
    refused = api.post("rounds/2/swap/", told)
    assert (refused.status_code, refused.json()["code"]) == (422, "swap_not_confirmed")
    accepted = " ".join(each["name"] for each in found["doubts"])
    assert api.post("rounds/2/swap/", {**told, "accepted": accepted}).json()["number"] == 2
    assert api.get("state/").json()["swaps"] == [{"round": 2, "one": one, "other": other, "since": 0}]
    assert api.post("rounds/2/pair-others/", {"entries": [met], "reason": "Nella saletta"}).json()["number"] == 2
    assert api.get("state/").json()["swaps"] == []
    (kept,) = api.get("state/").json()["pairings"][1]["kept"]
    assert set(kept["entries"]) == {met, other}
    assert api.post("rounds/2/skip/", {"entry": one, "vp": 8, "reason": "Lavoro"}).json()["number"] == 2
    # The table that was kept stays.
    both = [set(each["entries"]) for each in api.get("state/").json()["pairings"][1]["kept"]]
    assert both == [{met, other}, {one}]
    assert api.post("rounds/2/skip/end/", {"entry": one}).json()["number"] == 2
    assert api.post("rounds/2/skip/end/", {"entry": one}).json()["code"] == "not_absent"
    fixed = {"entry": one, "table": 3, "room": ""}
    assert api.post("fixed-tables/", {**fixed, "reason": "Non fa le scale"}).json() == {"fixed": [fixed]}
    assert api.post("fixed-tables/end/", {"entry": one}).json() == {"fixed": []}
    assert api.post("rounds/9/swap/", told).status_code == 404
    seated = {"one": met, "other": one, "confirmed": False, "reason": "Tavoli scambiati"}
    assert api.post("rounds/1/as-seated/", seated).json()["code"] == "as_seated_not_confirmed"
    assert api.post("rounds/1/as-seated/", {**seated, "confirmed": True}).json()["number"] == 1
    assert api.get("state/").json()["swaps"] == [{"round": 1, "one": met, "other": one, "since": 2}]


def test_a_step_on_an_older_version_of_the_event_is_refused_with_the_one_of_now():
    event = make.drawn(entries=4)
    api = boss_at(event)
    stale = api.post("rounds/1/announce/", {"seen": event.version - 1})
    assert (stale.status_code, stale.json()["current"]["version"]) == (409, make.fresh(event).version)
    assert api.post("rounds/1/announce/", {"seen": make.fresh(event).version}).status_code == 200


def test_a_draw_a_round_and_a_table_of_another_event_are_answered_like_missing_ones():
    other, api = make.called(entries=4), boss_at(make.closed(entries=4))
    draw = Draw.objects.get(tournament=other)
    for step in ("draw", "announce"):
        found = api.post(f"draws/{draw.pk}/{step}/")
        assert (found.status_code, found.content) == (404, api.post(f"draws/2147483646/{step}/").content)
    assert {api.get(f"draws/{draw.pk}/draft/").status_code, api.get("rounds/1/slips/").status_code} == {404}
    assert {
        api.post(path).status_code for path in ("rounds/1/announce/", "rounds/1/clock/stop/", "tables/1/call/")
    } == {404}


def test_slips_carry_the_codes_of_the_lines_and_renewed_ones_are_others():
    event = make.called(entries=4)
    api = boss_at(event)
    slips = api.get("rounds/1/slips/").json()["tables"]
    table = Table.objects.get(tournament=event, number=1)
    assert [line["code"] for line in slips[0]["lines"]] == [codes.code_of(table, 0), codes.code_of(table, 1)]
    assert slips[0]["lines"][0]["url"].endswith(f"{codes.link_code_of(table, 0)}/")
    renewed = api.post("tables/1/codes/renew/", idempotency_key="once")
    assert renewed.json()["lines"][0]["code"] != slips[0]["lines"][0]["code"]
    repeated = api.post("tables/1/codes/renew/", idempotency_key="once")
    assert (repeated.status_code, repeated.json()["lines"]) == (200, None)
    assert renewed.json()["lines"] == api.get("rounds/1/slips/").json()["tables"][0]["lines"]


def test_the_queries_of_the_slips_do_not_grow_with_the_tables():
    asked = []
    for entries in (2, 2, 6):
        api = boss_at(make.called(entries=entries))
        api.get("rounds/1/clock/")
        with CaptureQueriesContext(connection) as found:
            assert len(api.get("rounds/1/slips/").json()["tables"]) == (1 if entries == 2 else 2)
        asked.append(len(found))
    assert asked[1] == asked[2]


def test_a_referee_keeps_the_clock_of_a_round():
    event = make.called(entries=4)
    api = At(key_of(make.with_role(event, "referee")), event)
    assert api.post("rounds/1/clock/pause/").json()["code"] == "clock_not_running"
    assert api.post("rounds/1/clock/start/", {"minutes": 601}).json()["errors"][0]["code"] == "max_value"
    assert api.post("rounds/1/clock/start/", {"minutes": 40}).json()["left_ms"] <= 40 * 60_000
    assert api.post("rounds/1/clock/pause/").json()["ends_at"] is None
    assert api.post("rounds/1/clock/resume/").json()["ends_at"] is not None
    more = api.post("rounds/1/clock/extra-time/", {"minutes": 5, "reason": "Buio"}).json()
    assert 5 * 60_000 <= more["added_ms"] < 6 * 60_000
    assert api.post("rounds/1/clock/extra-time/", {"minutes": 0, "reason": "x"}).json()["code"] == "extra_range"
    assert api.post("rounds/1/clock/stop/").json()["started_at"] is None
    assert api.get("rounds/1/clock/").json()["minutes"] == 40
    assert api.post("rounds/1/announce/").status_code == 403


def test_an_event_is_closed_when_everything_is_played_and_opened_again_with_a_reason():
    event = make.called(entries=2)
    api = boss_at(event)
    open_ = api.post("closing/")
    assert (open_.status_code, open_.json()["code"]) == (422, "table_open")
    make.play(make.tables_of(event)[0])
    assert [each["place"] for each in api.get("closing/").json()["places"]] == [1, 2]
    assert api.post("closing/").json()["status"] == "finished"
    assert api.post("reopening/", {}).json()["errors"][0]["field"] == "reason"
    assert api.post("reopening/", {"reason": "Errore"}).json()["status"] == "running"


def test_roles_are_offered_changed_and_taken_away():
    event = make.event()
    api, referee = boss_at(event), make.with_role(event, "referee")
    held = next(row for row in api.get("roles/").json()["results"] if row["email"] == referee.email)
    changed = api.put(f"roles/{held['id']}/", {"role": "scorer", "tables": [3, 1, 3]}).json()
    assert (changed["role"], changed["tables"]) == ("scorer", [1, 3])
    assert api.put(f"roles/{held['id']}/", {"role": "scorer"}).json()["errors"][0]["field"] == "tables"
    assert api.delete(f"roles/{held['id']}/").status_code == 204
    assert api.delete(f"roles/{held['id']}/").status_code == 404
    last = api.delete(f"roles/{Membership.objects.get().pk}/")
    assert (last.status_code, last.json()["code"]) == (422, "last_organiser")


def test_an_invitation_says_the_same_whether_the_address_has_an_account_or_not():
    event = make.event()
    api, known = boss_at(event), make.user()
    told = [api.post("invitations/", {"email": email, "role": "referee"}) for email in (known.email, "x@example.org")]
    assert [(each.status_code, each.json()["role"]) for each in told] == [(201, "referee")] * 2
    offered = api.get("invitations/").json()["results"]
    assert ("secret" not in str(offered), len(offered)) == (True, 2)
    assert api.delete(f"invitations/{told[0].json()['id']}/").status_code == 204
    assert api.delete(f"invitations/{told[0].json()['id']}/").status_code == 404
    assert Invitation.objects.filter(revoked_at__isnull=True).count() == 1


@pytest.fixture
def _data(settings, tmp_path):
    settings.DATA_DIR = tmp_path


@pytest.mark.usefixtures("_data")
def test_documents_and_lists_are_begun_watched_and_fetched():
    event = make.drawn(entries=4)
    api = boss_at(event)
    started = api.post("jobs/", {"what": "slips"})
    job = Job.objects.get()
    assert (started.status_code, started.json()["status"], job.kind) == (202, "waiting", jobs.PDF)
    assert started["Location"].endswith(f"/jobs/{job.pk}/")
    assert "<html" in job.payload["html"]
    assert codes.code_of(Table.objects.filter(status="planned").first(), 0) in job.payload["html"]
    assert api.get(f"jobs/{job.pk}/file/").status_code == 404
    with results.new_result(".pdf") as (name, file):
        file.write(b"%PDF-1.7")
    Job.objects.update(status="done", result=name)
    fetched = api.get(f"jobs/{job.pk}/file/")
    assert (b"".join(fetched.streaming_content), fetched["Content-Type"]) == (b"%PDF-1.7", "application/pdf")
    assert api.get("jobs/").json()["results"][0]["has_file"] is True
    assert api.post(f"jobs/{job.pk}/again/").json()["code"] == "job_not_failed"


@pytest.mark.usefixtures("_data")
def test_a_long_list_is_a_job_whose_refusals_are_told():
    event = make.knockout(entries=0)
    api = boss_at(event)
    rows = [{"people": [{"family_name": "Vana"}]}, {"people": [{"family_name": "Vana"}]}]
    job = api.post("jobs/", {"what": "import", "entries": rows}).json()
    jobs.run(job["id"])
    told = api.get(f"jobs/{job['id']}/").json()
    assert (told["status"], [each["code"] for each in told["problems"]]) == ("failed", ["person_twice"])
    assert api.post(f"jobs/{job['id']}/again/").json()["status"] == "waiting"


@pytest.mark.usefixtures("_data")
def test_there_is_no_bracket_before_the_draw_and_no_list_without_entries():
    api = boss_at(make.knockout(entries=4))
    assert api.post("jobs/", {"what": "bracket-a4"}).json()["code"] == "document_missing"
    assert api.post("jobs/", {"what": "import"}).json()["errors"][0]["field"] == "entries"
    assert api.post("jobs/", {"what": "archive"}).status_code == 202
    assert api.post("jobs/", {"what": "everything"}).json()["errors"][0]["code"] == "invalid_choice"


STEPS = [
    ("post", "draws/"), ("post", "draws/withdraw/"), ("post", "draws/1/draw/"), ("post", "draws/1/show/"),
    ("post", "draws/1/swap/"), ("post", "draws/1/discard/"), ("post", "draws/1/announce/"), ("get", "draws/1/draft/"),
    ("post", "rounds/pair/"), ("post", "rounds/unpair/"),
    ("post", "rounds/1/announce/"), ("get", "rounds/1/slips/"), ("post", "tables/1/call/"),
    ("post", "tables/1/take-back/"), ("post", "tables/1/codes/renew/"), ("get", "closing/"), ("post", "closing/"),
    ("post", "reopening/"), ("get", "roles/"), ("put", "roles/1/"), ("delete", "roles/1/"), ("get", "invitations/"),
    ("post", "invitations/"), ("delete", "invitations/1/"), ("get", "jobs/"), ("post", "jobs/"), ("get", "jobs/1/"),
    ("get", "jobs/1/file/"), ("post", "jobs/1/again/"),
]  # fmt: skip


def test_every_step_is_the_organisers_alone():
    event = make.called(entries=2)
    keys = {
        key_of(make.user()): 404,
        "": 401,
        key_of(make.with_role(event, "referee")): 403,
        key_of(make.boss_of(event).user, "direct"): 403,
    }
    for method, path in STEPS:
        assert {key: getattr(At(key, event), method)(path).status_code for key in keys} == keys, path
