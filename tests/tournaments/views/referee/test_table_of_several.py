"""The sheet of a table of three to six in a browser: the grid, who is through, ties by name, leaving, two phones."""

import re
from copy import deepcopy
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from tests.tournaments import factories as make
from tests.tournaments.services.sheets import state
from tests.tournaments.views.counted import DESK, questions
from tests.tournaments.views.referee.sheets import GAME, PRESET, correct, hidden, url, with_code
from tournaments.frame.policies import Actor, Role
from tournaments.games.contract import Json
from tournaments.models import Ruling, Table, Tie

pytestmark = pytest.mark.django_db


def deal(*points: int | None, tiebreak: int = 0, in_hand: bool = False, left: dict[str, str] | None = None) -> Json:
    """A deal on paper: who has 0 closes, None took no part."""
    return {
        "depth": "points",
        "tiebreak": tiebreak,
        "closer": points.index(0),
        "in_hand": in_hand,
        "points": list(points),
        "left": left or {},
    }


# Five sit at the table and two go on.
FIRST = deal(0, 60, 60, 50, 55)
OVER = make.sheet(deal(0, 45, 30, 20, 25), deal(20, 0, 51, 31, 28), deal(21, 56, 20, 0, 48, in_hand=True))
LEVEL = make.sheet(FIRST, deal(0, 41, 50, 51, 46))
TWO_LEVEL = make.sheet(FIRST, deal(0, 41, 50, 51, 47))


@pytest.fixture(scope="module")
def called(stays: None) -> Table:
    event = make.called(make.tables(GAME, preset=PRESET))
    return next(table for table in make.tables_of(event) if table.lines.count() == 5)


@pytest.fixture
def table(called: Table) -> Table:
    """A called table of five."""
    return deepcopy(called)


@pytest.fixture
def referee(table: Table) -> Client:
    return make.client_of(make.with_role(table.tournament, Role.REFEREE))


def names(table: Table) -> list[str]:
    return [str(line.entry) for line in table.lines.order_by("index")]


def shown(client: Client, table: Table, name: str = "table_sheet") -> str:
    return client.get(url(name, table)).content.decode()


def english(client: Client) -> Client:
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    return client


def send(client: Client, table: Table, *points: int | None, address: str = "", **changes: Any) -> Any:
    """Fill in the form of the next deal with points; who has 0 closes."""
    fields = {f"points_{letter}": str(each) for letter, each in zip("abcdef", points, strict=False) if each is not None}
    data = {
        **hidden(client, table, address),
        "lines": str(len(points)),
        "depth": "points",
        "closer": "abcdef"[points.index(0)] if 0 in points else "",
        **fields,
        **changes,
    }
    return client.post(url("table_sheet", table), {key: value for key, value in data.items() if value is not None})


def region(page: str, element: str) -> str:
    """What stands in the element with this id, up to the end of its section."""
    return page[page.index(f'id="{element}"') :].split("</section>")[0]


# The grid


def test_every_deal_is_a_row_with_points_totals_and_marks(table, referee):
    make.enter(table, OVER)

    page = shown(english(referee), table)
    rows = re.findall(r'<tr class="course__row.*?</tr>', page, re.DOTALL)
    third = " ".join(re.sub(r"<[^>]+>", " ", rows[2]).split())

    assert third == "3 Deal 3 21 total 41 56 total 101 out 20 total 101 out 0 total 51 closed in hand 48 total 101 out"
    assert page.count("course__mark--bust") == 3


def test_who_is_in_has_a_field_and_who_is_out_has_none(table, referee):
    make.enter(table, make.sheet(FIRST, deal(30, 41, 0, 20, 20)))

    page = shown(referee, table)

    assert [f'name="points_{letter}"' in page for letter in "abcde"] == [True, False, True, True, True]
    assert "sheet-score__line--out" in page


def test_a_deal_is_recorded_and_the_next_is_asked_for(table, referee):
    answer = send(referee, table, 12, 0, 30, 7, 100)

    assert answer.status_code == 303
    assert state(table) == ("playing", [12, 0, 30, 7, 100])
    assert hidden(referee, table)["deal"] == "1"


def test_a_deal_is_changed_by_touching_its_row(table, referee):
    make.enter(table, make.sheet(FIRST))
    address = f"{url('table_sheet', table)}?game=0&deal=0"

    assert f'href="{address.replace("&", "&amp;")}"' in shown(referee, table)
    assert 'value="60"' in referee.get(address).content.decode()
    assert send(referee, table, 0, 61, 60, 50, 55, address=address).status_code == 303
    assert state(table) == ("playing", [0, 61, 60, 50, 55])


def test_a_changed_deal_has_the_totals_from_before_it(table, referee):
    """Who went out in the deal was in when it began, so there is a field for each of the five."""
    make.enter(table, make.sheet(FIRST, deal(30, 41, 0, 20, 20)))

    page = referee.get(f"{url('table_sheet', table)}?game=0&deal=1").content.decode()

    assert [f'name="points_{letter}"' in page for letter in "abcde"] == [True] * 5


BAD = [
    pytest.param((0, 0, 30, 7, 9), {}, "points_", id="two who have nothing left"),
    pytest.param((0, 1, 30, 7, 9), {}, "points_b", id="points that no hand makes"),
    pytest.param((0, 999, 30, 7, 9), {}, "points_b", id="more than a hand can hold"),
    pytest.param((0, 12, 30, 7, 9), {"closer": ""}, "closer", id="nobody closed"),
    pytest.param((0, 12, 30, 7, 9), {"points_c": "tre"}, "points_c", id="no number"),
    pytest.param((0, 12, 30, 7, 9), {"tiebreak": "1"}, "", id="a tie-break where nobody is level"),
]


@pytest.mark.parametrize(("points", "changes", "field"), BAD)
def test_a_sheet_that_cannot_be_is_refused_at_its_field_and_kept(table, referee, points, changes, field):
    answer = send(referee, table, *points, **changes)
    page = answer.content.decode()

    assert answer.status_code == 422
    assert f'href="#id_{field}' in page if field else 'id="errors"' in page
    assert 'value="30"' in page or changes.get("points_c") in page
    assert state(table) == ("called", [None] * 5)


def test_the_preview_says_totals_marks_and_who_goes_through(table, referee):
    make.enter(table, make.sheet(FIRST))
    client = english(referee)

    data = {**hidden(client, table), "lines": "5", "depth": "points", "closer": "a"}
    data |= {"points_a": "0", "points_b": "41", "points_c": "50", "points_d": "60", "points_e": "30"}
    page = client.post(url("table_preview", table), data).content.decode()

    assert re.findall(r"<b>([A-E] \d+)</b>", page) == ["A 0", "B 41", "C 50", "D 60", "E 30"]
    assert page.count("course__mark--bust") == 3
    assert f"{names(table)[0]} and {names(table)[4]} go through." in page
    assert state(table)[0] == "playing"


def test_the_preview_of_what_cannot_be_is_its_sentence(table, referee):
    data = {**hidden(referee, table), "lines": "5", "depth": "points", "closer": "a", "points_a": "7"}

    answer = referee.post(url("table_preview", table), data)

    assert answer.status_code == 422
    assert "field__error" in answer.content.decode()


# The end


def test_a_finished_table_names_who_goes_through_in_the_order_of_the_places(table, referee):
    make.enter(table, OVER)

    page = shown(english(referee), table)
    first, _second, _third, second, _fifth = names(table)

    assert state(table) == ("done", [41, 101, 101, 51, 101])
    assert f"{first} and {second} go through." in page
    assert re.findall(r'<td class="is-number"[^>]*>(\d)</td>\s*<th scope="row"[^>]*>(\w)', page) == [
        ("1", "A"),
        ("2", "D"),
        ("3", "B"),
        ("3", "C"),
        ("3", "E"),
    ]
    assert ">VP<" not in page


def test_the_sentence_is_italian_for_an_italian(table, referee):
    make.enter(table, OVER)

    assert f"Passano: {names(table)[0]} e {names(table)[3]}." in shown(referee, table)


def test_a_final_has_one_winner():
    event = make.tables(GAME, preset=PRESET, entries=8)
    make.called(event)
    for table in make.tables_of(event):
        make.enter(table, make.sheet(deal(0, 60, 70, 80), deal(0, 41, 42, 43)))
    make.called(event, round=2)
    final = make.tables_of(event, 2)[0]
    make.enter(final, make.sheet(deal(0, 60, 70, 80), deal(0, 45, 52, 63)))

    page = shown(english(make.client_of(make.boss_of(event))), final)

    assert f"{names(final)[0]} wins." in page
    assert re.findall(r'stands--through">([^<]*)<', page) == ["winner"]
    assert re.findall(r'<th scope="row"[^>]*>(\w) [^<]*<span class="pill pill--gold">wins', page) == ["A"]


# Ties


def test_a_tie_is_named_with_what_is_at_stake_and_has_a_form_for_those_who_are_level(table, referee):
    make.enter(table, LEVEL)

    page = shown(english(referee), table)
    card = region(page, "tiebreak-note")
    hall = table.hall_number

    assert (
        f"{names(table)[1]}, {names(table)[3]} and {names(table)[4]} level at table {hall}: 1st tie-break deal" in card
    )
    assert "At stake: the last place that goes through." in card
    assert [f'name="points_{letter}"' in page for letter in "abcde"] == [False, True, False, True, True]
    assert f"{names(table)[0]} goes through." in page


def test_a_table_is_not_over_before_its_tie_is_broken(table, referee):
    make.enter(table, LEVEL)

    again = send(referee, table, 3, 4, 5, 6, 0, tiebreak="0")

    assert again.status_code == 422
    assert state(table)[0] == "playing"
    assert url("table_correct", table) not in shown(referee, table)


def test_an_extra_deal_breaks_the_tie_and_stays_on_the_record_of_the_match(table, referee):
    make.enter(table, LEVEL)

    send(referee, table, None, 12, None, 0, 30)
    page = english(make.client_of()).get(reverse("match", args=[table.tournament.slug, table.number])).content.decode()
    ties = region(page, "ties")

    assert state(table)[0] == "done"
    assert table.lines.get(place=2).index == 3
    assert f"{names(table)[1]}, {names(table)[3]} and {names(table)[4]} level: 1st tie-break deal" in ties
    assert f"{names(table)[1]} 12, {names(table)[3]} 0 (closed), {names(table)[4]} 30" in ties
    assert "version 2 of the sheet" in ties


def test_only_those_who_are_still_level_play_the_next_tie_break(table, referee):
    make.enter(table, LEVEL)
    send(referee, table, None, 12, None, 12, 0, closer="e")

    page = shown(referee, table)

    assert state(table)[0] == "done"
    assert 'id="tiebreak-note"' not in page
    assert table.lines.get(place=2).index == 4


def test_after_the_extra_deals_the_highest_card_decides(table, referee):
    """A void deal leaves everybody level; after two of them cards are drawn."""
    make.enter(table, TWO_LEVEL)
    for _time in range(2):
        send(referee, table, None, None, None, None, None, closer="none", points_b="0", points_d="0", depth="points")

    page = shown(english(referee), table)
    data = {**hidden(referee, table), "depth": "card", "lines": "5", "level": "bd", "order_1": "d", "order_2": "b"}
    answer = referee.post(url("table_sheet", table), data)

    assert "highest card" in region(page, "tiebreak-note").lower()
    assert answer.status_code == 303
    assert state(table)[0] == "done"
    assert (table.ending, table.lines.get(place=2).index) == ("card", 3)
    assert Tie.objects.filter(table=table, status=Tie.Status.DECIDED).count() == 3


def test_undoing_the_extra_deal_opens_the_tie_again_and_the_record_keeps_both(table, referee):
    make.enter(table, LEVEL)
    send(referee, table, None, 12, None, 0, 30)
    table.refresh_from_db()

    referee.post(url("table_undo", table), {"seen": table.version, "reason": "Erano 20"})
    page = make.client_of().get(reverse("match", args=[table.tournament.slug, table.number])).content.decode()

    assert 'id="tiebreak-note"' in shown(referee, table)
    assert region(page, "ties").count("timeline__entry--cancelled") == 1


def test_the_desk_names_who_is_level(table, referee):
    make.enter(table, LEVEL)

    page = english(referee).get(reverse("referee_desk", args=[table.tournament.slug])).content.decode()

    group = page[page.index("desk-group--tiebreak") :].split("</section>")[0]
    assert f"{names(table)[1]}, {names(table)[3]} and {names(table)[4]}: 1st tie-break deal" in group


# Leaving


def test_only_who_directs_may_rule_that_somebody_has_left(table, referee):
    scorer = make.client_of(make.with_role(table.tournament, Role.SCORER, tables=[table.hall_number]))

    assert 'name="left_c"' in shown(referee, table)
    assert 'name="left_c"' not in shown(scorer, table)
    assert 'name="left_c"' not in shown(with_code(table, 0), table)
    assert send(scorer, table, 0, 12, None, 7, 9, left_c="abandon").status_code == 422
    assert not Ruling.objects.exists()


def test_who_leaves_is_marked_and_ruled_on_and_the_others_play_on(table, referee):
    send(referee, table, 0, 12, None, 7, 9, left_c="abandon")

    page = shown(referee, table)

    assert state(table)[0] == "playing"
    assert "course__mark--left" in page
    assert 'name="points_c"' not in page
    assert Ruling.objects.get().entry == table.lines.get(index=2).entry
    assert url("table_forfeit", table) in page


def test_the_ruling_on_who_left_names_the_cause_and_no_lost_match(table, referee):
    send(referee, table, 0, 12, None, 7, 9, left_c="abandon")
    public = reverse("match", args=[table.tournament.slug, table.number])
    for page, title in (
        (shown(english(referee), table), "<h3>Left the match: "),
        (english(make.client_of()).get(public).content.decode(), "Left the match · "),
    ):
        assert title in page
        assert "Forfeit" not in page


def test_a_player_may_change_a_deal_in_which_somebody_had_left(table, referee):
    """What the referee ruled travels with the form, and stays."""
    send(referee, table, 0, 12, None, 7, 9, left_c="abandon")
    player = with_code(table, 0)
    address = f"{url('table_sheet', table)}?game=0&deal=0"
    ruled = dict(re.findall(r'name="(left_\w)" value="(\w+)"', player.get(address).content.decode()))

    answer = send(player, table, 0, 14, None, 7, 9, address=address, **ruled)

    assert ruled == {"left_c": "abandon"}
    assert answer.status_code == 303
    assert state(table) == ("playing", [0, 14, 0, 7, 9])
    assert Ruling.objects.filter(cancelled_at__isnull=True).count() == 1


def test_the_page_of_faults_says_where_leaving_is_written(table, referee):
    page = shown(english(referee), table, "table_forfeit")

    assert "If somebody leaves, write it in the deal; if somebody did not come, or is ruled out, record" in page


def test_time_is_not_offered_while_only_a_tie_break_is_due(table, referee):
    make.enter(table, LEVEL)

    assert url("table_time", table) not in shown(referee, table)


def total(client: Client, table: Table, *points: int, **more: str) -> Any:
    fields = {f"points_{letter}": str(each) for letter, each in zip("abcdef", points, strict=False)}
    return client.post(
        url("table_total", table), {**hidden(client, table, url("table_total", table)), **fields, **more}
    )


def test_a_whole_table_is_written_by_the_totals_of_its_slip(table, referee):
    assert url("table_total", table) in shown(referee, table)

    answer = total(referee, table, 41, 118, 102, 110, 73)

    assert answer.status_code == 303
    assert state(table) == ("done", [41, 118, 102, 110, 73])
    assert [line.place for line in table.lines.order_by("index")] == [1, 3, 3, 3, 2]
    assert "course-scroll" not in shown(referee, table)


def test_what_a_place_depends_on_is_asked_when_it_is_missing(table, referee):
    asked = total(referee, table, 41, 118, 102, 110, 173)
    answer = total(referee, table, 41, 118, 102, 110, 173, exits_b="4", exits_c="9", exits_d="9", exits_e="9")

    page = asked.content.decode()
    assert asked.status_code == 422
    assert [name in page for name in ("exits_a_error", "exits_b_error", "exits_e_error")] == [False, True, True]
    assert '<details class="sheet__item" open>' in page
    assert answer.status_code == 303
    assert [line.place for line in table.lines.order_by("index")] == [1, 5, 2, 3, 4]


def test_a_correction_takes_totals_too(table, referee):
    make.enter(table, OVER)

    page = correct(
        referee, table, OVER, step="total", points_a="45", points_b="116", points_c="120", points_d="98", points_e="103"
    ).content.decode()

    assert "A 45 · B 116 · C 120 · D 98 · E 103" in page


# Two phones


def test_any_other_player_of_the_table_confirms_and_the_sender_does_not(table):
    sender, other = with_code(table, 0), with_code(table, 4)
    make.enter(table, OVER, actor=Actor(line=0, label="1A"))
    table.refresh_from_db()

    waiting, asked = shown(english(sender), table), shown(english(other), table)
    own = sender.post(url("table_confirm", table), {"seen": table.version})
    answer = other.post(url("table_confirm", table), {"seen": table.version, "key": "k"})

    assert "Somebody else at the table has to agree" in waiting
    assert "A 41 · B 101 · C 101 · D 51 · E 101: is it right?" in asked
    assert (own.status_code, answer.status_code) == (422, 303)
    assert state(table)[0] == "done"


def test_a_player_who_does_not_agree_calls_the_referee(table, referee):
    make.enter(table, OVER, actor=Actor(line=0, label="1A"))
    table.refresh_from_db()

    with_code(table, 2).post(url("table_dispute", table), {"seen": table.version, "reason": "Erano 20"})
    page = shown(english(referee), table)
    desk = english(referee).get(reverse("referee_desk", args=[table.tournament.slug])).content.decode()

    assert state(table)[0] == "disputed"
    assert "The table does not agree" in page
    assert "the table does not agree" in desk


def test_two_players_do_not_settle_what_a_third_disputes(table, referee):
    """Neither by confirming nor by writing it down again: somebody who is not at the table decides."""
    first, second, third = (with_code(table, line) for line in range(3))
    make.enter(table, OVER, actor=Actor(line=0, label="1A"))
    table.refresh_from_db()
    third.post(url("table_dispute", table), {"seen": table.version, "reason": "Erano 20"})
    table.refresh_from_db()
    assert url("table_confirm", table) not in shown(second, table)
    refused = english(second).post(url("table_confirm", table), {"seen": table.version, "key": "k"})
    assert refused.status_code == 422
    assert "somebody did not agree: the referee decides" in refused.content.decode()

    make.enter(table, OVER, actor=Actor(line=1, label="1B"))

    assert state(table)[0] == "disputed"
    table.refresh_from_db()
    assert first.post(url("table_confirm", table), {"seen": table.version, "key": "l"}).status_code == 422
    assert referee.post(url("table_confirm", table), {"seen": table.version, "key": "m"}).status_code == 303
    assert state(table)[0] == "done"


# Corrections


def test_a_correction_is_made_row_by_row_and_says_who_goes_through_then(table, referee):
    make.enter(table, OVER)
    client = english(referee)
    draft = shown(client, table, "table_correct")
    turned = make.sheet(*OVER["games"][0]["deals"][:2], deal(90, 56, 20, 0, 47))

    page = correct(client, table, turned, step="preview").content.decode()

    assert 'name="step" value="deal:0.2"' in draft
    assert re.findall(r'<th scope="row"[^>]*>(\w) [^<]*<span class="pill pill--gold">goes through', page) == ["D", "E"]


def test_a_correction_that_only_changes_points_touches_nobody(table, referee):
    make.enter(table, OVER)
    changed = make.sheet(*OVER["games"][0]["deals"][:2], deal(22, 56, 20, 0, 48))

    page = correct(english(referee), table, changed, step="preview").content.decode()

    assert "The same players go through." in page


# The size of it


def test_a_sheet_asks_as_much_for_three_deals_as_for_one(table, referee):
    counted = []
    for number in (1, 2, 3):
        make.enter(table, make.sheet(*[deal(0, 10, 20, 30, 12)] * number))
        counted.append(questions(referee, url("table_sheet", table)))

    assert counted[0] == counted[2] <= 9


def test_the_desk_asks_as_much_for_three_ties_as_for_one():
    counted = []
    for number in (1, 3):
        event = make.called(make.tables(GAME, preset=PRESET))
        for one in [table for table in make.tables_of(event) if table.lines.count() == 5][:number]:
            make.enter(one, LEVEL)
        desk = reverse("referee_desk", args=[event.slug])
        counted.append(questions(make.client_of(make.boss_of(event)), desk))

    # With the ties.
    assert counted[0] == counted[1] <= DESK + 1
