"""Who has qualified in heats over several evenings."""

from tournaments.competition.season.qualified import Placed, qualifiers_of


def placed(evening: int, place: int, *people: int) -> Placed:
    """An entry that is named by its evening and its place."""
    entry = 100 * evening + 10 * place + people[0] % 10
    return Placed(entry, evening, place, frozenset(people))


def test_all_firsts_come_before_all_seconds() -> None:
    """R-SEA-09."""
    evenings = [placed(evening, place, 10 * evening + place) for evening in (2, 1, 3) for place in (3, 1, 2)]
    found = qualifiers_of(evenings, 2)
    assert [(each.place, each.evening) for each in found.going_on] == [(1, 1), (1, 2), (1, 3), (2, 1), (2, 2), (2, 3)]
    assert found.left_out == ()


def test_who_shares_the_last_place_has_qualified() -> None:
    """R-SEA-09."""
    level = [placed(1, 1, 1), placed(1, 2, 2), placed(1, 3, 3), placed(1, 3, 4), placed(1, 5, 5)]
    assert [len(qualifiers_of(level, first).going_on) for first in (1, 2, 3, 4, 5)] == [1, 2, 4, 4, 5]


def test_nobody_qualifies_twice_and_nobody_comes_instead() -> None:
    """R-SEA-09: 2 goes on with 1, so 2 and 3 are left out, and 3 with them."""
    best, worse, next_one = placed(2, 1, 1, 2), placed(1, 2, 2, 3), placed(1, 3, 4, 5)
    found = qualifiers_of([worse, best, next_one], 2)
    assert (found.going_on, found.left_out) == ((best,), (worse,))
    # Somebody who was left out goes on in no third entry.
    third = placed(3, 2, 3, 6)
    assert qualifiers_of([worse, best, third], 2).left_out == (worse, third)
