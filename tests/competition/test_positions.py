"""Where entrants stand: seeds, byes, groups apart, swaps."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.competition.fields import entrants, seeded_first
from tournaments.competition.pairing.options import KnockoutOptions
from tournaments.competition.pairing.positions import (
    Drawn,
    Moved,
    Positions,
    Swap,
    bracket_size,
    draw_positions,
    rank_order,
    swap_positions,
)
from tournaments.competition.types import Entrant
from tournaments.games.contract import RefusedError

APART = KnockoutOptions(separate_by_group=True)


def meeting_round(positions: Positions, one: int, other: int) -> int:
    """The round in which two entrants meet if both win until then."""
    return (positions.index(one) ^ positions.index(other)).bit_length()


def with_bye(positions: Positions) -> set[int]:
    return {key for place, key in enumerate(positions) if key is not None and positions[place ^ 1] is None}


def first_round_clashes(drawn: Drawn, groups: dict[int, str]) -> int:
    pairs = zip(drawn.positions[::2], drawn.positions[1::2], strict=True)
    return sum(a is not None and b is not None and groups[a] != "" and groups[a] == groups[b] for a, b in pairs)


# R-KO-01
@pytest.mark.parametrize(("count", "size"), [(2, 2), (3, 4), (4, 4), (5, 8), (61, 64), (64, 64), (65, 128)])
def test_the_bracket_is_the_next_power_of_two(count: int, size: int) -> None:
    assert bracket_size(count) == size


# R-KO-03
def test_rank_order_of_eight() -> None:
    assert rank_order(8) == [0, 7, 3, 4, 1, 6, 2, 5]


# R-KO-03
@pytest.mark.parametrize("byes", ["seeds", "lot"])
def test_seeds_meet_as_late_as_their_number_says(byes: str) -> None:
    for count in range(4, 301):
        seeds = bracket_size(count) // 4 if byes == "seeds" else 2
        if byes == "lot" and count == bracket_size(count) // 2 + 1:
            continue  # one table only is played, and the lots may set both seeds at it
        field = entrants(count, seeds=seeds)
        positions = draw_positions(field, KnockoutOptions(byes=byes)).positions
        rounds = len(positions).bit_length() - 1
        keys = [count - seeds + seed for seed in range(1, seeds + 1)]
        for top in (2, 4, 8, 16, 32, 64):
            if top <= seeds:
                earliest = rounds - top.bit_length() + 2
                assert all(meeting_round(positions, *pair) >= earliest for pair in combinations(keys[:top], 2))


# R-KO-03
def test_a_field_ranked_throughout_meets_best_against_worst() -> None:
    assert draw_positions(seeded_first(8), KnockoutOptions()).positions == (1, 8, 4, 5, 2, 7, 3, 6)


# R-KO-03
def test_equal_seeds_are_ordered_by_lot() -> None:
    field = [Entrant(30, 2), Entrant(20, 2), Entrant(10, 1), Entrant(40)]
    assert draw_positions(field, KnockoutOptions()).positions == (10, 40, 30, 20)


# R-KO-04
def test_without_seeds_the_lots_alone_decide() -> None:
    assert draw_positions(entrants(8), KnockoutOptions()).positions == (1, 8, 4, 5, 2, 7, 3, 6)


# R-KO-06
def test_byes_go_to_the_best_seeds_then_to_the_first_lots() -> None:
    for count in range(2, 301):
        byes = bracket_size(count) - count
        drawn = draw_positions(entrants(count, seeds=3 if count > 3 else 0), KnockoutOptions())
        ranked = [*range(count - 2, count + 1), *range(1, count - 2)] if count > 3 else list(range(1, count + 1))
        assert with_bye(drawn.positions) == set(ranked[:byes])


# R-KO-06
def test_byes_by_lot_go_to_the_first_lots_seeded_or_not() -> None:
    for count in range(2, 301):
        byes = bracket_size(count) - count
        for seeds in {0, 2 if count > 2 else 0, count // 2, count}:
            drawn = draw_positions(entrants(count, seeds=seeds), KnockoutOptions(byes="lot"))
            assert with_bye(drawn.positions) == set(range(1, byes + 1))


# R-KO-06
def test_a_seed_gives_way_when_byes_by_lot_leave_it_no_table() -> None:
    drawn = draw_positions(entrants(6, seeds=4), KnockoutOptions(byes="lot"))
    assert drawn.positions == (3, 6, 2, None, 4, 5, 1, None)
    assert drawn.moves == (Moved(5, 6, 5, "seed_gave_way", 2), Moved(6, 2, 1, "seed_gave_way", 2))


# R-KO-06
def test_a_seed_with_a_bye_of_its_own_gives_way_in_rank() -> None:
    field = [Entrant(1), Entrant(2), Entrant(13, 3), Entrant(11, 1), Entrant(12, 2)]
    drawn = draw_positions(field, KnockoutOptions(byes="lot"))
    assert with_bye(drawn.positions) == {1, 2, 13}
    assert drawn.positions == (11, 12, 2, None, 13, None, 1, None)
    assert [move.key for move in drawn.moves] == [12, 13]


# R-KO-06
def test_no_explanation_where_every_seed_heads_its_table() -> None:
    assert draw_positions(entrants(12, seeds=2), KnockoutOptions(byes="lot")).moves == ()


# R-KO-07, R-DRW-07
def test_two_of_a_club_are_parted_and_the_exchange_is_explained() -> None:
    field = [Entrant(key, None, ("Traves" if key in (1, 8) else "",)) for key in range(1, 9)]
    drawn = draw_positions(field, KnockoutOptions(separate_by_group=True, separate_rounds=1))
    assert drawn.positions == (4, 8, 1, 5, 2, 7, 3, 6)
    assert drawn.moves == (Moved(1, 0, 2, "same_group", 8), Moved(4, 2, 0, "made_room", 1))


# R-KO-07
def test_the_second_round_is_parted_too() -> None:
    field = [Entrant(key, None, ("Traves" if key in (1, 8) else "",)) for key in range(1, 9)]
    drawn = draw_positions(field, APART)
    assert meeting_round(drawn.positions, 1, 8) == 3
    assert drawn.moves[-2:] == (
        Moved(8, 1, 4, "same_group", 1, 2),
        Moved(2, 4, 1, "made_room", 8, 2),
    )


# R-KO-07
def test_seeds_stay_where_they_are() -> None:
    field = [Entrant(key, key if key <= 4 else None, ("Ala",) if key in (1, 8) else ()) for key in range(1, 9)]
    drawn = draw_positions(field, APART)
    assert [drawn.positions[place] for place in (0, 2, 4, 6)] == [1, 4, 2, 3]
    assert meeting_round(drawn.positions, 1, 8) == 3


# R-KO-07
def test_only_the_tightest_group_counts() -> None:
    field = [Entrant(key, None, (str(key), "Valli di Lanzo")) for key in range(1, 9)]
    assert draw_positions(field, APART).moves == ()


# R-KO-07
def test_a_bye_is_exchanged_for_a_bye_only() -> None:
    for count in range(33, 64):
        field = entrants(count, groups=["a", "b", "c", "d", "e", "f", "g"])
        plain = draw_positions(field, KnockoutOptions())
        apart = draw_positions(field, APART)
        assert with_bye(apart.positions) == with_bye(plain.positions)


# R-KO-07
@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.data(), st.integers(2, 70), st.sampled_from(["seeds", "lot"]))
def test_the_first_round_has_no_clash_that_could_be_helped(data: st.DataObject, count: int, byes: str) -> None:
    groups = {
        key: data.draw(st.sampled_from(["", "a", "a", "b", "c", "d"]), label=f"group of {key}")
        for key in range(1, count + 1)
    }
    seeds = data.draw(st.integers(0, count), label="seeds")
    field = [Entrant(each.key, each.seed, (groups[each.key],)) for each in entrants(count, seeds=seeds)]
    drawn = draw_positions(field, KnockoutOptions(byes=byes, separate_by_group=True))
    lone = with_bye(drawn.positions)
    played = Counter(group for key, group in groups.items() if group and key not in lone)
    tables = (count - len(lone)) // 2
    assert first_round_clashes(drawn, groups) == sum(max(0, members - tables) for members in played.values())


# R-KO-07
@settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.integers(2, 200), st.integers(1, 12), st.integers(1, 4), st.integers(0, 9))
def test_moves_lead_from_the_lots_to_the_positions(count: int, groups: int, rounds: int, seeds: int) -> None:
    field = entrants(count, seeds=min(seeds, count), groups=[str(group) for group in range(groups)])
    plain = draw_positions(field, KnockoutOptions())
    apart = draw_positions(field, KnockoutOptions(separate_by_group=True, separate_rounds=rounds))
    places = list(plain.positions)
    for mover, other in zip(apart.moves[::2], apart.moves[1::2], strict=True):
        assert (places[mover.from_position], places[mover.to_position]) == (mover.key, other.key)
        assert (other.from_position, other.to_position) == (mover.to_position, mover.from_position)
        assert (mover.reason_code, other.reason_code, other.because_of_key) == ("same_group", "made_room", mover.key)
        near = mover.from_position ^ places.index(mover.because_of_key)
        assert 0 < near < 1 << mover.round
        places[mover.from_position], places[mover.to_position] = other.key, mover.key
    assert tuple(places) == apart.positions


# R-KO-07
def test_a_club_of_more_than_half_clashes_no_more_than_it_must() -> None:
    field = [Entrant(key, None, ("Traves" if key <= 12 else "",)) for key in range(1, 17)]
    drawn = draw_positions(field, APART)
    assert first_round_clashes(drawn, {each.key: each.groups[0] for each in field}) == 4


# R-KO-01
@pytest.mark.parametrize(
    ("field", "code", "name"),
    [
        pytest.param([], "too_few_entrants", "entrants", id="nobody"),
        pytest.param([Entrant(1)], "too_few_entrants", "entrants", id="one entrant"),
        pytest.param([Entrant(1), Entrant(1)], "entrant_twice", "entrants", id="somebody twice"),
        pytest.param([Entrant(1), Entrant(2, 0)], "bad_seed", "seed", id="seed 0"),
        pytest.param([Entrant(key) for key in range(65_537)], "too_many_entrants", "entrants", id="65,537"),
    ],
)
def test_a_field_that_cannot_be_drawn_is_refused(field: list[Entrant], code: str, name: str) -> None:
    with pytest.raises(RefusedError) as refusal:
        draw_positions(field, KnockoutOptions())
    assert (refusal.value.code, refusal.value.field) == (code, name)


# R-DRW-06
def test_a_swap_exchanges_two_positions() -> None:
    assert swap_positions((1, 8, 4, 5), Swap(1, 3, "fratelli")) == (1, 5, 4, 8)


# R-DRW-06
def test_a_swap_may_hand_over_a_bye() -> None:
    assert swap_positions((1, None, 2, 3), Swap(0, 3, "arriva tardi")) == (3, None, 2, 1)


# R-DRW-06
@pytest.mark.parametrize(
    ("swap", "code", "name"),
    [
        pytest.param(Swap(-1, 2, "x"), "unknown_position", "a", id="below the bracket"),
        pytest.param(Swap(0, 8, "x"), "unknown_position", "b", id="past the bracket"),
        pytest.param(Swap(4, 4, "x"), "swap_changes_nothing", "swap", id="with itself"),
        pytest.param(Swap(1, 3, "x"), "swap_changes_nothing", "swap", id="two empty places"),
        pytest.param(Swap(0, 3, "x"), "swap_empties_table", "swap", id="first table empty"),
        pytest.param(Swap(3, 0, "x"), "swap_empties_table", "swap", id="first table empty, the other way"),
        pytest.param(Swap(0, 4, "  "), "swap_needs_reason", "reason", id="no reason"),
    ],
)
def test_an_impossible_swap_is_refused(swap: Swap, code: str, name: str) -> None:
    with pytest.raises(RefusedError) as refusal:
        swap_positions((1, None, 2, None, 3, 4, 5, 6), swap)
    assert (refusal.value.code, refusal.value.field) == (code, name)
