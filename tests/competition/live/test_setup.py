"""Who sits where at an online table."""

from tournaments.competition.live.setup import chair_of, robots_from_json


def test_the_nth_seat_of_a_line_is_the_nth_player_of_its_entry():
    pairs, three = (0, 1, 0, 1), [2, 0, 1]
    assert [chair_of(pairs, seat) for seat in range(4)] == [(0, 0), (1, 0), (0, 1), (1, 1)]
    assert [chair_of(three, seat) for seat in range(3)] == [(2, 0), (0, 0), (1, 0)]


def test_the_seats_of_robots_are_read_from_the_stored_chairs():
    assert robots_from_json({"robots": {"1": 2, "3": 1}}) == {1: 2, 3: 1}
    assert robots_from_json({}) == {}
