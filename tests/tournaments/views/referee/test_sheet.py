"""The sheet of a table in a browser: a deal more, bad input, two browsers, tie-breaks, the whole result in one go."""

import re
from copy import deepcopy
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournaments import factories as make
from tests.tournaments.services.sheets import LEVEL, WON, deals, enter, spareggio, state, tied
from tests.tournaments.views.referee.sheets import hidden, points, total, url, with_code
from tournaments.models import Entry, Scoresheet, Table
from tournaments.tables.writes import codes
from tournaments.timing.writes import clocks

pytestmark = pytest.mark.django_db

COUNTS = {
    "depth": "counts",
    "cards_a": "22",
    "cards_b": "18",
    "coins_a": "5",
    "coins_b": "5",
    "settebello": "a",
    "primiera": "b",
    "sweeps_a": "2",
    "sweeps_b": "1",
}
BEST = {
    "best_a_d": "7",
    "best_b_d": "6",
    "best_a_c": "7",
    "best_b_c": "6",
    "best_a_s": "6",
    "best_b_s": "7",
    "best_a_b": "6",
    "best_b_b": "7",
    "primiera": "",
}


@pytest.fixture(scope="module")
def called(stays: None) -> Table:
    return make.tables_of(make.called(entries=4))[0]


@pytest.fixture
def table(called: Table) -> Table:
    return deepcopy(called)


@pytest.fixture
def referee(table: Table) -> Client:
    return make.client_of(make.with_role(table.tournament, "referee"))


def send(client: Client, table: Table, address: str = "", **changes: Any) -> Any:
    """Fill in the form of the next deal and send it; a None takes the field away."""
    data = {**hidden(client, table, address), **COUNTS, **changes}
    return client.post(url("table_sheet", table), {name: value for name, value in data.items() if value is not None})


def listed(answer: Any) -> list[str]:
    """What the list of errors links to, in its order."""
    summary = answer.content.decode().partition('id="errors"')[2].partition("</ul>")[0]
    return re.findall(r'href="#id_([a-z_]+)"', summary)


def test_all_that_is_wrong_is_said_and_sums_come_first(table, referee):
    answer = send(referee, table, cards_a="23", settebello=None, primiera=None, coins_b="")

    assert answer.status_code == 422
    assert listed(answer) == ["cards_a", "coins_b", "settebello", "primiera"]
    page = answer.content.decode()
    assert all(f'id="id_{name}_error"' in page for name in listed(answer))


def test_two_wrong_sums_are_both_said(table, referee):
    assert listed(send(referee, table, cards_a="23", coins_a="9")) == ["cards_a", "coins_a"]


def test_an_answer_that_was_mended_is_not_said_again(table, referee):
    send(referee, table, cards_a="23", settebello=None)

    assert listed(send(referee, table, settebello=None)) == ["settebello"]


def test_everything_that_nobody_chose_is_said(table, referee):
    answer = send(referee, table, depth="awards", cards="a", coins=None, settebello=None, primiera="none")

    assert listed(answer) == ["coins", "settebello"]


def test_a_deal_is_recorded_with_its_points_and_shown_with_its_reasons(table, referee):
    answer = send(referee, table)
    page = referee.get(answer["Location"]).content.decode()

    assert (answer.status_code, answer["Location"]) == (303, url("table_sheet", table))
    assert state(table) == ("playing", [4, 2])
    assert "4–2" in page
    assert re.search(r"<b>A</b> \w+ 1 · settebello 1 · \w+ 2", page)


def test_the_next_deal_is_asked_for_by_its_number(table, referee):
    send(referee, table)

    assert hidden(referee, table)["deal"] == "1"


def test_a_written_deal_is_changed_and_the_old_version_stays(table, referee):
    send(referee, table)
    send(referee, table)
    address = f"{url('table_sheet', table)}?game=0&deal=0"

    page = referee.get(address).content.decode()
    send(referee, table, address, sweeps_a="0")

    assert 'value="22"' in page
    assert state(table) == ("playing", [6, 4])
    assert Scoresheet.objects.filter(table=table).count() == 3


# Every refusal names the field, keeps what was typed and saves nothing.

BAD = [
    pytest.param({"cards_a": "23"}, "cards_a", "23", id="41 cards"),
    pytest.param({"coins_a": "6"}, "coins_a", "6", id="11 coins"),
    pytest.param({"coins_a": "0", "coins_b": "10"}, "settebello", "10", id="settebello without coins"),
    pytest.param({**BEST, "best_b_d": "7"}, "best_b_d", "7", id="both lines with the settebello"),
    pytest.param({**BEST, "best_b_c": "7"}, "best_b_c", "7", id="the same best card twice"),
    pytest.param({"settebello": None}, "settebello", "22", id="nobody has the settebello"),
    pytest.param({"depth": "points", "points_a": "-3", "points_b": "2"}, "points_a", "-3", id="negative points"),
    pytest.param({"depth": "points", "points_a": "due", "points_b": "2"}, "points_a", "due", id="no number"),
    pytest.param({"depth": "points", "points_a": "9" * 30, "points_b": "2"}, "points_a", "9" * 30, id="huge number"),
    pytest.param({"tiebreak": "1"}, "tiebreak", "22", id="tie-break of a match that is not level"),
    pytest.param({"deal": "7"}, "", "22", id="a deal that does not follow"),
    pytest.param({"game": "3"}, "", "22", id="a game that does not follow"),
    pytest.param({"deal": "x" * 50, "game": "-1", "depth": "altro"}, "depth", "22", id="nonsense"),
]


@pytest.mark.parametrize(("changes", "field", "kept"), BAD)
def test_a_sheet_that_cannot_be_is_refused_and_stays_on_the_form(table, referee, changes, field, kept):
    answer = send(referee, table, **changes)
    page = answer.content.decode()

    assert answer.status_code == 422
    assert f'value="{kept}"' in page or "selected" in page
    assert not field or f'href="#id_{field}"' in page
    assert state(table) == ("called", [None, None])
    assert not Scoresheet.objects.exists()


def test_the_refusal_says_field_value_and_rule_in_italian(table, referee):
    page = send(referee, table, cards_b="19").content.decode()

    assert "22" in page.split('id="errors"')[1].split("</ul>")[0]
    assert "19" in page.split('id="errors"')[1].split("</ul>")[0]


# While it is typed


def test_the_preview_counts_without_writing(table, referee):
    answer = referee.post(url("table_preview", table), {**hidden(referee, table), **COUNTS})
    page = answer.content.decode()

    assert answer.status_code == 200
    assert [part.strip() for part in re.findall(r"<b>([AB] \d+)</b>", page)] == ["A 4", "B 2"]
    assert not Scoresheet.objects.exists()


def test_the_preview_says_the_sentence_of_what_is_wrong(table, referee):
    answer = referee.post(url("table_preview", table), {**hidden(referee, table), **COUNTS, "cards_a": "23"})

    assert answer.status_code == 422
    assert "23" in answer.content.decode()
    assert "field__error" in answer.content.decode()


def test_the_preview_of_what_is_not_written_yet_is_no_alarm(table, referee):
    answer = referee.post(url("table_preview", table), {**hidden(referee, table), **COUNTS, "settebello": ""})

    assert answer.status_code == 422
    assert "Settebello" in answer.content.decode()
    assert "field__error" not in answer.content.decode()


# Two browsers


def test_two_browsers_saving_one_sheet_the_second_sees_both_and_loses_nothing(table, referee):
    other = make.client_of(make.with_role(table.tournament, "referee"))
    mine, theirs = hidden(referee, table), hidden(other, table)
    referee.post(url("table_sheet", table), {**mine, **COUNTS})

    answer = other.post(url("table_sheet", table), {**theirs, **COUNTS, "sweeps_a": "0", "sweeps_b": "3"})
    page = answer.content.decode()

    assert answer.status_code == 409
    assert "4–2" in page
    assert "2–4" in page.split('id="conflict"')[1].split("</section>")[0]
    assert 'name="sweeps_b" value="3"' in page
    assert state(table) == ("playing", [4, 2])


def test_after_a_conflict_the_form_can_be_sent_as_the_next_deal(table, referee):
    other = make.client_of(make.with_role(table.tournament, "referee"))
    theirs = hidden(other, table)
    send(referee, table)
    page = other.post(url("table_sheet", table), {**theirs, **COUNTS}).content.decode()
    form = page[page.index('<form class="sheet"') :]
    again = dict(re.findall(r'name="(game|deal|seen|base|key|tiebreak)" value="([^"]*)"', form))

    other.post(url("table_sheet", table), {**again, **COUNTS})

    assert state(table) == ("playing", [8, 4])


def test_a_result_that_somebody_else_has_finished_is_shown(table, referee):
    mine = hidden(referee, table)
    enter(table, WON)

    answer = referee.post(url("table_sheet", table), {**mine, **COUNTS})

    assert answer.status_code == 409
    assert "21" in answer.content.decode()
    assert state(table) == ("done", [21, 11])


def test_one_letter_sent_twice_is_one_version_and_one_answer(table, referee):
    letter = {**hidden(referee, table), **COUNTS}

    answers = [referee.post(url("table_sheet", table), letter) for _time in range(2)]

    assert [answer.status_code for answer in answers] == [303, 303]
    assert Scoresheet.objects.filter(table=table).count() == 1


def test_one_letter_sent_again_after_others_wrote_is_still_the_same_answer(table, referee):
    letter = {**hidden(referee, table), **COUNTS}
    referee.post(url("table_sheet", table), letter)
    send(referee, table)

    assert referee.post(url("table_sheet", table), letter).status_code == 303
    assert state(table) == ("playing", [8, 4])


# Tables that take no result


def test_a_confirmed_table_shows_its_result_and_takes_no_other(table, referee):
    letter = {"game": "0", "deal": "0", "base": "0", "key": "k"}
    enter(table, WON)
    table.refresh_from_db()

    page = referee.get(url("table_sheet", table)).content.decode()
    answer = referee.post(url("table_sheet", table), {**letter, "seen": str(table.version), **COUNTS})

    assert 'name="cards_a"' not in page
    assert answer.status_code == 422
    assert state(table) == ("done", [21, 11])


@pytest.mark.parametrize("kind", ["bye", "withdrawn", "planned"])
def test_a_table_where_nobody_plays_takes_no_result(kind):
    tournament = make.called(entries=3)
    table = make.tables_of(tournament)[0]
    if kind == "bye":
        table = Table.objects.get(tournament=tournament, status="bye")
    elif kind == "withdrawn":
        Entry.objects.filter(pk=table.lines.get(index=0).entry_id).update(status="withdrawn")
    else:
        table = make.tables_of(tournament, 2)[0]
    client = make.client_of(make.boss_of(tournament))

    page = client.get(url("table_sheet", table)).content.decode()
    letter = {"game": "0", "deal": "0", "base": "0", "key": "k", "seen": str(table.version)}
    answer = client.post(url("table_sheet", table), {**letter, **COUNTS})

    assert 'name="cards_a"' not in page
    assert answer.status_code == 422
    assert not Scoresheet.objects.exists()


def test_where_nobody_plays_the_head_names_who_is_there_and_no_points():
    tournament = make.called(entries=3)
    table = Table.objects.get(tournament=tournament, status="bye")
    page = make.client_of(make.boss_of(tournament)).get(url("table_sheet", table)).content.decode()
    head = page[page.index('id="sheet-score"') :].partition("</div></div>")[0]
    assert table.lines.get(is_nobody=False).entry.label in head
    assert ("sheet-score__points" in head, "<b>" in head) == (False, False)


# Level matches


def test_a_level_match_asks_for_the_first_tie_break_deal(table, referee):
    enter(table, LEVEL)

    page = referee.get(url("table_sheet", table)).content.decode()

    assert 'id="tiebreak-note"' in page
    assert 'name="tiebreak" value="1"' in page
    assert 'name="last_capture"' not in page


def test_the_three_records_are_made_in_the_browser(table, referee):
    enter(table, LEVEL)
    points(referee, table, 2, 2)
    points(referee, table, 3, 3)

    third = referee.get(url("table_sheet", table)).content.decode()
    missing = points(referee, table, 1, 1)
    points(referee, table, 1, 1, last_capture="a")

    assert 'name="last_capture"' in third
    assert missing.status_code == 422
    assert 'href="#id_last_capture"' in missing.content.decode()
    assert state(table) == ("done", [21, 21])
    assert (table.ending, table.lines.get(place=1).index) == ("last_capture", 1)


def test_a_tie_break_deal_can_be_changed_before_the_next(table, referee):
    enter(table, tied(spareggio(1, (2, 2))))
    address = f"{url('table_sheet', table)}?game=0&deal=2"

    points(referee, table, 1, 3, address)

    assert state(table) == ("done", [21, 21])
    assert table.note["tiebreaks"] == [[1, 3]]


# Time


def test_the_last_deal_of_the_hour_ends_the_match(table, referee):
    answer = send(referee, table, time_called="on")

    assert answer.status_code == 303
    assert state(table) == ("done", [4, 2])
    assert table.ending == "time"


def test_time_may_be_called_with_no_deal_in_progress(table, referee):
    send(referee, table)
    page = referee.get(url("table_sheet", table)).content.decode()
    form = page[page.index(url("table_time", table)) :]
    letter = dict(re.findall(r'name="(game|seen|base|key)" value="([^"]*)"', form.split("</form>")[0]))

    referee.post(url("table_time", table), letter)

    assert state(table) == ("done", [4, 2])


def test_a_match_without_limit_of_time_does_not_ask():
    table = make.tables_of(make.called(entries=4, preset="classica_001"))[0]
    client = make.client_of(make.boss_of(table.tournament))

    assert 'name="time_called"' not in client.get(url("table_sheet", table)).content.decode()


def test_the_clock_of_the_round_stands_on_the_sheet(table, referee):
    clocks.start_clock(actor=make.boss_of(table.tournament), tournament_id=table.tournament_id, number=1, minutes=50)

    page = referee.get(url("table_sheet", table)).content.decode()

    assert 'data-state="running"' in page


# The whole result in one go


@pytest.mark.parametrize(("a", "b"), [(21, 14), (24, 20), (5, 21), (21, 0)])
def test_a_slip_with_the_total_only_ends_the_match(table, referee, a, b):
    answer = total(referee, table, a, b)

    assert answer.status_code == 303
    assert state(table) == ("done", [a, b])
    assert Scoresheet.objects.get(table=table).content["games"][0]["total_only"]


def test_a_level_total_asks_for_the_tie_break_next(table, referee):
    total(referee, table, 21, 21)

    assert state(table) == ("playing", [21, 21])
    assert 'name="tiebreak" value="1"' in referee.get(url("table_sheet", table)).content.decode()


def test_a_total_below_the_target_needs_the_clock(table, referee):
    refused = total(referee, table, 15, 12)
    taken = total(referee, table, 15, 12, time_called="on")

    assert (refused.status_code, taken.status_code) == (422, 303)
    assert state(table) == ("done", [15, 12])


@pytest.mark.parametrize(("a", "b"), [("", 3), (-1, 21), ("ventuno", 3), (10**9, 3)])
def test_a_total_that_is_none_is_refused(table, referee, a, b):
    assert total(referee, table, a, b).status_code == 422
    assert not Scoresheet.objects.exists()


def test_games_of_a_longer_match_are_entered_one_by_one():
    table = make.tables_of(make.called(entries=4, format={"best_of": {"semifinal": 3}}))[0]
    client = make.client_of(make.boss_of(table.tournament))

    total(client, table, 21, 14)
    total(client, table, 10, 21)
    page = client.get(url("table_sheet", table)).content.decode()
    total(client, table, 22, 3)

    assert page.count("sheet-record__game") == 2
    assert state(table) == ("done", [2, 1])
    assert table.note["games"] == [[21, 14], [10, 21], [22, 3]]


def test_the_total_of_a_new_game_begins_empty_and_that_of_the_last_one_as_it_was_written():
    table = make.tables_of(make.called(entries=4, format={"best_of": {"semifinal": 3}}))[0]
    ours = with_code(table, 0)
    asked = re.compile(r'name="points_a"(?: value="(\d+)")?')
    found = []
    for pair in (21, 14), (22, 10):
        total(ours, table, *pair)
        found.append(asked.search(ours.get(url("table_total", table)).content.decode())[1])

    assert found == [None, "22"]


def test_points_of_a_fixed_number_of_deals_make_up_a_total():
    rules = {"match_mode": "fixed_deals", "deals": 3, "target": None}
    table = make.tables_of(make.called(entries=4, preset="online_002", rules=rules))[0]

    total(make.client_of(make.boss_of(table.tournament)), table, 9, 5)

    assert state(table) == ("done", [9, 5])
    assert table.deals_played == 3


def test_the_next_deal_and_every_tie_break_begin_as_the_one_before_was_written(table, referee):
    total(referee, table, 21, 21)
    depth = re.compile(r'name="depth" value="(\w+)" checked')
    found = []
    for tiebreak in ("1", "2"):
        found.append(depth.search(referee.get(url("table_sheet", table)).content.decode())[1])
        points(referee, table, 1, 1, tiebreak=tiebreak)
    found.append(depth.search(referee.get(url("table_sheet", table)).content.decode())[1])

    assert found == ["points", "points", "points"]


def test_an_official_is_led_to_the_next_table_that_wants_a_result(table, referee):
    other = make.tables_of(table.tournament)[1]

    def led_to(at: Table) -> list[str]:
        return re.findall(r'href="([^"]*)" autofocus', referee.get(url("table_sheet", at)).content.decode())

    unwritten = led_to(table)
    total(referee, other, 14, 21)
    from_the_last = led_to(other)
    total(referee, table, 21, 14)

    assert unwritten == []
    assert from_the_last == [url("table_sheet", table)]
    assert led_to(table) == led_to(other) == []


def test_an_official_begins_with_the_way_of_writing_that_was_used_last(table, referee):
    other = make.tables_of(table.tournament)[1]
    assert referee.get(url("table_sheet", other)).status_code == 200

    total(referee, table, 21, 14)
    led = referee.get(url("table_sheet", other))
    asked = referee.get(url("table_sheet", other) + "?smazzate=1")
    points(referee, other, 5, 3, address=url("table_sheet", other) + "?smazzate=1")
    third = make.tables_of(make.called(entries=4))[0]
    make.with_role(third.tournament, "referee", account=table.tournament.memberships.get(role="referee").user)

    assert led["Location"] == url("table_total", other)
    assert (asked.status_code, referee.get(url("table_sheet", table)).status_code) == (200, 200)
    assert referee.get(url("table_sheet", third)).status_code == 200


def test_a_phone_writes_deal_by_deal_whatever_it_wrote_before(table):
    phone = with_code(table, 0)
    total(phone, table, 21, 21)
    Scoresheet.objects.filter(table=table).delete()
    Table.objects.filter(pk=table.pk).update(status="called", tiebreak_due=0)

    assert phone.get(url("table_sheet", table)).status_code == 200


# Two phones


def test_two_lines_one_enters_the_other_confirms(table):
    ours, theirs = with_code(table, 0), with_code(table, 1)
    enter(table, deals((10, 5), (8, 4)), actor=None)
    table.refresh_from_db()

    points(ours, table, 4, 2)
    waiting = ours.get(url("table_sheet", table)).content.decode()
    asked = theirs.get(url("table_sheet", table)).content.decode()
    answer = theirs.post(url("table_confirm", table), {"seen": Table.objects.get(pk=table.pk).version, "key": "k"})

    assert url("table_confirm", table) not in waiting
    assert url("table_confirm", table) in asked
    assert answer.status_code == 303
    assert state(table) == ("done", [22, 11])


def test_a_line_does_not_confirm_itself(table):
    ours = with_code(table, 0)
    total(ours, table, 21, 14)
    table.refresh_from_db()

    answer = ours.post(url("table_confirm", table), {"seen": table.version})

    assert answer.status_code == 422
    assert state(table) == ("to_confirm", [21, 14])


def test_two_lines_that_disagree_call_the_referee_who_ends_it(table, referee):
    ours, theirs = with_code(table, 0), with_code(table, 1)
    total(ours, table, 21, 14)
    table.refresh_from_db()
    asked = theirs.get(url("table_sheet", table)).content.decode()
    theirs.post(url("table_dispute", table), {"seen": table.version, "reason": "Erano 20"})
    disputed = state(table)[0], table.referee_called
    desk = referee.get(reverse("referee_desk", args=[table.tournament.slug])).content.decode()

    referee.post(url("table_confirm", table), {"seen": table.version, "key": "k"})

    assert url("table_dispute", table) in asked
    assert disputed == ("disputed", True)
    assert desk.index("desk-group--called") < desk.index("desk-group--waiting")
    assert state(table) == ("done", [21, 14])


def retype(client: Client, table: Table, a: Any, b: Any, **extra: Any) -> Any:
    """Type a total again, in the form that stands on the page of the table."""
    page = client.get(url("table_sheet", table)).content.decode()
    form = page[page.index('<form class="retype"') :]
    fields = dict(re.findall(r'name="(game|seen|base|key)" value="([^"]*)"', form))
    address = re.search(r'action="([^"]*)"', form)
    assert address
    return client.post(address[1], {**fields, "points_a": a, "points_b": b, **extra})


def test_a_referee_corrects_a_disputed_total_where_it_stands(table, referee):
    ours, theirs = with_code(table, 0), with_code(table, 1)
    total(ours, table, 21, 17)
    theirs.post(url("table_dispute", table), {"seen": Table.objects.get(pk=table.pk).version})
    page = referee.get(url("table_sheet", table)).content.decode()
    refused = retype(referee, table, 21, "molti")

    answer = retype(referee, table, 21, 12)

    assert re.search(r'name="points_a" value="21"', page) and re.search(r'name="points_b" value="17"', page)
    assert (refused.status_code, answer.status_code) == (422, 303)
    assert state(table) == ("done", [21, 12])
    assert [sheet.status for sheet in Scoresheet.objects.order_by("version")] == ["superseded", "confirmed"]


def test_who_mistyped_a_total_corrects_it_until_the_other_line_has_answered(table):
    ours, theirs = with_code(table, 0), with_code(table, 1)
    total(ours, table, 21, 17)

    answer = retype(ours, table, 12, 21)
    waiting = state(table)
    offered = 'class="retype"' in theirs.get(url("table_sheet", table)).content.decode()
    theirs.post(url("table_dispute", table), {"seen": table.version})
    offered_later = 'class="retype"' in ours.get(url("table_sheet", table)).content.decode()

    assert answer.status_code == 303
    assert waiting == ("to_confirm", [12, 21])
    assert (offered, offered_later) == (False, False)


def test_a_total_that_a_tie_break_followed_is_typed_again_without_it(table, referee):
    ours = with_code(table, 0)
    total(ours, table, 21, 21)
    points(ours, table, 3, 1, tiebreak="1")
    assert state(table)[0] == "to_confirm"
    page = referee.get(url("table_sheet", table)).content.decode()

    retype(referee, table, 21, 12)

    assert re.findall(r'name="points_[ab]" value="([^"]*)"', page[page.index('class="retype"') :]) == ["21", "21"]
    assert state(table) == ("done", [21, 12])


def test_the_last_game_of_a_longer_match_is_corrected_and_no_other():
    table = make.tables_of(make.called(entries=4, format={"best_of": {"semifinal": 3}}))[0]
    ours = with_code(table, 0)
    total(ours, table, 21, 14)
    total(ours, table, 21, 10)

    retype(make.client_of(make.boss_of(table.tournament)), table, 10, 21)

    assert state(table)[0] == "playing"
    assert table.note["games"] == [[21, 14], [10, 21]]


def test_a_total_is_asked_about_as_what_it_is(table):
    ours, theirs = with_code(table, 0), with_code(table, 1)
    total(ours, table, 21, 17)

    page = theirs.get(url("table_sheet", table)).content.decode()

    assert "Guarda le smazzate" not in page
    assert "solo il totale" in page


def test_a_line_that_sends_other_deals_is_shown_beside_the_first(table, referee):
    ours, theirs = with_code(table, 0), with_code(table, 1)
    enter(table, deals((10, 5)))
    points(ours, table, 11, 3)
    points(theirs, table, 11, 9, f"{url('table_sheet', table)}?game=0&deal=1")

    page = referee.get(url("table_sheet", table)).content.decode()

    assert state(table)[0] == "disputed"
    assert "21–8" in page
    assert "21–14" in page


def test_an_old_confirmation_is_answered_with_the_table_as_it_is(table):
    ours, theirs = with_code(table, 0), with_code(table, 1)
    total(ours, table, 21, 14)
    seen = Table.objects.get(pk=table.pk).version
    enter(table, WON)

    answer = theirs.post(url("table_confirm", table), {"seen": seen})

    assert answer.status_code == 409
    assert state(table) == ("done", [21, 11])


def test_a_pass_reads_after_the_match_and_writes_no_more(table):
    ours = with_code(table, 0)
    letter = {**hidden(ours, table), **COUNTS}
    enter(table, WON)

    page = ours.get(url("table_sheet", table))
    answers = [ours.post(url("table_sheet", table), letter), ours.post(url("table_call_referee", table))]

    assert page.status_code == 200
    assert 'name="cards_a"' not in page.content.decode()
    assert [answer.status_code for answer in answers] == [409, 422]
    assert not Table.objects.get(pk=table.pk).referee_called


def test_a_renewed_code_shuts_the_old_phone_out(table):
    ours = with_code(table, 0)
    codes.renew_codes(actor=make.boss_of(table.tournament), tournament_id=table.tournament_id, table_id=table.pk)

    answer = ours.get(url("table_sheet", table))
    assert answer.status_code == 403
    assert "cartellino nuovo" in answer.content.decode()


def test_a_player_with_an_account_is_a_line_without_a_code(table):
    account = make.user()
    person = table.lines.get(index=0).entry.members.get(position=1).person
    person.user = account
    person.save()

    send(make.client_of(account), table)

    assert state(table) == ("playing", [4, 2])
    assert Scoresheet.objects.get(table=table).entered_by_line == 0
