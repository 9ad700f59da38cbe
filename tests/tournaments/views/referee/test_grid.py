"""The results of a round on one page: a row a table, saved one by one, refused in the row, disputes and ties in it."""

import html
import re
from copy import deepcopy
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.tournaments import factories as make
from tests.tournaments.services.sheets import WON, A, B, deals, enter, state
from tests.tournaments.views.referee.sheets import GAME, PRESET, out_of_time, url, with_code
from tournaments.frame.policies import Role
from tournaments.frame.serving import typing_hints
from tournaments.models import Scoresheet, Table, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def called(stays: None) -> Tournament:
    return make.called(entries=8)


@pytest.fixture
def event(called: Tournament) -> Tournament:
    return deepcopy(called)


@pytest.fixture
def referee(event: Tournament) -> Client:
    return english(make.client_of(make.with_role(event, "referee")))


def english(client: Client) -> Client:
    client.defaults["HTTP_ACCEPT_LANGUAGE"] = "en"
    return client


def grid(client: Client, event: Tournament, query: str = "") -> str:
    answer = client.get(reverse("results_grid", args=[event.slug]) + query)
    assert answer.status_code == 200
    return answer.content.decode()


def row_of(page: str, table: Table) -> str:
    """The row of a table, as far as the next one."""
    return page.partition(f'id="row-{table.number}"')[2].partition("</li>")[0]


def state_of(page: str, table: Table) -> str:
    return re.findall(r'data-state="(\w+)"', row_of(page, table))[0]


def hidden(page: str, table: Table, form: str = "grid-row__form") -> dict[str, str]:
    row = row_of(page, table).partition(f'class="{form}')[2]
    return dict(
        re.findall(r'name="(game|deal|seen|base|key|step|tiebreak|lines|depth|closer|level)" value="([^"]*)"', row)
    )


def save(client: Client, table: Table, *points: Any, page: str = "", part: bool = False, **more: str) -> Any:
    """Type a total into the row as it is shown, and save it."""
    letters = zip("abcdef", points, strict=False)
    fields = {f"points_{letter}": str(each) for letter, each in letters if each is not None}
    page = page or grid(client, table.tournament)
    first = row_of(page, table).partition("</form>")[0]
    seen = dict(re.findall(r'name="(game|seen|base|key)" value="([^"]*)"', first))
    headers = {"HTTP_X_PART": "1"} if part else {}
    return client.post(url("results_row", table), {"step": "total", **seen, **fields, **more}, **headers)


def test_a_row_for_each_table_in_the_order_of_the_hall(event, referee):
    page = grid(referee, event)

    assert re.findall(r'data-hall="(\d+)"', page) == ["1", "2", "3", "4"]
    assert [state_of(page, table) for table in make.tables_of(event)] == ["open"] * 4
    assert all(page.count(f'name="points_{letter}"') == 4 for letter in "ab")


def test_a_total_is_saved_and_the_row_says_so(event, referee):
    table = make.tables_of(event)[0]

    answer = save(referee, table, 21, 14)

    assert answer.status_code == 303
    assert (
        answer["Location"] == f"{reverse('results_grid', args=[event.slug])}?salvato={table.number}#row-{table.number}"
    )
    assert state(table) == ("done", [21, 14])
    assert Scoresheet.objects.get(table=table).content["games"][0]["total_only"]
    assert "Saved just now" in row_of(grid(referee, event, f"?salvato={table.number}"), table)
    assert state_of(grid(referee, event), table) == "done"


def test_a_script_gets_the_row_alone(event, referee):
    table = make.tables_of(event)[0]

    answer = save(referee, table, 21, 14, part=True)

    assert (answer.status_code, "<html" in answer.content.decode()) == (200, False)
    assert state_of(answer.content.decode(), table) == "saved"
    assert answer["X-Shown"] == f'{{"version": {make.fresh(event).version}, "whole": false}}'


def test_an_impossible_total_is_said_in_the_row_and_stays_typed(event, referee):
    table, other = make.tables_of(event)[:2]

    answer = save(referee, table, 2, 19)

    page = answer.content.decode()
    assert answer.status_code == 422
    assert state_of(page, table) == "refused"
    assert "A match does not end 2 – 19" in row_of(page, table)
    assert re.findall(r'name="points_[ab]" value="(\d*)"', row_of(page, table)) == ["2", "19"]
    assert state_of(page, other) == "open"
    assert not Scoresheet.objects.exists()


def test_a_number_that_is_none_is_refused_by_its_name(event, referee):
    table = make.tables_of(event)[0]

    answer = save(referee, table, "x", 19)

    assert answer.status_code == 422
    assert str(table.lines.get(index=0).entry) in row_of(answer.content.decode(), table)
    assert not Scoresheet.objects.exists()


def test_time_is_offered_where_it_explains_the_total(event, referee):
    table = make.tables_of(event)[0]

    offered = save(referee, table, 13, 11).content.decode()
    answer = save(referee, table, 13, 11, time_called="on")

    assert 'name="time_called"' in row_of(offered, table)
    assert answer.status_code == 303
    assert state(table) == ("done", [13, 11])


def test_a_refused_total_leads_to_the_ruling_of_a_match_that_is_given_up(event, referee):
    table = make.tables_of(event)[0]

    refused = save(referee, table, 13, 11).content.decode()
    scorer = english(make.client_of(make.with_role(event, "scorer")))
    without = save(scorer, table, 13, 11).content.decode()

    address = f"{url('table_forfeit', table)}?so_far_a=13&amp;so_far_b=11"
    assert f'href="{address}"' in row_of(refused, table)
    assert "Given up" not in row_of(without, table)
    form = referee.get(html.unescape(address)).content.decode()
    assert re.findall(r'name="so_far_[ab]" value="(\d*)"', form) == ["13", "11"]


def test_once_time_has_been_called_a_low_total_needs_no_word_of_it():
    first = out_of_time()
    second = make.tables_of(first.tournament)[1]
    client = make.client_of(make.boss_of(first.tournament))

    save(client, first, 13, 11)
    save(client, second, 21, 11)

    assert state(first) == ("done", [13, 11])
    assert state(second) == ("done", [21, 11])
    assert [table.ending for table in (first, second)] == ["time", ""]


def test_a_level_total_opens_its_tie_breaks_in_the_row(event, referee):
    table = make.tables_of(event)[0]
    save(referee, table, 21, 21)

    page = grid(referee, event)
    tie = {**hidden(page, table, "grid-row__more grid-row__tie"), "points_a": "2", "points_b": "2"}
    referee.post(url("results_row", table), tie)
    page = grid(referee, event)
    tie = {**hidden(page, table, "grid-row__more grid-row__tie"), "points_a": "1", "points_b": "3"}
    answer = referee.post(url("results_row", table), tie)

    assert state_of(page, table) == "tie"
    assert "2–2" in row_of(page, table)
    assert answer.status_code == 303
    assert state(table) == ("done", [21, 21])
    assert [line.place for line in table.lines.order_by("index")] == [2, 1]


def test_a_tie_break_that_cannot_be_is_refused_in_the_row(event, referee):
    table = make.tables_of(event)[0]
    save(referee, table, 21, 21)
    tie = {**hidden(grid(referee, event), table, "grid-row__more grid-row__tie"), "points_a": "90", "points_b": "2"}

    answer = referee.post(url("results_row", table), tie)

    row = row_of(answer.content.decode(), table)
    assert answer.status_code == 422
    assert 'role="alert"' in row
    assert re.findall(r'id="t\d+-[ab]" name="points_[ab]" value="(\d*)"', row) == ["90", "2"]


def test_what_the_phones_wrote_holds_by_one_button(event, referee):
    table = make.tables_of(event)[0]
    enter(table, WON, actor=A)

    page = grid(referee, event)
    answer = referee.post(url("results_row", table), {**hidden(page, table), "step": "confirm"})

    assert state_of(page, table) == "phone"
    assert str(table.lines.get(index=1).entry) in row_of(page, table).partition("Not signed yet")[2]
    assert answer.status_code == 303
    assert state(table)[0] == "done"


@pytest.mark.parametrize(("chosen", "points"), [(0, [22, 11]), (1, [11, 22])])
def test_of_two_results_one_is_chosen_in_the_row(event, referee, chosen, points):
    table = make.tables_of(event)[0]
    enter(table, deals((11, 5), (11, 6)), actor=A)
    enter(table, deals((5, 11), (6, 11)), actor=B)

    page = grid(referee, event)
    steps = re.findall(r'value="(version:\d+)"', row_of(page, table))
    answer = referee.post(url("results_row", table), {**hidden(page, table), "step": steps[chosen]})

    assert (state_of(page, table), len(steps)) == ("disputed", 2)
    assert answer.status_code == 303
    assert state(table) == ("done", points)


@pytest.mark.parametrize("answers", [True, False])
def test_what_the_phones_wrote_deal_by_deal_is_typed_over(event, referee, answers):
    table = make.tables_of(event)[0]
    enter(table, deals((11, 5), (11, 6)), actor=A)
    if answers:
        enter(table, deals((5, 11), (6, 11)), actor=B)

    answer = save(referee, table, 21, 16)

    assert answer.status_code == 303
    assert state(table) == ("done", [21, 16])
    assert len(Scoresheet.objects.filter(table=table).latest("version").content["games"]) == 1


def test_a_disputed_total_is_typed_over(event, referee):
    table = make.tables_of(event)[0]
    for line, (a, b) in ((0, (21, 17)), (1, (21, 18))):
        phone = with_code(table, line)
        page = phone.get(url("table_total", table)).content.decode()
        form = dict(re.findall(r'name="(game|seen|base|key)" value="([^"]*)"', page))
        phone.post(url("table_total", table), {**form, "points_a": a, "points_b": b})

    answer = save(referee, table, 21, 16)

    assert answer.status_code == 303
    assert state(table) == ("done", [21, 16])


def test_the_last_step_is_taken_back_in_the_row(event, referee):
    table = make.tables_of(event)[0]
    save(referee, table, 21, 14)
    page = grid(referee, event, f"?salvato={table.number}")

    assert 'value="undo"' in row_of(page, table)
    answer = referee.post(url("results_row", table), {**hidden(page, table), "step": "undo"})

    assert answer.status_code == 303
    assert state(table)[0] == "called"


def test_two_who_type_the_same_are_both_told_that_it_is_saved(event, referee):
    table = make.tables_of(event)[0]
    mine = grid(referee, event)
    save(make.client_of(make.boss_of(event)), table, 21, 14)

    answer = save(referee, table, 21, 14, page=mine, part=True)

    assert state_of(answer.content.decode(), table) == "saved"
    assert "The same as what" in answer.content.decode()
    assert Scoresheet.objects.filter(table=table).count() == 1


def test_of_a_match_of_two_legs_the_totals_of_the_last_are_compared():
    event = make.called(entries=4, format={"best_of": {"semifinal": 2}})
    table = make.tables_of(event)[0]
    referee = make.client_of(make.boss_of(event))
    other = make.client_of(make.with_role(event, Role.REFEREE))
    save(referee, table, 21, 14)
    mine = grid(other, event)
    save(referee, table, 11, 21)

    answer = save(other, table, 11, 21, page=mine, part=True)

    assert state_of(answer.content.decode(), table) == "saved"


def test_of_two_who_type_different_totals_nobody_is_overwritten(event, referee):
    table = make.tables_of(event)[0]
    mine = grid(referee, event)
    save(make.client_of(make.boss_of(event)), table, 21, 14)

    answer = save(referee, table, 21, 17, page=mine)

    row = row_of(answer.content.decode(), table)
    assert answer.status_code == 409
    assert "wrote 21–14, you wrote 21–17" in row
    assert state(table) == ("done", [21, 14])
    chosen = save(referee, table, 21, 17, page=answer.content.decode(), step="instead")
    assert chosen.status_code == 303
    assert state(table) == ("done", [21, 17])


def test_what_is_chosen_in_place_of_anothers_but_impossible_leaves_theirs(event, referee):
    table = make.tables_of(event)[0]
    mine = grid(referee, event)
    save(make.client_of(make.boss_of(event)), table, 21, 14)
    told = save(referee, table, 2, 19, page=mine).content.decode()

    answer = save(referee, table, 2, 19, page=told, step="instead")

    assert (answer.status_code, state_of(answer.content.decode(), table)) == (422, "refused")
    assert state(table) == ("done", [21, 14])
    assert Scoresheet.objects.filter(table=table).count() == 1


def test_the_missing_ones_alone(event, referee):
    first, *others = make.tables_of(event)
    save(referee, first, 21, 14)

    page = grid(referee, event, "?solo=mancano")

    assert row_of(page, first) == ""
    assert [state_of(page, table) for table in others] == ["open"] * 3


def test_a_whole_result_in_the_address_fills_the_row_in(event, referee):
    table = make.tables_of(event)[1]

    page = grid(referee, event, f"?t={table.hall_number}+21+17")

    assert re.findall(r'name="points_[ab]" value="(\d*)"', row_of(page, table)) == ["21", "17"]
    assert not Scoresheet.objects.exists()


@pytest.mark.parametrize("typed", ["99", "", "x 1 2", "1 x y", "1 " + "9" * 40, "1 2 3 4 5 6 7 8"])
def test_what_is_no_table_and_no_number_harms_nothing(event, referee, typed):
    assert referee.get(reverse("results_grid", args=[event.slug]), {"t": typed}).status_code == 200


def test_loading_the_address_of_a_row_leads_to_the_grid(event, referee):
    table = make.tables_of(event)[0]

    answer = referee.get(url("results_row", table))

    assert answer["Location"] == f"{reverse('results_grid', args=[event.slug])}#row-{table.number}"
    assert referee.post(url("results_row", table), {"step": "nothing"}).status_code == 422


def test_a_scorer_has_the_rows_of_their_tables(event):
    first, second = make.tables_of(event)[:2]
    scorer = english(make.client_of(make.with_role(event, "scorer", tables=[first.hall_number or 0])))

    page = grid(scorer, event)

    assert (bool(row_of(page, first)), bool(row_of(page, second))) == (True, False)
    assert save(scorer, first, 21, 14).status_code == 303
    assert scorer.post(url("results_row", second), {"step": "total"}).status_code in (403, 404)


def test_the_desk_leads_to_the_grid(event, referee):
    desk = referee.get(reverse("referee_desk", args=[event.slug])).content.decode()

    assert f'href="{reverse("results_grid", args=[event.slug])}"' in desk


def queries_of(client: Client, event: Tournament) -> int:
    grid(client, event)
    with CaptureQueriesContext(
        connection,
    ) as found:
        grid(client, event)
    return len(found)


def test_the_grid_asks_as_much_for_many_tables_as_for_one():
    counted = []
    for entries in (2, 8):
        event = make.called(entries=entries)
        for table in make.tables_of(event)[1:3]:
            enter(table, WON, actor=A)
        counted.append(queries_of(make.client_of(make.boss_of(event)), event))

    assert counted[1] <= counted[0] + 1


@pytest.fixture
def several() -> Tournament:
    return make.called(make.tables(GAME, preset=PRESET))


def of_size(event: Tournament, size: int) -> Table:
    return next(table for table in make.tables_of(event) if table.lines.count() == size)


def test_a_table_of_several_takes_one_number_a_player(several):
    table, client = of_size(several, 4), make.client_of(make.boss_of(several))

    answer = save(english(client), table, 64, 112, 88, 105)

    page = grid(client, several)
    assert answer.status_code == 303
    assert state(table) == ("done", [64, 112, 88, 105])
    assert row_of(page, table).count("<small>through</small>") == 2


def test_what_a_place_depends_on_is_asked_in_the_row(several):
    table, client = of_size(several, 4), english(make.client_of(make.boss_of(several)))

    asked = save(client, table, 98, 101, 104, 109).content.decode()
    answer = save(client, table, 98, 101, 104, 109, exits_b="5", exits_c="8", exits_d="8")

    assert state_of(asked, table) == "asked"
    assert [name for _said, name in choices(asked, table)] == [*names_of(table)[1:], "Nobody"]
    assert answer.status_code == 303
    assert [line.place for line in table.lines.order_by("index")] == [1, 4, 2, 3]


def choices(page: str, table: Table) -> list[tuple[str, str]]:
    """The answers to the question of a row: what each sends, and what stands on it."""
    found = re.findall(r'name="answer" value="([^"]*)"[^>]*><kbd[^>]*>\d</kbd>([^<]*)<', row_of(page, table))
    return [(html.unescape(said), html.unescape(name).replace("\xa0", " ")) for said, name in found]


def names_of(table: Table) -> list[str]:
    return [str(line.entry) for line in table.lines.order_by("index")]


@pytest.mark.parametrize(("answer", "places"), [(1, [1, 4, 2, 3]), (2, [1, 2, 4, 3]), ("Nobody", [1, 2, 3, 4])])
def test_one_answer_says_who_goes_on(several, answer, places):
    table, client = of_size(several, 4), english(make.client_of(make.boss_of(several)))
    asked = save(client, table, 98, 101, 104, 109).content.decode()
    name = answer if isinstance(answer, str) else names_of(table)[answer]
    said = {shown: value for value, shown in choices(asked, table)}[name]

    saved = save(client, table, 98, 101, 104, 109, answer=said)

    assert saved.status_code == 303
    assert [line.place for line in table.lines.order_by("index")] == places


def test_the_page_of_a_total_asks_by_names_too(several):
    table, client = of_size(several, 4), english(make.client_of(make.boss_of(several)))
    form = hidden_of_total(client, table)
    points = {f"points_{letter}": str(value) for letter, value in zip("abcd", (98, 101, 104, 109), strict=True)}

    asked = client.post(url("table_total", table), {**form, **points}).content.decode()
    last = html.unescape(re.findall(r'name="answer" value="([^"]*)"', asked)[0])
    saved = client.post(url("table_total", table), {**form, **points, "answer": last})

    assert "Who was out before the last deal?" in asked and saved.status_code == 303
    assert [line.place for line in table.lines.order_by("index")] == [1, 4, 2, 3]


def hidden_of_total(client: Client, table: Table) -> dict[str, str]:
    page = client.get(url("table_total", table)).content.decode()
    return dict(re.findall(r'name="(game|seen|base|key)" value="([^"]*)"', page))


def test_a_tie_at_the_cut_is_broken_in_the_row(several):
    table, client = of_size(several, 4), english(make.client_of(make.boss_of(several)))
    save(client, table, 30, 60, 60, 70, time_called="on")

    page = grid(client, several)
    tie = {**hidden(page, table, "grid-row__more grid-row__tie"), "points_b": "9", "points_c": "0"}
    answer = client.post(url("results_row", table), {**tie, "time_called": "on"})

    assert (state_of(page, table), tie["closer"]) == ("tie", "zero")
    assert answer.status_code == 303
    assert state(table)[0] == "done"
    assert [line.place for line in table.lines.order_by("index")] == [1, 3, 2, 4]


def typing(client: Client, event: Tournament, row: object) -> dict[str, str]:
    answer = client.post(reverse("results_typing", args=[event.slug]), {"row": row})
    assert answer.status_code == 200
    rows: dict[str, str] = answer.json()["rows"]
    return rows


def test_two_at_the_results_see_where_the_other_types_until_they_stop(event: Tournament, monkeypatch: Any) -> None:
    lia, ugo = (
        make.client_of(make.with_role(event, "referee", account=make.user(name=name))) for name in ("Lia", "Ugo")
    )
    assert typing(lia, event, 3) == {}
    assert typing(ugo, event, 5) == {"3": "Lia"}
    assert typing(lia, event, 4) == {"5": "Ugo"}
    assert typing(ugo, event, "") == {"4": "Lia"}
    assert typing(lia, event, "x") == {}
    assert typing(ugo, event, 10**9) == {}
    typing(lia, event, 3)
    later = typing_hints.time() + typing_hints.LASTS_SECONDS + 1
    monkeypatch.setattr(typing_hints, "time", lambda: later)
    assert typing(ugo, event, "") == {}


def test_a_hint_writes_nothing_and_is_of_its_event(event: Tournament, referee: Client) -> None:
    other = make.called(entries=4)
    typing(make.client_of(make.boss_of(other)), other, 1)
    typing(referee, event, 1)
    with CaptureQueriesContext(connection) as captured:
        assert typing(referee, event, 2) == {}
    assert [query["sql"] for query in captured if not query["sql"].lstrip().upper().startswith("SELECT")] == []
    assert len(captured) <= 4


def test_a_thousand_hints_are_bounded() -> None:
    for account in range(1000):
        typing_hints.exchange(1, account, "x" * 500, account)
    told = typing_hints.exchange(1, -1, "", None)
    assert (len(told), {len(name) for name in told.values()}) == (typing_hints.MOST_HINTS, {typing_hints.LONGEST_NAME})
