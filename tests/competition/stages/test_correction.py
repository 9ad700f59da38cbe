"""The difference of two folds around a corrected table."""

from dataclasses import replace

import pytest

from tournaments.competition.stages.correction import (
    WHOLE,
    Difference,
    Displaced,
    Fold,
    Given,
    Line,
    Move,
    PairedRound,
    Placed,
    Rerouted,
    difference,
)
from tournaments.competition.stages.facts import Meeting

FOLD = Fold(
    lines=(Line((1,), 1, 1, 21), Line((2,), 2, 1, 7)),
    through=1,
    low_wins=False,
    standings={WHOLE: {1: Placed(1), 2: Placed(2)}},
    seats={10: (1, 2), 11: (1, None)},
)
TURNED = (Line((1,), 2, 1, 7), Line((2,), 1, 1, 21))
NEXT = PairedRound(2, (Meeting(2, (1, 3)), Meeting(2, (2, 4))), (Meeting(2, (1, 3)), Meeting(2, (2, 4))))


def code(after: Fold, before: Fold = FOLD, *, is_announced: bool = False) -> str:
    return difference(before, after).code(is_announced=is_announced)


# R-STG-29
def test_the_same_twice_is_nothing() -> None:
    found = difference(FOLD, FOLD)
    assert (found.is_nothing, found.changes_winner, code(FOLD)) == (True, False, "only_points_change")


# R-STG-29
def test_another_winner_is_said_also_where_nothing_is_behind_the_table() -> None:
    found = difference(FOLD, replace(FOLD, lines=TURNED))
    assert (found.winners, found.changes_winner, found.is_nothing) == (((1,), (2,)), True, False)
    assert code(replace(FOLD, lines=TURNED)) == "winner_changes"


# R-STG-03, R-STG-29
def test_a_draw_and_a_match_that_both_lost_have_other_winners() -> None:
    drawn = replace(FOLD, lines=(Line((1,), 1), Line((2,), 1)))
    lost = replace(FOLD, lines=(Line((1,), None), Line((2,), None)))
    assert difference(FOLD, drawn).winners == ((1,), (1, 2))
    assert difference(FOLD, lost).winners == ((1,), ())


# R-STG-29
@pytest.mark.parametrize(
    ("before", "after", "steps"),
    [
        (Placed(1), Placed(6), -5),
        (Placed(7), Placed(3), 4),
        (Placed(2, group=1, group_place=2), Placed(5, group=1, group_place=3), -1),
        (Placed(4, group=1, group_place=2), Placed(3, group=1, group_place=2), 1),
        (Placed(None), Placed(5), 0),
        (Placed(5), Placed(None), 0),
    ],
)
def test_who_moves_is_said_with_the_steps(before: Placed, after: Placed, steps: int) -> None:
    then, now = ({WHOLE: {1: placed, 2: Placed(9)}} for placed in (before, after))
    found = difference(replace(FOLD, standings=then), replace(FOLD, standings=now))
    assert found.moves == (Move(WHOLE, 1, before, after),)
    assert found.moves[0].steps == steps
    assert found.code(is_announced=False) == "places_change"


# R-STG-29
def test_who_goes_on_now_and_who_should_have_gone_on() -> None:
    then = {1: {1: Placed(2, fate="through"), 2: Placed(3, fate="out")}}
    now = {1: {1: Placed(2, fate="out"), 2: Placed(3, fate="through")}, 2: {3: Placed(1, fate="through")}}
    found = difference(replace(FOLD, standings=then), replace(FOLD, standings=now))
    assert found.rerouted == (
        Rerouted(1, 2, goes_on=True),
        Rerouted(1, 1, goes_on=False),
        Rerouted(2, 3, goes_on=True),
    )
    assert found.code(is_announced=False) == "others_go_on"


# R-STG-07, R-STG-29
def test_a_round_that_the_new_result_would_pair_in_another_way() -> None:
    other = NEXT._replace(wanted=(Meeting(2, (2, 3)), Meeting(2, (1, 4))))
    turned = NEXT._replace(wanted=(Meeting(2, (4, 2)), Meeting(2, (3, 1))))
    before = replace(FOLD, pairings=(NEXT,))
    assert difference(before, replace(FOLD, pairings=(other,))).pairings == (other,)
    assert (other.is_other, turned.is_other) == (True, False)
    # Who meets counts, not at which table.
    assert difference(before, replace(FOLD, pairings=(turned,))).is_nothing
    assert code(replace(FOLD, pairings=(other,)), before) == "paired_before"


# R-KO-16, R-KO-17
def test_a_later_table_with_other_people() -> None:
    after = replace(FOLD, lines=TURNED, seats={10: (1, 2), 11: (2, None)})
    assert difference(FOLD, after).tables == (11,)
    assert (code(after), code(after, is_announced=True)) == ("nothing_announced", "reaches_further")


def of_four(*points: int, places: tuple[int, ...] = (1, 2, 3, 3)) -> Fold:
    """A table of four with two who go on; fewer points are better."""
    rows = enumerate(zip(places, points, strict=True), 1)
    lines = tuple(Line((key,), place, 3, each) for key, (place, each) in rows)
    return Fold(lines=lines, through=2, low_wins=True, standings={}, seats={}, given=(Given(7, 3),))


# R-TAB-27
def test_a_place_that_was_given_on_the_old_order_of_the_beaten() -> None:
    before, after = of_four(10, 90, 103, 120), of_four(10, 90, 120, 103)
    assert (before.beaten, after.beaten) == ((3, 4), (4, 3))
    found = difference(before, after)
    assert found.given == (Displaced(7, 3, 1, 2),)
    assert (found.is_nothing, found.code(is_announced=False)) == (False, "places_given_before")
    assert not difference(before, of_four(10, 90, 102, 120)).given
    # Who goes on now is not among the beaten: the seats say so.
    assert not difference(before, of_four(10, 90, 80, 120, places=(1, 3, 2, 3))).given


# R-TAB-21
def test_the_same_people_in_another_order() -> None:
    before, after = of_four(10, 90, 103, 120), of_four(90, 10, 103, 120, places=(2, 1, 3, 3))
    assert code(after, before) == "same_people_go_on"
    last = difference(before, of_four(10, 90, 103, 120, places=(1, 2, 3, 4)))
    assert last == Difference(((1,), (1,)), (frozenset({1, 2}),) * 2, (), (), (), (), (), has_other_order=True)
