"""The paper of a table of several: a column and a ticket for each who is there, on A5 or two on A4."""

import re

import pytest

from tests.tournaments import factories as make
from tests.tournaments.views.organiser.conftest import Desk
from tournaments.entries.writes import participation
from tournaments.tables.writes.codes import code_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def hall(penalty: str) -> Desk:
    return Desk(make.called(make.tables(penalty, entries=19)))


def slips(body: str) -> list[str]:
    return [part.split("</article>")[0] for part in body.split('<article class="table-slip"')[1:]]


def test_every_player_of_a_table_has_a_column_a_box_to_sign_and_a_ticket(hall):
    found = slips(hall.get("organise_print", 1).content.decode())

    assert sorted(re.match(r' data-lines="(\d)"', slip)[1] for slip in found) == ["4", "5", "5", "5"]
    for table, slip in zip(make.tables_of(hall.event), found, strict=True):
        lines = list(table.lines.all())
        assert [slip.count(code_of(table, line.index)) for line in lines] == [1] * len(lines)
        assert [slip.count(line.entry.label) for line in lines] == [2] * len(lines)
        assert slip.count("<svg") == len(lines)
        assert slip.split("table-slip__sign")[1].split("</tr>")[0].count("<td>") == len(lines)


def test_who_has_left_has_no_column_and_the_others_keep_their_letters(penalty):
    event = make.tables(penalty, entries=8)
    table = make.tables_of(event)[0]
    gone = table.lines.get(index=1)
    participation.withdraw_entry(
        actor=make.boss_of(event), tournament_id=event.pk, entry_id=gone.entry_id, reason="Malato"
    )

    slip = slips(Desk(event).get("organise_print", 1).content.decode())[0]

    assert gone.entry.label not in slip
    assert [code_of(table, index) in slip for index in range(4)] == [True, False, True, True]


@pytest.mark.parametrize(("sheet", "offered"), [("a6", "Two tables on A4"), ("a4", "One table on each A5 sheet")])
def test_tables_of_several_come_on_a5_or_two_on_a4(hall, sheet, offered):
    body = hall.get("organise_print", 1, foglio=sheet).content.decode()

    assert f"print-slips--{sheet}" in body
    assert offered in body
    assert "style=" not in body
