"""Formats: from the JSON of an event to its tables."""

import json
from dataclasses import replace

import pytest

from tests.competition.fields import entrants
from tournaments.competition.formats.bracket import KnockoutFormat, TablesFormat
from tournaments.competition.formats.contract import Format
from tournaments.competition.formats.registry import format_of, kind_of
from tournaments.competition.pairing.knockout import plan_knockout
from tournaments.competition.pairing.options import KnockoutOptions, options_to_json
from tournaments.competition.pairing.positions import Swap
from tournaments.competition.pairing.table_options import TablesOptions
from tournaments.games.contract import Json, RefusedError

KNOCKOUT = KnockoutFormat(KnockoutOptions(byes="lot", separate_by_group=True, best_of={"final": 3}))
TABLES = TablesFormat(TablesOptions(policy="batterie", max_table=6, byes="lot", separate_by_group=True, re_entry=True))


@pytest.mark.parametrize("event_format", [KNOCKOUT, TABLES, KnockoutFormat(), TablesFormat()])
def test_a_format_survives_json(event_format: Format) -> None:
    kept = json.loads(json.dumps(event_format.to_json()))
    assert kept["kind"] == event_format.kind
    assert format_of(kept) == event_format


def test_tables_of_several_are_not_of_two() -> None:
    """R-VP-14: VP and MP are of matches between two."""
    assert [each.uses_vp for each in (KNOCKOUT, TABLES, KnockoutFormat(), TablesFormat())] == [True, False] * 2


# R-TAB-10, R-TAB-12
@pytest.mark.parametrize(
    ("kept", "readmits", "takes_again"),
    [
        ({}, False, False),
        ({"kind": "tables"}, False, False),
        ({"kind": "tables", "policy": "ripescaggio"}, True, False),
        ({"kind": "tables", "policy": "batterie", "re_entry": True}, False, True),
    ],
)
def test_a_format_says_who_may_come_back(kept: Json, readmits: bool, takes_again: bool) -> None:
    event_format = format_of(kept)
    assert (event_format.readmits, event_format.takes_again) == (readmits, takes_again)


# R-KO-19
def test_an_event_that_keeps_no_kind_is_a_knockout() -> None:
    assert format_of({}) == KnockoutFormat()
    assert format_of(options_to_json(KNOCKOUT.options)) == KNOCKOUT


# R-DRW-05
@pytest.mark.parametrize("event_format", [KNOCKOUT, TABLES])
def test_what_a_draw_is_published_with_draws_the_same_again(event_format: Format) -> None:
    again = format_of(json.loads(json.dumps(event_format.document_options())))
    field = entrants(20, seeds=3, groups=("a", "b"))
    assert again.draw(field) == event_format.draw(field)


@pytest.mark.parametrize(
    ("data", "code", "field"),
    [
        pytest.param([], "not_an_object", "options", id="a list"),
        pytest.param({"kind": "ladder"}, "unknown_format", "kind", id="unknown kind"),
        pytest.param({"kind": ["tables"]}, "unknown_format", "kind", id="no name"),
        pytest.param({"kind": "tables", "third_place": True}, "unknown_field", "third_place", id="of another format"),
        pytest.param({"kind": "tables", "max_table": "5"}, "bad_value", "max_table", id="a text for a number"),
    ],
)
def test_a_kept_format_that_is_wrong_names_the_field(data: Json, code: str, field: str) -> None:
    with pytest.raises(RefusedError) as refusal:
        format_of(data)
    assert (refusal.value.code, refusal.value.field) == (code, field)


@pytest.mark.parametrize(
    ("data", "kind"),
    [({}, "knockout"), ({"kind": "tables"}, "tables"), ({"kind": "ladder"}, "ladder"), ({"kind": []}, ""), ([], "")],
    ids=str,
)
def test_the_kind_of_a_kept_format_is_told_whatever_else_is_wrong(data: Json, kind: str) -> None:
    assert kind_of(data) == kind


# R-KO-01, R-KO-12
def test_the_knockout_as_a_format_is_the_knockout() -> None:
    KNOCKOUT.check()
    KNOCKOUT.check_entrants(2)
    drawn = KNOCKOUT.draw(entrants(11))
    assert KNOCKOUT.plan(drawn.positions) == plan_knockout(entrants(11), KNOCKOUT.options)
    assert [tuple(table) for table in KNOCKOUT.meetings(drawn.positions)][:2] == [(0, 1), (2, 3)]
    assert (KNOCKOUT.needs_lines, KNOCKOUT.fewest_entrants, KNOCKOUT.redraw) == ((2, 2), 2, False)
    assert replace(KNOCKOUT, options=KnockoutOptions(redraw=True)).redraw
    assert KNOCKOUT.accept(11) == 11


# R-KO-01
@pytest.mark.parametrize(("count", "code"), [(1, "too_few_entrants"), (65_537, "too_many_entrants")])
def test_a_knockout_refuses_who_cannot_be_drawn(count: int, code: str) -> None:
    with pytest.raises(RefusedError) as refusal:
        KNOCKOUT.check_entrants(count)
    assert (refusal.value.code, refusal.value.params["given"]) == (code, count)


# R-TAB-02
def test_tables_as_a_format() -> None:
    TABLES.check()
    TABLES.check_entrants(20)
    assert (TABLES.needs_lines, TABLES.fewest_entrants, TABLES.redraw, TABLES.accept(20)) == ((3, 6), 4, False, 20)
    assert TablesFormat(TablesOptions(policy="strict4")).needs_lines == (3, 4)
    drawn = TablesFormat().draw(entrants(6))
    assert [tuple(table) for table in TablesFormat().meetings(drawn.positions)] == [(0, 1, 2), (3, 4, 5)]
    assert TablesFormat().plan(drawn.positions).rounds == 2


# R-DRW-06
@pytest.mark.parametrize("event_format", [KnockoutFormat(), TablesFormat()])
def test_two_positions_of_a_draw_change_places(event_format: Format) -> None:
    assert event_format.swap((1, 2, 3, 4), Swap(0, 3, "arrives late")) == (4, 2, 3, 1)
