"""A match in words and rows: who is through, who is level and for what, what each deal gave."""

import pytest
from django.utils import translation

from tournaments.games import registry
from tournaments.games.contract import Cell, Circumstances, Course, DealScore, LineState, MatchState, Tie
from tournaments.tables.reads.game_course import NamedGame
from tournaments.tables.words import wording

GAME = registry.keys()[0]
NAMES = ("Bianchi", "Neri", "Gallo", "Verdi")


@pytest.fixture(autouse=True)
def _in_english():
    with translation.override("en"):
        yield


def told(*states: str, through: int = 2, tie: Tie | None = None, rows: tuple[tuple[Cell, ...], ...] = ()) -> NamedGame:
    lines = tuple(LineState(10 * number, state, 2) for number, state in enumerate(states))
    deals = tuple(DealScore((0,) * len(states), tiebreak=row[0].total is None) for row in rows)
    state = MatchState(
        deals=deals,
        circumstances=Circumstances(lines=len(states), through=through),
        totals=tuple(line.total for line in lines),
        ranking=(),
        is_over=False,
        tie=tie,
        broken={},
        course=Course(rows, lines),
    )
    return NamedGame(GAME, NAMES[: len(states)], state)


@pytest.mark.parametrize(
    ("names", "said"),
    [((), ""), (("Bianchi",), "Bianchi"), (NAMES[:2], "Bianchi and Neri"), (NAMES[:3], "Bianchi, Neri and Gallo")],
)
def test_names_are_said_one_after_the_other(names, said):
    assert wording.list_of_names(names) == said


@pytest.mark.parametrize(
    ("states", "through", "said"),
    [
        (("playing", "out", "playing"), 2, []),
        (("through", "level", "level"), 2, ["Bianchi goes through."]),
        (("through", "out", "through"), 2, ["Bianchi and Gallo go through."]),
        (("out", "through", "out"), 1, ["Neri wins."]),
    ],
)
def test_who_goes_through_is_named_as_soon_as_it_is_certain(states, through, said):
    assert wording.standing(told(*states, through=through)) == said


def test_who_is_level_is_named_with_what_breaks_the_tie():
    tie = Tie(2, (2, 1), (2, 3))

    found = wording.standing(told("through", "level", "level", tie=tie))

    assert found == ["Bianchi goes through.", "Neri and Gallo are level: 2nd tie-break deal."]
    assert wording.tie_title(GAME, NAMES, tie, "table 7") == "Neri and Gallo level at table 7: 2nd tie-break deal"


@pytest.mark.parametrize(
    ("places", "through", "said"),
    [
        ((2, 3), 2, "At stake: the last place that goes through."),
        ((1, 3), 2, "At stake: the 2 last places that go through."),
        ((1, 2), 1, "The win is at stake."),
        ((2, 4), 1, "At stake: places 2 to 4 of the table."),
    ],
)
def test_what_is_at_stake_is_said_by_the_cut(places, through, said):
    assert wording.stakes(places, through) == said


def test_a_tie_break_is_counted_and_what_else_decides_has_its_own_name():
    assert [wording.tiebreak_name(GAME, number) for number in (1, 3, 4)] == [
        "1st tie-break deal",
        "3rd tie-break deal",
        "Tie-break deal 4",
    ]
    assert wording.tiebreak_name(GAME, 3, "card") == "Higher card"


def test_a_row_has_a_cell_for_each_line_with_points_total_and_marks():
    row = wording.rows(told("playing", "out", "out", rows=((Cell(5, 15), Cell(0, 30, ("bust",)), Cell(None, None)),)))[
        0
    ]

    assert (row["short"], row["name"], row["is_tiebreak"]) == (1, "Deal 1", False)
    assert [(cell["points"], cell["total"], cell["is_empty"]) for cell in row["cells"]] == [
        (5, 15, False),
        (0, 30, False),
        (None, None, True),
    ]
    assert row["cells"][1]["marks"] == [{"code": "bust", "label": "mark.bust"}]


def test_a_tie_break_says_what_it_gave_to_those_who_played_it():
    rows = ((Cell(None, None), Cell(12, None), Cell(0, None, ("closed",))),)

    assert wording.outcome_of(told("through", "out", "through", rows=rows), 0) == "Neri 12, Gallo 0 (mark.closed)"


def test_the_chairs_are_those_who_play_or_those_who_are_named():
    found = told("playing", "out", "playing")

    assert [seat["is_in"] for seat in wording.seats(found)] == [True, False, True]
    assert [seat["is_in"] for seat in wording.seats(found, (1,))] == [False, True, False]
    assert [seat["letter"] for seat in wording.seats(found)] == ["a", "b", "c"]
