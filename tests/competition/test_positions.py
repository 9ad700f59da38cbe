"""Where entrants stand: seeds, byes, groups apart, swaps."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.competition.fields import entrants, seeded_first
from tests.searching import sizes_up_to
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


@pytest.mark.without_coverage
# R-KO-03
@pytest.mark.parametrize("byes", ["seeds", "lot"])
def test_seeds_meet_as_late_as_their_number_says(byes: str) -> None:
    for count in sizes_up_to(300):
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


@pytest.mark.without_coverage
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


# R-KO-20
def test_where_all_are_of_one_circle_nobody_moves() -> None:
    field = [Entrant(key, None, (str(key), "Valli di Lanzo")) for key in range(1, 9)]
    assert draw_positions(field, APART).moves == ()


# R-KO-20
def test_groups_beyond_the_circle_do_not_count() -> None:
    field = [Entrant(key, None, (str(key), f"valley {key}", "Torino" if key in (1, 8) else "")) for key in range(1, 9)]
    assert draw_positions(field, APART).moves == ()


# R-KO-20, R-DRW-07
def test_two_clubs_of_a_valley_are_apart_and_it_is_explained() -> None:
    groups = {1: ("Traves", "Valli di Lanzo"), 8: ("Mezzenile", "Valli di Lanzo")}
    field = [Entrant(key, None, groups.get(key, ("", ""))) for key in range(1, 9)]
    drawn = draw_positions(field, KnockoutOptions(separate_by_group=True, separate_rounds=1))
    assert drawn.positions == (4, 8, 1, 5, 2, 7, 3, 6)
    assert drawn.moves == (Moved(1, 0, 2, "same_circle", 8), Moved(4, 2, 0, "made_room", 1))


# R-KO-20
def test_clubs_come_before_circles() -> None:
    # By lot Traves meets Traves and Lanzo meets Lanzo; only two clubs of one valley can be had for a table instead.
    clubs = {1: "Traves", 4: "Traves", 2: "Lanzo", 3: "Lanzo"}
    field = [Entrant(key, None, (clubs[key], "valley")) for key in range(1, 5)]
    drawn = draw_positions(field, APART)
    assert first_round_clashes(drawn, clubs) == 0
    assert {move.reason_code for move in drawn.moves} == {"same_group", "made_room"}


# R-KO-20
def test_a_circle_gives_way_in_the_block_where_clubs_are_apart() -> None:
    # Every four hold each club once, so that the only exchange is one among the four.
    circles = {"A": "north", "B": "north", "C": "south", "D": "south"}
    clubs = dict(zip(range(1, 9), "ACDBBDCA", strict=True))
    field = [Entrant(key, None, (clubs[key], circles[clubs[key]])) for key in range(1, 9)]
    drawn = draw_positions(field, APART)
    fours = [[clubs[key] for key in drawn.positions[half : half + 4] if key] for half in (0, 4)]
    assert [sorted(four) for four in fours] == [list("ABCD")] * 2
    assert first_round_clashes(drawn, {key: circles[club] for key, club in clubs.items()}) == 0


# R-KO-07
def test_a_bye_is_exchanged_for_a_bye_only() -> None:
    for count in range(33, 64):
        field = entrants(count, groups=["a", "b", "c", "d", "e", "f", "g"])
        plain = draw_positions(field, KnockoutOptions())
        apart = draw_positions(field, APART)
        assert with_bye(apart.positions) == with_bye(plain.positions)


@pytest.mark.without_coverage
# R-KO-07
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


@st.composite
def neighbours(draw: st.DrawFn) -> list[Entrant]:
    """Entrants of up to nine clubs, some of none, in up to five circles; seeds wherever they come."""
    circles = draw(st.lists(st.sampled_from(["", "north", "south", "east", "west"]), min_size=1, max_size=9))
    count = draw(st.integers(2, 70))
    clubs = draw(st.lists(st.integers(-1, len(circles) - 1), min_size=count, max_size=count))
    seeds = draw(st.integers(0, count))
    return [
        Entrant(each.key, each.seed, () if club < 0 else (f"club {club}", circles[club]))
        for each, club in zip(entrants(count, seeds=seeds), clubs, strict=True)
    ]


def club_only(field: list[Entrant]) -> list[Entrant]:
    return [Entrant(each.key, each.seed, each.groups[:1]) for each in field]


def at_level(field: list[Entrant], level: int) -> dict[int, str]:
    return {each.key: each.groups[level] if each.groups else "" for each in field}


def meetings(positions: Positions, groups: dict[int, str], by_round: int) -> set[frozenset[int]]:
    """Every two of a group who may meet by a round."""
    keys = [key for key in positions if key is not None and groups[key]]
    stand = {key: place for place, key in enumerate(positions) if key is not None}
    return {
        frozenset(pair)
        for pair in combinations(keys, 2)
        if groups[pair[0]] == groups[pair[1]] and (stand[pair[0]] ^ stand[pair[1]]).bit_length() <= by_round
    }


# R-KO-20
@given(neighbours(), st.integers(1, 4), st.sampled_from(["seeds", "lot"]))
def test_the_first_round_has_no_clash_of_a_circle_that_could_be_helped(
    field: list[Entrant], rounds: int, byes: str
) -> None:
    drawn = draw_positions(field, KnockoutOptions(byes=byes, separate_by_group=True, separate_rounds=rounds))
    lone = with_bye(drawn.positions)
    tables = (len(field) - len(lone)) // 2
    for level in (0, 1):
        groups = at_level(field, level)
        played = Counter(group for key, group in groups.items() if group and key not in lone)
        assert first_round_clashes(drawn, groups) == sum(max(0, members - tables) for members in played.values())


@pytest.mark.without_coverage
# R-KO-20
@given(neighbours(), st.integers(1, 4), st.sampled_from(["seeds", "lot"]), st.booleans())
def test_no_exchange_for_a_circle_makes_two_of_a_club_meet(
    field: list[Entrant], rounds: int, byes: str, astray: bool
) -> None:
    if astray:  # clubs whose people come from several circles
        field = [Entrant(e.key, e.seed, (*e.groups[:1], "ns"[e.key % 2])) if e.groups else e for e in field]
    options = KnockoutOptions(byes=byes, separate_by_group=True, separate_rounds=rounds)
    clubs, circles = at_level(field, 0), at_level(field, 1)
    parted = draw_positions(club_only(field), options)
    drawn = draw_positions(field, options)
    assert drawn.moves[: len(parted.moves)] == parted.moves
    places = list(parted.positions)
    for mover, other in zip(drawn.moves[len(parted.moves) :: 2], drawn.moves[len(parted.moves) + 1 :: 2], strict=True):
        before = tuple(places)
        places[mover.from_position], places[mover.to_position] = other.key, mover.key
        after = tuple(places)
        assert (mover.reason_code, circles[mover.because_of_key]) == ("same_circle", circles[mover.key])
        assert meetings(after, clubs, mover.round) <= meetings(before, clubs, mover.round)
        assert meetings(after, circles, mover.round) < meetings(before, circles, mover.round)
    assert tuple(places) == drawn.positions


# R-KO-20
def test_a_circle_is_parted_without_a_new_meeting_of_a_club_in_any_of_the_rounds_where_there_is_room() -> None:
    for count in range(40, 129, 8):
        clubs = {key: key * 7 % 16 for key in range(1, count + 1)}
        field = [Entrant(key, None, (f"club {club}", f"valley {club % 5}")) for key, club in clubs.items()]
        positions, parted = (draw_positions(each, APART).positions for each in (field, club_only(field)))
        names = at_level(field, 0)
        assert meetings(positions, names, 2) <= meetings(parted, names, 2)
        assert not meetings(positions, at_level(field, 1), 1)


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
