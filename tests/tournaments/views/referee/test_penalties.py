"""Proposals on the desk, the register of penalties, and who is missing at a table."""

import re
from datetime import timedelta
from typing import Any

import pytest
from django.urls import reverse
from django.utils import timezone

from tests.tournaments import factories as make
from tests.tournaments.services.sheets import A, enter, state
from tests.tournaments.views.counted import DESK, questions
from tests.tournaments.views.organiser.conftest import text
from tests.tournaments.views.referee.sheets import cast, url, with_code
from tournaments.discipline.reads import proposals
from tournaments.discipline.writes import penalties
from tournaments.models import AuditEntry, Ruling, Table, Tournament
from tournaments.standings.reads.standings import all_standings
from tournaments.timing.writes import lateness

pytestmark = pytest.mark.django_db

LOGIN, OK, NO, GONE = "login", 200, 403, 404
LADDER = {"ladder": [{"after": 5, "kind": "vp", "value": 2}, {"after": 10, "kind": "no_show"}]}


def late(entries: int = 4, minutes: int = 7, number: int = 0, **more: Any) -> Table:
    """A table whose line B is reported missing so many minutes after the call."""
    tournament = make.called(entries=entries, discipline=LADDER, **more)
    return report(tournament, number, minutes)


def report(tournament: Tournament, number: int = 0, minutes: int = 7) -> Table:
    table = make.tables_of(tournament)[number]
    Table.objects.filter(pk=table.pk).update(called_at=timezone.now() - timedelta(minutes=minutes, seconds=5))
    boss = make.boss_of(tournament)
    lateness.report_missing(actor=boss, tournament_id=tournament.pk, table_id=table.pk, line=1)
    return Table.objects.select_related("tournament").get(pk=table.pk)


def place(name: str, tournament: Tournament, *args: Any) -> str:
    return reverse(name, args=[tournament.slug, *args])


def proposal_of(tournament: Tournament) -> Ruling:
    return proposals(tournament)[0]


def give(tournament: Tournament, kind: str = "warning", line: int = 0, **more: Any) -> Ruling:
    table = make.tables_of(tournament)[0]
    return penalties.give_penalty(
        actor=make.boss_of(tournament),
        tournament_id=tournament.pk,
        kind=kind,
        reason="Segnali al compagno",
        entry_id=table.lines.get(index=line).entry_id,
        table_id=table.pk,
        **more,
    )


def english(client: Any) -> Any:
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    return client


# The desk


def test_a_proposal_stands_first_on_the_desk_with_its_rule_in_words():
    table = late()
    client = english(make.client_of(make.with_role(table.tournament, "referee")))

    page = client.get(place("referee_desk", table.tournament))

    assert "late by 7 minutes, not here yet" in text(page)
    assert "The rule: late by more than 5 minutes: penalty of 2 VP" in text(page)
    assert "1 penalty to decide" in text(page)
    assert page.content.index(b'class="section proposals"') < page.content.index(b"desk-group--")


def test_a_line_that_has_not_come_either_is_not_said_to_have_arrived():
    table = late(minutes=12)
    tournament, boss = table.tournament, make.boss_of(table.tournament)
    lateness.report_missing(actor=boss, tournament_id=tournament.pk, table_id=table.pk, line=0)
    penalties.apply_proposal(actor=boss, tournament_id=tournament.pk, ruling_id=proposal_of(tournament).pk)

    desk = text(english(make.client_of(boss)).get(place("referee_desk", tournament)))

    assert "late by 12 minutes, not here yet" in desk
    assert "has arrived by now" not in desk


def test_the_organiser_hears_of_it_too():
    table = late()
    page = english(make.client_of(make.boss_of(table.tournament))).get(place("organise", table.tournament))

    assert "1 penalty waits for a decision: table" in text(page)


def test_one_tap_applies_it_and_the_standings_follow():
    table = late()
    client = make.client_of(make.with_role(table.tournament, "referee"))
    ruling = proposal_of(table.tournament)

    answer = client.post(place("penalty_apply", table.tournament, ruling.pk))

    ruling.refresh_from_db()
    assert (answer.status_code, answer["Location"]) == (303, place("referee_desk", table.tournament))
    assert ruling.status == "in_force"
    taken = {row.entry: row.vp for row in all_standings(table.tournament)}
    assert taken[ruling.entry_id] == -2


def test_a_second_tap_of_the_same_finger_answers_as_the_first():
    table = late()
    client = make.client_of(make.with_role(table.tournament, "referee"))
    address = place("penalty_apply", table.tournament, proposal_of(table.tournament).pk)

    answers = [client.post(address) for _tap in range(3)]

    assert [(answer.status_code, answer["Location"]) for answer in answers] == [
        (303, place("referee_desk", table.tournament))
    ] * 3
    assert AuditEntry.objects.filter(verb="penalty_applied").count() == 1


def test_a_proposal_that_another_referee_decided_says_who_and_when():
    table = late()
    first, second = (make.with_role(table.tournament, "referee") for _referee in range(2))
    ruling = proposal_of(table.tournament)
    make.client_of(first).post(place("penalty_apply", table.tournament, ruling.pk))

    answer = english(make.client_of(second)).post(
        place("penalty_dismiss", table.tournament, ruling.pk), {"reason": "Era qui"}
    )

    ruling.refresh_from_db()
    assert (answer.status_code, ruling.status) == (409, "in_force")
    assert str(first) in text(answer)
    assert re.search(r"\d\d:\d\d", text(answer))


def test_a_proposal_is_left_with_a_reason_only_and_both_stay_on_record():
    table = late()
    client = english(make.client_of(make.with_role(table.tournament, "referee")))
    ruling = proposal_of(table.tournament)
    address = place("penalty_dismiss", table.tournament, ruling.pk)

    refused = client.post(address, {"reason": " "})
    client.post(address, {"reason": "Cercavano parcheggio"})

    ruling.refresh_from_db()
    register = text(client.get(place("penalties", table.tournament)))
    assert (refused.status_code, f'id="why-{ruling.pk}-error"' in refused.content.decode()) == (422, True)
    assert (ruling.status, ruling.cancel_reason) == ("dismissed", "Cercavano parcheggio")
    assert "Not applied at" in register
    assert "Cercavano parcheggio" in register


def test_a_reason_that_is_too_long_is_told_and_stays_as_it_was_typed():
    table = late()
    client = english(make.client_of(make.with_role(table.tournament, "referee")))
    ruling = proposal_of(table.tournament)
    long = "parcheggio " * 40

    refused = client.post(place("penalty_dismiss", table.tournament, ruling.pk), {"reason": long})

    ruling.refresh_from_db()
    assert (refused.status_code, ruling.status) == (422, "proposed")
    assert "Reason: at most 400 characters." in text(refused)
    assert long.strip() in refused.content.decode()


# Who is missing


@pytest.mark.parametrize(("line", "status"), [(1, 303), (0, 422)])
def test_a_line_reports_the_other_and_never_itself(line, status):
    table = make.tables_of(make.called(entries=4))[0]

    answer = with_code(table, 0).post(url("table_missing", table), {"line": line})

    assert answer.status_code == status
    assert table.lines.filter(missing_since__isnull=False).count() == (status == 303)


@pytest.mark.parametrize("data", [{}, {"line": ""}, {"line": "B"}, {"line": "9"}])
def test_nobody_is_missing_who_the_form_does_not_name(data):
    table = make.tables_of(make.called(entries=4))[0]

    answer = with_code(table, 1).post(url("table_missing", table), data)

    assert answer.status_code == 422
    assert not table.lines.filter(missing_since__isnull=False).exists()


def test_the_sheet_says_since_when_and_what_comes_next():
    table = late()
    page = text(english(with_code(table, 0)).get(url("table_sheet", table)))

    assert "late by 7 minutes" in page
    assert "Next, at 10 minutes: no-show, the match is lost." in page


def test_the_phone_of_a_line_asks_for_the_others_and_an_official_s_for_each():
    table = make.tables_of(make.called(entries=4))[0]

    line = english(with_code(table, 0)).get(url("table_sheet", table)).content.decode()
    official = english(make.client_of(make.boss_of(table.tournament))).get(url("table_sheet", table)).content.decode()

    assert ("The others are not here yet" in line, line.count(url("table_missing", table))) == (True, 1)
    assert ("The others are not here yet" in official, official.count(url("table_missing", table))) == (False, 2)


def test_who_has_arrived_is_waited_for_no_longer():
    table = late()
    client = make.client_of(make.boss_of(table.tournament))

    answer = client.post(url("table_arrived", table), {"line": 1, "back": "desk"})

    assert answer["Location"] == place("referee_desk", table.tournament)
    assert "is-missing" not in client.get(url("table_sheet", table)).content.decode()
    assert table.lines.get(index=1).arrived_at is not None


def test_the_rounds_and_the_big_screen_name_who_is_waited_for():
    table = late()
    name = table.lines.get(index=1).entry.label
    client = english(make.client_of(make.boss_of(table.tournament)))

    assert "Not at their table yet" in text(client.get(place("organise_rounds", table.tournament)))
    assert f"{name}: to table {table.hall_number}, please" in text(client.get(place("screen", table.tournament)))


def test_a_table_that_plays_waits_for_nobody():
    table = make.tables_of(make.called(entries=4))[0]
    enter(table, {"games": [{"deals": [make.points_sheet((3, 1))], "time_called": False}], "forfeit": None})

    page = make.client_of(make.boss_of(table.tournament)).get(url("table_sheet", table)).content.decode()

    assert url("table_missing", table) not in page


# The register


def test_an_empty_register_says_what_to_do():
    tournament = make.called(entries=4)
    page = make.client_of(make.boss_of(tournament)).get(place("penalties", tournament)).content.decode()

    assert 'class="empty"' in page
    assert f'class="btn" href="{place("penalty_new", tournament)}"' in page


def test_the_register_is_filtered_by_who_and_by_status():
    tournament = make.called(entries=4)
    one, other = give(tournament, line=0), give(tournament, line=1)
    penalties.cancel_penalty(
        actor=make.boss_of(tournament), tournament_id=tournament.pk, ruling_id=other.pk, reason="Un errore"
    )
    client = make.client_of(make.boss_of(tournament))

    def shown(**asked: Any) -> list[str]:
        page = client.get(place("penalties", tournament), asked).content.decode()
        return re.findall(r'role="rowheader">([^<]*)<', page)

    assert shown() == [str(other.entry), str(one.entry)]
    assert shown(chi=one.entry_id) == [str(one.entry)]
    assert shown(stato="cancelled") == [str(other.entry)]
    assert shown(chi="abc", stato="x" * 99) == []


def test_a_sheet_leads_to_the_form_with_table_and_line_filled_in():
    tournament = make.called(entries=4)
    table = make.tables_of(tournament)[0]
    client = make.client_of(make.boss_of(tournament))
    address = re.search(r'href="([^"]*nuova/[^"]*linea=1)"', client.get(url("table_sheet", table)).content.decode())
    assert address is not None

    form = client.get(address[1].replace("&amp;", "&")).context["form"]

    assert (form["entry"].value(), form["table"].value()) == (table.lines.get(index=1).entry_id, table.pk)
    seated = " / ".join(line.entry.label for line in table.lines.all())
    assert form["table"].field.choices[1] == (table.pk, f"Semifinali · tavolo {table.hall_number}: {seated}")


def test_a_penalty_is_previewed_and_nothing_of_the_preview_stays():
    tournament = make.called(entries=4)
    table = make.tables_of(tournament)[0]
    before = make.fresh(tournament).version
    client = english(make.client_of(make.boss_of(tournament)))
    form = {"entry": table.lines.get(index=0).entry_id, "kind": "loss", "table": table.pk, "reason": "Insulti"}

    seen = client.post(place("penalty_new", tournament), {**form, "step": "preview"})

    assert "The match ends like this:" in text(seen)
    assert not Ruling.objects.exists()
    assert not AuditEntry.objects.filter(verb="penalty_given").exists()
    assert (state(table), make.fresh(tournament).version) == (("called", [None, None]), before)

    saved = client.post(place("penalty_new", tournament), {**form, "step": "save"})
    assert saved["Location"] == place("penalties", tournament)
    assert list(table.lines.order_by("index").values_list("place", flat=True)) == [2, 1]


def test_the_preview_has_the_places_that_the_standings_have():
    tournament = make.called(entries=8)
    make.play_round(tournament)
    beaten = next(row for row in all_standings(make.fresh(tournament)) if row.place == 5)
    client = english(make.client_of(make.boss_of(tournament)))
    form = {"entry": beaten.entry, "kind": "vp", "value": 30, "reason": "Fumo"}

    seen = text(client.post(place("penalty_new", tournament), {**form, "step": "preview"}))
    client.post(place("penalty_new", tournament), {**form, "step": "save"})

    after = next(row for row in all_standings(make.fresh(tournament)) if row.entry == beaten.entry)
    assert after.place == 8
    assert re.search(rf"5=?\s*{beaten.vp} VP.*8=?\s*−{30 - beaten.vp} VP", seen)


def test_a_form_that_is_sent_twice_gives_one_penalty():
    tournament = make.called(entries=4)
    client = make.client_of(make.boss_of(tournament))
    key = client.get(place("penalty_new", tournament)).context["key"]
    entry = make.tables_of(tournament)[0].lines.get(index=0).entry_id
    form = {"entry": entry, "kind": "vp", "value": "2", "reason": "Insulti", "key": key, "step": "save"}

    answers = [client.post(place("penalty_new", tournament), form).status_code for _tap in range(2)]

    assert (answers, Ruling.objects.count()) == ([303, 303], 1)


@pytest.mark.parametrize(
    ("wrong", "field"),
    [
        ({"kind": "vp"}, "value"),
        ({"kind": "loss", "table": ""}, "table"),
        ({"entry": "999999"}, "entry"),
        ({"reason": " "}, "reason"),
        ({"kind": "warning", "value": "3"}, "value"),
    ],
)
def test_a_penalty_that_cannot_be_is_refused_on_its_field(wrong, field):
    tournament = make.called(entries=4)
    table = make.tables_of(tournament)[0]
    form = {"entry": table.lines.get(index=0).entry_id, "kind": "warning", "table": table.pk, "reason": "x"}

    answer = make.client_of(make.boss_of(tournament)).post(
        place("penalty_new", tournament), {**form, **wrong, "step": "save"}
    )

    assert (answer.status_code, f'href="#id_{field}' in answer.content.decode()) == (422, True)
    assert not Ruling.objects.exists()


def test_a_penalty_is_cancelled_with_a_reason_and_stays_on_the_register():
    tournament = make.called(entries=4)
    ruling = give(tournament, "vp", value=2)
    client = english(make.client_of(make.with_role(tournament, "referee")))
    address = place("penalty_cancel", tournament, ruling.pk)

    refused, done = client.post(address, {"reason": ""}), client.post(address, {"reason": "Un malinteso"})

    assert (refused.status_code, done.status_code) == (422, 303)
    assert "Un malinteso" in text(client.get(place("penalties", tournament)))
    assert {row.vp for row in all_standings(tournament)} == {0}


# What everybody sees


def test_the_public_is_told_what_is_in_force_and_never_why():
    tournament = make.called(entries=4)
    ruling = give(tournament, "vp", value=2)
    give(tournament, "warning", line=1)
    penalties.cancel_penalty(
        actor=make.boss_of(tournament),
        tournament_id=tournament.pk,
        ruling_id=Ruling.objects.get(kind="warning").pk,
        reason="Un errore",
    )
    table = make.tables_of(tournament)[0]
    assert ruling.entry is not None
    person = ruling.entry.members.first().person_id
    client = english(make.client_of())

    standings = text(client.get(place("event_standings", tournament)))
    match = text(client.get(reverse("match", args=[tournament.slug, table.number])))
    player = text(client.get(reverse("player", args=[person])))

    assert f"{ruling.entry} −2 VP" in standings
    assert f"{ruling.entry}: penalty of 2 VP" in standings
    assert "Penalty of 2 VP" in match
    assert "Penalties in force: Penalty of 2 VP" in player
    assert all("Segnali" not in page for page in (standings, match, player))
    assert all("Warning" not in page for page in (standings, match, player))


def test_a_proposal_is_nothing_to_the_public():
    table = late()
    client = english(make.client_of())

    pages = [
        text(client.get(address))
        for address in (
            place("event_standings", table.tournament),
            reverse("match", args=[table.tournament.slug, table.number]),
        )
    ]

    assert all("VP, for being late" not in page and "enalty" not in page for page in pages)


def test_the_rules_of_an_event_say_its_ladder():
    page = text(english(make.client_of()).get(place("event_rules", late().tournament)))

    assert "Late by more than 5 minutes: penalty of 2 VP." in page


# Who may


PAGES = {
    "penalties": (OK, OK, NO, LOGIN, GONE, LOGIN),
    "penalty_new": (OK, OK, NO, LOGIN, GONE, LOGIN),
    "penalty_cancel": (OK, OK, NO, LOGIN, GONE, LOGIN),
}


@pytest.mark.parametrize(("name", "expected"), PAGES.items())
def test_who_may_open_the_register(name, expected):
    tournament = make.called(entries=4)
    args = [give(tournament).pk] if name == "penalty_cancel" else []

    found = []
    for client in cast(tournament, make.tables_of(tournament)[0]).values():
        answer = client.get(place(name, tournament, *args))
        found.append(LOGIN if answer.status_code == 302 else answer.status_code)

    assert tuple(found) == expected


@pytest.mark.parametrize("name", ["penalty_apply", "penalty_dismiss", "penalty_cancel", "penalty_new"])
def test_nobody_but_a_referee_of_this_event_decides(name):
    table = late()
    tournament, ruling = table.tournament, proposal_of(table.tournament)
    args = [] if name == "penalty_new" else [ruling.pk]
    form = {"reason": "x", "entry": ruling.entry_id, "kind": "warning", "step": "save"}
    people = cast(tournament, table)
    foreign = make.client_of(make.with_role(make.called(entries=4), "referee"))

    found = [
        client.post(place(name, tournament, *args), form).status_code
        for client in (people["scorer"], people["line"], people["stranger"], people["anonymous"], foreign)
    ]

    assert found == [403, 302, 404, 302, 404]
    assert list(Ruling.objects.values_list("status", flat=True)) == ["proposed"]


def test_a_proposal_of_another_event_is_not_there():
    mine, other = make.called(entries=4), late()
    client = make.client_of(make.boss_of(mine))

    answer = client.post(place("penalty_apply", mine, proposal_of(other.tournament).pk))

    assert answer.status_code == 404


def test_a_scorer_reports_and_sees_no_proposal():
    table = late()
    client = make.client_of(make.with_role(table.tournament, "scorer", tables=[table.hall_number]))

    desk = client.get(place("referee_desk", table.tournament)).content.decode()

    assert 'class="section proposals"' not in desk
    assert url("table_arrived", table) in desk


# Questions to the database


def test_the_desk_asks_as_much_for_three_proposals_as_for_one():
    tournament = make.called(entries=12, discipline=LADDER)
    client, counted = make.client_of(make.boss_of(tournament)), []
    for number in range(3):
        report(tournament, number)
        counted.append(questions(client, place("referee_desk", tournament)))

    # With the proposals.
    assert counted[0] == counted[2] <= DESK + 1


def test_the_register_asks_as_much_for_three_rows_as_for_one():
    tournament = make.called(entries=4)
    client, counted = make.client_of(make.boss_of(tournament)), []
    for _number in range(3):
        give(tournament)
        counted.append(questions(client, place("penalties", tournament)))

    assert counted[0] == counted[2] <= 6


def test_the_standings_ask_as_much_for_three_penalties_as_for_one():
    tournament = make.called(entries=4)
    client, counted = make.client_of(make.boss_of(tournament)), []
    for _number in range(3):
        give(tournament, "vp", value=1)
        counted.append(questions(client, place("event_standings", tournament)))

    assert counted[0] == counted[2]


def test_a_line_is_told_of_the_call_by_name_only_while_it_is_missing():
    table = late()
    lateness.line_arrived(actor=A, tournament_id=table.tournament_id, table_id=table.pk, line=1)
    page = text(english(make.client_of()).get(place("screen", table.tournament)))

    assert f"{table.lines.get(index=1).entry.label}: to table" not in page


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        ("loss", "lost by the referee's ruling"),
        ("no_show", "did not play"),
        ("disqualification", "disqualified"),
    ],
)
def test_a_match_that_a_ruling_decided_says_so_to_everybody(kind, words):
    tournament = make.called(entries=4)
    ruling = give(tournament, kind)
    table = make.tables_of(tournament)[0]

    match = text(english(make.client_of()).get(reverse("match", args=[tournament.slug, table.number])))
    sheet = text(english(make.client_of(make.boss_of(tournament))).get(url("table_sheet", table)))

    assert f"Decided by a ruling: {ruling.entry}, {words}." in match
    assert f"Forfeit: {words}." in sheet
