"""What only a referee does: undo, corrections with their consequences, forfeits; and who may open what."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournaments import factories as make
from tests.tournaments.services.sheets import FAULT, WON, deals, enter, state
from tests.tournaments.views.referee.sheets import cast, correct, url, with_code
from tournaments.models import Ruling, Scoresheet, Table

pytestmark = pytest.mark.django_db

ROLES = ("organiser", "referee", "scorer", "line", "stranger", "anonymous")


# Who may open what: a stranger's 404 looks like that of a table that is not there.

LOGIN, OK, NO, GONE, CODE = "login", 200, 403, 404, "code"
PAGES = {
    "table_sheet": (OK, OK, OK, OK, GONE, CODE),
    "table_total": (OK, OK, OK, OK, GONE, GONE),
    "table_undo": (OK, OK, OK, LOGIN, GONE, LOGIN),
    "table_correct": (422, 422, NO, LOGIN, GONE, LOGIN),
    "table_forfeit": (OK, OK, NO, LOGIN, GONE, LOGIN),
}


@pytest.mark.parametrize(("name", "expected"), PAGES.items())
def test_who_may_open_the_pages_of_a_table(name, expected):
    table = make.tables_of(make.called(entries=4))[0]
    found = []
    for client in cast(table.tournament, table).values():
        answer = client.get(url(name, table))
        place = answer.headers.get("Location", "")
        found.append(LOGIN if "/entra/" in place else CODE if "/codice/" in place else answer.status_code)

    assert dict(zip(ROLES, found, strict=True)) == dict(zip(ROLES, expected, strict=True))


STEPS = {
    "table_sheet": (422, 422, 422, 422, GONE, GONE),
    "table_preview": (422, 422, 422, 422, GONE, GONE),
    "table_time": (422, 422, 422, 422, GONE, GONE),
    "table_confirm": (422, 422, 422, 422, GONE, GONE),
    "table_dispute": (422, 422, 422, 422, GONE, GONE),
    "table_call_referee": (303, 303, 303, 303, GONE, GONE),
    "table_undo": (422, 422, 422, 302, GONE, 302),
}


@pytest.mark.parametrize(("name", "expected"), STEPS.items())
def test_who_may_send_the_steps_of_a_table(name, expected):
    """422: the step is theirs, and there is nothing for it to do."""
    table = make.tables_of(make.called(entries=4))[0]
    version = str(table.version)

    found = [
        client.post(url(name, table), {"seen": version}).status_code
        for client in cast(table.tournament, table).values()
    ]

    assert dict(zip(ROLES, found, strict=True)) == dict(zip(ROLES, expected, strict=True))


@pytest.mark.parametrize("name", sorted({*PAGES, *STEPS}))
def test_a_table_that_is_not_there_and_a_foreign_one_look_alike(name):
    table, other = make.tables_of(make.called(entries=4))[0], make.tables_of(make.called(entries=4))[0]
    client = make.client_of(make.boss_of(table.tournament))

    answers = [client.post(url(name, other)), client.post(reverse(name, args=["non-esiste", 1]))]

    assert [answer.status_code for answer in answers] == [404, 404]
    assert len({re.sub(r'value="[^"]*"', "", answer.content.decode()) for answer in answers}) == 1


def test_a_scorer_has_the_tables_that_were_given_and_no_other():
    tournament = make.called(entries=4)
    first, second = make.tables_of(tournament)
    client = make.client_of(make.with_role(tournament, "scorer", tables=[first.hall_number]))

    desk = client.get(reverse("referee_desk", args=[tournament.slug])).content.decode()

    assert url("table_sheet", first) in desk
    assert url("table_sheet", second) not in desk
    assert client.get(url("table_sheet", second)).status_code == 403


def test_a_line_only_opens_its_own_table():
    first, second = make.tables_of(make.called(entries=4))

    assert with_code(first, 0).get(url("table_sheet", second)).status_code == 404


def test_a_line_cannot_note_that_the_referee_has_been_there():
    table = make.tables_of(make.called(entries=4))[0]
    client = with_code(table, 0)
    client.post(url("table_call_referee", table))

    answer = client.post(url("table_call_referee", table), {"wanted": "off"})

    assert answer.status_code == 403
    assert Table.objects.get(pk=table.pk).referee_called


# Undo


def test_undo_asks_and_names_what_goes_then_takes_it_back():
    table = make.tables_of(make.called(entries=4))[0]
    client = make.client_of(make.boss_of(table.tournament))
    enter(table, WON)
    table.refresh_from_db()

    question = client.get(url("table_undo", table)).content.decode()
    answer = client.post(url("table_undo", table), {"seen": table.version, "reason": "Erano scambiate"})

    assert "21–11" in question
    assert answer.status_code == 303
    assert state(table) == ("called", [None, None])


def test_undo_after_the_next_call_is_refused_in_a_sentence_and_changes_nothing():
    tournament = make.called(entries=4)
    for table in make.tables_of(tournament):
        make.play(table)
    make.called(tournament, round=2)
    table = make.tables_of(tournament)[0]

    answer = make.client_of(make.boss_of(tournament)).post(url("table_undo", table), {"seen": table.version})

    assert answer.status_code == 422
    assert 'id="conflict"' in answer.content.decode()
    assert state(table)[0] == "done"


def test_undo_of_a_table_that_moved_on_shows_it_as_it_is():
    table = make.tables_of(make.called(entries=4))[0]
    enter(table, deals((5, 3)))

    answer = make.client_of(make.boss_of(table.tournament)).post(url("table_undo", table), {"seen": 0})

    assert answer.status_code == 409
    assert state(table) == ("playing", [5, 3])


def test_a_scorer_takes_back_a_deal_but_not_a_confirmed_result():
    table = make.tables_of(make.called(entries=4))[0]
    client = make.client_of(make.with_role(table.tournament, "scorer", tables=[table.hall_number]))
    enter(table, deals((5, 3)))
    table.refresh_from_db()
    deal = client.post(url("table_undo", table), {"seen": table.version}).status_code
    enter(table, WON)
    table.refresh_from_db()

    assert (deal, client.post(url("table_undo", table), {"seen": table.version}).status_code) == (303, 403)
    assert state(table)[0] == "done"


# Corrections


@pytest.fixture
def semifinal() -> Table:
    """A semifinal that is over, with the final called behind it."""
    tournament = make.called(entries=4)
    for table in make.tables_of(tournament):
        enter(table, deals((10, 5), (11, 6)))
    make.called(tournament, round=2)
    return make.tables_of(tournament)[0]


TURNED = deals((5, 10), (6, 11))


def test_a_correction_says_which_tables_and_people_it_touches_and_saves_nothing(semifinal):
    client = make.client_of(make.with_role(semifinal.tournament, "referee"))
    final = make.tables_of(semifinal.tournament, 2)[0]

    page = correct(client, semifinal, TURNED, step="preview").content.decode()

    people = [str(line.entry) for line in (*semifinal.lines.all(), *final.lines.all())]
    assert f'name="accepted" value="{final.number}"' in page
    assert all(name in page for name in people)
    assert "<strong>Finale · tavolo 1</strong>" in page
    assert state(semifinal) == ("done", [21, 11])


def test_a_correction_that_was_seen_is_saved_with_its_reason(semifinal):
    client = make.client_of(make.with_role(semifinal.tournament, "referee"))
    final = make.tables_of(semifinal.tournament, 2)[0]

    answer = correct(client, semifinal, TURNED, step="save", reason="Referto scambiato", accepted=[final.number])

    assert answer.status_code == 303
    assert state(semifinal) == ("done", [11, 21])
    assert final.lines.filter(entry=semifinal.lines.get(place=1).entry).exists()
    assert Ruling.objects.get(kind="correction").reason == "Referto scambiato"


@pytest.mark.parametrize("missing", ["reason", "accepted"])
def test_a_correction_without_reason_or_whose_consequences_were_not_seen_is_refused(semifinal, missing):
    client = make.client_of(make.boss_of(semifinal.tournament))
    final = make.tables_of(semifinal.tournament, 2)[0]
    data = {"reason": "Referto scambiato", "accepted": [final.number]}
    del data[missing]

    answer = correct(client, semifinal, TURNED, step="save", **data)

    assert answer.status_code == 422
    assert f'name="accepted" value="{final.number}"' in answer.content.decode()
    assert state(semifinal) == ("done", [21, 11])


def test_a_correction_of_points_only_touches_nobody(semifinal):
    client = make.client_of(make.boss_of(semifinal.tournament))

    page = correct(client, semifinal, deals((10, 5), (12, 6)), step="preview").content.decode()
    answer = correct(client, semifinal, deals((10, 5), (12, 6)), step="save", reason="Contata male")

    assert 'name="accepted"' not in page
    assert answer.status_code == 303
    assert state(semifinal) == ("done", [22, 11])


def test_the_draft_is_changed_deal_by_deal_before_anything_is_saved(semifinal):
    client = make.client_of(make.boss_of(semifinal.tournament))
    page = client.get(url("table_correct", semifinal)).content.decode()
    draft = re.search(r'name="draft" value="([^"]+)"', page)[1]
    form = client.post(url("table_correct", semifinal), {"draft": draft, "step": "deal:0.1"}).content.decode()

    put = {"game": "0", "deal": "1", "depth": "points", "points_a": "13", "points_b": "4"}
    changed = client.post(url("table_correct", semifinal), {"draft": draft, "step": "put", **put}).content.decode()

    assert 'name="points_a" value="11"' in form
    assert "13–4" in changed
    assert state(semifinal) == ("done", [21, 11])


@pytest.mark.parametrize(
    ("step", "expected"),
    [
        ({"step": "drop"}, "10–5"),
        ({"step": "total", "points_a": "22", "points_b": "20"}, "22–20"),
    ],
)
def test_a_deal_is_struck_or_the_total_put_in_its_place(semifinal, step, expected):
    client = make.client_of(make.boss_of(semifinal.tournament))

    page = correct(client, semifinal, WON, **step).content.decode()

    assert expected in page


PUT = {"step": "put", "game": "0", "depth": "points", "points_b": "1"}
BAD_DRAFTS = [
    pytest.param({**PUT, "deal": "0", "points_a": "-1"}, id="negative"),
    pytest.param({**PUT, "deal": "9", "points_a": "1"}, id="no such deal"),
    pytest.param({"step": "total", "points_a": "3", "points_b": "1"}, id="unfinished total"),
    pytest.param({"step": "total", "points_a": "", "points_b": "1"}, id="no total"),
]


@pytest.mark.parametrize("step", BAD_DRAFTS)
def test_a_draft_that_cannot_be_is_refused_in_place(semifinal, step):
    answer = correct(make.client_of(make.boss_of(semifinal.tournament)), semifinal, WON, **step)

    assert answer.status_code == 422
    assert 'id="errors"' in answer.content.decode()
    assert state(semifinal) == ("done", [21, 11])


def test_an_unfinished_correction_is_refused_at_the_preview(semifinal):
    answer = correct(make.client_of(make.boss_of(semifinal.tournament)), semifinal, deals((5, 3)), step="preview")

    assert answer.status_code == 422


def test_a_forged_draft_starts_again_from_what_is_confirmed(semifinal):
    client = make.client_of(make.boss_of(semifinal.tournament))

    page = client.post(url("table_correct", semifinal), {"draft": "finto", "step": ""}).content.decode()

    assert "10–5" in page


def test_a_correction_of_a_result_that_moved_on_shows_it_as_it_is(semifinal):
    client = make.client_of(make.boss_of(semifinal.tournament))

    answer = correct(client, semifinal, deals((10, 5), (12, 6)), step="save", reason="Tardi", seen=0)

    assert answer.status_code == 409
    assert state(semifinal) == ("done", [21, 11])


def test_a_forfeit_can_be_corrected_into_a_played_match():
    table = make.tables_of(make.called(entries=4, preset="online_002"))[0]
    client = make.client_of(make.boss_of(table.tournament))
    enter(table, {**deals((6, 3)), "forfeit": FAULT})

    taken = correct(client, table, {**deals((6, 3)), "forfeit": FAULT}, step="unforfeit").content.decode()
    answer = correct(client, table, deals((6, 3), (5, 9)), step="save", reason="Era tornato")

    assert 'value="unforfeit"' not in taken
    assert answer.status_code == 303
    assert state(table) == ("done", [11, 12])
    assert Ruling.objects.get(kind="forfeit").cancelled_at is not None


# Forfeits


@pytest.fixture
def online() -> Table:
    return make.tables_of(make.called(entries=4, preset="online_002"))[0]


FORFEIT = {
    "cause": "abandon",
    "offender": "b",
    "moment": "in_deal",
    "f_cards": "open",
    "f_coins": "open",
    "f_settebello": "a",
    "f_primiera": "open",
    "f_sweeps_a": "0",
    "f_sweeps_b": "1",
    "reason": "Se ne sono andati",
}


def fault(client: Client, table: Table, step: str, **changes: Any) -> Any:
    page = client.get(url("table_forfeit", table)).content.decode()
    unseen = dict(re.findall(r'name="(seen|base|key|tiebreak)" value="([^"]*)"', page))
    data = {**unseen, **FORFEIT, "step": step, **changes}
    return client.post(url("table_forfeit", table), {name: value for name, value in data.items() if value is not None})


def test_a_forfeit_shows_vp_and_mp_of_both_lines_before_it_is_saved(online):
    answer = fault(make.client_of(make.boss_of(online.tournament)), online, "preview")
    rows = re.findall(r"<td class=\"is-number\"[^>]*>([^<]*)</td>", answer.content.decode().split('id="outcome"')[1])

    assert answer.status_code == 200
    assert rows[:6] == ["5", "14", "+4", "1", "0", "−14"]
    assert not Scoresheet.objects.exists()


def test_a_forfeit_is_saved_as_result_and_ruling(online):
    answer = fault(make.client_of(make.boss_of(online.tournament)), online, "save")

    assert answer.status_code == 303
    assert state(online) == ("done", [5, 1])
    assert [(line.vp, line.mp) for line in online.lines.order_by("index")] == [(14, 4), (0, -14)]
    assert Ruling.objects.get().reason == "Se ne sono andati"


def test_an_abandonment_on_paper_takes_the_score_so_far(online):
    client = make.client_of(make.boss_of(online.tournament))
    stopped = {"moment": "between_deals", "f_settebello": "open", "f_sweeps_b": "0"}

    shown = fault(client, online, "preview", so_far_a="6", so_far_b="5", **stopped)
    saved = fault(client, online, "save", so_far_a="6", so_far_b="5", **stopped)

    won = [
        int(each.replace("−", "-"))
        for each in re.findall(
            r"<td class=\"is-number\"[^>]*>([−+\d]+)</td>", shown.content.decode().split('id="outcome"')[1]
        )
    ]
    assert saved.status_code == 303
    assert (state(online)[0], online.lines.get(index=1).points) == ("done", 5)
    assert (online.lines.get(index=0).points or 0) >= 6
    assert won[0] == online.lines.get(index=0).points
    assert Scoresheet.objects.get(table=online).content["games"][0]["total_only"] is True


@pytest.mark.parametrize(
    ("typed", "field"),
    [
        pytest.param({"so_far_a": "6"}, "so_far_b", id="one line alone"),
        pytest.param({"so_far_a": "x", "so_far_b": "5"}, "so_far_a", id="no number"),
        pytest.param({"so_far_a": "40", "so_far_b": "5"}, "so_far_a", id="the match was over"),
    ],
)
def test_a_score_so_far_that_cannot_be_is_refused_on_its_field(online, typed, field):
    client = make.client_of(make.boss_of(online.tournament))

    answer = fault(client, online, "save", moment="between_deals", f_settebello="open", f_sweeps_b="0", **typed)

    assert answer.status_code == 422
    assert f'href="#id_{field}"' in answer.content.decode()
    assert state(online) == ("called", [None, None])


def test_a_line_that_gives_up_on_paper_loses_with_the_score_so_far():
    table = make.tables_of(make.called(entries=4))[0]
    client = make.client_of(make.boss_of(table.tournament))
    form = {
        "lines": [table.lines.get(index=0).entry_id],
        "kind": "loss",
        "reason": "A casa",
        "so_far_a": "13",
        "so_far_b": "11",
    }

    begun = client.get(url("table_forfeit", table) + "?so_far_a=13&so_far_b=11").content.decode()
    shown = client.post(url("table_forfeit", table), {**form, "step": "preview"}).content.decode()
    nothing = state(table)
    saved = client.post(url("table_forfeit", table), {**form, "step": "save"})

    assert re.findall(r'name="so_far_[ab]" value="(\d*)"', begun) == ["13", "11"]
    assert 'id="outcome"' in shown and nothing == ("called", [None, None])
    assert saved.status_code == 303
    status, points = state(table)
    assert (status, points[0], (points[1] or 0) >= 11) == ("done", 13, True)
    assert list(table.lines.order_by("index").values_list("place", flat=True)) == [2, 1]


BAD_FAULTS = [
    pytest.param({"f_cards": None}, "f_cards", id="no snapshot"),
    pytest.param({"cause": "no_show"}, "cause", id="a cause that these rules do not know"),
    pytest.param({"offender": None}, "offender", id="nobody at fault"),
    pytest.param({"moment": None}, "moment", id="no moment"),
    pytest.param({"reason": " "}, "reason", id="no reason"),
    pytest.param({"f_sweeps_a": "-1"}, "f_sweeps_a", id="negative sweeps"),
]


@pytest.mark.parametrize(("changes", "field"), BAD_FAULTS)
def test_a_forfeit_that_cannot_be_is_refused_on_its_field(online, changes, field):
    answer = fault(make.client_of(make.boss_of(online.tournament)), online, "save", **changes)

    assert answer.status_code == 422
    assert f'href="#id_{field}"' in answer.content.decode()
    assert state(online) == ("called", [None, None])


def test_a_ruleset_without_forfeits_lets_the_referee_rule_who_did_not_come():
    table = make.tables_of(make.called(entries=4))[0]
    client = make.client_of(make.boss_of(table.tournament))
    absent = table.lines.get(index=1).entry_id
    form = {"lines": [absent], "kind": "no_show", "reason": "Non si è visto nessuno"}

    seen = client.post(url("table_forfeit", table), {**form, "step": "preview"}).content.decode()
    before = state(table)
    saved = client.post(url("table_forfeit", table), {**form, "step": "save"})

    assert 'id="outcome"' in seen
    assert before == ("called", [None, None])
    assert saved.status_code == 303
    assert list(table.lines.order_by("index").values_list("place", flat=True)) == [1, 2]
    assert Ruling.objects.get().kind == "no_show"


def test_nobody_came_and_both_lines_lose():
    table = make.tables_of(make.called(entries=4))[0]
    client = make.client_of(make.boss_of(table.tournament))
    both = list(table.lines.values_list("entry_id", flat=True))
    form = {"lines": both, "kind": "no_show", "reason": "Tavolo vuoto", "step": "save"}

    answer = client.post(url("table_forfeit", table), form)

    assert answer.status_code == 303
    assert list(table.lines.values_list("place", flat=True)) == [None, None]
    assert Ruling.objects.filter(status="in_force").count() == 2


@pytest.mark.parametrize("left_out", ["lines", "reason"])
def test_a_ruling_names_who_and_why(left_out):
    table = make.tables_of(make.called(entries=4))[0]
    form = {"lines": [table.lines.get(index=1).entry_id], "kind": "no_show", "reason": "x", "step": "save"}
    del form[left_out]

    answer = make.client_of(make.boss_of(table.tournament)).post(url("table_forfeit", table), form)

    assert (answer.status_code, f'href="#id_{left_out}' in answer.content.decode()) == (422, True)
    assert not Ruling.objects.exists()


def test_a_forfeit_at_a_finished_table_is_not_offered(online):
    enter(online, deals((6, 3), (5, 1)))

    page = make.client_of(make.boss_of(online.tournament)).get(url("table_forfeit", online)).content.decode()

    assert 'name="cause"' not in page
