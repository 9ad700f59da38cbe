"""How many groups there are and how large, and who is in which."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from random import Random

import pytest

from tests.competition.fields import entrants, seeded_first
from tournaments.competition.pairing.positions import CIRCLE, CLUB, Moved, Positions, Swap, swap_positions
from tournaments.competition.stages.group_options import LARGEST_GROUP, SMALLEST_GROUP, GroupOptions
from tournaments.competition.stages.grouping import draw_groups, group_sizes, groups_of
from tournaments.competition.types import Entrant
from tournaments.games.contract import RefusedError

APART = GroupOptions(separate_by_group=True)
SIZES = range(SMALLEST_GROUP, LARGEST_GROUP + 1)


def mates(field: Sequence[Entrant], positions: Positions, options: GroupOptions, level: int = CLUB) -> int:
    """Pairs of one club in one group."""
    of = {each.key: each.groups[level] if len(each.groups) > level else "" for each in field}
    pairs = (pair for group in groups_of(positions, options) for pair in combinations(group, 2))
    return sum(of[one] == of[other] != "" for one, other in pairs)


# R-GRP-02
@pytest.mark.parametrize(
    ("count", "size", "sizes"),
    [
        (4, 4, (4,)),
        (4, 3, (4,)),
        (5, 3, (5,)),
        (5, 4, (5,)),
        (6, 4, (3, 3)),
        (6, 6, (6,)),
        (7, 3, (3, 4)),
        (9, 4, (3, 3, 3)),
        (10, 4, (3, 3, 4)),
        (16, 4, (4, 4, 4, 4)),
        (17, 4, (3, 3, 3, 4, 4)),
        (34, 12, (11, 11, 12)),
    ],
)
def test_groups_hold_no_more_than_wished_and_never_fewer_than_three(
    count: int, size: int, sizes: tuple[int, ...]
) -> None:
    assert group_sizes(count, GroupOptions(size=size)) == sizes


# R-GRP-02
@pytest.mark.parametrize("size", SIZES)
def test_every_number_from_3_to_300_is_shared_out_evenly(size: int) -> None:
    for count in range(3, 301):
        sizes = group_sizes(count, GroupOptions(size=size))
        assert sum(sizes) == count
        assert max(sizes) - min(sizes) <= 1
        assert min(sizes) >= SMALLEST_GROUP
        # Above the wished size only where one more group would leave somebody with fewer than two opponents.
        assert max(sizes) <= size or (len(sizes) + 1) * SMALLEST_GROUP > count
        # One group fewer would not hold everybody.
        assert (len(sizes) - 1) * size < count


# R-GRP-01
def test_a_number_without_groups_is_refused() -> None:
    for count, code in ((2, "too_few_for_groups"), (65_537, "too_many_entrants")):
        with pytest.raises(RefusedError) as refusal:
            draw_groups([Entrant(key) for key in range(count)], GroupOptions())
        assert (refusal.value.code, refusal.value.field) == (code, "entrants")
    assert sum(group_sizes(65_536, GroupOptions())) == 65_536
    assert group_sizes(3, GroupOptions()) == (3,)


# R-GRP-01
@pytest.mark.parametrize(
    ("last", "code"), [(Entrant(1), "entrant_twice"), (Entrant(9, 0), "bad_seed")], ids=["twice", "seed zero"]
)
def test_a_field_with_a_mistake_is_refused(last: Entrant, code: str) -> None:
    with pytest.raises(RefusedError) as refusal:
        draw_groups([*entrants(4), last], GroupOptions())
    assert refusal.value.code == code


# R-GRP-03
def test_the_snake_deals_the_seeds_and_then_the_lots_to_and_fro() -> None:
    drawn = draw_groups(entrants(11, seeds=4), GroupOptions())
    assert groups_of(drawn.positions, GroupOptions()) == ((8, 2, 3), (9, 1, 4, 7), (10, 11, 5, 6))
    everybody = draw_groups(seeded_first(8), GroupOptions())
    assert groups_of(everybody.positions, GroupOptions()) == ((1, 4, 5, 8), (2, 3, 6, 7))
    assert drawn.moves == everybody.moves == ()


# R-GRP-03
def test_by_lot_seeds_mean_nothing() -> None:
    options = GroupOptions(fill="lots", separate_by_group=True)
    drawn = draw_groups(entrants(8, seeds=4), options)
    assert drawn.positions == draw_groups(entrants(8), options).positions == (1, 4, 5, 8, 2, 3, 6, 7)


# R-GRP-04
def test_two_of_a_club_are_parted_and_the_exchange_is_explained() -> None:
    field = [Entrant(key, None, ("Traves",) if key in (1, 4) else ()) for key in range(1, 9)]
    drawn = draw_groups(field, APART)
    assert drawn.positions == (2, 4, 5, 8, 1, 3, 6, 7)
    assert drawn.moves == (Moved(1, 0, 4, "same_group", 4), Moved(2, 4, 0, "made_room", 1))


# R-GRP-04
def test_a_seed_at_the_head_stays_and_the_other_moves() -> None:
    field = [Entrant(1, 1, ("Traves",)), *(Entrant(key, None, ("Traves",)[: key == 4]) for key in range(2, 9))]
    assert draw_groups(field, APART).positions == (1, 2, 5, 8, 4, 3, 6, 7)


# R-GRP-04
def test_seeds_behind_the_heads_change_places_with_seeds_of_their_row_only() -> None:
    field = [Entrant(key, key, ("Traves",) if key in (1, 6) else ()) for key in range(1, 13)]
    assert draw_groups(field, GroupOptions()).positions == (1, 6, 7, 12, 2, 5, 8, 11, 3, 4, 9, 10)
    assert draw_groups(field, APART).positions == (1, 5, 7, 12, 2, 6, 8, 11, 3, 4, 9, 10)


# R-GRP-04
@pytest.mark.without_coverage
@pytest.mark.parametrize("clubs", [2, 3, 8, 20, 50])
@pytest.mark.parametrize("count", [13, 61, 128, 300])
@pytest.mark.parametrize("size", [3, 4, 7])
def test_a_club_is_spread_as_evenly_as_groups_can_be(count: int, clubs: int, size: int) -> None:
    chance = Random(count * clubs)
    options = GroupOptions(size, separate_by_group=True)
    field = [Entrant(key, None, (f"club {chance.randrange(clubs)}",)) for key in range(1, count + 1)]
    number = len(group_sizes(count, options))
    least = 0
    for members in Counter(each.groups[CLUB] for each in field).values():
        each, more = divmod(members, number)
        least += more * (each + 1) * each // 2 + (number - more) * each * (each - 1) // 2
    drawn = draw_groups(field, options)
    assert mates(field, drawn.positions, options) == least
    assert sorted(drawn.positions, key=lambda key: key or 0) == list(range(1, count + 1))


# R-GRP-05
@pytest.mark.parametrize("count", [40, 61, 200])
def test_circles_are_parted_without_a_new_pair_of_a_club(count: int) -> None:
    chance = Random(count)
    clubs = [chance.randrange(count // 3) for _ in range(count)]
    field = [Entrant(key, None, (f"club {club}", f"valley {club % 9}")) for key, club in enumerate(clubs, 1)]
    by_club = [Entrant(each.key, None, each.groups[:1]) for each in field]
    before, after = draw_groups(by_club, APART).positions, draw_groups(field, APART).positions
    assert mates(field, after, APART) <= mates(field, before, APART)
    assert mates(field, after, APART, CIRCLE) < mates(field, before, APART, CIRCLE)


# R-GRP-06
def test_the_organiser_swaps_two_positions() -> None:
    drawn = draw_groups(entrants(8), GroupOptions())
    swapped = swap_positions(drawn.positions, Swap(0, 4, "They drove together."))
    assert groups_of(swapped, GroupOptions()) == ((2, 4, 5, 8), (1, 3, 6, 7))
