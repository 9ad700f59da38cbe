"""The faults of the regulation in the rows of an event: both lines' points, VP and MP, and who goes on.

Every case that the regulation works out is in ``tests/competition/match/test_faults.py``.
"""

from collections.abc import Sequence
from typing import Any

import pytest

from tests.tournaments import factories as make
from tests.tournaments.services.rulings import given, results, seated
from tournaments.entries.writes import participation
from tournaments.games.contract import Json
from tournaments.models import Ruling, Table

pytestmark = pytest.mark.django_db

Pair = tuple[int, int]

# The running deal as the referee writes it, with nothing clinched yet.
OPEN = {"cards": "open", "coins": "open", "settebello": "open", "primiera": "open", "sweeps": [0, 0]}


def table_of(target: int, **overrides: Any) -> Table:
    rules = {"target": target, **overrides.pop("rules", {})}
    return make.tables_of(make.called(entries=4, preset="online_002", rules=rules, **overrides))[0]


def deals(points: Pair) -> list[Json]:
    """As many deals as make up the points of both lines, none with more than a pack can give."""
    number = 4
    parts = [tuple(each // number + (part < each % number) for each in points) for part in range(number)]
    return [make.points_sheet(part) for part in parts]


def at_fault(
    table: Table,
    culprits: Sequence[int],
    before: Pair,
    *,
    snap: Json = None,
    moment: str = "in_deal",
    cause: str = "abandon",
    tiebreaks: Sequence[Json] = (),
    tiebreak: int = 0,
) -> Table:
    """Enter the fault of ``culprits``; ``before`` are the points of the offender and of the other line."""
    points = before if culprits[0] == 0 else before[::-1]
    played = deals(points) if sum(before) else []
    fault = {
        "cause": cause,
        "offenders": list(culprits),
        "moment": moment,
        "snapshot": snap,
        "tiebreak": tiebreak,
    }
    games = [{"deals": [*played, *tiebreaks], "time_called": False}] if played else []
    return make.enter(table, {"games": games, "forfeit": fault}, reason="Se n'è andata")


def told(table: Table, culprit: int) -> tuple[list[int | None], tuple[Any, ...], tuple[Any, ...]]:
    """Points (offender, other), then place, VP and MP of the other line and of the offender."""
    lines = seated(table)
    found = results(table)
    return [lines[culprit].points, lines[1 - culprit].points], found[1 - culprit], found[culprit]


@pytest.mark.parametrize("culprit", [0, 1])
@pytest.mark.parametrize(
    ("target", "before", "points", "victim", "offender_mp"),
    [
        pytest.param(7, (1, 3), [1, 8], (17, 7), -8, id="R-VP-06 7pt (a)"),
        pytest.param(11, (3, 6), [3, 11], (17, 8), -14, id="R-VP-06 11pt (a)"),
        pytest.param(21, (8, 14), [8, 19], (16, 10), -20, id="R-VP-06 21pt (a)"),
    ],
)
def test_a_fault_in_a_deal(target: int, before: Pair, points: list[int], victim: Pair, offender_mp: int, culprit: int):
    table = table_of(target)

    at_fault(table, [culprit], before, snap=OPEN)

    assert told(table, culprit) == (points, (1, *victim), (2, 0, offender_mp))


# R-VP-05
@pytest.mark.parametrize("culprit", [0, 1])
def test_a_fault_in_a_tie_break_deal_sends_the_other_line_on_without_another(culprit: int):
    """W12: the second of three, level; no third, and the last capture is asked by nobody."""
    table = table_of(7)
    first = make.points_sheet((2, 2), tiebreak=1, last_capture=0)

    table = at_fault(table, [culprit], (7, 7), snap=OPEN, tiebreaks=[first], tiebreak=2)

    assert told(table, culprit) == ([7, 7], (1, 14, 4), (2, 0, -8))
    assert seated(make.tables_of(table.tournament, 2)[0])[0].entry == seated(table)[1 - culprit].entry


# R-VP-10
@pytest.mark.parametrize(("target", "mp"), [(7, -8), (11, -14), (21, -20)])
@pytest.mark.parametrize("before", [(0, 0), (5, 1)])
def test_a_fault_of_both_lines(target: int, mp: int, before: Pair):
    table = table_of(target)

    table = at_fault(table, [0, 1], before, moment="between_deals" if sum(before) else "not_started")

    assert results(table) == [(None, 0, mp), (None, 0, mp)]
    assert [line.points for line in seated(table)] == list(before)
    assert Ruling.objects.filter(table=table, kind="forfeit").count() == 2


# R-VP-09
@pytest.mark.parametrize(
    ("no_show", "target", "victim", "offender_mp"),
    [
        ("flat", 7, (14, 4), -8),
        ("flat", 11, (14, 4), -14),
        ("flat", 21, (14, 6), -20),
        ("as_forfeit", 7, (15, 5), -8),
        ("as_forfeit", 11, (15, 5), -14),
        ("as_forfeit", 21, (14, 6), -20),
    ],
)
@pytest.mark.parametrize("how", ["the referee's form", "the register", "withdrawn"])
def test_however_somebody_does_not_come_it_is_worth_the_same(
    no_show: str, target: int, victim: Pair, offender_mp: int, how: str
):
    causes = ["move_timeout", "match_clock", "abandon", "no_show"]
    table = table_of(target, terms={"no_show": no_show}, rules={"forfeit_causes": causes})
    entry = seated(table)[1].entry
    assert entry is not None

    if how == "the referee's form":
        at_fault(table, [1], (0, 0), moment="not_started", cause="no_show")
    elif how == "the register":
        given(table.tournament, "no_show", entry, table_id=table.pk)
    else:
        participation.withdraw_entry(
            actor=make.boss_of(table.tournament), tournament_id=table.tournament_id, entry_id=entry.pk, reason="Via"
        )

    assert told(table, 1)[1:] == ((1, *victim), (2, 0, offender_mp))


# R-VP-09, R-VP-12
@pytest.mark.parametrize(("target", "mp"), [(7, 4), (11, 4), (21, 6)])
def test_every_later_match_of_a_withdrawn_line_is_the_other_lines(target: int, mp: int):
    event = make.called(entries=4, preset="online_002", rules={"target": target}, format={"third_place": True})
    first, second = make.tables_of(event)
    make.play(first)
    winner, loser = seated(first)
    earned = results(first)
    for line in (winner, loser):
        assert line.entry is not None
        participation.withdraw_entry(
            actor=make.boss_of(event), tournament_id=event.pk, entry_id=line.entry.pk, reason="Devono partire"
        )

    make.play(second)

    assert results(first) == earned
    for section, place in (("main", 1), ("third", 2)):
        table = Table.objects.get(tournament=event, round__number=2, section=section)
        lines = {line.entry: (line.place, line.vp, line.mp) for line in seated(table)}
        assert table.ending == "walkover"
        assert lines[seated(second)[place - 1].entry] == (1, 14, mp)


# R-VP-09
def test_of_two_who_both_withdraw_the_later_has_won_and_the_next_chair_is_empty():
    event = make.drawn(entries=4, preset="online_002")
    table = make.tables_of(event)[0]
    for line in seated(table):
        assert line.entry is not None
        participation.withdraw_entry(
            actor=make.boss_of(event), tournament_id=event.pk, entry_id=line.entry.pk, reason="Via"
        )

    assert results(table) == [(2, 0, -14), (1, 14, 4)]
    assert [line.is_absent for line in seated(make.tables_of(event, 2)[0])] == [True, False]


# R-PEN-11, R-VP-06
@pytest.mark.parametrize("culprit", [0, 1])
@pytest.mark.parametrize(
    ("target", "before", "points", "victim", "offender_mp"),
    [(7, (1, 3), [1, 8], (17, 7), -8), (11, (10, 3), [10, 8], (14, 4), -14), (21, (8, 14), [8, 19], (16, 10), -20)],
)
@pytest.mark.parametrize("kind", ["loss", "disqualification"])
def test_a_match_lost_by_penalty_is_worth_what_a_fault_is(
    kind: str, target: int, before: Pair, points: list[int], victim: Pair, offender_mp: int, culprit: int
):
    table = table_of(target)
    written = deals(before if culprit == 0 else before[::-1])
    table = make.enter(table, {"games": [{"deals": written, "time_called": False}], "forfeit": None})

    given(table.tournament, kind, seated(table)[culprit].entry, table_id=table.pk)

    assert told(table, culprit) == (points, (1, *victim), (2, 0, offender_mp))


# R-PEN-11, R-VP-05
def test_a_match_lost_in_a_tie_break_stays_level_on_points():
    table = table_of(7)
    table = make.enter(table, {"games": [{"deals": deals((7, 7)), "time_called": False}], "forfeit": None})
    assert table.tiebreak_due == 1

    given(table.tournament, "loss", seated(table)[1].entry, table_id=table.pk)

    assert told(table, 1) == ([7, 7], (1, 14, 4), (2, 0, -8))
