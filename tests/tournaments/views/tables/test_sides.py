"""Where the page of an online table puts its seats: those of two to six, from the chair of each reader."""

import pytest

from tests.tournaments.services.play import table as at
from tournaments.online.pages import board

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_every_reader_has_the_others_in_the_order_of_play_from_the_left(seats: int) -> None:
    match = at.practice("scala40", "torneo_003", tuple(range(seats)))
    for reader in (None, *range(seats)):
        faces = board.faces(match, at.view(match, reader), [None] * seats)
        assert len({face.side for face in faces}) == seats
        # The play goes clockwise: from the left across to the right, the reader's own last.
        own = reader or 0
        assert [face.seat for face in faces] == [*((own + step) % seats for step in range(1, seats)), own]


@pytest.mark.parametrize("seats", [(0, 1), (0, 1, 2), (0, 1, 0, 1)])
def test_where_play_goes_the_other_way_the_next_to_play_sits_to_the_right(seats: tuple[int, ...]) -> None:
    match = at.practice("scopa", "several_004" if len(seats) == 3 else "online_002", seats)
    faces = board.faces(match, at.view(match, 0), [None] * len(seats))
    assert [face.seat for face in faces] == [*reversed(range(1, len(seats))), 0]
