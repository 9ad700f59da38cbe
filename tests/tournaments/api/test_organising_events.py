"""An event is made, opened, changed and hidden by a program, by the rules of the pages."""

import pytest

from tests.tournaments import factories as make
from tests.tournaments.api.asking import Asker, key_of
from tournaments.models import AuditEntry, Club, ClubMembership, Membership, Tournament

pytestmark = pytest.mark.django_db

NEW = {"name": "Gara di Natale", "game": "scopa", "preset": "valliadi_2022", "starts_at": "2026-12-20T20:30:00+01:00"}


@pytest.fixture
def boss():
    return make.user(name="Ada")


@pytest.fixture
def api(boss):
    return Asker(key_of(boss))


@pytest.fixture
def event(boss):
    return make.event(make.organiser(boss), name="Serata")


def test_an_event_is_made_from_a_preset_and_organised_by_who_made_it(api, boss):
    made = api.post("events/", NEW | {"format": {"third_place": True}, "scale": "11pt", "discipline": "grace20"})
    event = Tournament.objects.get()
    assert (made.status_code, made.json()["slug"], made.json()["status"]) == (201, "gara-di-natale", "draft")
    assert made["Location"].endswith("/api/v1/events/gara-di-natale/")
    assert (event.format["third_place"], event.vp_scale["key"]) == (True, "11pt")
    assert event.discipline == {"ladder": [{"after": 20, "kind": "no_show", "value": 0}]}
    assert Membership.objects.get().user == boss


@pytest.mark.parametrize(
    ("wrong", "field", "code"),
    [
        ({"name": ""}, "name", "blank"),
        ({"starts_at": "1999-01-01T00:00:00Z"}, "starts_at", "year_range"),
        ({"starts_at": "domani"}, "starts_at", "invalid"),
        ({"capacity": 1}, "capacity", "min_value"),
        ({"fee_cents": 1_000_000}, "fee_cents", "max_value"),
        ({"game": "briscola"}, "game", "invalid_choice"),
        ({"preset": "nessuno"}, "preset", "unknown_preset"),
        ({"rules": {"target": "tanto"}}, "target", None),
        ({"format": {"byes": 3}}, "byes", "bad_value"),
        ({"terms": {"bye_vp": -1}}, "bye_vp", "bad_value"),
        ({"scale": "99pt"}, "scale", "scale_missing"),
        ({"discipline": {"ladder": [{"after": 1}]}}, "ladder.0.kind", "missing_field"),
        ({"club": 12}, "club", "club_unknown"),
        ({"mode": "radio"}, "mode", "invalid_choice"),
        ({"mode": "online", "online": {"opens": "never"}}, "opens", "bad_value"),
        ({"mode": "online", "online": {"move_seconds": 1}}, "move_seconds", "bad_move_seconds"),
        ({"mode": "online", "online": {"chat": True}}, "chat", "unknown_field"),
        ({"colour": "red"}, "colour", "unknown_field"),
    ],
)
def test_a_wrong_event_is_refused_with_its_field(api, wrong, field, code):
    refused = api.post("events/", NEW | wrong)
    error = refused.json()["errors"][0]
    assert (refused.status_code, error["field"]) == (422, field)
    assert code is None or error["code"] == code
    assert error["detail"] != error["code"]
    assert not Tournament.objects.exists()


def test_an_event_goes_online_with_settings_of_its_own(api):
    usual = {"move_seconds": 30, "bank_minutes": 15, "grace_minutes": 10, "opens": "itself", "robots": False}
    hall = api.post("events/", NEW).json()
    made = api.post("events/", NEW | {"mode": "online", "online": {"bank_minutes": None}}).json()
    assert (hall["mode"], hall["online"]) == ("hall", None)
    assert (made["mode"], made["online"]) == ("online", usual | {"bank_minutes": None})
    changed = api.patch(f"events/{hall['slug']}/", {"mode": "both", "online": {"grace_minutes": 5}}).json()
    assert (changed["mode"], changed["online"]) == ("both", usual | {"grace_minutes": 5})
    refused = api.patch(f"events/{hall['slug']}/", {"fee_cents": 500}).json()["errors"][0]
    assert (refused["field"], refused["code"]) == ("fee_cents", "fee_not_online")


def test_an_event_is_held_by_a_club_of_who_makes_it_and_by_that_of_a_token(api, boss):
    club, other = Club.objects.create(name="Traves"), Club.objects.create(name="Viù")
    ClubMembership.objects.create(club=club, user=boss)
    ClubMembership.objects.create(club=other, user=make.user())
    mine = api.post("events/", NEW | {"club": club.pk}).json()
    of_token = Asker(key_of(club)).post("events/", NEW).json()
    assert mine["club"] == of_token["club"] == {"id": club.pk, "name": "Traves"}
    assert api.post("events/", NEW | {"club": other.pk}).json()["errors"][0]["code"] == "club_of_others"


def test_who_only_reads_and_who_is_nobody_makes_no_event(boss):
    assert Asker(key_of(boss, "read")).post("events/", NEW).status_code == 403
    assert Asker().post("events/", NEW).status_code == 401
    assert not Tournament.objects.exists()


def test_what_an_event_says_of_itself_is_changed_and_the_rest_stays(api, event):
    changed = api.patch(f"events/{event.slug}/", {"venue": "Salone", "capacity": None, "round_minutes": 45})
    now = make.fresh(event)
    assert changed.status_code == 200
    assert (now.venue, now.capacity, now.round_minutes, now.name) == ("Salone", None, 45, "Serata")
    assert changed.json()["version"] == now.version
    assert AuditEntry.objects.filter(verb="tournament_changed").count() == 1


def test_rooms_are_changed_and_a_table_in_two_of_them_is_refused(api, event):
    rooms = [{"name": "Sala grande", "first": 1, "last": 12}, {"name": "Veranda", "first": 13, "last": 20}]
    assert api.patch(f"events/{event.slug}/", {"rooms": rooms}).json()["rooms"] == rooms
    rooms[1]["first"] = 12
    refused = api.patch(f"events/{event.slug}/", {"rooms": rooms}).json()["errors"][0]
    assert (refused["code"], refused["field"]) == ("rooms_overlap", "rooms")


def test_the_club_of_an_event_is_changed_taken_away_and_kept(api, boss, event):
    first, second = (Club.objects.create(name=name) for name in ("Traves", "Viù"))
    for club in (first, second):
        ClubMembership.objects.create(club=club, user=boss)
    path = f"events/{event.slug}/"
    assert api.patch(path, {"club": first.pk}).json()["club"] == {"id": first.pk, "name": "Traves"}
    assert api.patch(path, {"club": second.pk, "venue": "Bar"}).json()["club"] == {"id": second.pk, "name": "Viù"}
    ClubMembership.objects.create(club=second, user=make.user())
    ClubMembership.objects.filter(user=boss).delete()
    assert api.patch(path, {"club": second.pk}).status_code == 200
    assert api.patch(path, {"club": None}).json()["club"] is None
    assert (make.fresh(event).club, make.fresh(event).venue) == (None, "Bar")
    assert api.patch(path, {"club": second.pk}).status_code == 422


def test_a_club_that_others_run_is_as_one_that_is_not_there(api, event):
    foreign, nobodys = Club.objects.create(name="Viù"), Club.objects.create(name="Traves")
    ClubMembership.objects.create(club=foreign, user=make.user())
    path, wanted = f"events/{event.slug}/", [foreign.pk, nobodys.pk, 10**6]
    refused = [api.patch(path, {"club": pk}) for pk in wanted]
    assert [answer.status_code for answer in refused] == [422] * 3
    assert {answer.json()["errors"][0]["code"] for answer in refused} == {"club_unknown"}
    said = [f"Club: there is no club called {pk}." for pk in wanted]
    assert [answer.json()["detail"] for answer in refused] == said
    assert [answer.json()["errors"][0] for answer in refused] == [
        {"field": "club", "code": "club_unknown", "detail": detail, "value": pk}
        for detail, pk in zip(said, wanted, strict=True)
    ]
    assert make.fresh(event).club is None


def test_who_organises_reads_what_only_organisers_ask_about(api, boss, event):
    path = f"events/{event.slug}/"
    changed = api.patch(path, {"review_sign_ups": False}).json()
    assert api.get(path).json() == changed
    assert changed["review_sign_ups"] is False
    api.post(f"{path}open-entries/")
    referee = make.with_role(event, "referee")
    others = [Asker(), Asker(key_of(make.user())), Asker(key_of(referee)), Asker(key_of(boss, "read"))]
    assert [answer.get(path).json() for answer in others] == [others[0].get(path).json()] * 4
    assert "review_sign_ups" not in others[0].get(path).json()


def test_who_read_an_older_version_is_told_how_it_stands(api, event):
    seen = event.version
    api.patch(f"events/{event.slug}/", {"venue": "Salone"})
    stale = api.patch(f"events/{event.slug}/", {"venue": "Palestra", "seen": seen})
    by_header = api.patch(f"events/{event.slug}/", {"venue": "Palestra"}, if_match=f'"{seen}"')
    assert stale.status_code == by_header.status_code == 409
    assert stale.json()["current"] == {"slug": event.slug, "status": "draft", "version": make.fresh(event).version}
    assert make.fresh(event).venue == "Salone"
    again = api.patch(f"events/{event.slug}/", {"venue": "Palestra", "seen": make.fresh(event).version})
    assert again.status_code == 200


@pytest.mark.parametrize("written", ['"{}"', "{}", 'W/"{}"', 'W/"{}-2366a54cdf29"', '"{}-2366a54cdf29"'])
def test_however_a_program_writes_the_version_it_is_held_against_it(api, event, written):
    seen = event.version
    api.patch(f"events/{event.slug}/", {"venue": "Salone"})
    assert api.patch(f"events/{event.slug}/", {"venue": "Bar"}, if_match=written.format(seen)).status_code == 409
    now = make.fresh(event).version
    assert api.patch(f"events/{event.slug}/", {"venue": "Bar"}, if_match=written.format(now)).status_code == 200


@pytest.mark.parametrize("written", ["nonsense", '"1", "7"', '""', "-1", "1.5", "²", "9" * 19])
def test_a_version_that_cannot_be_read_is_refused_and_nothing_is_written(api, event, written):
    refused = api.patch(f"events/{event.slug}/", {"venue": "Bar"}, if_match=written)
    assert (refused.status_code, refused.json()["code"]) == (422, "if_match_unreadable")
    assert make.fresh(event).venue != "Bar"
    assert api.patch(f"events/{event.slug}/", {"venue": "Bar"}, if_match="*").status_code == 200


def test_entries_are_opened_closed_opened_again_and_the_event_is_hidden(api, event):
    where = f"events/{event.slug}/"
    steps = ["open-entries", "close-entries", "open-entries", "hide"]
    assert [api.post(f"{where}{step}/").json()["status"] for step in steps] == ["open", "closed", "open", "draft"]
    refused = api.post(f"{where}hide/")
    assert (refused.status_code, refused.json()["code"]) == (422, "wrong_status")


@pytest.mark.parametrize(
    ("part", "value"),
    [
        ("rules", {"match_mode": "target", "target": 11, "deals": None}),
        ("format", {"kind": "knockout", "placement": True}),
        ("terms", {"bye_vp": 12}),
        ("scale", "11pt"),
        ("discipline", {"ladder": [{"after": 7, "kind": "warning", "value": 0}]}),
    ],
)
def test_each_part_of_the_ruleset_is_a_document_that_is_written_whole(api, event, part, value):
    path = f"events/{event.slug}/{part}/"
    before = api.get(path).json()
    written = api.put(path, {part: value, "seen": before["version"]})
    assert written.status_code == 200
    told = written.json()[part]
    assert told == value if isinstance(value, str) else value.items() <= told.items()
    assert written.json() == api.get(path).json()
    assert api.put(path, {part: value, "seen": before["version"]}).status_code == 409


def test_a_document_that_is_read_can_be_written_back(api, event):
    for part in ("rules", "format", "terms", "scale", "discipline"):
        path = f"events/{event.slug}/{part}/"
        kept = api.get(path).json()
        assert api.put(path, {part: kept[part]}).json()[part] == kept[part]


@pytest.mark.parametrize("name", ["", "colour"])
def test_a_parameter_that_the_game_has_not_is_refused_by_its_name(api, event, name):
    answer = api.put(f"events/{event.slug}/rules/", {"rules": {**event.rules, name: None}})
    assert (answer.status_code, answer.json()["code"]) == (422, "rule_unknown")
    assert answer.json()["detail"] == f"“{name}” is no parameter of Scopa."


def test_an_announced_draw_fixes_the_rules_but_not_the_ladder(boss):
    event, api = make.drawn(make.knockout(make.organiser(boss), entries=4)), Asker(key_of(boss))
    where = f"events/{event.slug}/"
    refused = api.put(f"{where}rules/", {"rules": event.rules})
    assert (refused.status_code, refused.json()["code"]) == (422, "rules_fixed")
    assert api.get(f"{where}rules/").json()["is_fixed"] is True
    assert api.put(f"{where}discipline/", {"discipline": "none"}).json()["discipline"] == {"ladder": []}
    assert api.get(f"{where}discipline/").json()["is_fixed"] is False


def test_strangers_find_no_event_in_preparation_and_may_change_no_public_one(event):
    stranger, nobody = Asker(key_of(make.user())), Asker()
    path = f"events/{event.slug}/"
    missing = stranger.patch("events/nessuno/", {"venue": "x"})
    assert stranger.patch(path, {"venue": "x"}).content == missing.content
    assert (missing.status_code, nobody.patch(path, {"venue": "x"}).status_code) == (404, 404)
    Asker(key_of(make.boss_of(event).user)).post(f"{path}open-entries/")
    assert (nobody.patch(path, {"venue": "x"}).status_code, stranger.patch(path, {"venue": "x"}).status_code) == (
        401,
        404,
    )
    referee = make.with_role(event, "referee")
    assert Asker(key_of(referee)).patch(path, {"venue": "x"}).status_code == 403
    assert make.fresh(event).venue == ""


def test_an_event_is_copied_with_a_name_and_a_day_that_are_proposed_or_said(api, boss):
    source = make.event(make.organiser(boss), name="Serata 3", venue="Salone", format={"third_place": True})
    proposed = api.post(f"events/{source.slug}/copies/", {})
    said = api.post(f"events/{source.slug}/copies/", {"name": "Finale", "starts_at": "2027-05-01T20:30:00+02:00"})
    assert (proposed.status_code, proposed.json()["name"], proposed.json()["venue"]) == (201, "Serata 4", "Salone")
    assert proposed["Location"].endswith("/api/v1/events/serata-4/")
    assert (said.json()["slug"], said.json()["starts_at"][:10]) == ("finale", "2027-05-01")
    assert Tournament.objects.get(slug="finale").format["third_place"] is True
    assert set(Membership.objects.values_list("user", flat=True)) == {boss.pk}


def test_an_event_in_rounds_is_made_changed_and_counted(api):
    """By points it has no VP, so its length needs no published scale; the ranking is kept whole."""
    groups = {"kind": "groups", "size": 3, "ranking": "valliadi"}
    made = api.post("events/", NEW | {"rules": {"target": 15}, "format": groups}).json()
    here = f"events/{made['slug']}/"
    kept = api.get(f"{here}format/").json()["format"]
    assert (made["format"], kept["kind"], kept["size"], kept["ranking"]["draws"]) == ("groups", "groups", 3, False)
    assert kept["ranking"]["chain"]["criteria"][:2] == ["points", "difference"]
    assert api.get(f"{here}scale/").json()["scale"] is None
    evening = api.get(f"{here}headcount/?n=10").json()["evenings"][0]
    assert (evening["rounds"], evening["tables"], evening["rests"]) == (3, [4, 4, 4], [2, 2, 2])
    assert evening["groups"] == [{"size": 4, "groups": 1}, {"size": 3, "groups": 2}]
    assert api.get(f"{here}headcount/?n=2").json()["evenings"][0]["refusal"].startswith("Groups need at least 3")
    danish = {"kind": "danish", "rounds": 6, "rematches": "allowed", "ranking": "two_points"}
    changed = api.put(f"{here}format/", {"format": danish}).json()["format"]
    assert (changed["kind"], changed["rounds"], changed["ranking"]["points"]["win"]) == ("danish", 6, 2)
    copied = api.post(f"{here}copies/").json()["slug"]
    assert api.get(f"events/{copied}/format/").json()["format"] == changed


@pytest.mark.parametrize(
    ("wrong", "field", "code"),
    [
        ({"kind": "danish", "rounds": 31}, "rounds", "rounds_out_of_range"),
        ({"kind": "groups", "size": 2}, "size", "bad_group_size"),
        ({"kind": "swiss", "rematches": "allowed"}, "rematches", "swiss_without_rematches"),
        ({"kind": "swiss", "ranking": "football"}, "ranking", "unknown_choice"),
        ({"kind": "swiss", "ranking": {"chain": {"criteria": ["points"]}}}, "ranking", "chain_needs_points"),
    ],
)
def test_a_wrong_format_in_rounds_is_refused_with_its_field(api, wrong, field, code):
    error = api.post("events/", NEW | {"format": wrong}).json()["errors"][0]
    assert (error["field"], error["code"]) == (field, code)
    assert error["detail"] != code
