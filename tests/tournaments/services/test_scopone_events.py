"""Events of scopone: pairs sit down, and with rotating partners everybody enters singly."""

import pytest

from tests.tournaments import factories as make
from tests.tournaments.services.partners import evening
from tests.tournaments.services.played_evenings import close, play
from tests.tournaments.services.rounds import pair
from tournaments.errors import RefusedError

pytestmark = pytest.mark.django_db

SCOPONI = ("scopone_scientifico", "scopone_classico", "scopa_d_assi")


@pytest.mark.parametrize("preset", SCOPONI)
def test_pairs_play_it_to_the_end_and_single_players_do_not(preset: str) -> None:
    """R-SCO-72: ten cards for each of four are the pack. Each preset has a published table of VP."""
    with pytest.raises(RefusedError, match="line_size"):
        make.event(preset=preset, entry_size=1)
    event = play(make.drawn(entries=4, preset=preset))
    assert event.entry_size == 2
    assert event.vp_scale is not None
    assert close(event)[0].place == 1


def test_rotating_partners_play_it_and_enter_singly() -> None:
    """R-SCO-72: as at Genova, where the pair of each round is drawn."""
    event = evening(8, 2, preset="scopone_classico")
    assert event.entry_size == 1
    event = play(pair(play(event)))
    assert (event.rounds.count(), event.tables.count()) == (2, 4)
    close(event)
