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
        # The order of play goes to the right, so that from the left it is read backwards, the reader's own last.
        own = reader or 0
        assert [face.seat for face in faces] == [*((own - step) % seats for step in range(1, seats)), own]
