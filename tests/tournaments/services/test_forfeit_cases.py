"""The cases of the regulation from the referee's form to the rows: both lines' points, VP and MP."""

from collections.abc import Sequence
from typing import Any

import pytest

from tests.tournaments import factories as make
from tests.tournaments.services.test_penalties import given, results, seated
from tournaments.games.contract import Json
from tournaments.models import Ruling, Table
from tournaments.services.entries import participation

pytestmark = pytest.mark.django_db

Pair = tuple[int, int]

# What each line has clinched, from the offender's side: O the offender, V the other line.
HOLDERS = {"O": 0, "V": 1, "open": "open", "void": "void"}
NAMES = {"C": "cards", "D": "coins", "S": "settebello", "P": "primiera"}


def table_of(target: int, **overrides: Any) -> Table:
    rules = {"target": target, **overrides.pop("rules", {})}
    return make.tables_of(make.called(entries=4, preset="online_002", rules=rules, **overrides))[0]


def deals(points: Pair) -> list[Json]:
    """As many deals as make up the points of both lines, none with more than a pack can give."""
    number = 4
    parts = [tuple(each // number + (part < each % number) for each in points) for part in range(number)]
    return [make.points_sheet(part) for part in parts]


def snapshot(culprit: int, held: dict[str, str], sweeps: Pair) -> Json:
    """The running deal as the referee writes it; ``held`` and ``sweeps`` are from the offender's side."""
    found: dict[str, Json] = {}
    for letter, name in NAMES.items():
        holder = HOLDERS[held.get(letter, "open")]
        found[name] = abs(culprit - holder) if isinstance(holder, int) else holder
    return {**found, "sweeps": list(sweeps if culprit == 0 else sweeps[::-1])}


def at_fault(
    table: Table, culprits: Sequence[int], before: Pair, *, snap: Json = None, moment: str = "in_deal",
    cause: str = "abandon", tiebreaks: Sequence[Json] = (), tiebreak: int = 0,
) -> Table:  # fmt: skip
    """Enter the fault of ``culprits``; ``before`` are the points of the offender and of the other line."""
    points = before if culprits[0] == 0 else before[::-1]
    played = deals(points) if sum(before) else []
    fault = {
        "cause": cause, "offenders": list(culprits), "moment": moment, "snapshot": snap, "tiebreak": tiebreak,
    }  # fmt: skip
    games = [{"deals": [*played, *tiebreaks], "time_called": False}] if played else []
    return make.enter(table, {"games": games, "forfeit": fault}, reason="Se n'è andata")


def told(table: Table, culprit: int) -> tuple[list[int | None], tuple[Any, ...], tuple[Any, ...]]:
    """Points (offender, other), then place, VP and MP of the other line and of the offender."""
    lines = seated(table)
    found = results(table)
    return [lines[culprit].points, lines[1 - culprit].points], found[1 - culprit], found[culprit]


CASES = [
    pytest.param(7, (1, 3), {}, (0, 0), [1, 8], (17, 7), -8, id="R-VP-06 7pt (a)"),
    pytest.param(7, (6, 0), {}, (0, 0), [6, 5], (14, 4), -8, id="R-VP-06 7pt (b)"),
    pytest.param(7, (5, 0), {}, (0, 0), [5, 5], (14, 4), -8, id="R-VP-06 7pt (c)"),
    pytest.param(11, (3, 6), {}, (0, 0), [3, 11], (17, 8), -14, id="R-VP-06 11pt (a)"),
    pytest.param(11, (10, 3), {}, (0, 0), [10, 8], (14, 4), -14, id="R-VP-06 11pt (b)"),
    pytest.param(11, (8, 3), {}, (0, 0), [8, 8], (14, 4), -14, id="R-VP-06 11pt (c)"),
    pytest.param(21, (8, 14), {}, (0, 0), [8, 19], (16, 10), -20, id="R-VP-06 21pt (a)"),
    pytest.param(21, (19, 6), {}, (0, 0), [19, 11], (14, 6), -20, id="R-VP-06 21pt (b)"),
    pytest.param(21, (12, 7), {}, (0, 0), [12, 12], (14, 6), -20, id="R-VP-06 21pt (c)"),
    pytest.param(11, (4, 5), {"S": "O", "C": "V"}, (1, 0), [6, 9], (14, 4), -14, id="R-VP-07 W1"),
    pytest.param(7, (0, 0), {}, (0, 0), [0, 5], (15, 5), -8, id="R-VP-07 W2"),
    pytest.param(7, (1, 6), {"C": "V"}, (0, 1), [1, 12], (18, 8), -8, id="R-VP-07 W3"),
    pytest.param(21, (8, 10), {"S": "V", "D": "O"}, (2, 1), [11, 15], (14, 6), -20, id="R-VP-07 W4"),
    pytest.param(21, (2, 18), {}, (0, 0), [2, 23], (20, 20), -20, id="R-VP-07 W5"),
    pytest.param(21, (19, 6), {"S": "O", "C": "O"}, (0, 0), [21, 9], (14, 6), -20, id="R-VP-07 W6"),
    pytest.param(11, (4, 4), {"S": "V", "D": "void"}, (0, 1), [4, 9], (15, 5), -14, id="R-VP-07 W9"),
    pytest.param(21, (12, 11), {"S": "O", "P": "O"}, (1, 0), [15, 14], (14, 6), -20, id="R-VP-07 W10"),
    pytest.param(7, (3, 2), dict.fromkeys("CDSP", "O"), (0, 0), [7, 3], (14, 4), -8, id="R-VP-07 W11"),
]


@pytest.mark.parametrize("culprit", [0, 1])
@pytest.mark.parametrize(("target", "before", "held", "sweeps", "points", "victim", "offender_mp"), CASES)
def test_a_fault_in_a_deal(
    target: int, before: Pair, held: dict[str, str], sweeps: Pair, points: list[int], victim: Pair, offender_mp: int,
    culprit: int,
):  # fmt: skip
    table = table_of(target)

    at_fault(table, [culprit], before, snap=snapshot(culprit, held, sweeps))

    assert told(table, culprit) == (points, (1, *victim), (2, 0, offender_mp))


ALTERNATIVES = [
    pytest.param("formal", 11, (4, 5), {"S": "O", "C": "V"}, (1, 0), (15, 5), -14, id="R-VP-07 W1 formal"),
    pytest.param("formal_strict", 11, (4, 5), {"S": "O", "C": "V"}, (1, 0), (16, 6), -14, id="R-VP-07 W1 strict"),
    pytest.param("formal_strict", 7, (1, 6), {"C": "V"}, (0, 1), (18, 8), -8, id="R-VP-07 W3 strict"),
    pytest.param("formal", 21, (8, 10), {"S": "V", "D": "O"}, (2, 1), (14, 6), -20, id="R-VP-07 W4 formal"),
    pytest.param("formal_strict", 21, (8, 10), {"S": "V", "D": "O"}, (2, 1), (14, 6), -20, id="R-VP-07 W4 strict"),
    pytest.param("formal", 21, (12, 11), {"S": "O", "P": "O"}, (1, 0), (14, 6), -20, id="R-VP-07 W10 formal"),
    pytest.param("formal", 7, (3, 2), dict.fromkeys("CDSP", "O"), (0, 0), (14, 4), -8, id="R-VP-07 W11 formal"),
]


@pytest.mark.parametrize(("reading", "target", "before", "held", "sweeps", "victim", "offender_mp"), ALTERNATIVES)
def test_the_other_readings_of_a_running_deal(
    reading: str, target: int, before: Pair, held: dict[str, str], sweeps: Pair, victim: Pair, offender_mp: int
):
    table = table_of(target, rules={"unawarded_points": reading})

    at_fault(table, [0], before, snap=snapshot(0, held, sweeps))

    assert told(table, 0)[1:] == ((1, *victim), (2, 0, offender_mp))


# R-VP-07
@pytest.mark.parametrize(
    ("scope", "victim"), [("current_deal", (15, 5)), ("all_scheduled_deals", (19, 12))], ids=["W7", "W7 all deals"]
)
def test_a_fault_in_the_first_of_three_deals(scope: str, victim: Pair):
    table = table_of(0, rules={"match_mode": "fixed_deals", "deals": 3, "target": None, "unawarded_scope": scope})

    at_fault(table, [0], (0, 0), snap=snapshot(0, {}, (0, 0)))

    assert told(table, 0)[1:] == ((1, *victim), (2, 0, -14))


# R-VP-07
@pytest.mark.parametrize(
    ("between", "points"), [("next_deal_open", [5, 9]), ("nothing_open", [5, 5])], ids=["W8", "W8 nothing open"]
)
def test_a_fault_between_two_deals(between: str, points: list[int]):
    table = table_of(11, rules={"between_deals": between})

    at_fault(table, [0], (5, 4), moment="between_deals")

    assert told(table, 0) == (points, (1, 14, 4), (2, 0, -14))


# R-VP-05
@pytest.mark.parametrize("culprit", [0, 1])
def test_a_fault_in_a_tie_break_deal_sends_the_other_line_on_without_another(culprit: int):
    """W12: the second of three, level; no third, and the last capture is asked by nobody."""
    table = table_of(7)
    first = make.points_sheet((2, 2), tiebreak=1, last_capture=0)

    table = at_fault(table, [culprit], (7, 7), snap=snapshot(culprit, {}, (0, 0)), tiebreaks=[first], tiebreak=2)

    assert told(table, culprit) == ([7, 7], (1, 14, 4), (2, 0, -8))
    assert seated(make.tables_of(table.tournament, 2)[0])[0].entry == seated(table)[1 - culprit].entry


# R-VP-10
@pytest.mark.parametrize(("target", "mp"), [(7, -8), (11, -14), (21, -20)])
@pytest.mark.parametrize("before", [(0, 0), (5, 1), (2, 6)])
def test_a_fault_of_both_lines(target: int, mp: int, before: Pair):
    table = table_of(target)

    table = at_fault(table, [0, 1], before, moment="between_deals" if sum(before) else "not_started")

    assert results(table) == [(None, 0, mp), (None, 0, mp)]
    assert [line.points for line in seated(table)] == list(before)
    assert Ruling.objects.filter(table=table, kind="forfeit").count() == 2


# R-VP-08
@pytest.mark.parametrize(("policy", "mp"), [("last_row", -8), ("extrapolate", -10), ("mirror_victim", -5)])
def test_an_offender_for_who_the_scale_has_no_row(policy: str, mp: int):
    table = table_of(7, terms={"missing_row_policy": policy})

    at_fault(table, [1], (0, 0), snap=snapshot(1, {}, (0, 0)))

    assert told(table, 1)[1:] == ((1, 15, 5), (2, 0, mp))


# R-VP-11
@pytest.mark.parametrize(
    ("terms", "victim", "offender_mp"),
    [({"victim_vp_value": "floor"}, (14, 4), -14), ({"mp_source": "difference"}, (17, 8), -8)],
)
def test_other_terms_of_an_event(terms: dict[str, str], victim: Pair, offender_mp: int):
    table = table_of(11, terms=terms)

    at_fault(table, [0], (3, 6), snap=snapshot(0, {}, (0, 0)))

    assert told(table, 0)[1:] == ((1, *victim), (2, 0, offender_mp))


# R-VP-09
@pytest.mark.parametrize(
    ("no_show", "target", "victim", "offender_mp"),
    [
        ("flat", 7, (14, 4), -8), ("flat", 11, (14, 4), -14), ("flat", 21, (14, 6), -20),
        ("as_forfeit", 7, (15, 5), -8), ("as_forfeit", 11, (15, 5), -14), ("as_forfeit", 21, (14, 6), -20),
    ],
)  # fmt: skip
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
    [
        (7, (1, 3), [1, 8], (17, 7), -8), (7, (6, 0), [6, 5], (14, 4), -8), (7, (5, 0), [5, 5], (14, 4), -8),
        (11, (3, 6), [3, 11], (17, 8), -14), (11, (10, 3), [10, 8], (14, 4), -14), (11, (8, 3), [8, 8], (14, 4), -14),
        (21, (8, 14), [8, 19], (16, 10), -20), (21, (19, 6), [19, 11], (14, 6), -20),
        (21, (12, 7), [12, 12], (14, 6), -20),
    ],
)  # fmt: skip
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
