"""What a swap of two places in a round makes that should not be, and the way back."""

import pytest

from tournaments.competition.formats.registry import format_of
from tournaments.competition.formats.rounds import InRounds
from tournaments.competition.stages.by_hand import Doubt, Exchange, Law, after_exchanges, before_exchanges, doubts
from tournaments.competition.stages.facts import Apart, Meeting

ONCE = Law()


def rounds(*texts: str, size: int = 1) -> tuple[Meeting, ...]:
    """Tables written as "1-2 3-4 5", a text for each round."""
    return tuple(
        Meeting(number, tuple(map(int, table.split("-"))), size=size if "-" in table else 1)
        for number, text in enumerate(texts, 1)
        for table in text.split()
    )


# R-HND-01
def test_two_exchange_their_places_and_the_exchange_takes_itself_back() -> None:
    before = rounds("1-2 3-4", "1-3 2-4")
    after = after_exchanges(before, [Exchange(2, 1, 4)])
    assert after == rounds("1-2 3-4", "4-3 2-1")
    twice = [Exchange(2, 1, 4), Exchange(2, 4, 3)]
    assert before_exchanges(after_exchanges(before, twice), twice) == before


# R-HND-02
@pytest.mark.parametrize(
    ("tables", "swap", "law", "expected"),
    [
        pytest.param(["1-2 3-4", "1-3 2-4"], (2, 3, 4), ONCE, [], id="nobody meets again"),
        pytest.param(["1-2 3-4", "1-3 2-4"], (2, 3, 2), ONCE, [("met_before", 3, 4, 1), ("met_before", 2, 1, 1)]),
        pytest.param(["1-2 3-4", "1-3 2-4"], (1, 2, 3), ONCE, [("meet_later", 2, 4, 2), ("meet_later", 3, 1, 2)]),
        pytest.param(["1-2 3-4", "1-3 2-4"], (2, 3, 2), Law(meetings=0), [], id="everybody may meet again"),
        pytest.param(
            ["1-2 3-4", "1-4 2-3", "1-3 2-4"], (3, 3, 2), Law(in_a_row=True), [], id="only the round before counts"
        ),
        pytest.param(["1-2 3-4", "1-3 2-4"], (2, 3, 2), Law(meetings=2), [], id="twice, home and away"),
        pytest.param(["1-2 3", "1-3 2"], (2, 3, 2), ONCE, [("met_before", 2, 1, 1), ("rested_before", 3, 0, 1)]),
        pytest.param(["1-2 3", "1-3 2"], (1, 2, 3), ONCE, [("rests_later", 2, 0, 2), ("meet_later", 3, 1, 2)]),
        pytest.param(["1-2", "2-1"], (2, 1, 2), ONCE, [], id="line A and line B"),
    ],
)
def test_what_a_swap_makes_that_should_not_be(
    tables: list[str], swap: tuple[int, int, int], law: Law, expected: list[tuple[str, int, int, int]]
) -> None:
    found = doubts(rounds(*tables), [Exchange(*swap)], law, {})
    assert sorted(found) == sorted(
        Doubt(code, one, (other,) if other else (), number) for code, one, other, number in expected
    )


# R-HND-02
def test_two_of_a_club_who_meet_by_a_swap_are_named_and_those_who_met_before_it_are_not() -> None:
    clubs = {1: "Traves", 2: "Traves", 3: "Viù", 4: "Traves"}
    (found,) = doubts(rounds("1-3 2-4"), [Exchange(1, 3, 4)], ONCE, clubs)
    assert found == Doubt("same_club", 4, (1,))
    assert found.name == "same_club-4-1"


# R-HND-02, R-HND-03
def test_two_who_change_groups_are_judged_as_they_will_sit_in_all_rounds() -> None:
    groups = rounds("1-2 3 4-5 6", "1-3 2 4-6 5", "2-3 1 5-6 4", "7-8")
    in_one = doubts(groups, [Exchange(1, 1, 6)], ONCE, {})
    assert [(each.code, each.one, each.round) for each in in_one] == [("rests_later", 1, 3)]
    everywhere = [Exchange(number, 1, 6) for number in (1, 2, 3)]
    assert doubts(groups, everywhere, ONCE, {}) == ()
    clubs = {6: "Viù", 3: "Viù"}
    assert set(doubts(groups, everywhere, ONCE, clubs)) == {Doubt("same_club", 6, (3,))}
    # The longer group has rounds in which the other one has none.
    assert doubts(groups, [Exchange(4, 1, 7)], ONCE, {}) == ()


# R-HND-02
def test_two_who_are_kept_apart_are_named_in_the_rounds_in_which_they_are() -> None:
    sets = (Apart((1, 4), until=1), Apart((2, 3)), Apart((5, 6)))
    law = Law(meetings=0)
    assert set(doubts(rounds("1-3 2-4", "1-3 2-4"), [Exchange(1, 3, 4)], law, {}, sets)) == {
        Doubt("kept_apart", 4, (1,)),
        Doubt("kept_apart", 3, (2,)),
    }
    assert set(doubts(rounds("1-3 2-4", "1-3 2-4"), [Exchange(2, 3, 4)], law, {}, sets)) == {
        Doubt("kept_apart", 3, (2,))
    }


# R-HND-02
def test_of_rotating_partners_an_old_partner_is_named() -> None:
    tables = rounds("1-2-3-4", "1-3-2-4", size=2)
    assert doubts(tables, [Exchange(2, 3, 2)], Law(meetings=0), {}) == (
        Doubt("partners_before", 3, (4,), 1),
        Doubt("partners_before", 2, (1,), 1),
    )


# R-HND-02
@pytest.mark.parametrize(
    ("options", "law"),
    [
        ({"kind": "groups", "double": True}, Law(2, 2)),
        ({"kind": "groups"}, Law()),
        ({"kind": "danish", "rematches": "allowed"}, Law(meetings=0)),
        ({"kind": "danish", "rematches": "not_in_a_row"}, Law(in_a_row=True)),
        ({"kind": "swiss"}, Law()),
        ({"kind": "mitchell"}, Law()),
        ({"kind": "king"}, Law(meetings=0)),
        ({"kind": "partners"}, Law(meetings=0)),
        ({"kind": "heats"}, Law()),
    ],
)
def test_each_format_says_how_often_two_may_meet(options: dict[str, object], law: Law) -> None:
    found = format_of(options)
    assert isinstance(found, InRounds)
    assert found.law == law
